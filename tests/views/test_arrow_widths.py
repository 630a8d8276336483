"""Arrows of messages that are larger arrays: wide for large gradients, red and dotted for nan and inf."""

import math

import models
import numpy as np
import pytest
from each_case import each_case
from small_programs import for_every_program

import autograd_lab as al
from autograd_lab import views
from autograd_lab.tracing.recording.values import value_of
from autograd_lab.views import theme
from autograd_lab.views.picture import scene
from autograd_lab.views.picture.painter import Painter
from autograd_lab.views.picture.step_texts import ArrowWidths, StepTexts, heaviest


def scaled(factor):
    """Gradients of the norms 1, ``factor`` and ``factor``² on three arrows."""
    x = al.ones(25, requires_grad=True)
    with al.record() as trace:
        (x * factor * factor * 0.2).sum().backward()
    return trace


def broken():
    x = al.zeros(16, requires_grad=True)
    with al.record() as trace:
        (x - x).sqrt().sum().backward()
    return trace


def widths(trace):
    texts = StepTexts(trace).at(len(trace))
    return [text for key, text in texts.items() if key.startswith("weight/")]


def test_the_logarithm_of_the_norm_decides():
    found = [float(width) for width in widths(scaled(100.0))]
    assert (min(found), max(found)) == (1.0, 5.0)
    assert found[2] - found[1] == pytest.approx(found[3] - found[2], abs=0.11)


def test_norms_that_hardly_differ_look_alike():
    found = [float(width) for width in widths(scaled(1.01))]
    assert max(found) - min(found) < 0.1 or min(found) > 2


def test_nan_and_inf_have_a_look_of_their_own():
    assert sorted({width for width in widths(broken()) if not width[0].isdigit()}) == ["inf"]


@for_every_program
def test_small_messages_have_no_width(any_trace):
    assert not ArrowWidths(any_trace).are_drawn
    assert widths(any_trace) == []
    assert "widths" not in views.stepper(any_trace).data


def test_matplotlib_draws_them(monkeypatch):
    drawn, said = [], []
    curve, text = Painter._curve, Painter._text
    monkeypatch.setattr(Painter, "_curve", lambda self, *how: [drawn.append(how[1:]), curve(self, *how)])
    monkeypatch.setattr(Painter, "_text", lambda self, *how, **more: [said.append(how[2]), text(self, *how, **more)])
    views.png(broken())
    assert ("wrong", 4.0, ":") in drawn
    assert "width: log ‖∂‖; red dots: nan or inf" in said
    drawn.clear()
    views.png(scaled(100.0))
    assert {round(how[1], 1) for how in drawn} >= {1.0, 5.0}


def bundled(scale=1.0):
    """Two edges lead from one block to the next; the last step of a transformer's backward."""
    al.manual_seed(0)
    model = al.nn.Sequential(models.Block(4), models.Block(4))
    x = al.randn(3, 4)
    return models.recorded(lambda: (model(x).exp() * scale).sum(), model=model)


def test_of_several_arrows_the_widest_counts_and_a_wrong_one_wins():
    assert heaviest(["1.0", "4.9", "4.3"]) == "4.9"
    assert heaviest(["4.9", "nan", "5.0"]) == "nan"
    assert heaviest(["5.0", "inf"]) == "inf"
    assert heaviest([]) is None


@pytest.mark.parametrize(("scale", "how"), [(1.0, ("ink", "-")), (float("nan"), ("wrong", ":"))])
def test_matplotlib_draws_several_edges_in_one_arrow_as_wide_as_their_sum(monkeypatch, scale, how):
    drawn, curve, trace = [], Painter._curve, bundled(scale)
    monkeypatch.setattr(Painter, "_curve", lambda self, *how: [drawn.append(how), curve(self, *how)])
    views.png(trace)
    picture = scene.build(trace)
    (arrow,) = (arrow for arrow in picture.plan.arrows if arrow.count > 1)
    ((_, colour, width, dashes),) = (line for line in drawn if line[0] == arrow.route.points)
    assert (colour, dashes) == how
    widths = arrow.shown("weight", picture.shown)
    assert len(widths) == 1 and arrow.count == 2  # both lead to one slot
    assert width == (max(map(float, widths)) if scale == 1 else 4.0)


