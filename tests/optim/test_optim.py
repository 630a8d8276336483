"""Optimizers: PyTorch's trajectories, the same leaf before and after, and settings that are refused."""

import numpy as np
import pytest

import autograd_lab as al
from autograd_lab import optim

# After steps 1, 2 and 5 on (w - [3, 1])² from [1, -2]: what PyTorch 2.13 prints.
TRAJECTORIES = [
    ("SGD", dict(lr=0.1), [[1.399999976, -1.399999976], [1.720000029, -0.919999957], [2.344640017, 0.016960053]]),
    ("SGD", dict(lr=0.1, momentum=0.9), [[1.399999976, -1.399999976], [2.079999924, -0.379999965], [4.160840034, 2.741259813]]),
    ("SGD", dict(lr=0.1, momentum=0.9, dampening=0.5), [[1.399999976, -1.399999976], [1.919999957, -0.620000005], [3.570240021, 1.855359912]]),
    ("SGD", dict(lr=0.1, momentum=0.9, nesterov=True), [[1.75999999, -0.860000014], [2.555199862, 0.332799941], [3.831435204, 2.247152567]]),
    ("SGD", dict(lr=0.1, weight_decay=0.5), [[1.350000024, -1.299999952], [1.612500072, -0.774999917], [2.067773342, 0.135546923]]),
    ("SGD", dict(lr=0.1, momentum=0.9, maximize=True), [[0.600000024, -2.599999905], [-0.23999995, -3.859999895], [-7.176839828, -14.265257835]]),
    ("Adam", dict(lr=0.1), [[1.100000024, -1.899999976], [1.199833512, -1.800102711], [1.497044206, -1.501779437]]),
    ("Adam", dict(lr=0.1, betas=(0.5, 0.75)), [[1.100000024, -1.899999976], [1.199477553, -1.800337672], [1.491981983, -1.505046248]]),
    ("Adam", dict(lr=0.5, weight_decay=0.5), [[1.5, -1.5], [1.983048081, -1.004929304], [3.014450073, 0.389213175]]),
    ("Adam", dict(lr=1.0, amsgrad=True), [[1.999999881, -1.0], [2.932179451, -0.029647887], [4.170940399, 2.161777973]]),
    ("Adam", dict(lr=0.1, eps=1.0, maximize=True), [[0.920000017, -2.08571434], [0.839615226, -2.171657324], [0.595803738, -2.43117094]]),
]


def leaf(value=(1.0, -2.0)):
    return al.tensor(value, requires_grad=True)


def descend(w, optimizer):
    optimizer.zero_grad()
    ((w - al.tensor([3.0, 1.0])) ** 2).sum().backward()
    optimizer.step()


@pytest.mark.parametrize(("name", "settings", "expected"), TRAJECTORIES)
def test_the_trajectory_is_pytorchs(name, settings, expected):
    w = leaf()
    optimizer = getattr(optim, name)([w], **settings)
    found = []
    for _ in range(5):
        descend(w, optimizer)
        found.append(w.tolist())
    np.testing.assert_allclose([found[0], found[1], found[4]], expected, rtol=2e-6, atol=2e-6)


@pytest.mark.parametrize("make", [lambda w: optim.SGD([w], momentum=0.9), lambda w: optim.Adam([w])])
def test_a_step_changes_the_same_leaf_in_place_and_leaves_no_graph(make):
    w = leaf()
    memory, optimizer = w.detach(), make(w)
    descend(w, optimizer)
    assert (w.is_leaf, w.requires_grad, w.grad_fn) == (True, True, None)
    assert memory.tolist() == w.tolist() != [1.0, -2.0]
    assert w._version == 1
    assert al.is_grad_enabled()
    assert not any(value.requires_grad for value in optimizer.state[w].values())


def test_a_step_between_forward_and_backward_is_noticed():
    w = leaf()
    loss = (w * w).sum()
    w.grad = al.ones(2)
    optim.SGD([w], lr=0.1).step()
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        loss.backward()


def test_a_parameter_without_a_gradient_stays_and_keeps_no_state():
    used, unused = leaf(), leaf()
    optimizer = optim.Adam([used, unused])
    used.grad = al.ones(2)
    optimizer.step()
    assert unused.tolist() == [1.0, -2.0]
    assert unused not in optimizer.state


def test_the_gradient_itself_is_not_changed_by_a_step():
    for make in (lambda w: optim.SGD([w], momentum=0.9, weight_decay=0.1, nesterov=True), lambda w: optim.Adam([w])):
        w = leaf()
        w.grad = al.ones(2)
        optimizer = make(w)
        optimizer.step()
        optimizer.step()
        assert w.grad.tolist() == [1.0, 1.0]


def test_zero_grad_forgets_or_overwrites():
    w = leaf()
    optimizer = optim.SGD([w], lr=0.1)
    w.grad = al.ones(2)
    kept = w.grad
    optimizer.zero_grad(set_to_none=False)
    assert w.grad is kept
    assert kept.tolist() == [0.0, 0.0]
    optimizer.zero_grad()
    assert w.grad is None
    optimizer.zero_grad(set_to_none=False)
    assert w.grad is None


