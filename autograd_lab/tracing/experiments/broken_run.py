"""A program run twice, by the engine and with a bug planted: where do the recordings part, and what comes out wrong?

The bug is in an object of its own, and in a recorder that changes the nodes which this thread makes while the program
runs. Nothing shared is changed, so nothing has to be put back, whatever the program raises.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ..._core.base.generator import default_generator
from ..._core.graph import GradientEdge, Node
from ..._core.tensor import Tensor
from ..recording.node_info import node_info
from ..recording.program_run import Inputs, Runner, check_result, locals_at_return
from ..recording.recorder import Recorder, record
from ..recording.values import array_of, value_of
from ..trace.difference import Difference
from ..trace.events import BackwardStarted, Edge, Event, NodeInfo, OpRecorded, Value
from ..trace.trace import Trace
from .planted_bugs import BUGS, Bug, WatchedBackward

MOST_NODES = 60
"""Two pictures of more nodes are too large to compare."""
Keep = Callable[[list, list], list]


@dataclass(frozen=True)
class Gradients:
    """The ``.grad`` of one input: the engine's, and the broken one."""

    right: Value | None
    broken: Value | None

    @property
    def agree(self) -> bool:
        """Whether both are equal, but for the last digits, which a sum in another order may change."""
        if self.right is None or self.broken is None:
            return self.right is self.broken
        same_kind = (self.right.shape, self.right.dtype) == (self.broken.shape, self.broken.dtype)
        return same_kind and np.allclose(array_of(self.right), array_of(self.broken), rtol=1e-9, equal_nan=True)


@dataclass(frozen=True)
class BrokenRun:
    """Both recordings. ``error`` is what the broken backward raised, in words; empty where it came to its end."""

    bug: str
    right: Trace
    broken: Trace
    gradients: Mapping[str, Gradients]
    difference: Difference
    error: str

    @property
    def wrong(self) -> tuple[str, ...]:
        """The inputs whose ``.grad`` comes out wrong."""
        return tuple(name for name, pair in self.gradients.items() if not pair.agree)


def broken_run(runner: Runner, inputs: Inputs, name: str) -> BrokenRun:
    """Run the program at ``inputs`` without and with the bug called ``name``.

    Raises KeyError for a bug that there is not, ValueError for a program of more than `MOST_NODES` nodes or without a
    result where a backward can start, and what the program itself raises.
    """
    bug, drawn = BUGS[name], default_generator.state_bytes()
    right, grads, _ = _recorded(runner, inputs, bug, _by_the_engine, Recorder())
    if len(right.nodes) > MOST_NODES:
        raise ValueError(f"The program leaves {len(right.nodes)} nodes, more than can be looked at: {MOST_NODES}.")
    default_generator.set_state_bytes(drawn)  # a program with random numbers gets the same ones again
    broken, wrong_grads, error = _recorded(runner, inputs, bug, _broken, PlantingRecorder(bug.keep))
    pairs = {name: Gradients(value, wrong_grads[name]) for name, value in grads.items()}
    right, broken = _told_again(right, _from_one(right)), _told_again(broken, _from_one(broken))
    return BrokenRun(name, right, broken, pairs, right.diff(broken), error)


def _recorded(
    runner: Runner, inputs: Inputs, bug: type[Bug], backward: Callable[..., str], recorder: Recorder
) -> tuple[Trace, dict[str, Value | None], str]:
    leaves = runner.leaves(inputs)
    with locals_at_return(runner.program) as variables, ApartRecord(recorder, variables) as trace:
        result = runner.called(leaves)
        check_result(result)
        error = backward(bug, result, list(leaves.values()))
    return trace, {name: value_of(leaf.grad, math.inf) for name, leaf in leaves.items()}, error


def _by_the_engine(bug: type[Bug], result: Tensor, leaves: list[Tensor]) -> str:
    for rest in reversed(range(bug.times)):
        result.backward(inputs=leaves, retain_graph=rest > 0)
        if rest:
            WatchedBackward.begin(leaves)
    return ""


