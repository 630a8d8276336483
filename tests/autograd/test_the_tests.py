"""Would the tests notice? The engine is broken on purpose, one line at a time, and a check must fail each time.

A mutation replaces a piece of a function's source. The piece must be there: when the engine's text changes, the
mutation has to follow, and cannot pass by changing nothing.
"""

import inspect
import textwrap

import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, find, settings
from hypothesis.errors import NoSuchExample
from random_graphs import execute, make_leaves, programs, true_gradients

import autograd_lab as al
from autograd_lab._core import accumulate_grad, buffers, engine, graph_task, observed, saved_values, unbroadcast

ENGINE = (engine, observed, buffers, accumulate_grad, graph_task, unbroadcast)

SETTINGS = settings(
    max_examples=100,
    database=None,
    derandomize=True,
    deadline=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)


def mutate(monkeypatch, module, name, old, new):
    """Replace ``old`` in the source of what ``module`` calls ``name`` by ``new``, for this test."""
    function = getattr(module, name)
    source = textwrap.dedent(inspect.getsource(function))
    assert old in source, f"{name} does not contain {old!r} any more"
    home = inspect.unwrap(function).__globals__  # the file that it stands in, which need not be the module
    space = vars(module) if home is vars(module) else dict(home)
    monkeypatch.setattr(module, name, function)  # it is put back after the test
    exec(compile(source.replace(old, new), f"<mutated {name}>", "exec"), space)
    setattr(module, name, space[name])
    for other in ENGINE:
        if vars(other).get(name) is function:
            monkeypatch.setattr(other, name, space[name])


def gradients_are_wrong(backward):
    """A check of one program: does this way to run backward give other numbers than forward mode, or fail?"""

    def check(program):
        leaves = make_leaves(program)
        try:
            with np.errstate(all="ignore"):
                backward(execute(program, leaves))
        except (RuntimeError, ValueError, AttributeError, IndexError, TypeError, KeyError):
            return True
        found = [0.0 if leaf.grad is None else leaf.grad.numpy() for leaf in leaves]
        expected = [2 * truth for truth in true_gradients(program)]
        return not all(np.array_equal(one + 0 * two, two) for one, two in zip(found, expected, strict=True))

    return check


def plainly(root):
    """Two backwards by the loop that runs when nobody looks."""
    root.backward(retain_graph=True)
    root.backward()


def watched(root):
    """Two backwards by the loop that can be watched."""
    with al.record():
        plainly(root)


def caught(backward):
    """Whether some random program tells the broken engine from a right one."""
    try:
        find(programs(), gradients_are_wrong(backward), settings=SETTINGS)
    except NoSuchExample:
        return False
    return True


MUTATIONS = {
    "a message overwrites the one before": (plainly, "add_to", "before + message", "message"),
    "a message overwrites a sum": (plainly, "run", "pending[edge] += message", "pending[edge][...] = message"),
    "messages to one slot overwrite each other": (plainly, "sum_of", "before + message", "message"),
    "the last edge is dropped": (plainly, "run", "if edge is None:", "if edge is None or edge in edges[1:]:"),
    "output slots are swapped": (plainly, "send", "slots[slot]", "slots[len(slots) - 1 - slot]"),
    "the oldest node runs first": (plainly, "newer", "-waits._number", "waits._number"),
    "copies are averaged, not summed": (plainly, "reduce_to", "np.add.reduce(gra", "np.mean(gra"),
    ".grad is overwritten, not added to": (plainly, "accumulate", "old._data += gradient", "old._data[...] = gradient"),
    "a scalar .grad is overwritten": (plainly, "accumulate", "old._data + gradient", "gradient"),
    "watched: a message overwrites the one before": (watched, "sum_of", "before + message", "message"),
    "watched: the last edge is dropped": (
        watched, "send_results", "if not", "if index == 1 or not",
    ),
    "watched: output slots are swapped": (
        watched, "deliver", "(edge.node, edge.output_nr)", "(edge.node, edge.node.outputs() - 1 - edge.output_nr)",
    ),
    "watched: a node does not wait for all its messages": (
        watched, "deliver", "if heard == owed:", "if heard == 1:",
    ),
    "watched: one dependency is not counted": (
        watched, "count_dependencies", "owed[target] = owed.get(target, 0) + 1", "owed[target] = owed.get(target, 1)",
    ),
}  # fmt: skip


@pytest.mark.parametrize("backward", [plainly, watched])
def test_the_engine_as_it_is_passes(backward):
    assert not caught(backward)


@pytest.mark.parametrize("name", MUTATIONS)
def test_a_broken_engine_is_caught(name, monkeypatch):
    backward, function, old, new = MUTATIONS[name]
    module = next(
        module for module in ENGINE if getattr(vars(module).get(function), "__module__", "") == module.__name__
    )
    mutate(monkeypatch, module, function, old, new)
    assert caught(backward)


# ----- what surrounds the numbers -------------------------------------------------------------------------------------
def second_backward_is_refused():
    y = al.tensor(2.0, requires_grad=True).exp()
    y.backward()
    with pytest.raises(RuntimeError, match="a second time"):
        y.backward()


def late_write_is_noticed():
    x = al.tensor([1.0, 2.0], requires_grad=True)
    b = x * 1
    y = (b * b).sum()
    b.add_(1)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        y.backward()


@pytest.mark.parametrize(
    ("module", "function", "old", "new", "check"),
    [
        (engine, "run", "node._saved = None", "pass", second_backward_is_refused),
        (saved_values, "refuse_overwritten", "if late:", "if False:", late_write_is_noticed),
    ],
)
def test_a_missing_guard_is_caught(module, function, old, new, check, monkeypatch):
    check()
    mutate(monkeypatch, module, function, old, new)
    with pytest.raises(pytest.fail.Exception):
        check()


def test_adding_to_an_array_that_others_hold_is_caught(monkeypatch):
    def gradient_of_y():
        x, y = (al.ones(3, requires_grad=True) for _ in range(2))
        later, sooner = x * 2, x + y  # sooner runs first, and sends one and the same array to x and y
        (later.sum() + sooner.sum()).backward()
        return y.grad.tolist()

    assert gradient_of_y() == [1.0, 1.0, 1.0]
    mutate(monkeypatch, engine, "run", "elif edge in exclusive:", "elif hasattr(pending[edge], 'fill'):")
    assert gradient_of_y() == [3.0, 3.0, 3.0]
