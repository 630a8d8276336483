"""Lesson 3, walking the graph: next_functions, whose turn it is, and why backward is no recursion."""

from collections.abc import Callable

from ..tracing.trace.trace import Trace
from . import own_walk
from .answer_code import CodeByCase, Probe
from .answer_values import Choice, Number, Table
from .bank import exercise
from .exercise import Exercise, Look, Wrong
from .own_pass import Program
from .own_walk import OwnWalk, Watch
from .programs import grad, leaf, recorded

START, COUNTED, END = Look("BackwardStarted"), Look("DependenciesCounted"), Look("BackwardFinished")


def _at(operation: str, nth: int = 0) -> Look:
    return Look("RuleApplied", f"{operation}Backward0", nth)


def _tree() -> Trace:
    a, b, d = leaf(2, "a"), leaf(3, "b"), leaf(4, "d")
    c = a + b
    e = c * d
    return recorded(e, c=c, e=e)


def _diamond() -> Trace:
    a = leaf(3, "a")
    b = a + a
    c = b + b
    return recorded(c, b=b, c=c)


def _two_diamonds() -> Trace:
    a, b = leaf(2, "a"), leaf(3, "b")
    c = a + b
    d = a * b
    e = c + d
    f = c * d
    y = e + f
    return recorded(y, c=c, d=d, e=e, f=f, y=y)


def _ladder(doublings: int) -> Trace:
    x = leaf(3, "x")
    y = x
    for _ in range(doublings):
        y = y + y
    return recorded(y, y=y)


@exercise("L3.W1", received=(2, 3, 5), b=(7, 8, 9))
def warm_up_product(received: int = 3, b: int = 7) -> Exercise:
    a, other = leaf(4, "a"), leaf(b, "b")
    c = a * other
    e = c * received
    trace = recorded(e, c=c, e=e)
    return Exercise(
        prompt=f"`c = a * b`, with a = 4 and b = {b}. {received} arrives at the node of c. What does it send to a?",
        form=Number(),
        answer=grad(trace, "a"),
        wrong=(
            Wrong(b, "M26").reply(f"""
                {b} is the slope alone. A node multiplies it by what it received.
                If twice as much had arrived, what should become of the message?"""),
            Wrong(4 * received, "S2").reply("""
                That is the message for b: it has the value of a in it.
                If b were 0, could a matter?"""),
            Wrong(received, "S4").reply(f"""
                {received} is what arrived. It still has to pass through c = a * b.
                What does a product multiply the message for its first factor by?"""),
            Wrong(4 * b, "S1").reply("""
                That is c itself. A message says how fast the result moves, not where c is.
                If a moves by 1, by how much does c move?"""),
        ),
        trace=trace,
        look=_at("Mul", 1),
        why="What arrived, times the other factor.",
    )


@exercise("L3.W2")
def warm_up_turn() -> Exercise:
    a, b, d = leaf(2, "a"), leaf(5, "b"), leaf(7, "d")
    c = a * b
    y = c + d
    return Exercise(
        prompt="`c = a * b`, then `y = c + d`. AddBackward0 has run. What happens next?",
        form=Choice(("MulBackward0 runs", "d.grad is written", "a.grad is written")),
        answer="d.grad is written",
        wrong=(
            Wrong("MulBackward0 runs", "M19").reply("""
                It is ready, too. But of two nodes that are ready, one of a certain kind goes first.
                Which of the two that AddBackward0 sent to is a leaf?"""),
            Wrong("a.grad is written", "M19").reply("""
                Nothing has been sent to a yet.
                Which nodes has AddBackward0 sent a message to?"""),
        ),
        trace=recorded(y, c=c, y=y),
        look=Look("NodeVisited", "AccumulateGrad(d)"),
        why="Both were ready, and a leaf that is ready does not stand in line.",
    )


