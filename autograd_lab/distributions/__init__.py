"""Probability distributions: numbers drawn from them, and how likely a number is. PyTorch: torch/distributions."""

from .._core.base.left_out import refusing as _refusing
from . import constraints as constraints
from . import kl as kl
from . import utils as utils
from .bernoulli import Bernoulli as Bernoulli
from .categorical import Categorical as Categorical
from .distribution import Distribution as Distribution
from .independent import Independent as Independent
from .kl import kl_divergence as kl_divergence
from .multivariate_normal import MultivariateNormal as MultivariateNormal
from .normal import Normal as Normal

__getattr__ = _refusing(__name__)
