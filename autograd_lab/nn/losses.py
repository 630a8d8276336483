"""Losses: how far a prediction is from its target, as one number. PyTorch: torch/nn/modules/loss.py."""

from .._tensor import Tensor
from . import functional
from .module import Module


class MSELoss(Module):
    """The mean (or the sum, or each) of ``(input - target)²``."""

    def __init__(self, reduction: str = "mean"):
        super().__init__()
        self.reduction = reduction

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        """Two tensors of one shape → a scalar (their shape with ``reduction="none"``)."""
        return functional.mse_loss(input, target, reduction=self.reduction)


class CrossEntropyLoss(Module):
    """``-log softmax(input)[target]``: ``input`` holds scores (logits), not probabilities; ``target`` class numbers.

    Args:
        weight: one factor for each class.
        ignore_index: rows with this target count for nothing.
        reduction: "mean" (weighted), "sum" or "none".
        label_smoothing: left out here; anything but 0 is refused when the loss is called.
    """

    def __init__(
        self,
        weight: Tensor | None = None,
        ignore_index: int = -100,
        reduction: str = "mean",
        label_smoothing: float = 0.0,
    ):
        super().__init__()
        self.register_buffer("weight", weight)
        self.ignore_index, self.reduction, self.label_smoothing = ignore_index, reduction, label_smoothing

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        """(N, classes) and (N,) → a scalar."""
        return functional.cross_entropy(
            input, target, self.weight, self.ignore_index, self.reduction, self.label_smoothing
        )
