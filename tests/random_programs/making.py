"""Statements that make tensors of nothing, or of others by copying."""


def leaf(w):
    options = [", requires_grad=True"] if w.maybe(0.75) else [""]
    shape = w.some_shape()
    if 0 in shape:
        return f"{w.new()} = torch.zeros({shape}, dtype=real{options[0]})"
    return f"{w.new()} = torch.tensor({w.numbers(shape)}, dtype=real{options[0]})"


def filled(w):
    size = w.some_shape()
    shape = ", ".join(map(str, size)) or "()"
    wanted = w.one("", ", requires_grad=True")
    return w.one(
        f"{w.new()} = torch.ones({shape}, dtype=real{wanted})",
        f"{w.new()} = torch.zeros({shape}, dtype=real{wanted})",
        f"{w.new()} = torch.full({size}, {w.number() + 0.5}, dtype=real{wanted})",
        f"{w.new()} = torch.arange(6, dtype=real{wanted})",
        f"{w.new()} = torch.linspace(-1, 1, 4, dtype=real{wanted})",
        f"{w.new()} = torch.eye(3, dtype=real{wanted})",
        f"{w.new()} = torch.rand({shape}, dtype=real{wanted})",
        f"{w.new()} = torch.randn({shape}, dtype=real{wanted})",
        f"{w.new()} = torch.arange(6)",
        f"{w.new()} = torch.tensor([True, False, True])",
        f"{w.new()} = torch.tensor([1.5, -0.5, 2.0], dtype=torch.float64{wanted})",
        f"{w.new()} = torch.randint(0, 5, (2, 3))",
    )


def alike(w):
    x = w.tensor()
    return x and w.one(
        f"{w.new()} = torch.zeros_like({x})",
        f"{w.new()} = torch.ones_like({x})",
        f"{w.new()} = {x}.new_ones(2, 3)",
        f"{w.new()} = {x}.new_tensor([1, 2, 3])",
        f"{w.new()} = torch.full_like({x}, 2)",
        f"{w.new()} = torch.nn.Parameter({x}.detach())",
        f"{w.new()} = torch.as_tensor({x})",
        f"{w.new()} = torch.tensor({x}.tolist())",
        f"{w.new()} = torch.from_numpy({x}.detach().numpy())",
    )


def copied(w):
    x = w.tensor()
    return x and w.one(
        f"{w.new()} = {x}.clone()",
        f"{w.new()} = {x}.detach().clone().requires_grad_()",
        f"{w.new()} = copy.deepcopy({x})",
        f"{w.new()} = copy.copy({x})",
        f"{w.new()} = pickle.loads(pickle.dumps({x}))",
        f"{w.new()} = {x}.double()",
        f"{w.new()} = {x}.to(torch.float32)",
        f"{w.new()} = {x}.to({w.tensor()})",
        f"{w.new()} = {x}.contiguous()",
        f"{w.new()} = {x}.long()",
        f"{w.new()} = {x}.clone(memory_format=torch.contiguous_format)",
        f"{w.new()}, {w.new()} = copy.deepcopy(({x}, {w.tensor()}))",
    )


KINDS = {leaf: 8, filled: 3, alike: 2, copied: 5}
