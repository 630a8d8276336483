"""The register of misconceptions is true: each is treated by a lesson, and refuted by a step that says so.

That each listed wrong answer gets the reply that is meant for it is tested in ``test_bank.py``.
"""

from dataclasses import replace
from functools import cache

from each_case import in_one_test
from leaks import numbers_in

from autograd_lab.exercises import bank, misconceptions
from autograd_lab.exercises.exercise import Look

FOUND = {f"M{number}" for number in range(1, 64)}
"""All that was found in learners' threads."""
REGISTER = misconceptions.load()
CHECKS = {name: tuple(wrong.idea for wrong in bank.get(name).wrong) for name in bank.ids()}
"""Exercise → the ideas behind its wrong answers, in their order."""


def faults(register, checks):
    """What is not true of this register, where these are the exercises and their ideas; a sentence each."""
    named = {idea for ideas in checks.values() for idea in ideas if idea}
    found = [f"{key} is named by a wrong answer, and is not in the register" for key in sorted(named - set(register))]
    found += [f"{key} is forgotten" for key in sorted(FOUND - set(register))]
    for key, entry in register.items():
        found += [
            f"{key}: {fault}" for fault in (*faulty_words(entry), *faulty_use(entry, checks), *faulty_step(entry))
        ]
    return found


def faulty_words(entry):
    texts = (entry.quote, entry.think, entry.fact, entry.evidence)
    if not all(texts) or len(set(texts)) < len(texts):
        yield "a text is missing, or is there twice"
    if not entry.source.startswith("https://") and entry.id.startswith("M") and "thread: " not in entry.source:
        yield "no thread where learners say so"


def faulty_use(entry, checks):
    using = tuple(name for name, ideas in checks.items() if entry.id in ideas)
    if not using:
        yield "leads here from nowhere"
    if not any(name.startswith(f"{entry.lesson}.") for name in using) or entry.lesson not in bank.LESSONS:
        yield f"{entry.lesson} does not treat it"


def faulty_step(entry):
    """The evidence is a step that exists, whose own sentence says so, with every number that the evidence has."""
    try:
        sentence = said_at(entry.step)
    except LookupError as error:
        yield str(error)
        return
    if entry.step.says not in sentence:
        yield f"the step says something else: {sentence}"
    if numbers := numbers_in(entry.evidence) - numbers_in(sentence):
        yield f"the step says nothing of {', '.join(sorted(numbers))}: {sentence}"


@cache
def said_at(step):
    trace = bank.get(step.exercise).trace
    return trace.sentence(step.look.index(trace))


def test_the_register_is_true():
    assert faults(REGISTER, CHECKS) == []


# ----- the test itself ------------------------------------------------------------------------------------------------
def changed(key, **fields):
    return {**REGISTER, key: replace(REGISTER[key], **fields)}


@in_one_test(
    ("fields", "fault"),
    [
        ({"evidence": "The second backward adds 9 to the 2 in w.grad: 12."}, "the step says nothing of 9"),
        ({"step": replace(REGISTER["M7"].step, look=Look("GradAccumulated", "AccumulateGrad(w)"))}, "something else"),
        ({"step": replace(REGISTER["M7"].step, exercise="L1.P3")}, "is not in the trace"),
        ({"lesson": "L3"}, "L3 does not treat it"),
        ({"source": ""}, "no thread"),
        ({"fact": ""}, "a text is missing"),
    ],
)
def test_what_is_not_true_is_noticed(fields, fault):
    (found,) = faults(changed("M7", **fields), CHECKS)[:1]
    assert fault in found
