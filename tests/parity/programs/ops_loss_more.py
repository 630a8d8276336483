# ruff: noqa: F821
"""Losses beyond the commonest: images, weights, smoothing, probabilities, margins, angles; refusals and warnings."""

# %% calls
op("F.nll_loss(m, classes, ignore_index=2)")
op("F.nll_loss(d4, torch.tensor([[[1, 0], [0, 0], [1, 1]]]))")
op("F.nll_loss(b4[:, :, :, None], torch.tensor([[[0], [2]], [[1], [-100]]]), weight=cv, reduction='none')")
op("F.nll_loss(b4, torch.tensor([[0, 2], [1, 1]]))")
op("F.nll_loss(b4, torch.tensor([[0, 2], [1, 1]]), reduction='none')")
op("F.nll_loss(b4[:, :, :, None, None], torch.tensor([[[[0]], [[2]]], [[[1]], [[1]]]]), reduction='sum')")
op("F.mse_loss(m, v, reduction='sum')")
op("F.mse_loss(v, torch.ones(3, dtype=torch.float64))")
op("F.l1_loss(m, cm, reduction='none')")
op("F.smooth_l1_loss(x, y, reduction='sum', beta=0.5)", x=[1.0, 2.0, -3.0], y=[1.5, 1.5, 0.5])
op("F.huber_loss(x, y, reduction='none', delta=2)", x=[1.0, 2.0, -3.0], y=[3.0, 4.0, 0.5])
op("F.binary_cross_entropy(x, y)", x=[0.25, 0.5, 0.75], y=[0.0, 1.0, 0.5])
op("F.binary_cross_entropy(x, y, weight=cv, reduction='sum')", x=[[0.25, 0.5, 0.75]], y=[[0.0, 1.0, 0.5]])
op("F.binary_cross_entropy(x, torch.tensor([0.0, 0.0, 1.0, 1.0], dtype=x.dtype))", x=[0.0, 1.0, 0.0, 1.0])
op("F.binary_cross_entropy_with_logits(x, y)", x=[-100.0, 0.0, 0.75], y=[0.0, 1.0, 0.5])
op("F.binary_cross_entropy_with_logits(m, n, weight=cv, pos_weight=cm, reduction='sum')")
op("F.kl_div(x, y)", x=[-1.0, -2.0, -0.5], y=[0.5, 0.0, 0.25])
op("F.kl_div(m.log_softmax(1), n.softmax(1), reduction='batchmean')")
op("F.kl_div(m, n, reduction='sum', log_target=True)")
op("F.kl_div(m, x, reduction='none')", x=[0.5, 0.0, 0.25])
op("F.huber_loss(s, k) + F.l1_loss(s, k) + F.smooth_l1_loss(s, k) + F.kl_div(s, k, reduction='batchmean')")
op("F.smooth_l1_loss(e, e * 1) + F.binary_cross_entropy(e * 1, e * 2)")


# %% calls_5e6 rtol=5e-06
op("F.cross_entropy(b4[:, :, :, None], torch.tensor([[[0], [2]], [[1], [-100]]]))")
op("F.cross_entropy(m, classes, label_smoothing=0.1)")
op("F.cross_entropy(m, classes, weight=cv, label_smoothing=0.25, ignore_index=0)")
op("F.cross_entropy(m, classes, label_smoothing=0.1, reduction='sum')")
op("F.cross_entropy(b4, torch.tensor([[0, 2], [1, -100]]), label_smoothing=0.1, reduction='none')")
op("F.cross_entropy(v, idx[0], label_smoothing=0.1)")
op("F.cross_entropy(m, cm)")
op("F.cross_entropy(m, n, label_smoothing=0.1)")
op("F.cross_entropy(m, cm, weight=cv, reduction='sum')")
op("F.cross_entropy(m, cm, reduction='none')")
op("F.cross_entropy(v, cv)")
op("F.cosine_similarity(m, n)")
op("F.cosine_similarity(m, v, dim=-1)")
op("F.pairwise_distance(m, n)")
op("F.triplet_margin_loss(m, n, cm, margin=3.0)")
op("F.triplet_margin_loss(m, n, cm, margin=3.0, swap=True, reduction='none')")


# %% cosine_embedding_loss rtol=5e-06
F = torch.nn.functional
v = torch.tensor([0.5, -1.0, 2.0], requires_grad=True)
w = torch.tensor([1.5, 0.25, -0.5], requires_grad=True)
sign = torch.tensor([1, -1, 1])
out = F.cosine_embedding_loss(v * torch.ones(3, 1), w * torch.ones(3, 1), sign, margin=-0.75)
show("out", [out, torch.autograd.grad(out, [v, w], retain_graph=True, allow_unused=True)])
node = out.grad_fn
while node is not None:
    show("node", [node, node.next_functions])
    node = node.next_functions[0][0]


