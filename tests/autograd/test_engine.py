"""The engine: its algorithm, whose array it is, what is asked for, and promises that are easily broken unnoticed."""

import doctest
import inspect
import re
import warnings

import numpy as np
import pytest
from custom_functions import custom

import autograd_lab as al
from autograd_lab._core import engine
from autograd_lab._core.graph import Node
from autograd_lab.autograd import graph

SECOND = "Trying to backward through the graph a second time"


def leaf(value=(1.0, 2.0), **options):
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


# ----- once, or more often --------------------------------------------------------------------------------------------
def test_attributes_that_are_no_arrays_survive():
    y = leaf([[1.0, 2.0]]).sum(1)
    y.sum().backward()
    assert y.grad_fn._saved_dim == (1,)


def test_freed_values_cannot_be_read():
    y = leaf(2.0).exp()
    y.backward()
    with pytest.raises(RuntimeError, match=SECOND):
        _ = y.grad_fn._saved_result


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


Nothing = custom(al, "Nothing", lambda ctx, x: x * 1, lambda ctx, gradient: None)


def test_a_message_after_none_still_belongs_to_others_too():
    a, b = leaf([1.0, 2.0]), leaf([3.0, 4.0])
    last = a * 2
    shared = a + b  # sends one array to both
    first = Nothing.apply(a)
    (first + shared + last).backward(al.ones(2))
    assert a.grad.tolist() == [3.0, 3.0]
    assert b.grad.tolist() == [1.0, 1.0]


# ----- arguments of backward and grad ---------------------------------------------------------------------------------
# ----- inputs= --------------------------------------------------------------------------------------------------------
def test_the_node_of_an_input_runs_but_sends_nothing():
    x = leaf(3.0)
    y = x * x
    ran = []
    y.grad_fn.register_hook(lambda inputs, outputs: ran.append((inputs, outputs[0].item())))
    (y * 2).backward(inputs=[y])
    assert ran == [((None, None), 2.0)]
    assert x.grad is None
    with pytest.raises(RuntimeError, match="a second time"):  # it ran, so what it had saved is gone
        y.backward()


# ----- create_graph ---------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("parts", [lambda x: x.split(1), lambda x: x.unbind(), lambda x: x.chunk(2)])
def test_create_graph_with_outputs_that_nobody_used(parts):
    x = leaf([2.0, 3.0])
    used = parts(x)[0]
    (first,) = al.autograd.grad((used * used * used).sum(), x, create_graph=True)
    (second,) = al.autograd.grad(first.sum(), x)
    assert (first.tolist(), second.tolist()) == ([12.0, 0.0], [12.0, 0.0])


def test_accumulating_with_create_graph_makes_a_new_tensor():
    x = leaf(3.0)
    (x * 2).backward()
    first = x.grad
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        (x * x).backward(create_graph=True)
    assert x.grad is not first
    assert (first.item(), x.grad.item()) == (2.0, 8.0)
    x.grad = None


# ----- seeds ----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("shape", [(), (1,), (1, 1)])
def test_one_element_needs_no_seed(shape):
    x = al.ones(shape, requires_grad=True)
    (x * 2).backward()
    assert x.grad.shape == shape


def test_as_many_seeds_as_roots():
    x = leaf([1.0])
    with pytest.raises(RuntimeError, match="got 2 tensors and 1 gradients"):
        al.autograd.backward([x * 3, x * 2], [al.ones(1)])


# ----- promises that are easily broken unnoticed ----------------------------------------------------------------------
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


@pytest.mark.parametrize("name", ["AccumulateGrad", "CopySlices", "MulBackward0"])
def test_the_type_of_a_node_prints_like_pytorchs(name):
    x = al.ones(2, requires_grad=True)
    y = x * 2
    nodes = [y.grad_fn, y.grad_fn.next_functions[0][0]]
    y[0] = 3
    [kind] = [type(node) for node in [y.grad_fn, *nodes] if type(node).__name__ == name]
    assert repr(kind) == f"<class '{name}'>"


# ----- the graph drawn in the documentation of Node -------------------------------------------------------------------
LINE = re.compile(r"^(?P<before>[| ]*)(\+--\[(?P<place>\d)\]--> )?(?P<name>[A-Z]\w+\d?) +(?P<keeps>\w+ = .*)$")


def drawn():
    """For each node in the drawing: (depth, place in next_functions, name, what it keeps)."""
    text = inspect.getdoc(Node)
    lines = text[text.index("e.grad_fn") : text.index("``[0]``")].splitlines()
    found = [match for match in map(LINE.match, lines) if match]
    return [
        (0 if m["place"] is None else len(m["before"]) // 10 + 1, int(m["place"] or 0), m["name"], m["keeps"])
        for m in found
    ]


def real(node, told, depth=0, place=0):
    """The same of a node and of all that its edges lead to; ``told`` says what its values are called."""
    if hasattr(node, "variable"):
        keeps = [f"variable = {told(node.variable)}"]
    else:
        names = [name for name in dir(node) if name.startswith("_saved_")]
        keeps = [f"{name} = {told(getattr(node, name))}" for name in sorted(names, reverse=True)]
    found = [(depth, place, type(node).__name__, ", ".join(keeps))]
    for index, (target, slot) in enumerate(node.next_functions):
        assert slot == 0
        found += real(target, told, depth + 1, index)
    return found


def test_the_drawing_in_the_documentation_is_the_graph():
    a, b, d = (al.tensor(value, requires_grad=True) for value in (2.0, 3.0, 4.0))
    total = a + b
    e = total * d
    names = {id(a): "a", id(b): "b", id(d): "d", id(total): "a + b"}
    assert len(drawn()) == 5
    assert drawn() == real(e.grad_fn, lambda value: names.get(id(value), str(value)))
