"""A draw by ``sample()`` cuts one of the paths from parameters to the loss, while other terms still train these."""

from collections.abc import Iterator

from ..recording.calls import FlowStep
from ..telling.words import capital, listed
from .answer import Hint, last_backward, leaves_below, line_words, names_of
from .paths import MODES, assigned_name, made_by


def draw_hints(trace) -> Iterator[Hint]:
    """The last draw of each line from a normal distribution; a policy gradient, by its log-probability, is meant."""
    is_draw = (step.operation == "normal" and step.cut in MODES for step in trace.flow.steps)
    draws = {step.line: k for k, (step, drawn) in enumerate(zip(trace.flow.steps, is_draw, strict=True)) if drawn}
    for line, k in draws.items():
        leaves = leaves_below(trace, _sources(trace, trace.flow.steps[k])) & last_backward(trace)[1].keys()
        if leaves and line and ".sample(" in line.text and _is_used(trace, k, leaves):
            modules = listed(dict.fromkeys(name.rpartition(".")[0] or name for name in names_of(trace, leaves)))
            text = f"{capital(line_words(line))}, draws without a path back: through "
            text += f"{assigned_name(line.text) or 'what it gives'}, no gradient comes to {modules}. "
            text += "The gradients that came took other paths. Call rsample() there."
            yield Hint("sample", text, line, leaves, "all")


def _sources(trace, step: FlowStep) -> set[str]:
    """The nodes of what the distribution was made of, which it may have expanded before the draw."""
    found, todo = set(), [*step.inputs]
    while todo:
        number = todo.pop()
        place, maker = trace.flow.tensors[number].place, made_by(trace, number)
        if place:
            found.add(place.node)
        elif maker and maker.cut in MODES:
            todo += maker.inputs
    return found


def _is_used(trace, k: int, leaves: frozenset[str]) -> bool:
    """Whether the last backward began at what was made of draw ``k``, which met no result of these leaves at first."""
    tensors, roots = trace.flow.tensors, {root for start in trace.starts[-1:] for root in start.roots}
    drawn = made = {*trace.flow.steps[k].outputs}
    for step in trace.flow.steps[k + 1 :]:
        if step.cut or made.isdisjoint(step.inputs):
            continue
        met = leaves_below(trace, {place.node for number in step.inputs if (place := tensors[number].place)})
        if not drawn.isdisjoint(step.inputs) and (met | trace.flow.leaves_among(step.inputs)) & leaves:
            return False
        drawn = drawn.union(number for number in step.outputs if not tensors[number].requires_grad)
        made = made.union(step.outputs)
    return any(tensors[number].place in roots for number in made)
