# ruff: noqa: F821
"""Elements taken from places that a tensor of indices names, and put there; repeated indices add up."""

# %% gather
op("m.gather(1, torch.tensor([[0], [2]]))")

# %% gather_repeated
op("m.gather(1, torch.tensor([[0, 0, 2, 0], [1, 1, 1, 1]]))")

# %% gather_rows
op("torch.gather(m, 0, torch.tensor([[1, 0]]))")

# %% gather_negative_dim
op("m.gather(-1, torch.tensor([[2, 0]]))")

# %% gather_scalar
op("s.gather(0, torch.tensor(0))")

# %% gather_transposed
op("m.t().gather(0, torch.tensor([[2, 1]]))")

# %% gather_classes
op("m.gather(1, classes[:, None]).sum()")

# %% gather_int32
op("m.gather(1, torch.tensor([[0], [2]], dtype=torch.int32))")

# %% scatter
op("m.scatter(1, torch.tensor([[0], [2]]), col)")

# %% scatter_value
op("m.scatter(1, torch.tensor([[0], [2]]), 5.0)")

# %% scatter_keywords
op("torch.scatter(m, dim=0, index=torch.tensor([[1, 0]]), src=n[:1, :2])")

# %% scatter_in_place
op("(m * 1).scatter_(1, torch.tensor([[0], [2]]), col)")

# %% scatter_value_in_place
op("(m * 1).scatter_(1, torch.tensor([[0], [2]]), 1.5)")

# %% scatter_add
op("m.scatter_add(1, torch.tensor([[0, 0], [2, 1]]), n[:, :2])")

# %% scatter_add_in_place
op("torch.zeros(3, dtype=v.dtype).scatter_add_(0, twice, v)")

# %% scatter_reduce_argument
x, at = torch.ones(3), torch.tensor([0, 0, 2])
lines("""
    x.scatter(0, at, 2.0, reduce='add')
    x.scatter(0, at, torch.tensor([2.0, 3.0, 4.0]), reduce='multiply')
    x.scatter(0, at, x, reduce='mean')
    x.requires_grad_().scatter(0, at, 2.0, reduce='add').grad_fn
""")

# %% index_select
op("m.index_select(1, twice)")

# %% index_select_scalar
op("m.index_select(0, torch.tensor(1))")

# %% index_select_nothing
op("torch.index_select(m, 0, torch.tensor([], dtype=torch.int64))")

# %% index_add
op("m.index_add(1, idx, n[:, :2])")

# %% index_add_repeated
op("v.index_add(0, twice, w, alpha=2)")

# %% index_add_in_place
op("(v * 1).index_add_(0, idx, w[:2])")

# %% index_copy
op("m.index_copy(1, idx, n[:, :2])")

# %% index_copy_scalar
op("v.index_copy(0, torch.tensor([1]), s)")

# %% index_copy_in_place
op("(v * 1).index_copy_(0, idx, w[:2])")

# %% index_fill
op("m.index_fill(1, idx, 2.5)")

# %% index_fill_tensor
op("m.index_fill(-1, twice, s)")

# %% index_fill_in_place
op("(m * 1).index_fill_(0, torch.tensor([1]), 3)")

# %% index_put
op("m.index_put((torch.tensor([0, 1]), torch.tensor([2, 0])), v[:2])")

# %% index_put_accumulate
op("v.index_put((twice,), w, accumulate=True)")

# %% index_put_mask
op("v.index_put((mask,), s)")

# %% index_put_in_place
op("(v * 1).index_put_((twice,), w, True)")

# %% take
op("m.take(torch.tensor([[0, 5], [-1, 0]]))")

# %% take_transposed
op("torch.take(m.t(), torch.tensor([1, 4]))")

# %% put
op("m.put(torch.tensor([0, 4]), v[:2])")

# %% put_accumulate
op("m.put(torch.tensor([1, 1]), v[:2], accumulate=True)")

# %% take_along_dim
op("m.take_along_dim(torch.tensor([[0], [2]]), 1)")

# %% take_along_dim_flat
op("torch.take_along_dim(m, torch.tensor([5, 0, 0]))")

# %% take_along_dim_stretched
op("m.take_along_dim(torch.tensor([[1]]), dim=0)")

# %% masked_select
op("m.masked_select(mask2)")

# %% masked_select_stretched
op("torch.masked_select(m, mask)")

# %% masked_select_scalar
op("s.masked_select(mask)")

# %% masked_select_nan
op("v.masked_select(v == v)")

# %% masked_scatter
op("m.masked_scatter(mask, n)")

# %% masked_scatter_stretched
op("v.masked_scatter(mask2, mat)")

# %% masked_scatter_in_place
op("(m * 1).masked_scatter_(mask, n)")

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
