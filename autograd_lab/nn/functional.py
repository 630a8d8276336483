"""Functions for networks, under PyTorch's names. PyTorch: torch/nn/functional.py."""

from .._functions.products import linear as linear
from ._functional.activations import *
from ._functional.classification import *
from ._functional.losses import *
from ._functional.normalization import *
from ._functional.regularization import *
