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


def test_views_and_detach_share_the_count_and_the_memory():
    t = al.ones(2)
    view, detached = t[0], t.detach()
    detached.add_(1)
    assert (t._version, view._version, detached._version) == (1, 1, 1)
    assert (t.tolist(), view.item()) == ([2.0, 2.0], 2.0)
    view.add_(5)
    assert (t.tolist(), t._version) == ([7.0, 2.0], 2)


def test_data_and_numpy_are_not_counted_and_a_clone_starts_anew():
    t = al.ones(2)
    t.add_(1)
    t.data.add_(1)
    t.numpy()[0] = 9
    assert t._version == 1
    assert t.tolist() == [9.0, 3.0]
    assert t.clone()._version == 0


def test_requires_grad_is_no_write():
    t = al.ones(2)
    t.requires_grad_()
    assert t._version == 0


# ----- saved, then changed --------------------------------------------------------------------------------------------
def test_a_saved_input_that_was_changed_is_noticed_at_backward():
    b = leaf([1.0, 2.0]) * 1
    y = b * b
    b.add_(1)
    assert backward_error(y) == modified(1, 0, origin=", which is output 0 of Add,")


def test_a_changed_operand_without_history_has_no_origin():
    w = al.ones(2)
    y = leaf([1.0, 2.0]) * w
    w.add_(1)
    w.mul_(2)
    assert backward_error(y) == modified(2, 0)


def test_the_dtype_is_named():
    w = al.ones(2, dtype=al.float64)
    y = leaf([1.0, 2.0], dtype=al.float64) * w
    w.add_(1)
    assert backward_error(y) == modified(1, 0, type="Double")
    index = al.tensor([0, 1])
    z = leaf([1.0, 2.0])[index]
    index.add_(1)
    assert backward_error(z) == modified(1, 0, type="Long")


@pytest.mark.parametrize("name", ["exp", "sigmoid", "tanh", "sqrt"])
def test_a_saved_result_that_was_changed_is_noticed(name):
    y = getattr(leaf([1.0, 2.0]), name)()
    y.add_(1)
    assert backward_error(y) == modified(1, 0, origin=f", which is output 0 of {name.capitalize()},")


@pytest.mark.parametrize("name", ["max", "min", "median", "mode", "cummax", "sort"])
@pytest.mark.parametrize("change", [lambda i: i.add_(1), lambda i: i.detach().zero_(), lambda i: i[:1].zero_()])
def test_indices_that_were_saved_beside_a_result_may_not_be_changed(name, change):
    values, indices = getattr(leaf([3.0, 1.0]), name)(dim=0, **{"keepdim": True} if name[0] == "m" else {})
    change(indices)
    assert backward_error(values) == modified(1, 0, type="Long", size=f"[{len(indices)}]")


@pytest.mark.parametrize("name", ["sin", "cos", "log", "abs"])
def test_results_that_nobody_saved_may_be_changed(name):
    x = leaf([1.0, 2.0])
    y = getattr(x, name)()
    y.add_(1)
    y.sum().backward()
    assert x.grad is not None


@pytest.mark.parametrize("name", ["exp", "sqrt"])
def test_inputs_of_operations_that_saved_their_result_may_be_changed(name):
    x = leaf([1.0, 2.0])
    b = x * 1
    y = getattr(b, name)()
    b.add_(1)
    y.sum().backward()
    assert x.grad is not None


def test_what_an_addition_produced_or_consumed_may_be_changed():
    x = leaf([1.0, 2.0])
    b = x * 1
    y = b + 1
    b.mul_(5)
    y.mul_(3)
    y.sum().backward()
    assert x.grad.tolist() == [3.0, 3.0]


def test_a_step_between_forward_and_backward_is_noticed():
    w = leaf([1.0, 2.0])
    y = (w * w).sum()
    with al.no_grad():
        w.sub_(0.5)
    assert backward_error(y) == modified(1, 0)


def test_a_write_through_a_detached_tensor_is_noticed():
    x = leaf([1.0, 2.0])
    y = x * x
    x.detach().zero_()
    assert backward_error(y) == modified(1, 0)


def test_changes_before_saving_do_not_matter():
    b = leaf([1.0, 2.0]) * 1
    b.add_(1)
    (b * b).sum().backward()


