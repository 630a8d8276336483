# ruff: noqa: F821
"""Calls as they may be written: arguments one by one, numbers in tensors, transforms."""

# %% ints_one_by_one
x = torch.arange(6.0).reshape(1, 2, 1, 3)
methods = {
    "squeeze": [(0, 2), (0, -2), (1, 3), (0,), (), ((0, 2),), ([],), (0, 9), (0, 0)],
    "count_nonzero": [(0, 1), (3,), (), ((1, -1),), (0, 1, 2, 3), (1, 1), (0, 5)],
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
    "rot90": [(1, 2), (1, (1, 3))],
    "unsafe_split_with_sizes": [(1, 1), ([1, 1], 1)],
    "new_zeros": [(2, 3), ((2, 3),), (2,)],
    "new_full": [((2, 3), 1.0), (2,)],
}
for name, calls in methods.items():
    for args in calls:
        attempt(f"x.{name}{args}", lambda: getattr(x, name)(*args))
for args in ((0, 2), (1, 3), ()):
    attempt(f"x.squeeze_{args}", lambda: x.clone().squeeze_(*args))
for name, args in (("squeeze", (0, 2)), ("count_nonzero", (0, 1)), ("broadcast_to", (4, 2, 1, 3)), ("flip", (0, 1))):
    attempt(f"torch.{name}{args}", lambda: getattr(torch, name)(x, *args))
    attempt(f"torch.{name} of a list", lambda: getattr(torch, name)(x, args))
attempt("one", lambda: [torch.squeeze(x, 0).shape, torch.count_nonzero(x, 1).shape, torch.squeeze(x, dim=(0, 2)).shape])
attempt("pad", lambda: torch.constant_pad_nd(x, 1))
y = torch.ones(1, 2, 1, requires_grad=True)
nodes(y.squeeze(0, 2))


# %% sizes_in_tensors
x = torch.arange(6.0).reshape(2, 3)
lines("""
    x.split(torch.tensor([]))
    x.split(1.5)
    x.split([1.0, 1.0])
    x.narrow(1, torch.tensor(1), torch.tensor(2))
    x.unsqueeze(torch.tensor(0)).shape
""")


# %% a_bool_is_no_dimension
x = torch.ones(2, 3)
places = torch.zeros(1, 1, dtype=torch.int64)
lines("""
    torch.logcumsumexp(x, True)
    x.transpose(True, False)
    torch.select(x, 0, True)
    x.unfold(True, 1, 1)
    torch.gather(x, True, places)
    x.index_select(True, places[0])
    x.unsqueeze(dim=True)
""")


# %% numbers_in_tensors_are_drawn_with_once
half = torch.tensor(0.5)
for name, draw in {
    "F.dropout": lambda: torch.nn.functional.dropout(torch.ones(8), half),
    "F.dropout, by name": lambda: torch.nn.functional.dropout(torch.ones(8), p=half),
    "nn.Dropout": lambda: torch.nn.Dropout(half)(torch.ones(8)),
    "torch.dropout": lambda: torch.dropout(torch.ones(8), half, True),
    "bernoulli": lambda: torch.bernoulli(torch.ones(8), half),
    "bernoulli_": lambda: torch.ones(8).bernoulli_(half),
    "normal_": lambda: torch.ones(4).normal_(half, half),
    "uniform_": lambda: torch.ones(4).uniform_(half, torch.tensor(2.0)),
    "exponential_": lambda: torch.ones(4).exponential_(half),
    "randint": lambda: torch.randint(torch.tensor(5), (4,)),
    "multinomial": lambda: torch.multinomial(torch.ones(8), torch.tensor(4)),
    "init.normal_": lambda: torch.nn.init.normal_(torch.ones(4), half, half),
}.items():
    torch.manual_seed(0)
    show(name, draw())
    show("next", torch.rand(1))
attempt("no probability", lambda: torch.nn.functional.dropout(torch.ones(2), torch.tensor(1.5)))


# %% out_of_another_type
x, whole = torch.tensor([[-1.0, 2.0], [3.0, -4.0]]), torch.tensor([[1, 2], [3, 4]])
for name, args in {
    "isneginf": (x,), "isposinf": (x,), "signbit": (x,), "isin": (x, x), "argmax": (x, 0), "argmin": (x,),
    "tril": (x,), "triu": (x,), "diag": (x,), "matmul": (x, x), "bitwise_not": (whole,),
    "lerp": (x, x, 0.5), "abs": (x,), "neg": (whole,), "all": (x,), "eq": (x, 1), "logical_not": (x,),
}.items():  # fmt: skip
    for kind in (torch.float64, torch.int32, torch.bool):
        attempt(f"{name} {kind}", lambda: getattr(torch, name)(*args, out=torch.empty(0, dtype=kind)))


