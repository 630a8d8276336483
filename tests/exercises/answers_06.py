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
    Given("L6.P1", "the seed", ("is not among the choices",), status="cannot read"),
    Given("L6.P2", [[1, 2], [3, 4], [5, 6]], ("is not among the choices",), status="cannot read"),
    Given("L6.1", [6, 80, 990], ("Compare number 3 with", "the slope of y[2] with respect to x[2]")),
    Given("L6.2", ["1/3", 1, 1], ("Compare number 2 with", "If y[1] grows by 1")),
    Given("L6.P3", [531, 0], ("Compare number 2 with",)),
    Given("L6.P3", [1, 10, 100], ("Give 2 numbers; you gave 3",), status="cannot read"),
    Given("L6.P3", [531.2, 642.1], ("Compare number 1 with",)),
    Given("L6.P3", [531, 246], ("number 2", "The weights are in reverse"), "S15"),
    Given("L6.P3", [135, 246], ("The weights are in reverse",), "S15"),
    Given("L6.P3", [8853, 8853], ("made from the values of y",), "S1"),
    Given("L6.P4", "twelve", ("is not among the choices",), status="cannot read"),
    Given("L6.P4", 9, ("is not among the choices",), status="cannot read"),
    Given("L6.P5", "(10,)", ("is not among the choices",), status="cannot read"),
    Given("L6.1", [6, 80, 990], ("number 3", "Compare number 3 with")),
    Given("L6.1", [6, 88, 1088], ("Compare number 2 with",)),
    Given("L6.1", 1086, ("Give 3 numbers in a list",), status="cannot read"),
    Given("L6.1", [[6, 0, 0], [0, 8, 0], [0, 0, 10]], ("number",), status="cannot read"),
    Given("L6.2", [3, 1 / 3, 1 / 3], ("Compare number 1 with",)),
    Given("L6.2", [0.33, 0.33, 0.33], ("the right answer, rounded",), status="close?"),
    Given("L6.2", [0.333] * 3, ("the right answer, rounded",), status="close?"),
    Given("L6.2", [2, 4, 9], ("It isn't made from the numbers of A",), "S1"),
    Given("L6.1", [12, 120, 1200], ("You added up the numbers of x",)),
    Given("L6.1", [36, 48, 60], ("You added up the numbers of x",)),
    Given("L6.2", [5, 3], ("Give 3 numbers; you gave 2",), status="cannot read"),
)

WRONG_CODE = (
    Given("L6.3", loop(SEED, CLEAR, BACK, KEEP, end="    return al.stack(rows).T\n"), ("transposed",)),
    Given("L6.3", loop(SEED, CLEAR, BACK, "rows.append(x.grad.round())"), ("of your J is -4",)),
    Given("L6.3", loop(SEED, CLEAR, BACK, "rows.append(abs(x.grad))"), ("of your J is 3.5",)),
    Given(
        "L6.3",
        whole(
            "columns = []",
            "for step in 0.01 * al.eye(len(x)):",
            "    columns.append((f(x.detach() + step) - f(x.detach())) / 0.01)",
            "return al.stack(columns, 1)",
        ),
        ("your J is nearly right, but every number is slightly off.", "That is a finite difference"),
    ),
    Given("L6.3", loop(SEED, CLEAR, BACK, "rows += x.grad"), ("in one long list",)),
    Given("L6.3", loop("v[i] = x[i]", CLEAR, BACK, KEEP), ("IndexError",)),
    Given("L6.3", loop(SEED, CLEAR, BACK, KEEP).replace("len(y)", "len(x)"), ("a round for each input",)),
    Given("L6.3", loop(SEED, CLEAR, BACK, KEEP).replace("range(len(y))", "range(3)"), ("always has three rounds",)),
    Given("L6.3", loop(SEED, CLEAR, BACK, "rows.append(al.dot(x.grad, v))"), ("multiply by v a second time",)),
    Given("L6.3", loop(SEED, CLEAR, "y.sum().backward(retain_graph=True)", KEEP), ("counts all outputs",), "M23"),
    Given(
        "L6.3",
        loop(SEED, CLEAR, BACK, KEEP, end="        return al.stack(rows)\n"),
        ("It has length 1", "the loop ends after its first round"),
    ),
    Given("L6.3", loop(SEED, BACK, "rows.append(x.grad.detach().clone())"), ("contains the rows before it",), "M7"),
    Given("L6.3", loop("x.grad.zero_()", SEED, BACK, KEEP), ("Before the first backward call, x.grad is None",), "M7"),
    Given("L6.3", loop(SEED, BACK, KEEP, "x.grad.zero_()"), ("emptied after it was put into the list",)),
    Given("L6.3", loop("v[:i] = 1", CLEAR, BACK, KEEP), ("element [0][0] of your J is 0",)),
    Given("L6.3", loop(SEED, CLEAR, "y[i].backward(v, retain_graph=True)", KEEP), ("RuntimeError",)),
    Given("L6.3", loop(SEED, CLEAR, BACK, "rows.append(y.grad)"), ("TypeError", "y has no .grad")),
    Given("L6.3", loop(SEED, BACK, CLEAR, KEEP), ("Each row that you collected is None", "empties x.grad")),
    Given("L6.3", loop(SEED, CLEAR, BACK, "row.append(x.grad)"), ("NameError", "row")),
    Given("L6.3", loop(SEED, CLEAR, BACK, KEEP, end=""), ("returned None every time",), status="not answered yet"),
)

RIGHT = (
    Given("L6.P1", "b"),
    Given("L6.P1", "How much each output counts"),
    Given("L6.P2", [9, 12]),
    Given("L6.P2", (9.0, 12.0)),
    Given("L6.P3", (531, 642.0)),
    Given("L6.P4", 4),
    Given("L6.P5", (2, 5)),
    Given("L6.P5", "2, 5"),
    Given("L6.1", (6.0, 80, 1e3)),
    Given("L6.2", [1 / 3] * 3),
    Given("L6.2", (2 / 6, 1 / 3, 0.3333333)),
    Given("L6.3", loop(SEED, CLEAR, BACK, KEEP)),
    Given("L6.3", loop(SEED, "if x.grad is not None:", "    x.grad.zero_()", BACK, "rows.append(x.grad.clone())")),
    Given("L6.3", loop(SEED, "g, = al.autograd.grad(y, x, v, retain_graph=True)", "rows.append(g)")),
    Given("L6.3", loop(SEED, CLEAR, "f(x).backward(v)", KEEP)),
    Given("L6.3", loop(CLEAR, "y[i].backward(retain_graph=True)", KEEP)),
    Given("L6.3", loop(SEED, CLEAR, "(v * y).sum().backward(retain_graph=True)", KEEP)),
    Given("L6.3", loop(SEED, CLEAR, BACK, KEEP, end="    return rows\n")),
    Given("L6.3", loop(SEED, CLEAR, BACK, "rows.append(x.grad.tolist())", end="    return al.tensor(rows)\n")),
    Given("L6.3", loop(SEED, CLEAR, BACK, "rows.append(x.grad.numpy())", end="    return rows\n")),
    Given("L6.3", whole("return al.autograd.functional.jacobian(f, x)"), ("`jacobian`, which is ready-made",)),
    Given("L6.3", whole("return al.func.jacrev(f)(x)"), ("`jacrev`, which is ready-made",)),
    Given("L6.3", whole("return al.func.jacfwd(f)(x)")),
    Given(
        "L6.3",
        whole(
            "y = f(x)",
            "I = al.eye(len(y))",
            "return al.stack([al.autograd.grad(y, x, v, retain_graph=True)[0] for v in I])",
        ),
    ),
)
