# ruff: noqa: F821, E402
"""Distributions made of gamma functions: numbers after a seed, likelihoods with gradients, moments, divergences."""

# %% gamma rtol=1e-4
from torch.distributions import Gamma

torch.manual_seed(0)
w, r = torch.tensor([0.5, 3.0], requires_grad=True), torch.tensor([2.0, 0.5], requires_grad=True)
for label, d in {
    "numbers": Gamma(2, 3),
    "small": Gamma(0.1, 1.0),
    "double": Gamma(torch.tensor([2.0], dtype=torch.float64), 1),
    "leaves": Gamma(w, r),
}.items():
    print(label, d, d.batch_shape, d.event_shape, d.support)
    show(
        label,
        [
            d.sample(),
            d.sample((5,)),
            d.mean,
            d.mode,
            d.stddev,
            d.variance,
            d.entropy(),
            d.log_prob(d.sample()),
            d.log_prob(1.5),
        ],
    )
    show(label, [d.expand((2, *d.batch_shape)).sample(), d.expand((2, *d.batch_shape)).batch_shape])
show("gradients", torch.autograd.grad((Gamma(w, r).log_prob(torch.tensor(1.5)) + Gamma(w, r).entropy()).sum(), (w, r)))
show("gradients", torch.autograd.grad(Gamma(2.0, r).rsample().sum(), r))
attempt("outside", lambda: Gamma(-1.0, 1.0))
attempt("outside", lambda: Gamma(1.0, 1.0).log_prob(torch.tensor(-1.0)))

# %% dirichlet rtol=1e-4
from torch.distributions import Dirichlet

torch.manual_seed(0)
w = torch.tensor([[0.5, 3.0, 1.0], [0.2, 0.3, 0.5]], requires_grad=True)
for label, d in {
    "vector": Dirichlet(torch.tensor([2.0, 3.0])),
    "double": Dirichlet(torch.tensor([2.0, 0.1, 1.0], dtype=torch.float64)),
    "leaves": Dirichlet(w),
}.items():
    print(label, d, d.batch_shape, d.event_shape, d.support)
    show(label, [d.sample(), d.sample((5,)), d.mean, d.mode, d.stddev, d.variance, d.entropy(), d.log_prob(d.sample())])
    show(label, [d.expand((2, *d.batch_shape)).sample(), d.expand((2, *d.batch_shape)).batch_shape])
d = Dirichlet(w)
show("gradients", torch.autograd.grad((d.log_prob(torch.tensor([0.2, 0.3, 0.5])) + d.entropy()).sum(), w))
attempt("number", lambda: Dirichlet(torch.tensor(1.0)))
attempt("outside", lambda: Dirichlet(-torch.ones(2)))
attempt("outside", lambda: Dirichlet(torch.ones(2)).log_prob(torch.ones(2)))

# %% beta rtol=1e-4
from torch.distributions import Beta

torch.manual_seed(0)
w, r = torch.tensor([0.5, 3.0], requires_grad=True), torch.tensor([2.0, 0.5], requires_grad=True)
for label, d in {
    "numbers": Beta(2, 3),
    "small": Beta(0.1, 0.2),
    "mixed": Beta(torch.tensor([2.0]), 1),
    "leaves": Beta(w, r),
}.items():
    print(label, d, d.batch_shape, d.event_shape, d.support)
    show(label, [d.sample(), d.sample((5,)), d.mean, d.mode, d.stddev, d.variance, d.entropy(), d.log_prob(d.sample())])
    show(label, [d.expand((2, *d.batch_shape)).sample(), d.concentration1, d.concentration0])
show("gradients", torch.autograd.grad((Beta(w, r).log_prob(torch.tensor(0.3)) + Beta(w, r).entropy()).sum(), (w, r)))
show("sample", Beta(w, r).sample().requires_grad)
attempt("outside", lambda: Beta(-1.0, 1.0))
attempt("outside", lambda: Beta(1.0, 1.0).log_prob(torch.tensor(2.0)))

# %% kl rtol=1e-4
from torch.distributions import Beta, Dirichlet, Exponential, Gamma, kl_divergence

w = torch.tensor([0.5, 3.0], requires_grad=True)
for label, (p, q) in {
    "gamma": (Gamma(w, 2.0), Gamma(1.5, 1.0)), "beta": (Beta(w, 2.0), Beta(1.5, 1.0)), "dirichlet": (Dirichlet(w), Dirichlet(torch.ones(2))),
    "exponential gamma": (Exponential(w), Gamma(1.5, 1.0)), "gamma exponential": (Gamma(w, 2.0), Exponential(1.5)),
}.items():  # fmt: skip
    found = kl_divergence(p, q)
    show(label, [found, torch.autograd.grad(found.sum(), w)])
