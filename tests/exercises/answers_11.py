"""Answers to lesson 11 as learners might give them: most are on no exercise's list."""

from given_answers import Given, table

from autograd_lab.exercises import own_engine, own_shapes, own_walk

CLEAR, START = "call zero_grad() before each backward", "start W1 and W2 with random numbers"
SLOWER, LONGER = "divide the learning rate by 20", "train ten times as long"


def rules(right: str, wrong: str) -> str:
    assert right in own_engine.RULES, right
    return own_engine.RULES.replace(right, wrong)


def engine(**pieces: str) -> str:
    return own_engine.put_together_source(**pieces)


WRONG_VALUES = (
    Given("L11.P1", 4.605, ("not among the choices",), status="cannot read"),
    Given("L11.1", [1, 2, 3], ("And if z[2] grows?",)),
    Given("L11.1", [1.39, 0.69, 1.39], ("And if z[2] grows?",)),
    Given("L11.1", [0.5, 1, -1.5], ("And if z[2] grows?",)),
    Given("L11.1", [0, 0, 1], ("That is the label y",), "M63"),
    Given("L11.1", [0.75, 0.5, -0.25], ("1 - p for the wrong digits",), "M63"),
    Given("L11.1", [0.33, 0.33, -0.67], ("three equal logits",), "M63"),
    Given("L11.1", [0.25, 0.5], ("3 numbers",), status="cannot read"),
    Given("L11.P2", "W1", ("not among the choices",), status="cannot read"),
    Given("L11.2", table("L11.2", A=SLOWER, C=CLEAR), ("Look again at A and C",), "M7"),
    Given("L11.2", table("L11.2", C="stop"), ("Row C",), status="cannot read"),
)
RELU, CROSS, MEAN = "return g * (x > 0)", "return g * (p - y)", "return g * al.ones_like(x) / x.numel()"
WRONG_CODE = (
    Given("L11.3", own_engine.STARTING, ("still a `...` in Rules",), status="not answered yet"),
    Given("L11.3", rules("return g, g", "return g"), ("`add`, y = x + b", "b.grad")),
    Given("L11.3", rules("return g, g", "return g, g * 0"), ("element [0][0] of your b.grad is 0",)),
    Given("L11.3", rules(RELU, "return (x > 0) * 1.0"), ("element [1][0] of your x.grad is", "slope alone"), "M26"),
    Given("L11.3", rules(RELU, "return g * x.clamp(min=0)"), ("multiplies by x as well",)),
    Given(
        "L11.3", rules(RELU, "return g if x > 0 else 0"), ("raised RuntimeError in relu", "for each number by itself")
    ),
    Given("L11.3", rules(RELU, "return g").replace("return g, g", "return g, -g"), ("The rule `add` sends -g",)),
    Given(
        "L11.3",
        rules(RELU, "return g").replace("g * w, g * x", "w, x"),
        ("The rule `mul` sends the slope alone",),
        "M26",
    ),
    Given("L11.3", rules(CROSS, "return g * p * y"), ("sends 0 to the logits of the wrong digits",), "M63"),
    Given("L11.3", rules(CROSS, "return g * (p - 1) * y"), ("sends 0 to the logits of the wrong digits",), "M63"),
    Given("L11.3", rules(CROSS, "return g * (p - p * p)"), ("with respect to its own logit",), "M63"),
    Given("L11.3", rules(CROSS, "return g * (p - y).sum(1)"), ("adds up each row of p - y",), "M63"),
    Given("L11.3", rules(CROSS, "return g * 2 * (p - y)"), ("sends twice p - y",), "M63"),
    Given("L11.3", rules(CROSS, "return (g / 32) * (p - y)"), ("divides by 32",), "M52"),
    Given("L11.3", rules(MEAN, "return g.expand(x.shape) / x.shape[0]"), ("number of rows",), "M52"),
    Given("L11.4", engine(backward=own_walk.POST_ORDER), ("raised", "With the solution's `backward` in its place")),
    Given(
        "L11.4",
        engine(backward=own_walk.changed("return slot", "return {root: seed}")),
        ("`add`", "With the solution's `backward`", "nothing more will arrive"),
    ),
    Given(
        "L11.4",
        engine(unbroadcast=own_shapes.UNBROADCAST.replace(", keepdim=True", "")),
        ("With the solution's `unbroadcast`",),
    ),
    Given(
        "L11.4",
        engine(unbroadcast="def unbroadcast(g, shape):\n    return g.sum().expand(shape)\n"),
        ("`add`", "With the solution's `unbroadcast`", "how many numbers of y"),
    ),
    Given(
        "L11.4",
        engine(MatMul=own_shapes.MATMUL.replace("x.T @ g", "g.T @ x")),
        ("With the solution's `MatMul`", "Which axis do g and w share"),
    ),
    Given(
        "L11.4",
        engine(accumulate_grad=own_engine.ACCUMULATE_GRAD.replace("before + g", "before - g")),
        ("`accumulate_grad`", "`.grad` collects what arrives"),
    ),
    Given("L11.4", "my_engine = 3", ("class Rules itself",), status="cannot read"),
    Given("L11.4", "import math as my_engine", ("has no Tensor",), status="cannot read"),
    Given("L11.4", "my_engine = ex.my_engine()", ("is a shipped solution",), status="not answered yet"),
)

RIGHT = (
    Given("L11.P1", "about 4.6"),
    Given("L11.P1", "C"),
    Given("L11.1", "1/4 1/2 −3/4"),
    Given("L11.1", [0.25, 0.5, -0.75]),
    Given("L11.P2", "only that of b2"),
    Given("L11.2", ["A", "B", "C"]),
    Given("L11.P3", "less than a hundredth"),
    Given("L11.3", own_engine.RULES),
    Given("L11.3", rules(RELU, "return al.where(x > 0, g, 0)")),
    Given("L11.3", rules(MEAN, "return (g / x.numel()).expand(x.shape)")),
    Given("L11.4", engine()),
    Given("L11.4", engine(backward=own_walk.changed("slot.get(target, 0) + message", "message + slot.get(target, 0)"))),
)
