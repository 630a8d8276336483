"""The Kullback-Leibler divergence of two distributions. PyTorch: torch/distributions/kl.py."""

import math
from collections.abc import Callable
from typing import Any

from .._core.base.learners_line import warn
from .._core.tensor import Tensor
from .._torch import functions
from ..linalg import solve
from ..nn.functional import softplus
from .bernoulli import Bernoulli
from .categorical import Categorical
from .distribution import Distribution
from .independent import Independent
from .multivariate_normal import MultivariateNormal, half_log_determinant, squared_distance
from .normal import Normal
from .uniform import Uniform
from .utils import sum_rightmost

_FORMULAS: dict[tuple[type, type], Callable[[Any, Any], Tensor]] = {}


def register_kl(type_p: type, type_q: type) -> Callable[[Callable], Callable]:
    """``@register_kl(Mine, Yours)`` makes a function of both the formula of `kl_divergence`.

    Raises:
        TypeError: no subclass of `Distribution`.
    """
    for name, kind in (("type_p", type_p), ("type_q", type_q)):
        if not (isinstance(kind, type) and issubclass(kind, Distribution)):
            raise TypeError(f"Expected {name} to be a Distribution subclass but got {kind}")

    def decorator(function: Callable) -> Callable:
        _FORMULAS[type_p, type_q] = function
        return function

    return decorator


def kl_divergence(p: Distribution, q: Distribution) -> Tensor:
    """The Kullback-Leibler divergence ∫ p(x) · log(p(x) / q(x)) dx, of shape ``batch_shape``.

    Raises:
        NotImplementedError: there is no formula for these two.
    """
    kind_p, kind_q = type(p), type(q)
    pairs = [pair for pair in _FORMULAS if issubclass(kind_p, pair[0]) and issubclass(kind_q, pair[1])]
    if not pairs:
        raise NotImplementedError(
            f"No KL(p || q) is implemented for p type {kind_p.__name__} and q type {kind_q.__name__}"
        )
    nearest = min(pairs, key=lambda pair: (_distance(kind_p, pair[0]), _distance(kind_q, pair[1])))
    other = min(pairs, key=lambda pair: (_distance(kind_q, pair[1]), _distance(kind_p, pair[0])))
    if _FORMULAS[nearest] is not _FORMULAS[other]:
        warn(
            f"Ambiguous kl_divergence({kind_p.__name__}, {kind_q.__name__}). Please "
            f"register_kl({nearest[0].__name__}, {other[1].__name__})",
            RuntimeWarning,
        )
    return _FORMULAS[nearest](p, q)


def _distance(kind: type, base: type) -> int:
    return kind.__mro__.index(base)


# ----- the formulas --------------------------------------------------------------------------------------------------
@register_kl(Normal, Normal)
def _normal(p: Normal, q: Normal) -> Tensor:
    ratio = (p.scale / q.scale).pow(2)
    return 0.5 * (ratio + ((p.loc - q.loc) / q.scale).pow(2) - 1 - ratio.log())


@register_kl(Bernoulli, Bernoulli)
def _bernoulli(p: Bernoulli, q: Bernoulli) -> Tensor:
    one = p.probs * (softplus(-q.logits) - softplus(-p.logits))
    one[q.probs == 0] = math.inf
    one[p.probs == 0] = 0
    zero = (1 - p.probs) * (softplus(q.logits) - softplus(p.logits))
    zero[q.probs == 1] = math.inf
    zero[p.probs == 1] = 0
    return one + zero


@register_kl(Categorical, Categorical)
def _categorical(p: Categorical, q: Categorical) -> Tensor:
    each = p.probs * (p.logits - q.logits)
    each[(q.probs == 0).expand_as(each)] = math.inf
    each[(p.probs == 0).expand_as(each)] = 0
    return each.sum(-1)


@register_kl(Uniform, Uniform)
def _uniform(p: Uniform, q: Uniform) -> Tensor:
    found = ((q.high - q.low) / (p.high - p.low)).log()
    found[(q.low > p.low) | (q.high < p.high)] = math.inf
    return found


@register_kl(Independent, Independent)
def _independent(p: Independent, q: Independent) -> Tensor:
    if p.reinterpreted_batch_ndims != q.reinterpreted_batch_ndims:
        raise NotImplementedError
    return sum_rightmost(kl_divergence(p.base_dist, q.base_dist), p.reinterpreted_batch_ndims)


@register_kl(MultivariateNormal, MultivariateNormal)
def _multivariate_normal(p: MultivariateNormal, q: MultivariateNormal) -> Tensor:
    if p.event_shape != q.event_shape:
        gap = " " * 26  # as PyTorch's line break inside the text leaves it
        raise ValueError(
            f"KL-divergence between two Multivariate Normals with{gap}different event shapes cannot be computed"
        )
    shape = functions.broadcast_shapes(p._factor.shape, q._factor.shape)
    spread = solve(q._factor.tril().expand(shape), p._factor.expand(shape)).pow(2).sum((-2, -1))
    apart = squared_distance(q._factor, q.loc - p.loc)
    return half_log_determinant(q._factor) - half_log_determinant(p._factor) + 0.5 * (spread + apart - shape[-1])
