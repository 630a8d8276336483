"""Answers to lesson 08 as learners might give them: most are on no exercise's list."""

from given_answers import Given, table

WORKS, ERROR = "works", "an error"
GRID = {"u": "changing u", "y": "changing y", "both": "each of the two", "none": "neither"}


def grid(**rows: str) -> dict:
    return table("L8.1", **{row: GRID[short] for row, short in rows.items()})


WRONG_VALUES = (
    Given("L8.P2", "it works, and a.grad doubles", ("Are its lamps still lit",), "M34"),
    Given("L8.P2", "A", ("Are its lamps still lit",), "M34"),
    Given("L8.P2", "An error: the nodes and arrows are gone.", ("the second seed even arrives",), "M34"),
    Given("L8.P2", "error", ("not among the choices",), status="cannot read"),
    Given("L8.P2", 6, ("not among the choices",), status="cannot read"),
    Given(
        "L8.P3",
        table("L8.P3", A=ERROR),
        ("Which value does the node of a sum keep?", "Right so far: B, C and D"),
        "M35",
    ),
    Given("L8.P3", table("L8.P3", B=ERROR), ("to free nothing",), "M34"),
    Given("L8.P3", table("L8.P3", C=WORKS), ("can't bring back",), "M34"),
    Given("L8.P3", table("L8.P3", D=ERROR), ("makes a new node",), "M34"),
    Given("L8.P3", table("L8.P3", A=ERROR, C=WORKS), ("Look again at A and C",), "M35"),
    Given("L8.P3", table("L8.P3", C="maybe"), ("Row C",), status="cannot read"),
    Given("L8.P3", table("L8.P3", A=ERROR, B=ERROR, C=WORKS, D=ERROR), ("sum keep",), "M35"),
    Given("L8.1", grid(sin="y"), ("sin: that would break a rule that uses `result`",), "M36"),
    Given("L8.1", grid(sin="both"), ("sin: only one of the two is kept",), "M36"),
    Given("L8.1", grid(sin="none"), ("sin: the node doesn't keep a copy of u",), "M37"),
    Given("L8.1", grid(exp="u"), ("exp: that would break a rule that uses `self`",), "M36"),
    Given("L8.1", grid(exp="none"), ("exp: the node doesn't keep a copy of y",), "M37"),
    Given("L8.1", grid(plus="u"), ("plus: backward fails only if", "This rule needs grad alone"), "M36"),
    Given("L8.1", grid(plus="both"), ("plus: backward fails only if",), "M36"),
    Given("L8.1", grid(relu="u"), ("relu: that would break a rule that uses `self`", "needs result > 0"), "M36"),
    Given("L8.1", grid(relu="none"), ("relu: the node doesn't keep a copy of y",), "M37"),
    Given("L8.1", grid(times="u"), ("times: backward fails only if", "other, which is the 10"), "M36"),
    Given("L8.1", grid(times="y"), ("Does its node keep u, or y, at all?",), "M36"),
    Given(
        "L8.1",
        dict.fromkeys(("sin", "exp", "plus", "relu", "times"), "each of the two"),
        ("only one of the two is kept",),
        "M36",
    ),
    Given("L8.1", dict.fromkeys(("sin", "exp", "plus", "relu", "times"), "neither"), ("a copy of u",), "M37"),
    Given("L8.1", grid(plus="y") | {"sin": "x"}, ("Row sin",), status="cannot read"),
    Given("L8.P4", 27, ("as if detach() weren't there",), "M39"),
    Given("L8.P4", 18, ("Through which of its two factors",), "M39"),
    Given("L8.P4", 0, ("cuts off only one of the two factors",), "M39"),
    Given("L8.P4", None, ("not among the choices",), status="cannot read"),
    Given("L8.P4", 6, ("not among the choices",), status="cannot read"),
    Given("L8.P5", table("L8.P5", A="the right x.grad"), ("A: detach() makes no copy",), "M39"),
    Given(
        "L8.P5", table("L8.P5", A="x.grad is 0, without an error"), ("A: y and y.detach() share one version",), "M39"
    ),
    Given("L8.P5", table("L8.P5", B="the right x.grad"), ("B: `.data` makes no copy",), "M39"),
    Given("L8.P5", table("L8.P5", B=ERROR), ("B: an error needs a version that has changed",), "M39"),
    Given("L8.P5", {"A": "the right x.grad", "B": "the right x.grad"}, ("A: detach() makes no copy",), "M39"),
    Given("L8.P6", 0, ("What is total.grad_fn, and",), "M41"),
    Given("L8.P6", 4, ("made from the total before",), "M41"),
    Given("L8.P6", 100, ("each sum has a second arrow",), "M41"),
    Given("L8.P6", 300, ("not among the choices",), status="cannot read"),
    Given(
        "L8.2",
        table("L8.2", A="h = h.detach() before the second backward"),
        ("A: then the second loss has no history",),
        "M39",
    ),
    Given(
        "L8.2", table("L8.2", A="retain_graph=True in the second backward"), ("A: retain_graph in the second",), "M34"
    ),
    Given(
        "L8.2", table("L8.2", B="retain_graph=True in each backward"), ("4 operations in the first round, 7",), "M40"
    ),
    Given("L8.2", table("L8.2", B="the first line under no_grad()"), ("backward raises an error",), "M4"),
    Given("L8.2", table("L8.2", C="del loss after each round"), ("C: the list still holds",), "M41"),
    Given("L8.2", table("L8.2", C="loss.backward(retain_graph=True)"), ("C: then even the kept values stay",), "M34"),
    Given("L8.P7", table("L8.P7", **{"u.clone()": "cut off"}), ("clone() is an operation like any other",), "M42"),
    Given(
        "L8.P7", table("L8.P7", **{"al.tensor(u.item())": "connected to x"}), ("item() gives a plain number",), "M42"
    ),
    Given("L8.P7", table("L8.P7", **{"u.reshape(1)": "cut off"}), ("keeps the history",), "M42"),
    Given("L8.P7", table("L8.P7", **{"u.detach().clone()": "connected to x"}), ("has cut the history off",), "M42"),
    Given("L8.P7", table("L8.P7", **{"al.stack([u, u])": "cut off"}), ("each of its inputs gets an arrow",), "M42"),
)
WRONG_CODE = ()

RIGHT = (
    Given("L8.P2", "an error: the kept values are gone"),
    Given("L8.P2", "C"),
    Given("L8.P3", ["works", "works", "an error", "Works"]),
    Given("L8.1", grid()),
    Given("L8.1", ["a", "b", "d", "b", "d"]),
    Given("L8.P4", 9),
    Given("L8.P5", ["an error", "x.grad is 0, without an error"]),
    Given("L8.P6", 400),
    Given("L8.2", table("L8.2")),
    Given("L8.2", ["A", "C", "B"]),
    Given("L8.P7", table("L8.P7")),
)
