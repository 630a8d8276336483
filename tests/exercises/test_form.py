"""The form as the kernel sees it: messages in, state out. What the page makes of it stands in test_in_browser."""

import json
from itertools import product

import pytest
from each_case import in_one_test

from autograd_lab import exercises as ex
from autograd_lab.exercises import bank
from autograd_lab.exercises import form as form_module
from autograd_lab.exercises.answer_values import typed
from autograd_lab.exercises.exercise import Missing
from autograd_lab.exercises.learner import Record, permissions
from autograd_lab.views import theme
from autograd_lab.views.widget import asset

WITHOUT_CODE = [name for name in bank.ids() if bank.get(name).form.control()]


class Page:
    """A form, pressed as the page does it."""

    def __init__(self, subject):
        self.form = subject.widget()

    def press(self, act, **more):
        count = self.form.heard + 1
        self.form._handle_custom_msg({"act": act, "count": count, **more}, [])
        assert self.form.heard == count, "the page was not answered"
        return self.form.face

    @property
    def words(self):
        face = self.form.face
        parts = [*face["reply"], *(part for more in face["more"] for part in more)]
        return "\n".join([face["headline"], *(part.get("text") or part["code"] for part in parts)])


@pytest.fixture
def page():
    return Page


EMPTY = {
    "table": lambda form: dict.fromkeys(form.rows, ""),
    "numbers": lambda form: [""] * form.length,
}
"""What controls hold before anything is typed."""


def typed_out(holds):
    """The same as boxes hold it: numbers are texts."""
    if isinstance(holds, dict):
        return {name: typed_out(part) for name, part in holds.items()}
    if isinstance(holds, list):
        return [typed_out(part) for part in holds]
    return f"{holds:g}" if isinstance(holds, float) and holds == int(holds) else str(holds)


# ----- answers -------------------------------------------------------------------------------------------------------
@in_one_test("name", WITHOUT_CODE)
def test_every_answer_can_be_given_by_its_control(name):
    exercise = bank.get(name)
    form = exercise.form
    right = form.read(exercise.answer)
    holds = form.plain(right)
    assert json.loads(json.dumps(holds)) == holds
    assert form.same(form.read(holds), exercise.answer)
    assert form.same(form.read(typed_out(holds)), exercise.answer)
    assert isinstance(form.read(EMPTY.get(form.control()["kind"], lambda form: "")(form)), Missing)


@in_one_test(
    ("text", "value"),
    [("", ...), (" 7 ", 7.0), ("0,5", 0.5), (",5", 0.5), ("-1,25", -1.25),
     ("1,000", "1,000"), ("0,125", 0.125), ("−12", -12.0), ("1/2", 0.5), ("1 / 2", 0.5), ("None", None), ("none", None),
     ("2e3", 2000.0), ("seven", "seven"), ("1 2", "1 2"), ("1/0", "1/0"), ("7,", 7.0), ("[7]", 7.0), ("()", "()")],
)  # fmt: skip
def test_typed(text, value):
    assert typed(text) == value


def test_a_whole_list_may_be_typed_into_the_first_box():
    form = bank.get("L6.2").form
    for whole in ("1/3, 1/3, 1/3", "[1/3 1/3 1/3]", "0,5; 1/3; 1/3"):
        assert form.read([whole, "", ""])[1:] == (1 / 3, 1 / 3)
    assert isinstance(form.read(["1/3, 1/3", "", ""]), Missing)
    assert isinstance(form.read(["1 2 3", "4", ""]), Missing)


def test_a_decimal_comma_is_read_with_a_word(page):
    form = page(ex.ask("L1.1"))
    form.press("commit", answer="-12,5")
    assert "You said -12.5 (in Python, a decimal point)." in form.words
    form.press("commit", answer="-12,0")
    assert form.form.face["tone"] == "right"


