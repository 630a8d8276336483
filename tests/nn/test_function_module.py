"""`FunctionModule`: what follows from a module's settings and the function it calls is what one would write by hand."""

import copy
import inspect
import pickle
import warnings
from typing import Any

import pytest

import autograd_lab as al
from autograd_lab import nn
from autograd_lab.nn import functional
from autograd_lab.nn._function_module import FunctionModule


class Leaky(FunctionModule, calls=functional.leaky_relu):
    """As in the manual."""

    negative_slope: float = 0.01
    inplace: bool = False


def test_signature_attributes_and_printing():
    assert str(inspect.signature(Leaky)) == "(negative_slope: float = 0.01, inplace: bool = False)"
    assert str(inspect.signature(Leaky.forward)) == "(self, input: autograd_lab.Tensor) -> autograd_lab.Tensor"
    layer = Leaky(0.5)
    assert (layer.negative_slope, layer.inplace, layer.training) == (0.5, False, True)
    assert (repr(layer), repr(Leaky(inplace=True))) == (
        "Leaky(negative_slope=0.5)", "Leaky(negative_slope=0.01, inplace=True)",
    )  # fmt: skip
    assert layer(al.tensor([-2.0, 2.0])).tolist() == [-1, 2]
    layer.negative_slope = 0.25  # a setting is looked up at each call
    assert layer(al.tensor([-2.0, 2.0])).tolist() == [-0.5, 2]
    assert not hasattr(Leaky, "negative_slope")


def test_copies_and_pickles():
    loss = nn.CrossEntropyLoss(weight=al.tensor([1.0, 2.0]), reduction="sum")
    for other in (copy.deepcopy(loss), pickle.loads(pickle.dumps(loss))):
        assert (other.reduction, other.weight.tolist()) == ("sum", [1, 2])


def test_a_setting_that_may_be_a_tensor_is_a_buffer():
    assert list(nn.BCEWithLogitsLoss(pos_weight=al.ones(2)).state_dict()) == ["pos_weight"]
    assert nn.NLLLoss().weight is None
    with pytest.raises(TypeError, match="object to buffer 'weight'"):
        nn.NLLLoss(3)


def test_older_words_are_not_kept_and_warn_where_they_were_written():
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        loss = nn.MSELoss(size_average=False)
    assert (loss.reduction, hasattr(loss, "size_average")) == ("sum", False)
    assert [item.filename for item in seen] == [__file__]


def test_wrong_arguments_are_told_as_of_any_class():
    with pytest.raises(TypeError, match=r"Threshold.__init__\(\) missing 1 required positional argument: 'value'"):
        nn.Threshold(1.0)
    with pytest.raises(TypeError, match=r"forward\(\) missing 1 required positional argument: 'target'"):
        nn.MSELoss()(al.ones(1))


def test_help_shows_the_call_and_tracebacks_its_text():
    assert nn.Dropout.forward.__doc__ == "``functional.dropout(input, self.p, self.training, self.inplace)``"
    assert "return functional.mse_loss(input, target, reduction=self.reduction)" in inspect.getsource(
        nn.MSELoss.forward
    )


def test_subclasses_of_a_complete_class_are_ordinary():
    class Mine(nn.LeakyReLU):
        count: int
        scale = 2.0

        def __init__(self) -> None:
            super().__init__(0.5)
            self.count = 3

        def forward(self, input: Any) -> Any:
            return super().forward(input) * self.scale

    assert (repr(Mine()), Mine()(al.tensor([-1.0])).tolist(), Mine().count) == ("Mine(negative_slope=0.5)", [-1], 3)


def test_a_setting_that_the_function_does_not_take():
    with pytest.raises(TypeError, match=r"settings that functional\.relu does not take: {'slope'}"):

        class Wrong(FunctionModule, calls=functional.relu):
            slope: float = 1.0
