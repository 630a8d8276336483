"""Gives back what a node saved, and refuses what was overwritten since. (`record.saved_of` fills ``node._saved``.)

A node saves an *input* as the Tensor itself (so ``grad_fn._saved_self is a``) and a *result* as its bare array: saving
the output tensor would close a circle, tensor → node → tensor, that only the garbage collector could open. An *output*
without a gradient, such as the indices of a maximum, does not hang on the node and is saved as an input is.

Nothing about versions is stored when a value is saved. A tensor that is changed in place logs *when*; a node knows
when it was made (its number). If the log has a later entry, the values that the node needs are gone.

PyTorch: torch/csrc/autograd/saved_variable.cpp.
"""

from typing import Any

import numpy as np

from .base import dtypes
from .base.errors import DETACHED, HINT, HINT_IN_ANOMALY_MODE, OVERWRITTEN, tensor_type, with_help
from .base.state import anomaly
from .graph import Node
from .memory import WriteLog
from .packed import Packed, result_edge
from .tensor import Tensor, wrap


def unpack_input(node: Node, value: Any, as_tensors: bool) -> Any:
    """A saved input: its array, or with ``as_tensors`` the Tensor. Numbers and None come back as they are.

    Raises:
        RuntimeError: when the tensor was changed in place, or cut off by ``detach_``, since it was saved.
    """
    if isinstance(value, Tensor):
        log = (value if value._shared is None else value._shared.owner)._written
        if log is not None and log.latest >= node._number:
            if value._detached > node._number:
                raise RuntimeError(with_help(DETACHED, f"{node!r} needs its history."))
            refuse_overwritten(node, value, log)
        return value if as_tensors else value._data
    if isinstance(value, tuple):  # a list argument, such as the indices of x[[0, 2], 1]
        return tuple(unpack_input(node, item, as_tensors) for item in value)
    return value.value(as_tensors) if value.__class__ is Packed else value


def refuse_overwritten(node: Node, value: Tensor, log: WriteLog) -> None:
    """Raise RuntimeError when the tensor was changed in place since the node saved it."""
    late = log.since(node._number)
    if late:
        raise overwritten(node, value._data, log, late, _writer(node, value))


def unpack_result(node: Node, value: Any, number: int, as_tensors: bool) -> Any:
    """A saved output: its array, or with ``as_tensors`` a new Tensor that hangs on this node.

    Raises:
        RuntimeError: when the output was changed in place since.
    """
    if value.__class__ is Packed:
        return value.value(as_tensors, result_edge(node, number))
    if node._extras is not None and number in node._extras.written:
        log = node._extras.written[number]
        late = log.since(node._number + 0.5)  # the node's own in-place write (exp_) came before it saved
        if late:
            raise overwritten(node, value, log, late, node, number)
    if not as_tensors:
        return value
    return wrap(value, result_edge(node, number))


def unpack(node: Node, kind: str, number: int, value: Any, as_tensors: bool) -> Any:
    """Whichever of the two it is: for ``kind`` ``"result"``, ``number`` says of which output."""
    if kind == "result":
        return unpack_result(node, value, number, as_tensors)
    return unpack_input(node, value, as_tensors)


def unpack_of_function(node: Node, kind: str, number: int, value: Any, version: int) -> Any:
    """What a custom Function saved, as a Tensor. Its forward may have written before it saved, so the version is known.

    Raises:
        RuntimeError: when the tensor was changed in place since then.
    """
    if value.__class__ is Packed:
        return value.tensor(result_edge(node, number) if kind == "result" else None)
    if kind == "result":
        value = _shown_result(node, number, value)
    if isinstance(value, Tensor) and not value.is_inference() and value._version != version:
        log = value._write_log()
        own = number if kind == "result" else 0
        raise overwritten(node, value._data, log, log.count - version, _writer(node, value), own)
    return value


def _writer(node: Node, value: Tensor) -> Node | None:
    """The node of what a saved tensor is now; as in PyTorch, ``node`` itself for one that was cut off since."""
    return node if value._detached > node._number else value.grad_fn


def _shown_result(node: Node, number: int, value: Any) -> Tensor:
    """A saved output as a Tensor that shares the output's write log: a change of either in place is noticed."""
    result = wrap(value, result_edge(node, number))
    result._written = node.extras().written.setdefault(number, WriteLog())
    return result


class PackedValues(tuple):
    """``node._saved`` when hooks have packed it: each value is asked for once, in PyTorch's order."""

    __slots__ = ()

    def unpacked(self, node: Node, as_tensors: bool) -> list:
        """What the rules need, in the row's order."""
        found = list(self)
        for index in node.plan.asked_order:
            found[index] = unpack(node, *node.plan.saved_plan[index], self[index], as_tensors)
        return found


def overwritten(
    node: Node, array: Any, log: WriteLog, late: int, writer: Node | None, output_nr: int = 0
) -> RuntimeError:
    """The error for memory that was written after ``node`` saved it: ``late`` of the writes in ``log`` were.

    PyTorch calls whatever ``node`` did not make itself output 0 of its writer.
    """
    origin = "" if writer is None else f", which is output {output_nr} of {short_name(writer)},"
    text = OVERWRITTEN.format(
        type=tensor_type(dtypes.of(array.dtype)),
        size=list(array.shape),
        origin=origin,
        now=log.count,
        then=log.count - late,
    )
    if anomaly.enabled:
        text = text.replace(HINT, HINT_IN_ANOMALY_MODE)
    return RuntimeError(
        with_help(text, f"{node!r} needs the old numbers; change a clone(), or use the out-of-place operation.")
    )


def short_name(node: Node) -> str:
    """How PyTorch's in-place errors call a node: ``MulBackward0`` is Mul, ``SumBackward1`` is Sum1."""
    name = node.name()
    stem, found, digit = name.rpartition("Backward")
    if not found or (digit and not digit.isdigit()):
        return name
    return stem + ("" if digit in ("", "0") else digit)


def show(node: Node, kind: str, number: int, value: Any) -> Any:
    """What ``grad_fn._saved_other`` answers: a Tensor for what is an array, anything else as it is."""
    if isinstance(value, Tensor):  # which may have lost its history since then
        log = value._memory_owner()._written
        if log is not None:
            refuse_overwritten(node, value, log)
        return value
    shown = unpack(node, kind, number, value, as_tensors=True)
    if kind == "input" and isinstance(shown, int | float):
        return wrap(np.asarray(shown))  # a Python number shows with all its digits, as float64
    return _shown_result(node, number, value) if kind == "result" and value.__class__ is not Packed else shown
