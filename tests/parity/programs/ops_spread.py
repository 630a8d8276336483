# ruff: noqa: F821
"""prod, var, std, extremes over several dims, logsumexp, norms, all, any: dims, keepdim, ties, zeros, nothing at all."""

# %% prod
op("m.prod()")

# %% prod_function_vector
op("torch.prod(v)")

# %% prod_scalar
op("s.prod()")

# %% prod_empty
op("e.prod()")

# %% prod_one_zero
op("x.prod()", x=[2.0, 0.0, -3.0])

# %% prod_two_zeros
op("x.prod()", x=[2.0, 0.0, 0.0, -3.0])

# %% prod_dim rtol=1e-5
op("m.prod(0)")

# %% prod_negative_dim_keepdim rtol=1e-5
op("b3.prod(-2, keepdim=True)")

# %% prod_dim_zeros
op("x.prod(1)", x=[[2.0, 0.0, 3.0], [0.0, 0.0, 1.0], [1.5, 2.0, -3.0]])

# %% prod_scalar_dim
op("s.prod(0)")

# %% prod_empty_rows
op("e2.prod(0)")

# %% prod_noncontiguous rtol=1e-5
op("m.t().prod(1)")

# %% prod_dtypes
dtypes("""
torch.tensor([[1, 2], [3, 4]]).prod()
torch.tensor([True, False]).prod()
torch.tensor([1.5, 2.0]).prod(dtype=torch.float64)
torch.tensor([1, 2]).prod(0, dtype=torch.float32)
""")

# %% var
op("m.var()")

# %% var_dim
op("m.var(0)")

# %% var_negative_dim_keepdim
op("m.var(-1, keepdim=True)")

# %% var_two_dims
op("b3.var((0, -1))")

# %% var_biased
op("m.var(unbiased=False)")

# %% var_biased_position
op("m.var(1, False)")

# %% var_correction
op("m.var(dim=1, correction=0)")

# %% var_fractional_correction
op("m.var(correction=1.5)")

# %% var_function
op("torch.var(v, dim=0)")

# %% var_one_element
op("s.var()")

# %% var_empty
op("e.var()")

# %% var_too_much_correction
op("v.var(correction=5)")

# %% var_noncontiguous
op("m.t().var(0)")

# %% std
op("m.std()")

# %% std_dim_keepdim
op("m.std(0, keepdim=True)")

# %% std_biased
op("torch.std(m, 1, unbiased=False)")

# %% std_of_equal_numbers
op("x.std()", x=[2.0, 2.0, 2.0])

# %% var_mean
op("torch.var_mean(m)")

# %% var_mean_dim
op("torch.var_mean(m, 0)")

# %% var_mean_only_the_mean
op("torch.var_mean(m, 1)[1]")

# %% var_mean_only_the_variance
op("torch.var_mean(m, 1)[0]")

# %% std_mean
op("torch.std_mean(m, dim=-1, correction=0, keepdim=True)")

# %% nansum
op("x.nansum()", x=[1.0, float("nan"), 3.0])

# %% nansum_dim
op("x.nansum(0)", x=[[1.0, float("nan")], [2.0, 4.0]])

# %% nanmean
op("x.nanmean(1)", x=[[1.0, float("nan")], [2.0, 4.0]])

# %% sum_none
op("m.sum(None)")

# %% mean_none_keepdim
op("m.mean(None, True)")

# %% amax
op("m.amax()")

# %% amax_dim
op("m.amax(0)")

# %% amax_two_dims
op("b3.amax((0, -1))")

# %% amax_keepdim
op("m.amax(dim=-1, keepdim=True)")

# %% amax_ties
op("x.amax(1)", x=[[1.0, 3.0, 3.0], [2.0, 2.0, 2.0]])

# %% amax_nan
op("x.amax(1)", x=[[1.0, float("nan")], [1.0, 2.0]])

# %% amax_scalar
op("s.amax(0)")

# %% amin
op("m.amin()")

# %% amin_ties
op("x.amin((0, 1))", x=[[1.0, 3.0], [1.0, 2.0]])

# %% aminmax
op("m.aminmax()")

# %% aminmax_dim
op("m.aminmax(dim=1)")

# %% aminmax_keepdim
op("torch.aminmax(m, dim=0, keepdim=True)")

# %% logsumexp
op("m.logsumexp(1)")

# %% logsumexp_all
op("m.logsumexp((0, 1))")

# %% logsumexp_keepdim
op("torch.logsumexp(m, dim=-1, keepdim=True)")

# %% logsumexp_scalar
op("s.logsumexp(0)")

# %% logsumexp_large
op("x.logsumexp(0)", x=[1000.0, 1000.5, -1000.0])

# %% logsumexp_infinities
op("x.logsumexp(1)", x=[[float("-inf"), 1.0], [float("inf"), 1.0], [float("-inf"), float("-inf")]])

# %% logsumexp_empty
op("e2.logsumexp(0)")

# %% norm
op("v.norm()")

# %% norm_matrix
op("m.norm()")

# %% norm_at_zero
op("x.norm()", x=[0.0, 0.0])

# %% norm_1
op("m.norm(1)")

# %% norm_dim
op("m.norm(dim=1)")

# %% norm_3 rtol=1e-5
op("m.norm(p=3, dim=0, keepdim=True)")

