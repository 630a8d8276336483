"""No reply to a wrong answer tells the right one: that comes with the last hint, or with `reveal`.

The replies to listed answers are looked through in `test_bank`.
"""

from each_case import in_one_test
from leaks import leaked, numbers_in

from autograd_lab import exercises as ex
from autograd_lab.exercises import bank
from autograd_lab.exercises.answer_code import Code

IDS = [name for name in bank.ids() if not isinstance(bank.get(name).form, Code)]


@in_one_test("name", IDS)
def test_the_third_wrong_try_does_not_tell_it_either(name, fresh_learner):
    exercise = bank.get(name)
    answer = bank.full_answer(exercise, exercise.wrong[0].answer)
    first = ex.check(name, answer)
    fresh_learner.record(name).wrong_tries = 3
    third = ex.check(name, answer)
    assert third.parts[: len(first.parts)] == first.parts
    more = third.parts[len(first.parts) :]
    assert more == ((f'`ex.hint("{name}")` has more; its last hint is a worked step.',) if exercise.hints else ())


def test_the_test_itself():
    exercise = bank.get("L2.1")
    result = ex.check("L2.1", (2, 15, 10))
    assert leaked(exercise, (2, 15, 10), result) == []
    assert leaked(exercise, (2, 15, 10), _saying(result, "It sends 6.")) == ["6"]
    assert leaked(exercise, (2, 15, 10), _saying(result, "See step 6, number 6, MulBackward0 #6, x6.")) == []
    assert leaked(exercise, (2, 15, 10), _saying(result, "b got 15.")) == []
    choice, said = bank.get("L2.P4"), "how many inputs it has"
    result = ex.check("L2.P4", said)
    assert leaked(choice, said, result) == []
    assert leaked(choice, said, _saying(result, "Which variant of the operation ran!")) != []
    assert numbers_in("-12 and 4·3 = 12.5, not a1, n2 or #3") == {"-12", "4", "3", "12.5"}


def _saying(result, text):
    return type(result)(parts=(*result.parts, text), exercise=result.exercise)
