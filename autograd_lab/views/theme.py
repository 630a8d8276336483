"""One palette for every view, in light and in dark.

Values are blue, messages orange, `.grad` green: three hues that stay apart for the common kinds of colour blindness
(they follow Okabe and Ito's set), darkened or lightened until text in them has a contrast of at least 4.5:1 on its
ground. Colour is never the only sign: a value carries ``v=``, a gradient ``∂=``, an active box a thick dashed outline.

In JupyterLab, grounds and ink come from the lab's own variables, so every JupyterLab theme is followed at once. Outside
of it, the light fallbacks apply, or the dark ones where the reader's system asks for dark. Pictures by matplotlib take
the colours that show on their figure: dark ones after ``plt.style.use("dark_background")``.
"""

from collections.abc import Sequence

PALETTE = {
    "ink": ("#1f2328", "#e6edf3"),
    "muted": ("#57606a", "#a2abb5"),
    "ground": ("#ffffff", "#111418"),
    "panel": ("#f6f8fa", "#1b2026"),
    "box": ("#ffffff", "#22272e"),
    "line": ("#768390", "#8b949e"),
    "hairline": ("#d0d7de", "#3a424c"),
    "value": ("#0a4f93", "#7cc4ff"),
    "message": ("#9a3b00", "#ffb36b"),
    "total": ("#0b6145", "#6fe0b0"),
    "active": ("#9a3b00", "#ffb36b"),
    "glow": ("#fff1cf", "#463a1e"),
    "wrong": ("#b3261e", "#ff9d94"),
    "focus": ("#0a4f93", "#7cc4ff"),
    "leaf": ("#eef7f2", "#1f2f28"),
    "function": ("#f3effb", "#2b2739"),
}
"""Each colour in light and in dark."""
LIGHT: dict[str, str] = {name: light for name, (light, _) in PALETTE.items()}
DARK: dict[str, str] = {name: dark for name, (_, dark) in PALETTE.items()}

FROM_JUPYTERLAB = {"ink": "--jp-ui-font-color0", "ground": "--jp-layout-color0"}
"""Which colours JupyterLab gives. The rest keeps our own shades, whose contrast the tests hold."""


def shown_on(ground: Sequence[float]) -> dict[str, str]:
    """The colours for a ground whose red, green and blue, from 0 to 1, are these; light ones if it is transparent."""
    red, green, blue, alpha = (*ground, 1.0)[:4]
    return DARK if alpha and 0.3 * red + 0.59 * green + 0.11 * blue < 0.5 else LIGHT


SANS = 'var(--jp-ui-font-family, system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif)'
MONO = 'var(--jp-code-font-family, ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace)'


def css(root: str = ".agl") -> str:
    """The palette as CSS variables ``--agl-ink`` … on ``root``, for light, JupyterLab dark, and system dark."""
    fonts = f"{root} {{ --agl-sans: {SANS}; --agl-mono: {MONO}; }}\n"
    lab_dark = _block(f'body[data-jp-theme-light="false"] {root}', DARK)
    system_dark = _block(f"body:not([data-jp-theme-light]) {root}", DARK)
    return f"{_block(root, LIGHT)}{fonts}{lab_dark}@media (prefers-color-scheme: dark) {{\n{system_dark}}}\n"


def _block(selector: str, palette: dict[str, str]) -> str:
    given = {name: f"var({FROM_JUPYTERLAB[name]}, {palette[name]})" for name in FROM_JUPYTERLAB}
    lines = [f"  --agl-{name}: {colour};\n" for name, colour in (palette | given).items()]
    return f"{selector} {{\n{''.join(lines)}}}\n"
