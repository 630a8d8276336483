"""Lesson 11's own engine on small programs: each result is named after the gradient and the rule it comes from.

What is right is not written down here: the same programs run with the shipped pieces, and a test compares those with
this package's engine and with PyTorch's.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from types import FunctionType, ModuleType
from typing import Any

from .. import tensor
from .answer_code import Code, Probe
from .exercise import WHOLE, Exercise, Missing, Trouble
from .message import safe_repr
from .observing import Observed, observe
from .own_engine import PIECES, engine_of, namespace, solution

_X = [[1.0, -2.0, 3.0], [4.0, 5.0, -6.0]]
_WITH_ZERO = [[1.0, -2.0, 0.0], [4.0, 5.0, -6.0]]
_G = [[1.0, 10.0, 100.0], [2.0, 20.0, 200.0]]
_SIGNED = [[1.0, -10.0, -100.0], [-2.0, 20.0, 200.0]]
_ROW, _W = [7.0, 8.0, 9.0], [[1.0, 2.0], [0.5, -1.0], [3.0, 4.0]]
_LABELS = [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0]]
Lines = Callable[[dict[str, Any], dict[str, Any]], Any]


def _probe(rule: str, said: str, seed: Any, lines: Lines, passes: int = 1, **leaves: Any) -> Probe:
    """One program: what each leaf's ``.grad`` is after ``backward(seed)``, told by the rule that decides it."""
    label = f"`{rule}`, {said}"

    def run(candidate: Any) -> dict[str, Any]:
        engine = engine_of(candidate)
        made = {name: engine["Tensor"](tensor(value), requires_grad=True) for name, value in leaves.items()}
        for _ in range(passes):
            lines(engine, made).backward(None if seed is None else tensor(seed))
        again = f" after {passes} passes" if passes > 1 else ""
        return {f"{label}: {name}.grad{again}": each.grad for name, each in made.items()}

    return Probe(label, run)


def _diamonds(swapped: bool) -> Lines:
    """Every number in between is used twice: e = c + d and f = c * d, where c = a + b and d = a * b."""

    def lines(engine: dict[str, Any], made: dict[str, Any]) -> Any:
        c, d = engine["add"](made["a"], made["b"]), engine["mul"](made["a"], made["b"])
        e, f = engine["add"](c, d), engine["mul"](c, d)
        return engine["add"](f, e) if swapped else engine["add"](e, f)

    return lines


def _accumulated(candidate: Any) -> dict[str, Any]:
    """What `accumulate` makes of None and of numbers, by itself: every program below needs it."""
    accumulate, g = engine_of(candidate)["Rules"].accumulate, tensor([1.0, 10.0])
    return {
        "`accumulate`, 1 and 10 arrive where None was: the new .grad": accumulate(None, g),
        "`accumulate`, 1 and 10 arrive where 7 and 3 were: the new .grad": accumulate(tensor([7.0, 3.0]), g),
    }


PROBES = (
    Probe("`accumulate`", _accumulated),
    _probe("add", "y = x + b", _G, lambda e, m: e["add"](m["x"], m["b"]), x=_X, b=_G),
    _probe("mul", "y = x * w", _G, lambda e, m: e["mul"](m["x"], m["w"]), x=_X, w=[[2.0, 3.0, 4.0], [5.0, 6.0, 7.0]]),
    _probe("relu", "y = relu(x)", _SIGNED, lambda e, m: e["relu"](m["x"]), x=_WITH_ZERO),
    _probe("mean", "y = mean(x), and 6 arrives", 6.0, lambda e, m: e["mean"](m["x"]), x=_X),
    _probe(
        "cross_entropy",
        "y = cross_entropy(z, …)",
        [[1.0], [10.0]],
        lambda e, m: e["cross_entropy"](m["z"], e["Tensor"](tensor(_LABELS))),
        z=[[0.0, 1.0, 2.0], [1.0, -1.0, 0.5]],
    ),
    _probe("MatMul", "y = x @ w", [[1.0, 10.0], [100.0, 3.0]], lambda e, m: e["matmul"](m["x"], m["w"]), x=_X, w=_W),
    _probe("unbroadcast", "y = x + b, one row b", _G, lambda e, m: e["add"](m["x"], m["b"]), x=_X, b=_ROW),
    _probe("unbroadcast", "y = x * w, one column w", _G, lambda e, m: e["mul"](m["x"], m["w"]), x=_X, w=[[7.0], [8.0]]),
    _probe("backward", "c = a + b; d = a * b; y = (c + d) + c * d", None, _diamonds(False), a=2.0, b=3.0),
    _probe("backward", "c = a + b; d = a * b; y = c * d + (c + d)", None, _diamonds(True), a=2.0, b=3.0),
    _probe(
        "accumulate",
        "y = a * b",
        [1.0, 10.0],
        lambda e, m: e["mul"](m["a"], m["b"]),
        passes=2,
        a=[5.0, 2.0],
        b=[7.0, 3.0],
    ),
)
"""Rule by rule, the simplest first: what fails first is what is wrong."""


@dataclass(frozen=True)
class OwnEngine(Code):
    """A class `Rules`, or a whole engine as a module. Both are tried on the same programs."""

    def read(self, answer: Any) -> Observed | Trouble | Missing:
        if isinstance(answer, ModuleType):
            missing = [name for name in ("Tensor", "sends", "matmul", *PIECES) if not hasattr(answer, name)]
            if missing:
                return Trouble(f"An engine is asked for, and {answer.__name__} has no {missing[0]}.")
            if "yours" not in getattr(answer, "pieces", {"": "yours"}).values():
                return Missing("Every piece of this engine is a shipped solution. Write one of them, and it counts.")
            return observe(answer, self.probes)
        if answer is not ... and not isinstance(answer, type):
            return Trouble(f"The class Rules itself is asked for, or an engine, not {safe_repr(answer)}.")
        return super().read(answer)

    def detail(self, given: Observed, target: Any) -> str:
        """Of an engine, also which piece is to blame: with the solution's piece in its place, all is right."""
        piece = self._to_blame(given.candidate)
        said = super().detail(given, target)
        blamed = f" With the solution's `{piece}` in its place, all {len(PROBES)} programs come out right."
        return f"{said.rstrip('.')}.{blamed}" if piece else said

    def narrowed(self, exercise: Exercise, given: Observed) -> Exercise:
        """The exercise with a question about what is wrong; ``otherwise`` has one for each rule and each piece."""
        piece = self._to_blame(given.candidate)
        rule = next(iter(self.differing(given, self.expected))).split("`")[1]
        about = rule if piece in ("", "Rules") else piece
        return replace(exercise, otherwise={WHOLE: exercise.otherwise.get(about, "")})

    def _to_blame(self, candidate: Any) -> str:
        """The one piece of an engine that is wrong; "" where several are, and for rules alone."""
        if not isinstance(candidate, ModuleType):
            return ""
        shipped, places = namespace(solution()), (vars(candidate), candidate.sends.__globals__)
        for piece in PIECES:
            kept, new = vars(candidate)[piece], shipped[piece]
            if isinstance(new, FunctionType):
                new = FunctionType(new.__code__, candidate.sends.__globals__)  # it calls the candidate's other pieces
            for names in places:
                names[piece] = new
            right = not self.differing(observe(candidate, self.probes), self.expected)
            for names in places:
                names[piece] = kept
            if right:
                return piece
        return ""

    def solution_part(self, target: Any, asks: str) -> Any:
        if self.name == "Rules":
            return super().solution_part(target, asks)
        return "`ex.reveal` of the exercise beside each piece of `print(my_engine)` shows how it can be written."
