"""Of healthy models `trace.why` complains of nothing: at the start, after training, and when the loss is next to 0."""

from pathlib import Path

import pytest
from why_programs import programs

import autograd_lab as al

HEALTHY = list(programs(Path(__file__).with_name("healthy_models.txt")))


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


def vae(torch):
    class Net(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.encoder, self.decoder = torch.nn.Linear(6, 8), torch.nn.Linear(2, 6)
            self.mu, self.logvar = torch.nn.Linear(8, 2), torch.nn.Linear(8, 2)

        def forward(self, x):
            h = torch.tanh(self.encoder(x))
            mu, logvar = self.mu(h), self.logvar(h)
            return self.decoder(mu + torch.randn(32, 2) * (0.5 * logvar).exp()), mu, logvar

    net, x = Net(), torch.randn(32, 6)

    def loss_of():
        made, mu, logvar = net(x)
        return (made - x).pow(2).mean() - 0.05 * (1 + logvar - mu.pow(2) - logvar.exp()).mean()

    return net, loss_of


def tied_language_model(torch):
    """One weight looks up the tokens and gives the logits; the hidden state goes on without its history."""

    class Net(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.tokens, self.lstm = torch.nn.Embedding(10, 8), torch.nn.LSTM(8, 8, batch_first=True)
            self.state = None

        def forward(self, x):
            h, state = self.lstm(self.tokens(x), self.state)
            self.state = tuple(one.detach() for one in state)
            return torch.nn.functional.linear(h, self.tokens.weight)

    net, text = Net(), torch.randint(10, (8, 7))
    logits = lambda: net(text[:, :-1]).reshape(-1, 10)  # noqa: E731
    return net, lambda: torch.nn.functional.cross_entropy(logits(), text[:, 1:].reshape(-1))


def actor_critic(torch):
    class Net(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.trunk, self.actor, self.critic = torch.nn.Linear(3, 8), torch.nn.Linear(8, 2), torch.nn.Linear(8, 1)

        def forward(self, x):
            h = torch.tanh(self.trunk(x))
            return self.actor(h).log_softmax(-1), self.critic(h).squeeze(-1)

    net, x, actions, returns = Net(), torch.randn(16, 3), torch.arange(16) % 2, torch.randn(16)

    def loss_of():
        logp, value = net(x)
        advantage = returns - value
        chosen = logp.gather(1, actions[:, None]).squeeze(1)
        normed = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
        return -(chosen * normed.detach()).mean() + 0.5 * advantage.pow(2).mean()

    return net, loss_of


@pytest.mark.parametrize(
    ("model", "steps"),
    [
        *((mlp, 0), (mlp, 100), (classifier, 100), (binary_classifier, 100), (cnn, 10), (rnn, 5), (gpt, 5)),
        *((linear_regression, 600), (noisy_regression, 600), (vae, 5), (tied_language_model, 5), (actor_critic, 5)),
    ],
)
def test_a_healthy_model(torch, model, steps):
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


def test_a_healthy_gan(torch):
    """The generator's backward adds to the discriminator's gradients, too, but no step uses that sum."""
    torch.manual_seed(0)
    nn = torch.nn
    generator = nn.Sequential(nn.Linear(3, 8), nn.ReLU(), nn.Linear(8, 2))
    discriminator = nn.Sequential(nn.Linear(2, 8), nn.LeakyReLU(0.2), nn.Linear(8, 1))
    ours, theirs = (torch.optim.Adam(net.parameters(), lr=0.001) for net in (generator, discriminator))
    judge = nn.functional.binary_cross_entropy_with_logits
    with al.record() as trace:
        for _ in range(2):
            theirs.zero_grad()
            fake = generator(torch.randn(16, 3))
            real, made = discriminator(torch.randn(16, 2)), discriminator(fake.detach())
            (judge(real, torch.ones(16, 1)) + judge(made, torch.zeros(16, 1))).backward()
            theirs.step()
            ours.zero_grad()
            judge(discriminator(fake), torch.ones(16, 1)).backward()
            ours.step()
    assert trace.why().cause == "healthy", trace.why()


def test_a_healthy_model_that_nobody_calls_by_name(torch):
    """No variable of the recording leads to the model, but the optimizer holds it."""

    def built():
        net = torch.nn.Sequential(torch.nn.Linear(3, 4), torch.nn.Tanh(), torch.nn.Linear(4, 1))
        return lambda x: net(x), torch.optim.SGD(net.parameters(), lr=0.1)

    torch.manual_seed(0)
    forward, optimizer = built()
    x = torch.randn(8, 3)
    with al.record() as trace:
        for _ in range(2):
            optimizer.zero_grad()
            (forward(x) - 1).pow(2).mean().backward()
            optimizer.step()
    assert trace.why().cause == "healthy", trace.why()


@pytest.mark.parametrize("program", HEALTHY, ids=lambda program: program.title)
def test_models_as_they_are_written(torch, program):
    """Accumulated gradients, a target network, a teacher, a bias without effect: all on purpose."""
    trace, _ = program.run(torch)
    answer = trace.why()
    assert (answer.cause, trace.health.brief) == ("healthy", ""), answer
    assert all(line.startswith("  No alarm: ") for line in answer.text.split("\n")[1:]), answer
