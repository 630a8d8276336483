"""received × slope = sent, and the messages in a slot: shown where they hold, and not claimed where they do not."""

import numpy as np
import pytest
from handmade import number, product_chain, square_plus
from hypothesis import given, settings
from hypothesis import strategies as st
from random_graphs import execute, make_leaves, programs

import autograd_lab as al
from autograd_lab.tracing.recording.summaries import Summary
from autograd_lab.tracing.recording.values import number_text
from autograd_lab.tracing.trace.arithmetic import Product, messages_in, product, replaces, sum_text
from autograd_lab.tracing.trace.events import BufferAdded, Edge, GradOut, RuleApplied, Value
from autograd_lab.tracing.trace.trace import Trace

NAN, INF = float("nan"), float("inf")


def worked_out(received: float | None, result: float | None, sent: float | None = None) -> Product | None:
    """The product of one rule with one edge; what is sent is the result, if nothing else is said."""
    received, result, sent = (
        None if x is None else number(x) for x in (received, result, result if sent is None else sent)
    )
    events = [*product_chain().events[:5], RuleApplied("n2", (received,), (result, None))]
    return product(Trace([*events, GradOut("n2", 0, Edge("n1", 0), sent)]), 5, 0)


@pytest.mark.parametrize(
    ("received", "sent", "text"),
    [
        (2.0, -6.0, "2 × (-3) = -6"), (-2.0, 6.0, "-2 × (-3) = 6"), (4.0, 0.0, "4 × 0 = 0"),
        (3.0, 1.0, "3 × 0.333333 = 1"),
        (float(np.float32(0.1)), float(np.float32(0.3)), "0.1 × 3 = 0.3"), (1e-30, 1e30, "1e-30 × 1e+60 = 1e+30"),
    ],
)  # fmt: skip
def test_products_in_words(received, sent, text):
    assert str(worked_out(received, sent)) == text


@pytest.mark.parametrize(
    ("received", "result"),
    [
        (0.0, 0.0), (-0.0, 4.0), (NAN, 4.0), (INF, 4.0), (1.0, NAN), (1.0, -INF), (INF, INF), (1e-300, 1e300),
        (1e300, 1e-300), (None, 4.0), (1.0, None),
    ],
)  # fmt: skip
def test_no_slope_can_be_told_from_these(received, result):
    assert worked_out(received, result) is None


def test_no_product_where_a_hook_changed_the_message():
    assert worked_out(1.0, 4.0, 4.0) is not None
    assert worked_out(1.0, 4.0, 40.0) is None


def test_no_product_of_other_events_arrays_and_several_slots():
    trace = product_chain()
    assert product(trace, 4, 0) is None
    assert product(trace, 5, 2) is None
    x = al.tensor([1.0, 2.0], requires_grad=True)
    with al.record() as arrays:
        first, _ = x.unbind()
        (first * 3.0).backward()
    products = [product(arrays, k, 0) for k in arrays.find("RuleApplied")]
    assert [found and str(found) for found in products] == ["1 × 3 = 3", None]


def test_no_product_of_a_gradient_that_is_reduced():
    b, x = al.tensor(2.0, requires_grad=True), al.tensor([1.0, 2.0], requires_grad=True)
    with al.record() as trace:
        (x * b).sum().backward()
    total, times = trace.find("RuleApplied")
    assert product(trace, total, 0) is None
    assert product(trace, times, 1) is None


def test_what_a_hook_makes_of_the_gradient_is_what_the_rule_multiplies():
    a, b = (al.tensor(x, requires_grad=True) for x in (2.0, 3.0))
    c = a * b
    c.register_hook(lambda grad: grad * 10)
    with al.record() as trace:
        c.backward()
    (rule,) = trace.find("RuleApplied")
    assert [str(product(trace, rule, i)) for i in (0, 1)] == ["10 × 3 = 30", "10 × 2 = 20"]


def test_a_product_is_that_of_its_own_backward():
    x = al.tensor(3.0, requires_grad=True)
    y = x * 2.0
    with al.record() as trace:
        y.backward(retain_graph=True)
        y.backward(al.tensor(5.0))
    assert [str(product(trace, k, 0)) for k in trace.find("RuleApplied")] == ["1 × 2 = 2", "5 × 2 = 10"]


@settings(max_examples=80, deadline=None)
@given(st.floats(width=32), st.floats(width=32))
def test_a_claimed_product_holds(received, result):
    found = worked_out(received, result)
    if found is not None:
        assert number_text(found.received * found.slope) == number_text(found.sent)


@settings(max_examples=40, deadline=None)
@given(programs())
def test_products_and_sums_of_random_programs(program):
    leaves = make_leaves(program)
    root = execute(program, leaves)
    with al.record() as trace:
        root.backward()
    for k in trace.find("RuleApplied"):
        for index, result in enumerate(trace[k].results):
            found = product(trace, k, index)
            assert found is None or found.sent == result.items[0]
    for k in trace.find("BufferAdded"):
        target = trace[k].target
        total = sum(np.array(value.items) for value in messages_in(trace, k + 1, target.node, target.slot))
        assert (total == np.array(trace[k].after.items)).all()


def test_the_messages_in_a_slot():
    trace = square_plus(2)
    added = trace.find("BufferAdded", node="a1")

    def found(k, **most):
        return [value.items[0] for value in messages_in(trace, k + 1, "a1", 0, **most)]

    assert list(map(found, added)) == [[1], [1, 3], [1, 3, 3]] * 2
    assert found(added[2], most=1) == [3, 3], "too many"
    place = Edge("a1", 0)
    none, three = (BufferAdded(place, "n2", None, x, x, 1, 2) for x in (None, number(3.0)))
    trace = Trace([*product_chain().events[:3], none, three])
    assert messages_in(trace, 4, "a1", 0) == messages_in(trace, 5, "n1", 0) == ()
    assert messages_in(trace, 5, "a1", 0) == (number(3.0),)


def test_sums_in_words():
    one, two, minus = number(1.0), number(2.0), number(-3.0)
    assert sum_text((one, two), number(3.0)) == "1 + 2 = 3"
    assert sum_text((minus, two, minus), number(-4.0)) == "-3 + 2 + (-3) = -4"
    pair = Value((2,), "float32", (1.0, 2.0))
    assert sum_text((pair, pair), pair) == "[1, 2] + [1, 2] = [1, 2]"
    big, long = (
        Value((9, 9), "float32", None, Summary(0.0, 0.0, 0.0, 0.0, 0, 0, 81, (100,))),
        Value((12,), "float32", (0.123456,) * 12),
    )
    for values in ((one,), (), (one,) * 13, (big, big), (long, long)):
        assert sum_text(values, one) is None


def test_a_sum_of_nan_replaces_nothing():
    """Whether both are one nan, as in a recording, or two, as in a file."""
    nan, another = number(float("nan")), number(float("nan"))
    for after in (nan, another):
        assert not replaces(BufferAdded(Edge("n1", 0), "n2", number(0.0), nan, after, 2, 2))
    assert replaces(BufferAdded(Edge("n1", 0), "n2", number(1.0), number(2.0), number(2.0), 2, 2))
