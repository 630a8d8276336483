"""The form in a notebook: the question, controls, buttons, the reply, and a stepper as evidence.

The page collects and shows; what a form asks, does and replies is the business of its `form_model.FormModel`. A press
comes as a message, and `heard` answers it with its number, so that the page knows that a kernel is there. A cell that
runs again closes the forms of its last run: their models would otherwise pile up in the kernel and the saved notebook.
"""

from typing import Any

import traitlets

from ..views.widget import View
from .message import parts_json

SCRIPTS = ("controls.js", "lines.js", "evidence.js", "form.js")


class Form(View, package=__package__, scripts=SCRIPTS, sheet="form.css"):
    """The widget of a `FormModel`, which is its attribute ``form_model``."""

    name = traitlets.Unicode().tag(sync=True)
    question = traitlets.List().tag(sync=True)
    control = traitlets.Dict().tag(sync=True)
    draft = traitlets.Any().tag(sync=True)
    """What the control holds, as the learner leaves it: a stored form comes back with it."""
    face = traitlets.Dict().tag(sync=True)
    evidence = traitlets.Dict().tag(sync=True)
    """The stepper's page, sent when it is first asked for: it steps without a kernel, and stays in a saved notebook."""
    opened = traitlets.Bool(False).tag(sync=True)
    heard = traitlets.Int(0).tag(sync=True)

    def __init__(self, model: Any):
        self.form_model = model
        super().__init__(
            name=model.id,
            question=parts_json(model.question()),
            control=model.control(),
            draft=model.draft(),
            face=model.face().as_json(),
        )
        self.on_msg(self._pressed)
        if model.opens:
            self._bring_evidence()

    def _pressed(self, widget: object, message: Any, buffers: object) -> None:
        act, count = message["act"], message["count"]
        with self.hold_sync():
            if act == "commit":
                self.opened, self.evidence = False, {}  # another answer has other evidence
            if act != "evidence":
                self.form_model.press(act, message.get("answer"))
                self.face = self.form_model.face().as_json()
            if act == "evidence" or (act == "commit" and self.form_model.opens):
                self._bring_evidence()
            self.heard = count

    def _bring_evidence(self) -> None:
        view = self.form_model.evidence()
        if view is not None:
            self.evidence = {"script": view.script, "style": view.style, "state": view.page_state()}
            self.opened = True

    def text(self) -> str:
        return repr(self.form_model)

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict, dict]:
        made = super(View, self)._repr_mimebundle_(**kwargs)  # without the PNG of other views: the text has everything
        data, metadata = made if isinstance(made, tuple) else (made or {}, {})
        return {
            **data,
            "text/markdown": self.form_model._repr_markdown_(),
            "text/plain": repr(self.form_model),
        }, metadata


_forms: dict[str, tuple[str, list[Form]]] = {}
"""A cell's id → its last run, and the forms of that run."""


def form_in_cell(model: Any) -> Form:
    """A new form for a `FormModel`, in place of the forms that the same cell showed when it ran before."""
    form = Form(model)
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
