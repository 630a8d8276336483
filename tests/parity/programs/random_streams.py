# ruff: noqa: F821
"""Random numbers: the streams of every function, their state, in-place draws with their nodes, and refusals."""

# %% creation
torch.manual_seed(0)
x, i = torch.zeros(2, 3), torch.zeros(3, dtype=torch.int64)
lines("""
torch.rand(2, 3), torch.rand((2,)), torch.rand([1]), torch.rand(()), torch.rand(size=(1,)), torch.rand(2, dtype=torch.float64)
torch.randn(2, 3), torch.randn(17)[:3], torch.randn(3, dtype=torch.float64)
torch.rand(3, dtype=torch.float16)
torch.randn(3, dtype=torch.float16)
torch.randint(5, (2,)), torch.randint(0, 5, [2]), torch.randint(high=5, size=(2,)), torch.randint(2, 5, size=(2,), dtype=torch.float32)
torch.randint(low=2, high=5, size=(3,))
torch.randperm(5), torch.randperm(3, dtype=torch.float32), torch.randperm(3, dtype=torch.int32), torch.randperm(0)
torch.rand_like(x), torch.randn_like(x), torch.randint_like(x, 5), torch.randint_like(i, 2, 5), torch.randint_like(x, 0, 5, dtype=torch.int64)
torch.rand_like(i, dtype=torch.float32)
torch.rand(2, requires_grad=True), torch.randn(2, requires_grad=True), torch.rand_like(x, requires_grad=True)
torch.normal(0., 1., (3,)), torch.normal(torch.zeros(3), 1.), torch.normal(0., torch.ones(3)), torch.normal(torch.zeros(3), torch.ones(3))
torch.normal(0, 1, size=(2,)), torch.normal(mean=torch.arange(1., 4.), std=torch.arange(1, 0, -0.4))
torch.normal(torch.arange(20.), 2.)[:4], torch.normal(torch.arange(20.), torch.arange(20.))[:4], torch.normal(3., torch.arange(20.))[:4]
torch.normal(torch.zeros(3), torch.ones(2, 1))
torch.bernoulli(torch.tensor([0., 1., .5, .5, .5])), torch.bernoulli(torch.zeros(3), 0.5), torch.zeros(3).bernoulli(0.5)
torch.bernoulli(torch.tensor(.5, requires_grad=True))
torch.multinomial(torch.tensor([.1, .2, .3, .4]), 2), torch.multinomial(torch.tensor([.1, .2, .7]), 5, replacement=True)
torch.multinomial(torch.ones(2, 3), 2), torch.multinomial(torch.ones(2, 3), 4, True), torch.multinomial(torch.tensor([.1, .2, .3, .4]), 1)
torch.rand(1)
""")

# %% in_place
torch.manual_seed(1)
lines("""
torch.zeros(3).uniform_(), torch.zeros(3).uniform_(-1, 1), torch.zeros(3, dtype=torch.float64).uniform_(0, 2), torch.zeros(3).uniform_(to=3, **{'from': 1})
torch.zeros(3).normal_(), torch.zeros(3).normal_(1, 2), torch.zeros(3).normal_(mean=1, std=0.1), torch.zeros(4, 5).normal_()
torch.zeros(3).random_(), torch.zeros(3).random_(5), torch.zeros(3).random_(2, 5), torch.zeros(3, dtype=torch.float64).random_()
[torch.zeros(3, dtype=d).random_() for d in (torch.int64, torch.int32, torch.int16, torch.int8, torch.uint8, torch.bool)]
torch.zeros(3, dtype=torch.int64).random_(10), torch.zeros(3, dtype=torch.float16).random_()
torch.zeros(3).bernoulli_(), torch.zeros(3).bernoulli_(0.3), torch.zeros(3).bernoulli_(torch.tensor([0., 1., .5])), torch.zeros(3, dtype=torch.int64).bernoulli_(0.5)
torch.zeros(3).exponential_(), torch.zeros(3).exponential_(2.), torch.zeros(3, dtype=torch.float64).exponential_()
torch.zeros(()).uniform_(), torch.zeros(0).normal_(), torch.zeros(()).normal_(), torch.zeros(2, 3).t().uniform_()
torch.zeros(4, 5).t().normal_(), torch.zeros(3, 4)[:, :2].random_(9), torch.zeros(2, 3, 2).transpose(0, 2).bernoulli_(0.5)
torch.empty(2, 2).uniform_(0, 1)
torch.rand(1)
""")

