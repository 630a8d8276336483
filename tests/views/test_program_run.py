"""A program run again and again: its variables' names, its slopes, and what it must leave alone."""

import cProfile
import functools
import sys

import numpy as np
import pytest

import autograd_lab as al
from autograd_lab.tracing.program_run import Runner, locals_at_return


def program(a, b):
    c = a + b
    e = c * b
    return e


AT = {"a": np.array(2.0), "b": np.array(3.0)}


def runner(function=program, inputs=AT):
    return Runner(function, inputs)


def names(trace):
    return {trace.name(node) for node in trace.nodes}


def test_local_variables_of_a_function_that_has_ended_are_named():
    run = runner().run(AT)
    assert run.result == 15
    assert names(run.trace) == {"a", "b", "c", "e"}
    assert {name: float(gradient) for name, gradient in run.gradients.items()} == {"a": 3, "b": 8}


@pytest.mark.parametrize("wrap", [functools.partial, lambda f: functools.wraps(f)(lambda **inputs: f(**inputs))])
def test_also_under_partial_arguments_and_decorators(wrap):
    assert "c" in names(runner(wrap(program)).run(AT).trace)


def test_also_of_a_method_and_of_an_object_that_is_called():
    class Model:
        def __call__(self, a, b):
            hidden = a * b
            return hidden + a

        forward = __call__

    assert "hidden" in names(runner(Model()).run(AT).trace)
    assert "hidden" in names(runner(Model().forward).run(AT).trace)


def test_nodes_and_leaves_keep_their_numbers():
    """Or every label in the picture would count up while a learner drags."""
    again = runner()
    first, second = again.run(AT).trace, again.run({**AT, "a": np.array(5.0)}).trace
    assert list(first.nodes) == list(second.nodes)


def test_it_takes_no_numbers_from_what_others_make():
    x = al.tensor(1.0, requires_grad=True)
    again = runner()
    before = (x * x).grad_fn._number
    for _ in range(5):
        again.run(AT)
    assert (x * x).grad_fn._number == before + 1


def test_tensors_from_outside_keep_their_grad_and_their_graph():
    w = al.tensor(10.0, requires_grad=True)
    outside = w * w

    def uses(a):
        return a * w + outside * a

    again = Runner(uses, {"a": np.array(2.0)})
    for _ in range(3):
        run = again.run({"a": np.array(2.0)})
        assert run.gradients["a"] == 110
    assert w.grad is None
    outside.backward()  # the graph has not been freed
    assert w.grad.item() == 20
    assert len(run.trace.nodes) == len(set(run.trace.nodes))


def test_a_nudge_finds_the_slope():
    assert runner().slope_by_nudge(AT, "b", (), 1e-3) == pytest.approx(8)


def test_a_nudge_into_nothing_is_nan():
    def root(a):
        if a < 2:
            raise ValueError("too small")
        return a

    at = {"a": np.array(2.0)}
    assert np.isnan(Runner(root, at).slope_by_nudge(at, "a", (), 1e-3))


@pytest.mark.parametrize(
    ("function", "words"),
    [
        (lambda a, b: None, "returned nothing"),
        (lambda a, b: 5.0, "returned float"),
        (lambda a, b: al.stack([a, b]), r"shape \(2,\).*sum"),
        (lambda a, b: (a * b).detach(), "requires no gradient"),
    ],
)
def test_results_that_are_not_one_number(function, words):
    with pytest.raises(ValueError, match=words):
        runner(function).run(AT)


# ----- profilers ------------------------------------------------------------------------------------------------------
def test_another_profiler_goes_on_and_comes_back():
    heard = []

    def watch(frame, event, argument):
        heard.append((frame.f_code.co_name, event))

    before = sys.getprofile()
    sys.setprofile(watch)
    try:
        run = runner().run(AT)
        assert sys.getprofile() is watch
    finally:
        sys.setprofile(before)
    assert ("program", "return") in heard
    assert "c" in names(run.trace)


def test_cprofile_comes_back():
    profile = cProfile.Profile()
    profile.enable()
    try:
        run = runner().run(AT)
        after = sys.getprofile()
        sorted([3, 1, 2], key=lambda x: -x)
    finally:
        profile.disable()
    assert "c" in names(run.trace)
    assert sys.version_info >= (3, 12) or after is profile
    assert any("sorted" in str(entry.code) for entry in profile.getstats())


def test_no_profiler_is_left_after_an_error():
    def stops(a):
        raise RuntimeError("stop")

    with pytest.raises(RuntimeError), locals_at_return(stops):
        stops(1)
    assert sys.getprofile() is None or "coverage" in repr(sys.getprofile())
