"""The recorder tells what happened: all of it, in order, and without changing any of it."""

import contextlib
import os
import subprocess
import sys
import tracemalloc

import numpy as np
import pytest
from custom_functions import custom
from hypothesis import given, settings
from hypothesis import strategies as st

import autograd_lab as al
from autograd_lab.tracing.recording.recorder import is_recording
from autograd_lab.tracing.recording.summaries import Summary
from autograd_lab.tracing.recording.values import array_of
from autograd_lab.tracing.trace import events


def leaves(count: int) -> list[al.Tensor]:
    return [al.tensor(1.5 + 0.25 * i, requires_grad=True, dtype=al.float64) for i in range(count)]


@st.composite
def programs(draw) -> list[tuple[str, int, int]]:
    """A random DAG as a list of steps; each step may use any earlier value."""
    steps = []
    for made in range(draw(st.integers(1, 12))):
        operation = draw(st.sampled_from(["add", "mul", "sub", "exp", "neg", "spread", "split"]))
        steps.append((operation, draw(st.integers(0, 2 + made)), draw(st.integers(0, 2 + made))))
    return steps


def run_program(steps: list[tuple[str, int, int]], start: list[al.Tensor]) -> al.Tensor:
    values = list(start)
    for operation, i, j in steps:
        a, b = values[i], values[j]
        if operation == "exp":
            made = (a * 0.01).exp()
        elif operation == "neg":
            made = -a
        elif operation == "spread":
            made = a.expand(3).sum() * b
        elif operation == "split":
            first, second = (a.expand(2) * 1.0).unbind()
            made = first * b + second if i % 2 else second * b
        else:
            made = {"add": a + b, "mul": a * b * 0.1, "sub": a - b}[operation]
        values.append(made)
    total = values[-1]
    for value in values[3::2]:
        total = total + value
    return total


def grads(tensors: list[al.Tensor]) -> list[bytes | None]:
    return [None if t.grad is None else np.asarray(t.grad.numpy()).tobytes() for t in tensors]


@settings(max_examples=60, deadline=None)
@given(programs())
def test_replay_reproduces_every_grad_bit_for_bit(steps):
    watched = leaves(3)
    with al.record() as trace:
        run_program(steps, watched).backward()
    told = trace.grads()
    for leaf in watched:
        name = f"a{leaf.__dict__['_leaf_number']}" if "_leaf_number" in leaf.__dict__ else None
        value = told.get(name)
        if leaf.grad is None:
            assert value is None
        else:
            assert array_of(value).tobytes() == np.asarray(leaf.grad.numpy()).tobytes()


@settings(max_examples=60, deadline=None)
@given(programs())
def test_recording_changes_no_result(steps):
    plain, watched = leaves(3), leaves(3)
    run_program(steps, plain).backward()
    with al.record():
        run_program(steps, watched).backward()
    assert grads(plain) == grads(watched)


PROGRAM = """
import autograd_lab as al
x = al.tensor([1.0, -2.0, 3.0], requires_grad=True, name="x")
w = al.tensor([[0.5, 1.5, 2.5], [1.0, 2.0, 3.0]], requires_grad=True)
first, second = (w * x).exp().unbind()
with al.record() as trace:
    loss = (first * second).sum() + x.sum()
    loss.backward()
print(trace.to_json())
"""


def test_traces_are_byte_equal_in_two_processes_under_two_hash_seeds():
    def run(seed: str) -> bytes:
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        return subprocess.run(
            [sys.executable, "-c", PROGRAM], env=environment, check=True, capture_output=True, timeout=120
        ).stdout

    one, two = run("1"), run("4242")
    assert one == two
    assert len(one) > 1000
    assert b"0x" not in one


def test_with_create_graph_the_sum_is_recorded_between_the_message_and_its_arrival():
    x = al.tensor(2.0, requires_grad=True, dtype=al.float64)
    y = x * x
    with al.record() as trace, pytest.warns(UserWarning, match="reference cycle"):
        y.backward(create_graph=True)
    first, second = trace.find("BufferAdded", node=next(node for node in trace.nodes if node.startswith("a")))
    assert [event.kind for event in trace.events[first - 1 : first + 1]] == ["GradOut", "BufferAdded"]
    kinds = [event.kind for event in trace.events[second - 3 : second + 1]]
    assert kinds == ["GradOut", "OpRecorded", "ValueSaved", "BufferAdded"]
    assert trace.events[second].after.items == (4.0,)


