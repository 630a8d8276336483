"""What stays behind when something goes wrong, and what two threads share: nothing."""

import sys
import threading

import pytest

import autograd_lab as al
from autograd_lab.tracing import is_recording


class Breaks(al.autograd.Function):
    """The identity, with a backward that fails."""

    @staticmethod
    def forward(ctx, x):
        return x.clone()

    @staticmethod
    def backward(ctx, grad):
        raise ZeroDivisionError("boom")


def leaf(value):
    return al.tensor(value, requires_grad=True)


def test_an_exception_in_a_rule_keeps_its_type_and_writes_no_gradient():
    early, late = leaf(1.0), leaf(2.0)
    early.grad = al.tensor(5.0)
    root = Breaks.apply(early) * late  # the leaf `late` has its whole gradient before the Function fails
    with pytest.raises(ZeroDivisionError, match="boom"):
        root.backward()
    assert early.grad.item() == 5.0
    assert late.grad is None


def test_a_recording_ends_with_the_error_and_tells_what_was_written():
    early, late = leaf(1.0), leaf(2.0)
    root = Breaks.apply(early) * late
    with pytest.raises(ZeroDivisionError), al.record() as trace:
        root.backward()
    assert not is_recording()
    last = trace.events[-1]
    assert (last.kind, last.type, last.message) == ("ErrorRaised", "ZeroDivisionError", "boom")
    written = {event.node for event in trace.events if event.kind == "GradAccumulated"}
    assert len(written) == 1  # PyTorch writes a leaf as soon as it is complete; the trace says so
    assert late.grad is not None
    assert early.grad is None


# ----- threads --------------------------------------------------------------------------------------------------------
def in_thread(work):
    """What ``work`` returned in a thread of its own."""
    found = []
    thread = threading.Thread(target=lambda: found.append(work()))
    thread.start()
    thread.join()
    return found[0]


def test_a_thread_starts_with_gradients_on_and_nobody_recording():
    with al.no_grad(), al.record():
        assert in_thread(lambda: (al.is_grad_enabled(), is_recording())) == (True, False)
        assert not al.is_grad_enabled()


def test_a_thread_cannot_switch_anothers_grad_mode():
    in_thread(lambda: al.set_grad_enabled(False))
    assert al.is_grad_enabled()


def test_two_threads_record_their_own_backward():
    gate = threading.Barrier(2, timeout=600)
    traces = {}

    def work(name, steps):
        with al.record() as trace:
            gate.wait()
            x = leaf(1.0)
            for _ in range(steps):
                x = x * 2
            gate.wait()
            x.backward()
            gate.wait()
        traces[name] = trace

    threads = [threading.Thread(target=work, args=pair) for pair in (("one", 3), ("two", 5))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    counts = {name: sum(e.kind == "OpRecorded" for e in trace.events) for name, trace in traces.items()}
    assert counts == {"one": 3, "two": 5}


def test_threads_may_run_their_own_graphs_at_the_same_time():
    def work(factor, found):
        for _ in range(50):
            x = leaf([1.0, 2.0])
            (x * x * factor).sum().backward()
            found.append(x.grad.tolist())

    results = {factor: [] for factor in (1.0, 2.0, 3.0)}
    threads = [threading.Thread(target=work, args=pair) for pair in results.items()]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for factor, found in results.items():
        assert found == [[2 * factor, 4 * factor]] * 50


@pytest.mark.parametrize("observed", [False, True], ids=["", "observed"])
def test_no_gradient_is_lost_when_threads_reach_the_same_leaf(observed):
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        for value in (1.0, [1.0, 2.0, 3.0]) * 60:
            x = leaf(value)
            if observed:
                x.register_hook(lambda grad: None)
            gate = threading.Barrier(8, timeout=600)

            def work(y, gate=gate):
                gate.wait()
                y.backward()

            threads = [threading.Thread(target=work, args=((x * 2).sum(),)) for _ in range(8)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            assert x.grad.reshape(-1)[0] == 16
    finally:
        sys.setswitchinterval(interval)
