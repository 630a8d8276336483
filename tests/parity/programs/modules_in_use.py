# ruff: noqa: F821
"""Modules that are lazy, frozen, or made for large machines."""

# %% linear
torch.manual_seed(0)
nn = torch.nn
net = nn.Sequential(nn.LazyLinear(4), nn.ReLU(), nn.Linear(4, 3), nn.LazyLinear(2, bias=False))
print(net, net[0].weight, net[0].bias, net[3].bias, net[0].in_features, type(net[0].weight).__name__)
print([name for name, _ in net.named_parameters()], net.state_dict()["0.weight"], net[0].has_uninitialized_params())
print(net[0].weight.requires_grad, net[0].weight.dtype, net[0].weight.is_leaf, net[0].weight.grad, net[0].weight.size())
weight = net[0].weight
optimizer = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9)
show("first", net(torch.ones(2, 5)))
print(net, type(weight).__name__, weight is net[0].weight, weight.shape, isinstance(net[0], nn.LazyLinear))
show("state", dict(net.state_dict()))
for _ in range(2):
    optimizer.zero_grad()
    net(torch.ones(2, 5)).sum().backward()
    optimizer.step()
show("trained", dict(net.state_dict()))
attempt("another width", lambda: net(torch.ones(2, 6)))

# %% convolution
torch.manual_seed(1)
nn = torch.nn
net = nn.Sequential(
    nn.LazyConv2d(3, 3, padding=1), nn.LazyBatchNorm2d(), nn.ReLU(), nn.Flatten(), nn.LazyLinear(2),
)  # fmt: skip
print(net, list(net.state_dict()), net[1].num_batches_tracked, net[1].running_mean, net.training)
show("first", net(torch.arange(32.0).reshape(1, 2, 4, 4)))
print(net)
show("state", dict(net.state_dict()))
for layer, x in (
    (nn.LazyConv1d(4, 2, groups=2, bias=False), torch.ones(2, 5)),
    (
        nn.LazyConv2d(2, (1, 2), stride=2, padding=1, dtype=torch.float64),
        torch.ones(1, 3, 3, 3).double(),
    ),
    (nn.LazyBatchNorm1d(affine=False), torch.ones(2, 3)),
    (nn.LazyBatchNorm1d(track_running_stats=False), torch.ones(2, 3)),
    (nn.LazyBatchNorm3d(eps=0.1, momentum=None, bias=False), torch.ones(1, 2, 1, 1, 2)),
):
    print(layer)
    show(repr(layer), layer(x))
    show(repr(layer), dict(layer.state_dict()))
attempt("rank", lambda: nn.LazyConv2d(2, 2)(torch.ones(2, 2)))
attempt("groups", lambda: nn.LazyConv2d(2, 2, groups=2)(torch.ones(3, 2, 2)))
attempt("norm", lambda: nn.LazyBatchNorm2d()(torch.ones(3, 2, 2)))

# %% uninitialized
import copy
import pickle

nn = torch.nn
layer = nn.LazyLinear(2)
for again in (copy.deepcopy(layer), pickle.loads(pickle.dumps(layer.weight)), layer.double().weight):
    print(again)
print(layer.weight.dtype, isinstance(layer.weight, nn.Parameter), layer(torch.ones(1, 3).double()).dtype)
p = nn.UninitializedParameter(dtype=torch.float64)
print(p, p.dtype, p.requires_grad, nn.UninitializedParameter(False).requires_grad, nn.UninitializedBuffer())
attempt("shape", lambda: p.shape)
for use in (lambda: p + 1, lambda: p.numel(), lambda: torch.sum(p), lambda: nn.LazyLinear(2).forward(torch.ones(2))):
    try:
        use()
    except ValueError as error:
        print(str(error).startswith("Attempted to use an uninitialized parameter in "), str(error)[-90:])
p.materialize((2, 3))
print(type(p).__name__, p.shape, p.requires_grad)
b = nn.UninitializedBuffer()
b.materialize((2,), dtype=torch.float64)
print(type(b).__name__, b.dtype)

# %% saving
torch.manual_seed(2)
nn = torch.nn
full, lazy = nn.LazyLinear(2), nn.LazyLinear(2)
full(torch.ones(1, 3))
print(lazy.load_state_dict(full.state_dict()), lazy)
show("loaded", dict(lazy.state_dict()))
show("called", [lazy(torch.ones(1, 3)), full(torch.ones(1, 3))])
print(lazy, nn.LazyLinear(2).load_state_dict(nn.LazyLinear(2).state_dict()))
other = nn.LazyLinear(2)
other.load_state_dict(full.state_dict())
attempt("another width", lambda: other(torch.ones(1, 4)))
attempt("lazy into full", lambda: full.load_state_dict(nn.LazyLinear(2).state_dict()))

