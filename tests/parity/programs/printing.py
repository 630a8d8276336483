# ruff: noqa: F821
"""How tensors print, and which dtype results have."""

# %% scalars
lines("""
torch.tensor(1)
torch.tensor(1.)
torch.tensor(True)
torch.tensor(0.1)
torch.tensor(3.14159265)
torch.tensor(-2.5)
torch.tensor(-0.)
torch.tensor(float('nan'))
torch.tensor(float('inf'))
torch.tensor(1e-5)
torch.tensor(0.0001)
torch.tensor(100000.)
torch.tensor(1234567.)
torch.tensor(1e8)
torch.tensor(1e9)
torch.tensor(2., requires_grad=True)
torch.tensor(2., dtype=torch.float64)
""")

# %% vectors
lines("""
torch.tensor([1., 2.])
torch.tensor([0.1, 0.2])
torch.tensor([1., 0.5])
torch.tensor([1, 2])
torch.tensor([True, False])
torch.tensor([-1., 2.])
torch.tensor([1, 200, -3])
torch.tensor([1., 1000.])
torch.tensor([1., 10000.])
torch.tensor([0.001, 1.])
torch.tensor([0.0001, 1.])
torch.tensor([1.5, 1500.])
torch.tensor([1.5, 1500.25])
torch.tensor([2., 2000.])
torch.tensor([2., 2002.])
torch.tensor([1e-5, float('nan'), 1.])
torch.tensor([16777216.])
torch.tensor([123456789.])
torch.tensor([12345.678])
torch.tensor([100.5, 200.25, 0.1])
torch.tensor([float('nan'), 1.5])
torch.tensor([float('inf'), -float('inf'), 0.25])
torch.tensor([0.99999])
torch.tensor([9.99995])
torch.tensor([0., 1e-5])
torch.tensor([1., 2.], dtype=torch.float64)
torch.tensor([1, 2], dtype=torch.int32)
torch.tensor([])
torch.zeros(0, 3)
torch.tensor([], dtype=torch.int64)
torch.zeros(0, 3, dtype=torch.float64)
""")

# %% matrices
for value in (
    torch.tensor([[1.0, 2.0], [3.0, 4.0]]),
    torch.tensor([[0.1, 22.5], [-3.25, 4.0]]),
    torch.zeros(2, 2, 2),
    torch.arange(30),
    torch.zeros(1001),
    torch.arange(2000).reshape(40, 50),
    torch.ones(3, 2, requires_grad=True),
    torch.arange(24).float().reshape(2, 3, 4),
):
    print(value)

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

# %% small_things
lines("""
torch.ones(2, 3).shape
torch.ones(()).shape
torch.float32
torch.int64
torch.bool
torch.float
torch.double
torch.long
torch.ones(2).dtype
str(torch.ones(2, 3).size())
torch.nn.Parameter(torch.ones(2))
torch.get_default_dtype()
""")

# %% factory_dtypes
dtypes("""
torch.tensor(1)
torch.tensor(1.)
torch.tensor([1, 2.])
torch.tensor(True)
torch.tensor([True, 2])
torch.tensor([])
torch.arange(3)
torch.arange(3.)
torch.arange(1, 10, 2)
torch.arange(0, 1, 0.25)
torch.full((2,), 1)
torch.full((2,), 1.)
torch.linspace(0, 1, 5)
torch.eye(2)
torch.eye(2, 3)
torch.zeros(2, 3)
torch.zeros((2, 3))
torch.ones(())
torch.ones_like(torch.tensor([1, 2]))
torch.zeros_like(torch.ones(2, 2, dtype=torch.float64))
torch.rand(2)
torch.randn(2, 3)
torch.randint(0, 10, (5,))
torch.randperm(4)
torch.tensor([1, 2], dtype=torch.float64)
torch.tensor([1.7]).long()
torch.tensor([1, 2]).float()
torch.tensor([1, 2]).double()
torch.tensor([1.5]).to(torch.float64)
torch.tensor([0., 1.]).bool()
torch.tensor([1.5]).int()
""")

# %% result_dtypes
i, f, d, b = torch.tensor([1, 2]), torch.ones(2), torch.ones(2, dtype=torch.float64), torch.tensor([True, False])
i0, f0, d0 = torch.tensor(1), torch.tensor(1.0), torch.tensor(1.0, dtype=torch.float64)
i32 = torch.tensor([1, 2], dtype=torch.int32)
dtypes("""
i + 1
i + 1.5
i * 2.0
i / 2
i ** 2
f + 1
f + True
d + 1.5
f + d
f + d0
f0 + d0
f + i
i0 + f
i32 + i
i32 + i0
b + 1
b + b
b.sum()
i.sum()
i32.sum()
f.sum()
f.mean()
i.exp()
i.sqrt()
i.sigmoid()
torch.where(b, 1., 0)
torch.where(b, f, d)
f > 1
f == f
torch.cat([f, i])
torch.stack([f, d])
f.max(0).indices
f * 2
2 * f
2 ** f
f ** 2
1 / i
-i
i - 1
abs(i)
f.argmax()
f[i - 1]
f.softmax(0)
f @ f
i @ i
""")

# %% random_numbers rtol=1e-6
torch.manual_seed(42)
show("rand", torch.rand(3))
torch.manual_seed(42)
show("randint", torch.randint(0, 10, (5,)))
torch.manual_seed(42)
show("randperm", torch.randperm(5))
torch.manual_seed(42)
show("randn few", torch.randn(2))
torch.manual_seed(42)
show("randn sixteen", torch.randn(16))
torch.manual_seed(42)
show("randn twenty", torch.randn(20))
torch.manual_seed(0)
layer = torch.nn.Linear(2, 3)
show("linear", [layer.weight, layer.bias])
