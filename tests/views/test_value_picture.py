"""What the numbers of larger arrays are like, in a node's panel."""

import numpy as np
import pytest

import autograd_lab as al
from autograd_lab.tracing.values import summary_of, value_of
from autograd_lab.views import node_panel
from autograd_lab.views.step_texts import StepTexts
from autograd_lab.views.value_picture import facts, larger_values, pictured

NAN, INF = float("nan"), float("inf")


@pytest.mark.parametrize(
    ("numbers", "told"),
    [
        ([1.0] * 20, "from 1 to 1, mean 1, norm 4.47"),
        ([0.0] * 20, "20 of 20 are 0"),
        ([NAN] * 20, "20 of 20 are nan"),
        ([NAN, INF] + [2.0] * 16, "from 2 to 2, mean 2, norm 8; 1 of 18 is nan; 1 of 18 is inf"),
    ],
)  # fmt: skip
def test_facts(numbers, told):
    value = value_of(np.array(numbers))
    assert facts(summary_of(value), len(numbers)) == told


def test_a_small_array_in_full_a_large_one_by_its_spread():
    small = pictured("sent", value_of(np.array([[1.0, -2.0, NAN] * 3] * 2)))
    assert small["what"] == "sent [2×9] 6 nan"
    assert small["cells"][0][:3] == [("1", 50), ("-2", -100), ("nan", None)]
    assert [len(row) for row in small["cells"]] == [9, 9]
    large = pictured("sent", value_of(np.arange(160.0)))
    assert (large["bars"], large["ends"]) == ((100,) * 16, ["0", "159"])


def recorded():
    x = al.arange(20.0, requires_grad=True)
    with al.record() as trace:
        y = x.relu()
        (y * al.arange(20.0)).sum().backward()
    return trace


def test_what_a_node_received_kept_and_sent():
    trace = recorded()
    relu = next(node for node, info in trace.nodes.items() if info.name == "ReluBackward0")
    (run,) = trace.find("RuleApplied", relu)
    assert [what for what, _ in larger_values(trace, relu, run)] == ["received", "y (result)", "sent: ∂x (self)"]
    (leaf,) = (node for node, info in trace.nodes.items() if info.kind == "leaf")
    (written,) = trace.find("GradAccumulated", leaf)
    assert [what for what, _ in larger_values(trace, leaf, written)] == ["received", ".grad"]
    assert list(larger_values(trace, relu, None)) == []


def test_small_values_bring_no_picture():
    x = al.tensor([1.0, 2.0], requires_grad=True)
    with al.record() as trace:
        (x * x).sum().backward()
    panels = node_panel.panels(trace, StepTexts(trace))
    assert all("numbers" not in card for panel in panels.values() for card in panel["cards"])


def test_the_panel_has_them_after_the_run():
    trace = recorded()
    panels = node_panel.panels(trace, StepTexts(trace))
    relu = next(node for node, info in trace.nodes.items() if info.name == "ReluBackward0")
    before, after = panels[relu]["cards"]
    assert "numbers" not in before
    assert after["numbers"][0]["what"] == "received [20] ‖50‖"
