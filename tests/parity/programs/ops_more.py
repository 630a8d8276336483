# ruff: noqa: F821
"""What programs type less often: statistics, distances, areas, blocks, and rows behind names of their own."""

# %% gamma
op("torch.lgamma(v)", v=[0.5, 1.5, 3.0])
op("torch.digamma(v)", v=[0.5, 1.5, 3.0])
op("torch.polygamma(2, v)", v=[0.5, 1.5, 3.0])
op("v.polygamma(1)", v=[0.5, 1.5, 3.0])
op("v.clone().polygamma_(1)", v=[0.5, 1.5, 3.0])
op("torch.mvlgamma(v, 2)", v=[1.5, 2.5, 3.0])
op("torch.sinc(v)")
lines("""
torch.lgamma(torch.tensor([1, 2]))
torch.tensor([1, 2]).lgamma_()
torch.mvlgamma(torch.ones(2), 0)
torch.polygamma(-1, torch.ones(2))
torch.polygamma(1.5, torch.ones(2))
torch.polygamma(torch.ones(2), 1)
torch.lgamma(2)
""")

# %% products rtol=1e-5
op("torch.addr(n, v, w, beta=0.5, alpha=2)", n=[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]])
op("torch.addbmm(x, b3, b4)", x=[[1.0, 2.0], [3.0, 4.0]])
op("torch.vdot(v, w)")
op("torch.ger(v, w)")
op("torch.kron(m, n)")
op("v.kron(m)")
op("torch.cross(v, w, dim=0)")
op("v.cross(w)")
op("torch.block_diag(m, v, s)")
lines("""
torch.addr(torch.ones(2, 3), torch.ones(3), torch.ones(3))
torch.addr(torch.ones(3, 3), torch.ones(3, 3), torch.ones(3))
torch.addr(torch.ones(2), torch.tensor([1, 2]), torch.tensor([1, 2]))
torch.addr(torch.tensor([1, 2]), torch.tensor([1, 2]), torch.tensor([1, 2]), beta=1.5)
torch.addbmm(torch.ones(3, 3), torch.ones(2, 3, 4), torch.ones(1, 4, 3))
torch.addbmm(torch.ones(3, 3), torch.ones(2, 3, 4), torch.ones(2, 4, 3).double())
torch.vdot(torch.ones(3), torch.ones(2))
torch.kron(torch.ones(2), 2)
torch.cross(torch.ones(2, 2), torch.ones(2, 2))
torch.cross(torch.ones(2, 3), torch.ones(3), dim=1)
torch.block_diag()
torch.block_diag(torch.ones(2), torch.tensor([1, 2]))
torch.block_diag(torch.ones(1, 1, 1))
torch.block_diag(torch.ones(2), 2.0)
""")

# %% svd rtol=1e-5
x = torch.tensor([[2.0, 1.0], [0.5, 3.0], [1.0, -1.0]], dtype=torch.float64, requires_grad=True)
U, S, V = torch.svd(x)
show("nodes", [U.grad_fn, S.grad_fn, V.grad_fn, V.grad_fn.next_functions])
show("product", (U * S @ V.mT).detach())
show("grad", torch.autograd.grad((S**3).sum() + ((V * V) * torch.arange(1.0, 3)).sum(), x)[0])
show("shapes", [tuple(item.shape) for item in torch.svd(x, some=False)])
show("values", torch.svd(x.detach(), compute_uv=False))
lines("torch.svd(torch.ones(2))\ntorch.svd(2)")

