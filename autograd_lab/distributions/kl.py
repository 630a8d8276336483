"""How far one distribution is from another. PyTorch: torch/distributions/kl.py."""

import math
from collections.abc import Callable
from typing import Any

from .. import _functions
from .._base.learners_line import warn
from .._creation.filled import full_like
from ..autograd._tensor import Tensor
from ..linalg import solve
from ..nn.functional import softplus
from .bernoulli import Bernoulli
from .beta import Beta
from .categorical import Categorical
from .dirichlet import Dirichlet
from .distribution import Distribution
from .exponential import Exponential
from .gamma import Gamma
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


# ----- of the same kind ----------------------------------------------------------------------------------------------
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


@register_kl(Exponential, Exponential)
def _exponential(p: Exponential, q: Exponential) -> Tensor:
    ratio = q.rate / p.rate
    return -ratio.log() + ratio - 1


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
    shape = _functions.broadcast_shapes(p._factor.shape, q._factor.shape)
    spread = solve(q._factor.tril().expand(shape), p._factor.expand(shape)).pow(2).sum((-2, -1))
    apart = squared_distance(q._factor, q.loc - p.loc)
    return half_log_determinant(q._factor) - half_log_determinant(p._factor) + 0.5 * (spread + apart - shape[-1])


@register_kl(Gamma, Gamma)
def _gamma(p: Gamma, q: Gamma) -> Tensor:
    shapes = q.concentration.lgamma() - p.concentration.lgamma()
    more = (p.concentration - q.concentration) * p.concentration.digamma()
    rates = q.concentration * (p.rate / q.rate).log() + (q.rate - p.rate) * (p.concentration / p.rate)
    return rates + shapes + more


@register_kl(Dirichlet, Dirichlet)
def _dirichlet(p: Dirichlet, q: Dirichlet) -> Tensor:
    one, two = p.concentration, q.concentration
    constants = one.sum(-1).lgamma() - two.sum(-1).lgamma() - (one.lgamma() - two.lgamma()).sum(-1)
    return constants + ((one - two) * (one.digamma() - one.sum(-1, True).digamma())).sum(-1)


@register_kl(Beta, Beta)
def _beta(p: Beta, q: Beta) -> Tensor:
    return _dirichlet(p._dirichlet, q._dirichlet)


# ----- of two kinds --------------------------------------------------------------------------------------------------
@register_kl(Exponential, Normal)
def _exponential_normal(p: Exponential, q: Normal) -> Tensor:
    variance, square = q.scale.pow(2), p.rate.pow(2)
    middle = square.reciprocal() - q.loc / p.rate + q.loc.pow(2) * 0.5
    return 0.5 * (square * variance * 2 * math.pi).log() - 1 + middle / variance


@register_kl(Uniform, Normal)
def _uniform_normal(p: Uniform, q: Normal) -> Tensor:
    width = p.high - p.low
    squares = width.pow(2) / 12 + ((p.high + p.low - 2 * q.loc) / 2).pow(2)
    return (math.sqrt(math.pi * 2) * q.scale / width).log() + 0.5 * squares / q.scale.pow(2)


@register_kl(Uniform, Exponential)
def _uniform_exponential(p: Uniform, q: Exponential) -> Tensor:
    found = q.rate * (p.high + p.low) / 2 - ((p.high - p.low) * q.rate).log()
    found[p.low < 0] = math.inf
    return found


@register_kl(Normal, Uniform)
@register_kl(Normal, Exponential)
def _normal_reaches_farther(p: Normal, q: Any) -> Tensor:
    return full_like(p.loc, math.inf)


@register_kl(Exponential, Uniform)
def _exponential_reaches_farther(p: Exponential, q: Uniform) -> Tensor:
    return full_like(p.rate, math.inf)


@register_kl(Exponential, Gamma)
def _exponential_gamma(p: Exponential, q: Gamma) -> Tensor:
    ratio, euler = q.rate / p.rate, 0.57721566490153286060
    return -q.concentration * ratio.log() + ratio + q.concentration.lgamma() + q.concentration * euler - (1 + euler)


@register_kl(Gamma, Exponential)
def _gamma_exponential(p: Gamma, q: Exponential) -> Tensor:
    return -p.entropy() - q.rate.log() + q.rate * p.concentration / p.rate
