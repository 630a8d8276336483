"""A program run again and again: its variables' names, its slopes, and what it must leave alone."""

import functools
import importlib
import sys
from importlib.util import find_spec

import numpy as np
import pytest
from each_case import each_case

import autograd_lab as al
from autograd_lab.tracing.recording.program_run import Runner, locals_at_return


def program(a, b):
    c = a + b
    e = c * b
    return e


AT = {"a": np.array(2.0), "b": np.array(3.0)}


def runner(function=program, inputs=AT):
    return Runner(function, inputs)


def names(trace):
    return {trace.name(node) for node in trace.nodes}


def test_local_variables_of_a_function_that_has_ended_are_named():
    run = runner().run(AT)
    assert run.result == 15
    assert names(run.trace) == {"a", "b", "c", "e"}
    assert {name: float(gradient) for name, gradient in run.gradients.items()} == {"a": 3, "b": 8}


@each_case("wrap", [functools.partial, lambda f: functools.wraps(f)(lambda **inputs: f(**inputs))])
def test_also_under_partial_arguments_and_decorators(wrap):
    assert "c" in names(runner(wrap(program)).run(AT).trace)


def test_also_of_a_method_and_of_an_object_that_is_called():
    class Model:
        def __call__(self, a, b):
            hidden = a * b
            return hidden + a

        forward = __call__

    assert "hidden" in names(runner(Model()).run(AT).trace)
    assert "hidden" in names(runner(Model().forward).run(AT).trace)


def test_nodes_and_leaves_keep_their_numbers():
    """Or every label in the picture would count up while a learner drags."""
    again = runner()
    first, second = again.run(AT).trace, again.run({**AT, "a": np.array(5.0)}).trace
    assert list(first.nodes) == list(second.nodes)


def test_it_takes_no_numbers_from_what_others_make():
    x = al.tensor(1.0, requires_grad=True)
    again = runner()
    before = (x * x).grad_fn._number
    for _ in range(5):
        again.run(AT)
    assert (x * x).grad_fn._number == before + 1


def test_tensors_from_outside_keep_their_grad_and_their_graph():
    w = al.tensor(10.0, requires_grad=True)
    outside = w * w

    def uses(a):
        return a * w + outside * a

    again = Runner(uses, {"a": np.array(2.0)})
    for _ in range(3):
        run = again.run({"a": np.array(2.0)})
        assert run.gradients["a"] == 110
    assert w.grad is None
    outside.backward()  # the graph has not been freed
    assert w.grad.item() == 20
    assert len(run.trace.nodes) == len(set(run.trace.nodes))


def test_a_nudge_finds_the_slope():
    assert runner().slope_by_nudge(AT, "b", (), 1e-3) == pytest.approx(8)


def test_a_nudge_into_nothing_is_nan():
    def root(a):
        if a < 2:
            raise ValueError("too small")
        return a

    at = {"a": np.array(2.0)}
    assert np.isnan(Runner(root, at).slope_by_nudge(at, "a", (), 1e-3))


@each_case(
    ("function", "words"),
    [
        (lambda a, b: None, "returned nothing"),
        (lambda a, b: 5.0, "returned float"),
        (lambda a, b: al.stack([a, b]), r"shape \(2,\).*sum"),
        (lambda a, b: (a * b).detach(), "requires no gradient"),
    ],
)
def test_results_that_are_not_one_number(function, words):
    with pytest.raises(ValueError, match=words):
        runner(function).run(AT)


# ----- profilers ------------------------------------------------------------------------------------------------------
def test_no_profiler_is_left_after_an_error():
    def stops(a):
        raise RuntimeError("stop")

    with pytest.raises(RuntimeError), locals_at_return(stops):
        stops(1)
    assert sys.getprofile() is None or "coverage" in repr(sys.getprofile())


class Net(al.nn.Module):
    def __init__(self):
        super().__init__()
        self.inner, self.norm = al.nn.Linear(2, 2), al.nn.BatchNorm1d(2)
        self.again = self.inner
        self.inner.bias.requires_grad_(False)

    def forward(self, x):
        hidden = self.again(self.inner(x).tanh())
        return self.norm(hidden).pow(3).sum()


ROWS = {"x": np.array([[1.0, 2.0], [3.0, 5.0], [-1.0, 0.5]])}


@each_case("wrap", [lambda net: net, lambda net: net.forward, lambda net: lambda x: net(x)])
def test_a_module_runs_in_float64_with_leaves_for_its_parameters(wrap):
    net = Net()
    again = Runner(wrap(net), ROWS)
    found = {name.removeprefix("net."): gradient for name, gradient in again.run(ROWS).gradients.items()}
    assert again.slope_by_nudge(ROWS, "x", (0, 1), 1e-4) == pytest.approx(found["x"][0, 1], rel=1e-4)
    exact, x = net.double(), al.tensor(ROWS["x"], requires_grad=True)
    exact(x).backward()
    wanted = {name: parameter.grad for name, parameter in exact.named_parameters() if parameter.requires_grad}
    assert found.keys() == {"x", *wanted} == {"x", "inner.weight", "norm.weight", "norm.bias"}
    for name, grad in {**wanted, "x": x.grad}.items():
        np.testing.assert_allclose(found[name], grad.numpy(), rtol=1e-9, atol=1e-12)


def test_modules_stay_as_they_are():
    net = Net()
    before = {name: tensor.clone() for name, tensor in net.state_dict().items()}
    parameters = list(map(id, net.parameters()))
    Runner(net, ROWS).run(ROWS)
    with pytest.raises(RuntimeError):
        Runner(net, {"x": np.ones(3)}).run({"x": np.ones(3)})
    assert parameters == list(map(id, net.parameters()))
    assert all(parameter.grad is None and parameter.dtype == al.float32 for parameter in net.parameters())
    for name, tensor in net.state_dict().items():
        assert al.equal(tensor, before[name])


def test_a_module_gets_its_inputs_by_name_or_else_in_their_order():
    class Difference(al.nn.Module):
        def forward(self, a, b):
            return a - b

    for names in ("ab", "ba", "pq"):
        at = {names[0]: np.array(5.0), names[1]: np.array(3.0)}
        assert Runner(Difference(), at).run(at).result == (-2 if names == "ba" else 2)


@pytest.mark.torch
@pytest.mark.skipif(find_spec("torch") is None, reason="PyTorch is not installed: pip install torch==2.13.0")
def test_modules_of_another_library_are_refused():
    torch = importlib.import_module("torch")
    with pytest.raises(TypeError, match="weight is a tensor of another library: such a program takes modules of auto"):
        Runner(torch.nn.Linear(2, 1), ("x",))
