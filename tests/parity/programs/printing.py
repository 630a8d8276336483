# ruff: noqa: F821
"""Tensors as text."""

# %% grad_fn_suffix
a = torch.tensor(2.0, requires_grad=True)
v = torch.ones(12, requires_grad=True)
print(a * 10)
print(v * 1)
print(v.double())
print(v[:3] + 0.5)
print(torch.ones(2, 2, requires_grad=True).t() * 3)
print((v * 1).reshape(3, 4))
print(torch.ones(2, requires_grad=True).double() * 2)
print(torch.linspace(0, 6.283185307179586, 25, requires_grad=True))
print(torch.sin(torch.linspace(0, 6.283185307179586, 25, requires_grad=True)))


# %% named_tuples
m = torch.tensor([[1.0, 5.0], [7.0, 2.0]], requires_grad=True)
print(m.max(0))
print(m.detach().min(1))
result = m.max(1)
print(result.values, result.indices)
values, indices = result
show("unpacked", [values.detach(), indices])


# %% result_dtypes
i, f, d, b = torch.tensor([1, 2]), torch.ones(2), torch.ones(2, dtype=torch.float64), torch.tensor([True, False])
i0, f0, d0 = torch.tensor(1), torch.tensor(1.0), torch.tensor(1.0, dtype=torch.float64)
i32 = torch.tensor([1, 2], dtype=torch.int32)
dtypes("""
i.exp()
i.sqrt()
i.sigmoid()
""")


# %% options
big = torch.arange(2000.0).reshape(40, 50)
mixed = torch.tensor([1.0, 1234567.0, 1e-5, float("nan"), float("-inf")])
small = torch.tensor([[0.1, 22.25], [-3.125, 4.0]])
for options in (
    {"precision": 2},
    {"precision": 0},
    {"precision": 8},
    {"threshold": 5, "edgeitems": 1},
    {"edgeitems": 2},
    {"linewidth": 30},
    {"linewidth": 20, "precision": 1},
    {"sci_mode": True},
    {"sci_mode": False},
    {"profile": "short"},
    {"profile": "short", "precision": 6},
    {"precision": 1, "sci_mode": True, "linewidth": 200},
):
    torch.set_printoptions(**options)
    for tensor in (
        big,
        mixed,
        small,
        small.double(),
        big.long(),
        torch.tensor(0.1),
        small > 1,
        small.requires_grad_() * 2,
    ):
        show(str(options), repr(tensor))
    torch.set_printoptions(profile="default")
torch.set_printoptions(profile="full")
show("full", repr(torch.arange(1200)))
torch.set_printoptions(profile="default", sci_mode=None)
show("back", repr(big))


# %% kinds
lines("""
torch.nn.Parameter(torch.ones(2)), torch.nn.Parameter(torch.ones(2), requires_grad=False), torch.nn.Parameter(torch.zeros(0, 2))
""")
