"""Custom Functions: what forward and backward receive, what they may return, and who is told what went wrong."""

import pytest
from cube import Cube

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
def test_ctx_is_the_node():
    seen = []
    fn = function(lambda ctx, x: seen.append(ctx) or x * 2, lambda ctx, grad: grad * 2)
    y = fn.apply(leaf(1.0))
    assert y.grad_fn is seen[0]
    assert isinstance(y.grad_fn, fn._backward_cls)
    assert type(y.grad_fn).__name__ == y.grad_fn.name() == "MyFnBackward"
    assert repr(y) == "tensor(2., grad_fn=<MyFnBackward>)"


def test_several_outputs_share_one_node_and_are_told_apart_by_their_number():
    x = leaf([1.0, 2.0])
    double, triple = DoubleTriple.apply(x)
    assert repr(double) == "tensor([2., 4.], grad_fn=<DoubleTripleBackward>)"
    assert double.grad_fn is triple.grad_fn
    assert (double.output_nr, triple.output_nr) == (0, 1)
    assert (triple * 1).grad_fn.next_functions[0] == (triple.grad_fn, 1)


def test_an_output_nobody_used_gives_zeros():
    x = leaf([1.0, 2.0])
    double, triple = DoubleTriple.apply(x)
    double.sum().backward(retain_graph=True)
    received = double.grad_fn.received
    assert [repr(gradient) for gradient in received] == ["tensor([1., 1.])", "tensor([0., 0.])"]
    assert x.grad.tolist() == [2.0, 2.0]
    x.grad = None
    (double + triple).sum().backward()
    assert x.grad.tolist() == [5.0, 5.0]


def test_without_materialized_grads_an_empty_slot_is_none():
    received = []

    def forward(ctx, x):
        ctx.set_materialize_grads(False)
        return x * 2, x * 3

    fn = function(forward, lambda ctx, first, second: received.extend((first, second)) or second * 3)
    x = leaf([1.0, 2.0])
    fn.apply(x)[1].sum().backward()
    assert received[0] is None
    assert received[1].tolist() == [1.0, 1.0]


def test_none_from_backward_is_an_undefined_gradient_and_the_next_function_still_runs():
    stop = doubling(lambda ctx, grad: None)
    seen = []
    after = doubling(lambda ctx, grad: seen.append(grad.tolist()) or grad * 2)
    x = leaf([1.0])
    stop.apply(after.apply(x)).backward()
    assert seen == [[0.0]]
    assert x.grad.tolist() == [0.0]
    y = leaf([1.0])
    stop.apply(y).backward()
    assert y.grad is None


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


def test_no_graph_no_node():
    assert DoubleTriple.apply(al.ones(2))[0].grad_fn is None
    with al.no_grad():
        assert DoubleTriple.apply(leaf([1.0]))[0].grad_fn is None


def test_inner_operations_leave_nothing_in_the_graph():
    fn = function(lambda ctx, x: (x * 2 + 1).exp(), lambda ctx, grad: grad)
    y = fn.apply(leaf(1.0))
    assert [type(node).__name__ for node, _ in y.grad_fn.next_functions] == ["AccumulateGrad"]


# ----- ctx in forward -------------------------------------------------------------------------------------------------
def test_forward_runs_without_grad_mode_but_inputs_keep_their_flag():
    seen = []
    function(lambda ctx, x: seen.append((al.is_grad_enabled(), x.requires_grad, (x * 1).requires_grad)) or x * 2).apply(
        leaf(1.0)
    )
    assert seen == [(False, True, False)]


def test_needs_input_grad_has_one_entry_for_each_argument():
    seen = []
    fn = function(
        lambda ctx, *args: seen.append(ctx.needs_input_grad) or args[0] * 1,
        lambda ctx, grad: seen.append(ctx.needs_input_grad) or (grad, None, None, None),
    )
    y = fn.apply(leaf(1.0), al.ones(()), 3, [leaf(2.0)])
    y.backward()
    assert seen == [(True, False, False, False)] * 2
    assert len(y.grad_fn.next_functions) == 2  # one for each tensor


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


