# ruff: noqa: F821
"""In-place operations that give a tensor another shape or other memory; storages; functions that write."""

# %% turned
for change in (
    "x.unsqueeze_(1)", "x.t_()", "x.transpose_(0, -1)",
    "x.as_strided_((2, 2), (1, 2), 1)", "x.unsqueeze_(0).squeeze_()", "x.unsqueeze_(0).squeeze_(0)",
    "x.unsqueeze_(0).squeeze_((0, 1))",
):  # fmt: skip
    a = torch.tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], requires_grad=True)
    x = a * 2
    y = eval(change)
    show(change, [y is x, x.detach(), x.grad_fn, x._version, x.is_contiguous()])
    (x * x * torch.arange(1.0, x.numel() + 1).reshape(x.shape)).sum().backward()
    show("grad", a.grad)

# %% without_a_history
x = torch.arange(6.0).reshape(2, 3)
base = x
view = x.view(6)
x.t_()
show("shapes", [x.shape, view.shape, view._version, x.stride()])
x[0, 1] = 100
show("shared", view)
view.unsqueeze_(0)
show("view", [view, view._base is x, x._version])

# %% views
a = torch.arange(6.0, requires_grad=True)
x = a * 1
v = x.view(2, 3)
v.t_()
show("node", [v.grad_fn, v._base is x, x.grad_fn, v.detach()])
x.mul_(2)
show("after", [v.grad_fn, v.detach()])
v.sum().backward()
show("grad", a.grad)

# %% refused
x = torch.ones(2, 3, requires_grad=True)
lines("""
torch.ones(2, requires_grad=True).t_()
torch.ones(2, requires_grad=True)[0].unsqueeze_(0)
torch.ones(2, requires_grad=True).resize_(1)
torch.ones(2, 2).unbind()[0].unsqueeze_(0).shape
torch.ones(2, 2, 2).t_()
torch.ones(2).unsqueeze_(5)
torch.ones(2).squeeze_(3)
torch.ones(2).as_strided_((5,), (1,))
""")
x.clone().unbind()[0].unsqueeze_(0)

# %% resize_and_set
x = torch.arange(6.0)
show("same", x.resize_(2, 3) is x)
show("less", x.resize_(2, 2))
show("again", x.resize_((6,)))
show("more", [x.resize_(8).shape, x[:6]])
y = torch.zeros(2)
x[0] = 9.0

# %% storage
x = torch.tensor([[1.0, 2.0], [3.0, 4.0]])
u = x[1].untyped_storage()
show("bytes", [len(u), u.size(), u.nbytes(), u.tolist()[:4], u[3], list(u)[-2:]])
show("same memory", [u.data_ptr() == x.data_ptr(), x.t().untyped_storage().data_ptr() == u.data_ptr()])
u[3] = 64
show("written", x)
print(torch.tensor([1, 2]).untyped_storage())

# %% new
x = torch.tensor([1.0, 2.0])
lines("""
torch.ones(2).new([1, 2])
torch.ones(2).new(2, 3).shape
torch.ones(2).new()
torch.ones(2).new(torch.ones(2))
torch.tensor([1]).new([1.5])
torch.ones(2).new((2, 3))
torch.ones(2).new(2.5)
torch.ones(2).new('a')
torch.tensor([300, -1.5]).byte()
torch.tensor([300, -1.5]).char()
torch.ones(2).as_subclass(int)
torch.ones(2).as_subclass(torch.nn.Parameter)
""")


class Mine(torch.Tensor):
    pass


m = x.requires_grad_().as_subclass(Mine)
show("subclass", [type(m).__name__, m.grad_fn, torch.autograd.grad((m * m).sum(), x)])

# %% functions_that_write
lines("""
torch.sin_(torch.tensor([0.5]))
torch.exp_(torch.tensor([1]))
torch.zero_(torch.ones(2))
torch.clamp_(torch.ones(2), max=0.5)
torch.fill_(torch.ones(2), 3)
torch.square_(torch.tensor([3.0]))
torch.sin_(2)
torch.sin_()
torch.sin_(torch.ones(2, requires_grad=True))
torch.detach(torch.ones(2, requires_grad=True))
torch.neg_(input=torch.ones(2))
torch.nn.functional.relu_(torch.tensor([-1.0, 2.0]))
torch.nn.functional.selu_(torch.tensor([-1.0, 2.0]))
torch.nn.functional.threshold_(torch.tensor([-1.0, 2.0]), 0.5, 3.0)
""")
