# ruff: noqa: F821
"""Wrong calls that learners make, function by function: making tensors and reckoning with them."""

# %% creation
lines("""
    torch.tensor(None)
    torch.tensor([1, None])
    torch.tensor(["a", "b"])
    torch.tensor({1: 2})
    torch.tensor({1, 2})
    torch.tensor([[1, 2], [3]])
    torch.tensor([[1, 2], 3])
    torch.tensor([1, [2, 3]])
    torch.tensor([1.0], dtype="float32")
    torch.tensor([1.0], requires_grad="yes")
    torch.tensor([1, 2], requires_grad=True)
    torch.tensor(2 ** 70)
    torch.tensor(300, dtype=torch.uint8)
    torch.tensor(lambda: 1)
""")


# %% zeros_and_ones
lines("""
    torch.zeros((2, 3.0))
    torch.zeros(-1)
    torch.zeros(2, -3)
    torch.zeros(2, dtype="float32")
    torch.ones(2, dtype=3)
    torch.eye(-1)
""")


# %% ranges
lines("""
    torch.arange("3")
    torch.arange(None)
    torch.arange(3, 0)
    torch.arange(0, 3, 0)
    torch.arange(0, 3, -1)
    torch.arange(0, float("inf"))
    torch.arange(0, float("nan"))
    torch.linspace(0, 1, -1)
    torch.logspace(0, 1, -1)
    torch.randint(0, 0, (2,))
    torch.randint(3, 1, (2,))
    torch.manual_seed()
    torch.manual_seed("a")
    torch.manual_seed(None)
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
    torch.Tensor(2.0)
    torch.Tensor(2, 3.0)
""")


# %% arithmetic
x, m, i, b = torch.ones(3), torch.ones(2, 3), torch.tensor([1, 2, 3]), torch.tensor([True, False, True])
lines("""
    x + "1"
    [1, 2, 3] + x
    None + x
    "1" + x
    x - "1"
    "1" - x
    "1" * x
    x * None
    None * x
    None / x
    "1" / x
    x // "1"
    x % "1"
    "1" ** x
    None ** x
    2 @ x
    [1, 2, 3] @ x
    -b
    1 - b
    b - 1
    b - True
    +b
    ~x
    x < "1"
    x <= [1]
    i // 0
    i % 0
    i ** -1
    divmod(x, 2)
    divmod(2, x)
    abs("x")
    round(x, 1.5)
    complex(x)
    float(torch.tensor([]))
    len(torch.tensor(1.0))
    [1, 2, 3][torch.tensor(1.5)]
    hash([x])
    "a" in x
    None in x
""")


# %% arithmetic_functions
x, m, i, b = torch.ones(3), torch.ones(2, 3), torch.tensor([1, 2, 3]), torch.tensor([True, False, True])
lines("""
    torch.add(x, x, x)
    torch.add(x, x, alpha="1")
    torch.add(x, x, beta=1)
    torch.add(i, i, alpha=1.5)
    torch.sub(b, b)
    torch.mul()
    torch.mul(x, x, x)
    torch.div(x, x, rounding_mode="up")
    torch.pow(x, torch.ones(2))
    torch.neg(b)
    torch.neg(x, x)
    torch.exp(x, 2)
    torch.exp(input=1)
    torch.exp(x, inp=1)
    torch.log("x")
    torch.cos(None)
    torch.relu(b)
    x.relu(1)
    x.exp(1)
    x.exp(x=1)
    x.tanh(dim=1)
    torch.maximum(x, torch.ones(2))
    torch.where(x)
    torch.where(x, x, x)
    torch.where([True], x, x)
    torch.sign("a")
    torch.floor(1.5)
    torch.allclose(x, torch.ones(2))
    torch.allclose(x, x.double())
    torch.allclose(x, x, "a")
    torch.isclose(x, i)
    torch.lerp(x, x.double(), 0.5)
    torch.erf(1.0)
""")
