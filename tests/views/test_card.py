"""The formula card: the rule, the numbers, the result."""

import re

from cards import card, equations
from each_case import each_case
from small_programs import for_every_program

import autograd_lab as al


@each_case(
    ("program", "node", "step", "expected"),
    [
        ("tree", "MulBackward0 #2", None, [
            "∂c (self) received 1 × slope 4 = 4 d = 4 grad * other → AddBackward0 #1",
            "∂d (other) received 1 × slope 5 = 5 c = 5 grad * self → AccumulateGrad(d)",
        ]),
        ("tree", "MulBackward0 #2", 0, [
            "∂c (self) grad * other = grad * 4 → AddBackward0 #1",
            "∂d (other) grad * self = grad * 5 → AccumulateGrad(d)",
        ]),
        ("tree", "c", None, [
            "∂a (self) received 4 × slope 1 = 4 grad → AccumulateGrad(a)",
            "∂b (other) received 4 × slope 1 = 4 grad → AccumulateGrad(b)",
        ]),
        # the lesson says that the slope of x² is 6 at 3; a learner who clicks PowBackward0 sees this 6
        ("chain", "u", None, [
            "∂x (self) received 2 × slope 6 = 12 2·x = 2·3 = 6 power_base(grad, self, exponent) → AccumulateGrad(x)"
        ]),
        ("chain", "v", None, [
            "∂u (self) received 1 × slope 2 = 2 grad * other = 1 * 2 → PowBackward0 #1",
            "∂other grad * self no edge: a constant"
        ]),
        ("reused", "x", None, [".grad 7"]),
    ],
)  # fmt: skip
def test_what_was_received_times_the_slope(programs, program, node, step, expected):
    assert equations(getattr(programs, program)(), node, step) == expected


@each_case("name", ["alpha", "e", "pi", "lambda_"])
def test_a_formula_calls_things_as_the_learner_does(name):
    x, other = al.tensor(3.0, requires_grad=True), al.tensor(4.0, requires_grad=True)
    y = x / other
    with al.record(names={"x": x, name: other}) as trace:
        y.backward()
    assert card(trace, "DivBackward0")["rows"][0].slope == f"1/{name} = 1/4 = 0.25"


@for_every_program
def test_every_node_of_every_program_has_a_card(any_trace):
    for node in any_trace.nodes:
        for step in (0, any_trace.at(len(any_trace) // 2), None):
            for row in equations(any_trace, node, step):
                assert not re.search(r"= (\S+) = \1( |$)", row), row
                assert "if alpha" not in row, row


def test_arrays_are_put_into_the_rule_and_sums_over_copied_axes_are_told(programs):
    found = card(programs.copied(), "z")
    assert found["rows"][1].rule.startswith("grad * self = [[1, 1], [1, 1], [1, 1]] * [[1, 2], [3, 4], [5, 6]]")
    assert found["notes"][0] == "grad is what it received, [[1, 1], [1, 1], [1, 1]]: ∂(root)/∂(its output)."
    assert "∂w (other) is summed over axis 0, because forward copied w along it" in found["notes"][1]
    assert "[[1, 2], [3, 4], [5, 6]] becomes [9, 12]" in found["notes"][1]


@each_case(
    ("program", "node", "step", "note"),
    [
        ("two_outputs", "b", None, "It received one gradient for each output: [0] 1, [1] 0."),
        ("tree", "e", 0, "It has not run yet: grad is what it will receive."),
        ("reused", "x", None, "there was no .grad before"),
    ],
)
def test_notes(programs, program, node, step, note):
    assert card(getattr(programs, program)(), node, step)["notes"] in ([note], (note,))


def test_a_leaf_adds(programs):
    found = card(programs.reused(2), "x")
    assert (found["rows"], found["notes"]) == ([(".grad", "7 + 7 = 14")], [".grad + grad: the sum over backwards"])
