"""Lesson 02's last exercises: what a learner's own rules and own backward are told, message by message."""

import pytest
from in_one_test import in_one_test
from kernel import Kernel
from lessons import FILES, code_cells, read

import autograd_lab as al
from autograd_lab import exercises as ex
from autograd_lab.exercises import bank
from autograd_lab.exercises.own_backward import BACKWARD, PROGRAMS, RULES, right_rules

RIGHT = {
    "recursive, with counting": """
def backward(root, rules):
    waiting, arrived, sent = {}, {}, []

    def count(node):
        for target, _ in node.next_functions:
            if target is not None:
                waiting[target] = waiting.get(target, 0) + 1
                if waiting[target] == 1:
                    count(target)

    def visit(node):
        complete = []
        for k, (target, _) in enumerate(node.next_functions):
            if target is None:
                continue
            message = rules[node.name()][k](arrived[node], node)
            sent.append((node, target, message))
            arrived[target] = arrived.get(target, 0.0) + message
            waiting[target] -= 1
            if waiting[target] == 0:
                complete.append(target)
        for target in complete:
            visit(target)

    count(root.grad_fn)
    arrived[root.grad_fn] = 1.0
    visit(root.grad_fn)
    return sent
""",
    "a heap by number": """
import heapq

def backward(root, rules):
    heap, arrived, sent = [(-root.grad_fn._sequence_nr(), 0, root.grad_fn)], {root.grad_fn: 1.0}, []
    entered = 1
    while heap:
        node = heapq.heappop(heap)[2]
        for (target, _), rule in zip(node.next_functions, rules.get(node.name(), ())):
            if target is None:
                continue
            sent.append([node, target, rule(arrived[node], node)])
            if target not in arrived:
                heapq.heappush(heap, (-target._sequence_nr(), entered, target))
                entered += 1
            arrived[target] = arrived.get(target, 0) + sent[-1][2]
    return sent
""",
    "Kahn's algorithm": """
from collections import Counter

def backward(root, rules):
    edges = lambda node: [(k, t) for k, (t, _) in enumerate(node.next_functions) if t is not None]
    found, owed = [root.grad_fn], Counter()
    for node in found:
        for _, target in edges(node):
            owed[target] += 1
            if target not in found:
                found.append(target)
    ready, total, sent = [root.grad_fn], Counter({root.grad_fn: 1.0}), []
    while ready:
        node = ready.pop(0)
        for k, target in edges(node):
            message = float(rules[node.name()][k](total[node], node))
            sent.append((node, target, message))
            total[target] += message
            owed[target] -= 1
            if not owed[target]:
                ready.append(target)
    return sent
""",
    "a dict of lists": """
def backward(root, rules):
    heard, sent = {root.grad_fn: [al.tensor(1.0)]}, []
    while heard:
        node = sorted(heard, key=lambda each: each._sequence_nr())[-1]
        grad = sum(heard.pop(node))
        if "AccumulateGrad" in node.name():
            continue
        for edge, rule in zip(node.next_functions, rules[node.name()]):
            if edge[0]:
                sent += [(node, edge[0], rule(grad, node))]
                heard.setdefault(edge[0], []).append(sent[-1][-1])
    return sent
""",
    "a class": """
class Walk:
    def __init__(self, rules):
        self.rules, self.sent, self.total = rules, [], {}

    def order(self, node, seen):
        if node in seen:
            return []
        seen.add(node)
        below = [x for target, _ in node.next_functions if target is not None for x in self.order(target, seen)]
        return [*below, node]

    def run(self, root):
        self.total[root] = 1.0
        for node in reversed(self.order(root, set())):
            for k, (target, _) in enumerate(node.next_functions):
                if target is not None:
                    self.send(node, target, self.rules[node.name()][k](self.total[node], node))
        return self.sent

    def send(self, node, target, message):
        self.sent.append((node, target, message))
        self.total[target] = self.total.get(target, 0) + message


def backward(root, rules):
    return Walk(rules).run(root.grad_fn)
""",
    "a generator, with the seed": """
def backward(root, rules):
    arrived = {root.grad_fn: 1.0}
    yield None, root.grad_fn, 1.0
    while arrived:
        node = max(arrived, key=lambda each: each._sequence_nr())
        grad = arrived.pop(node)
        for (target, _), rule in zip(node.next_functions, rules.get(node.name(), [])):
            if target is not None:
                arrived[target] = arrived.get(target, 0) + (message := rule(grad, node))
                yield node, target, message
""",
    "leaves last": BACKWARD.replace("node._sequence_nr())", "len(node.next_functions) and node._sequence_nr())"),
}

