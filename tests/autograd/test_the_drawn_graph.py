"""The graph that stands in `Node`'s documentation is the one that this program makes."""

import inspect
import re

import autograd_lab as al
from autograd_lab._core.graph import Node

LINE = re.compile(r"^(?P<before>[| ]*)(\+--\[(?P<place>\d)\]--> )?(?P<name>[A-Z]\w+\d?) +(?P<keeps>\w+ = .*)$")


def drawn():
    """For each node in the drawing: (depth, place in next_functions, name, what it keeps)."""
    text = inspect.getdoc(Node)
    lines = text[text.index("e.grad_fn") : text.index("``[0]``")].splitlines()
    found = [match for match in map(LINE.match, lines) if match]
    return [
        (0 if m["place"] is None else len(m["before"]) // 10 + 1, int(m["place"] or 0), m["name"], m["keeps"])
        for m in found
    ]


def real(node, told, depth=0, place=0):
    """The same of a node and of all that its edges lead to; ``told`` says what its values are called."""
    if hasattr(node, "variable"):
        keeps = [f"variable = {told(node.variable)}"]
    else:
        names = [name for name in dir(node) if name.startswith("_saved_")]
        keeps = [f"{name} = {told(getattr(node, name))}" for name in sorted(names, reverse=True)]
    found = [(depth, place, type(node).__name__, ", ".join(keeps))]
    for index, (target, slot) in enumerate(node.next_functions):
        assert slot == 0
        found += real(target, told, depth + 1, index)
    return found


def test_the_drawing_in_the_documentation_is_the_graph():
    a, b, d = (al.tensor(value, requires_grad=True) for value in (2.0, 3.0, 4.0))
    total = a + b
    e = total * d
    names = {id(a): "a", id(b): "b", id(d): "d", id(total): "a + b"}
    assert len(drawn()) == 5
    assert drawn() == real(e.grad_fn, lambda value: names.get(id(value), str(value)))
