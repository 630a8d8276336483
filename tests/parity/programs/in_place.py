# ruff: noqa: E402, F821
"""Writing in place: values, shapes, x.data, out=."""

# %% optimizer_step_in_between
w = torch.tensor([1.0, 2.0], requires_grad=True)
loss = (w * w).sum()
loss.backward(retain_graph=True)
with torch.no_grad():
    w -= w.grad
loss.backward()


# %% error_text_names_the_operation
a = torch.ones(2, requires_grad=True)
for name, change in {"mul_": lambda b: b.mul_(2), "zero_": lambda b: b.zero_(), "copy_": lambda b: b.copy_(a)}.items():
    b = a * 1
    y = b * b
    change(b)
    attempt(name, lambda y=y: y.sum().backward())

# %% turned
for change in (
    "x.unsqueeze_(1)", "x.t_()", "x.transpose_(0, -1)",
    "x.unsqueeze_(0).squeeze_()", "x.unsqueeze_(0).squeeze_(0)",
):  # fmt: skip
    a = torch.tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], requires_grad=True)
    x = a * 2
    y = eval(change)
    show(change, [y is x, x.detach(), x.grad_fn, x._version, x.is_contiguous()])
    (x * x * torch.arange(1.0, x.numel() + 1).reshape(x.shape)).sum().backward()
    show("grad", a.grad)

# %% views
a = torch.arange(6.0, requires_grad=True)
x = a * 1
v = x.view(2, 3)
v.t_()
show("node", [v.grad_fn, v._base is x, x.grad_fn, v.detach()])
x.mul_(2)
show("after", [v.grad_fn, v.detach()])
v.sum().backward()
show("grad", a.grad)

# %% refused
x = torch.ones(2, 3, requires_grad=True)
x.clone().unbind()[0].unsqueeze_(0)

# %% storage
x = torch.tensor([[1.0, 2.0], [3.0, 4.0]])
u = x[1].untyped_storage()
show("bytes", [len(u), u.size(), u.nbytes(), u.tolist()[:4], u[3], list(u)[-2:]])
show("same memory", [u.data_ptr() == x.data_ptr(), x.t().untyped_storage().data_ptr() == u.data_ptr()])
u[3] = 64
show("written", x)
print(torch.tensor([1, 2]).untyped_storage())

# %% new
x = torch.tensor([1.0, 2.0])
lines("""
torch.ones(2).new(2.5)
torch.ones(2).new('a')
""")

# %% functions_that_write
lines("""
torch.max(torch.ones(2, 2), 1, out=torch.empty(0))
torch.max(torch.ones(2, 2), 1, out=None)
torch.ones(2, 2).max(1, out=(torch.empty(0), torch.empty(0).long()))
torch.flip(torch.ones(2), (0,), out=torch.empty(0))
""")

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

# %% written
x, y = torch.tensor([1.0, 2.0, 3.0]), torch.tensor([4.0, 5.0, 6.0])
for name in ("add", "sub", "mul", "div", "pow", "maximum", "atan2", "eq", "dot"):
    z = torch.zeros(()) if name == "dot" else torch.zeros(3)
    if name == "eq":
        z = z.bool()
    show(name, [getattr(torch, name)(x, y, out=z) is z, z, z._version])
for name in ("sin", "exp", "abs", "sqrt", "sigmoid", "neg"):
    z = torch.empty(0)
    show(name, [getattr(torch, name)(x, out=z) is z, z])
z = torch.empty(0)
show("cat", torch.cat([x, y], out=z))
show("matmul", torch.matmul(x.reshape(3, 1), y.reshape(1, 3), out=torch.empty(0)))
show("mm", torch.mm(x.reshape(3, 1), y.reshape(1, 3), out=torch.zeros(3, 3)))
show("sum", torch.sum(x.reshape(1, 3), 0, out=torch.zeros(3)))
show("cumsum", torch.cumsum(x, 0, out=torch.zeros(3)))
show("clamp", torch.clamp(x, 1.5, 2.5, out=torch.zeros(3)))
w = torch.zeros(2, 3)
torch.add(x, y, out=w[1])
show("view", w)
show("itself", torch.mul(x, x, out=x))

# %% out_refused
x = torch.tensor([1.0, 2.0], requires_grad=True)
lines("""
torch.add(torch.ones(2, requires_grad=True), 1, out=torch.zeros(2))
""")
with torch.no_grad():
    show("no_grad", torch.mul(x, 2, out=torch.zeros(2)))

# %% what_is_written_must_lie_apart
x, first = torch.arange(4.0), torch.tensor([0])
q = torch.ones(3, requires_grad=True) * 1
lines("""
    x.__setitem__([0, 1], x[2])
    x.index_put_((first,), x[1:2])
    x.masked_fill_(x > 5, x[0])
""")
show("x", [x, q])

# %% overwritten_with_itself
for places in (None, True, ..., (..., None), (None, 0)):
    x, leaf = torch.tensor([2.0]), torch.tensor([2.0], requires_grad=True)
    attempt("one element", lambda: x.__setitem__(places, x))
    attempt("a leaf", lambda: leaf.__setitem__(places, leaf))
attempt("others", lambda: torch.zeros(3).__setitem__(None, x))

# %% another_shape
x = torch.ones(3, requires_grad=True)
(x * 1).sum().backward()
x.data = torch.ones(2)
attempt("backward", lambda: (x * 1).sum().backward())
for before, after in (((1, 3), (3, 1)), ((2, 3), (3, 2)), ((3,), (2, 3))):
    x = torch.ones(before, requires_grad=True)
    x.sum().backward()
    x.data = torch.ones(after)
    attempt("added", lambda: x.sum().backward())
    show("afterwards", x.grad)