def test_an_error_in_a_hook_ends_the_trace_and_leaves_no_recorder_on():
    a = al.tensor(2.0, requires_grad=True)
    b = a * a
    c = b * b

    def bad(grad):
        raise ValueError("boom")

    b.register_hook(bad)
    with pytest.raises(ValueError, match="boom"), al.record() as trace:
        c.backward()
    assert not is_recording()
    last = trace.events[-1]
    assert isinstance(last, events.ErrorRaised)
    assert (last.type, last.message) == ("ValueError", "boom")
    assert trace.label(last.node) == f"MulBackward0 #{b.grad_fn._sequence_nr()}"
    assert a.grad is None


def test_what_a_function_saves_is_recorded():
    class Square(al.autograd.Function):
        @staticmethod
        def forward(ctx, a):
            ctx.save_for_backward(a)
            return a * a

        @staticmethod
        def backward(ctx, grad):
            (a,) = ctx.saved_tensors
            return 2 * a * grad

    a = al.tensor(3.0, requires_grad=True)
    with al.record() as trace:
        Square.apply(a).backward()
    (saved,) = [event.saved for event in trace if isinstance(event, events.ValueSaved)]
    assert (saved.name, saved.value.items, saved.frees) == ("saved_tensors[0]", (3.0,), True)


def test_a_trace_keeps_no_tensor_alive():
    import gc
    import weakref

    gc.collect()
    gc.disable()
    try:
        a = al.tensor([1.0, 2.0], requires_grad=True)
        loss = (a * a).sum()
        with al.record() as trace:
            loss.backward()
        gone = weakref.ref(loss), weakref.ref(a)
        del loss, a
        assert [reference() for reference in gone] == [None, None]
        assert len(trace) > 10
    finally:
        gc.enable()


def test_big_arrays_are_summarised():
    x = al.ones(50, 50, requires_grad=True)
    with al.record(limit=100) as trace:
        (x * 2.0).sum().backward()
    after = trace.grads()[trace.events[-2].node]
    assert after.items is None
    assert after.summary == Summary(2.0, 2.0, 2.0, 100.0, 0, 0, 0, (100, *[0] * 15))


def test_a_hook_on_one_of_several_outputs_tells_which():
    m = al.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
    first, second = m.unbind()
    second.register_hook(lambda grad: grad * 3)
    first.retain_grad()
    with al.record() as trace:
        (first + second).sum().backward()
    hooks = [(k, event) for k, event in enumerate(trace.events) if event.kind == "HookCalled"]
    assert [(event.hook, event.slot) for _, event in hooks] == [("tensor", 1), ("retain_grad", 0)]
    (k, hook), (retained, _) = hooks
    assert trace.at(k + 1).received[hook.node][1] == hook.after[0]
    label = trace.label(hook.node)
    assert trace.sentence(k) == f"The tensor hook <lambda> at slot 1 of {label} sees [1, 1] and changes it to [3, 3]."
    assert trace.sentence(retained) == "retain_grad adds [1, 1] to first.grad."
    assert al.Trace.from_json(trace.to_json()).to_json() == trace.to_json()


def test_a_write_into_a_view_is_told_as_one_copy_slices():
    a = al.tensor([1.0, 2.0, 3.0], requires_grad=True, name="a")
    with al.record() as trace:
        b = a * 2
        b[1:].mul_(a[:2])
        b.sum().backward()
    (info,) = [info for info in trace.nodes.values() if info.name == "CopySlices"]
    assert info.inputs == ("base", "other")
    assert [saved.name for saved in info.saved] == ["self", "other", "sizes", "strides", "offset"]
    assert "_inner_results" in info.source  # its rule is a piece of Python, and can be read
    (step,) = trace.find("RuleApplied", node=info.id)
    assert "[1, 1, 2]" in trace.sentence(step)
    assert "[4, 6]" in trace.sentence(step)
    assert trace.find("ValueFreed", node=info.id)
    assert al.Trace.from_json(trace.to_json()).text() == trace.text()
    np.testing.assert_array_equal(a.grad.numpy(), [6.0, 8.0, 4.0])


