# ruff: noqa: F821
"""Custom Functions: what arrives in each slot of backward, and what becomes of what it returns."""


# %% returns_none
class Nothing(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2

    @staticmethod
    def backward(ctx, g):
        return None


class Listens(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 3

    @staticmethod
    def backward(ctx, g):
        show("received", g)
        return g


x = torch.tensor([1.0], requires_grad=True)
Nothing.apply(Listens.apply(x)).backward()
show("grad", x.grad)
z = torch.tensor([1.0], requires_grad=True)
z.register_hook(lambda g: show("leaf hook", g))
Nothing.apply(z).backward()
show("grad", z.grad)


# %% returns_none_not_materialized
class Nothing(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2

    @staticmethod
    def backward(ctx, g):
        return None


class Listens(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.set_materialize_grads(False)
        return x * 3

    @staticmethod
    def backward(ctx, g):
        show("received", g)
        return g


x = torch.tensor([1.0], requires_grad=True)
Nothing.apply(Listens.apply(x)).backward()
show("grad", x.grad)


# %% non_tensor_output
class Mixed(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2, 7, None

    @staticmethod
    def backward(ctx, g, seven, nothing):
        show("received", [g, seven, nothing])
        return g * 2


x = torch.ones(2, requires_grad=True)
y, seven, nothing = Mixed.apply(x)
show("outputs", [y, seven, nothing])
y.sum().backward()
show("grad", x.grad)


# %% wrong_dtype_is_cast
class Wide(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2

    @staticmethod
    def backward(ctx, g):
        return g.double()


x = torch.ones(2, requires_grad=True)
Wide.apply(x).sum().backward()
show("grad", x.grad)


# %% bigger_gradient_is_summed
class Bigger(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2

    @staticmethod
    def backward(ctx, g):
        return torch.ones(3, 2)


x = torch.ones(2, requires_grad=True)
Bigger.apply(x).sum().backward()
show("grad", x.grad)


# %% too_many_none_is_fine
class MyFn(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        return a * 2

    @staticmethod
    def backward(ctx, g):
        return g, None, None


x = torch.tensor(1.0, requires_grad=True)
MyFn.apply(x).backward()
show("grad", x.grad)


# %% answers_nobody_waits_for
def product(answer):
    class Product(torch.autograd.Function):
        @staticmethod
        def forward(ctx, a, b):
            return a * b

        @staticmethod
        def backward(ctx, grad):
            return grad, answer

    return Product.apply


for answer in (
    torch.ones(2),
    torch.ones(3),
    torch.ones(5, 2),
    torch.ones(2, dtype=torch.float64),
    torch.arange(2),
    None,
):
    a, b = torch.ones(2, requires_grad=True), torch.ones(2)
    result = product(answer)(a, b)
    result.grad_fn.register_hook(lambda into, out: show("hook", [into, out]))
    result.sum().backward()
    show("gradients", [a.grad, b.grad])
for answer in (3.0, "three", [torch.ones(2)]):
    attempt("not a tensor", lambda: product(answer)(torch.ones(2, requires_grad=True), torch.ones(2)).sum().backward())


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
