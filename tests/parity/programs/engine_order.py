# ruff: noqa: F821
"""The order in which nodes run (newest ready node first, a leaf as soon as it is complete)."""

# %% two_branches_inputs
a = torch.tensor(0.5, requires_grad=True)
b = torch.tensor(0.25, requires_grad=True)
c = b.sin()
d = a.cos()
out = c * d
order(out, run=lambda: out.backward(inputs=[a]), a=a, b=b)


# %% two_branches_grad
a = torch.tensor(0.5, requires_grad=True)
b = torch.tensor(0.25, requires_grad=True)
c = b.sin()
d = a.cos()
out = c * d
order(out, run=lambda: show("result", torch.autograd.grad(out, [a], retain_graph=True)), a=a, b=b)
order(out, run=lambda: show("result", torch.autograd.grad(out, [d], retain_graph=True)), a=a, b=b)
order(out, run=lambda: show("result", torch.autograd.grad(out, [d, a])), a=a, b=b)


# %% leaves_by_edge
x, y, z = (torch.tensor(float(i), requires_grad=True) for i in (1, 2, 3))
order(x + y, x=x, y=y)
order((x + y) + z, x=x, y=y, z=z)
order(z * (x + y), x=x, y=y, z=z)


# %% leaf_before_newer_node
x, y = (torch.tensor(float(i), requires_grad=True) for i in (1, 2))
t = x * 2
order(t + y, x=x, y=y)
t = x * 2
order(y + t, x=x, y=y)


# %% newest_first
x, y = (torch.tensor(float(i), requires_grad=True) for i in (1, 2))
older = x * 2
newer = y * 2
order(older + newer, x=x, y=y)
older = x * 2
newer = y * 2
order(newer + older, x=x, y=y)


# %% two_roots
x, y = (torch.tensor(float(i), requires_grad=True) for i in (1, 2))
t1 = x * 2
t2 = y * 3
both = t1 + t2
order(both, run=lambda: torch.autograd.backward([t1, t2], retain_graph=True), x=x, y=y)
order(both, run=lambda: torch.autograd.backward([t2, t1]), x=x, y=y)


# %% sequence_numbers
a = torch.tensor(2.0, requires_grad=True)
first = a * 2
with torch.no_grad():
    a * 3
constant = torch.tensor(1.0) * 2
second = a + 1
third = torch.ones(2, 2, 3) @ (torch.ones(3, 2) * a)
base = first.grad_fn._sequence_nr()
show("numbers", [t.grad_fn._sequence_nr() - base for t in (first, second, third)])
show("leaf", first.grad_fn.next_functions[0][0]._sequence_nr())


# %% leaf_as_root
leaf = torch.tensor(2.0, requires_grad=True)
leaf.backward()
show("grad", leaf.grad)
leaf.backward(torch.tensor(5.0))
show("grad", leaf.grad)


# %% long_chain
x = torch.tensor(1.0, requires_grad=True)
y = x
for _ in range(3000):
    y = y + 1
y.backward()
show("grad", x.grad)
del y


# %% exception_keeps_type
class Bad(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2

    @staticmethod
    def backward(ctx, g):
        raise ValueError("boom")


x, z = (torch.tensor(1.0, requires_grad=True) for _ in range(2))
loss = Bad.apply(x) + z
attempt("backward", loss.backward)
show("grads", [x.grad, z.grad])


# %% grad_mode_inside
class Mode(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        show("forward", torch.is_grad_enabled())
        return x * 2

    @staticmethod
    def backward(ctx, g):
        show("backward", torch.is_grad_enabled())
        return g * 2


x = torch.tensor(1.0, requires_grad=True)
x.register_hook(lambda g: show("hook", torch.is_grad_enabled()))
Mode.apply(x).backward()
torch.autograd.grad(Mode.apply(x), x, create_graph=True)
y = Mode.apply(x)
with torch.no_grad():
    y.backward()
show("grad", x.grad)