# ----- what a recording costs -----------------------------------------------------------------------------------------
def test_no_message_goes_to_a_view_from_under_no_grad():
    """As in PyTorch's `next_functions`, an edge to such a view leads to nobody, though the view requires a gradient."""
    x = al.ones(3, requires_grad=True)
    with al.no_grad():
        view = x.view(-1)
    with al.record() as trace:
        y = view * x
        y.sum().backward()
    assert sorted(node.name for node in trace.nodes.values()) == ["AccumulateGrad", "MulBackward0", "SumBackward0"]
    (node,) = (node for node in trace.nodes.values() if node.name == "MulBackward0")
    assert [edge and trace.nodes[edge.node].name for edge in node.edges] == [None, "AccumulateGrad"]
    skipped = [event for event in trace if isinstance(event, events.EdgeSkipped)]
    assert [(event.node, event.index) for event in skipped] == [(node.id, 0)]


def test_a_recording_holds_no_big_array():
    """Ten arrays of 8 MB pass by; what stays is about a kilobyte for each event."""
    x = al.ones(1_000_000, requires_grad=True, dtype=al.float64)
    y = x
    for _ in range(5):
        y = (y * 1.5).sin()
    loss = y.sum()
    tracemalloc.start()
    try:
        with al.record() as trace:
            loss.backward()
        x.grad = None
        unread = tracemalloc.get_traced_memory()[0]
        assert len(trace) > 60
        read = tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
    assert unread < 1500 * len(trace)
    assert read < 2000 * len(trace)


def test_a_recording_keeps_no_array_alive_that_the_engine_lets_go():
    """While it runs, too: a backward frees what it has used, watched or not."""

    def peak(watch):
        loss = al.ones(500_000, requires_grad=True, dtype=al.float64)
        for _ in range(20):
            loss = loss.sin()
        loss = loss.sum()
        tracemalloc.start()
        try:
            with watch:
                loss.backward()
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    assert peak(al.record()) < peak(contextlib.nullcontext()) + 3 * 4_000_000


def test_a_trace_is_a_snapshot_even_before_it_is_read():
    x = al.tensor([1.0, 2.0], requires_grad=True)
    y = x * x
    with al.record() as trace:
        y.sum().backward()
    with al.no_grad():
        x.mul_(100)
        x.grad.mul_(100)
        y.mul_(100)
    assert trace.grads() == {node: trace.at(len(trace)).grads[node] for node in trace.grads()}
    (value,) = trace.grads().values()
    assert value.items == (2.0, 4.0)
    (info,) = [info for info in trace.nodes.values() if info.name == "MulBackward0"]
    assert {saved.value.items for saved in info.saved} == {(1.0, 2.0)}
    (leaf,) = [node for node, info in trace.nodes.items() if info.kind == "leaf"]
    assert trace.variables[leaf][0].value.items == (1.0, 2.0)


def test_a_grad_that_a_second_backward_writes_into_is_told_as_it_was_and_as_it_is():
    """``x.grad`` is one array all the time, and the engine adds into it: a number copied earlier would be stale."""
    x = al.tensor([1.0, 2.0], requires_grad=True)
    with al.record() as trace:
        for _ in range(3):
            (x * x).backward(al.tensor([1.0, 1.0]))
            x.grad.numpy()[1] += 0.5
    written = [(e.before and e.before.items, e.after.items) for e in trace.events if e.kind == "GradAccumulated"]
    assert written == [(None, (2.0, 4.0)), ((2.0, 4.5), (4.0, 8.5)), ((4.0, 9.0), (6.0, 13.0))]
    starts = [start.leaf_grads[0][1] for start in trace.events if start.kind == "BackwardStarted"]
    assert [value and value.items for value in starts] == [None, (2.0, 4.5), (4.0, 9.0)]


Spoils = custom(al, "Spoils", lambda ctx, a: a * 1.0, lambda ctx, grad: grad.mul_(10))


def spoil(grad):
    grad.mul_(10)


def spoiled(where, x):
    """x · 2 with foreign code that multiplies a gradient by ten in place."""
    y = Spoils.apply(x) if where == "Function" else x * 2.0
    if where == "tensor hook":
        y.register_hook(spoil)
    if where == "prehook":
        y.grad_fn.register_prehook(lambda grads: spoil(grads[0]))
    if where == "posthook":
        y.grad_fn.register_hook(lambda inputs, outputs: spoil(inputs[0]))
    if where == "post-accumulate hook":
        x.register_post_accumulate_grad_hook(lambda leaf: spoil(leaf.grad))
    if where == "unpack hook":
        arrived = []
        with al.autograd.graph.saved_tensors_hooks(lambda kept: kept, lambda kept: (spoil(arrived[0]), kept)[1]):
            y = x.exp()
        y.register_hook(arrived.append)
    return y.clone()


