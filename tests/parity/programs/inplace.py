# ruff: noqa: F821
"""Versions, in-place operations as training loops use them, and the errors that protect saved values."""

# %% versions
t = torch.zeros(2)
show("start", t._version)
t.add_(1)
t += 1
t[0] = 5
t.copy_(torch.ones(2))
t.fill_(3.0)
t.zero_()
show("six", t._version)
with torch.no_grad():
    t.mul_(2)
show("seven", [t._version, t.detach()._version, t.clone()._version, t[0]._version])
d = t.detach()
d.add_(1)
show("shared", [t._version, d._version])
t.data.add_(1)
show("data is not counted", t._version)
t.requires_grad_()
show("requires_grad_", t._version)

# %% update_under_no_grad
w = torch.tensor([1.0, 2.0], requires_grad=True)
lr = 0.1
for _ in range(3):
    loss = ((w - 4) ** 2).sum()
    loss.backward()
    with torch.no_grad():
        w -= lr * w.grad
        w.grad.zero_()
    show("w", [w, w.is_leaf, w.requires_grad, w._version])

# %% update_methods
w = torch.tensor([1.0, 2.0], requires_grad=True)
(w * w).sum().backward()
with torch.no_grad():
    w.sub_(0.5 * w.grad)
    show("sub_", w)
    w.add_(w.grad, alpha=-0.25)
    show("add_ alpha", w)
    w.mul_(2)
    w.div_(4)
    show("mul_ div_", w)
    w.copy_(torch.tensor([7.0, 8.0]))
    show("copy_", w)
    w.fill_(1.5)
    show("fill_", w)
    w.zero_()
    show("zero_", [w, w._version])

# %% update_through_data
w = torch.tensor([1.0, 2.0], requires_grad=True)
(w * w).sum().backward()
w.data -= 0.1 * w.grad
w.data = w.data * 2
show("w", [w, w._version, w.is_leaf])

# %% rebinding_loses_the_leaf
w = torch.tensor(1.0, requires_grad=True)
w = w - 0.1
show("w", [w.is_leaf, w.grad_fn])
w.backward()
show("grad", w.grad)

# %% update_in_no_grad_by_assignment
w = torch.tensor(1.0, requires_grad=True)
(w * 2).backward()
with torch.no_grad():
    w = w - 0.1 * w.grad
show("w", [w, w.requires_grad])
w.backward()

# %% leaf_add
a = torch.ones(2, requires_grad=True)
a.add_(1)

# %% leaf_iadd
a = torch.ones(2, requires_grad=True)
a += 1

# %% leaf_others
a = torch.ones(2, requires_grad=True)
attempt("copy_", lambda: a.copy_(torch.ones(2)))
attempt("zero_", lambda: a.zero_())
attempt("mul_", lambda: a.mul_(2))
attempt("fill_", lambda: a.fill_(2))
show("unchanged", [a, a._version])

# %% leaf_item
a = torch.ones(2, requires_grad=True)
a[0] = 1.0

# %% broadcast_growth
a = torch.ones(2)
a.add_(torch.ones(3, 2))

# %% result_dtype
attempt("add_", lambda: torch.tensor([1, 2]).add_(1.5))
attempt("div_", lambda: torch.tensor([1, 2]).div_(2))

# %% saved_operand_changed
a = torch.ones(2, requires_grad=True)
b = a * 1
y = b * b
b.add_(1)
y.sum().backward()

# %% saved_leaf_changed
a = torch.ones(2, requires_grad=True)
b = torch.ones(2, requires_grad=True)
y = a * b
with torch.no_grad():
    b.add_(1)
y.sum().backward()

# %% saved_constant_changed
a = torch.ones(2, requires_grad=True)
c = torch.ones(2)
y = a * c
c.add_(1)
y.sum().backward()

# %% saved_double_changed
a = torch.ones(2, requires_grad=True, dtype=torch.float64)
b = a * 1
y = b * b
b.mul_(2)
y.sum().backward()

# %% saved_result_changed
a = torch.ones(2, requires_grad=True)
y = a.exp()
y.add_(1)
y.sum().backward()

# %% saved_index_changed
a = torch.ones(3, requires_grad=True)
index = torch.tensor([0, 1])
y = a[index]
index.add_(1)
y.sum().backward()

# %% optimizer_step_in_between
w = torch.tensor([1.0, 2.0], requires_grad=True)
loss = (w * w).sum()
loss.backward(retain_graph=True)
with torch.no_grad():
    w -= w.grad
