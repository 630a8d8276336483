"""The generator: PyTorch's Mersenne Twister MT19937, which NumPy has too, and its seeds and states.

Only the way from its 32-bit words to numbers differs from NumPy's; the rest of it is in ``draws.py``.

PyTorch: torch/csrc/Generator.cpp, aten/src/ATen/CPUGeneratorImpl.cpp, aten/src/ATen/core/MT19937RNGEngine.h.
"""

import functools
import os
import struct
from typing import Any

import numpy as np

from .device import CPU
from .device import device as named

_LOW_32_BITS = 2**32 - 1
_STATE = struct.Struct("<QiiQ624Qdddi4xf?3x")  # seed, left, seeded, used, words; spare normal number


class Generator:
    """A stream of random numbers with its own state.

    PyTorch seeds its first generator from the operating system. Here it starts from the fixed seed that PyTorch gives
    to every further one, so that a forgotten `manual_seed` does not make two runs of a lesson differ.
    """

    def __init__(self, device: Any = "cpu") -> None:
        if named(device).type != "cpu":
            raise RuntimeError(f"there is no device {device!r} here: every tensor lives on the CPU.")
        self.manual_seed(67280421310721)

    def __repr__(self) -> str:
        return f"<Generator seeded with {self._seed}>"

    def manual_seed(self, seed: int) -> "Generator":
        """Starts the stream that belongs to `seed` (-2**63 … 2**64 - 1; only the low 32 bits count); returns self.

        Raises:
            RuntimeError: for anything but an int.
            ValueError: for one out of range.
        """
        if not isinstance(seed, int | np.integer):
            raise RuntimeError(f"manual_seed expected a long, but got {type(seed).__name__}")
        if not -(2**63) <= seed < 2**64:
            raise ValueError("Overflow when unpacking long long")
        self._seed = int(seed) % 2**64
        self.__dict__.pop("_bits", None)
        self._spare_normal: float | None = None
        return self

    @functools.cached_property
    def _bits(self) -> Any:
        """NumPy's generator. Made when the first number is drawn: numpy.random takes longer to load than all of us."""
        bits = np.random.MT19937()
        np.random.RandomState(bits).seed(self._seed & _LOW_32_BITS)
        return bits

    def seed(self) -> int:
        """Seeds from the operating system, for numbers that nobody can repeat; returns the seed."""
        self.manual_seed(int.from_bytes(os.urandom(8), "little"))
        return self._seed

    def initial_seed(self) -> int:
        """The seed that this stream started from."""
        return self._seed

    @property
    def device(self) -> named:
        """Always the CPU."""
        return CPU

    def state_bytes(self) -> bytes:
        """Everything that the next numbers depend on, laid out as PyTorch lays it out."""
        inner = self._bits.state["state"]
        key, used = inner["key"], int(inner["pos"])
        # PyTorch mixes the words when the first one is asked for, and NumPy keeps them unmixed until then, too; only
        # the count of the words used says it differently.
        fresh = used == 624 and np.array_equal(key, _seeded(self._seed)[1])
        spare = self._spare_normal
        return _STATE.pack(
            self._seed, 1 if fresh else 625 - used, 1, 0 if fresh else used, *key.tolist(),
            0.0, spare or 0.0, 0.0, spare is not None, 0.0, False,
        )  # fmt: skip

    def set_state_bytes(self, data: bytes) -> None:
        """Continue from where `state_bytes` was asked; RuntimeError for bytes of another length."""
        if len(data) != _STATE.size:
            raise RuntimeError(
                f"Expected a CPUGeneratorImplState of size {_STATE.size} but found the input RNG state size to be "
                f"{len(data)}"
            )
        self._seed, left, _, used, *key, _, spare, _, is_valid, _, _ = _STATE.unpack(data)
        inner = {"key": np.array(key, np.uint32), "pos": 624 if left == 1 else used}
        self._bits.state = {"bit_generator": "MT19937", "state": inner}
        self._spare_normal = spare if is_valid else None

    def words(self, count: int) -> np.ndarray:
        """The next `count` words of 32 bits, as uint64."""
        return self._bits.random_raw(count)

    def double_words(self, count: int) -> np.ndarray:
        """The next `count` pairs of words, each joined to 64 bits, the first word high."""
        words = self.words(2 * count)
        return words[0::2] << np.uint64(32) | words[1::2]

    def singles(self, count: int) -> np.ndarray:
        """`count` float32 numbers in [0, 1), one word each."""
        return (self.words(count) & np.uint64(2**24 - 1)).astype(np.float32) * np.float32(2**-24)

    def doubles(self, count: int) -> np.ndarray:
        """`count` float64 numbers in [0, 1), two words each."""
        return (self.double_words(count) & np.uint64(2**53 - 1)) * 2.0**-53

    def normals(self, count: int) -> np.ndarray:
        """`count` float64 normal numbers drawn one by one; the unused half of the last pair waits for the next call."""
        spare = [] if self._spare_normal is None or not count else [self._spare_normal]
        pairs = (count - len(spare) + 1) // 2
        uniform = self.doubles(2 * pairs)
        angle, radius = 2 * np.pi * uniform[0::2], np.sqrt(-2 * np.log1p(-uniform[1::2]))
        drawn = np.concatenate([spare, np.stack([radius * np.cos(angle), radius * np.sin(angle)], axis=1).ravel()])
        if count:
            self._spare_normal = float(drawn[count]) if len(drawn) > count else None
        return drawn[:count]


default_generator = Generator()


def _seeded(seed: int) -> tuple:
    return np.random.RandomState(seed & _LOW_32_BITS).get_state()


def manual_seed(seed: Any) -> Generator:
    """Restarts the stream of all functions that are given no generator; returns that generator."""
    return default_generator.manual_seed(int(seed))


def seed() -> int:
    """Seeds the default generator from the operating system; returns the seed."""
    return default_generator.seed()


def initial_seed() -> int:
    """The seed of the default generator."""
    return default_generator.initial_seed()
