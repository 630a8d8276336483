"""Each test begins as a new process does: nobody has registered a hook, so the plain loop runs until somebody does."""

import pytest

from autograd_lab._core import hook_registry


@pytest.fixture(autouse=True)
def no_hooks_in_use(monkeypatch):
    monkeypatch.setattr(hook_registry.hooks, "in_use", False)
