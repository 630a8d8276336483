"""The learner's own engine, piece by piece: a walk (lesson 03), `accumulate_grad` (04), shapes (07), rules (11).

`solution` has the shipped source of each piece, and `FRAME` what holds them together: a tensor, its node, and what a
node sends. `namespace` puts an engine together, from a learner's pieces or the shipped ones. Arrays are tensors of this
package that require no gradient, so nothing but the learner's engine makes any.
"""

import linecache
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from itertools import count
from types import FunctionType, ModuleType
from typing import Any

import numpy as np

import autograd_lab

from .. import float32, tensor
from . import own_shapes, own_walk
from .answer_code import Code, Probe
from .exercise import WHOLE, Exercise, Missing, Trouble
from .message import safe_repr
from .observing import Observed, observe

ACCUMULATE_GRAD = """
def accumulate_grad(before, g):
    return g if before is None else before + g
"""
RULES = """
class Rules:
    def add(g, x, b):  # y = x + b
        return g, g

    def mul(g, x, w):  # y = x * w
        return g * w, g * x

    def relu(g, x):  # y = x where x > 0, else 0
        return g * (x > 0)

    def mean(g, x):  # y = the mean of all numbers of x
        return g * al.ones_like(x) / x.numel()

    def cross_entropy(g, z, y):  # each row of y has a 1 at the right digit, else 0
        p = z.softmax(1)
        return g * (p - y)
"""
STARTING = (
    RULES.replace("return g * w, g * x", "return ..., ...")
    .replace("return g * (x > 0)", "return ...")
    .replace("g * (p - y)", "g * (...)")
)
FRAME = '''
class Tensor:
    """An array, and the node that made it. Weights are leaves: they have a node that sends nothing."""

    def __init__(self, data, requires_grad=False, node=None):
        self.data, self.grad = data, None
        self.node = node or (Node(self) if requires_grad else None)

    def backward(self, seed=None):
        """Walk the graph (lesson 03). Then add to each leaf's .grad what has arrived there (lesson 04)."""
        slot = backward(self.node, al.ones_like(self.data) if seed is None else seed)
        for node, total in slot.items():
            if node.leaf is not None:
                node.leaf.grad = accumulate_grad(node.leaf.grad, total)


class Node:
    """One operation: its rule, its inputs, and the arrows to the nodes of these inputs."""

    def __init__(self, leaf=None, rule=None, inputs=()):
        self.leaf, self.rule, self.inputs = leaf, rule, inputs
        self.next_functions = tuple((tensor.node, 0) for tensor in inputs)


def sends(node, received):
    """The messages of a node: its rule's results (lesson 02), each in the shape of its input (lesson 07)."""
    if not node.inputs:
        return []
    made = node.rule(received, *[tensor.data for tensor in node.inputs])
    gradients = made if isinstance(made, tuple) else (made,)
    pairs = zip(node.inputs, gradients)
    return [(one.node, unbroadcast(g, tuple(one.data.shape)).clone()) for one, g in pairs if one.node is not None]


def result(data, rule, *inputs):
    """The result of an operation. It has a node if any of its inputs has a node."""
    needed = any(tensor.node is not None for tensor in inputs)
    return Tensor(data, node=Node(None, rule, inputs) if needed else None)


def add(x, b):
    return result(x.data + b.data, Rules.add, x, b)


def mul(x, w):
    return result(x.data * w.data, Rules.mul, x, w)


def relu(x):
    return result(x.data.clamp(min=0), Rules.relu, x)


def mean(x):
    return result(x.data.mean(), Rules.mean, x)


def cross_entropy(z, y):
    """A column with the loss of each row."""
    return result(-(y.data * z.data.log_softmax(1)).sum(1, keepdim=True), Rules.cross_entropy, z, y)


class Context:
    """The ctx of a Function (lesson 05): it keeps what forward saves for backward."""

    needs_input_grad = (True, True)

    def save_for_backward(self, *tensors):
        self.saved_tensors = tensors


def matmul(x, w):
    ctx = Context()
    y = MatMul.forward(ctx, x.data, w.data)
    return result(y, lambda g, x, w: MatMul.backward(ctx, g), x, w)
'''
PIECES: Mapping[str, tuple[str, str]] = {
    "backward": ("03", own_walk.SOLUTION),
    "accumulate_grad": ("04", ACCUMULATE_GRAD),
    "unbroadcast": ("07", own_shapes.UNBROADCAST),
    "MatMul": ("07", own_shapes.MATMUL),
    "Rules": ("11", RULES),
}
"""What a piece defines → its lesson, and the shipped solution."""
FRAME_NAME = "Tensor"
"""What `FRAME` defines, and no piece does."""
_numbers = count(1)


