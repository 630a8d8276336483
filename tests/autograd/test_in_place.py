"""In-place operations: the version counter, what the graph makes of them, and what is refused."""

import pytest

import autograd_lab as al
from autograd_lab._core import memory

MODIFIED = (
    "one of the variables needed for gradient computation has been modified by an inplace operation: "
    "[torch.{type}Tensor {size}]{origin} is at version {now}; expected version {then} instead. Hint: enable anomaly "
    "detection to find the operation that failed to compute its gradient, with "
    "torch.autograd.set_detect_anomaly(True, check_nan=False)."
)


def leaf(value, **options):
    return al.tensor(value, requires_grad=True, **options)


def modified(now, then, *, type="Float", size="[2]", origin=""):
    return MODIFIED.format(type=type, size=size, origin=origin, now=now, then=then)


def backward_error(y):
    with pytest.raises(RuntimeError) as caught:
        y.sum().backward()
    return str(caught.value).splitlines()[0]


# ----- versions -------------------------------------------------------------------------------------------------------
def test_every_in_place_operation_counts():
    t = al.ones(2)
    assert t._version == 0
    t.add_(1)
    t += 1
    t *= 2
    t[0] = 5.0
    t.copy_(al.zeros(2))
    t.zero_()
    with al.no_grad():
        t.sub_(1)
    assert t._version == 7


# ----- saved, then changed --------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", ["max", "min", "median", "sort"])
@pytest.mark.parametrize("change", [lambda i: i.add_(1), lambda i: i.detach().zero_(), lambda i: i[:1].zero_()])
def test_indices_that_were_saved_beside_a_result_may_not_be_changed(name, change):
    values, indices = getattr(leaf([3.0, 1.0]), name)(dim=0, **{"keepdim": True} if name[0] == "m" else {})
    change(indices)
    assert backward_error(values) == modified(1, 0, type="Long", size=f"[{len(indices)}]")


# ----- shapes and types -----------------------------------------------------------------------------------------------
def test_a_parameter_updated_many_times_remembers_few_of_them():
    w = al.tensor([1.0, 2.0], requires_grad=True)
    times = 2 * memory.KEPT + 50
    with al.no_grad():
        for _ in range(times):
            w.add_(0.5)
    assert w._version == times
    assert len(w._written.times) <= 2 * memory.KEPT
    (w * w).sum().backward()  # saved after all those writes: nothing is stale


def test_a_write_counts_although_a_pack_hook_fails_on_it():
    def fail(tensor):
        raise KeyError("in pack")

    x = al.tensor([1.0, 2.0], requires_grad=True)
    y = x * 1
    z = y * y
    with al.autograd.graph.saved_tensors_hooks(fail, lambda kept: kept), pytest.raises(KeyError, match="in pack"):
        y.exp_()
    assert y._version == 1
    with pytest.raises(RuntimeError, match="is at version 1; expected version 0"):
        z.sum().backward()


@pytest.mark.parametrize("create_graph", [False, True])
def test_a_gradient_cannot_go_back_through_a_write_into_a_stretched_view(create_graph):
    x = leaf([1.0, -1.0])
    y = x * 1
    y.expand(2, 2).zero_()
    with pytest.raises(RuntimeError, match="more than one element of the written-to tensor refers to a single memory"):
        al.autograd.grad(y.sum(), x, create_graph=create_graph)


def test_a_view_that_may_not_follow_its_base_may_be_read_where_nothing_is_recorded():
    x = leaf([[1.0, 2.0, 3.0]])
    with al.no_grad():
        view = x.T
        x.neg_()
        assert (view * view).sum().item() == 14.0
    for use in (lambda: view * view, lambda: view.register_hook(print), lambda: x.T * view):
        with pytest.raises(RuntimeError, match="A view was created in no_grad mode and its base"):
            use()
    with pytest.raises(RuntimeError, match="A view was created in no_grad mode and its base"):
        view.register_post_accumulate_grad_hook(print)


@pytest.mark.parametrize("stop", [lambda x: x.requires_grad_(False), lambda x: x.detach_()])
def test_a_view_of_a_base_that_wants_no_gradient_any_more_keeps_a_node_that_leads_nowhere(stop):
    x = leaf([1.0, 2.0])
    view = x.view(2)
    stop(x)
    x.add_(1)
    assert view.grad_fn.name() == "AsStridedBackward0"
    assert view.grad_fn.next_functions == ((None, 0),)
    view.sum().backward()
    assert x.grad is None
