"""Finds the node that a caller means."""

import re
from collections.abc import Callable, Iterable
from difflib import get_close_matches

from ..recording.live_nodes import id_and_label
from ..recording.variable_names import is_module
from ..telling.words import listed
from .events import NodeInfo

UNKNOWN_TENSOR = (
    "This recording does not know that tensor: it took no part, and no variable led to it. "
    "Traces that were read from a file know tensors by their names alone."
)
QUOTED = 40
"""An error repeats at most so many characters of what was asked for."""


def find_node(trace, wanted: object, kind: str | None = None) -> str:
    """The id of the node that ``wanted`` names.

    ``wanted`` is an id (``"n2"``), a label (``"MulBackward0 #2"``, ``"AccumulateGrad(a)"``), a name of a value
    (``"c"``: the node that made it, or the leaf), a class name that occurs once (``"MulBackward0"``), the end of one
    name alone (``"0.weight"`` for ``"net.0.weight"``), or, as long as the program runs, a tensor or a node
    (``e.grad_fn``) itself, of either engine. With ``kind``, only nodes of that kind (``"leaf"``).

    Raises KeyError with the labels to choose from.
    """
    words = wanted.strip("<>") if isinstance(wanted, str) else _words_for(trace, wanted)
    found = _found(trace, words, kind) or _found(trace, full_name(trace, words), kind)
    if len(found) == 1:
        return found[0]
    said = words if isinstance(wanted, str) or words not in trace.nodes else trace.name(words) or trace.label(words)
    quoted = repr(said if len(said) <= QUOTED else said[: QUOTED - 1] + "…")
    if found:
        raise KeyError(f"{quoted} could be {listed(map(trace.label, found))}")
    choice = listed(trace.label(info.id) for info in trace.nodes.values() if kind in (None, info.kind))
    if kind is not None and (others := _found(trace, words, None)):
        raise KeyError(f"{quoted} is no {kind}: it is made by {trace.label(others[0])}; choose among {choice}")
    number = trace.called(full_name(trace, words)) if words else None
    if number is not None:
        return _place_of(trace, number)
    names = (name for info in trace.nodes.values() for name in (*names_of(trace, info.id), trace.name(info.id)) if name)
    near = near_names(words, names)
    meant = f" (did you mean {' or '.join(map(repr, near))}?)" if near else ""
    raise KeyError(f"no node {quoted} in this trace{meant}; it has {choice or 'none'}")


def _words_for(trace, item: object) -> str:
    """The id or label of one of the learner's objects. Raises KeyError for a tensor without a node here."""
    number = trace.number_of(item)
    if number is not None:
        return _place_of(trace, number)
    if is_tensor(item):
        raise KeyError(UNKNOWN_TENSOR)
    node, label = id_and_label(item) or (None, str(item))
    known = trace.nodes.get(node)
    return node if known is not None and label.startswith(known.name) else label


def _place_of(trace, number: int) -> str:
    """The node of a tensor of the flow. Raises KeyError for a tensor without a node here."""
    tensor = trace.flow.tensors[number]
    if tensor.place is not None and tensor.place.node in trace.nodes:
        return tensor.place.node
    why = "no graph that it is in was recorded" if tensor.requires_grad else "it does not require a gradient"
    raise KeyError(f"{tensor.name or 'That tensor'} has no node in this trace: {why}.")


def is_tensor(item: object) -> bool:
    """Whether the object is a tensor of either engine."""
    return hasattr(item, "requires_grad") and hasattr(item, "retains_grad")


def no_tensor_words(trace, target: object) -> str:
    """The error for a target that is no tensor; for a module, it names the parameters."""
    told = f"why is asked of a tensor, or of the name of one, not of {type(target).__name__}"
    numbers = map(trace.number_of, target.parameters() if is_module(target) else ())
    names = [trace.flow.tensors[number].name for number in numbers if number is not None]
    known = [repr(name) for name in names if name]
    return f"{told}; its parameters are {', '.join(known[:6])}{', …' * (len(known) > 6)}." if known else f"{told}."


def full_name(trace, wanted: str) -> str:
    """The only name that ends in ``.wanted``, as in a ``state_dict``, brackets or dots; else ``wanted`` itself."""
    names = {tensor.name for tensor in trace.flow.tensors}.union(*(names_of(trace, node) for node in trace.nodes))
    if wanted in names or trace.called(wanted) is not None:  # by a second name
        return wanted
    plain = with_dots(wanted)
    same = [name for name in names if with_dots(name) == plain]
    longer = same or [name for name in names if with_dots(name).endswith(f".{plain}")]
    return longer[0] if len(longer) == 1 else wanted


def with_dots(name: str) -> str:
    """``net.layers.0.weight`` for ``net.layers[0].weight``."""
    return re.sub(r"\[(['\"]?)([^\]]*)\1\]", r".\2", name)


def near_names(wanted: str, names: Iterable[str]) -> list[str]:
    """At most three names that may be meant: those that are longer by a dot (``net.0.weight``), then similar ones."""
    known = list(dict.fromkeys(names))
    longer = [name for name in known if wanted and (name.endswith(f".{wanted}") or name.startswith(f"{wanted}."))]
    return list(dict.fromkeys([*longer, *get_close_matches(wanted, known, 3)]))[:3]


def _found(trace, words: str, kind: str | None) -> list[str]:
    """The nodes that fit by the first of these tests that any node passes."""
    nodes = [info for info in trace.nodes.values() if kind in (None, info.kind)]
    tests: list[Callable[[NodeInfo], bool]] = [
        lambda info: info.id == words,
        lambda info: trace.label(info.id) == words,
        lambda info: f"{info.name} #{info.number}" == words,
        lambda info: words in names_of(trace, info.id),
        lambda info: info.name == words,
    ]
    return next((found for fits in tests if (found := [info.id for info in nodes if fits(info)])), [])


def names_of(trace, node: str) -> tuple[str, ...]:
    """The learner's names for the outputs of a node, as far as there are any."""
    return tuple(variable.name for variable in trace.variables.get(node, ()) if variable and variable.name)
