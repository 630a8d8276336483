"""Arithmetic as a person writes it: put numbers in, tidy up, compute, write down.

``2·x``, ``-x/y²``, ``1/(1 + x²)``, ``[x > 0]``. Only what a hand would leave out is left out (``1·x``, ``x¹``); nothing
is rearranged, so a formula stays the one in the table.
"""

import math
import operator
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..short_text import number_text


@dataclass(frozen=True)
class Expression:
    """``kind`` is number, letter, sum, minus, product, quotient, power, call or test; ``word`` what is special in it:
    the number, the letter, the function, the comparison signs."""

    kind: str
    parts: tuple["Expression", ...] = ()
    word: Any = ""

    def __str__(self) -> str:
        return _written(self)[0]


# ----- making ---------------------------------------------------------------------------------------------------------
def number(value: float) -> Expression:
    return Expression("number", word=value)


def letter(name: str) -> Expression:
    """Something that a number can be put in for."""
    return Expression("letter", word=name)


def sum_of(parts: Sequence[Expression]) -> Expression:
    return parts[0] if len(parts) == 1 else Expression("sum", tuple(parts))


def minus(part: Expression) -> Expression:
    """The part with its sign turned."""
    return part.parts[0] if part.kind == "minus" else Expression("minus", (part,))


def product(parts: Sequence[Expression]) -> Expression:
    """The parts multiplied; a sign comes to the front, and 1 is left out."""
    flat = [one for part in parts for one in (part.parts if part.kind == "product" else (part,))]
    turned = sum(part.kind == "minus" for part in flat) % 2
    kept = [part.parts[0] if part.kind == "minus" else part for part in flat]
    kept = [part for part in kept if part != number(1)] or [number(1)]
    whole = kept[0] if len(kept) == 1 else Expression("product", tuple(kept))
    return minus(whole) if turned else whole


def quotient(above: Expression, below: Expression) -> Expression:
    if above.kind == "minus":
        return minus(quotient(above.parts[0], below))
    return above if below == number(1) else Expression("quotient", (above, below))


def power(base: Expression, exponent: Expression) -> Expression:
    """A power; the first is the base itself, and the power 0 is 1."""
    if exponent in (number(0), number(1)):
        return base if exponent == number(1) else number(1)
    return Expression("power", (base, exponent))


def call(function: str, arguments: Sequence[Expression]) -> Expression:
    return Expression("call", tuple(arguments), function)


MAKE = {
    "sum": sum_of,
    "minus": lambda parts: minus(parts[0]),
    "product": product,
    "quotient": lambda parts: quotient(*parts),
    "power": lambda parts: power(*parts),
}


def fill(formula: Expression, known: Mapping[str, Expression], fold: bool = False) -> Expression:
    """``formula`` with the letters in ``known`` replaced. ``fold`` computes exponents that are numbers now."""
    if formula.kind == "letter":
        return known.get(formula.word, formula)
    parts = [fill(part, known, fold) for part in formula.parts]
    if fold and formula.kind == "power" and not letters(parts[1]):
        parts[1] = number(value(parts[1]))
    if formula.kind in MAKE:
        return MAKE[formula.kind](parts)
    return Expression(formula.kind, tuple(parts), formula.word)


def letters(formula: Expression) -> list[str]:
    """The letters that no number stands for yet, each once."""
    found = [formula.word] if formula.kind == "letter" and formula.word not in CONSTANTS else []
    return list(dict.fromkeys([*found, *(name for part in formula.parts for name in letters(part))]))


# ----- computing ------------------------------------------------------------------------------------------------------
CONSTANTS = {"e": math.e, "π": math.pi}
FUNCTIONS = {
    "ln": math.log, "sin": math.sin, "cos": math.cos, "tan": math.tan, "sinh": math.sinh, "cosh": math.cosh,
    "tanh": math.tanh, "sqrt": math.sqrt, "abs": abs, "floor": math.floor, "trunc": math.trunc, "erf": math.erf,
    "min": min, "max": max, "sign": lambda x: (x > 0) - (x < 0), "sigma": lambda x: 1 / (1 + math.exp(-x)),
    "Phi": lambda x: (1 + math.erf(x / math.sqrt(2))) / 2,
    "phi": lambda x: math.exp(-x * x / 2) / math.sqrt(2 * math.pi),
}  # fmt: skip
COMPARISONS = {"<": operator.lt, ">": operator.gt, "=": operator.eq, "≤": operator.le, "≥": operator.ge}