# %% numbers_for_letters
a, b = torch.arange(6.0).reshape(2, 3), torch.arange(12.0).reshape(3, 4)
lines("""
    torch.einsum(torch.ones(2, 3, 4), [..., 0], torch.ones(4), [0], [...])
    torch.einsum(torch.ones(2, 3), [0])
    torch.einsum(torch.ones(2, 3), [0, -1])
    torch.einsum(torch.ones(2, 3))
""")
lines("""
    torch.einsum("ij,jk", torch.ones(2, 3))
    torch.einsum("ij, k1 -> ik", torch.ones(2, 3), torch.ones(2, 3))
    torch.einsum("i..j", torch.ones(2, 3))
    torch.einsum("...i...", torch.ones(2, 3))
    torch.einsum("...i->..i", torch.ones(2, 3))
    torch.einsum("...i->...i...", torch.ones(2, 3))
""")
show("as letters", torch.einsum(a, [0, 1], b, [1, 2], [2, 0]) - torch.einsum("ij,jk->ki", a, b))


# %% derivatives
grad, grad_and_value, vjp, vmap = torch.func.grad, torch.func.grad_and_value, torch.func.vjp, torch.func.vmap
jacrev, hessian = torch.func.jacrev, torch.func.hessian
functional_call = torch.func.functional_call

x = torch.tensor([1.0, 2.0, 3.0])
r = x.clone().requires_grad_()


def f(x):
    return (x**3).sum()


attempt("grad(f)(x)", lambda: grad(f)(x))
attempt("grad(lambda x:x)(x)", lambda: grad(lambda x: x)(x))
attempt("grad(f)(2.)", lambda: grad(f)(2.0))
attempt("grad(f,argnums=1)(x)", lambda: grad(f, argnums=1)(x))
attempt("grad(lambda x:3.)(x)", lambda: grad(lambda x: 3.0)(x))
attempt(
    "grad(lambda x,y:(x*y).sum(),argnums=(0,1))(x,x+1)",
    lambda: grad(lambda x, y: (x * y).sum(), argnums=(0, 1))(x, x + 1),
)
attempt("grad(lambda x:(x.sum(),x),has_aux=True)(x)", lambda: grad(lambda x: (x.sum(), x), has_aux=True)(x))
attempt("grad(lambda x:x.sum(),has_aux=True)(x)", lambda: grad(lambda x: x.sum(), has_aux=True)(x))
attempt("grad_and_value(f)(x)", lambda: grad_and_value(f)(x))
attempt("grad(lambda d:d['a'].sum())({'a':x})", lambda: grad(lambda d: d["a"].sum())({"a": x}))
attempt("grad(lambda x:torch.ones(()))(x)", lambda: grad(lambda x: torch.ones(()))(x))
attempt("grad(grad(lambda x:x**3))(torch.tensor(2.))", lambda: grad(grad(lambda x: x**3))(torch.tensor(2.0)))
attempt(
    "grad(grad(grad(lambda x:x**4)))(torch.tensor(2.))", lambda: grad(grad(grad(lambda x: x**4)))(torch.tensor(2.0))
)
attempt("vjp(torch.sin,x)[0]", lambda: vjp(torch.sin, x)[0])
attempt("vjp(torch.sin,x)[1](x)", lambda: vjp(torch.sin, x)[1](x))
attempt("vjp(torch.sin,x)[1](x[:2])", lambda: vjp(torch.sin, x)[1](x[:2]))
attempt("vjp(lambda x,y:(x,y),x,x)[1]((x,x))", lambda: vjp(lambda x, y: (x, y), x, x)[1]((x, x)))
attempt("vjp(lambda x:(x,x+1),x,has_aux=True)[2]", lambda: vjp(lambda x: (x, x + 1), x, has_aux=True)[2])
attempt("jacrev(torch.sin)(x)", lambda: jacrev(torch.sin)(x))
attempt("jacrev(lambda x,y:x*y,argnums=(0,1))(x,x)", lambda: jacrev(lambda x, y: x * y, argnums=(0, 1))(x, x))
attempt("jacrev(lambda x:(x,x.sum()))(x)", lambda: jacrev(lambda x: (x, x.sum()))(x))
attempt("jacrev(lambda x:(x,x),has_aux=True)(x)", lambda: jacrev(lambda x: (x, x), has_aux=True)(x))
attempt("jacrev(lambda x:3.)(x)", lambda: jacrev(lambda x: 3.0)(x))
attempt("jacrev(f, chunk_size=1)(x)", lambda: jacrev(f, chunk_size=1)(x))
attempt("jacrev(f,chunk_size=0)(x)", lambda: jacrev(f, chunk_size=0)(x))
attempt("grad(f)(r).requires_grad", lambda: grad(f)(r).requires_grad)
attempt("grad(lambda x:(x*r).sum())(x).requires_grad", lambda: grad(lambda x: (x * r).sum())(x).requires_grad)
attempt("grad(lambda x:(x*x).sum())(x).requires_grad", lambda: grad(lambda x: (x * x).sum())(x).requires_grad)
attempt("torch.autograd.grad(grad(f)(r).sum(),r)", lambda: torch.autograd.grad(grad(f)(r).sum(), r))


