# ruff: noqa: E402, F821
"""Activations, losses, normalization and other layers: numbers, nodes, refusals."""

# %% calls
op("F.relu6(x)", x=[-1.0, 0.0, 3.0, 6.0, 7.0])
op("torch.prelu(m, p)")
op("F.prelu(v, a)", a=[0.25])
op("F.binary_cross_entropy(x, y, weight=cv, reduction='sum')", x=[[0.25, 0.5, 0.75]], y=[[0.0, 1.0, 0.5]])
op("F.kl_div(x, y)", x=[-1.0, -2.0, -0.5], y=[0.5, 0.0, 0.25])
op("F.kl_div(m, n, reduction='sum', log_target=True)")

# %% refusals
F, x = torch.nn.functional, torch.ones(2, 3, requires_grad=True)
dtypes(
    """
    F.gelu(x, approximate='foo')
    F.hardtanh(x, 3, 2)
    F.prelu(x, torch.ones(2))
"""
)

# %% negative_slopes_in_place
F, x = torch.nn.functional, torch.ones(3, requires_grad=True)
for make in (F.elu,):
    attempt(make.__name__, lambda make=make: make(x * 1, -1.0, inplace=True).sum().backward())

# %% modules
n = torch.nn
modules = [
    n.LeakyReLU(), n.LeakyReLU(0.1, True), n.ELU(), n.ELU(inplace=True), n.SELU(), n.GELU(), n.GELU("tanh"),
    n.SiLU(), n.Softplus(), n.Softplus(2.0), n.ReLU6(), n.ReLU6(True), n.Hardtanh(), n.Hardtanh(-2, 2),
    n.LogSigmoid(), n.Softmax(dim=1), n.LogSoftmax(dim=1), n.PReLU(), n.ReLU(True),
    n.Sigmoid(), n.Tanh(),
]  # fmt: skip
for module in modules:
    x = torch.tensor([[-1.5, 0.25, 3.0], [0.5, -0.125, 7.0]], requires_grad=True)
    out = module(x * 1)
    out.sum().backward()
    show(repr(module), [out, x.grad])
print(n.Sequential(n.Identity(), n.Flatten(), n.PReLU(3)))

# %% losses_5e6 rtol=5e-06
op("F.cross_entropy(m, classes, label_smoothing=0.1, reduction='sum')")
op("F.cross_entropy(b4, torch.tensor([[0, 2], [1, -100]]), label_smoothing=0.1, reduction='none')")
op("F.cross_entropy(m, n, label_smoothing=0.1)")
op("F.cross_entropy(m, cm, weight=cv, reduction='sum')")
op("F.cross_entropy(m, cm, reduction='none')")
op("F.cosine_similarity(m, v, dim=-1)")
op("F.rms_norm(m, (3,), w, eps=1e-3)")
op("F.normalize(m, p=1.0, dim=0)")

# %% refusals_classes
F, x, v, image = torch.nn.functional, torch.ones(2, 3), torch.ones(4), torch.ones(2, 3, 2, 2)
good = torch.tensor([0, 2])
dtypes(
    """
    F.cross_entropy(x, good, label_smoothing=1.5)
    F.cross_entropy(x, torch.ones(2, 3), ignore_index=1)
    F.cross_entropy(x, torch.ones(2, 3), weight=torch.ones(2))
    F.cross_entropy(torch.tensor(1.0), torch.tensor(0))
    F.nll_loss(torch.tensor(1.0), torch.tensor(0))
    F.nll_loss(v, torch.tensor([1, 2]))
    F.nll_loss(image, torch.zeros(2, 2, dtype=torch.int64))
    F.nll_loss(image, torch.zeros(2, 2, 3, dtype=torch.int64))
    F.nll_loss(image[0], torch.zeros(3, 3, dtype=torch.int64))
"""
)

# %% refusals_numbers
F, x, i = torch.nn.functional, torch.ones(2, 3) / 2, torch.ones(2, 3, dtype=torch.int64)
dtypes(
    """
    F.mse_loss(i, i)
    F.l1_loss(i, i)
    F.smooth_l1_loss(i, i)
    F.smooth_l1_loss(x, x, beta=-1.0)
    F.huber_loss(i, i)
    F.huber_loss(x, x, delta=0.0)
    F.kl_div(x, x, reduction='foo')
    F.cosine_similarity(i, i)
"""
)

