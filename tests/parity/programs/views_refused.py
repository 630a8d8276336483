# ruff: noqa: F821, E402
"""Views made where nothing is recorded, by several at once or in a custom Function: what may not be written, and why."""

# %% made_in_no_grad
x = torch.ones(4, requires_grad=True)
b = x * 1
with torch.no_grad():
    v = b[:2]
print(v.requires_grad, v.grad_fn, v)
attempt("direct", lambda: str(v.mul_(2)))
attempt("setitem", lambda: v.__setitem__(0, 2.0))
v2 = v[:1]
print(v2.requires_grad, v2.grad_fn)
attempt("view of view", lambda: v2.mul_(2))
attempt("gf", lambda: v2.grad_fn)
b.mul_(2)
attempt("indirect", lambda: v.grad_fn)
attempt("indirect", lambda: v2.grad_fn)
attempt("print", lambda: str(v))
attempt("print", lambda: str(v2))
attempt("req", lambda: (v.requires_grad, v.is_leaf if False else 0))
attempt("leaf", lambda: v.is_leaf)
attempt("use", lambda: v * 2)
attempt("outnr", lambda: v.output_nr)

# %% of_a_leaf_in_no_grad
x = torch.ones(4, requires_grad=True)
with torch.no_grad():
    v = x[:2]
print(v.requires_grad, v)
attempt("d", lambda: str(v.mul_(2)))
w = v.view(2, 1)
attempt("w", lambda: w.mul_(2))
with torch.no_grad():
    v.mul_(3)
print(x, v, w)
attempt("w2", lambda: w.mul_(2))

# %% of_a_plain_base_in_no_grad
x = torch.ones(4)
y = torch.ones(2, requires_grad=True)
with torch.no_grad():
    v = x[:2]
print(v.requires_grad)
attempt("d", lambda: str(v.mul_(2)))
attempt("d", lambda: v.mul_(y))
attempt("v", lambda: v[0].mul_(y[0]))
x.mul_(torch.ones(4, requires_grad=True))
attempt("gf", lambda: v.grad_fn)
attempt("pr", lambda: str(v))

# %% several_in_no_grad
x = torch.ones(4, requires_grad=True)
b = x * 1
with torch.no_grad():
    v, w = b.split(2)
attempt("d", lambda: str(v.mul_(2)))
p, q = b.split(2)
attempt("d", lambda: p.mul_(2))
r = p[:1]
attempt("r", lambda: r.mul_(2))
with torch.no_grad():
    s = p[:1]
attempt("s", lambda: s.mul_(2))
t, u = v.split(1)
attempt("t", lambda: t.mul_(2))
b.mul_(1)
for z in (v, p, r, s, t):
    attempt("pr", lambda: str(z))

# %% several_of_a_plain_base
x = torch.ones(4)
y = torch.ones(2, requires_grad=True)
p, q = x.split(2)
attempt("p", lambda: p.mul_(2))
attempt("p", lambda: p.mul_(y))
u = torch.ones(2, 2).unbind()[0]
attempt("u", lambda: u.add_(y))
x = torch.ones(4)
p, q = x.split(2)
x.mul_(torch.ones(4, requires_grad=True))
attempt("gf", lambda: p.grad_fn)
attempt("pr", lambda: str(p))

# %% made_in_inference_mode
x = torch.ones(4, requires_grad=True)
b = x * 1
with torch.inference_mode():
    v = b[:2]
    vs = b.split(2)
    with torch.inference_mode(False):
        o = b[:2]
    print(v.is_inference(), v._is_view(), v._base is b, v.requires_grad, v.grad_fn)
    v.mul_(2)
    print(v, b)
    attempt("ver", lambda: (v._version, b._version))
attempt("d", lambda: str(v.mul_(2)))
w = v[:1]
attempt("w", lambda: (w.requires_grad, w.grad_fn))
attempt("w", lambda: w.mul_(2))
attempt("s", lambda: vs[0].mul_(2))
with torch.no_grad():
    w2 = v[:1]
attempt("w2", lambda: w2.mul_(2))
attempt("o", lambda: o.mul_(2))
b.mul_(1)
for z in (v, vs[0], w, w2, o):
    attempt("pr", lambda: str(z))
attempt("use", lambda: v * x[:2])

# %% and_not_written_there
x = torch.ones(4, requires_grad=True)
b = x * 1
with torch.inference_mode():
    v = b[:2]
    vs = b.split(2)
    with torch.inference_mode(False):
        o = b[:2]
    print(v.is_inference(), v._is_view(), v._base is b, v.requires_grad, v.grad_fn)
    print(v, b)
    attempt("ver", lambda: (v._version, b._version))
attempt("d", lambda: str(v.mul_(2)))
w = v[:1]
attempt("w", lambda: (w.requires_grad, w.grad_fn))
attempt("w", lambda: w.mul_(2))
attempt("s", lambda: vs[0].mul_(2))
with torch.no_grad():
    w2 = v[:1]
attempt("w2", lambda: w2.mul_(2))
attempt("o", lambda: o.mul_(2))
b.mul_(1)
for z in (v, vs[0], w, w2, o):
    attempt("pr", lambda: str(z))
attempt("use", lambda: v * x[:2])

# %% of_a_leaf_in_inference_mode
x = torch.ones(4, requires_grad=True)
with torch.inference_mode():
    v = x[:2]
    print(v.is_inference(), v.requires_grad, v)
    v.add_(1)
    print(v, x._version)
attempt("d", lambda: str(v.mul_(2)))
attempt("use", lambda: v * 2)
attempt("use", lambda: v * x[:2])
with torch.no_grad():
    v.mul_(2)
print(x, v)
attempt("use", lambda: (v * x[:2]).sum().backward())
print(x.grad)

# %% of_a_plain_base_in_inference_mode
x = torch.ones(4)
y = torch.ones(2, requires_grad=True)
with torch.inference_mode():
    v = x[:2]
    print(v.is_inference(), v)
print(v.is_inference(), v, v._version)
attempt("d", lambda: str(v.mul_(2)))
attempt("y", lambda: v.mul_(y))
attempt("mul", lambda: v * y)

# %% inference_mode_wins
b = torch.ones(4, requires_grad=True) * 1
with torch.inference_mode():
    v = b[:2]
    vs = b.split(2)
with torch.no_grad():
    n = b[:2]
attempt("split", lambda: v.split(1)[0].mul_(2))
attempt("ng split", lambda: n.split(1)[0].mul_(2))
attempt("slice", lambda: vs[0][:1].mul_(2))
with torch.no_grad():
    w = v[:1]
    w2 = v.split(1)[0]
    w3 = vs[0][:1]
    w4 = n.split(1)[0]
    w5 = b.split(1)[0]
    w6 = w5[:1]
with torch.inference_mode():
    u = n[:1]
    u2 = b.split(2)[0]
    u3 = u2[:1]
    u4 = n.split(1)[0]
for q in (w, w2, w3, w4, w5, w6, u, u2, u3, u4):
    attempt("q", lambda: q.mul_(2))


class F(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x[:1]

    @staticmethod
    def backward(ctx, g):
        return torch.cat([g, g])


f = F.apply(b[:2])
with torch.no_grad():
    g = f[:1]
with torch.inference_mode():
    h = f[:1]
    k = F.apply(b[:2])
for q in (f, g, h, k, f[:1], f.split(1)[0]):
    attempt("f", lambda: q.mul_(2))
