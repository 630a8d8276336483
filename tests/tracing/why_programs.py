"""What the programs of `why_none_programs` and `why_number_programs` are made with.

Each takes the library (`autograd_lab`, or PyTorch) and records itself; the lines to be named end with ``# here``, and
the first of them is the answer's own. One of kind "changed" gives, besides its trace, the tensors that must stay alive.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Program:
    """``name`` is asked about; ``cause`` must be answered, the lines of ``run`` marked ``# here``, and ``words``."""

    run: Callable[[Any], Any]
    name: str
    cause: str
    kind: str
    words: tuple[str, ...]


class Programs(list[Program]):
    """A table of them."""

    def add(self, name: str, cause: str, kind: str, *words: str) -> Callable[[Callable], Callable]:
        """A decorator for ``run``."""

        def add(run: Callable) -> Callable:
            self.append(Program(run, name, cause, kind, words))
            return run

        return add


def two_layers(torch):
    class Net(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.a, self.b, self.spare = torch.nn.Linear(2, 3), torch.nn.Linear(3, 1), torch.nn.Linear(2, 2)

    return Net(), torch.ones(4, 2)
