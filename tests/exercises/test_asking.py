"""Predictions, hints, reveal, progress: in words, as a reader without a form sees them."""

import re
import sys

import pytest
from each_case import in_one_test

from autograd_lab import exercises as ex
from autograd_lab import views
from autograd_lab.exercises import bank
from autograd_lab.exercises.judge import sentence_of

VIEW = "application/vnd.jupyter.widget-view+json"
WITHOUT_CODE = [name for name in bank.ids() if not hasattr(bank.get(name).form, "solution")]
DECIDED_BY_A_STEP = [name for name in WITHOUT_CODE if bank.get(name).look]


# ----- predictions ---------------------------------------------------------------------------------------------------
@in_one_test("name", WITHOUT_CODE)
def test_the_answer_is_not_shown_before_a_commitment(name):
    question = ex.ask(name)
    assert question.status == "not answered yet"
    assert "Not answered yet" in repr(question)
    assert bank.get(name).why not in repr(question)
    assert bank.get(name).why not in str(question._repr_mimebundle_())
    assert bank.get(name).why not in str(question.widget().get_state())


@in_one_test("name", [name for name in bank.ids() if bank.get(name).is_prediction and bank.get(name).look])
def test_a_guess_is_kept_and_gets_no_verdict_before_the_picture(name):
    exercise = bank.get(name)
    for answer in (exercise.answer, *(bank.full_answer(exercise, wrong.answer) for wrong in exercise.wrong)):
        guess = ex.ask(name).commit(answer)
        assert guess.status == "kept"
        assert "Saved: you said" in repr(guess)
        assert exercise.why not in repr(guess) + str(guess._repr_mimebundle_()[0]["text/markdown"])
        assert not any(wrong.text and wrong.text in repr(guess) for wrong in exercise.wrong)


@in_one_test("name", [name for name in bank.ids() if bank.get(name).is_prediction and not bank.get(name).look])
def test_a_guess_that_no_step_decides_gets_its_verdict_at_once(name):
    exercise = bank.get(name)
    right = ex.ask(name).commit(exercise.answer)
    assert right.status == "correct" and exercise.why in right.face().reply, "the form gives the reason, too"
    for wrong in exercise.wrong:
        guess = ex.ask(name).commit(bank.full_answer(exercise, wrong.answer))
        assert guess.status == "wrong" and wrong.text in repr(guess) and "Look at step" not in repr(guess)
        assert guess.evidence() is None


@in_one_test("name", [name for name in bank.ids() if bank.get(name).is_prediction])
def test_a_trace_is_to_be_stepped_only_where_the_lesson_shows_one(name):
    question = ex.ask(name)
    assert question.face().reply == (question.ask,)
    assert ("step through the trace" in question.ask) == bank.get(name).waits


def test_the_verdict_in_words():
    ex.ask("L2.P1").commit(3)
    verdict = ex.ask("L2.P1").settle()
    assert verdict.status == "wrong"
    assert "You said 3." in repr(verdict)
    assert "4 × 3 = 12" in repr(verdict), "the arithmetic of the deciding step"
    assert "3 is the slope of c = a * b with respect to a." in repr(verdict)
    assert bank.get("L2.P1").why in repr(verdict)
    assert repr(verdict) in repr(ex.ask("L2.P1"))


def test_a_guess_can_be_replaced_and_a_wrong_one_does_not_erase_a_right_one():
    ex.ask("L2.P1").commit(12).settle()
    again = ex.ask("L2.P1").commit(3)
    assert again.status == "kept"
    assert "12" not in repr(again).partition("Saved")[2]
    again.settle()
    assert again.status == "wrong"
    assert "L2.P1     correct" in repr(ex.progress("L2"))


def test_a_second_try_needs_no_second_form():
    question = ex.ask("L2.P1")
    question.commit("what?")
    assert question.status == "cannot read"
    assert "not among the choices" in repr(question)
    question.commit(...)
    assert question.status == "not answered yet"
    assert question.commit("C").status == "kept"
    assert question.settle().status == "correct"


