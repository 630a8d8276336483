"""Text that reads well everywhere: in a terminal, in a notebook, and in a preview without a kernel.

A `Message` is a list of paragraphs. Within one, `` `backticks` `` mark code; everything else is taken literally, so
that an answer or an error text with markup in it shows as text.
"""

import json
import re
import textwrap
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from ..views.pause import Block as Block
from ..views.pause import Parts as Parts
from ..views.pause import parts_json as parts_json

SENTENCES = json.loads((files(__package__) / "static" / "sentences.json").read_text(encoding="utf-8"))
"""The sentences that a page without a kernel says, too: the site hands them to its ``judge.js``."""

_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")
_LONG = 1000
_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~$&])")


def sentence(key: str, /, **values: Any) -> str:
    """One of the shared sentences, with these values in it."""
    return SENTENCES[key].format(**values)


@dataclass(frozen=True, repr=False)
class Message:
    """Paragraphs and blocks, shown as the last value of a notebook cell."""

    parts: Parts
    tone: str = ""
    """Its colour: "right", "wrong", "close", "open" (no verdict yet), or none. The text says the same."""

    def __repr__(self) -> str:
        return plain(self.parts)

    def _repr_markdown_(self) -> str:
        return markdown(self.parts)


def plain(parts: Parts) -> str:
    """For a terminal: one line for each paragraph, blocks set in by four spaces."""
    return "\n".join(textwrap.indent(part.text, "    ") if isinstance(part, Block) else part for part in parts)


def markdown(parts: Parts) -> str:
    """For a notebook, with everything escaped that markdown would take for markup."""
    return "\n\n".join(_fenced(part) if isinstance(part, Block) else _spans(part) for part in parts)


def parts_from(told: list[dict[str, str]]) -> Parts:
    """The way back."""
    return tuple(part["text"] if "text" in part else Block(part["code"], part["language"]) for part in told)


def shortened(text: str, limit: int = 200) -> str:
    """One line, not longer than ``limit``, without addresses: they differ from run to run."""
    text = _ADDRESS.sub("", " ".join(text[: limit + _LONG].split()))
    return text if len(text) <= limit else text[: limit - 1] + "…"


def safe_repr(item: object, limit: int = 60) -> str:
    """``repr``, whatever it is that a learner hands in: short, on one line, and it never raises."""
    try:
        if isinstance(item, list | tuple | str) and len(item) > _LONG:
            return f"{shortened(repr(item[:_LONG]), limit)} ({len(item)} in all)"
        return shortened(repr(item), limit)
    except Exception:  # whatever a strange object does when it is looked at
        return "a very large number" if type(item) is int else f"an object of type {type(item).__name__}"


def _fenced(block: Block) -> str:
    fence = "```"
    while fence in block.text:
        fence += "`"
    return f"{fence}{block.language or 'text'}\n{block.text}\n{fence}"


def _escaped(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", text).replace("\\<", "&lt;").replace("\\>", "&gt;").replace("\\&", "&amp;")


def _spans(text: str) -> str:
    """The pieces between pairs of backticks as they are, and all others escaped."""
    pieces = text.split("`")
    if len(pieces) % 2 == 0:  # a backtick without a partner marks nothing
        return _escaped(text)
    return "".join(f"`{piece}`" if i % 2 and piece else _escaped(piece) for i, piece in enumerate(pieces))
