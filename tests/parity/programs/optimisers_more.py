# ruff: noqa: F821
"""The optimizers beyond SGD, Adam, RMSprop and Adagrad: trajectories, settings, memory, refusals."""

# %% adadelta
w = [torch.tensor([[1.0, -2.0], [0.5, 3.0]], requires_grad=True), torch.tensor(0.25, requires_grad=True)]
optimizer = torch.optim.Adadelta(w)
print(optimizer)
for _ in range(6):
    optimizer.zero_grad()
    ((w[0] - 1.5) ** 2).sum().add((w[1] * 3 + 1) ** 4).mul(0.1).backward()
    optimizer.step()
    show("step", w)
show("state", optimizer.state_dict())

# %% adadelta_settings
w = [torch.tensor([[1.0, -2.0], [0.5, 3.0]], requires_grad=True), torch.tensor(0.25, requires_grad=True)]
optimizer = torch.optim.Adadelta(w, lr=0.5, rho=0.5, eps=1e-3, weight_decay=0.1, maximize=True, foreach=True)
print(optimizer)
for _ in range(6):
    optimizer.zero_grad()
    ((w[0] - 1.5) ** 2).sum().add((w[1] * 3 + 1) ** 4).mul(0.1).backward()
    optimizer.step()
    show("step", w)
show("state", optimizer.state_dict())

# %% adamax
w = [torch.tensor([[1.0, -2.0], [0.5, 3.0]], requires_grad=True), torch.tensor(0.25, requires_grad=True)]
optimizer = torch.optim.Adamax(w)
print(optimizer)
for _ in range(6):
    optimizer.zero_grad()
    ((w[0] - 1.5) ** 2).sum().add((w[1] * 3 + 1) ** 4).mul(0.1).backward()
    optimizer.step()
    show("step", w)
show("state", optimizer.state_dict())

# %% adamax_settings
w = [torch.tensor([[1.0, -2.0], [0.5, 3.0]], requires_grad=True), torch.tensor(0.25, requires_grad=True)]
optimizer = torch.optim.Adamax(w, lr=0.1, betas=(0.5, 0.7), eps=0.01, weight_decay=0.1, maximize=True)
print(optimizer)
for _ in range(6):
    optimizer.zero_grad()
    ((w[0] - 1.5) ** 2).sum().add((w[1] * 3 + 1) ** 4).mul(0.1).backward()
    optimizer.step()
    show("step", w)
show("state", optimizer.state_dict())

# %% nadam
w = [torch.tensor([[1.0, -2.0], [0.5, 3.0]], requires_grad=True), torch.tensor(0.25, requires_grad=True)]
optimizer = torch.optim.NAdam(w)
print(optimizer)
for _ in range(6):
    optimizer.zero_grad()
    ((w[0] - 1.5) ** 2).sum().add((w[1] * 3 + 1) ** 4).mul(0.1).backward()
    optimizer.step()
    show("step", w)
show("state", optimizer.state_dict())

# %% nadam_settings
w = [torch.tensor([[1.0, -2.0], [0.5, 3.0]], requires_grad=True), torch.tensor(0.25, requires_grad=True)]
optimizer = torch.optim.NAdam(
    w, lr=0.1, betas=(0.5, 0.7), eps=0.01, weight_decay=0.1, momentum_decay=0.1, maximize=True
)
print(optimizer)
for _ in range(6):
    optimizer.zero_grad()
    ((w[0] - 1.5) ** 2).sum().add((w[1] * 3 + 1) ** 4).mul(0.1).backward()
    optimizer.step()
    show("step", w)
show("state", optimizer.state_dict())

# %% nadam_decoupled
w = [torch.tensor([[1.0, -2.0], [0.5, 3.0]], requires_grad=True), torch.tensor(0.25, requires_grad=True)]
optimizer = torch.optim.NAdam(w, lr=0.1, weight_decay=0.1, decoupled_weight_decay=True)
print(optimizer)
for _ in range(6):
    optimizer.zero_grad()
    ((w[0] - 1.5) ** 2).sum().add((w[1] * 3 + 1) ** 4).mul(0.1).backward()
    optimizer.step()
    show("step", w)
show("state", optimizer.state_dict())

# %% radam
w = [torch.tensor([[1.0, -2.0], [0.5, 3.0]], requires_grad=True), torch.tensor(0.25, requires_grad=True)]
optimizer = torch.optim.RAdam(w, lr=0.1)
print(optimizer)
for _ in range(8):
    optimizer.zero_grad()
    ((w[0] - 1.5) ** 2).sum().add((w[1] * 3 + 1) ** 4).mul(0.1).backward()
    optimizer.step()
    show("step", w)
