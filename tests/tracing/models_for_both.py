"""Models that run on either engine: ``program(lib)`` gives the loss, and its parameters by name."""


def mlp(lib):
    lib.manual_seed(0)
    nn = lib.nn
    model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 8), nn.Tanh(), nn.Linear(8, 3))
    x, y = lib.randn(6, 4), lib.randint(0, 3, (6,))
    return nn.functional.cross_entropy(model(x), y), dict(model.named_parameters())


def cnn(lib):
    lib.manual_seed(1)
    nn = lib.nn
    model = nn.Sequential(
        nn.Conv2d(1, 3, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2), nn.Conv2d(3, 4, 3), nn.BatchNorm2d(4), nn.ReLU(),
        nn.Flatten(), nn.Linear(16, 2),
    )  # fmt: skip
    x, y = lib.randn(5, 1, 8, 8), lib.randint(0, 2, (5,))
    return nn.functional.cross_entropy(model(x), y), dict(model.named_parameters())


def transformer_block(lib):
    lib.manual_seed(2)
    nn, width, heads = lib.nn, 8, 2

    class Block(nn.Module):
        def __init__(self):
            super().__init__()
            self.first, self.second = nn.LayerNorm(width), nn.LayerNorm(width)
            self.qkv, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
            self.wide = nn.Sequential(nn.Linear(width, 4 * width), nn.GELU(), nn.Linear(4 * width, width))

        def forward(self, x):
            batch, length, _ = x.shape
            q, k, v = self.qkv(self.first(x)).split(width, dim=2)
            q, k, v = (p.view(batch, length, heads, width // heads).transpose(1, 2) for p in (q, k, v))
            scores = (q @ k.transpose(-2, -1)) / (width // heads) ** 0.5
            mask = lib.ones(length, length).tril() == 0
            mixed = scores.masked_fill(mask, float("-inf")).softmax(-1) @ v
            x = x + self.out(mixed.transpose(1, 2).reshape(batch, length, width))
            return x + self.wide(self.second(x))

    model = Block()
    return model(lib.randn(2, 5, width)).pow(2).mean(), dict(model.named_parameters())


def rnn(lib):
    lib.manual_seed(3)
    cell = lib.nn.RNNCell(3, 4)
    h, inputs = lib.zeros(2, 4), lib.randn(20, 2, 3)
    for x in inputs:
        h = cell(x, h)
    return h.sum(), dict(cell.named_parameters())


def shared_weight(lib):
    lib.manual_seed(4)
    embedding = lib.nn.Embedding(7, 5)
    hidden = embedding(lib.tensor([[1, 2, 6], [0, 2, 2]])).mean(1)
    logits = hidden @ embedding.weight.t()
    return lib.nn.functional.cross_entropy(logits, lib.tensor([3, 1])), {"weight": embedding.weight}


def resnet_like(lib):
    """About 200 nodes."""
    lib.manual_seed(5)
    nn = lib.nn
    blocks = [nn.Sequential(nn.Linear(6, 6), nn.LayerNorm(6), nn.ReLU(), nn.Linear(6, 6)) for _ in range(24)]
    x = lib.randn(3, 6)
    for block in blocks:
        x = (x + block(x)).relu()
    return x.mean(), {f"{i}.{name}": p for i, block in enumerate(blocks) for name, p in block.named_parameters()}


def deep_mlp(lib, layers):
    """Five nodes a layer."""
    lib.manual_seed(6)
    nn = lib.nn
    model = nn.Sequential(*[part for _ in range(layers) for part in (nn.Linear(3, 3), nn.Tanh())])
    return model(lib.randn(2, 3)).sum(), dict(model.named_parameters())


def thousand_nodes(lib):
    return deep_mlp(lib, 200)


def ten_thousand_nodes(lib):
    return deep_mlp(lib, 2000)


PROGRAMS = (mlp, cnn, transformer_block, rnn, shared_weight, resnet_like, thousand_nodes, ten_thousand_nodes)
MODELS = {program.__name__: program for program in PROGRAMS}
