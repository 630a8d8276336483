"""Modules: PyTorch's starting numbers, its names and prints, and what may be assigned."""

import copy
import inspect
import pickle
import warnings
from typing import Any

import numpy as np
import pytest

import autograd_lab as al
from autograd_lab import nn
from autograd_lab.nn import functional
from autograd_lab.nn._function_module import FunctionModule


class Net(nn.Module):
    """Two layers and a parameter of its own."""

    def __init__(self):
        super().__init__()
        self.first = nn.Linear(2, 3)
        self.second = nn.Sequential(nn.Linear(3, 1), nn.ReLU())
        self.scale = nn.Parameter(al.ones(1))
        self.note = "no parameter"

    def forward(self, x):
        return self.second(self.first(x).tanh()) * self.scale


NAMES = ["scale", "first.weight", "first.bias", "second.0.weight", "second.0.bias"]


# ----- Parameter ------------------------------------------------------------------------------------------------------
def test_a_parameter_is_a_leaf_that_prints_what_it_is():
    p = nn.Parameter(al.ones(2))
    assert repr(p) == "Parameter containing:\ntensor([1., 1.], requires_grad=True)"
    assert isinstance(p, al.Tensor)
    assert (p.is_leaf, p.requires_grad) == (True, True)
    assert repr(nn.Parameter(al.ones(1), requires_grad=False)) == "Parameter containing:\ntensor([1.])"
    assert nn.Parameter().tolist() == []


def test_what_is_computed_from_a_parameter_is_a_plain_tensor_and_backward_finds_it():
    p = nn.Parameter(al.tensor(3.0))
    for result in (p * 2, 2 * p, p + p, -p, p.exp(), p.sum(), p.view(1), p.detach()):
        assert type(result) is al.Tensor
    (p * p).backward()
    assert p.grad.item() == 6.0
    assert type(p.grad) is al.Tensor
    with al.record() as trace:
        (p * p).backward()
    assert p.grad.item() == 12.0
    assert trace.events


def test_a_parameter_shares_the_memory_it_was_made_of():
    t = al.zeros(2)
    p = nn.Parameter(t)
    t.add_(1)
    assert p.tolist() == [1.0, 1.0]


# ----- Linear ---------------------------------------------------------------------------------------------------------
def test_linear_starts_from_pytorchs_numbers():
    al.manual_seed(0)
    layer = nn.Linear(3, 2)
    assert layer.weight.tolist() == [
        [-0.004322517663240433, 0.3097158372402191, -0.4751853346824646],
        [-0.4248946011066437, -0.2223689705133438, 0.15482072532176971],
    ]
    assert layer.bias.tolist() == [-0.011439144611358643, 0.45777493715286255]
    double = nn.Linear(2, 2, bias=False, dtype=al.float64)
    np.testing.assert_allclose(
        double.weight.tolist(),
        [[0.2050950775488388, 0.41174529777772495], [-0.45451950589406026, -0.21056561691605538]],
        rtol=1e-15,
    )
    assert double.bias is None


# ----- the other layers -----------------------------------------------------------------------------------------------
def test_activations_and_flatten():
    x = al.tensor([[-1.0, 2.0]])
    assert nn.ReLU()(x).tolist() == [[0.0, 2.0]]
    assert nn.Tanh()(x).tolist() == x.tanh().tolist()
    assert nn.Sigmoid()(x).tolist() == x.sigmoid().tolist()
    assert nn.Flatten()(al.zeros(2, 3, 4)).shape == (2, 12)
    assert nn.Flatten(0)(al.zeros(2, 3, 4)).shape == (24,)
    assert nn.ReLU(inplace=True)(x) is x
    assert x.tolist() == [[0.0, 2.0]]


# ----- Module ---------------------------------------------------------------------------------------------------------
def test_names_of_parts_and_parameters():
    net = Net()
    assert [name for name, _ in net.named_parameters()] == NAMES
    assert [name for name, _ in net.named_modules()] == ["", "first", "second", "second.0", "second.1"]
    assert [name for name, _ in net.named_children()] == ["first", "second"]
    assert len(list(net.parameters())) == 5
    assert len(list(net.parameters(recurse=False))) == 1
    assert next(net.modules()) is net


