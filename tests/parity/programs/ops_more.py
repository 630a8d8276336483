# ruff: noqa: F821
"""What programs type less often: distances, blocks, and rows behind names of their own."""

# %% gamma
op("torch.lgamma(v)", v=[0.5, 1.5, 3.0])
op("torch.digamma(v)", v=[0.5, 1.5, 3.0])
op("torch.polygamma(2, v)", v=[0.5, 1.5, 3.0])
op("v.polygamma(1)", v=[0.5, 1.5, 3.0])
op("v.clone().polygamma_(1)", v=[0.5, 1.5, 3.0])
op("torch.sinc(v)")
lines("""
torch.lgamma(torch.tensor([1, 2]))
torch.polygamma(-1, torch.ones(2))
torch.polygamma(1.5, torch.ones(2))
torch.polygamma(torch.ones(2), 1)
torch.lgamma(2)
""")


# %% products rtol=1e-05
op("torch.addr(n, v, w, beta=0.5, alpha=2)", n=[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]])
op("torch.addbmm(x, b3, b4)", x=[[1.0, 2.0], [3.0, 4.0]])
op("torch.vdot(v, w)")
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
torch.cross(torch.ones(2, 2), torch.ones(2, 2))
torch.block_diag()
torch.block_diag(torch.ones(2), torch.tensor([1, 2]))
torch.block_diag(torch.ones(1, 1, 1))
torch.block_diag(torch.ones(2), 2.0)
""")


# %% svd rtol=1e-05
x = torch.tensor([[2.0, 1.0], [0.5, 3.0], [1.0, -1.0]], dtype=torch.float64, requires_grad=True)
U, S, V = torch.svd(x)
show("nodes", [U.grad_fn, S.grad_fn, V.grad_fn, V.grad_fn.next_functions])
show("product", (U * S @ V.mT).detach())
show("grad", torch.autograd.grad((S**3).sum() + ((V * V) * torch.arange(1.0, 3)).sum(), x)[0])
show("shapes", [tuple(item.shape) for item in torch.svd(x, some=False)])
show("values", torch.svd(x.detach(), compute_uv=False))
lines("torch.svd(torch.ones(2))\ntorch.svd(2)")


# %% distances rtol=1e-05
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
op("torch.unsafe_split_with_sizes(v, [1, 2])[1]")
lines("""
torch.fill(torch.tensor([1, 2]), 2.5)
torch.fill(torch.ones(2), torch.ones(2))
torch.isin(torch.tensor([1, 2, 3]), torch.tensor([3, 1]))
torch.isin(torch.tensor([1, 2, 3]), 2, invert=True)
torch.isin(2, torch.tensor([1.0, 2.0]))
torch.isin(torch.tensor([True]), torch.tensor([True]))
torch.isin(torch.tensor([float('nan'), 1.0]), torch.tensor([float('nan'), 1.0]))
""")


# %% range
lines("""
torch.range(1, 4)
torch.range(1, 4, 0.5)
torch.range(0, 3, dtype=torch.int64)
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
