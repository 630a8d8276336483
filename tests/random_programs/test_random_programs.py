"""Random programs do the same in PyTorch and here; and it would be noticed if they did not."""

import dataclasses
import os
import subprocess
import sys
from pathlib import Path

import pytest
from crash_proof import CRASHED, outcomes
from judging import a_step_apart, settled
from known_departures import KNOWN
from log_differences import Difference, found_differences
from random_program import Program, program_of
from row_calls import row_calls
from session import record_of
from shrinking import shrunk

import autograd_lab as al
from autograd_lab.derivatives import TABLE

RUNNER = Path(__file__).parents[1] / "tools" / "run_random_programs.py"


def test_a_seed_is_always_the_same_program():
    assert [program_of(seed) for seed in range(20)] == [program_of(seed) for seed in range(20)]
    assert len({program_of(seed).statements for seed in range(20)}) == 20


def test_a_program_does_the_same_each_time():
    for seed in range(30):
        program = program_of(seed)
        assert not found_differences(record_of(al, program), record_of(al, program)), program.text


def test_programs_leave_no_mode_behind():
    for seed in range(30):
        record_of(al, program_of(seed))
        assert al.is_grad_enabled() and not al.is_inference_mode_enabled() and not al.is_anomaly_enabled()


def test_most_rows_can_be_called():
    assert len({call.row for call in row_calls()}) > len(TABLE) * 0.7


def test_a_program_that_crashes_is_passed_over():
    def work(seed):
        if seed % 3 == 1:
            os.abort()
        return seed * 2

    assert dict(outcomes(range(5), work)) == {0: 0, 1: CRASHED, 2: 4, 3: 6, 4: CRASHED}


# ----- would it notice? -----------------------------------------------------------------------------------------------
PROGRAM = Program(
    (
        "x1 = torch.tensor([1.0, 2.0], dtype=real, requires_grad=True)",
        "x2 = x1 * 3",
        "handle1 = x2.register_hook(told('h1'))",
        "x3 = x2.view(-1)",
        "x3.add_(1)",
        "x2.sum().backward()",
        "x2.sum().backward()",
    ),
    real="float32",
    watched=True,
)


def noticed(program=PROGRAM):
    """Statement and kinds of the first differences between `PROGRAM` and this one."""
    found = found_differences(record_of(al, PROGRAM), record_of(al, program))
    return (found[0].place, {one.kind for one in found}) if found else None


def test_what_is_the_same_does_not_differ():
    assert noticed() is None


@pytest.mark.parametrize(
    ("place", "statement", "kind"),
    [
        (0, "x1 = torch.tensor([1.0, 2.001], dtype=real, requires_grad=True)", "tensors.values"),
        (0, "x1 = torch.tensor([1.0, 2.0], dtype=real)", "tensors.requires_grad"),
        (1, "x2 = x1 / (1 / 3)", "tensors.grad_fn"),
        (1, "x2 = 3 * x1 * 1", "tensors.edges"),
        (2, "handle1 = x2.register_hook(told('another'))", None),
        (3, "x3 = x2.clone()", "tensors.view of"),
        (4, "x3.data.add_(1)", "tensors.version"),
        (5, "x2.sum().backward(retain_graph=True)", None),
        (5, "x2.retain_grad(); x2.sum().backward()", "tensors.grad"),
        (5, "x2.backward()", "error"),
    ],
)
def test_a_planted_difference_is_noticed(place, statement, kind):
    statements = (*PROGRAM.statements[:place], statement, *PROGRAM.statements[place + 1 :])
    at, kinds = noticed(program=dataclasses.replace(PROGRAM, statements=statements))
    assert at == place and kind in kinds if kind else at > place


def test_a_program_does_not_know_of_those_before():
    leaves = [f"{name} = torch.ones(2, requires_grad=True)" for name in ("x1", "x2")]
    lines = *leaves, "x3 = Breaks.apply(x1) * x2", "x3.sum().backward()"
    fails = Program(lines, "float32", True)
    first = record_of(al, fails)
    record_of(al, PROGRAM)  # which uses a hook: where there are some, what arrived before an error stays in .grad
    assert not found_differences(first, record_of(al, fails))
    assert found_differences(first, record_of(al, fails, as_if_hooked=True))


def test_a_difference_that_is_known_is_set_aside():
    works = Program(("x1 = torch.tensor([1.0])", "x2 = x1 * 1"), "float32", True)
    refused = """raise NotImplementedError('"dot" not implemented for \\'Bool\\'')"""
    fails = Program((works.statements[0], refused), "float32", True)
    found = found_differences(record_of(al, fails), record_of(al, works))
    assert found and settled(works, found) == ([], "no_kernel")


def test_each_rule_for_what_is_set_aside_has_its_reason():
    assert all(rule.__doc__ for rule in KNOWN)


@pytest.mark.parametrize(("got", "close"), [(-8.0, True), (-7.0, False), (-8.5, False), ("inf", False)])
def test_whole_numbers_next_to_each_other_may_come_of_rounding(got, close):
    assert a_step_apart(Difference(0, "tensors.x1.values", [-9.0, 1.5, "nan"], [got, 1.5, "nan"])) is close


# ----- PyTorch --------------------------------------------------------------------------------------------------------
@pytest.mark.torch
def test_a_program_that_differs_is_made_short():
    torch = pytest.importorskip("torch")
    told = Program((*PROGRAM.statements, "x9 = x1.cpu() if torch.__name__ == 'torch' else x1 * 1"), "float32", True)
    found = found_differences(record_of(torch, told), record_of(al, told))
    assert shrunk(torch, told, found).statements == (told.statements[0], told.statements[-1])


@pytest.mark.nightly
@pytest.mark.torch
@pytest.mark.parametrize("seeds", ["0:30", pytest.param("30:300", marks=pytest.mark.nightly)])
def test_programs_do_the_same_in_pytorch(seeds):
    pytest.importorskip("torch")
    done = subprocess.run([sys.executable, RUNNER, "--seeds", seeds], capture_output=True, text=True, timeout=3600)
    assert done.returncode == 0, done.stdout + done.stderr
