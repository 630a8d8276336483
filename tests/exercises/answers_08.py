"""Answers to lesson 08 as learners might give them: most are on no exercise's list."""

from given_answers import Given, table

WORKS, ERROR = "works", "an error"
GRID = {"u": "changing u", "y": "changing y", "both": "each of the two", "none": "neither"}


def grid(**rows: str) -> dict:
    return table("L8.1", **{row: GRID[short] for row, short in rows.items()})


WRONG_VALUES = (
    Given("L8.P1", "error", ("not among the choices",), status="cannot read"),
    Given("L8.P1", 6, ("not among the choices",), status="cannot read"),
    Given("L8.P2", table("L8.P2", A=ERROR, C=WORKS), ("Look again at A and C",), "M35"),
    Given("L8.P2", table("L8.P2", C="maybe"), ("Row C",), status="cannot read"),
    Given(
        "L8.1",
        dict.fromkeys(("sin", "exp", "plus", "relu", "times"), "each of the two"),
        ("the node keeps only u or only y",),
        "M36",
    ),
    Given("L8.1", dict.fromkeys(("sin", "exp", "plus", "relu", "times"), "neither"), ("a copy of u",), "M37"),
    Given("L8.1", grid(plus="y") | {"sin": "x"}, ("Row sin",), status="cannot read"),
    Given("L8.P3", None, ("not among the choices",), status="cannot read"),
    Given("L8.P3", 6, ("not among the choices",), status="cannot read"),
    Given("L8.P4", {"A": "the right x.grad", "B": "the right x.grad"}, ("A: detach() makes no copy",), "M39"),
    Given("L8.P5", 300, ("not among the choices",), status="cannot read"),
)
WRONG_CODE = ()

RIGHT = (
    Given("L8.P1", "an error: the kept values are gone"),
    Given("L8.P1", "C"),
    Given("L8.P2", ["works", "works", "an error", "Works"]),
    Given("L8.1", grid()),
    Given("L8.1", ["a", "b", "d", "b", "d"]),
    Given("L8.P3", 9),
    Given("L8.P4", ["an error", "x.grad is 0, without an error"]),
    Given("L8.P5", 400),
    Given("L8.2", table("L8.2")),
    Given("L8.2", ["A", "C", "B"]),
    Given("L8.P6", table("L8.P6")),
)
