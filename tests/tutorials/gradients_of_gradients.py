"""What courses do with gradients of gradients: learning to learn, a penalty on a slope, a gradient for each example.

The programs behind it, each in its own words there: "Model-Agnostic Meta-Learning" (Finn and others, 2017) as
dragen1860/MAML-Pytorch has it; "Improved Training of Wasserstein GANs" (Gulrajani and others, 2017) as
eriklindernoren/PyTorch-GAN has it; PyTorch's tutorials "Per-sample-gradients", "Jacobians, Hessians, hvp, vhp" and
"Parametrizations"; benmoseley/harmonic-oscillator-pinn. All numbers are float64, so that long trainings stay together.
"""

import math

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.func import functional_call, grad, hessian, jacrev, vmap

torch.manual_seed(0)
torch.set_default_dtype(torch.float64)


def section(title):
    print(f"\n--- {title} ---")


section("learning to learn: a sine wave from five points")


class Waves:
    """Tasks: sine waves of some height and some shift."""

    def __init__(self, points):
        self.points = points

    def draw(self):
        height, shift = torch.rand(1) * 4 + 1, torch.rand(1) * math.pi
        x = torch.rand(2, self.points, 1) * 10 - 5
        return x, height * torch.sin(x + shift)


net = nn.Sequential(nn.Linear(1, 16), nn.Tanh(), nn.Linear(16, 16), nn.Tanh(), nn.Linear(16, 1))
print(net)


def adapted(parameters, x, y, rate=0.02, steps=2, create_graph=True):
    """The parameters after some steps on one task; with create_graph the steps themselves can be differentiated."""
    for _ in range(steps):
        loss = F.mse_loss(functional_call(net, parameters, (x,)), y)
        slopes = torch.autograd.grad(loss, list(parameters.values()), create_graph=create_graph)
        parameters = {name: p - rate * g for (name, p), g in zip(parameters.items(), slopes)}
    return parameters


waves, optimizer = Waves(5), torch.optim.Adam(net.parameters(), lr=0.01)
for step in range(20):
    optimizer.zero_grad()
    total = 0.0
    for _ in range(4):
        (x, x_new), (y, y_new) = waves.draw()
        own = adapted(dict(net.named_parameters()), x, y)
        loss = F.mse_loss(functional_call(net, own, (x_new,)), y_new) / 4
        loss.backward()
        total += loss.item()
    optimizer.step()
    print(f"step {step:2}: loss after adapting {total:.5f}, slope {net[0].weight.grad.norm():.5f}")
(x, x_new), (y, y_new) = waves.draw()
start = dict(net.named_parameters())
for steps in range(4):
    own = adapted(start, x, y, steps=steps, create_graph=False)
    print(f"after {steps} steps on a new wave: {F.mse_loss(functional_call(net, own, (x_new,)), y_new):.5f}")
way = adapted(start, x, y, steps=1)["0.weight"]
print("the way here is in the graph:", way.grad_fn.name(), [n.name() for n, _ in way.grad_fn.next_functions])

section("a critic whose slope is to be 1")
critic = nn.Sequential(nn.Linear(2, 12), nn.LeakyReLU(0.2), nn.Linear(12, 12), nn.Tanh(), nn.Linear(12, 1))
maker = nn.Sequential(nn.Linear(2, 8), nn.ReLU(), nn.Linear(8, 2))
to_criticise = torch.optim.Adam(critic.parameters(), lr=5e-3, betas=(0.5, 0.9))
to_make = torch.optim.Adam(maker.parameters(), lr=5e-3, betas=(0.5, 0.9))


def penalty(real, made):
    """How far the norm of the slope is from 1, between the real points and those that were made."""
    share = torch.rand(len(real), 1)
    between = (share * real + (1 - share) * made).requires_grad_()
    (slope,) = torch.autograd.grad(critic(between).sum(), between, create_graph=True)
    return ((slope.norm(2, dim=1) - 1) ** 2).mean()


for step in range(15):
    for _ in range(3):
        real = torch.randn(32, 2) * 0.3 + torch.tensor([1.0, -1.0])
        made = maker(torch.randn(32, 2)).detach()
        punished = penalty(real, made)
        loss = critic(made).mean() - critic(real).mean() + 10 * punished
        to_criticise.zero_grad()
        loss.backward()
        to_criticise.step()
    to_make.zero_grad()
    (-critic(maker(torch.randn(32, 2))).mean()).backward()
    to_make.step()
    print(f"step {step:2}: critic {loss.item():9.5f}  penalty {punished.item():.5f}")
