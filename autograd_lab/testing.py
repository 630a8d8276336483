"""Whether two results are the same up to rounding, and where they are not. PyTorch: torch/testing/_comparison.py."""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NoReturn

import numpy as np

from ._core.base import dtypes
from ._core.base.left_out import refusing as _refusing
from ._core.tensor import Tensor
from ._torch import functions as functions
from ._torch.creation.filled import as_tensor
from ._torch.functions.types import to

_PRECISION = {dtypes.float16: (1e-3, 1e-5), dtypes.float32: (1.3e-6, 1e-5), dtypes.float64: (1e-7, 1e-7)}
"""dtype → (rtol, atol) where none are given; whole numbers and booleans have to be equal."""
_NUMBERS = {int: dtypes.int64, float: dtypes.float64}
Place = tuple[Any, ...]
"""The indices and keys that lead to one of the compared items."""


def assert_close(
    actual: Any,
    expected: Any,
    *,
    allow_subclasses: bool = True,
    rtol: float | None = None,
    atol: float | None = None,
    equal_nan: bool = False,
    check_device: bool = True,
    check_dtype: bool = True,
    check_layout: bool = True,
    check_stride: bool = False,
    msg: str | Callable[[str], str] | None = None,
) -> None:
    """Nothing, if ``|actual - expected| <= atol + rtol · |expected|`` holds everywhere; else an error that says where.

    Tensors, arrays and numbers are compared; sequences and mappings item by item; None and booleans by what they are.

    Args:
        allow_subclasses: compare a tensor with one of a class that inherits from its class.
        rtol, atol: both or none; without them, what the dtype can hold: 1.3e-6 and 1e-5 in float32, 1e-7 in float64.
        equal_nan: nan counts as the same as nan.
        check_dtype, check_stride: whether those have to be the same, too. (Devices and layouts always are.)
        msg: what the error says instead, or a function of what it would say.

    Raises:
        AssertionError: they are not close, or have different shapes, dtypes, lengths or keys.
        ValueError: one tolerance without the other.
        TypeError: things that cannot be compared.
    """
    __tracebackhide__ = True
    pairs = list(_pairs(actual, expected, allow_subclasses, ()))
    pairs = [(one, two, _tolerances(one, two, rtol, atol, place), place) for one, two, place in pairs]
    for one, two, tolerances, place in pairs:
        why = _mismatch(one, two, tolerances, equal_nan, check_dtype, check_stride)
        if why:
            why += _where(place)
            raise AssertionError(msg(why) if callable(msg) else why if msg is None else msg)


# ----- what is compared with what ----------------------------------------------------------------------------------
def _pairs(actual: Any, expected: Any, subclasses: bool, place: Place) -> Iterator[tuple[Any, Any, Place]]:
    """The items that belong together, ready to be compared, and where they are."""
    if _both(actual, expected, Sequence) and not (isinstance(actual, str) or isinstance(expected, str)):
        if len(actual) != len(expected):
            _fail(f"The length of the sequences mismatch: {len(actual)} != {len(expected)}", place)
        for index, (one, two) in enumerate(zip(actual, expected, strict=True)):
            yield from _pairs(one, two, subclasses, (*place, index))
    elif _both(actual, expected, Mapping):
        if actual.keys() != expected.keys():
            _fail(
                "The keys of the mappings do not match:\n"
                f"Missing keys in the actual mapping: {sorted(expected.keys() - actual.keys())}\n"
                f"Additional keys in the actual mapping: {sorted(actual.keys() - expected.keys())}",
                place,
            )
        for key in sorted(actual, key=str):
            yield from _pairs(actual[key], expected[key], subclasses, (*place, key))
    elif actual is None or expected is None:
        yield actual, expected, place
    elif _both(actual, expected, bool | np.bool_):
        yield bool(actual), bool(expected), place
    elif _both(actual, expected, int | float | np.number):
        yield *(item.item() if isinstance(item, np.number) else item for item in (actual, expected)), place
    else:
        yield *_as_tensors(actual, expected, subclasses, place), place


def _both(one: Any, two: Any, kind: Any) -> bool:
    return isinstance(one, kind) and isinstance(two, kind)


def _as_tensors(actual: Any, expected: Any, subclasses: bool, place: Place) -> tuple[Tensor, Tensor]:
    kinds = type(actual), type(expected)
    related = issubclass(*kinds) or issubclass(*reversed(kinds)) if subclasses else kinds[0] is kinds[1]
    try:
        if related:
            return tuple(item if isinstance(item, Tensor) else as_tensor(item) for item in (actual, expected))
    except Exception:  # whatever it is, it is no tensor
        pass
    text = f"No comparison pair was able to handle inputs of type {kinds[0]} and {kinds[1]}."
    raise TypeError(text + _where(place)) from None


