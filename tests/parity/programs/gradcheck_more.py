# ruff: noqa: F821
"""gradcheck and gradgradcheck with every argument that has an effect here, and every complaint."""

# %% arguments
check = torch.autograd.gradcheck
again = torch.autograd.gradgradcheck
x = torch.tensor([1.0, 2.0], dtype=torch.float64, requires_grad=True)
y = torch.tensor([[0.5, -1.0]], dtype=torch.float64, requires_grad=True)
seed = torch.ones(2, dtype=torch.float64, requires_grad=True)


def cube(t):
    return t**3


lines("""
check(cube, x), check(cube, [x]), check(cube, (x,), eps=1e-3, atol=1e-2, rtol=1e-2, nondet_tol=1.)
check(cube, x, check_undefined_grad=False), check(cube, x, check_grad_dtypes=True), check(cube, x, masked=True), check(cube, x, masked=False)
check(cube, x, check_backward_ad=False)
check(cube, x, check_batched_forward_grad=True)
check(lambda t: [t, t * 2], x), check(lambda t: (t.sum(), t * 2, t.detach()), x, raise_exception=False)
check(lambda t, n, d: t * n * d['k'], (x, 3, {'k': 2})), check(lambda a, b: a * b, (x, x)), check(lambda a, b: a.sum() * b.exp(), (x, y))
check(lambda t: t, torch.zeros(0, dtype=torch.float64, requires_grad=True)), check(lambda t: t * 2, torch.tensor(1., dtype=torch.float64, requires_grad=True))
check(lambda t: t.long(), x)
again(cube, x), again(cube, x, seed), again(cube, [x], [seed]), again(cube, x, gen_non_contig_grad_outputs=True), again(lambda t: t * 2, x)
again(cube, x, torch.ones(2, dtype=torch.float64)), again(lambda a, b: (a @ b.t(), a * b), (x, y))
again(cube, x, check_rev_over_rev=False)
check(cube, x, 1e-3)
check(cube)
""")

# %% complaints
check = torch.autograd.gradcheck
again = torch.autograd.gradgradcheck
x = torch.tensor([1.0, 2.0], dtype=torch.float64, requires_grad=True)
lines("""
check(lambda t: 3, x)
check(lambda t: (t, 3), x)
check(lambda t: None, x)
check(lambda t: t.detach(), x)
check(torch.sin, 3)
check(torch.sin, ())
check(torch.sin, torch.tensor([1, 2]))
check(lambda t: t.sum() if t[0] < 1 else t, x)
check(torch.sin, x.expand(2, 2))
check(lambda a, b: a * b.detach(), (x, x))
check(torch.abs, torch.tensor([0.], dtype=torch.float64, requires_grad=True))
check(lambda t: t * float('nan'), x)
check(lambda t: t * float('nan'), x, raise_exception=False)
again(torch.sin, torch.tensor([1, 2]))
""")


# %% bad_backwards
class Base(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2


class Constant(Base):
    @staticmethod
    def backward(ctx, g):
        return torch.full_like(g, 2.0)


class NoneBreaks(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.set_materialize_grads(False)
        return x * 2

    @staticmethod
    def backward(ctx, g):
        if g is None:
            raise RuntimeError("no gradient came")
        return g * 2


class Wavers(Base):
    turn = 0.0

    @staticmethod
    def backward(ctx, g):
        Wavers.turn += 1e-9
        return g * (2 + Wavers.turn)


class FirstOnly(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x**2

    @staticmethod
    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        return g * 2 * x.detach()


check, again = torch.autograd.gradcheck, torch.autograd.gradgradcheck
x = torch.tensor([1.0, 2.0], dtype=torch.float64, requires_grad=True)
one = torch.tensor([1.0], dtype=torch.float64, requires_grad=True)
for name, function, options in (
    ("constant", Constant, {}),
    ("none", NoneBreaks, {}),
    ("none allowed", NoneBreaks, {"check_undefined_grad": False}),
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

# %% drawn_seeds
again = torch.autograd.gradgradcheck
x = torch.tensor([1.0, 2.0, 0.5], dtype=torch.float64, requires_grad=True)
point = torch.tensor(0.5, dtype=torch.float64, requires_grad=True)
for inputs, gaps in [((x,), False), ((x,), True), ((point,), True), ((x, point), True)]:
    torch.manual_seed(7)
    again(lambda a, *rest: (a**3, a.sum(), a.detach()), inputs, gen_non_contig_grad_outputs=gaps)
    show("the stream goes on", torch.rand(2))
torch.manual_seed(7)
attempt(
    "a wrong second derivative", lambda: again(lambda t: t * t.detach() ** 2, (x,), gen_non_contig_grad_outputs=True)
)
torch.autograd.gradcheck(torch.sin, x)
show("gradcheck draws nothing", torch.rand(2))
