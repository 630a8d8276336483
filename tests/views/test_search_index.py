"""What a reader of a large graph finds by searching: the places where numbers are wrong, in forward and in backward."""

from each_case import each_case

import autograd_lab as al
from autograd_lab.views.stepper_parts import search_index


def found(trace, kind):
    """(title, step) of each place of a kind."""
    return [(place["title"], place.get("step")) for place in search_index(trace)["places"] if place["kind"] == kind]


def test_a_nan_in_forward_whose_gradient_is_finite():
    x = al.tensor([-1.0, 2.0], requires_grad=True)
    with al.record() as trace:
        x.log().mean().backward()
    (made,) = trace.find("OpRecorded", name="LogBackward0")
    assert found(trace, "nan") == [(f"first nan value: {trace.label(trace[made].node.id)}", made + 1)]
    assert found(trace, "inf") == []


@each_case(("start", "kind"), [(0.0, "inf"), (-1.0, "nan")])
def test_both_ways(start, kind):
    x = al.tensor([start, 2.0], requires_grad=True)
    with al.record() as trace:
        (x.log() * x.sqrt()).sum().backward()
    titles = [title for title, _ in found(trace, kind)]
    assert [title.partition(": ")[0] for title in titles] == [f"first {kind} gradient", f"first {kind} value"]
    assert "LogBackward0" in titles[1]


def test_a_value_from_before_the_recording_has_no_step():
    x = al.tensor([-1.0, 2.0], requires_grad=True)
    y = x.log()
    loss = y.mean()
    with al.record() as trace:
        loss.backward()
    (visit,) = trace.find("NodeVisited", name="LogBackward0")
    assert found(trace, "nan") == [(f"first nan value: {trace.label(trace[visit].node)}", None)]


def test_a_leaf_that_takes_part_without_a_node_is_told_with_what_cut_it_off():
    w, b, x = (al.ones(2, requires_grad=True) for _ in range(3))
    with al.record() as trace:
        with al.no_grad():
            flat = b.view(1, 2)
        (x * w.detach() + flat).sum().backward()
    lines = {step.operation: step.line.number for step in trace.flow.steps}
    assert set(search_index(trace)["absent"]) == {
        f"w: .grad None, not in the graph (detach, line {lines['detach']})",
        f"b: .grad None, not in the graph (no_grad, line {lines['view']})",
        "flat: .grad None, not in the graph",
    }


def test_a_node_is_found_by_its_module_its_line_and_its_code():
    model = al.nn.Sequential(al.nn.Linear(2, 2), al.nn.ReLU())
    with al.record() as trace:
        loss = model(al.ones(1, 2)).sum()
        loss.backward()
    called = {node: called for node, called, _ in search_index(trace)["nodes"]}
    relu, total = (next(words for words in called.values() if name in words) for name in ("Relu", "Sum"))
    assert "model.1 (ReLU) · " in relu and relu.endswith("loss = model(al.ones(1, 2)).sum()")
    line = next(step.line for step in trace.flow.steps if step.operation == "sum")
    assert f"{line.file}:{line.number}" in total if line.file else f"line {line.number}" in total


def test_a_parameter_that_was_never_used_and_one_that_is_all_0_are_found():
    class Net(al.nn.Module):
        def __init__(self):
            super().__init__()
            self.used, self.unused = al.nn.Linear(2, 2), al.nn.Linear(2, 2)

        def forward(self, x):
            return self.used(x)

    net = Net()
    with al.record() as trace:
        (net(al.ones(1, 2)) * 0).sum().backward()
    index = search_index(trace)
    assert "net.unused.weight: .grad None, not in the graph (unused)" in index["absent"]
    assert "net.used.weight: .grad all 0" in [place["title"] for place in index["places"]]
