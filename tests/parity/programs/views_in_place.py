# ruff: noqa: F821
"""Views and in-place operations: whose history changes, what is refused, and what the errors call the writer."""

# %% view_then_base_and_other_views
a = torch.tensor([1.0, 2.0, 3.0, 4.0], requires_grad=True)
y = torch.tensor([2.0, 3.0], requires_grad=True)
b = a * 1
v, w = b[1:3], b.view(2, 2)
show("is r", v.mul_(y) is v)
nodes(b, v, w, a=a, y=y)
show("versions", [b._version, v._version, w._version])
(b.sum() + (v * w[0]).sum()).backward()
show("grads", [a.grad, y.grad])

# %% base_then_views
a = torch.tensor([1.0, 2.0, 3.0, 4.0], requires_grad=True)
b = a * 1
v, e = b[1:], b.expand(2, 4)
b.mul_(2)
nodes(v, e, a=a)
(v * v).sum().backward(retain_graph=True)
show("grad", a.grad)
e.sum().backward()
show("grad", a.grad)

# %% nested_views
a = torch.tensor([1.0, 2.0, 3.0, 4.0, 5.0, 6.0], requires_grad=True)
b = a.clone()
v = b.view(2, 3).t()
x = v[1:]
show("bases", [v._base is b, x._base is b, x._is_view(), b._is_view()])
x.add_(1)
nodes(b, v, x, a=a)
(b * b).sum().backward()
show("grad", a.grad)

# %% several_writes
a = torch.tensor([1.0, 2.0, 3.0, 4.0], requires_grad=True)
b = a * 1
b[0] = 5.0
b[1:3] = a[:2]
b[3] = b[0] * a[3]
b[::2].exp_()
nodes(b, a=a)
(b * b).sum().backward()
show("grad", a.grad)

# %% second_derivative_through_a_write
a = torch.tensor([0.5, 1.0, 1.5, 2.0], requires_grad=True, dtype=torch.float64)
b = a * a
b[1:3].mul_(a[:2])
b[0] = a[3].sin()
(first,) = torch.autograd.grad((b * b).sum(), a, create_graph=True)
show("first", first.detach())
(second,) = torch.autograd.grad(first.sum(), a)
show("second", second)

# %% a_base_without_gradient_gets_one
a = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
z = torch.zeros(4)
u = z[0]
z[1:3].copy_(a[:2])
show("z", [z.requires_grad, z.is_leaf, u.requires_grad, u.is_leaf])
nodes(z, u, a=a)
z.sum().backward()
show("grad", a.grad)

# %% filling_rows
a = torch.tensor([1.0, 2.0, 3.0, 4.0], requires_grad=True)
x = torch.zeros(2, 2)
x[0] = a[:2]
x[1] = a[2:] * 2
show("x", x)
nodes(x, a=a)
(x * x).sum().backward()
show("grad", a.grad)

# %% places_in_a_part
a = torch.tensor([1.0, 2.0, 3.0, 4.0], requires_grad=True)
b = (a * 1).view(2, 2)
b[0, torch.tensor([0, 1])] = a[:2]
nodes(b, a=a)
b.sum().backward()
show("grad", a.grad)

# %% stretched_value
a = torch.tensor([1.0, 2.0], requires_grad=True)
z = torch.zeros(2, 3)
z[:, 1:] = a[0]
z[1] *= a[1]
nodes(z, a=a)
z.sum().backward()
show("grad", a.grad)

# %% noncontiguous_base
a = torch.arange(6.0).reshape(2, 3).requires_grad_()
b = a.t() * 1
b[1:, 0] = 7.0
v = b[0]
b.mul_(a.t())
show("strides", [b.stride(), v.stride(), b[1:].storage_offset()])
nodes(b, v, a=a)
(b.sum() + v.sum()).backward()
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

# %% hooks_stay_with_the_old_numbers
seen = []
a = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
b = a * 1
v = b[:2]
v.register_hook(lambda grad: seen.append(["v", grad.tolist()]))
b.register_hook(lambda grad: seen.append(["b before", grad.tolist()]))
v.mul_(3)
b.register_hook(lambda grad: seen.append(["b after", grad.tolist()]))
b.sum().backward()
show("seen", seen)

# %% under_no_grad
a = torch.tensor([1.0, 2.0, 3.0, 4.0], requires_grad=True)
b = a * 1
v = b[:2]
with torch.no_grad():
    v.mul_(2)
nodes(b, v, a=a)
show("versions", [b._version, v._version])

# %% views_made_under_no_grad
a = torch.tensor([1.0, 2.0], requires_grad=True)
b = a * 1
with torch.no_grad():
    v, leaf_view = b[:1], a[:1]
show("flags", [v.requires_grad, v.is_leaf, v._is_view(), leaf_view.requires_grad, leaf_view.is_leaf])
attempt("changed", lambda: v.add_(1))
b.mul_(2)
attempt("after its base changed", lambda: v.grad_fn)

