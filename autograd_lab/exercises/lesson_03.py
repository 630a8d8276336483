"""Lesson 3, why backward is not a recursion: three proposals, how the engine waits, and an engine of the learner's."""

from ..tracing.telling.words import counted
from ..tracing.trace.trace import Trace
from . import own_walk
from .answer_values import Choice, Number, Table
from .bank import exercise
from .exercise import WHOLE, Exercise, Look, Wrong
from .programs import leaf, recorded

START, COUNTED = Look("BackwardStarted"), Look("DependenciesCounted")


def _at(operation: str, nth: int = 0) -> Look:
    return Look("RuleApplied", f"{operation}Backward0", nth)


# ----- three proposals -----------------------------------------------------------------------------------------------
def _recursion(wrong: str) -> Wrong:
    return Wrong(own_walk.RECURSION.replace("recursive(target, slot)", wrong))


_IN_PLACE = "`recursive` returns None: it changes slot in place."
_ASSIGNED = "Does anything need to be assigned here?"
_WRONG_RECURSIONS = (
    _recursion("recursive(target, {target: message})").reply("""
        Each of your calls has a dict of its own, and what the call collects there is lost.
        Which dict holds the gradients when the first call is over?"""),
    _recursion("recursive(target, {})").reply("""
        The second argument is the dict that has target's message. Your call passes an empty dict.
        Which dict was the message put into, two lines above?"""),
    _recursion("return recursive(target, slot)").reply("""
        Your function ends after the first target, so the other targets never run.
        How many times does your loop run? What do `return` and `break` do to a loop?"""),
    _recursion("slot = recursive(target, slot)").reply(f"{_IN_PLACE} Your slot is None from then on.\n{_ASSIGNED}"),
    _recursion("slot[target] = recursive(target, slot)").reply(
        f"{_IN_PLACE} That None replaces what target received.\n{_ASSIGNED}"
    ),
    _recursion("recursive(target, message)").reply("""
        The second argument is the dict of all slots, not one message: `slot[node]` needs the dict.
        Where does target find its message when it runs?"""),
    _recursion("recursive(messages, slot)").reply("""
        The first argument is the one node that runs next. `messages` is the list of all pairs.
        Which variable of the loop is the node that receives the message?"""),
    _recursion("recursive(slot, target)").reply("""
        The two arguments are swapped: `recursive` takes the node first, then the dict.
        What does the line with `def` say?"""),
    _recursion("recursive(target.next_functions, slot)").reply("""
        The first argument is the one node that runs next. next_functions is a tuple of pairs, and `sends` reads it for
        you.
        Which variable of the loop is a node?"""),
    *(
        _recursion(f"{name}(target, slot)").reply(f"""
            There is no `{name}` here. The function you are writing has the name `recursive`.
            How does a function call itself?""")
        for name in ("backward", "self.recursive")
    ),
    _recursion("target.recursive(slot)").reply("""
        `recursive` is your function, not a method of the node. The node is one of its arguments.
        What are the two arguments of `recursive`?"""),
    _recursion("slot.update(recursive(target, slot))").reply("""
        `recursive` returns None: it changes slot in place, so there is nothing to update slot with.
        Which part of your line is still needed if you don't use the result?"""),
    _recursion("slot[target] = slot[target] + message\n        recursive(target, slot)").reply("""
        Each message counts twice in your slots.
        Which lines of your function change the slot of target?"""),
    _recursion("yield from recursive(target, slot)").reply("""
        `yield` turns `recursive` into a generator: calling it runs none of its lines.
        `recursive` doesn't have to return anything. Which words can you delete?"""),
    _recursion("slot[target] += message").reply("""
        Your line adds each message a second time, and no target runs.
        Which function makes a node send, and then makes each of its targets send?"""),
    _recursion("for t, m in sends(target, slot[target]):\n            slot[t] = slot.get(t, 0) + m").reply("""
        Your inner loop makes the targets of one node send, but not their targets. A deeper graph needs more.
        Which function makes a node send, and then makes each of its targets send, however deep the graph is?"""),
    _recursion("recursive(message, slot)").reply("""
        A message is a number, so it has no slot. Your call takes the node that runs next, and the whole dict `slot`.
        Which of target and message is a node?"""),
    _recursion("recursive((target, message), slot)").reply("""
        You pass the whole pair. The keys of `slot` are nodes, and the message is already stored there.
        Which part of the pair is the node?"""),
    _recursion("recursive(target)").reply("""
        `recursive` takes two arguments: the node that runs, and the dict of all slots.
        Which dict does the next call need?"""),
    _recursion("recursive(target, slot)\n        recursive(target, slot)").reply("""
        Each target runs twice in your loop, and sends its messages twice.
        How many calls does one target need?"""),
    _recursion("target.backward(message)").reply("""
        `target.backward` is not your recursion: it computes the messages, but doesn't put them into any
        slot. (And for a leaf, the call fails.)
        Which function makes a node send, and then makes each of its targets send?"""),
    Wrong(own_walk.RECURSION.replace("    for target, message in messages:\n        rec", "    rec"), "").reply("""
        The call must be inside the second loop. After the loop, only the last target would run. And for a leaf, which
        sends nothing, `target` doesn't exist.
        How many times should your function call itself when a node has two targets?"""),
    _recursion("recursive(node, slot)").reply("""
        Your function calls itself for the same node again and again, so it never gets any further.
        Which node should run next?"""),
    _recursion("sends(target, message)").reply("""
        Your line discards what `sends` returns: no message reaches a slot.
        What is done with a node's messages, two lines above?"""),
    _recursion("target(message)").reply("""
        A node takes tensors only. `sends` takes a number and calls the node for you. But no line of yours adds these
        messages to the slots.
        Which function makes a node send, and then makes each of its targets send?"""),
    _recursion("if message:\n            recursive(target, slot)").reply("""
        A target must run even if its message is 0. Its own targets receive 0 then, and that is a gradient, too.
        Which targets does your condition leave out?"""),
    _recursion("pass").reply("""
        Only the first node has sent its messages: none of its targets has run. If your call is under an `if`, its
        condition was never true: by then, each target already has a slot.
        Which function makes a node send, and then makes each of its targets send?"""),
)


