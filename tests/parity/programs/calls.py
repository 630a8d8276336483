# ruff: noqa: F821
"""Calls as they may be written: arguments one by one, numbers in tensors, transforms."""

# %% ints_one_by_one
x = torch.arange(6.0).reshape(1, 2, 1, 3)
methods = {
    "squeeze": [(0, 2), (0, -2), (1, 3), (0,), (), ((0, 2),), ([],), (0, 9), (0, 0)],
    "broadcast_to": [(4, 2, 1, 3), ((4, 2, 1, 3),), (1, -1, -1, -1), (2, 3), (3,)],
    "permute": [(3, 2, 1, 0), (0, 1)],
    "flip": [(1, 3), (0,), ()],
    "repeat": [(2, 1, 1, 1), (2,)],
    "tile": [(2, 3), (2,)],
    "expand": [(2, 2, 1, 3), (3,)],
    "reshape": [(2, 3), (-1,), (5,)],
    "view": [(3, 2), (6,)],
    "sum": [(0, 1)],
    "amax": [(0, 1)],
    "new_zeros": [(2, 3), ((2, 3),), (2,)],
    "new_full": [((2, 3), 1.0), (2,)],
}
for name, calls in methods.items():
    for args in calls:
        attempt(f"x.{name}{args}", lambda: getattr(x, name)(*args))
for name, args in (("squeeze", (0, 2)), ("broadcast_to", (4, 2, 1, 3)), ("flip", (0, 1))):
    attempt(f"torch.{name}{args}", lambda: getattr(torch, name)(x, *args))
    attempt(f"torch.{name} of a list", lambda: getattr(torch, name)(x, args))
attempt("pad", lambda: torch.constant_pad_nd(x, 1))
y = torch.ones(1, 2, 1, requires_grad=True)
nodes(y.squeeze(0, 2))

# %% sizes_in_tensors
x = torch.arange(6.0).reshape(2, 3)
lines("""
    x.split(torch.tensor([]))
    x.unsqueeze(torch.tensor(0)).shape
""")

# %% numbers_in_tensors_are_drawn_with_once
half = torch.tensor(0.5)
for name, draw in {
    "F.dropout": lambda: torch.nn.functional.dropout(torch.ones(8), half),
    "F.dropout, by name": lambda: torch.nn.functional.dropout(torch.ones(8), p=half),
    "nn.Dropout": lambda: torch.nn.Dropout(half)(torch.ones(8)),
    "torch.dropout": lambda: torch.dropout(torch.ones(8), half, True),
    "bernoulli": lambda: torch.bernoulli(torch.ones(8), half),
    "normal_": lambda: torch.ones(4).normal_(half, half),
    "uniform_": lambda: torch.ones(4).uniform_(half, torch.tensor(2.0)),
    "randint": lambda: torch.randint(torch.tensor(5), (4,)),
    "multinomial": lambda: torch.multinomial(torch.ones(8), torch.tensor(4)),
    "init.normal_": lambda: torch.nn.init.normal_(torch.ones(4), half, half),
}.items():
    torch.manual_seed(0)
    show(name, draw())
    show("next", torch.rand(1))
attempt("no probability", lambda: torch.nn.functional.dropout(torch.ones(2), torch.tensor(1.5)))

# %% out_of_another_type
x = torch.tensor([[-1.0, 2.0], [3.0, -4.0]])
for name, args in {
    "lerp": (x, x, 0.5), "eq": (x, 1), "logical_not": (x,),
}.items():  # fmt: skip
    for kind in (torch.float64, torch.int32, torch.bool):
        attempt(f"{name} {kind}", lambda: getattr(torch, name)(*args, out=torch.empty(0, dtype=kind)))

# %% numbers_for_letters
lines("""
    torch.einsum("ij,jk", torch.ones(2, 3))
    torch.einsum("ij, k1 -> ik", torch.ones(2, 3), torch.ones(2, 3))
""")

# %% transforms
grad, grad_and_value, vjp, vmap = torch.func.grad, torch.func.grad_and_value, torch.func.vjp, torch.func.vmap
jacrev, hessian = torch.func.jacrev, torch.func.hessian
functional_call = torch.func.functional_call

x = torch.tensor([1.0, 2.0, 3.0])
r = x.clone().requires_grad_()


def f(x):
    return (x**3).sum()


lines("""
    grad(lambda x: x)(x)
    grad(f)(2.0)
    grad(f, argnums=1)(x)
    grad(lambda x: 3.0)(x)
    grad(lambda x: torch.ones(()))(x)
    vjp(torch.sin, x)[1](x)
    vjp(torch.sin, x)[1](x[:2])
    jacrev(lambda x: 3.0)(x)
    torch.autograd.grad(grad(f)(r).sum(), r)
    vmap(torch.dot, in_dims=(0, None))(torch.eye(3), x)
    vmap(lambda x: 3)(x)
    vmap(f, in_dims=2)(torch.eye(3))
    vmap(torch.dot)(torch.ones(2, 3), torch.ones(3, 3))
    vmap(lambda x: x + torch.randn(1))(x)
""")
torch.manual_seed(0)
lines("""
    vmap(lambda x: x + torch.randn(1), randomness="same")(x)
    vmap(lambda x: x + torch.randn(3), randomness="x")(x)
    vmap(lambda d: d["a"] * 2)({"a": torch.ones(2)})
    jacrev(vmap(torch.sin))(torch.ones(2, 2)).shape
    functional_call(torch.nn.Linear(1, 1), {"weight": torch.ones(1, 1), "bias": torch.zeros(1)}, (torch.ones(1),))
    functional_call(torch.nn.Linear(1, 1), {"weighty": torch.ones(1, 1)}, (torch.ones(1),), strict=True)
    functional_call(torch.nn.Linear(1, 1), 3, (torch.ones(1),))
    functional_call(torch.nn.Linear(1, 1), [{"a": x}, {"a": x}], (torch.ones(1),))
""")

# %% vectorized
hessian, jacobian = torch.autograd.functional.hessian, torch.autograd.functional.jacobian

x = torch.tensor([1.0, 2.0, 3.0])


def f(x):
    return (x**3).sum()


lines("""
    hessian(f, x, vectorize=True)
""")
