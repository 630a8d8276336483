"""Writes the page of documentation that is made from the table: autograd_lab/DERIVATIVES.md.

    python tests/tools/build_reference.py            write it
    python tests/tools/build_reference.py --check    write nothing; fail if it would change

Nothing on the page depends on the machine, the day, or on PyTorch being installed.
"""

import argparse
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT))

from autograd_lab._table.page import reference  # noqa: E402
from autograd_lab.derivatives import TABLE  # noqa: E402

PAGE = ROOT / "autograd_lab" / "DERIVATIVES.md"
INTRODUCTION = """\
<!-- Written by tests/tools/build_reference.py from derivatives/: change the table, not this page. -->

# Every derivative

The {count} rows of [`derivatives/`](derivatives). A row computes an operation and says, for each input, how the
gradient that arrives becomes the gradient that is sent on. In the formulas the inputs are $`x, y, …`$ and the result
is $`z`$; a bar means "the gradient of the loss with respect to", so $`\\bar{{z}}`$ is what arrives (`grad` in the
rules) and $`\\bar{{x}}`$ is what is sent on. A function that a rule calls, say `sum_to`, stands in the row's file.

In a notebook, `al.views.table()` is this page to search, with numbers, PyTorch's own lines and a live gradcheck;
`print(al.derivatives.mul)` is one row of it.
"""


def page() -> str:
    """The page as it should stand."""
    return reference(INTRODUCTION.format(count=len(TABLE)))


def main(arguments: list[str] | None = None) -> int:
    """Write the page, or with ``--check`` compare it; 1 when it is out of date."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing; fail if the page would change")
    wanted = page()
    if not parser.parse_args(arguments).check:
        PAGE.write_text(wanted, encoding="utf-8")
    elif not PAGE.exists() or PAGE.read_text(encoding="utf-8") != wanted:
        print(f"{PAGE.relative_to(ROOT)} is out of date: python tests/tools/build_reference.py", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
