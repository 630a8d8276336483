# ruff: noqa: F821
"""gradcheck: what it accepts, and what it says when a backward is wrong."""

# %% passes
x = torch.tensor([1.0, 2.0], dtype=torch.float64, requires_grad=True)
show("cube", torch.autograd.gradcheck(lambda t: t**3, (x,)))
show("one tensor", torch.autograd.gradcheck(lambda t: (t.sin() * t).sum(), x))
y = torch.tensor([[1.0, 2.0], [0.5, -1.0]], dtype=torch.float64, requires_grad=True)
show("two inputs", torch.autograd.gradcheck(lambda a, b: (b @ a).tanh(), (x, y)))
show("number argument", torch.autograd.gradcheck(lambda t, n: t * n, (x, 3)))
show("gradgradcheck", torch.autograd.gradgradcheck(lambda t: t**3, (x,)))


# %% finds_a_wrong_rule
class Wrong(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * torch.tensor([1.0, 3.0], dtype=torch.float64)

    @staticmethod
    def backward(ctx, g):
        return g * torch.tensor([1.5, 4.5], dtype=torch.float64)


x = torch.tensor([1.0, 2.0], dtype=torch.float64, requires_grad=True)
show("no exception", torch.autograd.gradcheck(Wrong.apply, (x,), raise_exception=False))
torch.autograd.gradcheck(Wrong.apply, (x,))

# %% needs_a_gradient
torch.autograd.gradcheck(lambda t: t * 2, (torch.ones(2, dtype=torch.float64),))

# %% warns_about_float32
x = torch.tensor([1.0, 2.0], requires_grad=True)
show("loose", torch.autograd.gradcheck(lambda t: t * 2, (x,), eps=1e-2, atol=1e-1, rtol=1e-1))

# %% error_type
x = torch.tensor(1.0, dtype=torch.float64, requires_grad=True)


class Wrong(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2

    @staticmethod
    def backward(ctx, g):
        return g * 3


try:
    torch.autograd.gradcheck(Wrong.apply, (x,))
except RuntimeError as error:
    show("caught", [type(error).__name__, str(error).splitlines()[0]])
