"""The sizes by which Python and the browser place the same picture: ``static/layout.json`` has each with its meaning.

``from .layout import GUTTER`` reads one here. A script says ``{ GUTTER } = LAYOUT`` or ``LAYOUT.GUTTER``, and
`inlined` puts the numbers in.
"""

import json
import re
from importlib.resources import files
from typing import Any

_FILE = files(__package__.rpartition(".")[0]) / "static" / "layout.json"
_SIZES: dict[str, Any] = {name: size for name, (size, _) in json.loads(_FILE.read_text(encoding="utf-8")).items()}


def __getattr__(name: str) -> Any:
    if name not in _SIZES:
        raise AttributeError(f"{_FILE.name} has no {name!r}")
    return _SIZES[name]


def inlined(script: str) -> str:
    """A script with the numbers in place of the names from ``LAYOUT``."""
    script = re.sub(
        r"\{ ([\w, ]+) \} = LAYOUT\b", lambda found: re.sub(r"\w+", r"\g<0> = LAYOUT.\g<0>", found[1]), script
    )
    return re.sub(r"\bLAYOUT\.(\w+)", lambda found: json.dumps(_SIZES[found[1]]), script)
