"""Two recordings of one program: the first event at which they part."""

from dataclasses import fields, replace
from types import SimpleNamespace

import numpy as np
import pytest
from handmade import number, product_chain

import autograd_lab as al
from autograd_lab import nn
from autograd_lab.tracing.recording.values import value_of
from autograd_lab.tracing.telling.words import HAPPENS
from autograd_lab.tracing.trace.difference import COMPARED, PARTS, called
from autograd_lab.tracing.trace.events import (
    BufferAdded,
    Event,
    GradAccumulated,
    GradOut,
    HookCalled,
    NodeInfo,
    SavedInfo,
    ValueSaved,
)
from autograd_lab.tracing.trace.trace import Trace


def record(program, *numbers):
    leaves = [al.tensor(item, requires_grad=True) for item in numbers]
    with al.record() as trace:
        program(*leaves).backward()
    return trace


def with_line(sentence, trace):
    """The sentence on the first operation, with the line that made it."""
    line = trace.origins[trace[0].node.id].line
    return f"{sentence.removesuffix('.')} (line {line.number} of {line.file}, `{line.text}`)."


def changed(trace, kind, **new):
    """The trace with its first event of a kind changed."""
    k = next(k for k, event in enumerate(trace.events) if isinstance(event, kind))
    events = list(trace.events)
    events[k] = replace(events[k], **new)
    return k, Trace(events, trace.variables)


def test_the_same_program_twice_has_other_numbers_and_tells_the_same():
    one, other = record(lambda x, y: x * y + x, 2.0, 3.0), record(lambda a, b: a * b + a, 2.0, 3.0)
    assert one != other
    assert not one.diff(other)
    assert str(one.diff(other)) == f"Both traces tell the same, in {len(one)} events."


def test_other_numbers():
    one, other = record(lambda x, y: (x * y).exp(), 1.0, 1.0), record(lambda x, y: (x * y).exp(), 1.0, 0.5)
    found = one.diff(other)
    assert found
    assert found.what == "the result (1 here, 0.5 there)"
    assert str(found).splitlines() == [
        "First difference: step 1.",
        f"  here:  {with_line(one.sentence(0), one)}",
        f"  there: {with_line(other.sentence(0), other)}",
        "  What differs: the result (1 here, 0.5 there).",
        "  In the end leaves[0].grad (2.71828 here, 0.824361 there) and "
        "leaves[1].grad (2.71828 here, 1.64872 there) differ.",
    ]


def test_two_ways_to_the_same_gradient():
    found = record(lambda x: x * x, 3.0).diff(record(lambda x: x**2, 3.0))
    assert found.what == "the node (MulBackward0 here, PowBackward0 there)"
    assert str(found).splitlines()[-1] == "  In the end the .grad of leaves[0] is the same."


def test_the_step_is_told_as_the_stepper_counts_it():
    one, other = record(lambda x: (x * x).sin(), 1.0), record(lambda x: (x * x).cos(), 1.0)
    found = one.diff(other)
    assert (found.event, found.what) == (3, "the node (SinBackward0 here, CosBackward0 there)")
    assert found.text.startswith("First difference: step 2.\n")
    assert one.step_at(found.event).number == 2


def test_a_gradient_on_one_side_alone_is_told(torch):
    def recorded(detached, second=1.0):
        a, b = torch.tensor(1.0, requires_grad=True), torch.tensor(second, requires_grad=True)
        with al.record() as trace:
            h = a * 2
            ((h.detach() if detached else h) + b * b).backward()
        return trace

    def under_no_grad():
        a, b = torch.tensor(1.0, requires_grad=True), torch.tensor(1.0, requires_grad=True)
        with al.record() as trace:
            with torch.no_grad():
                h = a * 2
            (h * b).backward()
        return trace

    def last(one, other):
        return one.diff(other).text.splitlines()[-1]

    alone = "In the end a.grad is 2 here, and none came there; "
    assert last(recorded(False), recorded(True)) == f"  {alone}the .grad of b is the same."
    back = al.Trace.from_json(recorded(True).to_json())
    assert last(back, recorded(False)).startswith("  In the end a.grad is 2 there, and none came here; ")
    assert last(recorded(False), recorded(True, 3.0)) == f"  {alone}b.grad (2 here, 6 there) differs."
    assert last(recorded(False), under_no_grad()) == f"  {alone}the .grad of b is the same."


