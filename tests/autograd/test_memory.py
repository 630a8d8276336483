"""A graph is freed by reference counting alone: no cycles, no recursion, however long the chain."""

import contextlib
import gc
import math
import threading
import tracemalloc
import weakref

import numpy as np
import pytest
from each_case import every_case
from garbage import no_garbage

import autograd_lab as al

LONG = 100_000
BYTES_A_NODE = 270  # with the tensors that its rule keeps, and the tuple of its edges


def leaf(value):
    return al.tensor(value, requires_grad=True)


def long_chain(look):
    """Build, run and drop a chain of nodes; returns (gradient, whether the chain is gone)."""
    x = leaf(1.0)
    y = x * 1.0
    first = weakref.ref(y)
    for _ in range(LONG - 1):
        y = y * x
    if look:
        y.register_hook(lambda grad: None)
    y.backward()
    gradient = x.grad.item()
    del y
    return gradient, first() is None


@pytest.mark.parametrize("look", [False, True], ids=["plain", "observed"])
def test_a_chain_of_100000_nodes_runs_and_is_freed_without_the_collector(look):
    gc.collect()
    gc.disable()
    try:
        assert long_chain(look) == (float(LONG), True)
    finally:
        gc.enable()


def test_a_chain_that_never_ran_is_freed_too():
    gc.disable()
    try:
        x = leaf(1.0)
        y = x * 1.0
        first = weakref.ref(y)
        for _ in range(LONG):
            y = y * x
        del y
        assert first() is None
    finally:
        gc.enable()


def test_a_long_chain_needs_no_deep_stack():
    before = threading.stack_size(64 * 1024)
    gc.disable()
    try:
        found = []
        thread = threading.Thread(target=lambda: found.append(long_chain(False)))
        thread.start()
        thread.join()
    finally:
        gc.enable()
        threading.stack_size(before)
    assert found == [(float(LONG), True)]


def test_a_node_takes_few_bytes():
    p, q, y = leaf(0.999), leaf(0.001), leaf(1.0) * 1.0
    tracemalloc.start()
    try:
        for _ in range(LONG // 20):
            y = y * p
            y = y + q
        taken, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert taken / (LONG // 10) <= BYTES_A_NODE


class Doubled(al.autograd.Function):
    """A custom operation that keeps what it can: input, output, attribute."""

    @staticmethod
    def forward(ctx, x):
        result = x * 2
        ctx.factor = 2
        ctx.save_for_backward(x, result)
        return result

    @staticmethod
    def backward(ctx, grad):
        x, result = ctx.saved_tensors
        assert result.tolist() == [2 * value for value in x.tolist()]
        return grad * ctx.factor


def build_and_run():
    x = leaf([1.0, 2.0])
    (x * x).sum().backward()


def build_only():
    leaf([1.0, 2.0]).exp().sum()


def several_outputs():
    a, b = leaf([1.0, 2.0]).unbind()
    (a * b).backward()


def custom_function():
    Doubled.apply(leaf([1.0, 2.0])).sum().backward()


def custom_function_never_run():
    Doubled.apply(leaf([1.0, 2.0])).sum()


def second_derivatives():
    x = leaf(3.0)
    (first,) = al.autograd.grad(x * x * x, x, create_graph=True)
    al.autograd.grad(first, x)


def look_at_the_graph():
    x = leaf(3.0)
    y = x.exp() * x
    assert y.grad_fn.next_functions[1][0].variable is x
    assert y.grad_fn.next_functions[0][0]._saved_result is not None


def every_kind_of_hook():
    x = leaf(3.0)
    y = x * x
    y.retain_grad()
    y.register_hook(lambda grad: grad * 2)
    y.grad_fn.register_hook(lambda inputs, outputs: None)
    y.grad_fn.register_prehook(lambda outputs: None)
    x.register_post_accumulate_grad_hook(lambda tensor: None)
    y.backward()


def in_place():
    x = leaf([1.0, 2.0])
    y = x * 1
    y.mul_(3)
    y.sum().backward()


def views():
    x = leaf([[1.0, 2.0], [3.0, 4.0]])
    (x[0] * x.T[1] + x.reshape(4)[:2]).sum().backward()


def in_place_on_views():
    x = leaf([1.0, 2.0, 3.0])
    y = x * 1
    view, other = y[:2], y[1:]
    view.mul_(x[1:])
    y[0] = x[2]
    (y.sum() + other.sum()).backward(retain_graph=True)
    (slope,) = al.autograd.grad((y * y).sum(), x, create_graph=True)
    assert slope.requires_grad


def recorded():
    x = leaf([1.0, 2.0])
    with al.record() as trace:
        (x * x).sum().backward()
    assert trace.events


def failing_rule():
    x = leaf(2.0)
    y = x.exp()
    y.backward()
    with contextlib.suppress(RuntimeError):
        y.backward()


def trained_model():
    model = al.nn.Sequential(al.nn.Linear(2, 3), al.nn.Tanh(), al.nn.Linear(3, 2))
    optimizer = al.optim.Adam(model.parameters())
    for _ in range(2):
        optimizer.zero_grad()
        al.nn.CrossEntropyLoss()(model(al.ones(4, 2)), al.tensor([0, 1, 0, 1])).backward()
        optimizer.step()


WORK = (
    build_and_run, build_only, several_outputs, custom_function, custom_function_never_run, second_derivatives,
    look_at_the_graph, every_kind_of_hook, in_place, views,
    in_place_on_views, recorded, failing_rule, trained_model,
)  # fmt: skip


@pytest.mark.parametrize("work", WORK, ids=lambda work: work.__name__)
def test_nothing_is_left_for_the_collector(work):
    work()  # once before: imports and caches of the first call are no garbage
    with no_garbage():
        work()


def make(*shape, low=-1.0, high=None):
    """A float64 leaf with different numbers from ``low`` on (and below ``high``), for the samples of a row."""
    count, width = math.prod(shape), 1.3 if high is None else high - low
    return al.tensor(low + (np.arange(count).reshape(shape) * 0.7) % width, requires_grad=True)


def run_samples(op):
    """Forward and backward of each sample of a row."""
    for args in op.samples(make) if op.samples else ():
        outputs = op(*args)
        outputs = outputs if isinstance(outputs, tuple) else (outputs,)
        total = [output.sum() for output in outputs if output.requires_grad]
        if total:
            al.autograd.backward(total)


def test_no_op_leaves_a_cycle():
    with every_case() as case:
        for op in al.derivatives.TABLE.values():
            if op.node and not op.plan.refusals:
                run_samples(op)
                with case(op.name), no_garbage():
                    run_samples(op)