@exercise("L3.1")
def recursion_of_your_own() -> Exercise:
    return Exercise(
        prompt="""
            Complete the recursion. `sends(node, received)` returns a node's messages as pairs (target, message). The
            dict `slot` maps each node to the sum of what the node has received. At first it holds only the seed:
            `slot[root] = 1`.""",
        form=own_walk.OWN_RECURSION,
        answer=own_walk.RECURSION,
        wrong=_WRONG_RECURSIONS,
        trace=own_walk.TREES[0].trace,
        look=None,  # a step of the engine shows nothing about a call that is missing
        otherwise={WHOLE: "Which function makes a node send, and then makes each of its targets send?"},
        why="Every node of the tree runs, so every leaf receives its gradient.",
        hints=(
            "Whatever was done for node must now be done for target, with the same dict.",
            "A function may call itself.",
            "The node of e has sent 4 to the node of c. Now the node of c must send: `recursive(target, slot)`.",
        ),
    )


@exercise("L3.P1", a=(3, 5, 6, 7))
def recursion_on_a_diamond(a: int = 3) -> Exercise:
    x = leaf(a, "a")
    b = x + x
    c = b + b
    return Exercise(
        prompt=f"`b = a + a`, then `c = b + b`, with a = {a}. Which gradient does the recursion find for a?",
        form=Choice(("1", "4", "8", str(4 * a)), told_by_a_step=False),
        answer="8",
        wrong=(
            Wrong("1", "M9", run=2).reply("""
                1 would come out if each slot kept only its last message. The recursion adds what arrives in a slot.
                How many arrows end at the node of b?"""),
            Wrong("4", "M14", run=5).reply("""
                4 is the right gradient, but the recursion overshoots it. The node of b receives two messages, and runs
                once for each.
                What does the node of b send the second time it runs?"""),
            Wrong(str(4 * a), "S1").reply(f"""
                {4 * a} is the value of c. A gradient says how fast c moves, not where it is.
                If a moves by 1, how far does b move, and how far does c move?"""),
        ),
        trace=recorded(c, b=b, c=c),
        look=_at("Add", 1),
        waits=True,
        walk="recursion",
        why="""
            The node of b runs twice, once for each message. Both times its slot holds 2, and it sends 2 along each
            of its two arrows to a. So a receives 2 + 2 + 2 + 2 = 8.""",
    )


