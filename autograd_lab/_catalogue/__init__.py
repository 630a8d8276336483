"""The table, to look things up in: which rows there are, what a row says, and whether it is right.

``finding`` finds rows, ``facts`` collects what is known of one, ``telling`` writes that down as text or Markdown, and
``checking`` compares a row's rules with finite differences. `views.table` shows the same in a notebook.

What the table itself offers stands here, and loads the rest when somebody looks something up.
"""

from typing import Any


def find(what: Any) -> Any:
    """The row that ``what`` speaks of: a name, a node (``y.grad_fn``), a result, or the row itself.

    Raises KeyError, with the nearest names, when there is no such row.
    """
    from . import finding

    return finding.find(what)


def search(words: str = "") -> Any:
    """The rows in whose name, node, schema or public names every one of ``words`` occurs; best first."""
    from . import finding

    return finding.search(words)


def text(what: Any, check: bool = False) -> str:
    """Everything the table knows of a row, in fixed-width text. ``what`` as in `find`.

    With ``check=True`` its rules are compared with finite differences, here and now.
    """
    from . import telling

    return telling.text(what, check)


def _repr_markdown_() -> str:
    from . import telling

    return telling.overview()