def test_scalar_parameters_and_float64():
    w = al.tensor(1.0, dtype=al.float64, requires_grad=True)
    optimizer = optim.Adam([w], lr=0.5)
    (w * w).backward()
    optimizer.step()
    optimizer.zero_grad(set_to_none=False)
    assert w.dtype == al.float64
    assert w.item() == pytest.approx(0.5, abs=1e-8)
    assert w.grad.item() == 0.0


def test_a_closure_runs_with_gradients_on_and_its_loss_comes_back():
    w = leaf()
    optimizer = optim.SGD([w], lr=0.1)

    def closure():
        optimizer.zero_grad()
        loss = (w * w).sum()
        loss.backward()
        return loss

    assert optimizer.step(closure).item() == 5.0
    assert w.tolist() == pytest.approx([0.8, -1.6])


def test_groups_have_settings_of_their_own():
    one, two = leaf(), leaf()
    optimizer = optim.SGD([{"params": [one]}, {"params": two, "lr": 1.0}], lr=0.1)
    one.grad = two.grad = al.ones(2)
    optimizer.step()
    assert one.tolist() == pytest.approx([0.9, -2.1])
    assert two.tolist() == pytest.approx([0.0, -3.0])
    optimizer.param_groups[0]["lr"] = 0.0
    optimizer.step()
    assert one.tolist() == pytest.approx([0.9, -2.1])


def test_an_optimizer_prints_its_settings():
    assert repr(optim.SGD([leaf()], lr=0.1, momentum=0.9)) == (
        "SGD (\nParameter Group 0\n    dampening: 0\n    lr: 0.1\n    maximize: False\n    momentum: 0.9\n"
        "    nesterov: False\n    weight_decay: 0\n)"
    )


@pytest.mark.parametrize("make", [lambda p: optim.SGD(p, lr=0.1, momentum=0.9), lambda p: optim.Adam(p, lr=0.1)])
def test_state_can_be_saved_and_taken_up_again(make):
    w = leaf()
    optimizer = make([w])
    descend(w, optimizer)
    saved, at = optimizer.state_dict(), w.detach().clone()
    assert saved["param_groups"][0]["params"] == [0]
    v = al.tensor(at.tolist(), requires_grad=True)
    other = make([v])
    other.load_state_dict(saved)
    for _ in range(3):
        descend(w, optimizer)
        descend(v, other)
    assert v.tolist() == w.tolist()


def test_a_state_of_another_form_is_refused():
    optimizer = optim.SGD([leaf()], lr=0.1)
    with pytest.raises(ValueError, match="loaded state dict has a different number of parameter groups"):
        optimizer.load_state_dict({"state": {}, "param_groups": []})
    with pytest.raises(ValueError, match="contains a parameter group that doesn't match the size of optimizer's group"):
        optimizer.load_state_dict({"state": {}, "param_groups": [{"params": [0, 1]}]})


@pytest.mark.parametrize(
    ("make", "error", "text"),
    [
        (
            lambda w: optim.SGD(w, lr=0.1),
            TypeError,
            "params argument given to the optimizer should be an iterable of Tensors or dicts, but got "
            "torch.FloatTensor",
        ),
        (lambda w: optim.SGD([], lr=0.1), ValueError, "optimizer got an empty parameter list"),
        (lambda w: optim.SGD([3]), TypeError, "optimizer can only optimize Tensors, but one of the params is int"),
        (lambda w: optim.SGD([w * 2]), ValueError, "can't optimize a non-leaf Tensor"),
        (lambda w: optim.SGD([w], lr=-1), ValueError, "Invalid learning rate: -1"),
        (lambda w: optim.SGD([w], momentum=-1), ValueError, "Invalid momentum value: -1"),
        (lambda w: optim.SGD([w], weight_decay=-1), ValueError, "Invalid weight_decay value: -1"),
        (
            lambda w: optim.SGD([w], nesterov=True),
            ValueError,
            "Nesterov momentum requires a momentum and zero dampening",
        ),
        (lambda w: optim.Adam([w], lr=-1), ValueError, "Invalid learning rate: -1"),
        (lambda w: optim.Adam([w], eps=-1), ValueError, "Invalid epsilon value: -1"),
        (lambda w: optim.Adam([w], betas=(1.0, 0.9)), ValueError, "Invalid beta parameter at index 0: 1.0"),
        (lambda w: optim.Adam([w], betas=(0.9, 1.0)), ValueError, "Invalid beta parameter at index 1: 1.0"),
        (
            lambda w: optim.SGD([{"params": [w]}, {"params": [w]}]),
            ValueError,
            "some parameters appear in more than one parameter group",
        ),
        (
            lambda w: optim.SGD([{"params": {w}}]),
            TypeError,
            "optimizer parameters need to be organized in ordered collections, but the ordering of tensors in sets "
            "will change between runs. Please use a list instead.",
        ),
    ],
)
def test_what_is_refused(make, error, text):
    with pytest.raises(error) as caught:
        make(leaf())
    assert str(caught.value) == text


def test_a_parameter_given_twice_is_warned_about():
    w = leaf()
    with pytest.warns(UserWarning, match="optimizer contains a parameter group with duplicate parameters"):
        optim.SGD([w, w], lr=0.1)
