"""Statements that compute: rows of the table, operators, and functions that choose between rows."""

import functools
import itertools

from row_calls import literal, row_calls


@functools.cache
def by_row():
    """The calls of each row that can be called; to find out takes a second."""
    return {row: list(calls) for row, calls in itertools.groupby(row_calls(), lambda call: call.row)}


def row(w):
    """A row with its sample's numbers, or with tensors that are there and fit."""
    calls = by_row()
    call = w.chance.choice(calls[w.chance.choice(list(calls))])
    return f"{w.new()} = {call.text.format(*[filler(w, array) for array in call.arrays])}"


def filler(w, array):
    """The text of a tensor for a hole."""
    shape = tuple(array.shape)
    there = w.real(lambda tensor: tuple(tensor.shape) == shape) if w.maybe(0.8) else None
    if there is not None:
        return there
    name = w.new()
    w.write(f"{name} = {literal(array)}.requires_grad_()" + w.one("", ".mul(1)", ".clone()"))
    return name


def operator(w):
    x = w.tensor()
    if x is None:
        return None
    y = w.like(x) if w.maybe(0.75) else (w.tensor() if w.maybe(0.5) else repr(w.number()))
    sign = w.one("+", "-", "*", "*", "/", "+", "*", "**", "//", "%", "<", "==", "@")
    return f"{w.new()} = {x} {sign} {y}" if w.maybe(0.8) else f"{w.new()} = {w.number()} {sign} {x}"


def unary(w):
    x = w.real()
    name = w.one(
        "exp", "sin", "cos", "tanh", "sigmoid", "relu", "abs", "neg", "square", "sum", "mean", "prod", "max", "min",
        "cumsum(0)", "softmax(0)", "log_softmax(-1)", "norm", "std", "var", "logsumexp(0)", "sort", "argmax",
        "isnan", "sign", "floor", "round", "flip(0)", "tril", "triu", "reciprocal", "rsqrt", "log1p", "erf", "median",
        "amax", "amin", "clamp(0, 6)", "diag", "trace", "det", "item", "tolist", "numpy", "all", "any", "nonzero",
    )  # fmt: skip
    return x and f"{w.new()} = {x}.{name if '(' in name else name + '()'}"


def reduction(w):
    x = w.real()
    if x is None:
        return None
    name = w.one("sum", "mean", "amax", "prod", "std", "var", "max", "min", "cumsum", "argmin", "logsumexp", "norm",
                 "median", "sort", "cumprod", "softmax", "unbind", "all")  # fmt: skip
    keep = ", keepdim=True" if name in ("sum", "mean", "amax", "prod", "std", "max", "median") else ""
    dim = f"dim={w.dim(x)}" if name not in ("unbind",) else str(w.dim(x))
    call = f"{x}.{name}({dim}{keep if w.maybe(0.4) else ''})"
    if name in ("max", "min", "median", "sort") and w.maybe(0.3):
        return f"{w.new()}, {w.new()} = {call}"
    return f"{w.new()} = {call}[0]" if name in ("max", "min", "median", "sort", "unbind") else (
        f"{w.new()} = {call}"
    )  # fmt: skip


def product(w):
    x = w.real(lambda tensor: tensor.dim() > 0)
    if x is None:
        return None
    last = w.shape(x)[-1]
    y = w.real(lambda tensor: tensor.dim() > 0 and tensor.shape[-2 if tensor.dim() > 1 else 0] == last)
    y = y or w.like(x)
    return w.one(
        f"{w.new()} = {x} @ {y}",
        f"{w.new()} = torch.matmul({x}, {y})",
        f"{w.new()} = torch.einsum('...i,...i->...', {x}, {w.like(x)})",
        f"{w.new()} = torch.nn.functional.linear({x}, {w.like(x)})",
        f"{w.new()} = torch.outer({x}, {y})",
        f"{w.new()} = torch.tensordot({x}, {y}, dims=1)",
    )


def joined(w):
    x = w.real()
    if x is None:
        return None
    y = w.like(x)
    return w.one(
        f"{w.new()} = torch.cat([{x}, {y}], {w.dim(x)})",
        f"{w.new()} = torch.stack([{x}, {y}], {w.dim(x)})",
        f"{w.new()} = torch.where({x} > {w.number()}, {x}, {y})",
        f"{w.new()} = torch.where({y} > 0, {w.number()}, {x})",
        f"{w.new()} = torch.maximum({x}, {y})",
        f"{w.new()} = torch.addcmul({x}, {y}, {w.like(x)}, value=2)",
        f"{w.new()} = torch.lerp({x}, {y}, 0.25)",
        f"{w.new()} = {x}.masked_fill({y} > 0, {w.number()})",
        f"{w.new()} = torch.hstack([{x}, {y}])",
        f"{w.new()} = torch.add({x}, {y}, alpha={w.number()})",
        f"{w.new()} = {x}.index_select(0, torch.tensor([0, 0]))",
        f"{w.new()} = {x}.repeat_interleave(2, 0)",
        f"{w.new()} = torch.broadcast_tensors({x}, {w.tensor()})[1]",
    )


def network(w):
    x = w.real()
    if x is None:
        return None
    y, f = w.like(x), "torch.nn.functional"
    return w.one(
        f"{w.new()} = {f}.mse_loss({x}, {y})",
        f"{w.new()} = {f}.l1_loss({x}, {y}, reduction='sum')",
        f"{w.new()} = {f}.smooth_l1_loss({x}, {y}.detach())",
        f"{w.new()} = {f}.softmax({x}, dim={w.dim(x)})",
        f"{w.new()} = {f}.layer_norm({x}, {x}.shape[-1:])",
        f"{w.new()} = {f}.cross_entropy({x}, torch.tensor([0, 1]))",
        f"{w.new()} = {f}.gelu({x})",
        f"{w.new()} = {f}.silu({x})",
        f"{w.new()} = {f}.softplus({x})",
        f"{w.new()} = {f}.leaky_relu({x}, 0.2)",
        f"{w.new()} = {f}.elu({x})",
        f"{w.new()} = {f}.relu({x}, inplace={w.maybe(0.3)})",
        f"{w.new()} = {f}.dropout({x}, 0.5)",
        f"{w.new()} = {f}.dropout({x}, 0.5, training=False)",
        f"{w.new()} = {f}.binary_cross_entropy_with_logits({x}, {y}.detach().sigmoid())",
        f"{w.new()} = {f}.pad({x}, (1, 1))",
        f"{w.new()} = {f}.normalize({x}, dim={w.dim(x)})",
        f"{w.new()} = {f}.cosine_similarity({x}, {y}, dim={w.dim(x)})",
        f"{w.new()} = {f}.prelu({x}, torch.tensor([0.25], dtype=real, requires_grad=True))",
        f"{w.new()} = {f}.embedding(torch.tensor([0, 1, 0]), {x})",
        f"{w.new()} = {f}.conv1d({x}[None], torch.ones(1, {x}.shape[0], 2, dtype=real, requires_grad=True))",
        f"{w.new()} = {f}.max_pool1d({x}, 2)",
        f"{w.new()} = {f}.avg_pool1d({x}, 2)",
    )


KINDS = {row: 22, operator: 14, unary: 8, reduction: 6, product: 4, joined: 5, network: 4}
