# ruff: noqa: F821
"""Inverses, determinants, factorisations, einsum. Where signs are LAPACK's choice, only what does not depend on them."""

# %% calls
op("torch.linalg.det(A)", A=[[2.0, 1.0], [0.5, 3.0]])
op("torch.det(A)", A=[[2.0, 1.0, 0.0], [0.5, 3.0, 1.0], [0.25, -1.0, 2.0]])
op("A.det()", A=[[[2.0, 1.0], [0.5, 3.0]], [[1.0, 4.0], [2.0, -1.0]]])
op("torch.linalg.slogdet(A)", A=[[2.0, 1.0], [0.5, -3.0]])
op("torch.slogdet(A)[1]", A=[[2.0, 1.0], [0.5, -3.0]])
op("torch.logdet(A)", A=[[2.0, 1.0], [0.5, 3.0]])
op("torch.linalg.cholesky(x @ x.mT + torch.eye(2, dtype=x.dtype))", x=[[2.0, 1.0], [0.5, 3.0]])
op("torch.linalg.cholesky(x @ x.mT + torch.eye(2, dtype=x.dtype), upper=True)", x=[[2.0, 1.0], [0.5, 3.0]])
op("torch.linalg.cholesky_ex(x @ x.mT + torch.eye(2, dtype=x.dtype))", x=[[2.0, 1.0], [0.5, 3.0]])
op("torch.einsum('ij,jk->ik', m, mat)")
op("torch.einsum('ij,jk', m, mat)")
op("torch.einsum('ii->', sq)")
op("torch.einsum('ii->i', sq)")
op("torch.einsum('ij->ji', m)")
op("torch.einsum('ij->j', m)")
op("torch.einsum('i,j->ij', v, w)")
op("torch.einsum('i,i->', v, w)")
op("torch.einsum('ij,ij->', m, n)")
op("torch.einsum('ij,j->i', m, v)")
op("torch.einsum('ij,jk,kl->il', m, n3, mat)", n3=[[1.0, 2.0, 0.5], [0.25, -1.0, 3.0], [2.0, 1.5, -0.5]])
op("torch.einsum('i,ij,j->', x, m, v)", x=[2.0, -1.5])
op("torch.einsum('bi,ij,bj->b', m, sq, n)")
op("torch.einsum('i,i,i->i', v, w, p)")
op("torch.einsum('bhqd,bhkd->bhqk', c4, y)", y=[[[[1.0, 2.0, -0.5]], [[0.5, -1.0, 3.0]]]])
op("torch.einsum('ij->', m)")
op("torch.einsum('ij,kj->ik', m, n)")


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


# %% addmv
op("torch.addmv(x, m, v)", x=[2.0, -1.5])
op("torch.addmv(s, m, v, beta=0.5, alpha=2)")
op("x.addmv(m, v, alpha=-1)", x=[2.0])
op("x.clone().addmv_(m, v, beta=3)", x=[2.0, -1.5])
show("nan", torch.addmv(torch.tensor([float("nan")]), torch.ones(2, 3), torch.ones(3), beta=0))
show("whole", torch.addmv(torch.ones(2, dtype=torch.int64), torch.ones(2, 3).long(), torch.ones(3).long(), alpha=1.5))
x, m, v = torch.ones(2), torch.ones(2, 3), torch.ones(3)
lines("""
torch.addmv(x, v, v)
torch.addmv(x, m, x)
torch.addmv(x, m, v.double())
torch.addmv(x, 1, v)
torch.ones(1).addmv_(m, v)
x.addmv()
""")


# %% addmm_in_place
op("x.clone().addmm_(m, sq, beta=0.5)", x=[[1.0, 2.0, 3.0], [0.5, -1.0, 2.0]])
torch.ones(3).addmm_(torch.ones(2, 3), torch.ones(3, 3))


# %% addmm_of_whole_numbers_and_of_nan
i = torch.ones(2, 2, dtype=torch.int64)
for numbers in (dict(beta=0.5), dict(alpha=0.5), dict(beta=2), dict(beta=0, alpha=3)):
    show(str(numbers), torch.addmm(i, i, i, **numbers))
show("nan", torch.addmm(torch.full((2, 2), float("nan")), torch.ones(2, 2), torch.ones(2, 2), beta=0))


# %% baddbmm
op("torch.baddbmm(x, b3, b4)", x=[[[1.0, 2.0], [0.5, -1.0]], [[3.0, 0.25], [-2.0, 1.5]]])
op("torch.baddbmm(s, b3, b4, beta=0.5, alpha=2)")
op("x.baddbmm(b3, b4, alpha=-1)", x=[2.0, 0.5])
op("x.clone().baddbmm_(b3, b4, beta=3)", x=[[[1.0, 2.0], [0.5, -1.0]], [[3.0, 0.25], [-2.0, 1.5]]])
b, c = torch.ones(2, 2, 3), torch.ones(2, 3, 2)
lines("""
torch.baddbmm(c, b, c)
torch.baddbmm(torch.ones(2), b, b)
torch.baddbmm(torch.ones(2), b, torch.ones(3))
torch.baddbmm(torch.ones(2), b, c.double())
torch.ones(2).baddbmm_(b, c)
torch.baddbmm(b, c)
""")


