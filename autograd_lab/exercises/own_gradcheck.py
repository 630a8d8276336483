"""Lesson 09's own gradcheck: it is tried on four correct backward functions and on eight broken ones.

It is right when it passes the four and catches the eight. Which of them it gets wrong, and what its variables held
then, tells the mistake.
"""

from collections.abc import Callable
from typing import Any

import autograd_lab

from .. import float64, manual_seed, tensor
from ..autograd import Function
from ..tracing.recording.program_run import locals_at_return
from .answer_code import Code, Diagnosis, Probe
from .observing import Endless, Observed, Raised
from .plain import plain_numbers

STARTING = """
def gradcheck(f, x, h=1e-6):
    y = f(x)
    v = ...  # how much each element of y counts
    (backward,) = al.autograd.grad(y, x, v)
    for i in range(len(x)):
        nudge = al.zeros_like(x)
        nudge[i] = h
        up, down = f(x + nudge), f(x - nudge)
        numerical = ...  # the same slope, from up, down, v and h
        if ...:  # numerical and backward[i] are too far apart
            return False
    return True
"""
WEIGHTS = "al.rand_like(y)"
SLOPE = "((up - down) * v).sum() / (2 * h)"
APART = "abs(numerical - backward[i]) > 1e-5 + 1e-3 * abs(backward[i])"


def written(weights: str = WEIGHTS, slope: str = SLOPE, apart: str = APART) -> str:
    """The function with its three gaps filled."""
    filled = STARTING.replace("v = ...", f"v = {weights}").replace("numerical = ...", f"numerical = {slope}")
    return filled.replace("if ...:", f"if {apart}:")


SOLUTION = written()


# ----- broken backwards ----------------------------------------------------------------------------------------------
def _own(name: str, forward: Callable, backward: Callable) -> type[Function]:
    return type(name, (Function,), {"forward": staticmethod(forward), "backward": staticmethod(backward)})


def _kept(ctx: Any, x: Any) -> Any:
    ctx.save_for_backward(x)
    return x


_ROWS = tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], dtype=float64)
_W = tensor([[2.0, 1.0, 0.0], [0.0, 3.0, 1.0], [4.0, 0.0, 5.0]], dtype=float64)
OwnExp = _own("OwnExp", lambda ctx, x: _kept(ctx, x.exp()), lambda ctx, g: ctx.saved_tensors[0])
OwnSquare = _own("OwnSquare", lambda ctx, x: _kept(ctx, x) * x, lambda ctx, g: g * 2 * ctx.saved_tensors[0].abs())
OwnSignedSquare = _own(
    "OwnSignedSquare", lambda ctx, x: _kept(ctx, x) * x.abs(), lambda ctx, g: g * 2 * ctx.saved_tensors[0]
)
"""Its mistake has the opposite sign of OwnSquare's."""
OwnAdd = _own("OwnAdd", lambda ctx, b: (b + _ROWS).reshape(-1), lambda ctx, g: g[-3:])
OwnFlip = _own("OwnFlip", lambda ctx, x: x.flip(0), lambda ctx, g: g * 1)
"""Equal weights hide the mistake: all that arrives is the same."""
OwnMatVec = _own("OwnMatVec", lambda ctx, x: _W @ x, lambda ctx, g: _W @ g)
OwnInches = _own("OwnInches", lambda ctx, x: x * 2.54, lambda ctx, g: g * 2.5)
OwnMetres = _own("OwnMetres", lambda ctx, x: x * 0.0254, lambda ctx, g: g * 0.025)
"""Here the slope is small, and the mistake as large a share of it."""


# ----- what it is let loose on ----------------------------------------------------------------------------------------
CUBE, ZERO, LARGE, COUPLED = "x ** 3", "(x - 1) ** 2 at 1", "1e6 * x ** 3", "x * x.sum()"
EXP, SQUARE, SIGNED, ADD = "exp", "square", "x * |x|", "bias"
FLIP, MATVEC, INCHES, METRES = "x.flip(0)", "W @ x", "2.54 * x", "0.0254 * x"
_RIGHT: dict[str, tuple[Callable, list[float]]] = {
    CUBE: (lambda x: x**3, [2.0, -1.0, 3.0]),
    ZERO: (lambda x: (x - 1) ** 2, [1.0, 1.0, 1.0]),
    LARGE: (lambda x: 1e6 * x**3, [2.0, -1.0, 3.0]),
    COUPLED: (lambda x: x * x.sum(), [-2.0, 1.0, -3.0]),
}
"""In the last one, each x moves all elements of y, and the slopes are negative."""
_BROKEN: dict[str, tuple[type[Function], list[float], str]] = {
    EXP: (OwnExp, [0.5, -1.0, 1.0], "whose backward returns `y` and ignores what arrived"),
    SQUARE: (OwnSquare, [2.0, 1.0, -3.0], "whose backward is right for positive x only (here x is [2, 1, -3])"),
    SIGNED: (OwnSignedSquare, [2.0, 1.0, -3.0], "whose slope is 2|x|, and whose backward uses 2x (x is [2, 1, -3])"),
    ADD: (OwnAdd, [1.0, 2.0, 3.0], "which adds b to two rows, and whose backward keeps the last row of g, not the sum"),
    FLIP: (OwnFlip, [1.0, 2.0, 3.0], "whose backward returns g as it is, in the wrong order"),
    MATVEC: (OwnMatVec, [1.0, 2.0, 3.0], "whose backward computes `W @ g` without the transpose"),
    INCHES: (OwnInches, [1.0, 2.0, 3.0], "whose backward multiplies by 2.5"),
    METRES: (OwnMetres, [1.0, 2.0, 3.0], "whose backward multiplies by 0.025"),
}
GOOD = "as it should"


