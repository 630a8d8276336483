# ruff: noqa: F821
"""What hangs on a gradient that was made with create_graph: the node, and two levels below it."""

# %% arithmetic
F = torch.nn.functional
x = torch.tensor([[0.5, 1.5, 0.25], [1.25, 0.75, 2.0]], requires_grad=True)
y = torch.tensor([[1.5, 0.5, 0.25], [0.25, 1.75, 1.0]], requires_grad=True)
v = torch.tensor([1.0, 2.0, 0.5])


def below(node, depth):
    if node is None or not depth:
        return node and type(node).__name__
    return [type(node).__name__, *(below(edge, depth - 1) for edge, _ in node.next_functions)]


for text in (
    "x * y",
    "x * 3",
    "x + y",
    "x - y",
    "x / y",
    "2 / x",
    "x**y",
    "-x",
    "x.reciprocal()",
    "x.abs()",
):
    gradient = torch.autograd.grad(eval(text).sum(), x, create_graph=True)[0]
    print(text, below(gradient.grad_fn, 2))
