"""Lesson 4, AccumulateGrad: leaves, `.grad`, and the two sums."""

from typing import Any

from .. import no_grad, tensor
from ..optim import SGD
from ..tracing.recorder import record
from ..tracing.trace import Trace
from .answer_code import Code, Probe
from .answer_values import Choice, Number, Table
from .bank import exercise
from .exercise import Exercise, Look, Wrong
from .programs import grad, leaf, recorded, saved

FIRST_IN_W, SECOND_IN_W, FOURTH_IN_W = (Look("GradAccumulated", "AccumulateGrad(w)", nth) for nth in (0, 1, 3))
"""The first, the second and the fourth time that w.grad is written."""
AT_X = Look("GradAccumulated", "AccumulateGrad(x)")
IN_SLOT = Look("BufferAdded", "AccumulateGrad(x)", 2)


def _used_three_times(backwards: int = 1) -> Trace:
    x = leaf(3, "x")
    with record(names={}) as trace:
        for _ in range(backwards):
            (x * x + x).backward()
    return trace


@exercise("L4.W1")
def warm_up_saved() -> Exercise:
    x = leaf(2, "x")
    trace = recorded(x.exp())
    look = Look("RuleApplied", "ExpBackward0")
    return Exercise(
        prompt="What does the node of y = x.exp() keep?",
        form=Choice(("its input", "its result", "both")),
        answer={"self": "its input", "result": "its result"}[next(iter(saved(trace, "ExpBackward0")))],
        wrong=(
            Wrong("its input", "M31", look).reply("""
                The slope of exp is exp(x), and that is the result, computed already.
                The input would need exp once more.
                What is the slope of exp where its result is 7?"""),
            Wrong("both", "M27", look).reply("""
                A node keeps only what its rule names, and grad · result names one thing.
                Which letters occur in the rule of exp?"""),
        ),
        trace=trace,
        look=look,
        why="Its rule is grad · result.",
    )


@exercise("L4.W2")
def warm_up_owed() -> Exercise:
    a, b = leaf(2, "a"), leaf(3, "b")
    y = a * b + a
    trace = recorded(y, y=y)
    counted = next(event for event in trace.events if event.kind == "DependenciesCounted")
    owed = {trace.name(node): count for node, count in counted.counts}
    look = Look("BufferAdded", "AccumulateGrad(a)", 1)
    return Exercise(
        prompt="y = a * b + a. For how many messages must AccumulateGrad(a) wait?",
        form=Choice(("1", "2", "3")),
        answer=str(owed["a"]),
        wrong=(
            Wrong("1", "M9", look).reply("""
                a is used in two places: in the product and in the sum. Each of them sends a message of its own.
                How many arrows end at a?"""),
            Wrong("3", "S18", look).reply("""
                Three letters stand in the formula, but only two of them are a. The message for b goes to b.
                How many arrows end at a?"""),
        ),
        trace=trace,
        look=look,
        why="Two edges lead to it, one from the product and one from the sum.",
    )


@exercise("L4.P1")
def how_many_runs() -> Exercise:
    trace = _used_three_times()
    runs = [k for k in trace.find("NodeVisited", name="AccumulateGrad") if trace.label(trace[k].node).endswith("(x)")]
    visited = Look("NodeVisited", "AccumulateGrad(x)")
    return Exercise(
        prompt="x is used three times. How often does AccumulateGrad(x) run?",
        form=Choice(("1", "2", "3")),
        answer=str(len(runs)),
        wrong=(
            Wrong("2", "M19", visited).reply("""
                Two operations use x, but messages are not runs.
                They meet in one slot, and AccumulateGrad waits for all.
                With what number does AccumulateGrad(x) run?"""),
            Wrong("3", "M19", visited).reply("""
                Three messages do arrive. They are added in the slot first, and then AccumulateGrad runs with the sum.
                What lies in the slot after the second message?"""),
        ),
        trace=trace,
        look=visited,
        why="Three messages, one slot, one run with their sum.",
    )


