# ruff: noqa: F821, E402
"""Every argument of `grad` and `backward`, used well and badly; gradient edges at either end."""

# %% kinds_of_inputs
x, y = torch.tensor([1.0, 2.0], requires_grad=True), torch.tensor([3.0, 4.0], requires_grad=True)
loss = lambda: (x * y).sum()
show("tensor", torch.autograd.grad(loss(), x))
show("list", torch.autograd.grad(loss(), [x, y]))
show("tuple", torch.autograd.grad(loss(), (y, x)))
show("dict", torch.autograd.grad(loss(), {"w": x, "b": y}))
show("generator", torch.autograd.grad(loss(), (t for t in (x, y))))
show("twice", torch.autograd.grad(loss(), (x, x)))
show("type", type(torch.autograd.grad(loss(), x)).__name__)

# %% intermediate_inputs
x = torch.tensor([1.0, 2.0], requires_grad=True)
y = x * 2
z = y.exp()
show("both", torch.autograd.grad(z.sum(), (y, x), retain_graph=True))
show("itself", torch.autograd.grad(z.sum(), z, retain_graph=True))
show("root", torch.autograd.grad(z, z, torch.tensor([5.0, 6.0]), retain_graph=True))
show("leaf root", torch.autograd.grad(x, x, torch.tensor([5.0, 6.0])))

# %% unused
x, y = torch.tensor([1.0, 2.0], requires_grad=True), torch.tensor([3.0], requires_grad=True)
attempt("default", lambda: torch.autograd.grad((x * 2).sum(), (x, y)))
attempt("not allowed", lambda: torch.autograd.grad((x * 2).sum(), y, allow_unused=False))
attempt("allowed", lambda: torch.autograd.grad((x * 2).sum(), (x, y), allow_unused=True))
attempt("zeros", lambda: torch.autograd.grad((x * 2).sum(), (x, y), materialize_grads=True))
attempt("zeros, allowed", lambda: torch.autograd.grad((x * 2).sum(), y, allow_unused=True, materialize_grads=True))
attempt("dict", lambda: torch.autograd.grad((x * 2).sum(), {"x": x, "y": y}, allow_unused=True))

# %% unused_edge
x, y = torch.tensor([1.0, 2.0], requires_grad=True), torch.tensor([3.0], requires_grad=True)
edge = torch.autograd.graph.get_gradient_edge(y)
attempt("default", lambda: torch.autograd.grad((x * 2).sum(), edge))
attempt("allowed", lambda: torch.autograd.grad((x * 2).sum(), edge, allow_unused=True))
attempt("zeros", lambda: torch.autograd.grad((x * 2).sum(), edge, materialize_grads=True))

# %% edges
x = torch.tensor([1.0, 2.0], requires_grad=True)
y = x * 2
z = (y * y).sum()
get = torch.autograd.graph.get_gradient_edge
edge, leaf = get(y), get(x)
show("names", [type(edge.node).__name__, edge.output_nr, edge.ownership_token, type(leaf.node).__name__])
show("leaf", leaf.node.variable is x)
show("as input", torch.autograd.grad(z, edge, retain_graph=True))
show("as inputs", torch.autograd.grad(z, (edge, leaf, x), retain_graph=True))
show("as output", torch.autograd.grad(edge, x, torch.ones(2), retain_graph=True))
show("both ends", torch.autograd.grad(edge, leaf, torch.ones(2), retain_graph=True))
show("made by hand", torch.autograd.grad(z, torch.autograd.graph.GradientEdge(y.grad_fn, 0), retain_graph=True))
torch.autograd.backward(edge, torch.tensor([1.0, 10.0]), retain_graph=True)
show("grad", x.grad)
torch.autograd.backward((edge, z), (torch.ones(2), None), retain_graph=True)
show("grad", x.grad)
x.grad = None
torch.autograd.backward(z, inputs=(leaf,), retain_graph=True)
show("grad", x.grad)
torch.autograd.backward(z, inputs=(edge,), retain_graph=True)
show("only the edge", x.grad)

