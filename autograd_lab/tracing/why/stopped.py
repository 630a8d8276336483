"""Why a backward stopped, and which line of the learner's caused it: a write in place, or a graph that was freed."""

from ..recording.calls import FlowStep
from ..recording.source_lines import Line
from ..trace.events import ErrorRaised, ValueFreed
from ..trace.story import Story
from .answer import in_brackets, line_words
from .paths import gave


def stopped_words(story: Story, event: ErrorRaised) -> tuple[str, Line | None]:
    """``with RuntimeError: …``, and the line that overwrote a saved value, if that is the reason."""
    message = event.message.partition("\n")[0].partition(". ")[0].rstrip(".")
    line = _line_of_write(story, event.node) if "modified by an inplace operation" in message else None
    what = f" What changed it in place is {line_words(line)}." if line else _freed_words(story, event)
    return f"with {event.type}: {message}.{what}", line


def _freed_words(story: Story, event: ErrorRaised) -> str:
    """A sentence about the backward that freed the node's saved values, if a second backward needed them."""
    freed = next((k for k, e in enumerate(story.events) if isinstance(e, ValueFreed) and e.node == event.node), None)
    if freed is None or "a second time" not in event.message:
        return ""
    number = max(number for number, first, last in story.backwards if first <= freed <= last)
    called = in_brackets(story.called_at(number))
    return f" What freed it is backward {number}{called}: retain_graph=True there keeps the graph."


def _line_of_write(story: Story, node: str | None) -> Line | None:
    """The line that changed a saved value of ``node`` in place, if the recording has seen it."""
    steps = story.flow.steps
    made = next((k for k, step in enumerate(steps) if node and gave(story, step, node)), None)
    if made is None:
        return None
    if story.nodes[node].kind == "function":  # PyTorch shows such a call late: perhaps only after the write
        kept = {*steps[made].inputs, *steps[made].outputs}
        return next((step.line for step in reversed(steps) if _writes_to(step, kept, step.outputs)), None)
    kept, later = _kept(story, node, steps[made]), steps[made + 1 :]
    views = {number for step in later if not kept.isdisjoint(step.inputs) for number in step.outputs}
    writes = (step for numbers in (kept, views) for step in later if _writes_to(step, numbers))
    return next((step.line for step in writes), None)


def _writes_to(step: FlowStep, numbers: set[int], outputs: tuple[int, ...] = ()) -> bool:
    """Whether a call writes in place into one of these tensors, or (``outputs``) gave one of them by such a write.

    ``.data = …`` does not count: it gives a tensor other numbers, and autograd does not notice.
    """
    if step.operation == "data_":
        return False
    return step.operation.endswith("_") and not numbers.isdisjoint((*step.inputs[:1], *outputs))


def _kept(story: Story, node: str, step: FlowStep) -> set[int]:
    """The tensors whose numbers the node's rule needs: inputs of its call, or outputs."""
    info = story.nodes[node]
    needed = [saved.name in info.inputs for saved in info.saved if saved.frees]
    return {*(step.inputs if any(needed) else ()), *(() if all(needed) else step.outputs)}
