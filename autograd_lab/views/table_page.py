"""The table of derivatives, to search and to read: every row a page of its own.

The whole table goes to the browser once, so searching asks nobody and works in a saved notebook and on a static page.
Only gradcheck needs the kernel: the page asks for a row by name, and the answer comes back as a trait.
"""

from typing import Any, ClassVar
from uuid import uuid4

import traitlets

from .._core.table import facts, lookup, page, slopes
from .._core.table.row import Row
from .widget import View


class TablePage(View, scripts=("tex.js", "kept.js", "table.js"), sheet="table.css"):
    """The widget. Make one with `table`. ``row`` is the name of the row shown, ``words`` what is searched for."""

    page_traits: ClassVar[tuple[str, ...]] = ("data", "row", "words")
    data = traitlets.Dict().tag(sync=True)
    row = traitlets.Unicode().tag(sync=True)
    words = traitlets.Unicode().tag(sync=True)
    live = traitlets.Bool(True).tag(sync=True)
    asked = traitlets.Unicode().tag(sync=True)
    answer = traitlets.Dict().tag(sync=True)
    key = traitlets.Unicode().tag(sync=True)
    """Its model id, for the page: a widget does not get to know its own there."""

    def __init__(self, op: Row, words: str = "", model_id: str | None = None):
        super().__init__(data=page_data(), row=op.name, words=words, model_id=model_id or uuid4().hex)
        self.key = self._model_id

    @traitlets.observe("asked")
    def _run(self, change: Any) -> None:
        """Answer ``asked``: the name of a row, and a word that makes each question different from the last."""
        name = change["new"].partition(" ")[0]
        if name:
            self.answer = {"asked": change["new"], **check_data(lookup.find(name))}

    def text(self) -> str:
        """How many rows there are, and then the one shown.

        Not PyTorch's own entry, which only an environment with PyTorch has: a stored notebook says the same anywhere.
        """
        count = sum(len(section["rows"]) for section in self.data["sections"])
        return f"The table of derivatives: {count} rows\n\n{page.text(self.row)}"

    def png(self) -> bytes:
        from .pictures import row_png  # loads matplotlib

        return row_png(lookup.find(self.row))


def table(op: object = None, words: str = "") -> TablePage:
    """The table of derivatives as a page: search it, click a row, run its gradcheck.

    ``op`` is the row shown first: a name (``"mul"``, ``"MulBackward0"``), a row, a node (``y.grad_fn``) or a result.
    ``words`` are put into the search box. Without ``op`` the first row that fits them is shown.

    Raises KeyError when there is no such row.
    """
    if op is None:
        rows = lookup.search(words) or lookup.search()
        return TablePage(rows[0] if words else next(iter(lookup.TABLE.values())), words)
    return TablePage(lookup.find(op), words)


# ----- what the browser gets ------------------------------------------------------------------------------------------
def page_data() -> dict[str, Any]:
    """Everything but gradcheck's numbers, as plain JSON data."""
    sections = lookup.sections().items()
    return {"sections": [{"title": title, "rows": [row_data(op) for op in rows]} for title, rows in sections]}


def row_data(op: Row) -> dict[str, Any]:
    """One row in short texts."""
    public = lookup.public_names(op)
    return {
        "name": op.name,
        "base": op.base.lower(),
        "node": op.node or "",
        "schema": op.schema,
        "searched": lookup.searched(op),
        "public": list(public),
        "called": "" if public else page.called(op),
        "forward": op.tex.get("forward", ""),
        "gradients": [
            {"input": one.input, "source": one.source, "tex": one.tex, "why": one.why_not}
            for one in facts.gradients(op)
        ],
        "helpers": facts.helpers(op),
        "saved": [[item.name, page.saved_line(item).partition(": ")[2]] for item in facts.saved(op)],
        "samples": [list(example) for example in facts.examples(op)],
        "torch": facts.torch_entry(op),
    }


def check_data(op: Row) -> dict[str, Any]:
    """What gradcheck finds now: a sentence, and one line for each sample."""
    checks = slopes.check(op)
    lines = [one._asdict() | {"first": _error(one.first), "second": _error(one.second)} for one in checks]
    return {"sentence": verdict(op, checks), "right": all(one.right for one in checks), "checks": lines}


def verdict(op: Row, checks: list[slopes.Checked]) -> str:
    """The outcome in a sentence."""
    wrong = sum(not one.right for one in checks)
    if wrong:
        return f"{op.name}: {wrong} of {len(checks)} samples disagree with finite differences."
    compared = [one.first for one in checks if one.first is not None]
    if not compared:
        return f"{op.name} has nothing to check."
    return f"{op.name} agrees with finite differences: first derivatives within {_error(max(compared))}."


def _error(value: float | None) -> str:
    return "" if value is None else f"{value:.1e}"
