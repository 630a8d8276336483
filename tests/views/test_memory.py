"""Looking at a trace leaves nothing behind for the garbage collector."""

from garbage import no_garbage
from small_programs import for_every_program

from autograd_lab import views
from autograd_lab.views.picture import scene
from autograd_lab.views.picture.step_texts import TextHistory
from autograd_lab.views.stepper_parts import Parts


def look(trace):
    scene.build(trace, 5).text()
    TextHistory(trace).of(dict.fromkeys(trace.nodes, ()))
    Parts(trace).first(0)
    leaf = next(node for node, info in trace.nodes.items() if info.kind == "leaf")
    views.ledger(trace, leaf).html()
    views.lamps(trace).html()


@for_every_program
def test_no_cycles(any_trace):
    look(any_trace)
    with no_garbage():
        look(any_trace)


@for_every_program
def test_looking_changes_no_trace(any_trace):
    before = any_trace.to_json()
    look(any_trace)
    assert any_trace.to_json() == before
