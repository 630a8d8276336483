# ruff: noqa: F821, E402
"""queue_callback: functions that are called at the end of a backward, and backward inside backward."""

# %% what_they_find
V = torch.autograd.Variable
q = lambda f: V._execution_engine.queue_callback(f)
x = torch.ones(2, requires_grad=True)
y = x * 1


def h(g):
    q(lambda: print("in cb", x.grad, torch.is_grad_enabled()))


y.register_hook(h)
y.sum().backward()
y = x * 1
y.register_hook(h)
y.sum().backward(create_graph=True)

# %% errors
V = torch.autograd.Variable
q = lambda f: V._execution_engine.queue_callback(f)
x = torch.ones(2, requires_grad=True)
y = x * 1


def bad():
    raise ValueError("cb bad")


def h(g):
    q(lambda: print("first"))
    q(bad)
    q(lambda: print("third"))


y.register_hook(h)
attempt("bw", lambda: y.sum().backward())
print(x.grad)
attempt("out", lambda: q(bad))
y = x * 1


def h(g):
    q(lambda: print("never"))
    raise ValueError("in hook")


y.register_hook(h)
attempt("bw", lambda: y.sum().backward())
y = (x * 1).sum()
y.backward()
print(x.grad)

# %% from_every_hook
V = torch.autograd.Variable
q = lambda f: V._execution_engine.queue_callback(f)
log = []
x = torch.ones(2, requires_grad=True)
y = x * 1
y.grad_fn.register_hook(lambda i, o: q(lambda: log.append("node post")))
y.grad_fn.register_prehook(lambda o: q(lambda: log.append("node pre")))
x.register_post_accumulate_grad_hook(lambda p: q(lambda: log.append("acc")))
x.register_hook(lambda p: q(lambda: log.append("leaf")))
y.sum().backward()
print(log)


# %% deep_functions
class R(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        with torch.enable_grad():
            ctx.x = x.detach().requires_grad_()
            ctx.x.data -= 1
        return ctx.x.detach()

    @staticmethod
    def backward(ctx, g):
        if ctx.x < 0:
            return g
        with torch.enable_grad():
            R.apply(ctx.x).sum().backward()
        return g


for n in (100, 400):
    v = torch.tensor(float(n), requires_grad=True)
    attempt(n, lambda: R.apply(v).sum().backward())
    print(v.grad)
