"""Hooks: when each kind runs, what it sees, what it may answer."""

import pytest

import autograd_lab as al


def leaf(value, **options):
    return al.tensor(value, requires_grad=True, **options)


def accumulate_of(tensor):
    return tensor.view_as(tensor).grad_fn.next_functions[0][0]


# ----- order ----------------------------------------------------------------------------------------------------------
def test_the_order_on_one_path_is_pytorchs():
    a = leaf([1.0])
    b = a.clone()
    log = []
    end = accumulate_of(a)
    end.register_hook(lambda inputs, outputs: log.append(("leaf posthook", a.grad.item(), inputs)))
    a.register_post_accumulate_grad_hook(lambda tensor: log.append(("post accumulate", tensor.grad.item())))
    end.register_prehook(lambda outputs: log.append(("leaf prehook", a.grad)))
    a.register_hook(lambda grad: log.append(("leaf hook", grad.item())))
    b.grad_fn.register_hook(lambda inputs, outputs: log.append(("posthook", inputs[0].item(), outputs[0].item())))
    b.grad_fn.register_prehook(lambda outputs: log.append(("prehook", outputs[0].item(), b.grad.item())))
    b.retain_grad()
    b.register_hook(lambda grad: log.append(("hook", grad.item(), b.grad)))
    b.backward()
    assert log == [
        ("hook", 1.0, None),
        ("prehook", 1.0, 1.0),
        ("posthook", 1.0, 1.0),
        ("leaf hook", 1.0),
        ("leaf prehook", None),
        ("post accumulate", 1.0),
        ("leaf posthook", 1.0, ()),
    ]


def test_hooks_of_one_kind_run_in_order_and_see_the_replacement():
    x = leaf(1.0)
    y = x * 1
    seen = []
    y.register_hook(lambda grad: seen.append(grad.item()) or grad * 2)
    y.register_hook(lambda grad: seen.append(grad.item()) or grad + 1)
    y.backward()
    assert seen == [1.0, 2.0]
    assert x.grad.item() == 3.0


def test_grad_runs_tensor_hooks_and_nothing_that_belongs_to_accumulating():
    a = leaf(3.0)
    log = []
    a.register_hook(lambda grad: log.append("hook") or grad * 2)
    a.register_post_accumulate_grad_hook(lambda tensor: log.append("post accumulate"))
    end = accumulate_of(a)
    end.register_prehook(lambda outputs: log.append("prehook"))
    end.register_hook(lambda inputs, outputs: log.append("posthook"))
    (gradient,) = al.autograd.grad(a * a, a)
    assert log == ["hook"]
    assert gradient.item() == 12.0


def test_hooks_of_a_wanted_value_run_but_not_those_of_its_node():
    x = leaf(3.0)
    y = x * 2
    log = []
    y.register_hook(lambda grad: log.append("hook"))
    y.grad_fn.register_prehook(lambda outputs: log.append("prehook"))
    al.autograd.grad(y * y, y)
    assert log == ["hook"]


# ----- tensor hooks ---------------------------------------------------------------------------------------------------
def test_a_tensor_hook_sees_the_sum_of_all_paths_once():
    v = leaf(1.0)
    y = v * 1
    seen = []
    y.register_hook(lambda grad: seen.append(grad.item()))
    (y * 2 + y * 3 + y * 5).backward()
    assert seen == [10.0]


def test_a_leaf_hook_changes_what_is_accumulated():
    x = leaf(1.0)
    x.register_hook(lambda grad: grad + 1)
    (x * 2).backward()
    (x * 2).backward()
    assert x.grad.item() == 6.0


def test_a_hook_of_one_output_leaves_the_other_alone():
    x = leaf([1.0, 2.0])
    first, second = x.unbind()
    second.register_hook(lambda grad: grad * 100)
    (first + second).backward()
    assert x.grad.tolist() == [1.0, 100.0]


