"""Ways to walk a graph, compared: the table, the sentences of one walk, guesses, and what cannot be walked."""

import re

import pytest

import autograd_lab as al
from autograd_lab import views


def diamond():
    a = al.tensor(3.0, requires_grad=True, name="a")
    b = a + a
    c = b + b
    with al.record() as trace:
        c.backward()
    return trace


def sentences(view, name):
    return [step["sentence"] for way in view.data["ways"] if way["name"] == name for step in way["steps"]]


def test_the_table():
    assert (
        views.walks(diamond()).text()
        == """\
Ways to walk from c to the leaves
---------------------------------
way              order of runs  runs  messages  gradients  right?
ready queue      c b a          3     4         a: 4       ✓ yes
recursion        c b a a b a a  7     6         a: 8       ✗ no
visit once       c b a          3     4         a: 4       ✓ yes
post-order       a b c          3     4         a: 0       ✗ no
each path alone  c b a a b a a  7     6         a: 4       ✓ yes"""
    )


def test_some_ways_in_this_order():
    view = views.walks(diamond(), "recursion", "ready queue")
    assert [way["name"] for way in view.data["ways"]] == ["recursion", "ready queue"]
    assert [way["first"] for way in view.data["ways"]] == [0, 9]


def test_a_walk_in_words():
    assert sentences(views.walks(diamond()), "recursion") == [
        "Run 1: c runs with 1, the seed. It sends 1 to b and 1 to b.",
        "Run 2: b runs with 2. It sends 2 to a and 2 to a.",
        "Run 3: a runs with 4. a is a leaf: it stops here.",
        "Run 4: a runs again, with 4. a is a leaf: it stops here.",
        "Run 5: b runs again, with 2. 2 of that was sent before, and now counts twice. It sends 2 to a and 2 to a.",
        "Run 6: a runs again, with 8, after 4 messages where 2 are owed. a is a leaf: it stops here.",
        "Run 7: a runs again, with 8, after 4 messages where 2 are owed. a is a leaf: it stops here.",
        "It is over, after 7 runs and 6 messages: a: 8. The engine finds a: 4.",
    ]


def test_turns_that_come_too_early_are_named():
    found = sentences(views.walks(diamond()), "post-order")
    assert "with 0, after 0 of 2 messages: too early" in found[0]
    assert "this message alone" in sentences(views.walks(diamond()), "each path alone")[1]


def test_a_long_walk_is_told_in_part():
    x = al.tensor(1.0, requires_grad=True, name="x")
    y = x
    for _ in range(10):
        y = y + y
    with al.record(names={}) as trace:
        y.backward()
    view = views.walks(trace, "ready queue", "each path alone")
    assert sentences(view, "each path alone")[-1] == (
        "2,007 more runs follow in this way. It is over, after 2047 runs and 2046 messages: x: 1024, as in the engine."
    )
    assert "2,047" in view.text()
    assert len(view.data["ways"][1]["steps"]) == 41


def test_a_guess_waits_before_the_end_of_its_walk():
    pause = views.Pause("L3.P2", 0, ("You said 4.",), ("No.",), "wrong")
    view = views.walks(diamond(), pauses={"recursion": [pause]})
    way = view.data["ways"][1]
    assert view.place == way["first"]
    assert view.pauses[0]["event"] == way["first"] + len(way["steps"]) - 1
    assert view.text().endswith("You said 4.\n✗ not as you said\nNo.")


def test_a_way_tells_nothing_before_a_guess_was_made():
    view = views.walks(diamond(), "recursion", "ready queue", pauses={"recursion": [views.Pause("L3.P2", 0)]})
    assert re.search(r"recursion( +\?){5}\n", view.text())
    assert "a: 8" not in view.text() and "a: 4" in view.text()


def test_it_shows_itself_without_a_kernel():
    bundle, _ = views.walks(diamond())._repr_mimebundle_()
    assert set(bundle) == {"text/html", "image/png", "text/plain"}


def test_what_cannot_be_walked_is_refused():
    with pytest.raises(TypeError, match="a view needs a trace"):
        views.walks("trace")
    with pytest.raises(KeyError, match="There is no way 'depth first'; there are ready queue,"):
        views.walks(diamond(), "depth first")
    with al.record() as trace:
        pass
    with pytest.raises(ValueError, match="no backward"):
        views.walks(trace)
