"""An instructor's own exercises: any kind of answer, replaced by running the cell again, counted like all others."""

import math
import re
from textwrap import dedent

import pytest
from each_case import in_one_test

import autograd_lab as al
from autograd_lab import exercises as ex
from autograd_lab.exercises import adding, bank
from autograd_lab.exercises.exercise import Wrong

SQUARE = """
    x = al.tensor(3., requires_grad=True)
    y = x * x
    y.backward()
"""


@pytest.fixture(autouse=True)
def only_the_lessons():
    yield
    for name in set(bank._builders) - {name for name in bank._builders if name.partition(".")[0] in bank.LESSONS}:
        del bank._builders[name], bank._families[name]
    bank.get.cache_clear()


def test_what_is_missing_is_fine():
    ex.add("M1.1", "What is 2 + 2?", 4)
    assert repr(ex.ask("M1.1")) == "M1.1: What is 2 + 2?\nNot answered yet. Fill it in."
    assert ex.check("M1.1", 4).message == "✓ M1.1: correct."
    assert ex.check("M1.1", 5).message == "✗ M1.1: not yet. You said 5."
    assert repr(ex.hint("M1.1")) == "M1.1 has no hints."
    assert "The answer: 4." in repr(ex.reveal("M1.1"))
    assert ex.ask("M1.1").commit(4).status


def test_running_the_cell_again_replaces_it():
    ex.add("M1.1", "What is 2 + 2?", 5)
    ex.add("M1.1", "What is 2 + 2?", 4)
    assert ex.check("M1.1", 4)
    assert bank.ids("M1") == ("M1.1",)


def test_progress_counts_it():
    ex.add("M1.1", "?", 4)
    ex.add("M1.2", "?", 4)
    ex.check("M1.1", 4)
    lines = {line.split()[0]: line.split()[1:] for line in repr(ex.progress()).splitlines() if line.split()}
    assert lines["M1"][1:4] == ["1", "0", "1"]
    assert lines["02"][1:3] == ["0", "0"]
    del bank._builders["M1.1"], bank._families["M1.1"]  # as in a new kernel, before the cell has run
    assert "M1.1      correct" in repr(ex.progress("M1"))


def test_a_program_in_words_is_shown_recorded_and_pointed_at():
    ex.add(
        "M1.1", "What is x.grad?", 6, trace=SQUARE, asks="x.grad", wrong={9: "That is y. Does x.grad say where y is?"}
    )
    assert "y = x * x" in repr(ex.ask("M1.1"))
    result = ex.check("M1.1", 9)
    assert result.parts[1:] == (
        "That is y.",
        "Look at step 3, where the second message reaches x.",
        "A smaller question: Does x.grad say where y is?",
    )
    shown = result.stepper()
    told = [shown.trace.sentence(k) for k in range(shown.until)]
    assert not any("6" in sentence for sentence in told), "the picture stops before the answer"
    assert "`x.grad` is 6." in repr(ex.reveal("M1.1"))


def test_a_program_as_a_function_or_as_a_trace():
    def program():
        x = al.tensor(3.0, requires_grad=True)
        y = x * x
        y.backward()
        return locals()

    ex.add("M1.1", "?", {"x": 6}, trace=program)
    with al.record() as trace:
        program()
    ex.add("M1.2", "?", 6, trace=trace, look=ex.Look("RuleApplied", "MulBackward0"))
    assert "reaches x" in ex.check("M1.1", {"x": 5}).message
    assert "MulBackward0" in ex.check("M1.2", 5).message


