"""Why a gradient is 0: searches from the leaf upwards for the node that received something else and sent 0."""

import math
import re

from ..._core.table.row import TABLE
from ..recording.values import summary_of, text_of, value_after
from ..telling.words import axes_words, kept_words, listed, return_words, worker
from ..trace import events as ev
from ..trace.events import Edge, NodeInfo, SavedInfo, Value
from ..trace.nodes import as_found
from .answer import (
    MOVING,
    SOFTMAX,
    Answer,
    Subject,
    in_brackets,
    is_dropout,
    kind_of,
    layer_words,
    leaf_behind,
    line_at,
    operation_of,
)
from .loss import COMPARING, length_of
from .paths import INSTEAD, maker_of

UNKNOWN = "what it multiplies with is 0"

REASONS = {
    "closed": ("closed", "every input lies where its slope is 0"),
    "not above 0": ("closed", "none of its inputs is above 0"),
    "outside": ("closed", "all its inputs lie outside its limits"),
    "flat": ("flat", "its slope is 0 everywhere"),
    "not chosen": ("not chosen", "no element of this input was chosen where a gradient came"),
    "not looked up": ("not chosen", "no row was looked up, or only the padding row, which gets no gradient"),
    "not counted": ("not counted", "none of its targets counts: they are to be ignored, or their weight is 0"),
    "corner": ("corner", "it has a corner there, and the slope of a corner counts as 0"),
    "level": ("level", "its curve is level at this input"),
    "overwritten": (
        "overwritten",
        "its old numbers were overwritten in place, so nothing depends on them any more",
    ),
    "saturated": ("saturated", "it is saturated: its slope rounds to 0"),
    "factor 0": ("factor 0", UNKNOWN),
    "drawn": ("sample", f"what it draws has no path back; {INSTEAD}"),
    "even": ("even", "what it received is the same everywhere, and what it gives has the same sum for every input"),
}
"""For each word of a row's ``zero_where=``: the cause in a word or two, and in a sentence after "because"."""
PLAIN = ("length 1", "closed", "saturated", "dropout")
"""Causes to which the saved numbers add nothing."""


def words_of_rows(kind: str) -> list[str]:
    """The words of ``zero_where`` in the rows whose nodes are of this kind: ``Relu`` for ``ReluBackward0``."""
    for row in TABLE.values():
        if row.zero_where and (row.node or "").rpartition("::")[2].partition("Backward")[0] == kind:
            return row.zero_where.split(", ")
    return []


def is_zero(value: Value | None) -> bool:
    """Whether the value contains numbers, and all of them are 0."""
    return value is not None and 0 < math.prod(value.shape) == value.measure.zeros


def _makes_zero(factor: Value) -> bool:
    """Whether multiplying or dividing by these numbers may give exactly 0."""
    return factor.measure.zeros > 0 or factor.measure.infinities > 0


def _is_even(value: Value) -> bool:
    """Whether all numbers in the value are equal."""
    summary = summary_of(value)
    return math.prod(value.shape) > 1 and summary.smallest == summary.largest


def why_zero(trace, subject: Subject, value: Value, start: str = "", run: tuple[int, int, int] | None = None) -> Answer:
    """Follow the zeros, in the last backward or in ``run``, up to the event that made them."""
    shape = f" everywhere (shape {'×'.join(map(str, value.shape))})" if value.shape else ""
    start = start or f"{subject.name}.grad is 0{shape}:"
    node, slot = subject.node, subject.slot
    number, first, last = run or _last_run(trace, node, slot)
    while True:
        arrivals = trace.arrivals(last + 1, node, slot)
        if not arrivals:
            return Answer("no message", f"{start} no message came to {trace.label(node)} in backward {number}.", first)
        messages = [trace.events[k] for k in arrivals]
        if any(not is_zero(message.message) and message.message is not None for message in messages):
            hook = next((k for k in range(last, first, -1) if _is_zeroing(trace.events[k], node)), None)
            return _cancelled(trace, start, arrivals) if hook is None else _by_hook(trace, start, hook)
        k, sent = next((k, one) for k, one in zip(arrivals, messages, strict=True) if one.message is not None)
        if not sent.source:
            return Answer("seed 0", f"{start} the backward started with {value_after('the seed', sent.message)}.", k)
        found = _began_at(trace, start, sent.source, k)
        if found is not None:
            return found
        node = sent.source
        slots = range(trace.nodes[node].outputs)
        slot = next((slot for slot in slots if trace.arrivals(last + 1, node, slot)), 0)


def _last_run(trace, node: str, slot: int) -> tuple[int, int, int]:
    """The last backward that sent it something; the last of all if none did."""
    runs = (
        run for run in reversed(trace.backwards) if any(k >= run[1] for k in trace.arrivals(run[2] + 1, node, slot))
    )
    return next(runs, trace.backwards[-1])


def _cancelled(trace, start: str, arrivals: list[int]) -> Answer:
    """The messages are not 0, but their sum is."""
    parts = [text_of(trace.events[k].message) for k in arrivals]
    text = f"{start} several paths lead to it, and their gradients cancel: {listed(parts)} add up to 0."
    return Answer("paths cancel", text, arrivals[-1])


