# ruff: noqa: F821
"""What shapes, pieces and places say when they do not fit: one text each."""

# %% reshape
x, v, s, b, e = torch.ones(2, 3), torch.ones(4), torch.ones(()), torch.ones(2, 3, 4), torch.ones(0, 3)
lines("""
    e.reshape(0, -1)
    x.reshape(-2, 3)
    x.view(-1, -1)
    x.t().view(6)
    x.unflatten(0, (3, 1))
    x.unflatten(0, ())
    b.flatten(2, 1)
""")


# %% dims
x, v, s, b, e = torch.ones(2, 3), torch.ones(4), torch.ones(()), torch.ones(2, 3, 4), torch.ones(0, 3)
lines("""
    x.permute(0, 0)
    b.movedim((0, 1), (0,))
    b.movedim((0, 0), (0, 1))
    b.movedim((0, 1), (1, 1))
    b.H
    v.H
    v.mT
    b.t()
""")


# %% repeat
x, v, s, b, e = torch.ones(2, 3), torch.ones(4), torch.ones(()), torch.ones(2, 3, 4), torch.ones(0, 3)
lines("""
    x.repeat(2)
    x.repeat_interleave(-1)
    x.repeat_interleave(torch.tensor([[1, 2]]), dim=0)
    x.repeat_interleave(torch.tensor([-1, 2]), dim=0)
    v.repeat_interleave(torch.tensor([1, 2]))
    torch.broadcast_tensors(x, 1)
    torch.broadcast_shapes((2,), (3,))
""")


# %% turn
x, v, s, b, e = torch.ones(2, 3), torch.ones(4), torch.ones(()), torch.ones(2, 3, 4), torch.ones(0, 3)
lines("""
    v.fliplr()
    s.flipud()
    x.roll((1, 2))
    x.roll(())
    s.roll(1, 0)
    x.rot90(1, [0, 0])
    x.rot90(1, [0])
    v.rot90()
    v.triu()
    b.diag()
    x.diag_embed(0, 0, 0)
    v.trace()
""")


# %% windows
x, v, s, b, e = torch.ones(2, 3), torch.ones(4), torch.ones(()), torch.ones(2, 3, 4), torch.ones(0, 3)
lines("""
    x.unfold(0, 2, 0)
    x.unfold(0, -1, 1)
    s.unfold(0, 2, 1)
    x.as_strided((2, 2), (1,))
    x.as_strided((10,), (1,))
    x.as_strided((2,), (-1,))
    x.as_strided((-2,), (1,))
    x.narrow(0, 1, 2)
    x.narrow(0, 5, 1)
    x.narrow(0, 0, -1)
    s.narrow(0, 0, 1)
    x.select(1, 3)
    s.select(0, 0)
""")


# %% join
x, v, s, b, e = torch.ones(2, 3), torch.ones(4), torch.ones(()), torch.ones(2, 3, 4), torch.ones(0, 3)
lines("""
    torch.cat([])
    torch.hstack([])
    torch.vstack([])
    torch.dstack([])
    torch.column_stack([])
    torch.stack([])
    torch.stack([x, v])
    torch.meshgrid([], indexing='ij')
    torch.meshgrid(v, v, indexing='zz')
    torch.meshgrid(v, v.long(), indexing='ij')
""")


# %% split
x, v, s, b, e = torch.ones(2, 3), torch.ones(4), torch.ones(()), torch.ones(2, 3, 4), torch.ones(0, 3)
lines("""
    s.chunk(1)
    s.split(1)
    s.split([1])
""")


# %% gather
x, v, s, b, e = torch.ones(2, 3), torch.ones(4), torch.ones(()), torch.ones(2, 3, 4), torch.ones(0, 3)
lines("""
    x.gather(1, torch.tensor([0]))
    x.gather(1, torch.tensor([[0], [1], [1]]))
    x.take_along_dim(torch.tensor([[[0]]]), 0)
    x.take_along_dim(torch.tensor([[0.0]]), 0)
    x.take_along_dim(torch.tensor([[0], [1], [1]]), 1)
""")


