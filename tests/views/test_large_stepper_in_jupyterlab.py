"""A large trace in a real JupyterLab: its parts come from the kernel, and it steps everywhere."""

import labkit
import pytest

pytestmark = pytest.mark.browser
PROGRAM = """\
import autograd_lab as al
from autograd_lab import views

x = h = al.tensor(1.0, requires_grad=True)
for _ in range(passes):
    h = h * 0.999 + 0.001
with al.record() as trace:
    h.backward()
views.stepper(trace, details=True)"""


@pytest.mark.parametrize("passes", [1000, pytest.param(5000, marks=pytest.mark.nightly)])
def test_it_steps_everywhere(lab, passes):
    page = lab.show(labkit.put(lab.lab, "large.ipynb", [f"passes = {passes}", PROGRAM]))
    labkit.run_all(page)
    page.wait_for_selector(".agl-stepper .node")
    events, steps = 13 * passes + 7, 2 * passes + 3
    stepper, active = page.locator(".agl-stepper"), page.locator(".agl-stepper .node.active")

    def at(step):
        stepper.locator(".count", has_text=f"{step} / {events}").wait_for()

    counts = [line.partition(" nodes")[0] for line in stepper.locator(".node.fold .line").all_text_contents()]
    assert sum(int(count.replace(",", "")) for count in counts) == 2 * passes + 1 and len(counts) > 5
    stepper.get_by_label("last", exact=True).click()
    at(events)
    assert stepper.locator(".agl-sentence").inner_text().startswith("Backward 1 is over: x.grad is 0.")
    stepper.locator("input[type=range]").fill(str(events // 2))
    at(events // 2)
    assert active.get_attribute("aria-label").split(",")[0] in stepper.locator(".agl-sentence").inner_text()
    stepper.get_by_label("first", exact=True).click()
    at(0)
    for step in range(1, 12):
        stepper.get_by_label("next", exact=True).click()
        at(step)
    stepper.get_by_role("button", name="details").click()
    stepper.get_by_label("next", exact=True).click()
    first = int(stepper.locator(".count").inner_text().partition(" /")[0])
    for number in range(first + 1, first + 8):
        stepper.get_by_label("next", exact=True).click()
        stepper.locator(".count", has_text=f"{number} / {steps}").wait_for()
    assert labkit.complaints(page) == []
