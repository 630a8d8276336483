"""Optimizers: PyTorch's trajectories, the same leaf before and after, and settings that are refused."""

import copy

import numpy as np
import pytest

import autograd_lab as al
from autograd_lab import optim

# fmt: off
# After steps 1, 2 and 5 on (w - [3, 1])² from [1, -2]: what PyTorch 2.13 prints.
TRAJECTORIES = [
    ("SGD", dict(lr=0.1), [[1.4, -1.4], [1.72, -0.92], [2.34464, 0.01696005]]),
    ("SGD", dict(lr=0.1, momentum=0.9), [[1.4, -1.4], [2.08, -0.38], [4.16084, 2.74126]]),
    ("SGD", dict(lr=0.1, momentum=0.9, dampening=0.5), [[1.4, -1.4], [1.92, -0.62], [3.57024, 1.85536]]),
    ("SGD", dict(lr=0.1, momentum=0.9, nesterov=True), [[1.76, -0.86], [2.5552, 0.3327999], [3.831435, 2.247153]]),
    ("SGD", dict(lr=0.1, weight_decay=0.5), [[1.35, -1.3], [1.6125, -0.7749999], [2.067773, 0.1355469]]),
    ("SGD", dict(lr=0.1, momentum=0.9, maximize=True), [[0.6, -2.6], [-0.2399999, -3.86], [-7.17684, -14.26526]]),
    ("Adam", dict(lr=0.1), [[1.1, -1.9], [1.199834, -1.800103], [1.497044, -1.501779]]),
    ("Adam", dict(lr=0.1, betas=(0.5, 0.75)), [[1.1, -1.9], [1.199478, -1.800338], [1.491982, -1.505046]]),
    ("Adam", dict(lr=0.5, weight_decay=0.5), [[1.5, -1.5], [1.983048, -1.004929], [3.01445, 0.3892132]]),
    ("Adam", dict(lr=1.0, amsgrad=True), [[2.0, -1.0], [2.932179, -0.02964789], [4.17094, 2.161778]]),
    ("Adam", dict(lr=0.1, eps=1.0, maximize=True), [[0.92, -2.085714], [0.8396152, -2.171657], [0.5958037, -2.431171]]),
]
# fmt: on


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
        "SGD (\nParameter Group 0\n    dampening: 0\n    differentiable: False\n    foreach: None\n    fused: None\n"
        "    lr: 0.1\n    maximize: False\n    momentum: 0.9\n    nesterov: False\n    weight_decay: 0\n)"
    )


@pytest.mark.parametrize("make", [lambda p: optim.SGD(p, lr=0.1, momentum=0.9), lambda p: optim.Adam(p, lr=0.1)])
def test_state_can_be_saved_and_taken_up_again(make):
    w = leaf()
    optimizer = make([w])
    descend(w, optimizer)
    saved, at = copy.deepcopy(optimizer.state_dict()), w.detach().clone()
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
