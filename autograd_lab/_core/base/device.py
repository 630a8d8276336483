"""Devices. There is one, the CPU; what a program says about devices is accepted, or refused in PyTorch's words.

PyTorch: torch/csrc/Device.cpp, c10/core/Device.cpp.
"""

from typing import Any

from .errors import type_name, with_help

TYPES = (
    "cpu, cuda, ipu, xpu, mkldnn, opengl, opencl, ideep, hip, ve, fpga, maia, xla, lazy, vulkan, mps, meta, hpu, mtia, "
    "privateuseone"
)

_NO_DEVICE = (
    "device() received an invalid combination of arguments - got ({0}), but expected one of:\n"
    " * (torch.device device)\n      didn't match because some of the arguments have invalid types: (!{0}!)\n"
    " * (str type, int index = -1)\n"
)


class device:
    """``torch.device("cpu")``: a name for where numbers live. Any device can be named; only the CPU can be used.

    Raises:
        RuntimeError: for a type of device that PyTorch does not know, or for a number.
        TypeError: for what is neither a device nor text.
    """

    __slots__ = ("index", "type")

    def __init__(self, type: Any, index: int | None = None) -> None:
        if isinstance(type, device):
            type, index = type.type, type.index
        if isinstance(type, int) and not isinstance(type, bool):
            raise _refused_number(type)
        if not isinstance(type, str):
            raise TypeError(_NO_DEVICE.format(type_name(type)))
        self.type, number = _parts(type)
        self.index = number if index is None else index

    def __repr__(self) -> str:
        index = "" if self.index is None else f", index={self.index}"
        return f"device(type='{self.type}'{index})"

    def __str__(self) -> str:
        return self.type if self.index is None else f"{self.type}:{self.index}"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, device):
            return NotImplemented
        return (self.type, self.index) == (other.type, other.index)

    def __hash__(self) -> int:
        return hash((self.type, self.index))

    def __enter__(self) -> "device":
        """``with torch.device("cpu"):`` makes tensors there; any other device is refused."""
        check_device(self)
        return self

    def __exit__(self, *error: object) -> None:
        return None

    def __reduce__(self) -> tuple:
        return device, (str(self),)


def _refused_number(index: int) -> Exception:
    if abs(index) >= 2**63:
        return ValueError("Overflow when unpacking long long")
    if index < 0:
        return RuntimeError("Device index must not be negative")
    return RuntimeError("Cannot access accelerator device when none is available.")


def _parts(text: str) -> tuple[str, int | None]:
    """``"cuda:1"`` as its type and its number."""
    if not text:
        raise RuntimeError("Device string must not be empty")
    kind, colon, number = text.partition(":")
    if kind not in TYPES.split(", "):
        raise RuntimeError(f"Expected one of {TYPES} device type at start of device string: {kind}")
    if colon and not number.isdecimal():
        raise RuntimeError(f"Invalid device string: '{text}'")
    return kind, int(number) if colon else None


CPU = device("cpu")


def check_device(wanted: Any, asked_by: str = "") -> None:
    """Refuse every device but the CPU; None is no wish. ``asked_by``: the function that takes ``device``.

    Raises:
        TypeError: for what is no device.
        AssertionError: for "cuda", as PyTorch does on a machine without.
        NotImplementedError: for any other.
    """
    if wanted is None:
        return
    if asked_by and (isinstance(wanted, bool) or not isinstance(wanted, str | int | device)):
        raise TypeError(f"{asked_by}(): argument 'device' must be torch.device, not {type_name(wanted)}")
    wanted = device(wanted)
    if wanted.type == "cuda":
        raise AssertionError(
            with_help(
                "Torch not compiled with CUDA enabled",
                "everything in autograd_lab lives on the CPU: leave the device out, or say device='cpu'.",
            )
        )
    if wanted.type != "cpu":
        raise NotImplementedError(
            f"the device '{wanted}' is left out of autograd_lab: leave the device out, or say device='cpu'."
        )
