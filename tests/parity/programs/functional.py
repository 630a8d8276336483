# ruff: noqa: F821
"""torch.autograd.functional: Jacobians, Hessians, products with vectors; the forms of results, and every refusal."""

# %% products
A = torch.autograd.functional
x, y = torch.tensor([1.0, 2.0]), torch.tensor([3.0, -1.0], requires_grad=True)
ones = torch.ones(2)
for label, f in {"vector": lambda t: t**2, "sum": lambda t: t.sum(), "two": lambda t: (t * 2, t.sum() ** 2)}.items():
    for name in ("vjp", "jvp"):
        out = f(x)
        like = x if name == "jvp" else tuple(torch.ones_like(o) for o in out) if isinstance(out, tuple) else out * 0 + 1
        attempt(f"{label} {name}", lambda: getattr(A, name)(f, x, like))
        attempt(f"{label} {name} graph", lambda: getattr(A, name)(f, y, like, create_graph=True))
        attempt(f"{label} {name} none", lambda: getattr(A, name)(f, x))
show("vjp no v", A.vjp(lambda t: t.sum(), x))
show("jvp no v", A.jvp(lambda t: t * x, torch.tensor(2.0)))
show("inputs", A.vjp(lambda a, b: a * b, (x, y), ones))
show("inputs", A.jvp(lambda a, b: a * b, (x, y), (ones, x)))
show("unused", A.vjp(lambda a, b: a * 2, (x, y), ones))
show("unused", A.jvp(lambda a, b: a * 2, (x, y), (ones, x)))
show("independent", A.vjp(lambda a: ones, x, ones))
show("independent", A.jvp(lambda a: ones, x, ones))
show("double", A.jvp(lambda a: a.sin(), x.double(), ones.double()))
show("untouched", [x.requires_grad, y.grad])


# %% jacobians
J = torch.autograd.functional.jacobian
x, y = torch.tensor([1.0, 2.0]), torch.tensor([[1.0, 0.5], [2.0, -1.0]], requires_grad=True)
show("square", J(lambda t: t**2, x))
show("matrix", J(lambda t: t @ x, y))
show("exp", J(lambda t: t.exp().sum(1), y))
show("two inputs", J(lambda a, b: b @ a, (x, y)))
show("tuple of one", J(lambda a: a * 2, (x,)))
show("two outputs", J(lambda a: (a.sum(), a * 2), x))
show("both", J(lambda a, b: (a.sum(), b @ a), (x, y)))
show("unused", J(lambda a, b: a.sum(), (x, y)))
show("constant", J(lambda a: torch.ones(3), x))
show("0-d", J(lambda a: a**3, torch.tensor(2.0)))
show("empty", J(lambda a: a * 2, x).shape)
show("graph", J(lambda t: t**2, x, create_graph=True))
show("graph y", J(lambda t: t**3, y, create_graph=True))
r = J(lambda a, b: b @ a, (x, y), create_graph=True)
show("reaches the caller", torch.autograd.grad(r[0].sum(), y))
show("captured", J(lambda t: t * y.sum(), x))
with torch.no_grad():
    show("in no_grad", J(lambda t: t**2, x))
    show("in no_grad", torch.autograd.functional.vjp(lambda t: t**2, x, x))
    show("in no_grad", torch.autograd.functional.hvp(lambda t: (t**3).sum(), x, x))
    show("in no_grad", torch.autograd.functional.jvp(lambda t: t**2, x, x, create_graph=True))

# %% hessians
A = torch.autograd.functional
x, y = torch.tensor([1.0, 2.0]), torch.tensor([3.0, -1.0], requires_grad=True)
show("cube", A.hessian(lambda t: (t**3).sum(), x))
show("two", A.hessian(lambda a, b: (a * a * b).sum(), (x, y)))
show("one in a tuple", A.hessian(lambda a: (a * a).sum(), (x,)))
show("one element", A.hessian(lambda a: (a * a).sum().reshape(1, 1), x))
show("linear", A.hessian(lambda a: a.sum(), x))
show("0-d", A.hessian(lambda a: a.sin(), torch.tensor(2.0)))
show("graph", A.hessian(lambda t: (t**4).sum(), y, create_graph=True))
for name in ("hvp", "vhp"):
    f = getattr(A, name)
    show(name, f(lambda t: (t**3).sum(), x, torch.ones(2)))
    show(f"{name} two", f(lambda a, b: (a * a * b).sum(), (x, y), (torch.ones(2), x)))
    show(f"{name} none", f(lambda t: t**3, torch.tensor([2.0])))
    show(f"{name} linear", f(lambda a: a.sum(), x, x))
    show(f"{name} unused", f(lambda a, b: a.exp().sum(), (x, y), (x, y)))
    show(f"{name} graph", f(lambda t: (t**4).sum(), y, x, create_graph=True))

