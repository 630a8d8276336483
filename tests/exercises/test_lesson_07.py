"""What only lesson 07 has to hold; what all lessons do is in ``test_answers.py``."""

import re

from answers_07 import RIGHT, WRONG_CODE, WRONG_VALUES

from autograd_lab.exercises import bank

WRONG = (*WRONG_VALUES, *WRONG_CODE)


def test_a_reply_about_shapes_shows_the_call_that_fails(hand_in):
    given = next(given for given in WRONG_CODE if "shape (3, 1)" in " ".join(given.says))
    result = hand_in(given)
    assert "becomes [[1], [10], [100]]" in result.trace.sentence(result.look_at.event)


def test_the_tables_are_long_enough():
    assert len(WRONG) >= 70
    assert len(RIGHT) >= 20
    unlisted = [given for given in WRONG if given.idea is None and given.status == "wrong"]
    assert len(unlisted) > len(WRONG) / 4
    assert {given.exercise for given in WRONG} == set(bank.ids("L7"))
    assert not [given for given in WRONG if not given.says and not re.search("yet", given.status)]
