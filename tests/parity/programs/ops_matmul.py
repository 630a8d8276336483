# ruff: noqa: F821
"""matmul in every rank case, and linear, with the node chains PyTorch builds."""

# %% dot
op("v @ w")

# %% matrix_vector
op("m @ v")

# %% vector_matrix
op("v @ mat")

# %% matrix_matrix
op("m @ mat")

# %% matmul_function
op("torch.matmul(m, mat)")

# %% matmul_method
op("m.matmul(mat)")

# %% batch_batch
op("b3 @ b4")

# %% batch_matrix
op("b3 @ mat")

# %% matrix_batch
op("m @ b4")

# %% batch_vector
op("b3 @ v")

# %% vector_batch
op("v @ b4")

# %% four_four
op("c4 @ d4")

# %% four_three
op("c4 @ b4")

# %% four_two
op("c4 @ mat")

# %% four_one
op("c4 @ v")

# %% batch_broadcast
op("b3[:1] @ b4")

# %% constant_left
op("cm @ mat")

# %% constant_right
op("m @ cmat")

# %% batch_constant_right
op("b3 @ cmat")

# %% constant_batch_left
op("cm @ b4")

# %% transposed_left
op("mat.t() @ v")

# %% transposed_both
op("mat.t() @ m.t()")

# %% gram
op("m @ m.t()")

# %% quadratic
op("v @ sq @ v")

# %% empty_rows
op("e2 @ mat")

# %% mm
op("torch.mm(m, mat)")

# %% linear
op("F.linear(m, sq, v)")

# %% linear_vector
op("F.linear(v, m, col[:, 0])")

# %% linear_batch
op("F.linear(b3, sq, v)")

# %% linear_no_bias
op("F.linear(m, sq)")

# %% linear_no_bias_vector
op("F.linear(v, m)")

# %% linear_no_bias_batch
op("F.linear(b3, sq)")

# %% linear_constant_input
op("F.linear(cm, sq, v)")

# %% linear_constant_input_no_bias
op("F.linear(cm, sq)")

# %% linear_constant_weight
op("F.linear(m, cm)")
