"""Tensors in tuples, lists and dicts: taken out in a row, and put back. PyTorch: torch/utils/_pytree.py."""

from collections.abc import Callable
from typing import Any


def leaves(tree: Any) -> list[Any]:
    """What stands in a tree, in order; dicts in the order of their keys."""
    if isinstance(tree, tuple | list):
        return [leaf for branch in tree for leaf in leaves(branch)]
    if isinstance(tree, dict):
        return [leaf for branch in tree.values() for leaf in leaves(branch)]
    return [tree]


def mapped(function: Callable[[Any], Any], tree: Any) -> Any:
    """The same tree with ``function`` of each leaf."""
    if isinstance(tree, tuple) and hasattr(tree, "_fields"):
        return type(tree)(*(mapped(function, branch) for branch in tree))
    if isinstance(tree, tuple | list):
        return type(tree)(mapped(function, branch) for branch in tree)
    if isinstance(tree, dict):
        return {key: mapped(function, branch) for key, branch in tree.items()}
    return function(tree)


def rebuilt(tree: Any, values: list[Any]) -> Any:
    """The same tree with these values as its leaves."""
    rest = iter(values)
    return mapped(lambda _: next(rest), tree)


def spread(short: Any, tree: Any) -> list[Any] | None:
    """For each leaf of the tree what ``short``, a tree that may end sooner, has for it; None where they do not fit."""
    if isinstance(short, tuple | list) and isinstance(tree, tuple | list):
        branches = zip(short, tree, strict=True) if len(short) == len(tree) else None
    elif isinstance(short, dict) and isinstance(tree, dict):
        branches = ((short[key], tree[key]) for key in tree) if short.keys() == tree.keys() else None
    elif isinstance(short, tuple | list | dict):
        branches = None
    else:
        return [short] * len(leaves(tree))
    if branches is None:
        return None
    found: list[Any] = []
    for one, other in branches:
        part = spread(one, other)
        if part is None:
            return None
        found += part
    return found
