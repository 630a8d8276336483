# ruff: noqa: F821, E402
"""allow_mutation_on_saved_tensors: backward uses the numbers as they were."""

# %% nested
g = torch.autograd.graph


def f():
    with g.allow_mutation_on_saved_tensors():
        with g.allow_mutation_on_saved_tensors():
            pass


attempt("nested", f)
with g.allow_mutation_on_saved_tensors():
    print("ok")

# %% a_backward_outside
g = torch.autograd.graph
with g.allow_mutation_on_saved_tensors():
    a = torch.rand(2, 3, requires_grad=True)
    b = a.clone()
    out = (b**2).sum()
attempt("bw", lambda: out.backward())

# %% a_backward_in_another
g = torch.autograd.graph
with g.allow_mutation_on_saved_tensors():
    a = torch.ones(2, 3, requires_grad=True)
    b = a.clone()
    out = (b**2).sum()
    b.sin_()
attempt("bw", lambda: out.backward())
with g.allow_mutation_on_saved_tensors():
    attempt("bw", lambda: out.backward())

# %% saved_before
g = torch.autograd.graph
a = torch.ones(2, 3, requires_grad=True)
b = a.clone()
out = (b**2).sum()
with g.allow_mutation_on_saved_tensors():
    b.sin_()
    attempt("bw", lambda: out.backward())

# %% written_after
g = torch.autograd.graph
with g.allow_mutation_on_saved_tensors():
    a = torch.ones(2, 3, requires_grad=True)
    b = a.clone()
    out = (b**2).sum()
    b2 = b
b2.sin_()
attempt("bw", lambda: out.backward())

# %% under_no_grad
g = torch.autograd.graph
with g.allow_mutation_on_saved_tensors() as ctx:
    a = torch.ones(2, 3, requires_grad=True)
    b = a.exp()
    out = b.sum()
    with torch.no_grad():
        b.zero_()
    out.backward()
    print(a.grad)
    x = torch.ones(3, requires_grad=True)
    s = (x * x).sum()
    with torch.no_grad():
        x.mul_(10)
    s.backward()
    print(x.grad)

# %% through_detach_and_data
g = torch.autograd.graph
with g.allow_mutation_on_saved_tensors() as ctx:
    x = torch.ones(3, requires_grad=True)
    s = (x * x).sum()
    x.detach().mul_(10)
    x.data.mul_(10)
    s.backward()
    print(x.grad, x)

# %% by_out
g = torch.autograd.graph
with g.allow_mutation_on_saved_tensors() as ctx:
    x = torch.ones(3)
    y = torch.ones(3, requires_grad=True)
    s = (x * y).sum()
    torch.add(torch.ones(3), torch.ones(3), out=x)
    print(x)
    s.backward()
    print(y.grad)

# %% second_derivative
g = torch.autograd.graph
with g.allow_mutation_on_saved_tensors() as ctx:
    a = torch.full((2,), 2.0, requires_grad=True)
    b = a.clone()
    out = (b**3).sum()
    b.sin_()
    (ga,) = torch.autograd.grad(out, a, create_graph=True)
    print(ga)
    (gg,) = torch.autograd.grad(ga.sum(), a)
    print(gg)

# %% saved_results
g = torch.autograd.graph
with g.allow_mutation_on_saved_tensors() as ctx:
    a = torch.ones(2, requires_grad=True)
    b = a.clone()
    b.exp_()
    b.sigmoid_()
    b.mul_(b)
    b.sum().backward()
    print(a.grad)

# %% where_hooks_are_disabled
g = torch.autograd.graph


def f():
    with g.disable_saved_tensors_hooks("no"):
        with g.allow_mutation_on_saved_tensors() as ctx:
            pass


attempt("dis", f)
with g.allow_mutation_on_saved_tensors() as ctx:
    print(type(ctx).__name__)

# %% in_a_function
g = torch.autograd.graph


class F(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * 2

    @staticmethod
    def backward(ctx, gr):
        (x,) = ctx.saved_tensors
        return gr * x


with g.allow_mutation_on_saved_tensors() as ctx:
    a = torch.full((2,), 3.0, requires_grad=True)
    b = a.clone()
    c = F.apply(b)
    b.mul_(4)
    c.sum().backward()
    print(a.grad)

# %% steps
g = torch.autograd.graph
a = torch.full((2,), 3.0, requires_grad=True)
with g.allow_mutation_on_saved_tensors() as ctx:
    o = a * a
    print(o.grad_fn._saved_self is a)
    x = torch.zeros(3, requires_grad=True)
    opt = torch.optim.SGD([x], lr=0.1)
    l = (x * x + x).sum()
    l.backward()
    opt.step()
    print(x)

    def f():
        with torch.no_grad():
            x.add_(1)

    l = (x * x).sum()
    f()
    l.backward()
    print(x.grad)
