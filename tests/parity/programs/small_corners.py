# ruff: noqa: F821, E402
"""Small things that programs stumble over: neighbours of numbers, old constructors, roots of -0, 0-d tensors in texts."""

# %% nextafter
x, y = torch.tensor([1.0, -0.0, float("inf"), float("nan"), -2.0]), torch.tensor(3.0)
show("float32", torch.nextafter(x, y))
show("float64", torch.nextafter(x.double(), y.double()))
show("float16", torch.nextafter(x.half(), y.half()))
show("promoted", [torch.nextafter(x.double(), x), torch.nextafter(torch.tensor([1, 2]), torch.tensor([3.0, 0.0]))])
show("stretched", torch.nextafter(torch.ones(2, 1), torch.zeros(3)))
attempt("int", lambda: torch.nextafter(torch.tensor([1]), torch.tensor([2])))
attempt("bool", lambda: torch.nextafter(torch.tensor([True]), torch.tensor([True])))
attempt("number", lambda: torch.nextafter(x, 3.0))
attempt("shapes", lambda: torch.nextafter(torch.ones(2), torch.ones(3)))
show("methods", [x.nextafter(y), x.clone().nextafter_(y), torch.nextafter(x, y, out=torch.empty(5))])
a = torch.tensor([1.0, 2.0, float("nan"), float("inf"), -0.0], requires_grad=True)
b = torch.tensor([5.0, 2.0, 1.0, float("inf"), 0.0], requires_grad=True)
z = torch.nextafter(a, b)
show("z", z)
show("gradients", torch.autograd.grad((z * torch.arange(1.0, 6.0)).sum(), (a, b), create_graph=True))
show("in place", (a * 1).nextafter_(b))


# %% old_constructors_of_a_tensor
x = torch.tensor([1.0, 2.0], requires_grad=True)
kinds = {"Tensor": torch.Tensor, "FloatTensor": torch.FloatTensor, "DoubleTensor": torch.DoubleTensor}
kinds |= {"LongTensor": torch.LongTensor, "BoolTensor": torch.BoolTensor, "new": x.new}
for name, kind in kinds.items():
    for given in (x, x * 2, x.detach(), x.double(), torch.tensor([1, 2]), (x * 2).sum(), x > 1, x.half(), x.int()):

        def run():
            y = kind(given)
            return [y, y.is_leaf, y._is_view(), y is given, y.data_ptr() == given.data_ptr(), type(y.grad_fn).__name__]

        attempt(name, run)
torch.Tensor(x).sum().backward()
show("x.grad", x.grad)
y = x * 1
z = torch.Tensor(y)
z.mul_(3)
show("written", [y, z, type(y.grad_fn).__name__, type(z.grad_fn).__name__])
attempt("leaf", lambda: torch.Tensor(x).mul_(2))
with torch.no_grad():
    show("no_grad", [torch.Tensor(x), torch.Tensor(x)._is_view()])
attempt("device", lambda: torch.Tensor(x, device="cpu"))


class Own(torch.Tensor):
    pass


show("own", [type(Own(x)).__name__, Own(x).requires_grad])


# %% unfold_is_a_copy
x = torch.arange(8.0).reshape(1, 2, 2, 2)
for size, how in ((1, {}), ((1, 1), {}), (1, {"padding": 1}), (1, {"stride": 2}), (2, {})):
    y = torch.nn.functional.unfold(x, size, **how)
    show("y", [y, y._is_view(), y.data_ptr() == x.data_ptr()])
    y.mul_(2)
show("x", x)


# %% roots_of_minus_zero
for dtype in (torch.float32, torch.float64):
    for power in (0.5, -0.5, 1.5, -1.5, 2.5, 2, -1, 0.0):
        x = torch.tensor([-0.0, 0.0, -1.0, float("inf"), -float("inf"), 4.0], dtype=dtype, requires_grad=True)
        y = x**power
        (g,) = torch.autograd.grad(y.sum(), x, create_graph=True)
        show(f"{power}", [y, g.detach()])
        x = torch.tensor(-0.0, dtype=dtype, requires_grad=True)
        (x**power).backward()
        show("one", x.grad)


# %% losses_that_take_no_gradient_for_an_argument
F = torch.nn.functional
x, c = torch.tensor([[1.0, -2.0], [0.5, 1.0]]), torch.tensor([0, 1])
image, places = torch.ones(1, 2, 1, 2), torch.zeros(1, 1, 2).long()
w = torch.ones(2, requires_grad=True)
for scores in (x, x.clone().requires_grad_()):
    attempt("nll", lambda: F.nll_loss(scores, c, weight=w))
    attempt("cross entropy", lambda: F.cross_entropy(scores, c, weight=w))
attempt("image", lambda: F.nll_loss(image, places, weight=w))
with torch.no_grad():
    attempt("no_grad", lambda: F.cross_entropy(x, c, weight=w))


# %% places_in_one_number
x = torch.tensor(3.0)
for key in (0, 1, -1, slice(None), slice(0, 1), slice(None, None, -1), (0, 0), (slice(None), 0), (None, 0)):
    attempt("read", lambda: x[key])
    attempt("write", lambda: x.__setitem__(key, 1.0))
    attempt("write a tensor", lambda: x.__setitem__(key, torch.tensor(1.0)))
attempt("twice", lambda: torch.zeros(2)[0][1])


# %% small_types_in_texts
x = torch.zeros(2)
things = [torch.float32, torch.device("cpu"), torch.strided, torch.preserve_format, torch.Size([2]), torch.Generator()]
for thing in (*things, torch.finfo(torch.float32), torch.nn.Parameter(x)):
    attempt("add", lambda: torch.add(x, thing) if not isinstance(thing, torch.Tensor) else torch.add(thing, "a"))
attempt("arange", lambda: torch.arange("a", dtype=torch.int64))
attempt("linspace", lambda: torch.linspace("a", 1, 2, dtype=torch.float32))
attempt("zeros", lambda: torch.zeros(torch.float32))


# %% names_of_former_times
import torch.nn as nn

torch.manual_seed(0)
w = torch.zeros(3, 4)
init = nn.init
show("uniform", init.uniform(w, -1.0, 1.0))
show("normal", init.normal(w, mean=1.0, std=2.0))
show("constant", init.constant(w, 3.0))
show("eye", init.eye(w))
show("xavier_uniform", init.xavier_uniform(w, gain=2.0))
show("xavier_normal", init.xavier_normal(w))
show("kaiming_uniform", init.kaiming_uniform(w, a=1.0))
show("kaiming_normal", init.kaiming_normal(w, nonlinearity="relu"))
show("the very tensor", [init.constant(w, 1.0) is w, init.kaiming_normal.__name__])
p = torch.ones(2, requires_grad=True)
p.grad = torch.tensor([3.0, 4.0])
show("clipped", [nn.utils.clip_grad_norm([p], 1.0), p.grad])
attempt("no tensor", lambda: init.constant())


# %% volatile
x = torch.ones(2)
show("volatile", x.volatile)
x.volatile = True
show("still", x.volatile)
