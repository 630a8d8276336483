"""Text that must survive markdown, and programs that are run and counted apart."""

import subprocess
import sys
import threading

import pytest

import autograd_lab as al
from autograd_lab.exercises.message import Block, Message, markdown, safe_repr
from autograd_lab.exercises.observing import Probe, observe
from autograd_lab.exercises.programs import numbers_apart


def leaf(value):
    return al.tensor(value, requires_grad=True)


def test_numbers_apart_restores_after_an_exception():
    before = leaf(1.0) * 2
    with pytest.raises(ZeroDivisionError), numbers_apart():
        assert (leaf(1.0) * leaf(2.0)).grad_fn._sequence_nr() == 1
        raise ZeroDivisionError
    assert (leaf(1.0) * leaf(2.0)).grad_fn._sequence_nr() == before.grad_fn._sequence_nr() + 1


def test_markdown_takes_everything_literally():
    text = r"a_b *c* <b> & $x$ [l](u) # | ~ \ `x_1 * <b>` {}"
    shown = markdown((text,))
    assert shown.startswith(r"a\_b \*c\* &lt;b&gt; &amp; \$x\$ \[l\](u) \# \| \~ \\ `x_1 * <b>`")
    assert markdown(("a ` b <i>",)) == r"a \` b &lt;i&gt;"


def test_blocks_keep_lines_and_cannot_be_closed_from_inside():
    assert repr(Message(("a", Block("b\n\n  c", "python")))) == "a\n    b\n\n      c"
    assert markdown((Block("```\nx"),)) == "````text\n```\nx\n````"


def test_safe_repr():
    class Bad:
        def __repr__(self):
            raise ValueError

    assert safe_repr(Bad()) == "an object of type Bad"
    assert safe_repr("x" * 100) == "'" + "x" * 58 + "…"


def test_importing_exercises_loads_no_widgets():
    code = (
        "import sys; from autograd_lab import exercises as ex; ex.check('L2.1', (1, 2, 3)); ex.ask('L2.P1').commit(3);"
        "heavy = ('ipywidgets', 'IPython', 'matplotlib', 'networkx', 'anywidget');"
        "print([name for name in heavy if name in sys.modules])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


# ----- numbers of nodes -----------------------------------------------------------------------------------------------
def test_a_graph_that_another_thread_builds_meanwhile_can_run_backward():
    x = al.tensor(2.0, requires_grad=True)
    before = x * 3 * 3 * 3
    inside, built = threading.Event(), threading.Event()
    found = []

    def work():
        inside.wait(5)
        y = before * x  # its number must be higher than those of the nodes that it leads to
        y.backward()
        found.append((y.grad_fn._sequence_nr() > before.grad_fn._sequence_nr(), x.grad.item()))
        built.set()

    thread = threading.Thread(target=work)
    thread.start()
    with numbers_apart():
        inside.set()
        assert built.wait(5)
        first = (al.tensor(1.0, requires_grad=True) * 2).grad_fn
    thread.join()
    assert found == [(True, 108.0)]
    assert first._sequence_nr() == 1


def test_what_a_probe_makes_is_not_counted_among_the_learners_nodes():
    x = al.tensor(2.0, requires_grad=True)
    before = (x * 1).grad_fn._sequence_nr()
    probe = Probe("squares", lambda square: {"square": square(x)})
    with al.record() as trace:
        observe(lambda tensor: tensor * tensor, (probe,))
    assert (x * 1).grad_fn._sequence_nr() == before + 1
    assert len(trace) == 0