# %% statistics rtol=1e-5
op("torch.cov(m)")
op("torch.cov(v)")
op("m.cov(correction=0)")
op("torch.cov(m, fweights=torch.tensor([1, 2, 3]), aweights=torch.tensor([1.0, 2.0, 3.0], dtype=m.dtype))")
op("torch.corrcoef(m)")
op("m.corrcoef()")
lines("""
torch.cov(torch.ones(2, 2, 2))
torch.cov(torch.tensor(3.0))
torch.cov(torch.tensor([1, 2, 3]))
torch.cov(torch.tensor([True]))
torch.cov(torch.ones(2, 3), fweights=torch.ones(3))
torch.cov(torch.ones(2, 3), aweights=torch.ones(2))
torch.cov(torch.ones(2, 3), aweights=-torch.ones(3))
torch.cov(torch.ones(2, 3), aweights=torch.zeros(3))
torch.corrcoef(torch.ones(2, 2, 2))
torch.corrcoef(torch.tensor([1.0, 2.0, 4.0]))
""")

# %% distances rtol=1e-5
op("torch.cdist(m, n)")
op("torch.cdist(m, n, p=1)")
op("torch.cdist(m, n, p=3)")
op("torch.cdist(b3, b3.detach() + 1)")
op("torch.cdist(m, n, compute_mode='use_mm_for_euclid_dist')")
lines("""
torch.cdist(torch.ones(2, 3), torch.ones(2, 2))
torch.cdist(torch.ones(3), torch.ones(2, 3))
torch.cdist(torch.ones(2, 3), torch.ones(2, 3), p=-1)
torch.cdist(torch.ones(2, 3), torch.ones(2, 3).double())
torch.cdist(torch.ones(2, 3), torch.ones(2, 3), compute_mode='x')
torch.cdist(torch.ones(0, 3), torch.ones(2, 3))
torch.cdist(torch.ones(2, 0), torch.ones(3, 0))
torch.cdist(torch.ones(3, 1, 2, 3), torch.ones(4, 5, 3)).shape
torch.cdist(torch.ones(30, 1), torch.ones(2, 1, requires_grad=True)).grad_fn.next_functions[0][0]
""")

# %% areas
op("torch.trapezoid(v)")
op("torch.trapezoid(m, v)")
op("torch.trapezoid(m, dx=2, dim=0)")
op("torch.cumulative_trapezoid(m, v)")
op("torch.cumulative_trapezoid(v, dx=0.5)")
op("torch.trapz(v, w)")
lines("""
torch.trapezoid(torch.tensor(3.0))
torch.trapezoid(torch.ones(0))
torch.trapezoid(torch.ones(3), torch.ones(2))
torch.trapezoid(torch.tensor([True]))
torch.trapezoid(torch.ones(3), 2)
torch.cumulative_trapezoid(torch.tensor(3.0))
torch.cumulative_trapezoid(torch.tensor([1, 2, 4]))
""")

# %% scatter_reduce
for how in ("sum", "prod", "mean", "amax", "amin"):
    op(f"m.scatter_reduce(1, torch.tensor([[0, 0], [2, 1]]), x, '{how}')", x=[[1.5, 0.0], [0.5, -2.0]])
    op(
        f"torch.scatter_reduce(m, 1, torch.tensor([[0, 0], [2, 1]]), x, '{how}', include_self=False)",
        x=[[1.5, 0.0], [0.5, -2.0]],
    )
lines("""
torch.ones(2).scatter_reduce(0, torch.tensor([0]), torch.ones(1), 'add')
torch.ones(2).scatter_reduce(0, torch.tensor([0]), torch.ones(1))
torch.ones(2).scatter_reduce(0, torch.tensor([5]), torch.ones(1), 'sum')
torch.ones(2).scatter_reduce(0, torch.tensor([0]), torch.ones(1).double(), 'sum')
torch.tensor([-7, 2, 3]).scatter_reduce(0, torch.tensor([0, 0, 1]), torch.tensor([1, 2, 4]), 'mean')
torch.tensor([7, 2, 3]).scatter_reduce(0, torch.tensor([0, 0, 1]), torch.tensor([1, 2, 4]), 'amax', include_self=False)
torch.tensor([True, False]).scatter_reduce(0, torch.tensor([0, 0]), torch.tensor([True, True]), 'sum')
torch.ones(3).scatter_reduce_(0, torch.tensor([0, 0, 1]), torch.ones(3), 'sum')
""")

