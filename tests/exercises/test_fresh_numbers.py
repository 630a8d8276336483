"""The same exercise with the numbers of a seed: apart from each other, and answered as carefully as the lesson's."""

from dataclasses import replace

import pytest
from each_case import in_one_test
from leaks import leaked

import autograd_lab as al
from autograd_lab import exercises as ex
from autograd_lab.exercises import bank
from autograd_lab.exercises.answer_values import Table
from autograd_lab.exercises.bank import coincidences
from autograd_lab.exercises.judge import judge
from autograd_lab.exercises.learner import Record
from autograd_lab.exercises.lesson_02 import products_by_hand
from autograd_lab.exercises.programs import numbers_apart

IDS = bank.ids()
FAMILIES = [name for name in IDS if bank.get(name).varies]
FEW, MANY = range(12), range(200)
"""Seeds: each test tries a few; at night each exercise is answered with many."""

IDEA = "asks about an idea: the right choice is the same, whatever the numbers are"
CODE = "is answered in code, which is tried with numbers of several kinds"
COUNT = "the answer is counted in the graph, and no number of the program plays a part"
SAME_FOR_EVERY_SEED = {
    IDEA: "L0.2 L0.P2 L1.4 L1.P2 L2.3 L2.P3 L2.P4 L3.P2 L4.4 L4.P2 L4.P4 L4.P5 L5.5 L5.P1 L6.2 "
    "L6.P1 L6.P5 L7.P2 L8.1 L8.2 L8.P1 L8.P2 L8.P4 L8.P6 "
    "L9.2 L9.P2 L9.P5 L9.P3 L9.P4 L10.2 L10.P2 L10.P6 L11.1 L11.2 L11.P1 L11.P2 L11.P3",
    CODE: "L1.3 L2.2 L3.1 L3.3 L4.1 L4.2 L4.3 L5.2 L5.3 L6.3 L7.2 L7.3 L9.1 L10.1 L11.3 L11.4",
    COUNT: "L3.4 L3.2 L3.P4 L5.P2 L6.P4 L8.P5",
}


def fresh(name, seeds=FEW):
    """Every different exercise that these seeds give, with the first of its seeds."""
    found = {}
    for seed in seeds:
        made = bank.get(name, seed)
        found.setdefault(f"{made.prompt}{made.setup}", made)
    return found.values()


def test_all_that_is_asked_about_numbers_has_others_for_each_seed():
    same = " ".join(SAME_FOR_EVERY_SEED.values()).split()
    assert sorted([*FAMILIES, *same]) == sorted(IDS)
    for name in same:
        assert bank.get(name, 3) is bank.get(name, 3)
        assert bank.get(name, 3).seed is None


@pytest.mark.parametrize("seeds", [FEW, pytest.param(MANY, marks=pytest.mark.nightly)], ids=len)
@pytest.mark.parametrize("name", FAMILIES)
def test_every_seed_is_answered_as_the_lesson_is(name, seeds):
    """The answer is right, each listed mistake gets its own reply, and no reply tells the answer."""
    assert len(fresh(name, seeds)) >= 3
    for made in fresh(name, seeds):
        assert judge(made, made.answer, Record()).status == "correct", made.setup
        assert coincidences(made) == []
        for wrong in made.wrong:
            answer = bank.full_answer(made, wrong.answer)
            reply = judge(made, answer, Record())
            assert (reply.status, reply.misconception or "") == ("wrong", wrong.idea), reply
            assert wrong.text in reply.parts, (made.seed, wrong.text, reply)
            assert leaked(made, answer, reply) == [], (made.seed, reply)


def test_numbers_that_hide_a_mistake_are_not_used():
    with numbers_apart():
        assert coincidences(products_by_hand(6, 2, 3)) == ["a.grad looks like a"]
        assert "wrong answer 10 counts as right" in bank.collisions(products_by_hand(4, 1, 3))
        assert "b.grad looks like the output" in coincidences(products_by_hand(5, 1, 4))
        assert coincidences(products_by_hand()) == bank.collisions(products_by_hand()) == []


def rows_as_code(made):
    """What is asked for, as code → the answer; of a table, the rows that are called as an expression."""
    if made.asks:
        return {made.asks: (made.form, made.answer)}
    labels = made.form.labels or {} if isinstance(made.form, Table) else {}
    return {label: (made.form.rows[row], made.answer[row]) for row, label in labels.items() if label.endswith(".grad")}


def agrees(made, library):
    """Whether the program under the question, run in this library, leaves what the exercise takes for the answer."""
    variables = {"al": library}
    exec(made.setup, variables)
    found = {code: variables[code.removesuffix(".grad")].grad.tolist() for code in rows_as_code(made)}
    return all(form.same(form.read(found[code]), answer) for code, (form, answer) in rows_as_code(made).items())


WITH_MORE_IN_WORDS = {"L1.P3": "∂e/∂b is no code", "L4.P3": "the batches"}
SHOWING_A_PROGRAM = [
    name
    for name in FAMILIES
    if name not in WITH_MORE_IN_WORDS and bank.get(name, 1).setup and rows_as_code(bank.get(name, 1))
]


