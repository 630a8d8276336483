"""The formula card: the rule, the numbers, the result."""

import re

import pytest
from each_case import each_case
from small_programs import for_every_program

import autograd_lab as al
from autograd_lab import views


def equation(row):
    return " ".join(part for part in row if part)


def rows(sheet):
    return [equation(row) for part in sheet.parts if hasattr(part, "rows") for row in part.rows]


def test_received_times_slope_for_each_input(programs):
    card = views.formula_card(programs.tree(), "MulBackward0 #2")
    assert rows(card) == [
        "∂c (self) received 1 × slope 4 = 4 d = 4 grad * other → AddBackward0 #1",
        "∂d (other) received 1 × slope 5 = 5 c = 5 grad * self → AccumulateGrad(d)",
    ]


def test_the_slope_is_the_formula_that_a_person_would_write(programs):
    """The lesson says that the slope of x² is 6 at 3; a learner who clicks PowBackward0 sees this 6."""
    (row,) = views.formula_card(programs.chain(), "u").parts[0].rows
    assert row.sent == "received 2 × slope 6 = 12"
    assert row.slope == "2·x = 2·3 = 6"
    assert row.rule == "power_base(grad, self, exponent)"


@each_case("name", ["alpha", "e", "pi", "lambda_"])
def test_a_formula_calls_things_as_the_learner_does(name):
    x, other = al.tensor(3.0, requires_grad=True), al.tensor(4.0, requires_grad=True)
    y = x / other
    with al.record(names={"x": x, name: other}) as trace:
        y.backward()
    assert views.formula_card(trace, "DivBackward0").parts[0].rows[0].slope == f"1/{name} = 1/4 = 0.25"


def test_before_it_ran_only_what_is_known_is_put_in(programs):
    card = views.formula_card(programs.tree(), "MulBackward0 #2", step=0)
    assert rows(card)[0] == "∂c (self) grad * other = grad * 4 → AddBackward0 #1"
    assert "has not run yet" in card.text()


def test_a_choice_that_the_settings_decide_is_made(programs):
    for step in (0, None):
        assert "if alpha" not in views.formula_card(programs.tree(), "c", step).text()


@for_every_program
def test_a_number_never_equals_itself_twice(any_trace):
    for node in any_trace.nodes:
        for row in rows(views.formula_card(any_trace, node)):
            assert not re.search(r"= (\S+) = \1( |$)", row), row


def test_a_message_that_passes_unchanged(programs):
    assert rows(views.formula_card(programs.tree(), "c"))[1] == (
        "∂b (other) received 4 × slope 1 = 4 grad → AccumulateGrad(b)"
    )


def test_arrays_are_put_into_the_rule(programs):
    card = views.formula_card(programs.copied(), "z")
    assert card.parts[0].rows[1].rule.startswith("grad * self = [[1, 1], [1, 1], [1, 1]] * [[1, 2], [3, 4], [5, 6]]")


def test_a_constant_has_no_edge(programs):
    assert rows(views.formula_card(programs.chain(), "v"))[1] == "∂other grad * self no edge: a constant"


def test_a_sum_over_copied_axes_is_told(programs):
    text = views.formula_card(programs.copied(), "z").text()
    assert "∂w (other) is summed over axis 0, because forward copied w along it" in text
    assert "[[1, 2], [3, 4], [5, 6]] becomes [9, 12]" in text


def test_a_function_shows_its_own_code(programs):
    text = views.formula_card(programs.two_outputs(), "b").text()
    assert "return 2 * first + 3 * second" in text
    assert "[0] 1, [1] 0" in text


def test_a_leaf_adds(programs):
    card = views.formula_card(programs.reused(2), "x")
    assert rows(card) == [".grad 7 + 7 = 14 .grad + grad: the sum over backwards"]


def test_card_in_text(programs):
    assert (
        views.formula_card(programs.tree(), "MulBackward0").text()
        == """\
Formula card: MulBackward0 #2
-----------------------------
            what it sent              the slope  in the table  goes to
∂c (self)   received 1 × slope 4 = 4  d = 4      grad * other  → AddBackward0 #1
∂d (other)  received 1 × slope 5 = 5  c = 5      grad * self   → AccumulateGrad(d)
grad is what it received, 1: ∂(root)/∂(its output)."""
    )


@for_every_program
def test_every_node_of_every_program_has_a_card(any_trace):
    for node in any_trace.nodes:
        for step in (0, any_trace.at(len(any_trace) // 2), None):
            assert any_trace.label(node) in views.formula_card(any_trace, node, step).text()


def test_a_wrong_name_lists_the_right_ones(programs):
    with pytest.raises(KeyError, match=r"no node 'nobody'.*MulBackward0 #2"):
        views.formula_card(programs.tree(), "nobody")


def test_a_name_that_fits_two_nodes_is_refused(programs):
    with pytest.raises(KeyError, match=r"could be AccumulateGrad\(d\)"):
        views.formula_card(programs.tree(), "AccumulateGrad")


def test_a_step_outside_the_trace_is_refused(programs):
    with pytest.raises(ValueError, match="steps 0 to"):
        views.formula_card(programs.tree(), "e", step=1000)