def _tolerances(one: Any, two: Any, rtol: float | None, atol: float | None, place: Place) -> tuple[float, float]:
    if rtol is not None and atol is not None:
        return rtol, atol
    kinds = [item.dtype if isinstance(item, Tensor) else _NUMBERS.get(type(item)) for item in (one, two)]
    if (rtol is None) != (atol is None) and None not in kinds:
        given = f"but got no {'rtol' if rtol is None else 'atol'}."
        raise ValueError(f"Both 'rtol' and 'atol' must be either specified or omitted, {given}{_where(place)}")
    precise = [_PRECISION.get(kind, (0.0, 0.0)) for kind in kinds]
    return max(rough for rough, _ in precise), max(rough for _, rough in precise)


# ----- how they differ -----------------------------------------------------------------------------------------------
def _mismatch(
    one: Any, two: Any, tolerances: tuple[float, float], equal_nan: bool, check_dtype: bool, check_stride: bool
) -> str:
    """PyTorch's words for what is not the same; "" if they are close."""
    if one is None or two is None:
        return "" if one is two else f"None mismatch: {one} is not {two}"
    if isinstance(one, bool):
        return "" if one is two else f"Booleans mismatch: {one} is not {two}"
    if not isinstance(one, Tensor):
        if check_dtype and type(one) is not type(two):
            return f"The (d)types do not match: {type(one)} != {type(two)}."
        return "" if _are_close(one, two, tolerances, equal_nan) else _numbers_differ(one, two, tolerances)
    checked = ["shape", *["stride()"] * check_stride, *["dtype"] * check_dtype]
    for name in checked:
        mine, its = (item.stride() if name == "stride()" else getattr(item, name) for item in (one, two))
        if mine != its:
            return f"The values for attribute '{name}' do not match: {mine} != {its}."
    common = dtypes.promote_types(one.dtype, two.dtype)
    one, two = (to(item.detach(), common) for item in (one, two))
    matches = functions.isclose(one, two, *tolerances, equal_nan)
    if matches._data.all():
        return ""
    return (
        _tensors_differ(one, two, matches._data, tolerances)
        if one.ndim
        else _numbers_differ(one.item(), two.item(), tolerances)
    )


def _are_close(one: float, two: float, tolerances: tuple[float, float], equal_nan: bool) -> bool:
    if one == two or (equal_nan and math.isnan(one) and math.isnan(two)):
        return True
    gap, (rtol, atol) = abs(one - two), tolerances
    return math.isfinite(gap) and gap <= atol + rtol * abs(two)


def _numbers_differ(one: float, two: float, tolerances: tuple[float, float]) -> str:
    gap = abs(one - two)
    return _differ(
        f"Scalars are not {{}}!\n\nExpected {two} but got {one}.",
        ("Absolute", gap, gap / abs(two) if two else math.inf, "", ""),
        tolerances,
    )


def _tensors_differ(one: Tensor, two: Tensor, matches: np.ndarray, tolerances: tuple[float, float]) -> str:
    """How many elements are wrong, and the two that are most so."""
    kind = one._data.dtype if one._data.dtype.kind == "f" else np.dtype(np.int64)
    with np.errstate(all="ignore"):
        gap = np.where(matches, kind.type(0), np.abs(one._data.astype(kind) - two._data.astype(kind)))
        share = np.where(matches, 0, gap / np.abs(two._data)).astype(kind if kind.kind == "f" else np.float32)
    wrong = matches.size - int(matches.sum())
    places = [np.unravel_index(np.argmax(numbers), matches.shape) for numbers in (gap, share)]
    at = [f" at index {tuple(map(int, place))}" for place in places]
    return _differ(
        f"Tensor-likes are not {{}}!\n\nMismatched elements: {wrong} / {matches.size} ({wrong / matches.size:.1%})",
        ("Greatest absolute", gap[places[0]].item(), share[places[1]].item(), *at),
        tolerances,
    )


def _differ(start: str, found: tuple[str, float, float, str, str], tolerances: tuple[float, float]) -> str:
    """``found``: how the first line of the two begins, both differences, and where each is."""
    absolute, gap, share, at, share_at = found
    relative = absolute.replace("Absolute", "Relative").replace("absolute", "relative")
    rtol, atol = tolerances
    equal = rtol == atol == 0
    allowed = ["" if equal else f" (up to {limit} allowed)" for limit in (atol, rtol)]
    return (
        f"{start.format('equal' if equal else 'close')}\n{absolute} difference: {gap}{at}{allowed[0]}\n"
        f"{relative} difference: {share}{share_at}{allowed[1]}"
    )


def _where(place: Place) -> str:
    return f"\n\nThe failure occurred for item {''.join(f'[{step!r}]' for step in place)}" if place else ""


def _fail(text: str, place: Place) -> NoReturn:
    raise AssertionError(text + _where(place))


__all__ = ["assert_close"]
__getattr__ = _refusing(__name__)
