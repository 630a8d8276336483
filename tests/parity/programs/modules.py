# ruff: noqa: F821
"""Modules: containers, inheritance, paths, hooks."""

# %% module_list
nn = torch.nn
layers = nn.ModuleList([nn.Linear(2, 2) for _ in range(3)])
layers.append(nn.ReLU())
layers += [nn.Linear(2, 1), nn.Sequential(nn.Linear(1, 1), nn.ReLU()), nn.Sequential(nn.Linear(1, 1), nn.ReLU())]
print(layers)
print(nn.ModuleList())
print(nn.ModuleList([nn.ReLU()]))
print(len(layers), layers[-1], layers[1:3], [name for name, _ in layers.named_parameters()])
layers.insert(1, nn.Tanh())
layers[0] = nn.Sigmoid()
print(layers.pop(-1), layers.pop(2))
del layers[1:3]
print(layers, list(layers.state_dict()))
print(layers + [nn.Tanh()], nn.Tanh() in layers, [type(layer).__name__ for layer in layers])
del layers[0]
print(list(layers._modules), layers.extend([nn.Tanh()])[-1])

# %% module_dict
nn = torch.nn
acts = nn.ModuleDict({"relu": nn.ReLU(), "lin": nn.Linear(1, 2)})
acts.update([["tanh", nn.Tanh()]])
acts.update(nn.ModuleDict({"more": nn.Sigmoid()}))
acts["last"] = nn.ReLU()
print(acts, len(acts), list(acts), "relu" in acts, "no" in acts)
print(acts.pop("tanh"), list(acts.keys()), list(acts.values()), [name for name, _ in acts.items()])
del acts["relu"]
print(list(acts.state_dict()))
acts.clear()
print(acts, nn.ModuleDict(None))

# %% parameter_list
nn = torch.nn
values = nn.ParameterList([torch.ones(2, 3), nn.Parameter(torch.zeros(2))])
values.append(torch.tensor(1.0))
print(values)
print(nn.ParameterList([torch.ones(2)]), nn.ParameterList())
values += [3, torch.ones(1)]
print(values, len(values), values[3], values[:2], type(values[-1]).__name__)
values[0] = torch.zeros(1)
print([name for name, _ in values.named_parameters()], [value for value in values])

# %% parameter_dict
nn = torch.nn
values = nn.ParameterDict({"right": torch.ones(2, 3), "left": nn.Parameter(torch.zeros(2))})
print(values)
values["more"] = torch.tensor(1.0)
values["what"] = 3
print(values, len(values), list(values), "left" in values)
print(values.get("no"), values.get("no", 2), values.setdefault("what", 4), values.setdefault("new", torch.ones(1)))
print(values.pop("left"), list(values.keys()))
values.update(nn.ParameterDict([("c", torch.ones(2))]))
del values["more"]
print([name for name, _ in values.named_parameters()], [name for name, _ in values.items()], len(list(values.values())))
values.clear()
print(values)

# %% sequential_as_a_list
from collections import OrderedDict

nn = torch.nn
net = nn.Sequential(OrderedDict(first=nn.Linear(2, 3), act=nn.ReLU(), last=nn.Linear(3, 1)))
net[-1] = nn.Identity()
net[1] = nn.Tanh()
print(net, net.act, net[:2])
del net[0]
print(net, list(net._modules), net.pop(-1), len(net))
print(net.insert(0, nn.Linear(1, 2)).insert(-1, nn.Sigmoid()) is net, net.extend([nn.ELU(), nn.GELU()]))
del net[1:4]
both = net + nn.Sequential(nn.Softplus())
print(net, both, sep="\n")


class Tower(nn.Sequential):
    pass


print(Tower(nn.ReLU(), nn.Tanh())[:1], nn.Sequential(nn.ReLU()).insert(1, nn.Tanh()))
attempt("place", lambda: net.__setitem__(5, nn.ReLU()))
attempt("no module", lambda: net.__setitem__(0, 3))
attempt("deleted", lambda: net.__delitem__(-4))
attempt("popped", lambda: net.pop(9))
attempt("added", lambda: net + [nn.ReLU()])
attempt("added to", lambda: net.__iadd__([nn.ReLU()]))

# %% losses
import torch
import torch.nn as nn
from torch.nn.modules.loss import _Loss, _WeightedLoss


class Distance(_Loss):
    def __init__(self, size_average=None, reduce=None, reduction="mean"):
        super().__init__(size_average, reduce, reduction)

    def forward(self, input, target):
        far = (input - target).abs()
        return far if self.reduction == "none" else getattr(far, self.reduction)()


class Plain(_Loss):
    def forward(self, input, target):
        return (input - target).sum()


class Focal(_WeightedLoss):
    def __init__(self, weight=None, gamma=2.0, reduction="mean"):
        super().__init__(weight, reduction=reduction)
        self.gamma = gamma

    def forward(self, input, target):
        each = nn.functional.cross_entropy(input, target, weight=self.weight, reduction="none")
        return ((1 - torch.exp(-each)) ** self.gamma * each).mean()


