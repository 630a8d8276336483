# ruff: noqa: F821
"""The order in which nodes run, and the small graphs the lessons are built on, node for node and value for value."""

# %% L0_seed
a, b = torch.tensor(2.0, requires_grad=True), torch.tensor(3.0, requires_grad=True)
c = a + b
d = torch.tensor(4.0, requires_grad=True)
e = c * d
order(e, a=a, b=b, d=d)

# %% L1_two_paths
a, b = torch.tensor(2.0, requires_grad=True), torch.tensor(1.0, requires_grad=True)
c = a + b
d = b + 1
e = c * d
order(e, a=a, b=b)

# %% L2_division
a, b = torch.tensor(6.0, requires_grad=True), torch.tensor(2.0, requires_grad=True)
order(a / b, a=a, b=b)
order(a / b, torch.tensor(10.0), a=a, b=b)

# %% L3_diamond
a = torch.tensor(3.0, requires_grad=True)
b = a + a
c = b + b
order(c, a=a)

# %% L3_micrograd_68
a, b = torch.tensor(2.0, requires_grad=True), torch.tensor(3.0, requires_grad=True)
c = a + b
d = a * b
e = c + d
f = c * d
y = f + e
show("values", [c, d, e, f, y])
order(y, a=a, b=b)

# %% L4_two_sums
x = torch.tensor(3.0, requires_grad=True)
y = x * x + x
order(y, x=x)
order(x * x + x, x=x)
x.grad = None
order(x * x + x, x=x)


# %% L5_double_triple
def backward(ctx, g1, g2):
    show("received", [g1, g2])
    return g1 * 2 + g2 * 3


DoubleTriple = custom("DoubleTriple", lambda ctx, a: (2 * a, 3 * a), backward)
for name in ("b", "c", "b + c", "b * c", "c * b", "b * b", "10 * b + c"):
    a = torch.tensor(3.0, requires_grad=True)
    b, c = DoubleTriple.apply(a)
    loss = eval(name)
    show(name, [[type(node).__name__, slot] for node, slot in loss.grad_fn.next_functions if node is not None])
    order(loss, a=a)


# %% L5_no_materialize
def forward(ctx, a):
    ctx.set_materialize_grads(False)
    return 2 * a, 3 * a


def backward(ctx, g1, g2):
    show("received", [g1, g2])
    return (0 if g1 is None else g1 * 2) + (0 if g2 is None else g2 * 3)


a = torch.tensor(3.0, requires_grad=True)
b, c = custom("DoubleTriple", forward, backward).apply(a)
order(c, a=a)


# %% L5_sum_diff
def backward(ctx, gs, gd):
    show("received", [gs, gd])
    return gs + gd, gs - gd


a, b = torch.tensor(5.0, requires_grad=True), torch.tensor(2.0, requires_grad=True)
s, d = custom("SumDiff", lambda ctx, a, b: (a + b, a - b), backward).apply(a, b)
order(s * d, a=a, b=b)

# %% L5_unbind
x = torch.tensor([4.0, 9.0, 1.0], requires_grad=True)
p, q, r = x.unbind()
show("outputs", [p.output_nr, q.output_nr, r.output_nr, p.grad_fn is r.grad_fn])
order(p * r, x=x)

# %% L5_max_indices
x = torch.tensor([[1.0, 5.0], [7.0, 2.0]], requires_grad=True)
values, indices = x.max(dim=1)
show("values", [values, values.grad_fn, indices, indices.grad_fn, indices.requires_grad])
order(values.sum(), x=x)

# %% L7_broadcast_bias
X = torch.tensor([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]], requires_grad=True)
b = torch.tensor([10.0, 20.0], requires_grad=True)
G = torch.tensor([[1.0, 0.0], [0.0, 10.0], [100.0, 0.0]])
order(X + b, G, X=X, b=b)
X.grad = b.grad = None
order(X * b, torch.ones(3, 2), X=X, b=b)
s = torch.tensor(2.0, requires_grad=True)
order((s * X).sum(), s=s)

# %% L7_matmul
X = torch.tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], requires_grad=True)
W = torch.tensor([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]], requires_grad=True)
order(X @ W, torch.tensor([[1.0, 0.0], [0.0, 10.0]]), X=X, W=W)

# %% L7_repeated_index
x = torch.tensor([5.0, 6.0, 7.0], requires_grad=True)
order(x[[0, 0, 2]], torch.tensor([1.0, 10.0, 100.0]), x=x)

# %% L8_lifetimes
x = torch.tensor(3.0, requires_grad=True)
y = x * x
z = y * y
order(z, x=x)
attempt("again", z.backward)
x.grad = None
y = x * x
order(y.detach() * x, x=x)

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


# %% grad_mode_inside
def seen(where, value):
    show(where, torch.is_grad_enabled())
    return value * 2


Mode = custom("Mode", lambda ctx, x: seen("forward", x), lambda ctx, g: seen("backward", g))
x = torch.tensor(1.0, requires_grad=True)
x.register_hook(lambda g: show("hook", torch.is_grad_enabled()))
Mode.apply(x).backward()
torch.autograd.grad(Mode.apply(x), x, create_graph=True)
y = Mode.apply(x)
with torch.no_grad():
    y.backward()
show("grad", x.grad)
