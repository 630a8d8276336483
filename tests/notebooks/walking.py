"""Step a stepper in a page, by mouse and by keyboard, and see that it follows."""

import re

STEPPER = ".agl-stepper:not(.agl-pair *)"
"""One with controls of its own: not one of two that move together."""


def expect_steppers(page, count: int) -> None:
    """Wait until the lesson's steppers stand in the page, exactly that many."""
    page.wait_for_function(
        "([selector, count]) => document.querySelectorAll(selector).length === count", arg=[STEPPER, count]
    )


def walk(stepper) -> None:
    """Forward by mouse, back by keyboard: sentence and count follow, and the way back shows what stood there before."""
    stepper.scroll_into_view_if_needed()
    stepper.get_by_label("first", exact=True).click()
    start = sentence(stepper)
    stepper.get_by_label("next", exact=True).click()
    assert sentence(stepper) != start
    assert place(stepper) == 1
    stepper.press("ArrowRight")
    if stepper.locator("button.go").count() and place(stepper) == 1:
        stepper.locator("button.go").click()
    assert place(stepper) == 2
    stepper.press("ArrowLeft")
    stepper.press("ArrowLeft")
    assert (place(stepper), sentence(stepper)) == (0, start)


def sentence(stepper) -> str:
    """What the stepper says now."""
    return stepper.locator(".agl-sentence").inner_text()


def place(stepper) -> int:
    """The number of steps the stepper shows now."""
    return int(re.match(r"\d+", stepper.locator(".count").inner_text())[0])


def go_to_the_end(stepper) -> None:
    """To the last step; where a guess waits to be settled, on from there."""
    stepper.scroll_into_view_if_needed()
    for _ in range(20):
        stepper.get_by_label("last", exact=True).click()
        waiting = stepper.locator("button.go")
        if not waiting.count():
            return
        waiting.click()
    raise AssertionError("the stepper waits for ever")
