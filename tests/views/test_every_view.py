"""What holds for every interactive view: it is read without a kernel, and its page is safe, narrow and open to all."""

import base64

import labkit
import pytest
from each_case import each_case

import autograd_lab as al
from autograd_lab import views

MARKUP = "<img src=x onerror=window.hacked=1>"


def recorded(name="x", value=3.0):
    """y = 2x, backward from y."""
    x = al.tensor(value, requires_grad=True, name=name)
    y = x * 2
    with al.record() as trace:
        y.backward(al.ones_like(y))
    return trace


OF_A_TRACE = {
    "stepper": views.stepper,
    "chain strip": lambda trace: views.chain_strip(trace, "AccumulateGrad", "y"),
    "fan-out": lambda trace: views.fan_out(trace, "MulBackward0"),
    "jacobian": lambda trace: views.jacobian(trace, "AccumulateGrad"),
    "walks": views.walks,
    "side by side": lambda trace: views.side_by_side(trace, trace),
}
OTHERS = {
    "break it": lambda: views.break_it(lambda a, b: a * b + a, a=2.0, b=3.0),
    "curve": lambda: views.curve(lambda x: x**2, -1, 1, 0.5),
    "error curve": lambda: views.error_curve(lambda x: x**3, 2.0),
    "jacobian of a function": lambda: views.jacobian(lambda x: x.cumsum(0) * x - 3, [1.0, -2.0, 0.3, *range(4, 13)]),
    "wide fan-out": lambda: views.fan_out(recorded(value=[[1.0, 2.0, 3.0]] * 3), "y"),
    "table": lambda: views.table("mul"),
}
MADE = {**{name: lambda make=make: make(recorded()) for name, make in OF_A_TRACE.items()}, **OTHERS}


@each_case("name", MADE)
def test_a_cell_shows_it_without_a_kernel_and_the_same_each_time(name):
    view = MADE[name]()
    data, _ = view._repr_mimebundle_()
    assert {"image/png", "text/plain"} <= set(data)
    assert data["text/plain"] == view.text() == repr(view)
    assert "0x" not in view.text()
    assert base64.b64decode(data["image/png"]) == view.png()
    if name != "table":  # a table asks a kernel
        assert set(data) == {"text/html", "image/png", "text/plain"}
        assert data["text/html"].count("</script>") <= 1


@each_case("name", OF_A_TRACE)
def test_only_a_trace_is_shown(name):
    with pytest.raises(TypeError, match="a trace"):
        OF_A_TRACE[name](3)


@pytest.mark.nightly
@pytest.mark.browser
@each_case("name", MADE)
def test_its_page_fits_a_phone_and_shuts_nobody_out(page, name):
    page.set_content(f"<html lang=en><title>T</title><main>{views.static_html(MADE[name]())}</main></html>")
    page.wait_for_selector(".agl")
    for width, scheme in ((800, "light"), (390, "dark")):
        page.set_viewport_size({"width": width, "height": 900})
        page.emulate_media(color_scheme=scheme)
        page.wait_for_function("document.documentElement.scrollWidth <= innerWidth")  # a curve is drawn anew
        assert labkit.barriers(page, ".agl") == [], scheme


@pytest.mark.browser
@each_case("name", OF_A_TRACE)
def test_names_are_text(page, name):
    page.set_content(views.static_html(OF_A_TRACE[name](recorded(MARKUP))))
    page.wait_for_selector(".agl")
    assert page.locator(".agl img").count() == 0
    assert page.evaluate("window.hacked") is None
