"""Functions that transform functions: `grad`, `vjp`, `jacrev`, `hessian`, `vmap`. PyTorch: torch/func/__init__.py.

All derivatives come from backward, and `vmap` is a loop: the numbers are PyTorch's, the speed is that of the loop.
"""

from collections.abc import Sequence as _Sequence
from typing import Any

from . import derivatives as _d
from ._core.base.left_out import refusing as _refusing
from ._torch.transforms.derivatives import grad as grad
from ._torch.transforms.derivatives import grad_and_value as grad_and_value
from ._torch.transforms.derivatives import hessian as hessian
from ._torch.transforms.derivatives import jacfwd as jacfwd
from ._torch.transforms.derivatives import jacrev as jacrev
from ._torch.transforms.derivatives import vjp as vjp
from ._torch.transforms.vmapping import vmap as vmap


def functional_call(
    module: Any,
    parameter_and_buffer_dicts: Any,
    args: Any = None,
    kwargs: dict[str, Any] | None = None,
    *,
    tie_weights: bool = True,
    strict: bool = False,
) -> Any:
    """``module(*args, **kwargs)`` with other parameters and buffers, by their names in ``state_dict``, for this call.

    ``parameter_and_buffer_dicts`` is a dict of tensors, or several; names that are not in it stay as they are. With
    ``tie_weights`` a parameter that has two names is replaced under both; with ``strict`` all names must be there.

    Raises:
        ValueError: no dicts, or a name in two of them.
        RuntimeError: with ``strict``, names too many or too few.
    """
    given = parameter_and_buffer_dicts
    if isinstance(given, dict):
        given = [given]
    if not isinstance(given, _Sequence):
        raise ValueError(
            "Expected parameter_and_buffer_dicts to be a dict, or a list/tuple of dicts, but got "
            f"{type(parameter_and_buffer_dicts)}"
        )
    if not all(isinstance(each, dict) for each in given):
        raise ValueError("Expected all elements of parameter_and_buffer_dicts to be dictionaries")
    names = [name for each in given for name in each]
    repeated = [name for name in dict.fromkeys(names) if names.count(name) > 1]
    if repeated:
        raise ValueError(f"{repeated} appeared in multiple dictionaries; behavior of functional call is ambiguous")
    positional = () if args is None else args if isinstance(args, tuple) else (args,)
    replaced = {name: value for each in given for name, value in each.items()}
    with _Replaced(module, replaced, tie_weights, strict):
        return module(*positional, **(kwargs or {}))


class _Replaced:
    """For the time of a with block, a module has other tensors as its parameters and buffers."""

    def __init__(self, module: Any, tensors: dict[str, Any], tie_weights: bool, strict: bool) -> None:
        own = dict(module.named_parameters(remove_duplicate=False))
        own.update(module.named_buffers(remove_duplicate=False))
        found = {name: value for name, value in tensors.items() if name in own}
        if tie_weights:
            for name, value in list(found.items()):
                found.update(
                    {other: value for other, tensor in own.items() if tensor is own[name] and other not in found}
                )
        if strict:
            self._check(module, set(tensors) - set(own), set(own) - set(found))
        self._places = [(*self._place(module, name), value) for name, value in found.items()]

    @staticmethod
    def _check(module: Any, unexpected: set[str], missing: set[str]) -> None:
        text = []
        if unexpected:
            text.append(f"Unexpected key(s): {', '.join(map(repr, sorted(unexpected)))}.")
        if missing:
            text.append(f"Missing key(s): {', '.join(map(repr, sorted(missing)))}.")
        if text:
            raise RuntimeError("\n\t".join([f"Error(s) in reparametrizing for {type(module).__name__}:", *text]))

    @staticmethod
    def _place(module: Any, name: str) -> tuple[dict, str]:
        *path, last = name.split(".")
        for part in path:
            module = module._modules[part]
        return (module._parameters if last in module._parameters else module._buffers), last

    def __enter__(self) -> None:
        self._before = [(store, name, store[name]) for store, name, _ in self._places]
        for store, name, value in self._places:
            store[name] = value

    def __exit__(self, *error: object) -> None:
        for store, name, value in self._before:
            store[name] = value


def stack_module_state(models: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """The parameters and the buffers of several models of one class, each stacked along a new first dimension.

    Raises:
        RuntimeError: no models, models of several classes, or not all in the same mode.
    """
    if not models:
        raise RuntimeError("stack_module_state: Expected at least one model, got 0.")
    if not (all(each.training for each in models) or not any(each.training for each in models)):
        raise RuntimeError("stack_module_state: Expected all models to have the same training/eval mode.")
    if not all(type(each) is type(models[0]) for each in models):
        raise RuntimeError("stack_module_state: Expected all models to be of the same class.")

    def stacked(named: list[dict[str, Any]]) -> dict[str, Any]:
        return {
            name: _d.stack([each[name] for each in named]).detach().requires_grad_(value.requires_grad)
            for name, value in named[0].items()
        }

    return (
        stacked([dict(each.named_parameters()) for each in models]),
        stacked([dict(each.named_buffers()) for each in models]),
    )


__getattr__ = _refusing(__name__)