# %% fill_isin_and_splits
op("torch.fill(m, 3)")
op("torch.fill(m, s)")
op("torch.unsafe_split(v, 2)[1]")
op("v.unsafe_chunk(2)[0]")
op("torch.unsafe_split_with_sizes(v, [1, 2])[1]")
lines("""
torch.fill(torch.tensor([1, 2]), 2.5)
torch.fill(torch.ones(2), torch.ones(2))
torch.isin(torch.tensor([1, 2, 3]), torch.tensor([3, 1]))
torch.isin(torch.tensor([1, 2, 3]), 2, invert=True)
torch.isin(2, torch.tensor([1.0, 2.0]))
torch.isin(2, 3)
torch.isin(torch.tensor([True]), torch.tensor([True]))
torch.isin(torch.tensor([float('nan'), 1.0]), torch.tensor([float('nan'), 1.0]))
torch.unsafe_split(torch.tensor(1.0), 1)
torch.unsafe_split(torch.ones(3), 0)
torch.unsafe_chunk(torch.ones(3), 0)
torch.unsafe_chunk(torch.ones(0), 3)
""")

# %% range
lines("""
torch.range(1, 4)
torch.range(1, 4, 0.5)
torch.range(0, 3, dtype=torch.int64)
torch.range(3, 1)
torch.range(3, 1, -1)
torch.range(1, 4, 0)
torch.range(0, 1, 0.1)
""")

# %% degrees
for name in ("deg2rad", "rad2deg"):
    op(f"x.{name}()", x=torch.tensor([30.0, -90.0, 0.5]))
    op(f"torch.{name}(x)", x=torch.tensor([180, 90]))
show("in place", torch.tensor([180.0]).deg2rad_())

# %% diagonals_written
for size in ((3, 3), (2, 4), (4, 2), (5, 2), (7, 2), (2, 2, 2)):
    for wrap in (False, True):
        show(f"{size} {wrap}", torch.zeros(size).fill_diagonal_(3, wrap=wrap))
x = torch.ones(5, 2, requires_grad=True)
y = (x * 2).fill_diagonal_(0.5, True)
nodes(y)
y.sum().backward()
show("gradient", x.grad)
show("turned", [torch.zeros(2, 3).T.fill_diagonal_(2), torch.zeros(4, 4)[1:, 1:].fill_diagonal_(torch.tensor(3))])
lines("""
    torch.zeros(3).fill_diagonal_(1)
    torch.zeros(2, 3, 2).fill_diagonal_(1)
    torch.zeros(2, 2).fill_diagonal_("a")
    torch.zeros(2, 2).fill_diagonal_()
    torch.zeros(2, 2).long().fill_diagonal_(2.5)
    torch.zeros(2, 2, requires_grad=True).fill_diagonal_(1)
""")

# %% summed_to_a_size
x = torch.arange(6.0).reshape(2, 3).requires_grad_()
for size in ((1, 3), (2, 1), (3,), (1, 1), (), (1,), (2, 3)):
    attempt(f"{size}", lambda: x.sum_to_size(size))
nodes(x.sum_to_size(3), x.sum_to_size(2, 1))
show("itself", x.sum_to_size(2, 3) is x)
attempt("does not fit", lambda: x.sum_to_size(2))
attempt("larger", lambda: x.sum_to_size(1, 2, 3))
attempt("nothing", lambda: x.sum_to_size())

# %% places_drawn
weights = torch.tensor([1.0, 0.0, 3.0, 6.0])
torch.manual_seed(0)
show("drawn", [weights.multinomial(2), weights.multinomial(6, replacement=True), weights.multinomial(num_samples=1)])
attempt("too many", lambda: weights.multinomial(5))
attempt("words", lambda: weights.multinomial("a"))

