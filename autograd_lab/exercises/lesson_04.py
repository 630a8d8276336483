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
from .answer_code import Code, Probe
from .answer_values import Choice, Table, among
from .bank import exercise
from .exercise import Exercise, Look, Wrong
from .own_engine import ACCUMULATE_GRAD, NEW_GRADS
from .plain import Told
from .programs import grad, leaf, recorded, shown_whole

FIRST_IN_W, SECOND_IN_W = (Look("GradAccumulated", "AccumulateGrad(w)", nth) for nth in (0, 1))
"""The first and the second time that w.grad is written."""
_SMALL = tuple(range(2, 10))


# ----- the two sums ---------------------------------------------------------------------------------------------------
PIECES = """
w = al.tensor({w}., requires_grad=True)
(w + w).backward()
(w * w).backward()
"""


@exercise("L4.P1", w=_SMALL)
def loss_in_pieces(w: int = 5) -> Exercise:
    program = PIECES.format(w=w)
    trace, _ = shown_whole(program)
    return Exercise(
        prompt="What is `w.grad` after both passes?",
        program=program,
        form=among(2, 2 * w, 2 + 2 * w, 4 * w),
        answer=str(grad(trace, "w")),
        wrong=(
            Wrong("2", "M10").reply("""
                2 is what the first pass brings. The second pass reaches AccumulateGrad(w), too, and adds its
                gradient. A single pass over the sum of the two pieces would leave the same number in w.grad.
                How fast does w + w + w * w move when w moves?"""),
            Wrong(str(2 * w), "M7").reply(f"""
                {2 * w} is what the second pass brings. But w.grad is not empty then, and no line clears it.
                What is in w.grad when the second pass reaches AccumulateGrad(w)?"""),
            Wrong(str(4 * w), "S5").reply(f"""
                {4 * w} is 2 × {2 * w}: what the two passes bring, multiplied. Gradients in .grad are added, never
                multiplied.
                If the second pass brought 0, what would be in w.grad?"""),
        ),
        trace=trace,
        look=SECOND_IN_W,
        waits=True,
        asks="w.grad",
        why=f"""
            The first pass brings 1 + 1 = 2. The slot is empty when the second pass begins, and collects
            {w} + {w} = {2 * w}. AccumulateGrad adds that to w.grad: 2 + {2 * w} = {2 + 2 * w}.""",
    )


_NEW_GRAD = "return g if before is None else before + g"


def _new_grad(*lines: str, idea: str = "") -> Wrong:
    return Wrong(ACCUMULATE_GRAD.replace(_NEW_GRAD, "\n    ".join(lines)), idea)


_WRONG_NEW_GRADS = (
    _new_grad("return g", idea="M7").reply("""
        Your function replaces what was in .grad, so only the last pass counts.
        What did the first pass leave in w.grad, and what does your function do with it?"""),
    *(
        _new_grad(*lines, idea="M1").reply("""
            In the first pass your function adds to None.
            What should .grad become when nothing was there?""")
        for lines in (("return before + g",), ("before += g", "return before"))
    ),
    _new_grad("return before if g is None else g + before").reply("""
        Your function takes its two arguments for each other: `before` comes first, and `g` second.
        Which of the two is None in the first pass, and which of the two does your code ask about?"""),
    _new_grad("return before + g if before else g").reply("""
        Your function asks whether a tensor is true. Python can answer that for a single number only, and says no when
        the number is 0.
        Which comparison asks whether anything was there?"""),
    _new_grad("return g if before is None else max(before, g)").reply("""
        `max` keeps one of the two, and both count. (And of two tensors with several
        numbers, it can't say which is larger.)
        The two passes above brought 2 and 10. What was in w.grad then?"""),
    *(
        _new_grad(*lines).reply("""
            A single pass is right. But two leaves may receive the same tensor g, and your function changes a tensor in
            place, so what it does for one leaf also changes what the other leaf has.
            How do you add without changing before or g?""")
        for lines in (
            ("if before is None:", "    return g", "before += g", "return before"),
            ("if before is not None:", "    g += before", "return g"),
        )
    ),
    _new_grad("return before", idea="M7").reply("""
        Your function returns the old .grad, so nothing is ever added.
        What did this pass bring?"""),
    _new_grad("if before is not None:", "    return before + g").reply("""
        In the first pass your function returns nothing, so .grad stays None forever.
        What should .grad become when nothing was there?"""),
    _new_grad("if before is None:", "    return g").reply("""
        In the second pass your function returns nothing, so .grad becomes None again.
        What should .grad become when something was there?"""),
    _new_grad("return before + g if before is None else g").reply("""
        The two cases are swapped: your function adds when .grad was None, and doesn't add when it held something.
        Which of the two is the first pass?"""),
    _new_grad("return g if before is None else (before + g) / 2", idea="S20").reply("""
        Your function takes the mean of the old .grad and what arrived. AccumulateGrad only adds; it never divides.
        The two passes above brought 2 and 10. What was in w.grad then?"""),
    _new_grad("return g if before is None else before * g", idea="S5").reply("""
        Your function multiplies the old .grad by what arrived.
        If the second pass brought 0, what would be in w.grad?"""),
    _new_grad("return g if before is None else before - g").reply("""
        Your function subtracts what arrived.
        The two passes above brought 2 and 10. What was in w.grad then?"""),
    *(
        _new_grad(f"return {nothing} if before is None else before + g").reply("""
            In the first pass your function returns 0, so what arrived is lost.
            What was in w.grad after the first pass?""")
        for nothing in ("al.zeros_like(g)", "0", "al.zeros(1)")
    ),
    _new_grad("return g + g if before is None else before + g").reply("""
        In the first pass your function counts what arrived twice.
        What should .grad become when nothing was there?"""),
)


