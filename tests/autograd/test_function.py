"""Custom Functions: what forward and backward receive, what they may return, and who is told what went wrong."""

import pytest

import autograd_lab as al
from autograd_lab.autograd import Function


def leaf(value, **options):
    return al.tensor(value, requires_grad=True, **options)


def function(forward, backward=None, **members):
    """A Function from two plain functions."""
    body = {"forward": staticmethod(forward), **members}
    if backward is not None:
        body["backward"] = staticmethod(backward)
    return type("MyFn", (Function,), body)


def doubling(backward):
    return function(lambda ctx, x: x * 2, backward)


class DoubleTriple(Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2, x * 3

    @staticmethod
    def backward(ctx, first, second):
        ctx.received = (first, second)
        return first * 2 + second * 3


# ----- the node -------------------------------------------------------------------------------------------------------
def test_a_node_that_no_gradient_reaches_asks_for_its_saved_values_all_the_same():
    stop, x = doubling(lambda ctx, grad: None), leaf([1.0])
    y = x.exp()
    z = stop.apply(y)
    z.backward(retain_graph=True)
    z.backward()
    with pytest.raises(RuntimeError, match="a second time"):
        z.backward()
    y = x.exp()
    z = stop.apply(y)
    y.detach().add_(1)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        z.backward()
    with pytest.raises(RuntimeError, match="derivative for aten::floor_divide is not implemented"):
        stop.apply(2 // x).backward()


def test_a_function_is_newer_than_the_node_that_a_stale_view_gets():
    """The view's base was written to, so asking for its edge makes a node: `grad` must still hear of both uses."""
    p = leaf([1.0, 2.0, 3.0])
    base = p * 1
    view = base[:2]
    base.mul_(2)
    root = function(lambda ctx, x: 4 * x, lambda ctx, g: 4 * g).apply(view).sum() + (view * 3).sum()
    (gradient,) = al.autograd.grad(root, view, retain_graph=True)
    root.backward()
    assert gradient.tolist() == [7.0, 7.0]
    assert p.grad.tolist() == [14.0, 14.0, 0.0]


def test_inner_operations_leave_nothing_in_the_graph():
    fn = function(lambda ctx, x: (x * 2 + 1).exp(), lambda ctx, grad: grad)
    y = fn.apply(leaf(1.0))
    assert [type(node).__name__ for node, _ in y.grad_fn.next_functions] == ["AccumulateGrad"]


# ----- ctx in forward -------------------------------------------------------------------------------------------------
def test_saved_tensors_come_back_as_the_same_objects():
    def forward(ctx, x):
        result, between = x * 2, x * 3
        ctx.save_for_backward(x, None, result, between)
        assert ctx.to_save == (x, None, result, between)
        return result

    x = leaf([1.0])
    y = function(forward, lambda ctx, grad: grad).apply(x)
    same, nothing, result, between = y.grad_fn.saved_tensors
    assert same is x
    assert nothing is None
    assert result.tolist() == [2.0]
    assert result.grad_fn is y.grad_fn
    assert not between.requires_grad


def test_a_backward_that_needs_nothing_saved_can_run_again():
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * 2

    x = leaf(1.0)
    y = function(forward, lambda ctx, grad: grad * 2).apply(x)
    y.backward()
    y.backward()
    assert x.grad.item() == 4.0


def test_a_saved_output_without_a_gradient_is_kept_itself_and_watched():
    class Sorted(al.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            values, places = x.sort()
            ctx.mark_non_differentiable(places)
            ctx.save_for_backward(places)
            return values, places

        @staticmethod
        def backward(ctx, grad, _):
            return grad.gather(0, *ctx.saved_tensors)

    values, places = Sorted.apply(leaf([2.0, 1.0]))
    assert values.grad_fn.saved_tensors[0] is places
    places.unsqueeze_(0)
    with pytest.raises(RuntimeError, match=r"modified by an inplace operation: \[torch.LongTensor \[1, 2\]\]"):
        values.sum().backward()


# ----- what may be returned -------------------------------------------------------------------------------------------
def test_a_returned_list_is_not_tracked():
    (y,) = function(lambda ctx, x: [x * 2]).apply(leaf(1.0))
    assert y.grad_fn is None


def test_the_node_of_a_function_applies_its_backward_by_hand():
    y = function(lambda ctx, x: x * 2, lambda ctx, grad: grad * 2).apply(leaf(1.0))
    assert y.grad_fn.apply(al.tensor(5.0)) == 10


# ----- what is refused ------------------------------------------------------------------------------------------------
def test_an_instance_of_a_function_is_not_called():
    with pytest.warns(DeprecationWarning, match="should not be instantiated"):
        instance = DoubleTriple()
    with pytest.raises(RuntimeError, match="Legacy autograd function with non-static forward method is deprecated"):
        instance(leaf(1.0))
