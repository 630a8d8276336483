# ruff: noqa: E402, F821
"""The engine: names under create_graph, nodes called by hand, leaves that accumulate."""


# %% deep_functions
class R(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        with torch.enable_grad():
            ctx.x = x.detach().requires_grad_()
            ctx.x.data -= 1
        return ctx.x.detach()

    @staticmethod
    def backward(ctx, g):
        if ctx.x < 0:
            return g
        with torch.enable_grad():
            R.apply(ctx.x).sum().backward()
        return g


for n in (10, 40):
    v = torch.tensor(float(n), requires_grad=True)
    attempt(n, lambda: R.apply(v).sum().backward())
    print(v.grad)

# %% arithmetic
F = torch.nn.functional
x = torch.tensor([[0.5, 1.5, 0.25], [1.25, 0.75, 2.0]], requires_grad=True)
y = torch.tensor([[1.5, 0.5, 0.25], [0.25, 1.75, 1.0]], requires_grad=True)
v = torch.tensor([1.0, 2.0, 0.5])


def below(node, depth):
    if node is None or not depth:
        return node and type(node).__name__
    return [type(node).__name__, *(below(edge, depth - 1) for edge, _ in node.next_functions)]


for text in ("x * y", "x * 3", "x + y", "x - y", "x / y", "2 / x", "x**y", "-x", "x.reciprocal()", "x.abs()"):
    gradient = torch.autograd.grad(eval(text).sum(), x, create_graph=True)[0]
    print(text, below(gradient.grad_fn, 2))


# %% accumulated_by_hand
def accumulated(*given):
    x = torch.ones(2, requires_grad=True)
    node = torch.autograd.graph.get_gradient_edge(x).node
    for gradient in given:
        node(gradient)
    return x.grad


w = torch.tensor([2.0, 3.0], requires_grad=True)
show("none", accumulated(None))
show("with a graph", [accumulated(w * 2), accumulated(torch.ones(2), w * 2)])
attempt("no tensor", lambda: accumulated(3.0))
with torch.no_grad():
    show("no_grad", [accumulated(w), accumulated(w, w)])

# %% variable_of_old_programs
from torch.autograd import Variable

x = Variable(torch.ones(2), volatile=True)
show("volatile", [x, x.requires_grad])
show(
    "others",
    [Variable(), Variable(data=torch.ones(1)), Variable(torch.ones(1), True), Variable(torch.ones(1), False, True)],
)
attempt("both", lambda: Variable(torch.ones(2), requires_grad=True, volatile=True))
attempt("a list", lambda: Variable([1.0]))

# %% switches_of_libraries
before = torch.backends.cudnn.benchmark, torch.backends.cudnn.deterministic
with torch.backends.cudnn.flags(benchmark=True, deterministic=True, allow_tf32=False):
    show("as said", [torch.ones(2).sum()])
show("put back", before == (torch.backends.cudnn.benchmark, torch.backends.cudnn.deterministic))

# %% every_mode
for d in (
    torch.no_grad,
    torch.enable_grad(),
    torch.set_grad_enabled(False),
    torch.inference_mode,
    torch.inference_mode(),
    torch.enable_grad,
    torch.inference_mode(False),
):

    class B:
        def __init__(self):
            self.g = torch.is_grad_enabled(), torch.is_inference_mode_enabled()

    C = d(B)
    print(C().g, type(C).__name__)
print(torch.is_grad_enabled())
