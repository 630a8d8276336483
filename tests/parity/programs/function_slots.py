# ruff: noqa: F821
"""Custom Functions: what arrives in each slot of backward, and what becomes of what it returns."""

# %% returns_none
Nothing = custom("Nothing", backward=lambda ctx, g: None)
Listens = custom("Listens", lambda ctx, x: x * 3, lambda ctx, g: show("received", g) or g)
x = torch.tensor([1.0], requires_grad=True)
Nothing.apply(Listens.apply(x)).backward()
show("grad", x.grad)
z = torch.tensor([1.0], requires_grad=True)
z.register_hook(lambda g: show("leaf hook", g))
Nothing.apply(z).backward()
show("grad", z.grad)


# %% returns_none_not_materialized
def forward(ctx, x):
    ctx.set_materialize_grads(False)
    return x * 3


Nothing = custom("Nothing", backward=lambda ctx, g: None)
Listens = custom("Listens", forward, lambda ctx, g: show("received", g) or g)
x = torch.tensor([1.0], requires_grad=True)
Nothing.apply(Listens.apply(x)).backward()
show("grad", x.grad)


# %% non_tensor_output
def backward(ctx, g, seven, nothing):
    show("received", [g, seven, nothing])
    return g * 2


x = torch.ones(2, requires_grad=True)
y, seven, nothing = custom("Mixed", lambda ctx, x: (x * 2, 7, None), backward).apply(x)
show("outputs", [y, seven, nothing])
y.sum().backward()
show("grad", x.grad)

# %% wrong_dtype_is_cast
x = torch.ones(2, requires_grad=True)
custom("Wide", backward=lambda ctx, g: g.double()).apply(x).sum().backward()
show("grad", x.grad)

# %% bigger_gradient_is_summed
x = torch.ones(2, requires_grad=True)
custom("Bigger", backward=lambda ctx, g: torch.ones(3, 2)).apply(x).sum().backward()
show("grad", x.grad)

# %% too_many_none_is_fine
x = torch.tensor(1.0, requires_grad=True)
custom("MyFn", backward=lambda ctx, g: (g, None, None)).apply(x).backward()
show("grad", x.grad)


# %% answers_nobody_waits_for
def product(answer):
    return custom("Product", lambda ctx, a, b: a * b, lambda ctx, grad: (grad, answer)).apply


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
Double = custom("Double")
print(Double.apply(torch.ones(2)))
with torch.no_grad():
    print(Double.apply(torch.ones(2, requires_grad=True)))
print(Double.apply(torch.ones(2, requires_grad=True)))


# %% save_none_and_last_wins
def forward(ctx, a):
    ctx.save_for_backward(a)
    ctx.save_for_backward(None, a)
    return a * 2


def backward(ctx, g):
    show("saved", [len(ctx.saved_tensors), ctx.saved_tensors[0], ctx.saved_tensors[1] is x])
    return g


x = torch.tensor(1.0, requires_grad=True)
custom("MyFn", forward, backward).apply(x).backward()


# %% input_returned_as_is
def backward(ctx, g):
    show("received", g)
    return g * 10


x = torch.tensor(3.0, requires_grad=True)
o = custom("Id", lambda ctx, a: a, backward).apply(x)
print(o, o is x)
o.backward()
show("grad", x.grad)
