# ruff: noqa: F821
"""Joining several tensors and taking one apart: composites leave the nodes of what they are made of."""

# %% concat
op("torch.concat([m, n], 1)")

# %% concatenate_axis
op("torch.concatenate((m, n), axis=1)")

# %% cat_transposed
op("torch.cat([m.t(), n.t()], 1)")

# %% hstack
op("torch.hstack([m, n])")

# %% hstack_scalars
op("torch.hstack([s, k])")

# %% hstack_vectors
op("torch.hstack((v, w))")

# %% vstack
op("torch.vstack([m, n])")

# %% vstack_vectors
op("torch.vstack([v, w])")

# %% row_stack
op("torch.row_stack([v, w])")

# %% dstack
op("torch.dstack([m, n])")

# %% dstack_vectors
op("torch.dstack([v, w])")

# %% column_stack
op("torch.column_stack([v, w])")

# %% column_stack_mixed
op("torch.column_stack([m, col[:, 0]])")

# %% atleast
op("torch.atleast_2d(s, v)")

# %% atleast_3d
op("torch.atleast_3d(v)")

# %% atleast_1d
op("torch.atleast_1d(s)")

# %% split_keyword
op("m.split(split_size=1)")

# %% split_with_sizes
op("torch.split_with_sizes(m, [1, 2], 1)")

# %% tensor_split
op("m.tensor_split(2, dim=-1)")

# %% tensor_split_indices
op("torch.tensor_split(mat, (1, 3), dim=1)")

# %% tensor_split_tensor
op("mat.tensor_split(torch.tensor([1, 2]))")

# %% chunk_of_nothing
op("e2.chunk(2)")

# %% hsplit
op("m.hsplit(3)")

# %% hsplit_indices
op("torch.hsplit(m, [1])")

# %% vsplit
op("m.vsplit(2)")

# %% dsplit
op("b4.dsplit(2)")

# %% narrow
op("m.narrow(1, 1, 2)")

# %% narrow_negative
op("torch.narrow(m, 1, -2, 2)")

# %% meshgrid
op("torch.meshgrid(v, p, indexing='ij')")

# %% meshgrid_xy
op("torch.meshgrid(v, p, indexing='xy')")

# %% meshgrid_scalar
op("torch.meshgrid([v, s], indexing='ij')")

# %% meshgrid_warns
op("torch.meshgrid(v, p)")

# %% cartesian_prod
op("torch.cartesian_prod(v, w)")

# %% combinations
op("torch.combinations(v)")

# %% combinations_again
op("torch.combinations(v, 2, True)")

# %% promotion
i, f, t = torch.tensor([1, 2]), torch.tensor([0.5]), torch.tensor([True])
lines("""
    torch.cat([i, f])
    torch.cat([t, i])
    torch.stack([i[:1], f])
    torch.hstack([f.double(), f])
    torch.cat([f, torch.tensor([])])
""")

# %% empty
lines("""
    torch.zeros(0, 3).unbind()
    torch.zeros(2, 0).split(0, 1)
    torch.zeros(0).chunk(3)
    torch.zeros(0, 2).tensor_split(2)
""")
