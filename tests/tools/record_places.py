"""Record where Python places large pictures, for the tests that hold Python and the browser to it.

python tests/tools/record_places.py
"""

import json
import sys
from pathlib import Path

TESTS = Path(__file__).parents[1]
sys.path.insert(0, str(TESTS / "helpers"))

import placed  # noqa: E402

recorded = {
    f"{name}, {way}": places for name, trace in placed.traces().items() for way, places in placed.places(trace).items()
}
lines = [f"{json.dumps(name)}: {json.dumps(places)}" for name, places in recorded.items()]
(TESTS / "data" / "places.json").write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
