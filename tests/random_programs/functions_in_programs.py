"""The custom Functions that random programs apply: each does one thing that a Function can do."""

from custom_functions import custom


def functions_of(torch, say):
    """Name → Function, for one package."""
    made = {**plain(say), **several(say), **in_place(), **strange(torch, say)}
    return {name: custom(torch, name, *pair) for name, pair in made.items()} | {"Cube": cube(torch)}


def same(ctx, x):
    """Forward, as a tensor of its own."""
    return x * 1


def square(ctx, x):
    """Forward, with its input kept."""
    ctx.save_for_backward(x)
    return x * x


def plain(say):
    """One output, something saved."""

    def double(ctx, grad):
        say("Double", grad, ctx.needs_input_grad)
        return grad * 2

    def product(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a * b

    def times(ctx, grad):
        a, b = ctx.saved_tensors
        say("Times", grad, ctx.needs_input_grad)
        return grad * b, grad * a

    def exponential(ctx, x):
        result = x.exp()
        ctx.save_for_backward(result)
        return result

    return {
        "Double": (lambda ctx, x: x * 2, double),
        "Times": (product, times),
        "Exponential": (exponential, lambda ctx, grad: grad * ctx.saved_tensors[0]),
    }


def cube(torch):
    """A Function whose context is set up apart."""

    class Cube(torch.autograd.Function):
        @staticmethod
        def forward(x, power):
            return x**power

        @staticmethod
        def setup_context(ctx, inputs, output):
            x, ctx.power = inputs
            ctx.save_for_backward(x, output)

        @staticmethod
        def backward(ctx, grad):
            x, _ = ctx.saved_tensors
            return grad * ctx.power * x ** (ctx.power - 1), None

    return Cube


def several(say):
    """Several outputs, some of which take no part."""

    def pair(ctx, first, second):
        say("Pair", first, second)
        return first * 2 + second * 3

    def around(ctx, x):
        ctx.set_materialize_grads(False)
        return x + 1, x - 1

    def pair_of_none(ctx, first, second):
        say("PairOfNone", first, second)
        return first if second is None else second if first is None else first + second

    def order(ctx, x):
        values, places = x.flatten().sort()
        ctx.mark_non_differentiable(places)
        ctx.save_for_backward(places)
        ctx.shape = x.shape
        return values, places

    def ordered(ctx, grad, nothing):
        say("Ordered", grad, nothing)
        (places,) = ctx.saved_tensors
        return grad.new_zeros(grad.shape).index_put((places,), grad).view(ctx.shape)

    def scaled(ctx, x, factor):
        ctx.factor = factor
        return x * factor, factor

    return {
        "Pair": (lambda ctx, x: (x * 2, x * 3), pair),
        "PairOfNone": (around, pair_of_none),
        "Ordered": (order, ordered),
        "WithNumber": (scaled, lambda ctx, grad, _: (grad * ctx.factor, None)),
    }


def in_place():
    """Functions that write into their input, or give it back."""

    def add(ctx, x):
        ctx.mark_dirty(x)
        return x.add_(1)

    return {"Raise": (add, lambda ctx, grad: grad), "Same": (lambda ctx, x: x, lambda ctx, grad: grad * 5)}


def strange(torch, say):
    """Functions that send None, forget, or fail."""

    @torch.autograd.function.once_differentiable
    def once(ctx, grad):
        say("Once", grad)
        return 2 * grad * ctx.saved_tensors[0]

    def breaks(ctx, grad):
        raise ValueError("this one breaks")

    def inner(ctx, grad):
        fresh = ctx.saved_tensors[0].detach().requires_grad_()
        with torch.enable_grad():
            (fresh * fresh).sum().backward()
        say("Inner", fresh.grad)
        return grad * fresh.grad

    return {
        "Nothing": (same, lambda ctx, grad: say("Nothing", grad)),
        "Once": (square, once),
        "TooMany": (same, lambda ctx, grad: (grad, grad)),
        "WrongShape": (same, lambda ctx, grad: grad.new_ones(7)),
        "Breaks": (same, breaks),
        "Inner": (square, inner),
    }
