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


# %% steps_in_hooks
ps = [torch.ones(2, requires_grad=True) for _ in range(3)]
log = []
for i, p in enumerate(ps):

    def hk(q, i=i):
        log.append(i)
        q.data -= q.grad
        q.grad = None

    p.register_post_accumulate_grad_hook(hk)
((ps[0] * ps[1]).sum() * ps[2].sum()).backward()
print(log, ps, [p.grad for p in ps])
log.clear()


def rg(q):
    log.append(torch.is_grad_enabled())


ps[0].register_post_accumulate_grad_hook(rg)
ps[0].sum().backward()
ps[0].sum().backward(create_graph=True)
print(log)
x = torch.ones(2, requires_grad=True)
log.clear()
x.register_post_accumulate_grad_hook(lambda p: log.append(p.grad))


class N(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2

    @staticmethod
    def backward(ctx, g):
        return None


N.apply(x).sum().backward()
print(log)


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


# %% bad_mode
torch.autograd.graph.register_multi_grad_hook((torch.ones(1, requires_grad=True),), print, mode="x")


# %% constant_tensor
torch.autograd.graph.register_multi_grad_hook((torch.ones(1),), print)


# %% raises
a = torch.tensor(2.0, requires_grad=True)
torch.autograd.graph.register_multi_grad_hook((a,), lambda grads: 1 / 0)
(a * 2).backward()


# %% increment_version_of_number
torch.autograd.graph.increment_version(3)