# %% norm_half rtol=1e-5
op("m.norm(0.5)")

# %% norm_one_and_a_half rtol=1e-5
op("torch.norm(m, 1.5, dim=-1)")

# %% norm_negative rtol=1e-5
op("m.norm(-2)")

# %% norm_inf
op("m.norm(float('inf'))")

# %% norm_inf_ties
op("x.norm(float('inf'))", x=[1.0, -3.0, 3.0])

# %% norm_minus_inf
op("m.norm(-float('inf'), 1)")

# %% norm_fro
op("torch.norm(m, 'fro', dim=(0, 1))")

# %% norm_empty
op("e.norm()")

# %% norm_scalar
op("s.norm()")

# %% norm_noncontiguous
op("m.t().norm(dim=0)")

# %% norm_0
show("result", torch.tensor([1.0, 0.0, 3.0]).norm(0))
x = torch.tensor([1.0, 0.0, 3.0], requires_grad=True)
show("gradient", torch.autograd.grad(x.norm(0), x, allow_unused=True)[0])

# %% vector_norm rtol=1e-5
op("torch.linalg.vector_norm(m, 3)")

# %% vector_norm_dims
op("torch.linalg.vector_norm(b3, dim=(0, 2))")

# %% linalg_norm
op("torch.linalg.norm(m)")

# %% linalg_norm_1
op("torch.linalg.norm(m, 1)")

# %% linalg_norm_inf
op("torch.linalg.norm(m, float('inf'))")

# %% linalg_norm_dim
op("torch.linalg.norm(m, 2, dim=1)")

# %% matrix_norm
op("torch.linalg.matrix_norm(b4)")

# %% matrix_norm_minus_1
op("torch.linalg.matrix_norm(b3, -1, keepdim=True)")

# %% matrix_norm_minus_inf
op("torch.linalg.matrix_norm(b3, -float('inf'), dim=(0, 2))")

# %% dist
op("torch.dist(v, w)")

# %% dist_broadcast
op("m.dist(v, 1)")

# %% softmin
op("F.softmin(m, dim=1)")

# %% questions
lines("""
torch.tensor([1.0, 0.0]).all()
torch.tensor([1.0, 0.0]).any()
torch.tensor([[1, 0], [2, 3]]).all(0)
torch.tensor([[1, 0], [2, 3]]).any(dim=1, keepdim=True)
torch.tensor([[1, 0], [2, 3]]).all((0, 1))
torch.tensor([[1, 0], [2, 3]]).any(())
torch.tensor([1, 0], dtype=torch.uint8).any()
torch.tensor([float("nan")]).all()
torch.tensor([]).all()
torch.tensor([]).any()
torch.zeros(0, 2).all(0)
torch.all(torch.tensor(True))
torch.tensor([[1.0, 0.0], [0.0, 0.0]]).count_nonzero()
torch.count_nonzero(torch.tensor([[1.0, 0.0], [0.0, 0.0]]), dim=0)
torch.tensor([[1.0, 0.0], [float("nan"), 0.0]]).count_nonzero((0, 1))
torch.tensor([1.0, float("nan"), float("nan")]).argmax()
torch.tensor([2.0, 1.0, 1.0]).argmin()
torch.tensor([[1.0, 5.0], [5.0, 5.0]]).argmax(keepdim=True)
torch.tensor([[1.0, 5.0], [5.0, 5.0]]).argmax(dim=1)
""")

# %% refused
m = torch.ones(2, 3)
whole = torch.ones(2, 3, dtype=torch.int64)
empty, rows = torch.zeros(0), torch.zeros(0, 3)
lines("""
m.prod(2)
whole.var()
whole.std()
torch.var_mean(whole)
torch.std_mean(whole)
m.var(2)
m.std((0, 0))
m.amax(2)
empty.amax()
rows.amax(0)
rows.amin(-2)
empty.aminmax()
rows.aminmax(dim=0)
empty.max()
rows.max(0)
empty.argmax()
rows.argmin(0)
m.argmax(5)
torch.tensor([True]).argmax()
whole.mean()
m.mean(dtype=torch.int64)
whole.nanmean()
m.logsumexp(-3)
whole.norm()
m.norm(dim=5)
m.norm("x")
empty.norm(float("inf"))
rows.norm(float("inf"), 0)
torch.linalg.vector_norm(m, dtype=torch.int64)
torch.linalg.matrix_norm(m[0])
torch.linalg.matrix_norm(m, 5)
torch.linalg.matrix_norm(m, "q")
torch.linalg.matrix_norm(whole)
torch.linalg.matrix_norm(m, "fro", (0, 0))
torch.linalg.norm(m.reshape(1, 2, 3), 3)
torch.linalg.norm(m, 3)
m.all(2)
m.requires_grad_().sum(dtype=torch.int64)
whole.softmax(0)
whole.log_softmax(1)
""")

# %% return_types
m = torch.tensor([[1.0, 3.0], [4.0, 2.0]])
lines("""
m.aminmax()
m.max(0)
m.median(1)
m.sort(1)
m.topk(1)
m.cummax(0)
m.mode()
m.kthvalue(1)
type(m.sort()) is torch.return_types.sort
m.sort().values
m.topk(1).indices
torch.std_mean(m)
""")