# %% older_words
F, x, y = torch.nn.functional, torch.ones(2, 3), torch.zeros(2, 3)
show("sum", F.mse_loss(x, y, size_average=False))
show("none", F.l1_loss(x, y, reduce=False))
show("mean", F.smooth_l1_loss(x, y, True))
show("module", torch.nn.MSELoss(size_average=False)(x, y))

# %% modules_of_losses
n = torch.nn
x = torch.tensor([[0.25, 0.5, 0.75], [0.125, 0.0625, 1.0]], requires_grad=True)
y = torch.tensor([[0.5, 0.5, 0.0], [1.0, 0.75, 0.25]])
pairs = [
    (n.MSELoss(reduction="sum"), y), (n.L1Loss(), y), (n.SmoothL1Loss(beta=0.25), y), (n.HuberLoss(delta=0.25), y),
    (n.BCELoss(), y), (n.BCEWithLogitsLoss(pos_weight=torch.tensor([1.0, 2.0, 3.0])), y),
    (n.KLDivLoss(reduction="batchmean"), y), (n.NLLLoss(), torch.tensor([0, 2])),
    (n.CrossEntropyLoss(weight=torch.tensor([1.0, 2.0, 3.0]), label_smoothing=0.1), torch.tensor([0, 2])),
    (n.CosineSimilarity(), y),
]  # fmt: skip
for module, target in pairs:
    out = module(x, target)
    show(repr(module), [out, list(module.state_dict()), torch.autograd.grad(out.sum(), x)])

# %% calls_2e5 rtol=2e-05
op("F.group_norm(b4, 3, w, v, eps=0.1)")

# %% batch_norm_empty
mean, var = torch.zeros(3), torch.ones(3)
out = torch.nn.functional.batch_norm(torch.zeros(0, 3, requires_grad=True), mean, var, torch.ones(3), torch.ones(3))
nodes(out)

# %% one_hot
F = torch.nn.functional
lines(
    """
    F.one_hot(torch.tensor([0, 2]))
    F.one_hot(torch.tensor([0, 2]), num_classes=4)
    F.one_hot(torch.zeros(0, dtype=torch.int64))
    F.one_hot(torch.tensor([-1, 2]))
    F.one_hot(torch.tensor([0.0, 2]))
"""
)

# %% dropout_of_channels
torch.manual_seed(3)
x = torch.ones(2, 3, 2, 2, requires_grad=True)
F = torch.nn.functional
out = F.dropout2d(x)
show("out", out)
nodes(out, x=x)
show("two dimensions", F.dropout2d(x[0, 0]))
show("three dimensions", F.dropout2d(x[0]))

# %% norm_refusals
F, x, v = torch.nn.functional, torch.ones(2, 3, requires_grad=True), torch.ones(4)
image, i, zeros, ones = torch.ones(2, 3, 2, 2), torch.ones(2, 3, dtype=torch.int64), torch.zeros(3), torch.ones(3)
dtypes(
    """
    F.layer_norm(x, (3,), torch.ones(2))
    F.layer_norm(x.double(), (3,), ones)
    F.batch_norm(x, None, None)
    F.batch_norm(x, zeros, ones, training=True, eps=0.0)
    F.batch_norm(x, zeros, ones, eps=-1.0)
    F.batch_norm(v, None, None, training=True)
    F.group_norm(image, 2)
    F.group_norm(v, 2)
    F.group_norm(image, 3, torch.ones(2))
    F.group_norm(torch.ones(1, 3), 3)
    F.instance_norm(image, use_input_stats=False)
    F.embedding(torch.tensor([0]), v)
    F.embedding(torch.tensor([0]), x, padding_idx=-7)
    F.dropout(x, -0.1)
    torch.dropout(x, 1.5, True)
    F.dropout(i)
"""
)

