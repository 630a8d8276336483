"""Records from PyTorch 2.13 what the tests of dtypes, printing and random numbers compare with.

    python tests/tools/record_printing.py

writes tests/data/printing.json, promotion.json and random.json. Only this tool needs PyTorch. Running it again gives
the same bytes on the same version (and, for the normal numbers, on any processor with AVX2).
"""

import hashlib
import itertools
import json
import pathlib

import numpy as np
import torch

DATA = pathlib.Path(__file__).parents[1] / "data"
DTYPES = ("float64", "float32", "float16", "int64", "int32", "int16", "int8", "uint8", "bool")


# ----- printing -----------------------------------------------------------------------------------------------------
EXAMPLES = [
    *(["float32", [], [v]] for v in (0.1, 3.14159265, -2.5, -0.0, 1e-5, 1e-4, 1e5, 1234567, 1e8, 1e9, "nan", "inf")),
    *(["float32", [2], pair] for pair in ([1, 1000], [1, 10000], [0.001, 1], [0.0001, 1], [1.5, 1500], [1.5, 1500.25])),
    *(["float32", [2], pair] for pair in ([2, 2000], [2, 2002], ["nan", 1.5], ["nan", 1], [0, 1e-5], [-0.0, 0.5])),
    *(["float32", [1], [v]] for v in (16777216, 123456789, 12345.678, 0.99999, 9.99995, 1.0000001)),
    ["float32", [3], [1e-5, "nan", 1]],
    ["float32", [3], [100.5, 200.25, 0.1]],
    ["float32", [3], ["inf", "-inf", 0.25]],
    ["float64", [2], [1e308, 1e-308]],
    ["float64", [2], [5e-324, 0]],
    ["bool", [2], [1, 0]],
    ["bool", [2], [1, 1]],
    ["int64", [3], [1, 200, -3]],
]
SHAPES = [
    [],
    [1],
    [2],
    [5],
    [9],
    [17],
    [40],
    [2, 3],
    [3, 1],
    [1, 12],
    [2, 2, 2],
    [2, 1, 3],
    [1, 2, 1, 2],
    [3, 4],
    [13, 2],
    [2, 17],
    [1, 1, 1, 23],
]
EMPTY = [[0], [0, 3], [3, 0], [2, 0, 1]]
LARGE = [[1001], [2000], [40, 50], [2, 600], [7, 150], [6, 200], [5, 10, 40], [11, 10, 10], [7, 1, 7, 21]]
OPTIONS = [
    *[{}] * 6,
    {"precision": 2},
    {"sci_mode": True},
    {"sci_mode": False},
    {"profile": "short"},
    {"linewidth": 30},
    {"precision": 7, "linewidth": 120},
    {"threshold": 5, "edgeitems": 1},
    {"threshold": 3, "edgeitems": 0},
    {"edgeitems": 0},
]
ORIGINS = {
    "": lambda x: x,
    "requires_grad=True": lambda x: x.requires_grad_(),
    "grad_fn=<MulBackward0>": lambda x: x.requires_grad_() * 1,
    "grad_fn=<CloneBackward0>": lambda x: x.requires_grad_().clone(),
    "grad_fn=<MaskedFillBackward0>": lambda x: x.requires_grad_().masked_fill(
        torch.zeros(x.shape, dtype=torch.bool), 0
    ),
}


def random_values(rng: np.random.Generator, dtype: str, count: int) -> list:
    """Numbers of one family, so that every way of printing turns up."""
    if dtype == "bool":
        return rng.integers(0, 2, count).tolist()
    if not dtype.startswith("float"):
        low = 0 if dtype == "uint8" else -(10 ** int(rng.integers(1, 3)))
        return rng.integers(low, 10 ** int(rng.integers(1, 3)), count).tolist()
    spread = rng.choice([0.3, 1.0, 3.0, 6.0])
    values = rng.normal(0, 1, count) * 10 ** rng.uniform(-spread, spread, rng.choice([1, count]) if count else 0)
    if rng.random() < 0.4:
        values = np.round(values * rng.choice([1, 10, 1000]))
    if dtype == "float16":
        values = np.clip(values, -60000, 60000)
    numbers = [float(f"{v:.7g}") for v in values]
    for special in ("nan", "inf", "-inf", 0.0, -0.0):
        if numbers and rng.random() < 0.08:
            numbers[int(rng.integers(count))] = special
    return numbers


