"""Lesson 8, what a node keeps: which values, until when, what a change in place does to them, and how to keep less."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import autograd_lab

from .. import Tensor, tensor
from ..tracing.recording.recorder import record
from ..tracing.trace.trace import Trace
from .answer_values import Choice, Table, among
from .bank import exercise
from .exercise import Exercise, Look, Wrong
from .programs import grad, leaf, shown_whole

ERROR = "an error"


# ----- for how long --------------------------------------------------------------------------------------------------
_TWICE = """
a = al.tensor(2., requires_grad=True)
b = al.tensor(3., requires_grad=True)
p = a * b
p.backward()
p.backward()
"""


def _attempted(*sources: str) -> Trace:
    """A recording of programs that may end in an error, as a notebook's cell does."""
    variables = {"al": autograd_lab}
    with record(names=variables) as trace:
        for source in sources:
            with suppress(RuntimeError):  # the recording has it: ErrorRaised
                exec(source, variables)
    return trace


@exercise("L8.P1")
def a_second_backward() -> Exercise:
    doubled, no_graph, no_values = (
        "it works, and a.grad doubles",
        "an error: the nodes and arrows are gone",
        "an error: the kept values are gone",
    )
    return Exercise(
        prompt="What does the second `p.backward()` do?",
        setup=_TWICE,
        form=Choice((doubled, no_graph, no_values)),
        answer=no_values,
        wrong=(
            Wrong(doubled, "M34").reply("""
                a.grad would double if the node of p could run again. For that it needs a and b.
                Are its lamps still lit after the first backward?"""),
            Wrong(no_graph, "M34").reply("""
                p.grad_fn is still there after the first backward, and so are its arrows: the second seed even arrives
                at the node of p.
                What is missing when the node wants to multiply?"""),
        ),
        trace=_attempted(_TWICE),
        look=Look("ErrorRaised"),
        why="The seed arrives at the node of p. But its lamps are out: the first backward freed a and b.",
    )


_WORKS = "works"
_PASSES: dict[str, tuple[str, Callable[[Tensor, Tensor], Tensor], int, bool]] = {
    "A": ("`y = a + b`, then `y.backward()` twice", lambda a, b: a + b, 0, False),
    "B": ("`y = a.exp()`, `retain_graph=True` in the first call only", lambda a, b: a.exp(), 1, False),
    "C": ("`y = a.exp()`, `retain_graph=True` in the second call only", lambda a, b: a.exp(), 2, False),
    "D": ("`y = a * b` computed again before the second call", lambda a, b: a * b, 0, True),
}
"""What two backward passes are called in the question, their forward, which call (1 or 2) retains the graph, and
whether y is computed again before the second."""


def _outcome(forward: Callable[[Tensor, Tensor], Tensor], retained: int, again: bool) -> str:
    a, b = leaf(2, "a"), leaf(3, "b")
    y = forward(a, b)
    try:
        y.backward(retain_graph=retained == 1)
        y = forward(a, b) if again else y
        y.backward(retain_graph=retained == 2)
    except RuntimeError:
        return ERROR
    return _WORKS


@exercise("L8.P2")
def four_pairs_of_passes() -> Exercise:
    with record(names={}) as trace:
        outcomes = {row: _outcome(*program) for row, (_, *program) in _PASSES.items()}
    return Exercise(
        prompt="Four more programs that call backward twice. What does the second call do?",
        form=Table(dict.fromkeys(_PASSES, Choice((_WORKS, ERROR))), {row: each[0] for row, each in _PASSES.items()}),
        answer=outcomes,
        wrong=(
            Wrong({"A": ERROR}, "M35").reply("""
                A: an error needs a kept value that has been freed.
                Which value does the node of a sum keep?"""),
            Wrong({"B": ERROR}, "M34").reply("""
                B: `retain_graph=True` tells the first backward to free nothing.
                Are the lamps still lit when the second backward begins?"""),
            Wrong({"C": _WORKS}, "M34").reply("""
                C: `retain_graph=True` in the second call can't bring back what the first call has freed.
                Which of the two calls has to leave the lamps lit?"""),
            Wrong({"D": ERROR}, "M34").reply("""
                D: computing y again makes a new node.
                Has a backward run through this new node before?"""),
        ),
        trace=trace,
        look=None,
        why="""
            A sum keeps nothing, so nothing can be missing. retain_graph has to be in the call before. A new forward
            makes new nodes with new lamps: that is what a training loop does in each round.""",
    )


