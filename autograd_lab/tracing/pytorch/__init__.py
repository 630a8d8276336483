"""Recording a backward of PyTorch's own tensors, where PyTorch is loaded: the same events, so the same `Trace`.

PyTorch is never imported from here on its own account: `recorder.record` looks whether the learner's program has done
so, and only then loads these files. They use what PyTorch offers to everyone: a mode that sees the calls of its
functions (`mode`), the nodes' ``next_functions`` and saved attributes (`nodes`, `saved`), and hooks (`hooks`).

What PyTorch tells is recorded as it is: which nodes there are, in which order they run, what they receive and send,
what a leaf's ``.grad`` is before and after. What it does not show but what follows from that is worked out by the
functions of our own engine on a mirror of the graph (`mirror`, `run`): how many messages a node waits for, the sum in
a slot after each message, which saved values are let go. Such events have ``derived=True``.
"""

import sys


def is_torch_loaded() -> bool:
    """Whether the program has loaded PyTorch itself. (``import autograd_lab as torch`` gives another one the name.)"""
    return getattr(sys.modules.get("torch"), "__name__", "") == "torch" and "torch.overrides" in sys.modules