def test_a_table_marks_its_wrong_rows(page):
    form = page(ex.ask("L2.1"))
    assert form.press("commit", answer={"a": "6", "b": "3", "d": "10"})["wrong"] == ["b"]
    assert form.press("commit", answer={"a": "6", "b": "15", "d": "10"})["wrong"] == []
    guess = page(ex.ask("L0.2"))
    face = guess.press("commit", answer={"A": "true", "B": "true", "C": "false", "D": "true"})
    assert face["wrong"] == (["A"] if face["tone"] == "wrong" else [])
    if face["verdict"]:
        assert (face["wrong"], face["verdict"]["wrong"]) == ([], ["A"])
    assert page(ex.ask("L0.1")).press("commit", answer=["1", "7", "3", "8", "3"])["wrong"] == [3]


def test_a_word_in_a_box_for_a_number(page):
    form = page(ex.ask("L0.P4"))
    face = form.press("commit", answer="seven")
    assert (face["tone"], face["headline"]) == ("unread", "Cannot be read")
    help_with_it = "Type one number; a fraction such as 3/7 works, a calculation doesn't."
    assert face["reply"] == [{"text": f"'seven' is not a number. {help_with_it}"}]
    assert form.press("commit", answer=" 7 ")["tone"] == "kept"


def test_a_row_left_open_is_named(page):
    form = page(ex.ask("L0.2"))
    form.press("commit", answer={"A": "true", "B": "", "C": "false", "D": ""})
    assert "B, D" in form.words
    assert form.form.face["tone"] == "open"


ODD = ("<img src=x onerror=alert(1)>", None, [], {}, 7, [[]], {"a": {}})


@in_one_test(("name", "answer"), product(("L0.P4", "L0.1", "L0.2", "L2.P1"), ODD))
def test_whatever_the_page_sends_is_answered(page, name, answer):
    assert page(ex.ask(name)).press("commit", answer=answer)["tone"] in ("open", "unread", "kept")


# ----- predictions ---------------------------------------------------------------------------------------------------
def test_a_guess_is_kept_and_told_to_steppers(page):
    form = page(ex.ask("L2.P1"))
    face = form.press("commit", answer="3")
    assert face["tone"] == "kept"
    assert (
        form.words
        == "Saved\nYou said 3. Step through the picture below: it stops just before the step that answers this."
    )
    assert face["pause"]["before"] == [{"text": "After `e.backward()`, what is `a.grad`? You said 3."}]
    assert form.form.evidence == {}, "the lesson's own stepper settles it"
    form.press("settled")
    assert form.words.startswith("Not what you predicted\nYou said 3.\n3 is the slope of c"), (
        "the stepper says the step"
    )
    assert ex.ask("L2.P1").status == "wrong"


def test_a_guess_that_no_lesson_settles_opens_its_own_stepper_before_the_step(page):
    name = next(name for name in bank.ids() if bank.get(name).is_prediction and not bank.get(name).waits)
    exercise = bank.get(name)
    form = page(ex.ask(name))
    form.press("commit", answer=exercise.form.show(exercise.form.read(exercise.answer)))
    state = form.form.evidence["state"]
    assert form.form.opened
    assert [pause["id"] for pause in state["pauses"]] == [name]
    assert state["step"] == exercise.trace.step_at(state["pauses"][0]["event"]).first
    before = form.form.evidence
    form.press("settled")
    assert form.form.evidence is before, "the picture stays while it is looked at"
    assert ex.ask(name).status == "correct"
    again = page(ex.ask(name))
    again.press("evidence")
    assert again.form.evidence["state"]["pauses"] == []
    assert again.form.evidence["state"]["step"] > state["step"]


def test_the_same_exercise_again_comes_back_with_all_of_it(page):
    form = page(ex.ask("L2.P1"))
    assert form.form.draft is None
    form.press("commit", answer="3")
    assert page(ex.ask("L2.P1")).form.draft == "3"
    assert page(ex.ask("L2.P1")).form.face == form.form.face
    form.press("settled")
    assert page(ex.ask("L2.P1")).form.face == form.form.face


def test_nothing_chosen_is_told(page):
    form = page(ex.ask("L2.P1"))
    form.press("commit", answer=None)
    assert form.words == "Not answered\nChoose or type something first."


def test_an_answer_that_was_shown_is_nothing_to_wait_for(page):
    face = page(ex.ask("L2.P1")).press("anyway")
    [before] = face["pause"]["before"]
    assert before["text"].endswith("You asked for the answer; this step decides it.")
    [pause] = ex.stepper(bank.get("L2.P1").trace, "L2.P1").pauses
    assert pause == face["pause"]


