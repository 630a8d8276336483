# ruff: noqa: F821
"""Joining several tensors and taking one apart: composites leave the nodes of what they are made of."""

# %% calls
op("torch.concat([m, n], 1)")
op("torch.concatenate((m, n), axis=1)")
op("torch.hstack([m, n])")
op("torch.hstack([s, k])")
op("torch.hstack((v, w))")
op("torch.vstack([m, n])")
op("torch.vstack([v, w])")
op("torch.row_stack([v, w])")
op("torch.dstack([m, n])")
op("torch.dstack([v, w])")
op("torch.column_stack([v, w])")
op("torch.column_stack([m, col[:, 0]])")
op("torch.atleast_2d(s, v)")
op("torch.atleast_3d(v)")
op("torch.atleast_1d(s)")
op("m.split(split_size=1)")
op("torch.split_with_sizes(m, [1, 2], 1)")
op("e2.chunk(2)")
op("m.narrow(1, 1, 2)")
op("torch.narrow(m, 1, -2, 2)")
op("torch.meshgrid(v, p, indexing='ij')")
op("torch.meshgrid(v, p, indexing='xy')")
op("torch.meshgrid([v, s], indexing='ij')")
op("torch.meshgrid(v, p)")


# %% empty
lines("""
    torch.zeros(0, 3).unbind()
    torch.zeros(2, 0).split(0, 1)
    torch.zeros(0).chunk(3)
""")
