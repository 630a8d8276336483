"""Why no backward came to a tensor: nothing was made of it, or the way from it to where a backward starts is cut."""

import re
from collections.abc import Iterable, Mapping, Sequence

from .answer import Answer, Subject
from .cut_words import CUTS, MODES, cut_words, has_lost, place_of
from .events import BackwardStarted
from .flow import EARLIER, FORGETTING, NEW_LEAF, FlowStep
from .flow_search import Ways, guilty_first, made_by, users_of, ways_of
from .story import Story
from .words import listed

DROPPING = (*FORGETTING, *MODES)
COPYING = ("tensor", "new_tensor")


RECORD_FORWARD = (
    "The forward ran before the recording began, so it is not known where. Put it inside: "
    "`with al.record() as trace: loss = …; loss.backward()`."
)


def not_reached(story: Story, subject: Subject) -> Answer:
    """Where every way from it ends, as far as the recording has seen it."""
    start, unseen = f"{subject.name}.grad is None:", f"no path leads to it from {root_words(story)}. {RECORD_FORWARD}"
    if not story.flow.steps:
        return Answer("forward not recorded", f"{start} {unseen}")
    if subject.number is None or not users_of(story, subject.number):
        return _unused(story, subject, start)
    if has_lost(story, subject.number):
        return _lost(story, subject, start)
    early = next((step for step in users_of(story, subject.number) if _led_nowhere(story, step)), None)
    if early is not None:
        told = f"{start} {place_of(story, early)} took it when it did not require a gradient yet."
        return Answer("not required", told, None, early.line)
    ways = ways_of(story, subject.number)
    if ways.cuts or ways.taken:
        return _cut_off(story, subject, start, ways)
    if ways.arrives:
        told = f"{start} the backward was asked for other gradients, or to return them, as grad() and torch.func do."
        return Answer("not asked for", told)
    if ways.unseen:
        return Answer("forward not recorded", f"{start} {unseen}")
    return _ended(story, subject, start, ways.ends)


def _cut_off(story: Story, subject: Subject, start: str, ways: Ways) -> Answer:
    """Every place at which a way ends, each with its reason."""
    sure = any(step.cut != "integers" for step in ways.cuts)  # what only picks is rarely meant to have a gradient
    found = guilty_first(story, subject.number, ways.cuts if sure else (*ways.taken, *ways.cuts))
    reasons = _reasons(story, found)
    if len(reasons) == 1:
        [(place, words)] = reasons.items()
        told = f"{start} the path from {subject.name} ends at {place}. {_capital(listed(words))}."
    else:
        ends = listed(f"at {place} ({listed(words)})" for place, words in reasons.items())
        told = f"{start} several paths lead on from {subject.name}, and each of them ends: {ends}."
    asking = {place_of(story, step) for step in ways.cuts if step.operation in COPYING}  # for the numbers themselves
    taken = [step for step in ways.taken if ways.cuts and step.cut != "integers"]
    taken = [step for step in taken if place_of(story, step) not in asking]
    told += besides(story, "Numbers were taken out of it, too,", taken, reasons)
    further = [step for step in ways.further if place_of(story, step) not in reasons]
    told += besides(story, "Further on, there is another cut", further, {})
    return Answer(found[0].cut, told, None, found[0].line)


def _ended(story: Story, subject: Subject, start: str, ends: Sequence[FlowStep]) -> Answer:
    """No way leads to the root at all: what was made last plays no part there."""
    last = next((step for step in reversed(ends) if not step.cut), ends[-1])
    ending = f"{start} the path from {subject.name} ends at {place_of(story, last)}."
    if last.cut:
        return Answer(last.cut, f"{ending} {_capital(cut_words(story, last))}.", None, last.line)
    if last.line and re.search(r"\b(Parameter|Variable)\(", last.line.text):
        return Answer(NEW_LEAF, f"{ending} {CUTS[NEW_LEAF]}.", None, last.line)
    told = f"{start} what was made of {subject.name} plays no part in {root_words(story)}"
    told += f"; it ends at {place_of(story, last)}."
    return Answer("not part of the root", told, None, last.line)


