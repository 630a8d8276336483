"""What a learner sees of an error: their line, at most two frames of ours, one exception, PyTorch's text and a help."""

import io
import subprocess
import sys
import traceback
from contextlib import redirect_stdout
from pathlib import Path

import pytest

import autograd_lab as al
from autograd_lab import nn

PACKAGE = str(Path(al.__file__).parent)
X = al.ones(3, requires_grad=True)


def doubled_backward():
    y = (X * X).sum()
    y.backward()
    y.backward()


ERRORS = {
    "operator": lambda: al.zeros(2) + al.zeros(3),
    "row as a function": lambda: al.add(al.zeros(2), al.zeros(3)),
    "row as a method": lambda: al.zeros(2).mul(al.zeros(3)),
    "row in place": lambda: X.add_(1),
    "function": lambda: al.cat([al.ones(2, 2), al.ones(3, 3)]),
    "method": lambda: X.view(5),
    "wrong argument": lambda: al.exp(1),
    "no such signature": lambda: X.sum("a"),
    "matrix product": lambda: al.ones(2, 3) @ al.ones(2, 3),
    "indexing": lambda: al.ones(3)[5],
    "creation": lambda: al.tensor([1, 2], requires_grad=True),
    "backward": lambda: X.backward(),
    "second backward": doubled_backward,
    "autograd.grad": lambda: al.autograd.grad(X.sum(), al.ones(1)),
    "module": lambda: nn.Linear(3, 4)(al.ones(2, 2)),
    "functional": lambda: nn.functional.cross_entropy(al.ones(2, 3), al.tensor([5, 1])),
    "linalg": lambda: al.linalg.inv(al.ones(2, 3)),
    "left out": lambda: nn.CTCLoss(3, 4),
    "optimiser": lambda: al.optim.SGD([1], lr=0.1),
    "attribute": lambda: setattr(X, "grad", 3),
}


def frames_of(error):
    """The files of the traceback's frames, from the learner's on."""
    return [frame.filename for frame in traceback.extract_tb(error.__traceback__)]


@pytest.fixture(autouse=True)
def short_tracebacks():
    al.whole_tracebacks(False)
    yield
    al.whole_tracebacks(False)


@pytest.mark.parametrize("what", ERRORS)
def test_at_most_two_frames_are_ours(what):
    with pytest.raises(Exception) as caught:
        ERRORS[what]()
    files = frames_of(caught.value)
    assert __file__ in files
    assert sum(file.startswith(PACKAGE) for file in files) <= 2, files


@pytest.mark.parametrize("what", ERRORS)
def test_one_exception_is_shown(what):
    with pytest.raises(Exception) as caught:
        ERRORS[what]()
    told = "".join(traceback.format_exception(caught.value))
    assert "During handling" not in told and "direct cause" not in told
    assert told.count("Traceback (most recent call last)") == 1


def test_a_switch_shows_everything():
    al.whole_tracebacks()
    with pytest.raises(RuntimeError) as caught:
        ERRORS["operator"]()
    assert sum(file.startswith(PACKAGE) for file in frames_of(caught.value)) > 4


def test_the_environment_can_turn_it_too():
    code = "import autograd_lab as al\nal.zeros(2) + al.zeros(3)"
    told = [
        subprocess.run(
            [sys.executable, "-c", code], env={"AUTOGRAD_LAB_TRACEBACKS": mode}, capture_output=True, text=True
        )
        for mode in ("", "whole")
    ]
    short, whole = (one.stderr.count("autograd_lab/") for one in told)
    assert short <= 2 < whole


# ----- the learner's own functions -----------------------------------------------------------------------------------
def test_a_mistake_in_a_hook_is_shown_where_it_stands():
    def hook(grad):
        return grad.nothing

    y = X * 2
    y.register_hook(hook)
    with pytest.raises(AttributeError) as caught:
        y.sum().backward()
    assert [frame.name for frame in traceback.extract_tb(caught.value.__traceback__)][-1] == "hook"


def test_what_a_function_of_the_learners_raises_from_stays():
    class Fails(al.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            try:
                return 1 / 0
            except ZeroDivisionError as error:
                raise ValueError("not today") from error

        @staticmethod
        def backward(ctx, grad):
            return grad

    with pytest.raises(ValueError, match="not today") as caught:
        Fails.apply(X)
    assert isinstance(caught.value.__cause__, ZeroDivisionError)
    assert [frame.name for frame in traceback.extract_tb(caught.value.__traceback__)][-1] == "forward"


def test_what_went_wrong_before_the_learners_own_error_stays():
    def hook(grad):
        try:
            {}["rate"]
        except KeyError:
            raise ValueError("no rate was set")  # noqa: B904 (as a learner writes it)

    y = X * 2
    y.register_hook(hook)
    with pytest.raises(ValueError, match="no rate") as caught:
        y.sum().backward()
    shown = "".join(traceback.format_exception(caught.value))
    assert "KeyError: 'rate'" in shown and "During handling of the above exception" in shown


def test_a_module_of_the_learners_keeps_its_line():
    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.layer = nn.Linear(3, 4)

        def forward(self, x):
            return self.layer(x) + al.ones(5)

    with pytest.raises(RuntimeError, match="must match the size") as caught:
        Net()(al.ones(2, 3))
    assert [frame.name for frame in traceback.extract_tb(caught.value.__traceback__)][-1] == "forward"


# ----- in a notebook --------------------------------------------------------------------------------------------------
def test_a_notebook_needs_at_most_twenty_lines(tmp_path, monkeypatch):
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path))
    from IPython.core.interactiveshell import InteractiveShell

    shell = InteractiveShell(colors="nocolor")
    told = io.StringIO()
    with redirect_stdout(told):
        shell.run_cell("import autograd_lab as al\nal.zeros(2) + al.zeros(3)")
    lines = told.getvalue().splitlines()
    assert len(lines) <= 20, "\n".join(lines)
    assert any("----> 2 al.zeros(2) + al.zeros(3)" in line for line in lines)
    assert lines[-2].startswith("RuntimeError: The size of tensor a (2) must match the size of tensor b (3)")
    assert lines[-1].startswith("Help: add got the shapes [2] and [3]")
