# ruff: noqa: F821, E402
"""Views that custom Functions return, views whose gradient is lost, and how a view prints that cannot follow its base."""

# %% a_view_that_cannot_follow_its_base
x = torch.ones(3, requires_grad=True)
b = x.clone()
p, q, r = b.unbind()
with torch.no_grad():
    n = b[:]
b.mul_(2)
attempt("p", lambda: str(p))
attempt("n", lambda: str(n))
attempt("repr", lambda: repr(p))
attempt("str", lambda: str(p))
attempt("fmt", lambda: f"{p}")
print(p, q)
attempt("clone", lambda: p.clone())
attempt("use", lambda: p * 2)
attempt("hook", lambda: p.register_hook(print))
attempt("rg", lambda: p.requires_grad)
attempt("rr", lambda: str(p.requires_grad_()))
attempt("ret", lambda: p.retain_grad())
attempt("retains", lambda: p.retains_grad)
attempt("grad", lambda: p.grad)
attempt("detach", lambda: p.detach())
attempt("data", lambda: p.data)
attempt("item", lambda: p.item())
attempt("bw", lambda: p.backward())
attempt("gr", lambda: torch.autograd.grad(b.sum(), p))
attempt("nograd mul_", lambda: str(torch.no_grad()(lambda: p.mul_(2))()))
attempt("p", lambda: str(p))

# %% how_it_prints
x = torch.ones(3, requires_grad=True)
b = x.clone()
p = torch.chunk(b, 3)[0]
b += 1
print(torch.nn.Module.__repr__ and p)
print([p])
p.detach_
attempt("detach_", lambda: p.detach_())

# %% its_gradient_is_lost
x = torch.ones(4, requires_grad=True)
b = x * 1
with torch.no_grad():
    v = b[:2]
w = v * 2
print(w.requires_grad, w.grad_fn, w.grad_fn.next_functions)
w.sum().backward()
print(v.grad, x.grad, v.is_leaf)
attempt("g", lambda: torch.autograd.grad((v * v).sum(), v))
attempt("bw", lambda: v.sum().backward())
print(v.grad)
attempt("bw", lambda: v.backward(torch.ones(2)))
print(v.grad)
attempt("edge", lambda: torch.autograd.graph.get_gradient_edge(v))
attempt("inputs", lambda: (v * 2).sum().backward(inputs=[v]))
print(v.grad)
attempt("retain", lambda: v.retain_grad())
print(v.grad)
