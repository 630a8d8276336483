# ruff: noqa: F821
"""Custom Functions that are written wrongly: what PyTorch says."""


# %% too_few
class MyFn(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a, b):
        return a * b

    @staticmethod
    def backward(ctx, g):
        return g


MyFn.apply(torch.tensor(1.0, requires_grad=True), torch.tensor(2.0, requires_grad=True)).backward()


# %% too_many
class MyFn(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        return a * 2

    @staticmethod
    def backward(ctx, g):
        return g, g


MyFn.apply(torch.tensor(1.0, requires_grad=True)).backward()


# %% gradient_for_a_number
class MyFn(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a, n):
        return a * n

    @staticmethod
    def backward(ctx, g):
        return g, g


MyFn.apply(torch.tensor(1.0, requires_grad=True), 3).backward()


# %% returns_number
class MyFn(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        return a * 2

    @staticmethod
    def backward(ctx, g):
        return 3


MyFn.apply(torch.tensor(1.0, requires_grad=True)).backward()


# %% returns_list
class MyFn(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        return a * 2

    @staticmethod
    def backward(ctx, g):
        return [g]


MyFn.apply(torch.tensor(1.0, requires_grad=True)).backward()


# %% wrong_shape
class MyFn(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        return a * 2

    @staticmethod
    def backward(ctx, g):
        return torch.ones(3)


MyFn.apply(torch.ones(2, requires_grad=True)).sum().backward()


# %% smaller_shape
class MyFn(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        return a * 2

    @staticmethod
    def backward(ctx, g):
        return torch.ones(1)


MyFn.apply(torch.ones(2, requires_grad=True)).sum().backward()


# %% no_backward
class MyFn(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        return a * 2


MyFn.apply(torch.tensor(1.0, requires_grad=True)).backward()


# %% no_forward
class MyFn(torch.autograd.Function):
    @staticmethod
    def backward(ctx, g):
        return g


MyFn.apply(torch.tensor(1.0, requires_grad=True))


# %% save_a_number
class MyFn(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(3)
        return a * 2

    @staticmethod
    def backward(ctx, g):
        return g


MyFn.apply(torch.tensor(1.0, requires_grad=True))


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