@exercise("L4.1")
def write_accumulate_grad() -> Exercise:
    trace, _ = shown_whole(PIECES.format(w=5))
    return Exercise(
        prompt="""
            Your engine from [lesson 03](03_walking_the_graph.ipynb) ends with a sum in each leaf's slot. Write
            the function that handles this sum: `g` is the sum, and `before` is what `.grad` was, None at first. Return
            the new `.grad`.""",
        form=Code(
            name="accumulate_grad",
            starting=ACCUMULATE_GRAD.replace(_NEW_GRAD, "return ..."),
            solution=ACCUMULATE_GRAD,
            probes=NEW_GRADS,
            cases={NEW_GRADS[k].label: (lambda: trace, FIRST_IN_W) for k in (0, 2)},  # nothing was there
        ),
        answer=ACCUMULATE_GRAD,
        wrong=_WRONG_NEW_GRADS,
        trace=trace,
        look=SECOND_IN_W,
        keeps="my_engine.py",
        why="""
            If .grad was None, it becomes what arrived. Otherwise what arrived is added to it, as in PyTorch's
            AccumulateGrad.""",
        hints=(
            "There are two cases. Which one is the first pass?",
            "`before is None` asks whether nothing was there. (`if before` asks whether a tensor is true.)",
            f"`{_NEW_GRAD}`",
        ),
    )


# ----- a training loop ------------------------------------------------------------------------------------------------
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


@exercise("L4.P2")
def old_gradients() -> Exercise:
    falls, right, rate = (
        "at w = 5 the loss still falls when w grows",
        "the gradients of the first two steps are still in it",
        "the learning rate is too large",
    )
    return Exercise(
        prompt="""
            Without `zero_grad()`, w is 5 after two steps: too large, since 4 would be best. Yet in step 3 `w.grad` is
            -5, so w grows further. Why is `w.grad` negative?""",
        form=Choice((falls, right, rate)),
        answer=right,
        wrong=(
            Wrong(falls, "M7").reply("""
                That would make -5 the gradient of the third loss alone. But at w = 5 the gradient of (w - 4)² / 2 is
                w - 4 = 1.
                What was in w.grad when the third backward began?"""),
            Wrong(rate, "S19").reply("""
                The learning rate says how much of w.grad is subtracted from w. It doesn't say what is in w.grad, and
                both loops use the same rate.
                What does the loop with the green line do that the other loop doesn't?"""),
        ),
        trace=_loop(3, clears=False),
        look=None,
        why="""
            The third backward brings 1, but -6 from the first two is still there: -6 + 1 = -5. The old gradients keep
            pushing, like momentum, so w swings back and forth.""",
    )


_CLEAR, _BACKWARD, _STEP = "optimizer.zero_grad()", "loss.backward()", "optimizer.step()"


def _train_step(*calls: str) -> str:
    lines = ("def train_step(w, optimizer):", "loss = (w - 4) ** 2 / 2", *calls)
    return "\n" + "\n    ".join(lines) + "\n"


TRAIN = _train_step(_CLEAR, _BACKWARD, _STEP)


class _Watched:
    """An optimizer that notes each clearing, and what it finds in w.grad whenever it is asked to step."""

    def __init__(self, w: Tensor):
        self._optimizer, self._w, self.found, self.cleared = SGD([w], lr=0.5), w, [], []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._optimizer, name)

    def drives(self, optimizer: Optimizer) -> bool:
        """Whether this is the optimizer that is watched."""
        return optimizer is self._optimizer

    def zero_grad(self, set_to_none: bool = True) -> None:
        self.cleared.append(set_to_none)
        self._optimizer.zero_grad(set_to_none)

    def step(self) -> None:
        self.found.append(None if self._w.grad is None else self._w.grad.item())
        self._optimizer.step()

    zero_grad.__qualname__, step.__qualname__ = "SGD.zero_grad", "SGD.step"  # an error about a call names these