x, target = torch.tensor([[1.0, 2.0], [0.5, -1.0]], requires_grad=True), torch.tensor([0, 1])
show("distance", [Distance()(x, torch.ones(2, 2)), Distance(reduction="sum")(x, torch.ones(2, 2)), repr(Distance())])
show("plain", [Plain().reduction, Plain(False).reduction, Plain(reduction="none").reduction, Plain()(x, 1.0)])
focal = Focal(torch.tensor([1.0, 2.0]))
show("focal", [focal(x, target), focal.reduction, list(focal.state_dict()), repr(focal)])
for loss in (nn.CrossEntropyLoss(), nn.NLLLoss(), nn.MSELoss(), nn.KLDivLoss(), nn.HuberLoss("sum", 2.0)):
    show("is a", [repr(loss), isinstance(loss, _Loss), isinstance(loss, _WeightedLoss)])

# %% convolutions
import torch
import torch.nn as nn
from torch.nn.modules.batchnorm import _BatchNorm
from torch.nn.modules.conv import _ConvNd
from torch.nn.modules.instancenorm import _InstanceNorm
from torch.nn.modules.utils import _ntuple, _pair, _quadruple, _single, _triple

show("sizes", [_single(2), _pair(2), _triple((1, 2)), _quadruple(None), _ntuple(5)(0), _pair.__name__])


class Masked(_ConvNd):
    def __init__(self, inside, outside, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias=True):
        sizes = [_pair(one) for one in (kernel_size, stride, padding, dilation)]
        super().__init__(inside, outside, *sizes, False, _pair(0), groups, bias, "zeros")
        self.register_buffer("mask", torch.ones_like(self.weight).triu())

    def forward(self, x):
        weight = self.weight * self.mask
        return nn.functional.conv2d(x, weight, self.bias, self.stride, self.padding, self.dilation, self.groups)


class Standardized(nn.Conv2d):
    def forward(self, x):
        centred = self.weight - self.weight.mean((1, 2, 3), keepdim=True)
        return self._conv_forward(x, centred / (self.weight.std((1, 2, 3), keepdim=True) + 1e-5), self.bias)


torch.manual_seed(0)
masked, x = Masked(2, 3, 3, padding=1), torch.arange(32.0).reshape(1, 2, 4, 4) / 10
out = masked(x)
out.sum().backward()
show("masked", [repr(masked), out, masked.weight.grad, list(masked.state_dict()), masked.transposed])
for settings in (dict(), dict(padding="same", dilation=2, bias=False)):
    layer = Standardized(2, 2, 3, **settings)
    show("standardized", [repr(layer), layer(x)])
doubled = nn.Conv1d(1, 1, 2, padding="same")
show("conv1d", doubled._conv_forward(torch.arange(5.0)[None, None], doubled.weight * 2, None))
for layer in (nn.Conv1d(1, 1, 1), nn.ConvTranspose2d(1, 1, 1), nn.LazyConv2d(1, 1)):
    show("is a", [isinstance(layer, _ConvNd), layer.transposed, layer.output_padding])
show("norms", [isinstance(nn.BatchNorm2d(2), _BatchNorm), isinstance(nn.InstanceNorm2d(2), _InstanceNorm)])


# %% by_name
def network():
    torch.manual_seed(0)
    return torch.nn.Sequential(torch.nn.Linear(2, 2), torch.nn.Sequential(torch.nn.BatchNorm1d(2), torch.nn.ReLU()))


net = network()
show("itself", net.get_submodule("") is net)
show("submodule", net.get_submodule("1.0") is net[1][0])
for name in ("2", "1.0.weight", "1.7.weight", "training", "1.", "1.0.eps"):
    attempt(f"submodule {name}", lambda: net.get_submodule(name))
print(net)


# %% dtypes
def dtypes(model):
    return [str(item.dtype) for item in model.state_dict().values()]


def network():
    return torch.nn.Sequential(torch.nn.Linear(2, 2), torch.nn.BatchNorm1d(2))


show("half", dtypes(network().half()))
net = network()
show("itself", net.half() is net)

# %% weight_norm
from torch import nn

torch.manual_seed(2)
old = nn.utils.weight_norm(nn.Linear(3, 2))
print(old, list(old.state_dict()), type(old.weight).__name__, old.weight.grad_fn is None)
old(torch.ones(1, 3)).sum().backward()
show("gradients", {name: p.grad for name, p in old.named_parameters()})
attempt("twice", lambda: nn.utils.weight_norm(old))
print(nn.utils.remove_weight_norm(old), list(old.state_dict()), type(old.weight).__name__, len(old._forward_pre_hooks))
attempt("not there", lambda: nn.utils.remove_weight_norm(old))
attempt("no shape", lambda: nn.utils.weight_norm(nn.LazyLinear(2)))
for dim in (None, 1):
    layer = nn.utils.weight_norm(nn.Conv1d(2, 2, 2), dim=dim)
    layer(torch.ones(1, 2, 3)).sum().backward()
    show(f"along {dim}", {name: p.grad for name, p in layer.named_parameters()})
    lengths = layer.weight.grad_fn.next_functions[1][0].next_functions[1][0]
    show("their nodes", [layer.weight, lengths, lengths.next_functions])
attempt("dimension", lambda: nn.utils.weight_norm(nn.Linear(3, 2), dim=3))