def solution(**changed: str) -> str:
    """The source of a whole engine: the shipped pieces, some of them replaced by other sources."""
    return "\n\n".join([*(changed.get(name, source) for name, (_, source) in PIECES.items()), FRAME])


def namespace(source: str, **given: Any) -> dict[str, Any]:
    """What a whole engine's source defines; ``given`` are a learner's own things in the place of the shipped ones."""
    name = f"<an engine, put together {next(_numbers)}>"
    found: dict[str, Any] = {"al": autograd_lab, "np": np, "__name__": "my_engine"}
    linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)
    exec(compile(source, name, "exec"), found)
    found.update(given)  # its functions look their names up in this very dict
    return found


def put_together(**changed: str) -> ModuleType:
    """A whole engine as a module, some of its pieces replaced by other sources."""
    made = ModuleType("my_engine")
    made.__dict__.update(namespace(solution(**changed)))
    return made


def put_together_source(**changed: str) -> str:
    """The lines of Python that make this engine."""
    pieces = ", ".join(f"{name}={source!r}" for name, source in changed.items())
    return f"from autograd_lab.exercises.own_engine import put_together\n\nmy_engine = put_together({pieces})"


def engine_of(candidate: Any) -> dict[str, Any]:
    """The engine to be tried: a module's own names; or, around a class `Rules`, the shipped engine."""
    if isinstance(candidate, ModuleType):
        return vars(candidate)
    return namespace(solution(), Rules=candidate)


# ----- what it is tried on --------------------------------------------------------------------------------------------
# What is right is not written down here: the same programs run with the shipped pieces, and a test compares those with
# this package's engine and with PyTorch's.
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


_ARRIVING: tuple[tuple[Any, Any], ...] = ((None, [1, 10]), ([7, 3], [1, 10]), (None, -2.5), (-1.5, -2.75))
"""What `.grad` was, and what arrives."""


def _new_grad(function: Callable, before: Any, g: Any) -> Any:
    """What `accumulate_grad` makes of these."""
    return function(None if before is None else tensor(before, dtype=float32), tensor(g, dtype=float32))


def _new_grad_probe(before: Any, g: Any) -> Probe:
    label = f"`accumulate_grad({before}, {g})`"
    return Probe(label, lambda function: {f"{label}: new .grad": _new_grad(function, before, g)})


def _shared(function: Callable) -> dict[str, Any]:
    """Two leaves that receive one tensor in each of two passes."""
    grads: list[Any] = [None, None]
    for g in (tensor([1.0, 10.0]), tensor([7.0, 3.0])):
        grads = [function(before, g) for before in grads]
    return {f"{_SHARED}: second .grad": grads[1]}


_SHARED = "two leaves that both receive [1, 10], and then [7, 3]"
NEW_GRADS = (*(_new_grad_probe(*each) for each in _ARRIVING), Probe(_SHARED, _shared))
"""`accumulate_grad` by itself, as lesson 04 asks for it."""


def _accumulated(candidate: Any) -> dict[str, Any]:
    """The same in an engine: every program below needs it."""
    function = engine_of(candidate)["accumulate_grad"]
    label = "`accumulate_grad`, given {} and {}: new .grad"
    return {label.format(*each): _new_grad(function, *each) for each in _ARRIVING}


PROBES = (
    Probe("`accumulate_grad`", _accumulated),
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
        "accumulate_grad",
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
                return Trouble(f"{answer.__name__} is not an engine: it has no {missing[0]}.")
            if "yours" not in getattr(answer, "pieces", {"": "yours"}).values():
                return Missing("Every piece of this engine is a shipped solution. Write one yourself, and it counts.")
            return observe(answer, self.probes)
        if answer is not ... and not isinstance(answer, type):
            return Trouble(f"Pass the class Rules itself, or an engine, not {safe_repr(answer)}.")
        return super().read(answer)

    def same(self, given: Observed, target: Any) -> bool:
        """Of several rules that are wrong, the first one decides which mistake it is."""
        first = next(iter(self.differing(given, self.expected)), "")
        if self.name != "Rules" or target == self.solution or not first:
            return super().same(given, target)
        rule, other = first.partition(",")[0], self.observe_source(target)
        is_about = next(iter(self.differing(other, self.expected)), "").startswith(rule)
        return is_about and not any(name.startswith(rule) for name in self.differing(given, other))

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
