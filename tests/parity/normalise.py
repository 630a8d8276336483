"""Anything a program may show as plain JSON data, in which nothing changes between two runs.

The text of a node differs on purpose: PyTorch prints an address, autograd_lab a number; both become ``<MulBackward0>``.
"""

import math
import re

import numpy as np

NODE = re.compile(r"<(?:torch\.autograd\.function\.|autograd_lab\.[\w.]*)?(\w+) (?:object at 0x[0-9a-f]+|#\d+)>")
ADDRESS = re.compile(r" at 0x[0-9a-f]+")
TRIGGERED = re.compile(r" ?\(Triggered internally at [^)]*\)")
PACKAGE = re.compile(r"\bautograd_lab\.")


def text(value: str) -> str:
    """The text with nothing in it that changes between two runs, or that differs on purpose."""
    value = TRIGGERED.sub("", NODE.sub(r"<\1>", value))
    return PACKAGE.sub("torch.", ADDRESS.sub("", value))


def dtype_name(dtype) -> str:
    """``torch.float32`` (of either package) → ``float32``."""
    return str(dtype).rpartition(".")[2]


def number(value, dtype: str = "float64"):
    """An int or bool as it is; a float as the shortest decimal that reads back to the same value of this dtype."""
    if not isinstance(value, float):
        return value
    if not math.isfinite(value):
        return "nan" if math.isnan(value) else "inf" if value > 0 else "-inf"
    return float(str(np.float32(value))) if dtype == "float32" else value


def flat(nested) -> list:
    """A nested list without its nesting (a bare number becomes a list of one)."""
    if not isinstance(nested, list):
        return [nested]
    return [item for part in nested for item in flat(part)]


def is_tensor(value) -> bool:
    """Is it a tensor of either package?"""
    return hasattr(value, "requires_grad") and hasattr(value, "dtype") and hasattr(value, "tolist")


def is_node(value) -> bool:
    """Is it a node of a backward graph?"""
    return hasattr(value, "next_functions")


def encode_tensor(value) -> dict:
    """Dtype, shape and numbers; ``requires_grad`` and ``grad_fn`` only where there is something to say."""
    plain = value.detach().clone()  # PyTorch has tensors of zeros with no memory; only a copy can be read
    dtype = dtype_name(value.dtype)
    data = {
        "dtype": dtype,
        "shape": [int(size) for size in value.shape],
        "values": [number(item, dtype) for item in flat(plain.tolist())],
    }
    if value.requires_grad:
        data["grad_fn"] = type(value.grad_fn).__name__ if value.grad_fn is not None else "leaf"
    return data


def encode(value):
    """Plain JSON data for anything a program may show."""
    if value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, float):
        return number(value)
    if isinstance(value, str):
        return text(value)
    if isinstance(value, BaseException):
        return {"error": [type(value).__name__, text(str(value))]}
    if isinstance(value, list | tuple):
        return [encode(item) for item in value]
    if isinstance(value, dict):
        return {str(key): encode(item) for key, item in value.items()}
    if is_tensor(value):
        return encode_tensor(value)
    if is_node(value):
        return f"<{type(value).__name__}>"
    return text(repr(value))
