"""The strict mode of `functional`: PyTorch's words for an output that does not depend on an input.

PyTorch: torch/autograd/functional.py.
"""

from collections.abc import Sequence

import numpy as np

from .._core.tensor import Tensor, wrap

_NO_GRAPH = {
    "outputs": (
        "Output {} of the user-provided function does not require gradients. The outputs must be computed in a "
        "differentiable manner from the input when running in strict mode."
    ),
    "jvp": (
        "The gradient with respect to input {} is independent of the inputs of the user-provided function. This is not "
        "allowed in strict mode."
    ),
    "first derivative": (
        "While computing the hessian, found that the jacobian of the user-provided function with respect to input {} "
        "is independent of the input. This is not allowed in strict mode. You should ensure that your function is "
        "twice differentiable and that the jacobian depends on the inputs (this would be violated by a linear function "
        "for example)."
    ),
    "second derivative": (
        "The hessian of the user-provided function with respect to input {} is independent of the input. This is not "
        "allowed in strict mode. You should ensure that your function is thrice differentiable and that the hessian "
        "depends on the inputs."
    ),
}
_MISSING = "The output of the user-provided function is independent of input {}. This is not allowed in strict mode."
_UNREACHED = {
    "vjp": _MISSING,
    "jvp": (
        "The gradient with respect to the input is independent of entry {} in the grad_outputs when using the double "
        "backward trick to compute forward mode gradients. This is not allowed in strict mode."
    ),
    "vhp": "The jacobian of the user-provided function is independent of input {}. This is not allowed in strict mode.",
    "hvp": (
        "The hessian of the user-provided function is independent of entry {} in the grad_jacobian. This is not "
        "allowed in strict mode as it prevents from using the double backward trick to replace forward mode AD."
    ),
}


def zeros_like(tensor: Tensor) -> Tensor:
    """Zeros of its shape and dtype, a leaf."""
    return wrap(np.zeros_like(tensor._data))


def check_depends(tensors: Sequence[Tensor | None], what: str, strict: bool) -> None:
    """In strict mode each of these must have a history."""
    for index, tensor in enumerate(tensors if strict else ()):
        if tensor is None:
            raise RuntimeError(_MISSING.format(index))
        if not tensor.requires_grad:
            raise RuntimeError(_NO_GRAPH[what].format(index))


def fill_in_zeros(
    found: Sequence[Tensor | None], like: Sequence[Tensor], strict: bool, create_graph: bool, function: str
) -> tuple[Tensor, ...]:
    """Zeros where no gradient came; in strict mode that is an error, and so is one that nothing more depends on."""
    for index, gradient in enumerate(found if strict else ()):
        if gradient is None:
            raise RuntimeError(_UNREACHED[function].format(index))
        if create_graph and not gradient.requires_grad:
            order = "jacobian" if function in ("vjp", "jvp") else "hessian"
            raise RuntimeError(
                f"The {order} of the user-provided function is independent of input {index}. This is not allowed in "
                "strict mode when create_graph=True."
            )
    return tuple(zeros_like(one) if gradient is None else gradient for gradient, one in zip(found, like, strict=True))


def check_modes(vectorize: bool, strategy: str, create_graph: bool, strict: bool, hint: str = "") -> None:
    """Refuse what PyTorch refuses to combine, although here all modes are one.

    Raises:
        AssertionError: another strategy.
        NotImplementedError, RuntimeError: modes that do not go together.
    """
    if strategy not in ("forward-mode", "reverse-mode"):
        raise AssertionError(f'Expected strategy to be either "forward-mode" or "reverse-mode".{hint}')
    where = "torch.autograd.functional.jacobian:"
    if strategy == "forward-mode":
        for option, wanted in (("create_graph", create_graph), ("strict", strict)):
            if wanted:
                error = NotImplementedError if option == "create_graph" else RuntimeError
                raise error(
                    f'{where} `{option}=True` and `strategy="forward-mode"` are not supported together (yet). Please '
                    f'either set `{option}=False` or `strategy="reverse-mode"`.'
                )
        if not vectorize:
            raise NotImplementedError(
                "Computing Jacobian using forward-AD or forward-over-reverse Hessian isonly implemented for "
                "`vectorize=True`."
            )
    elif strict and vectorize:
        raise RuntimeError(
            f"{where} `strict=True` and `vectorized=True` are not supported together. Please either set `strict=False` "
            "or `vectorize=False`."
        )
