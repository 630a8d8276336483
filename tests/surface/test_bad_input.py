"""Whatever a public function is given, what it says is a class of PyTorch's errors, and nothing is half done.

The functions come from the package's own lists (`public_callables`), the arguments are drawn (`bad_calls`): no error of
NumPy's and no accident of ours gets out.
"""

import re
import warnings

import bad_calls
from hypothesis import given, settings

import autograd_lab as al
from autograd_lab.tracing import is_recording

TORCHS = ("RuntimeError", "TypeError", "ValueError", "IndexError", "NotImplementedError")
ON_PURPOSE = {
    "AssertionError": "what PyTorch writes as `assert`: autograd.backward and grad, hooks, datasets, layers, cuda",
    "AttributeError": "PyTorch's classes in Python ask an object that is none of theirs for an attribute",
    "KeyError": "names of modules and parameter groups",
    "ZeroDivisionError": "Python's own division by a number that is 0, before a layer or an operator of ours is asked",
    "OverflowError": "a number beyond 64 bits",
}
"""Classes that PyTorch raises, too, in some places; with an AttributeError, the attribute must be a public one."""
NUMPYS = re.compile(
    r"ufunc|operands could not|could not broadcast|out of bounds for a|'_\w+'|setting an array|NumPy boolean"
)
"""Words of NumPy's errors, and private names of ours."""
quick = settings(max_examples=300, deadline=None, derandomize=True, database=None)


def complaints(found):
    """What is wrong with the way in which a call failed."""
    error, text = found.error, str(found.error)
    if type(error).__module__.partition(".")[0] == "numpy":
        yield "it is a class of NumPy's"
    if found.kind not in TORCHS + tuple(ON_PURPOSE):
        yield f"{found.kind} is no class that PyTorch raises"
    if NUMPYS.search(text):
        yield "its words are not PyTorch's"
    cause = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if type(cause).__module__.partition(".")[0] == "numpy":
        yield "it drags an error of NumPy's behind it"
    if found.changed:
        yield "an argument has changed"


@quick
@given(bad_calls.arguments(), bad_calls.some_callables())
def test_an_error_is_one_of_torchs_and_nothing_is_half_done(drawn, chosen):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for space, name in chosen:
            if not bad_calls.can_be_made(space, drawn):
                continue
            found = bad_calls.outcome(al, space, name, drawn)
            if found.error is not None:
                wrong = list(complaints(found))
                assert not wrong, f"{found.call}: {found.error!r}: {', '.join(wrong)}"
            assert al.is_grad_enabled() and not is_recording(), found.call


def test_every_namespace_is_there():
    spaces = {space for space, _ in bad_calls.CALLABLES}
    assert {"", "Tensor", "nn", "nn.functional", "optim", "distributions", "utils.data", "operator"} <= spaces
    assert len(bad_calls.CALLABLES) > 850
