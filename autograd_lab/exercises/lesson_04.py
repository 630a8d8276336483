"""Lesson 4, AccumulateGrad: leaves, `.grad`, and the two sums."""

import dis
import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from .. import Tensor, no_grad, set_grad_enabled, tensor
from ..optim import SGD, Optimizer
from ..optim.optimizer import register_optimizer_step_pre_hook
from ..tracing.recording.recorder import record
from ..tracing.trace.trace import Trace
from .answer_code import Case, Code, CodeByCase, Probe
from .answer_values import Choice, Number, Table, among
from .bank import exercise
from .exercise import Exercise, Look, Wrong
from .programs import grad, leaf, recorded, saved, shown_whole

USED_THREE_TIMES = """
x = al.tensor({x}., requires_grad=True)
y = x * x + x
y.backward()
"""
FIRST_IN_W, SECOND_IN_W, FIFTH_IN_W = (Look("GradAccumulated", "AccumulateGrad(w)", nth) for nth in (0, 1, 4))
"""The first, the second and the fifth time that w.grad is written."""
SECOND_IN_SLOT, THIRD_IN_SLOT = (Look("BufferAdded", "AccumulateGrad(x)", nth) for nth in (1, 2))

_SMALL = tuple(range(2, 10))


def _used_three_times(backwards: int = 1, x: int = 3) -> Trace:
    x = leaf(x, "x")
    with record(names={}) as trace:
        for _ in range(backwards):
            (x * x + x).backward()
    return trace


@exercise("L4.W1")
def warm_up_saved() -> Exercise:
    x = leaf(2, "x")
    trace = recorded(x.exp())
    return Exercise(
        prompt="What does the node of `y = x.exp()` keep?",
        form=Choice(("its input", "its result", "both")),
        answer={"self": "its input", "result": "its result"}[next(iter(saved(trace, "ExpBackward0")))],
        wrong=(
            Wrong("its input", "M31").reply("""
                The slope of exp at x is exp(x). To get it from the input, backward would work out exp once more.
                What is the slope of exp where exp(x) is 7?"""),
            Wrong("both", "M27").reply("""
                A node keeps what its rule names and nothing else. This rule names one thing beside what arrives.
                Which one thing is enough to know the slope of exp?"""),
        ),
        trace=trace,
        look=Look("RuleApplied", "ExpBackward0"),
        why="The slope of exp is its own result, so the rule is `grad * result`.",
    )


@exercise("L4.W2")
def warm_up_owed() -> Exercise:
    a, b = leaf(2, "a"), leaf(3, "b")
    y = a * b + a
    trace = recorded(y, y=y)
    counted = next(event for event in trace.events if event.kind == "DependenciesCounted")
    owed = {trace.name(node): count for node, count in counted.counts}
    return Exercise(
        prompt="`y = a * b + a`. For how many messages must AccumulateGrad(a) wait?",
        form=Choice(("1", "2", "3")),
        answer=str(owed["a"]),
        wrong=(
            Wrong("1", "M9").reply("""
                One node, but not one message: every place where a is used sends a message of its own.
                In which operations does a take part?"""),
            Wrong("3", "S18").reply("""
                Three letters stand in the formula, but not each of them is an a. The message for b goes to b.
                In which operations does a take part?"""),
        ),
        trace=trace,
        look=Look("DependenciesCounted"),
        why="Two edges lead to it, one from the product and one from the sum.",
    )


@exercise("L4.P1")
def how_many_runs() -> Exercise:
    trace = _used_three_times()
    runs = [k for k in trace.find("NodeVisited", name="AccumulateGrad") if trace.label(trace[k].node).endswith("(x)")]
    return Exercise(
        prompt="x is used three times. How often does AccumulateGrad(x) run?",
        form=Choice(("1", "2", "3")),
        answer=str(len(runs)),
        wrong=(
            Wrong("2", "M19").reply("""
                Two operations use x, but a node does not run whenever an operation sends it something.
                What does AccumulateGrad(x) do while a message is still missing?"""),
            Wrong("3", "M19").reply("""
                Three messages do arrive, but a message is not a run: what arrives lies in the slot first.
                What does AccumulateGrad(x) do while a message is still missing?"""),
        ),
        trace=trace,
        look=Look("NodeVisited", "AccumulateGrad(x)"),
        waits=True,
        why="Three messages, one slot, one run with their sum.",
    )


@exercise("L4.P2", x=_SMALL)
def sum_in_the_slot(x: int = 3) -> Exercise:
    trace = _used_three_times(x=x)
    return Exercise(
        prompt="What is `x.grad` after `y.backward()`?",
        program=USED_THREE_TIMES.format(x=x),
        form=among(1, x, 2 * x, 2 * x + 1),
        answer=str(grad(trace, "x")),
        wrong=(
            Wrong("1", "M9", SECOND_IN_SLOT).reply("""
                1 is the message that the sum sends straight to x. The product sends to x as well.
                How many arrows end at x?"""),
            Wrong(str(x), "M9", SECOND_IN_SLOT).reply(f"""
                {x} is one message of the product. A message does not replace the messages that came before it.
                What is done with messages that meet in one slot?"""),
            Wrong(str(2 * x), "S18").reply(f"""
                {2 * x} is what the product sends, along its two edges. The lone `+ x` sends a message as well.
                How many arrows end at x?"""),
        ),
        trace=trace,
        look=THIRD_IN_SLOT,
        waits=True,
        asks="x.grad",
        why=f"1 + {x} + {x} = {2 * x + 1}, added in the slot before AccumulateGrad runs.",
    )


