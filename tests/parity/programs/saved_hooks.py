# ruff: noqa: F821, E402
"""Hooks on what nodes save: pack and unpack, whose order, what they see, what they may not do."""

# %% order
from torch.autograd.graph import saved_tensors_hooks

x = torch.tensor([1.0, 2.0], requires_grad=True)
w = torch.tensor([3.0, 4.0], requires_grad=True)


def pack(t):
    print("pack", t, t is x, t is w)
    return t


def unpack(t):
    print("unpack", t)
    return t


with saved_tensors_hooks(pack, unpack):
    y = x * w
    z = y.exp()
    total = (z * 2).sum()
print("backward")
total.backward()
show("grads", [x.grad, w.grad])

# %% what_is_packed
count = []


def pack(t):
    count.append([list(t.shape), t.requires_grad, t.is_leaf, type(t.grad_fn).__name__])
    return t


a = torch.tensor([1.0, 2.0], requires_grad=True)
c = torch.tensor([5.0, 6.0])
with torch.autograd.graph.saved_tensors_hooks(pack, lambda t: t):
    for work in (
        lambda: a * a,
        lambda: a * c,
        lambda: c * a,
        lambda: a * 2,
        lambda: a / 2,
        lambda: a + c,
        lambda: a.sum(),
        lambda: a.exp(),
        lambda: a**2,
        lambda: a**c,
        lambda: c * c,
        lambda: (a * 3).relu(),
        lambda: a[torch.tensor([1, 0])],
        lambda: torch.where(c > 5, a, c),
        lambda: a.max(0).values,
        lambda: torch.cat([a, c]),
        lambda: torch.stack([a, c]),
        lambda: a.view(1, 2) @ c.view(2, 1),
        lambda: a.dot(c),
        lambda: a.softmax(0),
        lambda: a.maximum(c),
        lambda: a.log(),
        lambda: a.clamp(min=1.5),
        lambda: torch.nn.functional.mse_loss(a, c),
        lambda: a.abs(),
    ):
        count.clear()
        result = work()
        show(type(result.grad_fn).__name__, list(count))
with torch.no_grad(), torch.autograd.graph.saved_tensors_hooks(pack, lambda t: t):
    count.clear()
    a * a
    show("no_grad", list(count))

# %% pack_sees_the_result
with torch.autograd.graph.saved_tensors_hooks(
    lambda t: print("pack", t, t.is_leaf, torch.is_grad_enabled()), lambda t: t
):
    y = torch.tensor([0.0, 1.0], requires_grad=True).exp()

# %% pack_may_return_anything
x = torch.tensor([1.0, 2.0], requires_grad=True)
store = {}


def pack(t):
    store[len(store)] = t.detach().clone()
    return len(store) - 1


with torch.autograd.graph.saved_tensors_hooks(pack, lambda key: store[key]):
    y = (x * x).sum()
show("stored", store)
y.backward()
show("grad", x.grad)

# %% values_may_change
x = torch.tensor([1.0, 2.0], requires_grad=True)
with torch.autograd.graph.saved_tensors_hooks(lambda t: t * 10, lambda t: t + 1):
    y = x * x
    z = x.exp()
show("saved", [y.grad_fn._saved_self, y.grad_fn._saved_other, z.grad_fn._saved_result])
y.sum().backward()
show("grad", x.grad)
x.grad = None
z.sum().backward()
show("grad", x.grad)

# %% inner_wins
x = torch.tensor(2.0, requires_grad=True)
hooks = torch.autograd.graph.saved_tensors_hooks
with hooks(lambda t: print("outer pack"), lambda t: x):
    with hooks(lambda t: print("inner pack"), lambda t: print("inner unpack") or x):
        y = x * x
    z = x.exp()
y.backward()
show("grad", x.grad)

# %% unpack_on_access
x = torch.tensor(2.0, requires_grad=True)
with torch.autograd.graph.saved_tensors_hooks(lambda t: print("pack") or t, lambda t: print("unpack") or t):
    y = x * x
seen = y.grad_fn._saved_self
show("same", [seen is x, seen, seen.is_leaf, seen.requires_grad])
seen = (x * 2).exp().grad_fn._saved_result
show("unhooked", [seen.is_leaf])

# %% unpacked_keeps_its_history
x = torch.tensor(2.0, requires_grad=True)
with torch.autograd.graph.saved_tensors_hooks(lambda t: t.detach(), lambda t: t):
    y = x * 3
    z = y * y
    e = z.exp()
show("saved", [z.grad_fn._saved_self, e.grad_fn._saved_result])
show("history", z.grad_fn._saved_self.grad_fn is y.grad_fn)
show("output", e.grad_fn._saved_result.grad_fn is e.grad_fn)
(first,) = torch.autograd.grad(z, x, create_graph=True)
show("first", first)
(second,) = torch.autograd.grad(first, x)
show("second", second)

