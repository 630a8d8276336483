"""Functions made of text: compiled once for each text, and shown in tracebacks like any other."""

import functools
import linecache
from collections.abc import Callable, Iterable
from keyword import iskeyword
from types import CodeType
from typing import Any


def can_be_names(names: Iterable[str], taken: frozenset[str]) -> bool:
    """Whether these can be names in a text that has other uses for the words in ``taken``."""
    return not any(name in taken or iskeyword(name) for name in names)


def function_from(text: str, name: str, shared: dict[str, Any], own: dict[str, Any]) -> Callable:
    """The function that ``text`` defines. It sees ``shared`` as its globals, and ``own`` as variables around it.

    Its file is named after the file that wrote it, so that it counts as part of the package.
    The globals are looked up at each call, as in a module. What is the function's own cannot change, and is quicker.
    """
    lines = [f"def make({', '.join(own)}):", *(f"    {line}" for line in text.splitlines()), f"    return {name}"]
    namespace: dict[str, Any] = {}
    exec(_compiled("\n".join(lines), f"{shared['__file__']}:{name}"), shared, namespace)
    return namespace["make"](**own)


@functools.cache
def _compiled(text: str, file: str) -> CodeType:
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)  # None: never looked for on disk
    return compile(text, file, "exec")
