# ruff: noqa: F821
"""Indexing by number, slice, list, mask, tensor, None and Ellipsis."""

# %% number
op("v[0]")

# %% negative_number
op("v[-1]")

# %% row
op("m[1]")

# %% two_numbers
op("m[0, 1]")

# %% two_brackets
op("m[0][1]")

# %% column
op("m[:, 1]")

# %% negative_column
op("m[:, -1]")

# %% slice
op("v[0:2]")

# %% slice_open
op("v[1:]")

# %% slice_negative
op("v[-2:]")

# %% slice_step
op("v[::2]")

# %% slice_all
op("m[:]")

# %% slice_both
op("m[0:1, 1:]")

# %% slice_and_number
op("m[0:1, 1]")

# %% slice_empty
op("v[3:]")

# %% slice_too_far
op("v[1:100]")

# %% ellipsis
op("m[...]")

# %% ellipsis_number
op("b3[..., 0]")

# %% none
op("m[None]")

# %% none_inside
op("m[:, None]")

# %% none_last
op("v[:, None]")

# %% number_and_none
op("m[0, None]")

# %% list
op("v[[0, 2]]")

# %% list_repeated
op("v[[0, 0, 2]]")

# %% list_negative
op("v[[-1, 0]]")

# %% list_rows
op("m[[1, 0, 1]]")

# %% list_columns
op("m[:, [2, 0]]")

# %% list_pairs
op("m[[0, 1], [2, 0]]")

# %% number_and_list
op("m[0, [2, 0, 2]]")

# %% tensor
op("v[idx]")

# %% tensor_repeated
op("v[twice]")

# %% tensor_scalar
op("v[idx[0]]")

# %% tensor_pairs
op("m[idx[:1] * 0, idx[:1]]")

# %% tensor_columns
op("m[:, idx]")

# %% tensor_rows_range
op("m[torch.arange(2), classes]")

# %% mask
op("v[mask]")

# %% mask_matrix
op("m[mask2]")

# %% mask_compare
op("m[m > 0]")

# %% mask_nothing
op("v[v > 100]")

# %% mask_columns
op("m[:, mask]")

# %% list_of_bools
op("v[[True, False, True]]")

# %% iterate
op("sum(row.sum() for row in m)")

# %% unpack
op("[a * b for a, b in [m.t()[0]]][0]")

# %% index_then_index
op("b3[0][1][2]")
