"""What the rules of `known_departures` ask: of the program, of the difference, of the tensors that were there."""

import functools
import re
from typing import NamedTuple

import numpy as np
from log_differences import apart
from session import Session, record_of

import autograd_lab as al
from autograd_lab._core.graph import edge_of

HISTORY = ("edges", "grad_fn", "is_leaf", "output_nr", "requires_grad", "retains_grad")
WRITES = re.compile(r"\w_\(|[-+*/]= |\] = |Raise\.apply|inplace=True|ReLU|optimiser")
"""A statement that may write into memory that was there before."""
SECOND_GRAPH = re.compile(r"create_graph=True|\.grad_fn\(")


# ----- the program ----------------------------------------------------------------------------------------------------
def before(program, one):
    """The program up to the statement that differs."""
    return program.statements[: one.place + 1]


def has(program, one, *words):
    """Does one of the words stand in the program up to there?"""
    return any(word in line for line in before(program, one) for word in words)


def suspects(program, one):
    """The places of the statements that may have made the difference: the last one, or any if nobody looked before."""
    return range(one.place, one.place + 1) if program.watched else range(one.place + 1)


def matches(program, one, pattern):
    """Does the pattern stand in the statement itself?"""
    return any(pattern.search(program.statements[place]) for place in suspects(program, one))


# ----- what differs ---------------------------------------------------------------------------------------------------
def of_history(one):
    """Is it about where a tensor hangs in the graph?"""
    return one.kind.startswith("tensors.") and one.kind.removeprefix("tensors.").split("[")[0] in HISTORY


def name_of(one):
    """The tensor of the program in which the difference is."""
    return one.field.split(".")[1] if one.field.startswith("tensors.") else None


def in_error(one, *words):
    """Does PyTorch raise, and is one of the words in its message?"""
    return one.field == "error" and one.expected is not None and any(word in one.expected[1] for word in words)


def in_ours(one, *words):
    """Is an error raised here, with one of the words in its message?"""
    return one.field == "error" and one.actual is not None and any(word in one.actual[1] for word in words)


def packed_only(more, fewer):
    """Is everything that hooks said there and not here a call of a pack hook?"""
    return len(more) > len(fewer) and all(said[0].startswith("pack ") for said in more if said not in fewer)


# ----- tensors --------------------------------------------------------------------------------------------------------
class There(NamedTuple):
    """A tensor of the program as it was before a statement."""

    array: object
    inference: bool
    requires_grad: bool
    identity: int
    node: str | None
    """The name of its node, which a view may not have."""
    leads_nowhere: bool
    """A view that needs a gradient, and was made where nothing is recorded."""
    retained_slot: int | None
    """Which output of its node it is, if its gradient is kept there."""


@functools.lru_cache(maxsize=4)
def replayed(program):
    """For each statement, and for the end: the tensors that were there, by name."""
    session, found = Session(al, program.real), []
    try:
        for line in program.statements:
            found.append(there(session))
            session.run(line, look=False)
        return [*found, there(session)]
    finally:
        session.close()


@functools.lru_cache(maxsize=4)
def with_hooks(program):
    """What can be seen here where hooks are in use, though they do nothing: leaves are written as backward goes along.

    For each statement all tensors, as they were when it had run.
    """
    records, tensors, found = record_of(al, program, as_if_hooked=True), {}, []
    for record in records:
        tensors = {**tensors, **record.get("tensors", {})}
        found.append(tensors)
    return found


def remains(one, tensors):
    """Does the tensor differ from PyTorch's just as much if the program's tensors are these?"""
    wanted, got = ({name_of(one): found.get(name_of(one))} for found in (one.record["tensors"], tensors[one.place]))
    return any(field == one.field.removeprefix("tensors.") for field, *_ in apart(wanted, got, "", 0.0))


def there(session):
    """The tensors that are there now."""
    return {
        name: There(
            tensor._data,
            tensor.is_inference(),
            tensor.requires_grad,
            id(tensor),
            None if tensor._fn is None else type(edge_of(tensor._fn).node).__name__,
            tensor._fn is None and tensor.requires_grad and not tensor._requires,
            tensor.output_nr if tensor.retains_grad else None,
        )
        for name, tensor in session.tensors().items()
    }


def named_in(program, place):
    """The tensors that a statement names."""
    known = replayed(program)[place]
    return [known[name] for name in re.findall(r"\w+", program.statements[place]) if name in known]


def elements_share_a_place(array):
    """Do elements of the array lie on each other?"""
    if not isinstance(array, np.ndarray) or not array.size:
        return False
    reach = 0
    for step, n in sorted((abs(step), n) for step, n in zip(array.strides, array.shape, strict=True) if n > 1):
        if step <= reach:
            return True
        reach += step * (n - 1)
    return False


def shared(one, two):
    """Do two arrays share memory without being the same?"""
    if not (isinstance(one, np.ndarray) and isinstance(two, np.ndarray) and np.may_share_memory(one, two)):
        return False
    return one.shape != two.shape or one.strides != two.strides or one.ctypes.data != two.ctypes.data
