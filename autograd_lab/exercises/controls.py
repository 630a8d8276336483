"""What an answer is given with on the page, as plain JSON; and back: what a control holds, as an answer to be read.

Boxes hold text. An empty box, and a choice that was not made, is ``...``: not answered yet.
"""

from fractions import Fraction
from typing import Any

from ..tracing.values import number_text
from .answer_order import Order
from .answer_values import Choice, Number, Numbers, Table

Form = Any
"""The shape of an answer, see `exercise.Form`."""


def control(form: Form) -> dict[str, Any]:
    """The control for a form; empty where the answer is code, which is written in a cell."""
    if isinstance(form, Choice):
        return {"kind": "choice", "options": list(form.options)}
    if isinstance(form, Number):
        return {"kind": "number"}
    if isinstance(form, Numbers):
        return {"kind": "numbers", "length": form.length}
    if isinstance(form, Order):
        return {"kind": "order", "lines": form.numbered()}
    if isinstance(form, Table):
        rows = form.rows.items()
        return {
            "kind": "table",
            "rows": [{"name": name, "label": form.label(name), "control": control(row)} for name, row in rows],
        }
    return {} if hasattr(form, "solution") else {"kind": "text"}


def held(form: Form, answer: Any) -> Any:
    """What the control holds when this is the answer; None when there is none yet."""
    if answer is ...:
        return None
    if isinstance(form, Table) and isinstance(answer, dict):
        return {name: held(row, answer.get(name, ...)) for name, row in form.rows.items()}
    if isinstance(form, Numbers) and isinstance(answer, list):
        return [held(Number(), part) for part in answer]
    if isinstance(form, Order) and isinstance(answer, str):
        return [int(word) for word in answer.split()]
    number = isinstance(answer, int | float) and not isinstance(answer, bool)
    return number_text(answer) if number else answer if isinstance(answer, str | list) else str(answer)


def answered(form: Form, holds: Any) -> Any:
    """The answer when the control holds this."""
    if isinstance(form, Table):
        holds = holds if isinstance(holds, dict) else {}
        return {name: answered(row, holds.get(name)) for name, row in form.rows.items()}
    if isinstance(form, Numbers):
        return [typed(text) for text in holds] if isinstance(holds, list) else ...
    if isinstance(form, Number):
        return typed(holds)
    return ... if holds in (None, "", []) else holds


def typed(text: Any) -> Any:
    """What was typed into a box for a number: the number (a fraction, too), None, or the text when it is neither."""
    text = "/".join(part.strip() for part in str(text or "").replace("−", "-").split("/"))
    if not text:
        return ...
    if text.casefold() == "none":
        return None
    for read in (float, Fraction):
        try:
            return float(read(text))
        except (ValueError, ArithmeticError):
            continue
    return text
