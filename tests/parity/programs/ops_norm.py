# ruff: noqa: F821
"""Normalisations, embedding, one-hot, dropout, and their modules."""

# %% calls
op("F.layer_norm(e2, (3,), w, v)")
op("F.embedding(twice, sq, padding_idx=0)")
op("F.embedding(twice, sq, scale_grad_by_freq=True)")


# %% calls_5e6 rtol=5e-06
op("F.layer_norm(m, (3,), w, v)")
op("F.layer_norm(cm, (3,), w, None)")
op("F.layer_norm(cm, (3,), None, w)")
op("F.layer_norm(m.t(), (2,), eps=0.5)")
op("F.rms_norm(m, (3,))")
op("F.rms_norm(m, (3,), w, eps=1e-3)")
op("F.normalize(m)")
op("F.normalize(m, p=1.0, dim=0)")


# %% calls_2e5 rtol=2e-05
op("F.batch_norm(mat, None, None, training=True)")
op("F.batch_norm(sq, None, None, w, v, training=True)")
op("F.batch_norm(b4, None, None, w, v, training=True, eps=0.1)")
op("F.batch_norm(cm, None, None, w, v, training=True)")
op("F.group_norm(d4, 1)")
op("F.group_norm(mat, 2, eps=0.1)")
op("F.group_norm(b4, 3, w, v, eps=0.1)")
op("F.group_norm(b4, 1, w, v)")
op("F.instance_norm(b4, eps=0.1)")


# %% batch_norm_eval rtol=5e-06
mean, var = torch.tensor([0.5, -1.0, 0.25]), torch.tensor([1.0, 2.0, 0.5])
x = torch.tensor([[1.0, 2.0, 3.0], [0.5, 0.25, -1.0]], requires_grad=True)
weight = torch.tensor([1.0, 0.5, 2.0], requires_grad=True)
out = torch.nn.functional.batch_norm(x, mean, var, weight)
show("out", out)
nodes(out, x=x, weight=weight, mean=mean, var=var)
(grad,) = torch.autograd.grad((out * out).sum(), x, create_graph=True)
show("second", torch.autograd.grad((grad * x).sum(), [x, weight]))


# %% batch_norm_running rtol=5e-06
mean, var = torch.zeros(3), torch.ones(3)
x = torch.tensor([[1.0, 2.0, 3.0], [0.5, 0.25, -1.0], [2.0, 2.0, 7.0]], requires_grad=True)
out = torch.nn.functional.batch_norm(x, mean, var, training=True, momentum=0.25)
show("moved", [mean, var, mean._version])
again = torch.nn.functional.batch_norm(x, mean, var, training=True, momentum=0.25)
out.sum().backward()
show("moved twice", [mean, var])


# %% batch_norm_empty
mean, var = torch.zeros(3), torch.ones(3)
out = torch.nn.functional.batch_norm(torch.zeros(0, 3, requires_grad=True), mean, var, torch.ones(3), torch.ones(3))
nodes(out)


# %% embedding_max_norm rtol=5e-06
table = torch.tensor([[3.0, 4.0], [0.1, 0.2], [6.0, 8.0]], requires_grad=True)
out = torch.nn.functional.embedding(torch.tensor([0, 1]), table, max_norm=1.0)
show("out", [out, table, table._version])


# %% one_hot
F = torch.nn.functional
lines(
    """
    F.one_hot(torch.tensor([0, 2]))
    F.one_hot(torch.tensor([0, 2]), num_classes=4)
    F.one_hot(torch.tensor([[1], [0]]), 2)
    F.one_hot(torch.tensor(1), 3)
    F.one_hot(torch.zeros(0, dtype=torch.int64), 3)
    F.one_hot(torch.zeros(0, dtype=torch.int64))
    F.one_hot(torch.tensor([0, 2]), 2)
    F.one_hot(torch.tensor([-1, 2]))
    F.one_hot(torch.tensor([0.0, 2]))
"""
)


