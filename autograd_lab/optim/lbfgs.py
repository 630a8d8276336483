"""L-BFGS. PyTorch: torch/optim/lbfgs.py; Nocedal and Wright, Numerical Optimization, algorithm 7.5."""

from collections.abc import Callable, Iterable
from typing import Any

from .._core.base.tracebacks import concise
from .._core.grad_mode import enable_grad, no_grad
from .._core.tensor import Tensor
from .._torch.functions import cat
from .optimizer import Optimizer, check_not_negative

_MEMORY = ("d", "t", "old_dirs", "old_stps", "ro", "H_diag", "prev_flat_grad", "prev_loss")


class LBFGS(Optimizer):
    """Newton's method with a guess at the curvature, from how the gradient changed along the last steps.

    One call of `step` makes up to ``max_iter`` steps, so it needs a function that computes the loss anew. All
    parameters are moved as one long vector; there can be one group only.

    Args:
        params: the tensors to move.
        lr: the step size, of which 1 goes to where the guess has its minimum.
        max_iter: how many steps one call makes at most.
        max_eval: how often it computes the loss at most; by default ``max_iter · 5 / 4``.
        tolerance_grad: gradients this small are taken for zero.
        tolerance_change: it also stops when steps or gains are this small.
        history_size: how many earlier steps are remembered.
        line_search_fn: a search for a good distance in every step; not here, and refused.
    """

    def __init__(
        self,
        params: Iterable,
        lr: float = 1,
        max_iter: int = 20,
        max_eval: int | None = None,
        tolerance_grad: float = 1e-7,
        tolerance_change: float = 1e-9,
        history_size: int = 100,
        line_search_fn: str | None = None,
    ):
        check_not_negative(lr=lr)
        if line_search_fn is not None:
            raise NotImplementedError(f"line_search_fn={line_search_fn!r} is left out here; choose lr instead.")
        settings = dict(
            lr=lr, max_iter=max_iter, max_eval=max_iter * 5 // 4 if max_eval is None else max_eval,
            tolerance_grad=tolerance_grad, tolerance_change=tolerance_change, history_size=history_size,
            line_search_fn=line_search_fn,
        )  # fmt: skip
        super().__init__(params, settings)
        if len(self.param_groups) != 1:
            raise ValueError("LBFGS doesn't support per-parameter options (parameter groups)")

    @concise
    def step(self, closure: Callable[[], Any]) -> Any:  # type: ignore[override]
        """Up to ``max_iter`` steps.

        Args:
            closure: sets the gradients to zero, computes the loss, calls backward, and returns the loss; what it
                returned first is returned.
        """
        if len(self.param_groups) != 1:
            raise AssertionError(f"Expected exactly one param_group, but got {len(self.param_groups)}")
        closure, group = enable_grad()(closure), self.param_groups[0]
        with no_grad():
            # PyTorch keeps the memory of the whole with the first parameter.
            state = self.state[group["params"][0]]
            state.setdefault("func_evals", 0)
            state.setdefault("n_iter", 0)
            first = closure()
            state["func_evals"] += 1
            gradient = self._gradient()
            if not gradient.abs().max() <= group["tolerance_grad"]:
                memory = {name: state.get(name) for name in _MEMORY}
                self._descend(closure, float(first), gradient, state, memory)
                state.update(memory)
        return first

    def _descend(self, closure: Callable, loss: float, gradient: Tensor, state: dict, memory: dict) -> None:
        group, evaluations = self.param_groups[0], 1
        for number in range(1, group["max_iter"] + 1):
            state["n_iter"] += 1
            direction = self._direction(gradient, state, memory)
            memory["prev_flat_grad"], memory["prev_loss"] = gradient.clone(), loss
            far = group["lr"]
            if state["n_iter"] == 1:
                far = min(1.0, 1.0 / gradient.abs().sum()) * far
            memory["t"], slope = far, gradient.dot(direction)
            if slope > -group["tolerance_change"]:
                return
            is_last, used = number == group["max_iter"], 0
            self._move(far, direction)
            if not is_last:
                loss, gradient, used = float(closure()), self._gradient(), 1
            evaluations += used
            state["func_evals"] += used
            if is_last or evaluations >= group["max_eval"] or gradient.abs().max() <= group["tolerance_grad"]:
                return
            change = group["tolerance_change"]
            if direction.mul(far).abs().max() <= change or abs(loss - memory["prev_loss"]) < change:
                return

    def _direction(self, gradient: Tensor, state: dict, memory: dict) -> Tensor:
        """Downhill, as the remembered changes of the gradient bend it."""
        if state["n_iter"] == 1:
            memory.update(d=-gradient, old_dirs=[], old_stps=[], ro=[], H_diag=1)
            return memory["d"]
        changes, steps, inverses = memory["old_dirs"], memory["old_stps"], memory["ro"]
        change, step = gradient - memory["prev_flat_grad"], memory["d"] * memory["t"]
        product = change.dot(step)
        if product > 1e-10:
            if len(changes) == self.param_groups[0]["history_size"]:
                for remembered in (changes, steps, inverses):
                    del remembered[0]
            changes.append(change)
            steps.append(step)
            inverses.append(1.0 / product)
            memory["H_diag"] = product / change.dot(change)
        shares = state.setdefault("al", [None] * self.param_groups[0]["history_size"])
        direction = -gradient
        for i in reversed(range(len(changes))):
            shares[i] = steps[i].dot(direction) * inverses[i]
            direction.add_(changes[i], alpha=-shares[i].item())
        direction = direction * memory["H_diag"]
        for i, inverse in enumerate(inverses):
            direction.add_(steps[i], alpha=(shares[i] - changes[i].dot(direction) * inverse).item())
        memory["d"] = direction
        return direction

    def _gradient(self) -> Tensor:
        """All gradients as one vector; zeros where there is none."""
        grads = ((p, p.grad) for p in self.param_groups[0]["params"])
        return cat([p.new_zeros(p.numel()) if grad is None else grad.reshape(-1) for p, grad in grads])

    def _move(self, far: Any, direction: Tensor) -> None:
        place = 0
        for parameter in self.param_groups[0]["params"]:
            piece = direction[place : place + parameter.numel()].view_as(parameter)
            parameter.add_(piece, alpha=far.item() if isinstance(far, Tensor) else far)
            place += parameter.numel()