@in_one_test(
    ("answer", "options", "right", "wrong"),
    [
        (4, None, 4.0, 5),
        (None, None, None, 0),
        (True, None, "true", False),
        ([1, 2], None, (1, 2), [2, 1]),
        ([1, None], None, [1, None], [1, 0]),
        (al.tensor([1.0, 2.0]), None, [1, 2], [1, 3]),
        ("b", ["a", "b"], "B", "a"),
        (3, [2, 3], 3, 2),
        ({"a": 1, "b": "y"}, {"b": ["x", "y"]}, {"a": 1, "b": "Y"}, {"a": 1, "b": "x"}),
        ([[1, 2], [3, 4]], None, al.tensor([[1.0, 2.0], [3.0, 4.0]]), [[1, 2], [4, 3]]),
        (al.tensor([[1.0, 2.0], [3.0, 4.0]]), None, [[1, 2], [3, 4]], [[1, 2], [3, 5]]),
    ],
)
def test_kinds_of_answers(answer, options, right, wrong):
    ex.add("M1.1", "?", answer, options=options)
    assert ex.check("M1.1", right)
    assert ex.check("M1.1", wrong).status == "wrong"
    assert ex.check("M1.1", ...).status == "not answered yet"


def test_a_matrix_is_asked_row_by_row_and_judged_element_by_element():
    program = """
        x = al.tensor([[1., 2.], [3., 4.]], requires_grad=True)
        (x * x).sum().backward()"""
    swapped = ([[2, 6], [4, 8]], "That is its transpose. Where is the 4?")
    ex.add("M1.1", "x.grad?", [[2, 4], [6, 8]], asks="x.grad", trace=program, wrong=[swapped])
    assert ex.ask("M1.1").control()["rows"][1]["control"] == {"kind": "numbers", "length": 2}
    reply = ex.check("M1.1", [[2, 4], [7, 8]])
    assert "Right so far: row 0. Look again at row 1 (number 1)." in reply.parts[0]
    assert not any("[2, 4]" in reply.trace.sentence(k) for k in range(reply.until)), "it stops before the answer"
    reply = ex.check("M1.1", [[2, 6], [4, 8]])
    assert "Look again at row 0 (number 2) and row 1 (number 1)." in reply.parts[0]
    assert "That is its transpose." in reply.parts
    assert "Give a list of 2 rows, not [[2, 4]]." in ex.check("M1.1", [[2, 4]]).message
    assert "Row 1: Give 2 numbers; you gave 1." in ex.check("M1.1", [[2, 4], [6]]).message
    with pytest.raises(ValueError, match="is not the answer that you give"):
        ex.add("M1.1", "x.grad?", [[2, 4], [6, 9]], asks="x.grad", trace=program)


def test_a_function_to_be_written():
    def double(x):
        return 2 * x

    ex.add("M1.1", "Write double.", double, inputs=[1, (2.5,)], wrong=[(lambda x: x * x, "That squares.")])
    assert bank.get("M1.1").form.cell(bank.get("M1.1")) == 'def double(x):\n    ...\n\n\nex.check("M1.1", double)'
    assert ex.check("M1.1", lambda x: x + x)
    assert "That squares." in ex.check("M1.1", lambda x: x**2).parts
    assert "Your double(1) is 3." in ex.check("M1.1", lambda x: x + 2).message
    assert ex.check("M1.1", double.__get__(3)).status == "wrong"
    assert "return 2 * x" in repr(ex.reveal("M1.1"))


def test_a_function_class_to_be_written():
    class Mul(al.autograd.Function):
        @staticmethod
        def forward(ctx, a, b):
            ctx.save_for_backward(a, b)
            return a * b

        @staticmethod
        def backward(ctx, g):
            a, b = ctx.saved_tensors
            return g * b, g * a

    class Swapped(Mul):
        @staticmethod
        def backward(ctx, g):
            a, b = ctx.saved_tensors
            return g * a, g * b

    ex.add("M1.1", "Write Mul.", Mul, inputs=[(2, 3)], wrong=[(Swapped, "These two are swapped.")])
    assert ex.check("M1.1", Mul)
    assert "These two are swapped." in ex.check("M1.1", Swapped).parts


def test_several_ways_to_write_wrong_answers():
    listed = [([2, 1], "Swapped."), Wrong([1, 1], text="Twice the first.")]
    ex.add("M1.1", "?", [1, 2], wrong=listed)
    assert "Swapped." in ex.check("M1.1", [2, 1]).parts
    assert "Twice the first." in ex.check("M1.1", [1, 1]).parts