# ----- recursion -----------------------------------------------------------------------------------------------------
STARTING_RECURSION = """
from autograd_lab.exercises.contrast import sends


def recursive(node, slot):
    messages = sends(node, slot[node])
    for target, message in messages:
        slot[target] = slot.get(target, 0) + message
    for target, message in messages:
        ...  # now it is target's turn
"""
RECURSION = STARTING_RECURSION.replace("...  # now it is target's turn", "recursive(target, slot)")
ON_TREE = Program("e = (a + b) * d", "c = a + b\ny = c * d", (("a", 2), ("b", 3), ("d", 4)))
ON_DEEP_TREE = Program(
    "y = d * (a * b + c)", "p = a * b\nq = p + c\ny = d * q", (("a", 2), ("b", 3), ("c", 5), ("d", 7))
)
TREES = (ON_TREE, ON_DEEP_TREE)
RUNS = "{}: nodes that sent"


def _on_tree(program: Program) -> Probe:
    """What a recursion leaves at each leaf of a tree, and which nodes ran."""

    def run(recursive: Callable) -> dict[str, object]:
        root = program.run()["y"]
        watch = Watch(program.ids(root))
        start = watch.of(root.grad_fn)
        slot = {start: 1.0}
        recursive(start, slot)
        heard = {program.trace.name(watch.ids[node]): slot.get(watched) for node, watched in watch.seen.items()}
        results = {f"{program.about}: what reaches {name}": heard.get(name) for name, _ in program.leaves}
        return results | {RUNS.format(program.about): [program.trace.name(node) for node, _ in watch.ran]}

    return Probe(program.about, run)


def _recursion(wrong: str, idea: str = "") -> Wrong:
    return Wrong(RECURSION.replace("        recursive(target, slot)", wrong), idea)


@exercise("L3.0")
def recursion_of_your_own() -> Exercise:
    cases = {program.about: ((lambda p=program: p.trace), _at("Add")) for program in TREES}
    return Exercise(
        prompt="""
            Here is the proposal in Python: a node sends to its inputs, and then it is the turn of each of them.
            `sends(node, received)` gives the pairs (target, message); `slot` collects what each node has heard, and
            `slot[root]` is 1. One line is missing.""",
        form=CodeByCase(
            "recursive",
            STARTING_RECURSION,
            RECURSION,
            tuple(map(_on_tree, TREES)),
            notes=frozenset(RUNS.format(program.about) for program in TREES),
            untouched=lambda results: False,
            cases=cases,
        ),
        answer=RECURSION,
        wrong=(
            _recursion("        recursive(target, {target: message})").reply("""
                Each call of yours has a dict of its own, and what it collects is lost with it.
                Which dict does the caller look into when everything is over?"""),
            _recursion("        return recursive(target, slot)").reply("""
                After the first target your function is over, so the others never have their turn.
                What does `return` do to a loop?"""),
            _recursion("        recursive(target, message)").reply("""
                The second argument is the dict of all slots, not what one node has heard: with a number in its place,
                `slot[node]` cannot look anything up.
                Where does target find its message when its turn comes?"""),
            _recursion("        recursive(node, slot)").reply("""
                Your function calls itself for the same node again and again, so it never gets any further.
                Whose turn is it now?"""),
            _recursion("        sends(target, message)").reply("""
                What sends gives back is thrown away there: nothing is put into a slot, and the nodes further down hear
                nothing.
                What was done with the messages of the first node, two lines higher?"""),
        ),
        trace=ON_TREE.trace,
        look=_at("Add"),
        why="The function calls itself for each target, and on a tree that gives every leaf its gradient.",
        hints=(
            "What was done for node has to be done for target, with the same slots.",
            "A function may call itself.",
            "The node of e has sent 4 to the node of c. Now that one sends: `recursive(target, slot)`.",
        ),
    )


