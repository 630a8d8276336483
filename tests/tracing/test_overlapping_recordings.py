"""Recordings and backwards that overlap: each gets what happens in its own task, and each one ends."""

import asyncio
import contextvars
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

import autograd_lab as al
from autograd_lab._core.base.state import thread
from autograd_lab.tracing import is_recording


def operations(trace):
    return [step.operation for step in trace.flow.steps]


def run(coroutine):
    """``asyncio.run`` in a thread of its own: a browser test may have left a running loop in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, coroutine).result()


def engine_named(name):
    return al if name == "autograd_lab" else pytest.importorskip(name)


both = pytest.mark.parametrize("name", ["autograd_lab", pytest.param("torch", marks=pytest.mark.torch)])


@both
@pytest.mark.parametrize("ends", [(2, 5), (5, 2)], ids=["the first ends first", "the first ends last"])
def test_each_task_has_a_recording_of_its_own(name, ends):
    engine = engine_named(name)

    async def work(start, end, call):
        x = engine.tensor([1.0, 2.0], requires_grad=True)
        await wait_for(start)
        with al.record() as trace:
            first = getattr(x, call)()
            await wait_for(end)
            first.sum().backward()
        return trace

    ticks = 0

    async def wait_for(tick):
        while ticks < tick:
            await asyncio.sleep(0)

    async def count():
        nonlocal ticks
        for _ in range(8):
            for _ in range(4):
                await asyncio.sleep(0)
            ticks += 1

    async def main():
        one, other, _ = await asyncio.gather(work(0, ends[0], "exp"), work(1, ends[1], "sin"), count())
        return one, other

    one, other = run(main())
    assert operations(one) == ["exp", "sum"]
    assert operations(other) == ["sin", "sum"]
    assert len(one.backwards) == len(other.backwards) == 1
    assert not is_recording()


def test_a_task_is_recorded_by_what_it_began_in_and_not_after_its_end():
    x = al.tensor(2.0, requires_grad=True)
    seen = []

    async def child(go_on):
        x.exp()
        await go_on.wait()
        seen.append(is_recording())
        x.sin()

    async def main():
        go_on = asyncio.Event()
        with al.record() as trace:
            task = asyncio.create_task(child(go_on))
            await asyncio.sleep(0)
        go_on.set()
        await task
        return trace

    assert operations(run(main())) == ["exp"]
    assert seen == [False]


@both
def test_crossed_ends(name):
    engine = engine_named(name)
    x = engine.tensor(2.0, requires_grad=True)
    one, other = al.record(), al.record()
    first, second = one.__enter__(), None
    x.exp()
    second = other.__enter__()
    x.sin()
    one.__exit__(None, None, None)
    assert is_recording()
    x.cos()
    other.__exit__(None, None, None)
    x.tanh()
    assert not is_recording()
    assert operations(first) == ["exp"]
    assert operations(second) == ["sin", "cos"]


def test_a_mode_that_is_crossed_by_a_recording_stays_what_it_is():
    x = al.tensor(2.0)
    recording, mode = al.record(), al.inference_mode()
    recording.__enter__()
    mode.__enter__()
    recording.__exit__(None, None, None)
    assert x.exp().is_inference()
    mode.__exit__(None, None, None)
    assert not x.exp().is_inference()
    assert not thread.state.careful


def test_a_recording_may_end_in_another_thread():
    """It begins in a thread of its own, whose end takes away the mode that only that thread could take off PyTorch."""
    recording = al.record()
    with ThreadPoolExecutor(1) as one, ThreadPoolExecutor(1) as other:
        one.submit(recording.__enter__).result()
        assert one.submit(is_recording).result()
        other.submit(recording.__exit__, None, None, None).result()
        assert not one.submit(is_recording).result()
        assert not one.submit(lambda: thread.state.careful).result()


def test_a_thread_that_is_given_the_context_is_not_recorded():
    x, seen = al.tensor(2.0, requires_grad=True), []

    def work():
        seen.append(is_recording())
        x.exp()

    with al.record() as trace:
        worker = threading.Thread(target=contextvars.copy_context().run, args=(work,))  # as asyncio.to_thread does
        worker.start()
        worker.join()
    assert seen == [False]
    assert operations(trace) == []


@both
def test_the_end_of_a_recording_is_no_step_of_the_one_around_it(name):
    engine = engine_named(name)
    x = engine.tensor(2.0, requires_grad=True)
    with al.record() as outer:
        y = x.exp()
        with al.record() as inner:
            z = y.sin()
            z.backward()
        z.cos()
    assert (operations(outer), outer.backwards) == (["exp", "cos"], [])
    assert (operations(inner), len(inner.backwards)) == (["sin"], 1)


# ----- a backward inside another one ----------------------------------------------------------------------------------
class Failing(al.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 1

    @staticmethod
    def backward(ctx, grad):
        raise ValueError("on purpose")


def backwards_inside(*programs):
    """``y = x * 2`` of which a hook runs these programs one after the other, each on a leaf of its own."""
    y = al.tensor(2.0, requires_grad=True) * 2

    def hook(grad):
        with al.enable_grad():
            for program in programs:
                program(al.tensor(3.0, requires_grad=True))

    y.register_hook(hook)
    return y


def square(x):
    (x * x).backward()


def caught(x):
    with pytest.raises(ValueError, match="on purpose"):
        (Failing.apply(x) + 1).backward()


def starts_and_ends(trace):
    return [
        (event.kind, event.number) for event in trace.events if event.kind in ("BackwardStarted", "BackwardFinished")
    ]


def test_each_has_its_own_number():
    with al.record() as trace:
        backwards_inside(square, square).backward()
        square(al.tensor(1.0, requires_grad=True))
    begun, ended = "BackwardStarted", "BackwardFinished"
    assert starts_and_ends(trace) == [
        (begun, 1), (begun, 2), (ended, 2), (begun, 3), (ended, 3), (ended, 1), (begun, 4), (ended, 4),
    ]  # fmt: skip
    assert [number for number, *_ in trace.backwards] == [1, 2, 3, 4]


def test_an_error_inside_ends_only_the_inner_one():
    with al.record() as trace:
        backwards_inside(caught, square).backward()
    assert starts_and_ends(trace)[-3:] == [("BackwardStarted", 3), ("BackwardFinished", 3), ("BackwardFinished", 1)]
    (error,) = trace.find("ErrorRaised")
    assert trace.nodes[trace[error].node].name == "FailingBackward"


def test_an_error_is_at_the_node_of_the_backward_that_it_ends():
    def fail(x):
        square(x)
        raise ValueError("in the hook")

    y = backwards_inside(fail)
    with al.record() as trace, pytest.raises(ValueError, match="in the hook"):
        (y + 1).backward()
    (error,) = trace.find("ErrorRaised")
    assert trace[error].node == next(
        node
        for node, info in trace.nodes.items()
        if info.name == "MulBackward0" and info.number == y.grad_fn._sequence_nr()
    )
