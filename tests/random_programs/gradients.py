"""Statements that run backward, by every way there is, and that read or change ``.grad``."""


def root(w):
    """The text of something to start from; mostly a scalar."""
    y = w.inner() or w.tracked() or w.tensor()
    if y is None:
        return None
    return w.one(f"{y}.sum()", f"{y}.sum()", f"({y} * {y}).sum()", f"{y}.mean()", y)


def options(w):
    """Options of backward."""
    found = []
    if w.maybe(0.35):
        found.append(w.one("retain_graph=True", "retain_graph=True", "retain_graph=False"))
    if w.maybe(0.12):
        found.append(w.one("create_graph=True", "create_graph=False"))
    return found


def backward(w):
    loss = root(w)
    if loss is None:
        return None
    found = options(w)
    if w.maybe(0.2):
        found.append(f"inputs={chosen(w, wrong=0)}")
    return f"{loss}.backward({', '.join(found)})"


def chosen(w, wrong=0.03):
    """A few tensors to get gradients for: mostly leaves that want one."""
    names = [w.leaf() if w.maybe(0.6) else w.tracked() for _ in range(w.one(1, 1, 2, 3))]
    if w.maybe(wrong):
        names.append(w.tensor())
    return f"[{', '.join(str(name) for name in names)}]"


def seeded(w):
    y = w.tracked()
    if y is None:
        return None
    own = f"{w.like(y)}.detach().clone()"
    gradient = w.one(f"torch.ones_like({y})", own, own, "torch.tensor(1.0)", f"gradient={own}")
    return f"{y}.backward({', '.join([gradient, *options(w)])})"


def several(w):
    roots = [root(w) for _ in range(w.one(1, 2, 2))]
    if None in roots:
        return None
    more = ", [None, None]" if w.maybe(0.1) else ""
    return f"torch.autograd.backward([{', '.join(roots)}]{more}{''.join(', ' + item for item in options(w))})"


def grad(w):
    loss, inputs = root(w), chosen(w)
    if loss is None or "None" in inputs:
        return None
    found = options(w)
    if w.maybe(0.5):
        found.append(w.one("allow_unused=True", "materialize_grads=True", "allow_unused=True"))
    if w.maybe(0.1):
        found.append(f"grad_outputs={w.one('torch.ones(())', 'torch.ones(1)', '[None]', '[torch.tensor(2.0)]')}")
    names = ", ".join(w.new("g") for _ in inputs.split(","))
    return f"{names}, = torch.autograd.grad({', '.join([loss, inputs, *found])})"


def second(w):
    """Gradients of gradients."""
    x = w.leaf()
    y = w.inner()
    if x is None or y is None:
        return None
    g, more = w.new("g"), w.one("", "", ", create_graph=True", ", retain_graph=True")
    w.write(f"{g}, = torch.autograd.grad(({y} * {y}).sum(), {x}, create_graph=True, allow_unused=True)")
    if w.maybe(0.3):
        return f"({g} * {g}).sum().backward()"
    z = w.one(x, x, w.tracked())
    return f"{w.new('g')}, = torch.autograd.grad(({g} * {g}).sum(), {z}, allow_unused=True{more})"


def functional(w):
    x = w.real()
    if x is None or w.session.package.is_inference_mode_enabled():
        return None
    work = w.one("lambda t: (t * t).sum()", "lambda t: t.exp()", "lambda t: t.sum() * 2", "lambda t: t * t.detach()")
    call = w.one(
        f"jacobian({work}, {x})", f"hessian({work}, {x})", f"vjp({work}, {x}, torch.ones_like({x}))[1]",
        f"vhp({work}, {x}, torch.ones_like({x}))[1]", f"hvp({work}, {x}, torch.ones_like({x}))[1]",
        f"jacobian({work}, {x}, create_graph=True)", f"vjp({work}, {x})[0]",
    )  # fmt: skip
    return f"{w.new('g')} = torch.autograd.functional.{call}"


def field(w):
    x = w.tracked() or w.tensor()
    return x and w.one(
        f"{x}.grad = None",
        f"{x}.grad.zero_()",
        f"{x}.grad = torch.ones_like({x})",
        f"{x}.grad = {w.like(x)}.detach().clone()",
        f"{w.new('g')} = {x}.grad",
        f"{x}.grad.mul_(2)",
        f"del {x}.grad",
        f"{x}.grad += 1",
        f"{w.new('g')} = {x}.grad.detach()",
        f"{x}.grad.add_({w.like(x)})",
    )


def calculated(w):
    """A gradient becomes an ordinary tensor; only then it is written to, since its memory is not laid out alike."""
    g = w.tensor(lambda tensor: True)
    return g and w.one(
        f"{w.new()} = {g}.clone(memory_format=torch.contiguous_format)",
        f"{w.new()} = {g} * 1.5",
        f"{w.new()} = {g} * {w.like(g)}",
        f"{w.new()} = {g} + {w.like(g)}",
        f"{w.new()} = {g}.exp()",
        f"{w.new()} = ({g} * {g}).sum()",
    )


def call_node(w):
    y = w.inner()
    return y and f"{w.new('g')} = {y}.grad_fn(torch.ones_like({y}))"


def edges(w):
    y = w.inner()
    x = w.tracked()
    return y and w.one(
        f"e = torch.autograd.graph.get_gradient_edge({y}); {w.new('g')}, = torch.autograd.grad({y}.sum(), e)",
        f"{w.new('g')}, = torch.autograd.grad(torch.autograd.graph.get_gradient_edge({y}), {x}, torch.ones_like({y}))",
        f"{y}.sum().backward(inputs=[torch.autograd.graph.get_gradient_edge({x})])",
    )


KINDS = {
    calculated: 2,
    backward: 14,
    seeded: 4,
    several: 3,
    grad: 8,
    second: 4,
    functional: 1,
    field: 5,
    call_node: 1,
    edges: 1,
}
