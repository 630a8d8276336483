"""Break it: a bug beside the correct line, where the runs part, and what comes out broken, or why nothing does."""

import json
import re

import numpy as np
import pytest
from bug_programs import another_order, chain, diamond, diamond_and_d, pair, stretched, swapped
from each_case import each_case

import autograd_lab as al
from autograd_lab import views
from autograd_lab.tracing.experiments.planted_bugs import BUGS
from autograd_lab.views.broken_program import SHOWS

MACHINERY = re.compile(r"\bhere\b|\bthere\)|\bkind\b|saved\.|\.value")


def words(program, bug, **inputs):
    return views.break_it(program, bug, **inputs).text()


def test_one_bug_in_words():
    view = views.break_it(diamond, "= instead of +=", a=2.0, b=3.0)
    expected = """\
Break it: diamond(a, b) at a = 2, b = 3
---------------------------------------
= instead of +=: The correct engine adds up the messages that arrive in the same slot.
correct:
    return message if before is None else before + message
broken:
    return message
At MulBackward0 #1 (for c) two messages meet, 8 and 6. \
The correct engine adds them up to 14; in the broken one, 6 takes the place of 8, which is lost.
Broken at the end: a.grad and b.grad.
        correct  broken  off by
a.grad  48       18      -30
b.grad  28       12      -16
How would you notice? """
    assert view.text() == expected + BUGS["= instead of +="].notice
    assert repr(view) == view.text()


@each_case(
    ("bug", "program", "inputs", "said"),
    [
        ("no un-broadcast", stretched, dict(a=2.0, v=[1.0, 5.0]), (
            "Forward copied a, so MulBackward0 #1", "each copy: [1, 5]. The correct engine adds them up to 6,",
            "a.grad  6        [1, 5]  shape (2,) instead of ()", "v.grad  [2, 2]   [2, 2]  –",
        )),
        ("wrong saved value", diamond, dict(a=2.0, b=3.0), (
            "The runs already differ in forward: MulBackward0 #1 should keep a = 2; the broken one keeps 3 instead.",
        )),
        ("depth-first order", swapped, dict(a=2.0, b=3.0), (
            "The correct engine runs AddBackward0 #2 (for d) next; the broken one runs MulBackward0 #1 (for c), "
            "although it has received only 1 of 2 messages.",
        )),
        ("depth-first order", pair, dict(v=[2.0, 3.0]), ("runs UnbindBackward0 #1, although",)),
        ("dropped slot", pair, dict(v=[2.0, 3.0]), (
            "sends 6. In the correct run it goes to slot 1 of UnbindBackward0 #1, in the broken one to slot 0: it "
            "counts as the gradient of another output.",
            "v.grad  [9, 12]  [21, 0]  [12, -12]",
        )),
        ("stale .grad", diamond, dict(a=2.0, b=3.0), (
            "in the broken one, a.grad still holds 48 and b.grad still holds 28 from the first pass",
        )),
        ("dropped slot", lambda v: v.split([1, 2])[0].sum() * v.split([2, 1])[1].sum(), dict(v=[1.0, 2.0, 3.0]), (
            "Broken at the end: v.grad.",
        )),
    ],
)  # fmt: skip
def test_what_is_said_where_it_shows(bug, program, inputs, said):
    text = words(program, bug, **inputs)
    for part in said:
        assert part in text
    assert "A program in which it shows" not in text


