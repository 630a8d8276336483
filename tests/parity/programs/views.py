# ruff: noqa: E402, F821
"""Views and versions: written in place, made by custom Functions, refused; counted, also of what was saved."""

# %% several_writes
a = torch.tensor([1.0, 2.0, 3.0, 4.0], requires_grad=True)
b = a * 1
b[0] = 5.0
b[1:3] = a[:2]
b[3] = b[0] * a[3]
b[::2].exp_()
attempt("saved", lambda: nodes(b, a=a))
attempt("gradient", lambda: torch.autograd.grad((b * b).sum(), a))

# %% second_derivative_through_a_write
a = torch.tensor([0.5, 1.0, 1.5, 2.0], requires_grad=True, dtype=torch.float64)
b = a * a
b[1:3].mul_(a[:2])
b[0] = a[3].sin()
(first,) = torch.autograd.grad((b * b).sum(), a, create_graph=True)
show("first", first.detach())
(second,) = torch.autograd.grad(first.sum(), a)
show("second", second)

# %% stretched_value
a = torch.tensor([1.0, 2.0], requires_grad=True)
z = torch.zeros(2, 3)
z[:, 1:] = a[0]
z[1] *= a[1]
nodes(z, a=a)
z.sum().backward()
show("grad", a.grad)

# %% retained_grads_move_along
a = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
b = a * 1
v, w = b[1:], b[:1]
for item in (b, v, w):
    item.retain_grad()
v.mul_(2)
show("retains", [b.retains_grad, v.retains_grad])
(b.sum() + v.sum() + w.sum()).backward()
show("grads", [b.grad, v.grad, w.grad, a.grad])

# %% saved_base_changed_through_a_view
b = torch.ones(4, requires_grad=True) * 1
v = b[:2]
y = b * b
v.add_(1)
y.sum().backward()

# %% detach_in_place
a = torch.tensor([1.0, 2.0], requires_grad=True)
b = a * 1
y = b * b
show("itself", b.detach_() is b)
show("b", [b.grad_fn, b.requires_grad, b.is_leaf])
y.sum().backward()

# %% detach_in_place_of_a_leaf_and_a_view
a = torch.tensor([1.0, 2.0], requires_grad=True)
show("leaf", a.detach_().requires_grad)
b = torch.ones(3, requires_grad=True) * 1
b[:2].detach_()

# %% as_strided_negative
torch.ones(4).as_strided((2,), (-1,), 3)

# %% a_number_is_written_through_its_view
x = torch.tensor(1.5, requires_grad=True)
y = x * 0.5
show("view", y.view(()).relu_())
y.backward()
show("grad", x.grad)
for write in (lambda v: v.mul_(2), lambda v: v.exp_(), lambda v: v.clamp_(0, 0.5), lambda v: v.zero_()):
    x = torch.tensor(1.5, requires_grad=True)
    y = x * 0.5
    write(y.view(()))
    (grad,) = torch.autograd.grad(y * y, x, create_graph=True)
    show("grads", [grad.detach(), torch.autograd.grad(grad, x, allow_unused=True)[0]])

# %% what_no_expand_stretched_is_written
x = torch.tensor([1.0, 2.0, 3.0])
show("expand_as", x.expand_as(x).add_(1))
show("expand", x.expand(3).mul_(2))
show("expand a dimension more", x.expand(1, 3).mul_(2))
show("contiguous", x.expand_as(x).contiguous().add_(1))
show("broadcast_to", torch.broadcast_to(x, (3,)).zero_())
show("broadcast_tensors", torch.broadcast_tensors(x, torch.ones(3))[0].add_(2))
show("x", x)
show("stretched", x[:1].expand(1, 3).contiguous().add_(1))
n = torch.tensor(2.0)
show("number", n.expand(()).add_(1))
show("number to one", n.expand(1).add_(1))
show("n", n)
w = torch.tensor([1.0, 2.0], requires_grad=True)
y = w * 3
y.expand_as(y).mul_(w)
y.sum().backward()
show("grad", w.grad)
attempt("really stretched", lambda: torch.ones(1).expand(3).add_(1))
attempt("and copied", lambda: torch.ones(1).expand(3).clone().add_(1))

