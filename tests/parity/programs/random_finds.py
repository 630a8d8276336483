# ruff: noqa: F821
"""What random programs found: small things in which autograd_lab once differed."""

# %% splitting
x = torch.zeros(2, 3)
attempt("sum", lambda: x.split([1, 1], -1))
attempt("negative", lambda: x.split([4, -1], 1))

# %% a_leaf_is_refused_first
x = torch.ones(2, requires_grad=True)
attempt("fill_", lambda: x.fill_(torch.ones(2)))
attempt("of no leaf", lambda: (x * 1).fill_(torch.ones(2)))

# %% zero_dimensions
s = torch.tensor(1.0)
show("T", [s.T, s.mT])

# %% tensordot_of_one_number
one, row, column = (torch.ones(*size, requires_grad=True) for size in ((1, 1), (1, 3), (3, 1)))
nodes(torch.tensordot(row, column, dims=1))
nodes(torch.tensordot(one, one, dims=2))
nodes(torch.tensordot(row, one, dims=([1], [1])))
nodes(torch.tensordot(one, row, dims=([1], [1])))
nodes(torch.tensordot(one[0], one[0], dims=0))
nodes(torch.tensordot(row, row, dims=([0], [0])))

# %% bounds_of_whole_numbers
i = torch.tensor([1, 2])
attempt("long", lambda: i.clamp_(0.5, 1.5))
attempt("min", lambda: i.int().clamp_min_(0.5))
attempt("bool", lambda: (i > 1).clamp_(0, 1))
attempt("tensor", lambda: (i > 1).clamp_(torch.tensor(1)))


# %% what_is_written_must_lie_apart
def put(x, places, value):
    x[places] = value
    return x


x = torch.arange(4.0)
first = torch.tensor([0])
attempt("a mask", lambda: put(x, x > 1, x))
attempt("places", lambda: put(x, [0, 1], x[2:]))
attempt("a number", lambda: put(x, [0, 1], x[2]))
attempt("a number for a mask", lambda: put(x.clone(), x > 1, x[0]))
attempt("its own number for a mask", lambda: put(x, x > 5, x[0]))
attempt("one place", lambda: put(x, 0, x[2]))
attempt("index_add_", lambda: x.index_add_(0, first, x[:1]))
attempt("index_copy_", lambda: x.index_copy_(0, first, x[1:2]))
attempt("index_put_", lambda: x.index_put_((first,), x[1:2]))
attempt("put_", lambda: x.put_(first, x[:1]))
attempt("scatter_", lambda: x.scatter_(0, first, x[:1]))
attempt("scatter_add_", lambda: x.scatter_add_(0, first, x[:1]))
attempt("scatter_reduce_", lambda: x.scatter_reduce_(0, first, x[:1], "sum"))
attempt("masked_fill_", lambda: x.masked_fill_(x > 5, x[0]))
q = torch.ones(3, requires_grad=True) * 1
attempt("recorded", lambda: put(q, q > 0, q))
attempt("recorded number", lambda: put(q, q > 0, q[0]))

# %% one_input_has_one_gradient
x = torch.ones(2, requires_grad=True)
y = torch.ones(2, requires_grad=True)
one, two = torch.autograd.grad((x * 3).sum(), [x, x])
show("same", one is two)
one, two, three = torch.autograd.grad((x * 3).sum(), [x, y, y], materialize_grads=True)
show("zeros", [two, three, two is three])

# %% copies_share_what_was_shared
import copy

x = torch.arange(6.0).reshape(2, 3)
row, whole, other = copy.deepcopy((x[1], x, x.detach()))
row.zero_()
show("values", [whole, other, x, row.storage_offset(), row.stride()])
again = copy.copy(x[1])
show("copy", [again.storage_offset(), again.add_(1), x])
turned = copy.deepcopy(x.t())
show("turned", [turned.stride(), turned])

# %% a_copy_has_a_node_of_its_own
import copy
import pickle

x = torch.ones(2, requires_grad=True)
y = x * 2
node = y.grad_fn.next_functions[0][0]
for twin in (copy.deepcopy(x), pickle.loads(pickle.dumps(x))):
    own = (twin * 2).grad_fn.next_functions[0][0]
    show("own", [own is node, own.variable is twin, own.variable is x])

# %% pickling_a_tensor_with_hooks_over_several
import pickle

x = torch.ones(2, requires_grad=True)
torch.autograd.graph.register_multi_grad_hook([x], lambda grads: None)
show("all", pickle.loads(pickle.dumps(x)))
x = torch.ones(2, requires_grad=True)
torch.autograd.graph.register_multi_grad_hook([x], lambda grad: None, mode="any")
show("any", pickle.loads(pickle.dumps(x)))

