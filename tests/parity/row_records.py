"""What a call of a row shows, as flat data that is compared field by field; and how that is stored.

A record is ``{field: data}``. Fields:

``output 0`` …       the outputs, as in `normalise.encode`
``nodes``            for each output with a gradient: the node's name, output_nr
``edges``            next_functions of the (first) node: None for a hole, or [the leaf's or the node's name, slot]
``saved self`` …     what ``_saved_self`` holds ("is self": that very input)
``first self`` …     the gradient of an input for fixed incoming gradients (None: unreachable)
``lifted self`` …    the same under create_graph, where that is not the same numbers
``second self`` …    second gradients, where not all zero; ``second seed 0`` is that of the incoming gradient
``… error``          [type, text] of what was raised instead
``warnings``         what NumPy warned about: learners are to see what they would see in PyTorch

Stored, a record that is ``like`` another has only the fields that differ from it, and under ``-`` the names of those
that it lacks.
"""

import contextlib
import json
import warnings
from pathlib import Path

import inputs as fixed
from comparing import differences
from normalise import encode, is_tensor
from report import saved_values
from row_cases import Input, inputs_of

import autograd_lab
from autograd_lab._core.base.dtypes import dtype as Dtype  # noqa: N812

DATA = Path(__file__).parent.parent / "data" / "parity" / "rows"
FILES = ("abc", "defghijk", "lmnopqr", "stuvwxyz")
RECORDER = "python tests/tools/record_rows.py"


# ----- making a record -----------------------------------------------------------------------------------------------
def observe(package, call, op, case):
    """The record of one case. ``call(op, args)`` runs the row on tensors of this package."""
    tensors = {id(item): build(package, item) for item in inputs_of(case.args)}
    leaves = {item.name: tensors[id(item)] for item in inputs_of(case.args) if item.grad}
    names = {item.name: tensors[id(item)] for item in inputs_of(case.args)}
    args = [filled_in(package, arg, tensors) for arg in case.args]
    if "(a!)" in op.schema:
        args[0] = args[0].clone()  # a leaf may not be overwritten
    record = {}
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        with noted(record, "output"):
            result = call(op, args)
            outputs = list(result) if isinstance(result, tuple | list) else [result]
            record.update((f"output {i}", encode(output)) for i, output in enumerate(outputs))
            tracked = [output for output in outputs if is_tensor(output) and output.requires_grad]
            if tracked:
                record.update(graph(tracked, names))
                if case.depth:
                    derivatives(package, record, tracked, leaves, case.depth)
    if caught and package is autograd_lab:  # what PyTorch warns about belongs to its own operators
        record["warnings"] = sorted({str(item.message) for item in caught})
    return record


@contextlib.contextmanager
def noted(record, what):
    """What is raised inside becomes a field."""
    try:
        yield
    except Exception as error:
        record[f"{what} error"] = [type(error).__name__, encode(error)["error"][1]]


def build(package, item):
    """The tensor for an `Input`; one whose memory is not plain keeps it."""
    plain = item.array.flags.c_contiguous
    if not item.array.size:  # from NumPy's, PyTorch makes empty tensors whose strides are all 0, unlike its own
        tensor = package.zeros(item.array.shape, dtype=getattr(package, str(item.array.dtype)))
        return tensor.requires_grad_() if item.grad else tensor
    tensor = package.tensor(item.array) if plain else package.from_numpy(item.array)
    return tensor.requires_grad_() if item.grad else tensor


def filled_in(package, arg, tensors):
    """An argument with tensors for `Input`s and the package's own dtype objects and generators."""
    if isinstance(arg, Input):
        return tensors[id(arg)]
    if isinstance(arg, Dtype):
        return getattr(package, arg.name)
    if isinstance(arg, autograd_lab.Generator):  # a fresh one for each case, so that both draw the same stream
        return package.Generator().manual_seed(arg.initial_seed())
    if isinstance(arg, list | tuple):
        return type(arg)(filled_in(package, item, tensors) for item in arg)
    return arg


def graph(tracked, names):
    """Names of nodes, edges, and saved values."""
    node = tracked[0].grad_fn
    edges = []
    for to, slot in node.next_functions:
        leaf = next((name for name, tensor in names.items() if tensor is getattr(to, "variable", None)), None)
        edges.append(None if to is None else [leaf or type(to).__name__, slot])
    found = {"nodes": [[type(output.grad_fn).__name__, output.output_nr] for output in tracked], "edges": edges}
    with noted(found, "saved"):
        found.update((f"saved {name}", value) for name, value in saved_values(node, names).items())
    return found


