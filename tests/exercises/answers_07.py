"""Answers to lesson 07 as learners might give them: most are on no exercise's list."""

from given_answers import Given, table


def unbroadcast(*lines: str) -> str:
    """The function with these lines as its body."""
    return "\n".join(["def unbroadcast(g, shape):", *(f"    {line}" for line in lines)]) + "\n"


def matmul(*lines: str) -> str:
    """The class with these lines after those that unpack."""
    head = """class MatMul(al.autograd.Function):
    @staticmethod
    def forward(ctx, x, w):
        ctx.save_for_backward(x, w)
        return x @ w

    @staticmethod
    def backward(ctx, g):
        x, w = ctx.saved_tensors
"""
    return head + "".join(f"        {line}\n" for line in lines)


LEADING = ("while g.dim() > len(shape):", "    g = g.sum(0)")
LONG = ("for axis, length in enumerate(shape):", "    if length == 1:", "        g = g.sum(axis, keepdim=True)")
END = "return g"

WRONG_VALUES = (
    Given("L7.P1", (2,), ("not among the choices",), status="cannot read"),
    Given("L7.1", table("L7.1", c=[11, 101, 110], r=[111, 111]), ("c: this adds up G as it arrived",), "S4"),
    Given("L7.1", table("L7.1", c=[71, 701, 170]), ("Compare c with step",)),
    Given("L7.1", table("L7.1", c=[73, 307, 731]), ("Compare c with step", "Each number of c was copied")),
    Given("L7.1", table("L7.1", r=[402, 504]), ("a copy of r[0, 0] is missing, the one in row 2",), "M49"),
    Given("L7.1", table("L7.1", r=[11, 11], c=[30, 70, 0]), ("Compare c with step",)),
    Given("L7.1", table("L7.1", c=[[73], [307]]), ("Row c: Give 3 numbers",), status="cannot read"),
    Given("L7.1", table("L7.1", c=[[73], [307], [731]]), ("Compare c with step",)),
)
WRONG_CODE = (
    Given("L7.2", unbroadcast("g = abs(g)", *LEADING, *LONG, END), ("result is 101",)),
    Given(
        "L7.3", matmul("return abs(g) @ w.T, x.T @ g"), ("With x 2×2, w 2×2, element [1][0] of your gradient for x",)
    ),
    Given(
        "L7.2",
        unbroadcast("return g.sum(axis=0, keepdim=True)"),
        ("your result's shape is (1, 2)", "no axis for rows"),
        "M49",
    ),
    Given("L7.2", unbroadcast("return g.sum(shape)"), ("IndexError in unbroadcast", "Dimension out of range")),
    Given("L7.2", unbroadcast("return g.sum_to_size(*shape)"), ("sum_to_size() missing 1 required positional",)),
    Given("L7.2", unbroadcast(LEADING[0], "    g = g.sum(0, keepdim=True)", END), ("No round of your `while`",)),
    Given("L7.2", unbroadcast(LEADING[0], "    g.sum(0)", *LONG, END), ("3 seconds", "a sum that isn't assigned")),
    Given("L7.2", unbroadcast(LEADING[0], "    g = g.squeeze(0)", *LONG, END), ("only an axis of length 1",)),
    Given("L7.2", unbroadcast(LEADING[0], "    g = g.sum(0) * 2", *LONG, END), ("element [0] of your result is -198",)),
    Given("L7.2", unbroadcast(*LEADING, *LONG), ("Is there a value after a `return`?",), status="not answered yet"),
    Given("L7.2", unbroadcast(*LEADING, *LONG[:2], "        g.sum(axis)", END), ("still has the stretched",), "S32"),
    Given(
        "L7.2",
        unbroadcast(*LEADING, LONG[0], "    if g.shape[axis] == 1:", LONG[2], END),
        ("The 1 is in shape, not in g",),
        "S32",
    ),
    Given("L7.2", unbroadcast(*LEADING, *LONG[:2], "        g = g[axis]", END), ("Along which axes was the input",)),
    Given("L7.2", unbroadcast(*LEADING, *LONG[:2], "        g = g.sum(keepdim=True)", END), ("bool, )\n`sum` keeps",)),
    Given("L7.2", unbroadcast(*LEADING, *LONG[:2], "        " + LONG[2].strip()[4:], END), ("isn't assigned",), "S32"),
    Given(
        "L7.2", unbroadcast(*LEADING, LONG[0], "    if length > 1:", LONG[2], END), ("as long in shape as in g",), "S32"
    ),
    Given("L7.2", unbroadcast("return g.view(shape)"), ("`reshape` and `view`",), "S33"),
    Given("L7.2", unbroadcast("g = ...", "return g"), ("still a `...`",), status="not answered yet"),
    Given("L7.3", matmul("for_x = w", "for_w = x", "return for_x, for_w"), ("They are slopes at best",), "M26"),
    Given("L7.3", matmul("return g @ w.T, (x.T @ g).mean(0)"), ("index 1 - got [2]", "has the shape of its input")),
    Given("L7.3", matmul("return g @ w.T, x.reshape(x.shape[1], -1) @ g"), ("in their old order",), "S33"),
    Given("L7.3", matmul("return g @ w.T, (x.T @ g) * 2"), ("element [0][0] of your gradient for w is 2",)),
    Given("L7.3", matmul("return [g @ w.T, x.T @ g]"), ("A list counts as one gradient",)),
    Given("L7.3", matmul("return g @ w.T, x.T @ g, None, g"), ("expected 2, got 4",)),
    Given("L7.3", matmul("return x * 0 + 1, w * 0 + 1"), ("element [0][1] of your gradient for x is 1",)),
    Given("L7.3", matmul("return -(g @ w.T), x.T @ g"), ("element [0][0] of your gradient for x is -1",)),
    Given("L7.3", matmul("return g @ W.T, x.T @ g"), ("NameError", "'W'")),
    Given("L7.3", matmul("w, x = x, w", "return g @ w.T, x.T @ g"), ("w and x have changed places",)),
    Given("L7.3", matmul("return g @ w.T, g.T @ x.T"), ("must be equally long", "which axis do they share")),
    Given("L7.3", matmul("return g @ w.T(), x.T @ g"), ("calls a tensor as if it were a function",)),
    Given("L7.3", matmul("for_x = g @ w.T", "for_w = ...", "return for_x, for_w"), (), status="not answered yet"),
)

