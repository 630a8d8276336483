# ruff: noqa: F821
"""Where results and gradients lie in memory: LAPACK leaves its results column by column, and PyTorch hands them on."""

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
