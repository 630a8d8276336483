"""The lessons as web pages that need no kernel, no server and no network.

    autograd-lab site DIR

`command` runs that line and writes the folder, `build` makes the files. `lesson_page` turns each cell of a notebook
into a part of a page: steppers are self-contained HTML already, a prediction becomes its form (`answer_form`) with
every reply worked out beforehand (`tries`), and an exercise in code gets its hints and a way to a kernel.
`frame` is around all pages; `front_page`, `search_page` and `other_pages` (misconceptions, the table) are those
that are no lesson. `safe` lets nothing run that others wrote into a notebook.
"""
