"""Runs the statements of a program one after the other in PyTorch or in autograd_lab, and notes all that can be seen.

After each statement: the error, the warnings, what hooks and Functions said, in order, and every tensor that changed. A
statement that raises ends only itself. What a program may use besides Python and ``torch`` is in `vocabulary`.
"""

import copy
import pickle
import re
import warnings

import numpy as np
from normalise import text
from seen_tensor import seen
from vocabulary import words_of

from autograd_lab._core.base.state import watchers
from autograd_lab._core.hook_registry import hooks

VERSIONS = re.compile(r"is at version (\d+); expected version (\d+) instead")


class Session:
    """A namespace in which statements run, and what has been seen there so far."""

    def __init__(self, package, real="float32"):
        self.package, self.said, self.modes, self.before, self.first = package, [], [], {}, {}
        self.names = {
            "torch": package, "np": np, "copy": copy, "pickle": pickle,
            "real": getattr(package, real), "enter": self.enter, "leave": self.leave,
        }  # fmt: skip
        self.names |= words_of(package, self.say)
        self.own = set(self.names)
        hooks.in_use = watchers.inference_made = False  # a program does not know that others ran before it
        package.manual_seed(7)
        self.warned_always = package.is_warn_always_enabled()
        package.set_warn_always(True)  # what is said once in a process would depend on the programs before
        package.set_grad_enabled(True)

    # ----- what a program says and switches -------------------------------------------------------------------------
    def say(self, what, *values):
        """Hooks and Functions tell here that they were called, and with what."""
        self.said.append([what, *(self.shown(value) for value in values)])

    def enter(self, mode):
        """``with mode:``, up to the next ``leave()``, so that what stands between are statements of their own."""
        mode.__enter__()
        self.modes.append(mode)

    def leave(self):
        """The end of the innermost ``with``."""
        if self.modes:
            self.modes.pop().__exit__(None, None, None)

    def close(self):
        """Leave whatever is still entered."""
        while self.modes:
            self.leave()
        self.package.set_grad_enabled(True)
        self.package.set_warn_always(self.warned_always)

    # ----- running --------------------------------------------------------------------------------------------------
    def run(self, statement, look=True):
        """The record of one statement; with ``look`` off, tensors are not looked at (looking may refresh a view)."""
        self.said = []
        record = {}
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            try:
                exec(compile(statement, "<program>", "exec"), self.names)
            except Exception as error:
                record["error"] = [type(error).__name__, told(error)]
        self.note_versions()
        record["said"] = sorted(self.said, key=repr) if "in_thread(" in statement else self.said  # any may be first
        record["warned"] = sorted({(item.category.__name__, first_line(item.message)) for item in caught})
        if look:
            record["tensors"] = self.look()
        return record

    def tensors(self):
        """Name → tensor, for all that the program made."""
        kind = self.package.Tensor
        return {name: value for name, value in self.names.items() if isinstance(value, kind) and name not in self.own}

    def note_versions(self):
        """With which version each tensor began: PyTorch writes into some that it has just made, and changes count."""
        for value in self.tensors().values():
            if id(value) not in self.first:
                self.first[id(value)] = (value, version_of(value))

    def shown(self, value):
        """A value as plain data."""
        if isinstance(value, self.package.Tensor):
            return seen(value, {}, brief=True)
        if isinstance(value, list | tuple):
            return [self.shown(item) for item in value]
        return value if value is None or isinstance(value, bool | int | float) else text(str(value))

    def look(self):
        """What changed since the last look: name → what can be seen of that tensor."""
        now = {}
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            named = self.tensors()
            for name, value in named.items():
                now[name] = seen(value, named)
                now[name]["version"] = version_of(value) - self.first[id(value)][1]
        changed = {name: data for name, data in now.items() if self.before.get(name) != data}
        changed |= {name: None for name in self.before if name not in now}
        self.before = now
        return changed


def version_of(tensor):
    """How often it was written to, as far as it counts."""
    try:
        return tensor._version
    except RuntimeError:  # nobody counts the writes to an inference tensor
        return 0


def told(error):
    """Its text, without PyTorch's own frames, and with the number of writes in the place of two versions."""
    message = text(str(error).partition("\nException raised from")[0])
    return VERSIONS.sub(lambda match: f"was written {int(match[1]) - int(match[2])} times", message)


def first_line(message):
    """The beginning of a warning; what follows in some is a traceback."""
    return text(str(message)).strip().partition("\n")[0]


def record_of(package, program, as_if_hooked=False):
    """The records of all statements of a program; ``as_if_hooked``: as if there were a hook from the beginning."""
    session = Session(package, program.real)
    hooks.in_use = as_if_hooked
    try:
        last = len(program.statements) - 1
        return [session.run(line, program.watched or i == last) for i, line in enumerate(program.statements)]
    finally:
        session.close()
