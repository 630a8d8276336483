# ruff: noqa: F821
"""Losses beyond the commonest: images, weights, smoothing, probabilities, margins, angles; refusals and warnings."""

# %% nll_loss_weight
op("F.nll_loss(m, classes, weight=cv)")

# %% nll_loss_ignored
op("F.nll_loss(m, classes, ignore_index=2)")

# %% nll_loss_all_ignored
op("F.nll_loss(m, classes * 0 - 100)")

# %% nll_loss_vector_none
v = torch.tensor([1.0, 2.0, 4.0], requires_grad=True)
out = torch.nn.functional.nll_loss(v, torch.tensor([1]), reduction="none")
nodes(out, v=v)
show("out", out)

# %% nll_loss_images
op("F.nll_loss(d4, torch.tensor([[[1, 0], [0, 0], [1, 1]]]))")

# %% nll_loss_images_none
op("F.nll_loss(b4[:, :, :, None], torch.tensor([[[0], [2]], [[1], [-100]]]), weight=cv, reduction='none')")

# %% nll_loss_three_dimensions
op("F.nll_loss(b4, torch.tensor([[0, 2], [1, 1]]))")

# %% nll_loss_three_dimensions_none
op("F.nll_loss(b4, torch.tensor([[0, 2], [1, 1]]), reduction='none')")

# %% nll_loss_five_dimensions
op("F.nll_loss(b4[:, :, :, None, None], torch.tensor([[[[0]], [[2]]], [[[1]], [[1]]]]), reduction='sum')")

# %% cross_entropy_images rtol=5e-6
op("F.cross_entropy(b4[:, :, :, None], torch.tensor([[[0], [2]], [[1], [-100]]]))")

# %% cross_entropy_smooth rtol=5e-6
op("F.cross_entropy(m, classes, label_smoothing=0.1)")

# %% cross_entropy_smooth_weight rtol=5e-6
op("F.cross_entropy(m, classes, weight=cv, label_smoothing=0.25, ignore_index=0)")

# %% cross_entropy_smooth_sum rtol=5e-6
op("F.cross_entropy(m, classes, label_smoothing=0.1, reduction='sum')")

# %% cross_entropy_smooth_none rtol=5e-6
op("F.cross_entropy(b4, torch.tensor([[0, 2], [1, -100]]), label_smoothing=0.1, reduction='none')")

# %% cross_entropy_smooth_vector rtol=5e-6
op("F.cross_entropy(v, idx[0], label_smoothing=0.1)")

# %% cross_entropy_probabilities rtol=5e-6
op("F.cross_entropy(m, cm)")

# %% cross_entropy_probabilities_learned rtol=5e-6
op("F.cross_entropy(m, n, label_smoothing=0.1)")

# %% cross_entropy_probabilities_weight rtol=5e-6
op("F.cross_entropy(m, cm, weight=cv, reduction='sum')")

# %% cross_entropy_probabilities_none rtol=5e-6
op("F.cross_entropy(m, cm, reduction='none')")

# %% cross_entropy_probabilities_vector rtol=5e-6
op("F.cross_entropy(v, cv)")

# %% cross_entropy_empty
op("F.cross_entropy(e2, idx[:0])")

# %% mse_loss_weight
op("F.mse_loss(v, cv, weight=torch.ones_like(v) * 2)")

# %% mse_loss_broadcast
op("F.mse_loss(m, v, reduction='sum')")

# %% mse_loss_types
op("F.mse_loss(v, torch.ones(3, dtype=torch.float64))")

# %% l1_loss
op("F.l1_loss(x, y)", x=[1.0, 2.0, -3.0], y=[1.0, 3.0, 0.5])

# %% l1_loss_weight
op("F.l1_loss(v, w, weight=torch.ones_like(v), reduction='sum')")

# %% l1_loss_none
op("F.l1_loss(m, cm, reduction='none')")