def _broken(bug: type[Bug], result: Tensor, leaves: list[Tensor]) -> str:
    try:
        for rest in reversed(range(bug.times)):
            bug(result, leaves, retain_graph=rest > 0).go()
            if rest:
                bug.begin(leaves)
    except Exception as error:  # a rule was given what does not fit: so it ends in real life, too
        return f"{type(error).__name__}: {error}"
    return ""


# ----- nodes told in another way --------------------------------------------------------------------------------------
def _told_again(trace: Trace, info: Callable[[NodeInfo], NodeInfo]) -> Trace:
    """The same recording, with every node described as ``info`` does."""

    def told(event: Event) -> Event:
        if isinstance(event, OpRecorded):
            return replace(event, node=info(event.node))
        return replace(event, nodes=tuple(map(info, event.nodes))) if isinstance(event, BackwardStarted) else event

    return Trace(map(told, trace), trace.variables, trace.origins, trace.flow)


def _from_one(trace: Trace) -> Callable[[NodeInfo], NodeInfo]:
    """Count the nodes from 1, and the leaves too, however many were made before the program ran."""
    nodes = sorted(trace.nodes.values(), key=lambda info: (info.kind == "leaf", info.number))
    operations = sum(info.kind != "leaf" for info in nodes)
    numbers = {info.id: k - operations * (info.kind == "leaf") for k, info in enumerate(nodes, start=1)}
    return lambda info: replace(info, number=numbers[info.id])


def all_to_slot_0(trace: Trace) -> Trace:
    """The same recording, with every edge leading to slot 0: where an engine that drops the slot puts each message."""

    def info(node: NodeInfo) -> NodeInfo:
        return replace(node, edges=tuple(edge and Edge(edge.node, 0) for edge in node.edges))

    return _told_again(trace, info)


class ApartRecord(record):
    """A recording with a recorder of one's own. It does not become the one that `autograd_lab.why` asks."""

    def __init__(self, recorder: Recorder, names: dict[str, Any]):
        super().__init__(names=names)
        self._recorder = recorder


class PlantingRecorder(Recorder):
    """A recorder that puts into each new node what ``keep`` makes of its saved values."""

    def __init__(self, keep: Keep):
        super().__init__()
        self._keep = keep
        self._outputs: dict[Node, list] = {}

    def op_recorded(self, node: Node, outputs: Any) -> None:
        """Change the saved values before anything is written down, so that the recording shows what the node has."""
        self._outputs[node] = outputs if isinstance(outputs, list) else [outputs]
        if node.op is not None and node._saved.__class__ is tuple:
            node._saved = tuple(self._keep(list(node._saved), self._others(node)))
        super().op_recorded(node, outputs)

    def _others(self, node: Node) -> list:
        """The values that one may take for those to be saved: of two, each the other; of one, `_instead`."""
        saved = list(node._saved)
        real = [place for place, item in enumerate(saved) if _is_real(item)]
        if len(real) > 1:
            one, other = real[:2]
            saved[one], saved[other] = _array(saved[other]), _array(saved[one])
        elif real:
            saved[real[0]] = self._instead(node, node.plan.saved_names[real[0]], saved[real[0]])
        return saved

    def _instead(self, node: Node, name: str, item: Any) -> Any:
        """Another input that wants a gradient; where there is none, the result."""
        for edge, source in zip(node._edges, node_info(node, self.snapshot).inputs, strict=True):
            value = self._value(edge)
            if value is not None and source != name:
                return value
        return item if name == "result" else self._value(node)

    def _value(self, edge: Any) -> Any:
        """What came out where an edge leads; None for what was there before the program."""
        target, slot = (edge.node, edge.output_nr) if edge.__class__ is GradientEdge else (edge, 0)
        if isinstance(target, Tensor):
            return target._data
        return self._outputs[target][slot]._data if target in self._outputs else None


def _is_real(item: Any) -> bool:
    """Whether it holds numbers that a gradient may be multiplied by: no indices, no flags."""
    kind = np.asarray(_array(item)).dtype.kind if isinstance(item, Tensor | np.ndarray | np.generic) else ""
    return kind == "f" or (isinstance(item, int | float) and not isinstance(item, bool))


def _array(item: Any) -> Any:
    return item._data if isinstance(item, Tensor) else item
