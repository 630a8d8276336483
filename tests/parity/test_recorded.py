"""autograd_lab against what PyTorch was recorded to do: every program of ``programs/``, compared line by line."""

import copy
import json

import pytest
import running
from normalise import differences, same_error

import autograd_lab

PROGRAMS = running.load()


def recorded(file: str) -> dict:
    """The records of one data file by program id."""
    data = json.loads((running.DATA / f"{file}.json").read_text(encoding="utf-8"))
    return {record["id"]: record for record in data["programs"]}


FILES = sorted({program.file for program in PROGRAMS.values()})
EXPECTED = {name: record for file in FILES for name, record in recorded(file).items()}


def test_every_program_is_recorded_and_nothing_else():
    assert list(EXPECTED) == list(PROGRAMS)


def test_data_stays_small():
    assert sum(path.stat().st_size for path in running.DATA.glob("*.json")) < 4_000_000


@pytest.mark.parametrize("name", PROGRAMS)
def test_same_as_torch(name):
    program = PROGRAMS[name]
    actual = json.loads(json.dumps(running.run(program, autograd_lab)))
    found = differences(EXPECTED[name], actual, rtol=program.rtol)
    assert not found, "\n".join([f"{name} departs from PyTorch:", program.source, *found])


def test_running_leaves_torch_as_it_was():
    import sys

    before = {name: module for name, module in sys.modules.items() if name.partition(".")[0] == "torch"}
    running.run(PROGRAMS["seeds.double_triple"], autograd_lab)
    after = {name: module for name, module in sys.modules.items() if name.partition(".")[0] == "torch"}
    assert after == before


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
        return value * 1.001 + 1e-3
    return "changed " + value


SAMPLES = (
    "seeds.double_triple",
    "golden_orders.L5_double_triple",
    "ops_arithmetic.mul",
    "ops_matmul.linear",
    "errors.second_backward",
    "errors_tensors.result_grad_warns",
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

    assert not differences(numbers("float32", 1.0), numbers("float32", 1.0000002))
    assert differences(numbers("float32", 1.0), numbers("float32", 1.00001))
    assert differences(numbers("float64", 1.0), numbers("float64", 1.0000002))
    assert differences(numbers("int64", 1), numbers("int64", 2))
    assert differences(numbers("float32", 1.0), numbers("float32", "nan"))
    assert not differences(numbers("float32", "nan"), numbers("float32", "nan"))


def test_help_may_follow_an_error_text_and_nothing_else():
    assert same_error(["RuntimeError", "no"], ["RuntimeError", "no\nTry that instead."])
    assert not same_error(["RuntimeError", "no"], ["RuntimeError", "nobody"])
    assert not same_error(["RuntimeError", "no"], ["TypeError", "no"])
    assert not same_error(["RuntimeError", "no"], ["RuntimeError", "well, no"])
