"""Random numbers: what PyTorch draws on the CPU, so that `manual_seed(42)` gives the tutorial's numbers.

They are made of the 32-bit words of a `Generator`. A float32 takes one word, a float64 two. Normal numbers come from
pairs of uniform ones (Box and Muller), in two manners: fewer than 16 one by one, with the second of a pair kept for the
next call; 16 or more in blocks.

All functions return NumPy arrays. `shape` is a tuple, `generator` defaults to the one that `manual_seed` seeds.

PyTorch: aten/src/ATen/native/cpu/DistributionTemplates.h, aten/src/ATen/core/DistributionsHelper.h.
"""

import math
import operator
from collections.abc import Callable

import numpy as np

from . import cephes, dtypes
from .generator import Generator, default_generator

_FLOAT32, _INT64 = np.dtype(np.float32), np.dtype(np.int64)
_WIDE_RANGE = 2**28  # from here on an integer takes two words
BLOCK = 16


# ----- uniform numbers ----------------------------------------------------------------------------------------------
def rand(shape: tuple[int, ...], dtype: np.dtype = _FLOAT32, generator: Generator | None = None) -> np.ndarray:
    """Uniform numbers in [0, 1), of a float dtype."""
    return uniform(shape, 0.0, 1.0, dtype, generator)


def uniform(
    shape: tuple[int, ...],
    low: float = 0.0,
    high: float = 1.0,
    dtype: np.dtype = _FLOAT32,
    generator: Generator | None = None,
) -> np.ndarray:
    """Uniform numbers in [low, high): what `tensor.uniform_(low, high)` fills in and layers start from.

    float32 and float16 agree with PyTorch in every bit; so does float64 for [0, 1), else its last bit may differ.
    """
    dtype, count = np.dtype(dtype), _count(shape)
    _check_float(dtype, "check_uniform_bounds", count=1)  # even where nothing is drawn
    _check_interval(low, high, dtype)
    generator = generator or default_generator
    flat = generator.doubles(count) if dtype == np.float64 else generator.singles(count)
    if (low, high) != (0, 1) and dtype == np.float64:
        flat = flat * (high - low) + low
    elif (low, high) != (0, 1):
        flat = cephes.scale(flat, np.float32(high) - np.float32(low), low)
    flat = flat.astype(dtype, copy=False)
    flat[flat == dtype.type(high)] = low  # rounding can reach `high`, which is not in the interval
    return flat.reshape(shape)


def _check_interval(low: float, high: float, dtype: np.dtype) -> None:
    largest = float(np.finfo(dtype).max)
    for name, bound in (("from", low), ("to", high)):
        if not abs(bound) <= largest:
            raise RuntimeError(f"{name} is out of bounds for {dtypes.of(dtype).c_name}")
    if low > high:
        raise RuntimeError(f"uniform_ expects to return a [from, to) range, but found from={low:g} > to={high:g}")
    if high - low > largest:
        raise RuntimeError(
            f"uniform_ expects to-from <= std::numeric_limits<{dtypes.of(dtype).short}>::max(), but found "
            f"to={high:g} and from={low:g} which result in to-from to exceed the limit"
        )


def bernoulli(
    probability: float, shape: tuple[int, ...], dtype: np.dtype = _FLOAT32, generator: Generator | None = None
) -> np.ndarray:
    """Ones with this probability, else zeros: `tensor.bernoulli_(p)`, and the mask of what dropout keeps."""
    if not 0 <= probability <= 1:
        raise RuntimeError(f"bernoulli_ expects p to be in [0, 1], but got p={probability:g}")
    kept = (generator or default_generator).doubles(_count(shape)) < probability
    return kept.astype(dtype).reshape(shape)


def bernoulli_each(probabilities: np.ndarray, generator: Generator | None = None) -> np.ndarray:
    """A one or a zero for each probability, of the same shape and float type: `torch.bernoulli(tensor)`."""
    probabilities = np.asarray(probabilities)
    _check_float(probabilities.dtype, "bernoulli_tensor_cpu_p_", probabilities.size)
    if not np.all((probabilities >= 0) & (probabilities <= 1)):
        raise RuntimeError(
            "Expected p_in >= 0 && p_in <= 1 to be true, but got false.  (Could this error message be improved?  If "
            "so, please report an enhancement request to PyTorch.)"
        )
    drawn = rand(probabilities.shape, np.result_type(probabilities, np.float32), generator)
    return (drawn < probabilities).astype(probabilities.dtype)