def test_a_shared_part_counts_once():
    shared = nn.Linear(2, 2)
    model = nn.Sequential(shared, shared)
    assert len(list(model.parameters())) == 2
    assert list(model.state_dict()) == ["0.weight", "0.bias", "1.weight", "1.bias"]


def test_printing():
    assert repr(Net()) == (
        "Net(\n"
        "  (first): Linear(in_features=2, out_features=3, bias=True)\n"
        "  (second): Sequential(\n"
        "    (0): Linear(in_features=3, out_features=1, bias=True)\n"
        "    (1): ReLU()\n"
        "  )\n"
        ")"
    )
    assert repr(nn.ReLU(inplace=True)) == "ReLU(inplace=True)"
    assert repr(nn.Flatten()) == "Flatten(start_dim=1, end_dim=-1)"
    assert repr(nn.CrossEntropyLoss()) == "CrossEntropyLoss()"


def test_zero_grad_train_and_freezing():
    net = Net()
    net(al.ones(4, 2)).sum().backward()
    assert all(p.grad is not None for p in net.parameters())
    net.zero_grad(set_to_none=False)
    assert all(not p.grad.numpy().any() for p in net.parameters())
    net.zero_grad()
    assert all(p.grad is None for p in net.parameters())
    assert net.eval() is net
    assert not any(module.training for module in net.modules())
    assert all(module.training for module in net.train().modules())
    net.requires_grad_(False)
    assert not net(al.ones(1, 2)).requires_grad


def test_state_can_be_saved_and_loaded():
    one, two = Net(), Net()
    assert list(one.state_dict()) == NAMES
    assert not any(value.requires_grad for value in one.state_dict().values())
    leaf = two.first.weight
    assert repr(two.load_state_dict(one.state_dict())) == "<All keys matched successfully>"
    assert two.first.weight is leaf
    x = al.tensor([[1.0, -1.0]])
    assert one(x).tolist() == two(x).tolist()


def test_a_state_that_does_not_fit():
    layer = nn.Linear(2, 3)
    with pytest.raises(RuntimeError) as caught:
        layer.load_state_dict({"weight": al.ones(2, 2), "x": al.ones(1)})
    assert str(caught.value) == (
        'Error(s) in loading state_dict for Linear:\n\tMissing key(s) in state_dict: "bias". \n\tUnexpected key(s) in '
        'state_dict: "x". \n\tsize mismatch for weight: copying a param with shape torch.Size([2, 2]) from checkpoint, '
        "the shape in current model is torch.Size([3, 2])."
    )
    found = layer.load_state_dict({"weight": al.ones(3, 2)}, strict=False)
    assert repr(found) == "_IncompatibleKeys(missing_keys=['bias'], unexpected_keys=[])"


def test_what_may_be_assigned():
    net = Net()
    net.scale = None
    assert [name for name, _ in net.named_parameters()] == NAMES[1:]
    net.scale = nn.Parameter(al.zeros(1))
    del net.second
    assert [name for name, _ in net.named_children()] == ["first"]
    with pytest.raises(TypeError) as caught:
        net.scale = al.ones(1)
    assert str(caught.value) == (
        "cannot assign 'torch.FloatTensor' as parameter 'scale' (torch.nn.Parameter or None expected)"
    )
    with pytest.raises(TypeError) as caught:
        net.first = 3
    assert str(caught.value) == "cannot assign 'int' as child module 'first' (torch.nn.Module or None expected)"
    with pytest.raises(AttributeError, match="'Net' object has no attribute 'foo'"):
        _ = net.foo


def test_buffers_belong_to_the_state_but_are_not_trained():
    module = nn.Module()
    module.register_buffer("mean", al.zeros(2))
    assert list(module.parameters()) == []
    assert list(module.state_dict()) == ["mean"]
    module.mean = al.ones(2)
    assert [buffer.tolist() for buffer in module.buffers()] == [[1.0, 1.0]]


@pytest.mark.parametrize(("part", "word"), [(lambda: nn.Linear(1, 1), "module"), (nn.Parameter, "parameters")])
def test_parts_need_the_base_class_to_be_ready(part, word):
    class Forgetful(nn.Module):
        def __init__(self):
            self.part = part()

    with pytest.raises(AttributeError, match=f"cannot assign {word} before Module.__init__\\(\\) call"):
        Forgetful()


