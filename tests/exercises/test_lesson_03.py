"""What only lesson 03 has to hold; what all lessons do is in ``test_answers.py``."""

import re
import sys

import pytest
from answers_03 import RIGHT
from each_case import in_one_test
from given_answers import Given
from lessons import FILES, code_cells, read

import autograd_lab as al
from autograd_lab import exercises as ex
from autograd_lab.exercises import bank, own_walk
from autograd_lab.exercises.contrast import sends
from autograd_lab.exercises.lesson_03 import work_of_each_path


def test_another_right_order_is_praised_as_such(hand_in):
    (first_in,) = [given for given in RIGHT if "ready.pop(0)" in str(given.answer)]
    (newest,) = [given for given in RIGHT if "_sequence_nr" in str(given.answer)]
    assert "a different order from the engine's" in hand_in(first_in).message
    assert "another order" not in hand_in(newest).message


def test_a_reply_shows_the_graph_and_the_node_that_go_wrong(hand_in):
    result = hand_in(Given("L3.3", own_walk.VISIT_ONCE))
    node = result.trace.events[result.look_at.event].node
    assert result.trace.name(node) == "c"
    assert "y = e + f" in result.message


def test_what_is_no_dict_and_what_raises_shows_no_step(hand_in):
    """No idea is guessed behind them, except where None is taken for a node."""
    no_dict = hand_in(Given("L3.3", own_walk.changed("return slot", "return slot[root]")))
    raises = hand_in(Given("L3.3", own_walk.changed("owed[target] -= 1", "owed[None.next] -= 1")))
    at_a_hole = hand_in(Given("L3.3", own_walk.changed("if target is not None:", "if target is not None or 1 / 0:")))
    for result in (no_dict, raises, at_a_hole):
        assert (result.status, result.misconception, result.look_at) == ("wrong", None, None), result.message


def test_a_learners_profiler_goes_on(hand_in):
    before = sys.getprofile()
    assert hand_in(Given("L3.3", own_walk.SOLUTION))
    assert sys.getprofile() is before


def test_real_nodes_send_what_the_engine_sends():
    a = al.tensor(5.0, requires_grad=True)
    c = a * 3
    y = c - 1
    assert sends(y.grad_fn, 10.0) == [(c.grad_fn, 10.0)]
    ((leaf, message),) = sends(c.grad_fn, 10.0)
    assert (leaf.variable, message) == (a, 30.0)
    assert sends(leaf, 30.0) == []
    assert a.grad is None


# ----- the walks of the lesson settle its predictions ----------------------------------------------------------------
@in_one_test("name", ["L3.P1", "L3.P2", "L3.P3"])
def test_a_walk_settles_its_prediction(name):
    exercise = bank.get(name)
    ex.ask(name).commit(exercise.answer)
    view = ex.walks(exercise.trace, name)
    (pause,) = view.pauses
    way = next(way for way in view.data["ways"] if way["name"] == exercise.walk)
    assert pause["event"] == way["first"] + len(way["steps"]) - 1
    assert pause["tone"] == "right"
    assert pause["after"] == [{"text": exercise.why}]


def test_a_walk_stops_before_the_run_that_contradicts_a_guess():
    stops = {"L3.P1": {"1": 2, "4": 5}, "L3.P2": {"exactly these": 3}, "L3.P3": {"4": 5, "6": 7, "9": 10}}
    for name, runs in stops.items():
        exercise = bank.get(name)
        for guess, run in runs.items():
            ex.ask(name).commit(guess)
            view = ex.walks(exercise.trace, name)
            way = next(way for way in view.data["ways"] if way["name"] == exercise.walk)
            assert view.pauses[0]["event"] == way["first"] + run - 1, (name, guess)


def test_what_a_walk_finds_is_the_answer_of_the_prediction():
    found = {name: ex.walks(bank.get(name).trace).text() for name in ("L3.P1", "L3.P2", "L3.P3")}
    assert re.search(rf"recursion .* a: {bank.get('L3.P1').answer} +✗", found["L3.P1"])
    assert re.search(r"visit once .* a: 4, b: 3 +✗", found["L3.P2"])
    assert re.search(rf"each path alone +y .* {bank.get('L3.P3').answer} +14 .*✓", found["L3.P3"])


def test_a_prediction_about_no_walk_is_refused():
    with pytest.raises(LookupError, match=r"L0\.P1 asks about no walk"):
        ex.walks(bank.get("L0.P1").trace, "L0.P1")


def test_another_program_stops_nothing(capsys):
    assert ex.walks(bank.get("L3.P2").trace, "L3.P1").pauses == []
    assert "L3.P1 asks about another program" in capsys.readouterr().out


# ----- the lesson ----------------------------------------------------------------------------------------------------
def lesson():
    return read(next(file for file in FILES if file.name.startswith("03")))


def test_no_cell_of_the_lesson_runs_the_program_of_its_exercise():
    code = "\n".join(cell.source for cell in code_cells(lesson()))
    assert not [line for line in ("q = p + x", "d = c + a", "e = c * d\ny = e + c") if line in code]


def test_the_verdicts_tell_the_numbers_of_ten_doublings():
    assert work_of_each_path(10).answer == "2047" and "need 2,047 runs" in bank.get("L3.P3").why
    ladder = own_walk.PROGRAMS[-1]
    assert ladder.about == "a chain of ten doublings" and ladder.trace.grads() and len(ladder.trace.nodes) == 11
    assert 2**10 == 1024 and "1,024 paths, but only 11 nodes" in bank.get("L3.3").why
