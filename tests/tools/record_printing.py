"""Records from PyTorch 2.13 what the tests of dtypes, printing and random numbers compare with.

    python tests/tools/record_printing.py

writes tests/data/printing.json, promotion.json and random.json. The cases of the first and the last are those that
stand in the file: to add one, write it there without PyTorch's answer. Only this tool needs PyTorch. Running it again
gives the same bytes on the same version (and, for the normal numbers, on any processor with AVX2).
"""

import hashlib
import itertools
import json
import pathlib
from typing import Any

import numpy as np
import torch

DATA = pathlib.Path(__file__).parents[1] / "data"
DTYPES = ("float64", "float32", "float16", "int64", "int32", "int16", "int8", "uint8", "bool")


# ----- printing -----------------------------------------------------------------------------------------------------
ORIGINS = {
    "": lambda x: x,
    "requires_grad=True": lambda x: x.requires_grad_(),
    "grad_fn=<MulBackward0>": lambda x: x.requires_grad_() * 1,
    "grad_fn=<CloneBackward0>": lambda x: x.requires_grad_().clone(),
    "grad_fn=<MaskedFillBackward0>": lambda x: x.requires_grad_().masked_fill(
        torch.zeros(x.shape, dtype=torch.bool), 0
    ),
}


def as_array(dtype: str, shape: list, data: list | dict) -> np.ndarray:
    """The array of a case; `{"start": a, "step": b}` stands for the numbers a, a + b, a + 2b …"""
    if isinstance(data, dict):
        data = np.arange(int(np.prod(shape))) * data["step"] + data["start"]
    return np.array(data, dtype=np.float64).astype(dtype).reshape(shape)


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
    "bernoulli": lambda n, dtype, p: torch.bernoulli(torch.empty(n, dtype=dtype), p),
    "bernoulli_each": lambda n, dtype: torch.bernoulli(torch.linspace(0, 1, n, dtype=dtype)),
}


def drawn(call: list) -> np.ndarray:
    name, count, dtype, *more = call
    return CALLS[name](count, getattr(torch, dtype), *more).numpy()


def with_values(seed: int, calls: list) -> dict:
    """The short stream of a seed, number by number."""
    torch.manual_seed(seed)
    values = [[float(str(v)) if v.dtype.kind == "f" else int(v) for v in drawn(call)] for call in calls]
    return {"seed": seed, "calls": calls, "values": values}


def with_sum(seed: int, call: list) -> dict:
    """The checksum of a long one."""
    torch.manual_seed(seed)
    return {"seed": seed, "call": call, "sha256": hashlib.sha256(drawn(call).tobytes()).hexdigest()}


def main() -> None:
    cases = [{**case, "text": torch_text(case)} for case in read("printing")]
    rows = ",\n".join(json.dumps(case, separators=(",", ":")) for case in cases)
    (DATA / "printing.json").write_text(f"[\n{rows}\n]\n", encoding="utf-8")
    known = read("random")
    streams = {
        "streams": [with_values(each["seed"], each["calls"]) for each in known["streams"]],
        "long": [with_sum(each["seed"], each["call"]) for each in known["long"]],
    }
    for name, content in (("promotion", promotion()), ("random", streams)):
        (DATA / f"{name}.json").write_text(json.dumps(content, separators=(",", ":")) + "\n", encoding="utf-8")


def read(name: str) -> Any:
    """A file of cases, as it was recorded before."""
    return json.loads((DATA / f"{name}.json").read_text(encoding="utf-8"))


if __name__ == "__main__":
    main()