@exercise("L3.P2")
def visit_once_on_two_diamonds() -> Exercise:
    a, b = leaf(2, "a"), leaf(3, "b")
    c = a + b
    d = a * b
    e = c + d
    f = c * d
    y = e + f
    return Exercise(
        prompt="""
            The correct gradients of a and b are 25 and 19. What does the recursion find if each node runs only
            once?""",
        form=Choice(("exactly these", "smaller numbers", "larger numbers"), told_by_a_step=False),
        answer="smaller numbers",
        wrong=(
            Wrong("exactly these", "M15", run=3).reply("""
                Each node runs once, but the nodes of c and d run before their second message arrives. That message is
                never sent on.
                When the node of c runs, has the node of f sent its message yet?"""),
            Wrong("larger numbers", "M14").reply("""
                For that, a message would have to be sent twice. Here no node runs a second time.
                What happens to a message that arrives after its node has run?"""),
        ),
        trace=recorded(y, c=c, d=d, e=e, f=f, y=y),
        look=_at("Add", 2),
        waits=True,
        walk="visit once",
        why="The walk finds 4 and 3. The nodes of c and d run too early, and the later messages from f go no further.",
    )


@exercise("L3.P3", doublings=(4, 5, 6, 7, 8, 9))
def work_of_each_path(doublings: int = 3) -> Exercise:
    nodes, arrows, runs = doublings + 1, 2 * doublings, 2 ** (doublings + 1) - 1
    x = leaf(3, "x")
    y = x
    for _ in range(doublings):
        y = y + y
    return Exercise(
        prompt=f"""
            `p = x + x` is a doubling. With {doublings} doublings in a row, the graph has {nodes} nodes. If each
            message travels on alone, how many runs are there in total?""",
        form=Choice(tuple(map(str, (nodes, arrows, doublings**2, runs))), told_by_a_step=False),
        answer=str(runs),
        wrong=(
            Wrong(str(nodes), "M16", run=nodes + 1).reply("""
                That is one run per node. But a node now runs once per message.
                If the second node runs twice, how many messages reach the third node?"""),
            Wrong(str(arrows), "M16", run=arrows + 1).reply(f"""
                {arrows} is the number of arrows. One message travels along each of the first two arrows, but two
                messages travel along each of the next two.
                How many paths lead through the first two doublings?"""),
            Wrong(str(doublings**2), "M16", run=doublings**2 + 1).reply(f"""
                That would be {doublings} runs for each doubling. But the number of runs grows from doubling to
                doubling.
                By what factor does one more doubling multiply the paths?"""),
        ),
        trace=recorded(y, y=y),
        look=_at("Add", doublings - 1),  # the last node that runs: once, with everything
        waits=True,
        walk="each path alone",
        why=f"""
            {" + ".join(str(2**k) for k in range(doublings + 1))} = {runs}: each doubling adds one node and doubles the
            paths. Ten doublings need 2,047 runs, and three hundred need more than there are atoms in the
            universe.""",
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
    "the tensor x",
)
_ASKS = {
    "y0": "What is the first input of y = q + z, and which operation made it?",
    "q1": "What is the second input of q = p + x?",
    "w1": "Does the plain number 3 require a gradient?",
    ("y0", "None"): "Does q depend on a leaf that requires a gradient?",
    ("q1", "None"): "Was x made with `requires_grad=True`?",
}
_TENSOR = "a pair begins with a node, and {} isn't a node."
_WANTED = "None stands for an input that needs no gradient, such as a plain number."
_WRONG_PAIRS = {
    ("y0", "the tensor q"): ("M17", _TENSOR.format("the tensor q")),
    ("y0", "the tensor x"): ("M17", _TENSOR.format("the tensor x")),
    ("y0", "MulBackward0"): ("M17", "that is the node of p, one arrow further."),
    ("y0", "AccumulateGrad(x)"): ("M17", "x isn't an input of y = q + z."),
    ("y0", "AccumulateGrad(z)"): ("M17", "z is the second input, and [0] is the first."),
    ("y0", "None"): ("M18", _WANTED),
    ("q1", "the tensor x"): ("M17", "a pair begins with a node; x is a leaf, so it is a tensor, not a node."),
    ("q1", "the tensor q"): ("M17", _TENSOR.format("a tensor") + " And q is this node's own output."),
    ("q1", "MulBackward0"): ("M17", "that is the node of p, the first input."),
    ("q1", "AddBackward0"): ("M17", "that is the node of q itself. Its pairs lead to its inputs."),
    ("q1", "AccumulateGrad(z)"): ("M17", "z is an input of p and of y, but not of q."),
    ("q1", "None"): ("M18", _WANTED),
    ("w1", "the tensor x"): (
        "M18",
        "a tensor isn't a node, and x is the first factor. The question is about the second factor.",
    ),
    ("w1", "the tensor q"): ("M18", _TENSOR.format("a tensor") + " And q plays no part in w = x * 3."),
    ("w1", "AccumulateGrad(x)"): ("M18", "x is the first factor. The question is about the second factor."),
    ("w1", "AccumulateGrad(z)"): ("M18", "z plays no part in w = x * 3."),
    ("w1", "MulBackward0"): ("M18", "that is the node of w itself. No operation made the 3."),
    ("w1", "AddBackward0"): ("M18", "there is no sum in w = x * 3."),
}