# ----- changed in place ----------------------------------------------------------------------------------------------
_GRID = """
u = x * 2            # x = 3
y = u.sin()          # or one of the others
u.add_(1)            # or y.add_(1)
y.backward()
"""
_OPERATIONS: dict[str, tuple[str, Callable[[Tensor], Tensor], str]] = {
    "sin": ("`y = u.sin()`, grad * self.cos()", Tensor.sin, "self.cos()"),
    "exp": ("`y = u.exp()`, grad * result", Tensor.exp, "result"),
    "plus": ("`y = u + 1`, grad", lambda u: u + 1, "grad alone"),
    "relu": ("`y = u.relu()`, grad where result > 0", Tensor.relu, "result > 0"),
    "times": ("`y = u * 10`, grad * other", lambda u: u * 10, "other, which is the 10"),
}
_STOPPED = {"sin": "Sin", "exp": "Exp", "relu": "Relu"}
_U, _Y, _BOTH, _NEITHER = "changing u", "changing y", "each of the two", "neither"
_SUMMED_UP = {(True, False): _U, (False, True): _Y, (True, True): _BOTH, (False, False): _NEITHER}


_GRID_LOOKS = {
    **{row: Look("ErrorRaised", f"{node}Backward0") for row, node in _STOPPED.items()},
    "plus": Look("RuleApplied", "AddBackward0", 2),  # two earlier ones are those of add_
    "times": Look("RuleApplied", "MulBackward0", 5),  # five earlier ones are those of x * 2
}


def _fails(operation: Callable[[Tensor], Tensor], changes_u: bool) -> bool:
    """Whether backward raises after one of the two tensors was changed in place."""
    u = leaf(3, "x") * 2
    y = operation(u)
    (u if changes_u else y).add_(1)
    try:
        y.backward()
    except RuntimeError:
        return True
    return False


def _wrong_grid(answers: dict[str, str]) -> tuple[Wrong, ...]:
    """A reply to each wrong choice in each row, from what the row's rule names."""
    kept = {"self": "u", "result": "y"}
    found = []
    for row, right in answers.items():
        rule = _OPERATIONS[row][2]
        keeps = next((tensor for word, tensor in kept.items() if word in rule), "")
        for given in _SUMMED_UP.values():
            if given != right:
                idea, text = _grid_reply(keeps, rule, given)
                found.append(Wrong({row: given}, idea).reply(f"{row}: {text}"))
    return tuple(found)


def _grid_reply(keeps: str, rule: str, given: str) -> tuple[str, str]:
    """The idea behind a wrong choice, and what to say, for a node that keeps u, y or neither of them."""
    if not keeps:
        return (
            "M36",
            f"""backward fails only if the node kept what was changed. This rule needs {rule}.
            Does its node keep u, or y, at all?""",
        )
    if given == _NEITHER:
        return (
            "M37",
            f"""the node doesn't keep a copy of {keeps}. It keeps {keeps} itself and the version it had.
            What is the version of {keeps} after add_, and which version does the node expect?""",
        )
    if given == _BOTH:
        return (
            "M36",
            """the node keeps only u or only y. Changing the tensor that it doesn't keep breaks nothing.
            Which name is in this rule, self or result, and does that name stand for u or for y?""",
        )
    return (
        "M36",
        f"""that would break a rule that uses `{"result" if keeps == "u" else "self"}`. This rule needs {rule}.
            Which tensor does the rule's name stand for: u, the input, or y, the output?""",
    )


@exercise("L8.1")
def changed_in_place() -> Exercise:
    answers = {}
    with record(names={}) as trace:
        for row, (_, operation, _) in _OPERATIONS.items():
            answers[row] = _SUMMED_UP[_fails(operation, changes_u=True), _fails(operation, changes_u=False)]
    rows = {row: label for row, (label, _, _) in _OPERATIONS.items()}
    return Exercise(
        prompt="Five operations with their rules. Which change makes `y.backward()` fail? Don't run anything.",
        setup=_GRID,
        form=Table(dict.fromkeys(rows, Choice(tuple(_SUMMED_UP.values()))), rows),
        answer=answers,
        wrong=_wrong_grid(answers),
        trace=trace,
        look=Look("ErrorRaised"),
        looks=_GRID_LOOKS,
        why="""
            Only one thing is forbidden: to change a value that a node keeps, before that node has run. All ten
            programs were run for this reply.""",
        hints=(
            "For each rule: does it name self (that is u), result (that is y), or neither?",
            "Backward fails if the changed tensor is the one that the node keeps.",
            "Worked out for sin: its rule names self, which is u. So `changing u` breaks it, and changing y doesn't.",
        ),
    )


