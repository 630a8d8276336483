"""The displays, the contrasts, and text that must survive markdown."""

import subprocess
import sys

import pytest

import autograd_lab as al
from autograd_lab import exercises as ex
from autograd_lab.exercises.displays import pytorch_rules
from autograd_lab.exercises.message import Block, Message, markdown, safe_repr
from autograd_lab.exercises.programs import numbers_apart


def leaf(value):
    return al.tensor(value, requires_grad=True)


def test_values():
    assert repr(ex.values(x=leaf(3.0), u=leaf([1.0, 2.5]))) == "x = 3 · u = [1, 2.5]"


def test_rules_show_both_tables():
    text = repr(ex.rules("mul"))
    assert "self: grad * other" in text
    assert "other: mul_tensor_backward(grad, self, other.scalar_type())" in text
    with pytest.raises(LookupError, match="It has add"):
        ex.rules("frobnicate")


@pytest.mark.torch
def test_our_copy_of_pytorchs_rules_is_true():
    yaml = pytest.importorskip("yaml")
    torchgen = pytest.importorskip("torchgen")
    from pathlib import Path

    file = Path(torchgen.__file__).parent / "packaged" / "autograd" / "derivatives.yaml"
    entries = {entry["name"].partition("(")[0]: entry for entry in yaml.safe_load(file.read_text())}
    for name, text in pytorch_rules().items():
        for line in text.splitlines():
            key, _, rule = line.partition(": ")
            assert entries[name][key] == rule


def product(d=1.0):
    a, b, d = leaf(3.0), leaf(2.0), leaf(d)
    c = a + b
    return a, b, c, d, c * d


def test_micrograd_sends_old_gradients_again():
    a, b, c, d, e = product()
    memory = {}
    first = ex.contrast.micrograd_backward(e, memory)
    assert first == {"e": 1, "c": 1, "d": 5, "a": 1, "b": 1}
    assert ex.contrast.micrograd_backward(e, memory) == {"e": 1, "c": 2, "d": 10, "a": 3, "b": 3}
    assert a.grad is None
    for _ in range(2):
        e.backward(retain_graph=True)
    assert (a.grad, b.grad, d.grad) == (2.0, 2.0, 10.0)
    assert c.is_leaf is False


def test_overwriting_loses_messages_where_something_is_used_twice():
    a = leaf(3.0)
    b = a + a
    c = b + b
    assert ex.contrast.overwrite_backward(c) == {"c": 1, "b": 1, "a": 1}
    c.backward()
    assert a.grad == 4.0


def test_overwriting_is_right_where_everything_is_used_once():
    a, b, c, d, e = product(4.0)
    assert ex.contrast.overwrite_backward(e) == {"e": 1, "c": 4, "d": 5, "a": 4, "b": 4}
    e.backward()
    assert (a.grad, b.grad, d.grad, c.requires_grad) == (4.0, 4.0, 5.0, True)


def test_what_has_no_name_goes_by_its_node():
    with numbers_apart():
        x = leaf(2.0)
        last = ex.contrast.overwrite_backward((x * x) * x)
    assert last == {"<MulBackward0 #2>": 1, "<MulBackward0 #1>": 2, "x": 4}


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
