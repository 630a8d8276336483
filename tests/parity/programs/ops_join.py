# ruff: noqa: F821
"""cat, stack, unbind, split, chunk: several inputs, several outputs."""

# %% cat
op("torch.cat([v, w])")

# %% cat_tuple
op("torch.cat((v, w, v))")

# %% cat_dim
op("torch.cat([m, n], dim=1)")

# %% cat_negative_dim
op("torch.cat([m, col], -1)")

# %% cat_constant
op("torch.cat([v, cv])")

# %% cat_empty
op("torch.cat([v, e])")

# %% cat_one
op("torch.cat([v])")

# %% stack
op("torch.stack([v, w])")

# %% stack_dim
op("torch.stack([m, n], dim=1)")

# %% stack_negative_dim
op("torch.stack([v, w], dim=-1)")

# %% stack_scalars
op("torch.stack([s, k])")

# %% stack_constant
op("torch.stack([cv, v])")

# %% stack_same
op("torch.stack([v, v])")

# %% unbind
op("m.unbind()")

# %% unbind_dim
op("m.unbind(1)")

# %% unbind_negative_dim
op("torch.unbind(m, -1)")

# %% unbind_second
op("m.unbind()[1]")

# %% unbind_product
op("m.unbind()[0] * m.unbind()[1]")

# %% split
op("v.split(1)")

# %% split_uneven
op("v.split(2)")

# %% split_dim
op("m.split(2, dim=1)")

# %% split_sizes
op("v.split([1, 2])")

# %% split_sizes_dim
op("torch.split(m, [2, 1], dim=-1)")

# %% split_first
op("m.split(1)[0]")

# %% chunk
op("v.chunk(3)")

# %% chunk_uneven
op("v.chunk(2)")

# %% chunk_dim
op("m.chunk(3, dim=1)")

# %% chunk_more_than_there_is
op("v.chunk(5)")

# %% chunk_function
op("torch.chunk(m, 2, dim=-1)")

# %% split_cat
op("torch.cat(v.split(1)[::-1])")

# %% stack_sum
op("torch.sum(torch.stack([s, k]))")

# %% sum_of_list
op("sum([v, w])")