# %% every_kind
torch.manual_seed(4)
nn = torch.nn
for layer, x in (
    (nn.LazyConv3d(2, (1, 2, 2), stride=(1, 2, 1), padding=(0, 1, 0)), torch.ones(1, 3, 2, 3, 3)),
    (nn.LazyConvTranspose1d(4, 2, groups=2, stride=2, bias=False), torch.ones(2, 5)),
    (
        nn.LazyConvTranspose2d(3, (1, 2), output_padding=1, stride=2, dtype=torch.float64),
        torch.ones(1, 3, 2, 2).double(),
    ),
    (nn.LazyConvTranspose3d(2, 2, padding=1, dilation=2), torch.ones(1, 2, 2, 3, 2)),
):
    print(layer, list(layer.state_dict()))
    show(repr(layer), layer(x))
    show(repr(layer), dict(layer.state_dict()))
attempt("rank", lambda: nn.LazyConvTranspose2d(2, 2)(torch.ones(2, 2)))
attempt("groups", lambda: nn.LazyConvTranspose2d(2, 2, groups=2)(torch.ones(3, 2, 2)))

# %% numbers_before_there_are_any
layer = torch.nn.LazyLinear(2)
show("data", [layer.weight.data, layer.weight.data.normal_(0, 0.01), layer.bias.data.fill_(0)])
torch.manual_seed(0)
layer.weight.data.normal_(0, 0.01)
show("nothing was drawn", torch.rand(1))
show("and then", [tuple(layer(torch.ones(3, 4)).shape), tuple(layer.weight.data.shape)])

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

# %% small_things
import torch
from torch.utils.hooks import RemovableHandle

x = torch.ones(2, 2, requires_grad=True)
handle = x.register_hook(lambda grad: 2 * grad)
show("handle", [isinstance(handle, RemovableHandle), type(handle).__name__])
handle.remove()
x.sum().backward()
show("grad", x.grad)
neighbours = torch.tensor([[0.0, 1.0], [1.0, 0.0]])
out = torch.spmm(neighbours, x)
out.sum().backward()
show("spmm", [out, x.grad])
attempt("vector", lambda: torch.spmm(x, x[0]))

# %% half_precision
import torch
import torch.nn as nn
from torch.amp import GradScaler, autocast

torch.manual_seed(0)
use_amp = torch.cuda.is_available()
net, scaler = nn.Linear(3, 2), GradScaler("cuda", enabled=use_amp)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
x, y = torch.randn(4, 3), torch.tensor([0, 1, 1, 0])
for _ in range(3):
    optimizer.zero_grad()
    with torch.autocast(device_type="cuda" if use_amp else "cpu", dtype=torch.bfloat16, enabled=use_amp):
        loss = nn.functional.cross_entropy(net(x), y)
        show("inside", [loss.dtype == torch.float32, torch.is_autocast_enabled()])
    scaler.scale(loss).backward()
    scaler.unscale_(optimizer)
    nn.utils.clip_grad_norm_(net.parameters(), 0.5)
    show("step", [loss, scaler.step(optimizer), scaler.update(), scaler.get_scale()])
show("state", [scaler.state_dict(), scaler.load_state_dict({}), scaler.is_enabled(), net.weight])
show("closure", scaler.step(optimizer, lambda: torch.tensor(2.5)))


@autocast("cuda", enabled=False)
def doubled(value):
    return 2 * value


show("decorated", [doubled(torch.ones(2)), doubled.__name__])

# %% without_cuda
import torch
from torch.amp import GradScaler, autocast

with autocast("cuda"):
    show("cast", (torch.ones(2, 2) @ torch.ones(2, 2)).dtype)
with autocast(device_type="cuda", dtype=torch.float16) as context:
    show("context", isinstance(context, torch.autocast))
show("scaler", [GradScaler().is_enabled(), torch.GradScaler is GradScaler])
attempt("no device", lambda: autocast())
attempt("a number", lambda: autocast(3))
attempt("unknown", lambda: autocast("foo"))

# %% older_names
import torch
from torch.cuda.amp import GradScaler, autocast

scaler = GradScaler(enabled=False)
with autocast(enabled=False):
    show("cast", (torch.ones(2, 2) @ torch.ones(2, 2)).dtype)
show("is a", [isinstance(scaler, torch.amp.GradScaler), scaler.scale(torch.tensor(2.0)), scaler.is_enabled()])


def told(x):
    return x


show("compiled", [torch.jit.is_scripting(), torch.jit.is_tracing(), torch.jit.ignore(told) is told])


class Marked(torch.nn.Module):
    size: torch.jit.Final[int] = 3

    @torch.jit.unused
    def told(self):
        return "as it is"

    @torch.jit.export
    def forward(self, x):
        return x * self.size


show("marked", [Marked()(torch.ones(2)), Marked().told()])
show("alone", [torch.distributed.is_initialized(), torch.cuda._initialized])