def _began_at(trace, start: str, node: str, before: int) -> Answer | None:
    """The answer, if this node received something other than 0 and made 0 of it; else None."""
    for k in range(before, -1, -1):
        event = trace.events[k]
        if getattr(event, "node", None) != node:
            continue
        if isinstance(event, ev.NodeVisited):
            return None
        if _is_zeroing(event, node):
            return _by_hook(trace, start, k)
        is_sum = (
            isinstance(event, ev.GradReduced) and trace.nodes[node].edges[event.index] == trace.events[before].target
        )
        if is_sum and is_zero(event.after) and not is_zero(event.before):
            words = f"summed along {axes_words(event.axes)}, the gradients of its copies cancel"
            return Answer("cancelled", f"{start} {words}{in_brackets(line_at(trace, node))}.", k)
        if isinstance(event, ev.SlotMaterialized) and _heard_nothing(trace, node, k):
            text = (
                f"{start} {trace.label(node)} received nothing, and zeros were put in the place of what did not come."
            )
            return Answer("received nothing", text, k)
        if isinstance(event, ev.RuleApplied) and not all(value is None or is_zero(value) for value in event.received):
            return made_zero(trace, start, event, k, trace.events[before].target)
    return None


def _heard_nothing(trace, node: str, before: int) -> bool:
    """Whether no slot of the node had a gradient when zeros were put there."""
    return all(trace.at(before).buffers.get((node, slot)) is None for slot in range(trace.nodes[node].outputs))


def _is_zeroing(event: ev.Event, node: str) -> bool:
    """Whether a hook at this node made 0 of something else."""
    if not isinstance(event, ev.HookCalled) or event.node != node:
        return False
    return any(is_zero(after) and not is_zero(before) for before, after in zip(event.before, event.after, strict=False))


def _by_hook(trace, start: str, k: int) -> Answer:
    event = trace.events[k]
    return Answer("hook", f"{start} the hook {event.name} at {trace.label(event.node)} made 0 of its gradient.", k)


def made_zero(trace, start: str, event: ev.RuleApplied, k: int, target: Edge) -> Answer:
    """The rule of this node made the zeros that went to ``target``."""
    info = as_found(trace, event.node, k)
    cause, reason = _reason(info, event)
    line = line_at(trace, info.id)
    if info != trace.nodes[info.id]:
        cause, reason = (
            "unseen change",
            "what it had kept was changed where autograd did not see it, as through `.data`",
        )
    elif cause == "factor 0" and is_dropout(trace, info):
        cause, reason = "dropout", "this is a dropout that drops everything, as with p=1"
    elif cause == "factor 0" and target in info.edges:
        reason = factor_words(trace, info, info.edges.index(target), event.received[0])
        before = closed_before(trace, info, info.edges.index(target))
        if before is not None:  # the weight behind a dead ReLU
            cause, reason = "closed", f"{reason}: {_closed_words(trace, before)}"
            line = line_at(trace, before.id)
    kept = kept_words(trace, info.id, k)
    had = f" It had saved {kept}." if kept and cause not in PLAIN else ""
    received = listed(text_of(value) for value in event.received if value is not None)
    because = f", because {reason}" if reason else ""
    layer = layer_words(trace, info.id)
    who = f"{worker(trace, info.id)}{layer and f' in {layer}'}{in_brackets(line_at(trace, info.id))}"
    text = f"{start} {who} received {received} and sends 0{return_words(info)}{because}.{had}"
    return Answer(cause, text, k, line)


def _reason(info: NodeInfo, event: ev.RuleApplied) -> tuple[str, str]:
    """The cause in a word, and in a sentence; ``"rule"`` where nothing more is known."""
    kind = "" if info.kind == "function" else info.name.partition("Backward")[0]
    factors = [*event.received, *(saved.value for saved in info.saved if saved.frees)]
    along = length_of(info) if kind in SOFTMAX else None
    if along is not None and along[1] == 1:
        name = info.op.partition(".")[0].lstrip("_")
        always = int(kind == "Softmax")
        text = f"{name} over dimension {along[0]}, which has length 1, is always {always}{_longer_dimension(info)}"
        return "length 1", text
    if kind in COMPARING and _is_right(info):
        return "no error", "the predictions are equal to the target, number by number"
    if kind == "Normal":
        return "sample", "what it draws has no path back: write `mean + std * torch.randn_like(mean)`"
    if kind in ("Mul", "Div") and not any(value and _makes_zero(value) for value in factors):
        dtype = next(value.dtype for value in event.results if value is not None)
        return "underflow", f"none of the factors is 0, but their product is too small for {dtype}"
    if "Norm" in kind and _is_alone(info):
        return "length 1", "it normalises each number by itself: a number minus its own mean is always 0"
    if "Norm" in kind and any(saved.name == "weight" and is_zero(saved.value) for saved in info.saved):
        return REASONS["factor 0"]
    is_even = all(value is None or _is_even(value) for value in event.received)
    words = [word for word in words_of_rows(kind) if word != "even" or is_even]
    return REASONS[words[0]] if words else ("rule", "")


