"""Answers as fingerprints: what a page is told must not show the right one to whom reads its source in passing.

So replies are found by a fingerprint, and all that a page is told is packed. That is a curtain, no lock: the page can
open it.
"""

import base64
import json
from typing import Any

from ..exercises.answer_values import Number, Numbers, Table
from ..exercises.exercise import Form


def canonical(form: Form, given: Any) -> str:
    """What was read, written in one way only: ``canonical`` in ``static/judge.js`` writes the same."""
    if isinstance(form, Table):
        return ";".join(f"{name}={canonical(row, given[name])}" for name, row in form.rows.items())
    if isinstance(form, Numbers):
        return ",".join(canonical(Number(), part) for part in given)
    if isinstance(form, Number):
        return number(given)
    return given


def number(given: float | None) -> str:
    """Six digits and an exponent: ``"1.25000e1"``."""
    if given is None:
        return "None"
    digits, _, exponent = f"{given + 0.0:.5e}".partition("e")
    return f"{digits}e{int(exponent)}"


def fingerprint(exercise_id: str, text: str) -> str:
    """FNV-1a in 64 bits of the exercise and the answer: short enough to stand in a script, which must find the same."""
    found = 0xCBF29CE484222325
    for byte in f"{exercise_id}|{text}".encode():
        found = (found ^ byte) * 0x100000001B3 % 2**64
    return f"{found:016x}"


def packed(told: dict[str, Any]) -> str:
    """Anything as text that does not read as itself."""
    return base64.b64encode(json.dumps(told, ensure_ascii=False).encode()).decode()