# %% norm_modules
n = torch.nn
torch.manual_seed(0)
modules = [
    n.LayerNorm(3), n.LayerNorm([2, 3], bias=False), n.LayerNorm(3, elementwise_affine=False), n.RMSNorm(3),
    n.RMSNorm((2, 3), elementwise_affine=False), n.GroupNorm(3, 6), n.GroupNorm(2, 4, affine=False), n.BatchNorm1d(3),
    n.BatchNorm2d(3, momentum=None), n.BatchNorm1d(3, affine=False, track_running_stats=False), n.BatchNorm3d(2),
    n.Embedding(4, 3), n.Embedding(4, 3, padding_idx=-1), n.Embedding(4, 3, 1, 1.0, 1.0, True),
    n.Dropout(), n.Dropout(0.2, True), n.Dropout2d(0.1),
]  # fmt: skip
for module in modules:
    show(repr(module), [list(module.state_dict().items()), [name for name, _ in module.named_parameters()]])

# %% embedding_module
torch.manual_seed(42)
layer = torch.nn.Embedding(6, 3, padding_idx=2)
show("weight", layer.weight)
layer(torch.tensor([[1, 2], [2, 5]])).sum().backward()
show("grad", layer.weight.grad)
layer.reset_parameters()
show("again", layer.weight)
frozen = torch.nn.Embedding.from_pretrained(torch.tensor([[1.0, 2.0], [3.0, 4.0]]))
show("frozen", [frozen(torch.tensor([1, 0])), frozen.weight.requires_grad])
attempt("wrong padding", lambda: torch.nn.Embedding(4, 3, padding_idx=4))
attempt("wrong probability", lambda: torch.nn.Dropout(1.5))

# %% init rtol=2e-06
init = torch.nn.init
torch.manual_seed(7)
fills = [
    init.uniform_, init.normal_, init.xavier_uniform_, init.xavier_normal_, init.kaiming_uniform_,
    init.kaiming_normal_, init.ones_, init.zeros_, init.eye_, init.trunc_normal_,
]  # fmt: skip
for fill in fills:
    weight = torch.zeros(3, 5, requires_grad=True)
    result = fill(weight)
    show(fill.__name__, [weight, result is weight])
weight = torch.zeros(4, 6, dtype=torch.float64)
show("more", [
    init.constant_(weight, 0.3).clone(), init.uniform_(weight, -1, 2).clone(), init.normal_(weight, 1.0, 0.1).clone(),
    init.kaiming_uniform_(weight, a=5**0.5).clone(), init.kaiming_normal_(weight, 0, "fan_out", "relu").clone(),
    init.xavier_uniform_(weight, gain=init.calculate_gain("tanh")).clone(), init.trunc_normal_(weight, std=0.02).clone(),
])  # fmt: skip
lines(
    """
    init.calculate_gain("leaky_relu", True)
    init.calculate_gain("foo")
    init.kaiming_normal_(torch.ones(3, 3), mode="foo")
    init.kaiming_normal_(torch.ones(0, 3))
"""
)

# %% init_orthogonal rtol=1e-05
torch.manual_seed(7)
show("wide", torch.nn.init.orthogonal_(torch.zeros(2, 4)))
show("tall", torch.nn.init.orthogonal_(torch.zeros(4, 2), gain=2))

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
    attempt("groups", lambda: kind(4, 5, 3, groups=2))

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
    attempt("one place", lambda: kind(3)(torch.ones(2, 3, *[1] * rank)))

# %% embedding_bag_module
import torch
from torch import nn

for args in ((4, 3), (4, 3, None, 2.0, False, "sum")):
    torch.manual_seed(0)
    layer = nn.EmbeddingBag(*args)
    show("layer", [repr(layer), layer.state_dict()])
    show("out", layer(torch.tensor([0, 3, 1, 1]), torch.tensor([0, 2, 4])).detach())
layer = nn.EmbeddingBag.from_pretrained(torch.eye(3), mode="sum")
show("given", [repr(layer), layer.weight.requires_grad, layer(torch.tensor([[0, 2], [1, 1]]))])
attempt("padding", lambda: nn.EmbeddingBag(4, 3, padding_idx=4))