def _pairs_trace() -> tuple[Trace, dict[str, str]]:
    """A backward through y and w, and the answers read off the edges."""
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

    return trace, {f"{name}{index}": end(name, index) for name, index in (("y", 0), ("q", 1), ("w", 1))}


@exercise("L3.4")
def read_the_pairs() -> Exercise:
    trace, answers = _pairs_trace()
    return Exercise(
        prompt="Read the program without running it. Which node is in each of these pairs?",
        setup=_PAIRS,
        form=Table(
            dict.fromkeys(answers, Choice(_NODES)),
            {row: f"`{row[0]}.grad_fn.next_functions[{row[1]}][0]`" for row in answers},
        ),
        answer=answers,
        wrong=tuple(
            Wrong({row: given}, idea).reply(f"{row}: {text}\n{_ASKS.get((row, given), _ASKS[row])}")
            for (row, given), (idea, text) in _WRONG_PAIRS.items()
        ),
        trace=trace,
        look=_at("Add", 2),
        looks={"y0": START, "q1": _at("Add", 2), "w1": _at("Mul", 0)},
        why="""
            Each operation here has one pair per input, in order. A pair begins with the node that receives the input's
            gradient. The plain 3 has no node.""",
        hints=(
            "Take one line of the program. The pairs belong to its inputs, from left to right.",
            "For an input that an operation made, the pair has that operation's node; for a leaf, its AccumulateGrad.",
            "Worked out for y = q + z: q was made by a sum, so y0 is `AddBackward0`. Now do the same for the second "
            "input of q = p + x and of w = x * 3.",
        ),
    )


_COUNTS = """
a = al.tensor(6., requires_grad=True)
b = al.tensor(7., requires_grad=True)
c = a * b
d = c + a
e = c * d
y = e + c
"""
_USES = {"d": 1, "c": 3, "a": 2, "b": 1}
_SPECIAL_COUNTS = {
    ("d", 2): ("S18", "the node of d sends 2 messages. The question is how many it receives."),
    ("c", 1): ("M19", "1 would be one message per tensor, but the node of c is owed one for each use of c."),
    ("a", 1): ("M19", "1 would be one message per leaf, but the node of a is owed one for each use of a."),
    ("a", 4): ("M16", "that counts the paths from y. The node of c adds what it receives, and sends only once."),
    ("b", 3): ("M16", "that counts the paths from y. The node of c adds what it receives, and sends only once."),
    ("a", 6): ("S18", "6 is the value of a. Values play no part here."),
    ("b", 7): ("S18", "7 is the value of b. Values play no part here."),
    ("c", 42): ("S18", "42 is the value of c. Values play no part here."),
    ("d", 48): ("S18", "48 is the value of d. Values play no part here."),
}