# ----- cut off -------------------------------------------------------------------------------------------------------
DETACHED = """
x = al.tensor({x}., requires_grad=True)
y = x * x
z = y.detach() * x
z.backward()
"""


@exercise("L8.P3", x=(4, 5, 6, 7))
def gradient_past_a_cut(x: int = 3) -> Exercise:
    program = DETACHED.format(x=x)
    trace, _ = shown_whole(program)
    return Exercise(
        prompt="What is `x.grad` after `z.backward()`?",
        setup=program,
        form=among(0, x * x, 2 * x * x, 3 * x * x),
        answer=str(grad(trace, "x")),
        wrong=(
            Wrong(str(3 * x * x), "M39").reply(f"""
                {3 * x * x} is the gradient of x · x · x, as if detach() weren't there. detach() returns the same
                number, but without its history.
                What is the grad_fn of y.detach()?"""),
            Wrong(str(2 * x * x), "M39").reply("""
                That is what x would receive through y alone. But y.detach() is a leaf that requires no gradient:
                backward sends nothing there.
                Through which of its two factors does z still depend on x?"""),
            Wrong("0", "M39").reply("""
                0 would mean that z doesn't depend on x at all. detach() cuts off only one of the two factors.
                Which factor of z is x itself?"""),
        ),
        trace=trace,
        look=Look("RuleApplied", "MulBackward0"),
        waits=True,
        asks="x.grad",
        why=f"""
            The node of z sends the other factor, {x * x}, to x. Its other arrow leads nowhere: y.detach() has no
            node.""",
    )


_BEHIND = """
# A
y = x.sigmoid()
y.detach().zero_()
y.backward()

# B
y = x.sigmoid()
y.data.zero_()
y.backward()
"""
_RIGHT, _ZERO = "the right x.grad", "x.grad is 0, without an error"


def _behind() -> tuple[Trace, dict[str, str]]:
    x = leaf(2, "x")
    with record(names={}) as trace:
        found = {}
        for which in "AB":
            y = x.sigmoid()
            (y.detach() if which == "A" else y.data).zero_()
            x.grad = None
            try:
                y.backward()
                found[which] = _RIGHT if x.grad else _ZERO
            except RuntimeError:
                found[which] = ERROR
    return trace, found


@exercise("L8.P4")
def behind_the_back() -> Exercise:
    trace, outcomes = _behind()
    return Exercise(
        prompt="""
            `detach()` and `.data` both give a tensor on the same memory without history. The node of sigmoid keeps its
            result. What does each program do?""",
        setup=_BEHIND,
        form=Table(dict.fromkeys("AB", Choice((_RIGHT, _ZERO, ERROR)))),
        answer=outcomes,
        wrong=(
            Wrong({"A": _RIGHT}, "M39").reply("""
                A: detach() makes no copy. zero_() writes into the memory of y, and the node keeps y.
                What is y._version after zero_(), and which version did the node note?"""),
            Wrong({"A": _ZERO}, "M39").reply("""
                A: y and y.detach() share one version number as well as one memory.
                What is y._version after zero_(), and which version did the node note?"""),
            Wrong({"B": _RIGHT}, "M39").reply("""
                B: `.data` makes no copy. zero_() writes into the memory of y, and the node keeps y.
                Which number does the rule of sigmoid find where y was?"""),
            Wrong({"B": ERROR}, "M39").reply("""
                B: an error needs a version that has changed, and what is written through `.data` isn't counted.
                Which number does the rule of sigmoid find, and what does it send?"""),
        ),
        trace=trace,
        look=Look("ErrorRaised"),
        looks={"B": Look("RuleApplied", "SigmoidBackward0")},
        why="""
            Both write zeros over what the node keeps. detach() shares the version, so backward notices. `.data` has a
            version of its own, so backward computes with the zeros: a wrong gradient, and no error.""",
    )