# ----- whole numbers ------------------------------------------------------------------------------------------------
def randint(
    low: int,
    high: int,
    shape: tuple[int, ...],
    dtype: np.dtype = _INT64,
    generator: Generator | None = None,
) -> np.ndarray:
    """Whole numbers from `low` to `high - 1`."""
    dtype, low, high, count = np.dtype(dtype), operator.index(low), operator.index(high), _count(shape)
    if low >= high:
        raise RuntimeError(f"random_ expects 'from' to be less than 'to', but got from={low} >= to={high}")
    _check_range(low, high, dtype)
    generator = generator or default_generator
    width = high - low
    offsets = (generator.double_words(count) if width >= _WIDE_RANGE else generator.words(count)) % np.uint64(width)
    # Both steps may wrap around and come back: 64-bit addition does not mind.
    return (offsets.astype(np.int64) + np.int64(low)).astype(dtype, copy=False).reshape(shape)


def whole_range(dtype: np.dtype) -> int:
    """One more than the largest number that `tensor.random_()` draws: all that this dtype counts without a gap."""
    if dtype.kind == "f":
        return 2 ** (np.finfo(dtype).nmant + 1) + 1
    return 2 if dtype.kind == "b" else np.iinfo(dtype).max + 1


def _check_range(low: int, high: int, dtype: np.dtype) -> None:
    if dtype.kind == "b":
        bounds = (0, 1)
    elif dtype.kind == "f":
        largest = float(np.finfo(dtype).max)
        bounds = (-largest, largest)
    else:
        bounds = (np.iinfo(dtype).min, np.iinfo(dtype).max)
    for name, value in (("from", low), ("to - 1", high - 1)):
        if not bounds[0] <= value <= bounds[1]:
            raise RuntimeError(f"{name} is out of bounds for {dtypes.of(dtype).c_name}")


def randperm(n: int, generator: Generator | None = None) -> np.ndarray:
    """The numbers 0 … n - 1 in random order, as int64: each place in turn swaps with itself or a later one."""
    if n < 0:
        raise RuntimeError(f"Trying to create tensor with negative dimension {n}: [{n}]")
    words = (generator or default_generator).words(max(n - 1, 0)).astype(np.int64)
    partners = words % np.arange(n, 1, -1) + np.arange(n - 1)
    order = list(range(n))
    for place, partner in enumerate(partners.tolist()):
        order[place], order[partner] = order[partner], order[place]
    return np.array(order, dtype=np.int64)


# ----- normal numbers -----------------------------------------------------------------------------------------------
def randn(shape: tuple[int, ...], dtype: np.dtype = _FLOAT32, generator: Generator | None = None) -> np.ndarray:
    """Normal numbers with mean 0 and standard deviation 1."""
    return normal(0.0, 1.0, shape, dtype, generator)


def normal(
    mean: float,
    std: float,
    shape: tuple[int, ...],
    dtype: np.dtype = _FLOAT32,
    generator: Generator | None = None,
) -> np.ndarray:
    """Normal numbers with this mean and standard deviation.

    float32 agrees with PyTorch (on a processor with AVX2) in every bit. float64 does too, except that 16 or more
    numbers with another mean or deviation than 0 and 1 may differ in the last bit.
    """
    dtype, count = np.dtype(dtype), _count(shape)
    _check_normal(dtype, std, count)
    generator = generator or default_generator
    if count < BLOCK:
        return normal_one_by_one(mean, std, shape, dtype, generator)
    if dtype == np.float32:
        flat = cephes.scale(_in_blocks(count, generator.singles, _pair_float32), std, mean)
    elif dtype == np.float64:
        flat = _in_blocks(count, generator.doubles, _pair_float64) * std + mean
    else:
        raise NotImplementedError(
            "16 or more normal numbers are made as float32 or float64 here; convert them with .half()."
        )
    return flat.reshape(shape)


def normal_one_by_one(
    mean: float, std: float, shape: tuple[int, ...], dtype: np.dtype, generator: Generator | None = None
) -> np.ndarray:
    """As `normal`, and in the manner of fewer than 16 however many there are."""
    count = _count(shape)
    _check_normal(np.dtype(dtype), std, count)
    drawn = (generator or default_generator).normals(count)
    return (drawn * std + mean).astype(dtype).reshape(shape)


def _check_normal(dtype: np.dtype, std: float, count: int) -> None:
    if not std >= 0:  # nan neither
        raise RuntimeError(f"normal expects std >= 0.0, but found std {std:g}")
    _check_float(dtype, "normal_kernel_cpu", count)