RULE = "rules[node.name()][edge](grad, node)"
ADD = "arrived[target] = arrived.get(target, 0) + message"
TURN = "max(arrived, key=lambda node: node._sequence_nr())"
RECURSION = """
def backward(root, rules):
    sent = []

    def visit(node, grad):
        for k, (target, _) in enumerate(node.next_functions):
            if target is not None:
                message = rules[node.name()][k](grad, node)
                sent.append((node, target, message))
                visit(target, message)

    visit(root.grad_fn, 1.0)
    return sent
"""

EACH_PART = """
def backward(root, rules):
    queue, sent = [(root.grad_fn, 1.0)], []
    while queue:
        node, grad = queue.pop(0)
        for edge, (target, _) in enumerate(node.next_functions):
            if target is not None:
                message = rules[node.name()][edge](grad, node)
                sent.append((node, target, message))
                queue.append((target, message))
    return sent
"""


def changed(*pairs: tuple[str, str]) -> str:
    """The solution with some of its text replaced."""
    source = BACKWARD
    for old, new in pairs:
        assert old in source
        source = source.replace(old, new)
    return source


WRONG = {
    "the node found first": (changed((TURN, "next(iter(arrived))")), "sends more than once", "M14"),
    "the node found last": (changed((TURN, "list(arrived)[-1]")), "sends more than once", "M14"),
    "the oldest node": (changed(("max(", "min(")), "sends more than once", "M14"),
    "recursion": (RECURSION, "messages grow in number with the paths", "M14"),
    "recursion, each node once": (
        RECURSION.replace("visit(target, message)", "target in [s for s, *_ in sent] or visit(target, message)"),
        "that message goes no further",
        "M15",
    ),
    "each part on its own, first come first served": (
        EACH_PART,
        "In your list this node sends more than once",
        "M14",
    ),
    "each part on its own, last come first served": (
        EACH_PART.replace("pop(0)", "pop()"),
        "In your list this node sends more than once",
        "M14",
    ),
    "a recursion that adds up": (
        RECURSION.replace(
            "    def visit(node, grad):",
            """    total = {}

    def visit(node, grad):
        total[node] = total.get(node, 0) + grad""",
        ).replace("k](grad", "k](total[node]"),
        "In your list this node sends more than once",
        "M14",
    ),
    "all but the last node": (
        RECURSION.replace("visit(target, message)", "len(sent) < 4 and visit(target, message)"),
        "it sends when it has heard 1 of the 2 messages",
        None,
    ),
    "= for +=": (changed((ADD, "arrived[target] = message")), "only the last of its messages counts", "M9"),
    "the first message only": (
        changed((ADD, "if target not in arrived:\n                    arrived[target] = message")),
        "only the first of its messages counts",
        "M9",
    ),
    "the rule is asked with 1": (changed(("(grad, node)", "(1, node)")), "the slope of this edge alone", "M26"),
    "the rule is not asked": (changed((RULE, "grad * 1")), "passed on as it came", None),
    "the seed is 0": (changed(("1.0}", "0}")), "begins with 0", "S10"),
    "edges the other way round": (
        changed(("enumerate(node.next_functions)", "enumerate(reversed(node.next_functions))")),
        "rules and edges have got out of step",
        "S2",
    ),
    "a hole is walked into": (changed(("if target is not None", "if True")), "An edge that leads nowhere", "M18"),
    "a message to nowhere": (
        changed((ADD, f"if target is not None: {ADD}"), ("if target is not None:\n", "if 1:\n")),
        "leads nowhere",
        "M18",
    ),
    "a None ends the loop over the edges": (
        changed(("if target is not None:", "if target is None:\n                break\n            else:")),
        "comes after one that leads nowhere",
        "M18",
    ),
    "a leaf is asked for rules": (
        changed(("    for edge", "    rules[node.name()]\n        for edge")),
        "no rule and no edges",
        "M19",
    ),
    "nothing for leaves": (
        changed(("is not None:", "is not None and 'Acc' not in target.name():")),
        "Messages to the leaves are missing",
        "M19",
    ),
    "sender and receiver": (changed(("(node, target, message)", "(target, node, message)")), "are swapped", "M18"),
    "one node only": (
        changed(("\n    return", "\n        return")),
        "One node has sent, and then the walk is over",
        None,
    ),
    "nothing arrives": (changed((ADD, "pass")), "One node has sent", None),
    "two nodes only": (
        changed(("while arrived:", "for _ in range(2):")),
        "some are missing; the first of them goes",
        None,
    ),
    "twice as much": (changed((RULE, f"2 * {RULE}")), "the engine's is another number", None),
    "the mean": (changed((ADD, "arrived[target] = (arrived.get(target, message) + message) / 2")), "message 6", None),
    "each message twice": (
        changed(("sent.append((node, target, message))", "sent += [(node, target, message)] * 2")),
        "it has been sent before",
        None,
    ),
    "pairs": (changed(("(node, target, message)", "(node, message)")), "not (from node, to node, message)", None),
    "tensors for nodes": (
        changed(("(node, target, message)", "(root, target, message)")),
        "no node of this graph",
        None,
    ),
    "texts for numbers": (changed(("target, message))", "target, str(message)))")), "which is no number", None),
    "a typing slip": (changed(("grad, node)", "grad, nodes)")), "your code raised NameError", None),
    "no end": (changed(("arrived.pop(node)", "arrived[node]")), "still running after", None),
}