def test_a_prediction_without_a_trace_is_settled_at_once():
    from autograd_lab.exercises.answer_values import Number
    from autograd_lab.exercises.exercise import Exercise
    from autograd_lab.exercises.form_model import Question
    from autograd_lab.exercises.learner import Record

    exercise = Exercise("What is 2 + 2?", Number(), 4, (), None, None, "Two and two make four.", id="X.P1")
    question = Question(exercise, Record()).commit(5)
    assert question.status == "wrong"
    assert question.widget().face["tone"] == "wrong"
    assert question.commit(4).status == "correct"
    assert question.evidence() is None


@in_one_test("name", WITHOUT_CODE)
def test_mime_bundle_reads_without_a_kernel(name):
    question = ex.ask(name)
    data, _ = question._repr_mimebundle_()
    assert set(data) == {VIEW, "text/plain", "text/markdown"}
    assert data["text/plain"] == repr(question)
    assert data["text/markdown"].endswith("Run this cell to answer.")
    assert ex.ask(name)._repr_mimebundle_()[0]["text/markdown"] == data["text/markdown"]


def test_readers_without_a_kernel_see_the_guess_and_the_verdict():
    assert "you said 3" in ex.ask("L2.P1").commit(3)._repr_markdown_()
    ex.ask("L2.P1").settle()
    text = ex.ask("L2.P1")._repr_markdown_()
    assert "Run this cell" not in text
    assert "3 is the slope of c" in text


def test_text_form_without_widgets(monkeypatch):
    for name in ("ipywidgets", "anywidget", "traitlets"):
        monkeypatch.setitem(sys.modules, name, None)
    for name in ("exercises.form", "exercises.form", "views.widget"):
        monkeypatch.delitem(sys.modules, f"autograd_lab.{name}", raising=False)
    assert set(ex.ask("L2.P1")._repr_mimebundle_()[0]) == {"text/plain", "text/markdown"}
    assert set(ex.check("L2.1", (2, 15, 10))._repr_mimebundle_()[0]) == {"text/plain", "text/markdown"}


# ----- steppers that stop --------------------------------------------------------------------------------------------
def test_the_stepper_stops_at_a_guess_and_settles_it():
    trace = bank.get("L2.P1").trace
    ex.ask("L2.P1").commit(3)
    [pause] = ex.stepper(trace, "L2.P1").pauses
    assert pause["event"] == bank.get("L2.P1").step().event
    assert pause["before"] == [{"text": "After `e.backward()`, what is `a.grad`? You said 3."}]
    assert pause["tone"] == "wrong"
    assert bank.get("L2.P1").why in str(pause["after"])


def test_the_stepper_asks_where_nothing_was_said():
    view = ex.stepper(bank.get("L2.P1").trace, "L2.P1")
    [pause] = view.pauses
    assert (pause["before"], pause["after"]) == ([], [])
    assert "You haven't answered L2.P1 yet." in view.text()


def test_another_program_is_not_stopped_and_a_line_says_so(capsys):
    view = ex.stepper(bank.get("L4.P1").trace, "L2.P1")
    assert view.pauses == []
    assert "L2.P1 asks about another program" in capsys.readouterr().out
    assert isinstance(view, views.Stepper)


@pytest.mark.parametrize("first", ["the answer", "the picture"])
def test_a_form_opens_the_picture_of_its_question_where_the_lesson_shows_another_program(first):
    form = ex.ask("L2.P1").widget()
    acts = [
        lambda: form._pressed(form, {"act": "commit", "answer": "8", "count": 1}, []),
        lambda: ex.stepper(bank.get("L4.P1").trace, "L2.P1"),
    ]
    for act in acts if first == "the answer" else acts[::-1]:
        act()
    assert form.opened
    assert "Step through the picture below" in str(form.face["reply"])
    assert [pause["id"] for pause in form.evidence["state"]["pauses"]] == ["L2.P1"]
    ex.stepper(bank.get("L2.P1").trace, "L2.P1")
    assert not form.opened, "the lesson's picture stops for it again"


# ----- hints, third try, reveal, progress ----------------------------------------------------------------------------
def test_hints_come_one_by_one():
    texts = [repr(ex.hint("L2.1")) for _ in range(4)]
    assert [text[:16] for text in texts] == [f"L2.1, hint {number} of " for number in (1, 2, 3, 3)]
    assert "no hints" in repr(ex.hint("L2.P1"))