def _in_blocks(count: int, draw: Callable, pair: Callable) -> np.ndarray:
    """16 numbers at a time: the first 8 uniform ones give the radii, the last 8 the angles.

    If `count` is no multiple of 16, the last 16 places, some of them filled already, get 16 fresh numbers.
    """
    flat = draw(count)
    whole = count - count % BLOCK
    flat[:whole] = _box_muller(flat[:whole], pair)
    if whole < count:
        flat[-BLOCK:] = _box_muller(draw(BLOCK), pair)
    return flat


def _box_muller(flat: np.ndarray, pair: Callable) -> np.ndarray:
    blocks = flat.reshape(-1, 2, BLOCK // 2)
    radius, sine, cosine = pair(1 - blocks[:, 0], blocks[:, 1])
    return np.stack([radius * cosine, radius * sine], axis=1).ravel()


def _pair_float32(u: np.ndarray, turn: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    return np.sqrt(np.float32(-2) * cephes.log(u)), *cephes.sin_cos(np.float32(2 * np.pi) * turn)


def _pair_float64(u: np.ndarray, turn: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    angle = 2 * np.pi * turn
    return np.sqrt(-2 * np.log(u)), np.sin(angle), np.cos(angle)


def exponential(
    shape: tuple[int, ...], rate: float = 1.0, dtype: np.dtype = _FLOAT32, generator: Generator | None = None
) -> np.ndarray:
    """Waiting times at this rate: `tensor.exponential_(rate)`."""
    dtype, count = np.dtype(dtype), _count(shape)
    if not rate > 0:
        raise RuntimeError(f"exponential_ expects lambda > 0.0, but found lambda={rate:g}")
    if dtype.kind != "f" and count:
        raise RuntimeError(
            "Exponential distribution is a continuous probability distribution. dtype must be a floating point but you "
            f"specified {dtypes.of(dtype).short}"
        )
    uniform = (generator or default_generator).doubles(count)
    return (-np.log1p(-uniform) / rate).astype(dtype).reshape(shape)


def multinomial(
    weights: np.ndarray, count: int, replacement: bool = False, generator: Generator | None = None
) -> np.ndarray:
    """Places drawn with these weights, from one row or from each row of a matrix."""
    generator = generator or default_generator
    _check_weights(weights, count, replacement)
    if replacement and count > 1:
        rows = weights.reshape(-1, weights.shape[-1])
        sums = np.cumsum(rows, axis=1, dtype=weights.dtype)
        uniform = generator.doubles(len(rows) * count).reshape(len(rows), count)
        found = [np.searchsorted(row / row[-1], drawn) for row, drawn in zip(sums, uniform, strict=True)]
        return np.array(found, np.int64).reshape(*weights.shape[:-1], count)
    # Without putting back: the soonest arrivals, when each place's waiting time has its weight as the rate.
    soonness = weights / exponential(weights.shape, 1.0, weights.dtype, generator)
    return np.argsort(-soonness, axis=-1, kind="stable")[..., :count].astype(np.int64)


def _check_weights(weights: np.ndarray, count: int, replacement: bool) -> None:
    if weights.ndim not in (1, 2):
        raise RuntimeError("prob_dist must be 1 or 2 dim")
    if weights.dtype.kind != "f":
        raise RuntimeError(
            f"multinomial only supports floating-point dtypes for input, got: {dtypes.of(weights.dtype).short}"
        )
    if count <= 0:
        raise RuntimeError("cannot sample n_sample <= 0 samples")
    if not replacement and count > weights.shape[-1]:
        raise RuntimeError("cannot sample n_sample > prob_dist.size(-1) samples without replacement")
    if not np.all((weights >= 0) & np.isfinite(weights)):
        raise RuntimeError("probability tensor contains either `inf`, `nan` or element < 0")
    if not np.all(weights.sum(-1) > 0):
        raise RuntimeError("invalid multinomial distribution (sum of probabilities <= 0)")


# ----- arguments ----------------------------------------------------------------------------------------------------
def _count(shape: tuple[int, ...]) -> int:
    for length in shape:
        if length < 0:
            raise RuntimeError(f"Trying to create tensor with negative dimension {length}: {list(shape)}")
    return math.prod(shape)


def _check_float(dtype: np.dtype, kernel: str, count: int) -> None:
    if dtype.kind != "f" and count:  # for no numbers no kernel is called
        raise NotImplementedError(f"\"{kernel}\" not implemented for '{dtypes.of(dtype).short}'")
