"""One form where one is shown: a cell that runs again closes the forms of its last run.

Their models would otherwise stay in the kernel and in the notebook's saved state, one more with each run.
"""

from .face import Subject
from .form import Form

_forms: dict[str, tuple[str, list[Form]]] = {}
"""A cell's id: the run of it, and the forms of that run."""


def form_in_cell(subject: Subject) -> Form:
    """A new form, in place of those that the same cell showed when it ran before."""
    form = Form(subject)
    cell, run = _running()
    if cell:
        last, forms = _forms.get(cell, ("", []))
        if last != run:
            for old in forms:
                old.close()
            forms = []
        _forms[cell] = run, [*forms, form]
    return form


def _running() -> tuple[str, str]:
    """The id of the cell that runs, and of this run; empty outside of a notebook that tells."""
    try:
        from IPython import get_ipython
    except ImportError:
        return "", ""
    shell = get_ipython()
    parent = shell.get_parent() if hasattr(shell, "get_parent") else {}
    return parent.get("metadata", {}).get("cellId") or "", parent.get("header", {}).get("msg_id") or ""
