"""One palette for every view, in light and in dark.

Values are blue, messages orange, `.grad` green: three hues that stay apart for the common kinds of colour blindness
(they follow Okabe and Ito's set), darkened or lightened until text in them has a contrast of at least 4.5:1 on its
ground. Colour is never the only sign: a value carries ``v=``, a gradient ``∂=``, an active box a thick dashed outline.

In JupyterLab, grounds and ink come from the lab's own variables, so every JupyterLab theme is followed at once. Outside
of it, the light fallbacks apply, or the dark ones where the reader's system asks for dark.
"""

LIGHT: dict[str, str] = {
    "ink": "#1f2328",
    "muted": "#57606a",
    "ground": "#ffffff",
    "panel": "#f6f8fa",
    "box": "#ffffff",
    "line": "#8c959f",
    "hairline": "#d0d7de",
    "value": "#0a4f93",
    "message": "#9a3b00",
    "total": "#0b6145",
    "active": "#9a3b00",
    "glow": "#fff1cf",
    "focus": "#0a4f93",
    "leaf": "#eef7f2",
    "function": "#f3effb",
}

DARK: dict[str, str] = {
    "ink": "#e6edf3",
    "muted": "#a2abb5",
    "ground": "#111418",
    "panel": "#1b2026",
    "box": "#22272e",
    "line": "#7d8691",
    "hairline": "#3a424c",
    "value": "#7cc4ff",
    "message": "#ffb36b",
    "total": "#6fe0b0",
    "active": "#ffb36b",
    "glow": "#463a1e",
    "focus": "#7cc4ff",
    "leaf": "#1f2f28",
    "function": "#2b2739",
}

FROM_JUPYTERLAB: dict[str, str] = {
    "ink": "--jp-ui-font-color0",
    "ground": "--jp-layout-color0",
}
"""Which colours JupyterLab gives. The rest keeps our own shades, whose contrast the tests hold."""

SANS = 'var(--jp-ui-font-family, system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif)'
MONO = 'var(--jp-code-font-family, ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace)'


def css(root: str = ".agl") -> str:
    """The palette as CSS variables ``--agl-ink`` … on ``root``, for light, JupyterLab dark, and system dark."""
    light = _block(root, LIGHT) + _fonts(root)
    lab_dark = _block(f'body[data-jp-theme-light="false"] {root}', DARK)
    system_dark = _block(f"body:not([data-jp-theme-light]) {root}", DARK)
    return f"{light}{lab_dark}@media (prefers-color-scheme: dark) {{\n{system_dark}}}\n"


def _block(selector: str, palette: dict[str, str]) -> str:
    lines = [f"  --agl-{name}: {_from_lab(name, colour)};\n" for name, colour in palette.items()]
    return f"{selector} {{\n{''.join(lines)}}}\n"


def _from_lab(name: str, colour: str) -> str:
    given = FROM_JUPYTERLAB.get(name)
    return f"var({given}, {colour})" if given else colour


def _fonts(root: str) -> str:
    return f"{root} {{ --agl-sans: {SANS}; --agl-mono: {MONO}; }}\n"


def contrast(one: str, other: str) -> float:
    """WCAG's contrast ratio of two ``#rrggbb`` colours, from 1 (same) to 21 (black on white)."""
    bright, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
