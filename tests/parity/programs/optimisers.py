# ruff: noqa: E402, F821
"""Optimisers: steps, state, groups, closures; and small trainings of modules from fixed weights."""

# %% every_setting_at_once
for kind, settings in (
    ("Adam", dict(lr=0.05, amsgrad=True, maximize=True)),
    ("RMSprop", dict(centered=True, momentum=0.5, weight_decay=0.1)),
    ("Adamax", dict(lr=0.1, betas=(0.5, 0.7), eps=0.01, weight_decay=0.1, maximize=True)),
):
    w = [torch.tensor([[1.0, -2.0], [0.5, 3.0]], requires_grad=True), torch.tensor(0.25, requires_grad=True)]
    optimizer = getattr(torch.optim, kind)(w, **settings)
    print(optimizer)
    for _ in range(6):
        optimizer.zero_grad()
        ((w[0] - 1.5) ** 2).sum().add((w[1] * 3 + 1) ** 4).mul(0.1).backward()
        optimizer.step()
        show("step", w)
    show("state", optimizer.state_dict())

# %% settings
for name, settings in (
    ("SGD", dict(lr=0.1)),
    ("SGD", dict(lr=0.1, momentum=0.9)),
    ("SGD", dict(lr=0.1, momentum=0.5, dampening=0.3, weight_decay=0.1)),
    ("SGD", dict(lr=0.01, momentum=0.5, nesterov=True, maximize=True)),
    ("Adam", dict(lr=0.1, betas=(0.5, 0.9), weight_decay=0.1)),
    ("Adam", {}),
    ("AdamW", dict(lr=0.1)),
    ("RMSprop", dict(lr=0.1, alpha=0.5)),
    ("Adagrad", dict(lr=0.1, lr_decay=0.1)),
    ("Adadelta", dict(rho=0.5)),
):
    w = torch.tensor([1.0, -2.0], requires_grad=True)
    optimizer = getattr(torch.optim, name)([w], **settings)
    for _ in range(3):
        optimizer.zero_grad()
        (w**2).sum().backward()
        optimizer.step()
    show(f"{name}, {settings}", [w, optimizer.state_dict()])


# %% load_state
def start():
    w = torch.tensor([1.0, -2.0], requires_grad=True)
    return w, torch.optim.Adam([w], lr=0.1)


def run(w, optimizer, steps):
    for _ in range(steps):
        optimizer.zero_grad(set_to_none=False)
        (w**4).sum().backward()
        optimizer.step()
    show("w", w)


first, one = start()
run(first, one, 3)
second, two = start()
with torch.no_grad():
    second.copy_(first)
two.load_state_dict(one.state_dict())
run(first, one, 2)
run(second, two, 2)

# %% errors
w, other = (torch.ones(2, requires_grad=True) for _ in range(2))
optim = torch.optim
lines("""
    optim.SGD([{"params": {w}}], lr=0.1)
    optim.lr_scheduler.StepLR(optim.SGD([w]), 2, last_epoch=3)
    optim.lr_scheduler.LambdaLR(optim.SGD([w]), [len, len])
    torch.utils.data.TensorDataset(torch.ones(2), torch.ones(3))
    torch.utils.data.DataLoader([], shuffle=True)
    list(torch.utils.data.DataLoader([[1, 2], [3]], batch_size=2))
""")

# %% clipping
from torch.nn.utils import clip_grad_norm_, clip_grad_value_


def gradients():
    w = [torch.zeros(2, 2, requires_grad=True), torch.zeros((), requires_grad=True), torch.zeros(3, requires_grad=True)]
    w[0].grad, w[1].grad = torch.tensor([[3.0, -4.0], [0.5, 1.0]]), torch.tensor(-2.0)
    return w


for order in (2.0, 1, 3.0, "inf"):
    for largest in (1.0, 100.0):
        w = gradients()
        show("norm", clip_grad_norm_(w, largest, norm_type=order))
        show("gradients", [item.grad for item in w])
w = gradients()
show("one", [clip_grad_norm_(w[0], 1.0), w[0].grad])
clip_grad_value_(w, 0.75)
show("values", [item.grad for item in w])
show("none", clip_grad_norm_([], 1.0))
w[1].grad = torch.tensor(float("inf"))
attempt("infinite", lambda: clip_grad_norm_(w, 1.0, error_if_nonfinite=True))

# %% lbfgs rtol=1e-3
for rounds, settings in (
    (2, dict(lr=0.1, max_iter=8)),
    (2, dict(lr=0.2, max_iter=5, history_size=2, max_eval=4)),
):
    point, unused = torch.tensor([-1.2, 1.0]).double().requires_grad_(), torch.ones(2, 1).double().requires_grad_()
    optimizer, calls = torch.optim.LBFGS([point, unused], **settings), []

    def closure():
        optimizer.zero_grad()
        loss = (1 - point[0]) ** 2 + 10 * (point[1] - point[0] ** 2) ** 2
        loss.backward()
        calls.append(loss)
        return loss

    print(optimizer)
    for _ in range(rounds):
        show("step", [optimizer.step(closure), len(calls), point, unused, unused.grad])
    show("state", optimizer.state_dict())

# %% load_states
settings = {
    "Adadelta": {}, "Adamax": {}, "LBFGS": {"max_iter": 3},
}  # fmt: skip
for name, more in settings.items():
    w = torch.tensor([1.0, -2.0], requires_grad=True)
    optimizer = getattr(torch.optim, name)([w], lr=0.02, **more)

    def closure():
        optimizer.zero_grad()
        loss = ((w - 0.5) ** 4).sum()
        loss.backward()
        return loss

    for _ in range(3):
        optimizer.step(closure)
    other_w = w.detach().double().requires_grad_()
    other = getattr(torch.optim, name)([other_w])
    other.load_state_dict(optimizer.state_dict())
    show(name, [type(value).__name__ for value in other.state_dict()["state"][0].values()])
    show(name, [value.dtype for value in other.state_dict()["state"][0].values() if torch.is_tensor(value)])
    w, optimizer = other_w, other
    optimizer.step(closure)
    show(name, w)

# %% fans
fans = torch.nn.init._calculate_fan_in_and_fan_out  # underscored, and yet what many a layer of one's own begins with
show("fans", [fans(torch.empty(3, 5)), fans(torch.empty(2, 4, 3, 3)), fans(torch.empty(4, 1, 7))])
attempt("a vector", lambda: fans(torch.empty(3)))
