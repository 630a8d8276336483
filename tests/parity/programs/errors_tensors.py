# ruff: noqa: F821
"""What tensors say: requires_grad, grad, attributes, shapes, dtypes, indices."""

# %% one_by_one
scripts("""
    torch.tensor([1, 2]).requires_grad_()
    i = torch.tensor([1, 2]); i.requires_grad = True
    torch.tensor([1, 2], requires_grad=True)
    y = torch.ones(2, requires_grad=True) * 2; y.requires_grad = False
    y = torch.ones(2, requires_grad=True) * 2; y.requires_grad_(False)
    torch.ones(2).requires_grad = 1
    torch.ones(2).requires_grad_("x")
    x = torch.ones(2, requires_grad=True); x.grad = torch.ones(3)
    x = torch.ones(2, requires_grad=True); x.grad = 1.0
    x = torch.ones(2, requires_grad=True); x.grad = torch.ones(2, dtype=torch.float64)
    x = torch.ones(2, requires_grad=True); x.grad = x
    torch.ones(2) + torch.ones(3)
    torch.ones(2, requires_grad=True).numpy()
""")


# %% int_requires_grad_other_factories
attempt("ones", lambda: torch.ones(2, dtype=torch.int64, requires_grad=True))
attempt("zeros", lambda: torch.zeros(2, dtype=torch.int64, requires_grad=True))
attempt("arange", lambda: torch.arange(3, requires_grad=True))
attempt("bool", lambda: torch.tensor([True], requires_grad=True))
attempt("Parameter", lambda: torch.nn.Parameter(torch.tensor([1])))


# %% read_only_attributes
x = torch.ones(2, requires_grad=True)


def assign(name, value):
    setattr(x, name, value)


attempt("grad_fn", lambda: assign("grad_fn", None))
attempt("is_leaf", lambda: assign("is_leaf", False))
attempt("_version", lambda: assign("_version", 0))


# %% grad_deleted
x = torch.ones(2, requires_grad=True)
x.grad = torch.ones(2)
show("grad", x.grad)
del x.grad
show("grad", x.grad)


# %% node_attributes
x = torch.tensor(2.0, requires_grad=True)
y = x * x
leaf = y.grad_fn.next_functions[0][0]
attempt("variable", lambda: y.grad_fn.variable)
attempt("foo", lambda: y.grad_fn.foo)
attempt("leaf saved", lambda: leaf._saved_self)
attempt("set", lambda: setattr(y.grad_fn, "custom", 1))
attempt("call with two", lambda: y.grad_fn(torch.tensor(1.0), torch.tensor(1.0)))


# %% result_grad_warns
x = torch.ones(2, requires_grad=True)
y = x * 2
show("grad", y.grad)
y.retain_grad()
show("grad", y.grad)


# %% shapes_of_operations
attempt("matmul", lambda: torch.ones(2, 3) @ torch.ones(2, 3))
attempt("matrix vector", lambda: torch.ones(2, 3) @ torch.ones(2))
attempt("dot", lambda: torch.ones(2) @ torch.ones(3))
attempt("bmm", lambda: torch.ones(2, 2, 3) @ torch.ones(2, 2, 3))
attempt("reshape", lambda: torch.ones(4).reshape(3))
attempt("view", lambda: torch.ones(4).view(3))
attempt("view of transposed", lambda: torch.ones(2, 3).t().view(6))
attempt("cat", lambda: torch.cat([torch.ones(2, 2), torch.ones(2, 3)]))
attempt("stack", lambda: torch.stack([torch.ones(2), torch.ones(3)]))
attempt("sum", lambda: torch.ones(2).sum(1))
attempt("t", lambda: torch.ones(2, 2, 2).t())
attempt("expand", lambda: torch.ones(2).expand(3))
attempt("item", lambda: torch.ones(2).item())
attempt("bool", lambda: bool(torch.ones(2)))
attempt("bool of nothing", lambda: bool(torch.ones(0)))
attempt("len", lambda: len(torch.tensor(1.0)))
attempt("iterate", lambda: list(torch.tensor(1.0)))


# %% dtypes_of_operations
attempt("mean", lambda: torch.tensor([1, 2]).mean())
attempt("matmul", lambda: torch.ones(2, 2) @ torch.ones(2, 2, dtype=torch.float64))
attempt("dot", lambda: torch.ones(2) @ torch.tensor([1, 2]))
attempt("power", lambda: torch.tensor([1, 2]) ** -1)
attempt("bool minus", lambda: torch.tensor([True]) - torch.tensor([True]))


# %% indexing
v = torch.ones(2)
attempt("too far", lambda: v[5])
attempt("float", lambda: v[1.0])
attempt("backwards", lambda: v[::-1])
attempt("scalar", lambda: torch.tensor(1.0)[0])
attempt("too many", lambda: v[0, 0])


# %% wrong_types
v = torch.ones(2)
attempt("string", lambda: v + "a")
attempt("None", lambda: v + None)
attempt("list", lambda: v + [1])  # noqa: RUF005
attempt("attribute", lambda: v.foo)
attempt("ragged", lambda: torch.tensor([[1, 2], [3]]))
attempt("letters", lambda: torch.tensor("a"))
