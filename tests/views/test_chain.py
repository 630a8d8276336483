"""The chain strip: the same product from both sides."""

import pytest

import autograd_lab as al
from autograd_lab import views


def test_factors_and_their_meaning(programs):
    strip = views.chain_strip(programs.chain(), "x", "y")
    assert [factor["number"] for factor in strip.data["factors"]] == ["1", "1", "2", "6"]
    assert [factor["meaning"] for factor in strip.data["factors"]] == ["∂y/∂y", "∂y/∂v", "∂v/∂u", "∂u/∂x"]


def test_products_from_both_sides(programs):
    assert (
        views.chain_strip(programs.chain(), "x", "y").text()
        == """\
Chain rule: ∂y/∂x = 12
[1] · [1] · [2] · [6]
∂y/∂y · ∂y/∂v · ∂v/∂u · ∂u/∂x
At y: backward knows ∂y/∂y = 1, forward knows ∂y/∂x = 1·2·6 = 12; together 1·12 = 12.
At v: backward knows ∂y/∂v = 1·1 = 1, forward knows ∂v/∂x = 2·6 = 12; together 1·12 = 12.
At u: backward knows ∂y/∂u = 1·1·2 = 2, forward knows ∂u/∂x = 6; together 2·6 = 12.
At x: backward knows ∂y/∂x = 1·1·2·6 = 12, forward knows ∂x/∂x = 1; together 12·1 = 12."""
    )


def test_part_of_a_chain(programs):
    strip = views.chain_strip(programs.chain(), "u", "y")
    assert strip.data["whole"] == "∂y/∂u = 2"


def test_slopes_do_not_depend_on_the_seed():
    x = al.tensor(3.0, requires_grad=True)
    y = x**2
    with al.record() as trace:
        y.backward(al.tensor(-10.0))
    assert views.chain_strip(trace, "x", "y").data["whole"] == "∂y/∂x = 6"


def test_negative_slopes_are_bracketed():
    x = al.tensor(1.0, requires_grad=True)
    u = -x
    y = u * 3
    with al.record() as trace:
        y.backward()
    assert "1·3·(-1) = -3" in views.chain_strip(trace, "x", "y").text()


def test_several_paths_are_refused(programs):
    with pytest.raises(ValueError, match="adds over paths"):
        views.chain_strip(programs.reused(), "x", "y")


def test_no_path_is_refused(programs):
    with pytest.raises(ValueError, match="no way leads"):
        views.chain_strip(programs.tree(), "d", "c")


def test_arrays_are_refused(programs):
    with pytest.raises(ValueError, match="chain of scalars"):
        views.chain_strip(programs.copied(), "X", "y")


def test_a_zero_message_hides_the_slope():
    x = al.tensor(0.0, requires_grad=True)
    u = x**2
    v = u**2
    y = v * 1
    with al.record() as trace:
        y.backward()
    with pytest.raises(ValueError, match="received 0"):
        views.chain_strip(trace, "x", "y")


def test_bracket_stays_on_the_strip(programs):
    strip = views.chain_strip(programs.chain(), "x", "y")
    strip.set_state({"place": 99})
    assert strip.place == 4
    strip.set_state({"place": -3})
    assert strip.place == 1
