"""`Distribution`, the base of all. PyTorch: torch/distributions/distribution.py."""

from collections.abc import Sequence
from typing import Any

from .._core.base.dtypes import Size
from .._core.grad_mode import no_grad
from .._core.tensor import Tensor
from .constraints import Constraint
from .utils import lazy_property


class Distribution:
    """Base class. Shapes: ``sample(s)`` gives s + ``batch_shape`` + ``event_shape``, ``log_prob`` s + ``batch_shape``.

    Args:
        batch_shape: the shape of the batch of distributions that the parameters describe.
        event_shape: the shape of one value that is drawn.
        validate_args: whether parameters and values are checked.

    Raises:
        ValueError: a parameter outside of its bounds.
    """

    has_rsample = False
    _validate_args = True

    def __init__(
        self,
        batch_shape: Sequence[int] = Size(),
        event_shape: Sequence[int] = Size(),
        validate_args: bool | None = None,
    ):
        self._batch_shape, self._event_shape = batch_shape, event_shape
        if validate_args is not None:
            self._validate_args = validate_args
        if self._validate_args:
            self._check_parameters()

    def _check_parameters(self) -> None:
        for name, constraint in self.arg_constraints.items():
            is_lazy = name not in vars(self) and isinstance(getattr(type(self), name, None), lazy_property)
            if is_lazy:
                continue
            value = getattr(self, name)
            if not constraint.check(value).all():
                raise ValueError(
                    f"Expected parameter {name} ({type(value).__name__} of shape {tuple(value.shape)}) of distribution "
                    f"{self!r} to satisfy the constraint {constraint!r}, but found invalid values:\n{value}"
                )

    @property
    def batch_shape(self) -> Size:
        """The shape of the batch of distributions that the parameters describe."""
        return self._batch_shape

    @property
    def event_shape(self) -> Size:
        """The shape of one value that is drawn."""
        return self._event_shape

    @property
    def arg_constraints(self) -> dict[str, Constraint]:
        """The constraint on each parameter."""
        return {}

    @property
    def support(self) -> Constraint:
        """The constraint on the values."""
        raise NotImplementedError

    @property
    def mean(self) -> Tensor:
        """The expected value."""
        raise NotImplementedError

    @property
    def mode(self) -> Tensor:
        """The most likely value."""
        raise NotImplementedError(f"{type(self)} does not implement mode")

    @property
    def variance(self) -> Tensor:
        """The expected square of the distance from the mean."""
        raise NotImplementedError

    @property
    def stddev(self) -> Tensor:
        """The root of the variance."""
        return self.variance.sqrt()

    def sample(self, sample_shape: Sequence[int] = Size()) -> Tensor:
        """Random values; no gradient goes through them."""
        with no_grad():
            return self.rsample(sample_shape)

    def rsample(self, sample_shape: Sequence[int] = Size()) -> Tensor:
        """Random values as functions of the parameters: a gradient goes through them to these."""
        raise NotImplementedError

    def log_prob(self, value: Tensor) -> Tensor:
        """The logarithm of the probability, or of its density, at this value."""
        raise NotImplementedError

    def entropy(self) -> Tensor:
        """The mean of ``-log_prob``: how uncertain a value is."""
        raise NotImplementedError

    def _extended_shape(self, sample_shape: Sequence[int] = Size()) -> Size:
        return Size(tuple(sample_shape) + tuple(self._batch_shape) + tuple(self._event_shape))

    def _validate_sample(self, value: Any) -> None:
        """Raise a ValueError for a value that this distribution cannot give."""
        if not self._validate_args:
            return
        if not isinstance(value, Tensor):
            raise ValueError("The value argument to log_prob must be a Tensor")
        shape, expected = value.size(), self._batch_shape + self._event_shape
        for found, wanted in zip(reversed(shape), reversed(expected), strict=False):
            if found != 1 and wanted not in (1, found):
                raise ValueError(f"Value is not broadcastable with batch_shape+event_shape: {shape} vs {expected}.")
        support = self.support
        if not support.check(value).all():
            raise ValueError(
                f"Expected value argument ({type(value).__name__} of shape {tuple(value.shape)}) to be within the "
                f"support ({support!r}) of the distribution {self!r}, but found invalid values:\n{value}"
            )

    def __repr__(self) -> str:
        known = {name: vars(self)[name] for name in self.arg_constraints if name in vars(self)}
        parts = [f"{name}: {value if value.numel() == 1 else value.size()}" for name, value in known.items()]
        return f"{type(self).__name__}({', '.join(parts)})"
