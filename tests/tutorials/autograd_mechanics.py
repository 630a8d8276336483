"""A walk through autograd: what is recorded, what is kept, what runs backward, and what you may not do to it.

Values here are small whole numbers or exact fractions wherever possible, so everything is printed as it is.
"""

import math
import warnings

import torch
from torch.autograd.functional import hessian, hvp, jacobian, jvp, vhp, vjp
from torch.autograd.graph import get_gradient_edge, save_on_cpu, saved_tensors_hooks


def section(title):
    print()
    print("=" * 8, title)


def attempt(what, action):
    """Say what went wrong: the kind of the error and the first line of what it says."""
    try:
        action()
    except Exception as error:
        print(f"{what}: {type(error).__name__}: {str(error).strip().splitlines()[0]}")
    else:
        print(f"{what}: nothing went wrong")


def show_graph(node, depth=0, slot=0):
    """Print everything behind a node, consumers above producers."""
    if node is None:
        print("  " * depth + "(no gradient wanted)")
        return
    label = node.name()
    if hasattr(node, "variable"):
        label += f" of a leaf with shape {tuple(node.variable.shape)}"
    print("  " * depth + f"[{slot}] {label}")
    for child, its_slot in node.next_functions:
        show_graph(child, depth + 1, its_slot)


section("which tensors take part")
x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
w = torch.tensor([0.5, -1.0, 2.0], requires_grad=True)
constant = torch.tensor([10.0, 10.0, 10.0])
product = x * w
total = (product + constant).sum()
for name, value in {"x": x, "constant": constant, "product": product, "total": total}.items():
    print(f"{name:9} requires_grad={value.requires_grad} is_leaf={value.is_leaf} grad_fn={value.grad_fn} -> {value}")
print("x.grad before backward:", x.grad)
total.backward()
print("x.grad:", x.grad, "  w.grad:", w.grad, "  constant.grad:", constant.grad)
print("output_nr:", total.output_nr, " retains_grad:", product.retains_grad)
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    print("product.grad:", product.grad)
print("and a warning:", caught[0].category.__name__, str(caught[0].message).splitlines()[0][:66])
attempt("a whole number", lambda: torch.tensor([1, 2], requires_grad=True))
attempt("a boolean", lambda: torch.ones(2, dtype=torch.bool).requires_grad_())
print("comparison:", (x > 1.5), " argmax:", x.argmax(), " of integers:", torch.arange(3).requires_grad)

section("the graph behind a result")
b = torch.zeros(2, requires_grad=True)
weight = torch.arange(6.0).reshape(2, 3).requires_grad_()
hidden = torch.tanh(weight @ x.detach() + b)
loss = (hidden**2).mean()
show_graph(loss.grad_fn)
print(loss.grad_fn, "->", loss.grad_fn.next_functions)
power = loss.grad_fn.next_functions[0][0]
print("saved by the power:", power._saved_exponent, power._saved_self is hidden, torch.equal(power._saved_self, hidden))
print("saved by the tanh:", torch.equal(hidden.grad_fn._saved_result, hidden))
first, second, third = x.unbind()
print("three outputs of one node:", [part.output_nr for part in (first, second, third)], first.grad_fn)
show_graph((first * third).grad_fn)
print("a transposed matrix:", weight.t().grad_fn, weight.t()._is_view(), weight.t()._base is weight)

section("backward again, and adding up")
z = torch.tensor(3.0, requires_grad=True)
cube = z**3
cube.backward(retain_graph=True)
cube.backward(retain_graph=True)
print("twice 27:", z.grad)
z.grad.zero_()
cube.backward()
attempt("a fourth time", cube.backward)
z.grad = None
(z * 2).backward()
(z * 5).backward()
print("2 + 5:", z.grad)
attempt("a vector without a seed", lambda: (x * 2).backward())
attempt("a seed of the wrong shape", lambda: (x * 2).backward(torch.ones(2)))
attempt("nothing to differentiate", lambda: constant.sum().backward())

section("a seed: vector times Jacobian")
x.grad = None
(x**2).backward(gradient=torch.tensor([1.0, 10.0, 100.0]))
print("x.grad:", x.grad)
rows = [torch.autograd.grad(torch.cumsum(x, 0)[i], x)[0] for i in range(3)]
print("Jacobian of cumsum, row by row:", torch.stack(rows), sep="\n")
several = torch.autograd.grad([x.sum(), x**2], [x, w], [None, torch.ones(3)], allow_unused=True)
print("two results at once:", several)
print("only some inputs:", torch.autograd.grad((x * w).sum(), [w]))
attempt("an input that is not used", lambda: torch.autograd.grad(x.sum(), [x, w]))
print("allowed:", torch.autograd.grad(x.sum(), [x, w], allow_unused=True))
print("as zeros:", torch.autograd.grad(x.sum(), [x, w], materialize_grads=True))

section("derivatives of derivatives")
t = torch.tensor(2.0, requires_grad=True)
current = t**4
for order in range(1, 6):
    (current,) = torch.autograd.grad(current, t, create_graph=True)
    print(f"derivative number {order} of t**4 at 2: {current.item()}", current.grad_fn is not None)
u = torch.tensor([1.0, 2.0], requires_grad=True)
(slope,) = torch.autograd.grad((u[0] ** 2 * u[1] ** 3), u, create_graph=True)
print("slope:", slope, " penalty:", (slope**2).sum())
(slope**2).sum().backward()
print("gradient of the penalty:", u.grad)

section("whole Jacobians and Hessians")


def polar(p):
    return torch.stack([p[0] * torch.cos(p[1]), p[0] * torch.sin(p[1])])