# %% edge_of_several_outputs
x = torch.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
first, second = x.unbind()
get = torch.autograd.graph.get_gradient_edge
show("numbers", [get(first).output_nr, get(second).output_nr, get(first).node is get(second).node])
loss = (first * second).sum()
show("grads", torch.autograd.grad(loss, (get(first), get(second)), retain_graph=True))
show("roots", torch.autograd.grad(get(second), x, torch.ones(2)))

# %% edge_without_gradient
x = torch.tensor([1.0, 2.0], requires_grad=True)
edge = torch.autograd.graph.get_gradient_edge(x * 2)
attempt("backward", lambda: torch.autograd.backward(edge))
attempt("grad", lambda: torch.autograd.grad(edge, x))
attempt("shape", lambda: torch.autograd.grad(edge, x, torch.ones(3)))
attempt("scalar", lambda: torch.autograd.grad(torch.autograd.graph.get_gradient_edge((x * 2).sum()), x))
attempt("of a function", lambda: torch.autograd.grad(torch.autograd.graph.get_gradient_edge(x[0] * x[1]), x))

# %% wrong_inputs
x = torch.tensor([1.0, 2.0], requires_grad=True)
loss = (x * x).sum()
for label, inputs in {
    "empty list": [],
    "empty tuple": (),
    "number": 3,
    "list of numbers": [3],
    "None": None,
    "text": "x",
    "constant": torch.ones(2),
    "with None": (x, None),
    "empty dict": {},
}.items():
    attempt(f"grad {label}", lambda: torch.autograd.grad(loss, inputs, retain_graph=True))
    if label != "None":
        attempt(f"backward {label}", lambda: torch.autograd.backward(loss, inputs=inputs, retain_graph=True))

# %% wrong_outputs
x = torch.tensor([1.0, 2.0], requires_grad=True)
for label, outputs in {
    "empty": [],
    "number": 3,
    "list of numbers": [3],
    "None": None,
    "constant": torch.ones(1),
    "vector": x * 2,
    "second constant": (x.sum(), torch.ones(1)),
}.items():
    attempt(f"grad {label}", lambda: torch.autograd.grad(outputs, x))
    attempt(f"backward {label}", lambda: torch.autograd.backward(outputs))

# %% wrong_gradients
x = torch.tensor([1.0, 2.0], requires_grad=True)
for label, gradient in {
    "short": torch.ones(1),
    "long": torch.ones(3),
    "scalar": torch.tensor(1.0),
    "matrix": torch.ones(1, 2),
    "number": 1.0,
    "list": [1.0, 1.0],
    "two": [torch.ones(2), torch.ones(2)],
    "none": [None],
    "empty": [],
    "text": "x",
}.items():
    attempt(f"grad {label}", lambda: torch.autograd.grad(x * 2, x, gradient))
    attempt(f"backward {label}", lambda: (x * 2).backward(gradient))

# %% good_gradients
x = torch.tensor([1.0, 2.0], requires_grad=True)
show("int", torch.autograd.grad(x * 2, x, torch.tensor([1, 2])))
show("double", torch.autograd.grad(x * 2, x, torch.tensor([1.0, 2.0], dtype=torch.float64)))
show("bool", torch.autograd.grad(x * 2, x, torch.tensor([True, False])))
show("list", torch.autograd.grad([x * 2], [x], [torch.ones(2)]))
show("expanded", torch.autograd.grad(x * 2, x, torch.tensor(1.0).expand(2)))
show("itself", torch.autograd.grad(x * 2, x, x))
show("of one element", torch.autograd.grad((x * 2).sum().view(1, 1), x))
show("with history", torch.autograd.grad(x * 2, x, x * 3, create_graph=True))