@in_one_test(
    ("arguments", "error", "words"),
    [
        (("L2.1", "?", 3), ValueError, "one of the lessons that come with the package"),
        (("l2.1", "?", 3), ValueError, "one of the lessons that come with the package"),
        (("M1", "?", 3), ValueError, "such as 'M1.1'"),
        ((1.1, "?", 3), ValueError, "such as 'M1.1', not 1.1"),
        (("M1.P1", "?", 3, {"waits": True}), ValueError, "waits=True needs a trace"),
        (("M1.P1", "?", 7, {"waits": True, "trace": SQUARE}), ValueError, "needs a deciding step"),
        (("M1.1", "?", "x"), TypeError, "say what can be chosen"),
        (("M1.1", "?", object()), TypeError, "no number, list, matrix, dict, choice or function"),
        (("M1.1", "?", [[[3.0]]]), TypeError, "no number, list, matrix"),
        (("M1.1", "?", []), TypeError, "no number, list, matrix"),
        (("M1.1", "?", "a", {"options": ["b", "c"]}), TypeError, "'a' is not among the options: b, c"),
        (("M1.1", "?", abs), TypeError, "with which arguments"),
    ],
)
def test_what_cannot_be_added_is_explained(arguments, error, words):
    *arguments, more = arguments if isinstance(arguments[-1], dict) else (*arguments, {})
    with pytest.raises(error, match=words):
        ex.add(*arguments, **more)
    assert bank.ids("M1") == ()


# ----- what is refused at once ---------------------------------------------------------------------------------------
class Unfinished(al.autograd.Function):
    """It has no backward."""

    @staticmethod
    def forward(ctx, x):
        return x * x


LOOPS = "while True:\n    pass"


@in_one_test(
    ("answer", "more", "error", "words"),
    [
        (3, {"hints": "What is the slope?"}, TypeError, "hints is a list of texts"),
        ("2", {"options": "123"}, TypeError, "options is a list of what can be chosen"),
        ({"x": "2"}, {"options": {"x": "12"}}, TypeError, "options is a list of what can be chosen"),
        (3, {"wrong": "8"}, TypeError, "wrong is a dict {answer"),
        (3, {"wrong": {"x": "no"}}, TypeError, "a wrong answer cannot be read"),
        (3, {"wrong": [8]}, TypeError, "or a list of such pairs, not 8"),
        ({"x": 7}, {"wrong": [({"z": 6}, "?")]}, TypeError, "There is no row 'z'; the names are x."),
        ([1, 2], {"wrong": [([1], "?")]}, TypeError, "Give 2 numbers; you gave 1."),
        (abs, {"inputs": [-1], "wrong": [("x", "?")]}, TypeError, "Pass the function abs itself"),
        (3, {"hints": [1]}, TypeError, "a hint is a text, not 1."),
        (3, {"why": None}, TypeError, "why is a text, not None."),
        (3, {"inputs": [1]}, TypeError, "give the function itself as the answer, not 3."),
        (abs, {"inputs": 1}, TypeError, "inputs is a list with the arguments of each call"),
        (
            abs,
            {"inputs": [(1, 2), (3, 4)]},
            ValueError,
            "your own solution does not work with these inputs. abs(1, 2): ",
        ),
        (Unfinished, {"inputs": [2]}, ValueError, "You must implement either the backward"),
        (lambda x: x, {"inputs": [1]}, TypeError, "has no name that learners can write"),
        ({1: 2}, {}, TypeError, "A table is a dict with a text for each row"),
        ({"x": "2"}, {"options": ["1", "2"]}, TypeError, "For a table, options is a dict {row: […]}"),
        ("2", {"options": []}, TypeError, "The answer is not among the options."),
        (6, {"trace": 5}, TypeError, "trace is a recording, a program as text, or a function, not 5."),
        (6, {"trace": "import sys\nsys.exit()"}, ValueError, "raised, at `sys.exit()`: SystemExit"),
        (6, {"trace": SQUARE, "look": "BufferAdded"}, TypeError, "look is such as ex.Look"),
        (6, {"trace": SQUARE, "look": ex.Look("Buffer")}, ValueError, "There is no event 'Buffer'"),
        (6, {"trace": SQUARE, "look": ex.Look("RuleApplied", "AddBackward0")}, ValueError, "is not in the trace"),
        (6, {"trace": SQUARE, "wrong": [Wrong(5, look=ex.Look("HookCalled"))]}, ValueError, "is not in the trace"),
        (6, {"trace": SQUARE, "look": ex.Look("BufferAdded", "MulBackward0", 3)}, ValueError, "it has 1 such events"),
        (6, {"look": ex.Look("RuleApplied")}, ValueError, "A look needs a trace"),
        (6, {"trace": SQUARE, "waits": True}, ValueError, "waits=True needs an id with a P"),
        (6, {"trace": "x = 1\ny = z"}, ValueError, "raised, at `y = z`: NameError: name 'z' is not defined"),
        (6, {"trace": "x = (1"}, SyntaxError, "'(' was never closed"),
        (6, {"trace": SQUARE, "asks": "z.grad"}, ValueError, "NameError: name 'z' is not defined"),
        (7, {"trace": SQUARE, "asks": "x.grad"}, ValueError, "x.grad is 6, and that is not the answer"),
        (None, {"trace": SQUARE, "asks": "x.grad"}, ValueError, "x.grad is 6"),
        ("7", {"trace": SQUARE, "asks": "x.grad", "options": [6, 7]}, ValueError, "x.grad is 6"),
    ],
)
def test_what_contradicts_itself_is_refused_before_a_learner_meets_it(answer, more, error, words):
    with pytest.raises(error, match=re.escape(words)):
        ex.add("M1.1", "?", answer, **more)
    assert bank.ids("M1") == ()