# %% no_grad_view_of_a_tensor_that_gets_a_history
a = torch.tensor([1.0, 2.0], requires_grad=True)
z = torch.zeros(2)
with torch.no_grad():
    v = z[:1]
show("before", v.requires_grad)
z.mul_(a)
show("after", v.requires_grad)
attempt("grad_fn", lambda: v.grad_fn)

# %% unbind_changed
b = torch.ones(4, requires_grad=True) * 1
b.unbind(0)[0].add_(1)

# %% split_changed
b = torch.ones(4, requires_grad=True) * 1
b.split(2)[1].mul_(2)

# %% chunk_changed
b = torch.ones(4, requires_grad=True) * 1
b.chunk(2)[0].zero_()

# %% unbind_base_changed
b = torch.ones(4, requires_grad=True) * 1
m = b.unbind(0)[0]
b.mul_(2)
m.grad_fn

# %% unbind_without_gradient_may_change
b = torch.ones(4)
b.unbind(0)[0].add_(1)
show("b", b)

# %% view_of_a_leaf
a = torch.ones(4, requires_grad=True)
attempt("slice", lambda: a[0:1].add_(1))
attempt("view", lambda: a.view(4).zero_())
show("unchanged", [a, a._version])

# %% view_that_is_a_leaf
t = torch.ones(3)
u = t[:2]
u.requires_grad_()
show("leaf", u.is_leaf)
attempt("changed", lambda: u.mul_(2))
t.mul_(2)
show("base changed", [u.grad_fn, u.requires_grad, t.requires_grad])

# %% stretched_target
b = torch.ones(4, requires_grad=True) * 1
b.expand(2, 4).mul_(2)

# %% saved_view_changed_by_itself
b = torch.ones(4, requires_grad=True) * 1
v = b[:2]
v.mul_(v)
b.sum().backward()

# %% saved_view_base_changed
b = torch.ones(4, requires_grad=True) * 1
v = b[:2]
y = v * v
b.add_(1)
y.sum().backward()

# %% saved_base_changed_through_a_view
b = torch.ones(4, requires_grad=True) * 1
v = b[:2]
y = b * b
v.add_(1)
y.sum().backward()

# %% saved_result_changed_through_a_view
b = torch.ones(4, requires_grad=True).exp()
b[0] = 2.0
b.sum().backward()

# %% saved_result_changed_through_detach
b = torch.ones(4, requires_grad=True).exp()
b.detach()[0] = 2.0
b.sum().backward()

# %% detached_views
a = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
b = a * 1
d = b.detach()
v = d[:2]
show("bases", [v._base is d, d._base is None, d._is_view()])
v.add_(1)
show("versions", [b._version, d._version, v._version])
show("b", b.grad_fn)

# %% detach_in_place
a = torch.tensor([1.0, 2.0], requires_grad=True)
b = a * 1
y = b * b
show("itself", b.detach_() is b)
show("b", [b.grad_fn, b.requires_grad, b.is_leaf])
y.sum().backward()

# %% detach_in_place_of_a_result
a = torch.tensor([1.0, 2.0], requires_grad=True)
b = a.exp()
y = b + 1
b.detach_()
y.sum().backward()
show("grad", a.grad)

# %% detach_in_place_of_a_leaf_and_a_view
a = torch.tensor([1.0, 2.0], requires_grad=True)
show("leaf", a.detach_().requires_grad)
b = torch.ones(3, requires_grad=True) * 1
b[:2].detach_()


# %% custom_function_on_a_view
class Double(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.mark_dirty(x)
        return x.mul_(2)

    @staticmethod
    def backward(ctx, grad):
        return grad * 2


a = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
b = a * 1
v = b[:2]
show("itself", Double.apply(v) is v)
show("nodes", [b.grad_fn, v.grad_fn, b.grad_fn.next_functions])
b.sum().backward()
show("grad", a.grad)

# %% as_strided
a = torch.tensor([1.0, 2.0, 3.0, 4.0], requires_grad=True)
b = a * 1
x = b.as_strided((2, 2), (1, 1), 1)
show("x", x)
nodes(x, a=a)
(first,) = torch.autograd.grad((x * x).sum(), a, create_graph=True)
show("first", first.detach())
show("second", torch.autograd.grad(first.sum(), a)[0])
y = b[1:].as_strided((2,), (1,))
nodes(y, a=a)
z = b[1:].as_strided((2,), (1,), 0)
show("z", z)
show("before its own", torch.autograd.grad(z.sum(), a)[0])

# %% as_strided_out_of_bounds
torch.ones(4).as_strided((9,), (1,))

# %% as_strided_negative
torch.ones(4).as_strided((2,), (-1,), 3)

# %% order_of_execution
a = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
b = a * 2
b[0] = a[2] * 3
b[1:].mul_(a[:2])
order((b * b).sum(), a=a)

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
