# ruff: noqa: F821
"""Wrong calls that learners make, function by function: making tensors and reckoning with them."""

# %% creation
lines("""
    torch.tensor()
    torch.tensor(None)
    torch.tensor([1, None])
    torch.tensor(["a", "b"])
    torch.tensor([1.0, "b"])
    torch.tensor({1: 2})
    torch.tensor({1, 2})
    torch.tensor([[1, 2], [3]])
    torch.tensor([[1, 2], 3])
    torch.tensor([1, [2, 3]])
    torch.tensor(1, 2)
    torch.tensor([1.0], dtype="float32")
    torch.tensor([1.0], dtype=float, require_grad=True)
    torch.tensor([1.0], requires_grad="yes")
    torch.tensor([1, 2], requires_grad=True)
    torch.tensor(2 ** 70)
    torch.tensor(300, dtype=torch.uint8)
    torch.tensor(lambda: 1)
    torch.tensor([torch.ones(2), torch.ones(2)])
""")

# %% zeros_and_ones
lines("""
    torch.zeros()
    torch.zeros("3")
    torch.zeros(2.0)
    torch.zeros(2, 3.0)
    torch.zeros((2, 3.0))
    torch.zeros(-1)
    torch.zeros(2, -3)
    torch.zeros([2, "3"])
    torch.zeros(None)
    torch.zeros(2, dtyp=torch.float32)
    torch.zeros(2, dtype="float32")
    torch.ones()
    torch.ones(2.0)
    torch.ones("3")
    torch.ones(2, dtype=3)
    torch.ones(2, dtype=torch.int64, requires_grad=True)
    torch.rand("3")
    torch.rand(2.0)
    torch.randn(-1)
    torch.randn(2.0)
    torch.randn()
    torch.empty("3")
    torch.full((2,))
    torch.full(2)
    torch.full(2, 1.0)
    torch.full((2,), None)
    torch.full((2,), "1")
    torch.eye("3")
    torch.eye(-1)
    torch.eye(2.0)
    torch.eye()
    torch.zeros_like(3)
    torch.zeros_like([1.0])
    torch.ones_like((2, 3))
    torch.ones_like()
    torch.rand_like(torch.tensor([1, 2]))
    torch.randn_like(torch.tensor([1, 2]))
    torch.zeros_like(torch.ones(2), torch.ones(2))
""")

# %% ranges
lines("""
    torch.arange()
    torch.arange("3")
    torch.arange(None)
    torch.arange(3, 0)
    torch.arange(0, 3, 0)
    torch.arange(0, 3, -1)
    torch.arange(0, float("inf"))
    torch.arange(0, float("nan"))
    torch.arange(0, 1, 2, 3)
    torch.linspace(0, 1)
    torch.linspace(0, 1, -1)
    torch.linspace(0, 1, 2.5)
    torch.linspace("a", 1, 2)
    torch.linspace()
    torch.logspace(0, 1, -1)
    torch.randint(3, (2,), low=5)
    torch.randint(0, 0, (2,))
    torch.randint(3, 1, (2,))
    torch.randint(3)
    torch.randint(0, 3, 2)
    torch.randint(0.5, 3, (2,))
    torch.randint(3, "2")
    torch.randperm(-1)
    torch.randperm("3")
    torch.randperm(2.0)
    torch.manual_seed()
    torch.manual_seed("a")
    torch.manual_seed(None)
    torch.normal(0.0, 1.0)
    torch.normal(torch.zeros(2), -1.0)
    torch.bernoulli(torch.tensor([2.0]))
    torch.multinomial(torch.tensor([0.5, -0.5]), 1)
    torch.multinomial(torch.tensor([0.5, 0.5]), 3)
""")

# %% from_numpy
import numpy as np

lines("""
    torch.from_numpy([1.0])
    torch.from_numpy(torch.ones(2))
    torch.from_numpy(3.0)
    torch.from_numpy(np.ones(3)[::-1])
    torch.as_tensor("a")
    torch.as_tensor(None)
    torch.Tensor("a")
    torch.Tensor(2.0)
    torch.Tensor(2, 3.0)
    torch.FloatTensor("a")
""")

