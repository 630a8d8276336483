# ruff: noqa: F821
"""backward, grad and what they leave behind: retain_graph, create_graph, inputs, edges, accumulation."""

# %% leaves
x = torch.tensor([1.0, 2.0], requires_grad=True)
plain = torch.tensor([1.0, 2.0])
y = x * 2
for name, t in {
    "x": x,
    "plain": plain,
    "y": y,
    "y.detach()": y.detach(),
    "x.data": x.data,
    "plain*2": plain * 2,
}.items():
    show(name, [t.is_leaf, t.requires_grad, t.grad_fn, t.output_nr, t.retains_grad])
show("parameter", [torch.nn.Parameter(plain).is_leaf, torch.nn.Parameter(plain).requires_grad])


# %% saved_identity
a, b, c = (torch.tensor(float(i), requires_grad=i < 3) for i in (1, 2, 3))
d = a * b
show("same", [d.grad_fn._saved_self is a, d.grad_fn._saved_other is b, d.grad_fn is d.grad_fn])
show("constant", [(a * c).grad_fn._saved_other is c, (a * c).grad_fn._saved_self])
e = a.exp()
show("result", [e.grad_fn._saved_result, e.grad_fn._saved_result is e])
show("leaf shared", (a * 2).grad_fn.next_functions[0][0] is (a + 1).grad_fn.next_functions[0][0] or "only while alive")
f = a * 2
g = a + 1
show("leaf shared", f.grad_fn.next_functions[0][0] is g.grad_fn.next_functions[0][0])
leaf = f.grad_fn.next_functions[0][0]
show("variable", leaf.variable is a)
show("chain", (d + b).grad_fn.next_functions[0][0] is d.grad_fn)


# %% node_is_callable
a, b = torch.tensor(2.0, requires_grad=True), torch.tensor(10.0, requires_grad=True)
d = a * b
show("call", [t.detach() for t in d.grad_fn(torch.tensor(1.0))])
show("call one", a.exp().grad_fn(torch.tensor(2.0)).detach())
leaf = d.grad_fn.next_functions[0][0]
show("leaf", leaf(torch.tensor(3.0)))
show("grad", a.grad)


# %% node_isinstance
y = torch.tensor(2.0, requires_grad=True) * 2
show(
    "node", [isinstance(y.grad_fn, torch.autograd.graph.Node), type(y.grad_fn).__name__, str(type(y.grad_fn).__name__)]
)
show("metadata", y.grad_fn.metadata)


# %% accumulate
x = torch.tensor([1.0, 2.0], requires_grad=True)
(x * 2).sum().backward()
g = x.grad
show("first", [g, g._version, g.is_leaf, g.requires_grad])
(x * 3).sum().backward()
show("second", [x.grad is g, g, g._version])
x.grad = None
(x * 3).sum().backward()
show("third", [x.grad is g, x.grad, g])
x.grad.zero_()
(x * 5).sum().backward()
show("fourth", x.grad)


# %% accumulate_never_aliases
x = torch.tensor([1.0, 2.0], requires_grad=True)
seed = torch.tensor([1.0, 10.0])
x.backward(seed)
seed.add_(100.0)
show("grad", x.grad)
x, y = torch.ones(2, requires_grad=True), torch.ones(2, requires_grad=True)
(x + y).sum().backward()
x.grad.mul_(3)
show("apart", [x.grad, y.grad])


# %% accumulate_create_graph
x = torch.tensor(3.0, requires_grad=True)
(x**3).backward(create_graph=True)
first = x.grad
print(first)
(x**3).backward(create_graph=True)
show("same", [x.grad is first, first.detach(), x.grad.detach(), x.grad.requires_grad])
x.grad.backward()
x.grad = None


# %% gradients_keep_shape
x = torch.ones(3, 1, requires_grad=True)
(x + torch.ones(4)).sum().backward()
show("grad", x.grad)
y = torch.ones(2, requires_grad=True)
(y * torch.ones(3, 2, dtype=torch.float64)).sum().backward()
show("grad", y.grad)
s = torch.tensor(2.0, requires_grad=True)
(s * torch.ones(2, 3)).sum().backward()
show("grad", s.grad)


# %% retain_graph
x = torch.tensor(2.0, requires_grad=True)
y = x**3
y.backward(retain_graph=True)
y.backward(retain_graph=True)
show("grad", x.grad)
y.backward()
show("grad", x.grad)
attempt("fourth", y.backward)


# %% only_executed_nodes_are_freed
x = torch.tensor([1.0, 2.0], requires_grad=True)
y = x.exp()
z = y * 2
torch.autograd.grad(z.sum(), y)
y.sum().backward()
show("grad", x.grad)
trunk = x * x
one, two = trunk * 2, trunk * 3
one.sum().backward()
attempt("other branch", two.sum().backward)


# %% create_graph
a = torch.tensor(3.0, requires_grad=True)
value = a**3
for _ in range(3):
    (value,) = torch.autograd.grad(value, a, create_graph=True)
    show("derivative", [value.detach(), value.requires_grad])
(plain,) = torch.autograd.grad(a**3, a)
show("plain", [plain, plain.requires_grad, plain.grad_fn])