@exercise("L3.P1")
def recursion_on_a_tree() -> Exercise:
    return Exercise(
        prompt="Will this recursion find the right gradients of `e = (a + b) * d`?",
        form=Choice(("yes", "no, some are too large", "no, some are too small"), told_by_a_step=False),
        answer="yes",
        wrong=(
            Wrong("no, some are too large").reply("""
                For that, some message would have to be sent twice. In this graph a single arrow ends at each node.
                How often does a node have its turn if one arrow leads to it?"""),
            Wrong("no, some are too small").reply("""
                For that, some message would have to be missing, or sent too early. Here a node waits for one message
                only.
                Can a node send too early when it is owed one message, and has it?"""),
        ),
        trace=_tree(),
        look=_at("Add"),
        waits=True,
        walk="recursion",
        why="No two arrows end at one node: it is a tree. There each node has one turn, with all that comes.",
    )


@exercise("L3.P2")
def recursion_on_a_diamond() -> Exercise:
    return Exercise(
        prompt="`b = a + a`, then `c = b + b`, with a = 3. What does the recursion find for a?",
        form=Choice(("1", "4", "8", "12"), told_by_a_step=False),
        answer="8",
        wrong=(
            Wrong("1", "M9").reply("""
                1 is what is left when of several messages only the last one counts. These slots add.
                How many arrows end at the node of b?"""),
            Wrong("4", "M14").reply("""
                4 is the gradient, and the recursion misses it: two messages lead to b, and b has a turn for each.
                What does b send at its second turn, when its slot is still as full as before?"""),
            Wrong("12", "S1").reply("""
                12 is the value of c. A gradient says how fast c moves.
                If a moves by 1, by how much does b move, and by how much c?"""),
        ),
        trace=_diamond(),
        look=_at("Add", 1),
        waits=True,
        walk="recursion",
        why="b has two turns, and sends what has gathered in its slot, 2, at both of them: 2 · (2 + 2).",
    )


@exercise("L3.P3")
def recursion_on_two_diamonds() -> Exercise:
    return Exercise(
        prompt="""
            The gradients of this program are 25 and 19. Does the recursion find them?""",
        form=Choice(("yes", "no, it finds too much", "no, it finds too little"), told_by_a_step=False),
        answer="no, it finds too much",
        wrong=(
            Wrong("yes", "M14").reply("""
                c and d are used twice. The recursion gives each of them two turns, and what was there at the first turn
                is sent on once more at the second.
                How often does the first message to c travel on to a?"""),
            Wrong("no, it finds too little").reply("""
                No message gets lost: every node has a turn for each message that comes.
                What is sent at a second turn, besides what is new?"""),
        ),
        trace=_two_diamonds(),
        look=_at("Add", 2),
        waits=True,
        walk="recursion",
        why="It finds 29 and 22: what came first to c and to d was counted twice.",
    )


@exercise("L3.P4", doublings=(5, 6, 7, 8, 9, 11, 12))
def work_of_each_path(doublings: int = 10) -> Exercise:
    nodes, arrows, paths = doublings + 1, 2 * doublings, 2 ** (doublings + 1) - 1
    return Exercise(
        prompt=f"""
            {doublings} doublings, `y = y + y`. The ready queue runs {nodes} nodes. How many runs does it take when each
            message travels on alone?""",
        form=Choice(tuple(map(str, (nodes, arrows, doublings**2, paths))), told_by_a_step=False),
        answer=str(paths),
        wrong=(
            Wrong(str(nodes), "M16").reply("""
                That is one run for each node. But here a node runs once for each message that comes.
                How many messages come to the third node, if each run of the second one sends two?"""),
            Wrong(str(arrows), "M16").reply(f"""
                {arrows} is the number of arrows. Two messages alone go along each arrow further down, then four.
                How many paths lead through the first two doublings?"""),
            Wrong(str(doublings**2), "M16").reply(f"""
                That would be {doublings} for each doubling, but the number is not the same at each of them.
                By how much does the number of paths grow with one doubling more?"""),
        ),
        trace=_ladder(doublings),
        look=END,
        waits=True,
        walk="each path alone",
        why=f"1 + 2 + 4 + … + {2**doublings}: with each doubling there are twice as many paths, and one run for each.",
    )


