"""Which elements of the gradient that arrives make each element of a gradient that leaves, and with which factors.

Only for nodes of which that is known: broadcasting, products of matrices, sums and means of everything, and picking by
a list of positions.
"""

import ast
from collections.abc import Callable
from dataclasses import dataclass
from math import isclose, prod

import numpy as np

from ..tracing.telling.words import saved_name
from ..tracing.trace.arithmetic import bracketed
from ..tracing.trace.events import GradReduced, NodeInfo, RuleApplied, Value
from ..tracing.trace.nodes import rest_of_visit
from ..tracing.trace.trace import Trace
from .lookup import input_name, recorded
from .short_text import number_text

ELEMENTWISE = {f"{name}Backward0" for name in ("Add", "Sub", "Rsub", "Mul", "Div", "Where", "Maximum", "Minimum")}
"""Nodes whose gradients are worked out element by element, where nothing is summed."""
ONE_TO_ALL = {"SumBackward0", "MeanBackward0"}
MOST = 64
"""Numbers of an array that can be drawn."""


@dataclass(frozen=True)
class Term:
    """One summand of an element: from which place of G it comes (row-major), and how it is worked out.

    In a product of matrices, ``factor`` is the place of the other factor in its own matrix.
    """

    place: int
    value: float
    words: str
    factor: int | None = None


