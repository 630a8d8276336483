"""``einsum``, ``tensordot`` and the like: sums of products, composed of the same steps as in PyTorch.

There is no EinsumBackward. Two operands meet in one BmmBackward0, with views before and after it that bring the
letters into order. PyTorch: ATen/native/Linear.cpp (einsum, sumproduct_pair, tensordot).
"""

import functools
import math
from collections.abc import Sequence
from typing import Any

from ... import derivatives as d
from ..._core.tensor import Tensor
from .arguments import only_tensors
from .reductions import sum
from .shapes import flatten, movedim, reshape, squeeze


# ----- einsum ------------------------------------------------------------------------------------------------------
def einsum(equation: str, *operands: Any) -> Tensor:
    """Sums of products, spelled with letters: ``einsum("ij,jk->ik", a, b)`` is ``a @ b``.

    A letter that is missing on the right is summed over; without an arrow the letters that occur once stay, in
    alphabetical order; ``...`` stands for any further dimensions, which broadcast.

    Raises:
        RuntimeError: letters that do not fit the operands.
    """
    if not isinstance(equation, str):
        kind = type(equation).__name__
        raise TypeError(f"einsum(): argument 'equation' (position 1) must be str, not {kind}")
    if len(operands) == 1 and isinstance(operands[0], list | tuple):
        operands = tuple(operands[0])
    only_tensors(operands, 1)
    _check_spelling(equation, len(operands))
    left, arrow, right = equation.replace(" ", "").partition("->")
    terms = zip(left.split(","), operands, strict=True)
    letters = [_letters(term, operand, i) for i, (term, operand) in enumerate(terms)]
    output = _output(letters, right if arrow else None)
    _check_sizes(letters, operands)
    order = output + sorted({letter for found in letters for letter in found} - set(output))
    parts = [_arranged(operand, found, order) for operand, found in zip(operands, letters, strict=True)]
    kept = len(output)
    if len(parts) == 1:
        return sum(parts[0], tuple(range(kept, len(order)))) if len(order) > kept else parts[0]
    while len(parts) > 1:
        first, second, *later = parts
        # A letter may be summed as soon as no later operand has it.
        done = [i for i in range(kept, len(order)) if all(other.shape[i] == 1 for other in later)]
        parts = [_pair(first, second, done), *later]
    return d.view(parts[0], tuple(parts[0].shape[:kept])) if len(order) > kept else parts[0]


_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


@functools.lru_cache(256)  # the same few equations come in every step of a training
def _check_spelling(equation: str, count: int) -> None:
    """Letters, spaces, one ellipsis in each term, and as many terms as operands."""
    left, _, right = equation.partition("->")
    terms = left.split(",")
    if len(terms) != count:
        few = "fewer" if len(terms) > count else "more"
        raise RuntimeError(f"einsum(): {few} operands were provided than specified in the equation")
    for term in (*terms, right):
        before, _, after = term.partition("...")
        for letter in before + after:
            if letter not in _LETTERS + " ":
                raise RuntimeError(
                    f"einsum(): invalid subscript given at index {equation.index(letter)} in the equation string, "
                    "subscripts must be in [a-zA-Z]"
                )


def _letters(term: str, operand: Tensor, position: int) -> list[str]:
    """The letter of each dimension; those that ``...`` stands for are called ``.0``, ``.1`` … from the right."""
    before, dots, after = term.partition("...")
    named = len(before) + len(after)
    if dots:
        if operand.ndim < named:
            raise RuntimeError(
                f"einsum(): the number of subscripts in the equation ({named}) is more than the number of dimensions "
                f"({operand.ndim}) for operand {position}"
            )
        extra = [f".{i}" for i in reversed(range(operand.ndim - named))]
        return [*before, *extra, *after]
    if operand.ndim != named:
        raise RuntimeError(
            f"einsum(): the number of subscripts in the equation ({named}) does not match the number of dimensions "
            f"({operand.ndim}) for operand {position} and no ellipsis was given"
        )
    return list(before)


def _output(letters: list[list[str]], right: str | None) -> list[str]:
    """The letters of the result, in order."""
    dotted = sorted({item for found in letters for item in found if item.startswith(".")}, reverse=True)
    if right is None:
        plain = [item for found in letters for item in found if not item.startswith(".")]
        return dotted + sorted(item for item in set(plain) if plain.count(item) == 1)
    before, dots, after = right.partition("...")
    known = {item for found in letters for item in found}
    for letter in before + after:
        if letter not in known:
            raise RuntimeError(
                f"einsum(): output subscript {letter} does not appear in the equation for any input operand"
            )
        if (before + after).count(letter) > 1:
            raise RuntimeError(f"einsum(): output subscript {letter} appears more than once in the output")
    return [*before, *(dotted if dots else []), *after]


