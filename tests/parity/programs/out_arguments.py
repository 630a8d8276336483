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

# %% several
x = torch.tensor([[1.0, 3.0, 2.0], [4.0, 0.0, 5.0]])
for name in ("max", "min", "kthvalue", "topk", "sort", "median", "nanmedian", "mode", "cummax", "cummin"):
    outs = torch.empty(0), torch.empty(0, dtype=torch.int64)
    result = getattr(torch, name)(x, 1, out=outs)
    show(name, [result, outs, result[0] is outs[0], type(result).__name__, outs[0]._version])
low, high = torch.zeros(5), torch.zeros(3)
show("aminmax", torch.aminmax(x, dim=0, out=[low, high]))
show("sort", torch.sort(x, dim=0, descending=True, out=(x, torch.zeros(2, 3, dtype=torch.int64))))
v, w = torch.zeros(2, 2), torch.zeros(4, dtype=torch.int64)
torch.max(x, 1, out=(v[0], w[:2]))
show("views", [v, w])
square = torch.tensor([[2.0, 1.0], [1.0, 3.0]])
for name, count in (("svd", 3), ("slogdet", 2), ("linalg.qr", 2), ("linalg.eigh", 2), ("linalg.slogdet", 2)):
    outs = [torch.empty(0) for _ in range(count)]
    function = torch
    for part in name.split("."):
        function = getattr(function, part)
    result = function(square, out=outs)
    show(name, [[item.abs() for item in result], result[0] is outs[0], type(result).__name__])
for name in ("inv", "det", "norm", "cholesky", "vector_norm", "eigvalsh", "svdvals", "pinv"):
    z = torch.empty(0)
    show(name, [getattr(torch.linalg, name)(square, out=z) is z, z])
for call in (
    lambda z: torch.tensordot(square, square, out=z),
    lambda z: torch.norm(square, out=z),
    lambda z: torch.matrix_power(square, 2, out=z),
    lambda z: torch.inverse(square, out=z),
    lambda z: torch.linalg.solve(square, square, out=z),
):
    z = torch.empty(0)
    show("one", [call(z) is z, z])

# %% several_refused
lines("""
torch.max(torch.ones(2, 2), 1, out=(torch.empty(0), torch.empty(0)))
torch.max(torch.ones(2, 2), 1, out=(torch.empty(0, dtype=torch.float64), torch.empty(0)))
torch.sort(torch.ones(2).long(), out=(torch.empty(0), torch.empty(0).long()))
torch.max(torch.ones(2, 2), 1, out=(torch.empty(0),))
torch.max(torch.ones(2, 2), 1, out=torch.empty(0))
torch.max(torch.ones(2, 2), 1, out=None)
torch.max(torch.ones(2, 2), 1, out=(torch.ones(2, requires_grad=True), torch.empty(0).long()))
torch.topk(torch.ones(2, requires_grad=True), 1, out=(torch.empty(0), torch.empty(0).long()))
torch.svd(torch.ones(2, 2, requires_grad=True), out=(torch.empty(0), torch.empty(0), torch.empty(0)))
torch.linalg.inv(torch.ones(2, 2, requires_grad=True), out=torch.empty(0))
torch.linalg.eigh(torch.ones(2, 2, requires_grad=True), out=(torch.empty(0), torch.empty(0)))
torch.aminmax(torch.ones(2, requires_grad=True), out=(torch.empty(0), torch.empty(0)))
torch.ones(2, 2).max(1, out=(torch.empty(0), torch.empty(0).long()))
torch.flip(torch.ones(2), (0,), out=torch.empty(0))
""")
