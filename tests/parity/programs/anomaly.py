# ruff: noqa: F821, E402
"""Anomaly mode: which node made the nan, and which line of the forward made that node."""

# %% nan_of_an_operation
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


x = torch.tensor([-1.0, 4.0], requires_grad=True)
with torch.autograd.detect_anomaly():
    y = x.sqrt().sum()
    with warnings_shown():
        y.backward()

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

# %% error_in_hook_of_leaf
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


x = torch.tensor([1.0], requires_grad=True)
x.register_hook(lambda g: 1 / 0)
with torch.autograd.detect_anomaly():
    y = x * 2
    with warnings_shown():
        y.sum().backward()

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

# %% second_backward
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
    y = x.exp().sum()
    y.backward()
    with warnings_shown():
        y.backward()

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

# %% parent
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


class Square(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return a * a

    @staticmethod
    def backward(ctx, g):
        (a,) = ctx.saved_tensors
        return (a * 2 * g).sqrt()


x = torch.tensor([0.0], requires_grad=True)
with torch.autograd.set_detect_anomaly(True):
    y = Square.apply(x)
    (first,) = torch.autograd.grad(y.sum(), x, create_graph=True)
    show("keys", sorted(first.grad_fn.metadata))
    show("parent", first.grad_fn.metadata["parent_"] is y.grad_fn)
    with warnings_shown():
        (first * 0).sum().backward()

# %% hole_is_not_checked
x = torch.tensor([1.0], requires_grad=True)
c = torch.tensor([float("nan")])
with torch.autograd.set_detect_anomaly(True):
    y = x + x * torch.where(c == c, c, torch.ones(1))
    y.sum().backward()
show("grad", x.grad)

# %% grad_function
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


x = torch.tensor([-1.0], requires_grad=True)
with torch.autograd.set_detect_anomaly(True):
    with warnings_shown():
        torch.autograd.grad(x.log().sqrt().sum(), x)
