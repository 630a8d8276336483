"""A reply names what differs and where the trace decides it; it stops before the answer, and guesses no cause."""

import pytest
from each_case import in_one_test

import autograd_lab as al
from autograd_lab import exercises as ex
from autograd_lab.exercises import bank
from autograd_lab.exercises.answer_code import Code
from autograd_lab.exercises.answer_values import Choice, Number, Numbers, Table
from autograd_lab.exercises.exercise import Exercise, Look, Wrong, place
from autograd_lab.exercises.form_model import Reply
from autograd_lab.exercises.judge import judge, solution
from autograd_lab.exercises.learner import Record
from autograd_lab.exercises.programs import numbers_apart
from autograd_lab.exercises.settling import deciding_event, pause, settlement

OUTER, INNER = Look("RuleApplied", "MulBackward0", 0), Look("RuleApplied", "MulBackward0", 1)
AT_A, AT_D = Look("GradAccumulated", "AccumulateGrad(a)"), Look("GradAccumulated", "AccumulateGrad(d)")


def program(a=2.0, b=3.0, d=4.0):
    a, b, d = (al.tensor(value, requires_grad=True, name=name) for name, value in (("a", a), ("b", b), ("d", d)))
    c = a * b
    return c * d


def products(whole=False, **numbers):
    with numbers_apart():
        if whole:
            with al.record() as trace:
                program(**numbers).backward(retain_graph=True)
            return trace
        e = program(**numbers)
        with al.record() as trace:
            e.backward()
        return trace


@pytest.fixture
def table():
    """d is decided first, then a; b has no look of its own."""
    wrong = (
        Wrong({"a": 3}, "", AT_A).reply("a: the slope alone.\nWhat arrived?"),
        Wrong({"d": 4}, "", OUTER).reply("d: its own value.\nWhat is kept?"),
    )
    form = Table({"a": Number(), "b": Number(), "d": Number()})
    return Exercise("?", form, {"a": 12, "b": 8, "d": 6}, wrong, products(), INNER, "w", id="T.1", looks={"d": OUTER})


def said(exercise, answer, record=None):
    return judge(exercise, answer, record or Record())


# ----- which entry, which step ---------------------------------------------------------------------------------------
def test_the_entry_that_is_decided_first_is_the_one_to_speak_of(table):
    both = said(table, {"a": 3, "b": 8, "d": 4})
    assert "d: its own value." in both.parts
    assert "For d, look at step 2, where MulBackward0 #2 runs." in both.parts
    assert "a: the slope alone." not in both.message
    assert "Right so far: b. Look again at a and d." in both.parts[0]


def test_an_unknown_mistake_that_is_decided_first_comes_before_a_known_one(table):
    result = said(table, {"a": 3, "b": 8, "d": 5})
    assert result.parts[1:] == ("Compare d with step 2, where MulBackward0 #2 runs.",)
    assert result.misconception is None


def test_the_stepper_stops_just_before_the_deciding_event(table):
    result = said(table, {"a": 12, "b": 8, "d": 4})
    assert (result.until, result.look_at.event) == (OUTER.index(table.trace),) * 2
    shown = result.stepper()
    assert (shown.trace, shown.until) == (table.trace, result.until)


def test_a_known_mistake_shows_nothing_after_the_look_of_its_entry(table):
    """Its own step comes later than the one that decides the entry."""
    wrong = Wrong({"d": 4}, "", AT_D, "late")
    late = Exercise("?", table.form, table.answer, (wrong,), table.trace, INNER, "w", id="T.1", looks=table.looks)
    result = said(late, {"a": 12, "b": 8, "d": 4})
    assert "late" in result.parts
    assert result.until == OUTER.index(table.trace)


def test_all_of_the_trace_once_it_is_right_or_revealed(table):
    assert said(table, table.answer).until is None
    assert said(table, {"a": 1, "b": 8, "d": 6}, Record(revealed=True)).until is None
    assert said(table, table.answer).stepper().until == len(table.trace)