def bowl(p):
    return 2 * p[0] ** 2 + 3 * p[0] * p[1] + p[1] ** 3


point = torch.tensor([2.0, math.pi / 6], dtype=torch.float64)
corner = torch.tensor([1.0, 2.0])
print("jacobian:", jacobian(polar, point), sep="\n")
print("hessian:", hessian(bowl, corner), sep="\n")
print("vjp:", vjp(polar, point, torch.ones(2, dtype=torch.float64)))
print("jvp:", jvp(bowl, corner, torch.tensor([1.0, 0.0])))
print("vhp:", vhp(bowl, corner, torch.tensor([1.0, -1.0])))
print("hvp:", hvp(bowl, corner, torch.tensor([1.0, -1.0])))
print("two inputs:", jacobian(lambda a, c: a * c.sum(), (torch.ones(2), torch.tensor([3.0, 4.0]))))

section("switching recording off")
print("enabled:", torch.is_grad_enabled())
with torch.no_grad():
    quiet = x * 2
    print("inside no_grad:", torch.is_grad_enabled(), quiet.requires_grad)
    with torch.enable_grad():
        print("and on again:", torch.is_grad_enabled(), (x * 2).requires_grad)
with torch.inference_mode():
    still = x * 2
    print("inference:", torch.is_inference_mode_enabled(), still.is_inference(), still.requires_grad)
attempt("an inference tensor in a recorded product", lambda: still * w)
attempt("changing an inference tensor outside", lambda: still.add_(1))
print("a clone is ordinary:", (still.clone() * w).grad_fn)
with torch.set_grad_enabled(False):
    print("set to False:", (x * 2).requires_grad)


@torch.no_grad()
def measure(value):
    return (value * 2).requires_grad


print("a decorated function:", measure(x), " enabled after all this:", torch.is_grad_enabled())
dropout = torch.nn.Dropout(0.5)
dropout.eval()
print("eval() is about layers, not recording:", torch.equal(dropout(x), x), dropout.training, (x * 2).requires_grad)

section("detaching")
copy = x.detach()
print(copy, copy.requires_grad, copy.data_ptr() == x.data_ptr(), copy.is_leaf)
stopped = (x * x.detach()).sum()
print("half of the product rule:", torch.autograd.grad(stopped, x))
attempt("numpy() of a recorded tensor", lambda: x.numpy())
print("numpy() after detach:", x.detach().numpy())
attempt("requires_grad = False on a result", lambda: setattr(x * 2, "requires_grad", False))

section("changing tensors in place")
value = torch.ones(3)
print("version:", value._version, end="")
value.add_(1)
value[0] = 7
print(" ->", value._version, " shared by a view:", value[1:]._version, " and by detach():", value.detach()._version)
root = torch.tensor([1.0, 4.0, 9.0], requires_grad=True)
result = (root * 1).sqrt()
result.mul_(2)
attempt("sqrt needs its result", lambda: result.sum().backward())
inner = root * 1
outer = inner + 1
inner.mul_(2)
outer.sum().backward()
print("plus needs nothing:", root.grad)
attempt("a leaf in place", lambda: root.add_(1))
attempt("a view of a leaf in place", lambda: root[0:2].zero_())
with torch.no_grad():
    root.add_(1)
print("a step of an optimiser is such a change:", root)
base = root * 1
base[1:].mul_(10)
print("through a view:", base.grad_fn, torch.autograd.grad(base.sum(), root))
attempt("a view made by unbind", lambda: base.unbind()[0].zero_())

section("hooks")
a = torch.tensor([1.0, 2.0], requires_grad=True)
double = a * 2
double.retain_grad()
handle = a.register_hook(lambda grad: grad * 100)
double.register_hook(lambda grad: print("at double:", grad))
square = double**2
square.grad_fn.register_prehook(lambda grads: print("before", square.grad_fn.name(), grads))
square.grad_fn.register_hook(lambda into, out: print("after", square.grad_fn.name(), into, out))
a.register_post_accumulate_grad_hook(lambda leaf: print("stored:", leaf.grad))
square.sum().backward()
print("a.grad:", a.grad, " double.grad:", double.grad)
handle.remove()
(a * 1).sum().backward()
attempt("a hook where nothing is recorded", lambda: constant.register_hook(print))

section("packing what is saved")


def pack(tensor):
    print("pack", tuple(tensor.shape), tensor.is_leaf)
    return tensor.detach().half()


def unpack(small):
    print("unpack", small.dtype)
    return small.float()


with saved_tensors_hooks(pack, unpack):
    packed = (x * w).exp()
packed.sum().backward()
print("x.grad from half precision:", x.grad)
with save_on_cpu():
    print("save_on_cpu:", torch.autograd.grad((x * w).sum(), x))
with torch.autograd.graph.disable_saved_tensors_hooks("no packing here, please"):
    attempt("hooks where they are forbidden", lambda: saved_tensors_hooks(pack, unpack).__enter__())

section("an edge instead of a tensor, and finding a nan")
middle = x * w
edge = get_gradient_edge(middle)
print(type(edge).__name__, edge.node.name(), edge.output_nr, get_gradient_edge(x).node.name())
print("at the edge:", torch.autograd.grad((middle**2).sum(), edge))
middle.sum().backward(inputs=[w])
print("only w:", w.grad)
start = torch.tensor(0.0, requires_grad=True)
with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # it says that it is slow, and shows the line of the forward pass
    with torch.autograd.detect_anomaly(check_nan=True):
        attempt("0 * (1 / 0)", lambda: (torch.sqrt(start) * 0).backward())
print("is it over?", not torch.is_anomaly_enabled())
