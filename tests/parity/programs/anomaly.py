# ruff: noqa: E402, F821
"""Anomaly mode: what it warns of, and which line it tells."""

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

# %% of_all_kinds
import warnings

warnings.simplefilter("ignore")
nan, inf = float("nan"), float("inf")
x = torch.ones(3, 4, requires_grad=True)


Spoils = custom("Spoils", backward=lambda ctx, g: torch.tensor(nan).expand_as(g))


def hooked(place):
    y = x * 1
    if place == "tensor":
        y.register_hook(lambda g: torch.tensor(nan).expand(3, 4))
    if place == "after":
        y.grad_fn.register_hook(lambda i, o: (torch.tensor(nan).expand(3, 4), *i[1:]))
    if place == "before":
        y.grad_fn.register_prehook(lambda o: (torch.tensor(nan).expand(3, 4),))
    y.sum().backward()


def written():
    z = torch.zeros(2, 3, 4)
    z[0] = x * 1
    z.sum().backward(torch.tensor(nan))


with torch.autograd.set_detect_anomaly(True):
    lines("""
        Spoils.apply(x * 1).sum().backward()
        (x * 1).expand(2, 3, 4).backward(torch.full((1, 1, 1), nan).expand(2, 3, 4))
        (x * 0).prod().backward(torch.tensor(inf))
        (x[0, :1] * 1).var().backward()
        torch.nn.functional.cross_entropy(x * inf, torch.tensor([0, 1, 2])).backward()
        (x * 1).T.reshape(2, 6).backward(torch.full((2, 6), nan))
        (x * 1).max().mul(nan).backward()
        (x * 1).cumsum(0).backward(torch.full((3, 4), nan))
    """)
