"""Whole training steps of five small models beside PyTorch, in float32: what a learner waits for.

    pip install torch==2.13.0
    python tests/benchmarks/training_steps.py
    python tests/benchmarks/training_steps.py --only MLP,RNN --rounds 31

Each model is written once, for anything with PyTorch's names; after the same seed it starts from the same weights.
"""

import argparse

import numpy as np
from operations import beside_torch


def normal(engine, *shape):
    return engine.tensor(np.random.default_rng(len(shape)).standard_normal(shape, np.float32))


def labels(engine, count, *shape):
    return engine.tensor(np.random.default_rng(count).integers(0, count, shape))


# ----- the models: an optimizer, and a function that computes the loss ------------------------------------------------
def perceptron(engine):
    nn = engine.nn
    net = nn.Sequential(nn.Linear(64, 32), nn.ReLU(), nn.Linear(32, 10))
    x, y = normal(engine, 32, 64), labels(engine, 10, 32)
    optimizer = engine.optim.SGD(net.parameters(), lr=0.1, momentum=0.9)
    return optimizer, lambda: nn.functional.cross_entropy(net(x), y)


def lenet(engine):
    nn = engine.nn
    eyes = [nn.Conv2d(1, 6, 5, padding=2), nn.ReLU(), nn.MaxPool2d(2), nn.Conv2d(6, 16, 5), nn.ReLU(), nn.MaxPool2d(2)]
    net = nn.Sequential(*eyes, nn.Flatten(), nn.Linear(400, 120), nn.ReLU(), nn.Linear(120, 10))
    x, y = normal(engine, 32, 1, 28, 28), labels(engine, 10, 32)
    return engine.optim.Adam(net.parameters(), lr=1e-3), lambda: nn.functional.cross_entropy(net(x), y)


TOKENS, WIDTH, SYMBOLS = 32, 64, 65


def transformer(engine):
    nn = engine.nn

    class Attention(nn.Module):
        def __init__(self):
            super().__init__()
            self.inward, self.outward = nn.Linear(WIDTH, 3 * WIDTH), nn.Linear(WIDTH, WIDTH)

        def forward(self, x):
            heads = [
                part.view(len(x), TOKENS, 4, WIDTH // 4).transpose(1, 2) for part in self.inward(x).split(WIDTH, dim=2)
            ]
            seen = nn.functional.scaled_dot_product_attention(*heads, is_causal=True)
            return self.outward(seen.transpose(1, 2).reshape(x.shape))

    class Block(nn.Module):
        def __init__(self):
            super().__init__()
            self.looks = nn.Sequential(nn.LayerNorm(WIDTH), Attention())
            widths = nn.Linear(WIDTH, 4 * WIDTH), nn.GELU(), nn.Linear(4 * WIDTH, WIDTH)
            self.thinks = nn.Sequential(nn.LayerNorm(WIDTH), *widths)

        def forward(self, x):
            x = x + self.looks(x)
            return x + self.thinks(x)

    words, places = nn.Embedding(SYMBOLS, WIDTH), nn.Embedding(TOKENS, WIDTH)
    head = nn.Sequential(Block(), Block(), nn.LayerNorm(WIDTH), nn.Linear(WIDTH, SYMBOLS, bias=False))
    text, following = labels(engine, SYMBOLS, 2, 16, TOKENS)
    optimizer = engine.optim.AdamW([*words.parameters(), *places.parameters(), *head.parameters()], lr=1e-3)

    def loss():
        scores = head(words(text) + places(engine.arange(TOKENS)))
        return nn.functional.cross_entropy(scores.view(-1, SYMBOLS), following.view(-1))

    return optimizer, loss


def recurrent(engine):
    nn = engine.nn
    parts = nn.ModuleList([nn.Linear(16, 32), nn.Linear(32, 32), nn.Linear(32, 1)])
    x, y = normal(engine, 20, 8, 16), normal(engine, 8, 1)

    def loss():
        state = engine.zeros(8, 32)
        for now in x:
            state = engine.tanh(parts[0](now) + parts[1](state))
        return nn.functional.mse_loss(parts[2](state), y)

    return engine.optim.RMSprop(parts.parameters(), lr=1e-3), loss


LONGEST = 16


class Names:
    """Invented names as an engine's tensors: each example is filled piece by piece when it is asked for."""

    def __init__(self, engine, count=1000):
        draw = np.random.default_rng(count)
        self.engine = engine
        self.names = [draw.integers(1, 27, length).tolist() for length in draw.integers(2, LONGEST, count)]

    def __len__(self):
        return len(self.names)

    def __getitem__(self, place):
        name, whole = self.names[place], self.engine.int64
        letters = self.engine.tensor(name, dtype=whole)
        before, after = (self.engine.zeros(LONGEST, dtype=whole) for _ in range(2))
        before[1 : len(name) + 1] = letters
        after[: len(name)] = letters
        after[len(name) + 1 :] = -1
        return before, after


def letter_pairs(engine):
    """So small a model that half of the time goes into its batches, which are drawn without end."""
    nn, data, names = engine.nn, engine.utils.data, Names(engine)
    net = nn.Sequential(nn.Embedding(27, 32), nn.Tanh(), nn.Linear(32, 27))
    batches = iter(data.DataLoader(names, 32, sampler=data.RandomSampler(names, True, 10**10)))

    def loss():
        before, after = next(batches)
        return nn.functional.cross_entropy(net(before).view(-1, 27), after.view(-1), ignore_index=-1)

    return engine.optim.AdamW(net.parameters(), lr=1e-2), loss


MODELS = {
    "MLP 64-32-10, 32 examples, SGD with momentum": perceptron,
    "LeNet, 32 images of 28×28, Adam": lenet,
    "GPT of two blocks, 16×32 tokens, width 64, AdamW": transformer,
    "RNN, 20 steps of 8×32, RMSprop": recurrent,
    "pairs of letters, batches of 32 names from a DataLoader, AdamW": letter_pairs,
}


def step(engine, name):
    """A function that takes one step and returns the loss before it."""
    engine.manual_seed(0)
    optimizer, compute = MODELS[name](engine)

    def once():
        optimizer.zero_grad()
        loss = compute()
        loss.backward()
        optimizer.step()
        return loss.item()

    return once


def losses(engine, name, count=5):
    """What the first steps began with."""
    once = step(engine, name)
    return [once() for _ in range(count)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", help="words in the models' names, with commas between them")
    parser.add_argument("--rounds", type=int, default=15)
    arguments = parser.parse_args()
    words = arguments.only.split(",") if arguments.only else [""]
    names = [name for name in MODELS if any(word in name for word in words)]
    steps = {name: lambda engine, name=name: step(engine, name) for name in names}
    beside_torch(steps, "training step", arguments.rounds)


if __name__ == "__main__":
    main()
