"""The forms in a notebook, from ipywidgets: native controls that a keyboard and a screen reader know.

No ``Output``, no ``interact``: the reply is the value of one ``HTML`` widget, with everything escaped. All rules stand
in the plain objects (`Prediction`, `Parsons`); a form only collects and shows.
"""

from collections.abc import Callable
from typing import Any

import ipywidgets

from .answer_values import Choice, Number, Table
from .message import as_html
from .question import question

_WIDE = {"width": "auto", "max_width": "46em"}
_OPEN = "choose …"
_ASIDE = "──── not used ────"
_STYLE = """<style>
.agl-form.jupyter-widgets-disconnected::before, .agl-form .jupyter-widgets-disconnected::before { display: none; }
.agl-form.jupyter-widgets-disconnected::after { content: "Run this cell to answer."; font-style: italic; }
</style>"""
"""A stored form has no kernel behind it: say so once, in words, where ipywidgets puts a broken link on every part."""


def prediction_form(prediction: Any) -> ipywidgets.Widget:
    """Question, controls, "Commit", "Show me anyway", reply."""
    form = prediction.exercise.form
    controls, read = _controls(form)
    shown = question(prediction.exercise)
    head = ipywidgets.HTML(_STYLE + as_html(shown if not isinstance(form, Choice | Table) else shown[:-1]))
    reply = _reply(prediction.reply())
    commit = _button("Commit", "Commit to this answer and see the reason")
    anyway = _button("Show me anyway", "Show the answer without committing")

    def on_commit(_: Any) -> None:
        reply.value = _status(prediction.commit(read()).reply())

    def on_anyway(_: Any) -> None:
        reply.value = _status(prediction.show_anyway().reply())

    commit.on_click(on_commit)
    anyway.on_click(on_anyway)
    return _form([head, *controls, ipywidgets.HBox([commit, anyway]), reply])


def parsons_form(parsons: Any) -> ipywidgets.Widget:
    """A list whose selected line moves up and down; what stands below the mark is not used."""
    lines = parsons.exercise.form.numbered()
    select = ipywidgets.Select(
        options=[*(f"{number}. {line}" for number, line in enumerate(lines, 1)), _ASIDE],
        rows=len(lines) + 1,
        description="Lines",
        layout=_WIDE,
    )
    up, down = _button("Up", "Move the selected line up"), _button("Down", "Move the selected line down")
    check = _button("Check", "Check this order")
    reply = _reply(parsons.reply())

    def move(step: int) -> None:
        options, place = list(select.options), select.index or 0
        target = place + step
        if 0 <= target < len(options):
            options[place], options[target] = options[target], options[place]
            select.options = tuple(options)
            select.index = target

    def on_check(_: Any) -> None:
        used = list(select.options)[: list(select.options).index(_ASIDE)]
        reply.value = _status(parsons.commit([int(line.partition(".")[0]) for line in used]).reply())

    up.on_click(lambda _: move(-1))
    down.on_click(lambda _: move(1))
    check.on_click(on_check)
    head = ipywidgets.HTML(_STYLE + as_html(question(parsons.exercise)[:-1]))
    return _form([head, select, ipywidgets.HBox([up, down, check]), reply])


def _form(parts: list[ipywidgets.Widget]) -> ipywidgets.Widget:
    box = ipywidgets.VBox(parts)
    box.add_class("agl-form")
    return box


# ----- controls ------------------------------------------------------------------------------------------------------
def _controls(form: Any) -> tuple[list[ipywidgets.Widget], Callable[[], Any]]:
    """The controls for a form, and how to read them."""
    if isinstance(form, Table):
        made = {name: _control(row, name) for name, row in form.rows.items()}
        shown = [part for name, (control, _) in made.items() for part in (*_explained(form, name), control)]
        return shown, lambda: {name: read() for name, (_, read) in made.items()}
    control, read = _control(form, "")
    return [control], read


def _control(form: Any, label: str) -> tuple[ipywidgets.Widget, Callable[[], Any]]:
    style = {"description_width": "initial"}
    if isinstance(form, Choice) and not label:
        radio = ipywidgets.RadioButtons(options=form.options, value=None, layout=_WIDE)
        return radio, lambda: radio.value
    if isinstance(form, Choice):
        options = [(_OPEN, ""), *((option, option) for option in form.options)]
        menu = ipywidgets.Dropdown(options=options, value="", description=label, style=style, layout=_WIDE)
        return menu, lambda: menu.value or None
    box = ipywidgets.Text(placeholder="your answer", description=label or "Answer", style=style, layout=_WIDE)
    return box, lambda: typed(box.value, isinstance(form, Number))


def _explained(table: Table, name: str) -> list[ipywidgets.Widget]:
    """What a row asks, above its control, where its name does not say it."""
    label = table.label(name)
    return [] if label == name else [ipywidgets.HTML(as_html((f"{name}: {label}",)))]


def typed(text: str, one: bool) -> Any:
    """What was typed into a box: a number, or several with commas or blanks between them; None when empty."""
    words = text.strip().strip("[]()").replace(",", " ").split()
    if not words:
        return None
    try:
        numbers = [float(word.replace("−", "-")) for word in words]
    except ValueError:
        return text
    return numbers[0] if one and len(numbers) == 1 else numbers


def _button(text: str, tooltip: str) -> ipywidgets.Button:
    return ipywidgets.Button(description=text, tooltip=tooltip)


def _reply(parts: tuple) -> ipywidgets.HTML:
    return ipywidgets.HTML(_status(parts))


def _status(parts: tuple) -> str:
    """The reply, announced by a screen reader when it changes."""
    return f'<div role="status" aria-live="polite">{as_html(parts)}</div>'
