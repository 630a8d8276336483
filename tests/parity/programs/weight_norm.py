# ruff: noqa: F821
"""A weight in two parts, its length and its direction: nn.utils.weight_norm."""

# %% weight_norm
from torch import nn

torch.manual_seed(2)
old = nn.utils.weight_norm(nn.Linear(3, 2))
print(old, list(old.state_dict()), type(old.weight).__name__, old.weight.grad_fn is None)
old(torch.ones(1, 3)).sum().backward()
show("gradients", {name: p.grad for name, p in old.named_parameters()})
attempt("twice", lambda: nn.utils.weight_norm(old))
print(nn.utils.remove_weight_norm(old), list(old.state_dict()), type(old.weight).__name__, len(old._forward_pre_hooks))
attempt("not there", lambda: nn.utils.remove_weight_norm(old))
attempt("no shape", lambda: nn.utils.weight_norm(nn.LazyLinear(2)))
v = torch.arange(1.0, 7.0).reshape(1, 2, 3)
show("norm_except_dim", [torch.norm_except_dim(v), torch.norm_except_dim(v, 1, 1), torch.norm_except_dim(v, 2, -1)])
attempt("dimension", lambda: torch.norm_except_dim(v, 2, 3))
