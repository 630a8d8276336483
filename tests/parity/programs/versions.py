# ruff: noqa: F821, E402
"""Versions: of saved tensors, of what hooks see, after many writes, and counted by hand."""

# %% of_saved_values
x = torch.ones(3, requires_grad=True)
b = x * 1
b.add_(1)
b.add_(1)
y = b * b
print(y.grad_fn._saved_self._version, b._version)
print(y.grad_fn._saved_self is b)
e = b.exp()
print(e._version, e.grad_fn._saved_result._version, e.grad_fn._saved_result is e)
f = x * 2
f.exp_()
print(f._version, f.grad_fn._saved_result._version)
f2 = x * 2
f2.add_(1)
f2.sigmoid_()
print(f2._version, f2.grad_fn._saved_result._version)
r = f2.grad_fn._saved_result
print(r._is_view(), r.is_leaf, r.grad_fn is f2.grad_fn, r.requires_grad)
attempt("mod", lambda: r.mul_(2))
print(f2._version, r._version, f2)
attempt("bw", lambda: f2.sum().backward())


# %% of_what_unpack_returns
x = torch.ones(3, requires_grad=True)
with torch.no_grad():
    x.add_(1)
with torch.autograd.graph.saved_tensors_hooks(
    lambda t: (print("pack", t._version, t.requires_grad, t.is_leaf, t.grad_fn), t)[1],
    lambda t: (print("unpack", t._version), t)[1],
):
    y = x * x
    s = y.grad_fn._saved_self
    print(s._version, s.is_leaf, s.requires_grad, s is x)
    z = y.exp()
    s = z.grad_fn._saved_result
    print(s._version, s.is_leaf)
z.sum().backward()


# %% of_results_in_place
x = torch.ones(3, requires_grad=True)
b = x * 1
b.exp_()
print(b.grad_fn._saved_result._version)
b.sigmoid_()
print(b.grad_fn._saved_result._version, b._version)
b.mul_(b)
attempt("self", lambda: b.grad_fn._saved_self._version)
b.mul_(2)
b.pow_(2)
attempt("self", lambda: b.grad_fn._saved_self._version)


# %% changed_by_pack
x = torch.ones(3, requires_grad=True)


def pk(t):
    with torch.no_grad():
        t.mul_(2)
    return t


def f():
    with torch.autograd.graph.saved_tensors_hooks(pk, lambda t: t):
        b = x * 1
        b.exp_()


attempt("mod", f)


def f():
    with torch.autograd.graph.saved_tensors_hooks(pk, lambda t: t):
        b = x.exp()


attempt("mod", f)


# %% after_many_writes
for n in (1, 10, 255, 256, 257, 300, 1000):
    x = torch.ones(2, requires_grad=True)
    b = x * 1
    for _ in range(3):
        b.detach().add_(1)
    y = (b * b).sum()
    with torch.no_grad():
        for _ in range(n):
            b.add_(1)
    attempt(n, lambda: y.backward())
x = torch.ones(2, requires_grad=True)
b = x * 1
with torch.no_grad():
    for _ in range(300):
        b.add_(1)
y = (b * b).sum()
with torch.no_grad():
    for _ in range(300):
        b.add_(1)
attempt("mid", lambda: y.backward())
b = x * 1
e = b.exp()
with torch.no_grad():
    for _ in range(300):
        e.add_(1)
attempt("res", lambda: e.sum().backward())
b = x * 1
ys = []
for _ in range(600):
    ys.append((b * b).sum())
    b.add_(1)
for k in (0, 1, 100, 599):
    attempt(k, lambda: ys[k].backward())


# %% counted_by_hand
inc = torch.autograd.graph.increment_version
x = torch.ones(2)
inc(x)
print(x._version)
inc([x, x])
print(x._version)
v = x[:1]
inc(v)
print(x._version, v._version)
inc((x,))
print(x._version)
inc(t for t in [x])
print(x._version)
attempt("n", lambda: inc(3))
attempt("s", lambda: inc("ab"))
attempt("l", lambda: inc([x, 3]))
print(x._version)
attempt("none", lambda: inc(None))
attempt("dict", lambda: inc({x: 1}))
print(x._version)
attempt("empty", lambda: inc([]))
with torch.inference_mode():
    i = torch.ones(2)
    attempt("inf", lambda: inc(i))
attempt("inf", lambda: inc(i))
attempt("ret", lambda: inc(x))
a = torch.ones(2, requires_grad=True)
y = (a * a).sum()
inc(a)
attempt("bw", lambda: y.backward())
p = torch.nn.Parameter(torch.ones(2))
inc(p)
print(p._version)
e = a.exp()
inc(e)
attempt("bw", lambda: e.sum().backward())
e = a.exp()
inc(e.detach())
attempt("bw", lambda: e.sum().backward())
e = a.exp()
inc(e.data)
attempt("bw", lambda: e.sum().backward())
attempt("np", lambda: inc(__import__("numpy").ones(2)))
attempt("kw", lambda: inc(tensor=x))
attempt("no", lambda: inc())


# %% whole_numbers_from_floats
x = torch.ones(3, dtype=torch.int64)
y = torch.ones(3, requires_grad=True)
x.copy_(y)
print(x._version, x)
