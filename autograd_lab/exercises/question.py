"""A question in words, and the control that takes its answer.

Controls are plain JSON. Boxes hold text; an empty box, and a choice that was not made, is ``...``: not answered yet.
"""

from typing import Any

from ..tracing.recording.values import number_text
from .answer_order import Order
from .answer_values import Choice, Number, Numbers, Table, typed, typed_list
from .exercise import Exercise, Form
from .message import Block, Parts


# ----- controls -------------------------------------------------------------------------------------------------------
def control(form: Form) -> dict[str, Any]:
    """The control for an answer of this form; empty where the answer is code, which a learner writes in a cell."""
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
    """The content of the control for this answer; None when there is no answer yet."""
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
    """The answer that this content of the control means."""
    if isinstance(form, Table):
        holds = holds if isinstance(holds, dict) else {}
        return {name: answered(row, holds.get(name)) for name, row in form.rows.items()}
    if isinstance(form, Numbers):
        return _boxes(holds, form.length) if isinstance(holds, list) else ...
    if isinstance(form, Number):
        return typed(holds)
    return ... if holds in (None, "", []) else holds


def _boxes(holds: list, length: int) -> list:
    """What so many boxes say; a whole list may stand in the first one."""
    whole = typed_list(str(holds[0] or "")) if holds and not any(holds[1:]) else []
    return whole if len(whole) == length else [typed(text) for text in holds]


# ----- words ----------------------------------------------------------------------------------------------------------
_LONG = 20
"""An option of more characters is long to type."""


def question(exercise: Exercise) -> Parts:
    """The prompt, the code it talks about, and the choices."""
    parts: list[str | Block] = [f"{exercise.name}: {exercise.prompt}"]
    if exercise.setup:
        parts.append(Block(exercise.setup.strip(), "python"))
    form = exercise.form
    if hasattr(form, "lettered"):
        parts.append(Block("\n".join(form.lettered())))
    elif hasattr(form, "numbered"):
        parts.append(Block("\n".join(f"{number}. {line}" for number, line in enumerate(form.numbered(), 1))))
    elif isinstance(form, Table):
        parts.append(Block("\n".join([*(_row(form, name) for name in form.rows), *_long_choices(form)])))
    return tuple(parts)


def own_cell(exercise: Exercise) -> Parts:
    """The cell that answers the exercise with the numbers of a seed; or a word that no seed changes it."""
    if exercise.seed is None:
        return ("This one is the same for every seed.",)
    return (Block(exercise.call("predict") if exercise.is_prediction else exercise.starter(), "python"),)


def _row(table: Table, name: str) -> str:
    form, label = table.rows[name], table.label(name)
    head = name if label == name else f"{name}: {label}"
    return f"{head}   ({' / '.join(form.options)})" if isinstance(form, Choice) and not _is_long(form) else head


def _long_choices(table: Table) -> list[str]:
    """Choices that take long to type, listed once for all rows that have them."""
    rows: dict[Choice, list[str]] = {}
    for name, form in table.rows.items():
        if isinstance(form, Choice) and _is_long(form):
            rows.setdefault(form, []).append(name)
    lines = []
    for form, names in rows.items():
        lines += ["", f"For {', '.join(names)} a letter is enough, in quotes:", *form.lettered()]
    return lines


def _is_long(form: Choice) -> bool:
    return max(map(len, form.options)) > _LONG