@exercise("L4.P2")
def sum_in_the_slot() -> Exercise:
    trace = _used_three_times()
    return Exercise(
        prompt="What is x.grad?",
        form=Choice(("1", "3", "6", "7")),
        answer=str(grad(trace, "x")),
        wrong=(
            Wrong("1", "M9", IN_SLOT).reply("""
                1 is the message from the sum alone. The product sends two more, and all three are added.
                What lies in the slot of x after each message?"""),
            Wrong("3", "M9", IN_SLOT).reply("""
                3 is one message of the product. The last one does not replace the others: the slot adds.
                What lies in the slot of x after each message?"""),
            Wrong("6", "S18", Look("BufferAdded", "AccumulateGrad(x)", 0)).reply("""
                6 is what the product sends, 3 and 3. The lone `+ x` sends a message as well.
                How many arrows end at x?"""),
        ),
        trace=trace,
        look=AT_X,
        why="1 + 3 + 3 = 7, added in the slot before AccumulateGrad runs.",
    )


@exercise("L4.P3")
def second_backward() -> Exercise:
    trace = _used_three_times(2)
    second = Look("GradAccumulated", "AccumulateGrad(x)", 1)
    return Exercise(
        prompt="x.grad is 7. Now y is computed again and y.backward() is called again. What is x.grad?",
        form=Choice(("7", "14", "49")),
        answer=str(grad(trace, "x")),
        wrong=(
            Wrong("7", "M7", second).reply("""
                backward does not set .grad, it adds to what is there. Nobody cleared the first 7.
                What stood in x.grad before the second backward?"""),
            Wrong("49", "S5", second).reply("""
                The old .grad and the new gradient are added, not multiplied.
                What would x.grad be if the second backward brought 0?"""),
        ),
        trace=trace,
        look=second,
        why="7 was there, 7 is added. Set x.grad = None to start afresh.",
    )


LOOP = """
w = al.tensor(0., requires_grad=True)
for step in range(8):
    loss = (w - 4) ** 2 / 2
    loss.backward()
    with al.no_grad():
        w -= 0.5 * w.grad        # and nobody clears w.grad
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
                That is the loop that clears.
                Here each new gradient is added to all the old ones, so the steps get too big.
                Which gradient does the second step use: that of the second loss, or the sum of two?"""),
            Wrong("w grows without end", "S19", FOURTH_IN_W).reply("""
                Beyond 4 the new gradients have the other sign. They eat up the old sum, and w turns round.
                What is the sign of the gradient at w = 7?"""),
        ),
        trace=_loop(8, clears=False),
        look=SECOND_IN_W,
        why="The old gradients push on like momentum: w goes 2, 5, 7.5, 8.25 and then back.",
    )


BATCHES = """
w = al.tensor(0., requires_grad=True)
# full batch: x = 1, 2, 3, 4 and t = 2 * x; loss = ((w*x - t)**2).mean() gives w.grad = -30
for x, t in [(x[:2], t[:2]), (x[2:], t[2:])]:
    ((w * x - t) ** 2).mean().backward()
"""


def _batches(size: int) -> list:
    x = [1.0, 2.0, 3.0, 4.0]
    parts = [x[i : i + size] for i in range(0, 4, size)]
    return [(tensor(part), tensor([2 * number for number in part])) for part in parts]


def _two_batches() -> Trace:
    w = leaf(0, "w")
    with record(names={}) as trace:
        for x, t in _batches(2):
            ((w * x - t) ** 2).mean().backward()
    return trace


