"""Single operations beside PyTorch: forward, a sum and backward, at the sizes of lessons and small models, in float32.

    pip install torch==2.13.0
    python tests/benchmarks/operations.py
    python tests/benchmarks/operations.py --only gelu,sort --rounds 21

Prints how many times as long as PyTorch we take, the slowest first. Both run in one process, in turns; see `timing.py`.
"""

import argparse
import statistics
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Operation:
    """One operation. ``run`` gets an engine (`autograd_lab` or `torch`) and a tensor for each of the shapes."""

    shapes: tuple[tuple[int, ...], ...]
    run: Callable


RNG = np.random.default_rng(12)
WORDS, CLASSES = RNG.integers(0, 1000, (64, 16)), RNG.integers(0, 1000, 128)
THREE_ROWS = [0, 2, 5] * 30

IMAGES, LARGE, ROWS, SQUARE = (16, 16, 28, 28), (1000, 1000), (1000, 100), (100, 100)
SCORES, HEADS = (128, 1000), (4, 4, 64, 32)

OPERATIONS = {
    "add 10×10": Operation(((10, 10), (10, 10)), lambda m, x, y: x + y),
    "mul 1e6": Operation((LARGE, LARGE), lambda m, x, y: x * y),
    "matmul 64": Operation(((64, 64), (64, 64)), lambda m, x, y: x @ y),
    "matmul 512": Operation(((512, 512), (512, 512)), lambda m, x, y: x @ y),
    "bmm 32×64": Operation(((32, 64, 64), (32, 64, 64)), lambda m, x, y: m.bmm(x, y)),
    "einsum": Operation(((8, 32, 32), (8, 32, 32)), lambda m, x, y: m.einsum("bij,bjk->bik", x, y)),
    "linear 512×64": Operation(((16, 32, 64), (256, 64), (256,)), lambda m, x, w, b: m.nn.functional.linear(x, w, b)),
    "exp 1e6": Operation((LARGE,), lambda m, x: x.exp()),
    "tanh 1e6": Operation((LARGE,), lambda m, x: x.tanh()),
    "relu 1e6": Operation((LARGE,), lambda m, x: x.relu()),
    "sigmoid 1e5": Operation(((100, 1000),), lambda m, x: x.sigmoid()),
    "gelu 1e5": Operation(((100, 1000),), lambda m, x: m.nn.functional.gelu(x)),
    "silu 1e5": Operation(((100, 1000),), lambda m, x: m.nn.functional.silu(x)),
    "softmax 128×1000": Operation((SCORES,), lambda m, x: m.nn.functional.softmax(x, -1)),
    "log_softmax 128×1000": Operation((SCORES,), lambda m, x: m.nn.functional.log_softmax(x, -1)),
    "cross_entropy": Operation((SCORES,), lambda m, x: m.nn.functional.cross_entropy(x, m.tensor(CLASSES))),
    "embedding": Operation(((1000, 64),), lambda m, w: m.nn.functional.embedding(m.tensor(WORDS), w)),
    "sdpa": Operation(
        (HEADS,) * 3, lambda m, q, k, v: m.nn.functional.scaled_dot_product_attention(q, k, v, is_causal=True)
    ),
    "layer_norm 128×512": Operation(
        ((128, 512), (512,), (512,)), lambda m, x, w, b: m.nn.functional.layer_norm(x, (512,), w, b)
    ),
    "batch_norm 32×16×16×16": Operation(
        ((32, 16, 16, 16), (16,), (16,)),
        lambda m, x, w, b: m.nn.functional.batch_norm(x, None, None, w, b, training=True),
    ),
    "conv1d": Operation(((8, 16, 200), (32, 16, 5)), lambda m, x, w: m.nn.functional.conv1d(x, w)),
    "conv2d 8×3×28 k5": Operation(
        ((8, 3, 28, 28), (8, 3, 5, 5), (8,)), lambda m, x, w, b: m.nn.functional.conv2d(x, w, b)
    ),
    "conv2d 16×16×16 k3": Operation(
        ((16, 16, 16, 16), (32, 16, 3, 3), (32,)), lambda m, x, w, b: m.nn.functional.conv2d(x, w, b, padding=1)
    ),
    "max_pool2d": Operation((IMAGES,), lambda m, x: m.nn.functional.max_pool2d(x, 2)),
    "avg_pool2d": Operation((IMAGES,), lambda m, x: m.nn.functional.avg_pool2d(x, 2)),
    "pad": Operation((IMAGES,), lambda m, x: m.nn.functional.pad(x, (1, 1, 1, 1))),
    "unfold": Operation(((8, 3, 28, 28),), lambda m, x: m.nn.functional.unfold(x, 3)),
    "sum dim": Operation((LARGE,), lambda m, x: x.sum(0)),
    "mean": Operation((LARGE,), lambda m, x: x.mean()),
    "var": Operation((ROWS,), lambda m, x: x.var(1)),
    "cumsum": Operation((ROWS,), lambda m, x: x.cumsum(1)),
    "cumprod": Operation(((1000, 10),), lambda m, x: x.cumprod(1)),
    "sort": Operation((ROWS,), lambda m, x: x.sort(1)[0]),
    "topk": Operation((ROWS,), lambda m, x: x.topk(5, 1)[0]),
    "max dim": Operation((ROWS,), lambda m, x: x.max(1)[0]),
    "cat": Operation((SQUARE, SQUARE), lambda m, x, y: m.cat([x, y], 1)),
    "stack": Operation((SQUARE, SQUARE), lambda m, x, y: m.stack([x, y], 1)),
    "index rows": Operation((SQUARE,), lambda m, x: x[THREE_ROWS]),
    "slice": Operation((SQUARE,), lambda m, x: x[10:20, ::2]),
    "where": Operation(((300, 300), (300, 300)), lambda m, x, y: m.where(x > 0, x, y)),
    "inv": Operation(((30, 30),), lambda m, x: m.linalg.inv(x)),
    "svd": Operation(((30, 30),), lambda m, x: m.linalg.svd(x)[1]),
}


