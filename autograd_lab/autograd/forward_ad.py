"""Forward-mode differentiation, which is not part of autograd_lab: every function here says so.

PyTorch: torch/autograd/forward_ad.py.
"""

from .._base.left_out import refused

_WHY = "it differentiates in reverse mode only; autograd.grad gives v·J, one backward for each row of the Jacobian."

dual_level = refused("torch.autograd.forward_ad.dual_level", _WHY)
enter_dual_level = refused("torch.autograd.forward_ad.enter_dual_level", _WHY)
exit_dual_level = refused("torch.autograd.forward_ad.exit_dual_level", _WHY)
make_dual = refused("torch.autograd.forward_ad.make_dual", _WHY)
unpack_dual = refused("torch.autograd.forward_ad.unpack_dual", _WHY)
