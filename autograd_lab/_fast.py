"""The path of ``_call.py`` once more, for the commonest calls: floats of one type, one output, no keywords.

Nothing here is new; everything that can be known beforehand is looked up beforehand. A call that is not of that kind
(mixed types, integers, lists of tensors) goes to `_call.call`, and both leave the same node behind. So does every call
while somebody wants to hear of new nodes (a recorder, hooks on saved tensors, anomaly mode).
"""

import functools
from collections.abc import Callable
from types import FunctionType
from typing import Any

import numpy as np

from ._call import attributes_of, metadata_of, saved_of, share_memory
from ._tensor import Tensor, new, wrap
from .autograd import graph
from .autograd._state import attention, state
from .autograd.graph import Node
from .autograd.inference import refuse_inference

_number = graph._numbers.__next__
_SCALARS = frozenset({np.float32, np.float64})


def fast(op: Any, otherwise: Callable) -> Callable | None:
    """A quicker way to call ``op`` when its row is simple enough, else None; ``otherwise`` takes all other calls."""
    call = None
    if not op.rules or len(op.outputs) != 1 or op.takes_list or not op.parameters[0].required:
        return None
    if op.tensor_positions == (0,):
        call = _one_tensor(op, otherwise) if len(op.parameters) > 1 else _only_a_tensor(op, otherwise)
    elif op.tensor_positions == op.differentiable == tuple(range(op.required)):
        call = _two_broadcast(op, otherwise) if op.pointwise and op.required == 2 else _several_tensors(op, otherwise)
    if call is not None:
        call.__name__ = call.__qualname__ = op.base
        call.__doc__ = f"``{op.schema}``"
    return call


def _only_a_tensor(op: Any, otherwise: Callable) -> Callable:
    forward, node_class, view = op.forward, op.node_class, op.view
    keeps, plan = op.saved_names, op.attribute_plan

    def call(self: Any, *wrong: Any, **named: Any) -> Any:
        if wrong or named or not isinstance(self, Tensor) or attention.wanted:
            return otherwise(self, *wrong, **named)
        data = self._data
        if data.dtype.kind != "f" or (view and not isinstance(data, np.ndarray)):
            return otherwise(self)
        result = wrap(state.silently(forward, data))
        if view:
            share_memory(self, result)
        if state.grad_enabled:
            edge = _edge(self)
            if edge is not None:
                saved = () if not keeps else (self,) if keeps == ("self",) else (result._data,)
                attributes = attributes_of(op, (self,)) if plan else ()
                result._fn = _node(node_class, (edge,), saved, attributes)
        return result

    return call if keeps in ((), ("self",), ("result",)) else None


def _one_tensor(op: Any, otherwise: Callable) -> Callable:
    """One tensor and what else the call says: ``sum(dim)``, ``transpose(0, 1)``, ``x[3]``."""
    forward, node_class, view = op.forward, op.node_class, op.view
    defaults, needed = op.defaults[1:], op.required - 1
    keeps, attributes = op.saved_names, _attributes(op)

    def call(self: Any, *given: Any, **named: Any) -> Any:
        if named or not isinstance(self, Tensor) or attention.wanted or not needed <= len(given) <= len(defaults):
            return otherwise(self, *given, **named)
        data = self._data
        if data.dtype.kind != "f" or (view and not isinstance(data, np.ndarray)):
            return otherwise(self, *given)
        rest = given + defaults[len(given) :] if given else defaults
        result = wrap(state.silently(forward, data, *rest))
        if view:
            share_memory(self, result)
        if state.grad_enabled:
            edge = _edge(self)
            if edge is not None:
                values = (self, *rest)
                edges = (edge,)
                saved = saved_of(op, values, result, edges) if keeps else ()
                metadata = None if result._data.dtype is data.dtype else ((data.shape, data.dtype),)
                result._fn = _node(node_class, edges, saved, attributes(values), metadata)
        return result

    return call


