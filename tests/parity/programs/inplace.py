# ruff: noqa: F821
"""Versions, in-place operations as training loops use them, and the errors that protect saved values."""

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

# %% error_text_names_the_operation
a = torch.ones(2, requires_grad=True)
for name, change in {"mul_": lambda b: b.mul_(2), "zero_": lambda b: b.zero_(), "copy_": lambda b: b.copy_(a)}.items():
    b = a * 1
    y = b * b
    change(b)
    attempt(name, lambda y=y: y.sum().backward())
