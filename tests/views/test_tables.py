"""Ledger, slots, saved values: what they say, in each of their forms."""

import base64

import pytest
from small_programs import for_every_program

import autograd_lab as al
from autograd_lab import views
from autograd_lab.views.sheet import Note, Sheet, Table


def tables(sheet):
    return [part for part in sheet.parts if hasattr(part, "rows")]


def test_ledger_keeps_two_sums_apart(programs):
    messages, writings = tables(views.ledger(programs.reused(2), "x"))
    assert [row[3:] for row in messages.rows] == [
        ("∂= 1", "1"), ("∂= 3", "1 + 3 = 4"), ("∂= 3", "4 + 3 = 7"),
        ("∂= 1", "1"), ("∂= 3", "1 + 3 = 4"), ("∂= 3", "4 + 3 = 7"),
    ]  # fmt: skip
    assert writings.rows == (("1", "None", "7", "7"), ("2", "7", "7", "7 + 7 = 14"))


def test_ledger_in_text(programs):
    assert (
        views.ledger(programs.reused(), "x").text()
        == """\
Ledger of x
-----------
Sum 1, inside one backward: messages meet in the slot, because paths add.
backward  from             as its input  message  in the slot
1         AddBackward0 #2  other         ∂= 1     1
1         MulBackward0 #1  self          ∂= 3     1 + 3 = 4
1         MulBackward0 #1  other         ∂= 3     4 + 3 = 7
Sum 2, across backwards: AccumulateGrad adds what the slot holds to .grad, which stays.
backward  .grad before  the slot adds  .grad after
1         None          7              7
x.grad = 7"""
    )


def test_one_word_for_one_thing(programs):
    """A slot was a buffer in the ledger and a slot in the lessons."""
    leaf = views.ledger(programs.reused(2), "x").text()
    assert "slot" in leaf
    assert "buffer" not in leaf


def test_a_sum_of_negative_messages_has_brackets():
    x = al.tensor(3.0, requires_grad=True)
    y = x - 2 * x
    with al.record() as trace:
        y.backward()
    assert "1 + (-2) = -1" in views.ledger(trace, "x").text()


def test_ledger_over_several_recordings(programs):
    _, writings = tables(views.ledger([programs.reused(), programs.reused()], "x"))
    assert [row[0] for row in writings.rows] == ["1", "2"]


def test_ledger_wants_a_leaf(programs):
    with pytest.raises(KeyError, match="'c' is no leaf: it is made by AddBackward0 #1; choose among"):
        views.ledger(programs.tree(), "c")


def test_ledger_of_a_backward_that_did_not_get_there(programs):
    text = views.ledger(programs.failing(), "x").text()
    assert text.endswith("No message reached x.")


def test_empty_slot_of_a_function_gets_zeros(programs):
    (table,) = tables(views.slots(programs.two_outputs(), "b"))
    (filled, empty) = table.rows
    assert filled[:5] == ("[0]", "b", "∂= 1", "filled", "∂= 1")
    assert empty[:5] == ("[1]", "c", "∂= None", "None → zeros", "∂= 0")
    assert "asks the engine for zeros" in empty[5]


def test_both_slots_filled(programs):
    (table,) = tables(views.slots(programs.two_outputs("bc"), "b"))
    assert [row[2] for row in table.rows] == ["∂= 9", "∂= 6"]
    assert table.rows[0][5] == "from MulBackward0 #2 (9)"


def test_empty_slot_of_an_operation_stays_none(programs):
    (table,) = tables(views.slots(programs.unbound(), "p"))
    assert [row[3] for row in table.rows] == ["filled", "None", "filled"]
    assert table.rows[1][4] == "∂= None"


def test_slots_tell_what_was_returned(programs):
    assert "It returned 36 for a → AccumulateGrad(a)" in views.slots(programs.two_outputs("bc"), "c").text()


def test_saved_values_alive_then_freed(programs):
    trace = programs.tree()
    (run,) = trace.find("RuleApplied", name="MulBackward0")
    (before,) = tables(views.saved(trace, "e", step=trace.at(run)))
    (after,) = tables(views.saved(trace, "e"))
    assert [row[1:] for row in before.rows] == [("c = 5 (self)", "v0", "● alive"), ("d = 4 (other)", "v0", "● alive")]
    assert [row[3] for row in after.rows] == ["✗ freed", "✗ freed"]


def test_nodes_that_save_nothing_are_named(programs):
    assert "c saved nothing" not in views.saved(programs.tree()).text()
    assert "saved nothing" in views.saved(programs.unbound(), "p").text() or tables(
        views.saved(programs.unbound(), "p")
    )


@for_every_program
def test_every_table_of_every_program_has_all_forms(any_trace):
    leaf = next(node for node, info in any_trace.nodes.items() if info.kind == "leaf")
    node = next(iter(any_trace.nodes))
    for sheet in (views.ledger(any_trace, leaf), views.slots(any_trace, node), views.saved(any_trace)):
        html = sheet.html()
        assert sheet.text() == repr(sheet)
        assert "0x" not in sheet.text()
        assert "<img" not in html
        assert "script>" not in html
    bundle = sheet._repr_mimebundle_()
    assert set(bundle) == {"text/html", "image/png", "text/plain"}
    assert (bundle["text/html"], bundle["text/plain"]) == (html, sheet.text())
    assert base64.b64decode(bundle["image/png"]) == sheet.png()


def test_html_is_in_reach_of_the_keyboard_and_has_no_empty_header(programs):
    html = views.formula_card(programs.tree(), "e").html()
    assert 'tabindex="0" aria-label="Formula card: MulBackward0 #2"' in html
    assert "></th>" not in html


def test_html_is_a_plain_table_that_needs_no_style(programs):
    html = views.ledger(programs.reused(), "x").html()
    bare = html[: html.index("<style>")] + html[html.index("</style>") + len("</style>") :]
    assert bare.startswith(
        '<div class="agl-sheet" role="region" tabindex="0" aria-label="Ledger of x"><p><b>Ledger of x</b>'
    )
    assert "<td" in bare
    assert "svg" not in bare


def test_saved_values_are_dated_in_the_steppers_steps(programs):
    trace = programs.tree()
    first = trace.steps[0]
    assert views.saved(trace, step=0).title == "Saved values before the first step"
    assert views.saved(trace, step=1).title == f"Saved values after step 1 of {len(trace.steps)}"
    assert views.saved(trace, step=trace.at(first.last)).title == f"Saved values during step 1 of {len(trace.steps)}"


def test_a_note_and_a_cell_look_as_what_they_are():
    table = Table(("a", "b"), (("1", "2"),), ("value", "message"))
    html = Sheet("title", (table, Note("plain"), Note("result", strong=True), Note("a\n  b", code=True))).html()
    assert "<p>plain</p>" in html and "<p><b>result</b></p>" in html and "<pre>a\n  b</pre>" in html
    assert '<td class="value"' in html and '<td class="message"' in html