@each_case(
    ("bug", "program", "inputs", "why"),
    [
        ("= instead of +=", diamond, dict(a=2.0, b=3.0), {
            "b": "Why b.grad? MulBackward0 #1 sends 12 to b, instead of 28, since it received 6 instead of 14.",
        }),
        ("= instead of +=", lambda a, b: a * b + a, dict(a=2.0, b=3.0), {
            "a": "Why a.grad? a receives 1 and 3 in both runs. The correct engine adds them up to 4; the broken one "
                 "keeps only 3.",
            "b": "Why not b.grad? b receives 2 in both runs: on the way to b, no two messages meet in one slot.",
        }),
        ("no un-broadcast", stretched, dict(a=2.0, v=[1.0, 5.0]), {
            "a": "Why a.grad? MulBackward0 #1 sends [1, 5] to a, instead of 6: one gradient for each copy, which "
                 "nobody has added up.",
            "v": "Why not v.grad? v receives [2, 2] in both runs: forward copied neither v nor anything computed from "
                 "it.",
        }),
        ("wrong saved value", lambda a, b, d: a * b + d, dict(a=2.0, b=3.0, d=4.0), {
            "a": "Why a.grad? MulBackward0 #1 sends 2 to a, instead of 3, since it multiplies by the wrong value.",
            "d": "Why not d.grad? d receives 1 in both runs: no node on the way to d multiplies by a wrong value.",
        }),
        ("wrong saved value", lambda a, b, d: a * b * d, dict(a=2.0, b=3.0, d=4.0), {
            "a": "Why not a.grad? a receives 12 in both runs. The bug does act on the way to a, but changes nothing "
                 "that a receives.",
            "b": "Why b.grad? MulBackward0 #1 sends 18 to b, instead of 8, since it received 6 instead of 4 and it "
                 "multiplies by the wrong value.",
        }),
        ("depth-first order", diamond_and_d, dict(a=2.0, b=3.0, d=4.0), {
            "b": "Why b.grad? MulBackward0 #1 sends 20 to b, instead of 32, since it received 10 instead of 16.",
            "d": "Why not d.grad? d receives 6 in both runs: every node on the way to d had received all its messages "
                 "when it ran.",
        }),
        ("dropped slot", lambda v, w: pair(v) * w, dict(v=[2.0, 3.0], w=5.0), {
            "v": "Why v.grad? UnbindBackward0 #1 sends [105, 0] to v, instead of [45, 60], since it received 105 "
                 "instead of 45.",
            "w": "Why not w.grad? w receives 18 in both runs: every message on the way to w belongs in slot 0.",
        }),
        ("depth-first order", lambda v: (lambda x, y: x * y * y)(*v.unbind()), dict(v=[2.0, 3.0]), {
            "v": "Why v.grad? UnbindBackward0 #1 sends [0, 6] to v, instead of [9, 12], since it received nothing "
                 "instead of 9.",
        }),
        ("stale .grad", lambda a, b: a * 3 + b * 0, dict(a=2.0, b=1.0), {
            "a": "Why a.grad? It still holds 3 from the first backward pass, and the second one adds 3 to that.",
            "b": "Why not b.grad? b receives 0 in both runs. The bug does act on the way to b, but changes nothing "
                 "that b receives.",
        }),
        ("stale .grad", lambda a, b: a * 3 + b.detach(), dict(a=2.0, b=1.0), {
            "b": "Why not b.grad? No path leads from the result to b, so it receives nothing in either run.",
        }),
    ],
)  # fmt: skip
def test_why_each_grad_is_broken_or_not(bug, program, inputs, why):
    (shown,) = views.break_it(program, bug, **inputs).data["bugs"]
    assert set(shown["why"]) == set(inputs)
    assert {name: shown["why"][name] for name in why} == why
    assert [name for name in inputs if f"Why {name}.grad?" in shown["why"][name]] == [*shown["wrong"]]


def test_no_word_of_the_machinery():
    """Nothing that a learner reads names fields of events, or calls an engine "here" or "there"."""
    for program, inputs in (
        (diamond, dict(a=2.0, b=3.0)),
        (stretched, dict(a=2.0, v=[1.0, 5.0])),
        (pair, dict(v=[2, 3])),
    ):
        view = views.break_it(program, **inputs)
        told = [text for bug in view.data["bugs"] for text in (*bug["why"].values(), *bug["told"], bug["outcome"])]
        told += [bug["pair"]["parting"]["words"] for bug in view.data["bugs"] if bug["pair"]]
        assert [text for text in (*told, view.text()) if MACHINERY.search(text)] == []