NOTHING_TO_COMPARE = ("a typing slip", "no end")


@pytest.fixture
def check():
    """Run code as the cell of an exercise."""
    kernel = Kernel()
    kernel.run("import autograd_lab as al\nfrom autograd_lab import exercises as ex")
    yield lambda source, name="L2.6": kernel.run(f'{source}\nex.check("{name}", {bank.get(name).form.name})')
    kernel.close()


@in_one_test("name", RIGHT)
def test_any_right_order_however_it_is_written(check, name):
    assert check(RIGHT[name]).status == "correct"


@in_one_test("name", WRONG)
def test_the_first_message_that_differs(check, name):
    source, says, idea = WRONG[name]
    result = check(source)
    assert (result.status, result.misconception) == ("wrong", idea), result.message
    assert says in result.message
    assert "Look at step" in result.message or "Compare it with step" in result.message or name in NOTHING_TO_COMPARE


def test_another_right_order_is_told_so(check):
    remark = "in another order than the engine's, which is right, too."
    assert remark in check(RIGHT["leaves last"] + "\n").message or remark in check(RIGHT["Kahn's algorithm"]).message
    assert remark not in check(BACKWARD).message


def test_the_reply_is_about_the_program_that_differs(check):
    """The picture under the reply stops before the node whose message is wrong."""
    result = check(WRONG["= for +="][0])
    program = next(each for each in PROGRAMS if each.about == "a value used twice")
    assert "`c = a * b; d = c * a; y = c * 5 - d`: message 6, from the node of c to a: yours is -14" in result.message
    assert result.trace is program.trace
    assert program.trace.events[result.until].kind == "RuleApplied"
    assert " 21" not in result.message


def test_the_learners_line_is_shown(check):
    assert "line 10 (`message = rules[node.name()][edge](grad, nodes)`)" in check(WRONG["a typing slip"][0]).message


@in_one_test("sent", [None, [], ()])
def test_no_message_yet(check, sent):
    result = check(f"def backward(root, rules):\n    return {sent}")
    assert result.status == "not answered yet"
    assert "gave back no message" in result.message
    assert "None every time" not in result.message


@in_one_test("sent", ["3", "[3]", "['abc']", "{1: 2}", "[[]]", "[(1, 2, 3)]", "[[None] * 3] * 3"])
def test_what_is_no_list_of_messages(check, sent):
    assert check(f"def backward(root, rules):\n    return {sent}").status == "wrong"


def test_the_last_message_is_a_number_without_a_graph():
    """The lesson turns it into a number, and PyTorch warns where a tensor wants a gradient."""
    (cell,) = [cell for cell in code_cells(read(FILES[2])) if cell["id"] == "02-38h"]
    kernel = Kernel()
    kernel.run("import autograd_lab as al")
    kernel.run(f"{BACKWARD}{RULES}{cell.source.partition('solved =')[0]}")
    seen = []
    kernel.namespace["float"] = lambda item: seen.append(getattr(item, "requires_grad", False)) or 0.0
    kernel.run("numbers = yours_and_theirs(al)")
    assert seen == [False] * 3


# ----- the programs and the rules ------------------------------------------------------------------------------------
@in_one_test("program", PROGRAMS, ids=lambda program: program.about)
def test_messages_are_the_engines(program):
    """Their sums at the leaves are what backward writes."""
    sums = {}
    for sent in program.messages:
        sums[sent.target] = sums.get(sent.target, 0) + sent.value
    grads = {node: value.items[0] for node, value in program.trace.grads().items()}
    assert {node: sums[node] for node in grads} == pytest.approx(grads)


