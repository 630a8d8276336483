"""The slope of one input as a person writes it: ``2·x = 2·3 = 6``.

It is the row's own formula, with what arrives left out and the numbers put in. The letters on
the left of the row's formulas are its inputs, z is its result, and any other letter is a setting of the call (an
exponent, a factor). A formula is shown only if its number is the slope of this run, so a wrong guess never appears.
"""

import math
from collections.abc import Iterator
from functools import cache
from itertools import permutations

from ...tracing.telling.words import saved_name
from ...tracing.trace.events import NodeInfo, Value
from ...tracing.trace.trace import Trace
from ..lookup import input_name, recorded
from ..short_text import number_text
from .expression import Expression, FormulaError, fill, letter, letters, number, read_rule, value

SETTING = {"α": "alpha", "β": "beta", "δ": "delta", "λ": "lambd"}
"""What PyTorch calls the settings that have a letter of their own."""
MOST_SETTINGS = 3


def slope_formula(trace: Trace, info: NodeInfo, index: int, slope: float) -> str:
    """The formula of edge ``index`` of a node, in letters, in numbers, and what it comes to: ``slope``.

    "" where there is no formula for single numbers, or where it would say no more than the number does.
    """
    for formula, names, numbers in _readings(trace, info, index):
        try:
            filled = fill(formula, {name: number(x) for name, x in numbers.items()})
            right = math.isclose(value(filled), slope, rel_tol=1e-5, abs_tol=1e-9)
        except (ArithmeticError, ValueError):
            continue
        if right:
            told = fill(formula, {name: letter(word) for name, word in names.items()})
            steps = dict.fromkeys((str(told), str(filled), number_text(slope)))
            return " = ".join(steps) if len(steps) > 1 else ""
    return ""


Reading = tuple[Expression, dict[str, str], dict[str, float]]
"""A formula without its settings; for each letter in it, the name to show and its number."""


def _readings(trace: Trace, info: NodeInfo, index: int) -> Iterator[Reading]:
    """The formula with its letters understood, in each way there is; nearly always there is one."""
    rules = {rule.input: found for rule in info.rules if (found := _read(rule.tex))}
    name = input_name(info, index)
    if name not in rules:
        return
    inputs = {symbol: argument for argument, (symbol, _) in rules.items()} | {"z": "result"}
    formula = fill(rules[name][1], {"bar z": number(1)})
    names, numbers, settings = {}, {}, dict(_settings(trace, info))
    for symbol in letters(formula):
        argument = inputs.get(symbol, "")
        told, x = saved_name(trace, info.id, argument), _single(recorded(trace, info, argument))
        if argument in settings or x is None:
            continue
        names[symbol], numbers[symbol] = told or argument, x
    rest = [symbol for symbol in letters(formula) if symbol not in numbers]
    for chosen in _choices(rest, settings, inputs):
        known = {symbol: number(settings[setting]) for symbol, setting in zip(rest, chosen, strict=True)}
        try:
            yield fill(formula, known, fold=True), names, numbers
        except (ArithmeticError, ValueError):
            continue


@cache
def _read(tex: str) -> tuple[str, Expression] | None:
    try:
        return read_rule(tex)
    except FormulaError:
        return None


def _settings(trace: Trace, info: NodeInfo) -> Iterator[tuple[str, float]]:
    """What was decided by the call: attributes that are numbers, and constants that the learner gave no name."""
    constants = {input_name(info, index) for index, edge in enumerate(info.edges) if edge is None}
    for item in info.saved:
        x = _single(item.value) if item.value is not None else _number(item.text)
        is_setting = item.value is None or (item.name in constants and not saved_name(trace, info.id, item.name))
        if x is not None and is_setting:
            yield item.name, x


def _choices(rest: list[str], settings: dict[str, float], inputs: dict[str, str]) -> Iterator[tuple[str, ...]]:
    """Which settings the remaining letters may be: those of their own name, else any."""
    own = tuple(inputs.get(symbol, SETTING.get(symbol, symbol)) for symbol in rest)
    if all(name in settings for name in own):
        yield own
    elif len(rest) <= MOST_SETTINGS:
        yield from permutations(settings, len(rest))


def _single(item: Value | None) -> float | None:
    """The number of a recorded value that is one number, as it is."""
    return float(item.items[0]) if item is not None and item.items and not item.shape else None


def _number(text: str) -> float | None:
    """The finite number that an attribute's text is."""
    try:
        found = float(text)
    except ValueError:
        return None
    return found if math.isfinite(found) else None
