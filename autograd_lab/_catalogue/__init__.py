"""The table, to look things up in: which rows there are, what a row says, and whether it is right.

``finding`` finds rows, ``facts`` collects what is known of one, ``telling`` writes that down as text or Markdown, and
``checking`` compares a row's rules with finite differences. `views.table` shows the same in a notebook.
"""
