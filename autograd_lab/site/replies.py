"""What a page without a kernel needs to reply: fingerprints of answers.

A page's source must not show the right answer at a glance. So the page finds a reply by a fingerprint of the answer,
and everything it is told is packed. That is a curtain, not a lock: the page can open it.
"""

import base64
import json
from typing import Any


def number(given: float | None) -> str:
    """Six digits and an exponent: ``"1.25000e1"``; ``canonical`` in ``static/judge.js`` writes the same."""
    if given is None:
        return "None"
    digits, _, exponent = f"{given + 0.0:.5e}".partition("e")
    return f"{digits}e{int(exponent)}"


def fingerprint(exercise_id: str, text: str) -> str:
    """FNV-1a in 64 bits of the exercise and the answer: short enough for a script, which must find the same."""
    found = 0xCBF29CE484222325
    for byte in f"{exercise_id}|{text}".encode():
        found = (found ^ byte) * 0x100000001B3 % 2**64
    return f"{found:016x}"


def packed(told: dict[str, Any]) -> str:
    """Anything as text that does not read as itself."""
    return base64.b64encode(json.dumps(told, ensure_ascii=False).encode()).decode()


SAID = "\0"
"""In a reply, the place where the page quotes what was said."""
DETAIL = "\1"
"""And where it says what is wrong with it, if only the page knows."""
