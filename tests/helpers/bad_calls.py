"""Calls with drawn arguments, made in PyTorch or in autograd_lab, and what came of them."""

import inspect
from dataclasses import dataclass, field
from typing import Any

import bad_values
import public_callables
from hypothesis import strategies as st

WORDS = ("dim", "keepdim", "dtype", "out", "bogus", "reduction", "requires_grad")

CALLABLES = [each for each in public_callables.callables() if each != ("nn", "Transformer")]  # which takes a second
COUNT = 40
"""How many functions are called with one set of arguments."""


@dataclass(frozen=True)
class Arguments:
    """The names of values (`bad_values.VALUES`) that a call is made with."""

    args: tuple[str, ...]
    kwargs: tuple[tuple[str, str], ...] = ()

    def made(self, torch: Any) -> tuple[list, dict[str, Any]]:
        """The values themselves, new ones."""
        values = bad_values.VALUES
        return [values[name](torch) for name in self.args], {key: values[name](torch) for key, name in self.kwargs}


@dataclass
class Outcome:
    """What a call did: it raised this error or gave this result, and these of its inputs are not as they were."""

    call: str
    error: Exception | None
    result: Any = None
    changed: list[str] = field(default_factory=list)

    @property
    def kind(self) -> str:
        """The class of error by which PyTorch's users catch it; "" where there is none."""
        known = (NotImplementedError, RuntimeError, TypeError, ValueError, IndexError)
        if self.error is None:
            return ""
        return next((each.__name__ for each in known if isinstance(self.error, each)), type(self.error).__name__)


def arguments() -> st.SearchStrategy[Arguments]:
    """Often a tensor first, then what fits now and then."""
    tensor, anything = st.sampled_from([*bad_values.TENSORS]), st.sampled_from([*bad_values.VALUES])
    likely = st.one_of(tensor, st.sampled_from([*bad_values.NUMBERS]), anything)
    first = st.one_of(tensor, tensor, anything)
    some = st.one_of(
        st.just(()), st.tuples(first), st.tuples(first, likely), st.tuples(first, likely, likely),
        st.tuples(tensor, likely, likely, likely),
    )  # fmt: skip
    words = st.one_of(st.just(()), st.just(()), st.tuples(st.tuples(st.sampled_from(WORDS), anything)))
    return st.builds(Arguments, some, words)


def some_callables() -> st.SearchStrategy[list[tuple[str, str]]]:
    """Different ones each time, and all of them in the end."""
    starts = st.integers(0, len(CALLABLES) - 1)
    return st.tuples(starts, st.sampled_from([7, 11, 13, 17, 19])).map(
        lambda drawn: [CALLABLES[(drawn[0] + step * drawn[1]) % len(CALLABLES)] for step in range(COUNT)]
    )


def can_be_made(space: str, drawn: Arguments) -> bool:
    """A method needs its tensor, and an operator one at least: else it is Python's or NumPy's business."""
    if space == "Tensor":
        return bool(drawn.args) and drawn.args[0] in bad_values.TENSORS
    return space != "operator" or any(name in bad_values.TENSORS for name in drawn.args)


def state_of(torch: Any, values: Any) -> list[tuple]:
    """All that a call must leave alone in the tensors among its arguments, if it fails."""
    found = []
    for value in values:
        if isinstance(value, list | tuple):
            found += state_of(torch, value)
        elif isinstance(value, torch.Tensor):
            numbers = value.detach().numpy()
            grad = value.grad if value.is_leaf else None
            found.append(
                (numbers.shape, numbers.tobytes(), str(value.dtype), value._version, value.requires_grad, grad is None)
            )
    return found


def outcome(torch: Any, space: str, name: str, drawn: Arguments) -> Outcome:
    """Make the call in this library."""
    args, kwargs = drawn.made(torch)
    shown = ", ".join([*drawn.args, *(f"{key}={value}" for key, value in drawn.kwargs)])
    found = Outcome(f"{space}.{name}({shown})".lstrip("."), None)
    before = state_of(torch, [*args, *kwargs.values()])
    try:
        found.result = public_callables.target(torch, space, name)(*args, **kwargs)
        if inspect.isgenerator(found.result):
            found.result = list(found.result)
    except Exception as error:
        found.error = error
        if state_of(torch, [*args, *kwargs.values()]) != before:
            found.changed = [*drawn.args]
    return found
