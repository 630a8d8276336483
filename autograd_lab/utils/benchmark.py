"""``torch.utils.benchmark`` is left out: it can be imported, and says so when one of its names is called."""

from .._base.left_out import refusing_all as _refusing_all

__getattr__ = _refusing_all(__name__, "measuring time is left out; Python's timeit does it, and %timeit in a notebook")
