# ruff: noqa: F821
"""Inverses, determinants, factorisations, einsum. Where signs are LAPACK's choice, only what does not depend on them."""

# %% inverse
op("torch.linalg.inv(A)", A=[[2.0, 1.0], [0.5, 3.0]])
op("torch.inverse(A)", A=[[[2.0, 1.0], [0.5, 3.0]], [[1.0, 4.0], [2.0, -1.0]]])

# %% inverse_3
op("A.inverse()", A=[[2.0, 1.0, 0.0], [0.5, 3.0, 1.0], [0.25, -1.0, 2.0]])

# %% det
op("torch.linalg.det(A)", A=[[2.0, 1.0], [0.5, 3.0]])
op("torch.det(A)", A=[[2.0, 1.0, 0.0], [0.5, 3.0, 1.0], [0.25, -1.0, 2.0]])
op("A.det()", A=[[[2.0, 1.0], [0.5, 3.0]], [[1.0, 4.0], [2.0, -1.0]]])

# %% det_of_a_singular_matrix
a = torch.tensor([[1.0, 2.0], [2.0, 4.0]], dtype=torch.float64, requires_grad=True)
torch.linalg.det(a).backward()
show("grad", [[round(x, 6) for x in row] for row in a.grad.tolist()])

# %% slogdet
op("torch.linalg.slogdet(A)", A=[[2.0, 1.0], [0.5, -3.0]])
op("torch.slogdet(A)[1]", A=[[2.0, 1.0], [0.5, -3.0]])
op("torch.logdet(A)", A=[[2.0, 1.0], [0.5, 3.0]])

# %% logdet_negative
show("nan", torch.logdet(torch.tensor([[0.0, 1.0], [1.0, 0.0]])))

# %% solve rtol=1e-5
op("torch.linalg.solve(A, B)", A=[[2.0, 1.0], [0.5, 3.0]], B=[[1.0, 2.0, 3.0], [4.0, 5.0, 6.5]])
op("torch.linalg.solve(A, B)", A=[[2.0, 1.0], [0.5, 3.0]], B=[1.0, 2.0])
op("torch.linalg.solve(A, B, left=False)", A=[[2.0, 1.0], [0.5, 3.0]], B=[[1.0, 2.0], [4.0, 5.0], [3.0, 1.0]])
op("torch.linalg.solve(A, B)", A=[[2.0, 1.0], [0.5, 3.0]], B=[[[1.0], [2.0]], [[3.0], [4.0]]])

# %% solve_batch_of_matrices rtol=1e-5
op("torch.linalg.solve(A, B)", A=[[[2.0, 1.0], [0.5, 3.0]], [[1.0, 4.0], [2.0, -1.0]]], B=[[1.0, 2.0], [3.0, 4.0]])

# %% cholesky
op("torch.linalg.cholesky(x @ x.mT + torch.eye(2, dtype=x.dtype))", x=[[2.0, 1.0], [0.5, 3.0]])
op("torch.linalg.cholesky(x @ x.mT + torch.eye(2, dtype=x.dtype), upper=True)", x=[[2.0, 1.0], [0.5, 3.0]])
op("torch.linalg.cholesky_ex(x @ x.mT + torch.eye(2, dtype=x.dtype))", x=[[2.0, 1.0], [0.5, 3.0]])

# %% qr
a = torch.tensor([[2.0, 1.0], [0.5, 3.0], [1.0, -1.0]], dtype=torch.float64, requires_grad=True)
Q, R = torch.linalg.qr(a)
show("node", [Q.grad_fn, R.grad_fn, Q.output_nr, R.output_nr, [tuple(Q.shape), tuple(R.shape)]])
show("product", Q @ R)
(first,) = torch.autograd.grad(
    (Q * Q).mul(torch.arange(6.0).reshape(3, 2)).sum() + (R * R * R.abs()).sum(), a, create_graph=True
)
show("first", first.detach())
show("second", torch.autograd.grad((first * first).sum(), a)[0])
w = torch.tensor([[2.0, 1.0, 3.0], [0.5, 3.0, -1.0]], dtype=torch.float64, requires_grad=True)
Q, R = torch.linalg.qr(w)
(first,) = torch.autograd.grad((Q * Q).mul(torch.arange(4.0).reshape(2, 2)).sum() + (R * R * R.abs()).sum(), w)
show("wide", first)

