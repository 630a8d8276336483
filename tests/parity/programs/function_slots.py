# ruff: noqa: F821
"""Custom Functions: what arrives in each slot of backward, and what becomes of what it returns."""


# %% materialized_zeros
class Two(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2, x * 3

    @staticmethod
    def backward(ctx, g1, g2):
        show("received", [g1, g2])
        return g1 * 2 + g2 * 3


x = torch.tensor([1.0, 2.0], requires_grad=True)
d, t = Two.apply(x)
print(d, t)
show("outputs", [d.grad_fn is t.grad_fn, d.output_nr, t.output_nr])
show("edge", [slot for _, slot in (t * 1).grad_fn.next_functions])
d.grad_fn.register_prehook(lambda gradients: show("prehook", gradients))
d.sum().backward()
show("grad", x.grad)
x.grad = None
d, t = Two.apply(x)
(d + t).sum().backward()
show("grad", x.grad)


# %% not_materialized
class Two(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.set_materialize_grads(False)
        return x * 2, x * 3

    @staticmethod
    def backward(ctx, g1, g2):
        show("received", [g1, g2])
        return g2


x = torch.tensor([1.0, 2.0], requires_grad=True)
Two.apply(x)[1].sum().backward()
show("grad", x.grad)
attempt("None times a number", lambda: None * 2)


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


# %% non_differentiable
class Both(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        index = x > 1
        ctx.mark_non_differentiable(index)
        return x * 2, index

    @staticmethod
    def backward(ctx, g, g_index):
        show("received", [g, g_index])
        return g * 2


x = torch.tensor([1.0, 2.0], requires_grad=True)
y, index = Both.apply(x)
print(y, index)
y.sum().backward()
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
