"""A whole step in words: its arithmetic, in the learner's names."""

import pytest
from cards import card
from custom_functions import custom
from handmade import double_triple, product_chain, square_plus

import autograd_lab as al


def leaves(*values: float) -> list[al.Tensor]:
    return [al.tensor(value, requires_grad=True) for value in values]


def told(trace: al.Trace, name: str) -> list[str]:
    """The sentences of the steps in which a node of this name (or label) has its turn."""
    steps = [step for step in trace.steps if trace[step.first].kind == "NodeVisited"]
    labels = [trace.label(trace[step.first].node) for step in steps]
    return [step.sentence for step, label in zip(steps, labels, strict=True) if label.startswith(name)]


def one(trace: al.Trace, name: str) -> str:
    (sentence,) = told(trace, name)
    return sentence


# ----- whole stories -----------------------------------------------------------------------------------------------
def test_the_story_of_a_product():
    assert product_chain().text() == (
        """\
1. Backward pass 1 starts at e: the seed, 1, goes into the slot of MulBackward0 #2.
2. MulBackward0 #2 received 1; it had kept c = 6 and d = 4. It sends 1 × 4 = 4 to MulBackward0 #1 (for c) and \
1 × 6 = 6 to AccumulateGrad(d).
3. AccumulateGrad(d) received 6, and d.grad goes from None to 6. MulBackward0 #1 is ready too, but an \
AccumulateGrad always runs first.
4. MulBackward0 #1 received 4; it had kept a = 2 and b = 3. It sends 4 × 3 = 12 to AccumulateGrad(a) and 4 × 2 = 8 to \
AccumulateGrad(b).
5. AccumulateGrad(a) received 12, and a.grad goes from None to 12.
6. AccumulateGrad(b) received 8, and b.grad goes from None to 8.
7. Backward pass 1 is over: d.grad is 6, a.grad is 12 and b.grad is 8."""
    )


def test_the_two_additions():
    assert square_plus(2).text().splitlines()[2:] == [
        " 3. MulBackward0 #1 received 1; it had kept x = 3. It sends 1 × 3 = 3 to AccumulateGrad(x), where 1 is "
        "already waiting: 1 + 3 = 4; and 1 × 3 = 3 to AccumulateGrad(x), where 4 is already waiting: 4 + 3 = 7.",
        " 4. AccumulateGrad(x) has received all 3 messages, 1 + 3 + 3 = 7, and x.grad goes from None to 7.",
        " 5. Backward pass 1 is over: x.grad is 7.",
        " 6. Backward pass 2 starts: the seed, 1, goes into the slot of AddBackward0 #4. AccumulateGrad(x) waits for "
        "3 messages.",
        " 7. AddBackward0 #4 received 1. It sends 1 × 1 = 1 to MulBackward0 #3 and 1 × 1 = 1 to AccumulateGrad(x).",
        " 8. MulBackward0 #3 received 1; it had kept x = 3. It sends 1 × 3 = 3 to AccumulateGrad(x), where 1 is "
        "already waiting: 1 + 3 = 4; and 1 × 3 = 3 to AccumulateGrad(x), where 4 is already waiting: 4 + 3 = 7.",
        " 9. AccumulateGrad(x) has received all 3 messages, 1 + 3 + 3 = 7, and adds it to x.grad: 7 + 7 = 14.",
        "10. Backward pass 2 is over: x.grad is 14.",
    ]


def test_self_and_other_are_said_only_where_no_name_is_known():
    a, b = leaves(2.0, 3.0)
    with al.record() as trace:
        c = a * b
        e = (c * 5.0).exp()
        (e * a).backward()
    text = trace.text()
    assert "self" not in text
    assert text.count("other") == text.count("other = 5") == 2
    assert "e = 10686474223616" in text


# ----- forward, beginnings, ends -----------------------------------------------------------------------------------
def test_an_operation():
    a, b = leaves(2.0, 3.0)
    with al.record() as trace:
        c = a * b
        d = c.exp()
        d.sum(0).backward()
    lines = [step.sentence for step in trace.steps]
    assert lines[0] == (
        f"The operation mul gives c = 6 and records {trace.label(trace[0].node.id)}, with edges to "
        "AccumulateGrad(a) and AccumulateGrad(b). The node keeps a = 2 and b = 3."
    )
    assert lines[1].endswith("The node keeps d = 403.429.")
    assert "keeps" not in lines[2]