# %% refusals
A = torch.autograd.functional
x = torch.tensor([1.0, 2.0])
one = torch.tensor([1.0])
s = lambda t: t.sum()
for name in ("vjp", "jvp", "hvp", "vhp", "jacobian", "hessian"):
    f = getattr(A, name)
    attempt(f"{name} number", lambda: f(s, 3))
    attempt(f"{name} list", lambda: f(s, [x]))
    attempt(f"{name} tuple", lambda: f(s, (x, 3)))
    attempt(f"{name} returns", lambda: f(lambda t: 3, one))
    attempt(f"{name} returns tuple", lambda: f(lambda t: (t, 3), one))
    attempt(f"{name} whole numbers", lambda: f(s, torch.tensor([1, 2])))
for name in ("vjp", "jvp", "hvp", "vhp"):
    f = getattr(A, name)
    attempt(f"{name} no v", lambda: f(lambda t: t * 2, x))
    attempt(f"{name} no v, two", lambda: f(lambda a, b: (a.sum(), b.sum()), (one, one)))
    attempt(f"{name} v size", lambda: f(s, x, torch.ones(3)))
    attempt(f"{name} v size tuple", lambda: f(lambda a, b: a.sum(), (x, x), (torch.ones(2), torch.ones(3))))
    attempt(f"{name} v length", lambda: f(lambda a, b: a.sum(), (x, x), (torch.ones(2),)))
    attempt(f"{name} v single", lambda: f(s, x, (x, x)))
    attempt(f"{name} v type", lambda: f(s, x, 1.0))
for name in ("hvp", "vhp", "hessian"):
    f = getattr(A, name)
    attempt(f"{name} vector", lambda: f(lambda t: t * 2, x) if name == "hessian" else f(lambda t: t * 2, x, x))
    attempt(f"{name} two outputs", lambda: f(lambda t: (s(t), s(t)), one))
    attempt(f"{name} one tuple", lambda: f(lambda t: (s(t),), one))
attempt("strategy", lambda: A.jacobian(s, x, strategy="sideways"))
attempt("strategy", lambda: A.hessian(s, x, outer_jacobian_strategy="sideways"))

# %% strict
A = torch.autograd.functional
x, y = torch.tensor([1.0, 2.0]), torch.tensor([3.0, -1.0], requires_grad=True)
square, linear, constant = lambda t: (t * t).sum(), lambda t: t.sum(), lambda t: torch.ones(())
for name in ("vjp", "jvp", "hvp", "vhp", "jacobian", "hessian"):
    call = getattr(A, name)
    v = {"vjp": (torch.ones(()),), "jvp": (x,), "hvp": (x,), "vhp": (x,)}.get(name, ())
    two = {"vjp": (torch.ones(()),)}.get(name, ((x, x),) if v else ())
    for label, f in {"square": square, "linear": linear, "constant": constant}.items():
        attempt(f"{name} {label}", lambda: call(f, x, *v, strict=True))
        attempt(f"{name} {label} graph", lambda: call(f, y, *v, strict=True, create_graph=True))
    attempt(f"{name} unused", lambda: call(lambda a, b: (a * a).sum(), (x, y), *two, strict=True))
    attempt(f"{name} apart", lambda: call(lambda a, b: (a * a * a).sum() + b.sum(), (x, y), *two, strict=True))
    attempt(f"{name} apart", lambda: call(lambda a, b: (a**3).sum() + (b**3).sum(), (x, y), *two, strict=True))
