# ruff: noqa: F821, B018
"""What backward and grad say when they cannot run; each program ends with the error it raises."""

# %% one_by_one
scripts("""
    x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True); (x * 2).backward()
    x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True); torch.autograd.grad(x * 2, x)
    torch.ones(2).backward()
    torch.tensor(1.0).backward()
    x = torch.tensor(2.0, requires_grad=True); y = x * x; y.backward(); y.backward()
    x = torch.tensor(2.0, requires_grad=True); y = x * 2; y.backward(); y.backward()
    x = torch.tensor([1.0, 2.0], requires_grad=True); y = x[[0, 1]].sum(); y.backward(); y.backward()
    x = torch.tensor(2.0, requires_grad=True); y = x.exp(); torch.autograd.grad(y, x); torch.autograd.grad(y, x)
    x = torch.tensor(2.0, requires_grad=True); y = x * x; y.backward(); y.grad_fn._saved_self
    x = torch.ones(3, requires_grad=True); (x * 2).backward(torch.ones(2))
    x = torch.ones(3, requires_grad=True); (x * 2).backward(torch.ones(1))
    x = torch.ones(3, requires_grad=True); (x * 2).backward(torch.tensor(1.0))
    x = torch.tensor(1.0, requires_grad=True); (x * 2).backward(torch.ones(1))
    x = torch.ones(3, requires_grad=True); (x * 2).backward([1.0, 1.0, 1.0])
    x = torch.ones(3, requires_grad=True); (x * 2).backward(1.0)
    x = torch.ones(3, requires_grad=True); torch.autograd.backward([x * 3, x * 2], [torch.ones(3)])
    x = torch.ones(3, requires_grad=True); torch.autograd.grad((x * 2).sum(), torch.ones(1))
    x = torch.ones(3, requires_grad=True); torch.autograd.grad((x * 2).sum(), 3)
    x = torch.ones(3, requires_grad=True); torch.autograd.grad((x * 2).sum(), [])
    x = torch.ones(3, requires_grad=True); (x * 2).sum().backward(inputs=[])
    x = torch.ones(3, requires_grad=True); (x * 2).sum().backward(inputs=[torch.ones(1)])
    x = torch.ones(3, requires_grad=True); (x * 2).sum().backward(inputs=[3])
    torch.autograd.grad(torch.ones(1), torch.ones(1, requires_grad=True))
    torch.autograd.graph.get_gradient_edge(torch.ones(2))
""")


# %% one_element_is_scalar
for shape in ((), (1,), (1, 1)):
    x = torch.ones(shape, requires_grad=True)
    (x * 2).backward()
    show(str(shape), x.grad)


# %% backward_second_root_no_graph
x = torch.ones(2, requires_grad=True)
torch.autograd.backward([x * 3, torch.ones(2)], [torch.ones(2), torch.ones(2)])


# %% second_backward_where
x = torch.tensor([1.0, 2.0], requires_grad=True)
y = torch.where(torch.tensor([True, False]), x, 0.0).sum()
y.backward()
y.backward()


# %% repeatable_without_retain
x = torch.tensor([1.0, 2.0], requires_grad=True)
for make in (
    lambda: (x + 1).sum(),
    lambda: (x + x).sum(),
    lambda: (-x).sum(),
    lambda: (2 - x).sum(),
    lambda: x[0],
    lambda: x.view(2, 1).t().sum(),
    lambda: torch.cat([x, x]).mean(),
    lambda: torch.stack([x, x]).sum(),
    lambda: x.unsqueeze(0).expand(3, 2).permute(1, 0).sum(),
):
    y = make()
    y.backward()
    y.backward()
show("grad", x.grad)


# %% gradient_int_tensor_is_cast
x = torch.ones(2, requires_grad=True)
(x * 2).backward(torch.tensor([1, 10]))
show("grad", x.grad)
x.grad = None
(x * 2).backward(torch.tensor([1.0, 10.0], dtype=torch.float64))
show("grad", x.grad)


# %% unused_input
x, z = torch.ones(3, requires_grad=True), torch.ones(1, requires_grad=True)
torch.autograd.grad((x * 2).sum(), [x, z])


# %% materialize_with_allow_unused_false
x, z = torch.ones(3, requires_grad=True), torch.ones(1, requires_grad=True)
torch.autograd.grad((x * 2).sum(), [x, z], allow_unused=False, materialize_grads=True)
