"""Promises of the engine that are easily broken unnoticed: whose array it is, who is asked, what stays as it was."""

import numpy as np
import pytest

import autograd_lab as al
from autograd_lab._core import graph as core_graph
from autograd_lab.autograd import graph


def leaf(value=(1.0, 2.0)):
    return al.tensor(list(value), requires_grad=True)


def gradient_node(x):
    return graph.get_gradient_edge(x).node


class DoubleInPlace(al.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.mark_dirty(x)
        return x.mul_(2)

    @staticmethod
    def backward(ctx, grad):
        return None


def test_one_number_that_stands_for_many_is_not_added_to():
    x = al.ones(200_000, requires_grad=True)  # so many that `sum` sends one number, stretched
    z = x * 1
    ((z * 2).sum() + z.sum()).backward()
    assert x.grad[0] == x.grad[-1] == 3


@pytest.mark.parametrize("observed", [False, True], ids=["", "observed"])
def test_a_leaf_that_wants_no_gradient_any_more_gets_none(observed):
    x, w = leaf(), leaf()
    if observed:
        w.register_hook(lambda grad: None)
    y = (x * w).sum()
    x.requires_grad_(False)
    y.backward()
    assert x.grad is None and w.grad.tolist() == [1, 2]


def test_accumulating_by_hand_copies_what_it_is_given():
    x, given = leaf(), al.ones(2)
    gradient_node(x)(given)
    given.zero_()
    assert x.grad.tolist() == [1, 1]
    x.grad.mul_(5)
    assert given.tolist() == [0, 0]


@pytest.mark.parametrize("place", ["tensor", "prehook", "posthook", "post_accumulate"])
def test_a_hook_may_remove_itself_while_it_runs(place):
    x, called = leaf(), []
    y = x * 2
    register = {
        "tensor": y.register_hook,
        "prehook": y.grad_fn.register_prehook,
        "posthook": y.grad_fn.register_hook,
        "post_accumulate": x.register_post_accumulate_grad_hook,
    }[place]

    def once(*seen):
        called.append("once")
        handle.remove()

    handle = register(once)
    register(lambda *seen: called.append("always"))
    y.sum().backward(retain_graph=True)
    y.sum().backward()
    assert called == ["once", "always", "always"]


def test_what_retain_grad_keeps_is_nobody_elses():
    x = leaf()
    y = x.view(2)
    y.retain_grad()
    x.register_hook(lambda grad: (y.grad.zero_(), None)[1])
    y.sum().backward()
    assert y.grad.tolist() == [0, 0] and x.grad.tolist() == [1, 1]


def test_a_number_that_was_set_counts(monkeypatch):
    monkeypatch.setattr(core_graph.hooks, "in_use", False)
    x, ran = leaf(), []

    class Watch(al.autograd.Function):
        @staticmethod
        def forward(ctx, x, label):
            ctx.label = label
            return x.clone()

        @staticmethod
        def backward(ctx, grad):
            ran.append(ctx.label)
            return grad, None

    first, second = Watch.apply(x, "first"), Watch.apply(x, "second")
    total = (first + second).sum()
    first.grad_fn._set_sequence_nr(second.grad_fn._sequence_nr())  # PyTorch allows equal ones
    total.backward()
    assert core_graph.hooks.in_use and sorted(ran) == ["first", "second"]
    assert x.grad.tolist() == [2, 2]


class Saves(al.autograd.Function):
    @staticmethod
    def forward(ctx, x, other):
        ctx.save_for_backward(other)
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        return grad, None


@pytest.mark.parametrize(
    "use",
    [
        lambda x, made: x * made,
        lambda x, made: made * x,
        lambda x, made: x.mul_(made),
        lambda x, made: al.addcmul(x, made, x),
        lambda x, made: x.double() * made,
        lambda x, made: Saves.apply(x, made),
    ],
    ids=["written call", "the other operand", "in place", "long call", "mixed types", "Function"],
)
@pytest.mark.parametrize("hooked", [False, True], ids=["", "hooked"])
def test_an_inference_tensor_is_not_saved(use, hooked):
    with al.inference_mode():
        made = al.ones(2) * 3
    x = leaf() * 1
    with pytest.raises(RuntimeError, match="Inference tensors cannot be saved for backward"):
        if hooked:
            with graph.saved_tensors_hooks(lambda t: t, lambda t: t):
                use(x, made)
        else:
            use(x, made)
    assert x.tolist() == [1, 2]


def test_a_function_that_sends_nothing_to_a_piece_sends_zeros_there():
    x = leaf()
    y = x * 1
    DoubleInPlace.apply(y[:1])
    (grad,) = al.autograd.grad(y.sum(), x, retain_graph=True)
    assert grad.tolist() == [0, 1]
    (grad,) = al.autograd.grad(y.sum(), x, create_graph=True)
    assert grad.tolist() == [0, 1]


def test_zeroed_gradients_hang_on_no_graph():
    x = leaf()
    with pytest.warns(UserWarning, match="create_graph"):
        (x * x).sum().backward(create_graph=True)
    al.optim.SGD([x], lr=0.1).zero_grad(set_to_none=False)
    assert x.grad.tolist() == [0, 0] and x.grad.grad_fn is None and not x.grad.requires_grad


def test_what_a_function_does_inside_is_not_recorded():
    class Inside(al.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            with al.enable_grad():
                return (x * 2).exp().detach()

        @staticmethod
        def backward(ctx, grad):
            return grad

    with al.record() as trace:
        Inside.apply(leaf())
    assert [event.kind for event in trace.events].count("OpRecorded") == 1


def test_arrays_that_arrive_are_never_written_to():
    x = leaf()
    seed = al.ones(2)
    seed._data.flags.writeable = False
    y = x * 1
    (y + y).backward(seed)
    assert x.grad.tolist() == [2, 2] and np.array_equal(seed.numpy(), [1, 1])


def test_after_batched_gradients_numpy_is_refused_again():
    x = leaf()
    al.autograd.grad(x * x, x, al.eye(2), is_grads_batched=True)
    with pytest.raises(RuntimeError, match="requires grad"):
        np.exp(x)


@pytest.mark.parametrize("name", ["AccumulateGrad", "CopySlices", "MulBackward0"])
def test_the_type_of_a_node_prints_like_pytorchs(name):
    x = al.ones(2, requires_grad=True)
    y = x * 2
    nodes = [y.grad_fn, y.grad_fn.next_functions[0][0]]
    y[0] = 3
    [kind] = [type(node) for node in [y.grad_fn, *nodes] if type(node).__name__ == name]
    assert repr(kind) == f"<class '{name}'>"
