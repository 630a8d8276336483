"""Values in few characters: what a box, an arrow and a ledger say of an array."""

import numpy as np
from each_case import each_case

from autograd_lab.tracing.recording.values import value_of
from autograd_lab.views.short_text import WRONG_VALUE, fitting, short_title, text

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


@each_case(
    ("title", "limit", "said"),
    [
        ("MulBackward0 #2", 15, "MulBackward0 #2"),
        ("BinaryCrossEntropyWithLogitsBackward0 #104", 30, "BinaryCrossEntropyWithLo… #104"),
        ("a long name of a module", 10, "a long na…"),
    ],
)
def test_a_title_keeps_its_number(title, limit, said):
    assert short_title(title, limit) == said
