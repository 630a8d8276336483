# ruff: noqa: F821
"""``out=``: where the result goes, what is resized, what is refused."""

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

# %% refused
x = torch.tensor([1.0, 2.0], requires_grad=True)
lines("""
torch.add(torch.ones(2, requires_grad=True), 1, out=torch.zeros(2))
torch.sin(torch.ones(2), out=torch.zeros(2, requires_grad=True))
torch.add(torch.ones(2), 1.5, out=torch.zeros(2).long())
torch.add(torch.ones(2), 1, out=None)
torch.mul(torch.ones(2), 2, out=torch.zeros(2, dtype=torch.float64))
""")
with torch.no_grad():
    show("no_grad", torch.mul(x, 2, out=torch.zeros(2)))

# %% resized
z = torch.ones(5)
show("sin", [torch.sin(torch.ones(2), out=z).shape, z.shape])
