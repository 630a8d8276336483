"""Answers to lessons 04 and 05 as learners might give them: most are on no exercise's list."""

from given_answers import Given, body, table

train = body("def train_step(w, optimizer):\n    loss = (w - 4) ** 2 / 2", 4)
accumulate = body("def accumulate(w, batches):\n    for x, t in batches:\n        loss = ((w * x - t) ** 2).mean()", 8)
_FUNCTION = "class {}(al.autograd.Function):\n    @staticmethod\n    def forward(ctx, {}):{}\n        return {}\n"
_BACKWARD = "    @staticmethod\n    def backward(ctx, {}):"
_SUM_DIFF = _FUNCTION.format("SumDiff", "a, b", "", "a + b, a - b")
_NO_ZEROS = "\n        ctx.set_materialize_grads(False)"
_TRIPLE = _FUNCTION.format("DoubleTriple", "a", _NO_ZEROS, "a * 2, a * 3")
sum_diff = body(_SUM_DIFF + _BACKWARD.format("gs, gd"), 8)
triple = body(_TRIPLE + _BACKWARD.format("g1, g2"), 8)
new_grad = body("def accumulate_grad(before, g):", 4)
ZERO, BACK, STEP = "optimizer.zero_grad()", "loss.backward()", "optimizer.step()"
SUM = "return g1 * 2 + g2 * 3"
SHARE = "(loss / len(batches)).backward()"


def two_cases(second: str, first: str) -> tuple[str, ...]:
    """Only one of the two slots has a message, with the slope for each."""
    return ("if g1 is None:", f"    return g2 * {second}", "if g2 is None:", f"    return g1 * {first}")


_EACH_ALONE = ("total = None", "if g1 is not None:", "    total = g1 * 2", "if g2 is not None:", "    total = g2 * 3")
_EACH_ALONE += ("return total",)

LEAVES = ("data", "w", "hidden", "loss", "cut")
GRAD, STAYS_NONE, NO_LEAF = "a leaf that gets a .grad", "a leaf whose .grad stays None", "not a leaf"
NONE = "w.grad stays None"

WRONG_VALUES = (
    Given("L5.1", table("L5.1", first=[20, 3]), ("20 already includes the slope of b",)),
    Given("L5.1", table("L5.1", first=[100, 15]), ("the value of 10*b",), "S1"),
    Given("L5.1", table("L5.1", first=[10, 7]), ("Right so far: second", "Compare first with", "when c alone moves")),
    Given("L5.1", table("L5.1", first=[23, 23]), ("23 is a.grad",)),
    Given("L5.1", table("L5.1", first=[11, 11]), ("They go into different slots",)),
    Given("L5.1", table("L5.1", first=[1, 0]), ("1 is the seed",), "S4"),
    Given("L5.1", table("L5.1", second=[100, 100]), ("the value of the result",), "S5"),
    Given("L5.1", table("L5.1", first=[1, 10], second=[10, 10]), ("first: both numbers",), "S15"),
    Given("L5.4", table("L5.4", r=7), ("Compare r with",)),
    Given("L5.4", table("L5.4", x=[0, 9, 0]), ("p doesn't matter",)),
    Given("L5.4", table("L5.4", r=None), ("r: None",)),
    Given("L5.4", table("L5.4", x=[1, 1, 4]), ("1 for q would mean",)),
    Given("L5.4", table("L5.4", x=[9, 0, 9]), ("Compare x with",)),
    Given("L5.4", table("L5.4", x=[20, 0, 20]), ("20 is the value of p * r",), "S1"),
    Given("L5.4", table("L5.4", x=[1, 0]), ("x: Give 3 numbers",), status="cannot read"),
    Given("L5.5", dict.fromkeys("wxuv", "None"), ("there is an arrow back to",), "M6"),
    Given("L5.5", dict.fromkeys("wxuv", "0"), ("The program never uses w",), "M6"),
    Given("L4.P4", dict.fromkeys(LEAVES, NO_LEAF), ("data: a tensor is a leaf if",), "M2"),
    Given("L4.P4", dict.fromkeys(LEAVES, GRAD), ("Which line asks for a gradient of data?",), "M2"),
    Given("L4.P4", dict.fromkeys(LEAVES, "B"), ("Which of these two conditions fails for w?",), "M2"),
    Given("L4.P4", table("L4.P4", hidden=GRAD, loss=GRAD), ("Right so far: data, w and cut", "not every node"), "M1"),
    Given("L4.P4", table("L4.P4", data="leaf"), ("Row data: 'leaf' is not among the choices",), status="cannot read"),
    Given("L4.4", dict.fromkeys("ABCD", "works"), ("A: `w = …` changes no tensor",), "M5"),
    Given("L4.4", dict.fromkeys("ABCD", "D"), ("A: there is no `-=` here",)),
    Given(
        "L4.4",
        table("L4.4", A="error in the next backward"),
        ("A: here the subtraction", "the next backward runs through it to the old w"),
        "M4",
    ),
    Given("L4.4", table("L4.4", B=NONE, D=NONE), ("B: that would happen if",), "M5"),
    Given("L4.4", table("L4.4", C="D", D="C"), ("Right so far: A and B", "What does no_grad switch off?"), "M38"),
)

