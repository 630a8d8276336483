"""A box of the picture: where it stands, and what is written in it that never changes."""

from collections.abc import Mapping
from dataclasses import dataclass

from ..short_text import shorten
from .sizes import LINE_WIDTH, SIDE


@dataclass(frozen=True)
class Box:
    """A node's place and the texts that never change. ``names`` and ``values`` have one entry per output slot.

    A box of kind ``fold`` is a closed group of nodes; it has ``lines`` instead of slots. One of kind ``frame`` is an
    open group. ``short`` is what a closed one has for a title inside the open one around it.
    """

    id: str
    kind: str
    title: str
    names: tuple[str | None, ...]
    values: tuple[str, ...]
    x: float
    y: float
    width: float
    height: float
    lines: tuple[str, ...] = ()
    short: str = ""

    @property
    def slots(self) -> int:
        """How many slots a gradient can arrive in."""
        return len(self.values)

    def value(self, slot: int, shown: Mapping[str, str]) -> str:
        """What is known of an output: its value, or what a leaf holds since it was written to."""
        return shown.get(f"value/{self.id}/{slot}", self.values[slot]) or "?"

    @property
    def right(self) -> float:
        """The x of its right side."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """The y of its lower side."""
        return self.y + self.height

    @property
    def middle(self) -> tuple[float, float]:
        """The point in its middle."""
        return self.x + self.width / 2, self.y + self.height / 2

    @property
    def fits(self) -> int:
        """How many characters a line of it holds."""
        return int((self.width - 2 * SIDE) / LINE_WIDTH)

    def fitted(self, string: str, used: int = 0) -> str:
        """``string`` cut so that it fits a line of the box beside ``used`` other characters."""
        return shorten(string, max(self.fits - used, 3))
