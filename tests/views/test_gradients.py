"""How large gradients are, parameter by parameter."""

import re
from base64 import b64encode

import matplotlib.pyplot as plt
import pytest
from each_case import each_case

import autograd_lab as al
from autograd_lab import nn, views


def deep(layers=5, backwards=1):
    """A chain of sigmoids: gradients vanish towards the first layer."""
    al.manual_seed(0)
    parts = [part for _ in range(layers) for part in (nn.Linear(8, 8), nn.Sigmoid())]
    net, x = nn.Sequential(*parts), al.randn(4, 8)
    with al.record() as trace:
        for _ in range(backwards):
            net(x).sum().backward()
    return trace, net


def test_a_parameter_that_the_last_backward_did_not_reach():
    a, b = (al.tensor(2.0, requires_grad=True) for _ in range(2))
    with al.record() as trace:
        (a * b).backward()
        a.grad = None
        (a * a).backward()
    assert {row.name: row.told for row in trace.gradients().rows} == {"a": "4", "b": "not reached"}


def test_the_norms_are_those_of_the_gradients():
    trace, net = deep()
    rows = views.gradients(trace).rows
    assert [row.name for row in rows] == [f"net.{name}" for name, _ in net.named_parameters()]
    for row, (_, parameter) in zip(rows, net.named_parameters(), strict=True):
        assert row.norms[0] == pytest.approx(parameter.grad.norm().item(), rel=1e-6)
        assert row.shape == tuple(parameter.shape)


def test_each_backward_counts_by_itself():
    trace, _ = deep(backwards=3)
    (first, *_) = views.gradients(trace).rows
    assert len(first.norms) == 3
    assert first.norms[0] == first.norms[1] == first.norms[2]
    one, other = deep()[0], deep(backwards=2)[0]
    assert views.gradients([one, other]).rows[0].norms == first.norms


def test_vanishing_is_told():
    text = views.gradients(deep()[0]).text()
    assert re.search(r"net\.0\.\w+ has \S+, net\.8\.\w+ \S+, which is \S+ times as much", text)
    bars = [line.count("█") for line in text.splitlines() if ".weight" in line]
    assert bars == sorted(bars)


@each_case("shape", [(2, 1, 8, 8), (4, 1, 20, 20)])
def test_what_is_0_but_for_rounding_is_not_compared(shape):
    al.manual_seed(0)
    net = nn.Sequential(nn.Conv2d(1, 4, 3), nn.BatchNorm2d(4), nn.ReLU(), nn.Conv2d(4, 1, 1))
    with al.record() as trace:
        net(al.randn(shape)).pow(2).mean().backward()
    view = views.gradients(trace)
    assert view.title == "Norm of the gradient of each parameter"
    assert [row.name for row in view.rows if row.is_rounding] == ["net.0.bias"]
    assert 0 < view.rows[1].norms[0] < 1e-6


def test_a_bar_is_as_long_as_its_norm_is_large():
    view = views.gradients(deep()[0])
    widths = [bar.get_width() for bar in view.draw().patches]
    assert [width for _, width in sorted(zip((row.norms[-1] for row in view.rows), widths, strict=True))] == sorted(
        widths
    )
    plt.close("all")


def test_gradients_of_0_come_first_and_the_headline_counts_them():
    first, query, last = nn.Linear(2, 2), nn.Linear(2, 1), nn.Linear(2, 1)
    x = al.tensor([[1.0, 2.0], [3.0, 5.0]])
    with al.record() as trace:
        h = first(x)
        (last(query(h).softmax(-1) * h * 1e4) * 1e4 + h.sum()).sum().backward()
    view = views.gradients(trace)
    assert [row.name for row in view.rows][:2] == ["query.weight", "query.bias"]
    assert view.title.endswith(" times as much") and ": 2 of 6 are all 0; of the others, " in view.title


def special():
    a, b = al.tensor([0.0, 1.0], requires_grad=True), al.tensor([-1.0, -2.0], requires_grad=True)
    c, d = al.tensor(1.0, requires_grad=True), al.tensor(5.0, requires_grad=True)
    with al.record() as trace:
        (a.sqrt() + b.relu() + c.detach()).sum().backward()
    assert d.grad is None
    return trace


def test_what_is_no_ordinary_number_is_said_in_words():
    view = views.gradients(special())
    assert {row.name: row.said for row in view.rows} == {"a": "1 inf", "b": "all 0", "c": "None"}
    assert ">1 inf</td>" in view.html()
    assert "█" not in view.text()


def broken():
    """Five backwards, of which the third brings a nan."""
    x = al.tensor(1.0, requires_grad=True)
    with al.record() as trace:
        for scale in (1.0, 2.0, float("nan"), 3.0, 4.0):
            (x * scale).backward()
    return trace


def test_the_first_nan_of_several_backwards_is_named_and_drawn():
    view = views.gradients(broken())
    title, shown, line = view.text().splitlines()
    assert title == "Norm of the gradient of each parameter over 5 backwards, the first nan or inf in backward 3"
    assert (shown, "4, first nan or inf in backward 3" in line) == ("In backward 5, the last:", True)
    axes = view.draw()
    *_, crosses = axes.get_lines()
    assert (crosses.get_label(), list(crosses.get_xdata())) == ("nan or inf", [3])
    assert axes.get_xlim() == (0.5, 5.5)
    plt.close("all")