# %% dropout
x = torch.arange(12.0).reshape(3, 4).requires_grad_()
F = torch.nn.functional
for p in (0.5, 0.3, 0, 1, 0.9):
    torch.manual_seed(1)
    out = F.dropout(x, p)
    show(f"p={p}", [out, F.dropout(x.t(), p), F.dropout(x * 1, p, inplace=True), out is x])
    if out is not x:
        nodes(out, x=x)
show("eval", F.dropout(x, 0.5, training=False) is x)
show("double", F.dropout(x.double(), 0.25))
show("empty", F.dropout(torch.zeros(0, 3, requires_grad=True)))


# %% dropout_of_channels
torch.manual_seed(3)
x = torch.ones(2, 3, 2, 2, requires_grad=True)
F = torch.nn.functional
for out in (F.dropout2d(x), F.dropout2d(x, 0.3)):
    show("out", out)
    nodes(out, x=x)
show("two dimensions", F.dropout2d(x[0, 0]))
show("three dimensions", F.dropout2d(x[0]))


# %% refusals
F, x, v = torch.nn.functional, torch.ones(2, 3, requires_grad=True), torch.ones(4)
image, i, zeros, ones = torch.ones(2, 3, 2, 2), torch.ones(2, 3, dtype=torch.int64), torch.zeros(3), torch.ones(3)
dtypes(
    """
    F.layer_norm(x, (2,))
    F.layer_norm(x, ())
    F.layer_norm(x, (3,), torch.ones(2))
    F.layer_norm(x, (3,), None, torch.ones(2))
    F.layer_norm(x, 3)
    F.layer_norm(i, (3,))
    F.layer_norm(x.double(), (3,), ones)
    F.batch_norm(x, None, None)
    F.batch_norm(x, zeros, None)
    F.batch_norm(x, torch.zeros(2), ones)
    F.batch_norm(x, zeros, torch.ones(2))
    F.batch_norm(x, zeros, ones, torch.ones(2))
    F.batch_norm(x, zeros, ones, None, torch.ones(2))
    F.batch_norm(x[:1], zeros, ones, training=True)
    F.batch_norm(x, zeros, ones, training=True, eps=0.0)
    F.batch_norm(x, zeros, ones, eps=-1.0)
    F.batch_norm(v, None, None, training=True)
    F.batch_norm(i, None, None, training=True)
    F.batch_norm(x.double(), zeros, ones)
    F.group_norm(image, 2)
    F.group_norm(v, 2)
    F.group_norm(image, 3, torch.ones(2))
    F.group_norm(image, 3, None, torch.ones(2))
    F.group_norm(torch.ones(1, 3), 3)
    F.group_norm(image.long(), 3)
    F.instance_norm(image[:, :, :1, :1])
    F.instance_norm(image, use_input_stats=False)
    F.rms_norm(x, (2,))
    F.rms_norm(x, (3,), torch.ones(2))
    F.rms_norm(i, (3,))
    F.embedding(torch.tensor([0, 9]), x)
    F.embedding(torch.tensor([0, -1]), x)
    F.embedding(torch.tensor([0.0]), x)
    F.embedding(torch.tensor([0]), v)
    F.embedding(torch.tensor([0]), x, padding_idx=7)
    F.embedding(torch.tensor([0]), x, padding_idx=-7)
    F.dropout(x, 1.5)
    F.dropout(x, -0.1)
    torch.dropout(x, 1.5, True)
    F.dropout(i)
    F.dropout2d(v, 0.5)
"""
)


# %% modules
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
    init.calculate_gain("relu")
    init.calculate_gain("leaky_relu", 0.2)
    init.calculate_gain("leaky_relu", True)
    init.calculate_gain("foo")
    init.xavier_uniform_(torch.ones(3))
    init.kaiming_normal_(torch.ones(3, 3), mode="foo")
    init.kaiming_normal_(torch.ones(0, 3))
"""
)


# %% init_orthogonal rtol=1e-05
torch.manual_seed(7)
show("wide", torch.nn.init.orthogonal_(torch.zeros(2, 4)))
show("tall", torch.nn.init.orthogonal_(torch.zeros(4, 2), gain=2))
