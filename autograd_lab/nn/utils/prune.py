"""``torch.nn.utils.prune`` is left out: it can be imported, and says so when one of its names is called."""

from ..._base.left_out import LeftOut as _LeftOut

_WHY = "taking weights out of a network is left out; a mask does it: parametrize the weight, or multiply it by one"


def __getattr__(name: str) -> _LeftOut:
    if name.startswith("_"):
        raise AttributeError(f"module 'torch.nn.utils.prune' has no attribute '{name}'")
    return _LeftOut(f"torch.nn.utils.prune.{name}", _WHY)