# %% slopes_of_values
x, y = torch.tensor([1.0, 4.0, 9.0, 16.0, 25.0]), torch.arange(6.0).reshape(2, 3) ** 2
places = torch.tensor([0.0, 1.0, 3.0, 4.0, 6.0])
for label, slopes in {
    "steps": lambda: torch.gradient(x),
    "far apart": lambda: torch.gradient(x, spacing=2.0),
    "in a tensor": lambda: torch.gradient(y, spacing=torch.tensor(2.0)),
    "second order": lambda: torch.gradient(x, edge_order=2),
    "places": lambda: torch.gradient(x, spacing=[places]),
    "places, second order": lambda: torch.gradient(x, spacing=(places,), edge_order=2),
    "two": lambda: torch.gradient(y),
    "one": lambda: torch.gradient(y, dim=1),
    "turned": lambda: torch.gradient(y, dim=(1, 0), spacing=[2.0, 3.0]),
    "places of both": lambda: torch.gradient(y, spacing=[torch.arange(2.0), torch.arange(3.0) ** 2]),
    "in the middle": lambda: torch.gradient(torch.ones(2, 3, 4).cumsum(1), dim=1, spacing=[places[:3]]),
    "too few spacings": lambda: torch.gradient(y, spacing=[2.0]),
    "too few values": lambda: torch.gradient(y, edge_order=2),
    "order 3": lambda: torch.gradient(y, edge_order=3),
    "one value": lambda: torch.gradient(torch.ones(1)),
    "twice": lambda: torch.gradient(y, dim=(0, 0)),
    "no dimension": lambda: torch.gradient(y, dim=5),
    "text": lambda: torch.gradient(y, spacing="a"),
    "by place": lambda: torch.gradient(y, 2.0),
}.items():
    attempt(label, slopes)
x.requires_grad_()
for keywords in ({}, {"edge_order": 2}, {"spacing": [places]}, {"spacing": [places], "edge_order": 2}):
    (slope,) = torch.gradient(x, **keywords)
    show("gradient", torch.autograd.grad((slope * torch.arange(5.0)).sum(), x))


# %% called_for_each_element
def fresh():
    return torch.arange(6.0).reshape(2, 3), torch.arange(3), torch.tensor([True, False])


for label, call in {
    "floats": lambda x, i, b: x.apply_(lambda v: v * 2),
    "turned": lambda x, i, b: x.T.apply_(lambda v: v + 0.5),
    "whole numbers": lambda x, i, b: [i.apply_(lambda v: v / 2), i.apply_(lambda v: 7.5)],
    "bools": lambda x, i, b: [b.apply_(lambda v: not v), b.apply_(lambda v: 3)],
    "one number": lambda x, i, b: torch.tensor(3.0).apply_(lambda v: v + 1),
    "half": lambda x, i, b: x.half().apply_(lambda v: torch.tensor(2.0)),
    "itself": lambda x, i, b: [x.apply_(abs) is x, x._version],
    "none": lambda x, i, b: x.apply_(lambda v: None),
    "text": lambda x, i, b: x.apply_(lambda v: "a"),
    "no function": lambda x, i, b: x.apply_(3),
    "error inside": lambda x, i, b: x.apply_(lambda v: 1 / v),
    "gradient": lambda x, i, b: (x.requires_grad_() * 2).apply_(abs),
    "two": lambda x, i, b: x.map_(torch.tensor([10.0, 20.0, 30.0]), lambda one, other: one + other),
    "two, gradient": lambda x, i, b: x.map_(x.clone().requires_grad_(), max),
    "two types": lambda x, i, b: x.map_(i, max),
    "two shapes": lambda x, i, b: x.map_(torch.ones(4), max),
    "no tensor": lambda x, i, b: x.map_(3, max),
    "no function for two": lambda x, i, b: x.map_(x),
    "nothing": lambda x, i, b: [torch.empty(0).apply_(abs), torch.zeros(0, 2).map_(torch.zeros(0, 2), max)],
}.items():
    tensors = fresh()
    attempt(label, lambda: call(*tensors))
    show("left", tensors[0].detach())
