"""Looking at `views` costs nothing; using it without what it needs says what to install."""

import subprocess
import sys

import pytest
from each_case import each_case

from autograd_lab import views

HEAVY = ("matplotlib", "networkx", "ipywidgets", "IPython", "anywidget", "traitlets")


def run(program):
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120)


def test_importing_views_imports_nothing_heavy():
    done = run(f"import sys, autograd_lab.views; print([m for m in {HEAVY} if m in sys.modules])")
    assert done.stdout.strip() == "[]", done.stderr


def test_tables_and_text_need_no_matplotlib():
    program = f"""
import sys, autograd_lab as al
from autograd_lab import views
x = al.tensor(3.0, requires_grad=True)
y = x * x
with al.record() as trace: y.backward()
print(views.ledger(trace, "x").html()[:4], [m for m in {HEAVY} if m in sys.modules])
"""
    assert run(program).stdout.strip() == "<div []"


@each_case(("name", "missing"), [("stepper", "anywidget"), ("chain_strip", "traitlets")])
def test_what_is_missing_is_named_with_the_remedy(name, missing):
    done = run(f"import sys; sys.modules[{missing!r}] = None; from autograd_lab import views; views.{name}")
    last = done.stderr.strip().splitlines()[-1]
    assert f"views.{name} needs {missing}, which is not installed: pip install 'autograd-lab[lab]'" in last


def test_unknown_names_are_refused():
    with pytest.raises(AttributeError, match="no attribute 'steper'"):
        views.steper  # noqa: B018


def test_every_public_name_resolves():
    for name in dir(views):
        assert getattr(views, name).__doc__
