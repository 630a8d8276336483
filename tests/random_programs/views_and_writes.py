"""Statements that look at the same memory otherwise, or write into it."""


def view(w):
    x = w.tensor()
    if x is None:
        return None
    dim, shape = w.dim(x), w.shape(x)
    texts = [
        "view(-1)", "t()", "T", "mT", f"transpose({dim}, {w.dim(x)})", f"unsqueeze({dim})", "squeeze()",
        f"squeeze({dim})", "expand(2, *SHAPE)", "expand_as(OTHER)", f"select({dim}, 0)", f"narrow({dim}, 0, 1)",
        "diagonal()", "reshape(-1)", "reshape(SHAPE)", "flatten()", "view_as(OTHER)", "detach()", "data",
        f"swapaxes(0, {dim})", f"movedim(0, {dim})", f"unfold({dim}, 2, 1)", "as_strided((2,), (1,))",
        "permute(REVERSED)", "view(SHAPE)", "real", "unflatten(0, (1, -1))", "contiguous()", "ravel()",
        "as_strided((2, 2), (1, 0))", "requires_grad_()", "view(1, *SHAPE)", "flatten(0)",
        "broadcast_to((2, *SHAPE))",
    ]  # fmt: skip
    if 0 in shape:
        texts = [text for text in texts if "as_strided" not in text]
    text = w.chance.choice(texts).replace("SHAPE", repr(shape)).replace("OTHER", w.like(x))
    return f"{w.new()} = {x}.{text.replace('REVERSED', repr(tuple(range(len(shape)))[::-1]))}"


def index(w, x):
    """The text between the brackets."""
    shape = w.shape(x)
    simple = w.one("0", "-1", "...", "None", ":1", "1:", "::2", ":", "torch.tensor([0, 0])", "[0]", "True", "-1:")
    if not shape or w.maybe(0.55):
        return simple if shape else w.one("...", "None", "()", f"{x} > 0")
    more = [f"..., {simple}", f"0, {simple}", f":, {simple}", f"{simple}, 0", f"{x} > 0", "None, 0", "..., None",
            ":, torch.tensor([0, 0])", "torch.tensor(0)", "1:, :1", "[0, -1], ..."]  # fmt: skip
    return w.chance.choice(more)


def indexed(w):
    x = w.tensor()
    return x and f"{w.new()} = {x}[{index(w, x)}]"


def pieces(w):
    x = w.real(lambda tensor: tensor.dim() > 0)
    if x is None:
        return None
    cut = w.one("unbind(DIM)", "split(1, DIM)", "chunk(2, DIM)", "split([1, 1], DIM)")
    cut = cut.replace("DIM", str(w.dim(x)))
    return w.one(f"{w.new()}, *_ = {x}.{cut}", f"{w.new()}, {w.new()} = {x}.{cut}", f"{w.new()} = {x}.{cut}[-1]")


def target(w):
    """What is written to: mostly something that may be."""
    return (w.inner() if w.maybe(0.7) else None) or w.tensor()


def write(w):
    x = target(w)
    if x is None:
        return None
    y, number = w.like(x), w.number()
    text = w.one(
        f"add_({number})", f"mul_({number})", f"add_({y})", f"mul_({y})", f"sub_({y}, alpha=2)", f"div_({y})",
        f"fill_({number})", "relu_()", "sigmoid_()", "tanh_()", "exp_()", "sin_()", "neg_()", "zero_()",
        "clamp_(-1, 1)", f"copy_({y})", f"masked_fill_({y} > 0, {number})", "pow_(2)", "abs_()", "sqrt_()",
        f"addcmul_({y}, {y})", f"lerp_({y}, 0.5)", "t_()", "unsqueeze_(0)", "squeeze_()", "transpose_(0, -1)",
        f"copy_({w.tensor()})", f"add_({w.tensor()})",
        "requires_grad_()", "requires_grad_(False)", "detach_()",
        f"index_add_(0, torch.tensor([0]), {y}[:1])", f"fill_({w.tensor()})", "square_()",
        "normal_()", "floor_()",
        "round_()", "reciprocal_()", "log_()", f"atan2_({y})",
        f"scatter_(0, torch.zeros_like({x}, dtype=torch.int64), 2.0)",
    )  # fmt: skip
    if 0 in w.shape(x) and text.startswith(("index_", "scatter")):
        return None
    return w.one(f"{x}.{text}", f"{x}.{text}", f"{w.new()} = {x}.{text}")


def set_item(w):
    x = target(w)
    if x is None:
        return None
    place = index(w, x)
    if place in ("True", "None"):
        return f"{x}[{place}] = {w.number()}"
    value = w.one(str(w.number()), str(w.number()), f"{w.like(x)}[{place}]", w.tensor(), f"{x}[{place}] * 2")
    return f"{x}[{place}] = {value}"


def augmented(w):
    x = target(w)
    if x is None:
        return None
    place = f"[{index(w, x)}]" if w.maybe(0.4) else ""
    return f"{x}{place} {w.one('+', '-', '*', '/')}= {w.one(str(w.number()), w.like(x) + place, w.tensor())}"


def through_view(w):
    x = target(w)
    if x is None:
        return None
    way = w.one("[0]", ".view(-1)", ".t()", ".T", "[..., :1]", ".detach()", ".data", ".unsqueeze(0)",
                ".expand_as(OTHER)", ".unbind(0)[0]", ".squeeze()", ".diagonal()", "[...]", ".view_as(OTHER)",
                ".reshape(-1)", "[0][0]", "[1:].view(-1)", ".split(1)[0]",
                ".unsqueeze(0)[0]")  # fmt: skip
    way = way.replace("OTHER", w.like(x)).replace("SHAPE", repr(w.shape(x)))
    return (
        f"{x}{way}.{w.one('add_(1)', 'mul_(2)', 'zero_()', 'fill_(3)', 'relu_()', 'copy_(torch.ones(()))', 'exp_()')}"
    )


def data(w):
    x = w.real()
    if w.session.package.is_inference_mode_enabled():
        return None
    return x and w.one(
        f"{x}.data = {w.like(x)}.detach().clone()",
        f"{x}.data.mul_(2)",
        f"{x}.data[0] = 1",
        f"{x}.detach().add_(1)",
        f"{w.new()} = {x}.data",
        f"{w.new()} = {x}.detach()",
        f"{x}.detach_()",
        f"{x}.requires_grad = {w.maybe(0.5)}",
        f"{x}.requires_grad_({w.maybe(0.5)})",
    )


KINDS = {view: 12, indexed: 7, pieces: 4, write: 13, set_item: 5, augmented: 4, through_view: 5, data: 3}