# %% nodes
w = torch.ones(3, requires_grad=True)
for label, draw in {
    "uniform": lambda t: t.uniform_(),
    "normal": lambda t: t.normal_(),
    "random": lambda t: t.random_(),
    "random to": lambda t: t.random_(5),
    "random from": lambda t: t.random_(1, 5),
    "bernoulli": lambda t: t.bernoulli_(0.5),
    "bernoulli by": lambda t: t.bernoulli_(w),
    "exponential": lambda t: t.exponential_(),
    "coins": lambda t: torch.bernoulli(t),
}.items():
    y = draw(w * 1)
    nodes(y)
    show(label, torch.autograd.grad(y.sum(), w))
attempt("leaf", lambda: w.uniform_())
attempt("leaf", lambda: w.bernoulli_(0.5))
with torch.no_grad():
    torch.manual_seed(0)
    show("no_grad", [w.uniform_(-1, 1), w.is_leaf, w._version])

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
with torch.random.fork_rng():
    inside = torch.rand(1)
show("forked", torch.equal(torch.rand(1), inside))
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

# %% refusals
x, i = torch.zeros(3), torch.zeros(3, dtype=torch.int64)
lines("""
torch.manual_seed('a')
torch.set_rng_state(torch.zeros(3, dtype=torch.uint8))
torch.set_rng_state(torch.zeros(3))
torch.set_rng_state(3)
torch.rand(-1)
torch.rand(2.)
torch.randn('a')
torch.rand(2, dtype=torch.int64)
torch.randn(2, dtype=torch.int64)
torch.rand(2, device='cuda')
torch.randint(5, 2)
torch.randint(5, 5, (2,))
torch.randint(0, 5, (2,), requires_grad=True)
torch.randint(0, 300, (2,), dtype=torch.uint8)
torch.randperm(3.)
torch.randperm(-1)
torch.randperm(300, dtype=torch.uint8)
torch.rand_like(i)
torch.randn_like(i)
torch.rand_like(3)
torch.normal(0., -1., (3,))
torch.normal(x, -1.)
torch.normal(x, -torch.ones(3))
torch.normal(i, 1.)
torch.normal(0., torch.tensor([1, 2]))
torch.normal(torch.zeros(2), torch.ones(3))
torch.bernoulli(torch.tensor([2.]))
torch.bernoulli(torch.tensor([1]))
torch.bernoulli(0.5)
x.bernoulli_(2)
x.bernoulli_(torch.tensor([0., 2., 0]))
x.uniform_(2, 1)
i.uniform_()
x.normal_(0, -1)
i.normal_()
i.random_(5, 5)
x.exponential_(-1)
i.exponential_()
torch.multinomial(torch.tensor([.1, .2, .7]), 4)
torch.multinomial(torch.tensor([1, 2]), 1)
torch.multinomial(torch.tensor([-1., 2]), 1)
torch.multinomial(torch.zeros(2), 1)
torch.multinomial(torch.ones(2), 0)
torch.multinomial(torch.ones(1, 1, 2), 1)
""")

# %% normal_numbers_around_a_leaf
torch.manual_seed(0)
mean = torch.tensor([1.0, 2.0], requires_grad=True)
with torch.no_grad():
    show("around", torch.normal(mean, 1.0))
    show("as wide", torch.normal(torch.zeros(2), mean))