def test_a_backward_of_ones_own_is_differentiable():
    """Its messages are tensors with a graph of their own, so it can be run a second time."""
    x = al.tensor(0.0, requires_grad=True)
    space = {}
    exec(BACKWARD, space)
    *_, (_, _, message) = space["backward"]((x * 3).exp(), right_rules())
    message.backward()
    assert (message, x.grad) == (3.0, 9.0)


@in_one_test(
    ("row", "wrong", "says"),
    [
        ("AddBackward0", "[lambda grad, node: 1, lambda grad, node: 1]", 'The rule of "AddBackward0" for self'),
        ("DivBackward0", "[lambda grad, node: grad / node.b, lambda grad, node: 1]", "your code raised AttributeError"),
        (
            "DivBackward0",
            "[lambda grad, node: grad / node._saved_other, lambda grad, node: -grad * node._saved_result]",
            "this node did not keep `_saved_result`. It kept `_saved_self` and `_saved_other`.",
        ),
        ("SubBackward0", "[lambda grad, node: grad, lambda grad, node: node._saved_self]", "It kept no array."),
        ("MulBackward0", "[lambda grad, node: grad * node._saved_self] * 2", "yours gives 18"),
        ("ExpBackward0", "[lambda grad, node: node._saved_result ** 2]", "yours gives 54.5981"),
        ("ExpBackward0", "[lambda grad, node: print(end='')]", "yours gives None. A rule gives its message back;"),
        (
            "SubBackward0",
            "[lambda grad, node: -grad, lambda grad, node: grad]",
            "for self, with grad = 3: yours",
        ),
    ],
)
def test_an_unknown_wrong_rule_is_named_and_not_explained(check, row, wrong, says):
    result = check(f'{RULES}\nrules["{row}"] = {wrong}', "L2.5")
    assert (result.status, result.misconception) == ("wrong", None), result.message
    assert says in result.message
    assert f'Compare the row of "{row}" with step' in result.message or "raised" in says


def test_a_wrong_rule_is_named_though_a_later_one_raises(check):
    two = RULES.replace(": -grad,", ": grad,").replace(": grad * node._saved_self", ": grad * node.me")
    assert 'For the row of "SubBackward0", look at step' in check(two, "L2.5").message


def test_rules_of_div_that_are_swapped(check):
    result = check(f'{RULES}\nrules["DivBackward0"].reverse()', "L2.5")
    assert (result.status, result.misconception) == ("wrong", "M48"), result.message
    assert "The two rules of this row are swapped." in result.message


@in_one_test("row", right_rules())
def test_the_trace_shows_what_each_rule_sends(row):
    """A plain number in the place of an input would get no message."""
    exercise = bank.get("L2.5")
    ran = exercise.trace[exercise.look_for(row).index(exercise.trace)].node
    sent = [event for event in exercise.trace.events if event.kind == "GradOut" and event.node == ran]
    assert exercise.trace.nodes[ran].name == row
    assert len(sent) == len(right_rules()[row])
    assert exercise.trace.name(ran), "a node without a variable shows no value"


@in_one_test(
    ("answer", "status", "says"),
    [
        ({}, "not answered yet", "Still open: DivBackward0"),
        (3, "cannot read", "The dict rules is asked for"),
        ({row: [...] for row in sorted(right_rules())}, "not answered yet", f"{', '.join(sorted(right_rules()))}."),
        (dict.fromkeys(right_rules(), 3), "cannot read", "Each row must be a list of functions"),
        ({**right_rules(), "ExpBackward0": []}, "cannot read", "ExpBackward0 needs one rule for each input (self)"),
        ({**right_rules(), "ExpBackward0": [3]}, "cannot read", "a rule is a function of grad and node, not 3"),
        ({**right_rules(), "TanhBackward0": [None]}, "correct", ""),
        ({name: tuple(rules) for name, rules in right_rules().items()}, "correct", ""),
    ],
)
def test_tables_of_all_shapes(answer, status, says):
    result = ex.check("L2.5", answer)
    assert result.status == status
    assert says in result.message


def test_the_first_wrong_row_is_spoken_of_though_several_are_wrong(check):
    """In the order in which the trace comes to them, so that no later row is given away."""
    two = RULES.replace(": -grad,", ": grad,").replace("grad * node._saved_result", "grad")
    result = check(two, "L2.5")
    assert result.misconception == "S3"
    assert 'For the row of "SubBackward0", look at step' in result.message
