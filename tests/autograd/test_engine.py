"""The engine: paths add, a graph runs once, and what is asked for is what is written."""

import doctest

import pytest

import autograd_lab as al
from autograd_lab._core import engine
from autograd_lab.autograd import graph

SECOND = "Trying to backward through the graph a second time"


def leaf(value, **options):
    return al.tensor(value, requires_grad=True, **options)


# ----- the algorithm --------------------------------------------------------------------------------------------------
def newest(pending):
    nodes = [target for target in pending if isinstance(target, graph.Node)]
    return max(nodes, key=graph.Node._sequence_nr, default=None)


def test_the_lines_that_the_engine_opens_with_are_what_both_loops_do():
    a, b = leaf(2.0), leaf(3.0)
    c = a * b
    names = {"torch": al, "newest": newest, "a": a, "b": b, "y": c * (c + a)}
    assert doctest.testmod(engine, extraglobs=names) == (0, 8)


# ----- paths ----------------------------------------------------------------------------------------------------------
def test_the_contributions_of_two_paths_are_added():
    x = leaf(3.0)
    a, b = x * 2, x * x
    (a * b).backward()  # 2x³
    assert x.grad.item() == 54.0


def test_a_diamond_runs_its_top_once_with_the_sum():
    x = leaf(2.0)
    top = x * x
    seen = []
    top.register_hook(lambda grad: seen.append(grad.item()))
    (top * 3 + top * 4).backward()
    assert seen == [7.0]
    assert x.grad.item() == 28.0


def test_a_leaf_used_five_times_collects_five_contributions():
    x = leaf(1.0)
    (x + x + x + x + x).backward()
    assert x.grad.item() == 5.0


def test_both_operands_may_be_the_same_leaf():
    x = leaf(5.0)
    (x * x).backward()
    assert x.grad.item() == 10.0


def test_a_leaf_is_its_own_root():
    x = leaf(5.0)
    x.backward()
    assert x.grad.item() == 1.0


def test_gradients_of_several_roots_add_up():
    x = leaf([1.0, 2.0])
    al.autograd.backward([x * 2, (x * 3).sum()], [al.ones(2), None])
    assert x.grad.tolist() == [5.0, 5.0]


def test_a_root_given_twice_counts_twice():
    x = leaf(1.0)
    y = x * 2
    al.autograd.backward([y, y])
    assert x.grad.item() == 4.0


def test_a_root_may_lie_above_another_root():
    x = leaf(1.0)
    low = x * 2
    high = low * 3
    al.autograd.backward([low, high])
    assert x.grad.item() == 8.0


def test_backward_adds_to_what_the_gradient_was_in_the_same_tensor():
    x = leaf(1.0)
    (x * 2).backward()
    first = x.grad
    (x * 3).backward()
    assert x.grad is first
    assert (first.item(), first._version) == (5.0, 1)


def test_leaves_do_not_share_the_memory_of_their_gradients():
    x, y = leaf([1.0, 2.0]), leaf([3.0, 4.0])
    (x + y).sum().backward()
    x.grad.mul_(10)
    assert y.grad.tolist() == [1.0, 1.0]


def test_the_callers_gradient_is_copied():
    x = leaf([1.0, 2.0])
    given = al.ones(2)
    x.backward(given)
    x.grad.mul_(10)
    assert given.tolist() == [1.0, 1.0]


def test_broadcast_inputs_get_gradients_of_their_own_shape():
    x = leaf([[1.0], [2.0]])
    (x * al.tensor([1.0, 2.0, 3.0])).sum().backward()
    assert x.grad.tolist() == [[6.0], [6.0]]


def test_a_gradient_has_its_leafs_dtype():
    x, y = leaf([1.0]), leaf([2.0], dtype=al.float64)
    (x * y).sum().backward()
    assert (x.grad.dtype, y.grad.dtype) == (al.float32, al.float64)


def test_requires_grad_switched_off_later_leaves_the_gradient_alone():
    x, y = leaf(1.0), leaf(2.0)
    z = x * y
    x.requires_grad_(False)
    z.backward()
    assert x.grad is None
    assert y.grad.item() == 1.0


# ----- once, or more often --------------------------------------------------------------------------------------------
def test_the_second_backward_says_that_the_values_are_gone():
    y = leaf(2.0).exp()
    y.backward()
    with pytest.raises(RuntimeError, match=SECOND):
        y.backward()


def test_retain_graph_keeps_the_values():
    x = leaf(2.0)
    y = x * x
    y.backward(retain_graph=True)
    y.backward()
    assert x.grad.item() == 8.0
    with pytest.raises(RuntimeError, match=SECOND):
        y.backward()


def test_a_graph_that_saved_nothing_can_run_again():
    x = leaf([2.0, 3.0])
    y = (x + x - 1).sum()
    y.backward()
    y.backward()
    assert x.grad.tolist() == [4.0, 4.0]