def _longer_dimension(info: NodeInfo) -> str:
    """The remedy, where a softmax ran over a dimension of length 1 and another, not the batch, is longer."""
    shape = next(saved.value.shape for saved in info.saved if saved.name == "result" and saved.value is not None)
    longer = [place for place, length in enumerate(shape) if place and length > 1]
    if not longer:
        return ""
    return f". Was another dimension meant? Dimension {longer[-1]} has length {shape[longer[-1]]}"


def closing_words(info: NodeInfo) -> str:
    """``none of its inputs is above 0``: why a node of a kind that closes sends 0; "" for another kind."""
    return next((REASONS[word][1] for word in words_of_rows(kind_of(info)) if REASONS[word][0] == "closed"), "")


def closed_before(trace, info: NodeInfo, index: int) -> NodeInfo | None:
    """The node that gave the rule for edge ``index`` a factor of nothing but zeros, if it is of a kind that closes."""
    rule = next((rule.source for rule in info.rules if rule.input == info.inputs[index]), "")
    for saved in info.saved:
        if not re.search(rf"\b{re.escape(saved.name)}\b", rule):
            continue
        edge = info.edges[info.inputs.index(saved.name)] if is_zero(saved.value) and saved.name in info.inputs else None
        before = trace.nodes.get(leaf_behind(trace, edge.node)) if edge else None
        if before is not None and closing_words(before):
            return before
    return None


def _closed_words(trace, info: NodeInfo) -> str:
    return f"{operation_of(info)}{in_brackets(line_at(trace, info.id))} gave only zeros, because {closing_words(info)}"


def _is_right(info: NodeInfo) -> bool:
    """Whether a loss compares equal tensors."""
    given, target = (next((one.value for one in info.saved if one.name == name), None) for name in ("self", "target"))
    return given is not None and target is not None and given.items is not None and given.items == target.items


def _is_alone(info: NodeInfo) -> bool:
    """Whether a normalisation has as many means as numbers."""
    sizes = {saved.name: math.prod(saved.value.shape) for saved in info.saved if saved.value is not None}
    return 0 < sizes.get("input", 0) == sizes.get("result1")


# ----- which factor is 0 ----------------------------------------------------------------------------------------------
def factor_words(trace, info: NodeInfo, index: int, received: Value | None) -> str:
    """``its factor mask is 0``: why the rule for edge ``index`` sends 0."""
    kind = info.name.partition("Backward")[0]
    rule = next((rule.source for rule in info.rules if rule.input == info.inputs[index]), "")
    for saved in info.saved:
        name = _factor_name(trace, info, saved)
        if kind in ("Prod", "Cumprod") and saved.value is not None and (zeros := saved.value.measure.zeros) > 1:
            return f"{zeros} of the numbers in {name} are 0, so whatever each of them is multiplied with is 0"
        if not re.search(rf"\b{re.escape(saved.name)}\b", rule):
            continue
        if is_zero(saved.value) or (saved.value is None and saved.text in ("0", "0.0")):
            return f"its {'factor ' * saved.frees}{name} is 0"
        if kind == "Div" and saved.name == "other" and saved.value is not None and saved.value.measure.infinities:
            return f"{name}, by which it divides, is infinite"
        if kind == "Mul" and _is_zero_where(saved.value, received):
            return f"its factor {name} is 0 wherever what it received is not"
    return UNKNOWN


def _is_zero_where(factor: Value | None, received: Value | None) -> bool:
    """Whether at every place the factor is 0 or what was received; both must have the same shape."""
    if factor is None or received is None or factor.shape != received.shape or None in (factor.items, received.items):
        return False
    return all(not one or not other for one, other in zip(factor.items, received.items, strict=True))


def _factor_name(trace, info: NodeInfo, saved: SavedInfo) -> str:
    """What the learner calls the factor, perhaps before it was transposed; else what the rule calls it."""
    if saved.name not in info.inputs:
        return saved.name
    edge = info.edges[info.inputs.index(saved.name)]
    return (_name_behind(trace, edge) if edge else _constant_name(trace, info)) or f"`{saved.name}`"


def _name_behind(trace, edge: Edge | None) -> str | None:
    """The name of a value, or of the value that was transposed, viewed or cut to give it."""
    while edge is not None:
        name, info = trace.name(edge.node, edge.slot), trace.nodes.get(edge.node)
        if name or info is None or info.name.partition("Backward")[0] not in MOVING:
            return name
        edge = info.edges[0]
    return None


def _constant_name(trace, info: NodeInfo) -> str | None:
    """The name of the only tensor without a history that the call of this node took."""
    step = maker_of(trace, info.id)
    plain = [trace.flow.tensors[number] for number in step.inputs] if step else []
    plain = [tensor.name for tensor in plain if not tensor.requires_grad]
    return plain[0] if len(plain) == 1 else None
