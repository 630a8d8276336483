"""Bugs that keep a model from learning: `trace.why` says the true cause, and its line, on both engines."""

import importlib
import re
import warnings
from pathlib import Path

import pytest
from test_why import ENGINES, START
from why_programs import programs

import autograd_lab as al

BUGS = list(programs(Path(__file__).with_name("classic_bugs.txt")))


@ENGINES
@pytest.mark.parametrize("bug", BUGS, ids=lambda bug: bug.title)
def test_the_right_cause_and_line(bug, library):
    """Of the recording, and of the trace read back from its file."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        trace, kept = bug.run(importlib.import_module(library))
    answer = trace.why() if bug.name == "*" else trace.why(bug.name)
    text = answer.text.replace("  # here", "")
    assert answer.cause == bug.cause, answer
    assert [words for words in bug.words if words not in text] == [], answer
    named = re.findall(r"line (\d+) of classic_bugs\.txt", text)
    assert {*map(int, named)} == {number for number, _ in bug.here}, answer
    if bug.name != "*":
        assert text.startswith(START.get(bug.kind, "{}.grad is ").format(bug.name.replace("s.0.", "s[0]."))), answer
        assert text.endswith("."), answer
    if not kept and bug.name not in "*abg":
        again = al.Trace.from_json(trace.to_json())
        assert str(again.why() if bug.name == "*" else again.why(bug.name)) == str(answer)
