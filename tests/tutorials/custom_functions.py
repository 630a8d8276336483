"""Operations of one's own: a forward, a backward, and everything that may stand between them."""

import warnings

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.autograd import Function, gradcheck, gradgradcheck
from torch.autograd.function import FunctionCtx, once_differentiable

torch.manual_seed(0)


def section(title):
    print(f"\n--- {title} ---")


def attempt(what, action):
    """Print the kind of the error and the first line of what it says."""
    try:
        print(f"{what}: returned {action()}")
    except Exception as error:
        print(f"{what}: {type(error).__name__}: {str(error).strip().splitlines()[0]}")


section("the smallest one")


class Square(Function):
    """x -> x * x, with the derivative written down by hand."""

    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        print("  forward sees requires_grad =", x.requires_grad, "and recording is", torch.is_grad_enabled())
        return x * x

    @staticmethod
    def backward(ctx, grad_output):
        (x,) = ctx.saved_tensors
        print("  backward gets", grad_output, "and needs", ctx.needs_input_grad)
        return 2 * x * grad_output


square = Square.apply
x = torch.tensor([1.0, -2.0, 3.0], requires_grad=True)
y = square(x)
print(y, y.grad_fn.name(), y.grad_fn.next_functions[0][0].name())
print("its node is a", type(y.grad_fn).__name__, "| a FunctionCtx:", isinstance(y.grad_fn, FunctionCtx))
print("what it keeps:", y.grad_fn.saved_tensors, y.grad_fn.saved_tensors[0] is x)
y.backward(torch.tensor([1.0, 1.0, 10.0]))
print("x.grad:", x.grad)
attempt("again", lambda: y.backward(torch.ones(3)))
print("nobody needs a gradient:", square(torch.tensor([4.0])).grad_fn)
attempt("too many arguments", lambda: square(x, x))

section("forward without ctx")


class Affine(Function):
    """scale * x + shift, where scale is a plain number, shift a tensor, and mode a word."""

    @staticmethod
    def forward(x, scale, shift, mode="plain"):
        return scale * x + shift if mode == "plain" else scale * x - shift

    @staticmethod
    def setup_context(ctx, inputs, output):
        x, scale, shift, mode = inputs if len(inputs) == 4 else (*inputs, "plain")
        ctx.scale, ctx.sign = scale, 1 if mode == "plain" else -1
        print("  setup:", tuple(x.shape), scale, tuple(shift.shape), mode, "->", tuple(output.shape))

    @staticmethod
    def backward(ctx, grad):
        print("  wanted:", ctx.needs_input_grad)
        return (grad * ctx.scale, None, grad * ctx.sign, None)[: len(ctx.needs_input_grad)]


shift = torch.tensor([10.0, 20.0, 30.0], requires_grad=True)
out = Affine.apply(x, 3.0, shift, "minus")
print(out, [None if node is None else node.name() for node, _ in out.grad_fn.next_functions])
print(torch.autograd.grad(out.sum(), [x, shift]))
print(torch.autograd.grad(Affine.apply(x.detach(), 0.5, shift).sum(), shift))

section("several results, some of them never used")


class Split(Function):
    """Sum and product of two tensors."""

    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a + b, a * b

    @staticmethod
    def backward(ctx, from_sum, from_product):
        a, b = ctx.saved_tensors
        print("  received", from_sum, from_product)
        return from_sum + from_product * b, from_sum + from_product * a


class SplitWithHoles(Split):
    """The same, but it is told None where nothing came back."""

    @staticmethod
    def forward(ctx, a, b):
        ctx.set_materialize_grads(False)
        return Split.forward(ctx, a, b)

    @staticmethod
    def backward(ctx, from_sum, from_product):
        a, b = ctx.saved_tensors
        print("  received", from_sum, from_product)
        if from_product is None:
            return from_sum, from_sum
        return from_product * b, from_product * a


