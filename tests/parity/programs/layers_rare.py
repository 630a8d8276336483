# ruff: noqa: F821
"""Rarer layers: Bilinear, LocalResponseNorm, and the choice by Gumbel noise."""

# %% bilinear
torch.manual_seed(0)
layer = torch.nn.Bilinear(2, 3, 4)
show("start", list(layer.parameters()))
print(layer, torch.nn.Bilinear(2, 3, 1, bias=False))
x, y = torch.randn(5, 2, requires_grad=True), torch.randn(5, 3, requires_grad=True)
out = layer(x, y)
nodes(out)
(out * out).sum().backward()
show("gradients", [x.grad, y.grad, layer.weight.grad, layer.bias.grad])
f = torch.nn.functional.bilinear
show("no rows", f(x[0], y[0], layer.weight))
show("more dimensions", f(x.reshape(5, 1, 2), y.reshape(5, 1, 3), layer.weight).shape)
(g,) = torch.autograd.grad(f(x, y, layer.weight).pow(2).sum(), x, create_graph=True)
show("second", torch.autograd.grad(g.sum(), [y, layer.weight]))
attempt("rows", lambda: f(x, y[:3], layer.weight))
attempt("first", lambda: f(y, y, layer.weight))
attempt("second", lambda: f(x, x, layer.weight))
attempt("bias", lambda: f(x, y, layer.weight, torch.ones(3)))
attempt("ranks", lambda: f(x, y[None], layer.weight))
attempt("dtypes", lambda: f(x, y.double(), layer.weight))
attempt("no features", lambda: torch.nn.Bilinear(0, 1, 1))

# %% local_response_norm
torch.manual_seed(0)
layer = torch.nn.LocalResponseNorm(3, alpha=0.1)
print(layer)
for shape in ((1, 4, 3), (2, 4, 3, 2), (1, 5, 2, 1, 2), (0, 4, 3)):
    x = torch.randn(*shape, requires_grad=True)
    out = layer(x)
    (out * out).sum().backward()
    show(shape, [out.detach(), x.grad])
show("even", torch.nn.functional.local_response_norm(torch.randn(1, 5, 2, 2), 2, k=2.0))
attempt("rank", lambda: layer(torch.ones(2, 2)))

# %% gumbel_softmax
torch.manual_seed(0)
f = torch.nn.functional.gumbel_softmax
x = torch.randn(4, 3, requires_grad=True)
soft = f(x)
nodes(soft)
show("cold", f(x, tau=0.1).sum(-1))
hard = f(x, hard=True, dim=0)
show("hard", hard)
(hard * torch.arange(12.0).reshape(4, 3)).sum().backward()
show("gradient", x.grad)
attempt("whole numbers", lambda: f(torch.ones(2, dtype=torch.int64)))