WRONG_CODE = (
    Given("L4.1", new_grad("return before if before is None else before + g"), ("your new .grad is None",)),
    Given("L4.1", new_grad("return g if before is None else abs(before) + abs(g)"), ("new .grad is 4.25",)),
    Given("L4.1", new_grad("return g if before is None else al.maximum(before + g, 0 * g)"), ("new .grad is 0",)),
    Given("L4.1", new_grad("return g.round() if before is None else before + g"), ("new .grad is -2", "step 4,")),
    Given("L4.1", new_grad("if before is None:", "    before = al.zeros(1)", "return before + g"), ("one number",)),
    Given("L4.1", new_grad("return g if before is None else g.add_(before)"), ("two leaves may receive the same",)),
    Given("L4.1", new_grad("return g if before is None else max(before, g)"), ("`max` keeps one of the two",)),
    Given("L5.2", sum_diff("return abs(gs + gd), gs - gd"), ("your gradient for a is 9",)),
    Given("L5.2", sum_diff("return (gs + gd, gs - gd),"), ("A list or a dict is one thing",), "M45"),
    Given("L5.3", triple(*two_cases("3", "2"), SUM).replace("return g2 * 3", "return abs(g2) * 3"), ("(-c)",)),
    Given("L5.3", triple(*two_cases("3", "2"), SUM).replace("return g1 * 2\n", "return abs(g1) * 2\n"), ("(-10*b)",)),
    Given("L4.1", new_grad("return [before, g]"), ("accumulate_grad(None, [1, 10])`", "is None")),
    Given("L4.1", new_grad("return g if before is None else (before + g).sum()"), ("your new .grad is 21",)),
    Given("L4.1", new_grad("return before.add(g)"), ("raised AttributeError",)),
    Given(
        "L4.1", new_grad("before = g if before is None else before", "return before + g"), ("arrived twice", "step 4,")
    ),
    Given("L4.1", new_grad("return 0 if before is None else before + g"), ("what arrived is lost", "step 4,")),
    Given("L4.1", new_grad("return al.zeros(1) if before is None else before + g"), ("what arrived is lost",)),
    Given(
        "L4.1", new_grad("before = before or al.zeros(1)", "return before.add_(g)"), ("keeps the shape of its tensor",)
    ),
    Given("L4.1", new_grad("before.add_(g)", "return before"), ("calls a method of None",)),
    Given("L4.1", new_grad("before += g", "return before"), ("adds to None",), "M1"),
    Given(
        "L4.1",
        "def accumulate_grad(g, before):\n    if before is None:\n        return g\n    return before + g\n",
        ("takes its two arguments for each other",),
    ),
    Given("L4.1", new_grad("return [g]"), ("a pair of brackets too many",)),
    Given("L4.1", new_grad("return float(g)"), ("Only a tensor with one element",)),
    Given("L4.3", accumulate("w.grad.zero_()", SHARE), ("calls a method of None",)),
    Given("L4.1", new_grad("before = g"), ("returned None every time",), status="not answered yet"),
    Given(
        "L4.1", new_grad("return g if before is None else before + before"), ("element [0] of your new .grad is 14",)
    ),
    Given("L4.2", train("loss = loss.detach().requires_grad_()", BACK, STEP, ZERO), ("it doesn't reach w",)),
    Given(
        "L4.2",
        train("mine = al.optim.SGD([w], lr=0.5)", ZERO, BACK, "mine.step()"),
        ("makes a new optimizer in each call",),
    ),
    Given("L4.2", train(ZERO, "loss.detach().backward()", STEP), ("so there is no graph to run through",)),
    Given("L4.2", train(STEP), ("knows nothing about the loss",), "M11"),
    Given("L4.2", train(STEP, BACK, ZERO), ("before step() reads it",), "S21"),
    Given("L4.2", train("loss.backward", ZERO, STEP), ("a call needs parentheses",)),
    Given("L4.2", train("loss.backward", "optimizer.zero_grad", "optimizer.step"), ("calls none of them",)),
    Given("L4.2", train("w.data = (w.data + 4) / 2"), ("your code changes w directly",)),
    Given("L4.2", train(ZERO, BACK, "w.data -= 0.5 * w.grad"), ("step() is never called",)),
    Given("L4.2", train(ZERO, BACK, "with al.no_grad():", "    w = w - 0.5 * w.grad"), ("to a new tensor",)),
    Given(
        "L4.2",
        train("g, = al.autograd.grad(loss, w)", "w.data -= g / 2"),
        ("moves w as it should, but not by one optimizer.step()",),
    ),
    Given("L4.2", train(ZERO, BACK, STEP, "yield w"), ("runs none of its lines",)),
    Given(
        "L4.2",
        train(ZERO, "loss.backwards()", STEP),
        ("With train_step called four times, your code raised AttributeError", "backwards"),
    ),
    Given("L4.2", train(ZERO, BACK, "optimiser.step()"), ("NameError", "optimiser")),
    Given("L4.2", train("w.grad = (w - 4).detach()", STEP), ("Your train_step doesn't run backward in each call.",)),
    Given("L4.2", train("w.grad = None", "w.backward()", STEP), ("Which tensor should become small?",)),
    Given("L4.2", train(BACK, STEP, "w.grad.zero"), ("AttributeError",)),
    Given("L4.2", train("loss.zero_grad()", BACK, STEP), ("AttributeError", "A tensor has no zero_grad()")),
    Given("L4.2", train(ZERO, BACK, STEP, BACK), ("RuntimeError", "backward runs twice over one graph")),
    Given("L4.2", train("loss.backward().step()"), ("AttributeError", "backward() returns None")),
    Given("L4.2", train(ZERO, "(2 * loss).backward()", STEP), ("or the loss is doubled",)),
    Given("L4.3", accumulate("loss.backward()", "break"), ("Is there a `return` or `break` in it?",)),
    Given("L4.3", accumulate("w.grad = al.autograd.grad(loss, w)[0] / len(batches)"), ("Only the last",), "S23"),
    Given("L4.2", train(ZERO), ("does nothing yet",), status="not answered yet"),
    Given(
        "L4.3", accumulate("al.autograd.grad(loss / len(batches), w)"), ("stays None", "Which call writes it?"), "M60"
    ),
    Given(
        "L4.3", accumulate("g = al.autograd.grad(loss, w)[0] / len(batches)"), ("`grad` returns the gradient",), "M60"
    ),
    Given("L4.3", accumulate("(-30 * w / len(batches)).backward()"), ("other numbers",)),
    Given("L4.3", accumulate("(0.25 * loss).backward()"), ("You divide by 4",)),
    Given("L4.3", accumulate("loss.backward()") + "    w.grad = None\n", ("a line of yours clears it",)),
    Given("L4.3", accumulate(SHARE, "return w.grad"), ("Only the first batch's share is in w.grad",)),
    Given("L4.3", accumulate("loss.backward()", "w.grad.div_(len(batches))"), ("divides all of w.grad in each round",)),
    Given("L4.3", accumulate("loss.sum().backward()"), ("not the mean of all",), "M12"),
    Given("L4.3", accumulate("loss / 2", BACK), ("starts at its batch's own mean", "on which tensor"), "M12"),
    Given("L4.3", accumulate("w.grad /= 2", BACK), ("A check for None would not be enough",)),
    Given("L4.3", accumulate("w.grad = w.grad / len(batches)"), ("TypeError",)),
    Given("L4.3", accumulate("((w * x - t) ** 2).sum().backward()"), ("You undo the division",)),
    Given(
        "L4.3",
        accumulate("loss.backward()") + "    w.grad *= len(batches)\n",
        ("The sum of two means is already too large",),
    ),
    Given("L4.3", accumulate("(loss / 4 * len(x)).backward()"), ("other numbers",)),
    Given("L4.3", accumulate("pass") + "    loss.backward()\n", ("Only the last batch's gradient",), "S23"),
    Given(
        "L4.3",
        accumulate("w.grad = al.tensor(-30.) if len(x) > 3 else None"),
        ("With one batch of 4, your code never ran backward.",),
    ),
    Given("L4.3", accumulate("loss / len(batches)"), ("writes no gradient yet",), status="not answered yet"),
    Given("L5.2", sum_diff("return gs * gd, gs / gd"), ("your gradient for a is 21",)),
    Given("L5.2", sum_diff("return gs + gd, 0"), ("got int", "You returned a plain number")),
    Given("L5.2", sum_diff("return gs + gd, -(gs + gd)"), ("For b one sign is reversed",), "S3"),
    Given("L5.2", sum_diff("return gs + gd, gs - gd, gs"), ("incorrect number of gradients",)),
    Given("L5.2", sum_diff("return [gs + gd, gs - gd]"), ("A list or a dict is one thing",), "M45"),
    Given(
        "L5.2",
        sum_diff("return gs + gd, gs - gd").replace("gs, gd)", "gd, gs)"),
        ("in the order of the outputs",),
        "S3",
    ),
    Given("L5.2", sum_diff("return gs + gx, gs - gd"), ("NameError", "gx")),
    *(
        Given(
            "L5.2",
            "p, q = al.tensor(3.), al.tensor(6.)\n" + sum_diff(f"return {gradients}"),
            ("Your code uses the notebook's p and q.",),
        )
        for gradients in ("2 * p, -2 * q", "gs * (p + q), gd * (p - q)")
    ),
    Given("L5.2", sum_diff("return (gs + gd, gs - gd), None"), ("What you return for a is a tuple.",)),
    Given(
        "L5.2",
        sum_diff("gs.add_(gd)", "return gs, gs - 2 * gd"),
        ("changes what it received, in place", "without changing gs and gd"),
    ),
    Given("L5.2", sum_diff("gd *= 2", "return gs + gd / 2, gs - gd / 2"), ("changes what it received, in place",)),
    Given("L5.2", sum_diff("gs + gd, gs - gd"), ("Is there a `return`",), status="not answered yet"),
    Given("L5.2", sum_diff("a, b = ctx.saved_tensors", "return gs + gd, gs - gd"), ("There is nothing to unpack.",)),
    Given("L5.2", sum_diff("return 2 * a, -2 * b"), ("NameError", "'a' is not defined")),
    Given("L5.2", sum_diff("return gs * d, gd * s"), ("NameError", "doesn't know the name d")),
    Given("L5.3", triple("if g1 is None:", "    g1 = 1", "if g2 is None:", "    g2 = 1", SUM), ("You put a 1",), "M44"),
    Given("L5.3", triple("return g2 * 3 if g2 is not None else g1 * 2"), ("only the second one counts",), "M9"),
    Given("L5.3", triple("return (g1 or 0) * 2 + (g2 or 0) * 3"), ("whether g1 is zero",), "M6"),
    Given(
        "L5.3",
        triple("if g1 is None:", "    return g2 * 3", "return g1 if g2 is None else g1 + g2 * 3"),
        ("g1 goes on without its slope",),
        "S4",
    ),
    Given(
        "L5.3",
        triple("if g1 is None:", "    return g1 * 2", "if g2 is None:", "    return g2 * 3", SUM),
        ("your code multiplies this None",),
        "M44",
    ),
    Given("L5.3", triple("return 2 * g1 + 3 * g2"), ("TypeError", "Your line computes with None")),
    Given("L5.3", triple("return None"), ("returns no gradient",), status="not answered yet"),
    Given("L5.3", triple(*_EACH_ALONE[:-1]), ("Is there a `return`",), status="not answered yet"),
    Given(
        "L5.3",
        triple("try:", f"    {SUM}", "except TypeError:", "    return g2 * 3"),
        ("ready for a missing g1",),
        "M44",
    ),
    Given("L5.3", triple("ctx.set_materialize_grads(True)", SUM), ("forward has switched the zeros off",), "M44"),
    Given(
        "L5.3", triple("return None if g1 is None else g1 * 2"), ("Your code is right where only b is used.",), "M44"
    ),
    Given(
        "L5.3",
        triple("if g1 is None:", "    g1 = al.zeros_like(g1)", "if g2 is None:", "    g2 = al.zeros_like(g2)", SUM),
        ("Your line computes with None",),
    ),
    Given(
        "L5.3", triple("return g1 * 2 if g1 is not None else 0, 0 if g2 is None else g2 * 3"), ("each output",), "M45"
    ),
    Given("L5.3", triple("if g1 is None:", "    return g2 * 2", "return g1 * 3"), ("gradient for a",)),
    Given("L5.3", triple(SUM).replace(_NO_ZEROS, ""), ("The engine put zeros into the empty slot",)),
    Given("L5.3", triple("raise SystemExit"), ("SystemExit",)),
)

