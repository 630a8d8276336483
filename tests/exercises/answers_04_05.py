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
ZERO, BACK, STEP = "optimizer.zero_grad()", "loss.backward()", "optimizer.step()"
SUM = "return g1 * 2 + g2 * 3"
SHARE = "(loss / len(batches)).backward()"
BY_HAND = ("with al.no_grad():", "    w -= 0.5 * w.grad")


def two_cases(second: str, first: str) -> tuple[str, ...]:
    """Only one of the two slots has a message, with the slope for each."""
    return ("if g1 is None:", f"    return g2 * {second}", "if g2 is None:", f"    return g1 * {first}")


_EACH_ALONE = ("total = None", "if g1 is not None:", "    total = g1 * 2", "if g2 is not None:", "    total = g2 * 3")
_EACH_ALONE += ("return total",)

WRONG_VALUES = (
    Given("L5.W1", 0, ("You said 0.", "Compare it with step")),
    Given("L5.W1", 3, ("You said 3.",)),
    Given("L5.W1", -7, ("You said -7.",)),
    Given("L5.W1", None, ("You said None.",)),
    Given("L5.W1", 7.03, ("Compare it with step",)),
    Given("L5.W1", "seven", ("'seven' is not a number",), status="cannot read"),
    Given("L4.1", table("L4.1", a=5), ("Right so far: b, c", "Compare a with step")),
    Given("L4.1", table("L4.1", b=1, c=1), ("To look at again: b, c", "Compare c with step")),
    Given("L4.1", table("L4.1", a=24), ("Compare a with",)),
    Given("L4.1", table("L4.1", a=None), ("a: None says that there is no number at all.", "Compare a with")),
    Given("L4.1", table("L4.1", a=None, b=None, c=None), ("a, b, c: None says",)),
    Given("L4.1", table("L4.1", a=14), ("what a second run leaves", "Was a.grad None")),
    Given("L4.1", table("L4.1", a=14, b=4, c=4), ("twice", "Was a.grad None")),
    Given("L4.1", table("L4.1", a=3, c=4), ("c: 4 is c's own value", "For c, look at"), "S2"),
    Given("L4.1", table("L4.1", a=2), ("a: 2 is a's own value",), "S2"),
    Given("L5.1", table("L5.1", slots1=[1, 1]), ("To look at again: slots1", "Compare slots1 with")),
    Given("L5.1", table("L5.1", slots1=[10, None]), ("slots1: [10, None]", "Compare slots1 with")),
    Given("L5.1", table("L5.1", slots1=[100, 15]), ("Compare slots1 with",)),
    Given("L5.1", table("L5.1", grad1=230), ("Compare grad1 with",)),
    Given("L5.1", table("L5.1", slots2=[0, 20]), ("Compare slots2 with",)),
    Given("L5.1", table("L5.1", slots2=[20, None]), ("before backward is called",), "M44"),
    Given("L5.1", table("L5.1", slots2=[10, 10]), ("not on its place",), "S15"),
    Given("L5.1", table("L5.1", slots2=[100, 0], grad2=200), ("Compare slots2 with",)),
    Given("L5.1", table("L5.1", grad2=63), ("the first run's gradient is still there",), "M7"),
    Given("L5.1", table("L5.1", grad2=60), ("Compare grad2 with",)),
    Given("L5.1", table("L5.1", slots1=[1, 10], grad1=32, grad2=20), ("slots1: the order",), "S15"),
    Given("L5.4", table("L5.4", r=1), ("Compare r with",)),
    Given("L5.4", table("L5.4", r=None), ("r: None",)),
    Given("L5.4", table("L5.4", x=[1, 1, 4]), ("Compare x with",)),
    Given("L5.4", table("L5.4", x=[1, None, 4]), ("the slot of q stays empty",), "M6"),
    Given("L5.4", table("L5.4", w=[10, 100, 1]), ("it puts back",), "S15"),
    Given("L5.4", table("L5.4", w=[3, 10, 200]), ("Compare w with",)),
    Given("L5.4", table("L5.4", w=[1, 100, 10], indices="a node"), ("Compare w with",)),
    Given("L5.4", table("L5.4", x=[1, 0]), ("x: 3 numbers are asked for",), status="cannot read"),
    Given("L4.P6", dict.fromkeys(("data", "w", "hidden", "loss", "cut", "new"), "no leaf"), ("data: A leaf is",), "M2"),
    Given("L4.P6", table("L4.P6", hidden="a leaf that gets none"), ("depends on where it comes from",), "M2"),
    Given("L4.P6", table("L4.P6", w="a leaf that gets none"), ("two things hold",), "M2"),
    Given("L4.4", dict.fromkeys("ABCD", "works"), ("A: `w = …` changes no tensor",), "M5"),
    Given("L4.4", table("L4.4", C="w.grad is None from now on"), ("writes into the one that is there",), "M5"),
    Given("L5.P2", (1, 1), ("No message comes for c",), "M44"),
    Given("L5.P2", (1, None), ("what lies in the slots", "with None?"), "M44"),
    Given("L5.P2", (1,), ("for each output of forward",), "M45"),
)