def test_a_removed_hook_does_not_run():
    x = leaf(1.0)
    seen = []
    handle = x.register_hook(seen.append)
    handle.remove()
    handle.remove()
    (x * 2).backward()
    with x.register_hook(seen.append):
        (x * 2).backward()
    (x * 2).backward()
    assert [grad.item() for grad in seen] == [2.0]


def test_hooks_belong_to_the_version_they_were_registered_on():
    x = leaf([1.0])
    y = x * 1
    seen = []
    y.register_hook(lambda grad: seen.append(("old", grad.item())))
    y.mul_(3)
    y.register_hook(lambda grad: seen.append(("new", grad.item())))
    y.sum().backward()
    assert seen == [("new", 1.0), ("old", 3.0)]


@pytest.mark.parametrize(
    ("answer", "error", "text"),
    [
        (lambda grad: 3, TypeError, "expected Variable, but hook returned 'int'"),
        (lambda grad: al.ones(3), RuntimeError, "hook '<lambda>' has changed the size of value"),
        (
            lambda grad: al.ones(2, dtype=al.float64),
            RuntimeError,
            "hook '<lambda>' has changed the type of value (was torch.FloatTensor got torch.DoubleTensor)",
        ),
    ],
)
def test_bad_answers_of_a_tensor_hook(answer, error, text):
    x = leaf([1.0, 2.0])
    x.register_hook(answer)
    with pytest.raises(error) as caught:
        (x * 2).sum().backward()
    assert str(caught.value).startswith(text)


@pytest.mark.parametrize("answer", [3, al.ones(1)])
def test_a_hook_cannot_make_a_gradient_where_none_arrived(answer):
    x = leaf([1.0, 2.0])
    first, second = x.split(1)
    second.register_hook(lambda grad: answer)
    with pytest.raises(RuntimeError, match="can't replace a None gradient"):
        first.backward()


def test_a_tensor_without_a_gradient_takes_no_hook():
    plain = al.ones(2)
    with pytest.raises(RuntimeError, match="cannot register a hook on a tensor that doesn't require gradient"):
        plain.register_hook(print)
    with pytest.raises(RuntimeError, match="can't retain_grad on Tensor that has requires_grad=False"):
        plain.retain_grad()


# ----- retain_grad ----------------------------------------------------------------------------------------------------
def test_retain_grad_keeps_what_tensor_hooks_made_of_it_and_adds_across_backwards():
    x = leaf(1.0)
    y = x * 1
    y.retain_grad()
    y.retain_grad()
    y.register_hook(lambda grad: grad * 5)
    y.grad_fn.register_prehook(lambda outputs: (outputs[0] * 100,))
    y.backward(retain_graph=True)
    assert (y.grad.item(), y.retains_grad) == (5.0, True)
    y.backward()
    assert y.grad.item() == 10.0


def test_retain_grad_changes_nothing_on_a_leaf():
    x = leaf(1.0)
    x.retain_grad()
    assert not x.retains_grad


def test_retain_grad_follows_the_tensor_through_an_in_place_change():
    x = leaf([1.0])
    y = x * 1
    y.retain_grad()
    y.mul_(3)
    y.sum().backward()
    assert y.grad.tolist() == [1.0]


def test_retain_grad_does_not_keep_the_tensor_alive():
    x = leaf(1.0)
    y = x * 2
    z = y * 3
    y.retain_grad()
    del y
    z.backward()
    assert x.grad.item() == 6.0


# ----- post-accumulate hooks ------------------------------------------------------------------------------------------
def test_a_post_accumulate_hook_may_take_the_gradient_away():
    x = leaf(1.0)

    def forget(tensor):
        tensor.grad = None

    x.register_post_accumulate_grad_hook(forget)
    (x * 2).backward()
    assert x.grad is None