print("the penalty reaches all but the last bias:", [p.grad is not None for p in critic.parameters()])

section("a gradient for each example")
layer = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 2))
weights = {name: p.detach() for name, p in layer.named_parameters()}
inputs, labels = torch.randn(6, 3), torch.randint(0, 2, (6,))


def loss_of(weights, example, label):
    return F.cross_entropy(functional_call(layer, weights, (example[None],)), label[None])


each = vmap(grad(loss_of), in_dims=(None, 0, 0))(weights, inputs, labels)
for name, values in each.items():
    print(name, tuple(values.shape), "norms", [round(v, 5) for v in values.flatten(1).norm(dim=1).tolist()])
F.cross_entropy(layer(inputs), labels).backward()
print("their means are the gradient:", [torch.allclose(each[n].mean(0), p.grad) for n, p in layer.named_parameters()])
norms = torch.stack([v.flatten(1).norm(dim=1) for v in each.values()]).norm(dim=0)
clipped = {name: torch.einsum("n,n...->...", (0.5 / norms).clamp(max=1), v) for name, v in each.items()}
print("cut to a length of 0.5 each, then added:", {name: round(v.norm().item(), 5) for name, v in clipped.items()})

section("tables of slopes")


def spring(x):
    return torch.stack([x[0] ** 2 * x[1], torch.sin(x[1]) * x[2], x.prod()])


point = torch.tensor([1.0, 2.0, -0.5])
print("Jacobian:", jacrev(spring)(point), sep="\n")
print("Hessian of the last:", hessian(lambda x: spring(x)[2])(point), sep="\n")
print("of many points at once:", vmap(jacrev(spring))(torch.stack([point, -point])).shape)
y = point.clone().requires_grad_()
rows = vmap(lambda v: torch.autograd.grad(spring_of_y, y, v)[0])
spring_of_y = spring(y)
print("one backward for each row:", rows(torch.eye(3)), sep="\n")
try:
    torch.autograd.grad(spring_of_y.sum(), y)
except RuntimeError as error:
    print("and once more:", str(error)[:60])

section("a network that obeys an equation: x'' + 4 x' + 400 x = 0")
torch.manual_seed(3)
curve = nn.Sequential(nn.Linear(1, 12), nn.Tanh(), nn.Linear(12, 12), nn.Tanh(), nn.Linear(12, 1))
optimizer = torch.optim.Adam(curve.parameters(), lr=3e-3)
times = torch.linspace(0, 1, 20).view(-1, 1).requires_grad_()
seen = torch.linspace(0, 0.36, 8).view(-1, 1)
turn, fade = math.sqrt(400 - 4), 2.0
truth = torch.exp(-fade * seen) * torch.cos(turn * seen)
for step in range(25):
    x = curve(times)
    (speed,) = torch.autograd.grad(x, times, torch.ones_like(x), create_graph=True)
    (push,) = torch.autograd.grad(speed, times, torch.ones_like(speed), create_graph=True)
    physics, data = ((push + 4 * speed + 400 * x) ** 2).mean(), F.mse_loss(curve(seen), truth)
    optimizer.zero_grad()
    (data + 1e-4 * physics).backward()
    optimizer.step()
    print(f"step {step:2}: data {data.item():.6f}  equation {physics.item():.4f}")

section("a weight that stays a rotation")


class Turning(nn.Module):
    """A matrix of free numbers, made antisymmetric, and its exponential: a rotation."""

    def __init__(self, size):
        super().__init__()
        self.free = nn.Parameter(torch.randn(size, size))

    @property
    def weight(self):
        upper = self.free.triu(1)
        return torch.matrix_exp(upper - upper.T)

    def forward(self, x):
        return x @ self.weight.T


turning = Turning(3)
goal = torch.matrix_exp(torch.tensor([[0.0, 0.4, -0.7], [-0.4, 0.0, 0.2], [0.7, -0.2, 0.0]]))
points = torch.randn(10, 3)
optimizer = torch.optim.SGD(turning.parameters(), lr=0.2)
for step in range(12):
    loss = F.mse_loss(turning(points), points @ goal.T)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"step {step:2}: loss {loss.item():.6f} determinant {torch.linalg.det(turning.weight).item():.4f}")
print("still a rotation:", torch.allclose(turning.weight @ turning.weight.T, torch.eye(3)))
print("what is learnt:", turning.free.grad.ne(0).sum().item(), "of 9 numbers")