@in_one_test("name", SHOWING_A_PROGRAM)
def test_the_program_that_is_shown_is_the_one_that_is_judged(name):
    assert all(agrees(made, al) for made in fresh(name))


@pytest.mark.nightly
@pytest.mark.torch
@in_one_test("name", SHOWING_A_PROGRAM)
def test_pytorch_gives_the_same_answers(name):
    torch = pytest.importorskip("torch")
    assert all(agrees(bank.get(name, seed), torch) for seed in range(5))


# ----- apart from the lesson's ----------------------------------------------------------------------------------------
def test_what_was_said_to_one_seed_is_not_said_to_another():
    ex.check("L2.1", bank.get("L2.1", 3).answer, seed=3)
    ex.ask("L0.P1", seed=3).commit(bank.get("L0.P1", 3).answer).settle()
    assert ex.ask("L0.P1", seed=3).status == "correct"
    assert ex.ask("L0.P1").status == ex.ask("L0.P1", seed=4).status == "not answered yet"
    assert ex.ask("L0.P1").widget().name != ex.ask("L0.P1", seed=3).widget().name
    assert "You said" not in repr(ex.reveal("L2.1"))
    assert "You said" in repr(ex.reveal("L2.1", seed=3))
    assert "hint 1 of 3" in repr(ex.hint("L2.1"))
    assert "hint 1 of 3" in repr(ex.hint("L2.1", seed=3))


def test_a_seed_is_a_whole_number():
    with pytest.raises(TypeError, match="seed is a whole number, not 'three'"):
        ex.check("L2.1", (1, 1, 1), seed="three")


def test_a_right_answer_offers_other_numbers():
    lesson, third = bank.get("L2.1"), bank.get("L2.1", 3)
    assert '`ex.ask("L2.1", seed=1)`' in ex.check("L2.1", lesson.answer).parts[-1]
    assert bank.get("L2.1", 4).setup == third.setup
    assert '`ex.ask("L2.1", seed=5)`' in ex.check("L2.1", third.answer, seed=3).parts[-1]
    assert "other numbers" not in ex.check("L2.1", (1, 1, 1)).message
    assert "other numbers" not in ex.check("L0.2", bank.get("L0.2").answer).message
    assert "other numbers" not in repr(ex.ask("L0.P1").commit("4").settle())


@pytest.mark.parametrize("name", [name for name in FAMILIES if not bank.get(name).is_prediction])
def test_each_seed_that_is_offered_has_numbers_that_were_not_asked_for_yet(name):
    made, asked = bank.get(name), []
    while made is not None and len(asked) < 6:
        asked.append((made.prompt, *made.question()[1:]))
        seed = bank.next_seed(made)
        made = seed and bank.get(name, seed)
    assert len(set(asked)) == len(asked) == 6


def test_numbers_that_are_used_up_are_not_offered():
    assert bank.next_seed(replace(bank.get("L1.1"), seed=1000)) is None


def test_an_exercise_of_ones_own_says_that_it_has_no_other_numbers():
    ex.add("M1.1", "?", 4)
    for use in (ex.ask, ex.check, ex.hint, ex.reveal):
        with pytest.raises(LookupError, match=r"M1\.1 has the same numbers for every seed: leave `seed` out"):
            use("M1.1", seed=7)
    del bank._builders["M1.1"], bank._families["M1.1"]


def test_a_form_asks_with_the_numbers_of_the_seed():
    question = ex.ask("L2.1", seed=3)
    assert "L2.1, seed 3" in repr(question)
    assert question.key == "autograd-lab-L2.1-seed-3"
    assert question.commit(bank.get("L2.1", 3).answer).status == "correct"
    assert ex.ask("L2.1").status == "not answered yet"
    assert ex.ask("L0.2", seed=3).key == ex.ask("L0.2").key, "this one is the same for every seed"


def test_what_a_reply_names_has_the_seed():
    for _ in range(3):
        result = ex.check("L2.1", (1, 1, 1), seed=3)
        ex.check("L2.1", (2, 2, 2), seed=3)
    assert '`ex.hint("L2.1", seed=3)`' in result.message
    assert result.parts[0].startswith("✗ L2.1, seed 3: not yet.")
    assert '`ex.ask("L0.P1", seed=3).settle()`' in repr(ex.ask("L0.P1", seed=3).commit("1"))


def test_a_picture_of_ones_own_settles_the_guess_of_a_seed(capsys):
    made = bank.get("L0.P1", 3)
    ex.ask("L0.P1", seed=3).commit(made.answer)
    variables = {"al": al}
    exec(made.setup.replace("e.backward()", ""), variables)
    with al.record(names=variables) as trace:
        variables["e"].backward()
    (pause,) = ex.stepper(trace, "L0.P1", seed=3).pauses
    assert (pause["id"], pause["tone"]) == ("L0.P1, seed 3", "right")
    assert ex.stepper(trace, "L0.P1").pauses == []
    assert "L0.P1 asks about another program" in capsys.readouterr().out
    assert ex.walks(bank.get("L3.P3", 2).trace, "L3.P3", seed=2).pauses
