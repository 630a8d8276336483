# ruff: noqa: F821
"""Reshaping, turning, repeating, diagonals, windows: which are views, which copies, and their nodes."""

# %% reshape_alias
op("m.t().reshape(3, 2, 1)")

# %% reshape_alias_slice
op("m[:, ::2].reshape(2, 2, 1)")

# %% reshape_keyword
op("torch.reshape(input=m, shape=(3, 2))")

# %% reshape_expanded
op("v.expand(2, 3).reshape(6)")

# %% flatten_copy
op("b3.transpose(0, 1).flatten(0, 1)")

# %% flatten_scalar
op("s.flatten()")

# %% flatten_middle
op("c4.flatten(1, 2)")

# %% unflatten
op("m.unflatten(1, (3, 1))")

# %% unflatten_function
op("torch.unflatten(b4, -1, (-1, 2))")

# %% ravel
op("m.ravel()")

# %% ravel_copy
op("m.t().ravel()")

# %% view_as
op("m.view_as(cm)")

# %% reshape_as
op("m.t().reshape_as(m)")

# %% view_dtype
lines("""
    torch.tensor([1.0, -2.0]).view(torch.int32)
    torch.tensor([[1, 2]]).view(torch.float64)
    torch.ones(3).view(torch.float64)
    torch.ones(()).view(torch.float64)
    torch.ones(2, requires_grad=True).view(torch.int32)
""")

# %% swapaxes
op("b3.swapaxes(0, -1)")

# %% swapdims_function
op("torch.swapdims(m, 0, 1)")

# %% adjoint
op("b3.adjoint()")

# %% H
op("m.H")

# %% mH
op("b3.mH")

# %% movedim
op("b3.movedim(0, -1)")

# %% movedim_several
op("torch.movedim(b3, (0, 1), (1, 0))")

# %% moveaxis
op("b3.moveaxis(-1, 0)")

# %% movedim_scalar
op("s.movedim(0, -1)")

# %% squeeze_dims
op("c4.squeeze((1, 2))")

# %% squeeze_dims_negative
op("col.squeeze((-1,))")

# %% squeeze_axis
op("col.squeeze(axis=1)")

# %% broadcast_to
op("v.broadcast_to((2, 3))")

# %% broadcast_tensors
op("torch.broadcast_tensors(m, v)")

# %% expand_keyword
op("v.expand(size=(2, 3))")

# %% repeat
op("m.repeat(2, 1)")

# %% repeat_more_dims
op("v.repeat(2, 2)")

# %% repeat_tuple
op("m.repeat((1, 2))")

# %% repeat_scalar
op("s.repeat(3)")

# %% repeat_transposed
op("m.t().repeat(1, 2)")

# %% tile
op("m.tile(2)")

# %% tile_function
op("torch.tile(v, (2, 2))")

# %% repeat_interleave
op("m.repeat_interleave(2)")

# %% repeat_interleave_dim
op("m.repeat_interleave(2, dim=1)")

# %% repeat_interleave_tensor
op("torch.repeat_interleave(m, torch.tensor([1, 2]), dim=0)")

# %% repeat_interleave_nothing
op("m.repeat_interleave(0, dim=0)")

# %% flip
op("m.flip(0)")

# %% flip_dims
op("torch.flip(m, (0, -1))")

# %% fliplr
op("m.fliplr()")

# %% flipud
op("torch.flipud(v)")

# %% roll
op("m.roll(1)")

# %% roll_dim
op("m.roll(-1, 1)")

# %% roll_dims
op("torch.roll(m, shifts=(1, 2), dims=(0, -1))")

# %% roll_scalar
op("s.roll(2)")

# %% rot90
op("m.rot90()")

# %% rot90_back
op("torch.rot90(b3, -1, (1, 2))")

# %% rot90_twice
op("m.rot90(2)")

# %% tril
op("sq.tril()")

# %% tril_diagonal
op("mat.tril(-1)")

