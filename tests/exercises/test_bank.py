"""Every exercise: its solution is accepted, and each of its wrong answers gets its own feedback."""

import re

import pytest
from each_case import in_one_test
from injections import injection, written
from kernel import Kernel
from leaks import leaked, solution_in

from autograd_lab import exercises as ex
from autograd_lab.exercises import bank
from autograd_lab.exercises.answer_code import Code, defined
from autograd_lab.exercises.answer_values import Choice
from autograd_lab.exercises.judge import sentence_of

IDS = bank.ids()
MADE_OF_VALUES = [name for name in IDS if not isinstance(bank.get(name).form, Code)]
MADE_OF_CODE = [name for name in IDS if name not in MADE_OF_VALUES]

VERIFIED = {  # worked out by hand and run on PyTorch 2.13; the bank takes its answers from our own engine's traces
    "L0.P1": "4",
    "L0.P2": "None",
    "L0.P4": 7,
    "L0.P3": {"seed": 1, "difference": 10, "bias": 10, "weight": 30},
    "L0.1": [1, 7, 3, 3, 3],
    "L1.P1": "0.012",
    "L1.P3": "5",
    "L1.1": -12,
    "L1.2": {"a": 3, "b": 8},
    "L2.P1": "12",
    "L2.P2": [30, 20],
    "L2.1": {"a": 6, "b": 15, "d": 10},
    "L4.P3": "-60",
    "L4.P6": "2",
    "L4.P1": "12",
    "L4.P5": "only in B",
    "L5.P1": "(1, 0)",
    "L5.P2": "1, 0",
    "L5.1": {"first": [10, 1], "second": [20, 0]},
    "L5.4": {"r": 2, "x": [5, 0, 4], "indices": "None"},
    "L5.5": {"w": "None", "x": "0", "u": "0", "v": "None"},
    "L6.P2": "[9, 12]",
    "L6.P3": [531, 642],
    "L6.P4": "4",
    "L6.1": [6, 80, 1000],
    "L6.2": [1 / 3, 1 / 3, 1 / 3],
    "L7.P1": "[101, 10]",
    "L7.P2": "column 1",
    "L7.P3": "[11, 0, 100]",
    "L7.1": {"c": [73, 307, 730], "r": [452, 524]},
    "L11.P1": "about 4.6",
    "L11.1": [0.25, 0.5, -0.75],
    "L10.P1": "-8",
    "L10.P3": "7",
    "L10.P4": "21",
    "L10.P5": {"A": "32", "B": "22", "C": "None"},
    "L10.P2": {"A": "an error", "B": "a wrong w.grad, without an error"},
    "L10.2": {"A": "w.grad and x.grad", "B": "neither", "C": "x.grad only", "D": "x.grad only", "E": "w.grad only"},
    "L10.P6": {"A": "right", "B": "wrong, without an error", "C": "wrong, without an error", "D": "an error"},
}


REPLIES = [72, 103, 138, 127, 114, 111, 121, 156, 42, 68, 89, 125]
"""How many wrong answers have a reply, lesson by lesson: none is lost by mistake."""


def answer_of(name: str, answer: object) -> object:
    """What is handed to ``check``: for code the thing that the source defines."""
    form = bank.get(name).form
    return defined(answer, form.name) if isinstance(form, Code) else answer


@in_one_test("name", VERIFIED)
def test_the_engine_gives_the_verified_answer(name):
    assert bank.get(name).answer == VERIFIED[name]


@in_one_test("name", IDS)
def test_solution_is_accepted(name):
    result = ex.check(name, answer_of(name, bank.get(name).answer))
    assert result.status == "correct", result
    assert result
    assert result.misconception is None
    exercise = bank.get(name)
    if exercise.look is None:
        return
    quoted = exercise.step(exercise.quotes)
    step = f"step {quoted.number}: {sentence_of(exercise.trace, quoted.event)}"
    assert step.lower() in result.message.lower() or isinstance(exercise.form, Code)


def test_of_an_error_the_first_sentence_is_quoted():
    said = ex.check("L8.P1", "an error: the kept values are gone").message
    assert said.endswith("(or directly access saved tensors after they have already been freed).")


