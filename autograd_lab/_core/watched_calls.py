"""Tells watchers what forward did: that it made a node; and of each call, since a call that makes no node ends a path.

The places that call this look at `watchers` first, so that it costs nothing while none are there.
"""

import functools
from collections.abc import Callable
from typing import Any

from .anomaly_mode import remember_line
from .base.state import anomaly, thread, watchers
from .graph import Node
from .saved_hooks import pack_all


def node_made(node: Node, outputs: Any) -> None:
    """Called for each new node while `watchers` are there.

    Anomaly mode notes the line of the learner's program, hooks take away what was saved, a recorder writes it down.
    """
    state = thread.state
    if anomaly.enabled:
        remember_line(node)
    if state.saved_hooks and node._saved and node.op is not None:  # a custom Function packs by itself
        pack_all(node, outputs)
    recorder = state.recorder
    if recorder is not None:
        recorder.op_recorded(node, outputs)


def call_made(operation: str, inputs: Any, outputs: Any) -> None:
    """``operation`` made ``outputs`` of ``inputs``: a tensor, or tensors and other values in lists and tuples."""
    recorder = thread.state.recorder
    if recorder is not None:
        recorder.call_made(operation, inputs, outputs)


def write_made(operation: str, inputs: Any, target: Any) -> None:
    """``operation`` has written into ``target``; that is called ``add_``, also where a row is named ``add``."""
    call_made(f"{operation.rstrip('_')}_", inputs, target)


def grad_emptied(tensor: Any) -> None:
    """A ``.grad`` is about to be taken away, or filled with zeros."""
    recorder = thread.state.recorder
    if recorder is not None:
        recorder.grad_emptied(tensor)


def optimizer_stepped(optimizer: Any) -> None:
    """An optimizer has moved its parameters."""
    recorder = thread.state.recorder
    if recorder is not None:
        recorder.optimizer_stepped(optimizer)


def noted(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function that makes tensors of tensors by itself, so that a recorder hears of it."""

    @functools.wraps(function)
    def make(*args: Any, **options: Any) -> Any:
        made = function(*args, **options)
        if watchers.count:
            call_made(function.__name__, [*args, *options.values()], made)
        return made

    return make


def unwatched(function: Callable, *args: Any) -> Any:
    """``function(*args)``, of which the recorder that is on hears nothing, nor do hooks on saved tensors.

    No context manager, for the reason that `grad_mode.under` gives.
    """
    state = thread.state
    hidden, saved_hooks = state.hidden, state.saved_hooks
    try:
        state.hide_recorder()
        state.saved_hooks = ()
        return function(*args)
    finally:
        state.hidden, state.saved_hooks = hidden, saved_hooks
