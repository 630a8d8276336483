"""All that can be seen of one tensor, of either package, as plain data."""

from normalise import dtype_name, flat, number, text

PLAIN = ("requires_grad", "is_leaf", "retains_grad")


def seen(tensor, named, brief=False):
    """Fields and what they hold; ``named`` tells tensors of the program by their names.

    ``brief`` is for what hooks get: numbers, type and shape, and whether there is a history.
    """
    dtype = dtype_name(tensor.dtype)
    found = {
        "dtype": dtype,
        "shape": list(tensor.shape),
        "values": numbers(tensor, dtype),
        "requires_grad": tensor.requires_grad,
    }
    if brief:
        return found
    found |= {name: attribute(tensor, name) for name in PLAIN}
    found["kind"] = type(tensor).__name__
    found["inference"] = tensor.is_inference()
    if not second_graph(tensor, named):
        found |= {"strides": strides(tensor), "view of": view_of(tensor, named), "output_nr": tensor.output_nr}
    found |= history(tensor, named)
    return found | gradient(attribute(tensor, "grad"), named)


def numbers(tensor, dtype):
    """The numbers in a row; PyTorch has tensors of zeros with no memory, and then nothing can be read."""
    try:
        return [number(item, dtype) for item in flat(tensor.detach().tolist())]
    except RuntimeError:
        return [number(item, dtype) for item in flat(tensor.detach().clone().tolist())]


def gradient(grad, named):
    """What can be seen of ``.grad``; which tensor of the program it is, if it is one."""
    if grad is None or isinstance(grad, list):
        return {"grad": grad}
    return {
        "grad": seen(grad, {}, brief=True),
        "grad is": next((name for name, other in named.items() if other is grad), None),
    }


def attribute(tensor, name):
    """It, or the error that asking for it raises."""
    try:
        return getattr(tensor, name)
    except Exception as error:
        return ["error", type(error).__name__, text(str(error))]


def view_of(tensor, named):
    """None, or the name of the tensor that it is a view of ("?" where it has none)."""
    if not tensor._is_view():
        return None
    return next((name for name, other in named.items() if other is tensor._base), "?")


def strides(tensor):
    """Strides and offset, where a number's address depends on them."""
    if not tensor.numel():
        return None
    pairs = zip(tensor.stride(), tensor.shape, strict=True)
    return [[stride if size > 1 else None for stride, size in pairs], tensor.storage_offset()]


def second_graph(tensor, named):
    """Is it a gradient? Its graph and its memory are not laid out as PyTorch's; programs call it ``g1``, ``g2`` …"""
    return any(other is tensor and name[0] == "g" for name, other in named.items())


def history(tensor, named):
    """The node's name, and where its edges lead: a leaf's name, a node's name, or a hole."""
    node = attribute(tensor, "grad_fn")
    if node is None or isinstance(node, list):
        return {"grad_fn": node, "edges": None}
    if second_graph(tensor, named):
        return {"grad_fn": "a node", "edges": None}
    return {"grad_fn": type(node).__name__, "edges": [edge(*pair, named) for pair in node.next_functions]}


def edge(node, slot, named):
    """One entry of ``next_functions``."""
    if node is None:
        return [None, slot]
    leaf = getattr(node, "variable", None)
    if type(node).__name__ == "AccumulateGrad" and leaf is not None:
        return [next((name for name, other in named.items() if other is leaf), "a leaf"), slot]
    return [of_gradient(node, slot, named) or type(node).__name__, slot]


def of_gradient(node, slot, named):
    """The name of the gradient that this edge leads to, if it leads to one."""
    for name, other in named.items():
        if name[0] == "g" and other.output_nr == slot and attribute(other, "grad_fn") is node:
            return name
    return None
