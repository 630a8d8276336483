"""Lesson 07's `unbroadcast`: the learner's version runs on gradients of several shapes, beside wrong versions.

What is right for a shape is what the engine does for an input of that shape: each probe comes with its recording.
"""

from collections.abc import Callable
from typing import Any

from .. import ones, tensor, zeros
from ..tracing.recording.recorder import record
from ..tracing.trace.trace import Trace
from .answer_code import Case, Code, Probe
from .exercise import Look, Wrong
from .plain import Words

DIGITS = [[1.0, 0.0], [0.0, 10.0], [100.0, 0.0]]
"""A gradient in which every place has a digit of its own."""
AT_ADD, AT_SUM = Look("RuleApplied", "AddBackward0"), Look("GradReduced", "AddBackward0")
_HEAD = "def unbroadcast(g, shape):"
_LEADING = "    while g.dim() > len(shape):\n        g = g.sum(0)\n"
_LONG = """    for axis, length in enumerate(shape):
        if length == 1:
            g = g.sum(axis, keepdim=True)
"""
UNBROADCAST = f"{_HEAD}\n{_LEADING}{_LONG}    return g\n"
STARTING = f"""{_HEAD}
    # 1. axes that shape does not have: the first ones of g
    while g.dim() > len(shape):
        g = ...
    # 2. axes that forward stretched from length 1
    for axis, length in enumerate(shape):
        ...
    return g
"""


_NO_ROUND = (
    "No round of your `while` takes an axis away. `keepdim=True` keeps the axis, and a sum that is not assigned "
    "changes nothing. What is `g.dim()` after one round?"
)


def _unbroadcast(*lines: str) -> str:
    return "\n".join([_HEAD, *(f"    {line}" for line in lines)]) + "\n"


def _probe(gradient: Any, shape: tuple[int, ...]) -> tuple[Probe, Case]:
    """One call, and what our own engine does for an input of that shape."""
    g = tensor(gradient) if isinstance(gradient, list) else ones(gradient)
    where = f"g of shape {tuple(g.shape)}, shape {shape}"

    def run(function: Callable) -> dict:
        found = function(g.clone(), shape)
        got = None if found is None else "missing, since that is no tensor"
        if hasattr(found, "shape"):
            got = tuple(found.shape)
        return {
            f"{where}: the shape of what you return": None if got is None else Words(got),
            f"{where}: the sums": found,
        }

    def traced() -> Trace:
        stretched, full = zeros(shape), zeros(tuple(g.shape))
        names = {"p": stretched.requires_grad_(), "q": full.requires_grad_()}
        with record(names=names) as trace:
            (full + stretched).backward(g)
        return trace

    return Probe(where, run), (traced, AT_ADD if tuple(g.shape) == shape else AT_SUM)


