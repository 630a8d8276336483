"""Of healthy models `trace.why` complains of nothing: at the start, after training, and when the loss is next to 0."""

import importlib

import pytest
from test_why import ENGINES

import autograd_lab as al


def mlp(torch):
    net = torch.nn.Sequential(torch.nn.Linear(4, 16), torch.nn.ReLU(), torch.nn.Linear(16, 1))
    x = torch.randn(32, 4)
    return net, lambda: (net(x) - x.sum(1, keepdim=True)).pow(2).mean()


def linear_regression(torch):
    """Solved exactly: the error goes to 0."""
    net, x = torch.nn.Linear(3, 1), torch.randn(32, 3)
    return net, lambda: torch.nn.functional.mse_loss(net(x), x[:, :1] * 2 + 1)


def noisy_regression(torch):
    """The error stays, but the gradients of the batch cancel at the best weights."""
    net, x, y = torch.nn.Linear(3, 1), torch.randn(32, 3), torch.randn(32, 1)
    return net, lambda: torch.nn.functional.mse_loss(net(x), y)


def classifier(torch):
    net = torch.nn.Sequential(torch.nn.Linear(4, 16), torch.nn.Tanh(), torch.nn.Dropout(0.1), torch.nn.Linear(16, 3))
    x = torch.randn(32, 4)
    return net, lambda: torch.nn.functional.cross_entropy(net(x), x[:, :3].argmax(1))


def binary_classifier(torch):
    net = torch.nn.Sequential(torch.nn.Linear(4, 8), torch.nn.ReLU(), torch.nn.Linear(8, 1), torch.nn.Sigmoid())
    x = torch.randn(32, 4)
    return net, lambda: torch.nn.functional.binary_cross_entropy(net(x), (x[:, :1] > 0).float())


def cnn(torch):
    nn = torch.nn
    conv = nn.Conv2d(1, 4, 3, bias=False), nn.BatchNorm2d(4), nn.ReLU(), nn.MaxPool2d(2)
    net = nn.Sequential(*conv, nn.Flatten(), nn.Linear(36, 3))
    x, y = torch.randn(12, 1, 8, 8), torch.arange(12) % 3
    return net, lambda: nn.functional.cross_entropy(net(x), y)


def rnn(torch):
    class Net(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.cell, self.head = torch.nn.GRUCell(2, 8), torch.nn.Linear(8, 1)

        def forward(self, x):
            h = torch.zeros(x.shape[1], 8)
            for step in x:
                h = self.cell(step, h)
            return self.head(h)

    net, x = Net(), torch.randn(6, 16, 2)
    return net, lambda: (net(x) - x[0, :, :1]).pow(2).mean()


def gpt(torch):
    nn, functional = torch.nn, torch.nn.functional

    class Block(nn.Module):
        def __init__(self):
            super().__init__()
            self.norm, self.qkv, self.out = nn.LayerNorm(8), nn.Linear(8, 24, bias=False), nn.Linear(8, 8)
            self.mlp = nn.Sequential(nn.LayerNorm(8), nn.Linear(8, 32), nn.GELU(), nn.Linear(32, 8))

        def forward(self, x):
            q, k, v = self.qkv(self.norm(x)).chunk(3, dim=-1)
            mask = torch.ones(x.shape[1], x.shape[1]).tril() == 0
            weights = (q @ k.transpose(1, 2) / 8**0.5).masked_fill(mask, float("-inf")).softmax(dim=-1)
            x = x + self.out(weights @ v)
            return x + self.mlp(x)

    class Gpt(nn.Module):
        def __init__(self):
            super().__init__()
            self.tokens, self.places = nn.Embedding(10, 8), nn.Embedding(6, 8)
            self.blocks = nn.Sequential(Block(), Block())
            self.head = nn.Linear(8, 10)

        def forward(self, x):
            return self.head(self.blocks(self.tokens(x) + self.places(torch.arange(6))))

    net, text = Gpt(), torch.randint(10, (8, 7))
    return net, lambda: functional.cross_entropy(net(text[:, :-1]).reshape(-1, 10), text[:, 1:].reshape(-1))


@ENGINES
@pytest.mark.parametrize(
    ("model", "steps"),
    [
        *((mlp, 0), (mlp, 100), (classifier, 100), (binary_classifier, 100), (cnn, 10), (rnn, 5), (gpt, 5)),
        *((linear_regression, 600), (noisy_regression, 600)),
    ],
)
def test_a_healthy_model(model, steps, library):
    torch = importlib.import_module(library)
    torch.manual_seed(0)
    net, loss_of = model(torch)
    optimizer = torch.optim.Adam(net.parameters(), lr=0.02)

    def train(steps):
        for _ in range(steps):
            optimizer.zero_grad()
            loss_of().backward()
            optimizer.step()

    train(steps)
    with al.record() as trace:
        train(2)
    assert trace.why().cause == "healthy", trace.why()
    assert "\n" not in trace.why().text
    for name, _ in net.named_parameters():
        assert trace.why(f"net.{name}").cause == "nothing strange", trace.why(f"net.{name}")
