# ruff: noqa: E402, F821
"""Random numbers: streams of a seed, and distributions."""

# %% normal
from torch.distributions import Normal

torch.manual_seed(0)
w, s = torch.tensor([0.5, -1.0], requires_grad=True), torch.tensor([1.0, 2.5], requires_grad=True)
for label, d in {
    "numbers": Normal(0, 1), "floats": Normal(0.5, 2.0), "mixed": Normal(torch.tensor([0.0, 1.0]), 1.5),
    "double": Normal(0, torch.tensor([1.0, 2.0], dtype=torch.float64)), "leaves": Normal(w, s),
    "broadcast": Normal(torch.zeros(3, 1), torch.ones(2)), "wide": Normal(torch.zeros(20), 1.0),
}.items():  # fmt: skip
    print(label, d, d.batch_shape, d.event_shape)
    show(label, [d.sample(), d.sample((2,)), d.rsample(), d.rsample((3,)), d.sample(torch.Size([2, 1]))])
    show(label, [d.mean, d.mode, d.stddev, d.variance, d.entropy(), d.has_rsample])
    x = d.sample()
    show(label, [d.log_prob(x), d.log_prob(torch.tensor(0.5))])
d = Normal(w, s)
for make in (
    lambda: d.log_prob(torch.tensor([1.0, 2.0])),
    lambda: d.rsample((2,)),
    lambda: d.entropy(),
):
    show("gradients", torch.autograd.grad(make().sum(), (w, s), allow_unused=True))
show("sample", [d.sample().requires_grad, d.rsample().requires_grad])
print(type(d.rsample().grad_fn).__name__, type(d.log_prob(torch.tensor(0.0)).grad_fn).__name__)

# %% bernoulli
from torch.distributions import Bernoulli

torch.manual_seed(0)
w = torch.tensor([0.5, 0.25, 1.0], requires_grad=True)
for label, d in {
    "number": Bernoulli(0.3), "logit": Bernoulli(logits=0.5), "tensor": Bernoulli(w), "logits": Bernoulli(logits=w), "sure": Bernoulli(torch.tensor([0.0, 1.0])),
}.items():  # fmt: skip
    print(label, d, d.batch_shape, d.event_shape, d.support)
    show(label, [d.sample(), d.sample((3,)), d.mean, d.mode, d.stddev, d.variance, d.entropy(), d.probs, d.logits])
    show(label, [d.log_prob(torch.tensor(1.0)), d.log_prob(d.sample())])
    print(d)
for d in (Bernoulli(w), Bernoulli(logits=w)):
    show("gradients", torch.autograd.grad((d.log_prob(torch.tensor(1.0)) + d.entropy()).sum(), w))
attempt("no rsample", lambda: d.rsample())

# %% categorical
from torch.distributions import Categorical

torch.manual_seed(0)
w = torch.tensor([0.5, 0.25, 1.0], requires_grad=True)
m = torch.tensor([[0.5, 0.25, 1.0], [2.0, 0.0, 1.0]], requires_grad=True)
for label, d in {
    "vector": Categorical(w), "logits": Categorical(logits=w), "rows": Categorical(m), "rows of logits": Categorical(logits=m), "sure": Categorical(torch.tensor([0.0, 1.0])),
}.items():  # fmt: skip
    print(label, d, d.batch_shape, d.event_shape, d.support)
    show(
        label,
        [d.sample(), d.sample((4,)), d.sample((2, 2)), d.mean, d.mode, d.variance, d.entropy(), d.probs, d.logits],
    )
    show(label, [d.log_prob(torch.tensor(1)), d.log_prob(d.sample()), d.log_prob(d.sample((3,)))])
for d, leaf in ((Categorical(w), w), (Categorical(logits=w), w), (Categorical(logits=m), m)):
    show("gradients", torch.autograd.grad((d.log_prob(torch.tensor(2)) + d.entropy()).sum(), leaf))

# %% multivariate_normal rtol=1e-4
from torch.distributions import MultivariateNormal

