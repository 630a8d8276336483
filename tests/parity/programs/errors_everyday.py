# ruff: noqa: F821
"""Wrong calls that learners make: makers, attributes, layers, losses, optimisers."""

# %% creation
lines("""
    torch.tensor([1, None])
    torch.tensor([[1, 2], 3])
    torch.tensor([1, [2, 3]])
    torch.tensor([1.0], dtype="float32")
    torch.tensor([1.0], requires_grad="yes")
    torch.tensor(300, dtype=torch.uint8)
    torch.tensor(lambda: 1)
    torch.zeros((2, 3.0))
    torch.ones(2, dtype=3)
    torch.eye(-1)
    torch.arange(None)
    torch.arange(0, 3, -1)
    torch.arange(0, float("inf"))
    torch.arange(0, float("nan"))
    torch.manual_seed()
    torch.manual_seed("a")
    torch.manual_seed(None)
    torch.normal(torch.zeros(2), -1.0)
""")

# %% from_numpy
import numpy as np

lines("""
    torch.from_numpy(3.0)
    torch.Tensor(2, 3.0)
""")

# %% arithmetic
x, m, i, b = torch.ones(3), torch.ones(2, 3), torch.tensor([1, 2, 3]), torch.tensor([True, False, True])
lines("""
    x - "1"
    None * x
    x // "1"
    b - 1
    ~x
    i % 0
    i ** -1
    abs("x")
    hash([x])
    torch.add(x, x, alpha="1")
    torch.add(i, i, alpha=1.5)
    torch.mul()
    torch.div(x, x, rounding_mode="up")
    torch.exp(x, 2)
    x.exp(x=1)
    torch.where(x)
    torch.where([True], x, x)
    torch.erf(1.0)
""")

# %% backward_and_grad
x = torch.ones(3, requires_grad=True)
y = x * 2
lines("""
    x.register_hook()
    y.tolist(1)
    torch.set_grad_enabled()
    y.detach_(1)
""")


def assign(name, value):
    setattr(torch.ones(2, requires_grad=True), name, value)


attempt("grad", lambda: assign("grad", 1))
attempt("grad list", lambda: assign("grad", [1.0, 1.0]))
attempt("grad shape", lambda: assign("grad", torch.ones(1)))
attempt("data", lambda: assign("data", 1))
attempt("data list", lambda: assign("data", [1.0]))
attempt("requires_grad", lambda: assign("requires_grad", "yes"))
attempt("shape", lambda: assign("shape", (2,)))
attempt("dtype", lambda: assign("dtype", torch.float64))


# %% custom_function
def make(forward=None, backward=None):
    body = {}
    if forward is not None:
        body["forward"] = staticmethod(forward)
    if backward is not None:
        body["backward"] = staticmethod(backward)
    return type("Mine", (torch.autograd.Function,), body)


x = torch.ones(3, requires_grad=True)


def gradient_of(function):
    function.apply(x).sum().backward()


attempt("forward called", lambda: make(lambda ctx, a: a * 2, lambda ctx, g: g).forward(x))
attempt("no forward", lambda: make().apply(x))
attempt("no backward", lambda: gradient_of(make(lambda ctx, a: a * 2)))
attempt("no ctx", lambda: make(lambda a: a * 2).apply(x))
attempt("too many inputs", lambda: make(lambda ctx, a: a * 2).apply(x, x))
attempt("none at all", lambda: make(lambda ctx, a: a * 2).apply())
attempt("keyword", lambda: make(lambda ctx, a: a * 2).apply(a=x))
attempt("number returned", lambda: make(lambda ctx, a: 3.0).apply(x))
attempt("backward too many", lambda: gradient_of(make(lambda ctx, a: a * 2, lambda ctx, g: (g, g))))
attempt("backward none", lambda: gradient_of(make(lambda ctx, a: a * 2, lambda ctx, g: None)))
attempt("backward number", lambda: gradient_of(make(lambda ctx, a: a * 2, lambda ctx, g: 2.0)))
attempt("backward shape", lambda: gradient_of(make(lambda ctx, a: a * 2, lambda ctx, g: torch.ones(2))))
attempt("backward no ctx", lambda: gradient_of(make(lambda ctx, a: a * 2, lambda g: g)))
attempt("saved missing", lambda: gradient_of(make(lambda ctx, a: a * 2, lambda ctx, g: g * ctx.saved_tensors[0])))
attempt("attribute missing", lambda: gradient_of(make(lambda ctx, a: a * 2, lambda ctx, g: g * ctx.factor)))
attempt("save number", lambda: make(lambda ctx, a: ctx.save_for_backward(2.0) or a * 2).apply(x))
attempt("save list", lambda: make(lambda ctx, a: ctx.save_for_backward([a]) or a * 2).apply(x))