def value(formula: Expression) -> float:
    """What it comes to; every letter has a number by now. Raises ArithmeticError or ValueError where it has none."""
    if formula.kind == "number":
        return float(formula.word)
    if formula.kind == "letter":
        if formula.word not in CONSTANTS:
            raise ValueError(f"{formula.word} has no number")
        return CONSTANTS[formula.word]
    parts = [value(part) for part in formula.parts]
    match formula.kind:
        case "sum":
            return sum(parts)
        case "minus":
            return -parts[0]
        case "product":
            return math.prod(parts)
        case "quotient":
            return parts[0] / parts[1]
        case "power":
            return math.pow(*parts)
        case "test":
            signs = zip(parts, formula.word, parts[1:], strict=False)
            return float(all(COMPARISONS[sign](left, right) for left, sign, right in signs))
    return float(FUNCTIONS[formula.word](*parts))


# ----- writing --------------------------------------------------------------------------------------------------------
SUM, PRODUCT, POWER, ATOM = range(4)
"""How tightly a text holds together; what is looser than its place gets brackets."""
SMALL = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
SIGNS = {"sigma": "σ", "Phi": "Φ", "phi": "φ"}
AROUND = {"abs": "|{}|", "floor": "⌊{}⌋"}


def _written(formula: Expression) -> tuple[str, int]:
    """The text, and how tightly it holds together."""
    word, parts = formula.word, formula.parts
    match formula.kind:
        case "number":
            return number_text(word), SUM if word < 0 else ATOM
        case "letter":
            return word, ATOM
        case "sum":
            return _added(parts), SUM
        case "minus":
            return f"-{_held(parts[0], PRODUCT)}", SUM
        case "product":
            return _multiplied(parts), PRODUCT
        case "quotient":
            return f"{_held(parts[0], PRODUCT)}/{_held(parts[1], POWER)}", PRODUCT
        case "power":
            return _raised(*parts), POWER
        case "test":
            sides = [str(part) for part in parts]
            return f"[{sides[0]}{''.join(f' {sign} {side}' for sign, side in zip(word, sides[1:], strict=True))}]", ATOM
    return _called(word, parts), ATOM


def _held(part: Expression, least: int) -> str:
    text, holds = _written(part)
    return text if holds >= least else f"({text})"


def _added(parts: Sequence[Expression]) -> str:
    text = str(parts[0])
    for part in parts[1:]:
        sign, inside = ("-", part.parts[0]) if part.kind == "minus" else ("+", part)
        text += f" {sign} {_held(inside, PRODUCT)}"
    return text


def _multiplied(parts: Sequence[Expression]) -> str:
    """A negative number may lead; a quotient may only lead, since ``a·b/c`` reads from the left."""
    first, *rest = parts
    text = str(first) if first.kind == "number" else _held(first, PRODUCT)
    return "·".join([text, *(_held(part, POWER) for part in rest)])


def _raised(base: Expression, exponent: Expression) -> str:
    below = _held(base, ATOM)
    if exponent.kind == "number" and number_text(exponent.word).lstrip("-").isdecimal():
        return below + number_text(exponent.word).translate(SMALL)
    return f"{below}^{_held(exponent, ATOM)}"


def _called(function: str, parts: Sequence[Expression]) -> str:
    inside = ", ".join(map(str, parts))
    if function in AROUND:
        return AROUND[function].format(inside)
    if function == "sqrt":
        return f"√{_held(parts[0], ATOM)}"
    return f"{SIGNS.get(function, function)}({inside})"