@exercise("L4.P3", x=_SMALL)
def second_backward(x: int = 3) -> Exercise:
    trace = _used_three_times(2, x)
    first = 2 * x + 1
    return Exercise(
        prompt=f"`x.grad` is {first}. Now y is computed again and `y.backward()` is called again. What is `x.grad`?",
        program=USED_THREE_TIMES.format(x=x),
        form=among(first, 2 * first, first**2),
        answer=str(grad(trace, "x")),
        wrong=(
            Wrong(str(first), "M7").reply("""
                backward does not set .grad anew, and no line cleared it between the two passes.
                What stands in x.grad when the second backward comes to AccumulateGrad(x)?"""),
            Wrong(str(first**2), "S5").reply("""
                What was there and what comes now do meet in .grad, but nothing multiplies them.
                What would x.grad be at the end if it had held 100 before?"""),
        ),
        trace=trace,
        look=Look("GradAccumulated", "AccumulateGrad(x)", 1),
        waits=True,
        asks="x.grad",
        why=f"{first} was there, and AccumulateGrad adds {first}. Set `x.grad = None` to start afresh.",
    )


LOOP = """
w = al.tensor(0., requires_grad=True)
for step in range(8):
    loss = (w - 4) ** 2 / 2
    loss.backward()
    with al.no_grad():
        w -= 0.5 * w.grad        # and no line clears w.grad
"""


def _loop(steps: int, clears: bool) -> Trace:
    w = leaf(0, "w")
    with record(names={}) as trace:
        for _ in range(steps):
            if clears:
                w.grad = None
            ((w - 4) ** 2 / 2).backward()
            with no_grad():
                w -= 0.5 * w.grad
    return trace


@exercise("L4.P4")
def loop_without_zero_grad() -> Exercise:
    right = "w shoots past 8 and swings back"
    return Exercise(
        prompt="The best w is 4. What does this loop do?",
        setup=LOOP,
        form=Choice(("w comes closer to 4 in every step", right, "w grows without end")),
        answer=right,
        wrong=(
            Wrong("w comes closer to 4 in every step", "M7", SECOND_IN_W).reply("""
                That is what a loop does that clears w.grad. Here each new gradient is added to all the old ones.
                Which gradient does the second step use: that of the second loss, or a sum?"""),
            Wrong("w grows without end", "S19").reply("""
                The gradients are added, but they do not all have the same sign: beyond 4 they point back.
                What is the sign of the gradient at w = 7?"""),
        ),
        trace=_loop(8, clears=False),
        look=FIFTH_IN_W,
        why="The old gradients push on like momentum: w goes 2, 5, 7.5, 8.25 and then back.",
    )


BATCHES = """
w = al.tensor(0., requires_grad=True)
# full batch: x = 1, 2, 3, 4 and t = {times} * x; loss = ((w*x - t)**2).mean() gives w.grad = {full}
for x, t in [(x[:2], t[:2]), (x[2:], t[2:])]:
    ((w * x - t) ** 2).mean().backward()
"""


def _batches(size: int, x: tuple[float, ...] = (1, 2, 3, 4), times: int = 2) -> list:
    parts = [x[i : i + size] for i in range(0, len(x), size)]
    return [(tensor([float(k) for k in part]), tensor([float(times * k) for k in part])) for part in parts]


def _backwards(batches: list, start: float = 0, parts: int = 1) -> Trace:
    """A backward for each batch, its loss divided by ``parts``."""
    w = leaf(start, "w")
    with record(names={}) as trace:
        for x, t in batches:
            loss = ((w * x - t) ** 2).mean()
            (loss if parts == 1 else loss / parts).backward()
    return trace