loss.backward()


# %% what_may_be_changed
def changed(name, make, which):
    x = torch.tensor([1.0, 2.0], requires_grad=True) * 1
    y = make(x)
    (x if which == "input" else y).add_(1)
    attempt(f"{name} {which}", lambda: y.sum().backward())


for name, make in {
    "add": lambda x: x + 1,
    "times_number": lambda x: x * 10,
    "mul": lambda x: x * x,
    "exp": lambda x: x.exp(),
    "sin": lambda x: x.sin(),
    "tanh": lambda x: x.tanh(),
    "sigmoid": lambda x: x.sigmoid(),
    "relu": lambda x: x.relu(),
    "sqrt": lambda x: x.sqrt(),
    "sum": lambda x: x.sum(),
    "pow": lambda x: x**2,
}.items():
    changed(name, make, "input")
    changed(name, make, "output")

# %% tracked_inplace
v = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
w = torch.tensor([2.0, 0.5, 1.0], requires_grad=True)
for name, change in {
    "add_": lambda x: x.add_(1),
    "iadd": lambda x: x.__iadd__(w),
    "sub_": lambda x: x.sub_(w),
    "mul_ number": lambda x: x.mul_(2),
    "mul_": lambda x: x.mul_(w),
    "div_": lambda x: x.div_(2),
    "zero_": lambda x: x.zero_(),
    "fill_": lambda x: x.fill_(1),
    "copy_": lambda x: x.copy_(w),
}.items():
    x = v.clone()
    change(x)
    print(name, x, x.grad_fn.next_functions)
    show(name, torch.autograd.grad(x.sum(), [v, w], allow_unused=True))

# %% constant_becomes_tracked
a = torch.ones(2, requires_grad=True)
t = torch.ones(2)
t.add_(a)
print(t, t.is_leaf)
t.sum().backward()
show("grad", a.grad)

# %% error_text_names_the_operation
a = torch.ones(2, requires_grad=True)
for name, change in {"mul_": lambda b: b.mul_(2), "zero_": lambda b: b.zero_(), "copy_": lambda b: b.copy_(a)}.items():
    b = a * 1
    y = b * b
    change(b)
    attempt(name, lambda y=y: y.sum().backward())

# %% counting
for dtype in (torch.int32, torch.int64, torch.uint8, torch.int8, torch.float32, torch.float64, torch.float16):
    N = torch.zeros((3, 4), dtype=dtype)
    for i, j in zip(torch.tensor([0, 1, 2, 1, 1]), torch.tensor([3, 0, 2, 0, -1])):
        N[i, j] += 1
        N[1, 2] += 1.0 if dtype.is_floating_point else 100
    N[torch.tensor(0)] -= 1
    N[2] *= 3
    show(str(dtype), [N, N._version])
for change in (
    "N[0, 0] += 0.5",
    "N[5, 0] += 1",
    "N[0, 4] += 1",
    "N[0, 0, 0] += 1",
    "N[torch.tensor(3)] += 1",
    "N += True",
):
    N = torch.zeros((3, 4), dtype=torch.int64)
    attempt(change, lambda: [exec(change, {"N": N, "torch": torch}), N])
show("bool", [N.bool().logical_or_(N == 0), (N == 0).float().add_(1)])

# %% rows_added_by_number
emb, X = torch.arange(12.0).reshape(3, 2, 2), torch.tensor([[0, 2], [1, 0], [2, 2]])
dC = torch.zeros(3, 2)
for k in range(3):
    for j in range(2):
        dC[X[k, j]] += emb[k, j]
show("dC", [dC, dC._version])
leaf = torch.ones(3, 2, requires_grad=True)
attempt("leaf", lambda: leaf.__setitem__(torch.tensor(0), torch.zeros(2)))
with torch.no_grad():
    leaf[torch.tensor(1)] += 2
    leaf[0, 1] = leaf[1, 0]
show("leaf", [leaf, leaf._version])
y = leaf * 1
y[torch.tensor(2), 0] += 5
show("tracked", [y, y.grad_fn, y.grad_fn.next_functions[0][0], torch.autograd.grad((y * y).sum(), leaf)])
w = torch.arange(4.0)
attempt("shifted", lambda: [w[1:].copy_(w[:-1]), w])
attempt("itself", lambda: [w.__setitem__(slice(0, 4), w), w, w._version])
