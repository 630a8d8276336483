"""The calls of ``test_bad_input.py`` in PyTorch, too: the same class of error, and what one takes the other takes.

Where a call has two mistakes, either may be found first; other reasons why a call may differ stand in `DEPARTURES`.
"""

import warnings

import bad_calls
import pytest
from hypothesis import HealthCheck, given, settings

import autograd_lab as al

pytestmark = [pytest.mark.nightly, pytest.mark.torch]

ACCIDENTS = {"AttributeError", "AssertionError", "KeyError", "ZeroDivisionError", "UnboundLocalError"}
INNER_CLASSES = {
    "dtype", "layout", "memory_format", "Node", "RemovableHandle", "UninitializedBuffer", "UninitializedParameter",
}  # fmt: skip
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
    "a conversion to another type is no mistake": lambda ours, theirs: function_of(theirs).endswith("Tensor"),
    "a class of inner things, which PyTorch's programs only ask for": lambda ours, theirs: (
        function_of(theirs).rpartition(".")[2] in INNER_CLASSES
    ),
    "an inner check of PyTorch's, which asks to be reported": lambda ours, theirs: (
        "please report an enhancement request" in str(theirs.error)
    ),
    "PyTorch does not look at the rest where there is no element": lambda ours, theirs: (
        theirs.kind == "" and "empty" in theirs.call
    ),
    "whether a matrix is found to be singular, a matter of rounding": lambda ours, theirs: (
        "singular" in f"{ours.error}{theirs.error}"
    ),
    "a generator that is none is found out when it is asked for numbers": lambda ours, theirs: (
        ours.kind == "AttributeError" and "argument 'generator'" in str(theirs.error)
    ),
    "has_aux of func.grad is left out": lambda ours, theirs: function_of(theirs) == "func.grad",
    "to() says at once that a number is no dtype": lambda ours, theirs: (
        ours.kind == "TypeError" and function_of(theirs) == "Tensor.to"
    ),
    "PyTorch lets a leaf be written where an operation is unknown to its autograd": lambda ours, theirs: (
        theirs.kind == "" and theirs.call.startswith("Tensor.logical_")
    ),
    "to look at PyTorch's memory, as `bad_calls` does, keeps it from growing": lambda ours, theirs: (
        "storage that is not resizable" in str(theirs.error)
    ),
}
"""Why a call that differs may do so."""

seen: dict[str, list[str]] = {"same": [], "differs": []}


def function_of(outcome):
    """The name of what was called."""
    return outcome.call.partition("(")[0]


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
    assert len(bad_calls.CALLABLES) > 900 and count > 2000, told
    assert not seen["differs"], told
    assert len(seen["same"]) > 0.95 * count, told