@exercise("L4.P5", times=(4, 6, 8, 10, 12))
def micro_batches(times: int = 2) -> Exercise:
    trace = _backwards(_batches(2, times=times))
    first, both, full = -5 * times, grad(trace, "w"), -15 * times
    return Exercise(
        prompt=f"""
            With all four examples at once, `w.grad` is {full}. Here they come in two batches of two. What is `w.grad`
            now?""",
        setup=BATCHES.format(times=times, full=full),
        form=Choice((str(full), str(both), str(full // 2))),
        answer=str(both),
        wrong=(
            Wrong(str(full), "M12").reply("""
                The full batch divides its sum by 4. Each small batch divides its own by 2, and .grad divides nothing.
                By what would each small batch have to divide, to bring its share of the full mean?"""),
            Wrong(str(full // 2), "S20").reply("""
                Each mean has divided by the size of its batch already, and nothing divides after that.
                What happens in w.grad when the second batch's gradient comes?"""),
        ),
        trace=trace,
        look=SECOND_IN_W,
        asks="w.grad",
        why=f"{first} and {both - first} are added. To get {full}, divide each loss by the number of batches.",
    )


LEAVES = """
data = al.tensor([1., 2.])
w = al.tensor([3., 4.], requires_grad=True)
hidden = data * w
loss = hidden.sum()
cut = w.detach()
new = al.zeros(1)
loss.backward()
"""
_KEEPS, _EMPTY, _NO_LEAF = "a leaf that gets a .grad", "a leaf that gets none", "no leaf"


def _kind(item: Any) -> str:
    return _NO_LEAF if not item.is_leaf else _KEEPS if item.requires_grad else _EMPTY


_MADE_BY = "A leaf is a tensor that no recorded operation made."
_WRONG_KINDS = (
    Wrong({"data": _KEEPS}, "M2").reply("""
        data: a tensor gets a .grad only where a line asks for one.
        Which line asks for a gradient of data?"""),
    Wrong({"data": _NO_LEAF}, "M2").reply(f"""
        data: {_MADE_BY}
        Which operation made data?"""),
    Wrong({"w": _EMPTY}, "M2").reply("""
        w: a leaf gets a .grad when two things hold: it requires one, and the loss was made with it.
        Which of the two fails for w?"""),
    Wrong({"w": _NO_LEAF}, "M2").reply(f"""
        w: {_MADE_BY} That others use it does not count.
        Which operation made w?"""),
    Wrong({"hidden": _KEEPS}, "M1").reply("""
        hidden: a gradient does arrive for it. The question is where that gradient is kept, and by which kind of node.
        Which node made hidden, and does that node write a .grad?"""),
    Wrong({"hidden": _EMPTY}, "M2").reply("""
        hidden: right, it gets no .grad. But whether it is a leaf depends on where it comes from.
        Which operation made hidden?"""),
    Wrong({"loss": _KEEPS}, "M2").reply("""
        loss: it stands at the edge of the picture, but a leaf is where a path ends, not where it starts.
        Which node made loss?"""),
    Wrong({"loss": _EMPTY}, "M2").reply("""
        loss: right, it gets no .grad. But that is not what makes a leaf, and neither is standing at the edge.
        Which node made loss?"""),
    Wrong({"cut": _KEEPS}, "M1").reply("""
        cut: it shares w's numbers, not its place in the graph.
        Which edge leads to cut?"""),
    Wrong({"cut": _NO_LEAF}, "M2").reply("""
        cut: detach gives the same numbers without their history, and records nothing.
        What is cut.grad_fn?"""),
    Wrong({"new": _KEEPS}, "M2").reply("""
        new: it takes no part in loss, and no line asks for a gradient of it.
        Which edge leads to new?"""),
    Wrong({"new": _NO_LEAF}, "M2").reply("""
        new: it was made from nothing, and nothing was recorded.
        What is new.grad_fn?"""),
)


@exercise("L4.P6")
def leaf_or_not() -> Exercise:
    data, w = tensor([1.0, 2.0], name="data"), leaf([3.0, 4.0], "w")
    hidden = data * w
    loss = hidden.sum()
    trace = recorded(loss, hidden=hidden, loss=loss)
    items = {"data": data, "w": w, "hidden": hidden, "loss": loss, "cut": w.detach(), "new": tensor([0.0])}
    row = Choice((_KEEPS, _EMPTY, _NO_LEAF))
    return Exercise(
        prompt="What is each of these tensors?",
        setup=LEAVES,
        form=Table(dict.fromkeys(items, row)),
        answer={name: _kind(item) for name, item in items.items()},
        wrong=_WRONG_KINDS,
        trace=trace,
        look=FIRST_IN_W,
        looks={
            "loss": Look("RuleApplied", "SumBackward0"),
            "hidden": Look("RuleApplied", "MulBackward0"),
            "data": Look("EdgeSkipped", "MulBackward0"),
        },
        why="""
            w is a leaf and requires a gradient. data, cut and new are leaves that require none.
            Operations made hidden and loss.""",
    )


TWICE = """
a = al.tensor(3., requires_grad=True)
b = al.tensor(2., requires_grad=True)
c = a + b
d = al.tensor({d}., requires_grad=True)
e = c * d
for _ in range(2):
    e.backward(retain_graph=True)
"""


@exercise("L4.P7", d=(4, 6, 7, 8, 9))
def what_is_remembered(d: int = 1) -> Exercise:
    program = TWICE.format(d=d)
    trace, _ = shown_whole(program)
    return Exercise(
        prompt="Two backwards over one graph. What is `a.grad`?",
        setup=program,
        form=among(d, 2 * d, 3 * d),
        answer=str(grad(trace, "a")),
        wrong=(
            Wrong(str(d), "M7").reply(f"""
                {d} is what one pass brings. No line clears a.grad between the two.
                What stands in a.grad when the second backward comes to AccumulateGrad(a)?"""),
            Wrong(str(3 * d), "M8").reply("""
                For that, c would have to hand on what came to it in the first pass as well.
                What lies in the slot of the node of c when the second backward begins?"""),
        ),
        trace=trace,
        look=Look("GradAccumulated", "AccumulateGrad(a)", 1),
        asks="a.grad",
        why=f"Each pass brings {d}: the slots of nodes are new in every backward. Only leaves keep what came.",
    )


PIECES = """
w = al.tensor({w}., requires_grad=True)
({k} * w).backward()
(w * w).backward()
"""


@exercise("L4.P8", k=_SMALL, w=_SMALL)
def loss_in_pieces(k: int = 3, w: int = 2) -> Exercise:
    program = PIECES.format(k=k, w=w)
    trace, _ = shown_whole(program)
    together = k + 2 * w
    return Exercise(
        prompt=f"""
            `({k} * w + w * w).backward()` gives `w.grad` = {together}. And a backward for each of the two pieces?""",
        setup=program,
        form=among(2 * w, together, 2 * w * k),
        answer=str(grad(trace, "w")),
        wrong=(
            Wrong(str(2 * w), "M10").reply(f"""
                {2 * w} is what the second piece brings. A loss that is cut in two has the same slopes as the whole.
                What did the first backward leave in w.grad?"""),
            Wrong(str(2 * w * k), "S5").reply(f"""
                {2 * w * k} multiplies what the two bring. Nothing in .grad multiplies.
                What would it be if the second piece brought 0?"""),
        ),
        trace=trace,
        look=SECOND_IN_W,
        asks="w.grad",
        why=f"{k} from the first piece and {2 * w} from the second: the gradient of a sum is the sum of the gradients.",
    )


CLEARED = """
optimizer = al.optim.SGD([u, w], lr=0.5, momentum=0.5)
(u + 2 * w).backward()
optimizer.step()

# in A: optimizer.zero_grad()                     None
# in B: optimizer.zero_grad(set_to_none=False)    zeros

(3 * w).backward()
optimizer.step()
"""


def _second_step_of_u(set_to_none: bool) -> float:
    """By how much the second step of `CLEARED` moves u, which its loss does not use."""
    u, w = leaf(10, "u"), leaf(20, "w")
    optimizer = SGD([u, w], lr=0.5, momentum=0.5)
    (u + 2 * w).backward()
    optimizer.step()
    optimizer.zero_grad(set_to_none=set_to_none)
    before = u.item()
    (3 * w).backward()
    optimizer.step()
    return u.item() - before


@exercise("L4.P9")
def none_or_zeros() -> Exercise:
    moves_in_a = _second_step_of_u(set_to_none=True) != 0
    with record(names={}) as trace:
        moves_in_b = _second_step_of_u(set_to_none=False) != 0
    options = {(True, True): "in both", (True, False): "in A", (False, True): "in B", (False, False): "in neither"}
    return Exercise(
        prompt="The second loss does not use u. Does the second step move u all the same?",
        setup=CLEARED,
        form=Choice(tuple(options.values()), told_by_a_step=False),
        answer=options[moves_in_a, moves_in_b],
        wrong=(
            Wrong("in both", "M13").reply("""
                Momentum would carry u on in both, if both were asked. But step() passes over a parameter without a
                gradient.
                In which of the two does step() find something in u.grad?"""),
            Wrong("in A", "M6").reply("""
                None is no gradient, so step() passes over u there.
                What does step() do with a parameter whose gradient is there, and is a number?"""),
            Wrong("in neither", "M13").reply("""
                A zero is a gradient like any other, and step() works with it. This optimizer has momentum.
                What does momentum still have of the first gradient?"""),
        ),
        trace=trace,
        look=SECOND_IN_W,
        why="A parameter with None is passed over. One with a zero takes its step, and momentum carries it on.",
    )


@exercise("L4.1", a=(3, 4, 5, 6), b=(2, 3, 4, 5, 6), c=(2, 3, 4, 5, 6))
def reused_factor(a: int = 2, b: int = 3, c: int = 4) -> Exercise:
    x, y, z = leaf(a, "a"), leaf(b, "b"), leaf(c, "c")
    trace = recorded(x * y + x * z)
    total = b + c
    and_value = " (It is also the value of y, but a gradient is no value.)" if a == 2 else ""
    return Exercise(
        prompt=f"`y = a*b + a*c` with a = {a}, b = {b}, c = {c}. After one `y.backward()`: the three gradients.",
        form=Table({"a": Number(), "b": Number(), "c": Number()}),
        answer={name: grad(trace, name) for name in "abc"},
        wrong=(
            Wrong({"a": 2 * total, "b": 2 * a, "c": 2 * a}).reply("""
                Each of the three is twice what one run gives: that is what a second run leaves in .grad.
                Was a.grad None before your y.backward()?"""),
            Wrong({"a": b}, "M9").reply(f"""
                a: {b} is the message of a*b alone. a is used by both products.
                What does a*c send to a?"""),
            Wrong({"a": c}, "M9").reply(f"""
                a: {c} is the message of a*c alone. It does not replace what a*b sends.
                What is done with messages that meet in one slot?"""),
            Wrong({"a": b * c}, "S5").reply(f"""
                a: {b * c} multiplies the two paths. Links along one path multiply; different paths do not.
                What would a.grad be if c were 0?"""),
            Wrong({"a": a}, "S2").reply(f"""
                a: {a} is a's own value. The slope of a product in a is the value of the other factor.
                If b and c were 0, could a matter?"""),
            Wrong({"a": 2 * total}).reply(f"""
                a: {2 * total} is what a second run leaves, when a.grad still holds what the first run wrote.{and_value}
                Was a.grad None before your y.backward()?"""),
            Wrong({"b": b}, "S2").reply(f"""
                b: {b} is b's own value. The slope of a*b in b is the value of the other factor.
                If a were 0, could b matter?"""),
            Wrong({"c": c}, "S2").reply(f"""
                c: {c} is c's own value. The slope of a*c in c is the value of the other factor.
                If a were 0, could c matter?"""),
        ),
        trace=trace,
        look=Look("BufferAdded", "AccumulateGrad(a)", 1),
        looks={"b": Look("RuleApplied", "MulBackward0", 1), "c": Look("RuleApplied", "MulBackward0", 0)},
        why=f"a gets {b} from one product and {c} from the other, together {total}; b and c each get a = {a}.",
        hints=(
            "Draw the arrows that end at a, at b, at c. How many are there at each?",
            "Each product sends to one factor the value of its other factor. What happens where messages meet?",
            f"The slot of a gets {b} and {c}. b and c each have one arrow, with the value of a on it.",
        ),
    )


_CLEAR, _BACKWARD, _STEP = "optimizer.zero_grad()", "loss.backward()", "optimizer.step()"


def _train_step(*calls: str) -> str:
    lines = ("def train_step(w, optimizer):", "loss = (w - 4) ** 2 / 2", *calls)
    return "\n" + "\n    ".join(lines) + "\n"


TRAIN = _train_step(_CLEAR, _BACKWARD, _STEP)


class _Watched:
    """An optimizer that notes what it finds in w.grad whenever it is asked to step."""

    def __init__(self, w: Tensor):
        self._optimizer, self._w, self.found = SGD([w], lr=0.5), w, []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._optimizer, name)

    def drives(self, optimizer: Optimizer) -> bool:
        """Whether this is the optimizer that is watched."""
        return optimizer is self._optimizer

    def step(self) -> None:
        self.found.append(None if self._w.grad is None else self._w.grad.item())
        self._optimizer.step()


_W = tuple(f"w after step {n}" for n in (1, 2, 3, 4))
_STEPPED, _RAN = "whether optimizer.step() is called each time", "whether backward runs before each step"
_READ, _AT_END = "w.grad at each optimizer.step()", "w.grad at the end"
_UNCALLED, _RENAMED = "why something is not called", "the name w goes to another tensor"
_REACHED, _OTHER = "whether a backward writes w.grad", "whether another optimizer steps"


def _train_probe(train_step: Any) -> dict:
    w = leaf(0, "w")
    optimizer = _Watched(w)
    way, stepping = [], []
    with record(names={}) as trace, register_optimizer_step_pre_hook(lambda each, *_: stepping.append(each)):
        for _ in _W:
            train_step(w, optimizer)
            way.append(w.item())
    return {
        **dict(zip(_W, way, strict=True)),
        _STEPPED: len(optimizer.found) == len(_W),
        _READ: optimizer.found,
        _RAN: len(trace.backwards) >= len(_W),
        _AT_END: None if w.grad is None else w.grad.item(),
        _UNCALLED: _why_uncalled(train_step, {"backward": trace.backwards, "step": stepping}),
        _RENAMED: not any(way) and _gives_away_the_name(train_step, "w"),
        _REACHED: any(trace.name(trace[k].node) == "w" for k in trace.find("GradAccumulated")),
        _OTHER: any(not optimizer.drives(each) for each in stepping),
    }


def _why_uncalled(function: Any, calls: Mapping[str, Sequence]) -> str:
    """The methods that a function names and never called, or "yield"; ``calls`` has the calls of each method."""
    if inspect.isgeneratorfunction(function):
        return "yield"
    named = getattr(getattr(function, "__code__", None), "co_names", ())
    return ", ".join(name for name, made in calls.items() if name in named and not made)


def _gives_away_the_name(function: Any, name: str) -> bool:
    """Whether an assignment in the function is to this name (``w -= …`` is one, too)."""
    code = getattr(function, "__code__", None)
    stores = [each for each in dis.get_instructions(code) if each.opname.startswith("STORE_FAST")] if code else []
    return any(name == each.argval or (isinstance(each.argval, tuple) and name in each.argval) for each in stores)


def _nothing_ran(results: Any) -> bool:
    still = all(results.get(name) == 0 for name in _W) and results.get(_AT_END) is None
    return still and not (results.get(_READ) or results.get(_RAN) or results.get(_UNCALLED))


_BY_HAND = "with al.no_grad():\n        w += (4 - w) / 2"


_WRONG_STEPS = (
    Wrong(_train_step(_BACKWARD, _STEP), "M7").reply("""
        No call clears w.grad, so each step uses the sum of all gradients so far, and w swings past 4.
        What stands in w.grad before the second backward?"""),
    Wrong(_train_step(_BACKWARD, _CLEAR, _STEP), "S21", FIRST_IN_W).reply("""
        w never moves: after backward has written w.grad, it is cleared before step() has read it.
        What does step() find in w.grad?"""),
    Wrong(_train_step(_CLEAR, _STEP, _BACKWARD), "M11", FIRST_IN_W).reply("""
        w never moves: step() reads w.grad, but the call that writes it comes later, and then it is cleared.
        Which of the three calls writes w.grad?"""),
    Wrong(_train_step(_STEP, _CLEAR, _BACKWARD), "S21", FIRST_IN_W).reply("""
        step() comes first, so it uses what the last round left: the gradient of a loss at an older w.
        In the very first round: what does step() find in w.grad?"""),
    Wrong(_train_step(_CLEAR, _BACKWARD), "S22", FIRST_IN_W).reply("""
        The gradient is there, but no call uses it: backward writes .grad and leaves w as it is.
        Which of the three calls changes w?"""),
    Wrong(_train_step(_CLEAR, _STEP), "M11", FIRST_IN_W).reply("""
        step() has no link to the loss: it reads .grad, and in your train_step no call writes there.
        Which of the three calls writes w.grad?"""),
    Wrong(_train_step(_BACKWARD), "S22", FIRST_IN_W).reply("""
        backward is the only call that runs. It adds to w.grad round after round, and leaves w as it is.
        Which of the three calls changes w?"""),
    Wrong(_train_step(_CLEAR, _BACKWARD, _STEP, _STEP), "", FIRST_IN_W).reply("""
        step() runs twice for each backward, so w moves twice by one and the same gradient.
        What does the second step() find in w.grad, and which loss is that the gradient of?"""),
    Wrong(_train_step(_CLEAR, "loss.detach().requires_grad_().backward()", _STEP), "", FIRST_IN_W).reply("""
        w never moves: a backward runs, but it does not come to w. On the way from loss to w something is cut off.
        On which tensor is your backward called, and what is the grad_fn of that tensor?"""),
    Wrong(_train_step("optimizer = al.optim.SGD([w], lr=0.5)", _CLEAR, _BACKWARD, _STEP), "", FIRST_IN_W).reply("""
        w goes the right way, but by an optimizer that your train_step makes anew in each round. The one that was handed
        in never steps, and with momentum yours would have forgotten it each time.
        What is the parameter `optimizer` of train_step for?"""),
    Wrong(_train_step(_CLEAR, _BACKWARD, "optimizer.step"), "", FIRST_IN_W).reply("""
        No step ran. `optimizer.step` alone is the name of a method: nothing is called without brackets.
        How is your backward written, and how is your step?"""),
    Wrong(_train_step(_CLEAR, "loss.backward", _STEP), "", FIRST_IN_W).reply("""
        No backward ran. `loss.backward` alone is the name of a method: nothing is called without brackets.
        How is `optimizer.step()` written, and how is your backward?"""),
    Wrong(_train_step("loss.backward", "optimizer.step"), "", FIRST_IN_W).reply("""
        Your train_step names its methods and calls none of them: nothing is called without brackets.
        How is a function written when it is to run?"""),
    Wrong(_train_step(_CLEAR, _BACKWARD, "w = w - 0.5 * w.grad"), "", FIRST_IN_W).reply("""
        Your line uses w.grad, but `w = …` changes no tensor: inside train_step it gives the name w to another tensor,
        and the one that was handed in stays as it was.
        Which of the three calls changes w itself?"""),
    Wrong(_train_step(_CLEAR, _BACKWARD, "with al.no_grad():\n        w -= 0.5 * w.grad"), "", FIRST_IN_W).reply("""
        w goes the right way, but optimizer.step() is never called: a line of yours does its work for this one w.
        Which of the three calls would do the same for every parameter that the optimizer has?"""),
    Wrong(_train_step(_CLEAR, _BACKWARD, _STEP, "yield"), "", FIRST_IN_W).reply("""
        `yield` makes a generator of train_step: calling it runs none of its lines.
        Which word in your train_step is not needed, since nothing has to be given back?"""),
    Wrong(_train_step(_BY_HAND), "", FIRST_IN_W).reply("""
        w goes the right way, but no backward ran and the optimizer never stepped: your code moves w by itself.
        What would your line do if the loss were another one?"""),
)


@exercise("L4.2")
def repair_the_loop() -> Exercise:
    return Exercise(
        prompt="""
            Complete one step of training, so that w goes 2, 3, 3.5, 3.75:
            the gradient of this loss and of no other must be in `w.grad` when the optimizer steps.""",
        form=Code(
            name="train_step",
            starting=_train_step(f"...  # three calls: {_STEP}, {_CLEAR}, {_BACKWARD}"),
            solution=TRAIN,
            probes=(Probe("four calls of train_step", _train_probe),),
            notes=frozenset({_AT_END, _UNCALLED, _RENAMED, _REACHED, _OTHER}),
            untouched=_nothing_ran,
            nothing="train_step does nothing yet: w stays 0, and w.grad stays None.",
        ),
        answer=TRAIN,
        wrong=_WRONG_STEPS,
        trace=_loop(3, clears=True),
        look=SECOND_IN_W,
        why="Clear, write, read: then each step uses the gradient of its own loss.",
        hints=(
            "backward adds to w.grad, step reads w.grad, zero_grad clears it. Which call must come before which?",
            "Between backward and step nothing may touch w.grad; before backward it must be empty.",
            "`optimizer.zero_grad()`, then `loss.backward()`, then `optimizer.step()`.",
        ),
    )


_ACCUMULATE = """
def accumulate(w, batches):
    for x, t in batches:
        loss = ((w * x - t) ** 2).mean()
        {}
"""
ACCUMULATE = _ACCUMULATE.format("(loss / len(batches)).backward()")
_OTHERS = (1, 1, 2, 2, 1, 1)


_CUTS: dict[str, tuple[int, Callable[[], list]]] = {
    "one batch of 4": (0, lambda: _batches(4)),
    "two batches of 2": (0, lambda: _batches(2)),
    "four batches of 1": (0, lambda: _batches(1)),
    "three batches of 2 (other numbers)": (1, lambda: _batches(2, _OTHERS, 3)),
}
"""Where w starts, and the batches."""


def _accumulate_probe(where: str) -> Probe:
    start, batches = _CUTS[where]

    def run(accumulate: Any) -> dict:
        w = leaf(start, "w")
        with record(names={}) as trace:
            accumulate(w, batches())
        return {f"{where}: w.grad": w.grad, f"{where}: whether backward ran": bool(trace.backwards)}

    return Probe(where, run)


def _undivided(where: str) -> Case:
    """What a wrong answer is compared with: the same batches, where nothing is divided, up to the last of them."""
    start, batches = _CUTS[where]
    return lambda: _backwards(batches(), start), Look("GradAccumulated", "AccumulateGrad(w)", len(batches()) - 1)


_WRONG_SUMS = (
    Wrong(_ACCUMULATE.format("loss.backward()"), "M12").reply("""
        The sum of the batches' means is not the mean of all: the more batches, the more it is.
        What must be done to the sum of two means to get the mean of all?"""),
    Wrong(_ACCUMULATE.format("(loss / len(batches) / len(x)).backward()"), "S20").reply("""
        You divide by the size of a batch as well, and mean() has done that already.
        What does mean() divide by?"""),
    Wrong(_ACCUMULATE.format("(loss / len(x)).backward()"), "S20").reply("""
        You divide by the size of a batch, as mean() has done already. With two batches of two the mistake does
        not show, since there both numbers are the same.
        With one batch of four: must anything be divided at all?"""),
    Wrong(_ACCUMULATE.format("(loss / 2).backward()")).reply("""
        You divide by 2, whatever the number of batches is.
        With one batch of four: must anything be divided at all?"""),
    Wrong(_ACCUMULATE.format("w.grad = None\n        (loss / len(batches)).backward()"), "S23").reply("""
        Only the last batch's share is in w.grad: either the others are cleared away, or backward runs after the loop.
        For two batches: how often does your backward run, and is anything cleared in between?"""),
    Wrong(_ACCUMULATE.format("w.grad = None\n        loss.backward()"), "S23").reply("""
        Only the last batch is in w.grad: either the others are cleared away, or backward runs after the loop.
        How many backwards are needed for two batches, and what may be cleared between them?"""),
    Wrong(_ACCUMULATE.format("(loss / 4).backward()")).reply("""
        You divide by 4, whatever the number of batches is.
        With one batch of four: must anything be divided at all?"""),
    Wrong(_ACCUMULATE.format("loss.backward()\n        w.grad /= len(batches)")).reply("""
        Your loop divides all of w.grad in each round, so what came early is divided again and again.
        With two batches: how often is the first one's gradient divided, and how often the second one's?"""),
    Wrong(_ACCUMULATE.format("(loss / len(batches)).backward()\n        w.grad = None")).reply("""
        backward has run, and yet w.grad is None at the end: a line of yours clears it after the last backward.
        What should stand in w.grad when accumulate is over?"""),
    Wrong(_ACCUMULATE.format("(loss / len(batches)).backward()\n        return")).reply("""
        Only the first batch's share is in w.grad: the loop is over after one round. Often a `return` stands inside it.
        How often does your backward run when there are two batches?"""),
    Wrong(_ACCUMULATE.format("loss.backward()\n        return")).reply("""
        w.grad has the first batch and no other: the loop is over after one round. Often a `return` stands inside it.
        How often does your backward run when there are two batches?"""),
    Wrong(_ACCUMULATE.format("w.grad = al.tensor(-30.0)")).reply("""
        w.grad holds a number that your code put there: no backward wrote it, and other examples need another.
        Which call writes into w.grad?"""),
)


@exercise("L4.3")
def add_up_batches() -> Exercise:
    return Exercise(
        prompt="""
            Complete `accumulate(w, batches)` so that `w.grad` ends as it would for one big batch, whatever the numbers:
            for the four examples of this lesson -30, however they are cut into batches of equal size.""",
        form=CodeByCase(
            name="accumulate",
            starting=_ACCUMULATE.format("...  # one line"),
            solution=ACCUMULATE,
            probes=tuple(map(_accumulate_probe, _CUTS)),
            cases={where: _undivided(where) for where in _CUTS},
            untouched=lambda results: not any(results.values()),
            nothing="accumulate writes no gradient yet: w.grad is None at the end.",
        ),
        answer=ACCUMULATE,
        wrong=_WRONG_SUMS,
        trace=_backwards(_batches(2), parts=2),
        look=SECOND_IN_W,
        why="Each loss is divided by the number of batches, and .grad adds up.",
        hints=(
            "The mean of all four is made of the means of the parts. How?",
            "Divide each part by the number of parts, and let .grad add them up.",
            "`(loss / len(batches)).backward()`",
        ),
    )


UPDATES = """
# A
w = w - 0.5 * w.grad

# B
with al.no_grad():
    w = w - 0.5 * w.grad

# C
with al.no_grad():
    w -= 0.5 * w.grad

# D
w -= 0.5 * w.grad
"""
_WORKS, _NONE = "works", "w.grad is None from now on"
_NO_GRAPH = "error at the next backward: w does not require grad"
_LEAF = "error at once: a leaf is changed in place"


def _update(which: str, w: Tensor) -> Tensor:
    with set_grad_enabled(which in "AD"):
        if which in "AB":
            return w - 0.5 * w.grad
        w -= 0.5 * w.grad
        return w


def _outcome(which: str) -> str:
    """Two rounds of training with one of the four updates; what is called w is cleared in between."""
    w = leaf(0, f"w_{which}")
    ((w - 4) ** 2 / 2).backward()
    try:
        w = _update(which, w)
    except RuntimeError:
        return _LEAF
    w.grad = None
    try:
        ((w - 4) ** 2 / 2).backward()
    except RuntimeError:
        return _NO_GRAPH
    return _WORKS if w.is_leaf else _NONE


def _in_w(which: str, nth: int) -> Look:
    return Look("GradAccumulated", f"AccumulateGrad(w_{which})", nth)


_WRONG_UPDATES = (
    Wrong({"A": _WORKS}, "M5").reply("""
        A: `w = …` changes no tensor. From then on the name w stands for the result of a recorded subtraction.
        Into which tensor does the next backward write, the new w or the old one?"""),
    Wrong({"A": _NO_GRAPH}, "M4").reply("""
        A: here the subtraction is recorded, so the new w is part of a graph.
        What is w.grad_fn after this line?"""),
    Wrong({"A": _LEAF}).reply("""
        A: there is no `-=` here. The old tensor keeps its value; `w = …` gives the name to another one.
        How many tensors are there after this line?"""),
    Wrong({"B": _WORKS}, "M4").reply("""
        B: `w = …` makes a new tensor, and no_grad switches recording off while it is made.
        What is w.requires_grad after this line?"""),
    Wrong({"B": _NONE}, "M5").reply("""
        B: that would happen if the subtraction were recorded. What no_grad switches off is the recording.
        What is w.requires_grad after this line?"""),
    Wrong({"B": _LEAF}).reply("""
        B: there is no `-=` here, so no tensor is changed in place.
        How many tensors are there after this line?"""),
    Wrong({"C": _LEAF}, "M38").reply("""
        C: the danger of a change in place is that it would be recorded.
        What does no_grad switch off?"""),
    Wrong({"C": _NONE}, "M5").reply("""
        C: `-=` makes no new tensor, it writes into the one that is there.
        Is w the same leaf after this line as before?"""),
    Wrong({"C": _NO_GRAPH}, "M4").reply("""
        C: `-=` makes no new tensor, it writes into the one that is there; and w itself was made outside of no_grad.
        What is w.requires_grad after this line?"""),
    Wrong({"D": _WORKS}, "M38").reply("""
        D: here recording is on, so the subtraction would become part of w's own history.
        Which node would have made w then, and would w still be a leaf?"""),
    Wrong({"D": _NONE}, "M5").reply("""
        D: `-=` makes no new tensor that the name w could go to. It writes into the leaf, while recording is on.
        Which node would have made w then, and would w still be a leaf?"""),
    Wrong({"D": _NO_GRAPH}, "M4").reply("""
        D: no_grad does not stand here: w requires a gradient, before this line and in it.
        Which node would have made w then, and would w still be a leaf?"""),
)


@exercise("L4.4")
def four_updates() -> Exercise:
    with record(names={}) as trace:
        outcomes = {which: _outcome(which) for which in "ABCD"}
    row = Choice((_WORKS, _NONE, _NO_GRAPH, _LEAF))
    return Exercise(
        prompt="""
            Four ways to write the update of w in a training loop.
            What becomes of each? (C and D differ in one line.)""",
        setup=UPDATES,
        form=Table(dict.fromkeys("ABCD", row)),
        answer=outcomes,
        wrong=_WRONG_UPDATES,
        trace=trace,
        look=_in_w("C", 1),
        looks={"A": _in_w("A", 1), "B": _in_w("B", 0), "D": _in_w("D", 0)},
        why="""
            An update must change the leaf itself, in place, without being recorded: that is C,
            and the next backward writes into the same w again.""",
        hints=(
            "For each: is w afterwards the same tensor as before? Was the operation recorded?",
            "`w = …` gives the name to a new tensor; `w -= …` changes the old one.",
            "A makes a new tensor that is no leaf. C changes the leaf, unrecorded. Now B and D.",
        ),
    )
