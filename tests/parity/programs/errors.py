# ruff: noqa: B018, F821
"""What PyTorch says about backward, hooks, tensors, and in corners that nothing else visits; a line for each."""

# %% backward_and_grad
scripts("""
    x = torch.tensor(2.0, requires_grad=True); y = x * x; y.backward(); y.grad_fn._saved_self
    x = torch.ones(3, requires_grad=True); torch.autograd.grad(x.sum(), [x], allow_unused=False, materialize_grads=True)
    torch.ones(2).retain_grad()
    x = torch.ones(2, requires_grad=True); x.register_hook(lambda g: 3); x.sum().backward()
    x = torch.ones(2, requires_grad=True); x.register_hook(lambda g: g.double()); x.sum().backward()
    y = torch.ones(2, requires_grad=True) * 2; y.grad_fn.register_hook(lambda gi, go: (gi[0],)); y.sum().backward()
    y = torch.ones(2, requires_grad=True) * 2; y.grad_fn.register_hook(lambda gi, go: (torch.ones(3), None)); y.sum().backward()
    y = torch.ones(2, requires_grad=True) * 2; y.grad_fn.register_prehook(lambda go: go[0]); y.sum().backward()
    i = torch.tensor([1, 2]); i.requires_grad = True
    y = torch.ones(2, requires_grad=True) * 2; y.requires_grad = False
    torch.ones(2).requires_grad_("x")
    x = torch.ones(2, requires_grad=True); x.grad = 1.0
    x = torch.ones(2, requires_grad=True); x.grad = torch.ones(2, dtype=torch.float64)
    x = torch.ones(2, requires_grad=True); x.grad = x
""")

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

# %% wrong_types
v = torch.ones(2)
attempt("string", lambda: v + "a")
attempt("None", lambda: v + None)
attempt("list", lambda: v + [1])  # noqa: RUF005
attempt("attribute", lambda: v.foo)
attempt("ragged", lambda: torch.tensor([[1, 2], [3]]))
attempt("letters", lambda: torch.tensor("a"))

# %% devices_and_types
import numpy as np

lines("""
    torch.Size([2]) + [1]
""")

# %% optimiser_groups
w = torch.nn.Parameter(torch.ones(2))
one = torch.optim.SGD([w], lr=0.1)
attempt("groups", lambda: one.load_state_dict({"state": {}, "param_groups": []}))
attempt("sizes", lambda: one.load_state_dict({"state": {}, "param_groups": [{"params": []}]}))
attempt("twice", lambda: len(torch.optim.SGD([w, w], lr=0.1).param_groups))


# %% read_only_numpy
import numpy as np

a = np.ones(2)
a.flags.writeable = False
show("from_numpy", torch.from_numpy(a))

# %% networks
F, nn = torch.nn.functional, torch.nn
x, v = torch.ones(2, 2), torch.arange(3.0)
four = torch.ones(1, 1, 2, 2)
lines("""
F.nll_loss(x, torch.tensor([0]))
F.cross_entropy(torch.ones(0, 2), torch.ones(0, 2))
F.scaled_dot_product_attention(v, v, v)
F.scaled_dot_product_attention(four, four.double(), four)
F.scaled_dot_product_attention(four, four, four, dropout_p=1.0)
F.scaled_dot_product_attention(four, four, four, dropout_p=2.0)
torch.softmax(torch.ones(0, 2), 1)
nn.Conv1d(2, 3, 1, groups=0)
nn.init.orthogonal_(v)
nn.Identity(3, a=4)(x)
nn.GroupNorm(1, 2)(torch.ones(1, 2, 2)).shape
nn.Dropout2d(0.0)(torch.ones(1, 2, 2, 2)).shape
""")


# %% no_modules
def mine(x):
    return x


lines("""
torch.nn.Sequential(torch.relu)
torch.nn.Sequential(torch.nn.functional.relu)
torch.nn.Sequential(torch.ones(2))
torch.nn.ModuleList([torch.tanh, 3])
torch.nn.ModuleDict({"a": torch.flatten})
""")
attempt("mine", lambda: torch.nn.Sequential(mine))
