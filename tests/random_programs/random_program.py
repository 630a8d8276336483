"""A random program: plain statements, written from a seed."""

import re
from dataclasses import dataclass

import calculations
import gradients
import hooking
import larger_parts
import making
import modes
import views_and_writes
from writer import Writer

THEMES = {
    "calculation": {making: 1.5, calculations: 4, gradients: 1.5, views_and_writes: 0.7},
    "views": {making: 1, views_and_writes: 5, gradients: 1.5, calculations: 0.7, modes: 0.5},
    "hooks": {making: 1, hooking: 4, gradients: 3, calculations: 1, views_and_writes: 1, larger_parts: 0.5},
    "modes": {making: 1, modes: 3, views_and_writes: 2, gradients: 1, calculations: 0.7, larger_parts: 0.7},
    "functions": {making: 1, larger_parts: 4, gradients: 2, views_and_writes: 1.5, calculations: 0.5, modes: 0.4},
    "everything": {
        making: 1,
        calculations: 2,
        views_and_writes: 2,
        gradients: 2,
        hooking: 1.3,
        modes: 1,
        larger_parts: 1.3,
    },
}
"""What a program is mostly about: from which files its statements come, and how often."""


@dataclass(frozen=True)
class Program:
    """``watched``: every tensor is looked at after each statement, not only at the end (a look refreshes views)."""

    statements: tuple[str, ...]
    real: str
    watched: bool

    @property
    def text(self):
        """To be read."""
        return "\n".join(self.statements)


def weighted(theme):
    """All kinds of statements and how often each is chosen."""
    return {
        kind: share * weight / sum(module.KINDS.values())
        for module, share in THEMES[theme].items()
        for kind, weight in module.KINDS.items()
    }


NOTHING = re.compile(r"None\.|inputs=\[.*None|grad\(.*, \[.*None.*\]")
"""What a statement looks like where no tensor fitted."""
WEIGHTED = {theme: weighted(theme) for theme in THEMES}


def program_of(seed):
    """The program of this seed, always the same."""
    w = Writer(seed)
    theme, length = w.chance.choice(list(THEMES)), w.chance.randint(4, 16)
    real, watched = w.one("float32", "float32", "float64"), w.maybe(0.5)
    kinds, weights = list(WEIGHTED[theme]), list(WEIGHTED[theme].values())
    try:
        w.write(making.leaf(w))
        while len(w.statements) < length:
            kind = w.chance.choices(kinds, weights)[0]
            w.gradients_too = kind.__module__ == gradients.__name__
            statement = kind(w)
            if statement and not NOTHING.search(statement):
                w.write(statement)
    finally:
        w.session.close()
    return Program(tuple(w.statements), real, watched)
