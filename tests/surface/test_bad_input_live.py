"""The calls of ``test_bad_input.py`` in PyTorch, too: the same class of error, and what one takes the other takes.

Where a call has two mistakes, either may be found first; and a few calls in a thousand still differ by what
`DEPARTURES` does not name. So what is held is a number, which may only fall.
"""

import warnings

import bad_calls
import pytest
from hypothesis import HealthCheck, given, settings

import autograd_lab as al

pytestmark = pytest.mark.torch

ACCIDENTS = {"AttributeError", "AssertionError", "KeyError", "ZeroDivisionError", "UnboundLocalError"}
DEPARTURES = {
    "left out": lambda ours, theirs: ours.kind == "NotImplementedError",
    "PyTorch's Python stumbles over an attribute; here the argument is named": lambda ours, theirs: (
        theirs.kind in ACCIDENTS and ours.kind in ("TypeError", "RuntimeError", "ValueError")
    ),
    "a whole number beyond 64 bits counts as the float that it is nearest to": lambda ours, theirs: (
        theirs.kind == "OverflowError"
    ),
    "two mistakes, and the other one is found first": lambda ours, theirs: (
        ours.kind != "" and theirs.kind != "" and {ours.kind, theirs.kind} != {"AttributeError", "TypeError"}
    ),
    "PyTorch's order of former times, a number before the second tensor": lambda ours, theirs: (
        theirs.kind == "" and theirs.call.startswith(("add(", "sub(", "Tensor.add", "Tensor.sub"))
    ),
    "a conversion to another type is no mistake": lambda ours, theirs: theirs.call.partition("(")[0].endswith(
        ("Tensor", "dtype", "memory_format")
    ),
}
"""Why a call that differs may do so."""
MOST = 11
"""How many of the calls below may differ in whether they succeed."""

seen: dict[str, list[str]] = {"same": [], "differs": []}


@settings(max_examples=100, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
@given(drawn=bad_calls.arguments(), chosen=bad_calls.some_callables())
def compare(torch, drawn, chosen):
    for space, name in chosen:
        if not bad_calls.can_be_made(space, drawn) or not bad_calls.exists(torch, space, name):
            continue
        ours, theirs = (bad_calls.outcome(library, space, name, drawn) for library in (al, torch))
        if ours.kind == theirs.kind:
            seen["same"].append(ours.call)
            continue
        why = next((text for text, allowed in DEPARTURES.items() if allowed(ours, theirs)), "differs")
        seen.setdefault(why, []).append(f"{ours.call}: {ours.error!r} here, {theirs.error!r} there")


def test_the_same_class_of_error_as_in_torch():
    torch = pytest.importorskip("torch", reason="PyTorch is not installed: pip install torch==2.13.0")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        compare(torch)
    count = sum(map(len, seen.values()))
    told = "\n".join([f"{len(calls)} {why}" for why, calls in seen.items()] + seen["differs"])
    assert len(bad_calls.CALLABLES) > 1200 and count > 2000, told
    assert len(seen["differs"]) <= MOST, told
    assert len(seen["same"]) > 0.95 * count, told
