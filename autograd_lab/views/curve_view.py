"""A curve with a handle to drag: what comes out of a program when one number goes in.

A slope is seen here as a slope, a learning rate as a place on a curve. The program runs once for each place, in Python,
when the view is made; dragging only chooses among what is known, so no kernel is asked.
"""

import inspect
from collections.abc import Callable, Mapping
from math import isfinite, log10
from typing import Any, ClassVar

import traitlets
from matplotlib.ticker import LogLocator, MaxNLocator

from .short_text import number_text
from .widget import View

PLACES = 120
"""Steps from one end of the curve to the other."""
TICKS = 5
_NUMBERS = "a curve goes through numbers, but"


class Curve(View, scripts=("curve.js",), sheet="curve.css"):
    """The widget. Make one with `curve`. ``place`` counts the points left of the handle."""

    alone = True
    page_traits: ClassVar[tuple[str, ...]] = ("data", "place")
    data = traitlets.Dict().tag(sync=True)
    place = traitlets.Int(0).tag(sync=True)

    def __init__(self, data: dict[str, Any], place: int):
        super().__init__(data=data, place=place)

    @traitlets.validate("place")
    def _inside(self, proposal: Any) -> int:
        return max(0, min(proposal["value"], len(self.data["points"]) - 1))

    def text(self) -> str:
        """The curve's title, and its words at the first place, the handle's, and the last; with ``trail`` the handle's
        alone."""
        shown = {self.place} if self.data.get("trail") else {0, self.place, len(self.data["points"]) - 1}
        return "\n".join([f"Curve: {self.data['title']}", *(self.data["words"][place] for place in sorted(shown))])

    def png(self) -> bytes:
        """The curve with its handle at its present place."""
        from .pictures import curve_png

        return curve_png(self.data, self.place)


def curve(
    function: Callable[[float], Any],
    start: float,
    stop: float,
    at: float | None = None,
    *,
    slope: Callable[[float], Any] | None = None,
) -> Curve:
    """The values of ``function`` from ``start`` to ``stop``, with a handle to drag along the curve.

    Args:
        function: takes one float, and returns a number or a dict of numbers by name. The curve shows the first of a
            dict; the words beside the handle give all. Tensors of one element are numbers.
        start, stop: the ends of the axis.
        at: where the handle stands first; ``start`` if not given. It moves to the nearest of 121 places.
        slope: gives the slope of the curve at a float; a tangent of this slope then touches the handle.

    Raises:
        ValueError: when the two ends are not two finite numbers in this order.
        TypeError: when ``function`` returns something that is no number.
    """
    low, high = float(start), float(stop)
    if not (isfinite(low) and isfinite(high) and low < high):
        raise ValueError(f"a curve needs two ends, the smaller one first; got {start!r} and {stop!r}")
    # without the rounding that would show: 0.1, not 0.10000000000000002
    places = [float(f"{low + count / PLACES * (high - low):.12g}") for count in range(PLACES + 1)]
    given = next(iter(inspect.signature(function).parameters), "x")  # its argument, as the learner calls it
    found = [_numbers(function, place) for place in places]
    slopes = [as_float(slope(place), f"{_NUMBERS} the slope") for place in places] if slope else []
    name = next(iter(found[0]))
    values = [numbers[name] for numbers in found]
    data: dict[str, Any] = {
        "title": f"{name} for {given} from {number_text(low)} to {number_text(high)}",
        "names": [given, name],
        "points": [[x, y if isfinite(y) else None] for x, y in zip(places, values, strict=True)],
        "words": _words(given, places, _without_rounding(found), slopes),
        "slopes": [slope if isfinite(slope) else None for slope in slopes],
        "log": False,
        "ticks": [ticks([low, high], False), ticks(list(filter(isfinite, values)), False)],
    }
    first = low if at is None else float(at)
    return Curve(data, min(range(len(places)), key=lambda place: abs(places[place] - first)))


def logarithmic_place(low: float, high: float, share: float) -> float:
    """The number at this share of a logarithmic axis."""
    return float(f"{10 ** (log10(low) + share * (log10(high) - log10(low))):.12g}")


def _numbers(function: Callable[[float], Any], place: float) -> dict[str, float]:
    result = function(place)
    name = getattr(function, "__name__", "")
    named = result if isinstance(result, Mapping) and result else {"y" if name in ("", "<lambda>") else name: result}
    return {str(key): as_float(value, f"{_NUMBERS} {key}") for key, value in named.items()}


def as_float(value: Any, what: str = "a value") -> float:
    """One number of any kind. Raises TypeError, with ``what`` it should have been."""
    try:
        return float(value.detach() if hasattr(value, "detach") else value)
    except (TypeError, ValueError, RuntimeError) as error:
        raise TypeError(f"{what} is {value!r}") from error


def _without_rounding(found: list[dict[str, float]]) -> list[dict[str, float]]:
    """0 where a value is so small beside the others that it is the rounding of float32, and no height on the curve."""
    largest = {name: max((abs(one[name]) for one in found if isfinite(one[name])), default=0.0) for name in found[0]}
    return [{name: 0.0 if abs(x) < 1e-6 * largest[name] else x for name, x in one.items()} for one in found]


def _words(given: str, places: list[float], found: list[dict[str, float]], slopes: list[float]) -> list[str]:
    """``learning_rate = 0.1: loss = 0, w = 1.6`` for each place."""
    if slopes:
        found = [{**numbers, "slope": slope} for numbers, slope in zip(found, slopes, strict=True)]
    told = (", ".join(f"{name} = {short(value)}" for name, value in numbers.items()) for numbers in found)
    return [f"{given} = {short(place)}: {words}" for place, words in zip(places, told, strict=True)]


def short(number: float) -> str:
    """At most four digits."""
    return number_text(float(f"{number:.4g}"))


def ticks(values: list[float], log: bool) -> list[list[Any]]:
    """Where an axis is marked, with the words; the first and the last mark are the axis' ends."""
    low, high = (min(values), max(values)) if values else (0.0, 1.0)
    if log:
        marks = LogLocator(numticks=TICKS + 2).tick_values(low, high)
        inside = [mark for mark in marks if low <= mark <= high]
    else:
        high = high if high > low else low + 1
        marks = MaxNLocator(TICKS, steps=[1, 2, 2.5, 5, 10]).tick_values(low, high)
        inside = list(marks)
    return [[float(f"{mark:.12g}"), short(mark)] for mark in inside]
