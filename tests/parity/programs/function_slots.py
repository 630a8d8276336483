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
