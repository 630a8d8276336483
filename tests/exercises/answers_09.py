"""Answers to lesson 09 as learners might give them: most are on no exercise's list."""

from given_answers import Given, table

from autograd_lab.exercises.own_gradcheck import APART, SLOPE, SOLUTION, STARTING, WEIGHTS, written

ALLOWED = APART.partition(" > ")[2]
FORMULA, LARGE = "the backward of `x ** 3`", "h is too large for such a curve"
AGAIN, SMALL = "y = al.where(x > 0, y, x), once more", "y = al.where(x > 0, 1 / (x + 1e-6), x)"
DISTANCE = "abs(numerical - backward[i])"
FORWARD, TIGHT = "((up - y) * v).sum() / h", f"{DISTANCE} > 1e-7 + 1e-5 * abs(backward[i])"
SAFE = "y = al.where(x > 0, 1 / al.where(x > 0, x, 1.), x)"


def row(exercise: str, name: str, value: object) -> dict:
    return table(exercise, **{name: value})


def only_return(line: str) -> str:
    return f"def gradcheck(f, x, h=1e-6):\n    {line}\n"


WRONG_VALUES = (
    Given("L9.P1", {"forward": "12", "central": "12"}, ("forward: 12 is the slope at 2 exactly",), "M29"),
    Given("L9.P1", table("L9.P1", central=12), ("If you rounded your result to 12, type it exactly",), "M29"),
    Given("L9.P1", {"forward": 12.01, "central": 12.61}, ("that is the central difference",)),
    Given("L9.P1", table("L9.P1", forward=126.1), ("Look again at forward", "by which distance")),
    Given("L9.P1", table("L9.P1", forward="12.6"), ("That is the right answer, rounded",), status="close?"),
    Given("L9.P1", table("L9.P1", forward="a bit more than 12"), ("Row forward",), status="cannot read"),
    Given("L9.P2", "the smallest", ("not among the choices",), status="cannot read"),
    Given("L9.P3", [1, 1, 1, 1], ("relu: 1 is what you see",)),
    Given("L9.P3", row("L9.P3", "relu", 0.05), ("how far apart are 0.1 and −0.1",)),
    Given("L9.P3", row("L9.P3", "abs.grad", "nan"), ("Row abs.grad",), status="cannot read"),
    Given("L9.P1", [0.61, 0.01], ("forward: that is the error of the difference",), "M29"),
    Given("L9.P4", "None", ("not among the choices",), status="cannot read"),
)
WRONG_CODE = (
    Given("L9.1", written(slope="((f(x + nudge) - f(x - nudge)) * v).sum() / h"), ("is twice the other",), "M57"),
    Given("L9.1", written(slope="(up - down) * v / (2 * h)"), ("sums over all elements of y",)),
    Given("L9.1", written(slope="v[i] * (up - down)[i] / (2 * h)"), ("rejects `x * x.sum()`", "only one of them")),
    Given("L9.1", written(apart="not abs(numerical - backward[i]) < 5e-3"), ("gradcheck misses `0.0254 * x`",), "M57"),
    Given(
        "L9.1",
        written(weights="al.randn_like(y)", apart=f"numerical - backward[i] > {ALLOWED}"),
        ("may be negative",),
        "M57",
    ),
    Given("L9.1", written(apart="abs(numerical - backward).max() > 1e-4"), ("Which element of `backward` belongs",)),
    Given("L9.1", written(apart="abs(numerical - backward[i]) > 1e-12"), ("doesn't allow that much",), "M56"),
    Given("L9.1", written(apart="abs(numerical / backward[i] - 1) > 1e-6"), ("This gradient is 0", "at 1`"), "M56"),
    Given("L9.1", written(apart="abs(numerical - backward[i]) > 1e-6"), ("a million times as large",), "M56"),
    Given("L9.1", written(weights="al.ones(y.shape, dtype=al.float64)"), ("Which v would tell",), "M26"),
    Given("L9.1", written(apart="abs(abs(numerical) - abs(backward[i])) > 1e-3 * abs(numerical) + 1e-6"), ("signs",)),
    Given("L9.1", written(apart="numerical * backward[i] < 0"), ("has only its sign right",), "M57"),
    Given("L9.1", only_return("return True"), ("True for every backward",)),
    Given(
        "L9.1",
        written(weights="al.randn(3)"),
        ("With `bias`, your code raised RuntimeError", "needn't be as long as x"),
    ),
    Given("L9.1", written(weights="al.eye(len(y))[0]"), ("has a 0 in it",)),
    Given("L9.1", written(weights="0 * al.rand_like(y)"), ("so both numbers are 0",)),
    Given("L9.1", written(weights="y * 0"), ("so both numbers are 0",)),
    Given("L9.1", written(weights="al.rand(1).expand(y.shape)"), ("misses `x.flip(0)`", "v are equal")),
    Given("L9.1", written(weights="-3 * al.ones_like(y)"), ("numbers in your v are equal",)),
    Given("L9.1", written(slope="(up - down).sum() / (2 * h)"), ("You count each element of y once",)),
    Given("L9.1", written(slope="(up[i] - down[i]) * v[i] / (2 * h)"), ("only one of them",)),
    Given(
        "L9.1",
        written(slope="(up - down) * v / (2 * h)", apart="not al.allclose(numerical, backward[i])"),
        ("Which call is missing",),
    ),
    Given("L9.1", written(slope="(up * v - down).sum() / (2 * h)"), ("is huge",)),
    Given("L9.1", written(slope="((up - down) * v).sum() / (h * h)"), ("once more by h",)),
    Given("L9.1", written(slope="((up - down) * v).sum() * 2 * h"), ("from left to right",), "M57"),
    Given("L9.1", written(slope="((up - down) / v).sum() / (2 * h)"), ("gradcheck rejects", "When x[i] alone moves")),
    Given("L9.1", written(slope=SLOPE.replace("v", "w")), ("name 'w' is not defined",)),
    Given("L9.1", written(apart="raise_"), ("name 'raise_' is not defined",)),
    Given("L9.1", written(slope=FORWARD, apart=TIGHT), ("`(x - 1) ** 2 at 1`", "has one side only"), "M56"),
    Given("L9.1", written(slope=FORWARD, apart="abs(numerical - backward[i]) > 1e-5"), ("has one side only",), "M56"),
    Given("L9.1", written(slope="(abs(up - down) * v).sum() / (2 * h)"), ("the sign is lost",)),
    Given("L9.1", written(slope="abs(((up - down) * v).sum()) / (2 * h)"), ("`x * x.sum()`", "the sign is lost")),
    Given(
        "L9.1", written(apart=f"{DISTANCE} > 1e-10 + 1e-5 * abs(numerical)", slope=FORWARD), ("one side only",), "M56"
    ),
    Given("L9.1", written(apart=f"{DISTANCE} > 1e-5 + 1e-3 * numerical"), ("you allow an error below 0",)),
    Given("L9.1", STARTING, ("There is still a `...`",), status="not answered yet"),
    Given("L9.1", written(slope="..."), ("There is still a `...`",), status="not answered yet"),
    Given("L9.1", only_return("pass"), ("returned None every time",), status="not answered yet"),
    Given("L9.1", SOLUTION.replace("for i in range(len(x)):", "while True:\n        i = 0"), ("still running",)),
)

