# ruff: noqa: F821, E402
"""Variance and deviation with and without the mean: each output alone and both, and where no degree of freedom is left."""

# %% each_output_alone_and_both
for name in ("var_mean", "std_mean"):
    for used in ((0,), (1,), (0, 1)):
        x = torch.tensor([[1.0, 2.0, 4.0], [3.0, 5.0, 9.0]], dtype=torch.float64, requires_grad=True)
        outputs = getattr(torch, name)(x, dim=1, correction=0)
        sum((outputs[place] * (place + 2)).sum() for place in used).backward()
        show(f"{name} {used}", x.grad)

# %% no_dimensions
for name in ("var", "std"):
    x = torch.tensor([[1.0, 2.0, 4.0], [3.0, 5.0, 9.0]], dtype=torch.float64, requires_grad=True)
    y = getattr(torch, name)(x, dim=(), correction=0)
    show("forward", y.detach())
    y.backward()
    show("backward", x.grad)

# %% no_freedom
for name in ("var", "std"):
    for correction in (1, 2):
        x = torch.tensor([[1.0], [3.0]], dtype=torch.float64, requires_grad=True)
        y = getattr(torch, name)(x, dim=1, correction=correction)
        show("forward", y.detach())
        y.sum().backward()
        show("backward", x.grad)

# %% no_deviation
x = torch.tensor([2.0, 2.0, 2.0], dtype=torch.float64, requires_grad=True)
x.std().backward()
show("std", x.grad)
