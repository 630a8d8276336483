# ruff: noqa: F821
"""quantile: values, nodes, gradients, also of q, and what they refuse."""

# %% scalar
op("torch.quantile(m, 0.5)")
op("torch.quantile(m, 0.3, dim=0)")
op("m.quantile(0.3, dim=1, keepdim=True)")
op("torch.quantile(m, 0.3, keepdim=True)")
op("torch.quantile(s, 0.3, dim=0)")
op("torch.quantile(b3, 1, dim=-2)")

# %% vector
op("torch.quantile(m, x)", x=[0.25, 0.5, 0.875])
op("torch.quantile(m, x, dim=0)", x=[0.25, 0.5])
op("torch.quantile(m, x, 1, True)", x=[0.25])
op("torch.quantile(m, x, dim=1)", x=0.25)

# %% ways
for way in ("linear", "lower", "higher", "midpoint", "nearest"):
    op(f"torch.quantile(v, 0.3, interpolation='{way}')")

# %% nan
n = torch.tensor([[1.0, float("nan"), 3.0, 2.0], [4.0, 0.0, 6.0, 5.0]], requires_grad=True)
found = torch.quantile(n, torch.tensor([0.25, 0.5]), dim=1)
show("values", found.detach())
show("grad", torch.autograd.grad(found[:, 1].sum(), n))

# %% refusals
x, q = torch.ones(2, 3), torch.tensor([0.25, 0.5])
lines("""
torch.quantile(x, 2.0)
torch.quantile(x, -0.5)
torch.quantile(x, q + 3)
torch.quantile(x, torch.tensor([[0.5]]))
torch.quantile(x, q.double())
torch.quantile(x.long(), 0.5)
torch.quantile(torch.ones(0), 0.5)
torch.quantile(x, 0.5, interpolation="a")
torch.quantile(x, 0.5, dim=3)
torch.quantile(1, 0.5)
torch.quantile(x, "a")
x.quantile()
""")