@exercise("L4.P5")
def micro_batches() -> Exercise:
    trace = _two_batches()
    return Exercise(
        prompt="""
            With all four examples at once, w.grad is -30. Here they come in two batches of two. What is w.grad now?""",
        setup=BATCHES,
        form=Choice(("-30", "-60", "-15")),
        answer=str(grad(trace, "w")),
        wrong=(
            Wrong("-30", "M12", SECOND_IN_W).reply("""
                Each mean divides by 2, the full batch's by 4. Added up, two means are twice the mean of all.
                The two batches give -10 and -50. What is their sum, and what their mean?"""),
            Wrong("-15", "S20", SECOND_IN_W).reply("""
                Nothing divides further: .grad adds what the two backwards bring.
                What was in w.grad before the second batch?"""),
        ),
        trace=trace,
        look=SECOND_IN_W,
        why="-10 and -50 are added. To get -30, divide each loss by the number of batches.",
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


@exercise("L4.P6")
def leaf_or_not() -> Exercise:
    data, w = tensor([1.0, 2.0], name="data"), leaf([3.0, 4.0], "w")
    hidden = data * w
    loss = hidden.sum()
    trace = recorded(loss, hidden=hidden, loss=loss)
    items = {"data": data, "w": w, "hidden": hidden, "loss": loss, "cut": w.detach(), "new": tensor([0.0])}
    row = Choice((_KEEPS, _EMPTY, _NO_LEAF))
    product, total = Look("EdgeSkipped", "MulBackward0"), Look("RuleApplied", "SumBackward0")
    return Exercise(
        prompt="What is each of these tensors?",
        setup=LEAVES,
        form=Table(dict.fromkeys(items, row)),
        answer={name: _kind(item) for name, item in items.items()},
        wrong=(
            Wrong({"data": _KEEPS}, "M2", product).reply("""
                data is a leaf, but it does not require a gradient: its edge is a hole, and no message goes there.
                Which line asks for a gradient of data?"""),
            Wrong({"data": _NO_LEAF}, "M2", product).reply("""
                A leaf is a tensor that no recorded operation made. data was typed in.
                Which operation made data?"""),
            Wrong({"hidden": _KEEPS}, "M1", Look("RuleApplied", "MulBackward0")).reply("""
                A gradient does arrive for hidden, but it was made by an operation: it is passed through and not kept.
                Which node made hidden?"""),
            Wrong({"loss": _KEEPS}, "M2", total).reply("""
                loss stands at the edge of the picture, but it was made by an operation.
                A leaf is where a path ends, not where it starts.
                Which node made loss?"""),
            Wrong({"cut": _NO_LEAF}, "M2", FIRST_IN_W).reply("""
                detach gives the same numbers without their history: no recorded operation made cut, so it is a leaf.
                What is cut.grad_fn?"""),
            Wrong({"cut": _KEEPS}, "M1", FIRST_IN_W).reply("""
                cut shares w's numbers, not its place in the graph.
                Nothing leads to cut, and it does not require a gradient.
                How many AccumulateGrad nodes does this graph have?"""),
            Wrong({"new": _NO_LEAF}, "M2", FIRST_IN_W).reply("""
                new was made from nothing, by no recorded operation. So it is a leaf, one that asks for no gradient.
                What is new.grad_fn?"""),
        ),
        trace=trace,
        look=FIRST_IN_W,
        why="""
            Only w is both a leaf and asked for.
            data, cut and new are leaves nobody asks about; operations made the rest.""",
    )


@exercise("L4.1", a=(2, 3, 4, 5, 6), b=(2, 3, 4, 5, 6), c=(2, 3, 4, 5, 6))
def reused_factor(a: int = 2, b: int = 3, c: int = 4) -> Exercise:
    x, y, z = leaf(a, "a"), leaf(b, "b"), leaf(c, "c")
    trace = recorded(x * y + x * z)
    meets = Look("BufferAdded", "AccumulateGrad(a)", 1)
    total = b + c
    return Exercise(
        prompt=f"y = a*b + a*c with a = {a}, b = {b}, c = {c}. After one y.backward(): the three gradients.",
        form=Table({"a": Number(), "b": Number(), "c": Number()}),
        answer={name: grad(trace, name) for name in "abc"},
        wrong=(
            Wrong({"a": b}, "M9", meets).reply(f"""
                {b} is the message of a*b alone. a is used by both products, so two arrows end at a, and slots add.
                What lies in the slot of a after each message?"""),
            Wrong({"a": c}, "M9", meets).reply(f"""
                {c} is the message of a*c alone. It does not replace the other one: slots add.
                What lies in the slot of a after each message?"""),
            Wrong({"a": b * c}, "S5", meets).reply(f"""
                {b * c} multiplies the two paths. Links along one path multiply; different paths add.
                What would a.grad be if c were 0?"""),
            Wrong({"a": 2 * total}, "M7", Look("GradAccumulated", "AccumulateGrad(a)")).reply(f"""
                {2 * total} is {total} twice: a.grad held {total} already from an earlier run.
                Set a.grad = None and run once.
                What does the ledger say stood in a.grad before?"""),
            Wrong({"b": b}, "S2", Look("GradAccumulated", "AccumulateGrad(b)")).reply(f"""
                {b} is b's own value. The slope of a*b in b is the other factor, a.
                If a were 0, could b matter?"""),
        ),
        trace=trace,
        look=Look("GradAccumulated", "AccumulateGrad(a)"),
        why=f"a gets {b} from one product and {c} from the other, together {total}; b and c each get a = {a}.",
        hints=(
            "Draw the arrows that end at a. How many are there?",
            "Each product sends to a the value of its other factor. What happens where messages meet?",
            f"The slot of a gets {b} and {c}. b and c each have one arrow, with the value of a on it.",
        ),
    )


_CLEAR, _BACKWARD, _STEP = "optimizer.zero_grad()", "loss.backward()", "optimizer.step()"


def _train_step(*calls: str) -> str:
    lines = ("def train_step(w, optimizer):", "loss = (w - 4) ** 2 / 2", *calls)
    return "\n" + "\n    ".join(lines) + "\n"


TRAIN = _train_step(_CLEAR, _BACKWARD, _STEP)


class _Counted:
    """An optimizer that counts how often it was asked to step."""

    def __init__(self, optimizer: Any):
        self._optimizer, self.steps = optimizer, 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._optimizer, name)

    def step(self) -> None:
        self.steps += 1
        self._optimizer.step()


