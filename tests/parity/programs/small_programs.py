# ruff: noqa: F821
"""Small programs as course notebooks have them, on subjects each of which once stopped at something missing."""

# %% gaussian_process rtol=1e-4
import math

torch.set_default_dtype(torch.float64)
try:
    x = torch.linspace(-3, 3, 8).unsqueeze(-1)
    y = torch.sin(x).squeeze() + 0.1 * torch.cos(5 * x).squeeze()
    log_length, log_scale = torch.tensor(0.0, requires_grad=True), torch.tensor(0.0, requires_grad=True)
    log_noise = torch.tensor(-2.0, requires_grad=True)

    def kernel(a, b):
        distances = ((a[:, None, :] - b[None, :, :]) ** 2).sum(-1)
        return log_scale.mul(2).exp() * (-0.5 * distances / log_length.exp().square()).exp()

    def negative_log_likelihood():
        factor = torch.linalg.cholesky(kernel(x, x) + log_noise.exp().pow(2) * torch.eye(len(x)))
        alpha = torch.linalg.solve(factor @ factor.T, y.unsqueeze(1))
        return 0.5 * y @ alpha.squeeze(1) + factor.diagonal().log().sum() + 0.5 * len(x) * math.log(2 * math.pi)

    optimiser = torch.optim.Adam([log_length, log_scale, log_noise], lr=0.1)
    for step in range(21):
        optimiser.zero_grad()
        loss = negative_log_likelihood()
        loss.backward()
        optimiser.step()
        if step % 10 == 0:
            print(f"{step:3d} {loss.item():.5f} length {log_length.exp().item():.5f} {log_noise.grad.item():.5f}")
    with torch.no_grad():
        places = torch.tensor([[-1.5], [0.2], [4.0]])
        factor = torch.linalg.cholesky(kernel(x, x) + log_noise.exp() ** 2 * torch.eye(8))
        half = torch.linalg.solve(factor, kernel(x, places))
        mean = half.T @ torch.linalg.solve(factor, y[:, None])
        print(mean.squeeze(), (kernel(places, places) - half.T @ half).diagonal())
        print(torch.det(factor @ factor.T).log())
finally:
    torch.set_default_dtype(torch.float32)

# %% least_squares_features rtol=1e-4
import numpy as np

places = torch.linspace(-1, 1, 15, dtype=torch.double)
target = torch.exp(places) + 0.1 * torch.cos(7 * places)
waves = torch.arange(1, 4) * np.pi / 2
features = torch.cat([torch.sin(places[:, None] * waves), torch.ones_like(places)[:, None]], dim=-1)
found = torch.linalg.lstsq(features, target[:, None], driver="gels")
print(found.solution.T, features.shape)
ridge = torch.linalg.solve(features.T @ features + 1e-2 * torch.eye(4).double(), features.T @ target)
print(ridge, (features @ ridge - target).square().mean())
weights = torch.zeros(4, dtype=torch.double, requires_grad=True)
optimiser = torch.optim.LBFGS([weights], max_iter=20, lr=0.1)


def closure():
    optimiser.zero_grad()
    loss = (features @ weights - target).square().mean()
    loss.backward()
    return loss


optimiser.step(closure)
print((weights.detach() - found.solution[:, 0]).abs().max() < 1e-2)

# %% messages_in_a_graph
torch.manual_seed(0)
edges = torch.tensor([[0, 1, 1, 2, 3, 3], [1, 0, 2, 1, 2, 0]])
adjacency = torch.zeros(4, 4)
adjacency[edges[0], edges[1]] = 1
neighbours = adjacency + torch.eye(4)
root = torch.diag(neighbours.sum(1) ** -0.5)
spread = torch.einsum("ij,jk,kl->il", root, neighbours, root)
print(spread)
first, second = torch.nn.Linear(4, 6, bias=False), torch.nn.Linear(6, 2)
optimiser = torch.optim.Adam([*first.parameters(), *second.parameters()], lr=0.05)
for step in range(9):
    hidden = torch.relu(spread @ first(torch.eye(4)))
    sums = torch.zeros(4, 6).index_add_(0, edges[1], hidden[edges[0]])
    means = sums / torch.bincount(edges[1], minlength=4).clamp(min=1).unsqueeze(1)
    scores = second(hidden + means)
    loss = torch.nn.functional.cross_entropy(scores[[0, 3]], torch.tensor([0, 1]))
    optimiser.zero_grad()
    loss.backward()
    optimiser.step()
    if step % 4 == 0:
        print(step, f"{loss.item():.5f}", scores.argmax(1))
paths = torch.where(adjacency > 0, 1.0, float("inf")).masked_fill_(torch.eye(4) > 0, 0.0)
for k in range(4):
    paths = torch.minimum(paths, paths[:, k, None] + paths[None, k])
print(paths, adjacency.sum_to_size(1, 4))
walk = torch.full((4,), 0.25)
for _ in range(20):
    walk = 0.85 * (adjacency / adjacency.sum(1, keepdim=True)).t() @ walk + 0.15 / 4
print(walk, walk.multinomial(3, replacement=True).shape)

# %% batches_by_hand
from torch.utils.data import DataLoader, Dataset


class Squares(Dataset):
    def __len__(self):
        return 7

    def __getitem__(self, place):
        return torch.tensor([float(place)]), place**2


def collate(batch):
    places, squares = zip(*sorted(batch, reverse=True, key=lambda pair: pair[1]))
    return torch.stack(places).squeeze(1), torch.LongTensor(squares)


loader = DataLoader(
    Squares(), batch_size=3, shuffle=True, collate_fn=collate, generator=torch.Generator().manual_seed(1)
)
batches = iter(loader)
for number in range(len(batches)):
    places, squares = next(batches)
    print(f"batch {number + 1}/{len(batches)}", places, squares)
try:
    next(batches)
except StopIteration:
    print("that was all")
sizes = torch.tensor([2, 5])
print([part.tolist() for part in torch.arange(7).split(sizes.tolist())], torch.arange(7).split(sizes[:1]))

# %% written_long_ago
import warnings

from torch.autograd import Variable

warnings.simplefilter("ignore")
torch.manual_seed(0)
torch.set_default_tensor_type("torch.DoubleTensor")
try:
    x, y = Variable(torch.Tensor([[1, 2], [3, 4]])), Variable(torch.ones(2, 1), requires_grad=False)
    w = Variable(torch.rand(2, 1).type(torch.DoubleTensor), requires_grad=True)
    for t in range(3):
        loss = (x.mm(w).clamp(min=0) - y).pow(2).sum()
        print(t, f"{loss.data.item():.6f}", loss.data.type())
        loss.backward()
        w.data -= 1e-2 * w.grad.data
        w.grad.data.zero_()
finally:
    torch.set_default_tensor_type(torch.FloatTensor)
print(torch.Tensor([1]).type(), torch.nn.functional.dropout(torch.ones(4), p=torch.tensor(0.5)), torch.rand(1))
