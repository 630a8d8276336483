"""One node's turn, as the probes on it see it: the learner's hooks, the rule, what it gives."""

from collections.abc import Sequence
from typing import Any

import torch

from ..._core.graph_task import is_wanted, may_run
from ..._core.tensor import Tensor
from ..recording.decorated import CallsHeard
from ..recording.values import is_same
from ..trace.events import Value
from .learners_code import first_call
from .mirror import Mirror
from .nodes import backward_code
from .probes import Probe, Probes
from .rules import unreduced

Target = Mirror | Tensor


class Turn:
    """From the node's visit to what it sends. ``slots`` has what it received, after the hooks that have been told."""

    def __init__(self, backward: Any, target: Target, slots: list[Value | None]):
        self.backward, self.recorder = backward, backward.recorder
        self.target, self.slots = target, list(slots)
        self.results: list[Value | None] = []
        self.grad: Value | None = None
        """The leaf's ``.grad`` before it is written."""
        self.first_call: CallsHeard | None = None
        self._told_slots: set[int] = set()  # those whose tensor's own hooks have been told one by one

    # ----- probes -----------------------------------------------------------------------------------------------------
    @staticmethod
    def place(backward: Any, target: Target, real: Any, probes: Probes) -> None:
        """Place all probes on one node, and on the known tensors that are its outputs."""
        for slot in range(1 if isinstance(target, Tensor) else target.outputs()):
            tensor = backward.tensor_at(target, slot)
            if tensor is not None and tensor._backward_hooks:
                probes.place(tensor.register_hook, Turn.tensor_hook_ran, target, slot)
        if not may_run(backward.task, target):
            return  # what is only asked for does not run, but its tensor's hooks do
        probes.place(real.register_prehook, Turn.prehook_ran, target)
        if isinstance(target, Tensor) and real.variable._post_accumulate_grad_hooks:
            probes.place(real.variable.register_post_accumulate_grad_hook, Turn.post_accumulate_hook_ran, target)
        probes.place(real.register_hook, Turn.posthook_ran, target)

    def tensor_hook_ran(self, probe: Probe, grad: torch.Tensor | None) -> None:
        """Before a tensor's hooks, between two of them, or after them."""
        slot = probe.slot
        self._told_slots.add(slot)
        after = self.backward.value_seen(self.target, slot, grad)
        if probe.after is not None:
            self.backward.close()
            before, self.slots[slot] = self.slots[slot], after
            self.recorder.hook_called(self.target, "tensor", probe.after, (before,), (after,), slot)
        if not probe.last:
            self.backward.open()
        elif not may_run(self.backward.task, self.target):
            self.backward.turn_ended([])

    def prehook_ran(self, probe: Probe, grads: tuple) -> None:
        """Before a node's prehooks, between two of them, or after them, when its rule is about to run."""
        after = [self.backward.value_seen(self.target, slot, grad) for slot, grad in enumerate(grads)]
        if probe.after is None:
            for slot, grad in enumerate(grads):
                self.backward.additions_made(self.target, slot, grad)
            self._tell_unseen_hooks(after)
            self._tell_retained()
        else:
            self.backward.close()
            self.recorder.hook_called(self.target, "prehook", probe.after, self.slots, after)
        self.slots = after
        if not probe.last:
            self.backward.open()
        elif isinstance(self.target, Mirror):
            self.backward.open(if_python=self.target)
            self._watch_function()
        else:
            self.grad = self.recorder.snapshot(self._variable().grad)

    def post_accumulate_hook_ran(self, probe: Probe, variable: torch.Tensor) -> None:
        """After ``.grad`` was written, and after each hook that looks at it then."""
        if probe.after is None:
            self._tell_accumulated()
        else:
            self.backward.close()
            grad = self.recorder.snapshot(variable.grad)
            self.recorder.hook_called(self.target, "post_accumulate_grad", probe.after, (grad,), (grad,))
        if not probe.last:
            self.backward.open()

    def posthook_ran(self, probe: Probe, results: tuple, grads: tuple) -> None:
        """After the node's rule, and after each posthook. The last time, the messages are final."""
        if probe.after is None:
            self._tell_rule(results, grads)
        else:
            self.backward.close()
            after = self._values(results)
            self.recorder.hook_called(self.target, "posthook", probe.after, self.results, after)
            self.results = after
        if not probe.last:
            self.backward.open()
            return
        messages = []
        if isinstance(self.target, Mirror):
            if not self.backward.task.retain_graph:
                self.recorder.values_freed(self.target)
            edges = zip(self.target._edges, results, self.results, strict=True)
            messages = [None if e is None else self.backward.message(e, tensor, value) for e, tensor, value in edges]
        self.backward.turn_ended(messages)

    # ----- what there is to tell --------------------------------------------------------------------------------------
    def _tell_unseen_hooks(self, after: list[Value | None]) -> None:
        """Hooks of tensors that cannot be found show only by what they changed."""
        for slot, (before, now) in enumerate(zip(self.slots, after, strict=True)):
            if slot not in self._told_slots and before is not now and not is_same(before, now):
                with self.backward.telling.deriving():
                    self.recorder.hook_called(self.target, "tensor", None, (before,), (now,), slot)
            self.slots[slot] = now

    def _tell_retained(self) -> None:
        for slot, value in enumerate(self.slots):
            tensor = self.backward.tensor_at(self.target, slot)
            if tensor is not None and value is not None and not tensor.is_leaf and tensor.retains_grad:
                self.recorder.hook_called(self.target, "retain_grad", None, (value,), (value,), slot)

    def _watch_function(self) -> None:
        """A Function's ``backward`` shows whether it gets zeros for an empty slot."""
        code = backward_code(self.target.real)
        if code is not None and None in self.slots:
            self.first_call = first_call(code, self._tell_zeros)

    def _tell_zeros(self, given: Sequence[Any]) -> None:
        for slot, (before, now) in enumerate(zip(self.slots, given, strict=False)):
            if before is None and isinstance(now, torch.Tensor):
                self.recorder.slot_materialized(self.target, slot, self.recorder.snapshot(now))

    def _tell_rule(self, results: tuple, grads: tuple) -> None:
        if self.first_call is not None:
            self.first_call.stop()
        if isinstance(self.target, Tensor):
            if not self._variable()._post_accumulate_grad_hooks:
                self._tell_accumulated()
            return
        self.backward.close(if_python=self.target)
        self.backward.rules_recorded(results)
        self.results = self._values(results)
        summed = {k: found for k, found in unreduced(self.target, results, grads).items() if self.results[k]}
        if not summed:
            self.recorder.rule_applied(self.target, self.slots, self.results)
            return
        with self.backward.telling.deriving():
            before = [summed[k][0] if k in summed else value for k, value in enumerate(self.results)]
            self.recorder.rule_applied(self.target, self.slots, before)
            for k, (unsummed, axes) in summed.items():
                self.recorder.grad_reduced(self.target, k, axes, unsummed, self.results[k])

    def _tell_accumulated(self) -> None:
        variable = self._variable()
        if self.slots[0] is not None and variable.requires_grad:
            self.backward.rules_recorded((variable.grad,))
            self.target._grad = variable.grad
            self.recorder.grad_accumulated(self.target, self.grad, self.slots[0])

    # ----- values -----------------------------------------------------------------------------------------------------
    def _values(self, results: tuple) -> list[Value | None]:
        """The gradient for each edge; None for an edge whose gradient nobody asked for."""
        if isinstance(self.target, Tensor):
            return []
        task, snapshot = self.backward.task, self.recorder.snapshot
        wanted = [edge is None or is_wanted(task, edge) for edge in self.target._edges]
        return [snapshot(item) if needed else None for item, needed in zip(results, wanted, strict=True)]

    def _variable(self) -> torch.Tensor:
        return self.backward.graph.variables[self.target]
