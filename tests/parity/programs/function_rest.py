# ruff: noqa: F821, E402
"""Custom Functions, the rest: what may be returned, marked, saved; contexts made apart; what ctx is."""


# %% outputs_of_other_kinds
def forward(ctx, a, kind):
    return {"list": [a * 2, a], "dict": {"a": a * 2}, "none": None, "number": 3, "text": "x", "empty": ()}[kind]


Kinds, x = custom("Kinds", forward, lambda ctx, *g: (g[0], None)), torch.tensor([1.0], requires_grad=True)
for kind in ("list", "dict", "none", "number", "text", "empty"):
    attempt(kind, lambda: Kinds.apply(x, kind))


# %% static_methods_called
base = torch.autograd.Function
attempt("forward", lambda: base.forward(None, 1))
attempt("setup_context", lambda: base.setup_context(None, (), None))
attempt("backward", lambda: base.backward(None, 1))
attempt("apply", lambda: base.apply(torch.ones(1, requires_grad=True)))


# %% setup_context_with_keywords
class Scale(torch.autograd.Function):
    @staticmethod
    def forward(a, factor=2.0, *, offset=1.0):
        show("grad mode", torch.is_grad_enabled())
        return a * factor + offset

    @staticmethod
    def setup_context(ctx, inputs, output):
        show("inputs", list(inputs))
        show("output", [output, torch.is_grad_enabled()])
        ctx.factor = inputs[1]

    @staticmethod
    def backward(ctx, g):
        return g * ctx.factor, None


x = torch.tensor([1.0], requires_grad=True)
attempt("defaults", lambda: Scale.apply(x).backward())
attempt("one given", lambda: Scale.apply(x, 3.0).backward())
attempt("by keyword", lambda: Scale.apply(x, factor=4.0).backward())
attempt("keyword only", lambda: Scale.apply(x, offset=4.0))
attempt("missing", lambda: Scale.apply())
attempt("unknown", lambda: Scale.apply(x, other=1))
show("grad", x.grad)


# %% once_differentiable_several
from torch.autograd.function import once_differentiable


@once_differentiable
def backward(ctx, g, h):
    show("grad mode", [torch.is_grad_enabled(), g.requires_grad])
    return g * 2, h * 3, None


Three = custom("Three", lambda ctx, a, b, n: (a * 2, b * 3), backward)
x, y = torch.tensor([1.0], requires_grad=True), torch.tensor([2.0], requires_grad=True)
seed = torch.tensor([1.0], requires_grad=True)
first, second = Three.apply(x, y, 3)
grads = torch.autograd.grad((first, second), (x, y), (seed, seed), create_graph=True)
print(grads)
print(grads[0].grad_fn.name(), grads[0].grad_fn.next_functions)
attempt("again", lambda: (grads[0] + grads[1]).backward())
first, second = Three.apply(x, y, 3)
(first + second).backward()
show("grads", [x.grad, y.grad])
show("name", Three.backward.__name__)

# %% what_ctx_is
from torch.autograd.function import BackwardCFunction, FunctionCtx


kept = []
Double = custom("Double", lambda ctx, a: kept.append(ctx) or a * 2)
x = torch.tensor(1.0, requires_grad=True)
y = Double.apply(x)
ctx = kept[0]
show("is", [ctx is y.grad_fn, isinstance(ctx, FunctionCtx), isinstance(ctx, Double._backward_cls)])
show("is", [isinstance(ctx, BackwardCFunction), isinstance(ctx, torch.autograd.graph.Node)])
show("names", [type(ctx).__name__, ctx.name(), Double.__name__, type(ctx).__module__])
ctx.anything = 5
show("attributes", [ctx.anything, ctx._forward_cls is Double, ctx.metadata])
attempt("unknown", lambda: ctx.unknown)
attempt("edges", lambda: ctx.next_functions)
show("numbers", ctx._sequence_nr() < (x * 1).grad_fn._sequence_nr())


# %% dirty_input_keeps_its_wish
Triple = custom("Triple", lambda ctx, a: ctx.mark_dirty(a) or a.mul_(3), lambda ctx, g: 3 * g)
x = torch.tensor([1.0, 2.0], requires_grad=True)
y = x * 1
y.retain_grad()
z = Triple.apply(y)
show("retains", [z is y, y.retains_grad])
(y * y).sum().backward()
show("grads", [x.grad, y.grad])


# %% saved_under_its_old_name
def backward(ctx, gradient):
    (x,) = ctx.saved_variables
    show("saved", [x, x is ctx.saved_tensors[0]])
    return gradient * 2


x = torch.tensor([1.0, 3.0], requires_grad=True)
y = custom("Double", lambda ctx, x: ctx.save_for_backward(x) or x * 2, backward).apply(x)
y.sum().backward()
show("x.grad", x.grad)
attempt("freed", lambda: y.grad_fn.saved_variables)
