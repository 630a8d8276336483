# ruff: noqa: F821
"""Wrong calls that learners make: shapes, pieces, places, indices, matrices."""

# %% reductions
x, m, i, s = torch.ones(3), torch.ones(2, 3), torch.tensor([1, 2, 3]), torch.tensor(1.0)
lines("""
    m.mean(2)
    i.var()
    torch.topk(m, 5)
    m @ s
    m @ m.long().t()
    torch.dot(m, m)
    torch.bmm(m, m)
    torch.outer(m, x)
    torch.diag(torch.ones(2, 2, 2))
    m.view(-1, -1)
    m.view(-2)
    m.permute(0, 0)
    m.expand(-1, 2, 3)
    m.repeat(-1, 1)
    torch.cat(m, m)
    torch.cat([m, m], 2)
    torch.cat(["a"])
    torch.hstack([m, x])
    torch.split(m)
    torch.split(m, -1)
    m.split([1, 2, 3], 1)
    torch.chunk(m, 0)
    torch.flip(m, (0, 0))
    torch.roll(m, (1, 2), 0)
    m.unfold(0, 3, 1)
    m.select(0, 2)
    torch.unbind(s)
    m.as_strided((4, 4), (3, 1))
""")

# %% indexing
x, m, i, s = torch.ones(3), torch.ones(2, 3), torch.tensor([1, 2, 3]), torch.tensor(1.0)
lines("""
    x[torch.tensor([0.5])]
    x[0.5:]
    m[2]
    m[[0, 1], [0, 1, 2]]
    torch.masked_select(m, torch.ones(2, 3))
    m.masked_fill(m, 1.0)
    m.scatter(1, torch.tensor([[0.5]]), 1.0)
""")


def put(tensor, place, value):
    tensor[place] = value


for label, place, value in (
    ("too far", 5, 1.0),
    ("string", 0, "a"),
    ("None", 0, None),
    ("list", 0, [1.0, 2.0]),
    ("shape", 0, torch.ones(2)),
    ("shape of all", slice(None), torch.ones(4)),
    ("list value", 0, [1.0, 2.0, 3.0]),
    ("mask", torch.tensor([True]), 1.0),
    ("float place", 0.5, 1.0),
    ("word place", "a", 1.0),
    ("list place", [0, 5], 1.0),
    ("several", (slice(None), [0, 1]), torch.ones(3, 2)),
):
    attempt(label, lambda place=place, value=value: put(torch.ones(2, 3), place, value))


def delete():
    del m[0]


attempt("del", delete)

# %% in_place
x, i, b = torch.ones(3), torch.tensor([1, 2, 3]), torch.tensor([True, False, True])
leaf = torch.ones(3, requires_grad=True)


def change(tensor, operator, other):
    exec(f"tensor {operator}= other", {"tensor": tensor, "other": other})


for operator in ("+", "-", "*", "/", "//", "%", "**"):
    attempt(f"leaf {operator}=", lambda operator=operator: change(leaf, operator, 1))
    attempt(f"int {operator}= float", lambda operator=operator: change(i.clone(), operator, 0.5))
    attempt(f"{operator}= word", lambda operator=operator: change(x.clone(), operator, "a"))
    attempt(f"{operator}= shape", lambda operator=operator: change(x.clone(), operator, torch.ones(2, 3)))
    attempt(f"{operator}= shape that fits not", lambda operator=operator: change(x.clone(), operator, torch.ones(2)))
attempt("@=", lambda: change(x.clone(), "@", x))
lines("""
    x.requires_grad_(1)
    x.exp_(1)
""")

# %% reshape
x, v, s, b, e = torch.ones(2, 3), torch.ones(4), torch.ones(()), torch.ones(2, 3, 4), torch.ones(0, 3)
lines("""
    e.reshape(0, -1)
    x.unflatten(0, (3, 1))
    x.unflatten(0, ())
    b.flatten(2, 1)
    b.movedim((0, 1), (0,))
    v.mT
    x.repeat_interleave(-1)
    x.repeat_interleave(torch.tensor([[1, 2]]), dim=0)
    x.repeat_interleave(torch.tensor([-1, 2]), dim=0)
    v.repeat_interleave(torch.tensor([1, 2]))
    x.roll(())
    s.roll(1, 0)
    x.diag_embed(0, 0, 0)
    x.unfold(0, 2, 0)
    x.unfold(0, -1, 1)
    x.as_strided((2, 2), (1,))
    x.as_strided((-2,), (1,))
    x.narrow(0, 1, 2)
    x.narrow(0, 5, 1)
    x.narrow(0, 0, -1)
    s.narrow(0, 0, 1)
    s.select(0, 0)
    torch.cat([])
    torch.vstack([])
    torch.meshgrid(v, v, indexing='zz')
    torch.meshgrid(v, v.long(), indexing='ij')
    s.chunk(1)
    s.split(1)
    x.scatter(1, torch.tensor([[0], [2]]), s)
    x.index_select(0, torch.tensor([[1]]))
    x.index_select(0, torch.tensor([1.0]))
    s.index_select(0, torch.tensor([0, 0]))
    x.index_put((torch.tensor([0]),) * 3, s)
    b[..., 7]
    x[::0]
""")
