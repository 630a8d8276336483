"""Formula cards of the whole table: none raises, and what a card shows comes to what the node sent."""

import math
import re

import numpy as np
import pytest
import slopes
from cards import card
from each_case import each_case

import autograd_lab as al
from autograd_lab._core.table.row import TABLE

ROWS = [op for op in TABLE.values() if op.node is not None and op.samples is not None]
WITH_FORMULA = 55
"""At least so many rows show a formula at single numbers; fewer would mean that the reader has got worse."""


def cards_of(op, args):
    """(trace, node, rows) of every card after a backward from the row at these arguments; nothing where it has none."""
    try:
        outputs = slopes.differentiable(slopes.outputs_of(op, args))
        if not outputs:
            return
        with al.record(names={}) as trace:
            al.autograd.backward(outputs, [al.full_like(out, 2.0) for out in outputs])
    except (RuntimeError, ValueError, IndexError, TypeError, NotImplementedError, AttributeError, ZeroDivisionError):
        return  # the row does not take these
    for node, info in trace.nodes.items():
        if info.kind == "op":
            yield trace, node, card(trace, node)["rows"]


def as_numbers(args, value):
    """The arguments with every tensor a single number."""

    def one(arg):
        if isinstance(arg, list | tuple):
            return type(arg)(map(one, arg))
        if not isinstance(arg, al.Tensor):
            return arg
        if arg.requires_grad:
            return al.tensor(value, dtype=al.float64, requires_grad=True)
        return al.tensor(arg._data.ravel()[0].item() if arg.numel() else 0, dtype=arg.dtype)

    return tuple(map(one, args))


# ----- computing what is written --------------------------------------------------------------------------------------
SUPERSCRIPT = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")
WORDS = {
    "e": math.e, "pi": math.pi, "sqrt": math.sqrt, "ln": math.log, "sin": math.sin, "cos": math.cos, "tan": math.tan,
    "sinh": math.sinh, "cosh": math.cosh, "tanh": math.tanh, "sign": np.sign, "trunc": math.trunc, "erf": math.erf,
    "floor": math.floor, "min": min, "max": max, "abs": abs, "logistic": lambda x: 1 / (1 + math.exp(-x)),
    "below": lambda x: (1 + math.erf(x / math.sqrt(2))) / 2,
    "bell": lambda x: math.exp(-x * x / 2) / math.sqrt(2 * math.pi),
}  # fmt: skip


def computed(text):
    """What ``text`` comes to, by Python; written apart from the writer, so that both must be wrong to agree."""
    text = re.sub("[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+", lambda found: f"**({found[0].translate(SUPERSCRIPT)})", text)
    text = re.sub(r"√([\w.]+)", r"sqrt(\1)", text.replace("√(", "sqrt("))
    text = text.replace("⌊", "floor(").replace("⌋", ")")
    text = re.sub(r"\|([^|]*)\|", r"abs(\1)", text)
    text = re.sub(r"\[([^]]*)\]", lambda found: f"float({found[1].replace(' = ', ' == ')})", text)
    for sign, word in (("·", "*"), ("^", "**"), ("≤", "<="), ("≥", ">="), ("π", "pi")):
        text = text.replace(sign, word)
    for sign, word in (("σ", "logistic"), ("Φ", "below"), ("φ", "bell")):
        text = text.replace(sign, word)
    return eval(text, {"__builtins__": {"float": float}}, WORDS)


def close(one, other):
    return math.isclose(one, other, rel_tol=2e-3, abs_tol=1e-5)


def check(trace, node, rows):
    """Whether each row of the card multiplies, and each slope comes to its number; how many slopes there were."""
    (run,) = trace.find("RuleApplied", node=node)
    formulas = 0
    for row, result in zip(rows, trace[run].results, strict=True):
        found = re.fullmatch(r"received (\S+) × slope (\S+) = (\S+)", row.sent)
        if found:
            received, slope, sent = (float(part.strip("()")) for part in found.groups())
            assert close(received * slope, sent), row
            assert close(sent, result.items[0]), row
        if row.slope:
            assert found, row
            *_, numbers, value = (
                row.slope.split(" = ") if "[" not in row.slope else re.split(" = (?![^[]*])", row.slope)
            )
            assert close(float(value), slope), row
            assert numbers != value, row
            assert numbers.isidentifier() or close(computed(numbers), slope), row  # ``result = 4``: one value, told
            formulas += 1
        assert not re.search(r"= (\S+) = \1$", f"{row.sent} {row.slope}"), row
        assert "if alpha == 1" not in row.rule
    return formulas


# ----- the tests ------------------------------------------------------------------------------------------------------
@each_case("op", ROWS)
def test_no_card_raises_and_every_product_multiplies(op):
    for args, _ in slopes.samples(op):
        for trace, node, rows in cards_of(op, args):
            check(trace, node, rows)


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_formulas_at_single_numbers_come_to_what_was_sent():
    shown = set()
    for op in ROWS:
        for value in (0.75, -0.5, 2.0):
            for args, _ in slopes.samples(op):
                for trace, node, rows in cards_of(op, as_numbers(args, value)):
                    if check(trace, node, rows):
                        shown.add(op.name)
    assert len(shown) >= WITH_FORMULA
    assert {"mul.Tensor", "pow.Tensor_Scalar", "tanh", "sigmoid", "log", "relu", "clamp", "silu"} <= shown