WRONG_CODE = (
    Given("L4.2", train(BACK), ("the only call that runs",), "S22"),
    Given("L4.2", train(ZERO, "loss.detach().requires_grad_().backward()", STEP), ("it does not come to w",)),
    Given("L4.2", train("loss = loss.detach().requires_grad_()", BACK, STEP, ZERO), ("it does not come to w",)),
    Given("L4.2", train("optimizer = al.optim.SGD([w], lr=0.5)", ZERO, BACK, STEP), ("makes anew in each round",)),
    Given("L4.2", train("mine = al.optim.SGD([w], lr=0.5)", ZERO, BACK, "mine.step()"), ("makes anew in each round",)),
    Given("L4.2", train(STEP), ("no link to the loss",), "M11"),
    Given("L4.2", train(STEP, ZERO, BACK), ("what the last round left",), "S21"),
    Given("L4.2", train(STEP, BACK, ZERO), ("it is cleared before step() has read it",), "S21"),
    Given("L4.2", train("loss.backward", ZERO, STEP), ("nothing is called without brackets",)),
    Given("L4.2", train("loss.backward", "optimizer.zero_grad", "optimizer.step"), ("calls none of them",)),
    Given("L4.2", train(ZERO, BACK, "optimizer.step"), ("No step ran", "nothing is called without brackets")),
    Given("L4.2", train("with al.no_grad():", "    w += (4 - w) / 2"), ("your code moves w by itself",)),
    Given("L4.2", train("w.data = (w.data + 4) / 2"), ("your code moves w by itself",)),
    Given("L4.2", train(ZERO, BACK, "w.data -= 0.5 * w.grad"), ("step() is never called",)),
    Given("L4.2", train(ZERO, BACK, *BY_HAND), ("step() is never called",)),
    Given("L4.2", train(ZERO, BACK, "w = w - 0.5 * w.grad"), ("gives the name w to another tensor",)),
    Given("L4.2", train(ZERO, BACK, "with al.no_grad():", "    w = w - 0.5 * w.grad"), ("another tensor",)),
    Given("L4.2", train("g, = al.autograd.grad(loss, w)", "w.data -= g / 2"), ("whether optimizer.step() is called",)),
    Given("L4.2", train(ZERO, BACK, STEP, "yield w"), ("runs none of its lines",)),
    Given("L4.2", train(ZERO, "loss.backward(retain_graph=True)", BACK, STEP), ("w after step 1",)),
    Given("L4.2", train(ZERO, BACK, STEP, STEP), ("runs twice for each backward",)),
    Given(
        "L4.2",
        train(ZERO, "loss.backwards()", STEP),
        ("With four calls of train_step it raised AttributeError", "backwards"),
    ),
    Given("L4.2", train(ZERO, BACK, "optimiser.step()"), ("NameError", "optimiser")),
    Given("L4.2", train("w.grad.zero_()", BACK, STEP), ("AttributeError",)),
    Given("L4.2", train(ZERO, "w.backward()", STEP), ("w after step 1",)),
    Given("L4.2", train("w.grad = (w - 4).detach()", STEP), ("whether backward runs before each step; yours: no.",)),
    Given("L4.2", train(ZERO), ("does nothing yet",), status="not answered yet"),
    Given("L4.3", accumulate("w.grad = al.tensor(-30.)"), ("no backward wrote it",)),
    Given("L4.3", accumulate("(-30 * w / len(batches)).backward()"), ("other numbers",)),
    Given("L4.3", accumulate("(loss * len(x) / 4).backward()"), ("other numbers",)),
    Given("L4.3", accumulate("(loss / 4).backward()"), ("one batch of 4: w.grad", "You divide by 4")),
    Given("L4.3", accumulate("(0.25 * loss).backward()"), ("You divide by 4",)),
    Given("L4.3", accumulate(SHARE, "w.grad = None"), ("a line of yours clears it",)),
    Given("L4.3", accumulate("loss.backward()") + "    w.grad = None\n", ("a line of yours clears it",)),
    Given("L4.3", accumulate(SHARE, "return w.grad"), ("Only the first batch's share is in w.grad",)),
    Given("L4.3", accumulate("loss.backward()", "return"), ("a `return` stands inside it",)),
    Given("L4.3", accumulate("loss.backward()", "w.grad.div_(len(batches))"), ("divides all of w.grad in each round",)),
    Given("L4.3", accumulate("loss.sum().backward()"), ("not the mean of all",), "M12"),
    Given("L4.3", accumulate("loss.backward()", "w.grad /= len(batches)"), ("two batches of 2", "again and again")),
    Given("L4.3", accumulate("w.grad = w.grad / len(batches)"), ("TypeError",)),
    Given("L4.3", accumulate("(loss / batches).backward()"), ("TypeError",)),
    Given("L4.3", accumulate("pass") + "    loss.backward()\n", ("Only the last batch is in w.grad",), "S23"),
    Given("L4.3", accumulate("pass") + f"    {SHARE}\n", ("either the others are cleared", "after the loop"), "S23"),
    Given("L4.3", accumulate("w.grad = None", SHARE), ("either the others are cleared", "after the loop"), "S23"),
    Given(
        "L4.3", accumulate("w.grad = al.tensor(-30.) if len(x) > 3 else None"), ("whether backward ran; yours: no.",)
    ),
    Given("L4.3", accumulate("loss / len(batches)"), ("writes no gradient yet",), status="not answered yet"),
    Given("L5.2", sum_diff("return gs * gd, gs / gd"), ("gradient for input a (edge 0)",)),
    Given("L5.2", sum_diff("return gs + gd, None"), ("gradient for input b (edge 1)",)),
    Given("L5.2", sum_diff("return gs, gs - gd"), ("gradient for input a (edge 0)",)),
    Given("L5.2", sum_diff("return gs + gd, gs - gd, gs"), ("incorrect number of gradients",)),
    Given("L5.2", sum_diff("return [gs + gd, gs - gd]"), ("a list counts as one thing",)),
    Given("L5.2", sum_diff("gs + gd, gs - gd"), ("gave back None",)),
    Given("L5.2", sum_diff("print(gs + gd, gs - gd)"), ("gave back None",)),
    Given("L5.2", sum_diff("return gs.item() + gd.item(), gs - gd"), ("RuntimeError", "got float")),
    Given(
        "L5.2",
        sum_diff("return gs + gd, gs - gd").replace("gs, gd)", "gd, gs)"),
        ("in the order of the outputs",),
    ),
    Given("L5.2", sum_diff("return gs + gd, -gs + gd"), ("both signs are turned round",), "S3"),
    Given("L5.2", sum_diff("return gs + gx, gs - gd"), ("NameError", "gx")),
    Given("L5.2", _SUM_DIFF + _BACKWARD.format("g") + "\n        return g, g\n", ("TypeError",)),
    Given(
        "L5.3", triple("if g1 is None:", "    g1 = 1", "if g2 is None:", "    g2 = 1", SUM), ("gradient for input a",)
    ),
    Given("L5.3", triple("return (g1 or 0) * 2 + (g2 or 0) * 3"), ("whether g1 is zero",), "M6"),
    Given("L5.3", triple("return None"), ("gave back None",)),
    Given("L5.3", triple("if g1 is None:", "    return g2 * 2", "return g1 * 3"), ("gradient for input a",)),
    Given("L5.3", triple(*two_cases("2", "3"), "return g1 * 3 + g2 * 2"), ("slope of the other output",)),
    Given("L5.3", triple(*two_cases("3", "2")), ("one case is left out",)),
    Given("L5.3", triple(*_EACH_ALONE), ("The second line forgets the first",), "M9"),
    Given("L5.3", triple(SUM).replace(_NO_ZEROS, ""), ("Zeros were put into the empty slot",)),
    Given("L5.3", triple(SUM).replace("grads(False)", "grads(True)"), ("Zeros were put into the empty slot",)),
    Given("L5.3", triple("raise SystemExit"), ("SystemExit",)),
)

_TWO_CASES = (*two_cases("3", "2"), SUM)
RIGHT = (
    Given("L4.P3", 14.0),
    Given("L5.P2", (1, 0)),
    Given("L5.P2", [1, 0]),
    Given("L5.P3", (0, 1)),
    Given("L5.P1", True),
    Given("L5.4", table("L5.4", indices=None)),
    Given("L5.1", ([10, 1], 23, (20, 0), 40)),
    Given("L4.1", (7, 2, 2)),
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
