"""PyTorch's warnings are told of the same line, and filtered by the same filters, as without a recording."""

import contextlib
import importlib
import traceback
import warnings
from importlib.util import find_spec

import pytest
from custom_functions import custom

import autograd_lab as al

NEEDED = pytest.mark.skipif(find_spec("torch") is None, reason="PyTorch is not installed: pip install torch==2.13.0")
pytestmark = [pytest.mark.torch, NEEDED]


@pytest.fixture(scope="module")
def torch():
    return importlib.import_module("torch")


def copied(torch):
    return torch.tensor(torch.ones(1) * 2)


def in_no_grad(torch):
    with torch.no_grad():
        return copied(torch)


WARNING = {
    "gradient of no leaf": lambda torch: (torch.ones(1, requires_grad=True) * 2).grad,
    "copied": copied,
    "broadcast in a loss": lambda torch: torch.nn.functional.mse_loss(torch.ones(2), torch.ones(1)),
    "broadcast in a module": lambda torch: torch.nn.MSELoss()(torch.ones(2), torch.ones(1)),
    "softmax without dim": lambda torch: torch.nn.functional.softmax(torch.ones(2)),
    "softmax module without dim": lambda torch: torch.nn.Softmax()(torch.ones(2)),
    "resized": lambda torch: torch.add(torch.ones(2), torch.ones(2), out=torch.ones(5)),
    "in no_grad": in_no_grad,
}


def told(torch, program, recorded, *filters):
    """(class, text, file, line) of each warning that gets through; or the class of the exception."""
    with warnings.catch_warnings(record=True) as found, al.record() if recorded else contextlib.nullcontext():
        warnings.resetwarnings()
        for one in filters:
            warnings.filterwarnings(**one)
        for _ in range(2):
            try:
                program(torch)
            except UserWarning as error:
                found.append(warnings.WarningMessage(error, type(error), "raised", 0))
    return [(item.category, str(item.message), item.filename, item.lineno) for item in found]


def _without_own_line(torch, found):
    """PyTorch's own module calls its forward on another line where there are hooks, and a recording has some."""
    *others, file, line = found
    return *others, file, None if file == torch.nn.modules.module.__file__ else line


@pytest.mark.parametrize("program", WARNING.values(), ids=WARNING)
@pytest.mark.parametrize("action", ["always", "error", "ignore", "default", "module", "once"])
def test_the_line_and_the_filters(program, action, torch):
    plain, recorded = (told(torch, program, recorded, {"action": action}) for recorded in (False, True))
    assert [_without_own_line(torch, one) for one in recorded] == [_without_own_line(torch, one) for one in plain]
    assert len(recorded) == {"always": 2, "error": 2, "ignore": 0}.get(action, 1)


def test_a_filter_by_module(torch):
    own = {"action": "error", "module": __name__.replace(".", r"\.")}
    assert told(torch, copied, True, own) == told(torch, copied, False, own)
    assert told(torch, copied, True, own)[0][2] == "raised"
    assert told(torch, WARNING["broadcast in a module"], True, {"action": "ignore", "module": r"torch\."}) == []


def test_a_warning_in_each_of_two_recordings_of_a_loop_is_told_once(torch):
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("default")
        for _ in range(2):
            with al.record():
                copied(torch)
    assert len(found) == 1


def test_in_hooks_and_in_a_rule_of_ones_own(torch):
    Rule = custom(torch, "Rule", backward=lambda ctx, grad: copied(torch) * grad)

    x = torch.ones(1, requires_grad=True)
    y = Rule.apply(x)
    y.register_hook(lambda grad: copied(torch))
    with warnings.catch_warnings(record=True) as found, al.record():
        warnings.simplefilter("always")
        y.sum().backward()
    assert [item.filename for item in found] == [__file__] * 2


def test_an_error_ends_on_the_learners_line(torch):
    with al.record(), pytest.raises(RuntimeError) as caught:
        torch.ones(2) + torch.ones(3)
    last = traceback.extract_tb(caught.value.__traceback__)[-1]
    assert (last.filename, last.line) == (__file__, "torch.ones(2) + torch.ones(3)")
