"""A recording, and its health line, cost each node the same, however many there are: calls are counted, not seconds."""

import importlib
import itertools
import sys

import pytest

import autograd_lab as al


def calls_made(run):
    """How many functions Python enters while it runs."""
    count = itertools.count()
    before = sys.getprofile()
    sys.setprofile(lambda frame, event, argument: next(count) if event in ("call", "c_call") else None)
    try:
        run()
    finally:
        sys.setprofile(before)
    return next(count)


def recorded(engine, nodes):
    """Forward and backward of a deep net inside a recording; each layer has parameters of its own."""
    layers = [layer for _ in range(nodes // 2) for layer in (engine.nn.Linear(4, 4), engine.nn.Tanh())]
    model, x = engine.nn.Sequential(*layers), engine.ones(3, 4)

    def run():
        with al.record() as trace:
            model(x).sum().backward()
        return trace

    return run


@pytest.mark.parametrize("engine", ["autograd_lab", pytest.param("torch", marks=pytest.mark.torch)])
def test_a_net_twice_as_deep_makes_a_recording_work_twice_as_much(engine):
    pytest.importorskip(engine)
    engine = importlib.import_module(engine)
    recorded(engine, 20)()  # what is looked up once is known from here on
    fewer, more = (calls_made(recorded(engine, nodes)) for nodes in (200, 400))
    assert more < 2.05 * fewer


def test_a_net_twice_as_deep_makes_its_health_line_work_twice_as_much():
    recorded(al, 20)().health  # noqa: B018 - what is looked up once is known from here on
    fewer, more = (recorded(al, nodes)() for nodes in (200, 400))
    assert calls_made(lambda: more.health) < 2.05 * calls_made(lambda: fewer.health)
