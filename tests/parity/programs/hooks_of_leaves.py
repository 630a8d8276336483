# ruff: noqa: E402, F821
"""Hooks of several gradients together, and hooks that run after a leaf has accumulated."""

# %% order
log = []
x = torch.ones(2, requires_grad=True)
z = torch.ones(2, requires_grad=True)
x.register_post_accumulate_grad_hook(lambda p: log.append("x1"))
acc = torch.autograd.graph.get_gradient_edge(x).node
acc.register_hook(lambda i, o: log.append(("post", len(i), o[0].tolist())))
acc.register_prehook(lambda o: log.append("pre"))
x.register_post_accumulate_grad_hook(lambda p: log.append("x2"))
x.register_hook(lambda g: log.append("tensor"))
z.register_post_accumulate_grad_hook(lambda p: log.append("z"))
y = x * 1
y.register_hook(lambda g: log.append("y"))
(y * z).sum().backward()
print(log)
log.clear()
torch.autograd.backward([(x * z).sum(), (z * 2).sum()])
print(log)
log.clear()
h = x.register_post_accumulate_grad_hook(lambda p: log.append("x3"))
h.remove()
x.backward(torch.ones(2))
print(log)
log.clear()
(x * z).sum().backward(inputs=[z])
print(log)
log.clear()
(x * z).sum().backward(inputs=[x])
print(log)
log.clear()
torch.autograd.grad((x * z).sum(), x)
print(log)

# %% what_they_see
log = []
x = torch.ones(2, requires_grad=True)


def a(p):
    log.append(("a", p.grad.tolist()))


x.register_post_accumulate_grad_hook(a)
y = x * 2
z = x * 3
(y.sum() + z.sum() + x.sum()).backward()
print(log)
log.clear()
x.grad = None
(y.detach() * x).sum().backward()
print(log)


def bad(p):
    return 3


x.register_post_accumulate_grad_hook(bad)
attempt("bad", lambda: (x * 1).sum().backward())


def bad(p):
    return p.grad


x = torch.ones(2, requires_grad=True)
x.register_post_accumulate_grad_hook(bad)
attempt("bad", lambda: (x * 1).sum().backward())


def bad(p):
    return p


x = torch.ones(2, requires_grad=True)
x.register_post_accumulate_grad_hook(bad)
attempt("ok", lambda: (x * 1).sum().backward())
y = x * 1
attempt("nl", lambda: y.register_post_accumulate_grad_hook(bad))
attempt("nr", lambda: torch.ones(1).register_post_accumulate_grad_hook(bad))

# %% of_nodes_that_are_starts_or_have_lost_their_leaf
x = torch.ones(2, 3, requires_grad=True)
y = x.double()
show("called by hand", y.grad_fn(torch.ones(2, 3).double()))
z = x * 1.5
z.sum().backward()
show("never saved", z.grad_fn._saved_self)
leaf = torch.ones(2, requires_grad=True)
loss = (leaf * 2).sum()
leaf.register_post_accumulate_grad_hook(lambda leaf: print("told", leaf.grad))
leaf.requires_grad_(False)
loss.backward()
attempt("the start itself", lambda: torch.autograd.grad(x.sum(), [x]))
show("a leaf", torch.autograd.grad(x, [x], torch.ones(2, 3)))