torch.manual_seed(0)
mean = torch.tensor([1.0, -1.0], requires_grad=True)
c = torch.tensor([[2.0, 0.5], [0.5, 1.0]], requires_grad=True)
for label, d in {
    "covariance": MultivariateNormal(mean, c),
    "many means": MultivariateNormal(torch.arange(6.0).reshape(3, 2), c),
    "many matrices": MultivariateNormal(mean, torch.stack([c, c * 2])), "both": MultivariateNormal(torch.zeros(3, 1, 2), torch.stack([c, c * 2])),
}.items():  # fmt: skip
    print(label, d, d.batch_shape, d.event_shape, d.support)
    show(label, [d.sample(), d.sample((3,)), d.rsample((2,)), d.mean, d.mode, d.variance, d.stddev, d.entropy()])
    show(label, [d.log_prob(d.sample()), d.log_prob(d.sample((2,))), d.covariance_matrix])
d = MultivariateNormal(mean, covariance_matrix=c)
total = d.log_prob(torch.tensor([0.5, 0.5])) + d.entropy() + d.rsample().sum()
show("gradients", torch.autograd.grad(total, (mean, c)))

# %% independent
from torch.distributions import Bernoulli, Categorical, Independent, MultivariateNormal, Normal

torch.manual_seed(0)
base = Normal(torch.zeros(3, 2), torch.ones(2) * 2)
for n in (0, 1, 2):
    d = Independent(base, n)
    print(d, d.batch_shape, d.event_shape, d.support, d.has_rsample)
    show(
        "values",
        [
            d.sample(),
            d.rsample((2,)).shape,
            d.mean,
            d.mode,
            d.variance,
            d.stddev,
            d.entropy(),
            d.log_prob(torch.ones(3, 2)),
        ],
    )
attempt("too many", lambda: Independent(base, 3))
attempt("outside", lambda: Independent(base, 1).log_prob(torch.tensor([1.0, float("nan")])))

# %% kl rtol=1e-4
from torch.distributions import Bernoulli, Categorical, Independent, Normal, kl_divergence

w = torch.tensor([0.5, 0.25], requires_grad=True)
n = Normal(w, w + 1)
for label, (p, q) in {
    "normal": (n, Normal(0.0, 1.0)), "normal back": (Normal(0.0, 1.0), n),
    "bernoulli": (Bernoulli(w), Bernoulli(0.7)), "bernoulli sure": (Bernoulli(w), Bernoulli(torch.tensor([0.0, 1.0]))),
    "bernoulli from sure": (Bernoulli(torch.tensor([0.0, 1.0])), Bernoulli(w)),
    "categorical": (Categorical(logits=w), Categorical(torch.tensor([0.3, 0.7]))), "categorical sure": (Categorical(w), Categorical(torch.tensor([0.0, 1.0]))),
    "independent": (Independent(n, 1), Independent(Normal(torch.zeros(2), 1.0), 1)),
}.items():  # fmt: skip
    found = kl_divergence(p, q)
    show(label, found)
    if found.requires_grad:
        show(label, torch.autograd.grad(found.sum(), w, retain_graph=True))
attempt("none", lambda: kl_divergence(n, Categorical(w)))
attempt("independent", lambda: kl_divergence(Independent(n, 1), Independent(n, 0)))


class Mine(Normal):
    pass


show("subclass", kl_divergence(Mine(0.0, 1.0), n))

# %% own_distribution
from torch.distributions import Distribution, Normal, constraints


class Coin(Distribution):
    arg_constraints = {"p": constraints.unit_interval}
    support = constraints.boolean

    def __init__(self, p, validate_args=None):
        self.p = p
        super().__init__(p.shape, validate_args=validate_args)


class Bare(Distribution):
    pass


print(Coin(torch.tensor(0.5)), Coin(torch.ones(3)))
attempt("outside", lambda: Coin(torch.tensor(1.5)))
coin = Coin(torch.tensor(0.5))
for name in ("mean", "variance", "stddev", "mode"):
    attempt(name, lambda: getattr(coin, name))
for name in ("sample", "rsample", "entropy"):
    attempt(name, lambda: getattr(coin, name)())
attempt("log_prob", lambda: coin.log_prob(torch.tensor(1.0)))


show("unchecked", Normal(0.0, -1.0, validate_args=False).log_prob(torch.tensor(1.0)))

