"""`backward` and `grad`: what users call. They check the arguments, make the seeds, and start the engine.

PyTorch: torch/autograd/__init__.py.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from . import anomaly_mode, engine, graph
from .accumulate_grad import accumulate, writing
from .backward_arguments import TensorOrEdge, as_tuple, inputs_of, roots_of, target_slot
from .base.errors import with_help
from .base.learners_line import warn_once
from .base.state import anomaly, quiet, silence, thread, unsilence, watchers
from .base.tracebacks import concise, shortened
from .grad_mode import in_grad_mode
from .graph import AccumulateGrad, MultiOutputNode
from .graph_task import Task, restrict
from .hook_registry import hooks
from .hooks import as_tensor
from .inference import mark_new
from .observed import run_observed
from .tensor import Tensor, wrap
from .unbroadcast import reduce_results

_ONES = {np.float32: np.float32(1), np.float64: np.float64(1)}

_CYCLE = (
    "Using backward() with create_graph=True will create a reference cycle between the parameter and its gradient "
    "which can cause a memory leak. We recommend using autograd.grad when creating the graph to avoid this. If you "
    "have to use this function, make sure to reset the .grad fields of your parameters to None after use to break the "
    "cycle and avoid the leak."
)
_UNUSED_REFUSED = (
    "Expected allow_unused to be True or not passed when materialize_grads=True, but got: allow_unused=False."
)


@concise
def backward(
    tensors: TensorOrEdge | Sequence[TensorOrEdge],
    grad_tensors: Tensor | Sequence[Tensor | None] | None = None,
    retain_graph: bool | None = None,
    create_graph: bool = False,
    inputs: Any = None,
) -> None:
    """Compute the gradients of ``tensors`` and add them to the leaves' ``.grad``.

    Args:
        tensors: where to start. Each must need a gradient.
        grad_tensors: the vector v in v·J, one for each start, of its shape. May be left out for a start with a
            single element: then it is 1.
        retain_graph: keep the saved values, so that backward can run again. Default: ``create_graph``.
        create_graph: record what backward computes, so that it can be differentiated too.
        inputs: accumulate only into these tensors (a non-leaf then gets a ``.grad`` too).

    Raises:
        RuntimeError: nothing to differentiate, a missing or ill-shaped ``grad_tensors``, a graph that was freed, or
            saved values that were changed in place.
    """
    roots = roots_of(as_tuple(tensors), grad_tensors, create_graph)
    task = Task(roots, create_graph if retain_graph is None else retain_graph, create_graph)
    if inputs is not None:
        wanted = inputs_of(inputs, "backward")
        for item in wanted:
            if isinstance(item, Tensor) and not item.is_leaf and not item.retains_grad:
                item.retain_grad()
        restrict(task, [target_slot(item) for item in wanted], run_ends=True)
    if create_graph:
        warn_once(_CYCLE)
    execute(task)


@concise
def grad(
    outputs: TensorOrEdge | Sequence[TensorOrEdge],
    inputs: Any,
    grad_outputs: Tensor | Sequence[Tensor | None] | None = None,
    retain_graph: bool | None = None,
    create_graph: bool = False,
    only_inputs: bool = True,
    allow_unused: bool | None = None,
    is_grads_batched: bool = False,
    materialize_grads: bool = False,
) -> Any:
    """The gradients of ``outputs`` with respect to ``inputs``, returned; no ``.grad`` is touched.

    Args:
        outputs, grad_outputs, retain_graph, create_graph: as for `backward`.
        inputs: tensor(s) or edges; a dict gives a dict of gradients back.
        allow_unused, materialize_grads: None, or zeros, for an input that no path reaches, instead of an error.
        only_inputs: has no effect. is_grads_batched: left out.

    Returns:
        A tuple with one gradient for each input, of the input's shape and dtype.

    Raises:
        RuntimeError: as for `backward`, and for an input that needs no gradient or that no path reaches.
    """
    if is_grads_batched:
        raise NotImplementedError("is_grads_batched is left out here; ask for one gradient after the other.")
    if materialize_grads and allow_unused is False:
        raise ValueError(_UNUSED_REFUSED)
    wanted = inputs_of(inputs, "grad")
    roots = roots_of(as_tuple(outputs), grad_outputs, create_graph)
    targets = [_target_of(item) for item in wanted]  # one after the other: a view may be refused before
    keep = (create_graph if retain_graph is None else retain_graph) or thread.state.called_again
    task = Task(roots, keep, create_graph)
    task.captures, task.asked = dict.fromkeys(targets), {target for target, _ in targets}
    restrict(task, targets, run_ends=False)
    execute(task)
    found = tuple(_answers(task.captures, targets, wanted, allow_unused, materialize_grads, create_graph))
    return dict(zip(inputs, found, strict=True)) if isinstance(inputs, dict) else found


def _target_of(item: TensorOrEdge) -> tuple[Any, int]:
    if isinstance(item, Tensor) and not item.requires_grad:
        raise RuntimeError("One of the differentiated Tensors does not require grad")
    return target_slot(item)


def _answers(captures: dict, targets: Sequence, wanted: Sequence, *options: Any) -> Iterator[Any]:
    """The gradient of each input; one that was asked for twice has one gradient."""
    made: dict[Any, Any] = {}
    for index, (target, item) in enumerate(zip(targets, wanted, strict=True)):
        if captures[target] is None:
            yield _found(None, item, index, *options)
            continue
        if target not in made:
            made[target] = _found(captures[target], item, index, *options)
        yield made[target]


def _found(
    gradient: Any, item: TensorOrEdge, index: int, allow_unused: bool | None, materialize: bool, create_graph: bool
) -> Any:
    if gradient is not None:
        if isinstance(gradient, Tensor):
            return gradient
        return mark_new(wrap(np.array(gradient) if isinstance(gradient, np.ndarray) else gradient))
    if materialize:
        if not isinstance(item, Tensor):
            raise RuntimeError("materialize_grads cannot be used when the given input is a GradientEdge")
        zeros = mark_new(wrap(np.zeros_like(item._data)))
        zeros._requires = create_graph  # so that it can be differentiated like its neighbours
        return zeros
    if allow_unused:
        return None
    raise RuntimeError(
        with_help(
            f"The differentiated Tensor at index {index} appears to not have been used in the graph. "
            "Set allow_unused=True if this is the desired behavior.",
            "no path leads from the output to this tensor; None would mean that nobody wrote a gradient, not zero.",
        )
    )


def _is_watched() -> bool:
    """Whether somebody could see a difference between the two loops of the engine."""
    return hooks.in_use or anomaly.enabled or thread.state.recorder is not None


_run = quiet(engine.run)  # the loop leaves it to its callers to switch NumPy's warnings off


def execute(task: Task) -> None:
    """Run a task in the loop that it needs."""
    if _is_watched():
        if anomaly.enabled:
            anomaly_mode.remember_starts(edge for edge, _ in task.roots)
        in_grad_mode(task.create_graph, run_observed, task)
    else:
        edges, seeds = zip(*task.roots, strict=True) if task.roots else ((), ())
        in_grad_mode(task.create_graph, _run, edges, seeds, task.retain_graph, task)


def tensor_backward(
    self: Tensor,
    gradient: Tensor | None = None,
    retain_graph: bool | None = None,
    create_graph: bool = False,
    inputs: Any = None,
) -> None:
    """Add the gradients of this tensor to the ``.grad`` of the leaves that it was computed from.

    Args:
        gradient: what arrives here, of this tensor's shape; may be left out when there is a single element: then 1.
        retain_graph, create_graph, inputs: as for `autograd.backward`, and so are the errors.
    """
    edge = None
    if gradient is None and not create_graph and inputs is None and self._shared is None and self._data.ndim == 0:
        edge = self if self._requires else self._fn
    if edge is None or ((hooks.in_use or watchers.count) and _is_watched()):
        backward(self, gradient, retain_graph, create_graph, inputs=inputs)
        return
    warnings = silence()
    try:  # by far the most common call: seed 1, fast loop; its rules get arrays, so nothing is recorded
        seed = _ONES.get(self._data.__class__)
        engine.run((edge,), (self._data.dtype.type(1) if seed is None else seed,), retain_graph)
    except BaseException as error:
        raise shortened(error)  # noqa: B904 (it keeps its own cause)
    finally:
        unsilence(warnings)


@quiet
def _call_node(self: graph.Node, *gradients: Tensor | None) -> Any:
    """Run one node by hand: one gradient for each output in, one for each input out.

    ``node(torch.tensor(1.0))`` asks a node for its rule's answer without any backward around it. With grad mode on,
    the answer can be differentiated. An AccumulateGrad adds to its leaf's ``.grad`` and returns ``()``.

    Raises:
        TypeError: for another number of gradients, or for something else than tensors and None.
        RuntimeError: when the node's saved values are freed, or were changed in place.
    """
    if len(gradients) != self.outputs():
        raise TypeError(f"expected {self.outputs()} arguments, got {len(gradients)} instead")
    for place, item in enumerate(gradients):
        if not isinstance(item, Tensor | None):
            raise TypeError(f"argument {place} is not a Variable")
    as_tensors = thread.state.grad_enabled
    given = [item if as_tensors or item is None else item._data for item in gradients]
    if isinstance(self, AccumulateGrad):
        if given[0] is not None:
            with writing:
                accumulate(self.variable, given[0])
        return ()
    results = self.backward(given if isinstance(self, MultiOutputNode) else given[0], as_tensors)
    if self._input_metadata is not None:
        results = reduce_results(self, list(results), None)
    answers = tuple(as_tensor(item) for item in results)
    return answers if len(answers) != 1 else answers[0]


tensor_backward.__name__, tensor_backward.__qualname__ = "backward", "Tensor.backward"
graph.Node.__call__ = _call_node


def stacked(tensors: Sequence[Tensor]) -> Tensor:
    """What `torch.stack` gives, recorded."""
    if not tensors:
        raise RuntimeError("stack expects a non-empty TensorList")
    state = thread.state
    before, state.in_rule = state.in_rule, True
    try:
        return np.stack(tensors)
    finally:
        state.in_rule = before
