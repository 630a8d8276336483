"""The form in a notebook: the question, controls, buttons, the reply, and a stepper as evidence.

The page collects and shows; what a form asks, does and replies is the business of its `form_model.Question`. A press
comes as a message, and `heard` answers it with its number, so that the page knows that a kernel is there.

A kernel has one form for each question, under a fixed id. So a form that was stored with a notebook and one that a new
kernel makes are the same form, in whatever cell it was made: that of the question, or the first one (`ex.begin`).
"""

from collections.abc import Mapping
from typing import Any

import traitlets

from .._core.table import lookup
from ..views.live_program import Kept
from ..views.table_page import TablePage
from ..views.widget import View
from .message import parts_json

SCRIPTS = ("controls.js", "evidence.js", "form.js")


class Form(View, package=__package__, scripts=SCRIPTS, sheet="form.css"):
    """The widget of a `Question`, which is its attribute ``form_model``."""

    key = traitlets.Unicode().tag(sync=True)
    """Its model id, for the page: a widget does not get to know its own there."""
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
        super().__init__(model_id=model.key, key=model.key)
        self.show(model)
        self.on_msg(self._pressed)

    def show(self, model: Any) -> None:
        self.form_model = model
        model.record.redraw = lambda: self.show(self.form_model)
        with self.hold_sync():
            self.name, self.question, self.control = model.id, parts_json(model.question()), model.control()
            self.draft, self.face = model.draft(), model.face().as_json()
            self.opened, self.evidence = False, {}
            if model.opens:
                self._bring_evidence()

    def _pressed(self, widget: object, message: Any, buffers: object) -> None:
        if message["act"] == "keep":
            _keep(message["id"], message)
            return
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
        told = {"text/markdown": self.form_model._repr_markdown_(), "text/plain": repr(self.form_model)}
        return {**data, **told}, metadata


_forms: dict[str, Form] = {}
"""Every form of this kernel by its id."""
_kept: dict[str, Any] = {}
"""The models that stand in for other stored views (see views/static/kept.js)."""


def _keep(model_id: str, stored: Mapping[str, str]) -> None:
    """Stand in for a stored view with this model id, until its cell runs."""
    if "row" in stored:
        _kept[model_id] = TablePage(lookup.find(stored["row"]), stored["words"], model_id)
        _kept[model_id].model_id  # noqa: B018 - opens the line to the page
    else:
        _kept[model_id] = Kept(model_id, stored["program"])


def show_all_again() -> None:
    """Bring all forms up to date, and leave what is being typed as it is."""
    for form in _forms.values():
        form.face = form.form_model.face().as_json()


def form_of(model: Any) -> Form:
    """The form of this question, which shows the `Question` now."""
    if model.key in _forms:
        _forms[model.key].show(model)
    else:
        _forms[model.key] = Form(model)
    return _forms[model.key]
