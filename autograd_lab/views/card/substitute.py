"""A rule with its choices made (`decide`), and with its numbers put in (`substitute`): ``grad * other``, ``4 * 3``.

The rule's source is parsed, its names are replaced in the syntax tree, and the tree is written back. So a name inside
another word is safe, a negative number gets its brackets (``(-3) ** 2``), and any rule of the table can be shown.
"""

import ast
import operator
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache

from ..._core.base.strided import lies_by_columns
from ...tracing.trace.events import Value
from ..short_text import is_listed, number_text

Known = Value | str | None | Sequence["Known"]
"""A recorded array, a text (an attribute such as ``dim``), nothing, or several of these (``grads``)."""

COMPARISONS: dict[type, Callable] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Is: operator.is_,
    ast.IsNot: operator.is_not,
}
ASKED: dict[str, Callable] = {"lies_by_columns": lies_by_columns}
"""What rules ask of a setting by a function."""
UNKNOWN = object()
GAP = re.compile("\ue000(\\d+)\ue000")
"""Where an array will stand: a number between letters that no program uses."""


def substitute(source: str, known: Mapping[str, Known]) -> str:
    """``source`` (an expression, a lambda, or a function with a return) with the names in ``known`` replaced.

    0-d arrays become numbers, small ones lists, big ones ``tensor[64×10]``. A choice whose condition is decided by the
    numbers keeps only the side that ran: ``grad if alpha == 1 else grad * alpha`` becomes ``4``. Names that are not
    known stay. Source that does not parse is returned as it is.
    """
    arrays: list[str] = []
    numbered = tuple((name, _with_gaps(value, arrays)) for name, value in known.items())
    return GAP.sub(lambda gap: arrays[int(gap[1])], _substituted(source, numbered))


@lru_cache(1000)
def _substituted(source: str, known: tuple[tuple[str, Known], ...]) -> str:
    """What an array holds decides nothing, so all nodes of one operation can share what is written around the gaps."""
    expression = _expression(source)
    if expression is None:
        return source
    bound = _bound(source)
    replaced = _Replace({name: value for name, value in known if name not in bound}).visit(expression)
    return ast.unparse(replaced)


@cache
def _bound(source: str) -> frozenset[str]:
    """The names that the rule itself gives to something, in a comprehension or a lambda."""
    parts = list(ast.walk(_expression(source)))
    names = [part.id for part in parts if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)]
    return frozenset([*names, *(part.arg for part in parts if isinstance(part, ast.arg))])


def _with_gaps(value: Known, arrays: list[str]) -> Known:
    """A numbered gap for each array, and what stands there in ``arrays``; a large one is shown as its shape."""
    if value is None or isinstance(value, str) or (isinstance(value, Value) and value.items and not value.shape):
        return value
    if not isinstance(value, Value):
        return tuple(_with_gaps(item, arrays) for item in value)
    arrays.append(value.text if is_listed(value) else f"tensor[{'×'.join(map(str, value.shape))}]")
    return f"\ue000{len(arrays) - 1}\ue000"


def decide(source: str, settings: Mapping[str, str]) -> str:
    """The expression that ``source`` computes, with the choices made that its settings decide, names left as they are.

    ``grad if alpha == 1 else grad * alpha`` is ``grad`` where alpha is 1, and ``grad * alpha`` where it is 2; so is
    ``times(grad, alpha)``.
    """
    return _decided_by(source, tuple(settings.items()))


@cache
def _decided_by(source: str, settings: tuple[tuple[str, str], ...]) -> str:
    """Nodes of one operation have one rule and mostly the same settings."""
    expression = _expression(source)
    return source if expression is None else ast.unparse(_Decide(dict(settings)).visit(expression))


def _expression(source: str) -> ast.expr | None:
    try:
        tree = ast.parse(source.strip())
    except SyntaxError:
        return None
    statement = tree.body[-1] if tree.body else None
    if isinstance(statement, ast.FunctionDef):
        statement = statement.body[-1]
    found = getattr(statement, "value", None)
    if isinstance(found, ast.Lambda):
        found = found.body
    return found if isinstance(found, ast.expr) else None