# %% cholesky_old
op("torch.cholesky(x @ x.mT + torch.eye(2, dtype=x.dtype))", x=[[2.0, 1.0], [0.5, 3.0]])
op("(x @ x.mT + torch.eye(2, dtype=x.dtype)).cholesky(upper=True)", x=[[2.0, 1.0], [0.5, 3.0]])
lines("""
torch.cholesky(-torch.eye(2))
torch.cholesky(torch.stack([torch.eye(2), -torch.eye(2)]))
torch.cholesky(torch.ones(2, 3))
torch.cholesky(torch.ones(2))
torch.cholesky(torch.eye(2).int())
torch.linalg.cholesky(torch.ones(2, 3).int())
""")


# %% pinv rtol=0.0001
for text in ("torch.linalg.pinv(A)", "torch.linalg.pinv(A, rtol=0.01)"):
    op(text, A=[[2.0, 1.0], [0.5, 3.0], [1.0, -1.0]])
    op(text, A=[[2.0, 1.0, 0.5], [0.5, 3.0, -2.0]])
op("torch.linalg.pinv(A + A.mT, hermitian=True)", A=[[2.0, 1.0], [0.5, 3.0]])
op("torch.linalg.pinv(A)", A=[[[2.0, 1.0], [0.5, 3.0]], [[1.0, 4.0], [2.0, -1.0]]])


# %% pinv_of_what_has_no_inverse
show("rank 1", torch.linalg.pinv(torch.tensor([[2.0, 1.0], [4.0, 2.0]])))
show("cut", torch.linalg.pinv(torch.tensor([[8.0, 0.0], [0.0, 0.5]]), atol=1.0))
show("cut", torch.linalg.pinv(torch.tensor([[8.0, 0.0], [0.0, 0.5]]), rcond=0.1))
show("cut", torch.linalg.pinv(torch.tensor([[8.0, 0.0], [0.0, 0.5]]), rtol=torch.tensor(0.1)))
show("empty", torch.linalg.pinv(torch.ones(0, 3)).shape)
lines("""
torch.linalg.pinv(torch.ones(2))
torch.linalg.pinv(torch.ones(2, 2).long())
torch.linalg.pinv(torch.ones(2, 3), hermitian=True)
""")


# %% svd_of_nan
n = torch.full((2, 2), float("nan"))
lines("""
torch.linalg.svdvals(n)
torch.linalg.svd(torch.stack([torch.eye(2), n]))
torch.linalg.pinv(n)
torch.linalg.matrix_norm(n, 2)
""")


# %% exponential_of_a_matrix rtol=0.0001
op("torch.matrix_exp(A)", A=[[2.0, 1.0], [0.5, 3.0]])
op("torch.linalg.matrix_exp(A)", A=[[0.0, -1.5], [1.5, 0.0]])
op("A.matrix_exp()", A=[[[12.0, 1.0], [-7.0, 0.0]], [[0.0, 0.0], [0.0, 0.0]]])
show("nothing", [torch.matrix_exp(torch.zeros(0, 2, 2)), torch.matrix_exp(torch.zeros(2, 0, 0))])
for wrong in (torch.ones(3), torch.ones(2, 3), torch.ones(2, 2, dtype=torch.int64), 2):
    attempt(f"of {wrong}", lambda: torch.matrix_exp(wrong))
skew = torch.tensor([[0.0, 0.3, -0.2], [-0.3, 0.0, 0.9], [0.2, -0.9, 0.0]])
turned = torch.matrix_exp(skew)
show("a rotation", [turned, torch.allclose(turned @ turned.T, torch.eye(3), atol=1e-6), torch.linalg.det(turned)])


