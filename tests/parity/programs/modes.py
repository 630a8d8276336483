# ruff: noqa: F821, E711, E402
"""Grad modes, detach, switching requires_grad, and ways out of the graph: item, float, NumPy."""

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


# %% converting
x = torch.tensor([1.0, 2.0], requires_grad=True)
show("item", [x[0].item(), x.sum().item(), x.tolist(), x.detach().numpy().tolist()])
show("float", float(x[1].detach()))
show("int", [int(torch.tensor(2.7)), torch.tensor([3, 4]).tolist(), torch.tensor(True).item()])
show("format", [f"{x[0].detach():.2f}", f"{x}", f"{(x[0] * 2).detach()}"])
show("size", [x.numel(), x.dim(), x.ndim, len(x), list(x.shape), list(x.size()), x.size(0)])
show("equality", [(x == x).tolist(), (x > 1.5).tolist(), torch.equal(x, x), torch.allclose(x, x + 1e-9)])
show("hash", [{x: 1}[x] == 1, x in [x], (x == None) is False])


# %% float_of_tracked_warns
x = torch.tensor(2.5, requires_grad=True)
show("float", float(x))


# %% tensor_of_tensor_warns
x = torch.tensor([1.0, 2.0], requires_grad=True)
show("copy", torch.tensor(x))


# %% numpy_operands
import numpy as np

v = torch.tensor([1.0, 2.0], requires_grad=True)
print(v * np.float64(2))
print(np.float64(2) * v)
print(torch.from_numpy(np.ones(2)), torch.tensor(np.arange(2)), torch.tensor(np.float32(1.5)))


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
