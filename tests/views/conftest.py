"""The small programs, for each test anew; and one page of the browser for all tests of a file."""

from types import SimpleNamespace

import labkit
import pytest
from small_programs import PROGRAMS


@pytest.fixture
def programs():
    """Call one to run it and get its trace."""
    return SimpleNamespace(**PROGRAMS)


@pytest.fixture(scope="module")
def page_of_the_file(chromium):
    """A page, and what it did wrong."""
    context = chromium.new_context()
    context.set_default_timeout(labkit.PATIENCE)
    page, watch = context.new_page(), labkit.Watch()
    watch.follow(page)
    yield page, watch
    context.close()


@pytest.fixture
def watch(page_of_the_file):
    """What the page did wrong in this test."""
    watch = page_of_the_file[1]
    watch.problems.clear()
    watch.console.clear()
    return watch


@pytest.fixture
def page(page_of_the_file, watch):
    """The file's page, empty and as it was. The test fails if it asks for anything outside this machine, or throws."""
    page = page_of_the_file[0]
    page.goto("about:blank")
    page.set_viewport_size({"width": 1300, "height": 950})
    page.emulate_media(color_scheme="null", reduced_motion="null", forced_colors="null", media="null")
    yield page
    assert not watch.problems, "\n".join(watch.problems)