def test_data_edits_cannot_be_noticed():
    x = leaf([1.0, 2.0])
    y = x * x
    x.data.mul_(10)
    y.sum().backward()
    assert x.grad.tolist() == [20.0, 40.0]


# ----- the history ----------------------------------------------------------------------------------------------------
def test_the_tensor_moves_to_the_new_node_and_the_gradient_flows_through_both():
    x = leaf([1.0, 2.0])
    y = x * 1
    old = y.grad_fn
    y.mul_(al.tensor([3.0, 4.0]))
    assert type(y.grad_fn).__name__ == "MulBackward0"
    assert y.grad_fn.next_functions[0] == (old, 0)
    y.sum().backward()
    assert x.grad.tolist() == [3.0, 4.0]


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda y: y.exp_(), 2.718281828459045),
        (lambda y: y.pow_(3), 3.0),
        (lambda y: y.neg_(), -1.0),
        (lambda y: y.add_(y), 2.0),
        (lambda y: y.zero_(), 0.0),
        (lambda y: y.relu_(), 1.0),
        (lambda y: y.div_(4), 0.25),
    ],
)
def test_in_place_operations_differentiate_like_the_others(change, expected):
    x = leaf([1.0], dtype=al.float64)
    y = x * 1
    change(y)
    y.sum().backward()
    assert x.grad.item() == pytest.approx(expected, rel=1e-12)


def test_multiplying_a_tensor_by_itself_in_place_overwrites_what_it_needs():
    y = leaf([1.0, 2.0]) * 1
    y.mul_(y)
    assert backward_error(y) == modified(1, 0, origin=", which is output 0 of Mul,")


def test_a_plain_tensor_that_receives_a_gradient_is_no_leaf_any_more():
    a = leaf([1.0, 2.0])
    t = al.ones(2).add_(a)
    assert repr(t) == "tensor([2., 3.], grad_fn=<AddBackward0>)"
    t.sum().backward()
    assert a.grad.tolist() == [1.0, 1.0]


# ----- leaves ---------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("change", [lambda a: a.add_(1), lambda a: a.copy_(al.ones(2)), lambda a: a.__iadd__(1)])
def test_a_leaf_may_not_be_changed_and_is_not(change):
    a = leaf([1.0, 2.0])
    with pytest.raises(RuntimeError) as caught:
        change(a)
    first, help = str(caught.value).splitlines()
    assert first == "a leaf Variable that requires grad is being used in an in-place operation."
    assert help.startswith("Help: ")
    assert (a.tolist(), a._version) == ([1.0, 2.0], 0)


def test_nor_may_a_view_of_a_leaf():
    a = leaf([1.0, 2.0])
    for change in (lambda: a[0:1].add_(1), lambda: a.view(2).zero_(), lambda: a.__setitem__(0, 1.0)):
        with pytest.raises(RuntimeError, match="a view of a leaf Variable that requires grad is being used in an in-"):
            change()
    assert a.tolist() == [1.0, 2.0]


def test_under_no_grad_a_leaf_may_be_changed_and_stays_the_same_leaf():
    w = leaf([1.0, 2.0])
    same = w
    (w * w).sum().backward()
    with al.no_grad():
        w -= 0.5 * w.grad
    assert w is same
    assert (w.is_leaf, w.requires_grad, w.tolist(), w._version) == (True, True, [0.0, 0.0], 1)


def test_a_scalar_leaf_too():
    w = leaf(4.0)
    (w * w).backward()
    with al.no_grad():
        w -= 0.25 * w.grad
    assert (w.item(), w.is_leaf, w._version) == (2.0, True, 1)


# ----- shapes and types -----------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("change", "text"),
    [
        (
            lambda: al.ones(2).add_(al.ones(3, 2)),
            "output with shape [2] doesn't match the broadcast shape [3, 2]",
        ),
        (
            lambda: al.ones(2, dtype=al.int64).add_(1.5),
            "result type Float can't be cast to the desired output type Long",
        ),
        (lambda: al.ones(2, dtype=al.int64).div_(2), "result type Float can't be cast to the desired output type Long"),
        (
            lambda: al.ones(1).expand(3).add_(1),
            "unsupported operation: more than one element of the written-to tensor refers to a single memory location. "
            "Please clone() the tensor before performing the operation.",
        ),
    ],
)
def test_results_that_do_not_fit(change, text):
    with pytest.raises(RuntimeError) as caught:
        change()
    assert str(caught.value).splitlines()[0] == text


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
