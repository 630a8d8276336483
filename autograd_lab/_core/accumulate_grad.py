"""Where a gradient is added to ``.grad``: what the node AccumulateGrad does. (The node itself is in ``graph.py``.)

PyTorch: torch/csrc/autograd/functions/accumulate_grad.{h,cpp}.
"""

from threading import RLock
from typing import Any

import numpy as np
from numpy import ndarray

from .base.errors import with_help
from .base.strided import refuse_stretched
from .graph_task import Task, capture, may_run
from .tensor import Tensor, wrap

writing = RLock()
"""Held while ``.grad`` is written, which takes several steps: a backward in another thread may reach the same leaf.

Taking this lock costs as much as running a rule, so the fast loop does without it in a program with one thread.
"""


def accumulate(leaf: Tensor, gradient: Any, exclusive: bool = False) -> None:
    """What AccumulateGrad does: add to ``leaf.grad``, or start it.

    The first gradient is copied, because another node may hold the same array; if nobody does (``exclusive``), it is
    kept without a copy. Later ones are added in place (a single number is replaced). If the gradient is itself a Tensor
    (``create_graph``), ``.grad`` gets a new tensor instead. The result has the leaf's shape and dtype. With several
    threads, the caller holds `writing`.
    """
    old, kind, data = leaf._grad, gradient.__class__, leaf._data
    if isinstance(gradient, Tensor):
        leaf._grad = wrap(np.zeros_like(gradient._data)).copy_(gradient) if old is None else old + gradient
        return
    if (
        (kind is ndarray or kind is not data.__class__)
        and gradient.dtype is not data.dtype
        and not leaf._had_another_dtype
    ):
        gradient, exclusive = gradient.astype(data.dtype), True
    if old is None:
        if kind is ndarray:
            gradient = gradient if exclusive and gradient.flags.c_contiguous else gradient.copy()
            gradient = gradient if gradient.ndim else gradient[()]
        leaf._grad = wrap(gradient)
        return
    if isinstance(old._data, ndarray):
        try:
            old._data += gradient
        except ValueError:
            refuse_stretched(old._data)
            raise
    else:
        old._data = old._data + gradient
    old._note_write()


def write_leaves(pending: dict[Any, Any], exclusive: set, task: Task | None) -> None:
    """After all rules have run, add to each leaf's ``.grad`` what the leaf has heard."""
    moved = None
    for leaf, gradient in pending.items():
        if task is not None and (capture(task, leaf, (gradient,)) or not may_run(task, leaf)):
            continue
        if gradient is not None:
            if leaf._requires and (leaf._shared is None or leaf.grad_fn is None):
                if leaf._grad is None and gradient.__class__ is leaf._data.__class__ is not ndarray:
                    leaf._grad = wrap(gradient)  # a number, which nobody can write into: nothing to copy
                else:
                    accumulate(leaf, gradient, leaf in exclusive)
            elif leaf._fn is not None:
                moved = leaf
    if moved is not None:
        still_wants(moved)


def still_wants(leaf: Tensor) -> bool:
    """Whether a tensor that was a leaf when the graph was made still wants a gradient.

    Raises:
        RuntimeError: it is no leaf any more.
    """
    if leaf.grad_fn is not None:  # a view may have followed its base
        help = "detach_() or requires_grad_(False) freed it, and then an operation in place gave it a history."
        raise RuntimeError(with_help("leaf variable has been moved into the graph interior", help))
    return leaf._requires


def write_leaves_alone(pending: dict[Any, Any], exclusive: set, task: Task | None) -> None:
    """`write_leaves` while other threads that want to write wait."""
    with writing:
        write_leaves(pending, exclusive, task)
