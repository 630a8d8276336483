# ruff: noqa: E402, F821
"""Hooks of several gradients together, and hooks that run after a leaf has accumulated."""

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
