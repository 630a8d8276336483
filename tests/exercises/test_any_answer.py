"""Whatever a learner hands in, an answer is never an exception."""

import math
from fractions import Fraction
from itertools import count

import numpy as np
import pytest
from each_case import in_one_test

import autograd_lab as al
from autograd_lab import exercises as ex
from autograd_lab.exercises import bank
from autograd_lab.exercises.answer_code import Code


class Hostile:
    """Raises at every turn."""

    def _raise(self, *args):
        raise RuntimeError("no")

    __repr__ = __str__ = __eq__ = __hash__ = __float__ = __bool__ = __len__ = __iter__ = __getitem__ = _raise

    def __getattr__(self, name):
        raise RuntimeError("no")


class HostileDict(dict):
    def get(self, *args):
        raise RuntimeError("no")


ENDLESS: list = []
ENDLESS.append(ENDLESS)

BRANCHING: list = []
BRANCHING += [BRANCHING, BRANCHING, [BRANCHING, 1]]
DEEP: list = []
for _ in range(10_000):
    DEEP = [DEEP]


class Long:
    """Says a million words."""

    def __repr__(self):
        return "word " * 1_000_000


ODD = [
    "12", "", "nan", "<img src=x onerror=alert(1)>", "`", "a\nb", b"12", True, False, 3 + 4j, math.nan, math.inf,
    10**400, -0.0, [], (), {}, set(), [1], [[1, 2]], [None, 3], [..., 2], list(range(1000)), {"a": 1}, {"a": "x"},
    {1: 2}, {"a": ..., "b": None, "c": 1, "d": 1}, object(), Hostile(), HostileDict(a=1), [Hostile()] * 5,
    {"a": Hostile(), "b": 1, "d": 1}, np.array([]), np.array(3.0), np.array([1, 2, 3]), np.array(["a"]),
    np.float32("nan"), al.tensor(3.0), al.tensor([1.0, 2.0], requires_grad=True),
    al.tensor(4.0, requires_grad=True) * 2, Fraction(1, 3), len, int, lambda *args: 1 / 0, lambda *args: Hostile(),
    lambda *args: ..., al.autograd.Function, Hostile, iter([1, 2]), ENDLESS,
    BRANCHING, DEEP, 10**5000, -(10**5000), [10**5000] * 5, Long(), [1] * 10_000, np.zeros(10_000), count(),
    None, [None] * 5, {"a": None}, np.True_, np.str_("C"), frozenset({1}), range(5), "x" * 1_000_000,
    lambda *args: ENDLESS, lambda *args: BRANCHING, lambda *args: DEEP, lambda *args: 10**5000,
    lambda *args: [[10**5000]], lambda *args: [1.0] * 10_000, lambda *args: Long(), lambda *args: count(),
]  # fmt: skip


@pytest.mark.parametrize("name", bank.ids())
def test_no_answer_raises(name):
    for answer in ODD:
        result = ex.check(name, answer)
        assert result.status in {"correct", "wrong", "close?", "not answered yet", "cannot read"}
        assert 0 < len(result.message) < 3000
        assert result._repr_markdown_()
        assert "object at 0x" not in result.message


@in_one_test("name", [name for name in bank.ids() if bank.get(name).is_prediction])
def test_no_guess_raises(name):
    for answer in ODD:
        assert len(repr(ex.ask(name).commit(answer))) < 5000


@in_one_test("name", bank.ids())
def test_a_right_answer_is_right_in_any_mode(name):
    exercise = bank.get(name)
    for mode in (al.no_grad, al.inference_mode):
        with mode():
            assert ex.check(name, bank.full_answer(exercise, exercise.answer)), mode


SPELLINGS = {
    "L0.P1": ["C) 4", "4", "c"],
    "L0.P2": [None, "none", "None."],
    "L5.P1": [(1, 0), [1, 0], "1, 0", "(1,0)", "D", "d)"],
    "L1.P2": ["  The gradient that arrived at v, and the slope of v with RESPECT to u. "],
    "L4.P3": [-60, "−60", -60.0],
    "L5.4": [{"r": 2, "x": [5, 0, 4], "indices": None}, [2, np.array([5, 0, 4]), "none"]],
    "L5.5": [[None, 0, "0", "None"]],
    "L0.1": [
        (1, 7, 3, 3, 3), np.array([1, 7, 3, 3, 3]), al.tensor([1.0, 7, 3, 3, 3]), [al.tensor(1.0), 7, 3, 3, 3.0000001],
        "1, 7, 3, 3, 3", "[1,7,3,3,3,]", " 1 7 3 3 3 ", "1; 14 / 2; 3; 3; 3", ["1", "7", "9/3", 3, 3],
    ],
    "L2.1": [{"d": 10, "b": 15.0, "a": np.int64(6)}, (6, 15, 10), {"a": "6", "b": "30/2", "d": 10}],
    "L0.2": [
        (False, True, False, True), {"A": "False", "B": True, "C": np.False_, "D": "TRUE"}, ["b", "a", "b", "a"],
        ["f", "T", "no", "yes"],
    ],
    "L1.1": [
        "−12", "- 12", "= -12", "(- 12)", " -24 / 2, ", "(-12)", -12, -12.0, np.float32(-12), np.array(-12),
        al.tensor(-12.0), Fraction(-12),
    ],
    "L6.2": [["1/3", "1/3", "1/3"], "1/3 1/3 1/3"],
}  # fmt: skip


@in_one_test(("name", "answer"), [(name, answer) for name, answers in SPELLINGS.items() for answer in answers])
def test_unusual_spellings_of_the_right_answer(name, answer):
    assert ex.check(name, answer).status == "correct", ex.check(name, answer)