def _let_loose(gradcheck: Callable, function: Callable, x: list[float]) -> tuple[Any, dict[str, Any]]:
    """What a learner's gradcheck says of a function, and what its variables held in the end."""
    with autograd_lab.random.fork_rng():
        manual_seed(9)
        with locals_at_return(gradcheck) as left:
            verdict = gradcheck(function, tensor(x, dtype=float64, requires_grad=True))
    return verdict, left


def _passes(name: str) -> Probe:
    function, x = _RIGHT[name]

    def run(gradcheck: Callable) -> dict[str, Any]:
        verdict, left = _let_loose(gradcheck, function, x)
        if verdict is None or verdict:
            return {name: GOOD if verdict else None}
        alarm, *numbers = _seen(left)
        if alarm == "strict" and _let_loose(gradcheck, function, x[:1])[0]:
            alarm = "whole"  # with one element, `backward` is `backward[i]`
        elif name == COUPLED and alarm == "strict" and _let_loose(gradcheck, lambda x: -function(x), x)[0]:
            alarm = "below nothing"  # the same errors are allowed where the slopes are positive
        return {name: ["accused", alarm, *numbers]}

    return Probe(name, run)


def _catches(name: str) -> Probe:
    function, x, _ = _BROKEN[name]

    def run(gradcheck: Callable) -> dict[str, Any]:
        verdict, left = _let_loose(gradcheck, function.apply, x)
        missed = ["missed", _kind_of_weights(plain_numbers(left.get("v"))), left.get("i") == len(x) - 1]
        return {name: None if verdict is None else missed if verdict else GOOD}

    return Probe(name, run)


def _kind_of_weights(weights: Any) -> str:
    """What is wrong with these weights; "unknown" where the function calls them otherwise."""
    if not isinstance(weights, list):
        return "unknown"
    if 0 in weights:
        return "some zeros" if any(weights) else "zeros"
    return "" if len(set(weights)) > 1 else "ones" if weights[0] == 1 else "equal"


def _seen(left: dict[str, Any]) -> list[Any]:
    """The kind of a false alarm, then numerical and backward[i]; None for what cannot be known."""
    mine, theirs = plain_numbers(left.get("numerical")), plain_numbers(left.get("backward"))
    i, h = left.get("i"), left.get("h")
    if isinstance(mine, list) and len(mine) > 1:
        return ["no sum", None, None]
    known = isinstance(mine, float) and isinstance(theirs, list) and isinstance(i, int) and isinstance(h, float)
    if not known:
        return ["", None, None]
    return [_alarm(mine, theirs[i], h, left), mine, theirs[i]]


def _alarm(mine: float, right: float, h: float, left: dict[str, Any]) -> str:
    """Why a right backward was accused, from the two numbers that it compared."""
    known = "up" in left and "down" in left
    difference = plain_numbers(left["up"] - left["down"]) if known else None
    several = difference if isinstance(difference, list) else [0.0]
    weights = plain_numbers(left.get("v"))
    listed = weights if isinstance(weights, list) else []
    weight = listed[left["i"]] if listed else 1.0
    if _is_one_sided(mine, h, left):
        return "one-sided"
    coupled = sum(map(bool, several)) > 1  # elsewhere, one element of y moves
    meant = {
        "one v": coupled * sum(several) * weight / (2 * h),
        "own y": coupled * several[left["i"] % len(several)] * weight / (2 * h),
        "no v": sum(several) / (2 * h),
        "twice": 2 * right,
        "half": right / 2,
        "no h": 2 * h * right,
        "times h": h * h * right,
        "times 2h": 4 * h * h * right,
        "by h again": right / h,
        "by h twice": 2 * right / h,
        "sign": -right,
        "mean": right / len(several),
        "no sign": coupled * sum(abs(each) * w for each, w in zip(several, listed, strict=False)) / (2 * h),
    }
    if abs(mine - right) <= 1e-4 * abs(right) + 1e-9:
        return "strict"
    found = (kind for kind, number in meant.items() if abs(mine - number) <= 1e-4 * abs(number) > 0)
    kind = next(found, "noise" if h < 1e-10 else "coarse" if h > 1e-4 else "")
    return "no difference" if not kind and abs(mine) > 1e3 * (1 + abs(right)) else _ALIKE.get(kind, kind)


