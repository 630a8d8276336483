# ruff: noqa: F821
"""Products, factorizations, norms and determinants of matrices, and where their results lie in memory."""

# %% calls
op("torch.einsum('ii->i', sq)")
op("torch.einsum('i,j->ij', v, w)")

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
    show("shapes", [tuple(item.shape) for item in torch.linalg.svd(x)])

# %% einsum_refusals
A, B = torch.ones(3, 3), torch.ones(3, 2)
lines("""
torch.einsum('ij->ik', A)
torch.einsum('ij,jk->ik', A, torch.ones(2, 2))
torch.einsum('ij->ii', A)
""")

# %% tensordot_and_inner
attempt("sizes", lambda: torch.tensordot(torch.ones(3, 3), torch.ones(3, 2), dims=([0], [1])))
attempt("lengths", lambda: torch.tensordot(torch.ones(3, 3), torch.ones(3, 2), dims=([0, 1], [1])))

# %% refusals
lines("""
torch.linalg.inv(torch.ones(3, 3))
torch.linalg.solve(torch.ones(3, 3), torch.ones(3))
torch.linalg.solve(torch.eye(3), torch.ones(4))
torch.linalg.cholesky(torch.tensor([[1.0, 2.0], [2.0, 1.0]]))
torch.linalg.det(torch.ones(2, 3))
issubclass(torch.linalg.LinAlgError, RuntimeError)
""")

# %% addmm_in_place
torch.ones(3).addmm_(torch.ones(2, 3), torch.ones(3, 3))

# %% addmm_of_whole_numbers_and_of_nan
i = torch.ones(2, 2, dtype=torch.int64)
for numbers in (dict(beta=0.5), dict(alpha=0.5), dict(beta=2), dict(beta=0, alpha=3)):
    show(str(numbers), torch.addmm(i, i, i, **numbers))
show("nan", torch.addmm(torch.full((2, 2), float("nan")), torch.ones(2, 2), torch.ones(2, 2), beta=0))

# %% baddbmm
b, c = torch.ones(2, 2, 3), torch.ones(2, 3, 2)
lines("""
torch.baddbmm(c, b, c)
""")

# %% svd_of_nan
n = torch.full((2, 2), float("nan"))
lines("""
torch.linalg.svd(torch.stack([torch.eye(2), n]))
""")

# %% least_squares rtol=1e-3
x = torch.tensor([[1.0, 0.0], [1.0, 1.0], [1.0, 2.0], [1.0, 4.0]])
y = torch.tensor([[1.0], [3.0], [4.0], [9.5]])
for driver in (None, "gelsy"):
    found = torch.linalg.lstsq(x, y, driver=driver)
    show(f"{driver}", [found.solution, found.residuals, found.rank, found.singular_values])
print(type(found).__name__, len(found), found.rank is found[2])
show("vector", [torch.linalg.lstsq(x, y[:, 0]).solution, torch.linalg.lstsq(x.T, y[:2]).solution])
w = x.clone().requires_grad_()
t = y.clone().requires_grad_()
torch.linalg.lstsq(w, t).solution.square().sum().backward()
show("gradients", [w.grad, t.grad])

# %% svd_of_a_tall_matrix rtol=1e-05
x = torch.tensor([[2.0, 1.0], [0.5, 3.0], [1.0, -1.0]], dtype=torch.float64, requires_grad=True)
U, S, V = torch.svd(x)
show("nodes", [U.grad_fn, S.grad_fn, V.grad_fn, V.grad_fn.next_functions])
show("product", (U * S @ V.mT).detach())
show("grad", torch.autograd.grad((S**3).sum() + ((V * V) * torch.arange(1.0, 3)).sum(), x)[0])
show("shapes", [tuple(item.shape) for item in torch.svd(x, some=False)])

# %% summed_to_a_size
x = torch.arange(6.0).reshape(2, 3).requires_grad_()
for size in ((1, 3), (2, 1), (3,), (1, 1), (), (1,), (2, 3)):
    attempt(f"{size}", lambda: x.sum_to_size(size))
nodes(x.sum_to_size(3), x.sum_to_size(2, 1))
show("itself", x.sum_to_size(2, 3) is x)
attempt("does not fit", lambda: x.sum_to_size(2))
attempt("larger", lambda: x.sum_to_size(1, 2, 3))
attempt("nothing", lambda: x.sum_to_size())

# %% layouts
import torch

A, B = torch.ones(2, 3), torch.ones(3, 4)
turned = [one.mT.contiguous().mT for one in (A, B)]
for left in (A, turned[0]):
    for right in (B, turned[1]):
        leaves = [one.detach().requires_grad_() for one in (torch.ones(2, 4), left, right)]
        for result in (torch.addmm(*leaves), torch.mm(*leaves[1:])):
            sent = torch.autograd.grad((result * result).sum(), leaves, allow_unused=True)
            show("strides", [None if one is None else tuple(one.stride()) for one in sent])

# %% gamma
x = torch.tensor([0.5, 1.5, 3.0], requires_grad=True)
y = torch.lgamma(x)
show("lgamma", [y, torch.autograd.grad(y.sum(), x)[0], torch.digamma(x.detach())])
lines("""
torch.lgamma(torch.tensor([1, 2]))
torch.lgamma(2)
""")
