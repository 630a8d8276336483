"""Numbers in a rule, through the syntax tree."""

from each_case import each_case

from autograd_lab.tracing.recording.summaries import Summary
from autograd_lab.tracing.trace.events import Value
from autograd_lab.views.card.substitute import decide, substitute


def scalar(x):
    return Value((), "float32", (float(x),))


def array(*items):
    return Value((len(items),), "float32", tuple(map(float, items)))


BIG = Value((64, 10), "float32", None, Summary(0.0, 1.0, 0.5, 3.0, 0, 0, 0, (100,)))


@each_case(
    ("source", "known", "expected"),
    [
        ("grad * other", {"grad": scalar(4), "other": scalar(3)}, "4 * 3"),
        ("grad * other", {"grad": scalar(4)}, "4 * other"),
        ("grad * other", {"grad": scalar(4), "other": scalar(-3)}, "4 * (-3)"),
        ("-grad * other", {"grad": scalar(-2), "other": scalar(0.5)}, "(-(-2)) * 0.5"),
        ("other ** 2 * grad", {"grad": scalar(1), "other": scalar(-3)}, "(-3) ** 2 * 1"),
        ("grad", {"grad": scalar(-3)}, "-3"),
        ("grad * self", {"grad": array(1, 10), "self": array(-1, 2)}, "[1, 10] * [-1, 2]"),
        ("self.T @ grad", {"self": BIG, "grad": BIG}, "tensor[64×10].T @ tensor[64×10]"),
        ("grad / self", {"grad": scalar(1 / 3), "self": scalar(1e10)}, "0.333333 / 10000000000"),
        ("grad * self", {"grad": scalar("inf"), "self": scalar("nan")}, "inf * nan"),
        ("f(grad, self_sizes, dim)", {"grad": scalar(1), "self_sizes": "(2, 3)", "dim": "-1"}, "f(1, (2, 3), -1)"),
        ("grad if alpha == 1 else grad * alpha", {"grad": scalar(4), "alpha": "1"}, "4"),
        ("grad if alpha == 1 else grad * alpha", {"grad": scalar(4), "alpha": "2"}, "4 * 2"),
        ("grad if dim is None else spread(grad, dim)", {"grad": scalar(4), "dim": "None"}, "4"),
        ("grad if dim is None else spread(grad, dim)", {"grad": scalar(4), "dim": "-1"}, "spread(4, -1)"),
        ("grad if dim < 0 else -grad", {"grad": scalar(4), "dim": "-1"}, "4"),
        ("grad if other > grad else 0", {"grad": scalar(4)}, "4 if other > 4 else 0"),
        ("grad if keepdim else 0", {"grad": scalar(4), "keepdim": "True"}, "4"),
        ("lambda grad, self: grad * self", {"grad": scalar(2), "self": scalar(3)}, "2 * 3"),
        ("f([g for g in grads], g=1)", {"grads": (scalar(1), None), "g": scalar(9)}, "f([g for g in [1, None]], g=1)"),
        ("not ( python", {"grad": scalar(1)}, "not ( python"),
        ("graded * grad", {"grad": scalar(2)}, "graded * 2"),
    ],
)  # fmt: skip
def test_names_become_numbers(source, known, expected):
    assert substitute(source, known) == expected


@each_case(
    ("source", "settings", "expected"),
    [
        ("grad if alpha == 1 else grad * alpha", {"alpha": "1"}, "grad"),
        ("grad if alpha == 1 else grad * alpha", {"alpha": "2"}, "grad * alpha"),
        ("-grad if alpha == 1 else -grad * alpha", {"alpha": "1"}, "-grad"),
        ("grad if other > 0 else 0", {"alpha": "1"}, "grad if other > 0 else 0"),
        ("f(grad, 2 if p is None else p)", {"p": "None"}, "f(grad, 2)"),
        ("lambda grad: -grad", {}, "-grad"),
        ("def rule(grad, other):\n    return grad*other", {}, "grad * other"),
        ("not ( python", {}, "not ( python"),
        ("(b @ grad.T).T if lies_by_columns(s) else grad @ b.T", {"s": "(2, 1)"}, "grad @ b.T"),
        ("(b @ grad.T).T if lies_by_columns(s) else grad @ b.T", {"s": "(1, 2)"}, "(b @ grad.T).T"),
        ("a if lies_by_columns(s) else b", {}, "a if lies_by_columns(s) else b"),
        ("a if other(s) else b", {"s": "(1, 2)"}, "a if other(s) else b"),
        ("times(grad @ b.T, alpha)", {"alpha": "1"}, "grad @ b.T"),
        ("times(grad + b, alpha)", {"alpha": "2"}, "(grad + b) * alpha"),
        ("times(a if lies_by_columns(s) else b, alpha)", {"s": "(1, 2)", "alpha": "1.0"}, "a"),
    ],
)  # fmt: skip
def test_settings_decide_and_names_stay(source, settings, expected):
    assert decide(source, settings) == expected