_TWO_CASES = (*two_cases("3", "2"), SUM)
RIGHT = (
    Given("L4.P1", 12.0),
    Given("L4.1", new_grad("if before is None:", "    return g.clone()", "before += g", "return before")),
    Given("L4.1", new_grad("return g.clone() if before is None else g.add(before)")),
    Given("L4.1", new_grad("return sum(x for x in (before, g) if x is not None)")),
    Given("L5.P1", (1, 0)),
    Given("L5.P1", [1, 0]),
    Given("L5.P2", (1, 0)),
    Given("L5.4", table("L5.4", indices=None)),
    Given("L5.1", ([10, 1], (20, 0))),
    Given("L5.5", (None, 0, 0, None)),
    Given("L4.2", train(BACK, STEP, ZERO)),
    Given("L4.2", train("w.grad = None", BACK, STEP)),
    Given("L4.2", train("if w.grad is not None:", "    w.grad.zero_()", BACK, STEP)),
    Given("L4.2", train("w.grad, = al.autograd.grad(loss, w)", STEP)),
    Given("L4.3", accumulate("loss.backward()") + "    w.grad /= len(batches)\n"),
    Given("L4.3", accumulate("loss.backward(al.tensor(1 / len(batches)))")),
    Given("L4.3", accumulate("(loss * len(x) / sum(len(x) for x, _ in batches)).backward()")),
    Given("L5.2", sum_diff("return gs + gd, gd - gs").replace("gs, gd)", "gd, gs)")),
    Given("L5.2", sum_diff("return tuple([gs + gd, gs - gd])")),
    Given("L5.2", sum_diff("return al.add(gd, gs), -gd + gs")),
    Given("L5.2", sum_diff("grads = gs.add(gd), gs.sub(gd)", "return grads").replace("SumDiff", "Other")),
    Given("L5.3", triple(*_TWO_CASES)),
    Given("L5.3", triple("if g1 is None:", "    g1 = 0", "if g2 is None:", "    g2 = 0", SUM)),
    Given("L5.3", triple("return sum(g * k for g, k in ((g1, 2), (g2, 3)) if g is not None)")),
    Given("L5.3", triple("return (0 if g1 is None else g1 * 2) + (0 if g2 is None else g2 * 3)")),
    Given("L5.3", triple("g1 = al.zeros_like(g2) if g1 is None else g1", *_TWO_CASES)),
    Given("L5.3", triple("try:", f"    {SUM}", "except TypeError:", "    return g2 * 3 if g1 is None else g1 * 2")),
)