# %% second_derivative_of_a_leaf
x = torch.tensor(3.0, requires_grad=True)
with torch.autograd.graph.saved_tensors_hooks(lambda t: t.detach().numpy(), lambda a: torch.tensor(a)):
    y = x**3
(first,) = torch.autograd.grad(y, x, create_graph=True)
(second,) = torch.autograd.grad(first, x)
show("derivatives", [first, second])

# %% second_derivative_through_result
x = torch.tensor([0.5, 1.0], requires_grad=True)
with torch.autograd.graph.saved_tensors_hooks(lambda t: t.detach().clone(), lambda t: t):
    y = x.exp()
(first,) = torch.autograd.grad(y.sum(), x, create_graph=True)
first.sum().backward()
show("derivatives", [first, x.grad])

# %% no_version_check
x = torch.tensor([1.0, 2.0], requires_grad=True)
with torch.autograd.graph.saved_tensors_hooks(lambda t: t.clone(), lambda t: t):
    y = x * 1
    z = y * y
y.data.fill_(0.0)
with torch.no_grad():
    y.add_(1)
z.sum().backward()
show("grad", x.grad)

# %% unpack_returns_number
x = torch.tensor(2.0, requires_grad=True)
with torch.autograd.graph.saved_tensors_hooks(lambda t: t, lambda t: 3):
    y = x * x
attempt("access", lambda: y.grad_fn._saved_self)
y.backward()

# %% unpack_returns_none
x = torch.tensor(2.0, requires_grad=True)
with torch.autograd.graph.saved_tensors_hooks(lambda t: None, lambda t: t):
    y = x.exp()
y.backward()

# %% pack_in_place
x = torch.tensor(2.0, requires_grad=True)
with torch.autograd.graph.saved_tensors_hooks(lambda t: t.add_(1), lambda t: t):
    y = (x * 2).exp()

# %% pack_in_place_on_input
x = torch.tensor([2.0], requires_grad=True)
y = x * 1
with torch.autograd.graph.saved_tensors_hooks(lambda t: t.mul_(2), lambda t: t):
    z = y * y

# %% pack_raises
x = torch.tensor(2.0, requires_grad=True)
with torch.autograd.graph.saved_tensors_hooks(lambda t: 1 / 0, lambda t: t):
    x * x

# %% unpack_raises
x = torch.tensor(2.0, requires_grad=True)
with torch.autograd.graph.saved_tensors_hooks(lambda t: t, lambda t: {}["gone"]):
    y = x * x
attempt("access", lambda: y.grad_fn._saved_other)
y.backward()

# %% wrong_arguments
attempt("nothing", lambda: torch.autograd.graph.saved_tensors_hooks())


def hooked(pack):
    with torch.autograd.graph.saved_tensors_hooks(pack, lambda t: t):
        return torch.ones(2, requires_grad=True).exp()


attempt("pack takes nothing", lambda: hooked(lambda: 1))

# %% after_free
x = torch.tensor(2.0, requires_grad=True)
with torch.autograd.graph.saved_tensors_hooks(lambda t: t, lambda t: t):
    y = x * x
y.backward()
attempt("access", lambda: y.grad_fn._saved_self)
y.backward()

# %% retained
x = torch.tensor(2.0, requires_grad=True)
with torch.autograd.graph.saved_tensors_hooks(lambda t: t, lambda t: print("unpack") or t):
    y = x.exp()
y.backward(retain_graph=True)
y.backward()
show("grad", x.grad)

# %% order_of_unpacking
names = {}


def tensor(name, value):
    made = torch.tensor(value, requires_grad=True)
    names[id(made)] = name
    return made


def pack(t):
    print("pack", names.get(id(t), "made"), list(t.shape))
    return names.get(id(t), "made"), t


def unpack(pair):
    print("unpack", pair[0], list(pair[1].shape))
    return pair[1]


a, b = tensor("a", [1.0, 2.0]), tensor("b", [3.0, 4.0])
m, n, c = tensor("m", [[1.0, 2.0]]), tensor("n", [[1.0], [2.0]]), tensor("c", [[3.0]])
for work in (
    lambda: a * b,
    lambda: a / b,
    lambda: a**b,
    lambda: torch.maximum(a, b),
    lambda: m @ n,
    lambda: torch.addmm(c, m, n),
    lambda: torch.nn.functional.mse_loss(a, b),
    lambda: a.sin().cos(),
    lambda: a.log_softmax(0),
):
    with torch.autograd.graph.saved_tensors_hooks(pack, unpack):
        result = work()
    print(type(result.grad_fn).__name__)
    result.sum().backward()

