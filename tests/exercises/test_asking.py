"""Predictions, hints, reveal, progress, and the forms that a notebook shows."""

import sys

import ipywidgets
import pytest

from autograd_lab import exercises as ex
from autograd_lab.exercises import bank
from autograd_lab.exercises.widgets import typed

VIEW = "application/vnd.jupyter.widget-view+json"


def find(widget, kind):
    """Every widget of a kind inside another one."""
    found = [widget] if isinstance(widget, kind) else []
    for child in getattr(widget, "children", ()):
        found += find(child, kind)
    return found


def button(widget, text):
    return next(item for item in find(widget, ipywidgets.Button) if item.description == text)


# ----- predictions ---------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", bank.ids())
def test_the_answer_is_not_shown_before_a_commitment(name):
    prediction = ex.predict(name)
    assert prediction.status == "not answered yet"
    assert "Not answered yet" in repr(prediction)
    assert bank.get(name).why not in repr(prediction)
    assert bank.get(name).why not in str(prediction._repr_mimebundle_())


def test_a_commitment_is_quoted_back_with_the_reason_and_the_answer():
    text = repr(ex.predict("L2.P1", 3))
    assert "You said 3." in text
    assert "3 is the local slope of c = a * b in a." in text
    assert "The answer: 12." in text
    assert text.count("step 18: MulBackward0 #1 received 4") == 1
    assert ex.reveal("L2.P1").parts[0].startswith("L2.P1: You said 3. ")


def test_a_prediction_can_be_shown_anyway():
    prediction = ex.predict("L2.P1").show_anyway()
    assert "The answer: 12." in repr(prediction)
    assert "You said" not in repr(prediction)


def test_reveal_environment(monkeypatch):
    assert "The answer" not in repr(ex.predict("L2.P1"))
    monkeypatch.setenv("AUTOGRAD_LAB_REVEAL", "1")
    assert "The answer: 12." in repr(ex.predict("L2.P1"))
    assert "dx = du * 2 * x" in repr(ex.parsons("L1.3"))
    monkeypatch.setenv("AUTOGRAD_LAB_REVEAL", "0")
    assert "The answer" not in repr(ex.predict("L2.P1"))


@pytest.mark.parametrize("name", [name for name in bank.ids() if not hasattr(bank.get(name).form, "solution")])
def test_mime_bundle_reads_without_a_kernel(name):
    shown = ex.parsons(name) if hasattr(bank.get(name).form, "numbered") else ex.predict(name)
    data, _ = shown._repr_mimebundle_()
    assert set(data) == {VIEW, "text/plain", "text/markdown"}
    assert data["text/plain"] == repr(shown)
    again = ex.parsons(name) if hasattr(bank.get(name).form, "numbered") else ex.predict(name)
    assert again._repr_mimebundle_()[0]["text/markdown"] == data["text/markdown"]


def test_text_form_without_ipywidgets(monkeypatch):
    monkeypatch.delitem(sys.modules, "autograd_lab.exercises.widgets")
    monkeypatch.setitem(sys.modules, "ipywidgets", None)
    assert set(ex.predict("L2.P1")._repr_mimebundle_()[0]) == {"text/plain", "text/markdown"}


def test_radio_buttons_commit():
    form = ex.predict("L2.P1").widget()
    (radio,) = find(form, ipywidgets.RadioButtons)
    assert radio.value is None
    button(form, "Commit").click()
    assert "not answered yet" in find(form, ipywidgets.HTML)[-1].value
    radio.value = "3"
    button(form, "Commit").click()
    assert "You said 3." in find(form, ipywidgets.HTML)[-1].value
    assert 'role="status"' in find(form, ipywidgets.HTML)[-1].value
    assert ex.predict("L2.P1").status == "wrong"


def test_show_anyway_button():
    form = ex.predict("L2.P1").widget()
    button(form, "Show me anyway").click()
    assert "The answer: 12." in find(form, ipywidgets.HTML)[-1].value


def test_a_box_for_a_number():
    form = ex.predict("L0.P4").widget()
    (box,) = find(form, ipywidgets.Text)
    box.value = " 7 "
    button(form, "Commit").click()
    assert "correct" in find(form, ipywidgets.HTML)[-1].value


def test_a_table_of_menus():
    form = ex.predict("L0.2").widget()
    menus = find(form, ipywidgets.Dropdown)
    button(form, "Commit").click()
    assert "Still open: A, B, C, D." in find(form, ipywidgets.HTML)[-1].value
    for menu, answer in zip(menus, ("false", "true", "false", "true"), strict=True):
        menu.value = answer
    button(form, "Commit").click()
    assert "correct" in find(form, ipywidgets.HTML)[-1].value