def as_array(dtype: str, shape: list, data: list | dict) -> np.ndarray:
    """The array of a case; `{"start": a, "step": b}` stands for the numbers a, a + b, a + 2b …"""
    if isinstance(data, dict):
        data = np.arange(int(np.prod(shape))) * data["step"] + data["start"]
    return np.array(data, dtype=np.float64).astype(dtype).reshape(shape)


def printing_cases() -> list[dict]:
    rng = np.random.default_rng(2013)
    cases = [{"dtype": d, "shape": s, "data": v} for d, s, v in EXAMPLES]
    for index in range(400):
        dtype = DTYPES[index % 9] if index % 3 else ("float32", "float64")[index % 2]
        shape = SHAPES[int(rng.integers(len(SHAPES)))]
        case = {"dtype": dtype, "shape": shape, "data": random_values(rng, dtype, int(np.prod(shape)))}
        case["options"] = OPTIONS[int(rng.integers(len(OPTIONS)))]
        case["origin"] = rng.choice(list(ORIGINS)) if dtype.startswith("float") else ""
        case["default"] = rng.choice(["float32", "float32", "float64"])
        cases.append(
            {k: v for k, v in case.items() if (v and (k, v) != ("default", "float32")) or k in ("shape", "data")}
        )
    for dtype, shape in itertools.product(("float32", "int64", "int32", "float64", "bool"), EMPTY):
        cases += [{"dtype": dtype, "shape": shape, "data": [], **more} for more in ({}, {"default": "float64"})]
    for dtype, shape in itertools.product(("float32", "int64", "float64"), LARGE):
        step = 1 if dtype == "int64" else float(rng.choice([0.25, 1.0, 1e-6]))
        cases.append({"dtype": dtype, "shape": shape, "data": {"start": -3, "step": step}})
        cases.append({**cases[-1], "options": OPTIONS[int(rng.integers(6, len(OPTIONS)))]})
    return cases


def torch_text(case: dict) -> str:
    torch.set_printoptions(profile="default")
    torch.set_printoptions(**case.get("options", {}))
    torch.set_default_dtype(getattr(torch, case.get("default", "float32")))
    try:
        return repr(
            ORIGINS[case.get("origin", "")](torch.from_numpy(as_array(case["dtype"], case["shape"], case["data"])))
        )
    finally:
        torch.set_printoptions(profile="default")
        torch.set_default_dtype(torch.float32)


# ----- promotion ----------------------------------------------------------------------------------------------------
def promotion() -> dict:
    kinds = [f"{name}/{ndim}" for name in DTYPES for ndim in (1, 0)] + ["True", "2", "1.5"]
    made = {"True": True, "2": 2, "1.5": 1.5}

    def operand(kind: str) -> object:
        name, _, ndim = kind.partition("/")
        return made[kind] if kind in made else torch.empty((2,) * int(ndim), dtype=getattr(torch, name), device="meta")

    def pairs() -> list[str]:
        return [named(torch.result_type(operand(a), operand(b))) for a, b in itertools.product(kinds, repeat=2)]

    recorded = {"kinds": kinds, "pairs": pairs()}
    torch.set_default_dtype(torch.float64)
    recorded["pairs_when_default_is_float64"] = pairs()
    torch.set_default_dtype(torch.float32)
    some = [
        kind for kind in kinds if kind.partition("/")[0] in ("float64", "float32", "float16", "int64", "uint8", "bool")
    ]
    recorded["triples_of"] = some
    # result_type takes two operands; an op of three shows the rule for three.
    recorded["triples"] = [
        named(torch.addcmul(*map(operand, three)).dtype) for three in itertools.combinations_with_replacement(some, 3)
    ]
    both = list(itertools.product((getattr(torch, name) for name in DTYPES), repeat=2))
    recorded["dtypes"] = list(DTYPES)
    recorded["promote_types"] = [named(torch.promote_types(a, b)) for a, b in both]
    recorded["can_cast"] = [int(torch.can_cast(a, b)) for a, b in both]
    return recorded


def named(dtype: torch.dtype) -> str:
    return str(dtype).removeprefix("torch.")