def leaves(engine, name):
    """Normally distributed numbers, the same for every engine; what is to be inverted has a strong diagonal."""
    rng = np.random.default_rng(len(name))
    arrays = [rng.standard_normal(shape, np.float32) for shape in OPERATIONS[name].shapes]
    if name == "inv":
        arrays[0] += 10 * np.eye(len(arrays[0]), dtype=np.float32)
    return [engine.tensor(array, requires_grad=True) for array in arrays]


def step(engine, name):
    """A function that runs the operation forward and backward once."""
    xs, run = leaves(engine, name), OPERATIONS[name].run

    def once():
        for x in xs:
            x.grad = None
        run(engine, *xs).sum().backward()

    return once


def gradients(engine, name):
    """The gradients of the leaves, with different numbers arriving at the operation's results."""
    xs = leaves(engine, name)
    result = OPERATIONS[name].run(engine, *xs)
    result.backward(engine.tensor(np.cos(np.arange(result.numel(), dtype=np.float32)).reshape(tuple(result.shape))))
    return [x.grad.numpy() for x in xs]


def summary(gradient):
    """What is recorded of a gradient: how large its elements are, and a mean in which their places count."""
    flat = gradient.ravel().astype(float)
    return [float(np.abs(flat).mean()), float((flat * np.cos(np.arange(flat.size))).mean())]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", help="words in the operations' names, with commas between them")
    parser.add_argument("--rounds", type=int, default=9)
    arguments = parser.parse_args()
    words = arguments.only.split(",") if arguments.only else [""]
    names = [name for name in OPERATIONS if any(word in name for word in words)]
    beside_torch({name: lambda engine, name=name: step(engine, name) for name in names}, "operation", arguments.rounds)


def beside_torch(steps, head, rounds):
    """Print the table of these steps, each a function of an engine, and how they stand together."""
    from compare import duration, number, run_steadily, setting, table

    run_steadily()
    import peers
    import timing

    engines = {name: peers.load(name).torch for name in ("autograd_lab", "torch")}
    print(setting(engines, rounds) + "\n")
    rows = []
    for name, make in steps.items():
        found = timing.times({engine: make(module) for engine, module in engines.items()}, rounds)
        times = [duration(statistics.median(found[engine])) for engine in engines]
        rows.append((timing.ratio(*found.values()), name, *times))
    rows.sort(reverse=True)
    print(table([f"{head}, f32", "× PyTorch's", *engines], [(name, number(r), *times) for r, name, *times in rows]))
    ratios = [row[0] for row in rows]
    few, many = sum(r <= 1 for r in ratios), sum(r > 2 for r in ratios)
    print(f"\nmedian of all {len(rows)}: {number(statistics.median(ratios))}; at most 1: {few}; over 2: {many}")


if __name__ == "__main__":
    main()