RIGHT = (
    Given("L9.P1", ["12.61", "12,01"]),
    Given("L9.P2", "H = 1e-5"),
    Given("L9.P2", "B"),
    Given("L9.P5", "C"),
    Given("L9.P3", [0.5, 0, 0, 0]),
    Given("L9.P4", "NaN"),
    Given("L9.P4", float("nan")),
    Given("L9.1", SOLUTION),
    Given("L9.1", written(weights="al.randn_like(y)")),
    Given("L9.1", written(weights="al.arange(1., 1 + y.numel(), dtype=al.float64).reshape(y.shape)")),
    Given("L9.1", written(weights="al.arange(len(y)) + 1.0")),
    Given("L9.1", written(slope="(((up - y) * v).sum() / h)")),
    Given("L9.1", written(slope="((up * v).sum() - (down * v).sum()) / h / 2")),
    Given("L9.1", written(apart="abs(numerical - backward[i]) > 1e-4 * max(1, abs(backward[i]))")),
    Given("L9.1", written(apart="not al.isclose(numerical, backward[i], rtol=1e-4, atol=1e-6)")),
    Given("L9.1", written(apart="(numerical - backward[i]).abs() / (1 + backward[i].abs()) > 1e-4")),
    Given("L9.1", only_return("return al.autograd.gradcheck(f, x, raise_exception=False)")),
    Given("L9.2", SAFE),
    Given("L9.2", "C"),
)
assert WEIGHTS in SOLUTION
