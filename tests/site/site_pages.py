"""A site of all lessons, made once for all tests, and what stands on its pages."""

import base64
import functools
import json
import re
from pathlib import Path

import pytest

from autograd_lab import exercises as ex
from autograd_lab.exercises.learner import learner
from autograd_lab.exercises.progress_file import NAME
from autograd_lab.site import shipped
from autograd_lab.site.build import pages

NUMBERS = [lesson.name.partition("_")[0] for lesson in shipped.shipped_lessons()]


@functools.cache
def site() -> dict[str, bytes]:
    """The files of a site of all lessons, by their paths."""
    return pages(shipped.shipped_lessons(), None)


def lesson_pages() -> dict[str, str]:
    """The lessons' pages, by their names."""
    return {name: content.decode() for name, content in site().items() if re.match(r"\d+_.*html$", name)}


def page(number: str) -> str:
    """A lesson's page by its number."""
    return next(content.decode() for name, content in site().items() if name.startswith(number))


def written(folder: Path) -> Path:
    """The site in a folder."""
    for name, content in site().items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(content)
    return folder


def answered_lessons(folder: Path) -> Path:
    """A learner's folder: lessons 00 and 01, and the file of what they answered."""
    folder.mkdir(exist_ok=True)
    for lesson in shipped.chosen_lessons(["00", "01"]):
        (folder / lesson.name).write_bytes(lesson.content)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("AUTOGRAD_LAB_PROGRESS", str(folder / NAME))
        learner.forget()
        ex.ask("L0.P4").commit(4).settle()
        ex.check("L1.2", {"a": 3, "b": 5})
        ex.hint("L1.2")
        ex.ask("L1.4").commit([*"ABCDE"])
        patch.setenv("AUTOGRAD_LAB_PROGRESS", "off")
        learner.forget()
    return folder


def told(text: str) -> dict[str, dict]:
    """What each form on a page was told, by exercise."""
    found = [json.loads(base64.b64decode(packed)) for packed in re.findall(r'data-told="([^"]+)"', text)]
    return {one["name"]: one for one in found}
