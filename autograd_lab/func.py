"""Functions that transform functions, which are not part of autograd_lab: every function here says so.

PyTorch: torch/func/__init__.py.
"""

from ._base.left_out import refused

_GRAD = "call the function and then autograd.grad on its result."
_BATCH = "its tensors know no batches; call the function once for each item and stack the results."

grad = refused("torch.func.grad", _GRAD)
grad_and_value = refused("torch.func.grad_and_value", _GRAD)
vjp = refused("torch.func.vjp", _GRAD)
jvp = refused("torch.func.jvp", "it differentiates in reverse mode only.")
jacrev = refused("torch.func.jacrev", _GRAD)
jacfwd = refused("torch.func.jacfwd", "it differentiates in reverse mode only.")
hessian = refused("torch.func.hessian", _GRAD)
linearize = refused("torch.func.linearize", "it differentiates in reverse mode only.")
functionalize = refused("torch.func.functionalize", "it records in-place operations as they are.")
functional_call = refused("torch.func.functional_call", "call the module itself.")
stack_module_state = refused("torch.func.stack_module_state", _BATCH)
vmap = refused("torch.func.vmap", _BATCH)
