"""A learner who has not done anything yet, before and after every test."""

import pytest

from autograd_lab.exercises.learner import learner


@pytest.fixture(autouse=True)
def fresh_learner():
    learner.forget()
    yield learner
    learner.forget()
