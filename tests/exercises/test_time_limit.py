"""An endless loop is ended; what is quick is not disturbed; nothing is left behind."""

import contextlib
import threading
import time
import weakref

import pytest

import autograd_lab as al
from autograd_lab import exercises as ex
from autograd_lab._core.base.state import watchers
from autograd_lab.exercises import observing
from autograd_lab.exercises.answer_code import defined
from autograd_lab.exercises.time_limit import TooLongError, within

SHORT = 0.1


def plain_loop():
    while True:
        pass


def catches_exceptions():
    while True:
        with contextlib.suppress(Exception):
            sum(range(10))


in_one_line = defined("def in_one_line():\n    while True: pass", "in_one_line")


class Key:
    pass


def drops_keys():
    """Each round ends in a callback of weakref's, out of which no exception gets."""
    kept, end = weakref.WeakKeyDictionary(), time.monotonic() + 5
    while time.monotonic() < end:
        kept[Key()] = 1


LOOPS = (plain_loop, catches_exceptions, in_one_line, drops_keys)


@pytest.mark.parametrize("loop", LOOPS)
def test_a_loop_is_ended(loop):
    began = time.perf_counter()
    with pytest.raises(TooLongError, match=r"still running after 0\.1 seconds"):
        within(SHORT, loop)
    assert time.perf_counter() - began < 5


def test_in_another_thread():
    found = []

    def work():
        try:
            within(SHORT, plain_loop)
        except TooLongError as error:
            found.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join(5)
    assert len(found) == 1


def test_what_is_quick_is_not_disturbed():
    assert [within(60, lambda number=number: number) for number in range(200)] == list(range(200))
    with pytest.raises(ZeroDivisionError):
        within(60, lambda: 1 / 0)
    with pytest.raises(KeyboardInterrupt):
        within(60, _interrupted)


@pytest.mark.parametrize("loop", LOOPS)
def test_a_limit_inside_a_limit_is_the_outer_ones(loop):
    found = []
    with pytest.raises(TooLongError, match=r"still running after 0\.1 seconds"):
        within(SHORT, lambda: found.append(within(60, loop)))
    assert found == []
    assert within(60, lambda: [within(60, lambda number=number: number) for number in range(9)]) == list(range(9))


def _interrupted():
    raise KeyboardInterrupt


@pytest.mark.parametrize("loop", LOOPS)
def test_a_learners_endless_function_gets_a_word_of_help(loop, monkeypatch):
    monkeypatch.setattr(observing, "SECONDS", SHORT)
    result = ex.check("L1.3", lambda slopes: loop())
    assert (result.status, result.misconception, result.look_at) == ("wrong", None, None)
    assert "still running after 0.1 seconds and was stopped. Does one" in result.message


def test_all_switches_are_as_before(monkeypatch):
    """Broken off inside a backward, inside no_grad, inside a recording."""
    monkeypatch.setattr(observing, "SECONDS", SHORT)

    def messages(slopes):
        x = al.tensor(1.0, requires_grad=True)
        x.register_hook(lambda grad: plain_loop())
        with al.no_grad(), al.record(), al.autograd.detect_anomaly(), al.enable_grad():
            (x * 2).backward()

    with al.inference_mode():
        ex.check("L1.3", messages)
        assert al.is_inference_mode_enabled()
        assert watchers.count == 1
    assert al.is_grad_enabled()
    assert not al.is_anomaly_enabled()
    assert watchers.count == 0
    x = al.tensor(3.0, requires_grad=True)
    with al.record() as trace:
        (x * x).backward()
    assert (x.grad, len(trace.backwards)) == (6.0, 1)
