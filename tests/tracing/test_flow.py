"""Which call took which tensors and gave which, also where no node was left behind."""

import numpy as np
from custom_functions import custom

import autograd_lab as al


def calls(trace):
    """(operation, names of its inputs, names of its outputs, cut) of each call; a tensor without a name is a dash."""
    name = [tensor.name or "-" for tensor in trace.flow.tensors]
    return [
        (step.operation, [name[i] for i in step.inputs], [name[i] for i in step.outputs], step.cut)
        for step in trace.flow.steps
    ]


def test_calls_with_and_without_a_node():
    x = al.tensor([1.0, 2.0], requires_grad=True)
    with al.record() as trace:
        y = x * 2
        d = y.detach()
        with al.no_grad():
            z = y + d
        top = y.argmax()
        number = y.sum().item()
    assert (number, top.item()) == (6.0, 1)
    assert calls(trace) == [
        ("mul", ["x"], ["y"], ""),
        ("detach", ["y"], ["d"], "detach"),
        ("add", ["y", "d"], ["z"], "no_grad"),
        ("argmax", ["y"], ["top"], "integers"),
        ("sum", ["y"], ["-"], ""),
        ("item", ["-"], [], "item"),
    ]
    assert z.requires_grad is False
    assert [step.line.text for step in trace.flow.steps[:2]] == ["y = x * 2", "d = y.detach()"]


def test_a_tensor_that_is_changed_in_place_is_another_one_afterwards():
    x = al.tensor([1.0, 2.0], requires_grad=True)
    with al.record() as trace:
        y = x * 2
        y.add_(1)
    (_, add) = trace.flow.steps
    before, after = trace.flow.tensors[add.inputs[0]], trace.flow.tensors[add.outputs[0]]
    assert (before.name, after.name) == ("", "y")
    assert before.place != after.place


def test_the_inside_of_a_function_is_its_own_business():
    Double = custom(al, "Double", lambda ctx, x: (x + x).detach())

    x = al.tensor(1.0, requires_grad=True)
    with al.record() as trace:
        y = Double.apply(x)
        y.backward()
    assert calls(trace) == [("Double", ["x"], ["y"], "")]


def test_what_backward_calls_is_left_out():
    x = al.tensor(1.0, requires_grad=True)
    x.register_hook(lambda grad: grad * 2)
    with al.record() as trace:
        (g,) = al.autograd.grad(x * x, x, create_graph=True)
        g.backward()
    assert [step.operation for step in trace.flow.steps] == ["mul"]


def test_numbers_and_arrays_that_are_taken_out():
    x = al.tensor([3.0], requires_grad=True)
    with al.record() as trace:
        d = x.data
        (d.numpy(), d.tolist(), float(d), bool(d), [7, 8][: d.long()], np.asarray(d))
        al.tensor([d.squeeze()])
    operations = [step.operation for step in trace.flow.steps if step.operation not in ("squeeze", "_to_copy", "to")]
    assert operations == ["data", "numpy", "tolist", "float", "bool", "index", "numpy", "tensor"]


def test_nothing_is_noted_of_calls_without_tensors_or_outside():
    x = al.tensor(1.0, requires_grad=True)
    with al.record() as trace:
        al.ones(2)
    x.exp()
    assert trace.flow.steps == ()


def test_what_writes_in_place_is_called_so():
    x = al.tensor([1.0, 2.0])
    with al.record() as trace:
        x.add_(1)
        x *= 2
        x.relu_()
        x.zero_()
    assert [step.operation for step in trace.flow.steps] == ["add_", "mul_", "relu_", "zero_"]