# %% layers
nn, F = torch.nn, torch.nn.functional
x, m, i = torch.ones(3), torch.ones(2, 3), torch.tensor([1, 2, 3])
lines("""
    nn.Linear()
    nn.Linear(3, 2)(torch.tensor([[1, 2, 3]]))
    nn.Linear(3, 2)()
    nn.Linear(3, 2)(m, m)
    nn.Linear(3, 2, biased=False)
    nn.Conv2d(1, 2, 3)(torch.ones(1, 2, 4, 4))
    nn.Conv2d(1, 2, 3)(torch.ones(4, 4))
    nn.Conv2d(1, 2, 5)(torch.ones(1, 1, 4, 4))
    nn.Conv2d(1, 2, 3)(torch.ones(1, 1, 4, 4, dtype=torch.float64))
    nn.Conv2d(1, 2, 3)(torch.ones(1, 1, 4, 4, dtype=torch.int64))
    nn.Conv2d(3, 2, 3, groups=2)
    nn.Conv2d(1, 2, 3, stride=0)(torch.ones(1, 1, 4, 4))
    nn.Conv2d(1, 2, 3, padding="same", stride=2)
    nn.MaxPool2d(2)(m[0])
    nn.MaxPool2d(2, padding=2)(torch.ones(1, 1, 4, 4))
    nn.BatchNorm1d(3)(torch.ones(2, 4))
    nn.BatchNorm1d(3)(torch.ones(1, 3))
    nn.LayerNorm(3)(torch.ones(2, 4))
    nn.Embedding(3, 2)(torch.tensor([3]))
    nn.Embedding(3)
    nn.Sequential([nn.Linear(3, 2)])
    nn.ReLU(m)
    nn.Softmax()(m)
    nn.Parameter(i)
    F.one_hot(i, 2)
    F.pad(m, (1,))
    F.pad(m, (1, 1, 1, 1, 1, 1))
    F.pad(m, (1, 1), mode="a")
""")


class Forgot(nn.Module):
    def __init__(self):
        self.layer = nn.Linear(3, 2)


class NoForward(nn.Module):
    pass


class Wrong(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(2))

    def forward(self, x):
        return x * self.weights


attempt("no super().__init__()", Forgot)
attempt("no forward", lambda: NoForward()(m))
attempt("misspelt", lambda: Wrong()(torch.ones(2)))
attempt("parameter by number", lambda: setattr(Wrong(), "weight", 1.0))
attempt("parameter by tensor", lambda: setattr(Wrong(), "weight", torch.ones(2)))
attempt("module by number", lambda: setattr(nn.Sequential(nn.ReLU()), "0", 1.0))
attempt("register", lambda: nn.Module().register_parameter("w", torch.ones(2)))
attempt("register result", lambda: nn.Module().register_parameter("w", nn.Parameter(torch.ones(2)) * 2))
attempt("register name", lambda: nn.Module().register_parameter("a.b", nn.Parameter(torch.ones(2))))
attempt("register empty", lambda: nn.Module().register_parameter("", nn.Parameter(torch.ones(2))))
attempt("register twice", lambda: Wrong().register_parameter("forward", nn.Parameter(torch.ones(2))))
attempt("buffer", lambda: nn.Module().register_buffer("b", 1.0))
attempt("add_module", lambda: nn.Module().add_module("m", 1))
attempt("state keys", lambda: nn.Linear(3, 2).load_state_dict({}))
attempt("state more keys", lambda: nn.Linear(3, 2).load_state_dict({"w": x, **nn.Linear(3, 2).state_dict()}))
attempt("state shape", lambda: nn.Linear(3, 2).load_state_dict(nn.Linear(4, 2).state_dict()))
attempt("state type", lambda: nn.Linear(3, 2).load_state_dict([1]))
attempt("train", lambda: nn.Linear(3, 2).train("a"))

# %% losses
nn, F = torch.nn, torch.nn.functional
m, classes, probabilities = torch.ones(2, 3), torch.tensor([0, 2]), torch.full((2,), 0.5)
lines("""
    F.l1_loss(m, torch.ones(4))
    F.cross_entropy(m, torch.tensor([0, -1]))
    F.cross_entropy(m, torch.tensor([0.0, 1.0]))
    F.cross_entropy(m, torch.ones(2, 4))
    F.cross_entropy(classes, m)
    F.cross_entropy(m, classes, weight=torch.ones(2))
    F.cross_entropy(m, classes, reduction="a")
    F.cross_entropy(m, classes, label_smoothing=2.0)
    F.cross_entropy(torch.ones(3), torch.tensor([0]))
    nn.CrossEntropyLoss(m, classes)
    F.binary_cross_entropy(probabilities * 4, torch.ones(2))
    F.binary_cross_entropy(probabilities, torch.ones(2) * 2)
    F.binary_cross_entropy_with_logits(probabilities, torch.ones(3))
    nn.BCELoss()(probabilities, torch.ones(2, 1))
""")

# %% optimisers
nn, optim = torch.nn, torch.optim
w = nn.Parameter(torch.ones(2))
lines("""
    optim.SGD(w)
    optim.SGD([], lr=0.1)
    optim.SGD([w], 0.1, momentum=-1)
    optim.SGD([w], 0.1, nesterov=True)
    optim.SGD([w], learning_rate=0.1)
    optim.SGD([torch.ones(2) * w], lr=0.1)
    optim.SGD([1.0], lr=0.1)
    optim.SGD(nn.Linear(2, 2), lr=0.1)
    optim.SGD([[w]], lr=0.1)
    optim.SGD([{"lr": 1}], lr=0.1)
    optim.SGD({"params": [w]}, lr=0.1)
    optim.SGD([w], lr=0.1).step(1)
    optim.SGD([w], lr=0.1).add_param_group([w])
    optim.SGD([w], lr=0.1).add_param_group({"params": [w]})
    optim.SGD([w], lr=0.1).load_state_dict({})
    optim.Adam([w], eps=-1)
    optim.Adam([w], betas=(0.5, 1.9))
    optim.Adam([w], weight_decay=-1)
    optim.RMSprop([w], alpha=-1)
    optim.Adagrad([w], lr=-1)
    optim.lr_scheduler.StepLR()
    optim.lr_scheduler.StepLR(1, 1)
    nn.utils.clip_grad_norm_()
    nn.utils.clip_grad_norm_(w, "a")
""")
