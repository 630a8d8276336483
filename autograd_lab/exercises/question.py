"""What a learner reads before answering: the prompt, the code it talks about, and the choices."""

from .answer_values import Table
from .exercise import Exercise
from .message import Block


def question(exercise: Exercise) -> tuple[str | Block, ...]:
    """The prompt, the code it talks about, and the choices."""
    parts: list[str | Block] = [f"{exercise.id}: {exercise.prompt}"]
    if exercise.setup:
        parts.append(Block(exercise.setup.strip(), "python"))
    form = exercise.form
    if hasattr(form, "lettered"):
        parts.append(Block("\n".join(form.lettered())))
    elif hasattr(form, "numbered"):
        parts.append(Block("\n".join(f"{number}. {line}" for number, line in enumerate(form.numbered(), 1))))
    elif isinstance(form, Table):
        parts.append(Block("\n".join(_row(form, name) for name in form.rows)))
    return tuple(parts)


def _row(table: Table, name: str) -> str:
    options = getattr(table.rows[name], "options", ())
    label = table.label(name)
    head = name if label == name else f"{name}: {label}"
    return f"{head}   ({' / '.join(options)})" if options else head
