# ruff: noqa: F821
"""Layers and losses of one's own that inherit from the classes behind PyTorch's, as repositories do."""

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
for loss in (
    nn.CrossEntropyLoss(),
    nn.NLLLoss(),
    nn.MSELoss(),
    nn.KLDivLoss(),
    nn.HuberLoss("sum", 2.0),
):
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
for settings in (dict(), dict(padding=1, padding_mode="circular"), dict(padding="same", dilation=2, bias=False)):
    layer = Standardized(2, 2, 3, **settings)
    show("standardized", [repr(layer), layer(x), layer._reversed_padding_repeated_twice])
doubled = nn.Conv1d(1, 1, 2, padding="same")
show("conv1d", doubled._conv_forward(torch.arange(5.0)[None, None], doubled.weight * 2, None))
for layer in (nn.Conv1d(1, 1, 1), nn.ConvTranspose2d(1, 1, 1), nn.LazyConv2d(1, 1)):
    show("is a", [isinstance(layer, _ConvNd), layer.transposed, layer.output_padding])
show("norms", [isinstance(nn.BatchNorm2d(2), _BatchNorm), isinstance(nn.InstanceNorm2d(2), _InstanceNorm)])

# %% parameters
import torch
from torch.nn.parameter import Parameter, UninitializedBuffer, UninitializedParameter, is_lazy

show("lazy", [is_lazy(UninitializedParameter()), is_lazy(UninitializedBuffer()), is_lazy(Parameter(torch.ones(1)))])
later = UninitializedParameter()
later.materialize((2, 3))
show("materialized", [type(later).__name__, tuple(later.shape), later.requires_grad])