def test_only_nodes_that_ran_are_freed():
    x = leaf([1.0, 2.0])
    y = x.exp()
    z = y * 2
    al.autograd.grad(z.sum(), y)
    y.sum().backward()
    assert x.grad is not None


def test_a_shared_part_freed_by_one_backward_breaks_the_other():
    shared = leaf(1.0).exp()
    one, two = shared * 2, shared * 3
    one.backward()
    with pytest.raises(RuntimeError, match=SECOND):
        two.backward()


def test_attributes_that_are_no_arrays_survive():
    y = leaf([[1.0, 2.0]]).sum(1)
    y.sum().backward()
    assert y.grad_fn._saved_dim == (1,)


def test_freed_values_cannot_be_read():
    y = leaf(2.0).exp()
    y.backward()
    with pytest.raises(RuntimeError, match=SECOND):
        _ = y.grad_fn._saved_result


# ----- edges to start from and to end at ------------------------------------------------------------------------------
def test_get_gradient_edge_names_node_and_slot():
    x = leaf([1.0, 2.0])
    assert graph.get_gradient_edge(x).node.variable is x
    second = x.unbind()[1]
    edge = graph.get_gradient_edge(second)
    assert edge.node is second.grad_fn
    assert edge.output_nr == 1
    with pytest.raises(RuntimeError, match="does not require gradients"):
        graph.get_gradient_edge(al.ones(1))


def test_a_gradient_edge_is_as_good_as_its_tensor():
    x = leaf([3.0, 4.0])
    y = x * x
    f = (y * 3).sum()
    edge = graph.get_gradient_edge(y)
    assert al.autograd.grad(f, edge, retain_graph=True)[0].tolist() == [3.0, 3.0]
    assert al.autograd.grad(edge, x, grad_outputs=al.ones(2), retain_graph=True)[0].tolist() == [6.0, 8.0]
    al.autograd.backward(edge, al.ones(2))
    assert x.grad.tolist() == [6.0, 8.0]


def test_two_positional_arguments_make_an_edge():
    x = leaf([3.0, 4.0])
    first, second = x.unbind()
    edge = graph.GradientEdge(second.grad_fn, 0)
    (gradient,) = al.autograd.grad(first * 2, edge)
    assert gradient.item() == 2.0


# ----- whose array it is ----------------------------------------------------------------------------------------------
STRETCHED = {
    "mean": lambda y: y.mean(),
    "mean of rows": lambda y: y.mean(1).sum(),
    "amax": lambda y: (y.mean(0) * 2).sum(),
}


@pytest.mark.parametrize("stretched", STRETCHED)
def test_a_message_that_repeats_one_number_is_not_added_to_in_place(stretched):
    """Large enough that the rules do not write the number down as often as it is wanted."""
    x = (al.arange(2.0**18) % 7).reshape(512, 512).requires_grad_()
    (expected,) = al.autograd.grad(STRETCHED[stretched](x), x)
    y = x * 1
    older = (y * y).sum()
    (STRETCHED[stretched](y) + older).backward()  # the newer one's message arrives first
    assert al.equal(x.grad, expected + 2 * x)


class Nothing(al.autograd.Function):
    """Sends None."""

    @staticmethod
    def forward(ctx, x):
        return x * 1

    @staticmethod
    def backward(ctx, gradient):
        return None


def test_a_message_after_none_still_belongs_to_others_too():
    a, b = leaf([1.0, 2.0]), leaf([3.0, 4.0])
    last = a * 2
    shared = a + b  # sends one array to both
    first = Nothing.apply(a)
    (first + shared + last).backward(al.ones(2))
    assert a.grad.tolist() == [3.0, 3.0]
    assert b.grad.tolist() == [1.0, 1.0]


@pytest.mark.parametrize("watched", [False, True])
def test_a_leaf_that_wants_no_gradient_any_more_gets_none(watched):
    x, w = leaf([1.0, 2.0]), leaf([3.0, 4.0])
    y = x * w
    if watched:
        y.register_hook(lambda gradient: None)
    x.requires_grad_(False)
    y.backward(al.ones(2))
    assert x.grad is None
    assert w.grad.tolist() == [1.0, 2.0]


# ----- a node by hand -------------------------------------------------------------------------------------------------
def test_a_node_can_be_called():
    a, b = leaf(2.0), leaf(10.0)
    node = (a * b).grad_fn
    assert [gradient.item() for gradient in node(al.tensor(1.0))] == [10.0, 2.0]
    with pytest.raises(TypeError, match="expected 1 arguments, got 2 instead"):
        node(al.tensor(1.0), al.tensor(1.0))
    accumulate = node.next_functions[0][0]
    assert accumulate(al.tensor(7.0)) == ()
    assert a.grad.item() == 7.0