# ----- graphs that grow ----------------------------------------------------------------------------------------------
TOTAL = """
w = al.tensor(0.5, requires_grad=True)
total = 0
for t in targets:
    loss = (w * 2 - t) ** 2
    loss.backward()
    total = total + loss
"""


def nodes_behind(root: Tensor) -> int:
    """How many nodes hang on a tensor, leaves not counted."""
    found, left = set(), [root.grad_fn]
    while left:
        node = left.pop()
        if node is not None and node not in found and node.next_functions:  # a leaf's AccumulateGrad has none
            found.add(node)
            left.extend(target for target, _ in node.next_functions)
    return len(found)


def _total(rounds: int) -> tuple[Trace, Tensor]:
    """The loop of `TOTAL`, and its running total."""
    w, total = leaf(0.5, "w"), 0
    with record(names={}) as trace:
        for t in range(rounds):
            loss = (w * 2 - t) ** 2
            loss.backward()
            total = total + loss
    return trace, total


@exercise("L8.P5")
def a_running_total() -> Exercise:
    trace, total = _total(100)
    grown = nodes_behind(total)
    return Exercise(
        prompt="After 100 rounds, how many nodes does `total` keep alive, AccumulateGrad(w) not counted?",
        setup=TOTAL,
        form=among(0, 4, 100, grown),
        answer=str(grown),
        wrong=(
            Wrong("0", "M41").reply("""
                backward frees the kept values. It doesn't delete nodes: whoever holds a tensor holds its grad_fn.
                What is total.grad_fn, and where do its arrows lead?"""),
            Wrong("4", "M41").reply("""
                One round makes 4 nodes. loss gets a new tensor each round, but total is made from the previous total.
                Where do the two arrows of total.grad_fn lead?"""),
            Wrong("100", "M41").reply("""
                total holds the 100 sums, each linked to the one before. But each sum has a second arrow.
                Which nodes does that second arrow lead to?"""),
        ),
        trace=trace,
        look=None,
        why=f"""
            4 nodes in each round, 100 rounds: {grown}. Each sum leads to the previous total and to that round's loss.
            total is only a number to look at, so add `loss.item()`: then total keeps no nodes.""",
    )


# ----- three repairs -------------------------------------------------------------------------------------------------
_BROKEN = """
# A: two losses from one h
h = w * x
(h * 2).backward()
(h * h).backward()

# B: a state that goes on from round to round
for x in inputs:
    state = (w * state + x).tanh()
    (state ** 2).backward()

# C: losses for a plot
for x in inputs:
    loss = (w * x) ** 2
    loss.backward()
    curve.append(loss)
"""
_ONE_H = """
w = al.tensor(0.5, requires_grad=True)
h = w * al.tensor(3.)
(h * 2).backward()
(h * h).backward()
"""
_ONE_STATE = """
w = al.tensor(0.5, requires_grad=True)
state = al.tensor(0.)
for x in (1., 2.):
    state = (w * state + x).tanh()
    (state ** 2).backward()
"""
"""A and B as they are, up to their errors."""
_REPAIRS = {
    "A": {
        "right": "(h * 2 + h * h).backward(), once",
        "detached": "h = h.detach() before the second backward",
        "late": "retain_graph=True in the second backward",
    },
    "B": {
        "retained": "retain_graph=True in each backward",
        "unrecorded": "the first line under no_grad()",
        "right": "state = state.detach() after each backward",
    },
    "C": {
        "deleted": "del loss after each round",
        "right": "curve.append(loss.item())",
        "retained": "loss.backward(retain_graph=True)",
    },
}
_LOSE = {
    ("A", "detached"): (
        "M39",
        """then the second loss has no history, and its backward raises an error: none of its gradient reaches w.
            Which losses should count in w.grad?""",
    ),
    ("A", "late"): (
        "M34",
        """retain_graph in the second call can't bring back what the first call has freed.
            If you add the two losses first, how many times does the node of h run?""",
    ),
    ("B", "retained"): (
        "M40",
        """it runs, but state is still connected to all earlier rounds. Each backward goes through all of them again:
            {0} operations in the first round, {1} in the second, {2} in the third.
            Where should the backward of a round end?""",
    ),
    ("B", "unrecorded"): (
        "M4",
        """then nothing is recorded between w and the loss, and backward raises an error.
            Which part of the past should backward not see: this round's, or the rounds before?""",
    ),
    ("C", "deleted"): (
        "M41",
        """the list still holds the tensor. `del` removes the name, not the tensor.
            What does each tensor in curve keep alive?""",
    ),
    ("C", "retained"): (
        "M34",
        """then even the kept values stay, since each tensor in the list holds its nodes.
            What does a plot need: a tensor with a history, or a number?""",
    ),
}


