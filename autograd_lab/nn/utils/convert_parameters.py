"""All parameters as one vector. PyTorch: torch/nn/utils/convert_parameters.py."""

from collections.abc import Iterable

from ..._core.tensor import Tensor
from ..._torch.functions import cat
from ..._torch.functions.types import typename


def parameters_to_vector(parameters: Iterable[Tensor]) -> Tensor:
    """The parameters, flat and one after the other, in one dimension; gradients flow back to them."""
    return cat([parameter.view(-1) for parameter in parameters])


def vector_to_parameters(vec: Tensor, parameters: Iterable[Tensor]) -> None:
    """Make the parameters look at the pieces of ``vec``, in order."""
    if not isinstance(vec, Tensor):
        raise TypeError(f"expected torch.Tensor, but got: {typename(vec)}")
    start = 0
    for parameter in parameters:
        end = start + parameter.numel()
        parameter.data = vec[start:end].view(tuple(parameter.shape)).data
        start = end