def test_post_accumulate_hooks_are_for_leaves_and_answer_nothing():
    x = leaf(1.0)
    with pytest.raises(RuntimeError, match="cannot be registered on non-leaf tensors"):
        (x * 2).register_post_accumulate_grad_hook(print)
    x.register_post_accumulate_grad_hook(lambda tensor: tensor.grad)
    with pytest.raises(RuntimeError, match="Tensor post accumulate grad hooks should return None"):
        (x * 2).backward()


# ----- node hooks -----------------------------------------------------------------------------------------------------
def test_a_posthook_sees_holes_as_none_and_may_replace_what_is_sent():
    a = leaf([1.0])
    y = a * 2
    seen = []
    y.grad_fn.register_hook(lambda inputs, outputs: seen.append((inputs, outputs)) or (inputs[0] * 10, None))
    y.backward()
    ((inputs, outputs),) = seen
    assert (inputs[0].tolist(), inputs[1], outputs[0].tolist()) == ([2.0], None, [1.0])
    assert a.grad.tolist() == [20.0]


def test_a_posthook_of_a_function_sees_all_that_its_backward_returned():
    class Times(al.autograd.Function):
        @staticmethod
        def forward(ctx, a, b):
            return a * b

        @staticmethod
        def backward(ctx, grad):
            return grad * 2, grad * 3

    a, b = leaf(1.0), leaf(1.0)
    own, row = Times.apply(a, b), a * b
    seen = []
    for y in (own, row):
        y.grad_fn.register_hook(lambda inputs, outputs: seen.append([given and given.item() for given in inputs]))
        al.autograd.grad(y, b)
    assert seen == [[2.0, 3.0], [None, 1.0]]  # a row works out what is asked for


def test_a_prehook_replaces_what_arrives_and_none_makes_it_undefined():
    a = leaf(1.0)
    y = a * 2
    handle = y.grad_fn.register_prehook(lambda outputs: (outputs[0] * 3,))
    y.backward(retain_graph=True)
    assert a.grad.item() == 6.0
    handle.remove()
    y.grad_fn.register_prehook(lambda outputs: (None,))
    y.backward()
    assert a.grad.item() == 6.0


def test_a_prehook_of_a_node_with_several_outputs_sees_every_slot():
    x = leaf([1.0, 2.0])
    first, second = x.unbind()
    seen = []
    first.grad_fn.register_prehook(seen.append)
    (second * 3).backward()
    assert seen[0][0] is None
    assert seen[0][1].item() == 3.0


@pytest.mark.parametrize(
    ("answer", "error", "text"),
    [
        (lambda inputs, outputs: inputs[0], TypeError, "expected tuple, but hook returned 'Tensor'"),
        (lambda inputs, outputs: list(inputs), TypeError, "expected tuple, but hook returned 'list'"),
        (
            lambda inputs, outputs: inputs[:1],
            RuntimeError,
            "hook '<lambda>' has returned an incorrect number of values (got 1, but expected 2)",
        ),
        (lambda inputs, outputs: (3, None), TypeError, "expected Variable, but hook returned 'int'"),
        (
            lambda inputs, outputs: (al.ones(3), None),
            RuntimeError,
            "hook '<lambda>' has changed the size of value",
        ),
    ],
)
def test_bad_answers_of_a_node_hook(answer, error, text):
    a = leaf([1.0])
    y = a * 2
    y.grad_fn.register_hook(answer)
    with pytest.raises(error) as caught:
        y.backward()
    assert str(caught.value).startswith(text)


# ----- grad mode ------------------------------------------------------------------------------------------------------
@pytest.mark.filterwarnings("ignore:Using backward")
@pytest.mark.parametrize("create_graph", [False, True])
def test_hooks_run_with_grad_mode_as_create_graph_says(create_graph):
    x = leaf(1.0)
    y = x * x
    seen = []
    y.register_hook(lambda grad: seen.append(al.is_grad_enabled()))
    x.register_post_accumulate_grad_hook(lambda tensor: seen.append(al.is_grad_enabled()))
    y.backward(create_graph=create_graph)
    assert seen == [create_graph, create_graph]
    x.grad = None
