"""A name behind which PyTorch hides several rows, as a function and as an in-place method: one choice for both.

A choice is a function of the call's arguments that says which row is meant, and with which values to call it. It need
not word what is wrong with arguments that fit no row: the guard before every public function
(``_torch/surface/guards.py``) looks at a call that failed, and says in PyTorch's words what should have come.
"""

import inspect
from collections.abc import Callable, Sequence
from typing import Any

from ..._core.call_in_place import call_in_place
from ..._core.table.row import Row
from ..._core.tensor import Tensor
from ..creation.factory import number

Choice = tuple[Row, Sequence]
"""A row, and a value for each of its parameters."""
Forms = tuple[Callable[..., Tensor], Callable[..., Tensor]]
"""The function, which is the method too, and the in-place method."""


def forms(choose: Callable[..., Choice]) -> Forms:
    """Both forms of one choice, which lends them its name, its docstring and its parameters."""

    def function(*args: Any, **kwargs: Any) -> Tensor:
        row, values = choose(*args, **kwargs)
        return row(*values)

    def in_place(*args: Any, **kwargs: Any) -> Tensor:
        return call_in_place(*choose(*args, **kwargs))

    name, signature = choose.__name__.strip("_"), inspect.signature(choose).replace(return_annotation=Tensor)
    for made, its_name in ((function, name), (in_place, f"{name}_"), (choose, name)):
        made.__name__ = made.__qualname__ = its_name
        made.__signature__ = signature
    function.__doc__ = choose.__doc__
    in_place.__doc__ = f"In-place `{name}`: the result must fit the tensor's own shape and dtype."
    return function, in_place


def tensors_only(row: Row, doc: str) -> Forms:
    """The forms of a row in which no number may stand for a tensor."""

    def choose(*args: Any, **kwargs: Any) -> Choice:
        return row, row.plan.bind(args, kwargs)

    choose.__name__, choose.__doc__ = row.base, doc
    return forms(choose)


def tensor_or_number(tensor_row: Row, number_row: Row, doc: str) -> Forms:
    """The forms of a name whose last argument is a tensor or a number, with a row for each."""

    def choose(*args: Any, **kwargs: Any) -> Choice:
        values = tensor_row.plan.bind(args, kwargs)
        if isinstance(values[-1], Tensor):
            return tensor_row, values
        last = number(tensor_row.base, tensor_row.plan.parameters[-1].name, len(values), values[-1])
        return number_row, (*values[:-1], last)

    choose.__name__, choose.__doc__ = tensor_row.base, doc
    return forms(choose)
