# ruff: noqa: F821, E402
"""utils.swap_tensors."""

# %% two_tensors
sw = torch.utils.swap_tensors
import weakref

a = torch.ones(2)
b = torch.zeros(3)
ida, idb = id(a), id(b)
print(sw(a, b), a, b)
a = torch.ones(2, requires_grad=True)
b = torch.zeros(3, dtype=torch.float64)
a.foo = 3
sw(a, b)
print(a, b, hasattr(a, "foo"), b.foo)
r = weakref.ref(a)
attempt("weak", lambda: sw(a, b))
attempt("weak2", lambda: sw(b, a))
del r
p = torch.nn.Parameter(torch.ones(2))
t = torch.zeros(2)
sw(p, t)
print(type(p).__name__, type(t).__name__, p, t)
x = torch.ones(2, requires_grad=True)
x.grad = torch.full((2,), 5.0)
y = torch.zeros(2)
sw(x, y)
print(x.grad, y.grad, x.requires_grad, y.requires_grad)
x = torch.ones(2, requires_grad=True)
y = x * 2
q = torch.zeros(2)
attempt("hist", lambda: sw(y, q))
print(y, q)
q.sum().backward() if q.requires_grad else y.sum().backward()
print(x.grad)
x = torch.ones(2, requires_grad=True)
y = x * x
q = torch.zeros(2)
attempt("saved", lambda: sw(x, q))
print(x, q)
x = torch.ones(2, requires_grad=True)
y = x * 2
q = torch.zeros(2)
attempt("acc", lambda: sw(x, q))
print(x, q)
attempt("accbw", lambda: y.sum().backward())
x = torch.ones(2)
x.add_(1)
y = torch.ones(2)
sw(x, y)
print(x._version, y._version)
v = torch.ones(4)
w = v[:2]
z = torch.zeros(3)
attempt("view", lambda: sw(w, z))
print(w, z)
w = v[:2]
attempt("base", lambda: sw(v, z))
print(v, z)
d = v.detach()
attempt("det", lambda: sw(v, z))
print(v, z)
attempt("type", lambda: sw(3, z))
attempt("type", lambda: sw(z, 3))
attempt("type", lambda: sw(z))
attempt("same", lambda: sw(z, z))
l = [torch.ones(1)]
attempt("inlist", lambda: sw(l[0], z))
print(l)
x = torch.ones(2, requires_grad=True)
x.register_hook(lambda g: g * 2)
y = torch.zeros(2)
attempt("hook", lambda: sw(x, y))
attempt("bw", lambda: (y * 1).sum().backward())
print(y.grad)


# %% classes
class S(torch.Tensor):
    __slots__ = ("kk",)


sw = torch.utils.swap_tensors
a = torch.ones(2).as_subclass(S)
b = torch.zeros(2)
attempt("slots", lambda: sw(a, b))


class T(torch.Tensor):
    pass


a = torch.ones(2).as_subclass(T)
attempt("cls", lambda: sw(a, b))
print(type(a).__name__, type(b).__name__)
