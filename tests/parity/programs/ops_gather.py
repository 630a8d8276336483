# ruff: noqa: F821
"""Elements taken from places that a tensor of indices names, and put there; repeated indices add up."""

# %% calls
op("torch.gather(m, 0, torch.tensor([[1, 0]]))")
op("s.gather(0, torch.tensor(0))")
op("m.scatter(1, torch.tensor([[0], [2]]), col)")
op("torch.scatter(m, dim=0, index=torch.tensor([[1, 0]]), src=n[:1, :2])")
op("(m * 1).scatter_(1, torch.tensor([[0], [2]]), col)")
op("m.scatter_add(1, torch.tensor([[0, 0], [2, 1]]), n[:, :2])")
op("torch.zeros(3, dtype=v.dtype).scatter_add_(0, twice, v)")
op("m.index_select(0, torch.tensor(1))")
op("torch.index_select(m, 0, torch.tensor([], dtype=torch.int64))")
op("v.index_add(0, twice, w, alpha=2)")
op("(v * 1).index_add_(0, idx, w[:2])")
op("v.index_copy(0, torch.tensor([1]), s)")
op("(v * 1).index_copy_(0, idx, w[:2])")
op("m.index_fill(-1, twice, s)")
op("(m * 1).index_fill_(0, torch.tensor([1]), 3)")
op("v.index_put((twice,), w, accumulate=True)")
op("(v * 1).index_put_((twice,), w, True)")
op("m.take(torch.tensor([[0, 5], [-1, 0]]))")
op("torch.take(m.t(), torch.tensor([1, 4]))")
op("m.put(torch.tensor([0, 4]), v[:2])")
op("m.put(torch.tensor([1, 1]), v[:2], accumulate=True)")
op("m.take_along_dim(torch.tensor([[0], [2]]), 1)")
op("torch.take_along_dim(m, torch.tensor([5, 0, 0]))")
op("m.take_along_dim(torch.tensor([[1]]), dim=0)")
op("torch.masked_select(m, mask)")
op("s.masked_select(mask)")
op("v.masked_scatter(mask2, mat)")
op("(m * 1).masked_scatter_(mask, n)")


# %% scatter_reduce_argument
x, at = torch.ones(3), torch.tensor([0, 0, 2])
lines("""
    x.scatter(0, at, 2.0, reduce='add')
    x.scatter(0, at, torch.tensor([2.0, 3.0, 4.0]), reduce='multiply')
    x.scatter(0, at, x, reduce='mean')
    x.requires_grad_().scatter(0, at, 2.0, reduce='add').grad_fn
""")


# %% nonzero
x = torch.tensor([[0.0, 2.0], [3.0, float("nan")]])
lines("""
    x.nonzero()
    torch.nonzero(x, as_tuple=True)
    x.argwhere()
    torch.argwhere(x > 1)
    torch.where(x > 1)
    torch.tensor(2).nonzero()
    torch.tensor(0).nonzero()
    torch.zeros(0, 2).nonzero()
    torch.tensor(5).nonzero(as_tuple=True)
    torch.tensor([True, False]).nonzero()
""")


# %% integers
x = torch.arange(6).reshape(2, 3)
lines("""
    x.gather(1, torch.tensor([[2], [0]]))
    x.scatter(1, torch.tensor([[0], [1]]), 7.9)
    x.index_add(0, torch.tensor([1]), x[:1], alpha=3)
    x.take(torch.tensor([5]))
    x.masked_select(x > 2)
    x.index_fill(0, torch.tensor([0]), 9.5)
    x.put(torch.tensor([0]), torch.tensor([8]))
    x.index_put((torch.tensor([0, 0]),), torch.tensor(1), accumulate=True)
""")
