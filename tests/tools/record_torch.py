"""Records what real PyTorch does, as data that autograd_lab is compared with.

Run it with an interpreter that has ``torch==2.13.0`` (CPU)::

    python tests/tools/record_torch.py       # rewrite tests/data/parity/programs.json
    python tests/tools/record_torch.py FILE  # write it somewhere else

All programs of ``tests/parity/programs/`` are in it::

    {"torch": "2.13.0", "programs": [one line each]}

A program's line holds

``id``        ``file.name`` of the program
``stdout``    what it printed
``records``   ``[label, value]`` pairs in the order shown. A tensor is ``{"dtype", "shape", "values"}`` with its numbers
              flat and row-major, and ``grad_fn`` (a node's name, or ``"leaf"``) if it requires a gradient. An exception
              is ``{"error": [type name, message]}``. A node is ``"<MulBackward0>"``.
              ``roots``/``nodes`` describe a graph breadth first: ``edges`` are ``[index of the node, slot]`` with null
              for a hole, ``saved`` is what ``_saved_*`` holds (``"is v"``: the very input v).
              ``order`` lists the nodes that ran: ``in`` is what the node's pre-hook saw (null: an empty slot),
              ``out`` what its post-hook saw it send.
``raised``    the exception that ended the program, if one did
``warnings``  the distinct ``[category, text]`` pairs, sorted

Floats are the shortest decimals that read back exactly; nan and infinities are the strings ``"nan"``, ``"inf"`` and
``"-inf"``. Addresses and ``(Triggered internally at …)`` are removed, so two runs give the same bytes.
"""

import json
import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "helpers"))
sys.path.insert(0, str(Path(__file__).parent.parent / "parity"))

import running  # the tests' own helper, found through the lines above


def line(record: dict) -> str:
    """One program's record as one line of JSON."""
    return json.dumps(record, ensure_ascii=False, separators=(",", ":"))


def main(file: Path) -> None:
    """Run every program under PyTorch and write what they do."""
    os.environ.setdefault("ONEDNN_MAX_CPU_ISA", "AVX2")  # with AVX-512 its float32 gelu makes nan of infinity
    import torch

    torch.set_warn_always(True)  # else what a program warns about depends on the programs before it
    torch.set_num_threads(1)
    version = torch.__version__.partition("+")[0]
    body = ",\n".join(line(running.run(program, torch)) for program in running.load().values())
    file.write_text(f'{{"torch": "{version}", "programs": [\n{body}\n]}}\n', encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else running.DATA)