def test_a_forward_alone_knows_the_names_of_its_leaves_and_of_what_was_there_before():
    a, b = leaves(2.0, 3.0)
    c = a * b
    with al.record() as trace:
        d = c * a
    label, before = trace.label(trace[0].node.id), trace.label(trace[0].node.edges[0].node)
    assert (before, trace.name(trace[0].node.edges[0].node)) == (f"node n{c.grad_fn._number}", "c")
    assert trace.text() == (
        f"1. The operation mul gives d = 12 and records {label}, with edges to {before} and AccumulateGrad(a). "
        "The node keeps c = 6 and a = 2."
    )
    assert al.Trace.from_json(trace.to_json()) == trace
    assert d.item() == 12


def test_a_change_through_a_view():
    x = al.tensor([1.0, 2.0], requires_grad=True)
    h = x * 2.0
    view = h[0]
    with al.record() as trace:
        view.mul_(3.0)
    assert trace.steps[0].sentence.startswith("A view is changed in place, so h = [6, 4] gets a new history: CopySl")


def test_a_start_from_several_roots():
    (x,) = leaves(2.0)
    y = x * x
    with al.record() as trace:
        al.autograd.backward([y, x, y], [al.tensor(1.0), al.tensor(2.0), al.tensor(3.0)], retain_graph=True)
    node = trace.label(trace[0].roots[0].node)
    assert trace.steps[0].sentence == (
        f"Backward pass 1 starts at y and x: the seed, 1, goes into the slot of {node}; the seed, 2, goes into "
        f"the slot of AccumulateGrad(x); and the seed, 3, goes into the slot of {node}. {node} waits for 2 messages "
        f"and AccumulateGrad(x) for 3. The seed, 3, is added in the slot of {node}: 1 + 3 = 4 (2 of 2 messages). "
        "Saved values are kept (retain_graph)."
    )


def test_a_start_that_makes_a_graph():
    (x,) = leaves(2.0)
    with al.record() as trace:
        al.autograd.grad(x.exp(), x, create_graph=True)
    (start,) = (step for step in trace.steps if trace[step.first].kind == "BackwardStarted")
    assert start.sentence.startswith("Backward pass 1 starts: the seed, 1, goes into the slot of ExpBackward0")
    assert start.sentence.endswith(". The gradients get a graph of their own (create_graph).")


def test_an_error():
    (x,) = leaves(3.0)
    y = x * x
    y.backward()
    with al.record() as trace, pytest.raises(RuntimeError):
        y.backward()
    visit, error = trace.steps[-2:]
    label = trace.label(trace[visit.first].node)
    assert visit.sentence == f"{label} received 1."
    assert error.sentence.startswith(f"{label} stops with RuntimeError: Trying to backward through the graph a second")


# ----- turns -------------------------------------------------------------------------------------------------------
def test_empty_slots_and_zeros():
    assert double_triple().steps[1].sentence == (
        "DoubleTripleBackward #1 received 1 for b (slot 0) and nothing for c (slot 1). It gets 0 for slot 1, as a "
        "custom Function does by default. It sends 2 to AccumulateGrad(a)."
    )


def test_many_slots():
    v = al.tensor([float(i) for i in range(20)], requires_grad=True)
    parts = v.unbind()
    with al.record() as trace:
        (parts[1] * parts[3]).backward()
    assert " received 3 for parts[1] (slot 1), 1 for parts[3] (slot 3) and nothing in 18 slots." in one(trace, "Unbind")


def test_several_slots_without_names_are_filled_with_zeros_together():
    Three = custom(al, "Three", lambda ctx, a: (a * 1, a * 2, a * 3), lambda ctx, *grads: grads[0])

    (a,) = leaves(2.0)
    with al.record() as trace:
        Three.apply(a)[0].backward()
    assert one(trace, "Three").endswith(
        "received 1 in slot 0, nothing in slot 1 and nothing in slot 2. It gets zeros for the slots 1 and 2, as a "
        "custom Function does by default. It sends 1 to AccumulateGrad(a)."
    )


