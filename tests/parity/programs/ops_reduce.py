# ruff: noqa: F821
"""sum, mean, max, min: with and without dims, negative dims, keepdim, ties, nothing at all."""

# %% sum
op("m.sum()")

# %% sum_function
op("torch.sum(m)")

# %% sum_vector
op("v.sum()")

# %% sum_scalar
op("s.sum()")

# %% sum_dim
op("m.sum(0)")

# %% sum_dim_one
op("m.sum(1)")

# %% sum_negative_dim
op("m.sum(-1)")

# %% sum_keyword
op("m.sum(dim=0)")

# %% sum_axis
op("m.sum(axis=1)")

# %% sum_keepdim
op("m.sum(1, keepdim=True)")

# %% sum_two_dims
op("m.sum(dim=(0, 1))")

# %% sum_two_of_three
op("b3.sum((0, -1))")

# %% sum_list_of_dims
op("b3.sum([0, 2], keepdim=True)")

# %% sum_empty
op("e.sum()")

# %% sum_empty_rows
op("e2.sum(0)")

# %% sum_scalar_dim
op("s.sum(0)")

# %% sum_expanded
op("v.expand(2, 3).sum()")

# %% mean
op("m.mean()")

# %% mean_function
op("torch.mean(m)")

# %% mean_scalar
op("s.mean()")

# %% mean_dim
op("m.mean(0)")

# %% mean_negative_dim
op("m.mean(-1)")

# %% mean_keepdim
op("m.mean(1, keepdim=True)")

# %% mean_two_dims
op("b3.mean((0, 2))")

# %% mean_empty
op("e.mean()")

# %% max
op("m.max()")

# %% max_vector
op("v.max()")

# %% max_scalar
op("s.max()")

# %% max_function
op("torch.max(m)")

# %% max_ties
op("x.max()", x=[1.0, 3.0, 3.0])

# %% max_all_tied
op("x.max()", x=[[2.0, 2.0], [2.0, 2.0]])

# %% max_nan
op("x.max()", x=[1.0, float("nan"), 3.0])

# %% max_dim
op("m.max(0)")

# %% max_dim_values
op("m.max(1).values")

# %% max_negative_dim
op("m.max(-1)")

# %% max_keepdim
op("m.max(1, keepdim=True)")

# %% max_function_dim
op("torch.max(m, 1)")

# %% max_function_keyword
op("torch.max(m, dim=0)")

# %% max_dim_ties
op("x.max(0)", x=[1.0, 3.0, 3.0])

# %% max_dim_three
op("b3.max(1)")

# %% max_scalar_dim
op("s.max(0)")

# %% min
op("m.min()")

# %% min_ties
op("x.min()", x=[1.0, 1.0, 3.0])

# %% min_dim
op("m.min(0)")

# %% min_negative_dim
op("m.min(dim=-1)")

# %% min_keepdim
op("m.min(0, keepdim=True)")

# %% min_dim_ties
op("x.min(0)", x=[2.0, 1.0, 1.0])

# %% sum_of_squares
op("(v * v).sum()")

# %% mean_of_products
op("(m * v).mean()")