def _is_one_sided(mine: float, h: float, left: dict[str, Any]) -> bool:
    """Whether this is the slope from x to one of the two points. For a smaller h than these, rounding would decide."""
    v, up, y, down = (plain_numbers(left.get(name)) for name in ("v", "up", "y", "down"))
    fit = all(isinstance(each, list) and len(each) == len(v) for each in (v, up, y, down))
    if not fit or any(isinstance(each, list) for each in (*v, *up, *y, *down)) or not 1e-8 < h < 1e-4:
        return False

    def slope(one: list[float], other: list[float]) -> float:
        return sum((a - b) * weight for a, b, weight in zip(one, other, v, strict=True)) / h

    central = slope(up, down) / 2
    return any(abs(mine - side) < 0.1 * abs(side - central) for side in (slope(up, y), slope(y, down)))


# ----- the form -------------------------------------------------------------------------------------------------------
def _diagnosis(given: Observed) -> Diagnosis:
    """The first right backward that it accused, or the broken ones that it missed, and the mistake that makes it so."""
    accused, missed = ([name for name in names if isinstance(given.results.get(name), list)]
                       for names in (_RIGHT, _BROKEN))  # fmt: skip
    failure = given.failure()
    if failure:
        name, what = failure
        said = f"With `{name}`, {'your code raised ' * isinstance(what, Raised)}{what}"
        return Diagnosis(_raised(what), said, stopped=True)
    if accused:
        kind, numbers = _kind_of_alarm(given, accused, missed), _numbers(*given.results[accused[0]][2:])
        return Diagnosis(kind, f"Your gradcheck rejects `{accused[0]}`, whose backward is correct.{numbers}")
    said = f"Your gradcheck misses `{missed[0]}`, {_BROKEN[missed[0]][2]}." if missed else ""
    more = f" It misses {len(missed) - 1} more of the {len(_BROKEN)}." if len(missed) > 1 else ""
    return Diagnosis(_kind_of_gap(given, missed), said + more)


def _kind_of_gap(given: Observed, missed: list[str]) -> str:
    """The kind of a gradcheck that lets broken backwards pass."""
    if not missed:
        return GOOD
    if len(missed) == len(_BROKEN):
        return "blind"
    weights = given.results[missed[0]][1]
    if "zeros" in weights:
        return weights
    if {SQUARE, SIGNED} <= {*missed}:
        at_end = given.results[SQUARE][2]
        return "first element" if not at_end else "" if weights == "unknown" else "size alone"
    if SQUARE in missed or SIGNED in missed:  # the same error with two signs, and one of them is noticed
        return "one side"
    if {*missed} <= {EXP, FLIP}:
        return weights if weights in ("ones", "equal") else ""
    return "absolute and loose" if missed == [METRES] else "loose" if INCHES in missed else ""


def _kind_of_alarm(given: Observed, accused: list[str], missed: list[str]) -> str:
    alarm, mine = given.results[accused[0]][1:3]
    if accused[0] in _LATER:
        return _LATER[accused[0]] if alarm in ("strict", "") else alarm
    if accused[0] == COUPLED:  # positive slopes came out right before
        return "no sign" if alarm == "sign" else alarm
    if alarm in ("strict", "one-sided") and len(missed) > 2:
        return "reversed"
    return "always" if mine is None and len(accused) == len(_RIGHT) and not missed else alarm


def _numbers(mine: float | None, theirs: float | None) -> str:
    """The two numbers that were compared, and how far apart they are where they look the same in print."""
    if mine is None or theirs is None:
        return ""
    alike = 0 < abs(mine - theirs) <= 1e-6 * abs(theirs)
    apart = f"; they differ by {abs(mine - theirs):.1g}" if alike else ""
    return f" There, `numerical` is {mine:.10g} and `backward[i]` is {theirs:.10g}{apart}."


_LATER = {ZERO: "relative alone", LARGE: "absolute alone"}
"""What it means that a function is accused, and `x ** 3` is not."""
_ALIKE = {"times 2h": "times h", "by h again": "by h twice"}
_NO_WEIGHTS = ("object is not iterable", "Mismatch in shape", "implicitly created", "either Tensors or None")
"""What `grad` says of a v that is no tensor in y's shape."""


def _raised(what: Raised | Endless) -> str:
    """The kind of an exception whose cause is plain."""
    if not isinstance(what, Raised):
        return ""
    if "ambiguous" in what.text:
        return "several"
    return "no weights" if any(words in what.text for words in _NO_WEIGHTS) else ""


FORM = Code(
    name="gradcheck",
    starting=STARTING,
    solution=SOLUTION,
    probes=(*map(_passes, _RIGHT), *map(_catches, _BROKEN)),
    nothing="Your gradcheck returned None every time. It should return True or False.",
    diagnose=_diagnosis,
)
