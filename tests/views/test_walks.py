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
        "Run 3: a runs with 4. a is a leaf, so the walk stops here.",
        "Run 4: a runs again, with 4. a is a leaf, so the walk stops here.",
        "Run 5: b runs again, with 2. Of this, 2 was already sent on earlier, so that part now counts twice. It sends "
        "2 to a and 2 to a.",
        "Run 6: a runs again, with 8: it has received 4 messages, but is owed only 2. "
        "a is a leaf, so the walk stops here.",
        "Run 7: a runs again, with 8: it has received 4 messages, but is owed only 2. "
        "a is a leaf, so the walk stops here.",
        "The walk is over, after 7 runs and 6 messages. It finds 8 for a; the engine finds 4 for a.",
    ]


def test_turns_that_come_too_early_are_named():
    found = sentences(views.walks(diamond()), "post-order")
    assert "with 0, after 0 of 2 messages: too early" in found[0]
    assert "with this one message, 1." in sentences(views.walks(diamond()), "each path alone")[1]


def test_a_long_walk_is_told_in_part():
    x = al.tensor(1.0, requires_grad=True, name="x")
    y = x
    for _ in range(10):
        y = y + y
    with al.record(names={}) as trace:
        y.backward()
    view = views.walks(trace, "ready queue", "each path alone")
    assert sentences(view, "each path alone")[-1] == (
        "2,007 more runs follow in this way. The walk is over, after 2047 runs and 2046 messages. "
        "It finds 1024 for x, as the engine does."
    )
    assert "2,047" in view.text()
    assert len(view.data["ways"][1]["steps"]) == 41


def test_a_guess_waits_before_the_end_of_its_walk():
    pause = views.Pause("L3.P1", 0, ("You said 4.",), ("No.",), "wrong")
    view = views.walks(diamond(), pauses={"recursion": [pause]})
    way = view.data["ways"][1]
    assert view.place == way["first"]
    assert view.pauses[0]["event"] == way["first"] + len(way["steps"]) - 1
    assert view.text().endswith("You said 4.\n✗ not what you predicted\nNo.")


def test_no_way_tells_anything_before_a_guess_was_made():
    view = views.walks(diamond(), "recursion", "ready queue", pauses={"recursion": [views.Pause("L3.P1", 0)]})
    assert re.search(r"recursion( +\?){5}\nready queue( +\?){5}\n", view.text())


def test_a_guess_waits_before_the_run_that_contradicts_it():
    pauses = [views.Pause("L3.P1", 0, ("You said 4.",), run=run) for run in (5, 100)]
    view = views.walks(diamond(), "ready queue", "recursion", pauses={"recursion": pauses})
    way = view.data["ways"][1]
    assert [each["event"] - way["first"] for each in view.pauses] == [4, len(way["steps"]) - 1]


def test_what_cannot_be_walked_is_refused():
    with pytest.raises(KeyError, match="There is no way 'depth first'; there are ready queue,"):
        views.walks(diamond(), "depth first")
    with al.record() as trace:
        pass
    with pytest.raises(ValueError, match="no backward"):
        views.walks(trace)


# ----- in a browser ---------------------------------------------------------------------------------------------------
GUESS = views.Pause("L3.P1", 0, ("You said 4.",), ("Each run sends again.",), "wrong")


def two_diamonds():
    a, b = al.tensor(2.0, requires_grad=True), al.tensor(3.0, requires_grad=True)
    c, d = a + b, a * b
    e, f = c + d, c * d
    y = e + f
    with al.record() as trace:
        y.backward()
    return trace


def opened(page, **options):
    page.set_content(views.static_html(views.walks(two_diamonds(), **options)))
    page.wait_for_selector(".agl-walks .node")
    return page


def row(page, name):
    return page.locator("tr", has=page.get_by_role("button", name=name, exact=True)).locator("td").all_inner_texts()


def counts(page):
    return page.locator(".counts").inner_text()


def test_no_state_covers_a_head(page):
    page.set_viewport_size({"width": 590, "height": 900})
    opened(page)
    page.locator(".agl-walks").press("End")
    heads, states = (
        page.locator(name).evaluate_all("all => all.map((one) => one.getBoundingClientRect().toJSON())")
        for name in (".edge .head", ".badge rect")
    )
    assert len(heads) == 11 and len(states) == 7
    for head in heads:
        for state in states:
            apart_across = head["right"] <= state["left"] or state["right"] <= head["left"]
            assert apart_across or head["bottom"] < state["top"] or state["bottom"] < head["top"]