@pytest.mark.parametrize(
    ("where", "kind", "told"),
    [
        ("tensor hook", "received", (10.0, 10.0)),
        ("prehook", "received", (10.0, 10.0)),
        ("posthook", "sent", (20.0, 20.0)),
        ("post-accumulate hook", "grad", (20.0, 20.0)),
        ("Function", "received", (10.0, 10.0)),
        ("unpack hook", "received", (10.0, 10.0)),
    ],
)
def test_writes_by_foreign_code_are_told(where, kind, told):
    """An array that was taken down before a hook ran may hold other numbers afterwards."""
    x = al.tensor([1.0, 2.0], requires_grad=True)
    z = spoiled(where, x)
    with al.record() as trace:
        z.backward(al.tensor([1.0, 1.0]))
    *_, applied = (event for event in trace.events if event.kind == "RuleApplied")
    *_, sent = (event for event in trace.events if event.kind == "GradOut")
    (grad,) = trace.grads().values()
    seen = {"received": applied.received[0], "sent": sent.value, "grad": grad}
    assert seen[kind].items == told
    assert array_of(grad).tobytes() == x.grad.numpy().tobytes()


@pytest.mark.filterwarnings("error")
def test_views_that_are_written_to_under_no_grad_do_not_end_a_recording(torch):
    def filled(w):
        w.mul_(0.5)
        w[0] = 3.0
        w[1].fill_(3.0)

    def kept(w):
        row = w[0]
        row.mul_(3.0)
        row.add_(row)
        return row

    def base_changed(w):
        row = w[0]
        w.mul_(3.0)
        return row

    def split(w):
        row, _ = (w * 1).unbind(0)
        row.detach().mul_(3.0)
        return row

    for program in (filled, kept, base_changed, split):
        w = torch.ones(2, 2, requires_grad=True)
        with al.record() as trace:
            with torch.no_grad() if program is not split else torch.enable_grad():
                row = program(w)
            (w * w).sum().backward()
        assert program is filled or row is not None
        assert str(trace.why("w")).startswith("w.grad is ["), program


def test_what_a_function_keeps_of_its_locals_survives_a_recording():
    def held():
        x = al.tensor(2.0, requires_grad=True)
        mine = locals()
        mine["more"] = 3
        with al.record():
            x.exp()
        return mine

    def run_by_exec():
        x = al.tensor(2.0, requires_grad=True)
        exec("seven = 7", globals(), mine := locals())
        del mine
        with al.record():
            x.exp()
        return locals()

    kept = held()
    assert set(kept) >= {"x", "more"}
    assert kept["x"].item() == 2.0
    assert "x" in run_by_exec()


@pytest.mark.skipif(sys.version_info >= (3, 13), reason="a function's locals() is a new dict each time")
def test_what_exec_has_made_in_a_function_survives_a_recording():
    def program():
        exec("seven = 7")
        with al.record():
            pass
        exec("eight = seven + 1")
        return locals()

    assert program() == {"seven": 7, "eight": 8}


def test_the_error_that_once_differentiable_leaves_is_recorded():
    """It is a node of no operation: it has no rule, keeps nothing, and raises PyTorch's words when it runs."""

    class Square(al.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.slope = 2 * x
            return x * x

        @staticmethod
        @al.autograd.function.once_differentiable
        def backward(ctx, g):
            return g * ctx.slope

    x = al.tensor(3.0, requires_grad=True)
    with al.record() as trace:
        (slope,) = al.autograd.grad(Square.apply(x) * x, x, create_graph=True)
        with pytest.raises(RuntimeError, match="marked with @once_differentiable"):
            slope.backward()
    info = next(info for info in trace.nodes.values() if info.name == "Error")
    assert (info.inputs, info.saved, info.rules) == (("input 0",), (), ())
    assert "marked with @once_differentiable" in trace.sentence(len(trace) - 1)
    assert "Error" in trace.text()