a = torch.tensor([2.0, 3.0], requires_grad=True)
b = torch.tensor([5.0, 7.0], requires_grad=True)
for kind in (Split, SplitWithHoles):
    added, multiplied = kind.apply(a, b)
    print(added.grad_fn is multiplied.grad_fn, added.output_nr, multiplied.output_nr, multiplied)
    print(torch.autograd.grad(multiplied.sum(), [a, b], retain_graph=True))
    print(torch.autograd.grad(added.sum(), [a, b]))

section("results without a derivative, and results made in place")


class TopTwo(Function):
    """The two largest elements, and where they were."""

    @staticmethod
    def forward(ctx, x):
        values, places = x.topk(2)
        ctx.mark_non_differentiable(places)
        ctx.save_for_backward(places)
        ctx.length = x.numel()
        return values, places

    @staticmethod
    def backward(ctx, grad_values, grad_places):
        (places,) = ctx.saved_tensors
        print("  for the places:", grad_places)
        return torch.zeros(ctx.length).scatter(0, places, grad_values)


class DoubleInPlace(Function):
    """Writes over its argument."""

    @staticmethod
    def forward(ctx, x):
        ctx.mark_dirty(x)
        return x.mul_(2)

    @staticmethod
    def backward(ctx, grad):
        return grad * 2


values, places = TopTwo.apply(x)
print(values, places, places.requires_grad)
print(torch.autograd.grad(values @ torch.tensor([1.0, 100.0]), x))
start = x * 1
same = DoubleInPlace.apply(start)
print(same is start, start.grad_fn.name(), start._version, torch.autograd.grad(start.sum(), x))
attempt("a leaf may not be written over", lambda: DoubleInPlace.apply(x))

section("backward of backward")


class Cube(Function):
    """Its backward uses operations that are recorded, so it can be differentiated again."""

    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x**3

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return 3 * x**2 * grad


class CubeOnce(Cube):
    """The same, and it says that once is enough."""

    @staticmethod
    @once_differentiable
    def backward(ctx, grad):
        print("  recording:", torch.is_grad_enabled())
        return Cube.backward(ctx, grad)


class Exp(Function):
    """Keeps its result instead of its argument."""

    @staticmethod
    def forward(ctx, x):
        result = x.exp()
        ctx.save_for_backward(result)
        return result

    @staticmethod
    def backward(ctx, grad):
        return grad * ctx.saved_tensors[0]


t = torch.tensor(2.0, requires_grad=True)
first = torch.autograd.grad(Cube.apply(t), t, create_graph=True)[0]
second = torch.autograd.grad(first, t, create_graph=True)[0]
third = torch.autograd.grad(second, t)[0]
print(first, second, third)
once = torch.autograd.grad(CubeOnce.apply(t) ** 2, t, create_graph=True)[0]
print(once.requires_grad, once.grad_fn.name())
attempt("a second time", once.backward)
growing = Exp.apply(t)
print([round(torch.autograd.grad(growing, t, create_graph=True)[0].item(), 4) for _ in range(2)])
print(torch.autograd.grad(torch.autograd.grad(growing, t, create_graph=True)[0], t)[0])

section("checking against differences")
point = torch.tensor([0.5, -1.25, 2.0], dtype=torch.float64, requires_grad=True)


class Wrong(Cube):
    """A cube with a slip of the pen."""

    @staticmethod
    def backward(ctx, grad):
        return 2 * ctx.saved_tensors[0] ** 2 * grad


print("Cube:", gradcheck(Cube.apply, (point,)), gradgradcheck(Cube.apply, (point,)))
print("Exp:", gradcheck(Exp.apply, point, eps=1e-6, atol=1e-5))
print("Wrong:", gradcheck(Wrong.apply, (point,), raise_exception=False))
attempt("Wrong, loudly", lambda: gradcheck(Wrong.apply, (point,)))
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    attempt("float32 is not enough", lambda: gradcheck(Exp.apply, (t * 3,), eps=1e-6))
print("it was warned about:", [str(item.message)[:39] for item in caught])