@dataclass(frozen=True)
class Way:
    """How the gradient of the input at this ``index`` came about.

    ``seen`` is the shape of the input as forward used it, after copying or picking (``how``); ``element`` says which
    element of the input is at each of its places. ``terms`` has the summands of each element of ``gradient``.
    """

    index: int
    name: str
    how: str
    value: Value | None
    seen: tuple[int, ...]
    element: tuple[int, ...]
    gradient: Value
    terms: tuple[tuple[Term, ...], ...]

    @property
    def copies(self) -> int:
        """How often forward had each element; 1 where it made no copies."""
        return max(1, len(self.element) // len(self.gradient.items)) if self.how == "copied" else 1


def ways(trace: Trace, run: int) -> list[Way]:
    """One for each input whose gradient the node worked out at event ``run`` and of which that is known.

    Raises ValueError when there is none, or where an array is too large to be drawn.
    """
    event = trace.events[run]
    assert isinstance(event, RuleApplied)
    info = trace.nodes[event.node]
    if len(event.received) != 1 or event.received[0] is None:
        raise ValueError(f"{trace.label(info.id)} has {len(event.received)} slots: only one gradient can be followed")
    reduced = {e.index: e for e in rest_of_visit(trace, run) if isinstance(e, GradReduced)}
    found = [
        _way(trace, info, index, _drawn(trace, info, event.received[0]), result, reduced.get(index))
        for index, result in enumerate(event.results)
        if result is not None
    ]
    known = [way for way in found if way is not None]
    if not known:
        raise ValueError(
            f"how {trace.label(info.id)} works out its gradients cannot be drawn: that is known of broadcasting, of "
            "matrix products, of sums and means of everything, and of picking by a list of positions"
        )
    return known


def _way(
    trace: Trace, info: NodeInfo, index: int, grad: Value, result: Value, reduced: GradReduced | None
) -> Way | None:
    """None where it is not known how the gradient comes about."""
    argument = input_name(info, index)
    gradient = _drawn(trace, info, reduced.after if reduced else result)
    how, element, worked_out = "", None, grad
    if (reduced or info.name in ELEMENTWISE) and result.shape == grad.shape:
        how, element, worked_out = "copied", _broadcast(gradient.shape, grad.shape), result
    elif info.name == "ExpandBackward0":
        how, element = "copied", _broadcast(gradient.shape, grad.shape)
    elif info.name == "IndexBackward0":
        how, element = "picked", _picked(info, gradient, grad)
    if element is not None:
        seen, terms = grad.shape, _terms(element, len(gradient.items), grad, worked_out)
    else:
        seen, element = gradient.shape, tuple(range(len(gradient.items)))
        alone = tuple((Term(0, item, number_text(item)),) for item in gradient.items)  # from the one result
        terms = alone if info.name in ONE_TO_ALL else _of_a_product(trace, info, argument, grad)
    if terms is None or not _adds_up(terms, gradient):
        return None
    name, value = saved_name(trace, info.id, argument) or argument, recorded(trace, info, argument)
    return Way(index, name, how, value, seen, element, gradient, terms)


def _drawn(trace: Trace, info: NodeInfo, value: Value) -> Value:
    if value.items is None or not 0 < len(value.items) <= MOST:
        shape = "complex numbers" if value.is_complex else "×".join(map(str, value.shape))
        raise ValueError(f"arrays of 1 to {MOST} numbers can be drawn; {trace.label(info.id)} has one of {shape}")
    return value


def _adds_up(terms: tuple[tuple[Term, ...], ...], gradient: Value) -> bool:
    """Nothing is drawn that did not happen."""
    sums = [sum(term.value for term in summed) for summed in terms]
    pairs = zip(sums, gradient.items, strict=True)
    return all(isclose(one, other, rel_tol=1e-3, abs_tol=1e-5) for one, other in pairs)


# ----- broadcasting and picking ---------------------------------------------------------------------------------------
def _broadcast(shape: tuple[int, ...], result: tuple[int, ...]) -> tuple[int, ...]:
    """Which element of an input of this shape stands at each place of the result."""
    own = np.arange(prod(shape)).reshape(shape)
    return tuple(np.broadcast_to(own, result).ravel().tolist())


def _terms(element: tuple[int, ...], size: int, grad: Value, worked_out: Value) -> tuple[tuple[Term, ...], ...]:
    """What each place of G gives to the element that stood there."""
    terms: list[list[Term]] = [[] for _ in range(size)]
    for place, (to, came, went) in enumerate(zip(element, grad.items, worked_out.items, strict=True)):
        changed = worked_out.items != grad.items and came
        words = (
            f"{bracketed(number_text(came))}·{bracketed(number_text(went / came))}"
            if changed
            else bracketed(number_text(went))
        )
        terms[to].append(Term(place, went, words))
    return tuple(map(tuple, terms))


def _picked(info: NodeInfo, gradient: Value, grad: Value) -> tuple[int, ...] | None:
    """The positions that ``x[[0, 0, 2]]`` picked from a vector; None for any other way of indexing."""
    text = next((saved.text for saved in info.saved if saved.name == "indices"), "")
    try:
        places = ast.literal_eval(text)
    except (ValueError, SyntaxError):
        return None
    whole = isinstance(places, list) and all(type(place) is int for place in places)
    if not whole or len(gradient.shape) != 1 or grad.shape != (len(places),):
        return None
    return tuple(place % gradient.shape[0] for place in places)


# ----- matrix products ------------------------------------------------------------------------------------------------
def _of_a_product(trace: Trace, info: NodeInfo, argument: str, grad: Value) -> tuple[tuple[Term, ...], ...] | None:
    """The summands of X's or W's gradient in Y = XW: those that share a row, or a column, with the element."""
    if (info.name, argument) not in _FACTORS:
        return None
    partner, summands = _FACTORS[info.name, argument]
    other = recorded(trace, info, partner)
    return summands(grad, other) if other is not None and other.items is not None else None


def _for_first(grad: Value, second: Value) -> tuple[tuple[Term, ...], ...]:
    (rows, columns), inner = grad.shape, second.shape[0]
    return tuple(
        tuple(_product(grad, i * columns + j, second, k * columns + j, "{0}·{1}") for j in range(columns))
        for i in range(rows)
        for k in range(inner)
    )


def _for_second(grad: Value, first: Value) -> tuple[tuple[Term, ...], ...]:
    (rows, columns), inner = grad.shape, first.shape[1]
    return tuple(
        tuple(_product(grad, i * columns + j, first, i * inner + k, "{1}·{0}") for i in range(rows))
        for k in range(inner)
        for j in range(columns)
    )


def _product(grad: Value, place: int, other: Value, factor: int, order: str) -> Term:
    came, slope = grad.items[place], other.items[factor]
    return Term(place, came * slope, order.format(bracketed(number_text(came)), bracketed(number_text(slope))), factor)


_FACTORS: dict[tuple[str, str], tuple[str, Callable]] = {
    ("MmBackward0", "self"): ("mat2", _for_first),
    ("MmBackward0", "mat2"): ("self", _for_second),
    ("AddmmBackward0", "mat1"): ("mat2", _for_first),
    ("AddmmBackward0", "mat2"): ("mat1", _for_second),
}
"""For an input of a node: the other factor, and how the two are put together."""
