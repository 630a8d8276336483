"""Answers to lesson 10 as learners might give them: many are on no exercise's list."""

from given_answers import Given, table

RIGHT_GRAD, SILENT, ERROR = "the right w.grad", "a wrong w.grad, without an error", "an error"
BOTH, W, X, NEITHER = "w.grad and x.grad", "w.grad only", "x.grad only", "neither"
FINE, OFF = "right", "wrong, without an error"


def power(backward: str, forward: str = "ctx.save_for_backward(x); ctx.n = n; return x**n") -> str:
    """The class with these statements in its two methods."""
    bodies = ["\n        ".join(body.split("; ")) for body in (forward, backward)]
    return """class Power(al.autograd.Function):
    @staticmethod
    def forward(ctx, x, n):
        {}

    @staticmethod
    def backward(ctx, g):
        {}
""".format(*bodies)


UNPACK = "(x,) = ctx.saved_tensors; "
SLOPE = "ctx.n * x ** (ctx.n - 1)"
RULE = f"{UNPACK}return g * {SLOPE}, None"
MISSING = "the second derivative is missing"
GRADIENT = "With x = 3.0, n = 2, g = 10.0, your gradient for x is"

WRONG_VALUES = (
    Given("L10.P1", 16, ("not among the choices",), status="cannot read"),
    Given("L10.P1", None, ("not among the choices",), status="cannot read"),
    Given("L10.P2", [RIGHT_GRAD, RIGHT_GRAD], ("A: that would need a copy",), "M37"),
    Given("L10.P2", {"A": ERROR}, ("Still open: B",), status="not answered yet"),
    Given("L10.P3", 63, ("not among the choices",), status="cannot read"),
    Given("L10.P4", 12, ("not among the choices",), status="cannot read"),
    Given("L10.2", [BOTH] * 5, ("B: look prints a product", "Right so far: A"), None),
    Given("L10.2", table("L10.2", C=NEITHER), ("what ten_times returns takes the place",)),
    Given("L10.2", table("L10.2", E=NEITHER), ("What does at_leaf assign",), "M59"),
    Given("L10.2", [NEITHER] * 5, ("A: a hook on y", "Look again at A, C, D and E"), "M59"),
    Given("L10.2", table("L10.2", B="an error"), ("Row B",), status="cannot read"),
    Given("L10.P5", [22, 22, 16], ("Look again at A and C", "Right so far: B"), "M58"),
    Given("L10.P5", table("L10.P5", A=15), ("Row A",), status="cannot read"),
    Given("L10.P6", [FINE] * 4, ("Look again at B, C and D",), "S41"),
    Given("L10.1", power(f"{UNPACK}g * {SLOPE}, None"), ("returns no gradient",), status="not answered yet"),
)
WRONG_CODE = tuple(
    Given("L10.1", source, says, idea)
    for source, says, idea in (
        (power(f"{UNPACK}return {SLOPE}, None"), (f"{GRADIENT} 6", "the slope alone"), "M26"),
        (power(f"x = ctx.x; return {SLOPE}, None", "ctx.x, ctx.n = x, n; return x**n"), (GRADIENT,), "M26"),
        (power(f"{UNPACK}return g + {SLOPE}, None"), (f"{GRADIENT} 16", "You add g and the slope"), "S6"),
        (power(f"{UNPACK}return g * {SLOPE}"), ("expected 2, got 1", "Only one value was counted"), "M45"),
        (power(f"{UNPACK}return [g * {SLOPE}, None]"), ("A list counts as one", "without square brackets"), "M45"),
        (power(f"x, n = ctx.saved_tensors; return g * {SLOPE}, None"), ("doesn't have as many names",), None),
        (power(f"{UNPACK}return (g * {SLOPE}).item(), None"), ("A gradient is a tensor",), None),
        (power(f"{UNPACK}return g.item() * {SLOPE}, None"), ("This tensor has several",), None),
        (power(f"{UNPACK}return g * {SLOPE}, 0"), ("at position 2", "even a gradient of 0"), "M46"),
        (power(f"{UNPACK}return None, g * {SLOPE}"), ("at position 2", "have changed places"), "M46"),
        (
            power(f"{UNPACK}return g * {SLOPE}, g * x**ctx.n * x.log()"),
            ("a slope with respect to n has nowhere to go",),
            "M46",
        ),
        (power("return None, None"), ("Which of the two inputs needs no gradient?",), "M46"),
        (power("return g, None"), (f"{GRADIENT} 10", "as if the slope were 1"), None),
        (power(f"{UNPACK}return -g * {SLOPE}, None"), (f"{GRADIENT} -60",), None),
        (power(f"{UNPACK}return g * x ** (ctx.n - 1), None"), ("a factor is missing",), "S4"),
        (power(f"{UNPACK}return g * ctx.n * x**ctx.n, None"), ("the exponent is still n",), None),
        (power(f"{UNPACK}return g * ctx.n * x ** ctx.n - 1, None"), ("Python takes the power first",), None),
        (power(f"{UNPACK}return g * ctx.n * (x**ctx.n - 1), None"), ("Python takes the power first",), None),
        (power(f"{UNPACK}return g * x ** (ctx.n + 1) / (ctx.n + 1), None"), ("how one integrates",), None),
        (power(f"{UNPACK}return g * 2 * x, None"), ("x = 2.0, n = 4", "right for n = 2 only"), None),
        (power(f"{UNPACK}return g * ctx.n * x, None"), ("right for n = 2 only",), None),
        (power(f"{UNPACK}return g * x**ctx.n, None"), ("by the value of xⁿ",), "S1"),
        (
            power(f"{UNPACK}return g * ctx.n * x ** ctx.n / x, None"),
            ("x = 0.0", "your gradient for x is nan", "divide 0 by 0"),
            None,
        ),
        (
            power(
                "x, y = ctx.saved_tensors; return g * ctx.n * y / x, None",
                "y = x**n; ctx.save_for_backward(x, y); ctx.n = n; return y",
            ),
            ("x = 0.0", "you divide 0 by 0"),
            None,
        ),
        (power(f"{UNPACK}return g * ctx.n * x ^ (ctx.n - 1), None"), ("two stars",), None),
        (power(RULE, "ctx.save_for_backward(x); ctx.n = n; return x * n"), ("your value of y is 6",), None),
        (power(RULE, "ctx.save_for_backward(x); ctx.n = n"), ("your value of y is None", "without a `return`"), None),
        (power(RULE, "ctx.n = n; return x**n"), ("your forward saved no tensor",), None),
        (power(RULE, "ctx.save_for_backward(x); return x**n"), ("looks for `ctx.n`",), None),
        (power(RULE, "ctx.save_for_backward(x, n); return x**n"), ("takes tensors only",), None),
        (power(f"{UNPACK}return g * n * x ** (n - 1), None"), ("doesn't know forward's n",), None),
        (power(f"return g * {SLOPE}, None"), ("raised NameError in backward", "name 'x' is not defined"), None),
        (power(f"x = ctx.saved_tensors; return g * {SLOPE}, None"), ("is a tuple",), None),
        (power(f"{UNPACK}g *= {SLOPE}; return g, None"), ("your g after backward is", "you change g in place"), None),
        (power(f"{UNPACK}return float(g * {SLOPE}), None"), ("one number",), None),
        (power(f"{UNPACK}return (g * {SLOPE}).sum(), None"), ("invalid gradient at index 0", "one number"), None),
        (power("return g * ctx.slope, None", "ctx.slope = n * x ** (n - 1); return x**n"), (MISSING,), "S41"),
        (power(RULE, "ctx.save_for_backward(x.clone()); ctx.n = n; return x**n"), ("in forward, where",), "S41"),
        (power(f"{UNPACK}x = x.detach(); return g * {SLOPE}, None"), (MISSING, "cuts x off"), "S41"),
        (power(f"{UNPACK}x = x.item(); return g * {SLOPE}, None"), ("turns x into a plain number",), None),
        (
            power(f"x = ctx.x; return g * {SLOPE}, None", "ctx.x, ctx.n = x, n; return x**n"),
            ("With x changed in place before backward, your code gives a wrong gradient", "nobody checks an attribute"),
            "M47",
        ),
        (
            power(f"x = ctx.x; return g * {SLOPE}, None", "ctx.x, ctx.n = x.detach(), n; return x**n"),
            (MISSING, "nobody checks an attribute"),
            "M47",
        ),
        (power(RULE).replace("backward(ctx, g)", "backward(g)"), ("one gradient for each output",), None),
        (power(RULE).replace("forward(ctx, x, n)", "forward(x, n)"), ("ctx and the inputs",), None),
        (power(RULE).replace("(x,) = ctx.saved_tensors", "(x,) = ctx.saved"), ("no attribute 'saved'",), None),
    )
)

RIGHT = (
    Given("L10.P1", "-8"),
    Given("L10.P1", "−8"),
    Given("L10.P2", [ERROR, SILENT]),
    Given("L10.P2", ["c", "b"]),
    Given("L10.1", power(RULE)),
    Given("L10.1", power(f"{RULE}, None")),
    Given(
        "L10.1",
        power(
            "x, n = ctx.saved_tensors; return g * n * x ** (n - 1), None",
            "ctx.save_for_backward(x, al.tensor(n)); return x**n",
        ),
        ("a plain number such as n may be an attribute",),
    ),
    Given("L10.1", power(f"{UNPACK}return g * ctx.n * Power.apply(x, ctx.n - 1), None")),
    Given("L10.1", power(f"{UNPACK}return g * {SLOPE} if ctx.needs_input_grad[0] else None, None")),
    Given("L10.P3", 7),
    Given("L10.P4", "21"),
    Given("L10.2", [BOTH, NEITHER, X, X, W]),
    Given("L10.2", ["a", "d", "c", "c", "b"]),
    Given("L10.P5", [32, 22, None]),
    Given("L10.P5", {"A": "32", "B": 22.0, "C": "None"}),
    Given("L10.P6", [FINE, OFF, OFF, ERROR]),
)