# %% mapped
grad, grad_and_value, vjp, vmap = torch.func.grad, torch.func.grad_and_value, torch.func.vjp, torch.func.vmap
jacrev, hessian = torch.func.jacrev, torch.func.hessian
functional_call = torch.func.functional_call

x = torch.tensor([1.0, 2.0, 3.0])
r = x.clone().requires_grad_()


def f(x):
    return (x**3).sum()


attempt("vmap(f)(torch.eye(3))", lambda: vmap(f)(torch.eye(3)))
attempt("vmap(torch.dot)(torch.eye(3),torch.ones(3,3))", lambda: vmap(torch.dot)(torch.eye(3), torch.ones(3, 3)))
attempt("vmap(torch.dot,in_dims=(0,None))(torch.eye(3),x)", lambda: vmap(torch.dot, in_dims=(0, None))(torch.eye(3), x))
attempt("vmap(lambda x:(x,x.sum()))(torch.eye(3))", lambda: vmap(lambda x: (x, x.sum()))(torch.eye(3)))
attempt("vmap(lambda x:x,out_dims=1)(torch.ones(2,3))", lambda: vmap(lambda x: x, out_dims=1)(torch.ones(2, 3)))
attempt("vmap(lambda x:3)(x)", lambda: vmap(lambda x: 3)(x))
attempt("vmap(f,in_dims=1)(torch.eye(3))", lambda: vmap(f, in_dims=1)(torch.eye(3)))
attempt("vmap(f,in_dims=2)(torch.eye(3))", lambda: vmap(f, in_dims=2)(torch.eye(3)))
attempt("vmap(f)(torch.tensor(1.))", lambda: vmap(f)(torch.tensor(1.0)))
attempt("vmap(torch.dot)(torch.ones(2,3),torch.ones(3,3))", lambda: vmap(torch.dot)(torch.ones(2, 3), torch.ones(3, 3)))
attempt("vmap(lambda x:x+torch.randn(1))(x)", lambda: vmap(lambda x: x + torch.randn(1))(x))
torch.manual_seed(0)
attempt(
    "vmap(lambda x:x+torch.randn(1),randomness='same')(x)",
    lambda: vmap(lambda x: x + torch.randn(1), randomness="same")(x),
)
attempt("torch.randn(2)", lambda: torch.randn(2))
attempt(
    "vmap(lambda x:x+torch.randn(3),randomness='x')(x)", lambda: vmap(lambda x: x + torch.randn(3), randomness="x")(x)
)
attempt("vmap(f,in_dims=None)(x)", lambda: vmap(f, in_dims=None)(x))
attempt("vmap(lambda: x)()", lambda: vmap(lambda: x)())
attempt(
    "vmap(vmap(torch.mul))(torch.ones(2,2),torch.ones(2,2))",
    lambda: vmap(vmap(torch.mul))(torch.ones(2, 2), torch.ones(2, 2)),
)
attempt("vmap(lambda d:d['a']*2)({'a':torch.ones(2)})", lambda: vmap(lambda d: d["a"] * 2)({"a": torch.ones(2)}))
attempt("vmap(grad(lambda x:x**2))(x)", lambda: vmap(grad(lambda x: x**2))(x))
attempt(
    "vmap(grad(lambda w,x:(w*x).sum()),in_dims=(None,0))(x,torch.",
    lambda: vmap(grad(lambda w, x: (w * x).sum()), in_dims=(None, 0))(x, torch.eye(3)),
)
attempt("vmap(f,chunk_size=1)(torch.eye(3))", lambda: vmap(f, chunk_size=1)(torch.eye(3)))
attempt("vmap(lambda x:x*2)(torch.ones(0,3))", lambda: vmap(lambda x: x * 2)(torch.ones(0, 3)))
attempt("torch.vmap(torch.sin)(x)", lambda: torch.vmap(torch.sin)(x))
attempt("vmap(lambda x:None)(x)", lambda: vmap(lambda x: None)(x))
attempt("vmap(f,in_dims='a')(x)", lambda: vmap(f, in_dims="a")(x))
attempt(
    "torch.autograd.grad(vmap(lambda x:x**2)(r).sum(),r)", lambda: torch.autograd.grad(vmap(lambda x: x**2)(r).sum(), r)
)
attempt("vmap(jacrev(torch.sin))(torch.ones(2,2))", lambda: vmap(jacrev(torch.sin))(torch.ones(2, 2)))
attempt("jacrev(vmap(torch.sin))(torch.ones(2,2)).shape", lambda: jacrev(vmap(torch.sin))(torch.ones(2, 2)).shape)


