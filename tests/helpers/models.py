"""Programs of every size whose graphs are folded: a perceptron, a transformer block, recurrent and residual nets."""

from itertools import pairwise

import autograd_lab as al
from autograd_lab import nn


def recorded(forward, *args, inside=True, **names):
    """The trace of forward and backward, or of the backward alone."""
    if inside:
        with al.record(names=names) as trace:
            forward(*args).backward()
    else:
        loss = forward(*args)
        with al.record(names=names) as trace:
            loss.backward()
    return trace


def mlp(inside=True, layers=2, width=8):
    """Linear and ReLU in turns, and a squared error."""
    al.manual_seed(0)
    sizes = [4, *[width] * (layers - 1), 3]
    parts = [part for a, b in pairwise(sizes) for part in (nn.Linear(a, b), nn.ReLU())]
    model = nn.Sequential(*parts[:-1])
    x, target = al.randn(5, 4), al.randn(5, 3)
    return recorded(lambda: ((model(x) - target) ** 2).mean(), inside=inside, model=model)


class Attention(nn.Module):
    """One head of self-attention."""

    def __init__(self, width):
        super().__init__()
        self.q, self.k, self.v, self.out = (nn.Linear(width, width) for _ in range(4))

    def forward(self, x):
        scores = (self.q(x) @ self.k(x).transpose(-2, -1)) / 2.0
        return self.out(scores.softmax(-1) @ self.v(x))


class Block(nn.Module):
    """A transformer's block, normalised first."""

    def __init__(self, width):
        super().__init__()
        self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.attention = Attention(width)
        self.mlp = nn.Sequential(nn.Linear(width, 2 * width), nn.GELU(), nn.Linear(2 * width, width))

    def forward(self, x):
        x = x + self.attention(self.norm1(x))
        return x + self.mlp(self.norm2(x))


def transformer(inside=True, blocks=1):
    """Blocks one after the other, and the mean of what comes out."""
    al.manual_seed(0)
    model = nn.Sequential(*[Block(4) for _ in range(blocks)])
    block = model[0] if blocks == 1 else model
    x = al.randn(3, 4)
    return recorded(lambda: block(x).pow(2).mean(), inside=inside, block=block)


def rnn(inside=True, steps=20):
    """The same two layers at every step."""
    al.manual_seed(0)
    cell = nn.RNNCell(3, 4)
    head = nn.Linear(4, 1)
    xs = [al.randn(2, 3) for _ in range(steps)]

    def forward():
        h = al.zeros(2, 4)
        for x in xs:
            h = cell(x, h)
        return head(h).pow(2).mean()

    return recorded(forward, inside=inside, cell=cell, head=head)


class Residual(nn.Module):
    """Two convolutions and a way around them."""

    def __init__(self, width):
        super().__init__()
        self.conv1, self.conv2 = (nn.Conv2d(width, width, 3, padding=1) for _ in range(2))
        self.norm1, self.norm2 = nn.BatchNorm2d(width), nn.BatchNorm2d(width)

    def forward(self, x):
        h = self.norm1(self.conv1(x)).relu()
        return (x + self.norm2(self.conv2(h))).relu()


def resnet(inside=True, stages=4, blocks=3):
    """Stages of residual blocks, about 200 nodes."""
    al.manual_seed(0)
    body = [nn.Sequential(*[Residual(2) for _ in range(blocks)]) for _ in range(stages)]
    model = nn.Sequential(nn.Conv2d(1, 2, 3, padding=1), *body, nn.Flatten(), nn.Linear(2 * 16, 2))
    x = al.randn(2, 1, 4, 4)
    return recorded(lambda: model(x).pow(2).mean(), inside=inside, model=model)


def cnn(inside=True):
    """Two convolutions with pooling, and a classifier."""
    al.manual_seed(0)
    parts = [nn.Conv2d(1, 2, 3), nn.ReLU(), nn.MaxPool2d(2), nn.Conv2d(2, 4, 3), nn.ReLU(), nn.Flatten()]
    model = nn.Sequential(*parts, nn.Linear(16, 3))
    x, target = al.randn(2, 1, 10, 10), al.tensor([0, 2])
    return recorded(lambda: nn.functional.cross_entropy(model(x), target), inside=inside, model=model)


def training(steps=3, layers=4):
    """Some steps of a training, in one recording: all of them use the same parameters."""
    al.manual_seed(0)
    model = nn.Sequential(*(part for _ in range(layers) for part in (nn.Linear(4, 4), nn.Tanh())))
    optimizer, x = al.optim.SGD(model.parameters(), lr=0.1), al.randn(5, 4)
    with al.record(names={"model": model}) as trace:
        for _ in range(steps):
            optimizer.zero_grad()
            model(x).pow(2).mean().backward()
            optimizer.step()
    return trace


def chain(ops=1000):
    """Nothing but a chain, and no module that would say how it is made up."""
    x = h = al.tensor(1.0, requires_grad=True)
    for _ in range(ops // 2):
        h = h * 0.999 + 0.001
    return recorded(lambda: h, inside=False, x=x)


def deep_mlp(layers=200):
    """A perceptron of five nodes a layer, its forward recorded too."""
    return mlp(layers=layers, width=4)
