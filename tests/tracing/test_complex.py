"""Complex tensors of PyTorch are recorded as what they are, without their numbers: shape, dtype, norm."""

import warnings

import numpy as np
import pytest

import autograd_lab as al
from autograd_lab import views
from autograd_lab.tracing.recording.values import Value, array_of, text_of, value_of
from autograd_lab.tracing.trace.file_format import TraceFormatError, check_value
from autograd_lab.tracing.trace.trace import Trace
from autograd_lab.views import short_text


@pytest.mark.parametrize(
    ("numbers", "words", "brief"),
    [
        ([3j, 4], "a complex tensor of shape (2,) with norm 5", "complex [2] ‖5‖"),
        (3 + 4j, "a complex tensor of shape () with norm 5", "complex [] ‖5‖"),
        ([[3j, np.nan]], "a complex tensor of shape (1, 2) with norm 3 and 1 nan", "complex [1×2] 1 nan"),
        (np.zeros(0, "complex64"), "a complex tensor of shape (0,) with no elements", "complex [0] empty"),
    ],
)
def test_a_complex_value_has_no_numbers_but_a_norm(numbers, words, brief):
    value = value_of(np.array(numbers, "complex64"))
    assert (value.dtype, value.items) == ("complex64", None)
    assert (text_of(value), short_text.text(value)) == (words, brief)
    check_value(value)
    with pytest.raises(ValueError, match="its numbers are complex"):
        array_of(value)


def test_a_file_with_complex_numbers_is_refused():
    with pytest.raises(TraceFormatError, match="summary alone"):
        check_value(Value((1,), "complex64", (1.0,)))


# ----- recorded from PyTorch ------------------------------------------------------------------------------------------
def _recorded(program):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with al.record() as trace:
            program()
    return trace


def _fourier(torch):
    z = torch.tensor([1.0, 2.0, 3.0, 5.0], requires_grad=True)
    return z, _recorded(lambda: torch.fft.rfft(z).abs().sum().backward())


def _leaf(torch):
    z = torch.tensor([1 + 2j, 3j], requires_grad=True)
    return z, _recorded(lambda: [(z * z).abs().sum().backward() for _ in range(2)])


def _half(torch):
    z = torch.tensor([1 + 2j, 3j], dtype=torch.complex32, requires_grad=True)
    return z, _recorded(lambda: torch.view_as_real(z).sum().backward())


@pytest.fixture
def torch():
    return pytest.importorskip("torch")


@pytest.mark.torch
@pytest.mark.filterwarnings("ignore:ComplexHalf")
@pytest.mark.parametrize("program", [_fourier, _leaf, _half])
def test_a_recording_with_complex_tensors_is_whole(torch, program, tmp_path):
    z, trace = program(torch)
    assert trace.backwards
    assert "a complex tensor of shape" in trace.text()
    assert "not from this recording" not in str(trace.why(z))
    trace.to_html(tmp_path / "trace.html")
    trace.to_png(tmp_path / "trace.png")
    trace.save(tmp_path / "trace.json")
    again = Trace.load(tmp_path / "trace.json")
    assert (again.events, again.text()) == (trace.events, trace.text())
    if program is _fourier:  # the numbers beside complex ones are all there
        (gradient,) = trace.grads().values()
        assert np.array_equal(array_of(gradient), z.grad)


@pytest.mark.torch
def test_a_hook_on_complex_numbers_is_not_said_to_change_nothing(torch):
    z = torch.tensor([1.0, 2.0], requires_grad=True)

    def program():
        y = z * 1j
        y.register_hook(lambda grad: grad * 1j)
        torch.view_as_real(y).sum().backward()

    text = _recorded(program).text()
    assert "leaves its norm as it is" in text
    assert "leaves it as it is" not in text


@pytest.mark.torch
def test_pictures_of_numbers_say_that_they_are_complex(torch):
    z, trace = _leaf(torch)
    with pytest.raises(ValueError, match="complex"):
        views.jacobian(trace, z)
    node = next(node for node in trace.nodes if "Mul" in trace.label(node))
    with pytest.raises(ValueError, match="complex"):
        views.fan_out(trace, node)