# %% qr_r_refused
a = torch.tensor([[2.0, 1.0], [0.5, 3.0]], requires_grad=True)
torch.linalg.qr(a, mode="r")[1].sum().backward()

# %% qr_complete_refused
a = torch.tensor([[2.0, 1.0], [0.5, 3.0], [1.0, 1.0]], requires_grad=True)
torch.linalg.qr(a, mode="complete")[1].sum().backward()

# %% eigh
x = torch.tensor([[2.0, 1.0, 0.5], [0.5, 3.0, 1.0], [0.25, -1.0, 2.0]], dtype=torch.float64, requires_grad=True)
S = x @ x.mT
values, vectors = torch.linalg.eigh(S)
show("node", [values.grad_fn, vectors.grad_fn, values.output_nr, vectors.output_nr])
show("values", values.detach())
(first,) = torch.autograd.grad(
    (values.sin() + (vectors * vectors)[0] * torch.tensor([1.0, 2.0, 3.0])).sum(), x, create_graph=True
)
show("first", first.detach())
show("second", torch.autograd.grad((first * first).sum(), x)[0])
show("eigvalsh", torch.autograd.grad(torch.linalg.eigvalsh(x @ x.mT).pow(2).sum(), x)[0])
show("upper", torch.linalg.eigvalsh(x.detach(), UPLO="U"))

# %% svd
for rows in ([[2.0, 1.0], [0.5, 3.0]], [[2.0, 1.0], [0.5, 3.0], [1.0, -1.0]], [[2.0, 1.0, 0.5], [0.5, 3.0, -2.0]]):
    x = torch.tensor(rows, dtype=torch.float64, requires_grad=True)
    U, S, Vh = torch.linalg.svd(x, full_matrices=False)
    show("node", [U.grad_fn, S.grad_fn, Vh.grad_fn, U.output_nr, S.output_nr, Vh.output_nr])
    show("values", S.detach())
    show("product", (U * S @ Vh).detach())
    weights = torch.arange(1.0, S.numel() + 1)
    target = (S**3).sum() + ((U * U) * weights)[0].sum() + ((Vh * Vh) * weights[:, None])[:, 0].sum()
    (first,) = torch.autograd.grad(target, x, create_graph=True)
    show("first", first.detach())
    show("second", torch.autograd.grad((first * first).sum(), x)[0])
    show("svdvals", torch.autograd.grad(torch.linalg.svdvals(x).pow(2).sum(), x)[0])
    show("shapes", [tuple(item.shape) for item in torch.linalg.svd(x)])

# %% matrix_norms
A = torch.tensor([[2.0, 1.0, 0.5], [0.5, 3.0, -1.0]], dtype=torch.float64, requires_grad=True)
for norm in (
    torch.linalg.matrix_norm(A, "nuc"),
    torch.linalg.matrix_norm(A, -2, keepdim=True),
    torch.linalg.norm(A, "nuc"),
):
    show("norm", [norm.detach(), norm.grad_fn, norm.grad_fn.next_functions, torch.autograd.grad(norm.sum(), A)])

# %% matrix_power_and_cross
op("torch.linalg.matrix_power(A, 3)", A=[[2.0, 1.0], [0.5, 3.0]])
op("torch.linalg.matrix_power(A, 2)", A=[[2.0, 1.0], [0.5, 3.0]])
op("torch.linalg.matrix_power(A, -1)", A=[[2.0, 1.0], [0.5, 3.0]])
op("torch.linalg.cross(v, w)")
show("zero", torch.linalg.matrix_power(torch.ones(2, 2), 0))