def _wrong_counts() -> tuple[Wrong, ...]:
    """A reply to each number of messages from 0 to 12, and to the values of c and d."""
    found = []
    for name, uses in _USES.items():
        for count in (*range(13), 42, 48):
            idea, text = _SPECIAL_COUNTS.get((name, count), ("", _miscounted(name, count, uses)))
            if count != uses:
                found.append(Wrong({name: count}, idea).reply(f"{name}: {text}\nIn which lines is {name} used?"))
    return tuple(found)


def _miscounted(name: str, count: int, uses: int) -> str:
    if not count:
        return f"0 would mean that nothing uses {name}, so that no gradient reaches it."
    if count < uses:
        return f"{count} leaves out a use of {name}. Its node is owed a message for each use."
    return f"{name} isn't used {counted(count, 'time')}. Each use brings one message; nothing else does."


@exercise("L3.2")
def count_what_is_owed() -> Exercise:
    a, b = leaf(6, "a"), leaf(7, "b")
    c = a * b
    d = c + a
    e = c * d
    y = e + c
    trace = recorded(y, c=c, d=d, e=e, y=y)
    counts = dict(next(event for event in trace.events if event.kind == "DependenciesCounted").counts)
    owed = {trace.name(node): count for node, count in counts.items() if trace.name(node) in _USES}
    return Exercise(
        prompt="""
            How many messages is each node owed? For the leaves a and b, count the messages to their AccumulateGrad.""",
        setup=_COUNTS,
        form=Table({name: Number() for name in _USES}, {name: f"messages to the node of {name}" for name in _USES}),
        answer={name: owed[name] for name in _USES},
        wrong=_wrong_counts(),
        trace=trace,
        look=COUNTED,
        otherwise={name: f"Each use of {name} brings one message. In which lines is {name} used?" for name in _USES},
        why="There is one message per use: count how often each name is used. (`a + a` would count as two uses of a.)",
        hints=(
            "Each use of a tensor is one arrow back to its node, and each arrow brings one message.",
            "Go through the lines, and make a mark for each name on the right-hand side.",
            "Worked out for c: it is used in d = c + a, e = c * d and y = e + c, so its node waits for 3 messages.",
        ),
    )


# ----- an engine of your own -----------------------------------------------------------------------------------------
def _walk(right: str, wrong: str, idea: str = "") -> Wrong:
    return Wrong(own_walk.changed(right, wrong), idea)


_SLOT, _TURN = (
    "slot.get(target, 0) + message",
    "            if owed[target] == 0:\n                ready.append(target)",
)
_WRONG_WALKS = (
    _walk(_SLOT, "message", "M9").reply("""
        That equals only one of these messages. The slot must hold the sum of all of them.
        When a message arrives, what should happen to the number already in the slot?"""),
    _walk(_TURN, "            ready.append(target)", "M14").reply("""
        Each node, even a leaf, should run only once. A node that runs again sends its messages again, as in the
        recursion.
        What must be true of `owed[target]` before target may be put into ready?"""),
    _walk(_TURN, "        if owed[target] == 0:\n            ready.append(target)").reply("""
        A leaf sends nothing, so the `for` loop does nothing for it. After that loop, `target` is still the same node as
        before, and your code puts it into `ready` once more.
        Should your lines `# 4` run once for each node, or once for each message?"""),
    _walk("ready.append(target)", "ready.append(node)", "M14").reply("""
        The node that backward started from runs again, though no node sends to it.
        Which node may run now: the one that sent the message, or the one that received it?"""),
    _walk("            owed[target] -= 1\n", "").reply("""
        By the end this node had received every message, so its count should be 0. Each pair in the first loop should
        add 1 to its target's count, and each message in the `while` loop should take 1 off.
        Which node's count does each of your lines `# 1` and `# 2` change? Does line `# 2` run for every message?"""),
    _walk("                owed[target] += 1\n", "").reply("""
        If a count is below 0, it began too low, or some message took off more than 1. In the first loop, each pair
        should add 1 to its target's count. In the `while` loop, each message should take 1 off, whatever number it
        carries.
        What does `print(owed)` show between the two loops?"""),
    _walk("            if owed[target] == 0:\n                ready.append(target)\n", "").reply("""
        A count of 0 means that the node can run. But the node isn't in `ready`. Perhaps the condition in your lines
        `# 4` was false when the count was 0, or the node went into another list, or your code threw it out again
        before it ran.
        What does `print(target, owed[target], ready)` show in the inner loop, before and after your lines `# 4`?"""),
    _walk("    return slot", "            return slot").reply("""
        Your `while` loop ended while a node was still ready to run.
        Is there a `return` or a `break` inside the loop?"""),
    _walk("+ message", "+ slot[node]").reply("""
        A slot holds the sum of the messages to its node, each exactly as `sends` gave it, and nothing else.
        What does `print(target, message)` show in the loop, and what is in the slot afterwards?"""),
    _walk("if target is not None:", "if True:", "M18").reply("""
        In a pair such as (None, 0) there is no node: that input needs no gradient, so no message is owed.
        What should your loop do with such a pair?"""),
    Wrong(own_walk.VISIT_ONCE, "M15").reply("""
        Each of your nodes runs once, but this one runs too early: what it receives later stays in its slot.
        How does a node know that nothing more will arrive?"""),
    Wrong(own_walk.POST_ORDER, "M15").reply("""
        Your walk begins at the leaves. A node that runs before any message has arrived can only send 0.
        Which node is the only one that has something to send at the start?"""),
    Wrong(own_walk.EACH_PATH, "M16").reply("""
        The gradients come out right, but each message travels on alone, so a node runs once for each path to it.
        How many runs would ten doublings take?"""),
    _walk("{root: seed}, [root]", "{root: 1.0}, [root]", "S10").reply("""
        Your walk must begin with the argument `seed`, whatever number it is.
        How large should the gradients be if the seed is ten times as large?"""),
    _walk(
        "    return slot", "    return {node: one for node, one in slot.items() if node.next_functions}", "M19"
    ).reply("""
        The dict that you return must have an entry for every node, leaves included, and the node itself is the key.
        What a leaf received is its gradient.
        Is each message added to the dict that you return?"""),
)