# ----- from TeX -------------------------------------------------------------------------------------------------------
TOKEN = re.compile(r"\\bar\{(\w)\}|\\operatorname\{(\w+)\}|\\([A-Za-z]+)|(\d+(?:\.\d+)?)|\\[, ]|\s+|(.)")
TEX_FUNCTIONS = {
    "ln", "sin", "cos", "tan", "sinh", "cosh", "tanh", "min", "max", "sign", "trunc", "erf", "sigma", "Phi", "phi",
}  # fmt: skip
GREEK = {"alpha": "α", "beta": "β", "delta": "δ", "lambda": "λ", "pi": "π"}
TIMES = {"odot", "cdot"}
IGNORED = {"left", "right"}
TEX_COMPARISONS = {"<": "<", ">": ">", "=": "=", "leq": "≤", "geq": "≥"}
ENDS = {"", ")", "}", "]", "|", ",", "+", "-", "rfloor", *TEX_COMPARISONS}
"""What a product stops at."""


class FormulaError(ValueError):
    """The formula says something else than what to compute with single numbers."""


def read_rule(tex: str) -> tuple[str, Expression]:
    r"""The letter that the rule is for, and the right-hand side: ``\bar{x} = …`` gives ``"x"`` and that side.

    A gradient that arrives is the letter ``"bar z"``. Raises FormulaError.
    """
    reader = _Reader(tex)
    left = reader.take()
    if not left.startswith("bar ") or reader.take() != "=":
        raise FormulaError(tex)
    right = reader.sum()
    if reader.next:
        raise FormulaError(tex)
    return left.removeprefix("bar "), right


class _Reader:
    """Tokens, read from the left: a sum of products of powers."""

    def __init__(self, tex: str):
        self.tex = tex
        words = (_word(found) for found in TOKEN.finditer(tex))
        self.tokens = [word for word in words if word and word not in IGNORED]

    @property
    def next(self) -> str:
        return self.tokens[0] if self.tokens else ""

    def take(self, wanted: str = "") -> str:
        if not self.tokens or (wanted and self.next != wanted):
            raise FormulaError(self.tex)
        return self.tokens.pop(0)

    def sum(self) -> Expression:
        parts: list[Expression] = []
        while not parts or self.next in ("+", "-"):
            sign = self.take() if self.next in ("+", "-") else "+"
            part = self.product()
            parts.append(minus(part) if sign == "-" else part)
        return sum_of(parts)

    def product(self) -> Expression:
        found = self.power()
        while self.next not in ENDS:
            if self.next == "/":
                self.take()
                found = quotient(found, self.power())
                continue
            if self.next in TIMES:
                self.take()
            found = product([found, self.power()])
        return found

    def power(self) -> Expression:
        base = self.atom()
        if self.next != "^":
            return base
        self.take()
        return power(base, self.group() if self.next == "{" else self.atom())

    def atom(self) -> Expression:
        word = self.take()
        match word:
            case "(":
                return self.closed(")")
            case "|":
                return call("abs", [self.closed("|")])
            case "[":
                return self.test()
            case "lfloor":
                return call("floor", [self.closed("rfloor")])
            case "frac":
                return quotient(self.group(), self.group())
            case "sqrt":
                return call("sqrt", [self.group()])
        if word in TEX_FUNCTIONS:
            return call(word, self.arguments())
        if word in GREEK or word.startswith("bar ") or (len(word) == 1 and word.isalpha()):
            return letter(GREEK.get(word, word))
        if word[0].isdigit():
            return number(float(word))
        raise FormulaError(self.tex)

    def group(self) -> Expression:
        self.take("{")
        return self.closed("}")

    def closed(self, end: str) -> Expression:
        inside = self.sum()
        self.take(end)
        return inside

    def arguments(self) -> list[Expression]:
        """``(a, b)``, or what stands there without brackets: ``\\ln 2``."""
        if self.next != "(":
            return [self.power()]
        found: list[Expression] = []
        while not found or self.next == ",":
            self.take()
            found.append(self.sum())
        self.take(")")
        return found

    def test(self) -> Expression:
        """``[x > 0]``: 1 where it is true, else 0."""
        sides, signs = [self.sum()], []
        while self.next in TEX_COMPARISONS:
            signs.append(TEX_COMPARISONS[self.take()])
            sides.append(self.sum())
        self.take("]")
        if not signs:
            raise FormulaError(self.tex)
        return Expression("test", tuple(sides), tuple(signs))


def _word(found: re.Match) -> str:
    """The token without its TeX: a space is nothing."""
    barred, *rest = found.groups("")
    return f"bar {barred}" if barred else next(filter(None, rest), "").strip()
