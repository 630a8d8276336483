"""Answers to lesson 06 as learners might give them: most are on no exercise's list."""

from given_answers import Given, body, table

jacobian = body(
    "def jacobian(f, x):\n    y = f(x)\n    rows = []\n    for i in range(len(y)):\n        v = al.zeros(len(y))", 8
)
whole = body("def jacobian(f, x):", 4)
SEED, CLEAR, BACK, KEEP = "v[i] = 1", "x.grad = None", "y.backward(v, retain_graph=True)", "rows.append(x.grad)"
END = "    return al.stack(rows)\n"
FEWER, MORE, EQUAL = "backward takes fewer", "forward takes fewer", "both take as many"


def loop(*lines: str, end: str = END) -> str:
    """The exercise's function with these lines in its loop."""
    return jacobian(*lines) + end


WRONG_VALUES = (
    Given("L6.W1", [4, 1], ("You said [4, 1].", "Compare number 2 with")),
    Given("L6.W1", [8, 7], ("Compare number 1 with",)),
    Given("L6.W1", [4, None], ("[4, None]",)),
    Given("L6.W1", [7, 4], ("b is output 0",), "S15"),
    Given("L6.W1", [29, 29], ("Compare number 1 with",)),
    Given("L6.W1", 29, ("2 numbers in a list are asked for",), status="cannot read"),
    Given("L6.W2", [1, 2, 3, 4], ("2 numbers are asked for; you gave 4",), status="cannot read"),
    Given("L6.W2", [4, 4], ("Compare number 2 with",)),
    Given("L6.W2", [3, 4], ("does not go away by itself",), "M7"),
    Given("L6.W2", None, ("2 numbers in a list are asked for",), status="cannot read"),
    Given("L6.P1", "A", ("nothing to start with",), "M22"),
    Given("L6.P1", "the seed", ("is not among the choices",), status="cannot read"),
    Given("L6.P2", [1, 1], ("does not make a gradient of ones",), "M23"),
    Given("L6.P2", "D", ("the shape of x",), "M24"),
    Given("L6.P2", [[1, 2], [3, 4], [5, 6]], ("is not among the choices",), status="cannot read"),
    Given("L6.P3", [642, 531], ("Compare number 1 with",)),
    Given("L6.P3", [531, 0], ("Compare number 2 with",)),
    Given("L6.P3", [1, 10, 100], ("2 numbers are asked for; you gave 3",), status="cannot read"),
    Given("L6.P3", [23, 53], ("Compare number 1 with",)),
    Given("L6.P3", [999, 1332], ("as one factor",), "M21"),
    Given("L6.P3", [531.2, 642.1], ("Compare number 1 with",)),
    Given("L6.P4", 2, ("the other direction",), "M33"),
    Given("L6.P4", 1.0, ("small whole numbers",), "M24"),
    Given("L6.P4", 9, ("is not among the choices",), status="cannot read"),
    Given("L6.1", [6, 80, 100], ("To look at again: number 3", "Compare number 3 with")),
    Given("L6.1", [600, 80, 10], ("Compare number 1 with",)),
    Given("L6.1", [6, 8, 10], ("a seed of ones would bring",), "M23"),
    Given("L6.1", [3, 4, 5], ("Compare number 1 with",)),
    Given("L6.1", [6, 88, 1088], ("Compare number 2 with",)),
    Given("L6.1", 1086, ("3 numbers in a list are asked for",), status="cannot read"),
    Given("L6.1", [[6, 0, 0], [0, 8, 0], [0, 0, 10]], ("number",), status="cannot read"),
    Given("L6.3", [1, 1, 1], ("the gradient of y.sum()",), "M23"),
    Given("L6.3", [3, 1 / 3, 1 / 3], ("Compare number 1 with",)),
    Given("L6.3", [0.33, 0.33, 0.33], ("the right answer, rounded",), status="close?"),
    Given("L6.3", [5, 3], ("3 numbers are asked for; you gave 2",), status="cannot read"),
    Given("L6.3", [0, 1, 0], ("Compare number 1 with",)),
    Given("L6.4", table("L6.4", square=FEWER), ("Compare square with",)),
    Given("L6.4", table("L6.4", loss=MORE, dial=FEWER), ("loss: a forward pass",), "M33"),
    Given("L6.4", table("L6.4", calls=1001), ("Compare calls with",)),
    Given("L6.4", table("L6.4", calls=0), ("Compare calls with",)),
    Given("L6.4", table("L6.4", seed=(2, 5, 2, 5)), ("shape of the whole Jacobian",), "M25"),
    Given("L6.4", table("L6.4", seed=(10,)), ("is not among the choices",), status="cannot read"),
    Given("L6.4", dict.fromkeys(("loss", "dial", "square"), EQUAL), ("Still open",), status="not answered yet"),
)