# %% refusals_classes
F, x, v, image = torch.nn.functional, torch.ones(2, 3), torch.ones(4), torch.ones(2, 3, 2, 2)
good = torch.tensor([0, 2])
dtypes(
    """
    F.cross_entropy(x, good, label_smoothing=1.5)
    F.cross_entropy(x, torch.ones(2, 3), ignore_index=1)
    F.cross_entropy(x, torch.tensor([0, 5]))
    F.cross_entropy(x, torch.tensor([0, 1, 2]))
    F.cross_entropy(x, torch.tensor([0, 1], dtype=torch.int32))
    F.cross_entropy(x, torch.zeros(2, 2, dtype=torch.int64))
    F.cross_entropy(x, torch.zeros(2, 2))
    F.cross_entropy(x, torch.zeros(2))
    F.cross_entropy(x, torch.ones(2, 3, dtype=torch.int64))
    F.cross_entropy(x, good, weight=torch.ones(2))
    F.cross_entropy(x, torch.ones(2, 3), weight=torch.ones(2))
    F.cross_entropy(x, good, reduction='foo')
    F.cross_entropy(torch.tensor(1.0), torch.tensor(0))
    F.nll_loss(torch.tensor(1.0), torch.tensor(0))
    F.nll_loss(x, torch.tensor(1))
    F.nll_loss(v, torch.tensor([1, 2]))
    F.nll_loss(x.long(), good)
    F.nll_loss(image, torch.zeros(2, 2, dtype=torch.int64))
    F.nll_loss(image, torch.zeros(2, 2, 3, dtype=torch.int64))
    F.nll_loss(image, torch.zeros(2, 2, 2, dtype=torch.int64) + 7)
    F.nll_loss(image, torch.zeros(2, 2, 2))
    F.nll_loss(image[0], torch.zeros(3, 3, dtype=torch.int64))
    F.nll_loss(image[0], torch.zeros(2, 2, dtype=torch.int64))
"""
)


# %% refusals_numbers
F, x, i = torch.nn.functional, torch.ones(2, 3) / 2, torch.ones(2, 3, dtype=torch.int64)
dtypes(
    """
    F.mse_loss(x, x, reduction='foo')
    F.mse_loss(x, i)
    F.mse_loss(i, i)
    F.mse_loss(x, torch.zeros(2))
    F.l1_loss(i, i)
    F.smooth_l1_loss(i, i)
    F.smooth_l1_loss(x, x, beta=-1.0)
    F.huber_loss(i, i)
    F.huber_loss(x, x, delta=0.0)
    F.binary_cross_entropy(x, x[0])
    F.binary_cross_entropy(x * 4, x)
    F.binary_cross_entropy(x, x * 4)
    F.binary_cross_entropy(x, x.double())
    F.binary_cross_entropy(x, i)
    F.binary_cross_entropy(i, i)
    F.binary_cross_entropy_with_logits(x, x[0])
    F.binary_cross_entropy_with_logits(x, i)
    F.binary_cross_entropy_with_logits(x, x.double())
    F.binary_cross_entropy_with_logits(x.double(), x)
    F.kl_div(x, x, reduction='foo')
    F.cosine_similarity(x, torch.zeros(2))
    F.cosine_similarity(i, i)
    F.cosine_embedding_loss(x, x, i)
    F.cosine_embedding_loss(x, x, torch.tensor(1))
    F.triplet_margin_loss(x, x, x, margin=0)
    F.triplet_margin_loss(x, x, x[0])
    torch.nn.TripletMarginLoss(margin=0)
"""
)


# %% older_words
F, x, y = torch.nn.functional, torch.ones(2, 3), torch.zeros(2, 3)
show("sum", F.mse_loss(x, y, size_average=False))
show("none", F.l1_loss(x, y, reduce=False))
show("mean", F.smooth_l1_loss(x, y, True))
show("module", torch.nn.MSELoss(size_average=False)(x, y))


# %% modules
n = torch.nn
x = torch.tensor([[0.25, 0.5, 0.75], [0.125, 0.0625, 1.0]], requires_grad=True)
y = torch.tensor([[0.5, 0.5, 0.0], [1.0, 0.75, 0.25]])
pairs = [
    (n.MSELoss(reduction="sum"), y), (n.L1Loss(), y), (n.SmoothL1Loss(beta=0.25), y), (n.HuberLoss(delta=0.25), y),
    (n.BCELoss(), y), (n.BCEWithLogitsLoss(pos_weight=torch.tensor([1.0, 2.0, 3.0])), y),
    (n.KLDivLoss(reduction="batchmean"), y), (n.NLLLoss(), torch.tensor([0, 2])),
    (n.CrossEntropyLoss(weight=torch.tensor([1.0, 2.0, 3.0]), label_smoothing=0.1), torch.tensor([0, 2])),
    (n.CosineSimilarity(), y), (n.PairwiseDistance(), y),
]  # fmt: skip
for module, target in pairs:
    out = module(x, target)
    show(repr(module), [out, list(module.state_dict()), torch.autograd.grad(out.sum(), x)])
show("three", [n.TripletMarginLoss()(x, y, y + 1), n.CosineEmbeddingLoss()(x, y, torch.tensor([1, -1]))])
