"""Statements that hang hooks on tensors, nodes and saved values, take them off, and keep gradients."""


def named(w, *kinds):
    """The text of a new hook."""
    w.hooked += 1
    return f"{w.one(*kinds)}('h{w.hooked}')"


def on_tensor(w):
    x = w.tracked() or w.tensor()
    hook = named(w, "told", "told", "doubled", "doubled", "wrong" if w.maybe(0.2) else "told")
    return x and f"{w.new('handle')} = {x}.register_hook({hook})"


def own_hook(w):
    x = w.tracked()
    change = w.one("grad * 3", "grad[:1]", "grad.double()", "None", "grad.clone()", "3", "grad + 1")
    return x and f"{w.new('handle')} = {x}.register_hook(lambda grad: {change})"


def after_accumulation(w):
    x = w.leaf() or w.tensor()
    return x and f"{w.new('handle')} = {x}.register_post_accumulate_grad_hook({named(w, 'added')})"


def on_node(w):
    y = w.inner()
    if y is None:
        return None
    node = w.one(f"{y}.grad_fn", f"{y}.grad_fn", f"{y}.grad_fn.next_functions[0][0]")
    return w.one(
        f"{w.new('handle')} = {node}.register_hook({named(w, 'told', 'told', 'all_doubled')})",
        f"{w.new('handle')} = {node}.register_prehook({named(w, 'told', 'told', 'all_doubled')})",
    )


def removed(w):
    count = w.counters.get("handle", 0)
    return f"handle{w.chance.randint(1, count)}.remove()" if count else None


def kept(w):
    y = w.inner() or w.tensor()
    return y and f"{y}.retain_grad()"


def saved_hooks(w):
    change = w.one(
        f"{named(w, 'packed')}, {named(w, 'unpacked')}",
        f"{named(w, 'packed')}, {named(w, 'unpacked')}",
        "lambda t: t.detach().clone(), lambda t: t",
        "lambda t: t.detach().numpy().copy(), lambda a: torch.from_numpy(a)",
        "lambda t: t * 2 if t.is_floating_point() else t, lambda t: t",
        "lambda t: 3, lambda t: t",
    )
    return f"enter(torch.autograd.graph.saved_tensors_hooks({change}))"


def saved_value(w):
    y = w.inner()
    if y is None:
        return None
    name = w.chance.choice([name for name in dir(w.at(y).grad_fn) if name.startswith("_saved_")] or [None])
    return name and f"{w.new('g')} = {y}.grad_fn.{name}"


KINDS = {
    on_tensor: 6, own_hook: 2, after_accumulation: 2, on_node: 5, removed: 2, kept: 4, saved_hooks: 2,
    saved_value: 2,
}  # fmt: skip