WRONG_CODE = (
    Given("L6.2", loop(SEED, CLEAR, BACK, KEEP, end="    return al.stack(rows).T\n"), ("transposed",)),
    Given("L6.2", loop(SEED, CLEAR, BACK, KEEP, end="    return al.cat(rows)\n"), ("J", "yours is [1, 2, 3, 4, 5, 6]")),
    Given("L6.2", loop(SEED, CLEAR, BACK, KEEP, end="    return sum(rows)\n"), ("yours is [9, 12]",)),
    Given("L6.2", loop(SEED, CLEAR, BACK, KEEP, end="        return al.stack(rows)\n"), ("list of 1",)),
    Given("L6.2", loop(SEED, BACK, "rows.append(x.grad.detach().clone())"), ("has the rows before it",), "M7"),
    Given("L6.2", loop(SEED, BACK, "rows.append(al.tensor(x.grad.tolist()))"), ("has the rows before it",), "M7"),
    Given("L6.2", loop(SEED, BACK, KEEP), ("the sum of all calls",), "M7"),
    Given("L6.2", loop(SEED, BACK, KEEP, "x.grad.zero_()"), ("emptied after it was put into the list",)),
    Given("L6.2", loop("v[i] = 0", CLEAR, BACK, KEEP), ("All your rows are zero",)),
    Given("L6.2", loop("v += 1", CLEAR, BACK, KEEP), ("a 1 for each output",), "M23"),
    Given("L6.2", loop("v[:i] = 1", CLEAR, BACK, KEEP), ("J[0][0]; yours is 0",)),
    Given("L6.2", loop("v[i] = i + 1", CLEAR, BACK, KEEP), ("J[1][0]; yours is 6",)),
    Given("L6.2", loop("v[-1 - i] = 1", CLEAR, BACK, KEEP), ("J[0][0]; yours is 5",)),
    Given("L6.2", loop(SEED, CLEAR, "y.backward(v)", KEEP), ("RuntimeError", "has let go of")),
    Given("L6.2", loop(SEED, CLEAR, "y.backward()", KEEP), ("RuntimeError", "implicitly created only for scalar")),
    Given("L6.2", loop(SEED, CLEAR, "y[i].backward(v, retain_graph=True)", KEEP), ("RuntimeError",)),
    Given("L6.2", loop(SEED, CLEAR, BACK, "rows.append(y.grad)"), ("TypeError",)),
    Given("L6.2", loop(SEED, CLEAR, BACK, "rows.append(v)"), ("J[0]; yours is [1, 0, 0]",)),
    Given("L6.2", loop(SEED, CLEAR, BACK, "row.append(x.grad)"), ("NameError", "row")),
    Given("L6.2", loop(SEED, CLEAR, BACK, KEEP, end=""), ("returned None every time",), status="not answered yet"),
    Given("L6.2", whole("return al.autograd.functional.jacobian(f, x).T"), ("transposed",)),
    Given("L6.2", whole("return al.tensor([[1., 2.], [3., 4.], [5., 6.]])"), ("x[1]*x[2]",)),
    Given("L6.2", whole("y = f(x)", "y.sum().backward()", "return x.grad"), ("yours is [9, 12]",)),
)

RIGHT = (
    Given("L6.4", table("L6.4", loss="backward", dial="Forward", square="both")),
    Given("L6.W1", (4.0, 7.0)),
    Given("L6.W2", (4, 6)),
    Given("L6.P1", "b"),
    Given("L6.P1", "How much each output counts"),
    Given("L6.P2", [9, 12]),
    Given("L6.P2", (9.0, 12.0)),
    Given("L6.P3", (531, 642.0)),
    Given("L6.P4", 3),
    Given("L6.1", (6.0, 80, 1e3)),
    Given("L6.3", [1 / 3] * 3),
    Given("L6.3", (2 / 6, 1 / 3, 0.3333333)),
    Given("L6.4", (FEWER, MORE, EQUAL, 1, (2, 5))),
    Given("L6.4", {"loss": "A", "dial": "b", "square": "C", "calls": 1.0, "seed": "2, 5"}),
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
