"""autograd_lab against what PyTorch was recorded to do: every program of ``programs/``, compared line by line."""

import copy
import json
import math

import pytest
import running
from comparing import differences, same_error

import autograd_lab
from autograd_lab._core import hook_registry

PROGRAMS = running.load()
EXPECTED = {record["id"]: record for record in json.loads(running.DATA.read_text(encoding="utf-8"))["programs"]}


def test_every_program_is_recorded_and_nothing_else():
    assert list(EXPECTED) == list(PROGRAMS)


@pytest.mark.parametrize("name", PROGRAMS)
def test_same_as_torch(name, monkeypatch):
    monkeypatch.setattr(hook_registry.hooks, "in_use", False)  # as if no program before it had used any
    program = PROGRAMS[name]
    actual = json.loads(json.dumps(running.run(program, autograd_lab)))
    found = differences(EXPECTED[name], actual, rtol=program.rtol)
    assert not found, "\n".join([f"{name} departs from PyTorch:", program.source, *found])


# The comparison itself: it must see every kind of change.


def leaves(value, path=()):
    """The place of every plain value in nested data."""
    if isinstance(value, dict | list):
        items = value.items() if isinstance(value, dict) else enumerate(value)
        return [place for key, item in items for place in leaves(item, (*path, key))]
    return [path]


def falsified(value):
    """Something that is not this value, but of its kind."""
    if isinstance(value, bool) or value is None:
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, float):
        return value * 1.001 + math.copysign(1e-3, value)  # away from 0: -1 would become -1
    return "changed " + value


SAMPLES = (
    "seeds.double_triple",
    "golden_orders.L5_double_triple",
    "numbers.calls",
    "seeds.add_has_no_variable",
    "modes.float_of_tracked_warns",
)


@pytest.mark.parametrize("name", SAMPLES)
def test_comparison_sees_every_falsified_value(name):
    truth = EXPECTED[name]
    assert differences(truth, truth) == []
    for path in leaves(truth):
        wrong = copy.deepcopy(truth)
        holder = wrong
        for key in path[:-1]:
            holder = holder[key]
        holder[path[-1]] = falsified(holder[path[-1]])
        assert differences(wrong, truth), f"{name}: nobody noticed the change at {path}"


def test_comparison_sees_a_missing_node_and_a_swapped_order():
    truth = EXPECTED["golden_orders.L0_seed"]
    for change in (list.pop, list.reverse):
        wrong = copy.deepcopy(truth)
        change(wrong["records"][0][1])
        assert differences(wrong, truth)


def test_numbers_are_compared_within_the_tolerance_of_their_dtype():
    def numbers(dtype, value):
        return {"dtype": dtype, "shape": [1], "values": [value]}

    assert not differences(numbers("float32", 1.0), numbers("float32", 1.00001))
    assert differences(numbers("float32", 1.0), numbers("float32", 1.00002))
    assert not differences(numbers("float32", -0.0), numbers("float32", 1e-5))
    assert not differences(numbers("float64", 1.0), numbers("float64", 1.0000001))
    assert differences(numbers("float64", 1.0), numbers("float64", 1.0000003))
    assert differences(numbers("int64", 1), numbers("int64", 2))
    assert differences(numbers("float32", 1.0), numbers("float32", "nan"))
    assert differences(numbers("float32", 1e38), numbers("float32", "inf"))
    assert not differences(numbers("float32", "nan"), numbers("float32", "nan"))


ALIKE = (
    ("tensor([ 7.3891, 54.5981])", "tensor([ 7.3891, 54.5982])"),  # two float32 neighbours, rounded apart
    ("0.30000001192092896", "0.3"),
    ("loss: 2.5000000e-03.", "loss: 2.5000001e-03."),
)
UNLIKE = (
    ("tensor([ 7.3891, 54.5981])", "tensor([ 7.3891, 54.5983])"),
    ("tensor([ 7.3891, 54.5981])", "tensor([ 7.3891, -54.5981])"),
    ("tensor([0., 1.])", "tensor([-0., 1.])"),
    ("tensor(1.)", "tensor(1.0000)"),
    ("tensor(1.5000)", "tensor(1.50000)"),
    ("tensor([1.2346e-05])", "tensor([1.2348e-05])"),
    ("0.30000001192092896", "0.30002"),
    ("lr: 0.0001", "lr: 0.0002"),
    ("eps: 1e-08", "eps: 1e-07"),
    ("tensor(nan)", "tensor(inf)"),
    ("at version 1", "at version 2"),
    ("torch 2.13.0", "torch 2.13.1"),
    ("1.5 2.", "1.52 ."),
)


@pytest.mark.parametrize(("expected", "actual"), ALIKE)
def test_numbers_in_a_text_may_differ_where_processors_do(expected, actual):
    assert not differences(expected, actual)
    assert not differences({"error": ["ValueError", expected]}, {"error": ["ValueError", f"{actual}\nHelp."]})


@pytest.mark.parametrize(("expected", "actual"), UNLIKE)
def test_nothing_else_in_a_text_may(expected, actual):
    assert differences(expected, actual)
    assert differences({"error": ["ValueError", expected]}, {"error": ["ValueError", actual]})


def test_help_may_follow_an_error_text_and_nothing_else():
    assert same_error(["RuntimeError", "no"], ["RuntimeError", "no\nTry that instead."])
    assert not same_error(["RuntimeError", "no"], ["RuntimeError", "nobody"])
    assert not same_error(["RuntimeError", "no"], ["TypeError", "no"])
    assert not same_error(["RuntimeError", "no"], ["RuntimeError", "well, no"])
