"""Code is judged by what it does, and the message names the edge, the element or the exception."""

import pytest
from each_case import in_one_test
from injections import injection

import autograd_lab as al
from autograd_lab import exercises as ex
from autograd_lab.exercises import bank, observing
from autograd_lab.exercises.answer_code import Code, Probe, defined, first_difference, same_result
from autograd_lab.exercises.plain import Told

COUNTS = "A list counts as one gradient, and so does None."
RETURNED = {
    ("L5.2", "return gs + gd, gs - gd"): {
        "return gs + gd, gs + gd": "With y = s*d, your gradient for b is 10.",
        "return (gs + gd, gs - gd) if gd else (gs, gs + 1)": "With y = s, your gradient for b is 2.",
        "return gs + gd, gs - gd if gs > -9 else gs": "With y = d - 10*s, your gradient for b is -10.",
        "return gs + undefined, gs - gd": "NameError in backward, line 8 (`return gs + undefined, gs - gd`): name "
        "'undefined' is not defined",
        "return gs + gd": "function SumDiffBackward returned an incorrect number of gradients (expected 2, got 1)",
        "return 'gs + gd', gs - gd": "RuntimeError: expected Variable or None (got str)",
    },
    ("L5.2", "return a + b, a - b"): {"return a + b, b - a": "your value of d is -3."},
    ("L2.2", "return g / b, -g * a / (b * b)"): {
        "return [g / b, -g * a / (b * b)]": COUNTS,
        "return (g / b, -g * a / (b * b)) if g is None else None": COUNTS,
    },
}
"""Exercise and a line of its solution → what stands there instead, and what the reply says."""


@in_one_test(
    ("name", "line", "instead", "said"),
    [(*place, *case) for place, cases in RETURNED.items() for case in cases.items()],
)
def test_a_line_that_is_wrong_is_told_by_its_edge_or_its_exception(kernel, name, line, instead, said):
    result = kernel.run(injection(name).solved.replace(line, instead))
    assert result.status == "wrong" and said in result.message
    assert instead != "return gs + gd" or result.misconception == "M45"


def test_gradcheck_finds_what_the_probes_miss(kernel):
    """A backward that is right at the probes' inputs only: a line through the two points."""
    result = kernel.run(injection("L2.2").solved.replace("-g * a / (b * b)", "-g * a * (0.4375 - 0.09375 * b)"))
    assert result.status == "wrong"
    for said in ("All results are right, but gradcheck fails: ", "input 1", "numerical:"):
        assert said in result.message
    assert result.message.count("tensor(") >= 2, "the reason is complete, with its numbers"


@in_one_test(("given", "same"), [(1.0, True), (1.000001, True), (1.0001, False), (1.1, False)])
def test_numbers_are_the_same_up_to_rounding(given, same):
    assert same_result(given, 1.0) is same
    assert same_result([0.0, given], [0.0, 1.0]) is same


def test_the_wrong_element_is_named(kernel):
    source = "def messages(slopes):\n    return [1] * (len(slopes) + 1)\nex.check('L1.3', messages)"
    assert "Element [2] of your messages([1, 2, 6]) is 1." in kernel.run(source).message


def test_other_spellings_of_a_mistake_are_recognised(kernel):
    source = """
class Mine(al.autograd.Function):
    @staticmethod
    def forward(ctx, x, y):
        ctx.save_for_backward(x, y)
        return x / y

    @staticmethod
    def backward(ctx, grad_output):
        x, y = ctx.saved_tensors
        return grad_output / y, x * -1 / y ** 2
ex.check("L2.2", Mine)
"""
    result = kernel.run(source)
    assert result.misconception == "M26"
    assert "ignores g" in result.message


def test_no_idea_is_guessed_behind_code_that_raises(kernel):
    result = kernel.run("def messages(slopes):\n    return slopez\nex.check('L1.3', messages)")
    assert (result.misconception, result.look_at, len(result.parts)) == (None, None, 1)
    assert result.message.startswith("✗ L1.3: not yet. With ")
    assert "NameError in messages, line 2 (`return slopez`): name 'slopez' is not defined" in result.message
    power = kernel.run(injection("L2.2").solved.replace("b * b", "b^2"))
    assert (power.misconception, power.look_at) == (None, None)
    assert "(`return g / b, -g * a / (b^2)`)" in power.message


def test_a_missing_return_is_asked_for_only_where_one_is_missing(kernel):
    result = kernel.run("def messages(slopes):\n    [1, *slopes]\nex.check('L1.3', messages)")
    asked = "messages returned None every time. Is there a value after a `return`?"
    assert result.message == f"L1.3: not answered yet. {asked}"
    for name in ("L4.2", "L4.3"):
        form = bank.get(name).form
        calls_nothing = form.starting.strip().replace("...", "loss.backward")
        result = kernel.run(f"{calls_nothing}\n\n\nex.check('{name}', {form.name})")
        assert "`return`" not in result.message


def test_gradcheck_feeds_no_none_for_all_gradients(kernel):
    result = kernel.run(
        injection("L2.2").solved.replace("-g * a / (b * b)", "-g * a / (b * b) if g is not None else 1 / 0")
    )
    assert result.status == "correct"


