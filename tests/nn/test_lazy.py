"""Lazy layers: nothing gets at numbers that are not there, and an optimiser keeps its parameters."""

import copy

import pytest

import autograd_lab as al
from autograd_lab import nn

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