_EXTRA = ("extra = g.dim() - len(shape)", "g = g.sum(tuple(range(extra))) if extra else g")
_ONES = ("ones = tuple(i for i, n in enumerate(shape) if n == 1)", "return g.sum(ones, keepdim=True) if ones else g")
_BY_NUMPY = ("g = np.asarray(g)", "while g.ndim > len(shape):", LEADING[1])
RIGHT = (
    Given("L7.P1", [101, 10]),
    Given("L7.P2", "Column 1"),
    Given("L7.P3", [11.0, 0.0, 100.0]),
    Given("L7.1", [[73, 307, 730], [452, 524]]),
    Given("L7.1", {"c": [[73], [307], [730]], "r": [[452, 524]]}),
    Given("L7.2", unbroadcast(*LEADING, *LONG, "return g * 1")),
    Given("L7.2", unbroadcast(*LEADING, LONG[0], "    if g.shape[axis] != length:", LONG[2], END)),
    Given("L7.2", unbroadcast(*_EXTRA, *LONG, END)),
    Given("L7.2", unbroadcast(*LEADING, *_ONES)),
    Given("L7.2", unbroadcast("return g.sum_to_size(shape)"), ("`sum_to_size`, which is ready-made",)),
    Given("L7.2", unbroadcast("for _ in range(len(g.shape) - len(shape)):", "    g = sum(g)", *LONG, END)),
    Given("L7.2", unbroadcast("p = al.zeros(shape, requires_grad=True)", "(p + g * 0).backward(g)", "return p.grad")),
    Given("L7.2", unbroadcast(*_BY_NUMPY, *(line.replace("dim", "dims") for line in LONG), "return al.tensor(g)")),
    Given("L7.3", matmul("return g @ w.t(), x.t() @ g")),
    Given("L7.3", matmul("return al.matmul(g, w.T), al.mm(x.T, g)")),
    Given("L7.3", matmul("return (w @ g.T).T, (g.T @ x).T")),
    Given("L7.3", matmul("return g.matmul(w.transpose(0, 1)), x.mT.matmul(g)")),
    Given("L7.3", matmul("return al.einsum('ij,kj->ik', g, w), al.einsum('ik,ij->kj', x, g)")),
    Given("L7.3", matmul("return (g[:, None] * w).sum(-1), (x[:, :, None] * g[:, None]).sum(0)")),
    Given("L7.3", matmul("for_x = g @ w.T", "for_w = x.T @ g", "return for_x, for_w")),
)