# %% triangular_systems
low, high, right = torch.tensor([[2.0, 9.0], [1.0, 3.0]]), torch.tensor([[2.0, 1.0], [9.0, 3.0]]), torch.ones(2, 1)
lines("""
    torch.cholesky_solve(torch.ones(2, 1), torch.tensor([[2.0, 9.0], [1.0, 3.0]]))
    torch.cholesky_solve(torch.ones(2, 3), torch.tensor([[2.0, 1.0], [9.0, 3.0]]), True)
    torch.ones(3, 2, 1).cholesky_solve(torch.eye(2), upper=True).shape
    torch.cholesky_solve(torch.ones(2), torch.eye(2))
    torch.cholesky_solve(torch.ones(2, 1), torch.ones(2))
    torch.cholesky_solve(torch.ones(3, 1), torch.eye(2))
    torch.cholesky_solve(torch.ones(2, 1), torch.ones(2, 3))
    torch.cholesky_solve(torch.ones(2, 1).double(), torch.eye(2))
    torch.cholesky_solve(torch.ones(2, 1).long(), torch.eye(2).long())
    torch.cholesky_solve(torch.ones(2, 1))
    torch.linalg.solve_triangular(torch.ones(2, 2), torch.ones(2, 1), upper=False)
    torch.linalg.solve_triangular(torch.eye(2) * 2, torch.ones(3, 2, 1), upper=True).shape
    torch.linalg.solve_triangular(torch.ones(2, 2), torch.ones(1, 2), upper=True, left=False, unitriangular=True)
    torch.linalg.solve_triangular(torch.ones(2, 2), torch.ones(2), upper=True)
    torch.linalg.solve_triangular(torch.ones(2), torch.ones(2, 1), upper=True)
    torch.linalg.solve_triangular(torch.ones(2, 2), torch.ones(3, 1), upper=True)
    torch.linalg.solve_triangular(torch.ones(2, 2), torch.ones(3, 1), upper=True, left=False)
    torch.linalg.solve_triangular(torch.ones(2, 3), torch.ones(2, 1), upper=True)
    torch.linalg.solve_triangular(torch.ones(2, 2).long(), torch.ones(2, 1).long(), upper=True)
""")
a = torch.tensor([[4.0, 1.0], [1.0, 3.0]], requires_grad=True)
b = torch.tensor([[1.0], [2.0]], requires_grad=True)
factor = torch.linalg.cholesky(a)
alpha = torch.cholesky_solve(b, factor)
nodes(alpha)
loss = (b.T @ alpha).squeeze() + factor.diagonal().log().sum()
loss.backward()
show("through the factor", [loss.detach(), a.grad, b.grad])
a.grad = b.grad = None
half = torch.linalg.solve_triangular(torch.linalg.cholesky(a), b, upper=False)
nodes(half)
half.square().sum().backward()
show("by halves", [a.grad, b.grad])


# %% least_squares
x = torch.tensor([[1.0, 0.0], [1.0, 1.0], [1.0, 2.0], [1.0, 4.0]])
y = torch.tensor([[1.0], [3.0], [4.0], [9.5]])
for driver in (None, "gelsy", "gels", "gelsd", "gelss"):
    found = torch.linalg.lstsq(x, y, driver=driver)
    show(f"{driver}", [found.solution, found.residuals, found.rank, found.singular_values])
print(type(found).__name__, len(found), found.rank is found[2])
show("vector", [torch.linalg.lstsq(x, y[:, 0]).solution, torch.linalg.lstsq(x.T, y[:2]).solution])
show("batch", torch.linalg.lstsq(x.expand(2, 4, 2), torch.stack([y, -y]))[0])
show("rank 1", list(torch.linalg.lstsq(torch.ones(3, 2), torch.arange(3.0)[:, None])))
lines("""
    torch.linalg.lstsq(torch.ones(3, 2), torch.ones(2, 2))
    torch.linalg.lstsq(torch.ones(3), torch.ones(3, 1))
    torch.linalg.lstsq(torch.ones(3, 2), torch.ones(()))
    torch.linalg.lstsq(torch.ones(3, 2), torch.ones(3, 2).double())
    torch.linalg.lstsq(torch.ones(3, 2).long(), torch.ones(3, 2).long())
    torch.linalg.lstsq(torch.ones(3, 2), torch.ones(3, 2), driver="qr")
    torch.linalg.lstsq(torch.ones(3, 2), 3)
""")
w = x.clone().requires_grad_()
t = y.clone().requires_grad_()
torch.linalg.lstsq(w, t).solution.square().sum().backward()
show("gradients", [w.grad, t.grad])


# %% condition_and_rank
a = torch.tensor([[2.0, 9.0], [1.0, 3.0]])
show("cond", [torch.linalg.cond(a, p) for p in (None, 2, -2, 1, "fro", "nuc", float("inf"))])
show("singular", [torch.linalg.cond(torch.ones(2, 2), 1), torch.linalg.cond(torch.eye(3, 2))])
b = a.clone().requires_grad_()
torch.linalg.cond(b).backward()
show("gradient", b.grad)
show(
    "rank", [torch.linalg.matrix_rank(m) for m in (a, torch.ones(2, 3, 3), torch.zeros(0, 3), torch.eye(2, 4).double())]
)
show("limits", [torch.linalg.matrix_rank(a, 5.0), torch.linalg.matrix_rank(a, atol=5.0, rtol=0.1)])
show("more", [torch.linalg.matrix_rank(a, rtol=0.1), torch.linalg.matrix_rank(a @ a.T, hermitian=True)])
lines("""
    torch.linalg.cond(torch.ones(3))
    torch.linalg.cond(torch.ones(3, 2), "fro")
    torch.linalg.cond(3)
    torch.linalg.matrix_rank(torch.ones(3))
    torch.linalg.matrix_rank(torch.ones(2, 2).long())
    torch.logdet(torch.ones(3, 2))
    torch.ones(2).logdet()
    torch.logdet(torch.ones(2, 2).long())
""")
