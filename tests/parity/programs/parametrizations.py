# ruff: noqa: F821
"""Parameters that are computed from others: nn.utils.parametrize, weight_norm and spectral_norm."""

# %% symmetric
import copy

import torch.nn.utils.parametrize as P
from torch import nn


class Symmetric(nn.Module):
    def forward(self, X):
        return X.triu() + X.triu(1).transpose(-1, -2)

    def right_inverse(self, A):
        return A.triu()


class Double(nn.Module):
    def forward(self, X):
        return X * 2


torch.manual_seed(0)
layer = nn.Linear(3, 3)
weight = layer.weight
print(P.is_parametrized(layer), P.register_parametrization(layer, "weight", Symmetric()) is layer)
print(layer, type(layer).__name__, isinstance(layer, nn.Linear), P.type_before_parametrizations(layer).__name__)
print(P.is_parametrized(layer), P.is_parametrized(layer, "weight"), P.is_parametrized(layer, "bias"))
print([name for name, _ in layer.named_parameters()], list(layer.state_dict()))
print(layer.parametrizations.weight.original is weight, layer.parametrizations.weight[0], layer.weight.grad_fn is None)
show("weight", layer.weight)
layer(torch.ones(2, 3)).sum().backward()
show("gradient", layer.parametrizations.weight.original.grad)
layer.weight = torch.eye(3) * 3
show("assigned", [layer.weight, layer.parametrizations.weight.original])
with P.cached():
    print(layer.weight is layer.weight)
print(layer.weight is layer.weight)
twin = copy.deepcopy(layer)
show("twin", twin.weight)
print(type(twin) is type(layer), twin.parametrizations.weight.original is weight)
P.register_parametrization(layer, "weight", Double())
show("two", layer.weight)
print(layer)
attempt("no inverse", lambda: setattr(layer, "weight", torch.eye(3)))
P.register_parametrization(layer, "bias", Double())
print(list(layer.state_dict()), layer.training, layer.eval().parametrizations.bias[0].training)
P.remove_parametrizations(layer, "bias", leave_parametrized=False)
P.remove_parametrizations(layer, "weight")
print(layer, type(layer).__name__, list(layer.state_dict()), layer.weight is weight)
show("removed", layer.weight)
attempt("not there", lambda: P.remove_parametrizations(layer, "weight"))

# %% several_originals
import torch.nn.utils.parametrize as P
from torch import nn


class RankOne(nn.Module):
    def forward(self, x, y):
        return x.unsqueeze(-1) @ y.unsqueeze(-2)

    def right_inverse(self, Z):
        return Z[:, 0], Z[0]


torch.manual_seed(1)
layer = P.register_parametrization(nn.Linear(3, 2), "weight", RankOne())
print(layer, list(layer.state_dict()), layer.parametrizations.weight.ntensors, layer.parametrizations.weight.is_tensor)
show("weight", layer.weight)
layer.weight = torch.arange(6.0).reshape(2, 3)
show("assigned", dict(layer.state_dict()))
layer(torch.ones(1, 3)).sum().backward()
show("gradient", [p.grad for p in layer.parameters()])
other = P.register_parametrization(nn.Linear(3, 2), "weight", RankOne())
print(other.load_state_dict(layer.state_dict()))
show("loaded", other.weight)
attempt("which", lambda: P.remove_parametrizations(layer, "weight", leave_parametrized=False))
P.remove_parametrizations(layer, "weight")
print(list(layer.state_dict()), type(layer.weight).__name__)

# %% complaints
import pickle

import torch.nn.utils.parametrize as P
from torch import nn


class Like(nn.Module):
    def __init__(self, forward=None, right_inverse=None):
        super().__init__()
        self.function = forward or (lambda x: x)
        if right_inverse:
            self.right_inverse = right_inverse

    def forward(self, x):
        return self.function(x)


def tried(*args, **kwargs):
    return lambda: P.register_parametrization(nn.Linear(2, 2), "weight", Like(*args), **kwargs)