show("state", optimizer.state_dict())

# %% radam_settings
w = [torch.tensor([[1.0, -2.0], [0.5, 3.0]], requires_grad=True), torch.tensor(0.25, requires_grad=True)]
optimizer = torch.optim.RAdam(w, lr=0.1, betas=(0.5, 0.9), eps=0.01, weight_decay=0.1, maximize=True)
print(optimizer)
for _ in range(10):
    optimizer.zero_grad()
    ((w[0] - 1.5) ** 2).sum().add((w[1] * 3 + 1) ** 4).mul(0.1).backward()
    optimizer.step()
    show("step", w)
show("state", optimizer.state_dict())

# %% radam_decoupled
w = [torch.tensor([[1.0, -2.0], [0.5, 3.0]], requires_grad=True), torch.tensor(0.25, requires_grad=True)]
optimizer = torch.optim.RAdam(w, lr=0.1, weight_decay=0.1, decoupled_weight_decay=True)
print(optimizer)
for _ in range(6):
    optimizer.zero_grad()
    ((w[0] - 1.5) ** 2).sum().add((w[1] * 3 + 1) ** 4).mul(0.1).backward()
    optimizer.step()
    show("step", w)
show("state", optimizer.state_dict())

# %% rprop
w = [torch.tensor([[1.0, -2.0], [0.5, 3.0]], requires_grad=True), torch.tensor(0.25, requires_grad=True)]
optimizer = torch.optim.Rprop(w)
print(optimizer)
for _ in range(6):
    optimizer.zero_grad()
    ((w[0] - 1.5) ** 2).sum().add((w[1] * 3 + 1) ** 4).mul(0.1).backward()
    optimizer.step()
    show("step", w)
show("state", optimizer.state_dict())

# %% rprop_settings
w = [torch.tensor([[1.0, -2.0], [0.5, 3.0]], requires_grad=True), torch.tensor(0.25, requires_grad=True)]
optimizer = torch.optim.Rprop(w, lr=0.4, etas=(0.3, 1.5), step_sizes=(0.01, 1.0))
print(optimizer)
for _ in range(12):
    optimizer.zero_grad()
    ((w[0] - 1.5) ** 2).sum().add((w[1] * 3 + 1) ** 4).mul(0.1).backward()
    optimizer.step()
    show("step", w)
show("state", optimizer.state_dict())

# %% asgd
w = [torch.tensor([[1.0, -2.0], [0.5, 3.0]], requires_grad=True), torch.tensor(0.25, requires_grad=True)]
optimizer = torch.optim.ASGD(w, lr=0.1)
print(optimizer)
for _ in range(6):
    optimizer.zero_grad()
    ((w[0] - 1.5) ** 2).sum().add((w[1] * 3 + 1) ** 4).mul(0.1).backward()
    optimizer.step()
    show("step", w)
show("state", optimizer.state_dict())

# %% asgd_settings
w = [torch.tensor([[1.0, -2.0], [0.5, 3.0]], requires_grad=True), torch.tensor(0.25, requires_grad=True)]
optimizer = torch.optim.ASGD(w, lr=0.1, lambd=0.1, alpha=0.5, t0=2, weight_decay=0.1)
print(optimizer)
for _ in range(6):
    optimizer.zero_grad()
    ((w[0] - 1.5) ** 2).sum().add((w[1] * 3 + 1) ** 4).mul(0.1).backward()
    optimizer.step()
    show("step", w)
show("state", optimizer.state_dict())

# %% asgd_maximize
w = [torch.tensor([[1.0, -2.0], [0.5, 3.0]], requires_grad=True), torch.tensor(0.25, requires_grad=True)]
optimizer = torch.optim.ASGD(w, maximize=True, foreach=False)
print(optimizer)
for _ in range(6):
    optimizer.zero_grad()
    ((w[0] - 1.5) ** 2).sum().add((w[1] * 3 + 1) ** 4).mul(0.1).backward()
    optimizer.step()
    show("step", w)
show("state", optimizer.state_dict())

# %% lbfgs rtol=1e-5
w = [
    torch.tensor([-1.2, 1.0], dtype=torch.float64, requires_grad=True),
    torch.ones(2, 1, dtype=torch.float64, requires_grad=True),
]
optimizer = torch.optim.LBFGS(w, lr=0.1, max_iter=8)
print(optimizer)
calls = 0


def closure():
    global calls
    calls += 1
    optimizer.zero_grad()
    loss = (1 - w[0][0]) ** 2 + 10 * (w[0][1] - w[0][0] ** 2) ** 2
    loss.backward()
    return loss