def test_a_list_says_which_numbers_differ():
    form, looks = Numbers(3), {0: OUTER, 2: AT_D}
    exercise = Exercise("?", form, [6, 8, 12], (), products(), AT_A, "w", id="T.2", looks=looks)
    result = said(exercise, [6, 1, 2])
    assert result.parts == (
        "✗ T.2: not yet. You said [6, 1, 2]. Look again at numbers 2 and 3.",
        "Compare number 3 with step 3, where d.grad is written.",
    )
    detail = "You said [6, None, 12]. Look again at number 2. Number 2: None says that there is no number at all."
    assert said(exercise, [6, None, 12]).parts[0] == f"✗ T.2: not yet. {detail}"


def test_the_third_wrong_try_says_that_there_are_hints_and_not_what_they_say():
    record = Record()
    exercise = bank.get("L2.1")
    results = [said(exercise, (wrong, 15, 10), record) for wrong in (9, 8, 7)]
    assert results[2].parts[-1] == '`ex.hint("L2.1")` has more.'
    assert all(hint not in results[2].message for hint in exercise.hints)
    assert "ex.hint" not in "".join(map(str, Reply(exercise, record, results[2]).face().reply)), "a button says it"
    record.hints = 3
    assert "ex.hint" not in said(exercise, (7, 15, 10), record).message


def test_a_result_without_a_trace_points_nowhere():
    exercise = Exercise("?", Number(), 3, (), None, None, "w", id="T.3")
    assert said(exercise, 4).parts == ("✗ T.3: not yet. You said 4.",)
    assert said(exercise, 3).parts == ("✓ T.3: correct. w",)
    with pytest.raises(LookupError, match=r"T\.3: there is no trace"):
        said(exercise, 4).stepper()


@in_one_test(("answer", "tone", "sign"), [(12, "right", "✓"), (3, "wrong", "✗"), (..., "open", "L"), (99, "open", "L")])
def test_colour_and_sign(answer, tone, sign):
    result = ex.check("L2.P1", answer)
    assert (result.tone, result.message[0]) == (tone, sign)
    assert ex.check("L6.2", [0.33, 0.333, 1 / 3]).tone == "close"


def test_the_words_of_a_place_tell_no_result():
    trace = products(whole=True)
    words = [place(trace, k).words for k in range(len(trace))]
    assert words[0] == "step 1, where MulBackward0 #1 is made"
    assert "where backward begins" in " ".join(words)
    assert "where the first message reaches a" in " ".join(words)
    assert not any("this happens" in text for text in words)
    assert [place(trace, k).number for k in range(len(trace))] == [trace.step_at(k).number for k in range(len(trace))]


# ----- settled in a trace on display ---------------------------------------------------------------------------------


def test_a_guess_is_settled_in_another_recording_of_the_program():
    exercise = bank.get("L2.P1")
    trace = products(whole=True)
    result = settlement(exercise, 8, trace)
    assert (result.status, result.tone) == ("wrong", "wrong")
    assert result.parts[0] == "✗ L2.P1: the trace says otherwise. You said 8."
    assert trace.sentence(result.look_at.event) in result.parts
    assert exercise.why in result.parts
    assert settlement(exercise, "C", trace).status == "correct"


@in_one_test(
    ("said", "shown"),
    [
        ([2, 7, 3, 3, 3], "with the seed 1;"),
        ([1, 8, 3, 3, 3], "MulBackward0 #2 received 1;"),
        ([1, 7, 4, 9, 3], "MulBackward0 #2 received 1;"),
        ([1, 7, 3, 3, 4], "AddBackward0 #1 received 3."),
        ([1, 7, 3, 9, 4], "AddBackward0 #1 received 3."),
        ([3, 3, 3, 7, 1], "with the seed 1;"),
    ],
)
def test_the_evidence_is_the_first_message_that_differs(said, shown):
    """Only the question's own reply says its sentence: the lesson's picture counts its nodes in another way."""
    exercise = bank.get("L0.1")
    result = settlement(exercise, said, exercise.trace)
    assert shown in result.parts[1] == exercise.trace.sentence(result.look_at.event)
    assert result.parts[1] not in pause(exercise, Record(said=str(said), answer=said), exercise.trace).after


def test_without_a_guess_a_table_waits_for_its_first_row():
    exercise = bank.get("L0.P3")
    found = pause(exercise, Record(), exercise.trace)
    assert (min(found.rows), found.event) == (exercise.looks["seed"].index(exercise.trace), exercise.step().event)


