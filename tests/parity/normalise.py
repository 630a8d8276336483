"""What counts as equal when two implementations print the same thing.

Everything that may differ between PyTorch and autograd_lab on purpose is known here and nowhere else:

* the text of a node: PyTorch prints an address, autograd_lab a number; both become ``<MulBackward0>``;
* an error text: autograd_lab adds one line of help after PyTorch's own text (`same_error`);
* a number: compared within a stated relative tolerance (`same_numbers`).

`encode` turns the values of a program into plain JSON data; `differences` compares two of those.
"""

import math
import re

import numpy as np

RTOL = {"float32": 1e-6, "float64": 1e-12, "float16": 1e-3, "bfloat16": 1e-2}
"""Relative tolerance for each dtype; a plain Python float is compared like float32."""

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


def same_error(expected: list, actual: list) -> bool:
    """Same type name, and the same text, which one more line of help may follow."""
    if expected[0] != actual[0]:
        return False
    wanted, got = expected[1].strip(), actual[1].strip()
    return got == wanted or got.startswith(wanted + "\n")


def same_numbers(expected: list, actual: list, rtol: float) -> bool:
    """Element by element, within ``rtol`` of the element plus ``rtol`` of the largest element of the array."""
    if len(expected) != len(actual):
        return False
    wanted, got = (np.array([float(item) for item in items]) for items in (expected, actual))
    finite = np.isfinite(wanted)
    if not np.array_equal(wanted[~finite], got[~finite], equal_nan=True) or not np.isfinite(got[finite]).all():
        return False
    wanted, got = wanted[finite], got[finite]
    largest = float(np.abs(wanted).max(initial=0.0))
    return bool((np.abs(wanted - got) <= rtol * (np.abs(wanted) + largest)).all())


def _tensor_differences(expected, actual, where, rtol):
    found = [
        f"{where}.{key}: expected {expected.get(key)!r}, got {actual.get(key)!r}"
        for key in ("dtype", "shape", "grad_fn")
        if expected.get(key) != actual.get(key)
    ]
    tolerance = RTOL.get(expected["dtype"], 0.0)
    tolerance = max(rtol, tolerance) if expected["dtype"] == "float32" else tolerance
    if not found and not same_numbers(expected["values"], actual["values"], tolerance):
        found.append(f"{where}: expected {expected['values']}, got {actual['values']}")
    return found


def _dict_differences(expected, actual, where, rtol):
    if set(expected) == {"error"} and set(actual) == {"error"}:
        if same_error(expected["error"], actual["error"]):
            return []
        return [f"{where}: expected error {expected['error']}, got {actual['error']}"]
    if "values" in expected and "values" in actual:
        return _tensor_differences(expected, actual, where, rtol)
    found = [f"{where}.{key}: missing" for key in expected if key not in actual]
    found += [f"{where}.{key}: not in PyTorch" for key in actual if key not in expected]
    for key in expected:
        if key in actual:
            found += differences(expected[key], actual[key], f"{where}.{key}", rtol)
    return found


def differences(expected, actual, where: str = "", rtol: float = 0.0) -> list[str]:
    """Every place where ``actual`` departs from ``expected`` (both made by `encode`), in words.

    ``rtol`` widens the tolerance of float32 and of plain floats for a program that needs it; text and structure are
    compared exactly.
    """
    if isinstance(expected, dict) and isinstance(actual, dict):
        return _dict_differences(expected, actual, where, rtol)
    if isinstance(expected, list) and isinstance(actual, list) and len(expected) == len(actual):
        pairs = enumerate(zip(expected, actual, strict=True))
        return [line for i, (one, two) in pairs for line in differences(one, two, f"{where}[{i}]", rtol)]
    if isinstance(expected, float) and isinstance(actual, float):
        tolerance = max(rtol, RTOL["float32"])
        return [] if same_numbers([expected], [actual], tolerance) else [f"{where}: expected {expected}, got {actual}"]
    if type(expected) is type(actual) and expected == actual:
        return []
    return [f"{where}: expected {expected!r}, got {actual!r}"]
