"""Record what PyTorch finds in the programs of ``tests/benchmarks`` that are timed beside it.

python tests/tools/record_benchmarks.py
"""

import json
import sys
from pathlib import Path

import torch

TESTS = Path(__file__).parents[1]
sys.path.insert(0, str(TESTS / "benchmarks"))

import operations  # noqa: E402
import training_steps  # noqa: E402

recorded = {
    "torch": torch.__version__.partition("+")[0],
    "gradients": {
        name: [operations.summary(gradient) for gradient in operations.gradients(torch, name)]
        for name in operations.OPERATIONS
    },
    "losses": {name: training_steps.losses(torch, name) for name in training_steps.MODELS},
}
text = json.dumps(recorded, indent=1, ensure_ascii=False)
(TESTS / "data" / "benchmarks.json").write_text(text + "\n", encoding="utf-8")
