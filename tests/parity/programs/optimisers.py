# ruff: noqa: F821, E402
"""Optimizers, schedulers, clipping, batches: trajectories, settings, memory, refusals."""

# %% adam_amsgrad
w = [torch.tensor([[1.0, -2.0], [0.5, 3.0]], requires_grad=True), torch.tensor(0.25, requires_grad=True)]
optimizer = torch.optim.Adam(w, lr=0.05, amsgrad=True, maximize=True)
print(optimizer)
for _ in range(6):
    optimizer.zero_grad()
    ((w[0] - 1.5) ** 2).sum().add((w[1] * 3 + 1) ** 4).mul(0.1).backward()
    optimizer.step()
    show("step", w)
show("state", optimizer.state_dict())

# %% rmsprop_centered
w = [torch.tensor([[1.0, -2.0], [0.5, 3.0]], requires_grad=True), torch.tensor(0.25, requires_grad=True)]
optimizer = torch.optim.RMSprop(w, centered=True, momentum=0.5, weight_decay=0.1)
print(optimizer)
for _ in range(6):
    optimizer.zero_grad()
    ((w[0] - 1.5) ** 2).sum().add((w[1] * 3 + 1) ** 4).mul(0.1).backward()
    optimizer.step()
    show("step", w)
show("state", optimizer.state_dict())


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

# %% schedulers
import warnings

from torch.optim import lr_scheduler

for make in (
    lambda o: lr_scheduler.StepLR(o, 2),
    lambda o: lr_scheduler.StepLR(o, 3, gamma=0.5),
    lambda o: lr_scheduler.MultiStepLR(o, [2, 5]),
    lambda o: lr_scheduler.ExponentialLR(o, 0.9),
    lambda o: lr_scheduler.CosineAnnealingLR(o, 5),
    lambda o: lr_scheduler.CosineAnnealingLR(o, 4, 0.01),
    lambda o: lr_scheduler.LambdaLR(o, lambda epoch: 0.95**epoch),
):
    optimizer = torch.optim.SGD([torch.ones(1, requires_grad=True)], lr=0.1)
    scheduler = make(optimizer)
    seen = [scheduler.get_last_lr()]
    for _ in range(12):
        optimizer.step()
        scheduler.step()
        seen.append(scheduler.get_last_lr())
    show(type(scheduler).__name__, seen)
print(optimizer)

# %% error_set
w, other = (torch.ones(2, requires_grad=True) for _ in range(2))
optim = torch.optim
attempt("error", lambda: optim.SGD([{"params": {w}}], lr=0.1))

# %% error_other_state
w, other = (torch.ones(2, requires_grad=True) for _ in range(2))
optim = torch.optim
attempt("error", lambda: optim.Adam([w]).load_state_dict(optim.SGD([w, other]).state_dict()))

# %% error_resumed
w, other = (torch.ones(2, requires_grad=True) for _ in range(2))
optim = torch.optim
attempt("error", lambda: optim.lr_scheduler.StepLR(optim.SGD([w]), 2, last_epoch=3))

# %% error_lambdas
w, other = (torch.ones(2, requires_grad=True) for _ in range(2))
optim = torch.optim
attempt("error", lambda: optim.lr_scheduler.LambdaLR(optim.SGD([w]), [len, len]))

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

# %% vectors
from torch.nn.utils import parameters_to_vector, vector_to_parameters

w = [torch.arange(4.0).reshape(2, 2).requires_grad_(), torch.tensor([5.0], requires_grad=True)]
vector = parameters_to_vector(w)
nodes(vector, a=w[0], b=w[1])
show("vector", vector)
vector_to_parameters(torch.arange(5.0) * 10, w)
show("parameters", w)
attempt("list", lambda: vector_to_parameters([1.0], w))

# %% batches
from torch.utils.data import DataLoader, Dataset, Subset, TensorDataset, random_split

torch.manual_seed(1)
data = TensorDataset(torch.arange(7), torch.arange(7) * 2.0)
show("example", data[2])
loader = DataLoader(data, batch_size=3, shuffle=True)
for _ in range(2):
    show("epoch", [batch for batch in loader])
show("next number", torch.rand(2))
show("in order", list(DataLoader(data, batch_size=3)))
show("full ones", list(DataLoader(data, batch_size=3, drop_last=True)))
show("next number", torch.rand(2))
generator = torch.Generator().manual_seed(3)
loader = DataLoader(data, batch_size=4, shuffle=True, generator=generator)
for _ in range(2):
    show("epoch", [batch[0] for batch in loader])
show("lengths", [len(loader), len(DataLoader(data, batch_size=4, drop_last=True)), len(data)])


class Squares(Dataset):
    def __len__(self):
        return 4

    def __getitem__(self, i):
        return i, i**2 / 2, {"name": "abcd"[i]}


show("own", list(DataLoader(Squares(), batch_size=2)))
show("single", next(iter(DataLoader(data, batch_size=None))))
show("subset", list(DataLoader(Subset(data, [1, 5]), batch_size=2)))
parts = random_split(data, [3, 4], generator=torch.Generator().manual_seed(0))
show("parts", [list(part.indices) for part in parts])
show("fractions", [len(part) for part in random_split(range(10), [0.5, 0.25, 0.25])])

# %% error_data_sizes
from torch.utils.data import DataLoader, TensorDataset, random_split

data = TensorDataset(torch.ones(4))
attempt("error", lambda: TensorDataset(torch.ones(2), torch.ones(3)))

# %% error_data_nothing_to_shuffle
from torch.utils.data import DataLoader, TensorDataset, random_split

data = TensorDataset(torch.ones(4))
attempt("error", lambda: DataLoader([], shuffle=True))

# %% error_data_ragged
from torch.utils.data import DataLoader, TensorDataset, random_split

data = TensorDataset(torch.ones(4))
attempt("error", lambda: list(DataLoader([[1, 2], [3]], batch_size=2)))
