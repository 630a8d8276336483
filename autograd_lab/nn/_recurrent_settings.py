"""What the settings of a recurrent layer may be, in PyTorch's words."""

from numbers import Number
from typing import Any

from .._base.learners_line import warn


def refuse_projection(settings: dict[str, Any]) -> None:
    """Only an LSTM has one."""
    if "proj_size" in settings:
        raise ValueError("proj_size argument is only supported for LSTM, not RNN or GRU")


def check_dropout(dropout: Any, num_layers: Any) -> None:
    """A probability; a warning where there is no layer to drop from."""
    if not isinstance(dropout, Number) or isinstance(dropout, bool) or not 0 <= dropout <= 1:
        raise ValueError(
            "dropout should be a number in range [0, 1] representing the probability of an element being zeroed"
        )
    if dropout > 0 and num_layers == 1:
        warn(
            "dropout option adds dropout after all but last recurrent layer, so non-zero dropout expects num_layers "
            f"greater than 1, but got dropout={dropout} and num_layers={num_layers}"
        )


def check_settings(input_size: Any, hidden_size: Any, num_layers: Any, bias: Any, batch_first: Any, proj: Any) -> None:
    """Sizes are positive whole numbers, switches True or False."""
    for name, value, kind in (
        ("bias", bias, bool), ("batch_first", batch_first, bool), ("input_size", input_size, int),
        ("hidden_size", hidden_size, int),
    ):  # fmt: skip
        if not isinstance(value, kind):
            raise TypeError(f"{name} should be of type {kind.__name__}, got: {type(value).__name__}")
        if kind is int and value <= 0:
            raise ValueError(f"{name} must be greater than zero")
    if num_layers <= 0:
        raise ValueError("num_layers must be greater than zero")
    if proj < 0:
        raise ValueError("proj_size should be a positive integer or zero to disable projections")
    if proj >= hidden_size:
        raise ValueError("proj_size has to be smaller than hidden_size")