section("inside a layer")


class LinearFunction(Function):
    """x W^T + b, each gradient only if somebody wants it."""

    @staticmethod
    def forward(ctx, x, weight, bias=None):
        ctx.save_for_backward(x, weight, bias)
        out = x.mm(weight.t())
        return out if bias is None else out + bias

    @staticmethod
    def backward(ctx, grad):
        x, weight, _ = ctx.saved_tensors
        wants_x, wants_weight, wants_bias = ctx.needs_input_grad
        return (
            grad.mm(weight) if wants_x else None,
            grad.t().mm(x) if wants_weight else None,
            grad.sum(0) if wants_bias else None,
        )


class Dense(nn.Module):
    """nn.Linear once more."""

    def __init__(self, n_in, n_out, bias=True):
        super().__init__()
        self.weight = nn.Parameter(torch.empty(n_out, n_in).uniform_(-0.5, 0.5))
        self.register_parameter("bias", nn.Parameter(torch.zeros(n_out)) if bias else None)

    def forward(self, x):
        return LinearFunction.apply(x, self.weight, self.bias)

    def extra_repr(self):
        return f"n_in={self.weight.shape[1]}, n_out={self.weight.shape[0]}, bias={self.bias is not None}"


class SignSTE(Function):
    """-1 or 1 forward; backward pretends that it was a clipped identity (a straight-through estimate)."""

    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return torch.where(x >= 0, 1.0, -1.0)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return grad * (x.abs() <= 1)


class Binary(nn.Module):
    """The activation made of it."""

    def forward(self, x):
        return SignSTE.apply(x)


model = nn.Sequential(Dense(3, 4), Binary(), Dense(4, 2, bias=False))
print(model)
print([(name, tuple(parameter.shape)) for name, parameter in model.named_parameters()])
data = torch.randn(5, 3)
print(data)
output = model(data)
print(output)
target = torch.tensor([0, 1, 1, 0, 1])
loss = F.cross_entropy(output, target)
loss.backward()
print(loss)
for name, parameter in model.named_parameters():
    print(name, parameter.grad, sep="\n")
plain = nn.Linear(3, 4)
plain.load_state_dict(model[0].state_dict())
print("like nn.Linear:", torch.allclose(plain(data), model[0](data)))
inputs = [torch.randn(*shape, dtype=torch.float64).requires_grad_() for shape in ((2, 3), (4, 3), (4,))]
print("checked:", gradcheck(LinearFunction.apply, inputs))

section("mistakes and what is said about them")


def function(forward, backward):
    """A new Function of two functions."""
    return type("Mine", (Function,), {"forward": staticmethod(forward), "backward": staticmethod(backward)}).apply


def identity(ctx, value):
    return value.clone()


attempt("too many gradients", lambda: function(identity, lambda ctx, g: (g, g))(x).sum().backward())
attempt("too few", lambda: function(lambda ctx, p, q: p * q, lambda ctx, g: g)(a, b).sum().backward())
attempt("a wrong shape", lambda: function(identity, lambda ctx, g: g[:2])(x).sum().backward())
attempt("not a tensor", lambda: function(identity, lambda ctx, g: 1.0)(x).sum().backward())
attempt("not a tensor saved", lambda: function(lambda ctx, v: ctx.save_for_backward(3.0), identity)(x))
attempt("no tensor returned", lambda: function(lambda ctx, v: 3.0, identity)(x))
attempt("no backward", lambda: type("Half", (Function,), {"forward": staticmethod(identity)}).apply(x).sum().backward())
attempt("no forward", lambda: type("None_", (Function,), {}).apply(x))
kept = x * 1
squared = Square.apply(kept)
kept.add_(1)
attempt("a saved tensor that was changed", lambda: squared.sum().backward())
