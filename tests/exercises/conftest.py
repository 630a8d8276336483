"""A learner who has not done anything yet, before and after every test, and no file that remembers."""

import pytest

from autograd_lab.exercises.learner import learner
from autograd_lab.exercises.permissions import permissions


@pytest.fixture(autouse=True)
def fresh_learner(monkeypatch):
    monkeypatch.setenv("AUTOGRAD_LAB_PROGRESS", "off")
    learner.forget()
    permissions.allow()
    yield learner
    learner.forget()
    permissions.allow()