# ----- the ready queue -----------------------------------------------------------------------------------------------
@exercise("L3.P5")
def which_of_two_ready() -> Exercise:
    return Exercise(
        prompt="The node of y has run. The nodes of e and of f are ready now. Which one does the engine take first?",
        form=Choice(("that of e", "that of f", "either: it is left to chance")),
        answer="that of f",
        wrong=(
            Wrong("that of e", "M17").reply("""
                e comes first in y = e + f. But that is the order of the pairs in next_functions, not of turns.
                Which of e and f was made later?"""),
            Wrong("either: it is left to chance").reply("""
                Either would be right. But the engine has a rule, so that two runs are alike.
                Which of e and f was made later?"""),
        ),
        trace=_two_diamonds(),
        look=Look("NodeVisited", "MulBackward0"),
        waits=True,
        why="Of the nodes that are ready, leaves go first, then the one that was made last.",
    )


@exercise("L3.P6")
def the_branch_not_taken() -> Exercise:
    x = leaf(-2, "x")
    y = x * 5
    trace = recorded(y, y=y)
    functions = sum(info.kind != "leaf" for info in trace.nodes.values())
    return Exercise(
        prompt="The program is called with x = -2. How many MulBackward0 nodes does the graph of y have?",
        form=Choice(("1", "2", "3"), told_by_a_step=False),
        answer=str(functions),
        wrong=(
            Wrong("3", "M20").reply("""
                That counts the products of both branches. Autograd does not read the program; it sees what runs.
                Which of the lines runs when x is -2?"""),
            Wrong("2", "M20").reply("""
                That is the branch for positive x.
                Which of the lines runs when x is -2?"""),
        ),
        trace=trace,
        look=START,
        why="Only x * 5 ran. A graph has what happened, not what might have.",
    )


# ----- reading and counting ------------------------------------------------------------------------------------------
_PAIRS = """
x = al.tensor(2., requires_grad=True)
z = al.tensor(5., requires_grad=True)
p = x * z
q = p + x
y = q + z
w = x * 3
"""
_NODES = (
    "AddBackward0",
    "MulBackward0",
    "AccumulateGrad(x)",
    "AccumulateGrad(z)",
    "None",
    "the tensor q",
    "the tensor z",
)
_TENSOR = "The graph is made of nodes, and no tensor stands in a pair, not even a leaf."
_WRONG_PAIRS = (
    Wrong({"y0": "the tensor q"}, "M17").reply(f"""
        y0: {_TENSOR}
        Which operation made q, and what is its node called?"""),
    Wrong({"y0": "MulBackward0"}, "M17").reply("""
        y0: that node is one link further. An edge leads to the node of the very input.
        What is the first input of y = q + z, and which operation made it?"""),
    Wrong({"y0": "AccumulateGrad(x)"}, "M17").reply("""
        y0: x is no input of this sum. An edge leads to the node of the very input, not to where the way ends.
        What is the first input of y = q + z?"""),
    Wrong({"y1": "the tensor z"}, "M17").reply(f"""
        y1: {_TENSOR}
        Which node does a gradient go to that is meant for a leaf?"""),
    Wrong({"y1": "None"}, "M18").reply("""
        y1: None stands there for an input that wants no gradient.
        Was z made with requires_grad?"""),
    Wrong({"q0": "AddBackward0"}, "M17").reply("""
        q0: that is the node of q itself. Its edges lead to the nodes of its inputs.
        What is the first input of q = p + x, and which operation made it?"""),
    Wrong({"q1": "None"}, "M18").reply("""
        q1: None stands there for an input that wants no gradient.
        Was x made with requires_grad?"""),
    Wrong({"q1": "MulBackward0"}, "M17").reply("""
        q1: the pairs stand in the order of the inputs, and that one is the other input's.
        What is the second input of q = p + x?"""),
    Wrong({"w1": "AccumulateGrad(x)"}, "M18").reply("""
        w1: x is the first factor. Asked is the pair of the second.
        Is a gradient of the plain number 3 wanted?"""),
    Wrong({"w1": "MulBackward0"}, "M18").reply("""
        w1: that is the node of w itself. The 3 was typed in; no operation made it.
        Where could a gradient of the number 3 go?"""),
)


