"""Recording a backward of PyTorch's own tensors, where PyTorch is loaded: the same events, so the same `Trace`.

A recording never imports PyTorch: `recorder.record` looks whether the learner's program has, and only then loads these
files. They use public means of PyTorch: a mode that sees the calls of its functions (`mode`), the nodes'
``next_functions`` and saved attributes (`nodes`, `saved`), and hooks (`probes`, which `turn` puts on each node).

PyTorch shows which nodes there are, in which order they run, what they receive and send, and a leaf's ``.grad`` before
and after. From that, the functions of our own engine derive the rest on a mirror of the graph (`mirror`, `backward`):
how many messages a node waits for, the sum in a slot after each message, which saved values are freed. Such events have
``derived=True``.
"""

import sys


def is_torch_loaded() -> bool:
    """Whether the program has loaded PyTorch itself. (``import autograd_lab as torch`` gives another one the name.)"""
    return getattr(sys.modules.get("torch"), "__name__", "") == "torch" and "torch.overrides" in sys.modules