def _growing_rounds() -> list[int]:
    """How many operations the backward of each of three rounds of B goes through, if the state is never cut off."""
    w, state, sizes = leaf(0.5, "w"), tensor(0.0), []
    for x in (1.0, 2.0, 3.0):
        state = (w * state + x).tanh()
        sizes.append(nodes_behind(state**2))
    return sizes


@exercise("L8.2")
def three_repairs() -> Exercise:
    rounds = _growing_rounds()
    return Exercise(
        prompt="""
            A and B end in an error; C keeps more in each round. Choose a repair for each. The gradient of every loss
            must reach w. It doesn't have to go back into earlier rounds, and no round should leave anything behind.""",
        setup=_BROKEN,
        form=Table({row: Choice(tuple(options.values())) for row, options in _REPAIRS.items()}),
        answer={row: options["right"] for row, options in _REPAIRS.items()},
        wrong=tuple(
            Wrong({row: _REPAIRS[row][name]}, idea).reply(f"{row}: {text}".format(*rounds))
            for (row, name), (idea, text) in _LOSE.items()
        ),
        trace=_attempted(_ONE_H, _ONE_STATE),
        look=None,
        why="""
            One backward goes through h once. detach() cuts a round off from the rounds before. item() gives a number
            without a history. None of the three needs retain_graph.""",
        hints=(
            "For each program: what is kept, and what still needs it?",
            "In A, one pass is enough. In B, ask where this round begins. In C, ask what a plot needs.",
            "Worked out for A: `(h * 2 + h * h).backward()` sends both losses through h at once. Now the other two.",
        ),
    )


# ----- more, if you like ---------------------------------------------------------------------------------------------
_COPIES: dict[str, Callable[[Tensor], Any]] = {
    "u.clone()": lambda u: u.clone(),
    "al.tensor(u.item())": lambda u: tensor(u.item()),
    "u.reshape(1)": lambda u: u.reshape(1),
    "u.detach().clone()": lambda u: u.detach().clone(),
    "al.stack([u, u])": lambda u: autograd_lab.stack([u, u]),
}
_CONNECTED, _CUT = "connected to x", "cut off"
_WHY_COPIES = {
    "u.clone()": "clone() is an operation like any other. Its node has an arrow to the node of u.",
    "al.tensor(u.item())": "item() gives a plain number. A number doesn't know where it came from.",
    "u.reshape(1)": "reshape() changes the shape and keeps the history.",
    "u.detach().clone()": "clone() would be recorded, but detach() has cut the history off already.",
    "al.stack([u, u])": "stack() is an operation: each of its inputs gets an arrow.",
}


@exercise("L8.P6")
def still_connected() -> Exercise:
    u = leaf(3, "x") * 2
    made = {row: copy(u) for row, copy in _COPIES.items()}
    with record(names={}) as trace:
        made["al.stack([u, u])"].sum().backward()
    answers = {row: _CONNECTED if item.grad_fn else _CUT for row, item in made.items()}
    other = {_CONNECTED: _CUT, _CUT: _CONNECTED}
    return Exercise(
        prompt="`u = x * 2`. All of these contain the value of u. Which of them are still connected to x?",
        form=Table(dict.fromkeys(made, Choice((_CONNECTED, _CUT)))),
        answer=answers,
        wrong=tuple(
            Wrong({row: other[right]}, "M42").reply(f"""
                `{row}`: {_WHY_COPIES[row]}
                What is the grad_fn of the new tensor?""")
            for row, right in answers.items()
        ),
        trace=trace,
        look=None,
        why="The result of a recorded operation has a grad_fn. A number, a NumPy array or a detached tensor has none.",
    )
