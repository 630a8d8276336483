"""Random numbers of the gamma distribution, one by one, as PyTorch draws them.

A normal number is bent into nearly the right shape, and kept or thrown away by the flip of a fitting coin (Marsaglia
and Tsang, doi.org/10.1145/358407.358414). PyTorch: aten/src/ATen/native/Distributions.h, from NumPy.
"""

import math

import numpy as np

from .generator import Generator, default_generator

_THIRD, _COIN = float(np.float32(1) / np.float32(3)), float(np.float32(0.0331))


def standard_gamma(shapes: np.ndarray, generator: Generator | None = None) -> np.ndarray:
    """A float64 number for each of these shape parameters, in their order in memory."""
    shapes, generator = np.asarray(shapes, np.float64), generator or default_generator
    drawn = [_one(alpha, generator) for alpha in shapes.ravel().tolist()]
    return np.array(drawn, np.float64).reshape(shapes.shape)


def _one(alpha: float, generator: Generator) -> float:
    scale = 1.0
    if alpha < 1:  # fewer are thrown away for alpha + 1; a power of a uniform number leads back
        if alpha == 0:
            return 0.0
        scale = (1 - generator.doubles(1).item()) ** (1 / alpha)
        alpha += 1
    d = alpha - _THIRD
    c = 1 / math.sqrt(9 * d)
    while True:
        bent = -1.0
        while bent <= 0:
            x = generator.normals(1).item()
            bent = 1 + c * x
        v, u, square = bent * bent * bent, 1 - generator.doubles(1).item(), x * x
        if u < 1 - _COIN * square * square or math.log(u) < 0.5 * square + d * (1 - v + math.log(v)):
            return scale * d * v