# %% what_backward_gave_is_written
x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
(grad,) = torch.autograd.grad(x.sum(), x, create_graph=True)
show("contiguous", [grad.is_contiguous(), grad.stride()])
attempt("zero_", lambda: grad.zero_())
(grad,) = torch.autograd.grad(x.sum(), x)
attempt("zero_", lambda: grad.zero_())
attempt("constant_ on what is stretched", lambda: torch.nn.init.constant_(torch.ones(1).expand(3), 2.0))
attempt("constant_ on what is not", lambda: torch.nn.init.constant_(torch.ones(3).expand(3), 2.0))
attempt("fill_ on what is stretched", lambda: torch.ones(1).expand(3).fill_(2.0))
attempt("zeros_ on what is stretched", lambda: torch.nn.init.zeros_(torch.ones(1).expand(3)))
attempt("uniform_ on what is stretched", lambda: torch.nn.init.uniform_(torch.ones(1).expand(3)))
attempt("normal_ on what is stretched", lambda: torch.ones(1).expand(3).normal_())
attempt("copy_ to what is stretched", lambda: torch.ones(1).expand(3).copy_(torch.ones(3)))
attempt("item of what is stretched", lambda: torch.ones(1).expand(3).__setitem__(0, 2.0))

# %% second_backward_after_writes
for name, write in {
    "setitem": lambda b, x: b.__setitem__(0, 2.0),
    "setitem of places": lambda b, x: b.__setitem__([0], 2.0),
    "add_ to a view": lambda b, x: b[:1].add_(1),
    "add_ of a tensor to a view": lambda b, x: b.view(3).add_(x),
    "add_": lambda b, x: b.add_(x),
    "fill_": lambda b, x: b.fill_(2.0),
    "copy_": lambda b, x: b.copy_(x),
}.items():
    x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
    b = x + 1
    write(b, x)
    b.sum().backward()
    attempt(name, lambda: b.sum().backward())
    show("grad", x.grad)

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

# %% made_in_inference_mode
x = torch.ones(4, requires_grad=True)
b = x * 1
with torch.inference_mode():
    v = b[:2]
    vs = b.split(2)
    with torch.inference_mode(False):
        o = b[:2]
    print(v.is_inference(), v._is_view(), v._base is b, v.requires_grad, v.grad_fn)
    v.mul_(2)
    print(v, b)
    attempt("ver", lambda: (v._version, b._version))
attempt("d", lambda: str(v.mul_(2)))
attempt("w", lambda: v[:1])
attempt("s", lambda: vs[0].mul_(2))
attempt("o", lambda: o.mul_(2))

# %% of_saved_values
x = torch.ones(3, requires_grad=True)
b = x * 1
b.add_(1)
b.add_(1)
y = b * b
print(y.grad_fn._saved_self._version, b._version)
print(y.grad_fn._saved_self is b)
e = b.exp()
print(e._version, e.grad_fn._saved_result._version, e.grad_fn._saved_result is e)
f = x * 2
f.exp_()
print(f._version, f.grad_fn._saved_result._version)
f2 = x * 2
f2.add_(1)
f2.sigmoid_()
print(f2._version, f2.grad_fn._saved_result._version)
r = f2.grad_fn._saved_result
print(r._is_view(), r.is_leaf, r.grad_fn is f2.grad_fn, r.requires_grad)
attempt("mod", lambda: r.mul_(2))
print(f2._version, r._version, f2)
attempt("bw", lambda: f2.sum().backward())

# %% whole_numbers_from_floats
x = torch.ones(3, dtype=torch.int64)
y = torch.ones(3, requires_grad=True)
x.copy_(y)
print(x._version, x)