@pytest.mark.parametrize(
    ("said", "row"), [([1, 14, 14, 42], "difference"), ([1, 10, 5, 15], "bias"), ([1, 10, 10, 30], "weight")]
)
def test_a_guessed_table_waits_for_its_first_wrong_row(said, row):
    exercise = bank.get("L0.P3")
    found = pause(exercise, Record(said="?", answer=said), exercise.trace)
    assert found.event == found.rows[found.as_json()["row"]] == exercise.looks[row].index(exercise.trace)


@pytest.mark.parametrize("numbers", [{"a": 5.0}, {"d": 1.0}])
def test_another_program_settles_nothing(numbers):
    exercise = bank.get("L2.P1")
    for whole in (False, True):
        trace = products(whole, **numbers)
        assert deciding_event(exercise, trace) is None
        assert pause(exercise, Record(said="8", answer=8), trace) is None


def test_the_right_one_of_several_backwards_settles():
    with al.record() as trace:
        program(a=7.0).backward()
        program().backward()
    exercise = bank.get("L2.P1")
    event = deciding_event(exercise, trace)
    assert trace.events[event].kind == exercise.trace.events[INNER.index(exercise.trace)].kind
    assert event > trace.backwards[1][1]


@in_one_test("name", [name for name in bank.ids() if bank.get(name).look and not isinstance(bank.get(name).form, Code)])
def test_every_exercise_is_decided_in_its_own_trace(name):
    exercise = bank.get(name)
    assert deciding_event(exercise, exercise.trace) == exercise.look.index(exercise.trace)
    copied = type(exercise.trace).from_json(exercise.trace.to_json())
    assert deciding_event(exercise, copied) == exercise.look.index(exercise.trace)


# ----- words ---------------------------------------------------------------------------------------------------------
def test_the_solution_says_what_is_what():
    exercise = Exercise("?", Choice(("None", "4")), "None", (), None, None, "why", asks="c.grad", id="T.4")
    assert solution(exercise, Record(said="4")).parts == ("T.4: You said 4. why", "`c.grad` is `None`.")
    assert solution(Exercise("?", Number(), 3, (), None, None, "w", id="T.5"), Record()).parts[1] == "The answer: 3."
    assert repr(ex.reveal("L5.2")).count("You said") == 0


@in_one_test("name", bank.ids())
def test_the_trace_is_said_to_show_the_answer_only_where_one_step_does(name):
    exercise = bank.get(name)
    text = ex.check(name, bank.full_answer(exercise, exercise.answer)).message
    one_value = isinstance(exercise.form, Number | Choice)
    by_a_step = exercise.look is not None and not isinstance(exercise.form, Code)
    assert ("The trace says so" in text) == (by_a_step and one_value and exercise.form.told_by_a_step)
    assert ("step" in text.partition("\n")[2].lower()) == by_a_step


def test_the_solution_of_code_ends_with_the_code():
    assert "In the trace" not in repr(ex.reveal("L4.3"))
    assert "In the trace" in repr(ex.reveal("L2.1"))


def test_the_same_wrong_answer_again_is_no_new_try():
    record, exercise = Record(), bank.get("L2.1")
    for answer, tries in (((7, 15, 10), 1), ((7.0, 15, 10), 1), ((6, 15, 10), 1), ((7, 15, 10), 2), ((8, 15, 10), 3)):
        said(exercise, answer, record)
        assert record.wrong_tries == tries


def test_hints_and_solutions_can_be_switched_off(monkeypatch):
    ex.allow(hints=False, reveal=False)
    assert repr(ex.hint("L2.1")) == "L2.1: hints are switched off here."
    assert repr(ex.reveal("L2.1")) == "L2.1: solutions are switched off here."
    results = [ex.check("L2.1", (wrong, 15, 10)) for wrong in (9, 8, 7)]
    assert "ex.hint" not in results[2].message
    ex.allow()
    assert "hint 1 of" in repr(ex.hint("L2.1"))
    monkeypatch.setenv("AUTOGRAD_LAB_EXAM", "1")
    ex.allow()
    assert "switched off" in repr(ex.hint("L2.1"))
    assert "switched off" in repr(ex.reveal("L2.1"))
