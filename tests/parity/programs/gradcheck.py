# ruff: noqa: F821
"""gradcheck and the functions of autograd.functional: what they accept, and what they say."""

# %% warns_about_float32
x = torch.tensor([1.0, 2.0], requires_grad=True)
show("loose", torch.autograd.gradcheck(lambda t: t * 2, (x,), eps=1e-2, atol=1e-1, rtol=1e-1))

# %% arguments
check = torch.autograd.gradcheck
again = torch.autograd.gradgradcheck
x = torch.tensor([1.0, 2.0], dtype=torch.float64, requires_grad=True)
y = torch.tensor([[0.5, -1.0]], dtype=torch.float64, requires_grad=True)
seed = torch.ones(2, dtype=torch.float64, requires_grad=True)


def cube(t):
    return t**3


lines("""
check(lambda t: t.long(), x)
again(cube, x), again(cube, x, seed), again(cube, [x], [seed]), again(lambda t: t * 2, x)
again(cube, x, torch.ones(2, dtype=torch.float64)), again(lambda a, b: (a @ b.t(), a * b), (x, y))
check(cube)
""")

# %% complaints
check = torch.autograd.gradcheck
again = torch.autograd.gradgradcheck
x = torch.tensor([1.0, 2.0], dtype=torch.float64, requires_grad=True)
lines("""
check(lambda t: None, x)
check(lambda t: t.detach(), x)
check(lambda t: t.sum() if t[0] < 1 else t, x)
check(torch.sin, x.expand(2, 2))
again(torch.sin, torch.tensor([1, 2]))
""")


# %% bad_backwards
def wavering(ctx, g):
    turns.append(1e-9)
    return g * (2 + sum(turns))


turns = []
Constant, Wavers = (
    custom("Constant", backward=lambda ctx, g: torch.full_like(g, 2.0)),
    custom("Wavers", backward=wavering),
)
squared = lambda ctx, x: ctx.save_for_backward(x) or x**2
FirstOnly = custom("FirstOnly", squared, lambda ctx, g: g * 2 * ctx.saved_tensors[0].detach())
check, again = torch.autograd.gradcheck, torch.autograd.gradgradcheck
x = torch.tensor([1.0, 2.0], dtype=torch.float64, requires_grad=True)
one = torch.tensor([1.0], dtype=torch.float64, requires_grad=True)
for name, function, options in (
    ("constant", Constant, {}),
    ("wavers", Wavers, {}),
    ("wavers allowed", Wavers, {"nondet_tol": 1e-3}),
    ("first only", FirstOnly, {}),
):
    for t in (one, x):
        try:
            show(name, check(function.apply, t, **options))
        except Exception as error:
            show(name, [type(error).__name__, str(error).splitlines()[0]])
        show(name, check(function.apply, t, raise_exception=False, **options))
attempt("second", lambda: again(FirstOnly.apply, x, raise_exception=False))

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
