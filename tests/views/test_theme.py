"""The palette keeps its promises: readable in light and in dark."""

import pytest

from autograd_lab.views import theme
from autograd_lab.views._widget import asset

PALETTES = [pytest.param(theme.LIGHT, id="light"), pytest.param(theme.DARK, id="dark")]


@pytest.mark.parametrize("palette", PALETTES)
@pytest.mark.parametrize("ground", ["ground", "panel", "box", "leaf", "function", "glow"])
@pytest.mark.parametrize("words", ["ink", "value", "message", "total"])
def test_words_are_readable_on_every_ground(palette, ground, words):
    assert theme.contrast(palette[words], palette[ground]) >= 4.5


@pytest.mark.parametrize("palette", PALETTES)
@pytest.mark.parametrize("ground", ["ground", "panel"])
def test_small_print_is_readable(palette, ground):
    assert theme.contrast(palette["muted"], palette[ground]) >= 4.5


@pytest.mark.parametrize("palette", PALETTES)
@pytest.mark.parametrize("line", ["line", "active", "focus"])
def test_lines_are_visible(palette, line):
    assert theme.contrast(palette[line], palette["ground"]) >= 3
    assert theme.contrast(palette["active"], palette["glow"]) >= 3


def test_contrast_itself():
    assert theme.contrast("#000000", "#ffffff") == pytest.approx(21)
    assert theme.contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


def test_both_palettes_name_the_same_colours():
    assert theme.LIGHT.keys() == theme.DARK.keys()


@pytest.mark.parametrize("sheet", ["common.css", "stepper.css", "chain.css", "table.css"])
def test_stylesheets_use_only_colours_of_the_palette(sheet):
    words = asset(sheet)
    used = {part.partition(")")[0] for part in words.split("var(--agl-")[1:]}
    assert used <= {*theme.LIGHT, "sans", "mono"}
    assert "#" not in words, "a colour outside the palette would not follow the theme"


def test_css_has_light_lab_dark_and_system_dark():
    css = theme.css(".agl")
    assert "--agl-ink: var(--jp-ui-font-color0, #1f2328)" in css
    assert 'body[data-jp-theme-light="false"] .agl' in css
    assert "@media (prefers-color-scheme: dark)" in css
