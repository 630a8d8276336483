"""Which factor made a gradient 0: the one of a node's saved values that its rule multiplies with."""

import re

from .events import Edge, NodeInfo, SavedInfo, Value
from .flow_search import maker_of
from .story import Story
from .values import summary_of
from .why_forward import MOVING

UNKNOWN = "what it multiplies with is 0"
PRODUCTS = {"Prod", "Cumprod"}


def factor_words(story: Story, info: NodeInfo, index: int, received: Value | None) -> str:
    """``its factor mask is 0``: why the rule for edge ``index`` sends 0."""
    kind = info.name.partition("Backward")[0]
    rule = next((rule.source for rule in info.rules if rule.input == info.inputs[index]), "")
    for saved in info.saved:
        name = _name(story, info, saved)
        if kind in PRODUCTS and saved.value is not None and (zeros := summary_of(saved.value).zeros) > 1:
            return f"{zeros} of the numbers in {name} are 0, so whatever each of them is multiplied with is 0"
        if not re.search(rf"\b{re.escape(saved.name)}\b", rule):
            continue
        if _is_zero(saved):
            return f"its {'factor ' * saved.frees}{name} is 0"
        if kind == "Div" and saved.name == "other" and saved.value is not None and summary_of(saved.value).infinities:
            return f"{name}, by which it divides, is infinite"
        if kind == "Mul" and _is_zero_where(saved.value, received):
            return f"its factor {name} is 0 wherever what it received is not"
    return UNKNOWN


def _is_zero(saved: SavedInfo) -> bool:
    if saved.value is None:
        return saved.text in ("0", "0.0")
    summary = summary_of(saved.value)
    return summary.smallest == summary.largest == 0 and not summary.nans and not summary.infinities


def _is_zero_where(factor: Value | None, received: Value | None) -> bool:
    """Whether of each two numbers at one place the first is 0 or the second; of one shape alone."""
    if factor is None or received is None or factor.shape != received.shape or None in (factor.items, received.items):
        return False
    return all(not one or not other for one, other in zip(factor.items, received.items, strict=True))


# ----- its name -------------------------------------------------------------------------------------------------------
def _name(story: Story, info: NodeInfo, saved: SavedInfo) -> str:
    """What the learner calls it, also before it was transposed; or what the rule calls it."""
    if saved.name not in info.inputs:
        return saved.name
    edge = info.edges[info.inputs.index(saved.name)]
    return (_through(story, edge) if edge else _without_edge(story, info)) or f"`{saved.name}`"


def _through(story: Story, edge: Edge | None) -> str | None:
    """The name of a value, or of what it was moved from."""
    while edge is not None:
        name, info = story.name(edge.node, edge.slot), story.nodes.get(edge.node)
        if name or info is None or info.name.partition("Backward")[0] not in MOVING:
            return name
        edge = info.edges[0]
    return None


def _without_edge(story: Story, info: NodeInfo) -> str | None:
    """The name of the one tensor without a history that the call of this node took."""
    step = maker_of(story, info.id)
    plain = [story.flow.tensors[number] for number in step.inputs] if step else []
    plain = [tensor.name for tensor in plain if not tensor.requires_grad]
    return plain[0] if len(plain) == 1 else None
