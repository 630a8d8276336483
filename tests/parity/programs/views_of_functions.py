# ruff: noqa: F821, E402
"""Views that custom Functions return, views whose gradient is lost, and how a view prints that cannot follow its base."""


# %% returned_by_functions
class V(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.view_as(x)

    @staticmethod
    def backward(ctx, g):
        return g


class V2(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x[:2], x[2:]

    @staticmethod
    def backward(ctx, g, h):
        return torch.cat([g, h])


class Id(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x

    @staticmethod
    def backward(ctx, g):
        return g


x = torch.ones(4, requires_grad=True)
b = x * 1
for F in (V, Id):
    v = F.apply(b)
    print(v._is_view(), v._base is b, v.requires_grad)
    attempt(F.__name__, lambda: str(v.mul_(2)))
    attempt("w", lambda: v[:1].mul_(2))
    with torch.no_grad():
        n = v[:1]
    attempt("n", lambda: n.mul_(2))
v, w = V2.apply(b)
attempt("V2", lambda: w.mul_(2))
v = V.apply(b)
u, _ = V2.apply(b)
i = Id.apply(b)
with torch.no_grad():
    vn = V.apply(b)
    un, _ = V2.apply(b)
    inn = Id.apply(b)
attempt("vn", lambda: vn.mul_(2))
attempt("un", lambda: un.mul_(2))
attempt("inn", lambda: inn.mul_(2))
b.mul_(2)
for z in (v, u, i, vn, un, inn):
    attempt("pr", lambda: str(z))


# %% of_leaves_returned_by_functions
class V(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.view_as(x)

    @staticmethod
    def backward(ctx, g):
        return g


class Id(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x

    @staticmethod
    def backward(ctx, g):
        return g


for F in (V, Id):
    x = torch.ones(4, requires_grad=True)
    attempt("leaf", lambda: F.apply(x).mul_(2))
    y = torch.ones(4)
    r = F.apply(y)
    print(r._is_view(), r.requires_grad)
    attempt("plain", lambda: r.mul_(2))
    attempt("plain", lambda: r.mul_(x))
    y = torch.ones(4)
    attempt("plain2", lambda: F.apply(y).mul_(x))
    with torch.no_grad():
        x.mul_(2)
        r = F.apply(x)
        print(r.requires_grad, r._is_view())
    attempt("ng", lambda: r.mul_(2))


# %% marked_dirty
class D(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        x.mul_(2)
        ctx.mark_dirty(x)
        return x

    @staticmethod
    def backward(ctx, g):
        return g * 2


x = torch.ones(4, requires_grad=True)
b = x * 1
with torch.no_grad():
    v = b[:2]
attempt("ng", lambda: D.apply(v))
p, q = b.split(2)
attempt("sp", lambda: D.apply(p))
attempt("leaf", lambda: D.apply(x))
attempt("leafview", lambda: D.apply(x[:2]))
b = x * 1
with torch.inference_mode():
    v = b[:2]
attempt("inf", lambda: D.apply(v))

# %% a_view_that_cannot_follow_its_base
x = torch.ones(3, requires_grad=True)
b = x.clone()
p, q, r = b.unbind()
with torch.no_grad():
    n = b[:]
b.mul_(2)
attempt("p", lambda: str(p))
attempt("n", lambda: str(n))
attempt("repr", lambda: repr(p))
attempt("str", lambda: str(p))
attempt("fmt", lambda: f"{p}")
print(p, q)
attempt("clone", lambda: p.clone())
attempt("use", lambda: p * 2)
attempt("hook", lambda: p.register_hook(print))
attempt("rg", lambda: p.requires_grad)
attempt("rr", lambda: str(p.requires_grad_()))
attempt("ret", lambda: p.retain_grad())
attempt("retains", lambda: p.retains_grad)
attempt("grad", lambda: p.grad)
attempt("detach", lambda: p.detach())
attempt("data", lambda: p.data)
attempt("item", lambda: p.item())
attempt("bw", lambda: p.backward())
attempt("gr", lambda: torch.autograd.grad(b.sum(), p))
attempt("nograd mul_", lambda: str(torch.no_grad()(lambda: p.mul_(2))()))
attempt("p", lambda: str(p))

# %% how_it_prints
x = torch.ones(3, requires_grad=True)
b = x.clone()
p = torch.chunk(b, 3)[0]
b += 1
print(torch.nn.Module.__repr__ and p)
print([p])
p.detach_
attempt("detach_", lambda: p.detach_())

# %% its_gradient_is_lost
x = torch.ones(4, requires_grad=True)
b = x * 1
with torch.no_grad():
    v = b[:2]
w = v * 2
print(w.requires_grad, w.grad_fn, w.grad_fn.next_functions)
w.sum().backward()
print(v.grad, x.grad, v.is_leaf)
attempt("g", lambda: torch.autograd.grad((v * v).sum(), v))
attempt("bw", lambda: v.sum().backward())
print(v.grad)
attempt("bw", lambda: v.backward(torch.ones(2)))
print(v.grad)
attempt("edge", lambda: torch.autograd.graph.get_gradient_edge(v))
attempt("inputs", lambda: (v * 2).sum().backward(inputs=[v]))
print(v.grad)
attempt("retain", lambda: v.retain_grad())
print(v.grad)

# %% unless_it_asks
x = torch.ones(4, requires_grad=True)
b = x * 1
with torch.no_grad():
    v = b[:2]
attempt("hook", lambda: type(v.register_hook(lambda g: None)).__name__)
attempt("post", lambda: type(v.register_post_accumulate_grad_hook(lambda g: print("post"))).__name__)
attempt("bw", lambda: (v * 1).sum().backward())
print(v.grad)
attempt("rg_", lambda: v.requires_grad_(False).requires_grad)
attempt("rg_", lambda: v.requires_grad_(True).requires_grad)
attempt("bw", lambda: (v * 1).sum().backward())
print(v.grad)
attempt("rg_", lambda: v.requires_grad_(False).requires_grad)
attempt("both", lambda: (v * x[:2]).sum().backward())
print(v.grad, x.grad)

# %% a_base_that_asks_later
x = torch.ones(4)
with torch.no_grad():
    v = x[:2]
print(v.requires_grad)
x.requires_grad_()
print(v.requires_grad, v)
attempt("u", lambda: (v * 2).requires_grad)
attempt("u", lambda: (v * 2).sum().backward())
print(v.grad, x.grad)
x.requires_grad_(False)
print(v.requires_grad, v)
x = torch.ones(4)
v = x[:2]
x.requires_grad_()
print(v.requires_grad, v, v.is_leaf, v.grad_fn)
attempt("u", lambda: (v * 2).grad_fn)
attempt("m", lambda: str(v.mul_(2)))
y = (v * 2).sum()
attempt("bw", lambda: y.backward())
print(v.grad, x.grad)
attempt("nograd", lambda: str(torch.no_grad()(lambda: v.mul_(2))()))
print(v, v.grad_fn if False else 0)
attempt("gf", lambda: v.grad_fn)
attempt("bw", lambda: (v * 2).sum().backward())
print(v.grad, x.grad)
