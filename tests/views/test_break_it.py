"""Break it: a bug beside the rule, where the recordings part, and what comes out wrong, or why nothing does."""

import json

import numpy as np
import pytest
from each_case import each_case

import autograd_lab as al
from autograd_lab import views
from autograd_lab.tracing.experiments.planted_bugs import BUGS
from autograd_lab.views.broken_program import SHOWS


def diamond(a, b):
    c = a * b
    d = c + a
    return c * d


def chain(a):
    u = a * 3
    return u.exp()


def pair(v):
    x, y = v.unbind()
    return x * y * y


def stretched(a, v):
    return (a * v).sum()


def words(program, bug, **inputs):
    return views.break_it(program, bug, **inputs).text()


def test_one_bug_in_words():
    view = views.break_it(diamond, "= for +=", a=2.0, b=3.0)
    first = next(iter(view.runs["= for +="].right.nodes.values())).number - 2
    expected = f"""\
Break it: diamond(a, b) at a = 2, b = 3
---------------------------------------
= for +=: What lies in a slot when a message has arrived there.
the engine:
    return message if before is None else before + message
with the bug:
    return message
At MulBackward0 #{first} (for c) two messages meet: 8 lies there, and 6 comes. \
The engine adds them up to 14; here 6 takes the place of 8, which is lost.
Wrong at the end: a.grad and b.grad.
        the engine  with the bug  off by
a.grad  48          18            -30
b.grad  28          12            -16"""
    assert view.text() == expected
    assert repr(view) == view.text()


@each_case(
    ("bug", "program", "inputs", "said"),
    [
        ("no un-broadcast", stretched, dict(a=2.0, v=[1.0, 5.0]), (
            "Forward had copied a, so MulBackward0 #", "each copy: [1, 5]. The engine adds them up to 6,",
            "a.grad  6           [1, 5]        shape (2,) for ()", "v.grad  [2, 2]      [2, 2]        –",
        )),
        ("wrong saved value", diamond, dict(a=2.0, b=3.0), (
            "Already in forward: MulBackward0 #", "should save a = 2, and keeps 3 in its place.",
        )),
        ("depth-first order", diamond, dict(a=2.0, b=3.0), (
            "In the engine it is now the turn of AddBackward0 #", "(for d); here it is that of MulBackward0 #",
            "(for c), though it has heard only 1 of 2 messages.",
        )),
        ("dropped slot", pair, dict(v=[2.0, 3.0]), (
            "sends 6 to slot 1 of UnbindBackward0 #", "it lands in slot 0: as the gradient of another output.",
            "v.grad  [9, 12]     [21, 0]       [12, -12]",
        )),
        ("stale .grad", diamond, dict(a=2.0, b=3.0), (
            "The second backward begins, and a.grad still holds 48 and b.grad still holds 28 from the first.",
        )),
        ("dropped slot", lambda v: v.split([1, 2])[0].sum() * v.split([2, 1])[1].sum(), dict(v=[1.0, 2.0, 3.0]), (
            "Wrong at the end: v.grad.",
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
        ("= for +=", chain, dict(a=0.5), "No two messages meet in one slot, since every value is used once"),
        ("= for +=", lambda a, b: a * b + a * 0, dict(a=2.0, b=3.0), "Where two messages meet, the first one is 0."),
        ("no un-broadcast", chain, dict(a=0.5), "No operation had to stretch an input to another shape"),
        ("wrong saved value", lambda a: a + a, dict(a=0.5), "Its operations save no numbers"),
        ("wrong saved value", lambda a: a * a, dict(a=0.5), "is equal to what should be kept"),
        ("depth-first order", chain, dict(a=0.5), "each node has heard everything when its turn comes"),
        ("dropped slot", chain, dict(a=0.5), "No operation has several outputs"),
        ("dropped slot", lambda v: v.unbind()[0] * 2, dict(v=[1.0, 2.0]), "All messages are meant for slot 0."),
    ],
)
def test_a_bug_that_does_not_show_is_explained(bug, program, inputs, why):
    text = words(program, bug, **inputs)
    assert "Here the bug does not show: both tell the same, in " in text
    assert why in text
    assert text.endswith(f"A program in which it shows:\n{SHOWS[bug]}")


@each_case(
    ("bug", "program", "inputs", "why"),
    [
        ("wrong saved value", lambda a: a.relu(), dict(a=-1.0), "with the wrong value the rules give the same"),
        ("depth-first order", lambda a: a + a * a, dict(a=3.0), "operation has sent before it had heard everything"),
        ("stale .grad", lambda a: a * 0, dict(a=3.0), "what was left over is 0"),
    ],
)
def test_recordings_that_part_without_harm(bug, program, inputs, why):
    text = words(program, bug, **inputs)
    assert "They part, and yet every .grad comes out right: " in text
    assert f"{why}." in text
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
    assert "The broken backward does not come to its end: ValueError: operands could not be broadcast" in text
    assert "all of it" in text


def test_without_names_there_are_all_bugs_and_the_engine_is_sent_once_for_each_kind():
    view = views.break_it(diamond, a=2.0, b=3.0)
    assert [bug["name"] for bug in view.data["bugs"]] == [*BUGS]
    pairs = [bug["pair"] for bug in view.data["bugs"]]
    assert [pair is None for pair in pairs] == [False, True, False, False, True, False]
    assert [pair["sides"][0] for pair in pairs if pair] == [0, 0, 0, 4]
    assert len(view.traces) == 6


def test_the_page_is_plain_data_and_the_same_each_time():
    one, other = (views.break_it(diamond, "= for +=", "stale .grad", a=2.0, b=3.0) for _ in range(2))
    assert json.loads(json.dumps(one.page_state()))
    numbers = [[*run.right.nodes] for view in (one, other) for run in view.runs.values()]
    assert numbers[0] == numbers[1]
    assert one.data["bugs"][0]["rows"] == other.data["bugs"][0]["rows"]


def test_what_a_cell_shows():
    data, _ = views.break_it(diamond, "= for +=", a=2.0, b=3.0)._repr_mimebundle_()
    assert set(data) == {"text/html", "image/png", "text/plain"}
    assert data["text/html"].count("</script>") == 1
    assert 'alt="Break it: diamond(a, b) at a = 2, b = 3"' in data["text/html"]


def test_what_is_refused():
    with pytest.raises(ValueError) as refused:
        views.break_it(diamond, "no unbroadcast", a=2.0, b=3.0)
    assert str(refused.value) == (
        "There is no bug 'no unbroadcast'; there are '= for +=', 'no un-broadcast', 'wrong saved value', "
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
    view = views.break_it(hostile, "= for +=", a=al.tensor(2.0).item())
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
    assert "\nweight.grad  [[1, 2]]    [[2, 4]]      [[1, 2]]\n" in text
    assert "\nx.grad       [3, -1]     [6, -2]       [3, -1]\n" in text

    def shared(x):
        return net(x).sum() * net(x).sum()

    text = words(shared, "= for +=", x=[1.0, 2.0])
    assert "Wrong at the end: x.grad, net.weight.grad and net.bias.grad." in text
    assert net.weight.grad is None


def test_a_module_with_more_numbers_than_a_trace_keeps():
    view = views.break_it(al.nn.Sequential(al.nn.Linear(2, 600), al.nn.Linear(600, 1)), "stale .grad", x=[1.0, 2.0])
    assert "0.weight" in view.runs["stale .grad"].wrong
    assert "\n0.weight.grad  tensor of shape (600, 2) with norm " in view.text()
