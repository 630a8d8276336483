# ruff: noqa: F821
"""What random programs found: small things in which autograd_lab once differed."""

# %% splitting
x = torch.zeros(2, 3)
attempt("sum", lambda: x.split([1, 1], -1))
attempt("negative", lambda: x.split([4, -1], 1))


# %% zero_dimensions
s = torch.tensor(1.0)
show("T", [s.T, s.mT])


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
attempt("parameter", lambda: torch.nn.Parameter(i))


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
attempt("the start itself", lambda: torch.autograd.grad(x.sum(), [x]))
show("a leaf", torch.autograd.grad(x, [x], torch.ones(2, 3)))


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


# %% a_packed_number_is_shown
y = torch.ones(2, requires_grad=True).mul(3)
y.grad_fn._raw_saved_other.register_hooks(lambda t: t + 1, lambda t: t)
show("packed", y.grad_fn._saved_other)


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
    lambda x: x.clone(), lambda x: x.double(), lambda x: x.flip(0),
    lambda x: x.rot90(), lambda x: x.rot90(2), lambda x: x.gather(0, x.argsort(0)), torch.zeros_like,
]  # fmt: skip
for order in itertools.permutations(range(3)):
    y = x.permute(order)
    for view in (y, y[:, ::2], y.expand(2, *y.shape), y[:, :1].expand(y.shape), y.unfold(1, 2, 1)):
        results = [work(view) for work in works]
        show("strides", [[step for step, n in zip(y.stride(), y.shape) if n > 1] for y in results])


# %% a_mask_of_nothing
x, mask = torch.zeros(3, 2), torch.zeros(0, dtype=torch.bool)
attempt("read", lambda: x[mask])
attempt("read in the second place", lambda: x[[0, 1], mask])
attempt("written", lambda: x.__setitem__(mask, 1.0))
attempt("put", lambda: x.index_put((mask,), torch.zeros(0, 2)))
show("it fits", torch.zeros(0, 2)[mask])


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


# %% nothing_is_written_to_nothing
def put(x, places, value):
    x[places] = value


for x, places in ((torch.tensor(1.0), torch.tensor(False)), (torch.ones(3), torch.zeros(0, dtype=torch.int64))):
    for value in (torch.zeros(0, 0), torch.zeros(2, 0), torch.zeros(1, 0), torch.zeros(0)):
        attempt("put", lambda: put(x, places, value))
        attempt("put, recorded", lambda: put(x * torch.ones(1, requires_grad=True).sum(), places, value))


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


# %% windows_of_stretched_memory_are_written
x = torch.ones(3)
windows = x.expand(2, 3).unfold(-1, 2, 1)
attempt("zeros", lambda: windows.unsqueeze(0)[0].zero_())
show("x", x)
