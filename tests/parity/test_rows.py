"""Every row of the table, by existing, against what PyTorch was recorded to do with the same calls."""

import copy
import json
import subprocess
import sys
from fnmatch import fnmatchcase
from pathlib import Path

import pytest
import row_cases
import row_records
from row_departures import DEPARTURES, EXCLUDED, NO_KERNEL, RTOL, TYPES_TAKEN, UNSETTLED
from test_live import INSTALLED

import autograd_lab as al
from autograd_lab._core.graph import Node
from autograd_lab._core.table.plan import Plan
from autograd_lab.derivatives import TABLE

SCRIPT = Path(__file__).parent.parent / "tools" / "record_rows.py"
RECORDED = row_records.read()
ROWS = [name for name in TABLE if name not in EXCLUDED]
SIZE = 6_000_000


def expected_of(name):
    """Cases and recorded answers of a row, or a failure that says how to record them."""
    cases = row_cases.cases_of(TABLE[name])
    hint = f"to record it from PyTorch: {row_records.RECORDER} {name}"
    if name not in RECORDED:
        pytest.fail(f"{name} is not recorded; {hint}", pytrace=False)
    row = RECORDED[name]
    if row["samples"] != row_cases.fingerprint(cases) or list(row["cases"]) != list(cases):
        pytest.fail(f"{name} was recorded with other samples; {hint}", pytrace=False)
    return cases, row_records.grow(row["cases"], cases)


def found_differences(op, cases, expected):
    """``(case, field, in words)`` for everything in which the row departs from PyTorch."""
    rtol = RTOL.get(op.name, (0.0,))[0]
    found = []
    for label, case in cases.items():
        refusal = " ".join(expected[label].get("output error", ()))
        if NO_KERNEL.search(refusal) or (refusal and op.name in TYPES_TAKEN):
            continue
        actual = json.loads(json.dumps(row_records.observe(al, lambda op, args: op(*args), op, case)))
        widened = max(rtol, row_cases.coarsest(case))
        found += [(label, *pair) for pair in row_records.compare(expected[label], actual, widened).items()]
    return found


def covers(entry, name, label, field):
    """Is this difference of a row one that the entry of `DEPARTURES` speaks about?"""
    return entry[0] == name and fnmatchcase(label, entry[1].replace("[", "[[]")) and fnmatchcase(field, entry[2])


@pytest.mark.parametrize("name", ROWS)
def test_same_as_torch(name):
    cases, expected = expected_of(name)
    found = found_differences(TABLE[name], cases, expected)
    told = [entry for entry in DEPARTURES if entry[0] == name]
    new = [
        f"{one[0]} | {one[1]}: {one[2]}" for one in found if not any(covers(entry, name, *one[:2]) for entry in told)
    ]
    assert not new, "\n".join([f"{name} departs from PyTorch (case | field):", *new])
    idle = [entry for entry in told if not any(covers(entry, name, *one[:2]) for one in found)]
    assert not idle, f"not needed any more in row_departures.py: {idle}"


def test_the_lists_of_exceptions_name_rows():
    assert {*EXCLUDED, *RTOL, *TYPES_TAKEN, *(entry[0] for entry in (*DEPARTURES, *UNSETTLED))} <= set(TABLE)


def test_nothing_else_is_recorded_and_data_stays_small():
    assert set(RECORDED) <= set(ROWS), f"rows that are gone; run {row_records.RECORDER}"
    assert len(row_records.version_of()) == 1
    assert sum(path.stat().st_size for path in row_records.DATA.glob("*.json")) < SIZE


# ----- a live PyTorch -------------------------------------------------------------------------------------------------
@pytest.fixture(scope="module")
def fresh(tmp_path_factory):
    """A new recording, made by another process so that this one never loads PyTorch."""
    directory = tmp_path_factory.mktemp("rows")
    subprocess.run([sys.executable, str(SCRIPT), "--into", str(directory)], check=True, timeout=3600)
    return row_records.read(directory)


@pytest.mark.nightly
@pytest.mark.torch
@pytest.mark.skipif(INSTALLED is None, reason="PyTorch is not installed: pip install torch==2.13.0")
@pytest.mark.skipif({INSTALLED} != row_records.version_of(), reason="the data was recorded from another PyTorch")
def test_recording_is_what_torch_does(fresh):
    assert set(fresh) == set(RECORDED)
    for name, row in fresh.items():
        cases, old = expected_of(name)
        now = row_records.grow(row["cases"], cases)
        pairs = {label: (old[label], now[label], row_cases.coarsest(case)) for label, case in cases.items()}
        found = [(label, *one) for label, three in pairs.items() for one in row_records.compare(*three).items()]
        assert not found, f"{name} is recorded differently; run {row_records.RECORDER} {name}: {found}"


