"""Answers to lesson 06 as learners might give them: many are on no exercise's list."""

from given_answers import Given, body

jacobian = body(
    "def jacobian(f, x):\n    y = f(x)\n    rows = []\n    for i in range(len(y)):\n        v = al.zeros(len(y))", 8
)
whole = body("def jacobian(f, x):", 4)
SEED, CLEAR, BACK, KEEP = "v[i] = 1", "x.grad = None", "y.backward(v, retain_graph=True)", "rows.append(x.grad)"
END = "    return al.stack(rows)\n"


def loop(*lines: str, end: str = END) -> str:
    """The exercise's function with these lines in its loop."""
    return jacobian(*lines) + end


WRONG_VALUES = (
    Given("L6.P1", "A", ("you saw it run three times",), "M22"),
    Given("L6.P1", "C", ("so y has a grad_fn",), "M4"),
    Given("L6.P1", "the seed", ("is not among the choices",), status="cannot read"),
    Given("L6.P2", [1, 1], ("don't make a gradient of ones",), "M23"),
    Given("L6.P2", "D", ("the shape of x",), "M24"),
    Given("L6.P2", [[1, 2], [3, 4], [5, 6]], ("is not among the choices",), status="cannot read"),
    Given("L6.P3", [642, 531], ("in the wrong places",)),
    Given("L6.P3", [531, 0], ("Compare number 2 with",)),
    Given("L6.P3", [1, 10, 100], ("2 numbers are asked for; you gave 3",), status="cannot read"),
    Given("L6.P3", [23, 53], ("Compare number 1 with",)),
    Given("L6.P3", [999, 1332], ("used 111 for every row",), "M21"),
    Given("L6.P3", [135, 246], ("your 100 goes with y[0]",), "S15"),
    Given("L6.P3", [1, 2], ("That is what y[0] contributes.",), "M9"),
    Given("L6.P3", [30, 40], ("That is what y[1] contributes.",), "M9"),
    Given("L6.P3", [500, 600], ("That is what y[2] contributes.", "the row of y[0] contribute?"), "M9"),
    Given("L6.P3", [9, 12], ("weights of 1 bring",), "M23"),
    Given("L6.P3", [531.2, 642.1], ("Compare number 1 with",)),
    Given("L6.P4", 3, ("what forward mode takes",), "M33"),
    Given("L6.P4", 1.0, ("One call brings one number for each input",), "M24"),
    Given("L6.P4", "twelve", ("is not among the choices",), status="cannot read"),
    Given("L6.P4", 12, ("brings more than one",)),
    Given("L6.P4", 9, ("is not among the choices",), status="cannot read"),
    Given("L6.P5", (5,), ("y has ten numbers",), "M25"),
    Given("L6.P5", "2, 5, 2, 5", ("the shape of the whole Jacobian",), "M25"),
    Given("L6.P5", "(10,)", ("is not among the choices",), status="cannot read"),
    Given("L6.1", [6, 80, 100], ("number 3", "hasn't met a slope yet")),
    Given("L6.1", [6, 8, 1000], ("Number 2 is the slope alone",)),
    Given("L6.1", [6, 80, 500], ("half of it",)),
    Given("L6.1", [6, 18, 1000], ("you added the weight to the slope",)),
    Given("L6.1", [6, 80, 990], ("number 3", "Compare number 3 with")),
    Given("L6.1", [600, 80, 10], ("The weights are in reverse",), "S15"),
    Given("L6.1", [6, 8, 10], ("weights of 1 would bring",), "M23"),
    Given("L6.1", [3, 4, 5], ("That is x itself",), "S2"),
    Given("L6.1", [9, 16, 25], ("These are the values of y.",), "S1"),
    Given("L6.1", [2, 20, 200], ("depends on where x is",), "S9"),
    Given("L6.1", [6, 86, 1086], ("kept adding from left to right",)),
    Given("L6.1", [6, 88, 1088], ("Compare number 2 with",)),
    Given("L6.1", 1086, ("3 numbers in a list are asked for",), status="cannot read"),
    Given("L6.1", [[6, 0, 0], [0, 8, 0], [0, 0, 10]], ("number",), status="cannot read"),
    Given("L6.W1", [4, 1], ("The first number is right", "one link too early"), "S4"),
    Given("L6.W1", [8, 7], ("To look at again: number 1",)),
    Given("L6.W1", [8, 21], ("already been multiplied",)),
    Given("L6.W1", [2, 3], ("the Function's own slopes",), "M26"),
    Given("L6.W1", [4, None], ("[4, None]",)),
    Given("L6.W1", [7, 4], ("b is output 0",), "S15"),
    Given("L6.W1", [29, 29], ("That is a.grad",)),
    Given("L6.W1", [11, 11], ("You added the two gradients",)),
    Given("L6.W1", 29, ("2 numbers in a list are asked for",), status="cannot read"),
    Given("L6.3", [1, 1, 1], ("the gradient of y.sum()",), "M23"),
    Given("L6.3", [1 / 2] * 3, ("the number of inputs",)),
    Given("L6.3", [1 / 6] * 3, ("the number of entries of A",)),
    Given("L6.3", [5, 5, 5], ("isn't made from the numbers of A",), "S1"),
    Given("L6.3", [3, 1 / 3, 1 / 3], ("Compare number 1 with",)),
    Given("L6.3", [0.33, 0.33, 0.33], ("the right answer, rounded",), status="close?"),
    Given("L6.3", [0.333] * 3, ("the right answer, rounded",), status="close?"),
    Given("L6.3", [5, 3], ("3 numbers are asked for; you gave 2",), status="cannot read"),
    Given("L6.3", [0, 1, 0], ("choose the row of y[1]",)),
    Given("L6.3", [0, 0, 0], ("no output counts",)),
)