# %% einsum_product
op("torch.einsum('ij,jk->ik', m, mat)")
op("torch.einsum('ij,jk', m, mat)")

# %% einsum_others
op("torch.einsum('ii->', sq)")
op("torch.einsum('ii->i', sq)")
op("torch.einsum('ij->ji', m)")
op("torch.einsum('ij->j', m)")
op("torch.einsum('i,j->ij', v, w)")
op("torch.einsum('i,i->', v, w)")
op("torch.einsum('ij,ij->', m, n)")
op("torch.einsum('ij,j->i', m, v)")

# %% einsum_batches
op("torch.einsum('bij,bjk->bik', b3, b4)")
op("torch.einsum('bij,bjk->ik', b3, b4)")
op("torch.einsum('...ij,...jk->...ik', b3, b4)")
op("torch.einsum('b...j,j->b...', b3, v)")
m, n, v = torch.arange(6.0).reshape(2, 3), torch.ones(3, 3), torch.arange(3.0)
m.requires_grad_()
chain = torch.einsum("ij,jk,k->i", m, n, v)
show("three", [chain.detach(), torch.autograd.grad(chain.sum(), m)])

# %% einsum_refusals
A, B = torch.ones(3, 3), torch.ones(3, 2)
lines("""
torch.einsum('ij,jk->ik', A, A, A)
torch.einsum('ij,jk->ik', A)
torch.einsum('ij->ik', A)
torch.einsum('ijk->i', A)
torch.einsum('ij,jk->ik', A, torch.ones(2, 2))
torch.einsum('ij->ii', A)
torch.einsum('i1->i', A)
""")

# %% tensordot_and_inner
op("torch.tensordot(m, mat, 1)")
op("torch.tensordot(m, n, 2)")
op("torch.tensordot(b3, b4, dims=([1, 2], [2, 1]))")
op("torch.inner(m, n)")
op("torch.inner(v, w)")
attempt("sizes", lambda: torch.tensordot(torch.ones(3, 3), torch.ones(3, 2), dims=([0], [1])))
attempt("lengths", lambda: torch.tensordot(torch.ones(3, 3), torch.ones(3, 2), dims=([0, 1], [1])))
attempt("inner", lambda: torch.inner(torch.ones(3, 3), torch.ones(3, 2)))

# %% refusals
lines("""
torch.linalg.inv(torch.ones(3, 3))
torch.linalg.inv(torch.stack([torch.eye(2), torch.zeros(2, 2)]))
torch.linalg.inv(torch.ones(2, 3))
torch.linalg.inv(torch.ones(3, 3, dtype=torch.int64))
torch.linalg.inv(torch.ones(3))
torch.linalg.inv_ex(torch.eye(2))
torch.linalg.solve(torch.ones(3, 3), torch.ones(3))
torch.linalg.solve(torch.eye(3), torch.ones(4))
torch.linalg.cholesky(-torch.eye(2))
torch.linalg.cholesky(torch.tensor([[1.0, 2.0], [2.0, 1.0]]))
torch.linalg.cholesky(torch.ones(2, 3))
torch.linalg.det(torch.ones(2, 3))
torch.det(torch.ones(3))
torch.linalg.slogdet(torch.eye(2))
torch.linalg.eigh(torch.ones(2, 3))
torch.linalg.qr(torch.ones(3))
torch.linalg.qr(torch.eye(2), mode='x')
issubclass(torch.linalg.LinAlgError, RuntimeError)
""")

# %% empty
show("det", torch.linalg.det(torch.ones(0, 0)))
show("inv", torch.linalg.inv(torch.ones(2, 0, 0)))
show("solve", torch.linalg.solve(torch.eye(2), torch.ones(2, 0)))