_CALLS = (
    _probe(DIGITS, (2,)),
    _probe(DIGITS, (3, 1)),
    _probe(DIGITS, (1, 2)),
    _probe(DIGITS, (1, 1)),
    _probe(DIGITS, (3, 2)),
    _probe(DIGITS, ()),
    _probe((5, 1, 2, 4, 3), (2, 1, 3)),
)
WRONG = (
    Wrong(UNBROADCAST.replace("g = g.sum(axis", "return g.sum(axis")).reply("""
        Your `return` is inside the second loop, so the function ends at the first axis of length 1. There may be two.
        For shape (1, 1): which axes did forward stretch, and which of them do you sum?"""),
    Wrong(UNBROADCAST.replace("sum", "mean"), "M49").reply("""
        You take the mean of the copies. Forward used the original once for each copy, and each use moved the result.
        If b[0] grows by 1, how many elements of Y grow by 1?"""),
    Wrong(UNBROADCAST.replace("g.sum(0)", "g.mean(0)"), "M49").reply("""
        Along the leading axes you take the mean of the copies. Forward used the original once for each copy.
        If b[0] grows by 1, how many elements of Y grow by 1?"""),
    Wrong(UNBROADCAST.replace("g.sum(axis", "g.mean(axis"), "M49").reply("""
        Along the axes of length 1 you take the mean of the copies. Forward used the original once for each copy.
        If c[0, 0] grows by 1, how many elements of c * r change?"""),
    Wrong(UNBROADCAST.replace("g.sum(0)", "g.sum()"), "S32").reply("""
        Your first loop adds everything into one number. Only the copies of the same number belong together.
        What does `sum` need to know to add along one axis only?"""),
    Wrong(UNBROADCAST.replace("        if length == 1:\n            g =", "        g ="), "S32").reply("""
        Your second loop adds along every axis. Where shape has the same length as g, nothing was copied.
        Which lengths in shape tell you that forward stretched the axis?"""),
    Wrong(f"{_HEAD}\n{_LEADING}    return g\n", "S32").reply("""
        Your function sums the axes that shape doesn't have. But forward also stretches axes of length 1, and there
        your g stays too long.
        What does forward do with the one column of a (3, 1) input beside a (3, 2) input?"""),
    Wrong(f"{_HEAD}\n{_LONG}    return g\n", "S32").reply("""
        Your function sums the axes of length 1. Where g has more axes than shape, the extra axes are still there.
        b has shape (2,). Along which axis of g was it copied?"""),
    Wrong(f"{_HEAD}\n{_LONG}{_LEADING}    return g\n", "S32").reply("""
        The two loops are in the wrong order. In your second loop, axis 0 of shape is axis 0 of g only once the extra
        axes are gone.
        g has shape (5, 1, 2, 4, 3) and shape is (2, 1, 3). Which axis of g belongs to the 1 in shape?"""),
    Wrong(UNBROADCAST.replace("length == 1", "length != 1"), "S32").reply("""
        Your second loop sums the axes that shape has in full length. Those were not copied; the others were.
        Which length does shape have where forward stretched an axis?"""),
    Wrong(UNBROADCAST.replace("g.sum(axis", "g.sum(0"), "S32").reply("""
        Your second loop always sums along axis 0, whichever axis has length 1.
        For shape (3, 1): along which axis was the input copied?"""),
    Wrong(
        UNBROADCAST.replace("axis, length in enumerate(shape)", "axis in shape").replace("length ==", "axis ==")
    ).reply("""
        You loop over the lengths and use each length as the number of an axis. For some shapes the two happen to agree.
        For shape (1, 2): which numbers does your loop get?"""),
    Wrong(UNBROADCAST.replace(", keepdim=True", ""), "M49").reply("""
        The sum along an axis of length 1 removes that axis, but shape still has it.
        What does `keepdim` do?"""),
    Wrong(UNBROADCAST.replace("length == 1", "g.shape[axis] != length").replace(", keepdim=True", ""), "M49").reply("""
        You found the stretched axes. But a sum removes its axis, and shape still has it, so the axes behind it move up.
        What does `keepdim` do?"""),
    Wrong(UNBROADCAST.replace("g.sum(0)", "g[0]"), "M49").reply("""
        Of the copies along a leading axis you keep only the first. The others were used as well.
        Which rows of Y move when b moves?"""),
    Wrong(UNBROADCAST.replace("g.sum(0)", "g[-1]"), "M49").reply("""
        Of the copies along a leading axis you keep only the last. The others were used as well.
        Which rows of Y move when b moves?"""),
    Wrong(UNBROADCAST.replace("g.sum(0)", "g.sum(-1)"), "S32").reply("""
        You sum along the last axis. Broadcasting aligns shapes at their ends, so the missing axes are the first ones.
        Which axis of (3, 2) is not in (2,)?"""),
    Wrong(_unbroadcast("return g.reshape(shape)"), "S33").reply("""
        `reshape` and `view` only rearrange numbers and add nothing, so they fail where shape holds fewer numbers.
        What should become of the other copies' numbers?"""),
    Wrong(_unbroadcast("return g.sum(0)"), "S32").reply("""
        You sum along axis 0 whatever shape is. That is right for b, where axis 0 was copied, but not for every shape.
        Along which axis was an input of shape (3, 1) copied?"""),
    Wrong(_unbroadcast("return g.sum(0, keepdim=True)"), "M49").reply("""
        You sum along axis 0 and keep it with length 1. But b has shape (2,): it has no axis for rows.
        Which axes of g should be gone when shape is (2,)?"""),
    Wrong(_unbroadcast("return g.mean(0)"), "M49").reply("""
        You take the mean along axis 0. A copy is not used for a third only, and axis 0 isn't always the copied one.
        If b[0] grows by 1, how many elements of Y grow by 1?"""),
    Wrong(_unbroadcast("return g.sum()"), "S32").reply("""
        You add everything into one number. Only the copies of the same number belong together.
        How many numbers does an input of that shape have?"""),
    Wrong(_unbroadcast("return g"), "M49").reply("""
        You return g as it came: one gradient for each copy, not one for each original number.
        How many numbers does an input of that shape have?"""),
    Wrong(_unbroadcast("return g.expand(shape)"), "S33").reply("""
        `expand` makes copies, as broadcasting does in forward. Backward goes the other way.
        How do several copies become one number again?"""),
)
FORM = Code(
    name="unbroadcast",
    starting=STARTING,
    solution=UNBROADCAST,
    probes=tuple(probe for probe, _ in _CALLS),
    cases={probe.label: case for probe, case in _CALLS},
    endless=_NO_ROUND,
)
