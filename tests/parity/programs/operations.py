# ruff: noqa: F821
"""Public functions on tensors: calls that reach what the samples of no row reach, keys of x[…], pieces, samples that surprise."""

# %% arithmetic
op("0 ** x", x=[0.0, 1.0, 2.0])
op("b3[:1] @ b4")
op("m[[[0, 1], [1, 2]]]")
op("torch.vstack([v, w])")
op("e2.chunk(2)")
op("torch.meshgrid(v, p, indexing='xy')")
op("torch.meshgrid(v, p)")

# %% types
i, b, h = torch.tensor([1, 0]), torch.tensor([True, False]), torch.ones(2, dtype=torch.float16)
names = (
    "exp2 expm1 log1p log2 log10 rsqrt tan asin acos atan sinh cosh erf floor ceil round trunc sgn sign "
    "logit square logical_not isnan isinf isfinite"
).split()
for name in names:
    show(name, [getattr(torch, name)(i), getattr(torch, name)(h).dtype.itemsize])
    if name not in ("floor", "ceil", "round", "trunc"):  # PyTorch has no machine code for those
        attempt(f"{name} of booleans", lambda: getattr(b, name)())

# %% bytes
x = torch.arange(3.0)
lines("""
    x[torch.tensor([0, 1, 1], dtype=torch.uint8)]
    torch.where(torch.tensor([1, 0], dtype=torch.uint8), torch.ones(2), torch.zeros(2))
    torch.zeros(0, 3).unbind()
""")

# %% subtracted_from_a_tensor
x, y = torch.tensor([1.0, 2.0], requires_grad=True), torch.tensor([5.0, 7.0], requires_grad=True)
z = x.__rsub__(y)
show("z", z)
z.sum().backward()
show("grads", [x.grad, y.grad])
show("number", torch.tensor([1, 2]).__rsub__(5))
attempt("bool", lambda: torch.tensor([True]).__rsub__(True))
show("rsub", torch.rsub(x, y, alpha=2))
show("rmul", x.__rmul__(y))
show("radd", x.__radd__(y))
attempt("rtruediv", lambda: x.__rtruediv__(y))
attempt("rpow", lambda: x.__rpow__(y))
attempt("rfloordiv", lambda: x.__rfloordiv__(y))
attempt("rmod", lambda: x.__rmod__(y))

# %% gather_with_odd_indices
x = torch.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
attempt("negative", lambda: torch.gather(x, 0, torch.tensor([[-1, 0]])))
attempt("too large", lambda: torch.gather(x, 0, torch.tensor([[2, 0]])))
attempt("empty", lambda: torch.gather(x, 0, torch.empty(0, dtype=torch.int64)))
attempt("empty of two dimensions", lambda: torch.gather(x, 1, torch.empty(2, 0, dtype=torch.int64)))
attempt("scatter negative", lambda: torch.scatter(x, 0, torch.tensor([[-1, 0]]), 5.0))
attempt("scatter_add negative", lambda: torch.scatter_add(x, 0, torch.tensor([[-1, 0]]), torch.ones(1, 2)))
attempt("index_select negative", lambda: torch.index_select(x, 0, torch.tensor([-1])))
attempt("number", lambda: torch.gather(torch.tensor(3.0), 0, torch.tensor(0)))
attempt("number, negative", lambda: torch.gather(torch.tensor(3.0), 0, torch.tensor(-1)))

# %% group_norm_of_nothing
F = torch.nn.functional
attempt("no samples", lambda: F.group_norm(torch.empty(0, 4, 2), 2))
attempt("no places", lambda: F.group_norm(torch.empty(2, 4, 0), 2))
attempt("no channels", lambda: F.group_norm(torch.empty(2, 0, 3), 2))
x = torch.empty(0, 4, 2, requires_grad=True)
w, b = torch.ones(4, requires_grad=True), torch.ones(4, requires_grad=True)
y = F.group_norm(x, 2, w, b)
y.sum().backward()
show("grads", [x.grad, w.grad, b.grad])