def _pairs_trace() -> tuple[Trace, dict[str, str]]:
    """Two backwards, and the answers read off the edges."""
    x, z = leaf(2, "x"), leaf(5, "z")
    p = x * z
    q = p + x
    y = q + z
    w = x * 3
    trace = recorded(y + w, p=p, q=q, y=y, w=w)
    nodes = {trace.name(node): info.edges for node, info in trace.nodes.items()}

    def end(name: str, index: int) -> str:
        edge = nodes[name][index]
        label = "None" if edge is None else trace.label(edge.node)
        return label.partition(" ")[0]

    answers = {"y0": end("y", 0), "y1": end("y", 1), "q0": end("q", 0), "q1": end("q", 1), "w1": end("w", 1)}
    return trace, answers


@exercise("L3.1")
def read_the_pairs() -> Exercise:
    trace, answers = _pairs_trace()
    labels = {
        f"{name}{k}": f"`{name}.grad_fn.next_functions[{k}][0]`"
        for name, k in (("y", 0), ("y", 1), ("q", 0), ("q", 1), ("w", 1))
    }
    return Exercise(
        prompt="Read the graph without running it: which node stands in each of these pairs?",
        setup=_PAIRS,
        form=Table(dict.fromkeys(answers, Choice(_NODES)), labels),
        answer=answers,
        wrong=_WRONG_PAIRS,
        trace=trace,
        look=_at("Add", 2),
        looks={"y0": START, "y1": START, "q0": _at("Add", 2), "q1": _at("Add", 2), "w1": _at("Mul", 0)},
        why="One pair for each input, in order: the node that gets its gradient. For the plain 3 there is none.",
        hints=(
            "Take one line of the program. Its inputs, from left to right, are its pairs.",
            "An input that an operation made leads to that operation's node; a leaf leads to its AccumulateGrad.",
            "Worked out for y = q + z: q was made by a sum, so y0 is `AddBackward0`; z is a leaf, so y1 is "
            "`AccumulateGrad(z)`. Now the same for q = p + x and for w = x * 3.",
        ),
    )


_COUNTS = """
a = al.tensor(2., requires_grad=True)
b = al.tensor(3., requires_grad=True)
c = a * b
d = c + a
e = c * d
y = e + c
"""
_WRONG_COUNTS = (
    Wrong({"c": 1}, "M19").reply("""
        c: a message is owed for each use, not for each tensor.
        On the right-hand side of how many lines does c stand?"""),
    Wrong({"c": 2}, "M19").reply("""
        c: one of its uses is missing.
        On the right-hand side of how many lines does c stand?"""),
    Wrong({"d": 2}, "S18").reply("""
        d: that is how many messages its node sends. Asked is how many come to it.
        How many operations use d?"""),
    Wrong({"e": 2}, "S18").reply("""
        e: that is how many messages its node sends. Asked is how many come to it.
        How many operations use e?"""),
    Wrong({"a": 1}, "M19").reply("""
        a: a leaf is owed a message for each use, like any other node.
        On the right-hand side of how many lines does a stand?"""),
    Wrong({"a": 4}, "M16").reply("""
        a: that counts paths from y. The node of c adds up what came along several of them, and sends once.
        How many arrows end at AccumulateGrad(a) itself?"""),
    Wrong({"b": 3}, "M16").reply("""
        b: that counts paths from y. The node of c adds up what came along all of them, and sends once.
        How many arrows end at AccumulateGrad(b) itself?"""),
    Wrong({"b": 2}, "S18").reply("""
        b: a message is owed for each use.
        On the right-hand side of how many lines does b stand?"""),
)


