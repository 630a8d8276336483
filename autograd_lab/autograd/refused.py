"""What PyTorch has and autograd_lab leaves out: asking for it says so, in one sentence, instead of a puzzle.

Forward-mode differentiation and vmap need another kind of tensor (dual, batched); autograd_lab shows reverse mode.
"""

from collections.abc import Callable
from typing import Any


def refused(name: str, why: str) -> Callable:
    """A function of this name that only raises NotImplementedError with this reason."""

    def function(*args: Any, **kwargs: Any) -> Any:
        raise NotImplementedError(f"{name} is not part of autograd_lab: {why}")

    function.__name__ = function.__qualname__ = name.rpartition(".")[2]
    function.__doc__ = f"Not part of autograd_lab: {why}"
    return function


allow_mutation_on_saved_tensors = refused(
    "torch.autograd.graph.allow_mutation_on_saved_tensors",
    "change a clone() instead, or save a copy with saved_tensors_hooks.",
)
