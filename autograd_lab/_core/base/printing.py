"""How a tensor prints: the text PyTorch shows, made from an array.

The text answers three questions at a glance: what the numbers are, of which type they are (only when it is not the
usual one), and where they came from (`grad_fn=<MulBackward0>` or `requires_grad=True`).

One format is chosen for the whole tensor, from its finite numbers other than zero. Whole numbers print as `3.`, others
with four decimals; a range too wide for that (over a thousandfold, above 1e8 or below 1e-4) prints as `1.0000e-05`.
So one tiny number changes how all the others look.

PyTorch: torch/_tensor_str.py.
"""

import contextlib
import math
from collections.abc import Callable, Iterator, Sequence
from types import SimpleNamespace

import numpy as np

from . import dtypes

_PROFILES = {
    "default": {"precision": 4, "threshold": 1000, "edgeitems": 3, "linewidth": 80},
    "short": {"precision": 2, "threshold": 1000, "edgeitems": 2, "linewidth": 80},
    "full": {"precision": 4, "threshold": math.inf, "edgeitems": 3, "linewidth": 80},
}
PRINT_OPTS = SimpleNamespace(**_PROFILES["default"], sci_mode=None)
"""What `set_printoptions` sets; the defaults are PyTorch's."""


def set_printoptions(
    precision: int | None = None,
    threshold: float | None = None,
    edgeitems: int | None = None,
    linewidth: int | None = None,
    profile: str | None = None,
    sci_mode: bool | None = None,
) -> None:
    """Changes how all tensors print from now on; what is not given stays, except `sci_mode`.

    Args:
        precision: digits after the point.
        threshold: tensors with more elements than this are shortened to their corners.
        edgeitems: how many elements of each edge the shortened form shows.
        linewidth: where lines break.
        profile: "default", "short" or "full" sets the four above at once; single ones then override it.
        sci_mode: True or False forces or forbids 1.0000e-05; None, also when left out, lets the numbers decide.

    Raises:
        ValueError: for another profile.
    """
    if profile is not None and profile not in _PROFILES:
        raise ValueError(f"profile must be one of {', '.join(_PROFILES)}, not {profile!r}")
    given = {"precision": precision, "threshold": threshold, "edgeitems": edgeitems, "linewidth": linewidth}
    chosen = {name: value for name, value in given.items() if value is not None}
    for name, value in {**_PROFILES.get(profile, {}), **chosen}.items():
        setattr(PRINT_OPTS, name, value)
    PRINT_OPTS.sci_mode = sci_mode


def get_printoptions() -> dict:
    """The options in force, as arguments for `set_printoptions`."""
    return dict(vars(PRINT_OPTS))


@contextlib.contextmanager
def printoptions(**options: object) -> Iterator[None]:
    """`with printoptions(precision=2): …` changes the options for a while; arguments as in `set_printoptions`."""
    before = get_printoptions()
    set_printoptions(**options)
    try:
        yield
    finally:
        set_printoptions(**before)


def tensor_text(array: np.ndarray | np.generic, suffixes: Sequence[str] = (), prefix: str = "tensor(") -> str:
    """The text of a tensor with these numbers.

    Args:
        array: the numbers; any shape, any supported dtype; a NumPy scalar will do.
        suffixes: what follows size and dtype, e.g. `["grad_fn=<MulBackward0>"]`. Each starts a new line when the line
            would get too long.
        prefix: what precedes the numbers; continued lines are indented by its length.
    """
    text = prefix + _numbers(array, len(prefix))
    return _with_suffixes(text, [*_size_and_dtype(array), *suffixes], len(prefix))


def _size_and_dtype(array: np.ndarray) -> list[str]:
    """What has to be said of shape and type, because the numbers alone do not show it."""
    kind = dtypes.of(array.dtype)
    usual = {dtypes.get_default_dtype()}
    if array.size:
        usual |= {dtypes.int64, dtypes.boolean}
        size_is_hidden = not PRINT_OPTS.edgeitems
    else:
        size_is_hidden = array.ndim != 1
    notes = [f"size={array.shape}"] if size_is_hidden else []
    return notes if kind in usual else [*notes, f"dtype={kind}"]


