# ruff: noqa: E402, F821
"""Custom Functions: what they write in place, what they refuse, and what is told when they are wrong."""


# %% the_memory_behind_a_view_is_changed
class Kept(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        y = x.clone()
        ctx.behind = y
        z = y.t()
        ctx.save_for_backward(z)
        return z

    @staticmethod
    def backward(ctx, gradient):
        return gradient * ctx.saved_tensors[0]


x = torch.ones(2, 2, requires_grad=True)
y = Kept.apply(x)
y.grad_fn.behind.mul_(2)
attempt("backward", lambda: y.sum().backward())


# %% marked_as_dirty
def function(forward):
    class Marked(torch.autograd.Function):
        @staticmethod
        def backward(ctx, *gradients):
            return gradients[0] * 2

    Marked.forward = staticmethod(forward)
    return Marked


def no_input(ctx, x):
    y = x * 1
    ctx.mark_dirty(y)
    return y


def no_input_but_a_view(ctx, x):
    y = (x * 1).t()
    ctx.mark_dirty(y)
    return y


def no_input_with_its_view(ctx, x):
    y = x * 1
    ctx.mark_dirty(y)
    return y, y.t()


def not_returned(ctx, x):
    ctx.mark_dirty(x)
    return x * 1


def with_another(ctx, x):
    x.mul_(2)
    ctx.mark_dirty(x)
    return x, x * 2


def view_of_the_input(ctx, x):
    y = x.t()
    y.mul_(2)
    ctx.mark_dirty(y)
    return y


def not_differentiable(ctx, x):
    x.mul_(2)
    ctx.mark_dirty(x)
    ctx.mark_non_differentiable(x)
    return x


def not_differentiable_view(ctx, x):
    y = (x * 1).t()
    ctx.mark_dirty(y)
    ctx.mark_non_differentiable(y)
    return y


def not_differentiable_with_another(ctx, x):
    x.mul_(2)
    ctx.mark_dirty(x)
    ctx.mark_non_differentiable(x)
    return x, x * 2


KINDS = [no_input, no_input_but_a_view, no_input_with_its_view, not_returned, with_another, view_of_the_input]
KINDS += [not_differentiable, not_differentiable_view, not_differentiable_with_another]
for kind in KINDS:
    for number in range(5):
        x = torch.tensor([[-1.0, 2.0], [3.0, 4.0]], requires_grad=True)
        given = [x, x * 2, (x * 2).t(), x.t(), x.detach()][number]

        def run():
            out = function(kind).apply(given)
            outs = out if isinstance(out, tuple) else (out,)
            return [[o._version, o.requires_grad, type(o.grad_fn).__name__, o is given] for o in outs]

        attempt(f"{kind.__name__} {number}", run)
        show("version", given._version)


# %% setup_context_saves_an_input_that_is_an_output
class AsItCame(torch.autograd.Function):
    @staticmethod
    def forward(x, y):
        return x

    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.save_for_backward(*inputs)

    @staticmethod
    def backward(ctx, gradient):
        return gradient, None


class AnotherView(AsItCame):
    @staticmethod
    def forward(x, y):
        return x.view_as(x)


x, y = torch.ones(2, requires_grad=True), torch.ones(2)
attempt("as it came", lambda: AsItCame.apply(x, y))
attempt("not recorded", lambda: AsItCame.apply(y, y))
with torch.no_grad():
    attempt("in no_grad", lambda: AsItCame.apply(x, y))
attempt("the other", lambda: AsItCame.apply(y, x))
attempt("a view", lambda: AnotherView.apply(x, y).sum().backward())


# %% gradient_for_a_number
class MyFn(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a, n):
        return a * n

    @staticmethod
    def backward(ctx, g):
        return g, g


MyFn.apply(torch.tensor(1.0, requires_grad=True), 3).backward()