def _check_sizes(letters: list[list[str]], operands: Sequence[Tensor]) -> None:
    sizes: dict[str, int] = {}
    for position, (found, operand) in enumerate(zip(letters, operands, strict=True)):
        for letter, size in zip(found, operand.shape, strict=True):
            known = sizes.get(letter, size)
            if size != known and (1 not in (size, known) or found.count(letter) > 1):
                raise RuntimeError(
                    f"einsum(): subscript {letter} has size {size} for operand {position} which does not broadcast "
                    f"with previously seen size {known}"
                )
            sizes[letter] = max(size, known) if 0 not in (size, known) else 0


def _arranged(operand: Tensor, found: list[str], order: list[str]) -> Tensor:
    """The operand with one dimension for each letter of ``order``; a letter that it has twice becomes a diagonal."""
    names = list(found)
    while len(set(names)) < len(names):
        letter = next(name for name in names if names.count(name) > 1)
        first = names.index(letter)
        second = names.index(letter, first + 1)
        names.pop(second)
        operand = movedim(d.diagonal(operand, 0, first, second), -1, first)  # the diagonal comes last
    for letter in order:
        if letter not in names:
            operand = d.unsqueeze(operand, len(names))
            names.append(letter)
    return d.permute(operand, tuple(names.index(letter) for letter in order))


def _pair(left: Tensor, right: Tensor, summed: list[int]) -> Tensor:
    """The product of two operands with the same dimensions, ``summed`` ones kept with length 1."""
    together, both, only_left, only_right = [], [], [], []
    for dim in range(left.ndim):
        one, other = left.shape[dim] != 1, right.shape[dim] != 1
        if one and other:
            (together if dim in summed else both).append(dim)
        elif one and dim not in summed:
            only_left.append(dim)
        else:
            only_right.append(dim)
            if one:
                left = sum(left, (dim,), True)
            elif other and dim in summed:
                right = sum(right, (dim,), True)
    if not together:
        return d.mul(left, right)
    sizes = [[tensor.shape[dim] for dim in dims] for tensor, dims in
             ((left, both), (left, only_left), (right, only_right), (left, together))]  # fmt: skip
    batch, rows, columns, inner = (math.prod(lengths) for lengths in sizes)
    first = reshape(d.permute(left, (*both, *only_left, *together, *only_right)), batch, rows, inner)
    second = reshape(d.permute(right, (*both, *together, *only_right, *only_left)), batch, inner, columns)
    placed = [*both, *only_left, *together, *only_right]
    lengths = [*sizes[0], *sizes[1], *([1] * len(together)), *sizes[2]]
    product = d.view(d.bmm(first, second), tuple(lengths))
    return d.permute(product, tuple(placed.index(dim) for dim in range(left.ndim)))


# ----- other products ----------------------------------------------------------------------------------------------
def tensordot(a: Tensor, b: Tensor, dims: Any = 2) -> Tensor:
    """The sum over pairs of dimensions: the last ``dims`` of a with the first of b, or those listed in two lists.

    What is left of a's dimensions comes first, then what is left of b's: (2, 3, 4) and (3, 4, 5) give (2, 5).

    Raises:
        RuntimeError: dimensions of different lengths.
    """
    if isinstance(dims, Tensor):
        dims = dims.tolist()
    if isinstance(dims, int):
        if not 0 <= dims <= min(a.ndim, b.ndim):
            raise RuntimeError(f"tensordot expects 0 <= dims <= ndim_a and ndim_b, but got dims={dims}")
        of_a, of_b = list(range(-dims, 0)), list(range(dims))
    else:
        of_a, of_b = ([item] if isinstance(item, int) else list(item) for item in dims)
    if len(of_a) != len(of_b):
        raise RuntimeError("both dimension lists should have same length")
    for one, other in zip(of_a, of_b, strict=True):
        if b.shape[other] == 1:  # it would be stretched: the others meet their sum
            a = d.sum_dim(a, (one,), True)
        elif a.shape[one] == 1:
            b = d.sum_dim(b, (other,), True)
        elif a.shape[one] != b.shape[other]:
            raise RuntimeError(
                f"contracted dimensions need to match, but first has size {a.shape[one]} in dim {one} and second has "
                f"size {b.shape[other]} in dim {other}"
            )
    rest_a = [dim for dim in range(a.ndim) if dim not in of_a and dim - a.ndim not in of_a]
    rest_b = [dim for dim in range(b.ndim) if dim not in of_b and dim - b.ndim not in of_b]
    inner = math.prod(a.shape[dim] for dim in of_a)
    sizes = [a.shape[dim] for dim in rest_a] + [b.shape[dim] for dim in rest_b]
    first, second = d.permute(a, (*rest_a, *of_a)), d.permute(b, (*of_b, *rest_b))
    if math.prod(sizes) == 1:  # a single number all the same
        one_row = first.is_contiguous() and second.is_contiguous()
        number = d.dot(flatten(first), flatten(second)) if one_row else sum(d.mul(squeeze(first), squeeze(second)))
        return reshape(number, tuple(sizes))
    first = reshape(first, math.prod(a.shape[dim] for dim in rest_a), inner)
    second = reshape(second, inner, math.prod(b.shape[dim] for dim in rest_b))
    return reshape(d.mm(first, second), tuple(sizes))


__all__ = ["einsum", "tensordot"]
METHODS: list[str] = []
