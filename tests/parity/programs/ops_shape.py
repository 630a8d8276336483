# ruff: noqa: F821
"""transpose, permute, reshape, expand, squeeze, unsqueeze: views, and copies where a view is impossible."""

# %% t
op("m.t()")

# %% t_vector
op("v.t()")

# %% T
op("m.T")

# %% T_vector
op("v.T")

# %% T_batch
op("b3.T")

# %% mT_batch
op("b3.mT")

# %% mT
op("m.mT")

# %% transpose
op("m.transpose(0, 1)")

# %% transpose_negative
op("b3.transpose(-1, -2)")

# %% transpose_function
op("torch.transpose(b3, 0, 2)")

# %% permute
op("b3.permute(2, 0, 1)")

# %% permute_tuple
op("b3.permute((1, 0, 2))")

# %% permute_negative
op("b3.permute(0, -1, 1)")

# %% permute_function
op("torch.permute(b3, (2, 1, 0))")

# %% reshape
op("m.reshape(3, 2)")

# %% reshape_tuple
op("m.reshape((6,))")

# %% reshape_minus_one
op("m.reshape(-1)")

# %% reshape_infer
op("b3.reshape(2, -1)")

# %% reshape_copy
op("m.t().reshape(6)")

# %% reshape_copy_matrix
op("m.t().reshape(2, 3)")

# %% reshape_same
op("m.reshape(2, 3)")

# %% reshape_scalar
op("s.reshape(1, 1)")

# %% reshape_to_scalar
op("s.reshape(1).reshape(())")

# %% reshape_empty
op("e2.reshape(0)")

# %% view
op("m.view(6)")

# %% view_minus_one
op("m.view(-1, 2)")

# %% flatten
op("b3.flatten()")

# %% flatten_vector
op("v.flatten()")

# %% flatten_from
op("b3.flatten(1)")

# %% expand
op("v.expand(2, 3)")

# %% expand_minus_one
op("col.expand(-1, 3)")

# %% expand_scalar
op("s.expand(2, 2)")

# %% expand_same
op("v.expand(3)")

# %% expand_as
op("v.expand_as(m)")

# %% squeeze
op("m.unsqueeze(0).squeeze()")

# %% squeeze_nothing
op("m.squeeze()")

# %% squeeze_dim
op("col.squeeze(1)")

# %% squeeze_negative
op("col.squeeze(-1)")

# %% squeeze_wrong_dim
op("m.squeeze(0)")

# %% squeeze_function
op("torch.squeeze(col)")

# %% squeeze_scalar
op("s.squeeze()")

# %% unsqueeze
op("m.unsqueeze(1)")

# %% unsqueeze_negative
op("v.unsqueeze(-1)")

# %% unsqueeze_scalar
op("s.unsqueeze(0)")

# %% unsqueeze_function
op("torch.unsqueeze(m, -2)")

# %% contiguous
op("m.contiguous()")

# %% contiguous_transposed
op("m.t().contiguous()")

# %% view_then_mul
op("(m.view(3, 2) * m.reshape(3, 2)).sum()")

# %% transpose_mul
op("m.t() * m.t()")

# %% to_double
op("v.double()", dtypes=("float32",))

# %% to_same
op("v.float()", dtypes=("float32",))

# %% to_float64
op("v.to(torch.float64) * 2", dtypes=("float32",))
