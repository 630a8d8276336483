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
    """``-log softmax(input)[target]``: ``input`` holds scores (logits), not probabilities; ``target`` class numbers."""

    def __init__(self, reduction: str = "mean"):
        super().__init__()
        self.reduction = reduction

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        """(N, classes) and (N,) → a scalar."""
        return functional.cross_entropy(input, target, reduction=self.reduction)
