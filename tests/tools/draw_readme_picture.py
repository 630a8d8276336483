"""Draws the picture in README: the first lesson's stepper, in the middle of its backward pass.

    python tests/tools/draw_readme_picture.py

Needs Chromium, as the browser tests do.
"""

import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "helpers"))

import labkit  # noqa: E402

import autograd_lab as al  # noqa: E402
from autograd_lab import views  # noqa: E402

PICTURE = HERE.parent.parent / "notebooks" / "images" / "first_lesson.png"


def first_trace() -> al.Trace:
    """e = (a + b) · d at 2, 3, 4: the program of lesson 00."""
    a = al.tensor(2.0, requires_grad=True)
    b = al.tensor(3.0, requires_grad=True)
    c = a + b
    d = al.tensor(4.0, requires_grad=True)
    e = c * d
    with al.record() as trace:
        e.backward()
    return trace


def main() -> None:
    """Open the stepper where AddBackward0 has passed on what it received, and take its picture."""
    trace = first_trace()
    adds = next(node for node, info in trace.nodes.items() if info.name == "AddBackward0")
    step = trace.step_at(trace.find("RuleApplied", node=adds)[0]).last + 1
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=labkit.find_chromium(), args=labkit.FLAGS)
        page = browser.new_page(viewport={"width": 1060, "height": 700}, device_scale_factor=1.5)
        page.set_content(views.static_html(views.stepper(trace, start=step)))
        page.locator(".agl-stepper").screenshot(path=PICTURE)
        browser.close()


if __name__ == "__main__":
    main()