# ----- random numbers -----------------------------------------------------------------------------------------------
CALLS = {
    "rand": lambda n, dtype: torch.rand(n, dtype=dtype),
    "uniform": lambda n, dtype, low, high: torch.empty(n, dtype=dtype).uniform_(low, high),
    "randn": lambda n, dtype: torch.randn(n, dtype=dtype),
    "normal": lambda n, dtype, mean, std: torch.empty(n, dtype=dtype).normal_(mean, std),
    "randint": lambda n, dtype, low, high: torch.randint(low, high, (n,), dtype=dtype),
    "randperm": lambda n, dtype: torch.randperm(n, dtype=dtype),
    "bernoulli": lambda n, dtype, p: torch.empty(n, dtype=dtype).bernoulli_(p),
    "bernoulli_each": lambda n, dtype: torch.bernoulli(torch.linspace(0, 1, n, dtype=dtype)),
}
STREAMS = [
    [0, [["rand", 3, "float32"], ["rand", 3, "float64"], ["rand", 1, "float32"]]],
    [42, [["rand", 3, "float32"]]],
    [42, [["randn", 2, "float32"], ["randn", 1, "float32"], ["randn", 0, "float32"], ["randn", 4, "float64"]]],
    [42, [["randn", 16, "float32"], ["randn", 3, "float32"], ["randn", 17, "float32"], ["randn", 2, "float32"]]],
    [7, [["randn", 15, "float32"], ["randn", 16, "float64"], ["randn", 1, "float64"], ["randn", 37, "float64"]]],
    [42, [["randint", 5, "int64", 0, 10], ["randint", 4, "int64", -(2**40), 2**41], ["randint", 3, "uint8", 7, 256]]],
    [1, [["randint", 3, "int64", 0, 2**28 - 1], ["randint", 3, "int64", 0, 2**28], ["randint", 2, "bool", 0, 2]]],
    [1, [["randint", 3, "int64", -(2**63), 2**63 - 1], ["randint", 2, "float32", -5, 5]]],
    [42, [["randperm", 5, "int64"], ["randperm", 1, "int64"], ["randperm", 0, "int64"], ["randperm", 30, "int64"]]],
    [3, [["bernoulli", 12, "float32", 0.3], ["bernoulli", 3, "int64", 0.5], ["rand", 1, "float32"]]],
    [3, [["bernoulli_each", 9, "float32"], ["bernoulli_each", 9, "float64"], ["bernoulli_each", 9, "float16"]]],
    [
        5,
        [["uniform", 6, "float32", -0.3, 0.77], ["uniform", 6, "float64", -0.3, 0.77], ["uniform", 6, "float16", 8, 9]],
    ],
    [5, [["normal", 5, "float32", 3, 0.7], ["normal", 18, "float32", 3, 0.7], ["normal", 18, "float64", 3, 0.7]]],
    [-1, [["rand", 2, "float32"]]],
    [2**40 + 5, [["rand", 2, "float32"]]],
]
LONG = [
    [11, ["rand", 20000, "float32"]],
    [11, ["rand", 20000, "float64"]],
    [11, ["rand", 200000, "float16"]],
    [11, ["uniform", 100000, "float32", 1024, 1025]],
    [11, ["randn", 100003, "float32"]],
    [11, ["normal", 10000, "float32", -2, 0.3]],
    [11, ["randint", 10000, "int64", 0, 6]],
    [11, ["randperm", 5000, "int64"]],
    [11, ["bernoulli", 10000, "float32", 0.1]],
]


def drawn(call: list) -> np.ndarray:
    name, count, dtype, *more = call
    return CALLS[name](count, getattr(torch, dtype), *more).numpy()


def streams() -> dict:
    recorded = {"streams": [], "long": []}
    for seed, calls in STREAMS:
        torch.manual_seed(seed)
        values = [[float(str(v)) if v.dtype.kind == "f" else int(v) for v in drawn(call)] for call in calls]
        recorded["streams"].append({"seed": seed, "calls": calls, "values": values})
    for seed, call in LONG:
        torch.manual_seed(seed)
        recorded["long"].append(
            {"seed": seed, "call": call, "sha256": hashlib.sha256(drawn(call).tobytes()).hexdigest()}
        )
    return recorded


def main() -> None:
    cases = [{**case, "text": torch_text(case)} for case in printing_cases()]
    rows = ",\n".join(json.dumps(case, separators=(",", ":")) for case in cases)
    (DATA / "printing.json").write_text(f"[\n{rows}\n]\n", encoding="utf-8")
    for name, content in (("promotion", promotion()), ("random", streams())):
        (DATA / f"{name}.json").write_text(json.dumps(content, separators=(",", ":")) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