def root_words(story: Story) -> str:
    """What the learner calls the tensor at which the last backward started."""
    started = next((event for event in reversed(story.events) if isinstance(event, BackwardStarted)), None)
    names = [story.name(root.node, root.slot) for root in started.roots] if started else []
    return listed(names) if names and all(names) else "what the backward started from"


def dead_ends(story: Story, subject: Subject) -> list[FlowStep]:
    """Where ways end with a cut, whatever else was made of it."""
    if subject.number is None:
        return []
    ways = ways_of(story, subject.number)
    return guilty_first(story, subject.number, [step for step in (*ways.cuts, *ways.taken, *ways.ends) if step.cut])


def cut_besides(story: Story, subject: Subject) -> str:
    """A sentence on other ways to the root of the last backward, that end where a history is dropped in a word."""
    if subject.number is None:
        return ""
    cuts = [step for step in ways_of(story, subject.number, last=True).cuts if step.cut in DROPPING]
    return besides(story, f"Another path from {subject.name} to {root_words(story)} ends", cuts, {})


def cut_off_later(story: Story, subject: Subject, start: str) -> Answer | None:
    """Where the way to the root of the last backward is cut, when that is no part of its graph."""
    last = next(event for event in reversed(story.events) if isinstance(event, BackwardStarted))
    if subject.number is None or any(info.id == subject.node for info in last.nodes):
        return None
    ways = ways_of(story, subject.number, last=True)
    return _cut_off(story, subject, start, ways) if ways.cuts else None


def besides(story: Story, words: str, steps: Iterable[FlowStep], known: Mapping[str, list[str]]) -> str:
    """A sentence about what else there is, apart from what was told already."""
    new = {place: set(why).difference(known.get(place, ())) for place, why in _reasons(story, steps).items()}
    places = [f"at {place} ({listed(sorted(why))})" for place, why in new.items() if why]
    return f" {words} {listed(places)}." if places else ""


def _reasons(story: Story, steps: Iterable[FlowStep]) -> dict[str, list[str]]:
    """Each place, and why a way ends there; on one line there may be several reasons."""
    found: dict[str, list[str]] = {}
    for step in steps:
        words = found.setdefault(place_of(story, step), [])
        words += [cut_words(story, step)] * (cut_words(story, step) not in words)
    return found


def _lost(story: Story, subject: Subject, start: str) -> Answer:
    """It is a view that was made where no graph is built."""
    step = made_by(story, subject.number)
    base = story.flow.tensors[step.inputs[0]].name or "its base"
    where = "inside no_grad() or inference_mode(), before this recording"
    if step.operation != EARLIER:
        where = f"inside {step.cut}() ({place_of(story, step)})"
    told = f"{start} {subject.name} is a view of {base} that was made {where}. It requires a gradient because {base} "
    told += "does, but it has neither a history nor a place of its own in the graph, so none is sent to it."
    return Answer(step.cut, told, None, step.line)


def _led_nowhere(story: Story, step: FlowStep) -> bool:
    """Whether no input of a call required a gradient: it gave tensors, none requires one, and nothing was cut."""
    made = [story.flow.tensors[number] for number in step.outputs]
    return bool(made) and not step.cut and not any(tensor.requires_grad for tensor in made)


def _unused(story: Story, subject: Subject, start: str) -> Answer:
    """Nothing was computed from it; perhaps its module was never called."""
    module = subject.name.rpartition(".")[0]
    called = {call.name for origin in story.origins.values() for call in origin.modules}
    if module and module not in called and module.partition(".")[0] in {name.partition(".")[0] for name in called}:
        return Answer("not called", f"{start} {module} was never called in this recording.")
    return Answer("not used", f"{start} nothing in this recording was computed from {subject.name}.")


def _capital(words: str) -> str:
    return words if words.startswith("`") else words[:1].upper() + words[1:]