def test_a_solution_may_raise_on_purpose_and_a_program_prints_nothing(capsys):
    ex.add("M1.1", "Write root, which refuses a number below 0.", math.sqrt, inputs=[4, -1])
    assert ex.check("M1.1", math.sqrt)
    ex.add("M1.2", "?", 6, trace=f"{dedent(SQUARE)}print(x.grad)")
    assert capsys.readouterr().out == "", "it would be the answer"


@pytest.mark.parametrize("trace", [LOOPS, lambda: exec(LOOPS)])
def test_a_program_that_never_ends_is_ended(trace, monkeypatch):
    monkeypatch.setattr(adding, "SECONDS", 0.1)
    with pytest.raises(ValueError, match=r"still running after 0\.1 seconds"):
        ex.add("M1.1", "?", 3, trace=trace)


def test_what_agrees_with_the_trace_is_taken():
    with al.record() as trace:
        x = al.tensor(3.0, requires_grad=True)
        (x * x).backward()
    ex.add("M1.1", "?", 6, trace=trace, asks="x.grad", hints=(hint for hint in ["one"]))
    with pytest.raises(ValueError, match=r"x\.grad is 6"):
        ex.add("M1.1", "?", 5, trace=trace, asks="x.grad")
    ex.add("M1.1", "?", 9, trace=SQUARE, asks="y")
    ex.add("M1.1", "?", None, trace=SQUARE, asks="y.grad")
    ex.add("M1.1", "?", "it grows", options=["it grows", "it stays"], trace=SQUARE, asks="x.grad")
    assert repr(ex.hint("M1.1")) == "M1.1 has no hints."


class Product(al.autograd.Function):
    """x @ w."""

    @staticmethod
    def forward(ctx, x, w):
        ctx.save_for_backward(x, w)
        return x @ w

    @staticmethod
    def backward(ctx, g):
        x, w = ctx.saved_tensors
        return g @ w.T, x.T @ g


class Untransposed(Product):
    """Its gradient for x has the right shape and the wrong numbers."""

    @staticmethod
    def backward(ctx, g):
        x, w = ctx.saved_tensors
        return g @ w, x.T @ g


def test_a_function_of_matrices():
    ex.add("M1.1", "?", Product, inputs=[([[1.0, 2.0], [3.0, 4.0]], [[1.0, 5.0], [2.0, 1.0]])],
           wrong=[(Untransposed, "w is not turned round.")])  # fmt: skip
    assert ex.check("M1.1", Product)
    reply = ex.check("M1.1", Untransposed)
    assert "w is not turned round." in reply.message
    assert "element [0][0] of your gradient for input 0 is" in reply.message