def test_hints_and_the_solution_are_there_when_the_cell_runs_again(page):
    form = page(ex.check("L2.1", (2, 15, 10)).reply)
    form.press("hint")
    form.press("hint")
    form.press("solution")
    again = page(ex.check("L2.1", (2, 15, 10)).reply)
    assert again.form.face["more"] == form.form.face["more"]
    assert len(again.form.face["more"]) == 3
    assert again.form.face["actions"]["hint"] == "Hint 3 of 3"


def test_show_me_anyway(page):
    form = page(ex.ask("L2.P1"))
    face = form.press("anyway")
    assert face["tone"] == "shown"
    assert bank.get("L2.P1").why in form.words
    assert "anyway" not in face["actions"]


def test_a_wrong_guess_that_no_picture_settles_still_leads_to_the_answer(page):
    exercise = bank.get("L4.P2")
    form = page(ex.ask("L4.P2"))
    face = form.press("commit", answer=exercise.wrong[0].answer)
    assert face["tone"] == "wrong" and set(face["actions"]) == {"anyway"}
    assert exercise.why not in repr(ex.ask("L4.P2"))
    face = form.press("anyway")
    assert (face["more"][0][0]["text"], face["actions"]) == (exercise.why, {})
    assert exercise.why in repr(ex.ask("L4.P2"))
    assert form.press("commit", answer=exercise.answer)["more"] == []


def test_show_me_anyway_after_an_answer_that_cannot_be_read(page):
    form = page(ex.ask("L0.P4"))
    form.press("commit", answer="4")
    assert form.press("commit", answer="seven")["tone"] == "unread"
    assert form.press("anyway")["tone"] == "wrong"
    assert bank.get("L0.P4").why in form.words


def test_an_exam_has_neither_hints_nor_solutions(page):
    permissions.allow(hints=False, reveal=False)
    assert page(ex.ask("L2.P1")).form.face["actions"] == {}
    assert set(page(ex.check("L2.1", (2, 15, 10)).reply).form.face["actions"]) == {"evidence"}


def test_an_exam_takes_away_what_a_form_offered_before_it(page):
    untouched, shown = page(ex.ask("L2.P1")), page(ex.ask("L0.P4"))
    shown.press("anyway")
    ex.allow(hints=False, reveal=False)
    assert untouched.form.face["actions"] == {}
    assert shown.form.face["tone"] == "open"
    assert untouched.press("anyway")["tone"] == "open"
    ex.allow()
    assert set(untouched.form.face["actions"]) == {"anyway"}


# ----- replies -------------------------------------------------------------------------------------------------------
def test_a_wrong_reply_points_and_helps(page):
    result = ex.check("L2.1", (2, 15, 10))
    form = page(result.reply)
    assert form.form.control == {}
    face = form.form.face
    step = f"Show step {result.look_at.number}"
    assert face["actions"] == {"evidence": step, "hint": "Hint 1 of 3", "solution": "Show the solution"}
    assert not form.words.startswith("Not yet\n✗")
    form.press("evidence")
    state = form.form.evidence["state"]
    assert state["until"] == result.look_at.event, "it ends just before the step that shows the answer"
    form.press("hint")
    face = form.press("hint")
    assert len(face["more"]) == 2
    assert face["actions"]["hint"] == "Hint 3 of 3"
    assert form.form.opened, "the picture stays"
    assert "hints: 2" in repr(ex.progress("L2"))
    assert "hint" not in form.press("hint")["actions"]
    assert "solution" not in form.press("solution")["actions"]
    assert bank.get("L2.1").why in form.words
    assert "revealed" in repr(ex.progress("L2"))


def test_a_right_reply(page):
    form = page(ex.check("L2.1", bank.get("L2.1").answer).reply)
    assert form.words.startswith("Right\n")
    assert set(form.form.face["actions"]) == {"evidence"}


@in_one_test("answer", [(2, 15, 10), {"a": 6}, "x", (6, 15, 10)])
def test_a_checked_answer_shows_what_was_said_to_it(answer):
    ex.check("L2.1", (1, 1, 1))
    result = ex.check("L2.1", answer)
    assert result._repr_mimebundle_()[0]["text/plain"] == result.message