# %% scatter
x, v, s, b, e = torch.ones(2, 3), torch.ones(4), torch.ones(()), torch.ones(2, 3, 4), torch.ones(0, 3)
lines("""
    x.scatter(1, torch.tensor([0]), x)
    x.scatter(1, torch.tensor([[0], [1], [0]]), x)
    x.scatter(1, torch.tensor([[0], [2]]), s)
    x.scatter_add(1, torch.tensor([[0, 0, 0, 0]]), x)
""")


# %% index
x, v, s, b, e = torch.ones(2, 3), torch.ones(4), torch.ones(()), torch.ones(2, 3, 4), torch.ones(0, 3)
lines("""
    x.index_select(0, torch.tensor([[1]]))
    x.index_select(0, torch.tensor([1.0]))
    s.index_select(0, torch.tensor([0, 0]))
    x.index_add(0, torch.tensor([1]), x)
    x.index_add(0, torch.tensor([1, 0]), x[:, :2])
    x.index_add(0, torch.tensor([1, 0]), x.double())
    x.index_add(0, torch.tensor([[1, 0]]), x)
    x.index_add(0, torch.tensor([1.0, 0.0]), x)
""")


# %% index_copy
x, v, s, b, e = torch.ones(2, 3), torch.ones(4), torch.ones(()), torch.ones(2, 3, 4), torch.ones(0, 3)
lines("""
    x.index_copy(0, torch.tensor([1, 2]), x)
    x.index_copy(0, torch.tensor([1]), x)
    x.index_copy(0, torch.tensor([1, 0]), x.double())
    x.index_copy(0, torch.tensor([1, 0]), v)
    x.index_copy(0, torch.tensor([[1]]), x)
    x.index_copy(0, torch.tensor([1.0, 0.0]), x)
    x.index_copy(0, torch.tensor([1, 0]), x[:, :2])
    x.index_fill(0, torch.tensor([1]), v)
    x.index_fill(0, torch.tensor([1.0]), 3)
    x.index_fill(0, torch.tensor([[1]]), 3)
""")


# %% index_put
x, v, s, b, e = torch.ones(2, 3), torch.ones(4), torch.ones(()), torch.ones(2, 3, 4), torch.ones(0, 3)
lines("""
    x.index_put((torch.tensor([0]), None), s)
    x.index_put((torch.tensor([0]),) * 3, s)
    x.index_put((torch.tensor([0]),), s.double())
""")


# %% take
x, v, s, b, e = torch.ones(2, 3), torch.ones(4), torch.ones(()), torch.ones(2, 3, 4), torch.ones(0, 3)
lines("""
    x.take(torch.tensor([6]))
    x.take(torch.tensor([1.0]))
    e.take(torch.tensor([0]))
    x.put(torch.tensor([0, 0]), v)
    x.put(torch.tensor([9, 0]), v[:2])
    x.masked_select(torch.tensor([True, False]))
    x.masked_select(torch.tensor([1, 0, 1]))
    x.masked_scatter(x > 0, v)
    x.masked_scatter(x > 0, x.double())
    x.masked_scatter(torch.tensor([1, 0, 1]), x)
""")


# %% keys
x, v, s, b, e = torch.ones(2, 3), torch.ones(4), torch.ones(()), torch.ones(2, 3, 4), torch.ones(0, 3)
lines("""
    b[..., 7]
    x[{}]
    x[torch.tensor(1.0)]
    x[::-1]
    x[::0]
""")


# %% places
x, v, s, b, e = torch.ones(2, 3), torch.ones(4), torch.ones(()), torch.ones(2, 3, 4), torch.ones(0, 3)
lines("""
    b[torch.ones(2, 3) > 0, torch.tensor([True, False, True, True])]
""")


# %% scatter_too_much
x, y = torch.ones(2, 3, requires_grad=True), torch.ones(2, 3, requires_grad=True)
attempt("scatter", lambda: x.scatter(1, torch.tensor([[0], [2]]), y).sum().backward())
attempt("scatter_add", lambda: x.scatter_add(1, torch.tensor([[0], [2]]), y).sum().backward())
attempt("reduce", lambda: x.scatter(1, torch.tensor([[0], [2]]), 5.0, reduce="add").sum().backward())