def test_the_last_call_of_save_for_backward_wins():
    def forward(ctx, x):
        ctx.save_for_backward(x, x)
        ctx.save_for_backward(x)
        return x * 2

    assert len(function(forward).apply(leaf(1.0)).grad_fn.saved_tensors) == 1


def test_saved_tensors_are_gone_after_backward():
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * 2

    y = function(forward, lambda ctx, grad: grad * ctx.saved_tensors[0]).apply(leaf(1.0))
    y.backward()
    with pytest.raises(RuntimeError, match="Trying to backward through the graph a second time"):
        _ = y.grad_fn.saved_tensors
    with pytest.raises(RuntimeError, match="Trying to backward through the graph a second time"):
        y.backward()


def test_a_backward_that_needs_nothing_saved_can_run_again():
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * 2

    x = leaf(1.0)
    y = function(forward, lambda ctx, grad: grad * 2).apply(x)
    y.backward()
    y.backward()
    assert x.grad.item() == 4.0


def test_a_saved_tensor_changed_in_place_is_noticed():
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * 2

    x = leaf([1.0])
    b = x * 1
    y = function(forward, lambda ctx, grad: grad * ctx.saved_tensors[0]).apply(b)
    b.add_(1)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        y.backward()


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


def test_setup_context_gets_inputs_and_output():
    class Cube(Function):
        @staticmethod
        def forward(x, power):
            return x * x * x

        @staticmethod
        def setup_context(ctx, inputs, output):
            x, power = inputs
            ctx.power = power
            ctx.save_for_backward(x, output)

        @staticmethod
        def backward(ctx, grad):
            x, _ = ctx.saved_tensors
            return grad * x * x * ctx.power, None

    x = leaf(2.0)
    Cube.apply(x, 3).backward()
    assert x.grad.item() == 12.0


def test_vjp_is_another_name_for_backward():
    x = leaf(1.0)
    function(lambda ctx, x: x * 2, vjp=staticmethod(lambda ctx, grad: grad * 2)).apply(x).backward()
    assert x.grad.item() == 2.0


# ----- what may be returned -------------------------------------------------------------------------------------------
def test_outputs_that_are_no_tensors_pass_through():
    y, number, nothing = function(lambda ctx, x: (x * 2, 7, None), lambda ctx, *grads: grads[0] * 2).apply(leaf(1.0))
    assert (y.item(), number, nothing) == (2.0, 7, None)


def test_a_returned_list_is_not_tracked():
    (y,) = function(lambda ctx, x: [x * 2]).apply(leaf(1.0))
    assert y.grad_fn is None


def test_an_input_returned_unchanged_becomes_a_view_with_its_own_backward():
    x = leaf([1.0, 2.0])
    y = function(lambda ctx, x: x, lambda ctx, grad: grad * 100).apply(x)
    assert y is not x
    assert y._is_view()
    y.sum().backward()
    assert x.grad.tolist() == [100.0, 100.0]


def test_non_differentiable_outputs_have_no_grad_fn():
    def forward(ctx, x):
        order = al.tensor([1, 0])
        flags = x * 0
        ctx.mark_non_differentiable(flags)
        return x * 2, order, flags

    y, order, flags = function(forward, lambda ctx, *grads: grads[0] * 2).apply(leaf([1.0, 2.0]))
    assert (order.requires_grad, flags.requires_grad, y.requires_grad) == (False, False, True)
    y.sum().backward()


def test_mark_dirty_returns_the_same_tensor_with_a_new_history():
    def forward(ctx, x):
        ctx.mark_dirty(x)
        return x.mul_(3)

    x = leaf([1.0])
    b = x * 1
    fn = function(forward, lambda ctx, grad: grad * 3)
    y = fn.apply(b)
    assert y is b
    y.backward()
    assert x.grad.tolist() == [3.0]
    with pytest.raises(RuntimeError, match="a leaf Variable that requires grad has been used in an in-place operation"):
        fn.apply(x)


