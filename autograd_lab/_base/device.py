"""Devices. There is one, the CPU; what a program says about devices is accepted, or refused in PyTorch's words.

PyTorch: torch/csrc/Device.cpp, c10/core/Device.cpp.
"""

from typing import Any

from .errors import with_help

TYPES = (
    "cpu, cuda, ipu, xpu, mkldnn, opengl, opencl, ideep, hip, ve, fpga, maia, xla, lazy, vulkan, mps, meta, hpu, mtia, "
    "privateuseone"
)


class device:
    """``torch.device("cpu")``: a name for where numbers live. Any device can be named; only the CPU can be used.

    Raises:
        RuntimeError: for a type of device that PyTorch does not know, or for a number.
    """

    __slots__ = ("index", "type")

    def __init__(self, type: Any, index: int | None = None) -> None:
        if isinstance(type, device):
            type, index = type.type, type.index
        if isinstance(type, int):
            raise RuntimeError("Cannot access accelerator device when none is available.")
        kind, _, number = type.partition(":")
        if kind not in TYPES.split(", "):
            raise RuntimeError(f"Expected one of {TYPES} device type at start of device string: {kind}")
        self.type = kind
        self.index = int(number) if number else index

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


CPU = device("cpu")


def check_device(wanted: Any) -> None:
    """Refuse every device but the CPU; None is no wish.

    Raises:
        AssertionError: for "cuda", as PyTorch does on a machine without.
        NotImplementedError: for any other.
    """
    if wanted is None:
        return
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