def test_exit_is_caught_but_the_keyboard_is_not(kernel):
    assert "SystemExit" in kernel.run("def messages(slopes):\n    raise SystemExit\nex.check('L1.3', messages)").message

    def interrupted(slopes):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        ex.check("L1.3", interrupted)


def test_a_blank_that_is_left_in_is_not_answered_yet(kernel):
    result = kernel.run(injection("L2.2").shipped)
    assert result.message == "L2.2: not answered yet. There is still a `...` in Div."
    assert (
        "There is still a `...`"
        in kernel.run(injection("L2.2").shipped.replace("return ...", "return ..., ...")).message
    )


@in_one_test("name", ["L1.3", "L2.2", "L4.2", "L4.3", "L5.2", "L5.3", "L7.2", "L7.3", "L10.1"])
def test_solution_and_mutants_all_behave_differently(name):
    """No two of them agree on all probes: else one could never be told from the other."""
    exercise = bank.get(name)
    form = exercise.form
    seen = [form.observe_source(source) for source in (exercise.answer, *(wrong.answer for wrong in exercise.wrong))]
    for position, one in enumerate(seen):
        for other in seen[:position]:
            assert form.differing(one, other, notes=True)


def test_probes_that_raise_do_not_stop_the_others():
    form = Code("f", "", "def f(x):\n    return x", (Probe("f(1)", lambda f: {"f(1)": f(1)}),) * 2)
    assert first_difference("f", [1, [2, 3]], [1, [2, 4]]) == "Element [1][1] of your f is 3."
    assert form.read(lambda x: 1 / 0).failure()[1].type == "ZeroDivisionError"


def test_a_mutant_that_never_ends_is_tried_once(monkeypatch):
    """Else every reply of L7.2 would wait for it."""
    form = Code("f", "", "def f():\n    return 1", (Probe("f()", lambda f: {"f()": f()}),))
    endless = "def f():\n    while True:\n        pass"
    monkeypatch.setattr(observing, "SECONDS", 0.05)
    assert form.observe_source(endless).failure()
    assert form.observe_source(endless) is form.observe_source(endless)


def test_checking_leaves_the_learner_alone():
    """Numbers, grad mode and a recording of the learner's own are as if nothing had been checked."""
    x = al.tensor(2.0, requires_grad=True)
    before = (x * x).grad_fn._sequence_nr()
    with al.record() as trace, al.no_grad():
        for name in ("L2.2", "L5.2"):
            ex.check(name, defined(bank.get(name).wrong[0].answer, bank.get(name).form.name))
        ex.check("L2.1", (6, 15, 10))
        assert not al.is_grad_enabled()
    assert len(trace) == 0
    assert (x * x).grad_fn._sequence_nr() == before + 1


# ----- what came out is told as what it is ---------------------------------------------------------------------------
def given_back(item):
    return ex.check("L1.3", lambda slopes: item).message


def test_a_blank_on_a_line_of_its_own_is_noticed(kernel):
    source = "def messages(slopes):\n    sent = [1]\n    for slope in slopes:\n        ...\n    return sent"
    result = kernel.run(f"{source}\nex.check('L1.3', messages)")
    assert result.message == "L1.3: not answered yet. There is still a `...` in messages."
    unfinished = "def messages(slopes):\n    for slope in slopes:\n        ...\n    return [1]"
    assert ex.check("L1.3", defined(unfinished, "messages")).status == "wrong", "without a source it is not seen"


def test_a_wrong_shape_is_told():
    assert "Your messages([1, 2, 6]) is 12. The result should be several numbers." in given_back(12)
    assert "is [12]. It has length 1, which isn't the right length." in given_back([12])
    nested = ex.check("L1.3", lambda slopes: [[1]] * (len(slopes) + 1)).message
    assert "Element [0] of your messages([1, 2, 6]) is [1]. The result should be one number." in nested


def test_a_generator_and_a_coroutine_are_told(recwarn):
    def messages(slopes):
        yield 1

    async def later(slopes):
        return [1]

    assert "is a generator, which `yield` makes" in ex.check("L1.3", messages).message
    assert "is a coroutine, which `async def` makes" in ex.check("L1.3", later).message
    assert not recwarn.list


def test_what_code_does_is_told_as_a_sentence():
    never = Told("your code never ran backward")
    assert first_difference("one batch: runs", never, None) == "With one batch, your code never ran backward."
    assert first_difference("runs", never, [1, 2]) == "Your code never ran backward."
    assert first_difference("is_even(3)", True, False) == "Your is_even(3) is True."


def test_a_solution_does_not_speak_of_a_run():
    ex.check("L1.3", lambda slopes: [1])
    assert "Your messages" not in repr(ex.reveal("L1.3"))


def test_the_same_code_again_is_no_new_try(fresh_learner):
    for number in (12, 12, 13, 13):
        given_back(number)
    assert fresh_learner.record("L1.3").wrong_tries == 2


def test_calling_the_class_is_explained():
    function = defined(bank.get("L5.2").answer, "SumDiff")
    with pytest.warns(DeprecationWarning, match="should not be instantiated"):
        called = function()
    assert "without calling it" in ex.check("L5.2", called).message


def test_a_text_is_quoted():
    assert " is '1'." in ex.check("L1.3", lambda slopes: ["1"] * (len(slopes) + 1)).message
    assert "is 'abc'. The result should be several numbers." in given_back("abc")
