# ruff: noqa: F821
"""torch.func, vmap, batched gradients and the vectorized forms of jacobian and hessian."""

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