attempt("no such name", lambda: P.register_parametrization(nn.Linear(2, 2), "height", Like()))
attempt("shape", tried(lambda x: x[0]))
attempt("dtype", tried(lambda x: x.double()))
attempt("no tensor", tried(lambda x: 3))
attempt("inverse", tried(None, lambda x: 3))
attempt("inverse's dtype", tried(None, lambda x: x.double()))
show("unsafe", P.register_parametrization(nn.Linear(2, 2), "weight", Like(lambda x: x[0] * 0), unsafe=True).weight)
layer = P.register_parametrization(nn.Linear(2, 2), "weight", Like())
attempt("next shape", lambda: P.register_parametrization(layer, "weight", Like(lambda x: x[0])))
attempt("next dtype", lambda: P.register_parametrization(layer, "weight", Like(lambda x: x.double())))
attempt("next none", lambda: P.register_parametrization(layer, "weight", Like(lambda x: None)))
attempt("next inverse", lambda: P.register_parametrization(layer, "weight", Like(None, lambda x: x[0])))
attempt("pickle", lambda: pickle.dumps(layer))

# %% weight_norm
from torch import nn
from torch.nn.utils.parametrizations import weight_norm

torch.manual_seed(2)
for layer, dim in ((nn.Linear(3, 2), 0), (nn.Linear(3, 2), 1), (nn.Conv1d(2, 3, 2), 1), (nn.Linear(3, 2), None)):
    made = weight_norm(layer, dim=dim)
    print(made, list(made.state_dict()), made is layer)
    show("weight", [made.weight, *made.parameters()])
    nodes(made.weight)
    optimizer = torch.optim.SGD(made.parameters(), lr=0.5)
    made(torch.arange(6.0).reshape(1, 2, 3) if layer.weight.ndim == 3 else torch.arange(3.0)).pow(2).sum().backward()
    show("gradients", [p.grad for p in made.parameters()])
    optimizer.step()
    show("stepped", made.weight)
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

# %% spectral_norm rtol=1e-4
from torch import nn
from torch.nn.utils.parametrizations import spectral_norm

torch.manual_seed(3)
for layer in (nn.Linear(3, 2), nn.Conv2d(2, 3, 2)):
    made = spectral_norm(layer)
    print(made, list(made.state_dict()))
    show("state", dict(made.state_dict()))
    x = torch.arange(18.0).reshape(1, 2, 3, 3) if layer.weight.ndim == 4 else torch.arange(3.0)
    made(x).pow(2).sum().backward()
    show("gradients", [p.grad for p in made.parameters()])
    show("more", [made.weight.detach(), made.weight.detach(), made.eval().weight.detach(), made.weight.detach()])
show("vector", spectral_norm(nn.Linear(3, 2), "bias").bias)
attempt("dim", lambda: spectral_norm(nn.Linear(3, 2), dim=2))
attempt("iterations", lambda: spectral_norm(nn.Linear(3, 2), n_power_iterations=0))
attempt("name", lambda: spectral_norm(nn.Linear(3, 2), "height"))
old = nn.utils.spectral_norm(nn.Linear(3, 2), n_power_iterations=2)
print(old, list(old.state_dict()), type(old.weight).__name__, [name for name, _ in old.named_parameters()])
show("state", dict(old.state_dict()))
(old(torch.arange(3.0)) + old(torch.ones(3))).sum().backward()
show("gradients", {name: p.grad for name, p in old.named_parameters()})
show("weight", [old.weight, old.weight_u])
attempt("twice", lambda: nn.utils.spectral_norm(old))
print(nn.utils.remove_spectral_norm(old), list(old.state_dict()), [name for name, _ in old.named_parameters()])
attempt("not there", lambda: nn.utils.remove_spectral_norm(old))
attempt("none", lambda: nn.utils.spectral_norm(nn.Linear(3, 2, bias=False), "bias"))