def test_hooks_before_the_rule():
    a, b = leaves(2.0, 3.0)
    c = a * b

    def double(grad):
        return grad * 2

    c.register_hook(double)
    c.retain_grad()
    with al.record() as trace:
        c.backward()
    label = trace.label(trace[0].roots[0].node)
    assert one(trace, "Mul") == (
        f"{label} received 1; it had kept a = 2 and b = 3. The tensor hook double at {label} sees 1 and changes it to "
        f"2. retain_grad adds 2 to c.grad. {label} sends 2 × 3 = 6 to AccumulateGrad(a) and 2 × 2 = 4 to "
        "AccumulateGrad(b)."
    )


@pytest.mark.parametrize("changes", [True, False])
def test_hooks_after_the_rule(changes):
    a, b = leaves(2.0, 3.0)
    c = a * b

    def hook(inputs, outputs):
        return tuple(grad * 10 for grad in inputs) if changes else None

    c.grad_fn.register_hook(hook)
    with al.record() as trace:
        c.backward()
    label = trace.label(trace[0].roots[0].node)
    told_by_hook = (
        f"It works out 3 for AccumulateGrad(a) and 2 for AccumulateGrad(b). The posthook hook at {label} sees (3, 2) "
        f"and changes them to (30, 20). {label} sends 30 to AccumulateGrad(a) and 20 to AccumulateGrad(b)."
        if changes
        else f"The posthook hook at {label} sees (3, 2) and leaves them as they are. {label} sends 1 × 3 = 3 to "
        "AccumulateGrad(a) and 1 × 2 = 2 to AccumulateGrad(b)."
    )
    assert one(trace, "Mul") == f"{label} received 1; it had kept a = 2 and b = 3. {told_by_hook}"


def test_hooks_of_a_leaf():
    (x,) = leaves(2.0)
    x.grad = al.tensor(1.0)

    def double(grad):
        return grad * 2

    def after(leaf):
        pass

    x.register_hook(double)
    x.register_post_accumulate_grad_hook(after)
    with al.record() as trace:
        (x * 3.0).backward()
    assert one(trace, "Acc") == (
        "AccumulateGrad(x) received 3. The tensor hook double at AccumulateGrad(x) sees 3 and changes it to 6. "
        "AccumulateGrad(x) adds 6 to x.grad: 1 + 6 = 7. The post-accumulate hook after runs, and then x.grad is 7."
    )


def test_copies_in_forward_are_a_sum():
    x, b = al.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True), al.tensor([5.0, 6.0], requires_grad=True)
    with al.record() as trace:
        (b * x).sum().backward()
    assert one(trace, "Mul").endswith(
        "It sends [4, 6] to AccumulateGrad(b), the sum of [[1, 2], [3, 4]] along axis 0, where forward had "
        "copied b; and [[5, 6], [5, 6]] to AccumulateGrad(x)."
    )


def test_a_sum_too_long_to_be_read():
    x = al.ones(40, requires_grad=True)
    with al.record() as trace:
        ((x + x).sum()).backward()
    assert ", where it is added to what is already waiting." in one(trace, "Add")
    assert one(trace, "Acc") == (
        "AccumulateGrad(x) has received both messages, which add up to a tensor of shape (40,) with norm 12.6, and "
        "x.grad goes from None to a tensor of shape (40,) with norm 12.6."
    )
    with al.record() as again:
        (x * 1.0).sum().backward()
    assert one(again, "Acc").endswith(
        "received a tensor of shape (40,) with norm 6.32, and adds it to x.grad, which was not empty."
    )


def test_a_gradient_that_was_asked_for():
    a, b = leaves(2.0, 3.0)
    c = a * b
    with al.record() as trace:
        al.autograd.grad(c * a, c)
    (first, second) = told(trace, "Mul")
    assert first.endswith(
        " (for c). It sends nothing to AccumulateGrad(a): this backward was not asked for that gradient."
    )
    assert second.endswith(" received 2 and does not run: that gradient is what was asked for.")