# %% tensordot_with_a_stretched_dimension
a = torch.arange(3.0, requires_grad=True)
b = torch.tensor([[2.0, 3.0]], requires_grad=True)
y = torch.tensordot(a, b, ([0], [0]))
show("y", y)
y.sum().backward()
show("grads", [a.grad, b.grad])
a, b = torch.ones(2, 1, requires_grad=True), torch.arange(6.0).reshape(3, 2).requires_grad_()
y = torch.tensordot(a, b, ([1], [0]))
show("y", y)
y.sum().backward()
show("grads", [a.grad, b.grad])
attempt("neither is 1", lambda: torch.tensordot(torch.ones(2), torch.ones(3), ([0], [0])))

# %% twice_where_nothing_is_kept
i, keep = torch.tensor([0, 1]), torch.tensor([True, False])
F = torch.nn.functional
for name, (function, *shapes) in {
    "remainder": (torch.remainder, (2,), (2,)),
    "addcmul": (torch.addcmul, (2,), (2,), (2,)),
    "addcdiv": (torch.addcdiv, (2,), (2,), (2,)),
    "addmm": (torch.addmm, (2, 2), (2, 2), (2, 2)),
    "baddbmm": (torch.baddbmm, (1, 2, 2), (1, 2, 2), (1, 2, 2)),
    "index_add": (lambda x, s: torch.index_add(x, 0, i, s), (2,), (2,)),
    "scatter_add": (lambda x, s: torch.scatter_add(x, 0, i, s), (2,), (2,)),
    "linear": (F.linear, (2, 2), (2, 2), (2,)),
    "mul": (torch.mul, (2,), (2,)),
    "cat": (lambda a, b: torch.cat([a, b]), (2,), (2,)),
    "exp": (torch.exp, (2,)),
}.items():
    values = [torch.ones(shape) for shape in shapes]
    for place in range(len(shapes)):
        leaf = values[place].clone().requires_grad_()
        y = function(*values[:place], leaf, *values[place + 1 :]).sum()
        y.backward()
        attempt(name, y.backward)
        show("grad", leaf.grad)

# %% what_does_not_fit
attempt("addcmul", lambda: torch.addcmul(torch.ones(2), torch.ones(3), torch.ones(3)))
attempt("addcmul", lambda: torch.addcmul(torch.ones(3), torch.ones(2), torch.ones(3)))
attempt("addcdiv", lambda: torch.addcdiv(torch.ones(3), torch.ones(3), torch.ones(2)))
attempt("addcmul_", lambda: torch.ones(1).addcmul_(torch.ones(3), torch.ones(3)))
attempt("lerp", lambda: torch.lerp(torch.ones(2), torch.ones(3), 0.5))
attempt("lerp", lambda: torch.lerp(torch.ones(3), torch.ones(3), torch.ones(2)))
attempt("where", lambda: torch.where(torch.tensor([True, False]), torch.ones(3), torch.ones(3)))


def assign(x, key, value):
    x[key] = value
    return x


mask = torch.tensor([True, False, True])
attempt("too many", lambda: assign(torch.zeros(3), mask, torch.ones(3)))
attempt("too few", lambda: assign(torch.zeros(3), torch.tensor([True, True, True]), torch.ones(2)))
attempt("other mask", lambda: assign(torch.zeros(2), mask, 1.0))
attempt("nothing", lambda: assign(torch.zeros(3), torch.tensor([False] * 3), torch.ones(2)))
attempt("rows", lambda: assign(torch.zeros(3, 2), mask, torch.ones(3, 2)))
attempt("list", lambda: assign(torch.zeros(3), mask, [1.0, 2.0]))
attempt("with gradient", lambda: assign(torch.zeros(3), mask, torch.ones(3, requires_grad=True)))
