"""Boxes for parameters that several boxes share, such as those of a model in each step of its training.

A leaf that several boxes use is outside of all of them. Where there are many, they would stand side by side and leave
no room for anything else, so they are put into boxes by the modules that own them. Nothing leaves such a box.
"""

from collections.abc import Mapping

from ...tracing.telling.words import shared_module
from .levels import Level

MOST = 4
"""So many shared leaves of one model stand by themselves;"""
BESIDE = 8
"""and so many stand beside each other in a box, before those of the modules inside get boxes of their own."""


def parameter_boxes(names: Mapping[str, str]) -> "list[str | Level]":
    """These leaves, given by id and name: in boxes that hold the parameters of one module, or as they are."""
    top = Level()
    waiting = [(top, [*names], MOST)]
    for level, leaves, most in waiting:  # grows while it is read
        for module, members in _by_module(leaves, names, level.owner).items():
            if module and len(members) > most:
                box = Level(owner=shared_module([names[leaf] for leaf in members]))
                level.items.append(box)
                waiting.append((box, members, 1 if len(members) > BESIDE else len(members)))
            else:
                level.items += members
    return top.items


def _by_module(leaves: list[str], names: Mapping[str, str], owner: str) -> dict[str, list[str]]:
    """The leaves by the module one level inside of ``owner`` that has them; "" for those that ``owner`` has itself."""
    found: dict[str, list[str]] = {}
    for leaf in leaves:
        first, dot, _ = names[leaf].removeprefix(f"{owner}." if owner else "").partition(".")
        found.setdefault(f"{owner}.{first}" if dot else "", []).append(leaf)
    return found
