# ruff: noqa: F821
"""Keys of every form in x[…]: what is a view, what is gathered, and in which order."""

# %% two_masks
op("sq[mask, mask]")

# %% mask_and_list
op("b3[mask2[:, :2], [0]]")

# %% mask_then_slice
op("b4[mask2, 1:]")

# %% mask_then_number
op("b4[mask2, 0]")

# %% mask_after_none
op("m[None, ..., mask]")

# %% python_true
op("m[True]")

# %% python_false
op("v[False]")

# %% true_of_scalar
op("s[True]")

# %% mask_of_scalar
op("s[torch.tensor(True)]")

# %% true_and_number
op("m[0, True]")

# %% lists_apart
op("b4[[0, 1], :, [1, 0]]")

# %% lists_together
op("b4[:, [0, 2], [1, 0]]")

# %% number_and_list_apart
op("b4[0, :, [1, 0, 1]]")

# %% list_none_list
op("b3[[0], None, [1]]")

# %% list_of_lists_second
op("b4[:, [[0], [2]]]")

# %% index_matrix
op("m[torch.tensor([[0, 1], [1, 0]])]")

# %% index_matrix_and_vector
op("m[torch.tensor([[0, 1], [1, 0]]), torch.tensor([2])]")

# %% range
op("m[range(2), [0, 2]]")

# %% int32
op("m[torch.tensor([0, 1], dtype=torch.int32)]")

# %% empty_list
op("m[[]]")

# %% empty_list_second
op("m[:, []]")

# %% empty_tuple
op("m[()]")

# %% scalar_ellipsis
op("s[...]")

# %% ellipsis_between
op("b4[0, ..., 1]")

# %% none_everywhere
op("b4[0, None, ..., 1, None]")

# %% slice_past_the_end
op("m[:5, :7]")

# %% slice_past_the_end_alone
op("m[:5]")

# %% tensor_bounds
op("m[torch.tensor(1) :]")

# %% zero_d_tensors
op("m[torch.tensor(1), torch.tensor(2)]")

# %% zero_d_and_list
op("m[torch.tensor(1), [0, 2]]")

# %% sequence_of_tensors
op("b3[[torch.tensor([0, 1]), torch.tensor([1])]]")

# %% nested_list
op("m[[[0, 1], [1, 2]]]")

# %% float_list
op("m[[0.5]]")

# %% contiguous_result
op("m[:, [0, 2]].view(4)")

# %% argmax_row
op("m[m.argmax(0)[:1] * 0]")

# %% bytes
x = torch.arange(3.0)
lines("""
    x[torch.tensor([0, 1, 1], dtype=torch.uint8)]
""")

# %% writing
x = torch.zeros(2, 3, 4)
x[0, :, [1, 3]] = torch.tensor([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
x[1, ..., torch.tensor([True, False, False, False])] = 7
x[torch.tensor(0), 1:, 0] = torch.tensor([8.0, 9.0])
x[:, None, 2, [2]] = -1
x[True, 1, 0] = 10
show("x", x)

# %% writing_with_gradients
x, y = torch.zeros(2, 3, 2), torch.arange(6.0).reshape(3, 2).requires_grad_()
x[0, :, [1, 0]] = y
x[1, mask := torch.tensor([True, False, True])] = y[:2]
show("x", x)
(x * torch.arange(12.0).reshape(2, 3, 2)).sum().backward()
show("grad", y.grad)