@exercise("L3.3")
def backward_that_counts() -> Exercise:
    return Exercise(
        prompt="""
            Write an engine that counts and waits. `backward(root, seed)` starts at the node `root` with the number
            `seed`, and returns what each node has received. Four statements are missing, one for each numbered
            comment.""",
        form=own_walk.OWN_WALK,
        answer=own_walk.SOLUTION,
        wrong=_WRONG_WALKS,
        trace=own_walk.PROGRAMS[2].trace,
        look=_at("Add", 2),
        keeps="my_engine.py",
        why="""
            No node runs too early or twice, and no message is lost. Your engine was run on eight graphs. The last has
            ten doublings: 1,024 paths, but only 11 nodes.""",
        hints=(
            "All four are about target: its count in owed goes up in the first loop and down in the second. After "
            "that, add to its sum in slot, and put it into ready if it can run.",
            "A slot may be empty; then `slot.get(target, 0)` is 0. A node is ready when it is owed nothing more.",
            "In full: `owed[target] += 1` in the first loop. In the `while` loop, `owed[target] -= 1`, then "
            "`slot[target] = slot.get(target, 0) + message`, then `if owed[target] == 0:` with `ready.append(target)` "
            "under it.",
        ),
    )


# ----- more, if you like ---------------------------------------------------------------------------------------------
@exercise("L3.P4")
def the_branch_not_taken() -> Exercise:
    x = leaf(-2, "x")
    y = x * 5
    trace = recorded(y, y=y)
    functions = sum(info.kind != "leaf" for info in trace.nodes.values())
    return Exercise(
        prompt="How many MulBackward0 nodes does the graph of `y = program(x)` have when x is -2?",
        setup="def program(x):\n    if x > 0:\n        return x * x * x\n    return x * 5",
        form=Choice(("1", "2", "3"), told_by_a_step=False),
        answer=str(functions),
        wrong=(
            Wrong("3", "M20").reply("""
                That counts the products of both branches. Autograd never sees the `if`; it records what runs.
                Which of the lines runs when x is -2?"""),
            Wrong("2", "M20").reply("""
                That is the branch for positive x: x * x * x has two products.
                Which of the lines runs when x is -2?"""),
        ),
        trace=trace,
        look=None,  # the lines of the program show it, so the verdict comes at once
        why="Only `x * 5` ran, and autograd recorded it. In a loop, it records the operations of every iteration.",
    )
