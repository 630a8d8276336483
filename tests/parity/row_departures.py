"""Where rows of the table are not compared with PyTorch, or differ from it on purpose. Every entry says why."""

EXCLUDED = {
    "_copy_slices": "PyTorch has no such operator: it makes these nodes by hand, in C++",
}
"""Rows that cannot be called through ``torch.ops.aten``, or that draw random numbers."""

DEPARTURES: tuple[tuple[str, str, str, str], ...] = ()
"""(row, case, field, why): shell-style patterns for what may differ there."""

RTOL: dict[str, tuple[float, str]] = {}
"""Row: (relative tolerance of its float32 numbers, why), where `normalise.RTOL` is too tight."""
