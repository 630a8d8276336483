# ruff: noqa: F821
"""Arguments as they may be given, and as they may not: ints one by one, numbers in tensors, a bool for a dimension."""

# %% ints_one_by_one
x = torch.arange(6.0).reshape(1, 2, 1, 3)
methods = {
    "squeeze": [(0, 2), (0, -2), (1, 3), (0,), (), ((0, 2),), ([],), (0, 9), (0, 0)],
    "count_nonzero": [(0, 1), (3,), (), ((1, -1),), (0, 1, 2, 3), (1, 1), (0, 5)],
    "broadcast_to": [(4, 2, 1, 3), ((4, 2, 1, 3),), (1, -1, -1, -1), (2, 3), (3,)],
    "permute": [(3, 2, 1, 0), (0, 1)],
    "flip": [(1, 3), (0,), ()],
    "repeat": [(2, 1, 1, 1), (2,)],
    "tile": [(2, 3), (2,)],
    "expand": [(2, 2, 1, 3), (3,)],
    "reshape": [(2, 3), (-1,), (5,)],
    "view": [(3, 2), (6,)],
    "sum": [(0, 1)],
    "amax": [(0, 1)],
    "rot90": [(1, 2), (1, (1, 3))],
    "unsafe_split_with_sizes": [(1, 1), ([1, 1], 1)],
    "new_zeros": [(2, 3), ((2, 3),), (2,)],
    "new_full": [((2, 3), 1.0), (2,)],
}
for name, calls in methods.items():
    for args in calls:
        attempt(f"x.{name}{args}", lambda: getattr(x, name)(*args))
for args in ((0, 2), (1, 3), ()):
    attempt(f"x.squeeze_{args}", lambda: x.clone().squeeze_(*args))
for name, args in (("squeeze", (0, 2)), ("count_nonzero", (0, 1)), ("broadcast_to", (4, 2, 1, 3)), ("flip", (0, 1))):
    attempt(f"torch.{name}{args}", lambda: getattr(torch, name)(x, *args))
    attempt(f"torch.{name} of a list", lambda: getattr(torch, name)(x, args))
attempt("one", lambda: [torch.squeeze(x, 0).shape, torch.count_nonzero(x, 1).shape, torch.squeeze(x, dim=(0, 2)).shape])
attempt("pad", lambda: torch.constant_pad_nd(x, 1))
y = torch.ones(1, 2, 1, requires_grad=True)
nodes(y.squeeze(0, 2))

# %% sizes_in_tensors
x = torch.arange(6.0).reshape(2, 3)
lines("""
    x.split(torch.tensor(2))
    x.split(torch.tensor([1]), dim=1)
    torch.split(x, torch.tensor(1.9))
    x.split([torch.tensor(1), torch.tensor(1)])
    x.split((torch.tensor(2), 1), 1)
    x.split(torch.tensor([1, 1]))
    x.split(torch.tensor([]))
    x.split(1.5)
    x.split([1.0, 1.0])
    x.split_with_sizes(torch.tensor([1, 1]))
    x.narrow(1, torch.tensor(1), torch.tensor(2))
    x.unsqueeze(torch.tensor(0)).shape
    x.chunk(torch.tensor(2))
""")

# %% a_bool_is_no_dimension
x = torch.ones(2, 3)
places = torch.zeros(1, 1, dtype=torch.int64)
lines("""
    torch.logcumsumexp(x, True)
    x.logcumsumexp(False)
    x.unsqueeze(True)
    torch.unsqueeze(x, False)
    x.transpose(True, False)
    x.select(True, 0)
    torch.select(x, 0, True)
    x.unfold(True, 1, 1)
    torch.gather(x, True, places)
    x.index_select(True, places[0])
    torch.index_add(x, True, places[0], x[:, :1])
    torch.cumsum(x, True)
    x.unsqueeze(dim=True)
""")

