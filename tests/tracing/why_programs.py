"""The programs of ``why_programs.txt`` and of files like it, as functions of `autograd_lab` or PyTorch."""

import copy
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from itertools import groupby, takewhile
from pathlib import Path
from typing import Any

import autograd_lab as al

FILE = Path(__file__).with_suffix(".txt")


@dataclass(frozen=True)
class Program:
    """``run(torch)`` gives the trace, and what it keeps alive; ``here``: number and text of the lines to be named."""

    title: str
    run: Callable[[Any], tuple[Any, dict]]
    here: list[tuple[int, str]]
    name: str
    kind: str
    cause: str
    words: list[str]


def programs(file: Path = FILE) -> Iterator[Program]:
    """One for each question in the file."""
    lines = list(enumerate(file.read_text("utf-8").rstrip().split("\n"), 1))
    for is_blank, group in groupby(lines, key=lambda line: not line[1]):
        block = [] if is_blank else list(group)
        code = [(number, line) for number, line in block if line[0] not in "?>#"]
        here = [(number, line.strip()) for number, line in code if line.endswith(("# here", "# here, too"))]
        here.sort(key=lambda found: found[1].endswith("too"))
        for place, (_, line) in enumerate(block):
            if line.startswith("? "):
                title, asked = line[2:].split(": ")
                words = [line[2:] for _, line in takewhile(lambda other: other[1][0] == ">", block[place + 1 :])]
                name, kind, cause = asked.split(" | ")
                yield Program(title, function_of(file, code, keeps=kind == "changed"), here, name, kind, cause, words)


def function_of(file: Path, code: list[tuple[int, str]], keeps: bool) -> Callable[[Any], tuple[Any, dict]]:
    """The lines as a function whose lines have the numbers of the file, so that Python finds them there."""
    lines, indent = [], "    "
    for _, line in code:
        if line.startswith(("record", "guarded record")):
            guard, _, more = line.partition("record")
            lines.append(f"    with {'suppress(Exception), ' * bool(guard)}al.record() as trace{more}")
            indent = "        "
        elif line == "end":
            lines.append("    pass")
            indent = "    "
        else:
            lines.append(indent + line)
    source = "\n" * (code[0][0] - 2) + "\n".join(["def run(torch):", *lines, f"    return trace, {keeps} and locals()"])
    names = {"al": al, "copy": copy, "suppress": suppress, "two_layers": two_layers, "__name__": "why_programs"}
    exec(compile(source, str(file), "exec"), names)
    return names["run"]


def two_layers(torch):
    class Net(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.a, self.b, self.spare = torch.nn.Linear(2, 3), torch.nn.Linear(3, 1), torch.nn.Linear(2, 2)

    return Net(), torch.ones(4, 2)


PROGRAMS = list(programs())