def _two_broadcast(op: Any, otherwise: Callable) -> Callable | None:
    """``x * y`` and its like: two tensors that may be stretched, or a tensor and a number.

    Here even `wrap`, `_edge` and `_node` are written out: these calls are the whole of a scalar graph.
    """
    forward, node_class = _with_defaults(op.forward, op.defaults[2:]), op.node_class
    attributes = tuple(op.defaults[where] for _, where in op.attribute_plan)
    keeps = op.saved_names  # inputs only: a kept result makes `keeps` differ from both patterns below
    crosses = op.users == ((1,), (0,))  # each saved input serves the other's rule, as in x * y
    if keeps not in ((), ("self", "other")) or not (crosses or op.users in ((), ((0, 1), (0, 1)))):
        return None

    def call(self: Any, other: Any, *more: Any) -> Any:
        if more or attention.wanted or not isinstance(self, Tensor):
            return otherwise(self, other, *more)
        a = self._data
        kind = a.__class__
        second = metadata = None
        if isinstance(other, Tensor):
            b = other._data
            if kind is not b.__class__ or kind not in _SCALARS:
                if a.dtype is not b.dtype or a.dtype.kind != "f":
                    return otherwise(self, other)
                if a.shape != b.shape:
                    metadata = (a.shape, a.dtype), (b.shape, b.dtype)
            second = other._edge() if other._shared is not None else other if other._requires else other._fn
        elif (other.__class__ is float or other.__class__ is int) and (kind in _SCALARS or a.dtype.kind == "f"):
            b = other
        else:
            return otherwise(self, other)
        now = state
        try:
            data = now.silently(forward, a, b)
        except ValueError:
            return otherwise(self, other)  # shapes that do not fit: it knows PyTorch's words for that
        result = new(Tensor)
        result._data = data
        result._fn = result._grad = result._shared = result._written = None
        result._requires = False
        if now.grad_enabled:
            first = self._edge() if self._shared is not None else self if self._requires else self._fn
            if first is not None or second is not None:
                result._fn = node = new(node_class)
                node._edges = (first, second)
                if not keeps:
                    node._saved = ()
                elif crosses:
                    node._saved = (None if second is None else self, None if first is None else other)
                else:
                    node._saved = (self, other)
                node._attributes = attributes
                node._metadata = metadata
                node._extras = None
                node._number = _number()
                if attention.inference_made:
                    refuse_inference(node._saved)
        return result

    return call


def _with_defaults(function: Callable, values: tuple) -> Callable:
    """The function with these values for its last parameters: quicker than to hand them over at every call."""
    if not values or not isinstance(function, FunctionType):
        return function
    return FunctionType(function.__code__, function.__globals__, function.__name__, values, function.__closure__)


def _several_tensors(op: Any, otherwise: Callable) -> Callable:
    """``a @ b``, ``addmm(bias, x, w)``: tensors of one type, all required, and no more."""
    forward, node_class, count = op.forward, op.node_class, op.required
    defaults, stretched, attributes = op.defaults[count:], op.pointwise, _attributes(op)

    def call(*given: Any, **named: Any) -> Any:
        if named or len(given) != count or attention.wanted:
            return otherwise(*given, **named)
        arrays, edges, kind, tracked = [], [], None, False
        for value in given:
            if not isinstance(value, Tensor):
                return otherwise(*given)
            array = value._data
            kind = kind or array.dtype
            if array.dtype is not kind or kind.kind != "f":
                return otherwise(*given)
            arrays.append(array)
            edge = _edge(value)
            tracked = tracked or edge is not None
            edges.append(edge)
        result = wrap(state.silently(forward, *arrays, *defaults))
        if tracked and state.grad_enabled:
            edges = tuple(edges)
            values = given + defaults
            saved = saved_of(op, values, result, edges)
            metadata = metadata_of(op, values, result) if stretched else None
            result._fn = _node(node_class, edges, saved, attributes(values), metadata)
        return result

    return call


def _attributes(op: Any) -> Callable:
    """`attributes_of` for the values of this row's calls."""
    if not op.attribute_plan:
        return lambda values: ()
    if op.attribute_plan == (("sizes", 0),):
        return lambda values: (values[0]._data.shape,)
    return functools.partial(attributes_of, op)


def _edge(tensor: Tensor) -> Any:
    """`Tensor._edge`, for a tensor with memory of its own without a further call."""
    if tensor._shared is not None:
        return tensor._edge()
    return tensor if tensor._requires else tensor._fn


def _node(
    node_class: type[Node],
    edges: tuple,
    saved: tuple,
    attributes: tuple,
    metadata: tuple | None = None,
) -> Node:
    node = new(node_class)
    node._edges = edges
    node._saved = saved
    node._attributes = attributes
    node._metadata = metadata
    node._extras = None
    node._number = _number()
    if attention.inference_made:
        refuse_inference(saved)
    return node
