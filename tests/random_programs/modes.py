"""Statements that switch recording on and off, in every form that it has, and anomaly mode."""


def entered(w):
    if w.session.package.is_inference_mode_enabled():
        return "enter(torch.inference_mode(False))"
    mode = w.one(
        "torch.no_grad()", "torch.no_grad()", "torch.enable_grad()", "torch.set_grad_enabled(False)",
        "torch.set_grad_enabled(True)", "torch.inference_mode()", "torch.inference_mode(False)", "torch.no_grad()",
        "torch.autograd.set_detect_anomaly(True)", "torch.autograd.detect_anomaly()",
    )  # fmt: skip
    return f"enter({mode})"


def left(w):
    return "leave()" if w.session.modes else None


def switched(w):
    if w.session.package.is_inference_mode_enabled() or (w.maybe(0.6) and w.session.package.is_grad_enabled()):
        return None
    return f"torch.set_grad_enabled({w.maybe(0.75)})"


def block(w):
    """A ``with`` of a few lines."""
    x = w.tracked() or w.tensor()
    if x is None:
        return None
    mode = w.one("torch.no_grad()", "torch.enable_grad()", "torch.inference_mode()", "torch.set_grad_enabled(False)")
    body = w.one(
        f"{w.new()} = {x} * 2", f"{x}.add_(1)", f"{x}[0] = 2", f"{w.new()} = {x}.view(-1)", f"{x}.mul_({w.like(x)})",
        f"{w.new()} = {x}.detach()", f"{x}.sum().backward()", f"{w.new()} = {x}[0]", f"{x}.view(-1).mul_(2)",
        f"{w.new()} = Times.apply({x}, {w.like(x)})", f"{x}.requires_grad_()", f"{x}.copy_({w.like(x)})",
        f"{x} -= 0.5 * {x}", f"{w.new()} = {x}.clone()", f"{w.new()} = torch.ones(2, requires_grad=True) * 2",
    )  # fmt: skip
    return f"with {mode}:\n    {body}"


def decorated(w):
    x = w.tracked() or w.tensor()
    mode = w.one("torch.no_grad()", "torch.enable_grad()", "torch.inference_mode()", "torch.set_grad_enabled(False)",
                 "torch.no_grad", "torch.enable_grad", "torch.inference_mode")  # fmt: skip
    how = w.one(f"{w.new()} = under", f"{w.new()}, _ = steps")
    return x and f"{how}({mode}, lambda: {w.one(f'{x} * 2', f'{x}.view(-1)', f'{x}[0]', f'{x}.exp()')})"


KINDS = {entered: 4, left: 7, switched: 1, block: 6, decorated: 2}
