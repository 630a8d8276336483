"""A closed box says what is wrong with the gradients inside it."""

import pytest

import autograd_lab as al
from autograd_lab import views
from autograd_lab.views.picture import scene


class Sick(al.nn.Module):
    """Four blocks: one dead, one with a nan, one that is cut off, and one through which all of it comes."""

    def __init__(self):
        super().__init__()
        self.stem, self.dead, self.bad, self.cut = (self.block() for _ in range(4))
        self.dead[0].bias.data.fill_(-100.0)

    @staticmethod
    def block():
        return al.nn.Sequential(al.nn.Linear(4, 4), al.nn.ReLU(), al.nn.Linear(4, 4))

    def forward(self, x, nan):
        h = self.stem(x)
        h = h + self.dead(h) + self.cut(h).detach()
        n = self.bad(h)
        return (n + al.sqrt(n - n)).mean() if nan else n.mean()


def lines(nan):
    """What each closed box says below its class and its number of nodes."""
    al.manual_seed(0)
    model = Sick()
    with al.record() as trace:
        model(al.randn(3, 4), nan).backward()
    boxes = scene.build(trace).plan.boxes.values()
    return {box.short.partition(".")[2]: box.lines[1:] for box in boxes if box.kind == "fold"}, trace


def test_a_box_says_what_is_wrong_inside():
    assert lines(nan=True)[0] == {
        "stem": ("nan or inf inside",),
        "dead": ("nan or inf inside", "2 of 4 .grad all 0"),
        "bad": ("nan or inf inside",),
        "cut": ("not reached by backward",),
    }


def test_a_healthy_box_says_nothing():
    assert lines(nan=False)[0] == {
        "stem": (),
        "dead": ("3 of 4 .grad all 0",),
        "bad": (),
        "cut": ("not reached by backward",),
    }


def test_before_a_backward_nothing_is_wrong():
    model = Sick()
    with al.record() as trace:
        model(al.randn(3, 4), nan=False)
    assert all(len(box.lines) == 1 for box in scene.build(trace).plan.boxes.values() if box.kind == "fold")


@pytest.mark.browser
def test_the_page_says_it_in_red(page):
    page.set_content(views.static_html(views.stepper(lines(nan=True)[1])))
    assert page.locator(".node.fold text.line.wrong").all_text_contents() == ["nan or inf inside"] * 3
