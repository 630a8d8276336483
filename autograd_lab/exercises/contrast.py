"""Backward passes that are *not* PyTorch's, to compare with: `small.py`'s backward over a real graph, with one change.

They live here and not as switches in the engine, and write no ``.grad``. They take scalars, and nodes with one output.
The graph must not have been freed: call them before ``backward``, or after one with ``retain_graph=True``.
"""

import sys
from dataclasses import dataclass
from typing import Any, ClassVar

from numpy import float64

from .._core.graph import AccumulateGrad, Node
from .._core.tensor import Tensor
from ..small import Backward, Edge
from ..tracing.recording.variable_names import named_tensors


@dataclass(frozen=True)
class Twin:
    """A real node as `small.Backward` takes it. It runs the real rules; that of a leaf does nothing."""

    real: Node
    output_shapes: ClassVar = ((),)

    @property
    def next_functions(self) -> list[Edge]:
        """The edges, to other twins."""
        return [Edge(node and Twin(node), output_nr) for node, output_nr in self.real.next_functions]

    @property
    def sequence_nr(self) -> int:
        """The real number."""
        return self.real._sequence_nr()

    def __call__(self, received: float) -> list[float | None]:
        """The message along each edge."""
        results = self.real.backward(float64(received)) if self.real.next_functions else ()
        return [None if result is None else float(result) for result in results]


class Overwriting(Backward):
    """Has ``=`` where the engine adds."""

    def meet(self, before: Any, message: Any) -> Any:
        """The latest message takes the place of those before it."""
        return message


def micrograd_backward(root: Tensor, memory: dict) -> dict[str, float]:
    """As in micrograd: *every* value keeps its gradient, and every message is added to what is there.

    Called a second time with the same ``memory``, it sends the old gradients of the tensors in between once more. With
    e = (a + b) * d and d = 1, a gets 1 and then 3. PyTorch starts each backward with empty buffers and adds only at the
    leaves: 1, then 2. Learners met this in https://github.com/karpathy/micrograd/issues/53.

    Args:
        root: where backward starts; a scalar that an operation made.
        memory: an empty dict for the first call; the gradients are kept in it.

    Returns:
        The gradient kept for each tensor of the graph, by the name of your variable.
    """
    start, backward = Twin(root.grad_fn), Backward()
    backward.buffers = memory  # the engine begins with empty ones
    memory[start] = [None]
    backward.run(Edge(start, 0), 1.0)
    return _by_name(memory, sys._getframe(1).f_locals, sys._getframe(1).f_globals)


def overwrite_backward(root: Tensor) -> dict[str, float]:
    """With ``=`` where the engine adds: of several messages to one place, only the last one is left.

    On a graph in which everything is used once it gives the right numbers; that is why the mistake is hard to see.
    Returns the last message to each tensor of the graph, by the name of your variable.
    """
    backward = Overwriting()
    backward.run(Edge(Twin(root.grad_fn), 0), 1.0)
    return _by_name(backward.buffers, sys._getframe(1).f_locals, sys._getframe(1).f_globals)


def sends(node: Node, received: float) -> list[tuple[Node, float]]:
    """The messages that a real node sends for ``received``: (target, message) for each edge that leads somewhere.

    ``node`` is a ``grad_fn``, or comes from some ``next_functions``; the node of a leaf sends nothing. No ``.grad`` is
    written. Scalars only, as everywhere in this file.
    """
    results = zip(node.next_functions, Twin(node)(received), strict=True)
    return [(target, message) for (target, _), message in results if target is not None]


def _by_name(buffers: dict[Twin, list[float]], *scopes: dict[str, Any]) -> dict[str, float]:
    """What the buffers hold, under the names of the caller's variables; what has no name goes by its node."""
    names: dict[Any, str] = {}
    for scope in scopes:
        for name, tensor in named_tensors(scope):
            names.setdefault(tensor if tensor.grad_fn is None else tensor.grad_fn, tensor._name or name)
    places = {twin.real.variable if isinstance(twin.real, AccumulateGrad) else twin.real: twin for twin in buffers}
    return {names.get(place, repr(place)): buffers[twin][0] for place, twin in places.items()}