def test_what_is_typed_shows_as_text():
    form = ex.predict("L0.P4").widget()
    find(form, ipywidgets.Text)[0].value = "<img src=x onerror=alert(1)>"
    button(form, "Commit").click()
    assert "<img" not in find(form, ipywidgets.HTML)[-1].value
    assert "&lt;img" in find(form, ipywidgets.HTML)[-1].value


@pytest.mark.parametrize(
    ("text", "one", "value"),
    [("", True, None), (" ", False, None), ("7", True, 7.0), ("−12", True, -12.0), ("[1, 5]", False, [1.0, 5.0]),
     ("1 5", False, [1.0, 5.0]), ("x", True, "x"), ("1 2", True, [1.0, 2.0]), ("3", False, [3.0])],
)  # fmt: skip
def test_typed(text, one, value):
    assert typed(text, one) == value


# ----- lines to be ordered -------------------------------------------------------------------------------------------
def move(form, line, places):
    """Select a line and move it by so many places (down is positive)."""
    (select,) = find(form, ipywidgets.Select)
    select.index = next(i for i, option in enumerate(select.options) if option.startswith(f"{line}."))
    for _ in range(abs(places)):
        button(form, "Down" if places > 0 else "Up").click()


def test_lines_move_and_can_be_left_out():
    form = ex.parsons("L1.3").widget()
    (select,) = find(form, ipywidgets.Select)
    for place, line in enumerate((5, 2, 7, 4, 1, 6)):
        position = next(i for i, option in enumerate(select.options) if option.startswith(f"{line}."))
        move(form, line, place - position)
    button(form, "Check").click()
    assert "`" not in find(form, ipywidgets.HTML)[-1].value
    assert "is among your lines" in find(form, ipywidgets.HTML)[-1].value
    move(form, 3, +1)
    button(form, "Check").click()
    assert "correct" in find(form, ipywidgets.HTML)[-1].value


def test_lines_stop_at_the_ends():
    form = ex.parsons("L1.3").widget()
    (select,) = find(form, ipywidgets.Select)
    before = select.options
    move(form, 1, -3)
    assert select.options == before


# ----- hints, third try, reveal, progress ----------------------------------------------------------------------------
def test_hints_come_one_by_one():
    texts = [repr(ex.hint("L2.1")) for _ in range(4)]
    assert [text[:16] for text in texts] == [f"L2.1, hint {number} of " for number in (1, 2, 3, 3)]
    assert "guess costs nothing" in repr(ex.hint("L2.P1"))


def test_third_try_offers_the_worked_step():
    worked = bank.get("L2.1").hints[-1]
    assert all(worked not in ex.check("L2.1", (2, 15, 10)).message for _ in range(2))
    third = ex.check("L2.1", (30, 15, 10)).message
    assert f"Worked step: {worked}" in third
    assert 'ex.reveal("L2.1")' in third


def test_unreadable_and_blank_answers_are_no_tries():
    for answer in (..., "x", ..., "x"):
        ex.check("L2.1", answer)
    assert "Worked step" not in ex.check("L2.1", (2, 15, 10)).message


@pytest.mark.parametrize("name", bank.ids())
def test_reveal_is_always_there(name):
    text = repr(ex.reveal(name))
    assert bank.get(name).why in text
    assert bank.get(name).step().sentence in text


def test_reveal_shows_the_source_of_code():
    assert "return gs + gd, gs - gd" in repr(ex.reveal("L5.2"))
    assert "```python\nclass SumDiff" in ex.reveal("L5.2")._repr_markdown_()


def test_progress():
    assert "L2.1" not in repr(ex.progress())
    ex.check("L2.1", (2, 15, 10))
    ex.check("L2.1", (6, 15, 10))
    ex.check("L2.1", (1, 1, 1), seed=4)
    ex.hint("L2.2")
    ex.reveal("L0.1")
    text = repr(ex.progress())
    assert "L2.1    correct, wrong tries: 1" in text
    assert "L2.2    not answered yet, hints: 1" in text
    assert "L0.1    not answered yet, revealed" in text
    lines = {line.split()[0]: line.split()[1:] for line in text.splitlines()}
    assert lines["L2"] == ["1", "2", str(len(bank.ids("L2")))]


def test_question_and_starter():
    assert repr(ex.question("L2.1")).startswith("L2.1: By hand")
    assert ex.starter("L2.1") == 'answer = {"a": ..., "b": ..., "d": ...}\nex.check("L2.1", answer)'


def test_both_steps_are_shown_when_they_differ():
    """The one that contradicts the answer, and the one that decides the question."""
    text = repr(ex.predict("L2.P1", 24))
    assert "Look at step 6: MulBackward0 #2" in text
    assert "In the trace, step 18: MulBackward0 #1" in text
