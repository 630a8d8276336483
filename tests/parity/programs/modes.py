# ruff: noqa: E402, E711, F821
"""Grad modes and inference mode, detach, switching requires_grad, and ways out: item, float, NumPy."""

# %% no_grad
x = torch.tensor(2.0, requires_grad=True)
with torch.no_grad():
    show("inside", [torch.is_grad_enabled(), (x * 2).requires_grad, torch.ones(1, requires_grad=True).requires_grad])
    with torch.enable_grad():
        show("enabled", [torch.is_grad_enabled(), (x * 2).requires_grad])
    show("again", torch.is_grad_enabled())
show("outside", [torch.is_grad_enabled(), (x * 2).requires_grad])


@torch.no_grad()
def decorated():
    return torch.is_grad_enabled()


@torch.no_grad
def bare():
    return torch.is_grad_enabled()


@torch.enable_grad()
def enabled():
    return torch.is_grad_enabled()


show("decorated", [decorated(), bare(), torch.is_grad_enabled()])
with torch.no_grad():
    show("decorated", enabled())
torch.set_grad_enabled(False)
show("function", torch.is_grad_enabled())
torch.set_grad_enabled(True)
with torch.set_grad_enabled(False):
    show("context", torch.is_grad_enabled())
show("context", torch.is_grad_enabled())


# %% no_grad_generator
@torch.no_grad()
def numbers():
    show("in generator", torch.is_grad_enabled())
    yield 1
    show("in generator", torch.is_grad_enabled())
    yield 2


for number in numbers():
    show("between", [number, torch.is_grad_enabled()])

# %% leaf_switched_off
x = torch.tensor(2.0, requires_grad=True)
y = x * 3
x.requires_grad_(False)
y.backward()
show("grad", x.grad)

# %% float_of_tracked_warns
x = torch.tensor(2.5, requires_grad=True)
show("float", float(x))

# %% tensor_of_tensor_warns
x = torch.tensor([1.0, 2.0], requires_grad=True)
show("copy", torch.tensor(x))

# %% asked_for
print(torch.are_deterministic_algorithms_enabled())
torch.use_deterministic_algorithms(True, warn_only=True)
print(torch.are_deterministic_algorithms_enabled())
attempt("no bool", lambda: torch.use_deterministic_algorithms("yes"))
torch.use_deterministic_algorithms(False)
print(torch.are_deterministic_algorithms_enabled())

# %% default_tensor_type
try:
    torch.set_default_tensor_type("torch.DoubleTensor")
    print(torch.tensor(1.5).dtype, torch.Tensor([1, 2]).dtype, torch.get_default_dtype())
    torch.set_default_tensor_type(torch.HalfTensor)
    print(torch.ones(1).dtype)
    for kind in (torch.LongTensor, "torch.IntTensor", torch.float64, 3, None):
        attempt("no type of floats", lambda kind=kind: torch.set_default_tensor_type(kind))
finally:
    torch.set_default_tensor_type(torch.FloatTensor)
print(torch.get_default_dtype())

# %% which_tensors
x = torch.tensor([1.0, 2.0], requires_grad=True)
p = torch.tensor([1.0, 2.0])
see = lambda t: [t.is_inference(), t.requires_grad, t.is_leaf, t.grad_fn]
with torch.inference_mode():
    show("made", see(torch.ones(2)))
    show("asked for", see(torch.ones(2, requires_grad=True)))
    show("tensor", see(torch.tensor([1.0], requires_grad=True)))
    show("result", see(x * 2))
    show("exp", see(x.exp()))
    show("sum", see(x.sum()))
    show("matmul", see(x @ p))
    show("cat", see(torch.cat([x, x])))
    show("max", see(x.max(0).values))
    show("detach", see(x.detach()))
    show("clone", see(x.clone()))
    show("comparison", see(x > 1))
    show("random", see(torch.rand(2)))
    show("zeros_like", see(torch.zeros_like(x)))
    show("arange", see(torch.arange(3)))
    show("view of a result", see((x * 2).view(1, 2)))
    show("view of a tensor from outside", see(p.view(1, 2)))
    show("view of a leaf from outside", see(x.view(1, 2)))
    show("part of a leaf from outside", see(x[0]))
    show("unbind", [see(t) for t in x.unbind()])
    inner = x * 3
show("outside", [inner.is_inference(), x.is_inference(), (inner + 1).is_inference(), inner.clone().is_inference()])
show("view", inner.view(1, 2).is_inference())
show("detach", inner.detach().is_inference())
show("part", inner[0].is_inference())
show("function", [torch.is_inference(inner), torch.is_inference(x)])
print(inner)

# %% version
with torch.inference_mode():
    t = torch.ones(2)
    attempt("inside", lambda: t._version)
    show("in place", t.add_(1))
    show("written", t.mul_(torch.tensor(3.0)))
attempt("outside", lambda: t._version)

# %% in_place_outside
with torch.inference_mode():
    t = torch.ones(2)
attempt("add_", lambda: t.add_(1))
attempt("mul_", lambda: t.mul_(torch.ones(2)))
attempt("zero_", lambda: t.zero_())
attempt("part", lambda: t.__setitem__(0, 5.0))
attempt("view", lambda: t.view(2, 1).add_(1))
with torch.no_grad():
    attempt("no_grad", lambda: t.add_(1))
with torch.inference_mode():
    attempt("inside", lambda: t.add_(1))

# %% saved
x = torch.tensor([1.0, 2.0], requires_grad=True)
with torch.inference_mode():
    t = torch.ones(2)
attempt("mul", lambda: x * t)
attempt("mul, other way", lambda: t * x)
attempt("matmul", lambda: x @ t)
attempt("pow", lambda: x**t)
show("add", x + t)
show("sub", (t - x).detach())
with torch.no_grad():
    show("no_grad", x * t)
show("constants", t * t)
y = x * t.clone()
y.sum().backward()
show("grad", x.grad)

# %% requires_grad
with torch.inference_mode():
    t = torch.ones(2)
    show("inside", t.requires_grad_().requires_grad)
    u = torch.ones(2)
attempt("requires_grad_", lambda: u.requires_grad_())
attempt("off", lambda: u.requires_grad_(False).requires_grad)
attempt("set", lambda: setattr(u, "requires_grad", True))
show("still", [t.requires_grad, u.requires_grad])
