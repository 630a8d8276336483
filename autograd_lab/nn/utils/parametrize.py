"""A parameter that is computed from another one whenever it is asked for. PyTorch: torch/nn/utils/parametrize.py.

``register_parametrization(layer, "weight", Symmetric())`` moves the weight to
``layer.parametrizations.weight.original``, and makes ``layer.weight`` a property of the layer's class (one made for
this layer alone), which calls the module.
"""

import contextlib
import copy
from collections.abc import Callable, Iterator, Sequence
from typing import Any, ClassVar

from ..._base.left_out import refusing as _refusing
from ..._surface.guards import guard_functions as _guard_functions
from ...autograd._tensor import Tensor
from ...autograd.grad_mode import no_grad
from ..containers import ModuleDict, ModuleList
from ..module import Module
from ..parameter import Parameter
from ._parametrize_checks import check_next, check_result


class _Cache:
    """What `cached` has computed: (module, name) → tensor."""

    users = 0
    found: ClassVar[dict[tuple[int, str], Tensor]] = {}


@contextlib.contextmanager
def cached() -> Iterator[None]:
    """Within, each parametrized tensor is computed once, when it is first asked for."""
    _Cache.users += 1
    try:
        yield
    finally:
        _Cache.users -= 1
        if not _Cache.users:
            _Cache.found.clear()


class ParametrizationList(ModuleList):
    """The parametrizations of one tensor, one after the other, and what they start from.

    That is ``original``; or ``original0``, ``original1``, … if the first one's ``right_inverse`` returns several.

    Raises:
        ValueError: no modules, or a shape or a dtype that would change, unless ``unsafe``.
    """

    def __init__(self, modules: Sequence[Module], original: Tensor, unsafe: bool = False):
        if len(modules) == 0:
            raise ValueError("ParametrizationList requires one or more modules.")
        super().__init__(modules)
        self.unsafe = unsafe
        shape, kind = original.shape, original.dtype
        new = _inverted(self, original)
        if not isinstance(new, Tensor | Sequence):
            raise ValueError(
                "'right_inverse' must return a Tensor or a Sequence of tensors (list, tuple...). "
                f"Got {type(new).__name__}"
            )
        self.is_tensor = isinstance(new, Tensor)
        self.ntensors = 1 if self.is_tensor else len(new)
        if self.is_tensor:
            if original.dtype != new.dtype:
                raise ValueError(
                    "When `right_inverse` outputs one tensor, it may not change the dtype.\n"
                    f"original.dtype: {original.dtype}\nright_inverse(original).dtype: {new.dtype}"
                )
            original.data = new
            _register(self, "original", original)
        else:
            self._register_several(new, original)
        if not unsafe:
            check_result(self(), shape, kind)

    def _register_several(self, values: Sequence, original: Tensor) -> None:
        for place, value in enumerate(values):
            if not isinstance(value, Tensor):
                raise ValueError(
                    "'right_inverse' must return a Tensor or a Sequence of tensors (list, tuple...). Got element "
                    f"{place} of the sequence with type {type(value).__name__}."
                )
            if isinstance(original, Parameter):
                value = Parameter(value, original.requires_grad)
            value.requires_grad_(original.requires_grad)
            _register(self, f"original{place}", value)

    def right_inverse(self, value: Tensor) -> None:
        """Find the original of ``value``, by the ``right_inverse`` of each parametrization, and keep it.

        Raises:
            RuntimeError: one has none.
            ValueError: one returns another dtype, or another number of tensors.
        """
        with no_grad():
            for module in reversed(list(self)):
                if not hasattr(module, "right_inverse"):
                    name = type(module).__name__
                    raise RuntimeError(f"parametrization {name} does not implement right_inverse.")
                value = module.right_inverse(value)
        if self.is_tensor:
            if not isinstance(value, Tensor):
                raise ValueError(f"`right_inverse` should return a tensor. Got {type(value).__name__}")
            if value.dtype != self.original.dtype:
                raise ValueError(
                    f"The tensor returned by `right_inverse` has dtype {value.dtype} while `original` has dtype "
                    f"{self.original.dtype}"
                )
            self.original.data = value
        else:
            self._take_several(value)

    def _take_several(self, values: Any) -> None:
        if not isinstance(values, Sequence):
            raise ValueError(f"'right_inverse' must return a sequence of tensors. Got {type(values).__name__}.")
        if len(values) != self.ntensors:
            raise ValueError(
                f"'right_inverse' must return a sequence of tensors of length {self.ntensors}. Got a sequence of "
                f"length {len(values)}."
            )
        for place, value in enumerate(values):
            mine = getattr(self, f"original{place}")
            if mine.dtype != value.dtype:
                raise ValueError(
                    f"Tensor {place} returned by `right_inverse` has dtype {value.dtype} while `original{place}` has "
                    f"dtype {mine.dtype}"
                )
            mine.data = value

    def forward(self) -> Tensor:
        """The tensor, computed from its original."""
        first, *others = self
        names = ["original"] if self.is_tensor else [f"original{place}" for place in range(self.ntensors)]
        value = first(*[getattr(self, name) for name in names])
        for module in others:
            value = module(value)
        return value