# %% create_graph_names
a = torch.tensor(3.0, requires_grad=True)
print(torch.autograd.grad(a * a, a, create_graph=True))
print(torch.autograd.grad(a**3, a, create_graph=True))
print(torch.autograd.grad(a.sin(), a, create_graph=True))


# %% backward_twice_is_no_second_derivative
x = torch.tensor(1.0, requires_grad=True)
y = 2 * x**3 + 5 * x**2 + 8
y.backward(retain_graph=True)
y.backward()
show("grad", x.grad)


# %% gradient_penalty
x = torch.tensor([1.0, 2.0], requires_grad=True)
w = torch.tensor([0.5, -1.5], requires_grad=True)
out = (x * w).tanh().sum()
(g,) = torch.autograd.grad(out, x, create_graph=True)
(out + (g**2).sum()).backward()
show("grads", [x.grad, w.grad])


# %% grad_function
x, z = torch.tensor([1.0, 2.0], requires_grad=True), torch.tensor([1.0], requires_grad=True)
f = (x * 2).sum()
show("tuple", torch.autograd.grad(f, x, retain_graph=True))
show("twice", torch.autograd.grad(f, [x, x], retain_graph=True))
show("allow unused", torch.autograd.grad(f, [x, z], allow_unused=True, retain_graph=True))
show("materialize", torch.autograd.grad(f, [x, z], materialize_grads=True, retain_graph=True))
show("grad untouched", x.grad)
g = (x * x).sum()
show("two outputs", torch.autograd.grad((f, g), x, retain_graph=True))
y = x * 3
show("intermediate", torch.autograd.grad((y * y).sum(), [y, x]))
show("seed", torch.autograd.grad(x * 2, x, torch.tensor([1.0, 10.0])))
show("mixed seeds", torch.autograd.grad([x.sum(), x * 2], x, [None, torch.tensor([1.0, 10.0])]))
show("dict", torch.autograd.grad((x * 3).sum(), {"w": x}))


# %% backward_inputs
x, w = torch.tensor(2.0, requires_grad=True), torch.tensor(3.0, requires_grad=True)
z = x * w
out = z * z
out.backward(inputs=[x], retain_graph=True)
show("one leaf", [x.grad, w.grad])
out.backward(inputs=[z], retain_graph=True)
show("middle", [z.grad, x.grad, w.grad])
out.backward(inputs=w)
show("not in a list", [x.grad, w.grad])
other = torch.tensor(1.0, requires_grad=True)
(x * 2).backward(inputs=[other])
show("not reached", [other.grad, x.grad])


# %% backward_function
x = torch.tensor([1.0, 2.0], requires_grad=True)
y = x * 2
torch.autograd.backward([y, y], [torch.ones(2), torch.ones(2)])
show("twice", x.grad)
torch.autograd.backward([(x * 2).sum(), x * 3], [None, torch.tensor([1.0, 10.0])])
show("mixed", x.grad)
torch.autograd.backward(x.sum())
show("one", x.grad)


# %% gradient_edges
x = torch.tensor([1.0, 2.0], requires_grad=True)
y = x * 2
edge = torch.autograd.graph.get_gradient_edge(y)
print(edge.node, edge.output_nr)
f = (y * 3).sum()
show("to an edge", torch.autograd.grad(f, edge, retain_graph=True))
show("from an edge", torch.autograd.grad(edge, x, torch.ones(2), retain_graph=True))
f.backward(inputs=[edge, x])
show("inputs", x.grad)
show("tuple", [len(edge), edge[1]])
print(torch.autograd.graph.get_gradient_edge(x).node)


# %% special_subgradients
for text in ("x.relu()", "x.abs()", "x.max()", "torch.maximum(x, -x)"):
    x = torch.tensor([0.0, 2.0, 2.0], requires_grad=True)
    eval(text).sum().backward()
    show(text, x.grad)


# %% zero_grad_forms
x = torch.tensor(2.0, requires_grad=True)
(x * 2).backward()
x.grad.zero_()
show("zeroed", x.grad)
x.grad = None
show("none", x.grad)
x.grad = torch.tensor(5.0)
(x * 2).backward()
show("added", x.grad)


# %% relu_twice
x = torch.tensor([-1.0, 0.0, 2.0], requires_grad=True)
(g,) = torch.autograd.grad(x.relu().sum(), x, create_graph=True)
print(g, [(None if node is None else type(node).__name__, slot) for node, slot in g.grad_fn.next_functions])
show("second", torch.autograd.grad(g.sum(), x)[0])

# %% variable_of_old_programs
from torch.autograd import Variable

x = Variable(torch.ones(2), volatile=True)
show("volatile", [x, x.requires_grad])
show(
    "others",
    [Variable(), Variable(data=torch.ones(1)), Variable(torch.ones(1), True), Variable(torch.ones(1), False, True)],
)
attempt("both", lambda: Variable(torch.ones(2), requires_grad=True, volatile=True))
attempt("a list", lambda: Variable([1.0]))

# %% switches_of_libraries
before = torch.backends.cudnn.benchmark, torch.backends.cudnn.deterministic
with torch.backends.cudnn.flags(benchmark=True, deterministic=True, allow_tf32=False):
    show("as said", [torch.ones(2).sum()])
show("put back", before == (torch.backends.cudnn.benchmark, torch.backends.cudnn.deterministic))
