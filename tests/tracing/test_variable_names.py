"""What pictures call a tensor: its own name, else the first variable that leads to it."""

import gc
import weakref

import pytest

import autograd_lab as al
from autograd_lab import nn
from autograd_lab.tracing.recording.variable_names import Modules, named_tensors

everywhere = al.tensor(2.0, requires_grad=True)


def leaf(value=1.0, **more):
    return al.tensor(value, requires_grad=True, **more)


def names_in(variables):
    """What the leaves of a sum of all tensors are called, if these are the variables."""
    tensors = [tensor for _, tensor in named_tensors({**variables, "In": None, "Out": None})]
    with al.record(names=variables) as trace:
        sum(tensors, leaf(name="other")).sum().backward()
    return {trace.name(node) for node, info in trace.nodes.items() if info.kind == "leaf"} - {"other"}


def test_variables_of_the_notebook_itself_give_no_names():
    x = leaf()
    for hidden in ("In", "Out", "_", "_7", "_hidden"):
        assert list(named_tensors({hidden: x})) == []
        assert list(named_tensors({hidden: [x]})) == []
    net = nn.Linear(1, 1)
    assert Modules([{"_": net}], lambda parameter: None).paths == {}
    assert names_in({"_": x, "x": x}) == {"x"}


def test_the_first_variable_wins_and_the_own_name_before_all():
    x = leaf()
    assert names_in({"first": x, "second": x}) == {"first"}
    own = leaf(name="own")
    assert names_in({"first": own}) == {"own"}


@pytest.mark.parametrize(
    ("made", "name"),
    [
        (lambda x: [0.5, x], "v[1]"),
        (lambda x: (x,), "v[0]"),
        (lambda x: {"w": x}, "v['w']"),
        (lambda x: {0: x}, "v[0]"),
    ],
    ids=["list", "tuple", "dict", "dict with numbers"],
)
def test_containers_are_looked_into(made, name):
    x = leaf()
    assert [found for found, _ in named_tensors({"v": made(x)})] == [name]


def test_parameters_and_modules_have_their_whole_path():
    net = nn.Sequential(nn.Linear(1, 1), nn.Sequential(nn.Linear(1, 1)))
    assert [name for name, _ in named_tensors({"net": net})][-1] == "net.1.0.bias"
    assert Modules([{"net": net}], lambda parameter: None).paths[net[1][0]] == (
        ("net", "Sequential"),
        ("net.1", "Sequential"),
        ("net.1.0", "Linear"),
    )


def test_local_variables_come_before_global_ones():
    with al.record() as trace:
        (everywhere * 2).backward()
    assert trace.name(next(node for node, info in trace.nodes.items() if info.kind == "leaf")) == "everywhere"
    here = everywhere
    with al.record() as trace:
        (here * 2).backward()
    assert trace.name(next(node for node, info in trace.nodes.items() if info.kind == "leaf")) == "here"


def test_a_recording_holds_no_variables_of_a_function_that_runs_on():
    def run():
        big = leaf()
        with al.record():
            big.backward()
        gone = weakref.ref(big)
        del big
        return gone()

    enabled = gc.isenabled()
    gc.disable()
    try:
        assert run() is None
    finally:
        if enabled:
            gc.enable()


def test_modules_in_lists_after_those_that_they_lie_in():
    layers, spare = [nn.Linear(2, 2), nn.Linear(2, 2)], {"head": nn.Linear(2, 1)}
    net = nn.Sequential(layers[0])
    with al.record() as trace:
        spare["head"](layers[1](net(al.ones(1, 2)))).sum().backward()
    owners = {"net.0", "layers[1]", "spare['head']"}
    assert {trace.name(node) for node in trace.grads()} == {
        f"{name}.{part}" for name in owners for part in ("weight", "bias")
    }
    assert {call.name for origin in trace.origins.values() for call in origin.modules} == {"net", *owners}


class Trainer:
    def __init__(self, torch):
        self.model, self._scale = torch.nn.Linear(2, 1), torch.tensor(2.0, requires_grad=True)
        self.shifts = [torch.tensor(1.0, requires_grad=True)]
        self.torch = torch

    @property
    def broken(self):
        raise AssertionError("no property is run")

    def step(self):
        with al.record() as trace:
            loss = self.model(self.torch.ones(1, 2)).sum() * self._scale + self.shifts[0]
            loss.backward()
        return trace


def test_a_method_knows_what_self_holds(torch):
    trace = Trainer(torch).step()
    names = {trace.name(node) for node in trace.grads()}
    assert names == {"self.model.weight", "self.model.bias", "self._scale", "self.shifts[0]"}
    assert {call.name for origin in trace.origins.values() for call in origin.modules} == {"self.model"}
    assert trace.why("self.model.weight").text.startswith("self.model.weight.grad is [[2, 2]]")


def test_a_module_that_is_self_keeps_its_names(torch):
    class Net(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.lin = torch.nn.Linear(2, 1)

        def step(self):
            with al.record() as trace:
                self.lin(torch.ones(1, 2)).sum().backward()
            return trace

    trace = Net().step()
    assert {trace.name(node) for node in trace.grads()} == {"self.lin.weight", "self.lin.bias"}