# %% raw_saved
a = torch.tensor([1.0, 2.0], requires_grad=True)
z = a * a
raw = z.grad_fn._raw_saved_self
print(raw)
raw.register_hooks(lambda t: print("pack", t, t is a) or t * 2, lambda t: print("unpack", t) or t)
show("saved", [z.grad_fn._saved_self, z.grad_fn._saved_other])
z.sum().backward()
show("grad", a.grad)

# %% raw_saved_of_result
a = torch.tensor([1.0, 2.0], requires_grad=True)
z = a.exp()
z.grad_fn._raw_saved_result.register_hooks(lambda t: print("pack", t) or t * 2, lambda t: t)
z.sum().backward()
show("grad", a.grad)

# %% raw_saved_twice
a = torch.tensor([1.0, 2.0], requires_grad=True)
z = a * a
z.grad_fn._raw_saved_self.register_hooks(lambda t: t, lambda t: t)
z.grad_fn._raw_saved_self.register_hooks(lambda t: t, lambda t: t)

# %% raw_saved_under_hooks
a = torch.tensor([1.0, 2.0], requires_grad=True)
with torch.autograd.graph.saved_tensors_hooks(lambda t: t, lambda t: t):
    z = a * a
z.grad_fn._raw_saved_self.register_hooks(lambda t: t, lambda t: t)

# %% raw_saved_none
a = torch.tensor([1.0, 2.0], requires_grad=True)
z = a * torch.ones(2)
show("saved", z.grad_fn._saved_self)
z.grad_fn._raw_saved_self.register_hooks(lambda t: t, lambda t: t)

# %% raw_saved_after_free
a = torch.tensor([1.0, 2.0], requires_grad=True)
z = a * a
raw = z.grad_fn._raw_saved_self
z.sum().backward()
attempt("kept", lambda: raw.register_hooks(lambda t: t, lambda t: t))
attempt("asked again", lambda: z.grad_fn._raw_saved_self)

# %% raw_saved_bad_hooks
a = torch.tensor([1.0, 2.0], requires_grad=True)
attempt("pack of nothing", lambda: (a * a).grad_fn._raw_saved_self.register_hooks(lambda: 1, lambda t: t))
attempt("pack in place", lambda: (a * a).grad_fn._raw_saved_self.register_hooks(lambda t: t.add_(1), lambda t: t))
z = (a * 1).exp()
attempt("result in place", lambda: z.grad_fn._raw_saved_result.register_hooks(lambda t: t.add_(1), lambda t: t))
attempt("new", lambda: type((a * a).grad_fn._raw_saved_self)())

# %% raw_saved_names
a = torch.tensor([[1.0, 2.0]], requires_grad=True)
b = torch.tensor([[1.0], [2.0]], requires_grad=True)
for y in (a * a, a.exp(), a + a, a @ b, a**2, a.sum(0), a.max(1).values, a.softmax(1)):
    show(type(y.grad_fn).__name__, [name for name in dir(y.grad_fn) if name.startswith("_raw_saved")])

# %% disabled
x = torch.tensor(2.0, requires_grad=True)
graph = torch.autograd.graph
with graph.disable_saved_tensors_hooks("no hooks!"):
    show("plain", x * x)
    with graph.saved_tensors_hooks(lambda t: t, lambda t: t):
        print("not reached")

# %% disabled_inside
x = torch.tensor(2.0, requires_grad=True)
graph = torch.autograd.graph
with graph.saved_tensors_hooks(lambda t: t, lambda t: t):
    with graph.disable_saved_tensors_hooks("no hooks!"):
        print("not reached")

# %% disabled_nested
graph = torch.autograd.graph
attempts = lambda label: attempt(label, lambda: graph.save_on_cpu().__enter__())
with graph.disable_saved_tensors_hooks("outer"):
    with graph.disable_saved_tensors_hooks("inner"):
        attempts("inner")
    attempts("outer")
with graph.saved_tensors_hooks(lambda t: t, lambda t: t):
    print("allowed again")

# %% save_on_cpu
x = torch.tensor([1.0, 2.0], requires_grad=True)
with torch.autograd.graph.save_on_cpu():
    y = x * x
    z = y.exp()
with torch.autograd.graph.save_on_cpu(pin_memory=False):
    w = z * y
w.sum().backward()
show("grad", x.grad)
show("names", [torch.autograd.graph.save_on_cpu.__name__, torch.autograd.graph.saved_tensors_hooks.__name__])


# %% function_saves
class Cube(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a, b):
        result = a**3
        ctx.save_for_backward(a, None, result, b)
        return result

    @staticmethod
    def backward(ctx, g):
        a, nothing, result, b = ctx.saved_tensors
        show("saved", [a, nothing, result, b, a is x])
        show("history", [a.is_leaf, result.grad_fn is y.grad_fn])
        return g * 3 * a**2, None


