"""The Kullback-Leibler divergence of two distributions. PyTorch: torch/distributions/kl.py."""

import math
from collections.abc import Callable
from typing import Any

from .._core.tensor import Tensor
from ..nn.functional import softplus
from .bernoulli import Bernoulli
from .categorical import Categorical
from .distribution import Distribution
from .independent import Independent
from .normal import Normal
from .utils import sum_rightmost


def kl_divergence(p: Distribution, q: Distribution) -> Tensor:
    """The Kullback-Leibler divergence ∫ p(x) · log(p(x) / q(x)) dx, of shape ``batch_shape``.

    Raises:
        NotImplementedError: there is no formula for these two.
    """
    for kind, formula in _FORMULAS.items():
        if isinstance(p, kind) and isinstance(q, kind):
            return formula(p, q)
    raise NotImplementedError(
        f"No KL(p || q) is implemented for p type {type(p).__name__} and q type {type(q).__name__}"
    )


# ----- the formulas --------------------------------------------------------------------------------------------------
def _normal(p: Normal, q: Normal) -> Tensor:
    ratio = (p.scale / q.scale).pow(2)
    return 0.5 * (ratio + ((p.loc - q.loc) / q.scale).pow(2) - 1 - ratio.log())


def _bernoulli(p: Bernoulli, q: Bernoulli) -> Tensor:
    one = p.probs * (softplus(-q.logits) - softplus(-p.logits))
    one[q.probs == 0] = math.inf
    one[p.probs == 0] = 0
    zero = (1 - p.probs) * (softplus(q.logits) - softplus(p.logits))
    zero[q.probs == 1] = math.inf
    zero[p.probs == 1] = 0
    return one + zero


def _categorical(p: Categorical, q: Categorical) -> Tensor:
    each = p.probs * (p.logits - q.logits)
    each[(q.probs == 0).expand_as(each)] = math.inf
    each[(p.probs == 0).expand_as(each)] = 0
    return each.sum(-1)


def _independent(p: Independent, q: Independent) -> Tensor:
    if p.reinterpreted_batch_ndims != q.reinterpreted_batch_ndims:
        raise NotImplementedError
    return sum_rightmost(kl_divergence(p.base_dist, q.base_dist), p.reinterpreted_batch_ndims)


_FORMULAS: dict[type, Callable[[Any, Any], Tensor]] = {
    Normal: _normal,
    Bernoulli: _bernoulli,
    Categorical: _categorical,
    Independent: _independent,
}
"""Distribution → the divergence of two of its kind."""
