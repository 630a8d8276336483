# ruff: noqa: E402, F821
"""Custom Functions: what they write in place, what they refuse, and what is told when they are wrong."""


# %% the_memory_behind_a_view_is_changed
def forward(ctx, x):
    y = x.clone()
    ctx.behind = y
    z = y.t()
    ctx.save_for_backward(z)
    return z


x = torch.ones(2, 2, requires_grad=True)
y = custom("Kept", forward, lambda ctx, gradient: gradient * ctx.saved_tensors[0]).apply(x)
y.grad_fn.behind.mul_(2)
attempt("backward", lambda: y.sum().backward())


# %% marked_as_dirty
def not_returned(ctx, x):
    ctx.mark_dirty(x)
    return x * 1


def with_another(ctx, x):
    x.mul_(2)
    ctx.mark_dirty(x)
    return x, x * 2


def not_differentiable(ctx, x):
    x.mul_(2)
    ctx.mark_dirty(x)
    ctx.mark_non_differentiable(x)
    return x


def not_differentiable_with_another(ctx, x):
    x.mul_(2)
    ctx.mark_dirty(x)
    ctx.mark_non_differentiable(x)
    return x, x * 2


for kind in (not_returned, with_another, not_differentiable, not_differentiable_with_another):
    for number in range(5):
        x = torch.tensor([[-1.0, 2.0], [3.0, 4.0]], requires_grad=True)
        given = [x, x * 2, (x * 2).t(), x.t(), x.detach()][number]

        def run():
            out = custom("Marked", kind, lambda ctx, *gradients: gradients[0] * 2).apply(given)
            outs = out if isinstance(out, tuple) else (out,)
            return [[o._version, o.requires_grad, type(o.grad_fn).__name__, o is given] for o in outs]

        attempt(f"{kind.__name__} {number}", run)
        show("version", given._version)


# %% gradient_for_a_number
custom("MyFn", lambda ctx, a, n: a * n, lambda ctx, g: (g, g)).apply(
    torch.tensor(1.0, requires_grad=True), 3
).backward()
