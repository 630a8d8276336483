"""Values in a picture: in few characters, and what the numbers of larger arrays are like."""

import numpy as np
from each_case import each_case

import autograd_lab as al
from autograd_lab.tracing.recording.values import summary_of, value_of
from autograd_lab.views.card import node_card as node_panel
from autograd_lab.views.card.node_card import facts, larger_values, pictured
from autograd_lab.views.picture.step_texts import StepTexts
from autograd_lab.views.short_text import WRONG_VALUE, fitting, text

# ----- in few characters: what a box, an arrow and a ledger say -------------------------------------------------------
NAN, INF = float("nan"), float("inf")


@each_case(
    ("array", "said"),
    [
        (np.ones((2, 2)), "[[1, 1], [1, 1]]"),
        (np.ones((8, 8)), "[8×8] ‖8‖"),
        (np.full((50, 50), 1.2e-7), "[50×50] ‖6e-6‖"),
        (np.full(20, 1e30), "[20] ‖4.5e30‖"),
        (np.zeros((4, 5)), "[4×5] all 0"),
        (np.array([NAN] * 12 + [1.0] * 4), "[16] 12 nan"),
        (np.array([NAN, INF, -INF] + [1.0] * 13), "[16] 1 nan 2 inf"),
        (np.ones((0, 3)), "[0×3] empty"),
    ],
)
def test_in_a_picture(array, said):
    assert text(value_of(array)) == text(value_of(array, limit=5)) == said


@each_case(
    ("shown", "is_wrong"),
    [("v= nan", True), ("v= [1, nan]", True), ("v= inf", True), ("v= [-inf, inf]", True), ("v= [16] 1 nan 2 inf", True),
     ("v= -inf", False), ("v= [0, -inf]", False), ("v= [4×4] 6 inf", False), ("v= [4×4] ‖2‖", False)],
)  # fmt: skip
def test_a_mask_is_no_alarm(shown, is_wrong):
    assert bool(WRONG_VALUE.search(shown)) == is_wrong


def test_nothing_is_not_zero():
    assert text(None) == "None"


def test_where_there_is_no_room_the_norm_stays():
    value = value_of(np.full((2, 4, 16, 16), 0.01))
    assert text(value) == "[2×4×16×16] ‖0.45‖"
    assert (fitting(value, 18), fitting(value, 17)) == ("[2×4×16×16] ‖0.45‖", "‖0.45‖")
    few = value_of(np.arange(9.0))
    assert [fitting(few, room) for room in (27, 26, 7)] == ["[0, 1, 2, 3, 4, 5, 6, 7, 8]", "[9] ‖14‖", "‖14‖"]
    assert fitting(value_of(1234567.0), 3) == "1234567"
    assert fitting(None, 2) == "None"


# ----- larger arrays, in a node's panel -------------------------------------------------------------------------------
@each_case(
    ("numbers", "told"),
    [
        ([1.0] * 20, "from 1 to 1, mean 1, norm 4.47"),
        ([0.0] * 20, "20 of 20 are 0"),
        ([-1.0] * 10 + [1.00000001] * 10, "from -1 to 1, mean 0, norm 4.47"),  # what rounding leaves of a mean
        ([NAN] * 20, "20 of 20 are nan"),
        ([NAN, INF] + [2.0] * 16, "from 2 to 2, mean 2, norm 8; 1 of 18 is nan; 1 of 18 is inf"),
    ],
)  # fmt: skip
def test_facts(numbers, told):
    value = value_of(np.array(numbers))
    assert facts(summary_of(value), len(numbers)) == told


def test_a_small_array_in_full_a_large_one_by_its_spread():
    small = pictured(value_of(np.array([[1.0, -2.0, NAN] * 3] * 2)))
    assert (small["text"], small["columns"]) == ("[2×9] 6 nan", 9)
    assert small["cells"] == " ".join(["1 -2 nan"] * 6)
    large = pictured(value_of(np.arange(160.0)))
    assert (large["bars"], large["ends"]) == ((100,) * 16, ["0", "159"])


def recorded():
    x = al.arange(20.0, requires_grad=True)
    with al.record() as trace:
        y = x.relu()
        (y * al.arange(20.0)).sum().backward()
    return trace


def panels_of(trace):
    texts = StepTexts(trace)
    return node_panel.panels(trace, texts.edges, texts.runs)


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
    data = panels_of(trace)
    assert all("numbers" not in card for panel in data["panels"].values() for card in panel["cards"])
    assert data["pictures"] == []


def test_the_panel_has_them_after_the_run():
    trace = recorded()
    data = panels_of(trace)
    relu = next(node for node, info in trace.nodes.items() if info.name == "ReluBackward0")
    before, after = data["panels"][relu]["cards"]
    assert "numbers" not in before
    what, number = after["numbers"][0]
    assert (what, data["pictures"][number]["text"]) == ("received", "[20] ‖50‖")


def test_a_value_that_goes_from_node_to_node_is_drawn_once():
    trace = recorded()
    data = panels_of(trace)
    shown = [
        number for panel in data["panels"].values() for card in panel["cards"] for _, number in card.get("numbers", ())
    ]
    assert len(shown) > len(set(shown)) == len(data["pictures"])