# %% triu
op("torch.triu(sq, diagonal=1)")

# %% triu_batch
op("b3.triu()")

# %% diag_of_vector
op("v.diag()")

# %% diag_of_vector_offset
op("torch.diag(v, -1)")

# %% diag_of_matrix
op("mat.diag(1)")

# %% diagonal
op("mat.diagonal()")

# %% diagonal_dims
op("b4.diagonal(-1, 0, 2)")

# %% diagonal_beyond
op("m.diagonal(7)")

# %% diag_embed
op("m.diag_embed()")

# %% diag_embed_dims
op("m.diag_embed(1, 0, 2)")

# %% diagflat
op("m.diagflat()")

# %% diagflat_offset
op("s.diagflat(-1)")

# %% trace
op("sq.trace()")

# %% trace_wide
op("torch.trace(mat)")

# %% tensor_unfold
op("mat.unfold(1, 2, 1)")

# %% tensor_unfold_steps
op("mat.unfold(-1, 2, 2)")

# %% tensor_unfold_scalar
op("s.unfold(0, 1, 1)")

# %% as_strided
op("m.as_strided((2, 2), (1, 2))")

# %% as_strided_offset
op("torch.as_strided(mat, (3,), (2,), 1)")

# %% as_strided_of_view
op("m[1].as_strided((2,), (1,))")

# %% triangle_indices
lines("""
    torch.tril_indices(3, 3)
    torch.triu_indices(2, 3, 1)
    torch.tril_indices(3, 2, -1, dtype=torch.int32)
    torch.tril_indices(-1, 3)
    torch.tril_indices(2, 2, dtype=torch.float32)
""")

# %% views_and_copies
x = torch.arange(6.0).reshape(2, 3).clone()
lines("""
    x.reshape(3, 2)._base is x
    x.t().reshape(6)._base is None
    x.flip(0)._base is None
    x.diagonal()._base is x
    x.diag()._base is None
    x.unfold(1, 2, 1)._base is x
    x.movedim(0, 1)._base is x
    x.t().ravel()._base is None
    x.contiguous() is x
    x.flatten(1) is x
    x.squeeze(0)._base is x
    x.expand(2, 3)._base is x
    x.repeat(1, 1)._base is None
""")

# %% writing_through_views
x = torch.zeros(3, 3)
x.diagonal().fill_(1)
x.unfold(1, 2, 2)[0, 0, 1] = 5
x.as_strided((2,), (8,)).add_(2)
show("x", x)

# %% memory
x = torch.arange(24.0).reshape(2, 3, 4)
lines("""
    x.stride(), x.t().stride() if x.ndim < 3 else None
    x.stride(-1), x.transpose(0, 2).stride()
    x[1:, 1:].storage_offset(), x[:, 1].storage_offset()
    x.transpose(0, 1).is_contiguous(), x[0].is_contiguous()
    x.element_size(), x.double().element_size(), x.itemsize, x.nbytes
    x.size(-1), x.size(), x.dim(), x.ndimension(), x.numel(), torch.numel(x), x.nelement()
    x.size(3)
    x.stride(3)
    torch.tensor(1.0).size(0)
    x.unsqueeze(1).stride(), x.unsqueeze(-1).stride()
    x.expand(2, 2, 3, 4).stride()
    torch.zeros(0, 3).stride()
    torch.is_tensor(x), torch.is_tensor(1), x.is_same_size(x[0])
""")

# %% other_dtypes
i, t = torch.tensor([[1, 2, 3], [4, 5, 6]]), torch.tensor([True, False])
lines("""
    i.repeat(1, 2)
    i.flip(1)
    i.roll(1)
    i.tril()
    i.diag()
    i.trace()
    t.diag()
    t.repeat_interleave(2)
    i.to(torch.int32).trace()
    i.unfold(1, 2, 1)
    i.rot90()
    t.diag_embed()
""")