WRONG_CODE = (
    Given("L6.2", loop(SEED, CLEAR, BACK, KEEP, end="    return al.stack(rows).T\n"), ("transposed",)),
    Given("L6.2", loop(SEED, CLEAR, BACK, KEEP, end="    return al.cat(rows)\n"), ("J", "yours is [1, 2, 3, 4, 5, 6]")),
    Given(
        "L6.2", loop(SEED, CLEAR, BACK, KEEP, end="    return sum(rows)\n"), ("one row, the sum of all rows",), "M23"
    ),
    Given("L6.2", loop(SEED, CLEAR, BACK, KEEP, end="        return al.stack(rows)\n"), ("list of 1",)),
    Given("L6.2", loop(SEED, BACK, "rows.append(x.grad.detach().clone())"), ("contains the rows before it",), "M7"),
    Given("L6.2", loop(SEED, BACK, "rows.append(al.tensor(x.grad.tolist()))"), ("contains the rows before it",), "M7"),
    Given("L6.2", loop(SEED, BACK, KEEP), ("the sum of all calls",), "M7"),
    Given("L6.2", loop("x.grad.zero_()", SEED, BACK, KEEP), ("Before the first backward call, x.grad is None",), "M7"),
    Given("L6.2", loop(SEED, BACK, KEEP, "x.grad.zero_()"), ("emptied after it was put into the list",)),
    Given("L6.2", loop("v[i] = 0", CLEAR, BACK, KEEP), ("All your rows are zero",)),
    Given("L6.2", loop("v += 1", CLEAR, BACK, KEEP), ("a 1 for each output",), "M23"),
    Given("L6.2", loop("v[0] = 1", CLEAR, BACK, KEEP), ("Every row is the row of y[0]",)),
    Given("L6.2", loop("v[:i] = 1", CLEAR, BACK, KEEP), ("J[0][0]; yours is 0",)),
    Given("L6.2", loop("v[i] = i + 1", CLEAR, BACK, KEEP), ("its weight isn't 1",)),
    Given("L6.2", loop("v[-1 - i] = 1", CLEAR, BACK, KEEP), ("Your rows are in reverse",)),
    Given("L6.2", loop(SEED, CLEAR, "y.backward(v)", KEEP), ("RuntimeError", "has freed what the graph had saved")),
    Given("L6.2", loop(SEED, CLEAR, "y.backward()", KEEP), ("RuntimeError", "how much each of them counts"), "M22"),
    Given("L6.2", loop(SEED, CLEAR, "y[i].backward(v, retain_graph=True)", KEEP), ("RuntimeError",)),
    Given("L6.2", loop(SEED, "rows.append(al.autograd.grad(y, x, v, retain_graph=True))"), ("returns a tuple",)),
    Given("L6.2", loop(SEED, CLEAR, BACK, "rows.append(y.grad)"), ("TypeError",)),
    Given("L6.2", loop(SEED, CLEAR, BACK, "rows.append(v)"), ("You collected the weights",)),
    Given("L6.2", loop(SEED, CLEAR, BACK, "row.append(x.grad)"), ("NameError", "row")),
    Given("L6.2", loop(SEED, CLEAR, BACK, KEEP, end=""), ("returned None every time",), status="not answered yet"),
    Given("L6.2", whole("return al.autograd.functional.jacobian(f, x).T"), ("transposed",)),
    Given("L6.2", whole("return al.tensor([[1., 2.], [3., 4.], [5., 6.]])"), ("x[1]*x[2]",)),
    Given("L6.2", whole("y = f(x)", "y.sum().backward()", "return x.grad"), ("one row, the sum of all rows",), "M23"),
)