def test_double_makes_gradcheck_possible_and_a_copy_is_independent():
    net = nn.Sequential(nn.Linear(2, 2), nn.Tanh()).double()
    assert al.autograd.gradcheck(net, al.tensor([[0.5, -1.0]], dtype=al.float64, requires_grad=True))
    twin = copy.deepcopy(net)
    twin[0].weight.detach().zero_()
    assert type(twin[0].weight) is nn.Parameter
    assert net[0].weight.detach().numpy().any()
    assert net.float()[0].weight.dtype == al.float32


def test_apply_visits_parts_before_the_whole():
    seen = []
    Net().apply(lambda module: seen.append(type(module).__name__))
    assert seen == ["Linear", "Linear", "ReLU", "Sequential", "Net"]


def test_without_a_gpu_a_parallel_module_calls_its_module():
    net = Net()
    parallel = nn.DataParallel(net, device_ids=[0, 1])
    x = al.ones(1, 2)
    assert al.equal(parallel(x), net(x)) and parallel.module is net and parallel.device_ids == []
    assert list(parallel.state_dict()) == [f"module.{name}" for name in NAMES]
    assert nn.parallel.DataParallel is nn.DataParallel
    with pytest.raises(NotImplementedError, match="DistributedDataParallel is not in autograd_lab: working on"):
        nn.parallel.DistributedDataParallel(net)


def test_a_model_learns_xor():
    al.manual_seed(1)
    inputs, classes = al.tensor([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]]), al.tensor([0, 1, 1, 0])
    model = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.Linear(8, 2))
    optimizer = al.optim.Adam(model.parameters(), lr=0.1)
    for _ in range(60):
        optimizer.zero_grad()
        nn.CrossEntropyLoss()(model(inputs), classes).backward()
        optimizer.step()
    assert model(inputs).argmax(1).tolist() == classes.tolist()


# ----- lazy layers ----------------------------------------------------------------------------------------------------
USES = {
    "an operator": lambda p: p + 1,
    "a function": al.exp,
    "a method": lambda p: p.sum(),
    "a layer": lambda p: nn.functional.linear(al.ones(2), p),
    "in place": lambda p: p.detach().zero_(),
    "a list": lambda p: p.tolist(),
    "initialising": nn.init.ones_,
}


@pytest.mark.parametrize("use", USES)
def test_an_uninitialized_parameter_cannot_be_used(use):
    with pytest.raises(ValueError, match="Attempted to use an uninitialized parameter in"):
        USES[use](nn.UninitializedParameter())


def test_the_parameters_stay_the_same_objects():
    net = nn.Sequential(nn.LazyConv2d(2, 2), nn.LazyBatchNorm2d(), nn.Flatten(), nn.LazyLinear(1))
    before = list(net.parameters())
    optimizer = al.optim.Adam(net.parameters())
    twin = copy.deepcopy(net)
    net(al.ones(2, 1, 3, 3)).sum().backward()
    optimizer.step()
    assert all(one is two for one, two in zip(before, net.parameters(), strict=True))
    assert [type(layer) for layer in net] == [nn.Conv2d, nn.BatchNorm2d, nn.Flatten, nn.Linear]
    assert all(type(parameter) is nn.UninitializedParameter for parameter in twin.parameters())


def test_a_layer_of_ones_own():
    class LazyScale(nn.lazy.LazyModuleMixin, nn.Module):
        def __init__(self):
            super().__init__()
            self.scale = nn.UninitializedParameter()

        def initialize_parameters(self, x):
            if self.has_uninitialized_params():
                self.scale.materialize(x.shape[-1:])
                nn.init.constant_(self.scale, 2.0)

        def forward(self, x):
            return x * self.scale

    layer = LazyScale()
    assert [layer(al.ones(1, 2)).tolist() for _ in range(2)] == [[[2, 2]]] * 2

    class Forgetful(nn.lazy.LazyModuleMixin, nn.Module):
        pass

    with pytest.raises(NotImplementedError, match="initialize_parameters is not implemented for Forgetful"):
        Forgetful()(1)


# ----- FunctionModule: what follows from the settings and the function it calls ---------------------------------------
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
    with pytest.raises(TypeError, match=r"PixelShuffle.__init__\(\) missing 1 required positional argument"):
        nn.PixelShuffle()
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