def _train_probe(train_step: Any) -> dict:
    w = leaf(0, "w")
    optimizer = _Counted(SGD([w], lr=0.5))
    way = []
    with record(names={}) as trace:
        for _ in range(4):
            train_step(w, optimizer)
            way.append(w.item())
    return {
        "w after each of 4 steps": way,
        "w.grad at the end": None if w.grad is None else w.grad.item(),
        "backward calls": len(trace.backwards),
        "optimizer steps": optimizer.steps,
    }


def _is_untouched(results: Any) -> bool:
    return results.get("backward calls") == 0 and results.get("optimizer steps") == 0


@exercise("L4.2")
def repair_the_loop() -> Exercise:
    return Exercise(
        prompt="""
            Complete one step of training, so that w goes 2, 3, 3.5, 3.75:
            the gradient of this loss and of no other must be in w.grad when the optimizer steps.""",
        form=Code(
            name="train_step",
            starting=_train_step(f"...  # three calls: {_STEP}, {_CLEAR}, {_BACKWARD}"),
            solution=TRAIN,
            probes=(Probe("4 steps from w = 0", _train_probe),),
            notes=frozenset({"w.grad at the end", "backward calls", "optimizer steps"}),
            untouched=_is_untouched,
        ),
        answer=TRAIN,
        wrong=(
            Wrong(_train_step(_BACKWARD, _STEP), "M7", SECOND_IN_W).reply("""
                Nobody clears w.grad, so each step uses the sum of all gradients so far, and w swings past 4.
                What stands in w.grad before the second backward?"""),
            Wrong(_train_step(_BACKWARD, _CLEAR, _STEP), "S21", FIRST_IN_W).reply("""
                w never moves: you erased .grad after it was written and before step() read it.
                Clear, backward, step; or backward, step, clear.
                What does step() find in w.grad?"""),
            Wrong(_train_step(_CLEAR, _STEP, _BACKWARD), "M11", FIRST_IN_W).reply("""
                w never moves: step() only reads .grad, and when it runs, nobody has written there yet.
                Which of the three calls writes w.grad?"""),
            Wrong(_train_step(_CLEAR, _BACKWARD), "S22", FIRST_IN_W).reply("""
                The gradient is there, but nobody uses it: backward writes .grad, and only step() changes w.
                Which of the three calls changes w?"""),
            Wrong(_train_step(_CLEAR, _STEP), "M11", FIRST_IN_W).reply("""
                step() has no link to the loss. It reads .grad, and without backward nothing is written there.
                Which of the three calls writes w.grad?"""),
        ),
        trace=_loop(3, clears=True),
        look=SECOND_IN_W,
        why="Clear, write, read: then each step uses the gradient of its own loss.",
        hints=(
            "backward adds to w.grad, step reads w.grad, zero_grad clears it. Who must come before whom?",
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


def _accumulate_probe(size: int) -> Probe:
    def run(accumulate: Any) -> dict:
        w = leaf(0, "w")
        accumulate(w, _batches(size))
        return {f"w.grad from {where}": w.grad}

    where = {4: "one batch of 4", 2: "two batches of 2", 1: "four batches of 1"}[size]
    return Probe(where, run)


@exercise("L4.3")
def add_up_batches() -> Exercise:
    clearing = _ACCUMULATE.format("w.grad = None\n        (loss / len(batches)).backward()")
    return Exercise(
        prompt="""
            Complete accumulate(w, batches) so that w.grad ends as it would for one big batch:
            -30, however the four examples are cut into batches of equal size.""",
        form=Code(
            name="accumulate",
            starting=_ACCUMULATE.format("...  # one line"),
            solution=ACCUMULATE,
            probes=tuple(map(_accumulate_probe, (4, 2, 1))),
        ),
        answer=ACCUMULATE,
        wrong=(
            Wrong(_ACCUMULATE.format("loss.backward()"), "M12", SECOND_IN_W).reply("""
                The sum of the batches' means is not the mean of all: with two batches it is twice as much.
                By what would you divide the sum of two means to get the mean of all?"""),
            Wrong(_ACCUMULATE.format("(loss / len(batches) / len(x)).backward()"), "S20", SECOND_IN_W).reply("""
                You divide by the size of a batch once more; mean() has done that already.
                What does mean() divide by?"""),
            Wrong(_ACCUMULATE.format("(loss / len(x)).backward()"), "S20", SECOND_IN_W).reply("""
                You divide by the size of a batch. What counts is how many batches are added up;
                with two batches of two both numbers are 2, and the mistake does not show.
                With one batch of four: must anything be divided at all?"""),
            Wrong(clearing, "S23", SECOND_IN_W).reply("""
                You clear w.grad inside the loop, so only the last batch is left. Here the adding up is wanted.
                How often should w.grad be cleared for one step of training?"""),
        ),
        trace=_two_batches(),
        look=SECOND_IN_W,
        why="Each loss is divided by the number of batches, and .grad adds up.",
        hints=(
            "The mean of all four is made of the means of the parts. How?",
            "Divide each part by the number of parts, and let .grad add them up.",
            "`(loss / len(batches)).backward()`",
        ),
    )


UPDATES = """
# A    w = w - 0.5 * w.grad

# B    with al.no_grad():
#          w = w - 0.5 * w.grad

# C    with al.no_grad():
#          w -= 0.5 * w.grad

# D    w -= 0.5 * w.grad
"""
_WORKS, _NONE = "works", "w.grad is None from now on"
_NO_GRAPH = "error at the next backward: w does not require grad"
_LEAF = "error at once: a leaf is changed in place"


@exercise("L4.4")
def four_updates() -> Exercise:
    w = leaf(0, "w")
    with record(names={}) as trace:
        ((w - 4) ** 2 / 2).backward()
        moved = w - 0.5 * w.grad
        ((moved - 4) ** 2 / 2).backward()
    row = Choice((_WORKS, _NONE, _NO_GRAPH, _LEAF))
    return Exercise(
        prompt="""
            Four ways to write the update of w in a training loop.
            What becomes of each? (C and D differ in one line.)""",
        setup=UPDATES,
        form=Table(dict.fromkeys("ABCD", row)),
        answer={"A": _NONE, "B": _NO_GRAPH, "C": _WORKS, "D": _LEAF},
        wrong=(
            Wrong({"A": _WORKS}, "M5", SECOND_IN_W).reply("""
                A: `w = …` makes a new tensor out of a recorded operation and calls it w.
                It is no leaf, so it gets no .grad; the gradients still go to the old w.
                Which tensor is at the end of the path, the new w or the old one?"""),
            Wrong({"B": _WORKS}, "M4", FIRST_IN_W).reply("""
                B: the new tensor called w was made without recording, so it does not require a gradient.
                The next loss has no graph, and backward has nowhere to go.
                What is w.requires_grad after this line?"""),
            Wrong({"B": _NONE}, "M5", FIRST_IN_W).reply("""
                B: that would be A. Without recording, the new w is not even part of a graph.
                What is w.requires_grad after this line?"""),
            Wrong({"C": _LEAF}, "M38", FIRST_IN_W).reply("""
                C: in place is fine when nothing is recorded. That is how every optimizer does it.
                What does no_grad switch off?"""),
            Wrong({"D": _WORKS}, "M38", FIRST_IN_W).reply("""
                D: recording an in-place change of a leaf would make it the result of an operation, and no leaf any
                more. PyTorch refuses.
                If it were recorded, which node would have made w?"""),
        ),
        trace=trace,
        look=SECOND_IN_W,
        why="An update must change the leaf itself, in place, without being recorded: that is C.",
        hints=(
            "For each: is w afterwards the same tensor as before? Was the operation recorded?",
            "`w = …` gives the name to a new tensor; `w -= …` changes the old one.",
            "A makes a new tensor that is no leaf. C changes the leaf, unrecorded. Now B and D.",
        ),
    )
