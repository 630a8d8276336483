# ruff: noqa: F821, E402
"""Hooks on what nodes save: pack and unpack, whose order, what they see, what they may not do."""

# %% what_is_packed
count = []


def pack(t):
    count.append([list(t.shape), t.requires_grad, t.is_leaf, type(t.grad_fn).__name__])
    return t


a = torch.tensor([1.0, 2.0], requires_grad=True)
c = torch.tensor([5.0, 6.0])
with torch.autograd.graph.saved_tensors_hooks(pack, lambda t: t):
    for work in (
        lambda: a * a,
        lambda: a * c,
        lambda: c * a,
        lambda: a * 2,
        lambda: a / 2,
        lambda: a + c,
        lambda: a.sum(),
        lambda: a.exp(),
        lambda: a**2,
        lambda: a**c,
        lambda: c * c,
        lambda: (a * 3).relu(),
        lambda: a[torch.tensor([1, 0])],
        lambda: torch.where(c > 5, a, c),
        lambda: a.max(0).values,
        lambda: torch.cat([a, c]),
        lambda: torch.stack([a, c]),
        lambda: a.view(1, 2) @ c.view(2, 1),
        lambda: a.dot(c),
        lambda: a.softmax(0),
        lambda: a.maximum(c),
        lambda: a.log(),
        lambda: a.clamp(min=1.5),
        lambda: torch.nn.functional.mse_loss(a, c),
        lambda: a.abs(),
    ):
        count.clear()
        result = work()
        show(type(result.grad_fn).__name__, list(count))
with torch.no_grad(), torch.autograd.graph.saved_tensors_hooks(pack, lambda t: t):
    count.clear()
    a * a
    show("no_grad", list(count))

# %% unpack_returns_number
x = torch.tensor(2.0, requires_grad=True)
with torch.autograd.graph.saved_tensors_hooks(lambda t: t, lambda t: 3):
    y = x * x
attempt("access", lambda: y.grad_fn._saved_self)
y.backward()

# %% unpack_returns_none
x = torch.tensor(2.0, requires_grad=True)
with torch.autograd.graph.saved_tensors_hooks(lambda t: None, lambda t: t):
    y = x.exp()
y.backward()

# %% pack_in_place
x = torch.tensor(2.0, requires_grad=True)
with torch.autograd.graph.saved_tensors_hooks(lambda t: t.add_(1), lambda t: t):
    y = (x * 2).exp()

# %% unpack_raises
x = torch.tensor(2.0, requires_grad=True)
with torch.autograd.graph.saved_tensors_hooks(lambda t: t, lambda t: {}["gone"]):
    y = x * x
attempt("access", lambda: y.grad_fn._saved_other)
y.backward()

# %% disabled
x = torch.tensor(2.0, requires_grad=True)
graph = torch.autograd.graph
with graph.disable_saved_tensors_hooks("no hooks!"):
    show("plain", x * x)
    with graph.saved_tensors_hooks(lambda t: t, lambda t: t):
        print("not reached")

# %% disabled_inside
x = torch.tensor(2.0, requires_grad=True)
graph = torch.autograd.graph
with graph.saved_tensors_hooks(lambda t: t, lambda t: t):
    with graph.disable_saved_tensors_hooks("no hooks!"):
        print("not reached")

# %% disabled_nested
graph = torch.autograd.graph
attempts = lambda label: attempt(label, lambda: graph.save_on_cpu().__enter__())
with graph.disable_saved_tensors_hooks("outer"):
    with graph.disable_saved_tensors_hooks("inner"):
        attempts("inner")
    attempts("outer")
with graph.saved_tensors_hooks(lambda t: t, lambda t: t):
    print("allowed again")

# %% save_on_cpu
x = torch.tensor([1.0, 2.0], requires_grad=True)
with torch.autograd.graph.save_on_cpu():
    y = x * x
    z = y.exp()
with torch.autograd.graph.save_on_cpu(pin_memory=False):
    w = z * y
w.sum().backward()
show("grad", x.grad)
show("names", [torch.autograd.graph.save_on_cpu.__name__, torch.autograd.graph.saved_tensors_hooks.__name__])


# %% in_place_packs_before_it_writes
hooks = torch.autograd.graph.saved_tensors_hooks(lambda t: t.detach().clone(), lambda t: t)
for name, write in {
    "mul_": lambda y: y.mul_(y),
    "mul_ by detach": lambda y: y.mul_(y.detach()),
    "mul_ by a view": lambda y: y.mul_(y.view(2)),
    "mul_ of a view": lambda y: y[:1].mul_(y[:1]),
    "mul_ of views apart": lambda y: y[:1].mul_(y[1:]),
    "mul_ of the whole as a view": lambda y: y[0:2].mul_(y),
    "div_": lambda y: y.div_(y),
    "pow_": lambda y: y.pow_(y),
    "addcmul_": lambda y: y.addcmul_(y, y),
    "addcdiv_ by itself": lambda y: y.addcdiv_(y * 2, y),
    "addcdiv_ of itself": lambda y: y.addcdiv_(y, y * 2),
    "lerp_": lambda y: y.lerp_(y * 3, y),
    "atan2_": lambda y: y.atan2_(y),
    "exp_": lambda y: y.exp_(),
    "mul_ of a number": lambda y: y[0].mul_(y[0]),
}.items():
    x = torch.tensor([1.0, 1.5], dtype=torch.float64, requires_grad=True)
    y = x * x
    with hooks:
        write(y)
    (grad,) = torch.autograd.grad(y.sum(), x, create_graph=True)
    show(name, [y.detach(), grad.detach(), torch.autograd.grad(grad.sum(), x)[0]])
