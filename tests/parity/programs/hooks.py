# ruff: noqa: F821
"""Hooks: their order, what they receive, and what their answer replaces."""


# %% order_on_one_path
def says(label):
    return lambda *args: print(label, *args, a.grad, b.grad)


a = torch.tensor(1.0, requires_grad=True)
b = a.clone()
leaf = b.grad_fn.next_functions[0][0]
leaf.register_hook(says("leaf posthook"))
leaf.register_prehook(says("leaf prehook"))
b.grad_fn.register_hook(says("clone posthook"))
b.grad_fn.register_prehook(says("clone prehook"))
a.register_post_accumulate_grad_hook(says("post accumulate"))
b.retain_grad()
a.register_hook(says("a hook 1"))
a.register_hook(says("a hook 2"))
b.register_hook(says("b hook 1"))
b.register_hook(says("b hook 2"))
b.backward()
print(a.grad, b.grad)


# %% replaces_gradient
x = torch.tensor([1.0, 2.0], requires_grad=True)
handle = x.register_hook(lambda g: g * 10)
(x * 2).sum().backward()
show("grad", x.grad)
handle.remove()
handle.remove()
x.grad = None
(x * 2).sum().backward()
show("grad", x.grad)

# %% retain_grad
x = torch.tensor(2.0, requires_grad=True)
y = x * 3
show("before", y.retains_grad)
y.retain_grad()
y.retain_grad()
show("after", [y.retains_grad, x.retains_grad])
z = y * y
z.backward(retain_graph=True)
show("grads", [y.grad, x.grad])
z.backward()
show("grads", [y.grad, x.grad])

# %% retain_grad_sees_hooks
x = torch.tensor(2.0, requires_grad=True)
y = x * 3
y.retain_grad()
y.register_hook(lambda g: g * 5)
y.grad_fn.register_prehook(lambda gs: (gs[0] * 100,))
y.backward()
show("grads", [y.grad, x.grad])

# %% node_hooks_replace
x = torch.tensor([1.0, 2.0], requires_grad=True)
y = x * 2
handle = y.grad_fn.register_prehook(lambda gs: (gs[0] * 3,))
y.grad_fn.register_hook(lambda gi, go: (gi[0] + 1, None))
y.grad_fn.register_hook(lambda gi, go: show("second sees", [gi, go]))
y.sum().backward(retain_graph=True)
show("grad", x.grad)
handle.remove()
y.sum().backward()
show("grad", x.grad)

# %% prehook_returns_none_gradient
x = torch.tensor([1.0, 2.0], requires_grad=True)
y = x * 2
x.register_hook(lambda g: show("leaf hook", g))
y.grad_fn.next_functions[0][0].register_prehook(lambda gs: (None,))
y.sum().backward()
show("grad", x.grad)

# %% multi_output_prehook
m = torch.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
first, second = m.unbind()
second.grad_fn.register_prehook(lambda gs: show("prehook", gs))
second.grad_fn.register_hook(lambda gi, go: show("posthook", [gi, go]))
second.sum().backward()
show("grad", m.grad)
first = m.split(1)[0]
first.grad_fn.register_prehook(lambda gs: show("prehook", gs))
first.sum().backward()
top = m.max(0)
top.values.grad_fn.register_prehook(lambda gs: show("prehook", gs))
top.values.sum().backward()
show("grad", m.grad)

# %% post_accumulate
x = torch.tensor([1.0, 2.0], requires_grad=True)


def step(t):
    show("hook", [t is x, t.grad])
    t.grad = None


handle = x.register_post_accumulate_grad_hook(step)
(x * 2).sum().backward()
show("grad", x.grad)
handle.remove()
(x * 2).sum().backward()
show("grad", x.grad)

# %% handle_as_context
x = torch.tensor(1.0, requires_grad=True)
with x.register_hook(lambda g: g * 7):
    (x * 2).backward()
show("grad", x.grad)
(x * 2).backward()
show("grad", x.grad)


# %% hook_raises
def bad(g):
    raise ZeroDivisionError("from the hook")


x, z = (torch.tensor(1.0, requires_grad=True) for _ in range(2))
x.register_hook(bad)
loss = x * 2 + z * 3
attempt("backward", loss.backward)
show("grads", [x.grad, z.grad])

# %% hooks_on_starts_that_nobody_wants
x, z = torch.tensor(2.0, requires_grad=True), torch.tensor(3.0, requires_grad=True)
y, w = x * x, z * z
y.register_hook(lambda g: print("hook of y"))
w.register_hook(lambda g: print("hook of w"))
y.grad_fn.register_prehook(lambda g: print("prehook of y"))
w.grad_fn.register_prehook(lambda g: print("prehook of w"))
show("grads", torch.autograd.grad([y, w], [x], retain_graph=True)[0])
torch.autograd.backward([y, w], inputs=[x], retain_graph=True)
show("grads", [x.grad, z.grad])
x.register_hook(lambda g: print("hook of x"))
torch.autograd.backward([x * 1, z * 1], inputs=[z])
torch.autograd.backward([x, z], inputs=[z])
v = x * 3
v.register_hook(lambda g: print("hook of v"))
show("a single start runs all the same", torch.autograd.grad(v, [z], allow_unused=True))


# %% after_nothing_was_accumulated
x = torch.tensor(2.0, requires_grad=True)
x.register_hook(lambda g: print("hook", g))
x.register_post_accumulate_grad_hook(lambda t: print("after", t.grad))
node = torch.autograd.graph.get_gradient_edge(x).node
node.register_hook(lambda i, o: print("posthook", i, o))
node.register_prehook(lambda o: print("prehook", o))
custom("Nothing", lambda ctx, a: a.clone(), lambda ctx, g: None).apply(x).backward()
show("grad", x.grad)