def test_a_dirty_input_must_be_returned():
    def forward(ctx, x):
        ctx.mark_dirty(x)
        return x * 3

    with pytest.raises(RuntimeError, match="Some elements marked as dirty during the forward method were not returned"):
        function(forward, lambda ctx, grad: grad).apply(leaf([1.0]) * 1)


def test_gradients_of_a_larger_shape_are_summed_and_of_another_dtype_cast():
    x = leaf([1.0, 2.0])
    doubling(lambda ctx, grad: al.ones(3, 2, dtype=al.float64)).apply(x).sum().backward()
    assert x.grad.tolist() == [3.0, 3.0]
    assert x.grad.dtype == al.float32


# ----- what is refused ------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("backward", "text"),
    [
        (lambda ctx, g: (g, g), "function MyFnBackward returned an incorrect number of gradients (expected 1, got 2)"),
        (lambda ctx, g: 3, "expected Variable or None (got int)"),
        (lambda ctx, g: [g], "expected Variable or None (got list)"),
        (
            lambda ctx, g: al.ones(3),
            "Function MyFnBackward returned an invalid gradient at index 0 - got [3] but expected shape compatible "
            "with [2]",
        ),
        (
            lambda ctx, g: al.ones(1),
            "Function MyFnBackward returned an invalid gradient at index 0 - got [1] but expected shape compatible "
            "with [2]",
        ),
    ],
)
def test_bad_answers_of_backward(backward, text):
    with pytest.raises(RuntimeError) as caught:
        doubling(backward).apply(leaf([1.0, 2.0])).sum().backward()
    assert str(caught.value).startswith(text)


def test_too_few_gradients_and_one_for_a_number():
    x = leaf(1.0)
    with pytest.raises(RuntimeError, match=r"incorrect number of gradients \(expected 2, got 1\)"):
        function(lambda ctx, x, y: x * y, lambda ctx, g: g).apply(x, x).backward()
    with pytest.raises(RuntimeError, match="returned a gradient different than None at position 3"):
        function(lambda ctx, x, y, n: x * y, lambda ctx, g: (g, g, g)).apply(x, x, 3).backward()


def test_extra_nones_at_the_end_are_fine():
    x = leaf(1.0)
    doubling(lambda ctx, g: (g * 2, None, None)).apply(x).backward()
    assert x.grad.item() == 2.0


def test_missing_and_doubled_methods():
    x = leaf(1.0)
    with pytest.raises(NotImplementedError, match="You must implement either the backward or vjp method"):
        function(lambda ctx, x: x * 2).apply(x).backward()
    with pytest.raises(NotImplementedError, match="You must implement the forward function"):
        type("MyFn", (Function,), {}).apply(x)
    both = function(lambda ctx, x: x * 2, lambda ctx, g: g, vjp=staticmethod(lambda ctx, g: g))
    with pytest.raises(RuntimeError, match="Implementing both 'backward' and 'vjp'"):
        both.apply(x).backward()


def test_only_tensors_can_be_saved():
    fn = function(lambda ctx, x: ctx.save_for_backward(3))
    with pytest.raises(TypeError, match="save_for_backward can only save variables, but argument 0 is of type int"):
        fn.apply(leaf(1.0))


def test_a_function_is_not_to_be_instantiated():
    with pytest.warns(DeprecationWarning, match="should not be instantiated"):
        instance = DoubleTriple()
    with pytest.raises(RuntimeError, match="Legacy autograd function with non-static forward method is deprecated"):
        instance(leaf(1.0))


# ----- grad mode and second derivatives -------------------------------------------------------------------------------
def test_backward_can_be_differentiated():
    x = leaf(2.0)
    (first,) = al.autograd.grad(Cube.apply(x), x, create_graph=True)
    (second,) = al.autograd.grad(first, x)
    assert (first.item(), second.item()) == (12.0, 12.0)


@pytest.mark.parametrize("create_graph", [False, True])
def test_backward_runs_with_grad_mode_as_create_graph_says(create_graph):
    seen = []
    x = leaf(1.0)
    y = doubling(lambda ctx, g: seen.append(al.is_grad_enabled()) or g * 2).apply(x)
    al.autograd.grad(y, x, create_graph=create_graph)
    assert seen == [create_graph]