def test_only_three_dots_mean_not_answered():
    for name in bank.ids():
        assert ex.check(name, None).status != "not answered yet", name
        assert ex.check(name, ...).status == "not answered yet"
    result = ex.check("L5.1", {"first": [10, 1], "second": [20, None]})
    assert result.status == "wrong"
    assert "second: [20, None]" in result.message


MANY = 10_000
UNREAD = {
    "L1.1": [
        ("1 2", "'1 2' is not a number."),
        ("seven", "'seven' is not a number."),
        (math.nan, "The answer is a finite number, not nan."),
        (True, "Give one number, not True."),
        ([12], "Give one number, not [12]."),
        (1j, "Give one number, not 1j."),
        (Hostile(), "an object of type Hostile can't be read as a number."),
    ],
    "L2.1": [
        ({"a": 6, "b": 15, "d": 10, "e": 1}, "There is no row 'e'"),
        ({"a": "six", "b": 15, "d": 10}, "a: 'six' is not a number"),
    ],
    "L0.1": [
        ([1, 2, 3, 4], "Give 5 numbers; you gave 4."),
        ([1, 2, 3, 4, 5, 6], "Give 5 numbers; you gave 6."),
        (count(), "Give 5 numbers in a list, not count(0)."),
        ([[1, 2, 3, 4]], "Give 5 numbers; you gave a list inside a list."),
        ([[1, 2, 3, 4, 5], [6]], "Give 5 numbers; you gave 2."),
        ("1, 7, 3", "Give 5 numbers; you gave 3."),
        ("1, 7, 3, x, 3", "'x' is not a number."),
        ([1, 2, [3], 4, 5], "Give one number, not [3]."),
        (["1/0", 2, 3, 4, 5], "'1/0' is not a number."),
        ([1.0] * MANY, f"Give 5 numbers; you gave {MANY}."),
    ],
    "L0.P4": [(10**400, "a number too large to compare is not a number.")],
}
"""Exercise → answers that cannot be read, and what is said to each."""


@in_one_test(
    ("name", "answer", "said"),
    [(name, *case) for name, cases in UNREAD.items() for case in cases],
    ids=lambda case: f"{case[0]} {case[2]}",
)
def test_what_cannot_be_read_is_explained(name, answer, said):
    result = ex.check(name, answer)
    assert result.status == "cannot read"
    assert said in result.parts[1]


@in_one_test(
    ("answer", "message"),
    [
        ({"a": 6, "b": 15}, "Still open: d."),
        ({"a": ..., "b": ..., "d": 3}, "Still open: a, b."),
    ],
)
def test_parts_that_are_open(answer, message):
    result = ex.check("L2.1", answer)
    assert result.status == "not answered yet"
    assert message in result.message


def test_only_the_right_number_with_fewer_digits_is_rounded():
    assert ex.check("L6.2", "0.3 0.33 0.333").status == "close?"
    assert ex.check("L6.2", [0.3, 0.34, 0.333]).status == "wrong"
    assert ex.check("L6.2", [0, 1 / 3, 1 / 3]).status == "wrong", "a whole number is not taken for one that was rounded"
    assert ex.check("L6.1", [6, 80, 990]).status == "wrong"
    assert ex.check("L1.1", -12.05).status == "wrong"


def test_unknown_wrong_answer_is_not_guessed_at():
    result = ex.check("L1.1", 1234)
    assert (result.status, result.misconception) == ("wrong", None)
    first, where, question = result.parts
    assert (first, where) == ("✗ L1.1: not yet. You said 1234.", f"Compare your answer with {result.look_at}.")
    assert question.startswith("A smaller question: There are three links")


@in_one_test("answer", ["C", "c", " 12 ", "12.0", 12, 12.0, np.int64(12), al.tensor(12.0)])
def test_choice_by_letter_value_or_text(answer):
    assert ex.check("L2.P1", answer).status == "correct"


def test_choice_lists_what_can_be_chosen():
    said = "L2.P1: 7 is not among the choices. Choose one of: A) 3; B) 8; C) 12; D) 24."
    assert ex.check("L2.P1", 7).message == said


def test_rows_with_long_options_list_them_where_no_two_have_one_letter():
    shared, own = bank.get("L8.P4").form.listed(), bank.get("L8.2").form.listed()
    assert shared == ["A", "B", "", "a) the right x.grad", "b) x.grad is 0, without an error", "c) an error"]
    assert own[:3] == [
        "A",
        "    a) (h * 2 + h * h).backward(), once",
        "    b) h = h.detach() before the second backward",
    ]
    assert [line for line in own if not line.startswith("    ")] == ["A", "B", "C"]
    assert bank.get("L8.2").form.read(dict.fromkeys("ABC", "b"))["C"] == "curve.append(loss.item())"


def test_markup_in_an_answer_shows_as_text():
    result = ex.check("L1.1", "<img src=x onerror=alert(1)>")
    assert "<img" in result.message
    assert "<img" not in result._repr_markdown_()
    assert "&lt;img" in result._repr_markdown_()


def test_long_choices_of_a_table_stand_once():
    text = repr(ex.ask("L4.4"))
    assert text.count("error in the next backward") == 1
    assert "d) error at once" in text
    assert ex.check("L4.4", dict.fromkeys("ABCD", "D")).status == "wrong"
    assert (
        "Row A: 'None' is not among the choices. Choose one of: A) works;"
        in ex.check("L4.4", dict.fromkeys("ABCD", "None")).message
    )


def test_no_code_answer_is_asked_as_a_value():
    assert "without calling it" in ex.check("L1.3", [1, 1, 2, 12]).message
    assert "Pass a class made from" in ex.check("L2.2", lambda ctx, g: g).message
    form = bank.get("L2.2").form
    assert isinstance(form, Code)
