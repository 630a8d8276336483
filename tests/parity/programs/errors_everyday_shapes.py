# ruff: noqa: F821
"""Wrong calls that learners make: reductions, matrices, shapes, indices, writing in place."""

# %% reductions
x, m, i, s = torch.ones(3), torch.ones(2, 3), torch.tensor([1, 2, 3]), torch.tensor(1.0)
lines("""
    torch.sum(x, 0, True, 1)
    torch.sum(m, dim=(0, 0))
    torch.mean(i)
    m.mean(2)
    m.mean(0, 1, 2)
    i.mean()
    i.std()
    i.var()
    x.std(3)
    torch.min(torch.zeros(0))
    m.max(2)
    torch.argmax(torch.zeros(0))
    m.argmin(dim=5)
    torch.prod(m, 2)
    torch.cumsum(m, 2)
    torch.any(m, 2)
    torch.norm(m, "abc")
    torch.norm(i)
    m.norm(p="a")
    torch.log_softmax(m, 5)
    torch.logsumexp(m, 2)
    torch.sort(m, 2)
    torch.topk(m, 5)
    torch.topk(x, -1)
    m.median(2)
    x.kthvalue(4)
    x.kthvalue(0)
    x.mode(1)
    x.unique(dim=1)
""")


# %% matrices
x, m, i, s = torch.ones(3), torch.ones(2, 3), torch.tensor([1, 2, 3]), torch.tensor(1.0)
lines("""
    m @ m
    m @ torch.ones(2)
    s @ x
    m @ s
    i @ x
    x @ i
    m @ m.double().t()
    m @ m.long().t()
    torch.ones(2, 3, 4) @ torch.ones(2, 3, 4)
    torch.mm(m, m)
    torch.mm(x, x)
    torch.mm(m, x)
    torch.mm(m, m.double().t())
    torch.mv(m, m)
    torch.mv(m, torch.ones(2))
    torch.mv(x, x)
    torch.dot(m, m)
    torch.dot(x, torch.ones(4))
    torch.dot(x, i)
    torch.bmm(m, m)
    torch.bmm(torch.ones(2, 3, 4), torch.ones(2, 3, 4))
    torch.outer(m, x)
    torch.outer(x, m)
    torch.addmm(torch.ones(4), m, m.t())
    torch.t(torch.ones(2, 2, 2))
    torch.trace(x)
    torch.trace(1)
    torch.diag(torch.ones(2, 2, 2))
    torch.tril(x)
""")


# %% shapes
x, m, i, s = torch.ones(3), torch.ones(2, 3), torch.tensor([1, 2, 3]), torch.tensor(1.0)
lines("""
    m.view(-1, -1)
    m.view(-1, 4)
    m.view(-2)
    m.t().view(6)
    m.reshape(4)
    m.flatten(3)
    m.flatten(1, 0)
    m.transpose()
    m.transpose("a", "b")
    m.permute(0)
    m.permute(0, 2)
    m.permute(0, 0)
    torch.permute(m, (0,))
    m.expand(3)
    m.expand(-1, -1, 3)
    m.expand(-1, 2, 3)
    m.repeat(2)
    m.repeat(-1, 1)
    torch.cat(m)
    torch.cat(m, m)
    torch.cat([])
    torch.cat([m, 1])
    torch.cat([m, x])
    torch.cat([m, torch.ones(2, 4)])
    torch.cat([m, m], 2)
    torch.cat([s, s])
    torch.cat([[1.0], [2.0]])
    torch.cat(["a"])
    torch.stack([])
    torch.stack([m, x])
    torch.stack([1, 2])
    torch.hstack([m, x])
    torch.vstack([m, torch.ones(4)])
    torch.split(m)
    torch.split(m, -1)
    torch.split(m, 0)
    torch.split(m, [1, 2])
    torch.split(m, 1, 2)
    m.split([1, 2, 3], 1)
    torch.chunk(m, 0)
    m.chunk(2, 5)
    torch.flip(m, (0, 0))
    torch.roll(m, (1, 2), 0)
    m.movedim(0, 3)
    m.unfold(0, 3, 1)
    m.unfold(2, 1, 1)
    m.narrow(0, 1, 3)
    m.narrow(2, 0, 1)
    m.select(0, 2)
    m.select(2, 0)
    m.select(0)
    m.shape[2]
    m.dim(1)
    m.numel(1)
    m.T()
    m.t(1)
    torch.broadcast_to(m, (3,))
    torch.meshgrid(x, x, indexing="a")
    torch.unbind(m, 2)
    torch.unbind(s)
    m.unflatten(1, (2, 2))
    m.as_strided((4, 4), (3, 1))
    m.contiguous(1)
    m.type("a")
    m.to("a")
    m.astype(int)
    m.detach(1)
    m.tolist(1)
    m.item()
    m.item(1)
    m.cuda()
    m.cpu(1)
""")


# %% indexing
x, m, i, s = torch.ones(3), torch.ones(2, 3), torch.tensor([1, 2, 3]), torch.tensor(1.0)
lines("""
    x[1.0]
    x[0][0]
    x[torch.tensor([0.5])]
    x[::-1]
    x[::0]
    x["a":]
    x[0.5:]
    x[{}]
    x[lambda: 1]
    m[2]
    m[0, 0, 0]
    m[:, :, :]
    m[[0, 1], [0, 1, 2]]
    m[torch.tensor([[True, False]])]
    s[0]
    s[0:1]
    torch.index_select(m, 0, torch.tensor([2]))
    torch.index_select(m, 2, i)
    torch.index_select(m, 0, torch.tensor([0.5]))
    torch.index_select(m, 0, torch.tensor([[0]]))
    torch.gather(m, 1, i)
    torch.gather(m, 1, torch.tensor([[0.5]]))
    torch.gather(m, 2, torch.tensor([[0]]))
    m.gather(0, torch.tensor([[0], [0], [5]]))
    torch.take(m, i)
    torch.take(m, 3)
    torch.masked_select(m, 1)
    torch.masked_select(m, torch.ones(2, 3))
    m.masked_fill(m, 1.0)
    m.masked_fill(m > 0, torch.ones(2))
    m.scatter(0, i, 1.0)
    m.scatter(1, torch.tensor([[0.5]]), 1.0)
    m.scatter_(2, torch.tensor([[0]]), 1.0)
    m.scatter_add(1, torch.tensor([[0]]), 1.0)
    m.scatter_add(1, torch.tensor([[0]]), torch.ones(1, 1).double())
    m.index_add(0, torch.tensor([0]), torch.ones(2, 3))
    m.index_fill(0, torch.tensor([5]), 1.0)
    m.index_copy(0, torch.tensor([0]), torch.ones(3))
    torch.one_hot(i)
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
    i.zero_(1)
    x.zero_(1)
    x.fill_(torch.ones(2))
    x.uniform_(1, 0)
    x.normal_(0, -1)
    x.normal_("a")
    x.relu_(1)
    x.requires_grad_(1)
    x.requires_grad_("a")
    leaf[0].add_(1)
    x.exp_(1)
""")