# %% what_an_error_names
x = torch.ones(2, requires_grad=True)
show("not implemented", (x // x).grad_fn.name())
attempt("of no leaf", lambda: setattr(x * 2, "requires_grad", True))
attempt("linear", lambda: torch.nn.functional.linear(torch.tensor(1.0), torch.ones(2, 2), torch.ones(2)))
attempt("embedding", lambda: torch.nn.functional.embedding(torch.tensor([0]), torch.tensor(1.0)))
attempt("embedding with a gradient", lambda: torch.nn.functional.embedding(torch.tensor([0]), x[0]))
attempt("jacobian of nothing", lambda: torch.autograd.functional.jacobian(lambda t: t * 2, torch.zeros(2, 0)))
attempt("types before shapes", lambda: torch.addmm(torch.ones(3), torch.ones(2, 3), torch.ones(2, 3).double()))
attempt("shapes before types", lambda: torch.ones(2, 3).index_put((torch.tensor([0]),), torch.ones(2).double()))
attempt("tensordot", lambda: torch.tensordot(torch.ones(2), torch.ones(2).double(), dims=1))
attempt("truth values", lambda: torch.tensor([True, False]).expand(()))
attempt("pooling", lambda: torch.nn.functional.max_pool1d(torch.ones(2, 0), 2))
attempt("starts", lambda: torch.autograd.backward([(x * 1).detach().sum(), x * 2]))

# %% zero_dimensions_in_memory
s = torch.tensor(2.0)
show("gelu", [torch.nn.functional.gelu(s[...]), torch.nn.functional.gelu(s.detach())])


# %% stretched_memory
def put(x, places, value):
    x[places] = value
    return x


e = torch.ones(3).expand(2, 3)
attempt("places", lambda: put(e, [0], torch.arange(3.0)))
attempt("a mask", lambda: put(e, e > 1, 5.0))
attempt("index_fill_", lambda: e.index_fill_(0, torch.tensor([0]), 2))
attempt("masked_fill_", lambda: e.masked_fill_(e > 1, 4))
attempt("itself", lambda: e.copy_(e))
attempt("fill_", lambda: e.fill_(torch.tensor(2.0)))
attempt("a slice", lambda: put(e, slice(None), 2.0))
show(
    "copies",
    [e.clone().stride(), e.double().stride(), e.long().stride(), torch.ones(2, 3).expand(2, 2, 3).clone().stride()],
)
show("writable", e.numpy().flags.writeable)

# %% counted_as_a_write
x = torch.tensor([1, 2, 3])
x.copy_(torch.ones(3, requires_grad=True))
show("whole numbers", x._version)
y = torch.ones(2, requires_grad=True).exp()
y.unsqueeze_(0)
attempt("another shape", lambda: y.sum().backward())


class Raise(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.mark_dirty(x)
        return x.add_(1)

    @staticmethod
    def backward(ctx, grad):
        return grad


leaf = torch.ones(2, requires_grad=True)
attempt("marked as dirty", lambda: Raise.apply(leaf))
show("version", leaf._version)
part = torch.arange(4.0)[2:]
own = torch.nn.Parameter(part.detach())
part.add_(1)
show("a parameter", [own._version, own.storage_offset()])

# %% made_in_inference_mode
import copy
import pickle

x = torch.ones(3, requires_grad=True)
y = x * 2
with torch.inference_mode():
    i = torch.ones(2)
    (gradient,) = torch.autograd.grad(y, x, torch.ones(3))
    copies = [copy.deepcopy(i), copy.copy(i), pickle.loads(pickle.dumps(i)), i.long(), gradient]
    show("copies", [item.is_inference() for item in copies])
    torch.set_grad_enabled(True)
    x.add_(1)
show("detached", [i.detach().add_(1), i.data.is_inference(), i])
attempt("parameter", lambda: torch.nn.Parameter(i))

# %% where_memory_begins
x = torch.arange(6.0)
view = x[2:]
view.data = torch.zeros(4)
show("offset", [view.storage_offset(), x[3:].data.storage_offset()])
windows = torch.arange(6.0).reshape(2, 3).unfold(1, 2, 1)
show("as_strided", windows.as_strided((2, 2), (1, 2)))

# %% nodes_and_hooks
x = torch.ones(2, 3, requires_grad=True)
y = x.double()
show("called by hand", y.grad_fn(torch.ones(2, 3).double()))
z = x * 1.5
z.sum().backward()
show("never saved", z.grad_fn._saved_self)
leaf = torch.ones(2, requires_grad=True)
loss = (leaf * 2).sum()
leaf.register_post_accumulate_grad_hook(lambda leaf: print("told", leaf.grad))
leaf.requires_grad_(False)
loss.backward()
torch.autograd.graph.register_multi_grad_hook([x], lambda grads: print("several", grads))
show("the start itself", torch.autograd.grad(x.sum(), [x]))
show("a leaf", torch.autograd.grad(x, [x], torch.ones(2, 3)))

# %% a_copied_number_shares_its_memory
import copy

s = torch.tensor(2.0)
twin = copy.copy(s)
twin.add_(1)
show("both", [s, twin])

# %% data_of_an_inference_tensor
n = torch.zeros(3)
with torch.inference_mode():
    j = torch.ones(2)
n.data = j
show("became one", n.is_inference())
n.add_(1)
show("counts all the same", [n._version, n])
j.data = torch.zeros(3)
show("is none any more", j.is_inference())
attempt("version", lambda: j._version)
attempt("written to", lambda: j.add_(1))
attempt("wants a gradient", lambda: j.requires_grad_())
attempt("saved", lambda: torch.ones(3, requires_grad=True) * j)


# %% written_with_itself
def put(x, places, value):
    x[places] = value
    return x


for places in (slice(None), ..., None):
    x = torch.arange(3.0).expand(2, 3)
    attempt("stretched", lambda: put(x, places, x))
    show("counted", x._version)
    attempt("another type", lambda: put(x, places, x.double()))


# %% value_of_another_shape
def put(x, places, value):
    x[places] = value
    return x


x = torch.zeros(2, 5)
attempt("places", lambda: put(x, ([0, -1],), torch.ones(1, 3)))
attempt("a mask", lambda: put(x, x > -1, torch.ones(1, 1, 3)))

# %% hooks_over_several_that_are_not_all_reached
x = torch.ones(2, requires_grad=True)
with torch.no_grad():
    view = x[:1]
attempt("no node", lambda: torch.autograd.graph.register_multi_grad_hook([view], lambda grads: None))


def ask(work):
    x, other = torch.ones(2, requires_grad=True), torch.ones(2, requires_grad=True)
    y, z = x * 2, other * 3
    torch.autograd.graph.register_multi_grad_hook([x, y, other, z], lambda grads: print("told", grads))
    attempt("asked", lambda: work(x, y, other, z))


ask(lambda x, y, other, z: y.sum().backward(inputs=[x, other]))
ask(lambda x, y, other, z: y.sum().backward(inputs=[y, z]))
ask(lambda x, y, other, z: torch.autograd.grad(y.sum(), [y, other], allow_unused=True))
ask(lambda x, y, other, z: torch.autograd.grad(y.sum(), [x]))


# %% written_by_a_function
class Raise(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.mark_dirty(x)
        return x.add_(1)

    @staticmethod
    def backward(ctx, grad):
        return grad


leaf = torch.ones(2, requires_grad=True)
x = leaf * 2
x.retain_grad()
x.sum().backward()
Raise.apply(x)
show("the gradient of before", [x.grad, x.retains_grad])


# %% overwritten_with_itself
def put(x, places, value):
    x[places] = value


for places in (None, True, ..., (..., None), (None, 0)):
    x = torch.tensor([2.0])
    attempt("one element", lambda: put(x, places, x))
    leaf = torch.tensor([2.0], requires_grad=True)
    attempt("a leaf", lambda: put(leaf, places, leaf))
attempt("others", lambda: put(torch.zeros(3), None, x))
attempt("a new one", lambda: put(x, None, x.clone()))


# %% what_an_error_tells_first
F = torch.nn.functional
one, row, double = torch.ones(1, 1, 2), torch.ones(3), torch.ones(1).double()
attempt("convolution", lambda: F.conv1d(row, one, double))
attempt("convolution of images", lambda: F.conv2d(row, one[None], double, padding=-1))
attempt("layer_norm", lambda: F.layer_norm(torch.ones(3, 3), (2,), torch.ones(2).double()))
attempt("layer_norm of doubles", lambda: F.layer_norm(torch.ones(3, 3).double(), (2,), torch.ones(2)))
attempt("cross entropy, target", lambda: F.binary_cross_entropy(torch.tensor([0.5, 2.0]), torch.tensor([2.0, 1.0])))
attempt("cross entropy, input", lambda: F.binary_cross_entropy(torch.tensor([2.0, 2.0]), torch.tensor([2.0, 1.0])))
with torch.inference_mode():
    truth = torch.tensor([True])
attempt("a flag", lambda: truth.requires_grad_())

# %% a_leaf_in_the_interior
for watched in (False, True):
    x, other = torch.ones(2, requires_grad=True), torch.ones(2, requires_grad=True)
    y = x * 2
    if watched:
        y.register_hook(lambda grad: print("told", grad))
    both = y + other
    x.detach_()
    x.add_(y)
    attempt("detached", lambda: both.sum().backward())
    x = torch.ones(2, requires_grad=True)
    y = x * 2
    x.requires_grad_(False)
    y.sum().backward()
    show("it only wants none any more", x.grad)


# %% saved_tensors_and_their_writers
class Pair(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2, x * 3

    @staticmethod
    def backward(ctx, one, two):
        return one * 2 + two * 3


class Saves(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        first, second = x * 2, x * 3
        ctx.save_for_backward(x, second)
        return first, second

    @staticmethod
    def backward(ctx, one, two):
        return ctx.saved_tensors[0] * one


x = torch.ones(2, requires_grad=True)


def changed(make, number, use):
    part = make(x * 1)[number]
    result = use(part)
    part.detach().add_(1)
    attempt("changed", lambda: result.sum().backward())


for work in (lambda part: part.sin(), lambda part: Saves.apply(part)[0]):
    for number in (0, 1):
        changed(Pair.apply, number, work)
        changed(lambda x: torch.aminmax(x, dim=0), number, work)
one, two = Saves.apply(x)
two.detach().add_(1)
attempt("its own", lambda: one.sum().backward())
y = x * 2
z = Saves.apply(y)[0]
y.detach_().add_(1)
attempt("detached", lambda: z.sum().backward())

# %% a_packed_number_is_shown
y = torch.ones(2, requires_grad=True).mul(3)
y.grad_fn._raw_saved_other.register_hooks(lambda t: t + 1, lambda t: t)
show("packed", y.grad_fn._saved_other)

# %% order_within_a_composition
x, y = torch.tensor([[3.0, 4.0]], requires_grad=True), torch.tensor([[6.0, 8.0]], requires_grad=True)


def pack(tensor):
    print("pack", tensor.tolist())
    return tensor


with torch.autograd.graph.saved_tensors_hooks(pack, lambda tensor: tensor):
    torch.nn.functional.cosine_similarity(x, y)

# %% warnings_and_what_comes_before_them
x = torch.ones(2, requires_grad=True)
attempt("no input", lambda: x.sum().backward(create_graph=True, inputs=[]))
y = x * 2
torch.nn.utils.clip_grad_norm_(y, 1.0)
torch.nn.utils.clip_grads_with_norm_(y, 1.0, torch.tensor(1.0))

# %% copies_of_views_and_of_inference_tensors
import copy
import pickle

x = torch.arange(6.0, requires_grad=True)
with torch.no_grad():
    view = x.view(2, 3)
    x.mul_(2)
show("a view of before", [pickle.loads(pickle.dumps(view)), copy.copy(view)])
with torch.inference_mode():
    i = torch.ones(2)
i.data = torch.zeros(2)
for twin in (copy.deepcopy(i), copy.copy(i), pickle.loads(pickle.dumps(i))):
    before = twin._version
    twin.add_(1)
    show("ordinary", [twin.is_inference(), twin._version - before])
turned = torch.arange(24.0).reshape(2, 3, 4).permute(1, 2, 0) * 2
for item in (turned, turned[1], turned[:, :1], turned.unfold(0, 2, 1)):
    for twin in (copy.deepcopy(item), pickle.loads(pickle.dumps(item))):
        show("memory", [twin.stride(), twin.storage_offset(), twin])
parameter = torch.nn.Parameter(torch.ones(2))
parameter.register_hook(lambda grad: grad)
show("hooks of a parameter", pickle.loads(pickle.dumps(parameter)))

# %% results_in_memory
import itertools

x = torch.arange(24.0).reshape(2, 3, 4)
works = [
    lambda x: x[[0, 1]], lambda x: x[:, [1, 0]], lambda x: x[..., [0, 1]], lambda x: x[[0, 1], [1, 0]],
    lambda x: x[[0, 1], :, [1, 0]], lambda x: x[True], lambda x: x[..., True], lambda x: x[torch.tensor([[0, 1], [1, 0]])],
    lambda x: x.sort()[0], lambda x: x.argsort(0), lambda x: x.clone(), lambda x: x.double(), lambda x: x.flip(0),
    lambda x: x.rot90(), lambda x: x.rot90(2), lambda x: x.gather(0, x.argsort(0)), torch.zeros_like,
]  # fmt: skip
for order in itertools.permutations(range(3)):
    y = x.permute(order)
    for view in (y, y[:, ::2], y.expand(2, *y.shape), y[:, :1].expand(y.shape), y.unfold(1, 2, 1)):
        results = [work(view) for work in works]
        show("strides", [[step for step, n in zip(y.stride(), y.shape) if n > 1] for y in results])

# %% what_an_optimizer_takes
x = torch.ones(2, requires_grad=True)
y = x * 2
attempt("no leaf", lambda: torch.optim.SGD([y], lr=1.0))
y.retain_grad()
attempt("no leaf, but it has a gradient", lambda: torch.optim.SGD([y], lr=1.0).param_groups[0]["lr"])

# %% the_type_of_a_gradient_before_its_shape
x = torch.ones(2, 3)
for gradient in (torch.ones(3), torch.ones(3).double(), torch.ones(2, 3).double(), torch.ones(3).long()):
    attempt("grad", lambda: setattr(x, "grad", gradient))


# %% nothing_but_inference_tensors
def made_in_inference_mode():
    with torch.inference_mode():
        return torch.tensor([1.0, 2.0], requires_grad=True)


works = [
    lambda x: x.exp(), lambda x: x * x, lambda x: x + x, lambda x: x * 2, lambda x: x[0], lambda x: x.view(2, 1),
    lambda x: x.split(1)[1], lambda x: torch.cat([x, x]), lambda x: torch.where(x > 1, x, x), lambda x: x.sum(),
    lambda x: x + torch.ones(2), lambda x: torch.cat([x, torch.ones(2)]), lambda x: x.softmax(0), lambda x: x @ x,
    lambda x: x * torch.ones(2), lambda x: x.exp().requires_grad_() * 2, lambda x: torch.nn.functional.linear(x, x),
    lambda x: x.relu_(), lambda x: x.mul_(x), lambda x: x.add_(1), lambda x: x.unsqueeze_(0), lambda x: x.detach_(),
    lambda x: x[:1].relu_(), lambda x: torch.autograd.grad(x * 1 + x, x, torch.ones(2)),
]  # fmt: skip
for work in works:
    x = made_in_inference_mode()
    attempt("outside", lambda: work(x))
    show("afterwards", x)
with torch.inference_mode():
    truths = torch.tensor([True, False])
attempt("a parameter", lambda: torch.nn.Parameter(truths))

# %% copies_with_a_gradient_of_before
import copy

x = torch.ones(2, 3, requires_grad=True)
x.sum().backward()
x.data = torch.ones(2, 3, dtype=torch.float64)
attempt("another type", lambda: copy.deepcopy(x))
x.data = torch.ones(3, 2)
attempt("another shape", lambda: copy.deepcopy(x))

# %% saved_but_not_needed
x, factor = torch.ones(2, 1, requires_grad=True) * 2, torch.eye(2, requires_grad=True)
y = torch.cholesky_solve(x, factor)
x.mul_(2)
attempt("written over", lambda: y.sum().backward())

# %% a_view_that_wants_nothing_by_itself
x = torch.ones(2, requires_grad=True)
with torch.no_grad():
    attempt("of a view", lambda: x[0].backward())
    attempt("of several", lambda: x.unbind(0)[0].backward(torch.tensor(1.0)))

# %% nothing_hangs_on_an_empty_piece
x = torch.ones(2, 3, requires_grad=True)
for piece in (x.as_strided((0, 3), (3, 1)), x.repeat([0, 1])):
    for loss in ((piece * piece).sum(), (piece * piece).sum() + (x * x).sum(), (x * x).sum() + (piece * piece).sum()):
        show("slope", torch.autograd.grad(loss, x, create_graph=True))

# %% a_leaf_that_follows_its_base
for hooked in (False, True):
    x, other = torch.tensor(2.0), torch.ones(2, requires_grad=True)
    view = x.squeeze(0).requires_grad_()
    if hooked:
        view.register_hook(lambda grad: None)
    x[()] = view
    attempt("moved", lambda: (x * other).sum().backward())
    show("others", other.grad)

# %% what_an_unpack_hook_returns
x, weight = torch.ones(2, 2), torch.ones(2, requires_grad=True)
with torch.autograd.graph.saved_tensors_hooks(lambda tensor: tensor, lambda tensor: tensor):
    for y in (x, x[0], x.detach(), x * 1, weight, weight * 1):
        show("the very same", (y * weight).grad_fn._saved_self is y)

# %% random_numbers_for_nothing
nothing, numbers = torch.zeros(0, dtype=torch.int64), torch.ones(2, dtype=torch.int64)
for target in (nothing, numbers):
    for work in (lambda x: x.normal_(), lambda x: x.normal_(0, -1), lambda x: x.exponential_(), lambda x: x.uniform_()):
        attempt("in place", lambda: work(target))
    attempt("around", lambda: torch.normal(target, 0.0))
    attempt("each", lambda: torch.bernoulli(target))

# %% lines_of_a_backward_that_calls_another
import warnings


class Inner(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 1

    @staticmethod
    def backward(ctx, grad):
        inner = torch.tensor(-1.0, requires_grad=True)
        with torch.enable_grad():
            (inner.sqrt() * 1).backward()
        return grad


y = Inner.apply(torch.ones(2, requires_grad=True))
with warnings.catch_warnings(record=True) as caught, torch.autograd.set_detect_anomaly(True):
    warnings.simplefilter("always")
    attempt("nan", lambda: y.sum().backward())
show("warnings", [str(item.message).strip().partition("\n")[0] for item in caught])

# %% nothing_comes_back_to_numbers_that_were_written_over
x, factor = torch.zeros(3), torch.ones(3, requires_grad=True)
piece = x[...]
piece *= factor
x[...] = piece
x.grad_fn.next_functions[0][0].register_hook(lambda sent, arrived: show("sent", [item is None for item in sent]))
(x * x).sum().backward(inputs=[factor])

# %% copies_of_numpys_memory
import copy
import pickle

import numpy as np

whole = np.arange(12.0).reshape(3, 4)
for array in (whole[1:], whole[:, 1:], whole[::2], whole.T, whole[1], whole[:, 1]):
    x = torch.from_numpy(array)
    for item in (x, x[:1], x[..., 1:]):
        for twin in (copy.deepcopy(item), pickle.loads(pickle.dumps(item))):
            show("memory", [twin.stride(), twin.storage_offset(), twin])

# %% a_backward_that_begins_at_a_leaf
import warnings

x = torch.ones(3, requires_grad=True)
x.sum().backward()
x.data = torch.ones(2)
with warnings.catch_warnings(record=True) as caught, torch.autograd.set_detect_anomaly(True):
    warnings.simplefilter("always")
    attempt("another shape", lambda: x.backward(torch.ones(2)))
show("warnings", [str(item.message).strip().partition("\n")[0] for item in caught])

# %% what_is_looked_at_before_it_is_computed
base = torch.ones(2, 3, requires_grad=True) * 2
piece = base.unbind(0)[0]
base.mul_(2)
with torch.inference_mode():
    inferred = torch.ones(5)
weight = torch.ones(2, requires_grad=True)
works = [
    lambda: piece @ weight, lambda: piece * weight, lambda: piece.split([1, 1]), lambda: piece.diagonal(),
    lambda: weight * inferred, lambda: torch.cat([weight, piece[None]]), lambda: weight.clone().mul_(inferred),
    lambda: (weight * 1).copy_(piece), lambda: torch.nn.functional.conv1d(inferred.view(1, 1, 5), weight.view(1, 2, 1)),
]  # fmt: skip
for work in works:
    attempt("recorded", work)
    with torch.no_grad():
        attempt("not recorded", work)


def pack(tensor):
    show("pack", tensor)
    return tensor


with torch.autograd.graph.saved_tensors_hooks(pack, lambda tensor: tensor):
    attempt("sizes", lambda: weight * torch.ones(3, requires_grad=True))
    attempt("in place", lambda: weight.clone().mul_(torch.ones(3)))
    attempt("places", lambda: weight.index_select(0, torch.tensor([5])))
    attempt("channels", lambda: torch.nn.functional.conv1d(torch.ones(1, 1, 5), weight.view(1, 2, 1)))
    attempt("no rows", lambda: torch.nn.functional.embedding(torch.tensor([0]), weight.sum()))


# %% nothing_is_written_to_nothing
def put(x, places, value):
    x[places] = value


for x, places in ((torch.tensor(1.0), torch.tensor(False)), (torch.ones(3), torch.zeros(0, dtype=torch.int64))):
    for value in (torch.zeros(0, 0), torch.zeros(2, 0), torch.zeros(1, 0), torch.zeros(0)):
        attempt("put", lambda: put(x, places, value))
        attempt("put, recorded", lambda: put(x * torch.ones(1, requires_grad=True).sum(), places, value))


# %% an_answer_for_nobody
class WrongShape(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 1

    @staticmethod
    def backward(ctx, grad):
        return torch.ones(7)


x = torch.ones(1, 3, requires_grad=True)
with torch.no_grad():
    piece = x[0]
for hooked in (False, True):
    y = WrongShape.apply(piece)
    if hooked:
        y.register_hook(lambda grad: None)
    attempt("of a view without a way back", lambda: (y * x).sum().backward())

# %% what_is_written_over_is_copied_before
x = torch.ones(3, requires_grad=True)
with torch.inference_mode():
    inferred, fitting = torch.ones(2), torch.ones(3)
for target in (inferred, fitting):
    for work in (lambda y: y.mul_(x), lambda y: y.add_(x), lambda y: y.copy_(x)):
        attempt("in place", lambda: work(target))

# %% rows_of_nothing
for weight in (torch.zeros(1, 0), torch.zeros(0, 3), torch.zeros(2, 0)):
    for places in (torch.tensor([0, 1]), torch.tensor([[-1]]), torch.zeros(2, 0, dtype=torch.int64)):
        attempt("embedding", lambda: torch.nn.functional.embedding(places, weight).shape)

# %% numpys_memory_may_be_written
import numpy as np

x = torch.ones(3, 2)
for piece in (
    x.broadcast_to((2, 3, 2)),
    x.broadcast_to((2, 3, 2))[0],
    x[:1].expand(3, 2)[:, 1],
    x[0],
    x.unfold(0, 2, 1),
):
    show("writeable", [piece.numpy().flags.writeable, torch.from_numpy(piece.numpy()).stride()])

# %% shapes_before_kernels
truths = torch.tensor([[True, False], [False, True]])
for work in (lambda x, y: x**y, lambda x, y: torch.atan2(x, y), lambda x, y: torch.remainder(x, y)):
    for other in (torch.ones(3) > 0, torch.ones(2) > 0):
        attempt("of truths", lambda: work(truths, other))

# %% a_gradient_of_a_former_shape
for before, after in (((1, 3), (3, 1)), ((2, 3), (3, 2)), ((1, 3), (2, 3)), ((3,), (2, 3))):
    for watched in (False, True):
        x = torch.ones(before, requires_grad=True)
        x.sum().backward()
        if watched:
            x.register_hook(lambda grad: None)
        x.data = torch.ones(after)
        attempt("added", lambda: x.sum().backward())
        show("afterwards", x.grad)

# %% the_sign_in_a_norm
x = torch.tensor([1.0, -2.0, 0.0], requires_grad=True)
for order in (1, float("inf"), 0.5, 1.5, 3.0):
    (gradient,) = torch.autograd.grad(torch.linalg.vector_norm(x, order), x, create_graph=True)
    show("recorded", gradient.requires_grad)

# %% retained_before_the_next_input_is_refused
x = torch.ones(2, requires_grad=True) * 2
with torch.no_grad():
    view = x.view(-1)
y = x * 3
x.mul_(2)
attempt("a view that may not follow", lambda: y.sum().backward(inputs=[y, view]))
show("retained", y.retains_grad)


# %% second_derivatives_behind_a_written_view
class Tanh(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.mark_dirty(x)
        ctx.save_for_backward(x.tanh_())
        return x

    @staticmethod
    def backward(ctx, grad):
        (result,) = ctx.saved_tensors
        return grad * (1 - result * result)


works = [
    lambda view: view.sigmoid_(), lambda view: view.sqrt_(), lambda view: view.pow_(2), lambda view: view.reciprocal_(),
    lambda view: view[:1].sigmoid_(), lambda view: view.view(2, 1).t().sigmoid_(), Tanh.apply,
]  # fmt: skip
for work in works:
    leaf = torch.tensor([-2.625, 1.375, 0.5], dtype=torch.float64, requires_grad=True)
    base = leaf * 1
    view = base[1:]
    work(view)
    (slope,) = torch.autograd.grad((view * view).sum() + (base * base * base).sum(), leaf, create_graph=True)
    show("curvature", [torch.autograd.grad(slope.sum(), x, retain_graph=True) for x in (leaf, base, view)])

# %% a_number_has_no_rows
number, places = torch.tensor(1.0, requires_grad=True), torch.tensor([0, 1])
attempt("recorded", lambda: torch.nn.functional.embedding(places, number))
with torch.no_grad():
    attempt("in no_grad", lambda: torch.nn.functional.embedding(places, number))

# %% triangular_systems_in_memory
matrix, right = torch.eye(2) + torch.ones(2, 2).triu(1), torch.ones(2, 3)
for stretched in (matrix, matrix.expand(3, 2, 2)):
    for side in (right, torch.ones(3, 2).t(), torch.ones(3, 2, 3)):
        found = [
            torch.linalg.solve_triangular(stretched, side, upper=True),
            torch.linalg.solve_triangular(stretched, side.mT, upper=True, left=False),
            torch.cholesky_solve(side, stretched),
        ]
        show("strides", [item.stride() for item in found])

# %% zeros_in_inference_mode
x, other = torch.ones(2, requires_grad=True), torch.ones(2, requires_grad=True)
y = x * 2
with torch.inference_mode():
    zeros = torch.autograd.grad(y.sum(), [x, other], materialize_grads=True)
show("inference", [item.is_inference() for item in zeros])

# %% what_nobody_asks_for_was_written_too
leaf, factor = torch.ones(1, 2, requires_grad=True), torch.tensor([[1.5]], requires_grad=True)
right = leaf * 1
solved = right.cholesky_solve(factor)
right.tanh_()
attempt("a right-hand side", lambda: solved.sum().backward())
bias = torch.ones(2, requires_grad=True) * 1
normalised = torch.nn.functional.layer_norm(leaf, (2,), bias=bias)
bias.mul_(2)
attempt("a bias", lambda: normalised.sum().backward())

# %% truth_values_have_another_type_name
x = torch.ones(2, requires_grad=True)
mask = torch.tensor([True, False])
y = x.masked_fill(mask, 2)
mask.fill_(False)
attempt("written", lambda: y.sum().backward())
z = x * 1
z.register_hook(lambda grad: grad > 0)
attempt("a hook", lambda: z.sum().backward())
attempt("embedding", lambda: torch.nn.functional.embedding(mask, torch.ones(2, 2)))
attempt("map_", lambda: mask.map_(torch.ones(2), lambda one, two: one))

# %% detached_in_place_is_one_tensor_alone
import pickle

w = torch.ones(2, requires_grad=True)
for saved in (lambda x: x.detach(), lambda x: x.view(2), lambda x: x[:1].detach(), lambda x: x.data):
    x = w * 2
    y = w * saved(x)
    x.detach_()
    attempt("another on its memory", lambda: torch.autograd.grad(y.sum(), w))
x = w * 2
y = w * x
x.detach_()
attempt("itself", lambda: y.sum().backward())
show("saved", [y.grad_fn._saved_other is x, pickle.loads(pickle.dumps(x))])
x.add_(1)
attempt("saved and written", lambda: y.grad_fn._saved_other)

# %% retain_grad_of_a_tensor_that_is_turned
for turn in (lambda x: x.t_(), lambda x: x.unsqueeze_(0), lambda x: x.as_strided_((3,), (1,))):
    x = torch.ones(2, 3, requires_grad=True) * 2
    x.retain_grad()
    x.sum().backward(retain_graph=True)
    turn(x)
    x.retain_grad()
    x.sum().backward()
    show("kept", [x.retains_grad, x.grad])

# %% retain_grad_of_a_result_that_is_saved
x = torch.ones(2, requires_grad=True).exp()
saved = x.grad_fn._saved_result
x.retain_grad()
saved.retain_grad()
(x * 3).sum().backward()
show("kept", [x.retains_grad, x.grad, saved.retains_grad, saved.grad])

# %% warnings_of_a_mask_in_stretched_memory
stretched = (torch.ones(3, requires_grad=True) * 1).expand(2, 3)
stretched[stretched > 5] = 2.0

# %% a_gradient_times_a_number
vector, matrix = torch.ones(2, requires_grad=True), torch.ones(3, 2, requires_grad=True)
product = torch.addmv(torch.ones(3, requires_grad=True), matrix, vector, beta=0.5, alpha=2)
(slope,) = torch.autograd.grad((product * product).sum(), matrix, create_graph=True)
show("slope", slope)
slope.sum().backward()
slope.sum().backward(inputs=[slope])

# %% a_copy_of_a_tensor_whose_gradient_has_another_shape
import copy

x = torch.ones(2, 3)
x.grad = torch.ones(2, 3)
show("copy", copy.deepcopy(x).grad)
x.t_()
attempt("turned", lambda: copy.deepcopy(x))

# %% an_empty_tensor_written_with_itself
places = torch.zeros(0, dtype=torch.int64)
for grad in (False, True):
    x = torch.zeros(0, requires_grad=grad) * 1
    attempt("itself", lambda: x.index_put_((places,), x))
    attempt("detached", lambda: x.index_put_((places,), x.detach()))
    attempt("added", lambda: x.index_add_(0, places, x.detach()))
    attempt("set", lambda: x.__setitem__(places, x.detach()))

# %% normalised_over_a_batch_that_is_turned
turned = torch.ones(3, 2).t()
show("strides", [torch.nn.functional.batch_norm(turned, None, None, training=True).stride()])

# %% inputs_are_looked_at_one_by_one
x = torch.ones(2, 4, requires_grad=True).log()
part, *_ = x.chunk(2, 1)
x.sin_()
attempt("a view first", lambda: torch.autograd.grad(x.mean(), [part, torch.ones(2)]))
attempt("a view last", lambda: torch.autograd.grad(x.mean(), [torch.ones(2), part]))

# %% nan_that_leads_nowhere
x = torch.tensor([0.0, float("nan")], requires_grad=True)
with torch.no_grad():
    view = x[:]
with torch.autograd.detect_anomaly():
    attempt("nowhere", lambda: (view * view).sum().backward())

# %% a_view_with_data_of_its_own
x = torch.tensor([[1.0, 1.5], [2.0, 0.375], [2.25, 2.0]], requires_grad=True)
view = x[1:]
view.data = x.detach()[1:].clone()
piece = view.as_strided((2,), (1,))
show("offsets", [view.storage_offset(), piece.storage_offset()])
attempt("gradient", lambda: torch.autograd.grad((piece * piece).sum(), [x, piece]))

# %% hooks_see_all_that_a_function_answers


class Two(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, y):
        return x * 2 + y

    @staticmethod
    def backward(ctx, grad):
        return grad * 2, torch.ones(7)


x = torch.ones(3, requires_grad=True)
with torch.no_grad():
    view = x.view(-1)
for inputs in ((x, view), (view, view), (x, torch.ones(3))):
    made = Two.apply(*inputs)
    made.grad_fn.register_hook(lambda given, received: show("hook", [*given, *received]))
    made.sum().backward()
    show("x.grad", x.grad)

# %% what_leads_nowhere_is_not_run_for_others
x, other = torch.ones(3, requires_grad=True), torch.ones(3, requires_grad=True)
with torch.no_grad():
    view = x.view(-1)
logs = (view * 0.5).log()
logs.sum().backward()
attempt("unused", lambda: torch.autograd.grad(logs.sum(), other, allow_unused=True))
attempt("not allowed", lambda: torch.autograd.grad(logs.sum(), other))
made = view * 2
made.grad_fn.register_prehook(lambda received: show("ran", [*received]))
attempt("hooked", lambda: torch.autograd.grad((made * made).sum(), other, allow_unused=True))

# %% windows_of_stretched_memory_are_written
x = torch.ones(3)
windows = x.expand(2, 3).unfold(-1, 2, 1)
attempt("zeros", lambda: windows.unsqueeze(0)[0].zero_())
show("x", x)