# ----- registering ---------------------------------------------------------------------------------------------------
def register_parametrization(
    module: Module, tensor_name: str, parametrization: Module, *, unsafe: bool = False
) -> Module:
    """From now on ``module.<tensor_name>`` is what ``parametrization`` makes of the original.

    Several may be registered one after the other. If all have a method ``right_inverse``, one may assign to the tensor.

    Args:
        unsafe: let it change shape and dtype.

    Raises:
        ValueError: no such parameter or buffer; or, unless ``unsafe``, another shape or dtype.
    """
    parametrization.train(module.training)
    if is_parametrized(module, tensor_name):
        if not unsafe:
            check_next(module, tensor_name, parametrization)
        module.parametrizations[tensor_name].append(parametrization)
        module.parametrizations[tensor_name].unsafe |= unsafe
    elif tensor_name in module._buffers or tensor_name in module._parameters:
        made = ParametrizationList([parametrization], getattr(module, tensor_name), unsafe=unsafe)
        delattr(module, tensor_name)
        if not is_parametrized(module):
            module.__class__ = _class_of_its_own(type(module))
            module.parametrizations = ModuleDict()
        setattr(type(module), tensor_name, _computed(tensor_name))
        module.parametrizations[tensor_name] = made
    else:
        raise ValueError(
            f"Module '{module}' does not have a parameter, a buffer, or a parametrized element with name "
            f"'{tensor_name}'"
        )
    return module


def is_parametrized(module: Module, tensor_name: str | None = None) -> bool:
    """Whether this tensor of the module is parametrized; without a name: whether any is."""
    found = getattr(module, "parametrizations", None)
    if not isinstance(found, ModuleDict):
        return False
    return len(found) > 0 if tensor_name is None else tensor_name in found


def remove_parametrizations(module: Module, tensor_name: str, leave_parametrized: bool = True) -> Module:
    """Make the tensor an ordinary parameter (or buffer) again, with its computed value, or with its original's.

    Raises:
        ValueError: it is not parametrized, or its original is several tensors and ``leave_parametrized`` is False.
    """
    if not is_parametrized(module, tensor_name):
        raise ValueError(f"Module {module} does not have a parametrization on {tensor_name}")
    found = module.parametrizations[tensor_name]
    if found.is_tensor:
        original = found.original
        if leave_parametrized:
            with no_grad():
                original.data = getattr(module, tensor_name)
    elif leave_parametrized:
        value = getattr(module, tensor_name)
        original = Parameter(value) if value.requires_grad else value
    else:
        raise ValueError(
            "Cannot leave unparametrized (`leave_parametrized=False`) a tensor that is parametrized in terms of a "
            "sequence of tensors."
        )
    delattr(type(module), tensor_name)
    del module.parametrizations[tensor_name]
    _register(module, tensor_name, original)
    if not is_parametrized(module):
        del module.parametrizations
        module.__class__ = type(module).__bases__[0]
    return module


def type_before_parametrizations(module: Module) -> type:
    """The module's class, as it was before something in it was parametrized."""
    return type(module).__bases__[0] if is_parametrized(module) else type(module)


# ----- how -----------------------------------------------------------------------------------------------------------
def _register(module: Module, name: str, value: Tensor) -> None:
    add = module.register_parameter if isinstance(value, Parameter) else module.register_buffer
    add(name, value)


def _inverted(modules: ModuleList, value: Tensor) -> Any:
    with no_grad():
        for module in reversed(list(modules)):
            if hasattr(module, "right_inverse"):
                with contextlib.suppress(NotImplementedError):
                    value = module.right_inverse(value)
    return value


def _computed(name: str) -> property:
    def get(self: Module) -> Tensor:
        found = self.parametrizations[name]
        if not _Cache.users:
            return found()
        key = (id(self), name)
        if key not in _Cache.found:
            _Cache.found[key] = found()
        return _Cache.found[key]

    def put(self: Module, value: Tensor) -> None:
        self.parametrizations[name].right_inverse(value)

    return property(get, put)


def _class_of_its_own(cls: type) -> type:
    """A subclass for one module, where properties can be put."""

    def __getstate__(self: Module) -> Any:  # noqa: N807
        raise RuntimeError(
            "Serialization of parametrized modules is only supported through state_dict(). See:\n"
            "https://pytorch.org/tutorials/beginner/saving_loading_models.html"
            "#saving-loading-a-general-checkpoint-for-inference-and-or-resuming-training"
        )

    def __deepcopy__(self: Module, memo: dict[int, Any]) -> Module:  # noqa: N807
        if id(self) not in memo:
            memo[id(self)] = twin = object.__new__(type(self))
            twin.__dict__.update(copy.deepcopy(self.__dict__, memo))
        return memo[id(self)]

    own: dict[str, Callable] = {"__getstate__": __getstate__}
    if not hasattr(cls, "__deepcopy__"):
        own["__deepcopy__"] = __deepcopy__
    return type(f"Parametrized{cls.__name__}", (cls,), own)


_guard_functions(globals(), __name__, own=__name__)

__getattr__ = _refusing(__name__)
