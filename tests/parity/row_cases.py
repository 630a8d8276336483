"""With what each row of the table is called, for the comparison with PyTorch: its samples, and variations of them.

A `Case` holds plain data (`Input` where a tensor will stand), so that PyTorch and autograd_lab can both be called with
it. Everything here follows from the row itself: a new row has cases because it is there.
"""

import dataclasses
import itertools
import zlib
from dataclasses import dataclass
from fnmatch import fnmatchcase

import numpy as np
import slopes
from row_departures import UNSETTLED
from tolerances import RTOL_ATOL

import autograd_lab as al

SPECIAL = np.array([np.nan, np.inf, -np.inf, 0.0, -0.0, 1.5, -2.0])
"""The numbers on which elementwise rows are compared, all pairs of them where there are two inputs."""

FILLS = {
    "nan": np.array([1.0, np.nan, -2.0, 0.5]),
    "inf": np.array([1.0, np.inf, -2.0, 0.0, -np.inf]),
    "ones": np.array([1.0]),
}
"""What replaces the differentiable inputs' numbers, over and over, in the case of that name."""

KINDS = ("int64", "int32", "uint8", "bool")
"""Types that hold no fractions."""


@dataclass
class Input:
    """A tensor to be: its name among the arguments, its numbers (in this very memory layout), whether it is a leaf."""

    name: str
    array: np.ndarray
    grad: bool = False


@dataclass
class Case:
    """One call of a row. ``like`` names the case whose record this one's is stored as the difference to."""

    label: str
    args: tuple
    like: str | None = None
    depth: int = 2
    """0: the outputs and the graph are compared; 1: first gradients too; 2: and second ones."""


class RoundedMake(slopes.Make):
    """`slopes.Make` with short numbers: multiples of 1/64 (unless that leaves the interval asked for)."""

    def __call__(self, *shape, **bounds):
        leaf = super().__call__(*shape, **bounds)
        exact = np.asarray(leaf._data, np.float64)
        short = np.round(exact * 64) / 64
        inside = (short > bounds.get("low", -2.0)) & (short < bounds.get("high", 2.0))
        leaf._data = np.where(inside, short, exact).astype(leaf._data.dtype)[() if shape == () else ...]
        return leaf


# ----- the arguments as plain data -----------------------------------------------------------------------------------
def sample_args(op, dtype):
    """The arguments of each sample, with an `Input` for each tensor and each array."""
    found = []
    for i in range(len(op.samples(RoundedMake()))):
        values = op.samples(RoundedMake(dtype, seed=i))[i]
        known: dict[int, Input] = {}
        found.append(
            tuple(plain(value, op.plan.parameters[place].name, dtype, known) for place, value in enumerate(values))
        )
    return found


def plain(value, name, dtype, known):
    """An argument with `Input` for what is a tensor; float constants take the type of the sample."""
    if isinstance(value, al.Tensor):
        return known.setdefault(id(value), Input(name, np.array(value._data), value.requires_grad))
    if isinstance(value, np.ndarray):
        array = value.astype(dtype.numpy) if value.dtype.kind == "f" else value
        return known.setdefault(id(value), Input(name, array))
    if isinstance(value, list | tuple):
        return type(value)(plain(item, f"{name}[{i}]", dtype, known) for i, item in enumerate(value))
    return value


def inputs_of(args):
    """The `Input`s among the arguments, also within lists, each once."""
    found: dict[int, Input] = {}
    for arg in args:
        if isinstance(arg, Input):
            found[id(arg)] = arg
        elif isinstance(arg, list | tuple):
            found.update((id(item), item) for item in inputs_of(arg))
    return list(found.values())


def changed(args, change):
    """The arguments with ``change(input)`` in the place of each `Input`; one that stood twice still does."""
    made = {id(item): change(item) for item in inputs_of(args)}

    def walk(arg):
        if isinstance(arg, list | tuple):
            return type(arg)(walk(item) for item in arg)
        return made[id(arg)] if isinstance(arg, Input) else arg

    return tuple(walk(arg) for arg in args)


def with_array(item, array):
    """The same input with other numbers; without fractions it can have no gradient."""
    return dataclasses.replace(item, array=array, grad=item.grad and array.dtype.kind == "f")


# ----- cases ---------------------------------------------------------------------------------------------------------
def cases_of(op):
    """Every case of a row, by label; a case stands after the one it is ``like``."""
    left_out = [pattern for name, pattern, _ in UNSETTLED if name == op.name]
    return {
        case.label: case for case in _cases(op) if not any(fnmatchcase(case.label, pattern) for pattern in left_out)
    }


def _cases(op):
    singles, doubles = sample_args(op, al.float32), sample_args(op, al.float64)
    one_by_one = elementwise(op)
    seen = set()
    for i, (single, double) in enumerate(zip(singles, doubles, strict=True)):
        yield Case(f"{i} float32", single)
        yield Case(f"{i} float64", double)
        yield from _same_numbers(f"{i} float64", double)
        yield from _other_numbers(f"{i}", double, None if one_by_one else "special")
        attributes = repr(changed(single, lambda item: None))
        if one_by_one and attributes not in seen:
            yield Case(f"{i} special", special(single), depth=1)
            for shape in ((), (0,), (2, 0, 3)):
                yield Case(f"{i} shape {list(shape)}", changed(double, lambda item, to=shape: shaped(item, to)))
        seen.add(attributes)
    if "backward" not in op.name:  # only rules call those, with gradients whose type is that of the rest
        yield from _other_types(singles[0])


