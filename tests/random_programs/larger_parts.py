"""Statements that use larger parts: custom Functions, threads, modules and optimisers."""


def applied(w):
    x = w.tracked() or w.tensor()
    if x is None:
        return None
    name = w.one("Double", "Exponential", "Nothing", "Once", "Raise", "Same", "Inner", "Double", "Raise")
    if w.maybe(0.1):
        name = w.one("TooMany", "WrongShape", "Breaks")
    return w.one(
        f"{w.new()} = {name}.apply({x})",
        f"{w.new()} = {name}.apply({x})",
        f"{w.new()} = Times.apply({x}, {w.like(x)})",
        f"{w.new()} = Cube.apply({x}, 3)",
        f"{w.new()}, {w.new()} = {w.one('Pair', 'PairOfNone', 'Ordered')}.apply({x})",
        f"{w.new()}, n = WithNumber.apply({x}, {w.number()})",
        f"{w.new()}, _ = Pair.apply({x})",
    )


def threaded(w):
    y, z = w.inner() or w.tracked(), w.tracked()
    if y is None:
        return None
    keep = w.one("", "retain_graph=True")
    return w.one(
        f"in_thread(lambda: {y}.sum().backward({keep}))",
        f"in_thread(lambda: ({y} * 2).sum().backward({keep}), lambda: ({y} * 3).sum().backward({keep}))"
        if keep
        else f"in_thread(lambda: {z}.sum().backward())",
        f"in_thread(lambda: enter(torch.no_grad()), lambda: None); {w.new()} = {y} * 2; leave()"
        if not w.session.modes
        else f"in_thread(lambda: {y}.add_(1))",
        f"got = []; in_thread(lambda: got.append({y} * 2)); {w.new()} = got[0]",
        f"got = []; in_thread(lambda: got.append(torch.is_grad_enabled())); {w.new()} = torch.tensor(got)",
    )


def module(w):
    sizes = w.one((3, 2), (2, 3), (3, 3), (1, 4))
    kind = w.one("Linear(*SIZES)", "Linear(*SIZES, bias=False)", "Sequential(torch.nn.Linear(*SIZES), torch.nn.Tanh())",
                 "LayerNorm(SIZES[0])", "BatchNorm1d(SIZES[0])", "ReLU(inplace=True)", "Embedding(5, 3)", "PReLU()",
                 "Dropout(0.5)", "Conv1d(1, 2, 2)", "RNN(3, 2, batch_first=True)", "Flatten(0)")  # fmt: skip
    kind = kind.replace("*SIZES", f"{sizes[0]}, {sizes[1]}").replace("SIZES[0]", str(sizes[0]))
    return f"{w.new('module')} = torch.nn.{kind}.to(real)"


def modules(w):
    return [name for name, value in w.session.names.items() if isinstance(value, w.session.package.nn.Module)]


def forward(w):
    x, names = w.real(), modules(w)
    return f"{w.new()} = {w.chance.choice(names)}({x})" if x and names else None


def weights(w):
    names = modules(w)
    return names and f"{w.new()}, *_ = {w.chance.choice(names)}.parameters()"


def optimiser(w):
    names, x = modules(w), w.leaf()
    if not x:
        return None
    params = f"[{x}]" if not names or w.maybe(0.5) else f"{w.chance.choice(names)}.parameters()"
    kind = w.one("SGD(P, lr=0.1)", "SGD(P, lr=0.1, momentum=0.9)", "Adam(P)", "RMSprop(P)", "Adagrad(P)",
                 "AdamW(P, lr=0.1)", "SGD(P, lr=0.1, weight_decay=0.1, nesterov=True, momentum=0.5)",
                 "Adadelta(P)")  # fmt: skip
    return f"{w.new('optimiser')} = torch.optim.{kind.replace('P', params, 1)}"


def stepped(w):
    count = w.counters.get("optimiser", 0)
    if not count:
        return None
    name = f"optimiser{w.chance.randint(1, count)}"
    return w.one(f"{name}.step()", f"{name}.step()", f"{name}.zero_grad()",
                 f"{name}.zero_grad(set_to_none=False)", f"torch.nn.utils.clip_grad_norm_({w.leaf()}, 1.0)",
                 f"{name}.step(lambda: {w.inner()}.sum())")  # fmt: skip


KINDS = {applied: 10, threaded: 2, module: 1.5, forward: 2, weights: 0.7, optimiser: 1, stepped: 2}
