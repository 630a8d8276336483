"""Records what real PyTorch does with every row of the table, as data that autograd_lab is compared with.

Run it with an interpreter that has ``torch==2.13.0`` (CPU)::

    python tests/tools/record_rows.py                     # every row
    python tests/tools/record_rows.py mul.Tensor exp      # these rows; the others stay as they are
    python tests/tools/record_rows.py --into DIRECTORY    # write the files somewhere else

A row is run as ``torch.ops.aten.<name>.<overload>``, with the cases of ``tests/parity/row_cases.py``, which follow from
the row's own samples. ``tests/parity/row_records.py`` says what is recorded.
"""

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))
sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parents[1] / "parity"))

import row_cases  # the tests' own helpers, found through the lines above
import row_records
from row_departures import EXCLUDED

from autograd_lab.derivatives import TABLE


def call(op, args):
    """Run the row's operator; PyTorch wants keyword-only arguments by name, and tensors where the schema says so."""
    import torch

    base, _, overload = op.name.partition(".")
    function = getattr(getattr(torch.ops.aten, base), overload or "default")
    floats = [arg.dtype for arg in args if isinstance(arg, torch.Tensor) and arg.dtype.is_floating_point]
    pairs = list(zip(op.plan.parameters, args, strict=False))
    values = [list(value) if isinstance(value, tuple) else value for _, value in pairs]
    for wrapped in (False, True):
        if wrapped:  # only some operators take a number for a tensor
            values = [
                torch.tensor(value, dtype=floats[0] if floats and isinstance(value, float) else None)
                if parameter.kind == "tensor" and isinstance(value, int | float)
                else value
                for (parameter, _), value in zip(pairs, values, strict=True)
            ]
        positional = [value for (parameter, _), value in zip(pairs, values, strict=True) if not parameter.keyword_only]
        named = {p.name: value for (p, _), value in zip(pairs, values, strict=True) if p.keyword_only}
        try:
            return function(*positional, **named)
        except RuntimeError as error:
            if wrapped or "Expected a value of type 'Tensor" not in str(error):
                raise


def record(op):
    """Every case of one row, as it is stored."""
    import torch

    cases = row_cases.cases_of(op)
    samples = row_cases.fingerprint(cases)  # before a call writes into its arguments (running statistics)
    records = {label: row_records.observe(torch, call, op, case) for label, case in cases.items()}
    return {"samples": samples, "cases": row_records.shrink(records, cases)}


def main():
    """Record the rows named on the command line, or all."""
    import torch

    parser = argparse.ArgumentParser(description="Record what PyTorch does with the rows of the table.")
    parser.add_argument("rows", nargs="*", metavar="row", help="a row's name, e.g. mul.Tensor (default: every row)")
    parser.add_argument("--into", type=Path, default=row_records.DATA, metavar="DIRECTORY", help="where to write")
    options = parser.parse_args()
    for name in options.rows:
        if name not in TABLE or name in EXCLUDED:
            parser.error(f"{name}: {EXCLUDED.get(name, 'there is no such row')}")
    torch.set_num_threads(1)
    names = [name for name in TABLE if name not in EXCLUDED]
    known = row_records.read(options.into) if options.rows else {}
    rows = {name: record(TABLE[name]) for name in options.rows or names}
    kept = {name: row for name, row in known.items() if name in names}
    row_records.write(options.into, torch.__version__.partition("+")[0], {**kept, **rows})


if __name__ == "__main__":
    main()
