# ruff: noqa: F821
"""Keys of every form in x[…]: what is a view, what is gathered, and in which order."""

# %% calls
op("m[range(2), [0, 2]]")
op("m[torch.tensor(1), torch.tensor(2)]")
op("m[torch.tensor(1), [0, 2]]")
op("b3[[torch.tensor([0, 1]), torch.tensor([1])]]")
op("m[[[0, 1], [1, 2]]]")
op("m[m.argmax(0)[:1] * 0]")


# %% bytes
x = torch.arange(3.0)
lines("""
    x[torch.tensor([0, 1, 1], dtype=torch.uint8)]
""")
