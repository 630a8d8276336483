"""`Optimizer`: which tensors, with which settings. PyTorch: torch/optim/optimizer.py.

An optimizer changes its parameters **in place** and under `no_grad`: ``w`` stays the same leaf, and no step becomes
part of a graph.
"""

import functools
from collections import OrderedDict, defaultdict
from collections.abc import Callable, Iterable
from copy import deepcopy
from typing import Any

import numpy as np

from .._core.base.learners_line import warn
from .._core.base.state import quiet, watchers
from .._core.base.tracebacks import concise
from .._core.call_in_place import clear_gradient, overwrite
from .._core.grad_mode import in_grad_mode
from .._core.hook_registry import RemovableHandle
from .._core.tensor import Tensor
from .._core.watched_calls import optimizer_stepped, write_made
from .._torch.creation.filled import tensor, zeros_like
from .._torch.functions.types import typename
from . import _arithmetic

_before_steps: OrderedDict[int, Callable] = OrderedDict()
"""The hooks of all optimizers."""


def register_optimizer_step_pre_hook(hook: Callable) -> RemovableHandle:
    """Call ``hook(optimizer, args, kwargs)`` before every step of every optimizer; the handle removes it."""
    handle = RemovableHandle(_before_steps)
    _before_steps[handle.id] = hook
    return handle


def _after_hooks(step: Callable) -> Callable:
    """A ``step`` that begins with the hooks; they do not run again when a subclass calls its base's step."""

    @functools.wraps(step)
    def call(self: "Optimizer", *args: Any, **kwargs: Any) -> Any:
        if _before_steps and type(self).step is call:
            for hook in list(_before_steps.values()):
                hook(self, args, kwargs)
        return step(self, *args, **kwargs)

    return call


_DUPLICATES = (
    "optimizer contains a parameter group with duplicate parameters; in future, this will cause an error; "
    "see github.com/pytorch/pytorch/issues/40967 for more information"
)


class _RequiredParameter:
    def __repr__(self) -> str:
        return "<required parameter>"


required = _RequiredParameter()
"""Older tutorials' optimizers mark a setting without a default by it; each group must give that setting."""


