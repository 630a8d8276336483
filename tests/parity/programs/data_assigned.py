# ruff: noqa: F821, E402
"""x.data = …: numbers of another dtype, shape or origin."""

# %% another_dtype
x = torch.ones(3, requires_grad=True)
x.data = torch.ones(3, dtype=torch.float64)
print(x, x.dtype, x._version)
attempt("bw", lambda: (x * x).sum().backward())
print(x.grad)
x.data = torch.ones(2, dtype=torch.float16)
print(x.dtype, x.shape)
attempt("grad", lambda: x.grad)
attempt("bw", lambda: (x * x).sum().backward())
print(x.grad)
x.grad = None
attempt("bw", lambda: (x * x).sum().backward())
print(x.grad)

# %% whole_numbers
x = torch.ones(3, requires_grad=True)
attempt("int", lambda: setattr(x, "data", torch.ones(3, dtype=torch.int64)))
print(x)
attempt("bool", lambda: setattr(x, "data", torch.ones(3, dtype=torch.bool)))
y = torch.ones(3)
attempt("int", lambda: setattr(y, "data", torch.ones(3, dtype=torch.int64)))
print(y)
z = x * 2
attempt("intnonleaf", lambda: setattr(z, "data", torch.ones(3, dtype=torch.int64)))
attempt("f64", lambda: setattr(z, "data", torch.ones(3, dtype=torch.float64)))
print(z)
attempt("none", lambda: setattr(z, "data", None))
attempt("num", lambda: setattr(z, "data", 3.0))
attempt("del", lambda: delattr(z, "data"))

# %% with_a_gradient
x = torch.ones(3, requires_grad=True)
(x * 1).sum().backward()
x.data = x.data.double()
print(x.grad, x.dtype)
attempt("setgrad", lambda: setattr(x, "grad", torch.ones(3)))
attempt("setgrad", lambda: setattr(x, "grad", torch.ones(3, dtype=torch.float64)))
x.data = x.data.float()
print(x.grad)
attempt("bw", lambda: (x * 1).sum().backward())
print(x.grad)

# %% versions
x = torch.ones(3, requires_grad=True)
with torch.no_grad():
    x.add_(1)
print(x._version)
y = torch.ones(3)
y.add_(1)
y.add_(1)
print(y._version)
x.data = y
print(x._version, y._version)
y.add_(1)
print(x._version, y._version, x)
with torch.no_grad():
    x.mul_(2)
print(x._version, y._version, y)
w = (x * x).sum()
y.mul_(3)
attempt("bw", lambda: w.backward())
print(x.grad)
w = (x * x).sum()
x.data = torch.zeros(3)
attempt("bw", lambda: w.backward())
print(x.grad)
w = (x * x).sum()
x.data.mul_(5)
attempt("bw", lambda: w.backward())
print(x.grad)

# %% views
b = torch.ones(4)
v = b[:2]
v.data = torch.zeros(3)
print(v, b, v._is_view(), v._base is b)
b.add_(1)
print(v, b, v._version, b._version)
b.data = torch.zeros(2)
print(b, v)
p = torch.ones(3, requires_grad=True) * 1
q = p[:2]
p.data = torch.zeros(3)
print(p, q)
p.mul_(2)
attempt("q", lambda: q)

# %% parameters
lin = torch.nn.Linear(2, 2)
lin.weight.data = lin.weight.data.double()
print(lin.weight.dtype, type(lin.weight).__name__)
lin.weight.data = torch.eye(2)
lin.bias.data = torch.zeros(2)
print(lin(torch.ones(1, 2)))
lin.weight.data.fill_(2)
print(lin.weight)

# %% another_shape
x = torch.ones(3, requires_grad=True)
(x * 1).sum().backward()
x.data = torch.ones(2)
attempt("bw", lambda: (x * 1).sum().backward())
print(x.grad)
