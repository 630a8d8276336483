"""Hooks where PyTorch cannot be asked, or is not: tensors, nodes, and what nodes save."""

import gc
import threading
import weakref

import numpy as np
import pytest
from custom_functions import custom

import autograd_lab as al
from autograd_lab._core.base.state import thread, watchers
from autograd_lab.autograd import graph


def leaf(value=(1.0, 2.0), **options):
    return al.tensor(value, requires_grad=True, **options)


# ----- tensor hooks ---------------------------------------------------------------------------------------------------
def test_a_hook_of_one_output_leaves_the_other_alone():
    x = leaf([1.0, 2.0])
    first, second = x.unbind()
    second.register_hook(lambda grad: grad * 100)
    (first + second).backward()
    assert x.grad.tolist() == [1.0, 100.0]


def test_hooks_belong_to_the_version_they_were_registered_on():
    x = leaf([1.0])
    y = x * 1
    seen = []
    y.register_hook(lambda grad: seen.append(("old", grad.item())))
    y.mul_(3)
    y.register_hook(lambda grad: seen.append(("new", grad.item())))
    y.sum().backward()
    assert seen == [("new", 1.0), ("old", 3.0)]


@pytest.mark.parametrize("answer", [3, al.ones(1)])
def test_a_hook_cannot_make_a_gradient_where_none_arrived(answer):
    x = leaf([1.0, 2.0])
    first, second = x.split(1)
    second.register_hook(lambda grad: answer)
    with pytest.raises(RuntimeError, match="can't replace a None gradient"):
        first.backward()


# ----- retain_grad ----------------------------------------------------------------------------------------------------
def test_retain_grad_does_not_keep_the_tensor_alive():
    x = leaf(1.0)
    y = x * 2
    z = y * 3
    y.retain_grad()
    del y
    z.backward()
    assert x.grad.item() == 6.0


# ----- node hooks -----------------------------------------------------------------------------------------------------
def test_a_posthook_of_a_function_sees_all_that_its_backward_returned():
    Times = custom(al, "Times", lambda ctx, a, b: a * b, lambda ctx, grad: (grad * 2, grad * 3))

    a, b = leaf(1.0), leaf(1.0)
    own, row = Times.apply(a, b), a * b
    seen = []
    for y in (own, row):
        y.grad_fn.register_hook(lambda inputs, outputs: seen.append([given and given.item() for given in inputs]))
        al.autograd.grad(y, b)
    assert seen == [[2.0, 3.0], [None, 1.0]]  # a row works out what is asked for


# ----- hooks on what nodes save: memory, threads, recordings, quick paths ---------------------------------------------
def test_nobody_wants_to_hear_when_all_is_over():
    with graph.saved_tensors_hooks(lambda t: t, lambda t: t), al.inference_mode(), al.record():
        assert watchers.count == 3
    with pytest.raises(ZeroDivisionError), graph.saved_tensors_hooks(lambda t: 1 / 0, lambda t: t):
        leaf().exp()
    with al.autograd.set_detect_anomaly(True), al.autograd.set_detect_anomaly(True):
        assert watchers.count == 1
    assert watchers.count == 0
    assert thread.state.saved_hooks == ()


def test_hooks_belong_to_the_thread():
    calls = []
    with graph.saved_tensors_hooks(lambda t: calls.append(t) or t, lambda t: t):
        thread = threading.Thread(target=lambda: leaf().exp())
        thread.start()
        thread.join()
    assert calls == []


@pytest.mark.parametrize("value", [2.0, [2.0, 3.0]])
def test_what_is_unpacked_in_another_dtype_leaves_the_gradient_in_the_leafs(value):
    with graph.saved_tensors_hooks(lambda t: t, lambda t: t.double()):
        x = al.tensor(value, requires_grad=True)
        y = (x * x).sum()
    for _ in range(2):  # the first gradient, and one that is added to it
        y.backward(retain_graph=True)
        assert x.grad.dtype is al.float32
    assert x.grad.tolist() == (4 * x).tolist()


def test_what_pack_takes_away_can_be_freed():
    x = leaf()
    with graph.saved_tensors_hooks(lambda t: t.detach().numpy().copy(), al.tensor):
        y = x * 1
        z = y * y
    kept = weakref.ref(y)
    del y
    gc.disable()
    try:
        assert kept() is None
    finally:
        gc.enable()
    z.sum().backward()
    assert x.grad.tolist() == [2.0, 4.0]


def test_a_packed_result_makes_no_cycle():
    x = leaf()
    with graph.saved_tensors_hooks(lambda t: t.detach().clone(), lambda t: t):
        y = x.exp()
    node = weakref.ref(y)
    gc.disable()
    try:
        del y
        assert node() is None
    finally:
        gc.enable()


def test_a_recording_says_that_a_hook_has_the_value():
    x = leaf()
    with al.record() as trace, graph.saved_tensors_hooks(lambda t: t.detach().clone(), lambda t: t):
        (x * x).sum().backward()
    saved = [event.saved.text for event in trace.events if event.kind == "ValueSaved" and event.saved.frees]
    assert saved == ["what a pack hook returned"] * 2
    assert al.Trace.from_json(trace.to_json()).to_json() == trace.to_json()


@pytest.mark.parametrize("work", [lambda x: x * x, lambda x: x**x, lambda x: x[al.tensor([1, 0])], lambda x: x / 3.0])
def test_gradients_are_the_same_under_hooks(work):
    plain, hooked = leaf(), leaf()
    work(plain).sum().backward()
    with graph.saved_tensors_hooks(lambda t: t.detach().numpy(), al.from_numpy):
        result = work(hooked).sum()
    result.backward()
    assert np.array_equal(plain.grad.numpy(), hooked.grad.numpy())