def test_the_stylesheet_uses_only_colours_of_the_palette():
    words = asset("form.css", form_module.__package__)
    used = {part.partition(")")[0] for part in words.split("var(--agl-")[1:]}
    assert used <= {*theme.LIGHT, "sans", "mono"}
    assert "#" not in words, "a colour outside the palette would not follow the theme"


# ----- one form a question --------------------------------------------------------------------------------------------
def new_kernel():
    """Forget the forms, as a new kernel does; what was answered is kept."""
    while form_module._forms:
        form_module._forms.popitem()[1].close()


def test_a_question_has_one_form_in_whatever_cells_it_is_shown():
    new_kernel()
    first = ex.ask("L2.P1").widget()
    assert ex.ask("L2.P1").widget() is first
    assert ex.ask("L2.P1", seed=3).widget() is not first
    assert first.model_id == first.key == ex.ask("L2.P1").widget().model_id


def test_a_lesson_begins_with_all_its_forms():
    ex.ask("L2.1", seed=3)
    ex.check("L2.1", (1, 2, 3), seed=3)
    new_kernel()
    ex.begin("L2")
    forms = form_module._forms
    assert all(form.comm is not None for form in forms.values())
    for name in bank.ids("L2"):
        shown = ex.ask(name) if bank.get(name).is_prediction else ex.check(name, ...).reply
        assert shown.key in forms
    assert "autograd-lab-L2.1-seed-3" in forms
    with pytest.raises(LookupError, match="The lessons are"):
        ex.begin("L99")


def test_the_reply_to_code_comes_back_without_the_code():
    exercise = bank.get("L2.2")
    said = ex.check("L2.2", bank.full_answer(exercise, exercise.wrong[0].answer))
    before = said.reply.widget().face
    new_kernel()
    ex.begin("L2")
    form = form_module._forms[said.reply.key]
    assert form.face["reply"] == before["reply"]
    assert form.face["tone"] == "wrong"
    ex.start_over("L2.2")
    new_kernel()
    ex.begin("L2")
    assert form_module._forms[said.reply.key].face["tone"] == "open"


def test_the_place_of_another_stored_view_is_kept():
    form = ex.ask("L2.P1").widget()
    form._handle_custom_msg({"act": "keep", "id": "stored", "program": "program(a) < 1"}, [])
    kept = form_module._kept.pop("stored")
    assert kept.model_id == "stored"
    assert kept.value == "<code>program(a) &lt; 1</code>: Run this cell to move the inputs."
    kept.close()


def test_a_table_of_derivatives_stands_in_for_a_stored_one():
    form = ex.ask("L2.P1").widget()
    form._handle_custom_msg({"act": "keep", "id": "stored", "row": "log", "words": "lo"}, [])
    kept = form_module._kept.pop("stored")
    assert (kept.model_id, kept.key, kept.row, kept.words) == ("stored", "stored", "log", "lo")
    kept.close()


@in_one_test("reply", ["text", {"parts": []}])
def test_a_reply_that_somebody_edited_is_left_out(reply):
    record = Record()
    record.take({"reply": reply, "best": "wrong"})
    assert (record.reply, record.best) == (None, "wrong")


def test_any_question_has_a_form_but_code():
    assert ex.ask("L2.P1").is_guess and not ex.ask("L2.1").is_guess
    assert ex.ask("L2.1").commit((6, 15, 10)).status == "correct"
    with pytest.raises(LookupError, match=r'answered with code: `ex\.check\("L2\.2", Div\)`'):
        ex.ask("L2.2")


def test_a_guess_that_waits_in_a_form_opens_its_picture_again(page):
    name = next(name for name in bank.ids() if bank.get(name).is_prediction and not bank.get(name).waits)
    exercise = bank.get(name)
    page(ex.ask(name)).press("commit", answer=exercise.form.show(exercise.form.read(exercise.answer)))
    again = page(ex.ask(name))
    assert again.form.opened
    assert [pause["id"] for pause in again.form.evidence["state"]["pauses"]] == [name]