# %% retain
x = torch.tensor([1.0, 2.0], requires_grad=True)
y = (x * x).sum()
show("kept", torch.autograd.grad(y, x, retain_graph=True))
show("kept", torch.autograd.grad(y, x, create_graph=True))
show("kept", torch.autograd.grad(y, x, create_graph=True, retain_graph=False))
attempt("freed", lambda: torch.autograd.grad(y, x))
z = (x * x).sum()
z.backward(retain_graph=None)
attempt("freed", z.backward)

# %% only_what_ran_is_freed
x, w = torch.tensor([1.0, 2.0], requires_grad=True), torch.tensor([3.0, 4.0], requires_grad=True)
y = x.exp()
z = y * w
torch.autograd.grad(z.sum(), w)
attempt("y", lambda: y.sum().backward())
attempt("z", lambda: z.sum().backward())

# %% backward_inputs
x, y = torch.tensor([1.0, 2.0], requires_grad=True), torch.tensor([3.0, 4.0], requires_grad=True)
z = x * y
loss = lambda: (z * z).sum()
loss().backward(inputs=x, retain_graph=True)
show("tensor", [x.grad, y.grad])
loss().backward(inputs=[x, y], retain_graph=True)
show("list", [x.grad, y.grad])
loss().backward(inputs={"y": y}, retain_graph=True)
show("dict", [x.grad, y.grad])
loss().backward(inputs=(z,), retain_graph=True)
show("middle", [z.grad, x.grad, y.grad])
other = torch.ones(1, requires_grad=True)
loss().backward(inputs=[other, x])
show("unreached", [other.grad, x.grad])

# %% backward_several
x = torch.tensor([1.0, 2.0], requires_grad=True)
a, b = x * 2, (x * x).sum()
torch.autograd.backward([a, b], [torch.tensor([1.0, 10.0]), None])
show("grad", x.grad)
x.grad = None
y = x * 3
torch.autograd.backward([y, y], [torch.ones(2), torch.ones(2)])
show("twice", x.grad)
x.grad = None
torch.autograd.backward((t.sum() for t in (x * 2, x * 3)))
show("generator", x.grad)

# %% refused
x = torch.tensor([1.0, 2.0], requires_grad=True)
y = x * 2
attempt("no gradient", y.backward)
attempt("hook", lambda: y.detach().register_hook(print))
attempt("constant", lambda: torch.autograd.grad(y.detach().sum(), x))
attempt("requires_grad False", lambda: torch.autograd.grad(y.sum(), y.detach()))
attempt("unknown word", lambda: y.backward(gradients=torch.ones(2)))
attempt("unknown word", lambda: torch.autograd.grad(y, x, gradient=torch.ones(2)))

# %% materialized_zeros_under_create_graph
x, z = torch.tensor(2.0, requires_grad=True), torch.tensor(3.0, requires_grad=True)
for create_graph in (False, True):
    found = torch.autograd.grad(x * x, [x, z], create_graph=create_graph, materialize_grads=True)
    show("requires", [item.requires_grad for item in found])
    show("grad_fn", [item.grad_fn is None for item in found])
    show("values", [item.detach() for item in found])
with torch.no_grad():
    pass
attempt("again", lambda: torch.autograd.grad(found[1], z, allow_unused=True))

# %% backward_after_create_graph
import warnings

warnings.simplefilter("ignore")
x = torch.tensor([1.0, 2.0], requires_grad=True)
(x * x).sum().backward(create_graph=True)
first = x.grad
show("first", [first.requires_grad, first.detach()])
(x * x).sum().backward()
show("same", [x.grad is first, x.grad.requires_grad, first.detach(), first._version])
(x * x).sum().backward(create_graph=True)
show("new", [x.grad is first, x.grad.requires_grad])
x.grad = torch.ones(1).expand(2)
attempt("stretched", lambda: (x * x).sum().backward())
show("grad", x.grad)
x = torch.tensor(2.0, requires_grad=True)
(x * x).backward(create_graph=True)
first = x.grad
(x * x).backward()
show("number", [x.grad is first, first.detach(), first.requires_grad])