@exercise("L3.2")
def count_what_is_owed() -> Exercise:
    a, b = leaf(2, "a"), leaf(3, "b")
    c = a * b
    d = c + a
    e = c * d
    y = e + c
    trace = recorded(y, c=c, d=d, e=e, y=y)
    counts = dict(next(event for event in trace.events if event.kind == "DependenciesCounted").counts)
    owed = {trace.name(node): count for node, count in counts.items() if trace.name(node) in "abcde"}
    return Exercise(
        prompt="How many messages does each node wait for? a and b stand for their AccumulateGrad.",
        setup=_COUNTS,
        form=Table({name: Number() for name in "edcab"}, {name: f"messages to the node of {name}" for name in "edcab"}),
        answer={name: owed[name] for name in "edcab"},
        wrong=_WRONG_COUNTS,
        trace=trace,
        look=COUNTED,
        why="One message for each use: count on how many right-hand sides a name stands.",
        hints=(
            "Each use of a tensor is one arrow back to its node, and each arrow brings one message.",
            "Go through the lines, and make a mark for each name on the right-hand side.",
            "Worked out for c: it stands in d = c + a, in e = c * d and in y = e + c, so its node waits for 3.",
        ),
    )


# ----- a backward that counts ----------------------------------------------------------------------------------------
def _walk(right: str, wrong: str, idea: str) -> Wrong:
    return Wrong(own_walk.changed(right, wrong), idea)


_SLOT, _TURN = (
    "slot.get(target, 0) + message",
    "            if owed[target] == 0:\n                ready.append(target)",
)
_WRONG_WALKS = (
    _walk(_SLOT, "message", "M9").reply("""
        That is what comes out if only one of the messages to it counts. On a tree it cannot be seen. Where paths meet,
        slots add.
        What does your code do with what lay in the slot before?"""),
    _walk(_TURN, "            ready.append(target)", "M14").reply("""
        A node has its turn more than once, as in the recursion: what it has sent before is sent again.
        What must be true of owed before target may be put into ready?"""),
    Wrong(own_walk.VISIT_ONCE, "M15").reply("""
        Each of your nodes runs once, but this one does so too early: what comes later stays in its slot for ever.
        How does a node know that nothing more will come?"""),
    Wrong(own_walk.POST_ORDER, "M15").reply("""
        Your walk begins at the far end, where no message has arrived yet. Each node sends 0, and only the first one
        ever sends something.
        Which node is the only one that has something to send at the start?"""),
    Wrong(own_walk.EACH_PATH, "M16").reply("""
        The gradients come out right, but each message travels on alone, so there are as many runs as paths. A node may
        add up what comes, and send once.
        How many runs would ten doublings take that way?"""),
    _walk("{root: seed}", "{root: 1.0}", "S10").reply("""
        The walk begins with another number than the seed that was handed over.
        What should the gradients become if the seed is ten times as large?"""),
    _walk(
        "    return slot", "    return {node: one for node, one in slot.items() if node.next_functions}", "M19"
    ).reply("""
        The leaves are missing in what you give back. They send nothing, but they are whom this is all about.
        Which nodes hold the sums that become `.grad`?"""),
)


@exercise("L3.3")
def backward_that_counts() -> Exercise:
    return Exercise(
        prompt="""
            A backward pass that waits. The first loop is written: it goes once over the graph and counts how many
            messages each node is owed. In the second one three things are missing, one for each comment.
            `backward(root, seed)` starts at the node root with the number seed, and gives back what has gathered at
            each node.""",
        form=OwnWalk("backward", own_walk.STARTING, own_walk.SOLUTION),
        answer=own_walk.SOLUTION,
        wrong=_WRONG_WALKS,
        trace=own_walk.PROGRAMS[2].trace,
        look=_at("Add", 2),
        why="A node speaks only when it has heard everything. On seven graphs each runs once, with what it is owed.",
        hints=(
            "The three comments are three statements about target: its entry in owed, its entry in slot, and ready.",
            "A slot may be empty: `slot.get(target, 0)` is 0 then. A node is ready when it is owed nothing any more.",
            "The three in full: `owed[target] -= 1`, then `slot[target] = slot.get(target, 0) + message`, then "
            "`if owed[target] == 0:` with `ready.append(target)` under it.",
        ),
    )
