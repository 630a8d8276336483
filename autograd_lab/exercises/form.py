"""The form in a notebook: the question, controls, buttons, the reply, and a stepper as evidence.

The page collects and shows; what is asked, what a press does and what is replied is the business of the *subject*: a
`Prediction`, `Parsons` or a checked answer's `Reply`. A press comes as a message, and `heard` answers it with its
number, so that the page knows that a kernel is there.
"""

from typing import Any

import traitlets

from ..views.widget import View
from .face import Subject, parts_json

SCRIPTS = ("controls.js", "lines.js", "evidence.js", "form.js")


class Form(View, package=__package__, scripts=SCRIPTS, sheet="form.css"):
    """The widget of a subject."""

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

    def __init__(self, subject: Subject):
        self.subject = subject
        super().__init__(
            name=subject.id,
            question=parts_json(subject.question()),
            control=subject.control(),
            draft=subject.draft(),
            face=subject.face().as_json(),
        )
        self.on_msg(self._pressed)
        if subject.opens:
            self._bring_evidence()

    def _pressed(self, widget: object, message: Any, buffers: object) -> None:
        act, count = message["act"], message["count"]
        with self.hold_sync():
            if act == "commit":
                self.opened, self.evidence = False, {}  # another answer has other evidence
            if act != "evidence":
                self.subject.press(act, message.get("answer"))
                self.face = self.subject.face().as_json()
            if act == "evidence" or (act == "commit" and self.subject.opens):
                self._bring_evidence()
            self.heard = count

    def _bring_evidence(self) -> None:
        view = self.subject.evidence()
        if view is not None:
            self.evidence = {"script": view.script, "style": view.style, "state": view.page_state()}
            self.opened = True

    def text(self) -> str:
        return repr(self.subject)

    def _repr_mimebundle_(self, **kwargs: Any) -> tuple[dict, dict]:
        made = super(View, self)._repr_mimebundle_(**kwargs)  # without the PNG of other views: the text has everything
        data, metadata = made if isinstance(made, tuple) else (made or {}, {})
        return {**data, "text/markdown": self.subject._repr_markdown_(), "text/plain": repr(self.subject)}, metadata