def _same_numbers(label, args):
    """Cases whose answers are those of the case ``label``, or nearly: other memory, fewer gradients."""
    strided = changed(args, lambda item: with_array(item, spread_out(item.array)))
    if any(
        item.array.strides != old.array.strides for item, old in zip(inputs_of(strided), inputs_of(args), strict=True)
    ):
        yield Case(f"{label} strided", strided, like=label)
    leaves = [item for item in inputs_of(args) if item.grad]
    for chosen in leaves if len(leaves) > 1 else ():
        alone = changed(args, lambda item, kept=chosen: dataclasses.replace(item, grad=item is kept))
        yield Case(f"{label} only {chosen.name}", alone, like=label)


def _other_numbers(label, args, special):
    """Cases with other numbers in the differentiable inputs."""
    leaves = [item for item in inputs_of(args) if item.grad]
    if not any(item.array.size for item in leaves):
        return
    yield Case(f"{label} ties", filled(args, lambda old: np.sign(old) * np.ceil(np.abs(old))), f"{label} float64", 1)
    names = ("ones", "nan", "inf") if special else ("ones",)
    for name in names:
        yield Case(
            f"{label} {name}", filled(args, lambda old, n=name: np.resize(FILLS[n], old.shape)), f"{label} float64", 1
        )


def filled(args, numbers):
    """The arguments with ``numbers(array)`` in the differentiable inputs."""
    return changed(
        args, lambda item: with_array(item, numbers(item.array).astype(item.array.dtype)) if item.grad else item
    )


def _other_types(args):
    """Cases in which the float inputs have another type, or different ones."""
    floats = [item for item in inputs_of(args) if item.array.dtype.kind == "f"]
    for kind in KINDS:
        yield Case(f"0 {kind}", changed(args, lambda item, k=kind: typed(item, k)), depth=0)
    for chosen in floats if len(floats) > 1 else ():
        for kind in ("int64", "float64"):
            mixed = changed(args, lambda item, one=chosen, k=kind: typed(item, k) if item is one else item)
            yield Case(f"0 float32, {chosen.name} {kind}", mixed, depth=1)


def typed(item, kind):
    """A float input in another type; where that has no fractions, four times the numbers."""
    if item.array.dtype.kind != "f":
        return item
    if kind == "float64":
        return with_array(item, item.array.astype(kind))
    numbers = np.round(item.array * 4)
    return with_array(
        item, (np.abs(numbers) if kind == "uint8" else numbers > 0 if kind == "bool" else numbers).astype(kind)
    )


def spread_out(array):
    """The same numbers in memory with other strides: transposed, or with gaps."""
    if array.ndim > 1 and array.size:
        return np.ascontiguousarray(array.T).T
    if array.ndim == 1 and array.size:
        holder = np.zeros((len(array), 2), array.dtype)
        holder[:, 0] = array
        return holder[:, 0]
    return array


# ----- rows that work element by element -----------------------------------------------------------------------------
def shaped(item, shape):
    """The input with (its) numbers in another shape."""
    return with_array(item, np.resize(item.array, shape) if item.array.size else np.ones(shape, item.array.dtype))


def special(args):
    """The arguments with every pair (or a good part of the triples) of `SPECIAL` in the differentiable inputs."""
    floats = [item for item in inputs_of(args) if item.grad]
    columns = itertools.islice(itertools.product(range(len(SPECIAL)), repeat=max(len(floats), 1)), 0, None)
    places = np.array(list(columns))[:: 1 if len(floats) < 3 else 5].T
    numbers = {id(item): SPECIAL[column] for item, column in zip(floats, places, strict=False)}

    def change(item):
        array = numbers.get(id(item))
        return shaped(item, places.shape[1:]) if array is None else with_array(item, array.astype(item.array.dtype))

    return changed(args, change)


def elementwise(op):
    """Does each element of the result depend on the same element of the inputs alone? Found out by trying."""
    args = sample_args(op, al.float64)[0]
    inputs = [shaped(item, (4,)) for item in inputs_of(args)]
    scalar = all(isinstance(arg, Input) for arg in args[: len(inputs)])
    if not scalar or any(item.array.dtype.kind not in "fb" for item in inputs):
        return False
    rest = args[len(inputs) :]
    moved = [item.array + np.array([0.125, 0, 0, 0]) if item.array.dtype.kind == "f" else item.array for item in inputs]
    try:
        before, after = (op(*arrays, *rest) for arrays in ([item.array for item in inputs], moved))
    except Exception:  # whatever it says: with vectors of one length it cannot be called
        return False
    return isinstance(before, np.ndarray) and before.shape == (4,) and np.array_equal(before[1:], after[1:])


def coarsest(case):
    """The largest relative tolerance among the inputs' types: what float32 was worked into is no better in float64."""
    kinds = {str(item.array.dtype) for item in inputs_of(case.args)}
    return max((RTOL_ATOL[kind][0] for kind in kinds & set(RTOL_ATOL)), default=0.0)


def fingerprint(cases):
    """A number that changes when the samples do."""
    text = repr([(label, case.args) for label, case in cases.items()])
    return zlib.crc32(text.encode())