# %% smooth_l1_loss
op("F.smooth_l1_loss(x, y)", x=[1.0, 2.0, -3.0, 0.0], y=[1.0, 3.0, 0.5, -0.25])

# %% smooth_l1_loss_beta
op("F.smooth_l1_loss(x, y, reduction='sum', beta=0.5)", x=[1.0, 2.0, -3.0], y=[1.5, 1.5, 0.5])

# %% smooth_l1_loss_zero
op("F.smooth_l1_loss(v, w, beta=0)")

# %% huber_loss
op("F.huber_loss(x, y)", x=[1.0, 2.0, -3.0, 0.0], y=[1.0, 3.0, 0.5, -0.25])

# %% huber_loss_delta
op("F.huber_loss(x, y, reduction='none', delta=2)", x=[1.0, 2.0, -3.0], y=[3.0, 4.0, 0.5])

# %% huber_loss_weight
op("F.huber_loss(v, w, weight=torch.ones_like(v) * 3)")

# %% binary_cross_entropy
op("F.binary_cross_entropy(x, y)", x=[0.25, 0.5, 0.75], y=[0.0, 1.0, 0.5])

# %% binary_cross_entropy_weight
op("F.binary_cross_entropy(x, y, weight=cv, reduction='sum')", x=[[0.25, 0.5, 0.75]], y=[[0.0, 1.0, 0.5]])

# %% binary_cross_entropy_edges
op("F.binary_cross_entropy(x, torch.tensor([0.0, 0.0, 1.0, 1.0], dtype=x.dtype))", x=[0.0, 1.0, 0.0, 1.0])

# %% binary_cross_entropy_with_logits
op("F.binary_cross_entropy_with_logits(x, y)", x=[-100.0, 0.0, 0.75], y=[0.0, 1.0, 0.5])

# %% binary_cross_entropy_with_logits_weights
op("F.binary_cross_entropy_with_logits(m, n, weight=cv, pos_weight=cm, reduction='sum')")

# %% binary_cross_entropy_with_logits_function
op("torch.binary_cross_entropy_with_logits(v, cv)")

# %% kl_div
op("F.kl_div(x, y)", x=[-1.0, -2.0, -0.5], y=[0.5, 0.0, 0.25])

# %% kl_div_batchmean
op("F.kl_div(m.log_softmax(1), n.softmax(1), reduction='batchmean')")

# %% kl_div_log_target
op("F.kl_div(m, n, reduction='sum', log_target=True)")

# %% kl_div_none
op("F.kl_div(m, x, reduction='none')", x=[0.5, 0.0, 0.25])

# %% cosine_similarity rtol=5e-6
op("F.cosine_similarity(m, n)")

# %% cosine_similarity_broadcast rtol=5e-6
op("F.cosine_similarity(m, v, dim=-1)")

# %% cosine_similarity_zero
x, y = torch.zeros(2, requires_grad=True), torch.tensor([1.0, 2.0])
out = torch.nn.functional.cosine_similarity(x, y, dim=0)
show("out", [out, torch.autograd.grad(out, x)])

# %% pairwise_distance rtol=5e-6
op("F.pairwise_distance(m, n)")

# %% cosine_embedding_loss rtol=5e-6
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

# %% margin_ranking_loss
F = torch.nn.functional
v = torch.tensor([0.5, -1.0, 2.0], requires_grad=True)
w = torch.tensor([1.5, 0.25, -0.5], requires_grad=True)
sign = torch.tensor([1, -1, 1])
out = F.margin_ranking_loss(v, w, sign, margin=0.5)
show("out", [out, torch.autograd.grad(out, [v, w], retain_graph=True, allow_unused=True)])
node = out.grad_fn
while node is not None:
    show("node", [node, node.next_functions])
    node = node.next_functions[0][0]

