# ruff: noqa: F821, E402
"""Custom Functions: what ctx is, what it saves, second derivatives."""


# %% multiply
class Mul(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        show("in forward", [ctx.needs_input_grad, ctx.saved_tensors, torch.is_grad_enabled(), (a * b).requires_grad])
        return a * b

    @staticmethod
    def backward(ctx, g):
        a, b = ctx.saved_tensors
        show("in backward", [a is x, b is y, ctx.needs_input_grad, g])
        return g * b, g * a


x, y = torch.tensor(3.0, requires_grad=True), torch.tensor(4.0, requires_grad=True)
z = Mul.apply(x, y)
print(z, z.grad_fn, z.grad_fn.name(), z.grad_fn.next_functions)
z.backward()
show("grads", [x.grad, y.grad])
attempt("again", z.backward)
attempt("saved", lambda: z.grad_fn.saved_tensors)


# %% ctx_is_the_node
class Keep(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.factor = 5
        kept.append(ctx)
        return x * 5

    @staticmethod
    def backward(ctx, g):
        show("is node", ctx is y.grad_fn)
        return g * ctx.factor


kept = []
x = torch.tensor(3.0, requires_grad=True)
y = Keep.apply(x)
show("same", [kept[0] is y.grad_fn, type(kept[0]).__name__, y.grad_fn.factor])
y.backward()
show("grad", x.grad)


# %% other_arguments
class Scale(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor, flag, items):
        ctx.factor = factor
        show("needs", ctx.needs_input_grad)
        return x * factor

    @staticmethod
    def backward(ctx, g):
        return g * ctx.factor, None, None, None


x = torch.tensor([1.0, 2.0], requires_grad=True)
y = Scale.apply(x, 3, True, [1, 2])
show("edges", len(y.grad_fn.next_functions))
y.sum().backward()
show("grad", x.grad)


# %% two_tensors_one_constant
class Mul(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a * b

    @staticmethod
    def backward(ctx, g):
        a, b = ctx.saved_tensors
        show("needs", ctx.needs_input_grad)
        return g * b, g * a


x = torch.tensor(3.0, requires_grad=True)
z = Mul.apply(x, torch.tensor(4.0))
show("edges", [[None if node is None else type(node).__name__, slot] for node, slot in z.grad_fn.next_functions])
z.backward()
show("grad", x.grad)


# %% setup_context
class Exp(torch.autograd.Function):
    @staticmethod
    def forward(x):
        return x.exp()

    @staticmethod
    def setup_context(ctx, inputs, output):
        show("inputs", [len(inputs), inputs[0] is x])
        ctx.save_for_backward(output)

    @staticmethod
    def backward(ctx, g):
        (result,) = ctx.saved_tensors
        show("result", result)
        return g * result


x = torch.tensor([0.0, 1.0], requires_grad=True)
Exp.apply(x).sum().backward()
show("grad", x.grad)


# %% double_backward
class Cube(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x**3

    @staticmethod
    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        return g * 3 * x**2


x = torch.tensor(2.0, requires_grad=True)
(first,) = torch.autograd.grad(Cube.apply(x), x, create_graph=True)
(second,) = torch.autograd.grad(first, x, create_graph=True)
(third,) = torch.autograd.grad(second, x)
show("derivatives", [first.detach(), second.detach(), third])


# %% once_differentiable
from torch.autograd.function import once_differentiable


class Square(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x

    @staticmethod
    @once_differentiable
    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        show("grad mode", torch.is_grad_enabled())
        return g * 2 * x


x = torch.tensor(3.0, requires_grad=True)
(first,) = torch.autograd.grad(Square.apply(x), x, create_graph=True)
show("first", [first, first.requires_grad])
seed = torch.tensor(1.0, requires_grad=True)
(first,) = torch.autograd.grad(Square.apply(x), x, seed, create_graph=True)
print(first)
first.backward()


# %% no_grad_gives_plain
class Double(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2

    @staticmethod
    def backward(ctx, g):
        return g * 2


print(Double.apply(torch.ones(2)))
with torch.no_grad():
    print(Double.apply(torch.ones(2, requires_grad=True)))
print(Double.apply(torch.ones(2, requires_grad=True)))


# %% save_none_and_last_wins
class MyFn(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        ctx.save_for_backward(None, a)
        return a * 2

    @staticmethod
    def backward(ctx, g):
        show("saved", [len(ctx.saved_tensors), ctx.saved_tensors[0], ctx.saved_tensors[1] is x])
        return g


x = torch.tensor(1.0, requires_grad=True)
MyFn.apply(x).backward()


# %% input_returned_as_is
class Id(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        return a

    @staticmethod
    def backward(ctx, g):
        show("received", g)
        return g * 10


x = torch.tensor(3.0, requires_grad=True)
o = Id.apply(x)
print(o, o is x)
o.backward()
show("grad", x.grad)
