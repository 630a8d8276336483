"""Where numbers that are none were made of tensors that require no gradient: no node tells it, but the flow does."""

from collections.abc import Sequence
from dataclasses import dataclass

from .cut_words import place_of
from .events import NodeInfo, Value
from .finite import has_nan, numbers_at, wrong_places
from .flow import FlowStep
from .flow_search import made_by, maker_of
from .story import Story
from .values import text_of
from .words import listed


@dataclass(frozen=True)
class Before:
    """``maker``: the call that made them; None where they were there from the start. ``words`` say it, or name them."""

    maker: FlowStep | None
    words: str


def made_before(story: Story, info: NodeInfo) -> Before | None:
    """Where the first of them came from, among those that a node was given; None where that is not known."""
    step = maker_of(story, info.id)
    given = _wrong(story, step.inputs) if step else []
    if not given:
        return None
    number, maker = _first(story, given[0])
    tensor = story.flow.tensors[number]
    if maker is not None:
        what = f"{tensor.name} = {text_of(tensor.wrong)}" if tensor.name else text_of(tensor.wrong)
        names = [story.flow.tensors[one].name for one in maker.inputs]
        source = f" from {listed(names)}" if all(names) else ""
        told = f"{place_of(story, maker)}, where nothing requires a gradient, gave {what}{source}."
        return Before(maker, told)
    if not tensor.name:
        return None
    numbers = listed(numbers_at(tensor.name, tensor.wrong, wrong_places(tensor.wrong)))
    return Before(None, numbers if number in step.inputs else f"what was made of {numbers}")


def _first(story: Story, number: int) -> tuple[int, FlowStep | None]:
    """The first tensor on the way to this one that is wrong as it is, and the call that gave it; None: it was given."""
    maker = made_by(story, number)
    while maker is not None:
        value = story.flow.tensors[number].wrong
        before = [one for one in _wrong(story, maker.inputs) if _explains(story.flow.tensors[one].wrong, value)]
        if not before:
            break
        number = before[0]
        maker = made_by(story, number)
    return number, maker


def _wrong(story: Story, numbers: Sequence[int]) -> list[int]:
    return [number for number in numbers if story.flow.tensors[number].wrong is not None]


def _explains(value: Value, later: Value) -> bool:
    """Whether what is wrong with the later one was wrong already: nan comes of infinities, too, but not by itself."""
    return has_nan(value) or not has_nan(later)
