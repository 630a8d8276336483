# ruff: noqa: F821, E402
"""Hooks over several tensors, versions by hand, and what a node is."""

# %% all
from torch.autograd.graph import register_multi_grad_hook

a = torch.tensor([1.0, 2.0], requires_grad=True)
b = torch.tensor([3.0, 4.0], requires_grad=True)
c = a * b
d = a * b
fn = lambda grads: print([None if g is None else g.tolist() for g in grads])
handle = register_multi_grad_hook((a, b, c, d), fn)
c.sum().backward(retain_graph=True)
c.sum().backward(inputs=(a,), retain_graph=True)
attempt("grad", lambda: torch.autograd.grad(c.sum(), b, retain_graph=True))
(c + d).sum().backward(retain_graph=True)
print("removed")
handle.remove()
(c + d).sum().backward()
show("handle", [type(handle).__name__, len(handle.handles)])

# %% any
a = torch.tensor([1.0, 2.0], requires_grad=True)
b = torch.tensor([3.0, 4.0], requires_grad=True)
c = a * b
d = c.exp()
calls = []
handle = torch.autograd.graph.register_multi_grad_hook((a, b, c, torch.ones(1)), calls.append, mode="any")
d.sum().backward(retain_graph=True)
d.sum().backward(retain_graph=True)
show("calls", calls)
handle.remove()
d.sum().backward()
show("calls", len(calls))

# %% as_context
a = torch.tensor([1.0, 2.0], requires_grad=True)
with torch.autograd.graph.register_multi_grad_hook((a,), lambda grads: print("called", grads)):
    (a * 2).sum().backward()
(a * 2).sum().backward()

# %% order_among_hooks
a = torch.tensor(2.0, requires_grad=True)
b = a * 3
b.register_hook(lambda g: print("first"))
torch.autograd.graph.register_multi_grad_hook((b,), lambda grads: print("multi", grads))
b.register_hook(lambda g: print("last"))
b.backward()

# %% changed_by_earlier_hooks
a = torch.tensor(2.0, requires_grad=True)
b = a * 3
b.register_hook(lambda g: g * 10)
torch.autograd.graph.register_multi_grad_hook((a, b), lambda grads: show("grads", grads))
b.backward()

# %% bad_mode
torch.autograd.graph.register_multi_grad_hook((torch.ones(1, requires_grad=True),), print, mode="x")

# %% constant_tensor
torch.autograd.graph.register_multi_grad_hook((torch.ones(1),), print)

# %% raises
a = torch.tensor(2.0, requires_grad=True)
torch.autograd.graph.register_multi_grad_hook((a,), lambda grads: 1 / 0)
(a * 2).backward()

# %% return_value
a = torch.tensor(2.0, requires_grad=True)
torch.autograd.graph.register_multi_grad_hook((a,), lambda grads: [g * 10 for g in grads])
torch.autograd.graph.register_multi_grad_hook((a,), lambda g: g * 10, mode="any")
(a * 2).backward()
show("grad", a.grad)

# %% increment_version
x = torch.tensor([1.0, 2.0], requires_grad=True)
y = x * 1
z = y.exp()
w = y * y
torch.autograd.graph.increment_version(y)
show("version", [y._version, x._version])
z.sum().backward(retain_graph=True)
w.sum().backward()

# %% increment_version_of_several
x, y = torch.ones(2), torch.ones(2)
torch.autograd.graph.increment_version([x, y])
torch.autograd.graph.increment_version((x,))
show("versions", [x._version, y._version])
torch.autograd.graph.increment_version(torch.ones(2, requires_grad=True))

# %% increment_version_of_number
torch.autograd.graph.increment_version(3)

# %% node_hook_wrong
x = torch.tensor(2.0, requires_grad=True)
y = x * 3
y.grad_fn.register_prehook(lambda grads: (grads[0], grads[0]))
attempt("prehook of two", lambda: y.backward(retain_graph=True))
z = x * 3
z.grad_fn.register_hook(lambda inputs, outputs: (1, None))
attempt("posthook of a number", lambda: z.backward(retain_graph=True))
w = x * 3
w.grad_fn.register_hook(lambda inputs, outputs: (None, None))
w.backward()
show("grad", x.grad)
