"""Gradients that are bent on their way: passed straight through, turned around, looked at, solved for, averaged.

The programs behind it, each in its own words there: itayhubara/BinaryNet.pytorch and ritheshkumar95/pytorch-vqvae
(straight through), fungtion/DANN (turned around), jacobgil/pytorch-grad-cam and pytorch/captum (hooks that look and
that leave notes, gradients that are added up), davda54/sam (a step uphill first), locuslab/deq (a gradient that is
solved for), prolearner/hypertorch (gradients of settings), microsoft/LoRA (weights that are merged for evaluation) and
lucidrains/ema-pytorch (averages). All numbers are float64, so that trainings stay together.
"""

import copy

import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
torch.set_default_dtype(torch.float64)


def section(title):
    print(f"\n--- {title} ---")


section("straight through a sign")


class Sign(torch.autograd.Function):
    """Forward: the sign. Backward: as if it were x, where x is not too large."""

    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return torch.where(x >= 0, 1.0, -1.0)

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return grad * (x.abs() <= 1)


x = torch.tensor([-2.0, -0.5, 0.0, 0.25, 3.0], requires_grad=True)
Sign.apply(x).backward(torch.arange(1.0, 6.0))
print("sign:", Sign.apply(x).tolist(), "gradient:", x.grad.tolist())
print("the usual sign sends nothing:", torch.autograd.grad(torch.sign(x).sum(), x)[0].tolist())


class Binary(nn.Linear):
    """A layer whose weights are ±1 when it computes, and numbers when it learns."""

    def forward(self, x):
        return F.linear(x, Sign.apply(self.weight), self.bias)


points = torch.randn(64, 6)
labels = (points[:, 0] + points[:, 1] - points[:, 2] > 0).long()
net = nn.Sequential(Binary(6, 16), nn.BatchNorm1d(16), nn.Tanh(), Binary(16, 2))
optimizer = torch.optim.Adam(net.parameters(), lr=0.02)
for step in range(12):
    optimizer.zero_grad()
    loss = F.cross_entropy(net(points), labels)
    loss.backward()
    optimizer.step()
    with torch.no_grad():
        for layer in (net[0], net[3]):
            layer.weight.clamp_(-1, 1)
    if step % 2 == 0:
        print(f"step {step:2}: loss {loss.item():.6f}")
print(net)

section("straight through a code book")


def quantized(vectors, codes):
    """The nearest code for each vector; its gradient goes to the vector as it is."""
    nearest = torch.cdist(vectors, codes).argmin(1)
    chosen = codes[nearest]
    return vectors + (chosen - vectors).detach(), chosen, nearest


codes = torch.randn(4, 2, requires_grad=True)
vectors = torch.randn(6, 2, requires_grad=True)
out, chosen, nearest = quantized(vectors, codes)
commitment = F.mse_loss(vectors, chosen.detach()) + F.mse_loss(chosen, vectors.detach())
print("codes:", nearest.tolist(), "the output is the code:", torch.allclose(out, chosen))
(out.sum() + commitment).backward()
print("to the vectors:", vectors.grad.round(decimals=6).tolist())
print("to the codes:", codes.grad.round(decimals=6).tolist())
one_hot = F.gumbel_softmax(torch.tensor([[1.0, 2.0, 0.5]], requires_grad=True), tau=0.5, hard=True)
print("hard in forward, soft in backward:", one_hot.tolist(), one_hot.grad_fn.name())

section("turned around")


class Reverse(torch.autograd.Function):
    """Nothing in forward; in backward the gradient with the other sign, times alpha."""

    @staticmethod
    def forward(ctx, x, alpha):
        ctx.alpha = alpha
        return x.view_as(x)

    @staticmethod
    def backward(ctx, grad):
        return -ctx.alpha * grad, None


features, classes, domains = nn.Linear(6, 4), nn.Linear(4, 2), nn.Linear(4, 2)
for alpha in (0.0, 0.5, 1.0):
    features.zero_grad()
    hidden = features(points).tanh()
    known = F.cross_entropy(classes(hidden), labels)
    where = F.cross_entropy(domains(Reverse.apply(hidden, alpha)), 1 - labels)
    (known + where).backward()
    print(
        f"alpha {alpha}: losses {known.item():.6f} {where.item():.6f}",
        "gradient",
        round(features.weight.grad.norm().item(), 6),
    )