def test_a_right_answer_may_quote_another_step_than_the_one_where_the_picture_stops():
    assert ex.check("L10.P3", 7).message.endswith(
        "The tensor hook ear at MulBackward0 #1 sees 7 and leaves it as it is."
    )


@in_one_test("name", IDS)
def test_blank_is_not_answered_yet(name):
    result = ex.check(name, ...)
    assert result.status == "not answered yet"
    assert result.look_at is None
    assert not result


@in_one_test("name", IDS)
def test_shipped_cell_is_not_answered_yet(name):
    kernel = Kernel()
    kernel.run("import autograd_lab as al\nfrom autograd_lab import exercises as ex")
    assert kernel.run(injection(name).shipped).status == "not answered yet"


def test_no_reply_is_lost():
    assert [sum(len(bank.get(name).wrong) for name in bank.ids(lesson)) for lesson in bank.LESSONS] == REPLIES


@in_one_test("name", IDS)
def test_each_wrong_answer_gets_its_own_feedback(name):
    exercise = bank.get(name)
    assert exercise.wrong
    for wrong in exercise.wrong:
        result = ex.check(name, answer_of(name, written(exercise, wrong)))
        assert (result.status, result.misconception or "") == ("wrong", wrong.idea)
        assert wrong.text in result.parts, "another wrong answer's feedback"
        assert wrong.ask.endswith("?"), "the last line of a reply is a question"
        assert wrong.text.endswith((".", "?", ":", ".)")), "and what comes before it ends there"
        assert f"A smaller question: {wrong.ask}" in result.parts
        assert not [hint for hint in exercise.hints if hint in result.message]
        if isinstance(exercise.form, Code):
            assert solution_in(exercise, wrong.answer, result.message) == []
        else:
            assert leaked(exercise, bank.full_answer(exercise, wrong.answer), result) == []
        if exercise.look is None:
            assert result.look_at is None and not re.search(r"(at|with) step \d", result.message)
            continue
        assert result.look_at.words in result.message
        assert result.trace.step_at(result.look_at.event).number == result.look_at.number
        assert result.until == result.look_at.event


@pytest.mark.nightly
@in_one_test("name", IDS)
def test_no_wrong_answer_hides_another(name):
    """By day, `test_each_wrong_answer_gets_its_own_feedback` finds most of these."""
    exercise = bank.get(name)
    assert bank.collisions(exercise) == []
    texts = {wrong.text for wrong in exercise.wrong}
    assert len(texts) == len({(wrong.text, wrong.idea, wrong.ask) for wrong in exercise.wrong}), "one idea"


@in_one_test("name", [name for name in IDS if isinstance(bank.get(name).form, Choice)])
def test_every_option_of_a_choice_has_feedback(name):
    exercise = bank.get(name)
    assert {wrong.answer for wrong in exercise.wrong} | {exercise.answer} == set(exercise.form.options)


@in_one_test("name", MADE_OF_CODE)
def test_code_has_enough_mutants(name):
    assert len(bank.get(name).wrong) >= 3


@in_one_test("name", IDS)
def test_exercises_have_three_hints_and_predictions_none(name):
    exercise = bank.get(name)
    assert len(exercise.hints) == (0 if exercise.is_prediction else 3)


def test_families_are_drawn_the_same_way_every_time():
    first = bank.get("L2.1", 3)
    bank.get.cache_clear()
    assert bank.get("L2.1", 3).answer == first.answer
    assert len({str(bank.get("L2.1", seed).answer) for seed in range(10)}) > 5


def test_a_family_without_good_numbers_is_an_error():
    with pytest.raises(LookupError, match="without a collision"):
        bank.exercise("L2.test", a=(2,), b=(2,), d=(2,))(bank._builders["L2.1"])
        try:
            bank.get("L2.test", 1)
        finally:
            del bank._builders["L2.test"], bank._families["L2.test"]


def test_lessons_speak_plainly():
    """No word that makes a learner feel slow."""
    for name in IDS:
        exercise = bank.get(name)
        texts = [exercise.prompt, exercise.why, *exercise.hints]
        texts += [text for wrong in exercise.wrong for text in (wrong.text, wrong.ask)]
        for text in texts:
            words = set(text.lower().replace(".", " ").replace(",", " ").split())
            assert not words & {"just", "simply", "trivial", "trivially", "obviously", "easy", "easily"}, text