# %% hinge_embedding_loss
F = torch.nn.functional
v = torch.tensor([0.5, -1.0, 2.0], requires_grad=True)
w = torch.tensor([1.5, 0.25, -0.5], requires_grad=True)
sign = torch.tensor([1, -1, 1])
out = F.hinge_embedding_loss(v * w, sign)
show("out", [out, torch.autograd.grad(out, [v, w], retain_graph=True, allow_unused=True)])
node = out.grad_fn
while node is not None:
    show("node", [node, node.next_functions])
    node = node.next_functions[0][0]

# %% soft_margin_loss
op("F.soft_margin_loss(v, torch.tensor([1.0, -1.0, 1.0], dtype=v.dtype), reduction='sum')")

# %% gaussian_nll_loss
op("F.gaussian_nll_loss(v, w, p, full=True)")

# %% gaussian_nll_loss_number
op("F.gaussian_nll_loss(m, n, 2.0, reduction='none')")

# %% poisson_nll_loss
op("F.poisson_nll_loss(v, p)")

# %% poisson_nll_loss_full
op("F.poisson_nll_loss(p, torch.tensor([0.0, 1.0, 3.0], dtype=p.dtype), log_input=False, full=True)")

# %% triplet_margin_loss rtol=5e-6
op("F.triplet_margin_loss(m, n, cm, margin=3.0)")

# %% triplet_margin_loss_swap rtol=5e-6
op("F.triplet_margin_loss(m, n, cm, margin=3.0, swap=True, reduction='none')")

# %% scalars
op("F.huber_loss(s, k) + F.l1_loss(s, k) + F.smooth_l1_loss(s, k) + F.kl_div(s, k, reduction='batchmean')")

# %% empty
op("F.smooth_l1_loss(e, e * 1) + F.binary_cross_entropy(e * 1, e * 2)")

# %% xlogy
op("torch.xlogy(x, y)", x=[0.0, 0.0, 1.0, 2.0], y=[0.0, float("nan"), 3.0, -1.0])

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
    F.mse_loss(x, x, weight=torch.ones(3))
    F.mse_loss(x, x, weight=x, reduction='foo')
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
    F.margin_ranking_loss(x, x[0], x)
    F.gaussian_nll_loss(x, x, -x)
    F.gaussian_nll_loss(x, x, -1.0)
    F.gaussian_nll_loss(x, x, torch.ones(5))
    F.poisson_nll_loss(x, x, reduction='foo')
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
    (n.HingeEmbeddingLoss(), y.sign()), (n.SoftMarginLoss(), y.sign()), (n.PoissonNLLLoss(), y), (n.CosineSimilarity(), y),
    (n.PairwiseDistance(), y),
]  # fmt: skip
for module, target in pairs:
    out = module(x, target)
    show(repr(module), [out, list(module.state_dict()), torch.autograd.grad(out.sum(), x)])
show("three", [
    n.GaussianNLLLoss()(x, y, y + 1), n.TripletMarginLoss()(x, y, y + 1), n.MarginRankingLoss(0.5)(x, y, y.sign()),
    n.CosineEmbeddingLoss()(x, y, torch.tensor([1, -1])),
])  # fmt: skip

# %% multi_margin_loss
op("F.multi_margin_loss(m, classes)")

# %% multi_margin_loss_squared
op("F.multi_margin_loss(m, classes, p=2, margin=0.5, weight=cv, reduction='none')")

# %% multi_margin_loss_third_power
op("F.multi_margin_loss(m, classes, p=3)")

# %% multi_margin_loss_fewer_targets
op("F.multi_margin_loss(m, classes[:1])")

# %% multi_margin_loss_target_out_of_range
op("F.multi_margin_loss(m, classes + 7)")

# %% multi_margin_loss_float_targets
op("F.multi_margin_loss(m, classes.float())")

# %% multi_margin_loss_short_weight
op("F.multi_margin_loss(m, classes, weight=cv[:1])")

# %% multi_margin_loss_module
op("torch.nn.MultiMarginLoss(2, 0.5, cv)(m, classes)")

# %% multi_margin_loss_matrix_of_weights
op("torch.nn.MultiMarginLoss(weight=m)")
