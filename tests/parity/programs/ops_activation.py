# ruff: noqa: F821
"""Activations: values and slopes at kinks and extremes, in-place forms, refusals."""

# %% calls
op("F.leaky_relu(m, negative_slope=0.2)")
op("F.leaky_relu(x * 1, 0.2, inplace=True)", x=[-2.0, 0.0, 3.0])
op("torch.nn.LeakyReLU(0.5)(s)")
op("F.elu(x * 1, 0.5, inplace=True)", x=[-2.0, 0.0, 3.0])
op("F.selu(x)", x=[-2.0, 0.0, 3.0])
op("torch.selu_(x * 1)", x=[-2.0, 0.0, 3.0])
op("F.gelu(x)", x=[-5.0, -1.0, 0.0, 0.5, 4.0, float("inf")])
op("F.gelu(m.t())")
op("F.silu(x)", x=[-20.0, -1.0, 0.0, 0.5, 4.0])
op("F.mish(x)", x=[-20.0, -1.0, 0.0, 0.5, 30.0])
op("F.softplus(x)", x=[-100.0, -1.0, 0.0, 0.5, 19.0, 21.0, 1000.0])
op("F.softplus(m, beta=2, threshold=1)")
op("F.relu6(x)", x=[-1.0, 0.0, 3.0, 6.0, 7.0])
op("F.hardtanh(x)", x=[-2.0, -1.0, 0.5, 1.0, float("nan")])
op("F.hardtanh(m, -0.25, 1)")
op("F.glu(b3.transpose(0, 2), dim=1)")
op("F.glu(mat)")
op("torch.nn.GLU(0)(m)")
op("F.logsigmoid(x)", x=[-1000.0, -1.0, 0.0, 2.0, 100.0])
op("F.softsign(m)")
op("F.hardswish(x)", x=[-4.0, -3.0, 0.5, 3.0, 5.0])
op("F.threshold(x, 0.5, 20)", x=[0.0, 0.5, 1.0])
op("F.softshrink(x)", x=[-2.0, -0.5, 0.0, 0.5, 0.75])
op("F.prelu(x, a)", x=[[-1.0, -0.25, 2.0], [1.0, -3.0, -0.5]], a=[0.25])
op("torch.prelu(m, p)")
op("F.prelu(v, a)", a=[0.25])
op("F.softmin(m, dim=1)")
op("F.softmax(m, dim=1, dtype=torch.float64)")
op("F.gelu(e)")
op("F.elu(e2)")
op("F.leaky_relu(F.elu(F.softplus(x)))", x=[float("nan"), 1.0])


# %% calls_5e6 rtol=5e-06
op("F.gelu(x, approximate='tanh')", x=[-5.0, -1.0, 0.0, 0.5, 4.0])


# %% silu_in_place
x = torch.tensor([-1.0, 0.5, 2.0], requires_grad=True)
out = torch.nn.functional.silu(x * 1, inplace=True)
show("out", [out, torch.autograd.grad(out.sum(), x)])


# %% relu6_in_place
x = torch.tensor([-1.0, 0.0, 0.5, 6.0, 7.0], requires_grad=True)
out = torch.nn.functional.relu6(x * 1, inplace=True)
show("out", [out, torch.autograd.grad(out.sum(), x)])


# %% hardsigmoid
x = torch.tensor([-4.0, -3.0, 0.5, 3.0, 5.0], requires_grad=True)  # PyTorch has no second derivative of it
out = torch.nn.functional.hardsigmoid(x)
nodes(out, x=x)
show("grad", torch.autograd.grad(out.sum(), x))


# %% whole_numbers
F, i = torch.nn.functional, torch.tensor([-2, 0, 3])
dtypes(
    """
    F.leaky_relu(i)
    F.elu(i)
    F.gelu(i)
    F.silu(i)
    F.mish(i)
    F.softplus(i)
    F.hardtanh(i)
    F.hardtanh(i, -1.5, 1.5)
    F.relu6(i)
    F.glu(torch.arange(4))
    F.logsigmoid(i)
    F.softsign(i)
    F.hardsigmoid(i)
    F.hardswish(i)
    F.softshrink(i)
    F.threshold(i, 1, 0)
    F.softmax(i, dim=0)
    F.log_softmax(i, dim=0)
    F.softmax(torch.ones(2, 2, dtype=torch.int64), dim=0)
    F.hardtanh(i > 0)
"""
)


# %% refusals
F, x = torch.nn.functional, torch.ones(2, 3, requires_grad=True)
dtypes(
    """
    F.gelu(x, approximate='foo')
    F.hardtanh(x, 3, 2)
    F.glu(x)
    F.glu(x.sum())
    F.softshrink(x, -1)
    F.prelu(x, torch.ones(2))
    F.prelu(x, torch.ones(1, 1))
    F.prelu(x.sum(), torch.ones(3))
    F.prelu(x.double(), torch.ones(1))
    F.leaky_relu(x, inplace=True)
    F.softmax(x, dim=2)
"""
)


# %% negative_slopes_in_place
F, x = torch.nn.functional, torch.ones(3, requires_grad=True)
for make in (F.leaky_relu, F.elu):
    attempt(make.__name__, lambda make=make: make(x * 1, -1.0, inplace=True).sum().backward())


# %% modules
n = torch.nn
modules = [
    n.LeakyReLU(), n.LeakyReLU(0.1, True), n.ELU(), n.ELU(inplace=True), n.SELU(), n.GELU(), n.GELU("tanh"),
    n.SiLU(), n.Mish(True), n.Softplus(), n.Softplus(2.0), n.ReLU6(), n.ReLU6(True), n.Hardtanh(), n.Hardtanh(-2, 2),
    n.Hardsigmoid(), n.Hardswish(), n.Softshrink(1.0), n.Threshold(0.1, 20), n.LogSigmoid(),
    n.Softsign(), n.Softmax(dim=1), n.LogSoftmax(dim=1), n.Softmin(dim=1), n.PReLU(), n.ReLU(True),
    n.Sigmoid(), n.Tanh(),
]  # fmt: skip
for module in modules:
    x = torch.tensor([[-1.5, 0.25, 3.0], [0.5, -0.125, 7.0]], requires_grad=True)
    out = module(x * 1)
    out.sum().backward()
    show(repr(module), [out, x.grad])
print(n.Sequential(n.GLU(), n.Identity(), n.Unflatten(1, (2, 3)), n.Flatten(), n.PReLU(3)))