# %% numbers_in_tensors_are_drawn_with_once
half = torch.tensor(0.5)
for name, draw in {
    "F.dropout": lambda: torch.nn.functional.dropout(torch.ones(8), half),
    "F.dropout, by name": lambda: torch.nn.functional.dropout(torch.ones(8), p=half),
    "nn.Dropout": lambda: torch.nn.Dropout(half)(torch.ones(8)),
    "torch.dropout": lambda: torch.dropout(torch.ones(8), half, True),
    "bernoulli": lambda: torch.bernoulli(torch.ones(8), half),
    "bernoulli_": lambda: torch.ones(8).bernoulli_(half),
    "normal_": lambda: torch.ones(4).normal_(half, half),
    "uniform_": lambda: torch.ones(4).uniform_(half, torch.tensor(2.0)),
    "exponential_": lambda: torch.ones(4).exponential_(half),
    "randint": lambda: torch.randint(torch.tensor(5), (4,)),
    "multinomial": lambda: torch.multinomial(torch.ones(8), torch.tensor(4)),
    "init.normal_": lambda: torch.nn.init.normal_(torch.ones(4), half, half),
}.items():
    torch.manual_seed(0)
    show(name, draw())
    show("next", torch.rand(1))
attempt("no probability", lambda: torch.nn.functional.dropout(torch.ones(2), torch.tensor(1.5)))

# %% out_of_another_type
x, whole = torch.tensor([[-1.0, 2.0], [3.0, -4.0]]), torch.tensor([[1, 2], [3, 4]])
for name, args in {
    "isneginf": (x,), "isposinf": (x,), "signbit": (x,), "isin": (x, x), "argmax": (x, 0), "argmin": (x,),
    "tril": (x,), "triu": (x,), "diag": (x,), "matmul": (x, x), "bitwise_not": (whole,),
    "lerp": (x, x, 0.5), "abs": (x,), "neg": (whole,), "all": (x,), "eq": (x, 1), "logical_not": (x,),
}.items():  # fmt: skip
    for kind in (torch.float64, torch.int32, torch.bool):
        attempt(f"{name} {kind}", lambda: getattr(torch, name)(*args, out=torch.empty(0, dtype=kind)))

# %% numbers_for_letters
a, b = torch.arange(6.0).reshape(2, 3), torch.arange(12.0).reshape(3, 4)
lines("""
    torch.einsum(torch.ones(2, 3), [0, 1], torch.ones(3, 4), [1, 2], [0, 2])
    torch.einsum(torch.arange(4.0).reshape(2, 2), [1, 0])
    torch.einsum(torch.arange(4.0).reshape(2, 2), [0, 0])
    torch.einsum(torch.arange(4.0).reshape(2, 2), [0, 30], [30, 0])
    torch.einsum(torch.ones(2, 3, 4), [..., 0], torch.ones(4), [0], [...])
    torch.einsum(torch.ones(2, 3), [0])
    torch.einsum(torch.ones(2, 3), [0, 52])
    torch.einsum(torch.ones(2, 3), [0, -1])
    torch.einsum(torch.ones(2, 3))
""")
lines("""
    torch.einsum("ij,jk", torch.ones(2, 3))
    torch.einsum("ij", torch.ones(2, 3), torch.ones(2, 3))
    torch.einsum("ij, k1 -> ik", torch.ones(2, 3), torch.ones(2, 3))
    torch.einsum("ij->i->j", torch.ones(2, 3))
    torch.einsum("ij->i,j", torch.ones(2, 3))
    torch.einsum("i..j", torch.ones(2, 3))
    torch.einsum("...i...", torch.ones(2, 3))
    torch.einsum("...i->..i", torch.ones(2, 3))
    torch.einsum("...i->...i...", torch.ones(2, 3))
    torch.einsum("iä", torch.ones(2, 3))
    torch.einsum("ij")
    torch.einsum("")
    torch.einsum(" i j -> j i ", torch.ones(2, 3)).shape
""")
show("as letters", torch.einsum(a, [0, 1], b, [1, 2], [2, 0]) - torch.einsum("ij,jk->ki", a, b))