def test_a_way_is_chosen_and_walked(page):
    opened(page)
    page.get_by_role("button", name="recursion").click()
    assert counts(page) == "recursion · node runs: 0 · messages: 0"
    page.locator(".agl-walks").focus()
    for _ in range(10):
        page.keyboard.press("ArrowRight")
    assert counts(page) == "recursion · node runs: 10 · messages: 12"
    assert "c runs again" in page.locator(".agl-sentence").inner_text()
    assert page.locator(".edge.path").count() == 2
    assert page.locator(".edge.active").count() == 2
    assert "2/2 · 2×" in page.locator(".node.active").text_content()
    page.keyboard.press("Home")
    assert counts(page) == "recursion · node runs: 0 · messages: 0"
    assert page.locator(".edge.path").count() == 0
    page.keyboard.press("End")
    assert page.locator(".count").inner_text() == "16 / 16"
    page.get_by_role("button", name="post-order").click()
    page.locator("summary").click()
    assert page.locator("details pre").inner_text().startswith("def post_order(graph")
    page.get_by_role("button", name="ready queue").click()
    assert not page.locator("details").is_visible(), "learners write the engine's way themselves"
    page.locator("input[type=range]").fill("4")
    assert counts(page) == "ready queue · node runs: 4 · messages: 8"
    page.get_by_label("speed of play").select_option("fast")
    page.get_by_label("play", exact=True).click()
    page.wait_for_function("document.querySelector('.count').textContent === '8 / 8'")


def test_a_guess_hides_what_comes_out_until_the_walk_is_over(page):
    opened(page, pauses={"recursion": [GUESS]})
    for way in ("recursion", "visit once"):
        assert row(page, way) == ["?"] * 5
    page.get_by_label("last", exact=True).click()
    assert page.locator(".count").inner_text() == "15 / ?"
    assert "You said 4." in page.locator(".agl-pauses").inner_text()
    page.locator("button.go").click()
    assert "not what you predicted" in page.locator(".agl-pauses").inner_text()
    assert row(page, "recursion")[3:] == ["a: 29, b: 22", "✗ no"]
    assert row(page, "visit once")[3] == "a: 4, b: 3"
    assert page.locator(".count").inner_text() == "16 / 16"


def test_a_walk_stops_before_the_run_that_contradicts_a_guess(page):
    opened(page, pauses={"recursion": [views.Pause("L3.P1", 0)]})
    told = {**views.Pause("L3.P1", 0, ("You said 4.",), ("No.",), "wrong", run=10).as_json(), "event": 0}
    page.evaluate("told => dispatchEvent(new CustomEvent('autograd-lab-guess', { detail: told }))", told)
    page.get_by_label("last", exact=True).click()
    assert page.locator(".count").inner_text() == "9 / ?"
    assert "You said 4." in page.locator(".agl-pauses").inner_text()
    page.locator("button.go").click()
    assert page.locator(".count").inner_text() == "10 / 16"
    assert "not what you predicted" in page.locator(".agl-pauses").inner_text()


def test_a_walk_asks_for_the_guess_before_its_first_step(page):
    opened(page, pauses={"recursion": [views.Pause("L3.P1", 0)]})
    page.get_by_label("last", exact=True).click()
    assert page.locator(".count").inner_text() == "0 / ?"
    assert "You haven't answered L3.P1 yet." in page.locator(".agl-pauses").inner_text()
    told = {**GUESS.as_json(), "event": 0}
    page.evaluate("told => dispatchEvent(new CustomEvent('autograd-lab-guess', { detail: told }))", told)
    page.get_by_label("last", exact=True).click()
    assert page.locator(".count").inner_text() == "15 / ?"
    assert "You said 4." in page.locator(".agl-pauses").inner_text()


def test_whoever_goes_on_without_a_guess_is_asked_again_before_the_end(page):
    opened(page, pauses={"recursion": [views.Pause("L3.P1", 0)]})
    page.locator("button.go").click()
    assert page.locator(".count").inner_text() == "1 / ?"
    page.get_by_label("last", exact=True).click()
    assert page.locator(".count").inner_text() == "15 / ?"
    assert row(page, "recursion") == ["?"] * 5
    page.locator("button.go").click()
    assert row(page, "recursion")[3:] == ["a: 29, b: 22", "✗ no"]


def test_a_small_graph_fits_a_cell_of_a_narrow_notebook(page):
    page.set_viewport_size({"width": 640, "height": 900})
    opened(page)
    for part in (".scroll", ".stage"):
        assert page.locator(part).evaluate("element => element.scrollWidth - element.clientWidth") <= 0


def test_a_graph_that_runs_down_is_seen_whole(page):
    page.set_viewport_size({"width": 800, "height": 900})
    opened(page)
    tall, seen = page.evaluate("[...document.querySelectorAll('.stage')].map(s => [s.scrollHeight, s.clientHeight])[0]")
    first, last = page.locator(".node").first.bounding_box(), page.locator(".node").last.bounding_box()
    assert last["y"] > first["y"] + 300, "it runs down"
    assert tall <= seen