def test_the_numbers_of_operations_begin_at_1_in_every_cell():
    first = views.break_it(pair, "dropped slot", v=[2.0, 3.0])
    kept = pair(al.tensor([2.0, 3.0], requires_grad=True))
    later = views.break_it(pair, "dropped slot", v=[2.0, 3.0])
    assert kept.requires_grad
    assert "UnbindBackward0 #1" in first.text()
    assert first.text() == later.text()
    assert first.data["name"] == later.data["name"], "a guess is kept under this name"
    assert first.data["name"] != views.break_it(pair, "dropped slot", v=[2.0, 4.0]).data["name"]


def test_in_the_picture_of_a_dropped_slot_every_arrow_leads_to_slot_0():
    view = views.break_it(pair, "dropped slot", v=[2.0, 3.0])
    right, broken = (view.traces[side]["data"]["parts"] for side in view.data["bugs"][0]["pair"]["sides"])
    one, other = (
        {edge[1] for box in parts["nodes/0"]["boxes"].values() for edge in box["edges"]} for parts in (right, broken)
    )
    assert (one, other) == ({0, 1}, {0})
    sentences = " ".join(text for _, text in broken["tale/0"]["steps"])
    assert "it had kept self = 6 and y = 3" in sentences, "what is kept has its own name"


@each_case(
    ("bug", "program", "inputs", "why"),
    [
        ("= instead of +=", chain, dict(a=0.5), "No two messages meet in one slot, since every value is used once"),
        (
            "= instead of +=",
            lambda a, b: a * b + a * 0,
            dict(a=2.0, b=3.0),
            "Where two messages meet, the first one is 0.",
        ),
        ("no un-broadcast", chain, dict(a=0.5), "No operation had to copy an input to stretch it"),
        ("wrong saved value", lambda a: a + a, dict(a=0.5), "Its operations save no numbers"),
        ("wrong saved value", lambda a: a * a, dict(a=0.5), "is equal to what should be kept"),
        ("depth-first order", chain, dict(a=0.5), "each node has received all its messages when it runs"),
        ("dropped slot", chain, dict(a=0.5), "No operation has several outputs"),
        ("dropped slot", lambda v: v.unbind()[0] * 2, dict(v=[1.0, 2.0]), "All messages are meant for slot 0."),
    ],
)
def test_a_bug_that_does_not_show_is_explained(bug, program, inputs, why):
    text = words(program, bug, **inputs)
    assert "The bug does not show in this program: the correct and the broken run are the same. " in text
    assert why in text
    assert text.endswith(f"A program in which it shows:\n{SHOWS[bug]}")


@each_case(
    ("bug", "program", "inputs", "why"),
    [
        ("wrong saved value", lambda a: a.relu(), dict(a=-1.0), "the rules give the same with the wrong value"),
        ("depth-first order", another_order, dict(a=3.0, b=2.0), "every node had received all its messages when it"),
        ("stale .grad", lambda a: a * 0, dict(a=3.0), "what was left over is 0"),
    ],
)
def test_recordings_that_part_without_harm(bug, program, inputs, why):
    text = words(program, bug, **inputs)
    assert "The two runs differ, and yet every .grad comes out correct: " in text
    assert why in text
    assert SHOWS[bug] in text


@each_case("bug", BUGS)
def test_the_programs_in_which_bugs_are_said_to_show(bug):
    variables = {}
    exec(SHOWS[bug], variables)
    given = {"a": 2.0, "b": 3.0, "v": [2.0, 3.0]}
    names = variables["program"].__code__.co_varnames[: variables["program"].__code__.co_argcount]
    (run,) = views.break_it(variables["program"], bug, **{name: given[name] for name in names}).runs.values()
    assert run.wrong


