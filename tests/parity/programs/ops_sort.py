# ruff: noqa: F821
"""sort, topk, median and running sums: ties and nan, descending, stable, views, 0-d, nothing at all, errors."""

# %% calls
op("torch.cumsum(m, dim=-1)")
op("s.cumsum(0)")
op("x.cumprod(0)", x=[2.0, 0.0, 3.0, 0.0, 4.0])
op("x.cumprod(-1)", x=[[2.0, 0.0, 3.0], [1.0, 2.0, -1.5]])
op("s.logcumsumexp(0)")
op("m.cummax(0)")
op("x.cummax(0)", x=[1.0, 1.0, 2.0, 0.0, 2.0])
op("x.cummax(0)", x=[1.0, float("nan"), 3.0, float("nan"), 5.0])
op("torch.cummin(m, dim=-1)")
op("torch.diff(v)")
op("b3.diff(2, dim=-1)")
op("torch.diff(m, dim=0, prepend=n, append=m)")
op("m.diff(n=0)")
op("m.sort(0)")
op("torch.sort(m, 1, True)")
op("torch.sort(m, dim=-1, stable=True)")
op("x.sort(descending=True, stable=True)", x=[1.0, 2.0, 1.0, 2.0])
op("m.topk(1, 0)")
op("torch.topk(m, 2, largest=False)")
op("m.topk(2, sorted=False)")
op("m.kthvalue(2)")
op("torch.kthvalue(m, 1, dim=0, keepdim=True)")
op("x.median()", x=[1.0, 2.0, 2.0, 3.0])
op("m.median(0)")
op("torch.median(m, dim=-1, keepdim=True)")
op("x.nanmedian()", x=[1.0, float("nan"), 3.0])
op("x.nanmedian(1)", x=[[1.0, float("nan"), 3.0], [1.0, 2.0, 3.0]])
op("x.mode()", x=[[1.0, 2.0, 2.0], [3.0, 1.0, 3.0]])


# %% many_equal
x = torch.tensor([float(i * 7 % 4) for i in range(40)])
lines("""
x.sort().indices
x.sort(descending=True).indices
x.sort(stable=True).indices
x.argsort()
x.argsort(descending=True, stable=True)
x.topk(5).indices
x.topk(5, largest=False).indices
x.topk(35).indices
x.median(0)
x.kthvalue(17)
x.mode()
""")


# %% unique
x = torch.tensor([[3.0, 1.0], [3.0, 2.0]])
lines("""
torch.unique(x)
x.unique(return_counts=True)
torch.unique(x, return_inverse=True, return_counts=True)
torch.unique(torch.tensor([[1, 2], [0, 5], [1, 2]]), dim=0, return_inverse=True, return_counts=True)
torch.unique(torch.tensor([float("nan"), 1.0, float("nan")]))
torch.unique(torch.tensor(2))
torch.unique(torch.zeros(0))
""")


# %% unique_graph
v = torch.tensor([3.0, 1.0, 3.0], requires_grad=True)
show("value", v.unique())
nodes(v.unique(), v=v)
attempt("backward", lambda: v.unique().sum().backward())


# %% places_and_counts
row = torch.tensor([1.0, 3.0, 3.0, 5.0])
lines("""
torch.searchsorted(row, torch.tensor([0.0, 3.0, 9.0]))
torch.searchsorted(row, torch.tensor([0.0, 3.0, 9.0]), right=True)
torch.searchsorted(row, 3.0, side="right")
torch.searchsorted(torch.tensor([[1, 3], [2, 4]]), torch.tensor([[3], [3]]), out_int32=True)
torch.bucketize(torch.tensor([[0.0, 3.0]]), row)
torch.bincount(torch.tensor([1, 2, 2, 5]))
torch.bincount(torch.tensor([1, 2]), torch.tensor([0.5, 0.25]), 4)
torch.histc(torch.tensor([1.0, 2.0, 2.5, 4.0]), 3)
torch.histc(torch.tensor([1.0, 2.0, 2.5, 4.0]), bins=2, min=0, max=3)
""")


# %% refused
m, v = torch.ones(2, 3), torch.ones(3)
rows = torch.zeros(0, 3)
lines("""
m.cumprod(-3)
torch.tensor([1, 2]).logcumsumexp(0)
torch.diff(torch.tensor(1.0))
torch.diff(m, -1)
torch.tensor([True]).topk(1)
rows.kthvalue(1, 0)
rows.nanmedian(0)
rows.mode(0)
torch.searchsorted(v, m, side="x")
torch.searchsorted(v, v, right=True, side="left")
torch.bincount(v)
torch.bincount(torch.tensor([-1]))
torch.bincount(torch.tensor([1]), minlength=-1)
torch.histc(v, 0)
torch.histc(v, 2, min=3, max=1)
torch.unique(torch.tensor(1.0), dim=0)
""")


# %% histogram
x = torch.tensor([0.1, 0.2, 0.3, 0.9, -1.0, 0.3])
edges = torch.tensor([-1.0, 0.0, 0.2, 1.0])
w = torch.tensor([1.0, 2.0, 3.0, 4.0, 5.0, 6.0])
for text in (
    "torch.histogram(x, 3)",
    "torch.histogram(x.reshape(2, 3), bins=2, range=(0.0, 1.0))",
    "x.histogram(4, density=True)",
    "torch.histogram(x.double(), 3, weight=w.double())",
    "torch.histogram(x, edges)",
    "torch.histogram(x, edges, weight=w, density=True)",
    "torch.histogram(torch.ones(4), 3)",
    "torch.histogram(torch.zeros(0), 3)",
    "torch.histogram(x, 5, range=(1.0, 1.0))",
    "torch.histogram(x, torch.tensor([2.0, 1.0, 0.0]))",
    "torch.histogram(x, 0)",
    "torch.histogram(x, 3, range=(1.0, 0.0))",
    "torch.histogram(x, 3, range=(1.0,))",
    "torch.histogram(x, 3, range=5)",
    "torch.histogram(x, 2.5)",
    "torch.histogram(x, edges, range=(0.0, 1.0))",
    "torch.histogram(x, edges.double())",
    "torch.histogram(x, torch.ones(2, 2))",
    "torch.histogram(x, 3, weight=torch.ones(3))",
    "torch.histogram(x, 3, weight=w.double())",
    "torch.histogram(torch.tensor([1, 2]), 3)",
    "torch.histogram(torch.tensor([1.0, float('nan')]), 3)",
):
    attempt(text, lambda: list(eval(text)))
tracked = torch.histogram(x.requires_grad_(), 3)
print(tracked)
attempt("backward", lambda: tracked.hist.sum().backward())