# ----- would it notice? -----------------------------------------------------------------------------------------------
def noticed(op, name):
    """The fields in which a spoiled row differs from what was recorded for the row ``name``."""
    cases, expected = expected_of(name)
    return {field for _, field, _ in found_differences(op, cases, expected)}


SPOILED = ("mul.Tensor", "sum.dim_IntList", "cat", "max.dim", "clamp", "squeeze_.dim")


def spoil(op, **changes):
    """The row again with something changed, beside the table."""
    again = copy.copy(op)
    vars(again).update(changes)
    again.plan = Plan(again)
    again.plan.node_class, again.written = op.plan.node_class, again.general
    return again


@pytest.mark.parametrize("name", SPOILED)
def test_a_wrong_node_name_is_noticed(name):
    op = spoil(TABLE[name])
    op.plan.node_class = type("WrongBackward0", (op.plan.node_class,), {"__slots__": ()})
    assert "nodes" in noticed(op, name)


@pytest.mark.parametrize("name", ["mul.Tensor", "sum.dim_IntList", "clamp"])
def test_a_wrong_saved_value_is_noticed(name, monkeypatch):
    node_class = TABLE[name].plan.node_class
    saved = next(key for key in vars(node_class) if key.startswith("_saved_"))
    monkeypatch.setattr(node_class, saved, property(lambda node: 3))
    assert f"saved {saved.removeprefix('_saved_')}" in noticed(TABLE[name], name)


@pytest.mark.parametrize("name", SPOILED)
def test_a_value_off_by_a_thousandth_is_noticed(name):
    op = TABLE[name]

    def wrong(*args):
        result = op.forward(*args)
        return (result[0] * 1.001, *result[1:]) if isinstance(result, tuple) else result * 1.001

    assert "output 0" in noticed(spoil(op, forward=wrong), name)


@pytest.mark.parametrize("name", [name for name in SPOILED if name != "max.dim"])
@pytest.mark.parametrize("order", ["first", "second"])
def test_a_gradient_off_by_a_thousandth_is_noticed(name, order, monkeypatch):
    node_class = TABLE[name].plan.node_class
    right = node_class.backward if "backward" in vars(node_class) else Node.backward

    def wrong(node, grad, as_tensors=False):
        results = right(node, grad, as_tensors)
        return results if as_tensors != (order == "second") else tuple(x if x is None else x * 1.001 for x in results)

    monkeypatch.setattr(node_class, "backward", wrong, raising=False)
    fields = {field.partition(" ")[0] for field in noticed(TABLE[name], name)}
    assert fields & ({"first"} if order == "first" else {"lifted", "second"})


def test_a_swapped_edge_a_lost_hole_and_a_value_kept_for_a_hole_are_noticed(monkeypatch):
    name = "mul.Tensor"
    node_class = TABLE[name].plan.node_class
    right = node_class.next_functions
    monkeypatch.setattr(node_class, "next_functions", property(lambda node: right.fget(node)[::-1]), raising=False)
    assert "edges" in noticed(TABLE[name], name)
    monkeypatch.setattr(
        node_class, "next_functions", property(lambda node: tuple(e for e in right.fget(node) if e[0])), raising=False
    )
    assert "edges" in noticed(TABLE[name], name)
    monkeypatch.undo()
    always = spoil(TABLE[name])
    always.plan.saving = tuple((kind, (0, 1)) for kind in always.plan.saved_plan)
    assert {"saved self", "saved other"} <= noticed(always, name)


def test_a_row_without_a_recording_fails_and_says_how_to_record(monkeypatch):
    monkeypatch.delitem(RECORDED, "exp")
    with pytest.raises(pytest.fail.Exception, match=r"python tests/tools/record_rows\.py exp"):
        test_same_as_torch("exp")


def test_an_entry_that_is_not_needed_is_noticed(monkeypatch):
    monkeypatch.setattr(sys.modules[__name__], "DEPARTURES", (("exp", "*", "output 0", "why not"),))
    with pytest.raises(AssertionError, match="not needed any more"):
        test_same_as_torch("exp")


def test_a_stored_record_reads_back_as_it_was():
    op = TABLE["mul.Tensor"]
    cases = row_cases.cases_of(op)
    records = {label: row_records.observe(al, lambda op, args: op(*args), op, case) for label, case in cases.items()}
    stored = row_records.shrink(records, cases)
    assert row_records.grow(json.loads(json.dumps(stored)), cases) == json.loads(json.dumps(records))
    assert stored["0 float64 strided"] == {}
    assert "first self" not in stored["0 float64 only self"], "it is the same with and without the other"
    assert stored["0 float64 only self"]["saved self"] is None