def test_of_many_gradients_some_are_named():
    def program(times):
        return lambda *leaves: sum(leaf * times for leaf in leaves)

    numbers = (1.0, 2.0, 3.0, 4.0, 5.0)
    last = str(record(program(2.0), *numbers).diff(record(program(3.0), *numbers))).splitlines()[-1]
    assert last.startswith("  In the end leaves[4].grad (2 here, 3 there), leaves[3].grad (2 here, 3 there),")
    assert last.endswith(" and 2 others differ.")


@pytest.mark.torch
def test_settings_that_only_one_engine_shows():
    torch = pytest.importorskip("torch")

    def recorded(engine):
        x = engine.tensor([1.0, 2.0], requires_grad=True)
        with al.record() as trace:
            engine.cat([x, engine.tensor([3.0])]).sum().backward()
        return trace

    ours, theirs = recorded(al), recorded(torch)
    settings = [{event.saved.name for event in trace if isinstance(event, ValueSaved)} for trace in (ours, theirs)]
    assert settings[0] - settings[1] == {"tensors_sizes"}
    assert not ours.diff(theirs)
    assert not theirs.diff(ours)


@pytest.mark.parametrize(
    ("kind", "new", "what"),
    [
        (GradOut, {"value": number(7.0)}, "the gradient that is sent (4 here, 7 there)"),
        (GradAccumulated, {"after": number(9.0)}, ".grad after ("),
        (BufferAdded, {"heard": 5}, "how many messages have arrived (1 here, 5 there)"),
        (BufferAdded, {"message": None}, "the gradient that arrives (1 here, None there)"),
    ],
)
def test_each_part_of_an_event_counts(kind, new, what):
    trace = product_chain()
    k, other = changed(trace, kind, **new)
    found = trace.diff(other)
    assert found.event == k
    assert found.what.startswith(what)


def test_rounding_does_not_count_unless_asked_for():
    trace = record(lambda x: x * x, 3.0)
    value = trace[-2].after
    _, other = changed(trace, GradAccumulated, after=replace(value, items=(value.items[0] * (1 + 1e-7),)))
    assert not trace.diff(other)
    assert trace.diff(other, exact=True).what.startswith(".grad after")


def test_a_trace_that_stops_too_early():
    trace = product_chain()
    short = Trace(trace.events[:-3], trace.variables)
    found = trace.diff(short)
    assert (found.event, found.what) == (len(short), "length")
    assert str(found).startswith(f"There it ends after {len(short.steps)} steps; the other goes on: ")
    assert str(short.diff(trace)).startswith("Here it ends")


def test_large_arrays_are_compared_by_their_summaries():
    def train(scale):
        net = nn.Linear(50, 50)
        with al.no_grad():
            net.weight.fill_(scale)
            net.bias.fill_(0.0)
        with al.record(limit=10) as trace:
            net(al.ones(2, 50)).sum().backward()
        return trace

    assert not train(0.5).diff(train(0.5))
    assert "norm" in train(0.5).diff(train(0.6)).text


def test_hooks_count():
    def hooked(factor):
        x = al.tensor(1.0, requires_grad=True)
        x.register_hook(lambda grad: grad * factor)
        with al.record() as trace:
            (x * x).backward()
        return trace

    one, other = hooked(2.0), hooked(3.0)
    found = one.diff(other)
    assert isinstance(one[found.event], HookCalled)
    assert found.what == "what the hook gave back (4 here, 6 there)"


def test_only_traces_are_compared():
    with pytest.raises(TypeError, match="compared with another trace, not with str"):
        product_chain().diff("a")


def test_a_cut_is_told_where_it_is_and_not_where_the_first_leaf_is_met():
    def recorded(cut):
        al.manual_seed(0)
        a, b = al.nn.Linear(3, 3), al.nn.Linear(3, 1)
        with al.record() as trace:
            h = a(al.ones(2, 3))
            b(h.detach() if cut else h).sum().backward()
        return trace

    found = recorded(False).diff(recorded(True))
    assert found.what.startswith("where the gradient of mat1 goes (AddmmBackward0 #"), found
    assert found.what.endswith("slot 0 here, None there)")


