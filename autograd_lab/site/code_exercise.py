"""What takes Python: a way to where code runs, and under an exercise in code its hints, one after the other."""

from html import escape
from urllib.parse import quote

from ..exercises.exercise import Exercise

BINDER = "https://mybinder.org/v2/gh/{repository}/HEAD?urlpath={path}"


def about(notebook: str, repository: str | None) -> str:
    """What stands above a lesson. ``notebook`` is its file, ``repository`` where Binder finds it."""
    return (
        '<p class="about">On this page the pictures step and the questions answer. Code does not run here: '
        f"{_ways(notebook, repository)}.</p>"
    )


def code_exercise(exercise: Exercise, notebook: str, repository: str | None) -> str:
    """What stands under the exercise's cell."""
    return (
        f'<div class="by-hand"><p><b>{escape(exercise.id)}</b> is answered where Python runs: '
        f"{_ways(notebook, repository)}.</p>{_hints(exercise)}</div>"
    )


def _ways(notebook: str, repository: str | None) -> str:
    ways = [f'<a href="notebooks/{escape(quote(notebook))}" download>take this lesson into your own JupyterLab</a>']
    if repository:
        address = BINDER.format(repository=repository, path=quote(f"lab/tree/notebooks/{notebook}", safe=""))
        ways.insert(0, f'<a href="{escape(address)}">open it in Binder</a>')
    return ", or ".join(ways)


def _hints(exercise: Exercise) -> str:
    """Each hint inside of the one before it, so that the last one is read last."""
    made, count = "", len(exercise.hints)
    for number, hint in reversed(list(enumerate(exercise.hints, 1))):
        made = f"<details><summary>Hint {number} of {count}</summary><p>{_coded(hint)}</p>{made}</details>"
    return made


def _coded(text: str) -> str:
    """Words in which `backticks` mark code."""
    pieces = escape(text).split("`")
    if len(pieces) % 2 == 0:
        return escape(text)
    return "".join(f"<code>{piece}</code>" if place % 2 and piece else piece for place, piece in enumerate(pieces))
