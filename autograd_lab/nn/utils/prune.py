"""``torch.nn.utils.prune`` is left out: it can be imported, and says so when one of its names is called."""

from ..._base.left_out import refusing_all as _refusing_all

_WHY = "taking weights out of a network is left out; a mask does it: parametrize the weight, or multiply it by one"
__getattr__ = _refusing_all(__name__, _WHY)