def test_another_operand_is_told_although_both_are_named_for_the_first_time():
    def recorded(second):
        x = al.tensor(2.0, requires_grad=True)
        with al.record() as trace:
            one, two = x.exp(), x.exp()
            ((two if second else one) * 2).backward()
        return trace

    assert recorded(True).diff(recorded(False)).what.startswith("where the gradient of self goes (ExpBackward0 #")


ONES = np.ones((4, 5))
WITH_ONE_MORE, WITH_A_NAN = ONES.copy(), ONES.copy()
WITH_ONE_MORE[1, 2] += 1e-5
WITH_A_NAN[1, 2] = np.nan


@pytest.mark.parametrize(
    ("here", "there", "what"),
    [
        (value_of(1.0), value_of(np.float32(1.0)), "(1 in float64 here, 1 in float32 there)"),
        (value_of(0.1), value_of(0.1 + 1e-6), "(0.1 here, 0.100001 there)"),
        (value_of(0.1), value_of(0.1 + 3e-7), "(0.1 here, 0.1000003 there)"),
        (value_of([1.0, 2.0]), value_of([1.0, 2.0 + 1e-6]), "(2 at [1] here, 2.000001 at [1] there)"),
        (value_of(ONES), value_of(WITH_ONE_MORE), "(1 at [1, 2] here, 1.00001 at [1, 2] there)"),
        (value_of(ONES, limit=2), value_of(WITH_ONE_MORE, limit=2), "(norm 4.472136 here, norm 4.472138 there)"),
        (value_of(ONES), value_of(WITH_A_NAN), "(a tensor of shape (4, 5) with norm 4.47 here, "),
        (value_of(ONES, limit=2), value_of(ONES), "(a summary alone here, all its numbers there)"),
        (value_of(0.0), None, "(0 here, None there)"),
        (value_of(1.0), value_of([1.0]), "(1 here, [1] there)"),
    ],
)
def test_the_words_show_what_differs(here, there, what):
    trace = product_chain()
    _, one = changed(trace, GradOut, value=here)
    _, other = changed(trace, GradOut, value=there)
    found = one.diff(other)
    assert found.what.startswith(f"the gradient that is sent {what}"), found.what


def test_two_nodes_with_one_label_are_told_apart():
    def recorded(swapped):
        x, y = al.tensor(2.0, requires_grad=True), al.tensor(2.0, requires_grad=True)
        with al.record() as trace:
            first, second = (y.exp(), x.exp()) if swapped else (x.exp(), y.exp())
            ((first * second) * (x * 2)).backward()
        return trace

    found = recorded(False).diff(recorded(True))
    where = "AccumulateGrad(x), slot 0, number {} of the nodes met"
    assert found.what == f"where the gradient of self goes ({where.format(1)} here, {where.format(3)} there)"


def test_another_kind_of_event_is_said_in_words():
    trace = product_chain()
    sent = next(k for k, event in enumerate(trace.events) if isinstance(event, GradOut))
    found = trace.diff(Trace([*trace.events[:sent], *trace.events[sent + 1 :]], trace.variables))
    assert found.what == "what happens (MulBackward0 #2 sends to c here, the first message reaches c there)"


def test_every_part_of_every_event_has_words():
    """Settings of `backward` keep their own names, and a name of a field is nobody's word."""
    kinds = [*Event.__subclasses__(), NodeInfo, SavedInfo]
    assert {kind.kind for kind in Event.__subclasses__()} == {*HAPPENS}
    compared = {NodeInfo: COMPARED[NodeInfo], SavedInfo: COMPARED[SavedInfo]}
    nested = {"node": "OpRecorded", "saved": "ValueSaved"}
    for kind in kinds:
        for part in compared.get(kind, [field.name for field in fields(kind) if field.name != "derived"]):
            if nested.get(part) != kind.__name__ and part not in ("retain_graph", "create_graph"):
                assert called(SimpleNamespace(), part) != part or f"{kind.__name__}.{part}" in PARTS, (kind, part)
