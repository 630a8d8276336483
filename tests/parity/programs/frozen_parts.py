# ruff: noqa: F821
"""Parts that do not take part: layers that stay in evaluation, settings without a default, hooks' handles."""

# %% train_of_its_own
import torch
import torch.nn as nn


class Frozen(nn.Module):
    """Batch norm that keeps the numbers it was trained with, as detectors do."""

    def __init__(self):
        super().__init__()
        self.norm = nn.BatchNorm1d(2)
        self.drop = nn.Dropout(0.5)

    def train(self, mode=True):
        super().train(mode)
        self.norm.eval()
        return self

    def forward(self, x):
        return self.norm(x)


class Merging(nn.Linear):
    """The low-rank part is added to the weight as soon as it is evaluated, as in LoRA."""

    merged = False

    def train(self, mode=True):
        super().train(mode)
        self.merged = not mode


net = nn.Sequential(Frozen(), nn.Sequential(Merging(2, 1)), nn.ModuleList([Frozen()]))
for switch in (net.train, net.eval, lambda: net.train(False), lambda: net.train(True)):
    show("net", switch() is net)
    show("modes", [part.training for part in net.modules()])
    show("merged", net[1][0].merged)
net.train()
net[0](torch.tensor([[1.0, 2.0], [3.0, 5.0]]))
show("running", [net[0].norm.running_mean, net[0].norm.num_batches_tracked])
attempt("no mode", lambda: net.train("a"))

# %% names_of_modules
import torch.nn as nn


class Renamed(nn.Linear):
    def _get_name(self):
        return "Dense"


class Described(nn.Sequential):
    def __repr__(self):
        return self._get_name() + f"[{len(self)}]"


print(Renamed(2, 1), nn.Sequential(Renamed(2, 1), Described(nn.ReLU())), nn.ReLU()._get_name())

# %% required_settings
import torch
from torch.optim.optimizer import Optimizer, required


class Descent(Optimizer):
    def __init__(self, params, lr=required, scale=1.0):
        super().__init__(params, dict(lr=lr, scale=scale))

    @torch.no_grad()
    def step(self):
        for group in self.param_groups:
            for p in group["params"]:
                p.add_(p.grad, alpha=-group["lr"] * group["scale"])


w = torch.tensor([1.0, 2.0], requires_grad=True)
print(required)
attempt("without", lambda: Descent([w]))
attempt("in a group", lambda: Descent([{"params": [w]}]))
optimizer = Descent([{"params": [w], "lr": 0.5}], scale=2.0)
(w * w).sum().backward()
optimizer.step()
show("w", w)
print(optimizer)

# %% small_things
import sys

import torch
from torch.utils.hooks import RemovableHandle

x = torch.ones(2, 2, requires_grad=True)
handle = x.register_hook(lambda grad: 2 * grad)
show("handle", [isinstance(handle, RemovableHandle), type(handle).__name__])
handle.remove()
x.sum().backward()
show("grad", x.grad)
torch.manual_seed(0)
show("signs", [torch.randint_like(x, high=2), torch.randint_like(x, low=1, high=3), torch.randint_like(x, 3, high=5)])
attempt("no high", lambda: torch.randint_like(x, low=1))
attempt("nothing", lambda: torch.randint_like(x))
neighbours = torch.tensor([[0.0, 1.0], [1.0, 0.0]])
out = torch.spmm(neighbours, x)
out.sum().backward()
show("spmm", [out, x.grad])
attempt("vector", lambda: torch.spmm(x, x[0]))
for size in ((4, 4), (3,), (), (0,)):
    y = torch.ones(size)
    show("sizes", [sys.getsizeof(y.untyped_storage()), sys.getsizeof(y.storage()) - y.storage().nbytes()])