def _with_suffixes(text: str, suffixes: list[str], indent: int) -> str:
    # PyTorch counts two characters too many for a text of one line (rfind gives -1 there); kept, so that lines break
    # where PyTorch breaks them.
    used = len(text) - text.rfind("\n") + 1
    for suffix in suffixes:
        if used + len(suffix) + 2 > PRINT_OPTS.linewidth:
            text += ",\n" + " " * indent + suffix
            used = indent + len(suffix)
        else:
            text += ", " + suffix
            used += len(suffix) + 2
    return text + ")"


# ----- the numbers --------------------------------------------------------------------------------------------------
def _numbers(array: np.ndarray, indent: int) -> str:
    if not array.size:
        return "[]"
    edge = PRINT_OPTS.edgeitems
    shortened = array.size > PRINT_OPTS.threshold
    if shortened and not edge and array.ndim:
        return "[...]"
    cut = tuple(shortened and length > 2 * edge for length in array.shape)
    shown = _corners(array, cut, edge)
    texts, width = _element_texts(shown)
    per_line = max(1, (PRINT_OPTS.linewidth - (indent + array.ndim - 1)) // (width + 2))
    grid = np.array(texts, dtype=object).reshape(shown.shape)
    return _nested(grid, cut, indent, per_line) if array.ndim else texts[0]


def _corners(array: np.ndarray, cut: tuple[bool, ...], edge: int) -> np.ndarray:
    """The part of a big array that is shown: along each cut axis its first and last `edge` elements."""
    for axis, is_cut in enumerate(cut):
        if is_cut:
            length = array.shape[axis]
            array = np.take(array, [*range(edge), *range(length - edge, length)], axis=axis)
    return array


def _nested(grid: np.ndarray, cut: tuple[bool, ...], indent: int, per_line: int) -> str:
    """Brackets, commas, dots and line breaks around a grid of finished element texts."""
    between = " " * (indent + 1)
    if grid.ndim == 1:
        items = _with_dots(list(grid), cut[0], " ...")
        lines = [", ".join(items[i : i + per_line]) for i in range(0, len(items), per_line)]
        return "[" + (",\n" + between).join(lines) + "]"
    blocks = [_nested(block, cut[1:], indent + 1, per_line) for block in grid]
    return "[" + ("," + "\n" * (grid.ndim - 1) + between).join(_with_dots(blocks, cut[0], "...")) + "]"


def _with_dots(items: list[str], cut: bool, dots: str) -> list[str]:
    half = len(items) // 2
    return [*items[:half], dots, *items[half:]] if cut else items


# ----- one element --------------------------------------------------------------------------------------------------
def _element_texts(shown: np.ndarray) -> tuple[list[str], int]:
    """Every element as text, aligned to the right, and the width they are aligned to."""
    values = shown.ravel().tolist()
    if shown.dtype.kind != "f":
        texts = [str(value) for value in values]
        width = max(map(len, texts))
    else:
        regular = [value for value in values if value and math.isfinite(value)]
        write = _float_format(regular)
        texts = [write(value) for value in values]
        # Zero, nan and inf have no say in the width: nan may stick out among short numbers, as it does in PyTorch.
        width = max((len(write(value)) for value in regular), default=1)
    return [text.rjust(width) for text in texts], width


def _float_format(regular: list[float]) -> Callable[[float], str]:
    """The format for a float tensor whose finite numbers other than zero are `regular`."""
    precision = PRINT_OPTS.precision
    if regular and _is_scientific(regular):
        return lambda value: f"{value:.{precision}e}"
    if all(value.is_integer() for value in regular):
        return lambda value: f"{value:.0f}." if math.isfinite(value) else f"{value:.0f}"
    return lambda value: f"{value:.{precision}f}"


def _is_scientific(regular: list[float]) -> bool:
    if PRINT_OPTS.sci_mode is not None:
        return PRINT_OPTS.sci_mode
    sizes = [abs(value) for value in regular]
    largest, smallest = max(sizes), min(sizes)
    return largest / smallest > 1000 or largest > 1e8 or smallest < 1e-4