def pack(t):
    print("pack", t)
    return t


def unpack(t):
    print("unpack", t)
    return t


x = torch.tensor([1.0, 2.0], requires_grad=True)
with torch.autograd.graph.saved_tensors_hooks(pack, unpack):
    y = Cube.apply(x, torch.ones(1))
y.sum().backward()
show("grad", x.grad)
attempt("freed", lambda: y.grad_fn.saved_tensors)


# %% function_double_backward
class Square(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return a * a

    @staticmethod
    def backward(ctx, g):
        (a,) = ctx.saved_tensors
        return 2 * g * a


x = torch.tensor([1.0, 2.0], requires_grad=True)
with torch.autograd.graph.saved_tensors_hooks(lambda t: t.detach().clone(), lambda t: t):
    y = Square.apply(x)
(first,) = torch.autograd.grad(y.sum(), x, create_graph=True)
(second,) = torch.autograd.grad(first.sum(), x)
show("derivatives", [first.detach(), second])


# %% function_raw_saved
class Square(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a, None)
        return a * a

    @staticmethod
    def backward(ctx, g):
        a, _ = ctx.saved_tensors
        return 2 * g * a


x = torch.tensor([1.0, 2.0], requires_grad=True)
y = Square.apply(x)
raw = y.grad_fn._raw_saved_tensors
show("raw", [type(raw).__name__, len(raw), type(raw[0]).__name__])
raw[0].register_hooks(lambda t: t * 10, lambda t: t)
attempt("of None", lambda: raw[1].register_hooks(lambda t: t, lambda t: t))
y.sum().backward()
show("grad", x.grad)
attempt("freed", lambda: y.grad_fn._raw_saved_tensors)

# %% under_create_graph
x = torch.tensor([1.0, 2.0], requires_grad=True)
y = (x * x).sum()
seen = []
with torch.autograd.graph.saved_tensors_hooks(lambda t: seen.append(t.detach()) or t, lambda t: t):
    (g,) = torch.autograd.grad(y, x, create_graph=True)
show("packed", len(seen) > 0)
g.sum().backward()
show("grad", x.grad)

# %% in_place_operations
x = torch.tensor([1.0, 2.0], requires_grad=True)
with torch.autograd.graph.saved_tensors_hooks(lambda t: print("pack", t.detach()) or t.clone(), lambda t: t):
    y = x * 1
    y.mul_(x)
    z = x * 2
    z.exp_()
(y + z).sum().backward()
show("grad", x.grad)

# %% in_place_packs_before_it_writes
hooks = torch.autograd.graph.saved_tensors_hooks(lambda t: t.detach().clone(), lambda t: t)
for name, write in {
    "mul_": lambda y: y.mul_(y),
    "mul_ by detach": lambda y: y.mul_(y.detach()),
    "mul_ by a view": lambda y: y.mul_(y.view(2)),
    "mul_ of a view": lambda y: y[:1].mul_(y[:1]),
    "mul_ of views apart": lambda y: y[:1].mul_(y[1:]),
    "mul_ of the whole as a view": lambda y: y[0:2].mul_(y),
    "div_": lambda y: y.div_(y),
    "pow_": lambda y: y.pow_(y),
    "addcmul_": lambda y: y.addcmul_(y, y),
    "addcdiv_ by itself": lambda y: y.addcdiv_(y * 2, y),
    "addcdiv_ of itself": lambda y: y.addcdiv_(y, y * 2),
    "lerp_": lambda y: y.lerp_(y * 3, y),
    "atan2_": lambda y: y.atan2_(y),
    "exp_": lambda y: y.exp_(),
    "mul_ of a number": lambda y: y[0].mul_(y[0]),
}.items():
    x = torch.tensor([1.0, 1.5], dtype=torch.float64, requires_grad=True)
    y = x * x
    with hooks:
        write(y)
    (grad,) = torch.autograd.grad(y.sum(), x, create_graph=True)
    show(name, [y.detach(), grad.detach(), torch.autograd.grad(grad.sum(), x)[0]])

# %% in_place_pack_sees_the_old_numbers
x = torch.tensor([1.0, 2.0], requires_grad=True)
y = x * 1
with torch.autograd.graph.saved_tensors_hooks(lambda t: print("pack", t.tolist()) or t, lambda t: t):
    y.mul_(y)
    y.relu_()
    y.mul_(x)

# %% in_place_pack_that_fails_changes_nothing
x = torch.tensor([1.0, 2.0], requires_grad=True)
y = x * 1
with torch.autograd.graph.saved_tensors_hooks(lambda t: 1 / 0, lambda t: t):
    attempt("mul_", lambda: y.mul_(y))
show("y", [y.detach(), y._version, type(y.grad_fn).__name__])
