"""The custom Functions that random programs apply: each does one thing that a Function can do."""


def functions_of(torch, say):
    """Name → Function, for one package."""
    Function = torch.autograd.Function
    return {**plain(Function, say), **several(Function, say), **in_place(Function), **strange(torch, Function, say)}


def plain(Function, say):  # noqa: N803
    """One output, something saved."""

    class Double(Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2

        @staticmethod
        def backward(ctx, grad):
            say("Double", grad, ctx.needs_input_grad)
            return grad * 2

    class Times(Function):
        @staticmethod
        def forward(ctx, a, b):
            ctx.save_for_backward(a, b)
            return a * b

        @staticmethod
        def backward(ctx, grad):
            a, b = ctx.saved_tensors
            say("Times", grad, ctx.needs_input_grad)
            return grad * b, grad * a

    class Cube(Function):
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

    class Exponential(Function):
        @staticmethod
        def forward(ctx, x):
            result = x.exp()
            ctx.save_for_backward(result)
            return result

        @staticmethod
        def backward(ctx, grad):
            return grad * ctx.saved_tensors[0]

    return {kind.__name__: kind for kind in (Double, Times, Cube, Exponential)}


def several(Function, say):  # noqa: N803
    """Several outputs, some of which take no part."""

    class Pair(Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2, x * 3

        @staticmethod
        def backward(ctx, first, second):
            say("Pair", first, second)
            return first * 2 + second * 3

    class PairOfNone(Function):
        @staticmethod
        def forward(ctx, x):
            ctx.set_materialize_grads(False)
            return x + 1, x - 1

        @staticmethod
        def backward(ctx, first, second):
            say("PairOfNone", first, second)
            return first if second is None else second if first is None else first + second

    class Ordered(Function):
        @staticmethod
        def forward(ctx, x):
            values, places = x.flatten().sort()
            ctx.mark_non_differentiable(places)
            ctx.save_for_backward(places)
            ctx.shape = x.shape
            return values, places

        @staticmethod
        def backward(ctx, grad, nothing):
            say("Ordered", grad, nothing)
            (places,) = ctx.saved_tensors
            return grad.new_zeros(grad.shape).index_put((places,), grad).view(ctx.shape)

    class WithNumber(Function):
        @staticmethod
        def forward(ctx, x, factor):
            ctx.factor = factor
            return x * factor, factor

        @staticmethod
        def backward(ctx, grad, _):
            return grad * ctx.factor, None

    return {kind.__name__: kind for kind in (Pair, PairOfNone, Ordered, WithNumber)}


def in_place(Function):  # noqa: N803
    """Functions that write into their input, or give it back."""

    class Raise(Function):
        @staticmethod
        def forward(ctx, x):
            ctx.mark_dirty(x)
            return x.add_(1)

        @staticmethod
        def backward(ctx, grad):
            return grad

    class Same(Function):
        @staticmethod
        def forward(ctx, x):
            return x

        @staticmethod
        def backward(ctx, grad):
            return grad * 5

    return {kind.__name__: kind for kind in (Raise, Same)}


def strange(torch, Function, say):  # noqa: N803
    """Functions that send None, forget, or fail."""

    class Nothing(Function):
        @staticmethod
        def forward(ctx, x):
            return x * 1

        @staticmethod
        def backward(ctx, grad):
            say("Nothing", grad)

    class Once(Function):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x)
            return x * x

        @staticmethod
        @torch.autograd.function.once_differentiable
        def backward(ctx, grad):
            say("Once", grad)
            return 2 * grad * ctx.saved_tensors[0]

    class TooMany(Function):
        @staticmethod
        def forward(ctx, x):
            return x * 1

        @staticmethod
        def backward(ctx, grad):
            return grad, grad

    class WrongShape(Function):
        @staticmethod
        def forward(ctx, x):
            return x * 1

        @staticmethod
        def backward(ctx, grad):
            return grad.new_ones(7)

    class Breaks(Function):
        @staticmethod
        def forward(ctx, x):
            return x * 1

        @staticmethod
        def backward(ctx, grad):
            raise ValueError("this one breaks")

    class Inner(Function):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x)
            return x * x

        @staticmethod
        def backward(ctx, grad):
            fresh = ctx.saved_tensors[0].detach().requires_grad_()
            with torch.enable_grad():
                (fresh * fresh).sum().backward()
            say("Inner", fresh.grad)
            return grad * fresh.grad

    return {kind.__name__: kind for kind in (Nothing, Once, TooMany, WrongShape, Breaks, Inner)}
