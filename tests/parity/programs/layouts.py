# ruff: noqa: F821
"""Where results and gradients lie in memory: LAPACK leaves its results column by column, and PyTorch hands them on."""

# %% linear_algebra
import torch

square = torch.tensor([[4.0, 1.0, 0.5], [1.0, 3.0, 0.25], [0.5, 0.25, 5.0]])
layouts = {"rows": square, "columns": square.mT.contiguous().mT, "batch": torch.stack([square, square * 2])}
wide, tall = torch.arange(6.0).reshape(2, 3).sin(), torch.arange(6.0).reshape(3, 2).sin()
right = torch.arange(6.0).reshape(3, 2)
calls = {
    "inv": torch.linalg.inv,
    "det": torch.linalg.det,
    "slogdet": lambda A: torch.linalg.slogdet(A)[1],
    "solve": lambda A: torch.linalg.solve(A, right),
    "solve, from the right": lambda A: torch.linalg.solve(A, right.mT, left=False),
    "solve, one vector": lambda A: torch.linalg.solve(A, right[:, 0]),
    "solve_triangular": lambda A: torch.linalg.solve_triangular(A, right, upper=True),
    "solve_triangular, from the right": lambda A: torch.linalg.solve_triangular(A, right.mT, upper=True, left=False),
    "cholesky": torch.linalg.cholesky,
    "cholesky, upper": lambda A: torch.linalg.cholesky(A, upper=True),
    "cholesky_solve": lambda A: torch.cholesky_solve(right, A),
    "qr": torch.linalg.qr,
    "eigh": torch.linalg.eigh,
    "svd": torch.linalg.svd,
    "svd, small": lambda A: torch.linalg.svd(A, full_matrices=False),
    "svdvals": torch.linalg.svdvals,
    "pinv": torch.linalg.pinv,
    "matrix_power": lambda A: torch.linalg.matrix_power(A, 3),
    "matrix_power, 0": lambda A: torch.linalg.matrix_power(A, 0),
    "matrix_power, 1": lambda A: torch.linalg.matrix_power(A, 1),
}
for name, call in calls.items():
    for layout, array in layouts.items():
        A = array.detach().requires_grad_()
        result = call(A)
        results = result if isinstance(result, tuple) else (result,)
        sent = [torch.autograd.grad(one.abs().sum(), A, retain_graph=True)[0].stride() for one in results]
        show(f"{name}, {layout}", [[tuple(one.stride()) for one in results], sent])
for name in ("qr", "svd, small", "pinv"):
    for array in (wide, tall):
        A = array.detach().requires_grad_()
        result = calls[name](A)
        results = result if isinstance(result, tuple) else (result,)
        sent = [torch.autograd.grad(one.abs().sum(), A, retain_graph=True)[0].stride() for one in results]
        show(f"{name}, {tuple(A.shape)}", [[tuple(one.stride()) for one in results], sent])

# %% right_hand_sides
import torch

A = torch.tensor([[4.0, 1.0], [0.5, 3.0]]).expand(3, 2, 2).contiguous()
for B in (torch.ones(3, 2, 4), torch.ones(3, 2), torch.ones(2, 3).mT):
    B.requires_grad_()
    result = torch.linalg.solve(A, B)
    show("solve", [tuple(result.stride()), tuple(torch.autograd.grad((result * result).sum(), B)[0].stride())])

# %% products
import torch

A, B = torch.ones(2, 3), torch.ones(3, 4)
turned = [one.mT.contiguous().mT for one in (A, B)]
for left in (A, turned[0]):
    for right in (B, turned[1]):
        leaves = [one.detach().requires_grad_() for one in (torch.ones(2, 4), left, right)]
        for result in (torch.addmm(*leaves), torch.mm(*leaves[1:])):
            sent = torch.autograd.grad((result * result).sum(), leaves, allow_unused=True)
            show("strides", [None if one is None else tuple(one.stride()) for one in sent])
show("addr", torch.addr(torch.ones(3, 2).mT, torch.ones(2), torch.ones(3)).stride())