@pytest.mark.nightly
@pytest.mark.browser
@each_case("scale", [1.0, float("nan")])
def test_the_stepper_draws_several_edges_in_one_arrow_as_wide_as_their_sum(page, scale):
    trace = bundled(scale)
    page.set_content(views.static_html(views.stepper(trace)))
    (arrow,) = (arrow for arrow in scene.build(trace).plan.arrows if arrow.count > 1)
    shown = page.locator(f'.edge[data-id="{arrow.id}"]')
    assert shown.get_attribute("class") == "edge"
    page.locator("button.last").click()
    page.wait_for_selector(f'.edge.sent[data-id="{arrow.id}"]')
    style = shown.locator(".line").evaluate("(e) => [getComputedStyle(e).strokeWidth, getComputedStyle(e).stroke]")
    widest = max(map(float, arrow.shown("weight", scene.build(trace).shown)))
    assert style == (
        ["4px", rgb(theme.LIGHT["wrong"])] if scale != scale else [f"{widest:g}px", rgb(theme.LIGHT["ink"])]
    )
    page.locator("button.first").click()
    page.wait_for_selector(f'.edge:not(.sent):not(.wrong)[data-id="{arrow.id}"]')


def logarithm():
    """A loss that is nan, and a gradient that is not."""
    x = al.tensor([-1.0, 2.0], requires_grad=True)
    with al.record() as trace:
        x.log().mean().backward()
    return trace


def test_matplotlib_writes_wrong_numbers_in_red(monkeypatch):
    said, text = [], Painter._text
    monkeypatch.setattr(Painter, "_text", lambda self, *how, **more: [said.append(how[2:4]), text(self, *how, **more)])
    views.png(logarithm())
    assert {words for words, colour in said if colour == "wrong"} == {"v= [nan, 0.693147]", "v= nan"}


@pytest.mark.browser
def test_the_stepper_writes_wrong_numbers_in_red(page):
    page.set_content(views.static_html(views.stepper(logarithm())))
    page.locator("button.last").click()
    page.wait_for_selector(".edge.sent")
    assert set(page.locator(".node text.wrong").all_text_contents()) == {"v= [nan, 0.693147]", "v= nan"}
    colours = "(all) => [...new Set(all.map((e) => getComputedStyle(e).fill))]"
    assert page.locator(".node text.wrong").evaluate_all(colours) == [rgb(theme.LIGHT["wrong"])]
    assert page.locator(".pill.data.wrong text").evaluate_all(colours) == [rgb(theme.LIGHT["wrong"])]


def rgb(colour):
    """As a browser says it."""
    return f"rgb({', '.join(str(int(colour[i : i + 2], 16)) for i in (1, 3, 5))})"


@pytest.mark.browser
def test_the_stepper_draws_them_and_marks_what_is_not_finite(page):
    page.set_content(views.static_html(views.stepper(scaled(100.0), len(scaled(100.0).steps))))
    page.locator("button.last").click()
    page.wait_for_selector(".edge.sent")
    drawn = page.locator(".edge.sent:not(.seed) .line").evaluate_all(
        "(all) => all.map((e) => getComputedStyle(e).strokeWidth)"
    )
    assert {"1px", "5px"} <= set(drawn)
    assert page.locator(".agl-legend .width").inner_text() == "width: log ‖∂‖; red dots: nan or inf"
    page.set_content(views.static_html(views.stepper(broken())))
    page.locator("button.last").click()
    assert page.locator(".edge.wrong").count() == page.locator(".pill.wrong:visible").count() > 0
    page.locator("button.first").click()
    assert page.locator(".edge.wrong").count() == 0


def test_an_arrow_with_nan_and_inf_is_one_with_nan():
    one = value_of(np.array([math.nan, math.inf, *[1.0] * 14]))
    assert ArrowWidths(broken()).width(one) == "nan"