def test_a_backward_that_fails_is_told():
    def pieces(v):
        first, rest = v.split([2, 3])
        return first.sum() * rest.sum()

    text = words(pieces, "dropped slot", v=[1.0, 2.0, 3.0, 4.0, 5.0])
    assert "The broken engine stops with an error: ValueError: operands could not be broadcast" in text
    assert "all of it" in text


def test_without_names_there_are_all_bugs_and_the_engine_is_sent_once_for_each_kind():
    view = views.break_it(diamond, a=2.0, b=3.0)
    assert [bug["name"] for bug in view.data["bugs"]] == [*BUGS]
    pairs = [bug["pair"] for bug in view.data["bugs"]]
    assert [pair is None for pair in pairs] == [False, True, False, False, True, False]
    assert [pair["sides"][0] for pair in pairs if pair] == [0, 0, 0, 4]
    assert len(view.traces) == 6


def test_the_page_is_plain_data_and_the_same_each_time():
    one, other = (views.break_it(diamond, "= instead of +=", "stale .grad", a=2.0, b=3.0) for _ in range(2))
    assert json.loads(json.dumps(one.page_state()))
    numbers = [[*run.right.nodes] for view in (one, other) for run in view.runs.values()]
    assert numbers[0] == numbers[1]
    assert one.data["bugs"][0]["rows"] == other.data["bugs"][0]["rows"]


def test_what_is_refused():
    with pytest.raises(ValueError) as refused:
        views.break_it(diamond, "no unbroadcast", a=2.0, b=3.0)
    assert str(refused.value) == (
        "There is no bug 'no unbroadcast'; there are '= instead of +=', 'no un-broadcast', 'wrong saved value', "
        "'depth-first order', 'dropped slot', 'stale .grad'."
    )
    with pytest.raises(ValueError, match=r"at least one input, such as views.break_it\(program, a=2.0\)"):
        views.break_it(diamond)
    with pytest.raises(ValueError, match="return one number"):
        views.break_it(lambda v: v * 2, v=[1.0, 2.0])
    with pytest.raises(ValueError, match="break_it takes 1 to 12"):
        views.break_it(lambda v: v.sum(), v=np.ones(13))
    with pytest.raises(TypeError, match="'b'"):
        views.break_it(diamond, a=2.0)


def test_names_that_are_markup():
    def hostile(a):
        return a * a

    hostile.__name__ = "<b>"
    view = views.break_it(hostile, "= instead of +=", a=al.tensor(2.0).item())
    assert view.data["program"] == "program(a) at a = 2"


def test_an_error_of_ones_own_program_shows_ones_own_line():
    def mine(a):
        return a * missing  # noqa: F821

    with pytest.raises(NameError, match="missing") as caught:
        views.break_it(mine, a=2.0)
    names = [entry.name for entry in caught.traceback]
    assert names[-1] == "mine" and len(names) <= 3, names


def test_a_module_and_a_program_that_calls_one():
    net = al.nn.Linear(2, 1)
    with al.no_grad():
        net.weight.copy_(al.tensor([[3.0, -1.0]]))
    text = words(net, "stale .grad", x=[1.0, 2.0])
    assert text.startswith("Break it: Linear(x) at x = [1, 2]\n")
    assert "\nweight.grad  [[1, 2]]  [[2, 4]]  [[1, 2]]\n" in text
    assert "\nx.grad       [3, -1]   [6, -2]   [3, -1]\n" in text

    def shared(x):
        return net(x).sum() * net(x).sum()

    text = words(shared, "= instead of +=", x=[1.0, 2.0])
    assert "Broken at the end: x.grad, net.weight.grad and net.bias.grad." in text
    assert net.weight.grad is None


def test_a_module_with_more_numbers_than_a_trace_keeps():
    view = views.break_it(al.nn.Sequential(al.nn.Linear(2, 600), al.nn.Linear(600, 1)), "stale .grad", x=[1.0, 2.0])
    assert "0.weight" in view.runs["stale .grad"].wrong
    assert "\n0.weight.grad  [600×2] ‖" in view.text()
