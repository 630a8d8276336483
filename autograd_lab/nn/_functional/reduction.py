"""``reduction="mean"``, and the two older arguments that said the same."""

from ..._base.learners_line import warn

NUMBERS = {"none": 0, "mean": 1, "sum": 2}


def name_of(size_average: bool | None, reduce: bool | None, reduction: str) -> str:
    """ "none", "mean" or "sum"; ``size_average`` and ``reduce`` are PyTorch's older words, and it warns of them."""
    if size_average is None and reduce is None:
        return reduction
    average, reducing = (True if word is None else word for word in (size_average, reduce))
    reduction = "mean" if average and reducing else "sum" if reducing else "none"
    warn(f"size_average and reduce args will be deprecated, please use reduction='{reduction}' instead.")
    return reduction


def number_of(reduction: str) -> int:
    """PyTorch's number for a reduction."""
    if reduction not in NUMBERS:
        raise ValueError(f"{reduction} is not a valid value for reduction")
    return NUMBERS[reduction]


def reduction_of(size_average: bool | None, reduce: bool | None, reduction: str) -> int:
    """The number, from all three arguments."""
    return number_of(name_of(size_average, reduce, reduction))