for _ in range(2):
    show("step", [optimizer.step(closure), calls, w, w[1].grad])
show("state", optimizer.state_dict())

# %% lbfgs_wolfe rtol=1e-4
w = [
    torch.tensor([-1.2, 1.0], dtype=torch.float64, requires_grad=True),
    torch.ones(2, 1, dtype=torch.float64, requires_grad=True),
]
optimizer = torch.optim.LBFGS(w, line_search_fn="strong_wolfe", max_iter=6)
print(optimizer)
calls = 0


def closure():
    global calls
    calls += 1
    optimizer.zero_grad()
    loss = (1 - w[0][0]) ** 2 + 10 * (w[0][1] - w[0][0] ** 2) ** 2
    loss.backward()
    return loss


for _ in range(2):
    show("step", [optimizer.step(closure), calls, w, w[1].grad])
show("state", optimizer.state_dict())

# %% lbfgs_history rtol=1e-5
w = [
    torch.tensor([-1.2, 1.0], dtype=torch.float64, requires_grad=True),
    torch.ones(2, 1, dtype=torch.float64, requires_grad=True),
]
optimizer = torch.optim.LBFGS(w, lr=0.2, max_iter=5, history_size=2, max_eval=4)
print(optimizer)
calls = 0


def closure():
    global calls
    calls += 1
    optimizer.zero_grad()
    loss = (1 - w[0][0]) ** 2 + 10 * (w[0][1] - w[0][0] ** 2) ** 2
    loss.backward()
    return loss


for _ in range(2):
    show("step", [optimizer.step(closure), calls, w, w[1].grad])
show("state", optimizer.state_dict())

# %% lbfgs_wolfe_few rtol=1e-4
w = [
    torch.tensor([-1.2, 1.0], dtype=torch.float64, requires_grad=True),
    torch.ones(2, 1, dtype=torch.float64, requires_grad=True),
]
optimizer = torch.optim.LBFGS(w, line_search_fn="strong_wolfe", max_iter=3, max_eval=4, lr=0.1)
print(optimizer)
calls = 0


def closure():
    global calls
    calls += 1
    optimizer.zero_grad()
    loss = (1 - w[0][0]) ** 2 + 10 * (w[0][1] - w[0][0] ** 2) ** 2
    loss.backward()
    return loss


for _ in range(3):
    show("step", [optimizer.step(closure), calls, w, w[1].grad])
show("state", optimizer.state_dict())

# %% lbfgs_until_it_is_done rtol=1e-3
w = [
    torch.tensor([-1.2, 1.0], dtype=torch.float64, requires_grad=True),
    torch.ones(2, 1, dtype=torch.float64, requires_grad=True),
]
optimizer = torch.optim.LBFGS(w, line_search_fn="strong_wolfe", tolerance_change=1e-3)
print(optimizer)
calls = 0


def closure():
    global calls
    calls += 1
    optimizer.zero_grad()
    loss = (1 - w[0][0]) ** 2 + 10 * (w[0][1] - w[0][0] ** 2) ** 2
    loss.backward()
    return loss


for _ in range(1):
    show("step", [optimizer.step(closure), calls, w, w[1].grad])
show("state", optimizer.state_dict())

# %% lbfgs_in_float32 rtol=1e-3
w = torch.tensor([2.0, -1.0], requires_grad=True)
optimizer = torch.optim.LBFGS([w], max_iter=3, line_search_fn="strong_wolfe")


def closure():
    optimizer.zero_grad()
    loss = (w**2 * torch.tensor([1.0, 3.0])).sum()
    loss.backward()
    return loss


print(type(optimizer.step(closure)).__name__)
show("reached", w.detach().abs().max() < 1e-3)
show("nothing to do", [optimizer.step(closure).item() < 1e-5])

