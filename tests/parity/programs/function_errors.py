# ruff: noqa: F821
"""Custom Functions that are written wrongly: what PyTorch says."""


# %% gradient_for_a_number
class MyFn(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a, n):
        return a * n

    @staticmethod
    def backward(ctx, g):
        return g, g


MyFn.apply(torch.tensor(1.0, requires_grad=True), 3).backward()


# %% instantiated
class MyFn(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        return a * 2

    @staticmethod
    def backward(ctx, g):
        return g


MyFn()(torch.tensor(1.0, requires_grad=True))


# %% saved_then_changed
class Square(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return a * a

    @staticmethod
    def backward(ctx, g):
        (a,) = ctx.saved_tensors
        return g * 2 * a


x = torch.tensor(3.0, requires_grad=True)
y = x * 1
z = Square.apply(y)
y.add_(1)
z.backward()
