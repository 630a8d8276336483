r"""The table's LaTeX read as arithmetic: ``\bar{x} = \bar{z} \odot n x^{n-1}`` becomes an `Expression`.

Only what one number can be put into is read. Sums over indices, transposes, words and the like are refused, and a card
then shows the rule's code instead.
"""

import re

from .expression import Expression, call, letter, minus, number, power, product, quotient, sum_of

TOKEN = re.compile(r"\\bar\{(\w)\}|\\operatorname\{(\w+)\}|\\([A-Za-z]+)|(\d+(?:\.\d+)?)|\\[, ]|\s+|(.)")
FUNCTIONS = {
    "ln", "sin", "cos", "tan", "sinh", "cosh", "tanh", "min", "max", "sign", "trunc", "erf", "sigma", "Phi", "phi",
}  # fmt: skip
GREEK = {"alpha": "α", "beta": "β", "delta": "δ", "lambda": "λ", "pi": "π"}
TIMES = {"odot", "cdot"}
IGNORED = {"left", "right"}
COMPARISONS = {"<": "<", ">": ">", "=": "=", "leq": "≤", "geq": "≥"}
ENDS = {"", ")", "}", "]", "|", ",", "+", "-", "rfloor", *COMPARISONS}
"""What a product stops at."""


class FormulaError(ValueError):
    """The formula says something else than what to compute with single numbers."""


def read_rule(tex: str) -> tuple[str, Expression]:
    r"""The letter that the rule is for, and the right-hand side: ``\bar{x} = …`` gives ``"x"`` and what stands there.

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
        if word in FUNCTIONS:
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
        while self.next in COMPARISONS:
            signs.append(COMPARISONS[self.take()])
            sides.append(self.sum())
        self.take("]")
        if not signs:
            raise FormulaError(self.tex)
        return Expression("test", tuple(sides), tuple(signs))


def _word(found: re.Match) -> str:
    """The token without its TeX: a space is nothing."""
    barred, *rest = found.groups("")
    return f"bar {barred}" if barred else next(filter(None, rest), "").strip()