class Optimizer:
    """Base of `SGD` and `Adam`; a subclass says in ``_update`` how one parameter moves.

    Args:
        params: tensors, or dictionaries ``{"params": [...], "lr": …}`` for groups with settings of their own.
        defaults: the settings of groups that say nothing else.
    """

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        if "step" in vars(cls):
            cls.step = _after_hooks(cls.step)  # type: ignore[method-assign]

    @concise
    def __init__(self, params: Iterable, defaults: dict[str, Any]):
        if isinstance(params, Tensor):
            raise TypeError(
                "params argument given to the optimizer should be an iterable of Tensors or dicts, "
                f"but got {typename(params)}"
            )
        self.defaults = defaults
        self.state: dict[Tensor, dict[str, Any]] = defaultdict(dict)
        """What the optimizer keeps for each parameter, e.g. its momentum."""
        self.param_groups: list[dict[str, Any]] = []
        groups = list(params)
        if not groups:
            raise ValueError("optimizer got an empty parameter list")
        for group in groups if isinstance(groups[0], dict) else [{"params": groups}]:
            self.add_param_group(group)

    def add_param_group(self, param_group: dict[str, Any]) -> None:
        """Add tensors with settings of their own."""
        if not isinstance(param_group, dict):
            raise TypeError(f"param_group must be a dict, but got {type(param_group)}")
        given = param_group["params"]
        if isinstance(given, set):
            raise TypeError(
                "optimizer parameters need to be organized in ordered collections, but the ordering of tensors in sets "
                "will change between runs. Please use a list instead."
            )
        params = [given] if isinstance(given, Tensor) else list(given)
        for item in params:
            if not isinstance(item, Tensor):
                raise TypeError(f"optimizer can only optimize Tensors, but one of the params is {typename(item)}")
            if not (item.is_leaf or item.retains_grad):
                raise ValueError("can't optimize a non-leaf Tensor")
        if len(set(params)) != len(params):
            warn(_DUPLICATES)
        if set(params) & {item for group in self.param_groups for item in group["params"]}:
            raise ValueError("some parameters appear in more than one parameter group")
        for name, default in self.defaults.items():
            if default is required and name not in param_group:
                raise ValueError(f"parameter group didn't specify a value of required optimization parameter {name}")
        self.param_groups.append({"params": params, **self.defaults, **_settings(param_group)})

    @_after_hooks
    @concise
    def step(self, closure: Callable[[], Any] | None = None) -> Any:
        """Move every parameter that has a gradient; one whose ``.grad`` is None stays where it is.

        Args:
            closure: computes the loss again and calls backward; its result is returned.
        """
        loss = None
        if closure is not None:
            loss = in_grad_mode(True, closure)
        in_grad_mode(False, self._update_all)
        return loss

    @quiet  # a diverging step does not warn
    def _update_all(self) -> None:
        for group in self.param_groups:
            if isinstance(group.get("lr"), Tensor):
                group = {**group, "lr": group["lr"].item()}
            for parameter in group["params"]:
                if parameter._grad is not None:
                    gradient = parameter._grad._data
                    self._update(parameter, -gradient if group["maximize"] else gradient, group)
                    if watchers.count:
                        write_made("step", parameter, parameter)

        if watchers.count:
            optimizer_stepped(self)

    def _update(self, parameter: Tensor, gradient: Any, group: dict[str, Any]) -> None:
        """Move one parameter in place. ``gradient`` is an array: nothing here is recorded, so NumPy computes it."""
        raise NotImplementedError

    def zero_grad(self, set_to_none: bool = True) -> None:
        """Forget the gradients, or overwrite them with zeros. Without this, the next backward adds to them."""
        for group in self.param_groups:
            for parameter in group["params"]:
                clear_gradient(parameter, set_to_none)

    def __getstate__(self) -> dict[str, Any]:
        # Without the ``step`` that a scheduler has set on this object.
        return {"defaults": self.defaults, "state": self.state, "param_groups": self.param_groups}

    # ----- saving -------------------------------------------------------------------------------------------------
    def state_dict(self) -> dict[str, Any]:
        """Settings and state, with the parameters numbered in the order in which they were given."""
        numbers = {parameter: number for number, parameter in enumerate(self._parameters())}
        return {
            "state": {numbers[parameter]: state for parameter, state in self.state.items() if state},
            "param_groups": [
                {**_settings(group), "params": [numbers[parameter] for parameter in group["params"]]}
                for group in self.param_groups
            ],
        }

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Load settings and state from `state_dict`. As in PyTorch, its tensors are not copied: copy them first if the
        other optimizer is still used.
        """
        groups = deepcopy(state_dict["param_groups"])
        if len(groups) != len(self.param_groups):
            raise ValueError("loaded state dict has a different number of parameter groups")
        pairs = list(zip(self.param_groups, groups, strict=True))
        if any(len(mine["params"]) != len(other["params"]) for mine, other in pairs):
            raise ValueError(
                "loaded state dict contains a parameter group that doesn't match the size of optimizer's group"
            )
        numbers = [number for group in groups for number in group["params"]]
        places = dict(zip(numbers, self._parameters(), strict=True))
        self.state = defaultdict(dict)
        for number, state in state_dict["state"].items():
            parameter = places[number]
            self.state[parameter] = {name: _like(parameter, name, value) for name, value in state.items()}
        for mine, other in pairs:
            mine.update(_settings(other))

    def _parameters(self) -> list[Tensor]:
        return [parameter for group in self.param_groups for parameter in group["params"]]

    def __repr__(self) -> str:
        lines = [f"{type(self).__name__} ("]
        for number, group in enumerate(self.param_groups):
            lines.append(f"\nParameter Group {number}" if number else "Parameter Group 0")
            lines.extend(f"    {name}: {value}" for name, value in sorted(_settings(group).items()))
        return "\n".join([*lines, ")"])


def _like(parameter: Tensor, name: str, value: Any) -> Any:
    """A saved tensor in the parameter's dtype; the counter of steps keeps its own."""
    if isinstance(value, list):
        return [_like(parameter, name, item) for item in value]
    return value.to(parameter.dtype) if isinstance(value, Tensor) and name != "step" else value


