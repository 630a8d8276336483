# ruff: noqa: F821
"""Averages of a model's weights along its training: the plain mean (SWA), the moving average (EMA), batch norms."""

# %% averages
from copy import deepcopy

from torch.optim.swa_utils import (
    AveragedModel,
    get_ema_avg_fn,
    get_ema_multi_avg_fn,
    get_swa_avg_fn,
    get_swa_multi_avg_fn,
)

torch.manual_seed(0)
nn = torch.nn
model = nn.Sequential(nn.Linear(2, 3), nn.BatchNorm1d(3), nn.Tanh(), nn.Linear(3, 1))
averages = {
    "mean": AveragedModel(model),
    "mean, one by one": AveragedModel(model, avg_fn=get_swa_avg_fn()),
    "mean, all at once": AveragedModel(model, multi_avg_fn=get_swa_multi_avg_fn()),
    "moving": AveragedModel(model, multi_avg_fn=get_ema_multi_avg_fn(0.75)),
    "moving, one by one": AveragedModel(model, device="cpu", avg_fn=get_ema_avg_fn(0.75)),
    "slow": AveragedModel(model, multi_avg_fn=get_ema_multi_avg_fn(0.25), use_buffers=True),
    "buffers": AveragedModel(model, use_buffers=True),
    "own": AveragedModel(model, avg_fn=lambda mine, its, count: 0.5 * mine + its / (count + 2)),
}
before = deepcopy(model.state_dict())
optimiser = torch.optim.SGD(model.parameters(), lr=0.2)
x = torch.randn(8, 2)
for _ in range(4):
    optimiser.zero_grad()
    (model(x) - x.sum(1, keepdim=True)).pow(2).mean().backward()
    optimiser.step()
    for average in averages.values():
        average.update_parameters(model)
for name, average in averages.items():
    show(name, [*average.parameters(), *average.buffers()])
    show("answers", average.eval()(x[:2]))
print(average, list(average.state_dict()), average.training)
print([parameter.grad for parameter in average.parameters()], average.module[0].weight.requires_grad)
again = AveragedModel(model)
again.load_state_dict(average.state_dict())
show("loaded", again.n_averaged)
attempt("both", lambda: AveragedModel(model, avg_fn=get_swa_avg_fn(), multi_avg_fn=get_ema_multi_avg_fn()))
attempt("decay", lambda: get_ema_multi_avg_fn(1.5))
attempt("decay", lambda: get_ema_avg_fn(-0.1))

# %% batch_norms
from torch.optim.swa_utils import AveragedModel, update_bn
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(0)
nn = torch.nn
model = nn.Sequential(nn.Linear(2, 3), nn.BatchNorm1d(3, momentum=0.3), nn.ReLU())
average = AveragedModel(model).eval()
x = torch.randn(9, 2)
update_bn(DataLoader(TensorDataset(x, x), batch_size=4), average)
show("measured", [average.module[1].running_mean, average.module[1].running_var])
print(average.training, average.module[1].training, average.module[1].momentum, average.module[1].num_batches_tracked)
update_bn([x[:3], (x[3:],)], average, device="cpu")
show("anew", [average.module[1].running_mean, average.module[1].num_batches_tracked])
print(update_bn([1, 2], nn.Linear(1, 1)))

# %% schedule
from torch.optim.swa_utils import SWALR


def sizes(steps=6, **keywords):
    groups = [{"params": [torch.zeros(1, requires_grad=True)], "lr": lr} for lr in (1.0, 0.5)]
    optimiser = torch.optim.SGD(groups)
    schedule = SWALR(optimiser, **keywords)
    met = []
    for _ in range(steps):
        met.append(schedule.get_last_lr())
        optimiser.step()
        schedule.step()
    return met, schedule


for keywords in (
    dict(swa_lr=0.05),
    dict(swa_lr=[0.1, 0.2], anneal_epochs=3),
    dict(swa_lr=0.05, anneal_epochs=4, anneal_strategy="linear"),
    dict(swa_lr=0.05, anneal_epochs=0),
    dict(swa_lr=torch.tensor(0.1), anneal_epochs=2),
):
    met, schedule = sizes(**keywords)
    show("sizes", [float(size) for pair in met for size in pair])
print(sorted(schedule.state_dict()), schedule.optimizer.param_groups[1]["swa_lr"])
_, other = sizes(2, swa_lr=0.05, anneal_strategy="linear")
schedule.load_state_dict(other.state_dict())
show("goes on", [schedule.last_epoch, schedule.anneal_epochs])
attempt("strategy", lambda: sizes(swa_lr=0.1, anneal_strategy="cosine"))
attempt("epochs", lambda: sizes(swa_lr=0.1, anneal_epochs=-1))
attempt("half an epoch", lambda: sizes(swa_lr=0.1, anneal_epochs=0.5))
attempt("sizes", lambda: sizes(swa_lr=[0.1]))
attempt("optimizer", lambda: SWALR(3, 0.1))
