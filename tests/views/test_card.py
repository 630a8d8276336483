"""The formula card: the rule, the numbers, the result."""

import pytest

from autograd_lab import views


def equation(row):
    return " ".join(part for part in row if part)


def rows(sheet):
    return [equation(row) for part in sheet.parts if hasattr(part, "rows") for row in part.rows]


def test_rule_numbers_result_for_each_input(programs):
    card = views.formula_card(programs.tree(), "MulBackward0 #2")
    assert rows(card) == [
        "∂self = grad * other = 1 * 4 = 4 → AddBackward0 #1",
        "∂other = grad * self = 1 * 5 = 5 → AccumulateGrad(d)",
    ]


def test_before_it_ran_only_what_is_known_is_put_in(programs):
    card = views.formula_card(programs.tree(), "MulBackward0 #2", step=0)
    assert rows(card)[0] == "∂self = grad * other = grad * 4 → AddBackward0 #1"
    assert "has not run yet" in card.text()


def test_a_choice_in_a_rule_is_decided_by_the_numbers(programs):
    card = views.formula_card(programs.tree(), "c")
    assert rows(card)[1].startswith("∂other = grad if alpha == 1 else grad * alpha = 4 = 4")


def test_a_constant_has_no_edge(programs):
    assert rows(views.formula_card(programs.chain(), "v"))[1] == "∂other = grad * self no edge: a constant"


def test_a_sum_over_copied_axes_is_told(programs):
    text = views.formula_card(programs.copied(), "z").text()
    assert "∂other is summed over axis 0, because forward copied other along it" in text
    assert "[[1, 2], [3, 4], [5, 6]] becomes [9, 12]" in text


def test_a_function_shows_its_own_code(programs):
    text = views.formula_card(programs.two_outputs(), "b").text()
    assert "return 2 * first + 3 * second" in text
    assert "[0] 1, [1] 0" in text


def test_a_leaf_adds(programs):
    card = views.formula_card(programs.reused(2), "x")
    assert rows(card) == [".grad = .grad + grad = 7 + 7 = 14 the sum over backwards"]


def test_card_in_text(programs):
    assert (
        views.formula_card(programs.tree(), "MulBackward0").text()
        == """\
Formula card: MulBackward0 #2
-----------------------------
        rule            with numbers  result  goes to
∂self   = grad * other  = 1 * 4       = 4     → AddBackward0 #1
∂other  = grad * self   = 1 * 5       = 5     → AccumulateGrad(d)
grad = 1 is what it received: ∂(root)/∂(its output)."""
    )


def test_every_node_of_every_program_has_a_card(any_trace):
    for node in any_trace.nodes:
        for step in (0, len(any_trace) // 2, len(any_trace)):
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