RIGHT = (
    Given("L6.W1", (4.0, 7.0)),
    Given("L6.P1", "b"),
    Given("L6.P1", "How much each output counts"),
    Given("L6.P2", [9, 12]),
    Given("L6.P2", (9.0, 12.0)),
    Given("L6.P3", (531, 642.0)),
    Given("L6.P4", 4),
    Given("L6.P5", (2, 5)),
    Given("L6.P5", "2, 5"),
    Given("L6.1", (6.0, 80, 1e3)),
    Given("L6.3", [1 / 3] * 3),
    Given("L6.3", (2 / 6, 1 / 3, 0.3333333)),
    Given("L6.2", loop(SEED, CLEAR, BACK, KEEP)),
    Given("L6.2", loop(SEED, "if x.grad is not None:", "    x.grad.zero_()", BACK, "rows.append(x.grad.clone())")),
    Given("L6.2", loop(SEED, "g, = al.autograd.grad(y, x, v, retain_graph=True)", "rows.append(g)")),
    Given("L6.2", loop(SEED, CLEAR, "f(x).backward(v)", KEEP)),
    Given("L6.2", loop(CLEAR, "y[i].backward(retain_graph=True)", KEEP)),
    Given("L6.2", loop(SEED, CLEAR, "(v * y).sum().backward(retain_graph=True)", KEEP)),
    Given("L6.2", loop(SEED, CLEAR, BACK, KEEP, end="    return rows\n")),
    Given("L6.2", loop(SEED, CLEAR, BACK, "rows.append(x.grad.tolist())", end="    return al.tensor(rows)\n")),
    Given("L6.2", loop(SEED, CLEAR, BACK, "rows.append(x.grad.numpy())", end="    return rows\n")),
    Given("L6.2", whole("return al.autograd.functional.jacobian(f, x)")),
    Given("L6.2", whole("return al.func.jacrev(f)(x)")),
    Given("L6.2", whole("return al.func.jacfwd(f)(x)")),
    Given(
        "L6.2",
        whole(
            "y = f(x)",
            "I = al.eye(len(y))",
            "return al.stack([al.autograd.grad(y, x, v, retain_graph=True)[0] for v in I])",
        ),
    ),
)