# %% load_states
settings = {
    "Adadelta": {}, "Adamax": {}, "NAdam": {}, "RAdam": {}, "Rprop": {}, "ASGD": {"t0": 0}, "LBFGS": {"max_iter": 3},
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

# %% capturable
for name in "Adam AdamW RMSprop Adadelta Adamax NAdam RAdam Rprop ASGD".split():
    w = torch.ones(2, requires_grad=True)
    optimizer = getattr(torch.optim, name)([w], capturable=True, foreach=False)
    optimizer.step()
    w.grad = torch.ones(2)
    attempt(name, lambda: optimizer.step())
# %% refusals
w = torch.ones(2, requires_grad=True)
mistakes = {
    "Adadelta": [dict(lr=-1), dict(lr=torch.tensor([1.0, 2.0])), dict(eps=-1), dict(weight_decay=-1), dict(rho=1.5)],
    "Adamax": [dict(lr=-1), dict(lr=torch.tensor([1.0, 2.0])), dict(eps=-1), dict(weight_decay=-1), dict(betas=(1.0, 0.9)), dict(betas=(0.9, -0.1))],
    "NAdam": [dict(lr=-1), dict(lr=torch.tensor([1.0, 2.0])), dict(eps=-1), dict(weight_decay=-1), dict(betas=(1.0, 0.9)), dict(betas=(0.9, -0.1)), dict(momentum_decay=-1)],
    "RAdam": [dict(lr=-1), dict(lr=torch.tensor([1.0, 2.0])), dict(eps=-1), dict(weight_decay=-1), dict(betas=(1.0, 0.9)), dict(betas=(0.9, -0.1))],
    "Rprop": [dict(lr=-1), dict(lr=torch.tensor([1.0, 2.0])), dict(etas=(0.5, 0.9))],
    "ASGD": [dict(lr=-1), dict(lr=torch.tensor([1.0, 2.0])), dict(weight_decay=-1)],
    "LBFGS": [dict(lr=-1), dict(lr=torch.tensor([1.0, 2.0]))],
}  # fmt: skip
for name, cases in mistakes.items():
    for settings in cases:
        attempt(name, lambda: getattr(torch.optim, name)([w], **settings))
attempt("groups", lambda: torch.optim.LBFGS([{"params": [w]}, {"params": [torch.ones(2)]}]))
optimizer = torch.optim.LBFGS([w], line_search_fn="golden")
attempt("no closure", lambda: optimizer.step())


def closure():
    optimizer.zero_grad()
    loss = (w * w).sum()
    loss.backward()
    return loss


attempt("search", lambda: optimizer.step(closure))

# %% step_hooks
from torch.optim.optimizer import register_optimizer_step_post_hook, register_optimizer_step_pre_hook


def trace(word):
    def hook(optimizer, args, kwargs):
        print(word, type(optimizer).__name__, optimizer is args[0], len(args), sorted(kwargs), w.item(), w.grad.item())

    return hook


def backward():
    (w * w).backward()
    return 7


w = torch.tensor(2.0, requires_grad=True)
optimizer = torch.optim.SGD([w], lr=0.25)
backward()
first = optimizer.register_step_pre_hook(trace("before"))
after = optimizer.register_step_post_hook(trace("after"))
optimizer.step()
optimizer.register_step_pre_hook(trace("second"))
everywhere = [
    register_optimizer_step_pre_hook(trace("all before")),
    register_optimizer_step_post_hook(trace("all after")),
]
print(optimizer.step(backward))
print(optimizer.step(closure=backward))
torch.optim.Adam([w]).step()
first.remove()
after.remove()
for handle in everywhere:
    handle.remove()
optimizer.register_step_pre_hook(lambda optimizer, args, kwargs: (args, {"closure": backward}))
print(optimizer.step())
with optimizer.register_step_pre_hook(lambda optimizer, args, kwargs: 3):
    try:
        optimizer.step()
    except RuntimeError as error:
        print(str(error).partition("must")[2])
scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 1)
print(optimizer.step(), scheduler.get_last_lr(), w)

# %% state_hooks
w = torch.tensor(2.0, requires_grad=True)
optimizer = torch.optim.SGD([w], lr=0.25)


def word(text, answer=None):
    def hook(*given):
        print(text, len(given), given[0] is optimizer, [sorted(item) for item in given[1:]])
        return answer

    return hook


optimizer.register_state_dict_pre_hook(word("saving"))
optimizer.register_state_dict_pre_hook(word("saving, first"), prepend=True)
optimizer.register_state_dict_post_hook(word("saved"))
handle = optimizer.register_state_dict_post_hook(lambda optimizer, state: {**state, "more": 1})
state = optimizer.state_dict()
print(sorted(state), sorted(state["param_groups"][0]) == sorted(optimizer.state_dict()["param_groups"][0]))
handle.remove()


def double(optimizer, state):
    state["param_groups"] = [{**group, "lr": group["lr"] * 2} for group in state["param_groups"]]


optimizer.register_load_state_dict_pre_hook(word("loading"))
optimizer.register_load_state_dict_pre_hook(double)
optimizer.register_load_state_dict_post_hook(word("loaded"))
optimizer.load_state_dict(state)
print(optimizer.param_groups[0]["lr"], state["param_groups"][0]["lr"])
optimizer.register_load_state_dict_pre_hook(word("instead", optimizer.state_dict()), prepend=True)
optimizer.load_state_dict({})
print(optimizer.param_groups[0]["lr"])
