"""What a learner reads before answering: the prompt, the code it talks about, and the choices."""

from .answer_values import Choice, Table
from .exercise import Exercise
from .message import Block

_LONG = 20
"""An option of more characters is long to type."""


def question(exercise: Exercise) -> tuple[str | Block, ...]:
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


def own_cell(exercise: Exercise) -> tuple[str | Block, ...]:
    """The cell in which it is answered with the numbers of a seed; or that there are none."""
    if exercise.seed is None:
        return ("This one is the same for every seed.",)
    return (Block(exercise.call("predict") if exercise.is_prediction else exercise.starter(), "python"),)


def _row(table: Table, name: str) -> str:
    form, label = table.rows[name], table.label(name)
    head = name if label == name else f"{name}: {label}"
    return f"{head}   ({' / '.join(form.options)})" if isinstance(form, Choice) and not _is_long(form) else head


def _long_choices(table: Table) -> list[str]:
    """Choices that are long to type, listed once for all rows that have them."""
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