section("what a class looks at: hooks")
camera = nn.Sequential(nn.Conv2d(1, 3, 3, padding=1), nn.ReLU(), nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(3, 2))
seen = {}


def keep(module, args, output):
    seen["activation"] = output
    output.register_hook(lambda grad: seen.update(gradient=grad))


handle = camera[1].register_forward_hook(keep)
picture = torch.zeros(1, 1, 5, 5)
picture[0, 0, 1:4, 2] = 1.0
camera(picture)[0].abs().max().backward()
weights = seen["gradient"].mean((2, 3), keepdim=True)
heat = (weights * seen["activation"]).sum(1).abs()
for row in heat[0].detach():
    print(" ".join(f"{value:.4f}" for value in row))
handle.remove()
notes = []


def leave_a_note(grad):
    grad.relevance = grad * seen["activation"]


def read_it(grad):
    notes.append(grad.relevance.sum().item())


activation = camera[:2](picture)
activation.register_hook(leave_a_note)
activation.register_hook(read_it)
camera[2:](activation)[0, 1].backward()
print("relevance:", [round(note, 6) for note in notes])

section("gradients added up on the way")
first, last = torch.zeros(6), points[3]
smooth = nn.Sequential(nn.Linear(6, 5), nn.Softplus(), nn.Linear(5, 1))
change = smooth(last) - smooth(first)
for steps in (1, 4, 16, 64):
    middles = ((torch.arange(steps) + 0.5) / steps).unsqueeze(1)
    way = (first + middles * (last - first)).requires_grad_()
    slopes = torch.autograd.grad(smooth(way).sum(), way)[0]
    shares = (last - first) * slopes.mean(0)
    print(f"{steps:2} steps: the shares sum to {shares.sum().item():.6f}, the answer changes by {change.item():.6f}")
for number, share in enumerate(shares.tolist()):
    print(f"feature {number}: {share:+.6f}")

section("uphill first")


class Uphill(torch.optim.Optimizer):
    """Sharpness-aware: look at the gradient a little uphill, and step from where you were."""

    def __init__(self, params, base, rho=0.05, **settings):
        super().__init__(params, dict(rho=rho, **settings))
        self.base = base(self.param_groups, **settings)
        self.param_groups = self.base.param_groups

    @torch.no_grad()
    def climb(self):
        norm = torch.stack([p.grad.norm() for group in self.param_groups for p in group["params"]]).norm()
        for group in self.param_groups:
            for p in group["params"]:
                self.state[p]["before"] = p.clone()
                p.add_(p.grad, alpha=(group["rho"] / (norm + 1e-12)).item())

    @torch.no_grad()
    def step(self, closure):
        self.climb()
        self.zero_grad()
        with torch.enable_grad():
            loss = closure()
        for p, state in self.state.items():
            p.copy_(state["before"])
        self.base.step()
        return loss


model = nn.Sequential(nn.Linear(6, 8), nn.Tanh(), nn.Linear(8, 2))
sharp = Uphill(model.parameters(), torch.optim.SGD, rho=0.1, lr=0.2, momentum=0.9)
average = copy.deepcopy(model)


def closure():
    loss = F.cross_entropy(model(points), labels)
    loss.backward()
    return loss


for step in range(9):
    sharp.zero_grad()
    here = closure()
    above = sharp.step(closure)
    with torch.no_grad():
        for mean, p in zip(average.parameters(), model.parameters(), strict=True):
            mean.lerp_(p, 0.2)
    print(f"step {step}: {here.item():.6f}, uphill {above.item():.6f}")
with torch.no_grad():
    for name, each in {"model": model, "average": average}.items():
        print(name, "loss", round(F.cross_entropy(each(points), labels).item(), 6))

section("a gradient that is solved for")