def test_a_rule_that_gives_no_gradient():
    Half = custom(al, "Half", lambda ctx, a, b: a + b, lambda ctx, grad: (grad, None))

    a, b = leaves(2.0, 3.0)
    with al.record() as trace:
        Half.apply(a, b).backward()
    assert one(trace, "Half").endswith("None to AccumulateGrad(b), since its rule gave no gradient.")
    assert one(trace, "AccumulateGrad(b)") == (
        "AccumulateGrad(b) has received its only message, but no gradient came: there is nothing to do."
    )


def test_a_turn_that_recorded_operations_interrupt():
    (x,) = leaves(3.0)
    y = x * x
    with al.record() as trace:
        al.autograd.grad(y, x, create_graph=True)
    label = trace.label(trace[0].roots[0].node)
    others = [step.sentence for step in trace.steps if trace[step.first].kind not in ("OpRecorded", "BackwardStarted")]
    assert others == [
        f"{label} received 1; it had kept x = 3.",
        f"{label} sends 1 × 3 = 3 to AccumulateGrad(x) and 1 × 3 = 3 to AccumulateGrad(x).",
        f"The message from {label}, 3, is added in the slot of AccumulateGrad(x): 3 + 3 = 6 (2 of 2 messages).",
        "AccumulateGrad(x) has received both messages, 3 + 3 = 6, and does not run: that gradient is what was asked "
        "for.",
        "Backward pass 1 is over; no .grad was written.",
    ]


def test_a_leaf_without_a_name():
    assert al.Trace(square_plus(1).events).steps[3].sentence == (
        "AccumulateGrad #1 has received all 3 messages, 1 + 3 + 3 = 7, and its .grad goes from None to 7."
    )


def test_a_leaf_is_said_to_go_first_only_where_the_node_after_it_was_ready():
    trace = product_chain()
    arrival = trace.find("BufferAdded", node="n1")[0]
    never_ready = al.Trace((*trace.events[:arrival], *trace.events[arrival + 1 :]), trace.variables)
    assert "is ready too" in one(trace, "AccumulateGrad(d)")
    assert "is ready too" not in one(never_ready, "AccumulateGrad(d)")


def test_what_was_kept_and_then_changed_unseen_is_told_with_both_numbers():
    x = al.tensor(2.0, requires_grad=True)
    with al.record() as trace:
        y = x.sigmoid()
        y.data.zero_()
        y.backward(retain_graph=True)
        y.data.fill_(0.5)
        y.backward()
    first, second = told(trace, "SigmoidBackward0")
    assert "received 1; it had kept y = 0.880797, which is now 0. It sends 1 × 0 = 0 to" in first
    assert "it had kept y = 0.880797, which is now 0.5. It sends 1 × 0.25 = 0.25 to" in second
    assert "which is now" not in trace.text().partition("Backward pass 1 starts")[0]
    assert card(trace, "SigmoidBackward0")["rows"][0].slope == "(1 - y)·y = (1 - 0.5)·0.5 = 0.25"


def test_a_zero_that_an_unseen_change_made_is_not_called_saturated():
    x = al.tensor(2.0, requires_grad=True)
    with al.record() as trace:
        y = x.sigmoid()
        y.data.zero_()
        y.backward()
    answer = trace.why(x)
    assert (
        answer.cause == "unseen change"
        and "as through `.data`. It had saved y = 0.880797, which is now 0" in answer.text
    )


def test_nan_from_zero_times_an_infinite_slope_is_told_so():
    x = al.tensor(0.0, requires_grad=True)
    with al.record() as trace:
        y = al.where(x > 0, 1 / x, x)
        y.backward()
    sentence = "It sends nan (0 × an infinite slope) to AccumulateGrad(x)"
    assert sentence in one(trace, "ReciprocalBackward0") and sentence in trace.text(details=True)
    with al.record() as times_nan:
        (x * al.tensor(float("nan"))).backward()
    assert "infinite" not in times_nan.text()