def test_a_line_is_broken_where_numbers_are_wrong():
    line, _ = views.gradients(broken()).draw().get_lines()
    assert list(line.get_ydata()) == pytest.approx([1, 2, float("nan"), 3, 4], nan_ok=True)
    plt.close("all")


def test_parameters_of_the_model_that_got_nothing_come_last():
    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.spare, self.used = nn.Linear(1, 1), nn.Linear(1, 1)

    net, x = Net(), al.ones(1, 1)
    with al.record() as trace:
        net.used(x).backward()
    rows = views.gradients(trace).rows
    assert [row.name for row in rows] == ["net.used.weight", "net.used.bias", "net.spare.weight", "net.spare.bias"]
    assert [row.said for row in rows] == ["1", "1", "None", "None"]


def test_without_a_backward():
    net = nn.Linear(2, 1)
    with al.record() as trace:
        net(al.ones(1, 2))
    view = views.gradients(trace)
    assert "No backward of this recording reached a parameter" in view.text()
    assert view.html() and view.draw()


def test_all_forms():
    hostile = al.tensor(1.0, requires_grad=True, name="<b>")
    with al.record() as named:
        (hostile * hostile).backward()
    for trace in (deep()[0], deep(backwards=3)[0], special(), al.Trace((), {}), named):
        view = views.gradients(trace)
        shown, drawn = view._repr_mimebundle_(), view.png()
        assert set(shown) == {"text/html", "image/png", "text/plain"}
        assert shown["image/png"] == b64encode(drawn).decode(), "the same each time"
        assert drawn.startswith(b"\x89PNG")
        assert "<script" not in view.html() and "<b></td>" not in view.html()
    assert "&lt;b&gt;" in views.gradients(named).html()


def test_on_axes_of_ones_own():
    _, ax = plt.subplots()
    assert views.gradients(deep()[0]).draw(ax) is ax
    assert ax.get_xscale() == "log"
    assert ax.get_yticklabels()[0].get_text() == "net.0.weight"
    plt.close("all")


@each_case("size", [1e-310, 1e-300, 1.0, 1e300, 1e308])
def test_norms_at_the_end_of_float64_are_drawn_at_the_end_of_the_scale(size):
    w = al.tensor([1.0] * 20, dtype=al.float64, requires_grad=True, name="w")
    with al.record() as trace:
        (w * al.tensor(size, dtype=al.float64)).sum().backward()
    assert views.gradients(trace).png()
    assert f"{size:.0e}"[1:] in views.gradients(trace).html() or size in (1.0, 1e308)


def test_only_powers_of_ten_are_named_on_a_short_scale():
    _, ax = plt.subplots()
    views.gradients(deep(1)[0]).draw(ax)
    ax.figure.canvas.draw()
    assert not any(label.get_text() for label in ax.get_xticklabels(minor=True))
    plt.close("all")


def test_only_traces():
    for wrong in (3, "x", [1], None):
        with pytest.raises(TypeError, match="gradients wants a trace, or a list of traces"):
            views.gradients(wrong)


def test_a_figure_has_room_for_the_names():
    """In a program's own window or file, too, where nothing cuts the figure to what stands on it."""
    x = al.tensor(1.0, requires_grad=True, name="a_parameter_with_a_long_name")
    with al.record() as trace:
        (x * x).backward()
    axes = views.gradients(trace).draw()
    axes.figure.canvas.draw()
    room, needed = axes.figure.bbox, axes.get_tightbbox()
    assert room.x0 <= needed.x0 and room.y0 <= needed.y0
    assert needed.x1 <= room.x1 and needed.y1 <= room.y1
    plt.close("all")


@pytest.mark.parametrize("library", ["autograd_lab", pytest.param("torch", marks=pytest.mark.torch)])
def test_parameters_without_a_gradient_say_why(library):
    """Frozen and unused ones are listed in the view, and under a picture that has no boxes for them."""
    torch = pytest.importorskip(library)

    class Model(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.body, self.norm, self.head, self.spare = (
                torch.nn.Linear(3, 3),
                torch.nn.BatchNorm1d(3),
                torch.nn.Linear(3, 1),
                torch.nn.Linear(3, 2),
            )
            self.scale = torch.nn.Parameter(torch.ones(1))
            for parameter in self.body.parameters():
                parameter.requires_grad_(False)

        def forward(self, x):
            return self.head(self.norm(self.body(x)).relu())

    torch.manual_seed(0)
    model, x = Model(), torch.randn(4, 3)
    with al.record() as trace:
        model(x).pow(2).mean().backward()
    view = views.gradients(trace)
    reasons = {row.name: row.reason for row in view.rows if row.sizes[-1] is None}
    assert reasons == {
        "model.scale": "not used",
        "model.spare.weight": "not called",
        "model.spare.bias": "not called",
        "model.body.weight": "frozen",
        "model.body.bias": "frozen",
    }
    assert "None (frozen)" in view.text()
    assert ">frozen</td>" in view.html()
    back = al.Trace.from_json(trace.to_json())
    for one in (trace, back):
        absent = "frozen: model.body.weight and model.body.bias; not used: model.scale; not called: model.spare.weight"
        assert f"Without a box: {absent} and model.spare.bias" in views.stepper(one).text()


def test_a_small_program_does_not_tell_what_it_left_out():
    x, unused = al.tensor(2.0, requires_grad=True), al.tensor(1.0, requires_grad=True)
    with al.record(names={"unused": unused}) as trace:
        (x * x).backward()
    assert "Without a box" not in views.stepper(trace).text()
