"""The allowed values of parameters and samples: ``constraints.positive.check(x)``.

PyTorch: torch/distributions/constraints.py; here are the constraints that the distributions of this package use.
"""

from collections.abc import Callable
from typing import Any, ClassVar

from .._core.tensor import Tensor
from .._torch.creation.filled import full
from .._torch.functions import isclose
from ..linalg import cholesky_ex


class Constraint:
    """Base class: ``check`` says which values (or rows of them) are allowed."""

    is_discrete = False
    event_dim = 0

    def check(self, value: Tensor) -> Tensor:
        """A tensor of booleans without the ``event_dim`` last dimensions."""
        raise NotImplementedError

    def __repr__(self) -> str:
        return type(self).__name__[1:] + "()"


class _Dependent(Constraint):
    """A constraint that depends on another parameter."""

    def check(self, value: Tensor) -> Tensor:
        raise ValueError("Cannot determine validity of dependent constraint")


class _DependentProperty(property, _Dependent):
    """A property whose value is a constraint; on the class itself it is a dependent constraint."""


class _Independent(Constraint):
    def __init__(self, base_constraint: Constraint, reinterpreted_batch_ndims: int):
        self.base_constraint, self.reinterpreted_batch_ndims = base_constraint, reinterpreted_batch_ndims

    @property
    def is_discrete(self) -> bool:  # type: ignore[override]
        return self.base_constraint.is_discrete

    @property
    def event_dim(self) -> int:  # type: ignore[override]
        return self.base_constraint.event_dim + self.reinterpreted_batch_ndims

    def check(self, value: Tensor) -> Tensor:
        result, last = self.base_constraint.check(value), self.reinterpreted_batch_ndims
        if result.dim() < last:
            raise ValueError(f"Expected value.dim() >= {self.event_dim} but got {value.dim()}")
        return result.reshape((*result.shape[: result.dim() - last], -1)).all(-1)

    def __repr__(self) -> str:
        return f"IndependentConstraint({self.base_constraint!r}, {self.reinterpreted_batch_ndims})"


class _Boolean(Constraint):
    is_discrete = True

    def check(self, value: Tensor) -> Tensor:
        return (value == 0) | (value == 1)


class _Real(Constraint):
    def check(self, value: Tensor) -> Tensor:
        return value == value  # nan is not


class _Bounded(Constraint):
    """A constraint with a lower or an upper bound, or both: attributes, which it prints."""

    _names: ClassVar[tuple[str, ...]] = ("lower_bound",)

    def __init__(self, *args: Any, **kwargs: Any):
        self.__dict__.update(zip(self._names, args, strict=False), **kwargs)

    def __repr__(self) -> str:
        return f"{type(self).__name__[1:]}({', '.join(f'{name}={bound}' for name, bound in vars(self).items())})"


class _GreaterThan(_Bounded):
    def check(self, value: Tensor) -> Tensor:
        return self.lower_bound < value


class _GreaterThanEq(_Bounded):
    def check(self, value: Tensor) -> Tensor:
        return self.lower_bound <= value


class _LessThan(_Bounded):
    _names = ("upper_bound",)

    def check(self, value: Tensor) -> Tensor:
        return value < self.upper_bound


class _Interval(_Bounded):
    _names = ("lower_bound", "upper_bound")

    def check(self, value: Tensor) -> Tensor:
        return (self.lower_bound <= value) & (value <= self.upper_bound)


class _IntegerInterval(_Interval):
    is_discrete = True

    def check(self, value: Tensor) -> Tensor:
        return (value % 1 == 0) & super().check(value)


class _Simplex(Constraint):
    event_dim = 1

    def check(self, value: Tensor) -> Tensor:
        return (value >= 0).all(-1) & ((value.sum(-1) - 1).abs() < 1e-6)


class _LowerCholesky(Constraint):
    event_dim = 2

    def check(self, value: Tensor) -> Tensor:
        triangular = (value.tril() == value).reshape((*value.shape[:-2], -1)).all(-1)
        return triangular & (value.diagonal(dim1=-2, dim2=-1) > 0).all(-1)


class _PositiveDefinite(Constraint):
    event_dim = 2

    def check(self, value: Tensor) -> Tensor:
        if value.shape[-2] != value.shape[-1]:
            return full(value.shape[:-2], False)
        symmetric = isclose(value, value.mT, atol=1e-6).all(-2).all(-1)
        return cholesky_ex(value).info == 0 if symmetric.all() else symmetric


def is_dependent(constraint: Any) -> bool:
    """Whether the constraint depends on other parameters."""
    return isinstance(constraint, _Dependent)


def dependent_property(function: Callable[[Any], Constraint]) -> Any:
    """A property whose value is a constraint."""
    return _DependentProperty(function)


dependent = _Dependent()
boolean = _Boolean()
real = _Real()
positive = _GreaterThan(0.0)
nonnegative = _GreaterThanEq(0.0)
unit_interval = _Interval(0.0, 1.0)
simplex = _Simplex()
lower_cholesky = _LowerCholesky()
positive_definite = _PositiveDefinite()
independent = _Independent
greater_than, greater_than_eq, less_than = _GreaterThan, _GreaterThanEq, _LessThan
interval, integer_interval = _Interval, _IntegerInterval
real_vector = independent(real, 1)