# %% arithmetic
x, m, i, b = torch.ones(3), torch.ones(2, 3), torch.tensor([1, 2, 3]), torch.tensor([True, False, True])
lines("""
    x + torch.ones(2)
    m + torch.ones(2)
    x + [1, 2, 3]
    x + "1"
    x + None
    x + {}
    x + (1,)
    [1, 2, 3] + x
    None + x
    "1" + x
    x - "1"
    "1" - x
    x - None
    x - [1]
    x * "1"
    "1" * x
    x * None
    None * x
    x * [1]
    x / "1"
    x / None
    None / x
    "1" / x
    x // "1"
    x % "1"
    x ** "1"
    "1" ** x
    x ** None
    None ** x
    x ** [1]
    x @ 2
    x @ "1"
    x @ None
    2 @ x
    x @ [1, 2, 3]
    [1, 2, 3] @ x
    -b
    b - b
    1 - b
    b - 1
    b - True
    +b
    ~x
    x & x
    x | x
    x ^ x
    x & 1
    x << 1
    x >> 1
    i << 1.5
    x < "1"
    x > None
    x <= [1]
    x >= "a"
    x == "1"
    x == None
    x != None
    x != [1]
    i // 0
    i % 0
    i / 0
    i ** -1
    i ** torch.tensor([-1, 1, 1])
    2 ** -i
    divmod(x, 2)
    divmod(2, x)
    abs("x")
    round(x, 1.5)
    complex(x)
    int(x)
    float(x)
    bool(x)
    float(torch.tensor([]))
    len(torch.tensor(1.0))
    range(torch.tensor(1.5))
    range(torch.tensor(2))
    [1, 2, 3][torch.tensor(1.5)]
    [1, 2, 3][x]
    hash([x])
    x < torch.ones(2)
    x == torch.ones(2)
    x and x
    x in x
    2 in x
    "a" in x
    None in x
    [1] in x
""")

# %% arithmetic_functions
x, m, i, b = torch.ones(3), torch.ones(2, 3), torch.tensor([1, 2, 3]), torch.tensor([True, False, True])
lines("""
    torch.add(x)
    torch.add()
    torch.add(x, "1")
    torch.add(x, None)
    torch.add(x, [1])
    torch.add("1", x)
    torch.add(x, x, x)
    torch.add(x, x, alpha="1")
    torch.add(x, x, beta=1)
    torch.add(i, i, alpha=1.5)
    torch.add(b, b, alpha=True)
    x.add()
    x.add("1")
    x.add(1, 2, 3)
    x.add(other="a")
    torch.sub(x)
    torch.sub(x, "1")
    torch.sub(b, b)
    x.sub(None)
    torch.mul(x)
    torch.mul()
    torch.mul(x, "1")
    torch.mul(x, x, x)
    torch.mul("a", x)
    x.mul()
    x.mul(None)
    x.mul(x, 1)
    torch.div(x)
    torch.div(x, "1")
    torch.div(x, x, "floor")
    torch.div(x, x, rounding_mode="up")
    torch.div(x, x, rounding_mode=1)
    x.div()
    torch.pow(x)
    torch.pow(x, "1")
    torch.pow(2, 3)
    torch.pow(x, torch.ones(2))
    x.pow()
    torch.remainder(x)
    torch.remainder(x, "1")
    torch.neg()
    torch.neg(1)
    torch.neg(b)
    torch.neg(x, x)
    torch.abs(-1)
    torch.abs("x")
    torch.abs()
    torch.exp(1)
    torch.exp(1.0)
    torch.exp()
    torch.exp(x, 2)
    torch.exp([1.0])
    torch.exp(input=1)
    torch.exp(x, inp=1)
    torch.log(2.0)
    torch.log("x")
    torch.sqrt(4)
    torch.sqrt(4.0)
    torch.sin(0.5)
    torch.cos(None)
    torch.tanh(1.0)
    torch.sigmoid(0)
    torch.sigmoid()
    torch.relu(1.0)
    torch.relu(b)
    torch.relu()
    x.relu(1)
    x.exp(1)
    x.exp(x=1)
    x.tanh(dim=1)
    torch.clamp(x)
    torch.clamp(x, "a")
    torch.clamp(x, min="a")
    torch.clamp(1, 2, 3)
    torch.clamp(b, 0, 1)
    x.clamp()
    x.clamp(1, 2, 3)
    torch.maximum(x, 1)
    torch.maximum(x)
    torch.maximum(x, torch.ones(2))
    torch.minimum(1, x)
    torch.where(x)
    torch.where(x, x, x)
    torch.where(x > 0, x)
    torch.where(x > 0, x, "a")
    torch.where(True, x, x)
    torch.where([True], x, x)
    torch.where(x > 0, x, torch.ones(2))
    x.where(x > 0)
    torch.sign("a")
    torch.round(1.5)
    torch.round(x, 1)
    torch.floor(1.5)
    torch.isnan(1.0)
    torch.isnan(float("nan"))
    torch.equal(x, 1)
    torch.equal(x)
    torch.allclose(x, 1)
    torch.allclose(x, torch.ones(2))
    torch.allclose(x, x.double())
    torch.allclose(x, x, "a")
    torch.isclose(x, i)
    torch.eq(x, "1")
    torch.eq(x)
    torch.lt(x, None)
    torch.logical_and(x, 1)
    torch.logical_not(1)
    torch.lerp(x, x)
    torch.lerp(x, x, "a")
    torch.lerp(x, x.double(), 0.5)
    torch.addcmul(x, x)
    torch.erf(1.0)
    torch.atan2(x, 1.0)
""")