def _settings(group: dict[str, Any]) -> dict[str, Any]:
    """A group without its parameters."""
    return {name: value for name, value in group.items() if name != "params"}


SWITCHES = dict(foreach=None, maximize=False, capturable=False, differentiable=False, fused=None)
"""What PyTorch's optimizers take by keyword, with its usual value. ``maximize`` climbs instead of descending;
``differentiable=True``, steps that autograd records, is refused; the others choose kernels, and change nothing here."""


def switches_of(self: Any, given: dict[str, Any], names: str) -> dict[str, Any]:
    """The switches of these ``names``: as given, else with their usual values.

    Raises:
        TypeError: another keyword.
        NotImplementedError: ``differentiable=True``.
    """
    usual = {name: SWITCHES[name] for name in names.split()}
    for name in given.keys() - usual.keys():
        raise TypeError(f"{type(self).__name__}.__init__() got an unexpected keyword argument '{name}'")
    if given.get("differentiable"):
        raise NotImplementedError(
            "steps that autograd records (differentiable=True) are left out here; write the update yourself."
        )
    return usual | given


def decayed(gradient: Any, parameter: Tensor, weight_decay: float) -> Any:
    """The gradient, pulled towards smaller weights: plus ``weight_decay · w``."""
    return _arithmetic.add(gradient, parameter._data, weight_decay) if weight_decay else gradient


def shrunk_or_decayed(gradient: Any, parameter: Tensor, group: dict[str, Any]) -> Any:
    """The gradient `decayed`; or as it is, with the weights themselves shrunk by ``lr · weight_decay`` of them."""
    if group["decoupled_weight_decay"]:
        if group["weight_decay"]:
            factor = parameter._data.dtype.type(1 - group["lr"] * group["weight_decay"])
            put(parameter, np.multiply, parameter._data, factor)
        return gradient
    return decayed(gradient, parameter, group["weight_decay"])


def put(target: Tensor, formula: Callable, *values: Any) -> None:
    """Write what a formula of ``_arithmetic`` gives into the tensor's own memory, as an in-place operation does."""
    if isinstance(target._data, np.ndarray):
        formula(*values, out=target._data)
        target._note_write()
    else:
        overwrite(target, formula(*values))


def times(target: Tensor, factor: float) -> Any:
    """The tensor's array, multiplied in its own memory; it is about to be written with `put`."""
    array = target._data
    array *= array.dtype.type(factor)
    return array


def begin(state: dict[str, Any], parameter: Tensor, *names: str) -> None:
    """Start a parameter's state before its first step: zeros of its shape under these names, and a counter."""
    if not state:
        state["step"] = tensor(0.0)
        state.update({name: zeros_like(parameter) for name in names})


def counted(state: dict[str, Any]) -> float:
    """Count this step; return its number."""
    overwrite(state["step"], state["step"]._data + state["step"]._data.dtype.type(1))
    return state["step"].item()


def check_not_negative(**settings: float) -> None:
    """PyTorch's error for a setting below zero, and for a step size that is no single number."""
    if isinstance(lr := settings.get("lr"), Tensor) and lr.numel() != 1:
        raise ValueError("Tensor lr must be 1-element")
    words = {"lr": "learning rate", "eps": "epsilon value"}
    for name, value in settings.items():
        if not 0.0 <= value:  # noqa: SIM300 (the order in which PyTorch asks, and so its words for text)
            raise ValueError(f"Invalid {words.get(name, name + ' value')}: {value}")


def check_betas(betas: tuple[float, float]) -> None:
    """PyTorch's error for a mean that never forgets, or never remembers."""
    for index, beta in enumerate(betas):
        if not 0 <= beta < 1:
            raise ValueError(f"Invalid beta parameter at index {index}: {beta}")
