# ruff: noqa: E402, F821
"""Anomaly mode: what it warns of, and which line it tells."""

# %% forward_outside
x = torch.tensor([-1.0, 4.0], requires_grad=True)
y = x.sqrt().sum()
with torch.autograd.detect_anomaly():
    y.backward()


# %% without_nan_check
x = torch.tensor([-1.0, 4.0], requires_grad=True)
with torch.autograd.detect_anomaly(check_nan=False):
    x.sqrt().sum().backward()
show("grad", x.grad)


# %% overwritten
import contextlib
import warnings


@contextlib.contextmanager
def warnings_shown():
    """Shows the lines of each warning that are about this page."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            yield
        finally:
            for item in caught:
                lines = str(item.message).strip().splitlines()
                page = [line.strip() for line in lines[1:] if line.strip().startswith("File") and "<anomaly" in line]
                show("warning", [item.category.__name__, lines[0], *page])


x = torch.tensor([1.0, 2.0], requires_grad=True)
with torch.autograd.set_detect_anomaly(True):
    b = x * 1
    y = b * b
    b.add_(1)
    with warnings_shown():
        y.sum().backward()


# %% flags
show("before", [torch.is_anomaly_enabled(), torch.is_anomaly_check_nan_enabled()])
with torch.autograd.detect_anomaly():
    show("inside", [torch.is_anomaly_enabled(), torch.is_anomaly_check_nan_enabled()])
    with torch.autograd.set_detect_anomaly(False):
        show("nested", [torch.is_anomaly_enabled(), torch.is_anomaly_check_nan_enabled()])
    show("inside", [torch.is_anomaly_enabled(), torch.is_anomaly_check_nan_enabled()])
with torch.autograd.set_detect_anomaly(True, check_nan=False):
    show("no nan check", [torch.is_anomaly_enabled(), torch.is_anomaly_check_nan_enabled()])
show("after", [torch.is_anomaly_enabled(), torch.is_anomaly_check_nan_enabled()])
torch.autograd.set_detect_anomaly(True)
show("function", [torch.is_anomaly_enabled(), torch.is_anomaly_check_nan_enabled()])
torch.autograd.set_detect_anomaly(False)
show("off", [torch.is_anomaly_enabled(), torch.is_anomaly_check_nan_enabled()])
torch.set_anomaly_enabled(True, False)
show("set", [torch.is_anomaly_enabled(), torch.is_anomaly_check_nan_enabled()])
torch.set_anomaly_enabled(False)
show("set", [torch.is_anomaly_enabled(), torch.is_anomaly_check_nan_enabled()])
try:
    with torch.autograd.set_detect_anomaly(True):
        raise ValueError
except ValueError:
    show("after an error", torch.is_anomaly_enabled())


# %% traceback_in_metadata
x = torch.tensor([1.0], requires_grad=True)
plain = x * 2
with torch.autograd.set_detect_anomaly(True):
    y = x * 2
    z = torch.nn.functional.relu(y)
show("plain", plain.grad_fn.metadata)
for node in (y.grad_fn, z.grad_fn):
    kept = node.metadata
    show("keys", sorted(kept))
    show("kinds", [type(kept["traceback_"]).__name__, type(kept["traceback_"][-1]).__name__])
    show("lines", [line.strip() for line in kept["traceback_"] if "<anomaly" in line])


# %% stretched
import warnings

warnings.simplefilter("ignore")


class F(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.sum()

    @staticmethod
    def backward(ctx, g):
        return (g * float("nan")).expand(2000, 3)


x = torch.ones(2000, 3, requires_grad=True)
with torch.autograd.detect_anomaly():
    y = F.apply(x * 1)
    attempt("fn", lambda: y.backward())
    y = (x * 1).sum() * float("nan")
    attempt("sum", lambda: y.backward())
    y = (x * 1).sum()
    attempt("seed", lambda: y.backward(torch.tensor(float("nan"))))
    a = torch.zeros((), requires_grad=True)
    y = (a.sqrt() * 0).expand(3, 4).sum()
    attempt("sqrt", lambda: y.backward())
    y = (x[0] * 0).expand(5, 3).log().mul(0).sum()
    attempt("log", lambda: y.backward())
    y = (torch.sqrt((x[0] * 0).sum()) * 0).expand(3).sum()
    attempt("q", lambda: y.backward())
    y = (x * 1).mean() / torch.tensor(0.0) * 0.0
    attempt("m", lambda: y.backward())
    y = (x * 1).expand(2, 2000, 3).sum(0).sum()
    attempt("ok", lambda: y.backward())
    y = (x[:1] * 1).expand(7, 3)
    attempt("ex", lambda: y.backward(torch.tensor(float("nan")).expand(7, 3)))
    x2 = torch.ones(3, requires_grad=True)
    z = x2 + torch.ones(4, 3)
    attempt("br", lambda: z.backward(torch.tensor([float("nan"), 1, 1]).expand(4, 3)))
    z = (x2 * 1).max()
    attempt("mx", lambda: (z * float("nan")).backward())
    z = (x2 * 1).mean()
    attempt("mean", lambda: z.backward(torch.tensor(float("nan"))))
    z = (x2 * 1).unsqueeze(0).expand(3, 3)
    attempt("exp", lambda: z.backward(torch.tensor(float("nan")).expand(3, 3)))
    z = (x2 * 1).mean(0, keepdim=True)
    attempt("meank", lambda: z.backward(torch.tensor([float("nan")])))
    z = torch.stack([x2 * 1, x2 * 2]).sum(0)
    attempt("stack", lambda: z.backward(torch.tensor([float("nan"), 1, 1])))
    z = (x2 * 1).cumsum(0)
    attempt("cumsum", lambda: z.backward(torch.tensor([float("nan"), 1, 1])))
    z = (x2 * 1).double()
    attempt("double", lambda: z.backward(torch.tensor([float("nan"), 1, 1], dtype=torch.float64)))


# %% of_all_kinds
import warnings

warnings.simplefilter("ignore")
nan = float("nan")
inf = float("inf")
A = torch.autograd.set_detect_anomaly(True)


def case(n, f):
    attempt(n, f)


x = torch.ones(3, 4, requires_grad=True)
case("all", lambda: (x * 1).sum().mul(0).log().mul(0).backward())
case("big", lambda: (torch.ones(1000, 1000, requires_grad=True) * 1).sum().backward(torch.tensor(nan)))
case(
    "big2",
    lambda: (torch.ones(1000, 1, requires_grad=True) * 1).expand(1000, 1000).sum(1).backward(torch.full((1000,), nan)),
)
case("exp", lambda: (x * 1).expand(2, 3, 4).backward(torch.full((1, 1, 1), nan).expand(2, 3, 4)))


def f():
    y = x * 1
    y.register_hook(lambda g: torch.tensor(nan).expand(3, 4))
    y.sum().backward()


case("hook", f)


def f():
    y = x * 1
    y.grad_fn.register_hook(lambda i, o: (torch.tensor(nan).expand(3, 4),) + i[1:])
    y.sum().backward()


case("post", f)


def f():
    y = x * 1
    y.grad_fn.register_prehook(lambda o: (torch.tensor(nan).expand(3, 4),))
    y.sum().backward()


case("pre", f)


class F(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2

    @staticmethod
    def backward(ctx, g):
        return torch.tensor(nan).expand_as(g)


case("fn", lambda: F.apply(x).sum().backward())
case("fn", lambda: F.apply(x * 1).sum().backward())
case("cg", lambda: torch.autograd.grad(F.apply(x * 1).sum(), x, create_graph=True))


class F2(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2

    @staticmethod
    def backward(ctx, g):
        return torch.tensor([nan] * 4).expand(7, 3, 4)


case("fn2", lambda: F2.apply(x).sum().backward())


class F3(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.sum(1, keepdim=True)

    @staticmethod
    def backward(ctx, g):
        return g * nan


case("fn3", lambda: F3.apply(x).sum().backward())
case("inf", lambda: (x.sum(1, keepdim=True) * torch.tensor([inf, -inf])).sum().backward())
case("inf2", lambda: torch.ones(1, requires_grad=True).mul(1).mul(torch.tensor([inf, -inf])).sum().backward())
case("scalar", lambda: (x.sum() * nan).backward())
case("half", lambda: (x.half().sum() * nan).backward())
case("dbl", lambda: (x.double().sum() * nan).backward())
case("empty", lambda: (torch.ones(0, requires_grad=True).sum() * nan).backward())
case("leaf", lambda: torch.ones(2, requires_grad=True).backward(torch.tensor(nan).expand(2)))
case("grad", lambda: torch.autograd.grad((x * 1).sum(), x, torch.tensor(nan)))
case("where", lambda: torch.where(x > 0, x * 1, x * nan).sum().backward())
case("prod", lambda: (x * 0).prod().backward(torch.tensor(inf)))
case("norm", lambda: (x * 0).norm().backward())
case("std", lambda: (x * 1).std().backward())
case("std2", lambda: (x * 1).std(0).sum().backward())
case("var0", lambda: (x[0, :1] * 1).var().backward())
case("sm", lambda: (x * nan).softmax(1).sum().backward())
case("mm", lambda: (x @ torch.full((4, 2), nan)).sum().backward())
case("cos", lambda: torch.nn.functional.cosine_similarity(x * 0, x, eps=0).sum().backward())
case("ce", lambda: torch.nn.functional.cross_entropy(x * inf, torch.tensor([0, 1, 2])).backward())
case("nlog", lambda: (x * 0).log().mul(0).sum().backward())
case("view", lambda: (x * 1).T.reshape(2, 6).backward(torch.full((2, 6), nan)))
case("idx", lambda: (x * 1)[0, 1].backward(torch.tensor(nan)))
case("unb", lambda: (x * 1).unbind()[1].sum().backward(torch.tensor(nan)))
case("cat", lambda: torch.cat([x * 1, torch.ones(1, 4)]).backward(torch.full((4, 4), nan)))
case("copy", lambda: torch.zeros(2, 3, 4).copy_(x).sum().backward(torch.tensor(nan)))


def f():
    z = torch.zeros(2, 3, 4)
    z[0] = x * 1
    z.sum().backward(torch.tensor(nan))


case("setit", f)


def f():
    z = torch.zeros(2, 3, 4)
    z[:] = x * 1
    z.sum().backward(torch.tensor(nan))


case("setit2", f)
torch.autograd.set_detect_anomaly(False)