class _Replace(ast.NodeTransformer):
    def __init__(self, known: Mapping[str, Known]):
        self.known = known

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return _written(self.known[node.id]) if node.id in self.known else node

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        self.generic_visit(node)
        node.left, node.right = _bracketed(node.left), _bracketed(node.right)
        return node

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        self.generic_visit(node)
        node.operand = _bracketed(node.operand)
        return node

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        decided = _decided(self.visit(node.test))
        if decided is None:
            self.generic_visit(node)
            return node
        return self.visit(node.body if decided else node.orelse)


class _Decide(ast.NodeTransformer):
    """Keeps of each choice what the settings decide."""

    def __init__(self, settings: Mapping[str, str]):
        self.settings = settings

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        self.generic_visit(node)
        decided = _decided(self._known(node.test))
        return node if decided is None else node.body if decided else node.orelse

    def visit_Call(self, node: ast.Call) -> ast.expr:
        """``times(grad, alpha)`` is ``grad`` where alpha is 1, and ``grad * alpha`` where it is 2."""
        self.generic_visit(node)
        if not isinstance(node.func, ast.Name) or node.func.id != "times":
            return node
        gradient, factor = node.args
        return gradient if _plain(self._known(factor)) == 1 else ast.BinOp(gradient, ast.Mult(), factor)

    def _known(self, part: ast.expr) -> ast.expr:
        """A part of the rule with its settings put in.

        Read anew rather than copied: a tree shares its small parts (`ast.Load`) with all others, and tools that hang
        notes on them (IPython's tracebacks do) would have a copy of their trees made.
        """
        return _Replace(self.settings).visit(ast.parse(ast.unparse(part), mode="eval").body)


def _decided(test: ast.expr) -> bool | None:
    """What a condition on plain numbers says; None when it can not be known from the picture."""
    if isinstance(test, ast.Constant):
        return bool(test.value)
    if isinstance(test, ast.Call):
        return _answered(test)
    if not isinstance(test, ast.Compare) or len(test.ops) != 1:
        return None
    left, right = _plain(test.left), _plain(test.comparators[0])
    compare = COMPARISONS.get(type(test.ops[0]))
    if compare is None or left is UNKNOWN or right is UNKNOWN:
        return None
    try:
        return bool(compare(left, right))
    except TypeError:
        return None


def _answered(call: ast.Call) -> bool | None:
    """What a function that rules ask says of a setting; None where the setting is not known."""
    ask = ASKED.get(call.func.id) if isinstance(call.func, ast.Name) else None
    try:
        return None if ask is None else ask(*map(ast.literal_eval, call.args))
    except ValueError:
        return None


def _plain(side: ast.expr) -> object:
    """The number, word or None that stands there (`ast.literal_eval` would leave cycles); else UNKNOWN."""
    if isinstance(side, ast.Constant):
        return side.value
    if isinstance(side, ast.UnaryOp) and isinstance(side.op, ast.USub) and isinstance(side.operand, ast.Constant):
        return -side.operand.value
    return UNKNOWN


def _written(value: Known) -> ast.expr:
    if value is None:
        return ast.Constant(None)
    if isinstance(value, str):
        return _parsed(value)
    if not isinstance(value, Value):
        return ast.List([_written(item) for item in value], ast.Load())
    return _literal(value.items[0])


def _literal(x: float) -> ast.expr:
    """A number as the other views print it (a tree of Python's own would say 10000000000.0 for 1e+10)."""
    if isinstance(x, bool):
        return ast.Constant(x)
    shown = number_text(abs(x))
    digits = ast.Constant(int(shown)) if shown.isdecimal() else ast.Name(shown, ast.Load())
    return ast.UnaryOp(ast.USub(), digits) if x < 0 else digits


def _bracketed(side: ast.expr) -> ast.expr:
    """``4 * (-3)`` and ``-(-2)``, as one writes by hand: Python's own writer leaves these brackets out."""
    if isinstance(side, ast.UnaryOp) and isinstance(side.operand, ast.Constant | ast.Name):
        return ast.Name(f"({ast.unparse(side)})", ast.Load())
    return side


def _parsed(text: str) -> ast.expr:
    """A text as syntax where it is one (``3``, ``(2, 3)``), else as a word."""
    try:
        return ast.parse(text, mode="eval").body
    except SyntaxError:
        return ast.Name(text, ast.Load())