class Balanced(nn.Module):
    """The z with z = tanh(W z + x): found without a graph, and its gradient by another such search, in a hook."""

    def __init__(self, size):
        super().__init__()
        self.inner = nn.Linear(size, size)
        with torch.no_grad():
            self.inner.weight.mul_(0.5)

    @staticmethod
    def settled(function, start, limit=1e-12):
        for turns in range(200):
            start, before = function(start), start
            if (start - before).norm() < limit:
                return start, turns
        return start, turns

    def forward(self, x):
        with torch.no_grad():
            z, self.turns = self.settled(lambda z: (self.inner(z) + x).tanh(), torch.zeros_like(x))
        z = (self.inner(z) + x).tanh()
        again = z.detach().requires_grad_()
        out = (self.inner(again) + x).tanh()

        def solve(grad):
            answer, self.turns_back = self.settled(
                lambda y: torch.autograd.grad(out, again, y, retain_graph=True)[0] + grad, grad
            )
            return answer

        if z.requires_grad:
            z.register_hook(solve)
        return z


balanced, x = Balanced(3), torch.randn(2, 3, requires_grad=True)
balanced(x).pow(2).sum().backward()
solved = x.grad.clone()
x.grad = None
z = torch.zeros(2, 3)
for _ in range(60):
    z = (balanced.inner(z) + x).tanh()
z.pow(2).sum().backward()
for row in solved:
    print("row:", [round(number, 6) for number in row.tolist()])
print("turns:", balanced.turns, balanced.turns_back, "as through sixty layers:", torch.allclose(solved, x.grad))

section("gradients of settings")
data, target = torch.randn(20, 4), torch.randn(20)
held_out, wanted = torch.randn(10, 4), torch.randn(10)
strength = torch.zeros(4, requires_grad=True)


def fitted(strength):
    """Ridge regression, exactly."""
    return torch.linalg.solve(data.T @ data / 20 + torch.diag(strength.exp()), data.T @ target / 20)


exact = torch.autograd.grad((held_out @ fitted(strength) - wanted).pow(2).mean(), strength)[0]
w = fitted(strength).detach().requires_grad_()
inside = (data @ w - target).pow(2).mean() / 2 + (strength.exp() * w * w).sum() / 2
slope = torch.autograd.grad(inside, w, create_graph=True)[0]
v = torch.autograd.grad((held_out @ w - wanted).pow(2).mean(), w)[0]
for terms in (1, 2, 4, 8, 125):
    total, term = torch.zeros_like(v), v
    for _ in range(terms):
        total = total + 0.3 * term
        term = term - 0.3 * torch.autograd.grad(slope, w, term, retain_graph=True)[0]
    guess = -torch.autograd.grad(slope, strength, total, retain_graph=True)[0]
    print(f"{terms:3} terms: off by {(guess - exact).norm().item():.2e}" if terms < 20 else f"{terms:3} terms: there")
print("exact:", exact.round(decimals=6).tolist(), torch.allclose(guess, exact))

section("weights that are merged")


class LowRank(nn.Linear):
    """A frozen layer with a small difference that is trained; in evaluation the difference is in the weight."""

    def __init__(self, inside, outside, rank=1):
        super().__init__(inside, outside)
        self.weight.requires_grad_(False)
        self.down = nn.Parameter(torch.randn(rank, inside) * 0.5)
        self.up = nn.Parameter(torch.zeros(outside, rank))
        self.merged = False

    def train(self, mode=True):
        super().train(mode)
        if mode == self.merged:
            self.weight.data += (-1 if mode else 1) * (self.up @ self.down).detach()
            self.merged = not mode
        return self

    def forward(self, x):
        out = super().forward(x)
        return out if self.merged else out + x @ self.down.T @ self.up.T


adapted = nn.Sequential(LowRank(6, 5), nn.Tanh(), LowRank(5, 2))
wanted = [name for name, p in adapted.named_parameters() if p.requires_grad]
print("trained:", wanted)
optimizer = torch.optim.AdamW([p for p in adapted.parameters() if p.requires_grad], lr=0.05)
for step in range(9):
    optimizer.zero_grad()
    loss = F.cross_entropy(adapted(points), labels)
    loss.backward()
    optimizer.step()
    if step % 2 == 0:
        print(f"step {step}: loss {loss.item():.6f}")
apart = adapted(points)
together = adapted.eval()(points)
print("merged:", adapted[0].merged, "the same answers:", torch.allclose(apart, together))
print("and taken out again:", torch.allclose(adapted.train()(points), apart), adapted[0].merged)
for module in adapted.modules():
    print(type(module).__name__, "training" if module.training else "evaluating")
