"""README's moving picture is the one that its script draws, and its words say what it shows."""

import itertools
import re
from pathlib import Path

import numpy as np
from draw_readme_picture import PICTURE, SECONDS, first_trace
from PIL import Image, ImageSequence

from autograd_lab.exercises.programs import numbers_apart
from autograd_lab.views.picture.scene import Sentences

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
[WORDS] = re.findall(r"!\[([^\]]*)\]\(notebooks/images/backward\.gif\)", README)
ALIKE = 2.0
"""So far apart, of 255, may the frames be on average: another FreeType draws other edges of letters."""


def frames(file):
    """(milliseconds, pixels) of each."""
    with Image.open(file) as picture:
        return [
            (frame.info["duration"], np.asarray(frame.convert("RGB"), float))
            for frame in ImageSequence.Iterator(picture)
        ]


def comment(file):
    with Image.open(file) as picture:
        return picture.info["comment"].decode()


def test_the_picture_is_what_its_script_draws(tmp_path):
    """Else: python tests/tools/draw_readme_picture.py"""
    with numbers_apart():  # as in a fresh Python, nodes count from 1
        trace = first_trace()
    trace.to_gif(tmp_path / "again.gif", SECONDS)
    stored, drawn = frames(PICTURE), frames(tmp_path / "again.gif")
    assert comment(PICTURE) == comment(tmp_path / "again.gif"), "every sentence, and so every number"
    assert [(time, frame.shape) for time, frame in stored] == [(time, frame.shape) for time, frame in drawn]
    apart = [abs(one - other).mean() for (_, one), (_, other) in zip(stored, drawn, strict=True)]
    assert max(apart) < ALIKE
    steps = [abs(one - next_one).mean() for (_, one), (_, next_one) in itertools.pairwise(stored)]
    assert min(steps) > max(apart), "what changes from step to step is more than what may differ"


def test_it_is_small_and_as_wide_as_it_is_shown():
    assert PICTURE.stat().st_size < 300_000
    assert 830 <= frames(PICTURE)[0][1].shape[1] <= 1200


def test_it_reads_on_a_dark_page_too():
    """Its ground is its own, and opaque."""
    with Image.open(PICTURE) as picture:
        assert not any(
            "transparency" in frame.info and frame.convert("RGBA").getextrema()[3][0] < 255
            for frame in ImageSequence.Iterator(picture)
        )


def test_its_words_are_those_of_the_trace():
    """The alt text tells what runs in which order, and how it ends."""
    trace = first_trace()
    ran = [trace.label(trace[index].node) for index in trace.find("NodeVisited")]
    places = [WORDS.index(name.split(" ")[0]) for name in ran]
    assert places == sorted(places)
    assert Sentences(trace).by_step(len(trace)).partition(": ")[2] in WORDS
