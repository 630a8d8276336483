# ruff: noqa: F821, E402
"""Transposed convolutions, instance norms, embedding bags and padding in three dimensions, as modules."""

# %% conv_transpose rtol=1e-5
import torch
from torch import nn

for rank, sizes in ((1, (2, 4, 5)), (2, (1, 4, 3, 2)), (3, (1, 4, 2, 1, 3))):
    kind = getattr(nn, f"ConvTranspose{rank}d")
    x = torch.arange(1.0, 41.0)[: torch.Size(sizes).numel()].sin().reshape(sizes).requires_grad_()
    for args in ((4, 6, 3), (4, 6, 2, 2, 1, 1, 2), (4, 2, 3, 1, 1, 0, 1, False, 2)):
        torch.manual_seed(0)
        layer = kind(*args)
        show("layer", [repr(layer), layer.state_dict(), layer.transposed, layer.output_padding])
        attempt("out", lambda: [out := layer(x), torch.autograd.grad(out, [x, *layer.parameters()], out.detach())])
        attempt("one", lambda: layer(x[0]))
    attempt("mode", lambda: kind(4, 6, 3, padding_mode="reflect"))
    attempt("groups", lambda: kind(4, 5, 3, groups=2))
    attempt("too much", lambda: kind(4, 2, 3, output_padding=1)(x))

# %% output_size
import torch
from torch import nn

torch.manual_seed(0)
layer, x = nn.ConvTranspose2d(1, 1, 2, stride=2), torch.ones(1, 1, 3, 4)
show("sizes", [layer(x, output_size=size).shape for size in ([6, 8], [7, 9], [1, 1, 7, 8])])
attempt("too large", lambda: layer(x, output_size=[8, 8]))
attempt("one", lambda: layer(x, output_size=[6]))

# %% conv_transpose3d
op("F.conv_transpose3d(d4.view(1, 2, 1, 3, 2), b4.view(2, 1, 3, 2, 1), v[:1], stride=(1, 2, 1), padding=(1, 0, 0))")

# %% instance_norm rtol=1e-4
import torch
from torch import nn

for rank, sizes in ((1, (2, 3, 5)), (2, (2, 3, 2, 4)), (3, (2, 3, 2, 2, 1))):
    kind = getattr(nn, f"InstanceNorm{rank}d")
    x = (torch.arange(48.0)[: torch.Size(sizes).numel()].sin() * 3).reshape(sizes).requires_grad_()
    for settings in ({}, {"affine": True}, {"affine": True, "track_running_stats": True, "momentum": 0.3}):
        layer = kind(3, **settings)
        show("layer", [repr(layer), list(layer.state_dict())])
        out = layer(x)
        show("out", [out, torch.autograd.grad(out, [x, *layer.parameters()], out.detach()), layer.state_dict()])
        show("one", layer(x[0]))
        show("evaluated", layer.eval()(x))
    attempt("rank", lambda: kind(3)(torch.ones(3)))
    attempt("channels", lambda: kind(4, affine=True)(x))
    attempt("channels that do not matter", lambda: kind(4)(x).shape)
    attempt("one place", lambda: kind(3)(torch.ones(2, 3, *[1] * rank)))

# %% embedding_bag
import torch
from torch.nn import functional

weight = torch.tensor([[1.0, -2.0], [0.5, 3.0], [4.0, 0.25]], requires_grad=True)
factors = torch.tensor([2.0, -1.0, 0.5, 3.0], requires_grad=True)
numbers, starts = torch.tensor([0, 2, 1, 2]), torch.tensor([0, 3, 3])
for settings in (
    {}, {"mode": "sum"}, {"mode": "max"}, {"mode": "sum", "per_sample_weights": factors}, {"padding_idx": 2},
    {"mode": "max", "padding_idx": -1}, {"max_norm": 2.0}, {"scale_grad_by_freq": False, "norm_type": 1.0},
):  # fmt: skip
    out = functional.embedding_bag(numbers, weight, starts, **settings)
    show("out", [out, torch.autograd.grad(out, [weight, factors], out.detach() + 1, allow_unused=True)])
    show("weight", weight)
show("ends", functional.embedding_bag(numbers, weight, torch.tensor([0, 3, 4]), include_last_offset=True))
show("even", functional.embedding_bag(numbers.reshape(2, 2), weight, mode="max"))

# %% embedding_bag_refusals
import torch
from torch.nn import functional

weight, numbers, starts = torch.ones(3, 2), torch.tensor([0, 2, 1]), torch.tensor([0, 2])
attempt("start", lambda: functional.embedding_bag(numbers, weight, torch.tensor([1, 2])))
attempt("end", lambda: functional.embedding_bag(numbers, weight, torch.tensor([0, 4])))
attempt("no offsets", lambda: functional.embedding_bag(numbers, weight))
attempt("both", lambda: functional.embedding_bag(numbers[None], weight, starts))
attempt("rank", lambda: functional.embedding_bag(numbers[None, None], weight))
attempt("matrix", lambda: functional.embedding_bag(numbers, weight[0], starts))
attempt("row", lambda: functional.embedding_bag(numbers + 1, weight, starts))
attempt("fractions", lambda: functional.embedding_bag(numbers.double(), weight, starts))
attempt("mode", lambda: functional.embedding_bag(numbers, weight, starts, mode="prod"))
attempt("factors", lambda: functional.embedding_bag(numbers, weight, starts, per_sample_weights=torch.ones(3)))
attempt("few", lambda: functional.embedding_bag(numbers, weight, starts, per_sample_weights=torch.ones(2)))
attempt("padding", lambda: functional.embedding_bag(numbers, weight, starts, padding_idx=5))
attempt("shortened", lambda: functional.embedding_bag(numbers + 1, weight, starts, max_norm=1.0))

# %% embedding_bag_module
import torch
from torch import nn

for args in ((4, 3), (4, 3, 1.0, 1.0, False, "sum"), (4, 2, None, 2.0, False, "max", False, None, True, -1)):
    torch.manual_seed(0)
    layer = nn.EmbeddingBag(*args)
    show("layer", [repr(layer), layer.state_dict()])
    show("out", layer(torch.tensor([0, 3, 1, 1]), torch.tensor([0, 2, 4])))
layer = nn.EmbeddingBag.from_pretrained(torch.eye(3), mode="sum")
show("given", [repr(layer), layer.weight.requires_grad, layer(torch.tensor([[0, 2], [1, 1]]))])
attempt("padding", lambda: nn.EmbeddingBag(4, 3, padding_idx=4))
