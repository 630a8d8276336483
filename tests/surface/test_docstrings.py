"""Everything public says what it is: functions, classes, methods, properties; `help()` never shows an empty page."""

import inspect

import pytest

import autograd_lab as al
from autograd_lab import autograd, distributions, linalg, nn, optim, utils
from autograd_lab._core.base.left_out import LeftOut

PLACES = {
    "torch": al,
    "linalg": linalg,
    "random": al.random,
    "autograd": autograd,
    "autograd.graph": autograd.graph,
    "autograd.functional": autograd.functional,
    "nn": nn,
    "nn.functional": nn.functional,
    "nn.init": nn.init,
    "nn.utils": nn.utils,
    "nn.utils.rnn": nn.utils.rnn,
    "optim": optim,
    "optim.lr_scheduler": optim.lr_scheduler,
    "utils.data": utils.data,
    "distributions": distributions,
    "distributions.constraints": distributions.constraints,
    "distributions.utils": distributions.utils,
    "Distribution": distributions.Distribution,
    "Normal": distributions.Normal,
    "Categorical": distributions.Categorical,
    "MultivariateNormal": distributions.MultivariateNormal,
    "LRScheduler": optim.lr_scheduler.LRScheduler,
    "views": al.views,
    "exercises": al.exercises,
    "tracing": al.tracing,
    "Tensor": al.Tensor,
    "Node": autograd.graph.Node,
    "Function": autograd.Function,
    "Generator": al.Generator,
    "Module": nn.Module,
    "Optimizer": optim.Optimizer,
    "Trace": al.Trace,
}


def members(place):
    """Name and value of everything public that can be called, or is a property."""
    for name in dir(place):
        if name.startswith("_"):
            continue
        value = getattr(place, name)
        static = inspect.getattr_static(place, name, value) if isinstance(place, type) else value
        value = static if isinstance(static, property) else value
        ours = getattr(value, "__module__", "autograd_lab").startswith(("autograd_lab", "torch"))
        if ours and not isinstance(value, LeftOut) and (callable(value) or isinstance(value, property)):
            yield name, value


@pytest.mark.parametrize("place", PLACES)
def test_everything_public_says_what_it_is(place):
    found = dict(members(PLACES[place]))
    assert found
    silent = [name for name, value in found.items() if not (inspect.getdoc(value) or "").strip(" .`")]
    assert not silent
    assert not [name for name, value in found.items() if "nobody has used yet" in inspect.getdoc(value)]


def test_a_function_without_a_docstring_is_found(monkeypatch):
    monkeypatch.setattr(linalg, "silent", lambda: None, raising=False)
    linalg.silent.__module__ = "autograd_lab.linalg"
    with pytest.raises(AssertionError, match="silent"):
        test_everything_public_says_what_it_is("linalg")