def derivatives(package, record, tracked, leaves, depth):
    """First gradients, by plain backward and under create_graph, and second ones."""
    grad, variables = package.autograd.grad, list(leaves.values())
    seeds = [fixed.like(package, output, 5 + i) for i, output in enumerate(tracked)]
    with noted(record, "first"):
        first = grad(tracked, variables, seeds, retain_graph=True, allow_unused=True)
        record.update((f"first {name}", encode(g)) for name, g in zip(leaves, first, strict=True))
    if depth < 2 or "first error" in record:
        return
    with noted(record, "second"):
        seeds = [seed.requires_grad_() for seed in seeds]
        lifted = grad(tracked, variables, seeds, create_graph=True, allow_unused=True)
        for name, gradient in zip(leaves, lifted, strict=True):
            plain = encode(None if gradient is None else gradient.detach())
            if differences(record[f"first {name}"], plain):
                record[f"lifted {name}"] = plain
        again = [gradient for gradient in lifted if gradient is not None and gradient.requires_grad]
        if again:
            named = {**leaves, **{f"seed {i}": seed for i, seed in enumerate(seeds)}}
            weights = [fixed.like(package, gradient, 9 + i) for i, gradient in enumerate(again)]
            second = grad(again, list(named.values()), weights, allow_unused=True)
            for name, gradient in zip(named, second, strict=True):
                # None or zeros: that is how a rule is spelled, not what it says.
                if gradient is not None and bool((gradient.detach() != 0).any()):
                    record[f"second {name}"] = encode(gradient)


# ----- comparing -----------------------------------------------------------------------------------------------------
def compare(expected, actual, rtol=0.0):
    """``{field: in words how it differs}``; an error text may be followed by a line of help."""
    expected, actual = {**left_out(expected, actual), **expected}, {**left_out(actual, expected), **actual}
    found = {}
    for field in dict.fromkeys([*expected, *actual]):
        if field not in actual:
            found[field] = f"missing; expected {expected[field]}"
        elif field not in expected:
            found[field] = f"not in PyTorch: {actual[field]}"
        else:
            pair = expected[field], actual[field]
            lines = differences(*([{"error": one} for one in pair] if field.endswith("error") else pair), field, rtol)
            found.update({field: "; ".join(lines)} if lines else {})
    return found


def left_out(record, other):
    """What a record says by leaving out fields that the other has, since a last digit decides whether they are there.

    Without ``lifted self`` the gradient is ``first self`` again; without ``second self`` it is zero.
    """
    found = {}
    for field, value in other.items():
        kind, _, name = field.partition(" ")
        if kind == "lifted" and f"first {name}" in record:
            found[field] = record[f"first {name}"]
        elif kind == "second" and name != "error":
            found[field] = {**value, "values": [0.0 for _ in value["values"]]}
    return found


# ----- storing -------------------------------------------------------------------------------------------------------
def shrink(records, cases):
    """``{label: record}`` as it is stored: records that are like another become differences to it."""
    stored = {}
    for label, record in records.items():
        base = records.get(cases[label].like)
        if base is None:
            stored[label] = record
            continue
        fields = {k: v for k, v in record.items() if k not in base or differences(base[k], v)}
        lacking = [field for field in base if field not in record and reached(field, cases[label])]
        stored[label] = {**fields, **({"-": lacking} if lacking else {})}
    return stored


def grow(stored, cases):
    """The reverse of `shrink`."""
    records = {}
    for label, fields in stored.items():
        base = records.get(cases[label].like, {})
        kept = {k: v for k, v in base.items() if k not in fields.get("-", ()) and reached(k, cases[label])}
        records[label] = {**kept, **{k: v for k, v in fields.items() if k != "-"}}
    return records


def reached(field, case):
    """Does a case of this depth have this field at all?"""
    kind = field.partition(" ")[0]
    return case.depth >= {"first": 1, "lifted": 2, "second": 2}.get(kind, 0)


def file_of(name):
    """The file of a row, by its first letter."""
    return f"{next(letters for letters in FILES if name.lstrip('_')[0].lower() in letters)}.json"


def read(directory=DATA):
    """``{row: {"samples": fingerprint, "cases": stored records}}`` of every file."""
    found = {}
    for path in sorted(directory.glob("*.json")):
        found.update(json.loads(path.read_text(encoding="utf-8"))["rows"])
    return found


def write(directory, version, rows):
    """The files that `file_of` names, one line for each case."""
    directory.mkdir(parents=True, exist_ok=True)
    for path in directory.glob("*.json"):
        path.unlink()
    files = {}
    for name in sorted(rows):
        files.setdefault(file_of(name), []).append(f"{json.dumps(name)}: {_row_text(rows[name])}")
    for file, texts in files.items():
        body = ",\n".join(texts)
        (directory / file).write_text(f'{{"torch": "{version}", "rows": {{\n{body}\n}}}}\n', encoding="utf-8")


def _row_text(row):
    lines = ",\n".join(
        f"{json.dumps(label)}: {json.dumps(record, ensure_ascii=False, separators=(',', ':'))}"
        for label, record in row["cases"].items()
    )
    return f'{{"samples": {row["samples"]}, "cases": {{\n{lines}\n}}}}'


def version_of(directory=DATA):
    """The PyTorch that the data was recorded from."""
    return {json.loads(path.read_text(encoding="utf-8"))["torch"] for path in directory.glob("*.json")}