def test_unreadable_and_blank_answers_are_no_tries():
    for answer in (..., "x", ..., "x"):
        ex.check("L2.1", answer)
    assert "ex.hint" not in ex.check("L2.1", (2, 15, 10)).message


@in_one_test("name", bank.ids())
def test_reveal_is_always_there(name):
    text, exercise = repr(ex.reveal(name)), bank.get(name)
    assert exercise.why in text
    if name in DECIDED_BY_A_STEP:
        assert sentence_of(exercise.trace, exercise.step(exercise.quotes).event) in text


def test_progress():
    assert "L2.1" not in repr(ex.progress())
    ex.check("L2.1", (2, 15, 10))
    ex.check("L2.1", bank.get("L2.1").answer)
    ex.check("L2.1", (1, 1, 1), seed=4)
    ex.hint("L2.2")
    ex.reveal("L0.1")
    assert "L2.1      correct, wrong tries: 1" in repr(ex.progress("L2"))
    assert "L2.2      not answered yet, hints: 1" in repr(ex.progress("L2"))
    assert [line.split()[0] for line in repr(ex.progress("L2")).splitlines()] == list(bank.ids("L2"))
    assert "L0.1      not answered yet, revealed" in repr(ex.progress("L0"))
    assert lesson_line("L2") == ["1", "0", str(len(bank.ids("L2")) - 1)]
    with pytest.raises(LookupError, match="There is no exercise 'L99'"):
        ex.progress("L99")


# ----- orders and suggestions ----------------------------------------------------------------------------------------
def test_what_is_forgotten_is_told_in_the_order_of_the_lessons():
    for name in ("L4.P1", "L2.1", "L4.3", "L0.P1", "L4.P2"):
        ex.reveal(name)
    assert repr(ex.start_over()) == "Forgotten: L0.P1, L2.1, L4.P1, L4.P2, L4.3."


@in_one_test(
    ("name", "words"),
    [
        ("L2.9", "L2 has L2.P1, L2.P2, "),
        ("L2", "L2 has L2.P1, L2.P2, "),
        ("l2.1", "Did you mean L2.1?"),
        ("L2.p1", "Did you mean L2.P1?"),
        ("L2P1", "Did you mean L2.P1?"),
        ("L19.9", f"The lessons are {', '.join(bank.LESSONS)}."),
        ("", f"The lessons are {', '.join(bank.LESSONS)}."),
        (None, f"The lessons are {', '.join(bank.LESSONS)}."),
    ],
)
def test_a_name_that_there_is_not_is_put_right(name, words):
    with pytest.raises(LookupError, match=re.escape(words)):
        ex.check(name, 3)


def test_what_was_only_shown_was_not_tried():
    ex.reveal("L2.1")
    ex.hint("L2.2")
    assert lesson_line("L2")[:2] == ["0", "0"]
    assert "L2.1      not answered yet, revealed" in repr(ex.progress("L2"))
    ex.check("L2.3", ("exp", 1))
    assert lesson_line("L2")[:2] == ["0", "1"]


def lesson_line(lesson):
    """How many are right, wrong, left."""
    lines = [line.split() for line in repr(ex.progress()).splitlines() if line.strip()]
    return next(words[2:5] for words in lines if words[0] == lesson.replace("L", "0"))


def test_a_prediction_can_be_shown_anyway():
    shown = ex.ask("L2.P1").show_anyway()
    assert bank.get("L2.P1").why in repr(shown)
    assert "You said" not in repr(shown)
    assert bank.get("L2.P1").why in repr(ex.ask("L2.P1")), "also when the cell runs again"
    assert "You said 3." in repr(ex.ask("L2.P1").commit(3).settle())


def test_the_same_guess_said_again_keeps_its_verdict():
    assert ex.ask("L0.P1").commit("4").settle().status == "correct"
    assert ex.ask("L0.P1").commit("4").face().tone == "right"
    assert ex.ask("L0.P1").commit("1").face().tone == "kept"
