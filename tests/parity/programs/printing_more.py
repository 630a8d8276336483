# ruff: noqa: F821
"""set_printoptions with everything it takes, and tensors of every kind under it."""

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
torch.zeros(0), torch.zeros(2, 0), torch.zeros(0, 2, 3), torch.zeros(2, 0, dtype=torch.int32), torch.zeros(0, dtype=torch.bool)
torch.ones(1, 1, 1, 1, 1), torch.ones(2, 1, 2, 1), torch.arange(24.).reshape(2, 3, 4)
torch.arange(120).reshape(2, 3, 4, 5)
torch.zeros(5, 5, 5, 5, 5)
torch.arange(1001), torch.arange(1000), torch.arange(1001.) * 0.5
torch.tensor([float('nan')]), torch.tensor([float('nan'), float('inf')]), torch.tensor([float('nan'), 1e10]), torch.tensor([-0.0, 0.0])
torch.tensor([1e-45]), torch.tensor([3.4e38]), torch.tensor([1e-300], dtype=torch.float64), torch.tensor([65504.], dtype=torch.float16)
torch.tensor([2**62, -1]), torch.tensor([-128, 127], dtype=torch.int8), torch.tensor([255], dtype=torch.uint8)
torch.tensor([True]), torch.tensor([[True, False], [False, False]]), torch.tensor(False)
torch.tensor([0.1, 0.25, 100.125]), torch.tensor([99999999.]), torch.tensor([100000001., 1.5]), torch.tensor([0.00011, 0.1])
torch.tensor([1e5, 1.]), torch.tensor([1000., 1.1]), torch.tensor([1001., 1.]), torch.tensor([0.0001, 0.0002])
str(torch.tensor([1.5])), '{}'.format(torch.tensor([1.5])), f'{torch.ones(2, 2)}', '%s' % torch.tensor([1, 2])
[torch.ones(1), torch.zeros(2)], {'a': torch.tensor(1)}, (torch.tensor([True]),)
torch.ones(2, requires_grad=True), torch.ones(2, requires_grad=True).double(), torch.ones(2, 2, requires_grad=True).sum()
torch.ones(40, requires_grad=True), torch.ones(12, requires_grad=True) * 1, torch.ones(30, dtype=torch.float64, requires_grad=True).exp()
torch.nn.Parameter(torch.ones(2)), torch.nn.Parameter(torch.ones(2), requires_grad=False), torch.nn.Parameter(torch.zeros(0, 2))
torch.ones(3).max(0), torch.ones(2, 2).t(), torch.arange(6.).reshape(2, 3).t(), torch.ones(3).expand(2, 3)
torch.ones(2).grad_fn, torch.float32, torch.Size([1]), torch.device('cpu'), torch.strided, torch.int64, torch.bool
type(torch.ones(1)), type(torch.nn.Parameter(torch.ones(1))), torch.Tensor
""")

# %% default_dtype
torch.set_default_dtype(torch.float64)
try:
    lines("""
torch.ones(2), torch.ones(2, dtype=torch.float32), torch.zeros(0), torch.zeros(0, dtype=torch.float32), torch.tensor(1.5), torch.arange(3.)
torch.rand(1).dtype, torch.randn(1).dtype, torch.linspace(0, 1, 2).dtype, torch.eye(1).dtype, torch.tensor([1, 2.]).dtype, torch.full((1,), 1.).dtype
torch.tensor(1) + 1.5, torch.tensor([1]) / 2, torch.tensor([1]).sqrt().dtype, torch.get_default_dtype(), torch.Tensor([1]).dtype
""")
finally:
    torch.set_default_dtype(torch.float32)
