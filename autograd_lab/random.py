"""``torch.random``: seeds and the state of the default stream."""

import contextlib
from collections.abc import Iterator
from typing import Any

import numpy as np

from ._core.base.generator import Generator as Generator
from ._core.base.generator import default_generator as default_generator
from ._core.base.generator import initial_seed as initial_seed
from ._core.base.generator import manual_seed as manual_seed
from ._core.base.generator import seed as seed
from ._core.tensor import Tensor, wrap

__all__ = [
    "Generator", "default_generator", "fork_rng", "get_rng_state", "initial_seed", "manual_seed", "seed",
    "set_rng_state",
]  # fmt: skip


def get_state(self: Generator) -> Tensor:
    """All that this generator's next numbers depend on, as a uint8 tensor in PyTorch's layout."""
    return wrap(np.frombuffer(bytearray(self.state_bytes()), np.uint8))


def set_state(self: Generator, new_state: Tensor) -> Generator:
    """Continue from a state that `get_state` returned, here or in PyTorch; returns self.

    Raises:
        TypeError: no tensor of uint8.
        RuntimeError: not the state of a generator.
    """
    if not isinstance(new_state, Tensor):
        raise TypeError(f"expected a torch.ByteTensor, but got {type(new_state).__name__}")
    if new_state._data.dtype != np.uint8:
        raise TypeError("RNG state must be a torch.ByteTensor")
    self.set_state_bytes(new_state._data.tobytes())
    return self


def _restored(state: bytes) -> Generator:
    made = Generator()
    made.set_state_bytes(state)
    return made


Generator.get_state, Generator.set_state = get_state, set_state
Generator.__reduce__ = lambda self: (_restored, (self.state_bytes(),))


def get_rng_state() -> Tensor:
    """The default generator's state, as `Generator.get_state` gives it: a uint8 tensor."""
    return default_generator.get_state()


def set_rng_state(new_state: Tensor) -> None:
    """Let the default generator continue from a state that `get_rng_state` returned.

    Raises:
        TypeError, RuntimeError: as `Generator.set_state`.
    """
    default_generator.set_state(new_state)


@contextlib.contextmanager
def fork_rng(
    devices: Any = None,
    enabled: bool = True,
    _caller: str = "fork_rng",
    _devices_kw: str = "devices",
    device_type: str = "cuda",
) -> Iterator[None]:
    """``with fork_rng():`` random numbers may be drawn freely; afterwards the stream goes on as if none had been."""
    before = get_rng_state()
    try:
        yield
    finally:
        if enabled:
            set_rng_state(before)
