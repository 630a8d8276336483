"""Answers to lessons 00, 01 and 02 as learners might give them: most are on no exercise's list."""

from fractions import Fraction

import numpy as np
from given_answers import Given, table

import autograd_lab as al
from autograd_lab.exercises.lesson_01 import MESSAGES
from autograd_lab.exercises.lesson_02 import DIV


def _messages(*lines: str) -> str:
    return "def messages(slopes):\n" + "\n".join(f"    {line}" for line in lines)


def _div(line: str) -> str:
    return DIV.replace("return g / b, -g * a / (b * b)", line)


WRONG_VALUES = (
    # L0.1: the seed 1, then 7 and 3, then 3 and 3
    Given("L0.1", [1, 20, 3, 3, 3], ("Compare number 2 with step 2", "When only d moves by 1")),
    Given("L0.1", [1, 7, 4, 4, 4], ("numbers 3, 4 and 5", "Compare number 3 with step 2")),
    Given("L0.1", [1, 7, 3, 4, 4], ("You added the slope of the sum",), "S6"),
    Given("L0.1", [1, 7, 1, 1, 1], ("The third number is the seed",)),
    Given("L0.1", [1, 7, 3, 5, 5], ("Your fourth number is the value of a",), "S1"),
    Given("L0.1", [1, "2*3", 3, 3, 3], ("'2*3' is not a number", "a calculation doesn't"), status="cannot read"),
    Given("L0.1", [1, "7,5", "3,5", 3, 3], ("You said [1, 7.5, 3.5, 3, 3] (in Python, a decimal point).",)),
    Given("L0.1", [2, 14, 6, 6, 6], ("Compare number 1 with step 1",)),
    Given("L0.1", [21, 7, 3, 5, 2], ("21 is the value of e",), "S1"),
    Given("L0.1", [1, 3, 7, 7, 7], ("are swapped",), "S2"),
    Given("L0.1", [1, 7, 3, 15, 6], ("15 is a × d. The value of a plays no part",), "S11"),
    Given("L0.1", [1, 7, 3, 3, 0], ("Look again at number 5.", "Compare number 5 with step 4")),
    Given("L0.1", [1, 1, 1, 1, 1], ("doesn't send it unchanged",)),
    Given("L0.1", [1, 7, 3, 6, 15], ("6 is b × d",), "S11"),
    Given("L0.1", [1, 7, 3, 21, 21], ("21 is the value of e",), "S1"),
    Given("L0.1", [1, 7, 3, 0, 0], ("0 would mean that e stays where it is",)),
    Given("L0.1", [1, 7, 3, 3], ("Give 5 numbers",), status="cannot read"),
    Given("L0.1", {1, 7, 3}, ("Give 5 numbers in a list",), status="cannot read"),
    # L0.P4: 7
    Given("L0.P4", 6, ("Compare your answer with step 4", "A smaller question: If a goes from 2 to 3")),
    # L0.P3: 1, 10, 10, 30
    Given("L0.P3", table("L0.P3", seed=13), ("Compare seed with step 1", "A smaller question: Backward starts with")),
    Given("L0.P3", table("L0.P3", weight=33), ("Compare weight with step 6", "Which number arrives at the product")),
    Given("L0.P3", table("L0.P3", difference=5, bias=5, weight=15), ("5 is what was squared",)),
    Given("L0.P3", table("L0.P3", difference=26, bias=26, weight=78), ("26 is 2 × p",)),
    Given("L0.P3", table("L0.P3", difference=14, bias=14, weight=42), ("14 is the slope of v² at v = 7",)),
    Given("L0.P3", table("L0.P3", weight=7), ("Look again at weight.",)),
    # L0.2
    Given("L0.2", ("true", "false", "true", "false"), ("For B, look at step 2", "the node needs d"), "M27"),
    Given("L0.2", table("L0.2", D="false", A="true"), ("D: every leaf that requires a gradient",), "M2"),
    Given("L0.2", table("L0.2", A="perhaps"), ("A: 'perhaps' is not among the choices",), status="cannot read"),
    # L1.1: -12
    Given("L1.1", 1, ("Compare your answer with step", "A smaller question: There are three links")),
    Given("L1.1", -8, ("You took the slope of the square at 2*x.",), "S9"),
    Given("L1.1", -12.1, ("Compare your answer with step",)),
    Given("L1.1", [-12], ("Give one number",), status="cannot read"),
    # L1.2: a 3, b 8
    Given("L1.2", (8, 3), ("a and b are swapped",), "M9"),
    Given("L1.2", (2, 5), ("2 and 5 are the gradients of the graph above",)),
    Given("L1.2", (8, 5), ("a: that is the sum of two messages",)),
    Given("L1.2", ("3,5", "8,5"), ("You said a: 3.5, b: 8.5 (in Python, a decimal point).",)),
    Given("L1.2", (3, 25), ("Right so far: a. Look again at b.", "Compare b with step")),
    Given("L1.2", (4, 8), ("Right so far: b. Look again at a.", "Compare a with step 2")),
    Given("L1.2", (15, 15), ("a: that is e itself",), "S1"),
    Given("L1.2", (5, 4), ("a: that is c",), "S2"),
    Given("L1.2", (2, 1), ("a: 2 is b",), "S30"),
    # L1.4
    Given("L1.4", table("L1.4", B="second", D="first"), ("D: `dv = dy * 1` uses `dy`", "look at step 1"), "S14"),
    Given("L1.4", table("L1.4", A="third", E="second"), ("Look again at A and E", "which has no value yet"), "S14"),
    Given(
        "L1.4", table("L1.4", A="left out", C="fourth"), ("C computes a dx, too", "Which of the lines uses du?"), "M26"
    ),
    Given("L1.4", table("L1.4", D="third", E="second"), ("A, B and C", "E: `du = dv * 2` uses `dv`"), "S14"),
    Given(
        "L1.4", ("first", "fourth", "left out", "third", "second"), ("Which line starts backward: one that is about y",)
    ),
    Given("L1.4", table("L1.4", A="left out"), ("something is still left to compute: dx",)),
    Given("L1.4", table("L1.4", A="fifth"), ("A: 'fifth' is not among the choices",), status="cannot read"),
    # L2.P2: 30, 20
    Given("L2.P2", [20, 30], ("The number for a: that is 10 × a's own value",), "S2"),
    Given("L2.P2", [3, 2], ("3 is the slope alone",), "M26"),
    Given("L2.P2", [2, 3], ("2 is the value of a itself",), "S1"),
    Given("L2.P2", [10, 10], ("a sum would return the 10",)),
    Given("L2.P2", [6, 6], ("6 is the value of c",), "S1"),
    Given("L2.P2", [60, 60], ("60 is 10 × c",), "S1"),
    Given("L2.P2", [13, 12], ("you added 10 and the slope",), "S6"),
    Given("L2.P2", [12, 8], ("12 would be right if 4 arrived",)),
    Given("L2.P2", [300, 200], ("300 is 10 × 10 × 3",)),
    Given("L2.P2", [75, 20], ("You said [75, 20].", "The number for a is 10 × a slope")),
    Given("L2.P2", [30, 25], ("The number for b is 10 × a slope",)),
    Given("L2.1", table("L2.1", a=60), ("Compare a with", "Two links lead from e to a")),
    Given("L2.P2", [-30, -20], ("the size is right, the sign isn't",)),
    Given("L2.P2", [30, 7], ("number 2",)),
    Given("L2.P2", [120, 80], ("120 is 10 × 4 × 3",)),
    Given("L2.P2", [5, 5], ("5 is a + b",)),
    Given("L2.P2", [10 / 3, 5], ("The number for a: you divided the 10 by the slope",)),
    Given("L2.P2", [3.33, 5], ("The number for a: you divided the 10 by the slope",)),
    Given("L2.P2", [10 / 3, 20], ("The number for a: you divided the 10 by the slope",)),
    Given("L2.P2", 30, ("Give 2 numbers in a list",), status="cannot read"),
    # L2.1: a 6, b 15, d 10
    Given("L2.1", (10, 10, 10), ("a: that is the value of c",), "S1"),
    Given("L2.1", (5, 8, 10), ("you added the slopes of the two links, 3 + 2 for a",), "S6"),
    Given("L2.1", (15, 6, 10), ("used a's own value",), "S2"),
    Given("L2.1", (1, 1, 10), ("a: 1 is the seed",)),
    Given("L2.1", (3, 3, 10), ("what the node of c received",), "S4"),
    Given("L2.1", (2, 5, 10), ("a: that is b, the slope of c",), "M26"),
    Given("L2.1", (17, 18, 10), ("a and b", "Compare a with")),
    Given("L2.1", (30, 30, 30), ("a: that is e itself",), "S1"),
    Given("L2.1", {"a": 6, "b": 15, "c": 3, "d": 10}, ("There is no row 'c'",), status="cannot read"),
    # L2.3: tanh, at 1
    Given("L2.3", {"rule": "sin", "x": 0}, ("the rule of sin is correct",), "S16"),
    Given("L2.3", {"rule": "cos", "x": 1}, ("is not among the choices",), status="cannot read"),
    Given("L2.3", {"rule": "tanh", "x": None}, ("is not among the choices",), status="cannot read"),
)

