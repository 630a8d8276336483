"""The ledger: what it says, in each of its forms; sheets in all of theirs."""

import base64

import pytest
from small_programs import for_every_program

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


def test_ledger_wants_a_leaf(programs):
    with pytest.raises(KeyError, match="'c' is no leaf: it is made by AddBackward0 #1; choose among"):
        views.ledger(programs.tree(), "c")


def test_ledger_of_a_backward_that_did_not_get_there(programs):
    text = views.ledger(programs.failing(), "x").text()
    assert text.endswith("No message reached x.")


@for_every_program
def test_every_table_of_every_program_has_all_forms(any_trace):
    leaf = next(node for node, info in any_trace.nodes.items() if info.kind == "leaf")
    for sheet in (views.ledger(any_trace, leaf), views.lamps(any_trace)):
        html = sheet.html()
        assert sheet.text() == repr(sheet)
        assert "0x" not in sheet.text()
        assert "<img" not in html
        assert "script>" not in html
    bundle = sheet._repr_mimebundle_()
    assert set(bundle) == {"text/html", "image/png", "text/plain"}
    assert (bundle["text/html"], bundle["text/plain"]) == (html, sheet.text())
    assert base64.b64decode(bundle["image/png"]) == sheet.png()


def test_html_is_a_plain_table_that_needs_no_style(programs):
    html = views.ledger(programs.reused(), "x").html()
    bare = html[: html.index("<style>")] + html[html.index("</style>") + len("</style>") :]
    assert bare.startswith(
        '<div class="agl-sheet" role="region" tabindex="0" aria-label="Ledger of x"><p><b>Ledger of x</b>'
    )
    assert "<td" in bare
    assert "svg" not in bare and "></th>" not in html


def test_a_note_and_a_cell_look_as_what_they_are():
    table = Table(("a", "b"), (("1", "2"),), ("value", "message"))
    html = Sheet("title", (table, Note("plain"), Note("result: 3", strong="result"), Note("a\n  b", code=True))).html()
    assert "<p>plain</p>" in html and "<p><b>result</b>: 3</p>" in html and "<pre>a\n  b</pre>" in html
    assert '<td class="value"' in html and '<td class="message"' in html