_W = tuple(f"w after step {n}" for n in (1, 2, 3, 4))
_STEPPED, _RAN = "calls that don't step once", "calls without backward"
_READ, _AT_END = "w.grad at optimizer.step() number {}", "w.grad at the end"
_NOT_ONE_STEP = "your train_step moves w as it should, but not by one optimizer.step() in each call"
_NO_BACKWARD = "your train_step doesn't run backward in each call"
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
    others = [each for each in stepping if not optimizer.drives(each)]
    calls = {"backward": trace.backwards, "step": stepping, "zero_grad": optimizer.cleared or others}
    return {
        **dict(zip(_W, way, strict=True)),
        _STEPPED: None if len(optimizer.found) == len(_W) else Told(_NOT_ONE_STEP),
        **{_READ.format(n): found for n, found in enumerate(optimizer.found, 1)},
        _RAN: None if len(trace.backwards) >= len(_W) else Told(_NO_BACKWARD),
        _AT_END: None if w.grad is None else w.grad.item(),
        _UNCALLED: _why_uncalled(train_step, calls),
        _RENAMED: not any(way) and _gives_away_the_name(train_step, "w"),
        _REACHED: any(trace.name(trace[k].node) == "w" for k in trace.find("GradAccumulated")),
        _OTHER: bool(others),
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
    return still and _READ.format(1) not in results and bool(results.get(_RAN)) and not results.get(_UNCALLED)


def _wrong_step(*calls: str, idea: str = "") -> Wrong:
    return Wrong(_train_step(*calls), idea)


_WRONG_STEPS = (
    _wrong_step(_CLEAR, _BACKWARD, "optimizer.step(loss)").reply("""
        step() takes no argument here: it reads w.grad, and doesn't need the loss.
        Which call computes w.grad from the loss, before step() runs?"""),
    _wrong_step(_CLEAR, "(-loss).backward()", _STEP).reply("""
        w moves away from 4: you put a minus before the loss, but the optimizer already subtracts the gradient.
        At w = 0, does the loss rise or fall when w grows?"""),
    _wrong_step(_STEP, _CLEAR, _BACKWARD, _STEP).reply("""
        step() runs twice in each call. From the second call on, its first run uses the gradient of the previous loss.
        How many times should w move in one step of training?"""),
    _wrong_step(_BACKWARD, _STEP, idea="M7").reply("""
        No call clears w.grad, so each step uses the sum of all gradients so far, and w swings past 4.
        What is in w.grad before the second backward?"""),
    _wrong_step(_BACKWARD, _CLEAR, _STEP, idea="S21").reply("""
        w never moves: your code clears w.grad after backward has written it and before step() reads it.
        What does step() find in w.grad?"""),
    _wrong_step(_CLEAR, _STEP, _BACKWARD, idea="M11").reply("""
        w never moves: step() reads w.grad before backward writes it, and the next call of train_step clears it again.
        Which of the three calls writes w.grad?"""),
    _wrong_step(_STEP, _CLEAR, _BACKWARD, idea="S21").reply("""
        step() comes first, so it uses what the previous call left in w.grad: the gradient of an older loss.
        In the very first call, what does step() find in w.grad?"""),
    _wrong_step(_CLEAR, _BACKWARD, idea="S22").reply("""
        The gradient is there, but no call uses it: backward writes .grad and doesn't change w.
        Which of the three calls changes w?"""),
    _wrong_step(_CLEAR, _STEP, idea="M11").reply("""
        step() knows nothing about the loss: it reads .grad, and no call in your train_step writes there.
        Which of the three calls writes w.grad?"""),
    _wrong_step(_BACKWARD, idea="S22").reply("""
        Only backward runs. It adds to w.grad in each call, and doesn't change w.
        Which of the three calls changes w?"""),
    _wrong_step(_CLEAR, _BACKWARD, _STEP, _STEP).reply("""
        step() runs twice for each backward, so w moves twice by the same gradient.
        What does the second step() find in w.grad, and which loss is that the gradient of?"""),
    _wrong_step(_CLEAR, "loss.backward(retain_graph=True)", _BACKWARD, _STEP).reply("""
        step() finds twice the gradient of this loss in w.grad. Either backward runs twice for each step, or the loss is
        doubled.
        How many passes does one step need, and over which loss?"""),
    _wrong_step(_CLEAR, "w.backward()", _STEP).reply("""
        w moves by the same amount each time. You called backward on w, or on something with the same slope: 1, wherever
        w is.
        Which tensor should become small?"""),
    _wrong_step("w.grad.zero_()", _BACKWARD, _STEP).reply("""
        Before the first backward, w.grad is None, and None has no zero_().
        Which of the three calls clears w.grad whether it is None or not?"""),
    _wrong_step(_CLEAR, "loss.detach().requires_grad_().backward()", _STEP).reply("""
        w never moves: a backward runs, but it doesn't reach w. Something cuts the path from the loss to w.
        On which tensor do you call backward, and what is its grad_fn?"""),
    _wrong_step("optimizer = al.optim.SGD([w], lr=0.5)", _CLEAR, _BACKWARD, _STEP).reply("""
        w goes the right way, but your train_step makes a new optimizer in each call. The one that was passed in never
        steps, and with momentum, each new one would start from nothing.
        What is the argument `optimizer` of train_step for?"""),
    _wrong_step(_CLEAR, _BACKWARD, "optimizer.step").reply("""
        No step ran. `optimizer.step` only names the method; a call needs parentheses.
        How did you write backward, and how did you write step?"""),
    _wrong_step(_CLEAR, "loss.backward", _STEP).reply("""
        No backward ran. `loss.backward` only names the method; a call needs parentheses.
        How did you write step, and how did you write backward?"""),
    _wrong_step("optimizer.zero_grad", _BACKWARD, _STEP).reply("""
        Nothing was cleared. `optimizer.zero_grad` only names the method; a call needs parentheses.
        How did you write backward, and how did you write zero_grad?"""),
    *(
        _wrong_step(*names).reply(f"""
            Your train_step names {len(names)} methods and calls none of them: a call needs parentheses.
            How do you call a function that takes no arguments?""")
        for names in (("loss.backward", "optimizer.step"), ("optimizer.zero_grad", "loss.backward", "optimizer.step"))
    ),
    _wrong_step(_CLEAR, _BACKWARD, _BACKWARD, _STEP).reply("""
        backward runs twice over one graph, and the first pass has freed the values that the second would need.
        How many passes does one step need?"""),
    _wrong_step("w.zero_grad()", _BACKWARD, _STEP).reply("""
        A tensor has no zero_grad(): that method belongs to the object that has all the parameters.
        Which argument of train_step is that object?"""),
    _wrong_step(_CLEAR, "optimizer.backward()", _STEP).reply("""
        The optimizer has the parameters, but it knows nothing about the loss. backward is called on a tensor.
        Which tensor should become small?"""),
    _wrong_step(_CLEAR, "b = loss.backward()", "b.step()").reply("""
        backward() returns None. It writes w.grad, where the next call can read it.
        Which of the two arguments of train_step has a step()?"""),
    _wrong_step("w.grad = 0", _BACKWARD, _STEP).reply("""
        A .grad is a tensor or None. A plain 0 is neither.
        Which of the three calls clears w.grad?"""),
    _wrong_step(_CLEAR, _BACKWARD, "w -= 0.5 * w.grad").reply("""
        A leaf that requires a gradient can't be changed in place while its operations are recorded. The optimizer
        takes care of that.
        Which of the three calls changes w?"""),
    _wrong_step(_CLEAR, _BACKWARD, "w = w - 0.5 * w.grad").reply("""
        Your line uses w.grad, but `w = …` changes no tensor: inside train_step it gives the name w to a new tensor, and
        the tensor that train_step was given stays as it was.
        Which of the three calls changes w itself?"""),
    _wrong_step(_CLEAR, _BACKWARD, "with al.no_grad():\n        w -= 0.5 * w.grad").reply("""
        w goes the right way, but optimizer.step() is never called: a line of yours does its work, for this one w.
        Which of the three calls would do the same for every parameter of the optimizer?"""),
    _wrong_step(_CLEAR, _BACKWARD, _STEP, "yield").reply("""
        `yield` makes train_step a generator: calling it runs none of its lines.
        train_step doesn't have to return anything. Which word can you delete?"""),
    _wrong_step("with al.no_grad():\n        w += (4 - w) / 2").reply("""
        w goes the right way, but no backward ran and the optimizer never stepped: your code changes w directly.
        What would your line do if the loss were different?"""),
)


@exercise("L4.2")
def repair_the_loop() -> Exercise:
    return Exercise(
        prompt="""
            Complete one step of training. When the optimizer steps, `w.grad` must hold the gradient of this step's loss
            and nothing else. Starting at 0, w then becomes 2, 3, 3.5, 3.75.""",
        form=Code(
            name="train_step",
            starting=_train_step(f"...  # three calls: {_STEP}, {_CLEAR}, {_BACKWARD}"),
            solution=TRAIN,
            probes=(Probe("train_step called four times", _train_probe),),
            notes=frozenset({_AT_END, _UNCALLED, _RENAMED, _REACHED, _OTHER}),
            untouched=_nothing_ran,
            nothing="train_step does nothing yet: w stays 0, and w.grad stays None.",
        ),
        answer=TRAIN,
        wrong=_WRONG_STEPS,
        trace=_loop(3, clears=True),
        look=None,  # it shows the right loop, and not what the learner's does
        why="""
            step reads w.grad, and must find the gradient of its own loss there, alone. backward adds to what is there,
            so zero_grad clears it first, for every parameter.""",
        hints=(
            "backward adds to w.grad, step reads w.grad, zero_grad clears it. Which call must come before which?",
            "Between backward and step nothing may touch w.grad; before backward it must be empty.",
            "`optimizer.zero_grad()`, then `loss.backward()`, then `optimizer.step()`.",
        ),
    )


# ----- a batch in pieces ----------------------------------------------------------------------------------------------
BATCHES = """
w = al.tensor(0., requires_grad=True)
# x is 1, 2, 3, 4, and t is {times} * x
for x, t in [(x[:2], t[:2]), (x[2:], t[2:])]:
    ((w * x - t) ** 2).mean().backward()
"""


def _batches(size: int, x: tuple[float, ...] = (1, 2, 3, 4), times: int = 2) -> list:
    parts = [x[i : i + size] for i in range(0, len(x), size)]
    return [(tensor([float(k) for k in part]), tensor([float(times * k) for k in part])) for part in parts]


def _backwards(batches: list, parts: int = 1) -> Trace:
    """A backward for each batch, its loss divided by ``parts``."""
    w = leaf(0, "w")
    with record(names={}) as trace:
        for x, t in batches:
            loss = ((w * x - t) ** 2).mean()
            (loss if parts == 1 else loss / parts).backward()
    return trace


@exercise("L4.P3", times=(4, 6, 8, 10, 12))
def micro_batches(times: int = 2) -> Exercise:
    trace = _backwards(_batches(2, times=times))
    first, both, full = -5 * times, grad(trace, "w"), -15 * times
    return Exercise(
        prompt=f"""
            With all four examples at once, `w.grad` is {full}. Here they come in two batches of two. What is `w.grad`
            now?""",
        setup=BATCHES.format(times=times),
        form=among(both, both - first, full, full // 2),
        answer=str(both),
        wrong=(
            Wrong(str(both - first), "M7").reply(f"""
                {both - first} is what the second batch brings. No line clears w.grad between the two batches.
                What is in w.grad when the second batch's pass reaches AccumulateGrad(w)?"""),
            Wrong(str(full), "M12").reply("""
                The full batch divides its sum of squares by 4. Each small batch divides its own by 2, and
                AccumulateGrad doesn't divide.
                What would each small batch have to divide by, to bring its share of the full mean?"""),
            Wrong(str(full // 2), "S20").reply("""
                That is half the gradient of the full batch. But each mean is already over two examples only, and
                AccumulateGrad doesn't divide.
                What does AccumulateGrad do with the second batch's gradient?"""),
        ),
        trace=trace,
        look=None,
        asks="w.grad",
        why=f"""
            The batches bring {first} and {both - first}, and .grad adds them. The sum of the two means is twice the
            mean of all four examples.""",
    )


_ACCUMULATE = """
def accumulate(w, batches):
    for x, t in batches:
        loss = ((w * x - t) ** 2).mean()
        {}
"""
_SHARE = "(loss / len(batches)).backward()"
ACCUMULATE = _ACCUMULATE.format(_SHARE)
_CUTS: dict[str, tuple[int, Callable[[], list]]] = {
    "one batch of 4": (0, lambda: _batches(4)),
    "two batches of 2": (0, lambda: _batches(2)),
    "four batches of 1": (0, lambda: _batches(1)),
    "three batches of 2 (other numbers)": (1, lambda: _batches(2, (1, 1, 2, 2, 1, 1), 3)),
}
"""Where w starts, and the batches."""


_RUNS, _WRITES = ": runs of backward", ": whether a backward writes w.grad"


def _accumulate_probe(where: str) -> Probe:
    start, batches = _CUTS[where]

    def run(accumulate: Any) -> dict:
        w = leaf(start, "w")
        with record(names={}) as trace:
            accumulate(w, batches())
        return {
            f"{where}: w.grad": w.grad,
            f"{where}{_RUNS}": None if trace.backwards else Told("your code never ran backward"),
            f"{where}{_WRITES}": bool(trace.find("GradAccumulated")),
        }

    return Probe(where, run)


def _wrong_sum(*lines: str, idea: str = "") -> Wrong:
    return Wrong(_ACCUMULATE.format("\n        ".join(lines)), idea)


_WRONG_SUMS = (
    _wrong_sum("(loss.item() / len(batches)).backward()").reply("""
        `item()` turns the loss into a plain Python number. So no backward can reach w from there.
        What may you divide, and by what, so that the result still has a grad_fn?"""),
    _wrong_sum("(loss // len(batches)).backward()").reply("""
        `//` rounds down, so its result moves in jumps and has no useful slope. To divide, use `/`.
        What is 7 // 2 in Python, and what is 7 / 2?"""),
    _wrong_sum("loss.backward(len(batches))").reply("""
        The argument of backward is a tensor, the seed; every gradient is multiplied by it. A share of the mean needs
        a smaller seed, not a larger one.
        Can you divide the loss itself, before backward runs?"""),
    _wrong_sum(_BACKWARD, idea="M12").reply("""
        Each backward starts at its batch's own mean. The sum of these means is not the mean of all examples: with more
        batches it gets larger.
        What must be divided, and on which tensor must backward then be called?"""),
    _wrong_sum("w.grad /= len(batches)", _BACKWARD).reply("""
        Before the first backward, w.grad is None, and None cannot be divided. A check for None would not be enough:
        each round would divide the early gradients again.
        Can you divide what a single batch brings, before backward adds it to w.grad?"""),
    _wrong_sum("(loss / len(batches) / len(x)).backward()", idea="S20").reply("""
        You also divide by the size of a batch, and mean() has done that already.
        What does mean() divide by?"""),
    _wrong_sum("(loss / len(x)).backward()", idea="S20").reply("""
        You divide by the size of a batch, and mean() has done that already. With two batches of two the mistake doesn't
        show, because both numbers are 2.
        With one batch of four, must anything be divided?"""),
    _wrong_sum("(loss * len(x)).backward()").reply("""
        You undo the division that mean() does, so w.grad is the gradient of the sum over all examples. The task asks
        for the gradient of their mean.
        How many examples are there in all, and how many does mean() divide by?"""),
    _wrong_sum("(loss * len(batches)).backward()").reply("""
        You multiply each batch's loss, so w.grad gets larger still. The sum of two means is already too large.
        What must be done to the sum of two means to get the mean of all?"""),
    _wrong_sum("(loss / 2).backward()").reply("""
        You divide by 2, however many batches there are.
        With one batch of four, must anything be divided?"""),
    _wrong_sum("(loss / 4).backward()").reply("""
        You divide by 4, however many batches there are.
        With one batch of four, must anything be divided?"""),
    _wrong_sum("loss.backward() / len(batches)").reply("""
        backward() returns None, and None cannot be divided. It is the loss that you can divide, before backward runs.
        On what do you have to call backward() then?"""),
    _wrong_sum("w.grad = None", _SHARE, idea="S23").reply("""
        Only the last batch's share is in w.grad. Either the others are cleared away, or backward runs after the loop.
        For two batches, how many times does your backward run, and is anything cleared in between?"""),
    _wrong_sum("w.grad = None", _BACKWARD, idea="S23").reply("""
        Only the last batch's gradient is in w.grad. Either the others are cleared away, or backward runs after the
        loop.
        How many passes do two batches need, and what may be cleared between them?"""),
    _wrong_sum(_BACKWARD, "w.grad /= len(batches)").reply("""
        Your loop divides all of w.grad in each round, so the early gradients are divided again and again.
        With two batches, how many times is the first gradient divided, and how many times the second?"""),
    _wrong_sum(_BACKWARD, "w.grad /= 2").reply("""
        Your loop divides all of w.grad by 2 in each round: the early gradients are divided again and again, and a
        single batch is divided, too.
        With one batch of four, must anything be divided?"""),
    _wrong_sum("(loss * len(x) / 4).backward()").reply("""
        You divide by 4, the number of examples above. Other batches may have more examples in all.
        How do you find out, inside accumulate, how many batches there are?"""),
    _wrong_sum(_SHARE, "w.grad.zero_()").reply("""
        w.grad is 0 at the end: a line of yours clears it after the last pass.
        What should be in w.grad when accumulate is over?"""),
    _wrong_sum("al.autograd.grad(loss / len(batches), w)", idea="M60").reply("""
        `grad` returns the gradient and writes no .grad, so w.grad stays None.
        Which call writes it?"""),
    _wrong_sum("w.grad = al.autograd.grad(loss, w)[0] / len(batches)", idea="S23").reply("""
        Only the last batch's share is in w.grad: `=` replaces what was there, and the shares must be added.
        Which call adds to w.grad by itself?"""),
    _wrong_sum("w.grad += loss").reply("""
        A loss is a value, not a gradient, and before the first backward w.grad is None.
        Which call computes gradients, and adds them to w.grad by itself?"""),
    _wrong_sum("w.grad += loss.backward()").reply("""
        backward() returns None: it adds to w.grad by itself.
        What remains of your line if nothing has to be added by hand?"""),
    _wrong_sum("(loss / batches).backward()").reply("""
        `batches` is the list itself. A loss can be divided by a number.
        How do you get the number of elements of a list?"""),
    _wrong_sum("(loss / len(w)).backward()").reply("""
        w is a single number, so it has no length. And nothing here depends on the size of w.
        Which number says how many times the loop runs?"""),
    _wrong_sum("loss.backward(1 / len(batches))").reply("""
        The argument of backward must be a tensor, and yours is a plain number. You don't need an argument here.
        Could you change the loss instead, before backward runs?"""),
    _wrong_sum(_SHARE, "w.grad = None").reply("""
        backward ran, and yet w.grad is None at the end: a line of yours clears it after the last pass.
        What should be in w.grad when accumulate is over?"""),
    _wrong_sum(_SHARE, "return").reply("""
        Only the first batch's share is in w.grad: the loop ends after one iteration. Is there a `return` or `break` in
        it?
        How many times does your backward run when there are two batches?"""),
    _wrong_sum(_BACKWARD, "return").reply("""
        Only the first batch's gradient is in w.grad: the loop ends after one iteration. Is there a `return` or `break`
        in it?
        How many times does your backward run when there are two batches?"""),
    _wrong_sum("w.grad = al.tensor(-30.0)").reply("""
        w.grad holds a number that your code put there: no backward wrote it, and other examples would give a different
        number.
        Which call writes w.grad?"""),
)


@exercise("L4.3")
def add_up_batches() -> Exercise:
    return Exercise(
        prompt="""
            Complete `accumulate(w, batches)`. The batches all have the same size. However many there are, `w.grad` must
            end up the same as for one big batch: -30 for the four examples above.""",
        form=Code(
            name="accumulate",
            starting=_ACCUMULATE.format("...  # one line"),
            solution=ACCUMULATE,
            probes=tuple(map(_accumulate_probe, _CUTS)),
            notes=frozenset(f"{where}{_WRITES}" for where in _CUTS),
            untouched=lambda results: all(bool(value) is name.endswith(_RUNS) for name, value in results.items()),
            nothing="accumulate writes no gradient yet: w.grad is None at the end. Do you call backward()?",
        ),
        answer=ACCUMULATE,
        wrong=_WRONG_SUMS,
        trace=_backwards(_batches(2), parts=2),
        look=None,  # its numbers are not those of the learner's run
        why="Each batch brings its share of the mean, and .grad adds the shares.",
        hints=(
            "How do you get the mean of all four from the means of the two halves?",
            "Divide each part by the number of parts, and let .grad add them.",
            "`(loss / len(batches)).backward()`",
        ),
    )


# ----- leaves ---------------------------------------------------------------------------------------------------------
LEAVES = """
data = al.tensor([1., 2.])
w = al.tensor([3., 4.], requires_grad=True)
hidden = data * w
loss = hidden.sum()
cut = w.detach()
loss.backward()
"""
_WRITTEN, _STAYS_NONE, _NO_LEAF = "a leaf that gets a .grad", "a leaf whose .grad stays None", "not a leaf"


def _kind(item: Any) -> str:
    return _NO_LEAF if not item.is_leaf else _WRITTEN if item.requires_grad else _STAYS_NONE


_WRONG_KINDS = (
    Wrong({"data": _WRITTEN}, "M2").reply("""
        data: backward writes the .grad of a leaf only if the leaf requires a gradient.
        Which line asks for a gradient of data?"""),
    Wrong({"data": _NO_LEAF}, "M2").reply("""
        data: a tensor is a leaf if no recorded operation made it, whether it needs a gradient or not.
        What is data.grad_fn?"""),
    Wrong({"w": _STAYS_NONE}, "M2").reply("""
        w: backward writes the .grad of a leaf if the leaf requires a gradient and the loss depends on it.
        Which of these two conditions fails for w?"""),
    Wrong({"w": _NO_LEAF}, "M2").reply("""
        w: a tensor is a leaf if no recorded operation made it, whatever it is used for.
        What is w.grad_fn?"""),
    Wrong({"hidden": _WRITTEN}, "M1").reply("""
        hidden: a gradient does arrive at its node. But not every node writes a .grad.
        Which node is hidden.grad_fn, and what does it do with what it receives?"""),
    Wrong({"hidden": _STAYS_NONE}, "M2").reply("""
        hidden: its .grad does stay None. But a tensor is a leaf only if no recorded operation made it.
        What is hidden.grad_fn?"""),
    Wrong({"loss": _WRITTEN}, "M2").reply("""
        loss: backward starts at loss. A leaf is where backward ends.
        What is loss.grad_fn?"""),
    Wrong({"loss": _STAYS_NONE}, "M2").reply("""
        loss: its .grad does stay None. But a tensor is a leaf only if no recorded operation made it.
        What is loss.grad_fn?"""),
    Wrong({"cut": _WRITTEN}, "M1").reply("""
        cut: it has the numbers of w, but no place in the graph, and it doesn't require a gradient.
        Does the loss depend on cut?"""),
    Wrong({"cut": _NO_LEAF}, "M2").reply("""
        cut: detach() returns the same numbers without their history, and records nothing.
        What is cut.grad_fn?"""),
)


@exercise("L4.P4")
def leaf_or_not() -> Exercise:
    data, w = tensor([1.0, 2.0], name="data"), leaf([3.0, 4.0], "w")
    hidden = data * w
    loss = hidden.sum()
    trace = recorded(loss, hidden=hidden, loss=loss)
    items = {"data": data, "w": w, "hidden": hidden, "loss": loss, "cut": w.detach()}
    return Exercise(
        prompt="What is each of these tensors?",
        setup=LEAVES,
        form=Table(dict.fromkeys(items, Choice((_WRITTEN, _STAYS_NONE, _NO_LEAF)))),
        answer={name: _kind(item) for name, item in items.items()},
        wrong=_WRONG_KINDS,
        trace=trace,
        look=None,
        why="""
            Operations made hidden and loss. The other three are leaves, and only w requires a gradient. If you call
            `hidden.retain_grad()` before backward, hidden keeps its gradient too.""",
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
_WORKS, _NONE = "works", "w.grad stays None"
_NO_GRAPH, _LEAF = "error in the next backward", "error at once"


def _update(which: str, w: Tensor) -> Tensor:
    with set_grad_enabled(which in "AD"):
        if which in "AB":
            return w - 0.5 * w.grad
        w -= 0.5 * w.grad
        return w


def _outcome(which: str) -> str:
    """Two rounds of training with one of the four updates; what is called w is cleared in between."""
    w = leaf(0, _first_w(which))
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


def _first_w(which: str) -> str:
    """The name of the leaf before the update; A and B give the name w to another tensor."""
    return f"{'old_' * (which in 'AB')}w_{which}"


_WRONG_UPDATES = (
    Wrong({"A": _WORKS}, "M5").reply("""
        A: `w = …` changes no tensor. It gives the name w to a new tensor, the result of a recorded subtraction.
        Which tensor's .grad does the next backward write: the new w's or the old one's?"""),
    Wrong({"A": _NO_GRAPH}, "M4").reply("""
        A: here the subtraction is recorded, so the new w is part of a graph, and the next backward runs through it to
        the old w.
        What is w.grad_fn after this line?"""),
    Wrong({"A": _LEAF}).reply("""
        A: there is no `-=` here. The old tensor keeps its value, and w now names a new tensor.
        How many tensors are there after this line?"""),
    Wrong({"B": _WORKS}, "M4").reply("""
        B: `w = …` makes a new tensor, and no_grad keeps its subtraction from being recorded.
        What is w.requires_grad after this line?"""),
    Wrong({"B": _NONE}, "M5").reply("""
        B: that would happen if the subtraction were recorded, but no_grad switches recording off.
        What is w.requires_grad after this line?"""),
    Wrong({"B": _LEAF}).reply("""
        B: there is no `-=` here, so no tensor is changed in place.
        How many tensors are there after this line?"""),
    Wrong({"C": _LEAF}, "M38").reply("""
        C: changing a leaf in place is an error only if the change would be recorded.
        What does no_grad switch off?"""),
    Wrong({"C": _NONE}, "M5").reply("""
        C: `-=` makes no new tensor. It writes into the existing one.
        Is w the same leaf after this line as before?"""),
    Wrong({"C": _NO_GRAPH}, "M4").reply("""
        C: `-=` makes no new tensor. It writes into the existing one, which was made outside no_grad.
        What is w.requires_grad after this line?"""),
    Wrong({"D": _WORKS}, "M38").reply("""
        D: here recording is on, so the subtraction would become part of w's own history.
        If the subtraction were recorded, which operation would have made w? Would w still be a leaf?"""),
    Wrong({"D": _NONE}, "M5").reply("""
        D: `-=` makes no new tensor that could take the name w. It writes into the leaf, while recording is on.
        If the subtraction were recorded, which operation would have made w? Would w still be a leaf?"""),
    Wrong({"D": _NO_GRAPH}, "M4").reply("""
        D: this line is not under no_grad, so recording is on, and w requires a gradient from the start.
        If the subtraction were recorded, which operation would have made w? Would w still be a leaf?"""),
)


@exercise("L4.4")
def four_updates() -> Exercise:
    with record(names={}) as trace:
        outcomes = {which: _outcome(which) for which in "ABCD"}
    return Exercise(
        prompt="""
            A training loop computes the loss, calls backward, and updates w in one of these four ways. What
            happens with each of them? (C and D differ in one line.)""",
        setup=UPDATES,
        form=Table(dict.fromkeys("ABCD", Choice((_WORKS, _NONE, _NO_GRAPH, _LEAF)))),
        answer=outcomes,
        wrong=_WRONG_UPDATES,
        trace=trace,
        look=None,  # what goes wrong in B and D is an error, which no step of a backward shows
        why="""
            An update must change the leaf itself, in place, without being recorded. C does that, and the next backward
            writes the .grad of this same w. A is recorded: the new w is not a leaf, and backward writes the .grad of
            the old one, so the next update fails: it computes 0.5 * None. B is not recorded: the new w requires no
            gradient, so the next backward has no graph to run through. D would be recorded and turn the leaf w into a
            result, so PyTorch refuses it.""",
        hints=(
            "For each of the four: is w still the same tensor afterwards? Was the operation recorded?",
            "`w = …` gives the name to a new tensor; `w -= …` changes the old one.",
            "A makes a new tensor that isn't a leaf. C changes the leaf, unrecorded. Now B and D.",
        ),
    )


# ----- more -----------------------------------------------------------------------------------------------------------
CLEARED = """
optimizer = al.optim.SGD([u, w], lr=0.5, momentum=0.5)
(u + 2 * w).backward()
optimizer.step()

# A: optimizer.zero_grad(), which puts None
# B: optimizer.zero_grad(set_to_none=False), which puts zeros

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


@exercise("L4.P5")
def none_or_zeros() -> Exercise:
    moves_in_a = _second_step_of_u(set_to_none=True) != 0
    with record(names={}) as trace:
        moves_in_b = _second_step_of_u(set_to_none=False) != 0
    both = {(True, True): "in both", (False, False): "in neither"}
    options = both | {(True, False): "only in A", (False, True): "only in B"}
    return Exercise(
        prompt="The second loss doesn't depend on u. Does the second step move u anyway?",
        setup=CLEARED,
        form=Choice(tuple(options.values())),
        answer=options[moves_in_a, moves_in_b],
        wrong=(
            Wrong("in both", "M13").reply("""
                Momentum could keep u moving in A as well as in B. But an optimizer skips a parameter whose .grad is
                None.
                What does the optimizer find in u.grad in A?"""),
            Wrong("only in A", "M6").reply("""
                None means that there is no gradient, and an optimizer skips such a parameter.
                What does it do with a parameter whose gradient is a number, whatever the number is?"""),
            Wrong("in neither", "M13").reply("""
                A zero is a gradient like any other, and the optimizer works with it. This optimizer has momentum.
                What has momentum kept of the first gradient?"""),
        ),
        trace=trace,
        look=None,
        why="An optimizer skips a parameter whose .grad is None. If it is 0, momentum still moves the parameter.",
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


@exercise("L4.P6", d=(4, 6, 7, 8, 9))
def what_is_remembered(d: int = 1) -> Exercise:
    program = TWICE.format(d=d)
    trace, _ = shown_whole(program)
    return Exercise(
        prompt="Two passes over one graph. What is `a.grad` at the end?",
        setup=program,
        form=among(d, 2 * d, 3 * d),
        answer=str(grad(trace, "a")),
        wrong=(
            Wrong(str(d), "M7").reply(f"""
                {d} is what one pass brings, and no line clears a.grad between the two passes.
                What is in a.grad when the second pass reaches AccumulateGrad(a)?"""),
            Wrong(str(3 * d), "M8").reply("""
                That is micrograd's answer: c still holds its gradient from the first pass, and sends it again.
                In PyTorch, what is in the slot of the node of c when the second pass begins?"""),
        ),
        trace=trace,
        look=None,
        asks="a.grad",
        why=f"Each pass brings {d}. In each pass the slots of all nodes start empty; only .grad remembers.",
    )