WRONG_CODE = (
    *(
        Given("L1.3", MESSAGES.replace("sent[-1] * slope", product), ("of your messages([0.125, 6]) is 0",))
        for product in ("int(sent[-1] * slope)", "round(sent[-1] * slope, 2)")
    ),
    Given("L1.3", MESSAGES.replace("slope)", "slope)\n        break"), ("Your loop ends after the first link",)),
    Given("L1.3", MESSAGES.replace("sent.append", "return sent.append"), ("nothing to assign or to return",)),
    Given("L1.3", MESSAGES.replace("* slope", "* slopes"), ("`slopes` is the whole list",)),
    Given(
        "L1.3",
        MESSAGES.replace("return sent", "return print(sent)"),
        ("Is there a value after a `return`?",),
        status="not answered yet",
    ),
    Given("L2.2", _div("return g / b, a / b**2"), ("there is no g in it",), "M26"),
    *(
        Given("L2.2", source, ("a and b have changed places",))
        for source in (DIV.replace("a, b = ctx", "b, a = ctx"), DIV.replace("ward(a, b)", "ward(b, a)"))
    ),
    Given("L2.2", DIV.replace("        ctx.save_for_backward(a, b)\n", ""), ("empty if forward saved nothing",)),
    Given("L2.2", _div("return g / b.item(), -g * a / (b * b)"), ("Which of your calls needs plain numbers",)),
    Given("L2.2", _div("return g / b, (-g * a / (b * b)).sum()"), ("A gradient has the shape of its input",)),
    Given(
        "L1.3",
        MESSAGES.replace("slopes:\n", "slopes:\n        if slope == 0: break\n"),
        ("messages([2, 0, 3]) is [1, 2]", "Compare your answer with step"),
    ),
    Given("L1.3", MESSAGES.replace("sent[-1] * slope", "abs(sent[-1] * slope)"), ("messages([3, -2, 5]) is 6",)),
    Given("L1.3", _messages("return [1] + [sum(slopes)]"), ("Compare your answer with step",)),
    Given("L1.3", MESSAGES.replace("sent[-1] * slope", "int(sent[-1] * slope)"), ("messages([0.125, 6]) is 0.",)),
    Given("L1.3", MESSAGES.replace("sent[-1] * slope", "round(sent[-1] * slope, 2)"), ("is 0.12.",)),
    Given(
        "L1.3", _messages("return [1] + [1 + sum(slopes[:k + 1]) for k in range(len(slopes))]"), ("plus a slope",), "S6"
    ),
    Given(
        "L1.3",
        _messages("sent = 1", "for s in slopes: sent = sent * s", "return sent"),
        ("only the last message",),
    ),
    Given(
        "L1.3",
        _messages("sent = [1]", "for s in slopes:", "    sent.append(sent[-1] * s)", "    return sent"),
        ("is inside the loop",),
    ),
    Given("L1.3", _messages("import numpy as np", "return list(np.cumprod(slopes))"), ("The seed is missing",), "S10"),
    Given("L1.3", _messages("import numpy as np", "return np.cumprod([1, *slopes[::-1]])"), ("forward mode",), "M32"),
    Given(
        "L1.3",
        _messages("sent = [0]", "for s in slopes: sent.append(sent[-1] * s)", "return sent"),
        ("Compare your answer with step",),
    ),
    Given(
        "L1.3",
        _messages("sent = [1]", "for s in slopes: sent.append(sent[0] * s)", "return sent"),
        ("the slopes themselves",),
        "M26",
    ),
    Given(
        "L1.3",
        _messages("sent = [1]", "for s in slopes: sent.append(sent[-1] ** s)", "return sent"),
        ("Every message is 1",),
    ),
    Given(
        "L1.3",
        _messages("sent = [1]", "for s in slopes: sent.append(sent[-1] * slope)", "return sent"),
        ("NameError", "slope"),
    ),
    Given(
        "L1.3",
        _messages(
            "sent = [1]", "grad = 1", "for s in slopes:", "    sent.append(grad)", "    grad *= s", "return sent"
        ),
        ("one link late",),
    ),
    Given(
        "L1.3",
        _messages("sent = [1]", "for s in slopes: sent.append(sent * s)", "return sent"),
        ("a list × a number repeats the list",),
    ),
    Given(
        "L1.3",
        _messages("sent = [1]", "for s in slopes: sent *= s", "return sent"),
        ("a list × a number repeats the list",),
    ),
    Given(
        "L1.3",
        _messages("sent = [1]", "for s in slopes: sent = sent.append(sent[-1] * s)", "return sent"),
        ("AttributeError", "`append` changes the list in place and returns None"),
    ),
    Given(
        "L1.3",
        _messages("sent = [1]", "for s in slopes: sent += s", "return sent"),
        ("TypeError", "object is not iterable"),
    ),
    Given("L1.3", _messages("while True: pass"), ("still running",)),
    Given("L1.3", _messages("print(slopes)"), ("return",), status="not answered yet"),
    Given(
        "L2.2",
        _div("return g / b, -g.item() * a / (b * b)"),
        ("All results are right, but gradcheck fails", "cannot be converted to Scalar"),
    ),
    Given("L2.2", _div("return g / b, g * (a / (b + 0.001) - a / b) / 0.001"), ("slightly off everywhere",)),
    Given("L2.2", _div("return g / b, (a / (b + 1e-2) - a / b) / 1e-2"), ("slightly off everywhere",)),
    Given("L2.2", _div("return g / b, -g * a / b**2 + 0.001"), ("slightly off everywhere",)),
    Given("L2.2", _div("return g / b, -g * a / (b + 1e-6) ** 2"), ("All results are right, but gradcheck fails",)),
    Given("L2.2", _div("return g / b, al.autograd.grad(a / b, b, g)[0]"), ("Nothing is recorded inside backward",)),
    Given("L2.2", _div("return g / b, -g"), ("doesn't get smaller as b grows",)),
    Given("L2.2", _div("return g / b, -a / b**2 / g"), ("From b = 2 to b = 2.01",)),
    Given("L2.2", _div("return a / b, -a / b**2"), ("The gradient for a was right as it stood",)),
    Given("L2.2", _div("return g / b, -0.75 * g"), ("your gradient for b is -0.75", "From b = 2 to b = 2.01")),
    Given("L2.2", _div("return g / b, -2 * g * a / b ** 2"), ("too large by the same factor",)),
    Given("L2.2", _div("return g / b, -g * a * b ** 2"), ("doesn't get smaller as b grows",)),
    Given("L2.2", _div("return g / b, g * (a / b)"), ("g × the value of a / b",), "S1"),
    Given("L2.2", _div("return g / b, a * g"), ("doesn't get smaller as b grows",)),
    Given("L2.2", _div("return g / b, -g * b ** -2"), ("A factor is missing",), "S4"),
    Given("L2.2", _div("return g / b, g * a / b ** 2"), ("its sign isn't",), "S3"),
    Given("L2.2", _div("return -g * a / b ** 2, g / b"), ("The two gradients are swapped",), "M48"),
    Given("L2.2", _div("return g / b, -g * a / 3"), ("your gradient for b is -2",)),
    Given("L2.2", _div("return g / b, 1"), ("RuntimeError", "is a plain number")),
    Given("L2.2", _div("return g / b, -1 / b ** 2"), ("there is no g in it",), "M26"),
    Given("L2.2", _div("return g / b, g - a / b ** 2"), ("you add g and the slope",), "S6"),
    Given("L2.2", _div("return g / b, -g * a / b ** 3"), ("From b = 2 to b = 2.01",)),
    Given("L2.2", _div("return g / b, -g * a / (b^2)"), ("NotImplementedError", "^ isn't a power")),
    Given("L2.2", _div("return g.div_(b).clone(), -g * a / (b * b)"), ("gradient for b", "Your code changed g")),
    Given("L2.2", _div("return g / b"), ("incorrect number of gradients",)),
    Given("L2.2", _div("return g / b, -((g / b) ** 2) * a"), ("has g in it twice",)),
    Given("L2.2", _div("return g / b, -g * (a / b) ** 2"), ("a is squared",)),
    Given("L2.2", _div("return g / b, g * (b - a) / b ** 2"), ("`(b - a) / b²` lets a move together with b",), "M48"),
    Given("L2.2", _div("return g / b, g * (a - b) / b ** 2"), ("`(a - b) / b²` lets a move together with b",), "M48"),
    Given("L2.2", _div("return g / b, -g.item() * a.item() / b.item() ** 2"), ("RuntimeError", "plain Python number")),
    Given("L2.2", _div("return (1 / b) * 1, -a / b ** 2"), ("Both gradients ignore g",), "M26"),
)

