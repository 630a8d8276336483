"""The palette keeps its promises: readable in light and in dark."""

import io

import pytest
from each_case import each_case
from matplotlib.colors import to_hex
from PIL import Image, ImageColor

import autograd_lab as al
from autograd_lab import views
from autograd_lab.views import theme
from autograd_lab.views.widget import asset

PALETTES = [theme.LIGHT, theme.DARK]


def contrast(one: str, other: str) -> float:
    """WCAG's contrast ratio of two ``#rrggbb`` colours, from 1 (same) to 21 (black on white)."""
    bright, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@each_case("palette", PALETTES)
@each_case("ground", ["ground", "panel", "box", "leaf", "function", "glow"])
@each_case("words", ["ink", "value", "message", "total"])
def test_words_are_readable_on_every_ground(palette, ground, words):
    assert contrast(palette[words], palette[ground]) >= 4.5


@each_case("palette", PALETTES)
@each_case("ground", ["ground", "panel"])
def test_small_print_is_readable(palette, ground):
    assert contrast(palette["muted"], palette[ground]) >= 4.5


@each_case("palette", PALETTES)
@each_case("line", ["line", "active", "focus"])
def test_lines_are_visible(palette, line):
    assert contrast(palette[line], palette["ground"]) >= 3
    assert contrast(palette["active"], palette["glow"]) >= 3


def test_both_palettes_name_the_same_colours():
    assert theme.LIGHT.keys() == theme.DARK.keys()


@each_case("sheet", ["common.css", "stepper.css", "chain.css", "table.css"])
def test_stylesheets_use_only_colours_of_the_palette(sheet):
    words = asset(sheet)
    used = {part.partition(")")[0] for part in words.split("var(--agl-")[1:]}
    assert used <= {*theme.LIGHT, "sans", "mono", "verdict"}
    assert "#" not in words, "a colour outside the palette would not follow the theme"


def test_css_has_light_lab_dark_and_system_dark():
    css = theme.css(".agl")
    assert "--agl-ink: var(--jp-ui-font-color0, #1f2328)" in css
    assert 'body[data-jp-theme-light="false"] .agl' in css
    assert "@media (prefers-color-scheme: dark)" in css


def test_a_dark_style_of_matplotlib_gives_dark_pictures():
    """Words are light there, the ground is not white; pictures with axes of their own go by their figure."""
    plt = pytest.importorskip("matplotlib.pyplot")
    x = al.tensor(2.0, requires_grad=True)
    with al.record() as trace:
        (x * x).backward()
    with plt.style.context("dark_background"):
        made = [views.stepper(trace).png(), views.gradients(trace).png(), views.ledger(trace, "x").png()]
        axes = [views.draw_graph(trace), views.draw_networkx(trace)]
    light = [views.stepper(trace).png(), views.gradients(trace).png(), views.ledger(trace, "x").png()]
    grounds = [{Image.open(io.BytesIO(one)).convert("RGB").getpixel((0, 0)) for one in pngs} for pngs in (made, light)]
    assert grounds == [{ImageColor.getrgb(palette["ground"])} for palette in PALETTES[::-1]]
    for ax in axes:
        colours = {to_hex(text.get_color()) for text in ax.texts}
        assert colours & {*theme.DARK.values()} and not colours & {theme.LIGHT["ink"], theme.LIGHT["muted"]}
        plt.close(ax.figure)
    with plt.style.context("dark_background"):
        figure, ax = plt.subplots(facecolor="white")
        views.draw_graph(trace, ax=ax)
    assert theme.LIGHT["ink"] in {to_hex(text.get_color()) for text in ax.texts}
    plt.close(figure)
