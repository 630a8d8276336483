"""Losses as modules: how far a prediction is from its target. PyTorch: torch/nn/modules/{loss,distance}.py.

Each takes ``reduction``: "mean", "sum" (both give a scalar), or "none" for a loss of each element (ValueError for any
other word, when it is called). The function of the same name in ``nn.functional`` has the formula.
``size_average`` and ``reduce`` are PyTorch's older words for ``reduction``.
"""

from dataclasses import InitVar

from .._core.tensor import Tensor
from . import functional
from ._function_module import FunctionModule
from ._functional.arguments import name_of


class _Loss(FunctionModule):
    """The base of all losses; each loss lists its settings in PyTorch's order."""

    _shown = ()

    def __init__(self, size_average: bool | None = None, reduce: bool | None = None, reduction: str = "mean"):
        super().__init__()
        self.reduction = name_of(size_average, reduce, reduction)

    def __post_init__(self, size_average: bool | None = None, reduce: bool | None = None) -> None:
        self.reduction = name_of(size_average, reduce, self.reduction)


class _PlainLoss(_Loss):
    size_average: InitVar[bool | None] = None
    reduce: InitVar[bool | None] = None
    reduction: str = "mean"


class _WeightedLoss(_Loss):
    weight: Tensor | None = None
    size_average: InitVar[bool | None] = None
    reduce: InitVar[bool | None] = None
    reduction: str = "mean"


class _ClassLoss(_WeightedLoss):
    weight: Tensor | None = None
    size_average: InitVar[bool | None] = None
    ignore_index: int = -100
    reduce: InitVar[bool | None] = None
    reduction: str = "mean"


# ----- differences -------------------------------------------------------------------------------------------------
class MSELoss(_PlainLoss, calls=functional.mse_loss):
    """The mean (or the sum, or each) of ``(input - target)²``, for two tensors of one shape."""


class L1Loss(_PlainLoss, calls=functional.l1_loss):
    """The mean (or the sum, or each) of ``|input - target|``, for two tensors of one shape."""


class SmoothL1Loss(_PlainLoss, calls=functional.smooth_l1_loss):
    """``d² / 2β`` where the difference d is below ``beta``, else ``|d| - β/2``, for two tensors of one shape."""

    beta: float = 1.0


class HuberLoss(_Loss, calls=functional.huber_loss):
    """``d² / 2`` where the difference d is at most ``delta``, else ``δ·(|d| - δ/2)``, for two tensors of one shape."""

    reduction: str = "mean"
    delta: float = 1.0


# ----- classification ----------------------------------------------------------------------------------------------
class NLLLoss(_ClassLoss, calls=functional.nll_loss):
    """``-input[target]`` for log-probabilities (N, classes, …) and class numbers (N, …), which are int64.

    ``weight`` has one factor for each class; rows whose target is ``ignore_index`` count for nothing.
    """


class CrossEntropyLoss(_ClassLoss, calls=functional.cross_entropy):
    """``-log softmax(input)[target]``: ``input`` holds scores (logits), not probabilities; ``target`` class numbers.

    The input is (N, classes, …), the target (N, …), of int64; or it holds probabilities, in the shape of the input.

    Args:
        weight: one factor for each class.
        size_average, reduce: older words for ``reduction``.
        ignore_index: rows with this target count for nothing.
        reduction: "mean" (weighted), "sum" or "none".
        label_smoothing: how much of the target is spread evenly over the classes.
    """

    label_smoothing: float = 0.0


class BCELoss(_WeightedLoss, calls=functional.binary_cross_entropy):
    """``-y·log x - (1 - y)·log(1 - x)`` for probabilities x and targets y between 0 and 1, of one shape."""


class BCEWithLogitsLoss(_WeightedLoss, calls=functional.binary_cross_entropy_with_logits):
    """`BCELoss` of sigmoid(input), safe for large inputs; ``pos_weight`` multiplies the part of the target."""

    pos_weight: Tensor | None = None


class KLDivLoss(_PlainLoss, calls=functional.kl_div):
    """``target·(log target - input)`` for log-probabilities ``input``, in one shape.

    With ``log_target`` the target too holds logarithms. ``reduction="batchmean"`` divides the sum by the length of the
    first dimension, as the mathematical definition has it.
    """

    log_target: bool = False


# ----- distances ---------------------------------------------------------------------------------------------------
class CosineSimilarity(FunctionModule, calls=functional.cosine_similarity):
    """The cosine of the angle between two vectors along ``dim``: two tensors → their shape without ``dim``."""

    dim: int = 1
    eps: float = 1e-8
    _shown = ()


__all__ = [
    "BCELoss", "BCEWithLogitsLoss", "CosineSimilarity", "CrossEntropyLoss", "HuberLoss",
    "KLDivLoss", "L1Loss", "MSELoss", "NLLLoss", "SmoothL1Loss",
]  # fmt: skip