RIGHT = (
    Given("L0.P1", 4), Given("L0.P1", "C"), Given("L0.P2", None), Given("L0.P4", 7.0),
    Given("L0.1", (1, 7, 3, 3, 3)), Given("L0.1", np.array([1, 7, 3, 3, 3])),
    Given("L0.1", al.tensor([1.0, 7, 3, 3, 3])),
    Given("L0.2", ("FALSE", " true", "False", "True")), Given("L0.2", (False, True, False, True)),
    Given("L1.P1", 0.012), Given("L1.1", Fraction(-12)), Given("L1.1", al.tensor(-12.0)),
    Given("L1.1", np.float32(-12)),
    Given("L1.2", {"b": 8, "a": 3}), Given("L1.2", (al.tensor(3.0), 8.0)),
    Given("L1.4", ("fourth", "first", "left out", "second", "third")), Given("L1.4", [*"DAEBC"]),
    Given("L2.P2", [30, 20]), Given("L2.P2", "30 20"), Given("L2.P2", np.array([30.0, 20])),
    Given("L2.P3", "b"),
    Given("L2.1", [6, 15.0, al.tensor(10.0)]), Given("L2.1", {"a": "6", "b": "15,", "d": "(10)"}),
    Given("L2.3", ("tanh", 1)), Given("L2.3", {"rule": "D", "x": "c"}),
    Given("L1.3", MESSAGES.replace("* slope", "* float(slope)")),
    Given("L1.3", _messages("*sent, end = [1] if not slopes else messages(slopes[:-1]) + [slopes[-1]]",
                            "return [*sent, end * sent[-1]] if sent else [end]")),
    Given("L1.3", _messages("import numpy as np", "return np.cumprod([1, *slopes])")),
    Given("L1.3", _messages("from itertools import accumulate", "from operator import mul",
                            "return list(accumulate([1, *slopes], mul))")),
    Given("L1.3", _messages("sent = [1]", "for s in slopes: sent += [s * sent[-1]]", "return tuple(sent)")),
    Given("L1.3", _messages("return al.tensor([1.0, *slopes]).cumprod(0)")),
    Given("L2.2", _div("return g / b, -(a / b) * (g / b)")),
    Given("L2.2", _div("return g / b, g.mul_(-a / (b * b))")),
    Given("L2.2", _div("return g * b ** -1, g * a * -b ** -2")),
    Given("L2.2", DIV.replace("ctx.save_for_backward(a, b)", "ctx.ab = a, b").replace("ctx.saved_tensors", "ctx.ab")),
)  # fmt: skip
