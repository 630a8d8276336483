# ruff: noqa: F821
"""What PyTorch says about hooks that answer wrongly."""

# %% one_by_one
scripts("""
    torch.ones(2).register_hook(lambda g: g)
    torch.ones(2).retain_grad()
    (torch.ones(2, requires_grad=True) * 2).register_post_accumulate_grad_hook(lambda t: None)
    x = torch.ones(2, requires_grad=True); x.register_post_accumulate_grad_hook(lambda t: 3); x.sum().backward()
    x = torch.ones(2, requires_grad=True); x.register_hook(lambda g: 3); x.sum().backward()
    x = torch.ones(2, requires_grad=True); x.register_hook(lambda g: torch.ones(3)); x.sum().backward()
    x = torch.ones(2, requires_grad=True); x.register_hook(lambda g: g.double()); x.sum().backward()
""")


# %% post_accumulate_returns_tensor
x = torch.ones(2, requires_grad=True)
x.register_post_accumulate_grad_hook(lambda t: t.grad)
x.sum().backward()


# %% node_hook_returns_tensor
x = torch.ones(2, requires_grad=True)
y = x * 2
y.grad_fn.register_hook(lambda gi, go: gi[0])
y.sum().backward()


# %% node_hook_returns_list
x = torch.ones(2, requires_grad=True)
y = x * 2
y.grad_fn.register_hook(lambda gi, go: list(gi))
y.sum().backward()


# %% node_hook_wrong_length
x = torch.ones(2, requires_grad=True)
y = x * 2
y.grad_fn.register_hook(lambda gi, go: (gi[0],))
y.sum().backward()


# %% node_hook_wrong_element
x = torch.ones(2, requires_grad=True)
y = x * 2
y.grad_fn.register_hook(lambda gi, go: (3, None))
y.sum().backward()


# %% node_hook_wrong_shape
x = torch.ones(2, requires_grad=True)
y = x * 2
y.grad_fn.register_hook(lambda gi, go: (torch.ones(3), None))
y.sum().backward()


# %% prehook_returns_tensor
x = torch.ones(2, requires_grad=True)
y = x * 2
y.grad_fn.register_prehook(lambda go: go[0])
y.sum().backward()