# %% refusals
from torch.distributions import Bernoulli, Categorical, Independent, MultivariateNormal, Normal, Uniform

one, two, nan = torch.tensor(1.0), torch.ones(2), float("nan")
lines("""
Normal([1.0], 1)
Bernoulli(0.5, 0.5)
Bernoulli(logits=nan)
Categorical(two, two)
Categorical(one)
Categorical(logits=torch.tensor([nan, 1.0]))
Normal(0, 1).log_prob(1.0)
Normal(two, 1).log_prob(torch.ones(3))
Bernoulli(0.5).log_prob(torch.tensor(0.3))
Categorical(two).log_prob(torch.tensor(2))
MultivariateNormal(two, torch.eye(2)).log_prob(torch.tensor([nan, 1.0]))
""")

# %% creation
torch.manual_seed(0)
x, i = torch.zeros(2, 3), torch.zeros(3, dtype=torch.int64)
lines("""
torch.rand(2, 3), torch.rand((2,)), torch.rand([1]), torch.rand(()), torch.rand(size=(1,)), torch.rand(2, dtype=torch.float64)
torch.randint(5, (2,)), torch.randint(0, 5, [2]), torch.randint(high=5, size=(2,)), torch.randint(2, 5, size=(2,), dtype=torch.float32)
torch.normal(0., 1., (3,)), torch.normal(torch.zeros(3), 1.), torch.normal(0., torch.ones(3)), torch.normal(torch.zeros(3), torch.ones(3))
""")

# %% in_place
torch.manual_seed(1)
lines("""
torch.zeros(3, dtype=torch.int64).random_(10), torch.zeros(3, dtype=torch.float16).random_()
""")

# %% state
torch.manual_seed(3)
before = torch.get_rng_state()
show("state", [before.dtype, before.shape, before[:40].tolist(), before[-60:].tolist()])
a = torch.randn(3)
middle = torch.get_rng_state()
show("used", [middle[:40].tolist(), middle[-60:].tolist()])
b = torch.randn(2)
torch.set_rng_state(middle)
show("again", [torch.equal(torch.randn(2), b), torch.initial_seed()])
torch.set_rng_state(before)
show("again", torch.equal(torch.randn(3), a))
torch.rand(621)
show("end of a block", torch.get_rng_state()[:40].tolist())
show("next", torch.rand(2))
g = torch.Generator()
show("seed", [g.initial_seed(), g.manual_seed(5) is g, g.initial_seed(), g.device])
show("own", [torch.rand(2, generator=g), torch.randn(2, generator=g), torch.randint(5, (3,), generator=g)])
show("own", [torch.randperm(4, generator=g), torch.zeros(2).normal_(generator=g), torch.zeros(2).uniform_(generator=g)])
show("own", [torch.normal(0.0, 1.0, (2,), generator=g), torch.multinomial(torch.ones(3), 2, generator=g)])
h = torch.Generator()
h.set_state(g.get_state())
show("same", torch.equal(torch.rand(3, generator=h), torch.rand(3, generator=g)))
show("seeds", [torch.manual_seed(-1).initial_seed(), torch.manual_seed(1.7).initial_seed(), torch.initial_seed()])
show("default", torch.default_generator is torch.manual_seed(0))
show("random", [torch.random.manual_seed(4).initial_seed(), torch.random.initial_seed(), torch.rand(1)])

# %% refusals_of_draws
x, i = torch.zeros(3), torch.zeros(3, dtype=torch.int64)
lines("""
torch.set_rng_state(torch.zeros(3, dtype=torch.uint8))
torch.set_rng_state(torch.zeros(3))
torch.set_rng_state(3)
torch.randperm(300, dtype=torch.uint8)
torch.normal(x, -torch.ones(3))
torch.normal(0., torch.tensor([1, 2]))
torch.bernoulli(torch.tensor([1]))
i.random_(5, 5)
torch.multinomial(torch.tensor([1, 2]), 1)
torch.multinomial(torch.tensor([-1., 2]), 1)
torch.multinomial(torch.zeros(2), 1)
torch.multinomial(torch.ones(2), 0)
torch.multinomial(torch.ones(1, 1, 2), 1)
""")