# %% called
grad, grad_and_value, vjp, vmap = torch.func.grad, torch.func.grad_and_value, torch.func.vjp, torch.func.vmap
jacrev, hessian = torch.func.jacrev, torch.func.hessian
functional_call = torch.func.functional_call

x = torch.tensor([1.0, 2.0, 3.0])
r = x.clone().requires_grad_()


def f(x):
    return (x**3).sum()


attempt(
    "functional_call(torch.nn.Linear(1,1),{'weight':torch.ones(1,",
    lambda: functional_call(
        torch.nn.Linear(1, 1), {"weight": torch.ones(1, 1), "bias": torch.zeros(1)}, (torch.ones(1),)
    ),
)
attempt(
    "functional_call(torch.nn.Linear(1,1),{'weighty':torch.ones(1",
    lambda: functional_call(torch.nn.Linear(1, 1), {"weighty": torch.ones(1, 1)}, (torch.ones(1),), strict=True),
)
attempt(
    "functional_call(torch.nn.Linear(1,1),3,(torch.ones(1),))",
    lambda: functional_call(torch.nn.Linear(1, 1), 3, (torch.ones(1),)),
)
attempt(
    "functional_call(torch.nn.Linear(1,1),[{'a':x},{'a':x}],(torc",
    lambda: functional_call(torch.nn.Linear(1, 1), [{"a": x}, {"a": x}], (torch.ones(1),)),
)
attempt(
    "grad(lambda w:functional_call(torch.nn.Linear(1,1),{'weight'",
    lambda: grad(
        lambda w: functional_call(torch.nn.Linear(1, 1), {"weight": w, "bias": torch.zeros(1)}, (torch.ones(1),)).sum()
    )(torch.ones(1, 1)),
)


# %% batched
x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
y = x * x
show("eye", torch.autograd.grad(y, x, torch.eye(3), is_grads_batched=True, retain_graph=True))
z = torch.ones(1, requires_grad=True)
show(
    "unused", torch.autograd.grad(y, [x, z], torch.eye(3), is_grads_batched=True, retain_graph=True, allow_unused=True)
)
attempt("shape", lambda: torch.autograd.grad(y, x, torch.ones(3), is_grads_batched=True))
attempt("none", lambda: torch.autograd.grad(y, x, is_grads_batched=True))


# %% vectorized
hessian, jacobian = torch.autograd.functional.hessian, torch.autograd.functional.jacobian

x = torch.tensor([1.0, 2.0, 3.0])


def f(x):
    return (x**3).sum()


attempt("pair", lambda: jacobian(lambda x: (x * 2, 3 * x), x, vectorize=True))
attempt("independent", lambda: jacobian(lambda x: torch.ones(2), x, vectorize=True))
attempt("hessian", lambda: hessian(f, x, vectorize=True))
attempt("forward alone", lambda: jacobian(torch.sin, x, strategy="forward-mode"))
attempt("forward graph", lambda: jacobian(torch.sin, x, strategy="forward-mode", vectorize=True, create_graph=True))
attempt("forward strict", lambda: jacobian(torch.sin, x, strategy="forward-mode", vectorize=True, strict=True))
attempt("strict", lambda: jacobian(torch.sin, x, vectorize=True, strict=True))
attempt("strict hessian", lambda: hessian(f, x, vectorize=True, strict=True))
attempt("hessian forward", lambda: hessian(f, x, outer_jacobian_strategy="forward-mode"))
attempt("other", lambda: jacobian(torch.sin, x, strategy="x"))


# %% rows_of_a_jacobian
x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
y = x**3


def row(v):
    return torch.autograd.grad(y, x, v)[0]


show("one backward for each", torch.func.vmap(row)(torch.eye(3)))
attempt("let go of after the last", lambda: torch.autograd.grad(y.sum(), x))
y = x.exp()
show(
    "twice in one call",
    torch.func.vmap(lambda v: torch.autograd.grad(y, x, v, retain_graph=True)[0] + row(v))(torch.eye(3)),
)
