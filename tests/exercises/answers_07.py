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

MEAN = (
    *LEADING,
    "for axis, length in enumerate(shape):",
    "    if length == 1:",
    "        g = g.mean(axis, keepdim=True)",
)
ONE_ROW = "AddBackward0 #1 sums down to the input's shape"
SHAPES_DIFFER = "mat1 and mat2 shapes cannot be multiplied"

WRONG_VALUES = (
    Given("L7.W1", [8, 14], ("slopes alone", "For number 2"), "M26"),
    Given("L7.W1", [4, 70], ("One of the two is missing",), "M9"),
    Given("L7.W1", [148, 148], ("Compare number 1 with step",)),
    Given("L7.W1", [8, 70], ("Compare number 2 with step",)),
    Given("L7.W1", 148, ("2 numbers in a list",), status="cannot read"),
    Given("L7.W1", [8.05, 140.4], ("Compare number 1 with",)),
    Given("L7.W2", 3, ("You said 3.", "Compare it with step")),
    Given("L7.W2", -51, ("You said -51.",)),
    Given("L7.W2", None, ("You said None.",)),
    Given("L7.W2", 50, ("Compare it with step",)),
    Given("L7.P1", (3, 2), ("keeps a row for each row of X", ONE_ROW), "M49"),
    Given("L7.P1", "(1,2)", ("still an axis for rows",), "M49"),
    Given("L7.P1", (), ("not among the choices",), status="cannot read"),
    Given("L7.P2", [100, 0], ("the last row of G",), "M49"),
    Given("L7.P2", [1, 10, 100], ("along the other axis",), "S32"),
    Given("L7.P3", "row 1", ("only one of them has a part",), "M50"),
    Given("L7.P4", [10, 0, 100], ("The first message is lost",), "M51"),
    Given("L7.P4", [11, None, 100], ("picked or not",), "M6"),
    Given("L7.1", table("L7.1", c=[10, 10, 10]), ("slopes alone", "Right so far: r"), "M26"),
    Given("L7.1", table("L7.1", c=[11, 101, 110], r=[111, 111]), ("c: this adds up G as it came",), "S4"),
    Given("L7.1", table("L7.1", c=[36.5, 153.5, 365]), ("a mean over the copies",), "M49"),
    Given("L7.1", table("L7.1", c=[730, 307, 73]), ("Compare c with step",)),
    Given("L7.1", table("L7.1", c=[71, 701, 170]), ("Compare c with step",)),
    Given("L7.1", table("L7.1", r=[524, 452]), ("Compare r with step",)),
    Given("L7.1", table("L7.1", r=[333, 777]), ("r: you multiplied by r's own values",), "S2"),
    Given("L7.1", table("L7.1", r=[2, 20]), ("Compare r with step",)),
    Given("L7.1", table("L7.1", r=[976, 976]), ("Compare r with step",)),
    Given("L7.1", table("L7.1", r=[11, 11], c=[30, 70, 0]), ("Compare c with step",)),
    Given("L7.1", table("L7.1", c=[[73], [307]]), ("Row c: 3 numbers are asked for",), status="cannot read"),
    Given("L7.1", table("L7.1", r=[50, 500]), ("only the last row has counted",), "M49"),
    Given("L7.2", table("L7.2", mean=[12, 30, 42]), ("mean: that is what a sum gives",), "M52"),
    Given("L7.2", table("L7.2", sum=[4, 10, 14], mean=[12, 30, 42]), ("sum: you divided by 3",), "M52"),
    Given("L7.2", table("L7.2", sum=[36, 225, 441]), ("the squares themselves",), "S1"),
    Given("L7.2", table("L7.2", sum=[84, 84, 84]), ("sum: you added up the gradients",)),
    Given("L7.2", table("L7.2", sum=[72, 450, 882]), ("Compare sum with step",)),
    Given("L7.2", table("L7.2", mean=[12, 75, 147]), ("Compare mean with step",)),
    Given("L7.2", table("L7.2", mean=[6, 15, 21]), ("Compare mean with step",)),
    Given("L7.2", table("L7.2", lr=1.8), ("larger still",), "M52"),
    Given("L7.2", table("L7.2", lr=3), ("lr: so many times larger",)),
    Given("L7.2", table("L7.2", lr=1 / 3), ("lr: that is the one gradient as a part of the other",)),
    Given("L7.2", table("L7.2", lr=0.067), ("Compare lr with step",)),
    Given("L7.2", table("L7.2", lr="a third"), ("'a third' is not a number",), status="cannot read"),
)
WRONG_CODE = (
    Given("L7.3", unbroadcast("return g.mean(0)"), ("shape (2,): the sums[0]", ONE_ROW)),
    Given("L7.3", unbroadcast(*MEAN, END), ("shape (3, 1): the sums[0][0]", ONE_ROW)),
    Given("L7.3", unbroadcast("return g.sum(0)"), ("shape (3, 1): the sums", "another length is asked for")),
    Given("L7.3", unbroadcast("return g.sum(axis=0, keepdim=True)"), ("yours is [[101, 10]]",)),
    Given("L7.3", unbroadcast("return g.sum(shape)"), ("IndexError in unbroadcast", "Dimension out of range")),
    Given("L7.3", unbroadcast("return g.sum_to_size(*shape)"), ("sum_to_size() missing 1 required positional",)),
    Given("L7.3", unbroadcast(LEADING[0], "    g = g.sum(0, keepdim=True)", END), ("still running after 3 seconds",)),
    Given("L7.3", unbroadcast(LEADING[0], "    g = g.sum(0) * 2", *LONG, END), ("the sums[0]; yours is 202",)),
    Given("L7.3", unbroadcast(*LEADING, *LONG), ("Is there a `return`?",), status="not answered yet"),
    Given("L7.3", unbroadcast(*LEADING, LONG[0], LONG[2].replace("    ", "", 1), END), ("along every axis",), "S32"),
    Given("L7.3", unbroadcast(LEADING[0], "    g = g.mean(0)", *LONG, END), ("you take the mean",), "M49"),
    Given("L7.3", unbroadcast(LEADING[0], "    g = g.sum()", *LONG, END), ("yours is 111", "into one number"), "S32"),
    Given("L7.3", unbroadcast(*LEADING, "for axis in shape:", "    if axis == 1:", LONG[2], END), ("use a length",)),
    Given("L7.3", unbroadcast(*LONG, *LEADING, END), ("g of shape (5, 1, 2, 4, 3)", "another length is asked for")),
    Given(
        "L7.3", unbroadcast("for n in g.shape:", "    if n not in shape:", "        g = g.sum(0)", END), ("the sums",)
    ),
    Given("L7.3", unbroadcast(*LEADING, *LONG, "return g.tolist()"), ("its shape; yours is None",)),
    Given("L7.3", unbroadcast("return g.view(shape)"), ("`reshape` and `view`",), "S33"),
    Given("L7.3", unbroadcast("return g[: len(shape)]"), ("the sums; yours is [[1, 0]]",)),
    Given("L7.3", unbroadcast("return g.max(0).values"), ("the sums[0]; yours is 100",)),
    Given("L7.3", unbroadcast("return unbroadcast(g, shape)"), ("RecursionError",)),
    Given("L7.3", unbroadcast(*LEADING, *LONG, "return G"), ("NameError", "'G'")),
    Given("L7.3", unbroadcast("g = ...", "return g"), ("still a `...`",), status="not answered yet"),
    Given("L7.4", matmul("return g @ w, x.T @ g"), (SHAPES_DIFFER, "begins with inputs"), "M50"),
    Given("L7.4", matmul("return w @ g.T, x.T @ g"), ("for x comes out as (inputs, rows)",), "M50"),
    Given("L7.4", matmul("return g @ w.T, g.T @ x"), ("for w comes out as (outputs, inputs)",), "M50"),
    Given("L7.4", matmul("return x.T @ g, g @ w.T"), ("in the wrong places",), "M48"),
    Given("L7.4", matmul("return g * w, g * x"), ("multiplies element by element",), "M50"),
    Given("L7.4", matmul("return w.T @ g, g @ x.T"), (SHAPES_DIFFER, "on the wrong side"), "M50"),
    Given("L7.4", matmul("return g @ w.T, x.T * g"), ("The size of tensor a",)),
    Given("L7.4", matmul("return g @ w.T, (x.T @ g).mean(0)"), ("index 1 - got [2]",)),
    Given("L7.4", matmul("return g @ w.T, (x.T @ g) * 2"), ("gradient for w[0][0]; yours is 2",)),
    Given("L7.4", matmul("return g.sum(1), g.sum(0)"), ("invalid gradient at index 0",)),
    Given("L7.4", matmul("return [g @ w.T, x.T @ g]"), ("A list counts as one gradient",)),
    Given("L7.4", matmul("g @ w.T, x.T @ g"), ("the None of a method without `return`",)),
    Given("L7.4", matmul("return g @ w.T"), ("expected 2, got 1",)),
    Given("L7.4", matmul("return g @ w.T, x.T @ g, None, g"), ("expected 2, got 4",)),
    Given("L7.4", matmul("return None, x.T @ g"), ("gradient for x; yours is None",)),
    Given("L7.4", matmul("return x * 0 + 1, w * 0 + 1"), ("gradient for x[0][1]; yours is 1",)),
    Given("L7.4", matmul("return -(g @ w.T), x.T @ g"), ("gradient for x[0][0]; yours is -1",)),
    Given("L7.4", matmul("return g @ W.T, x.T @ g"), ("NameError", "'W'")),
    Given("L7.4", matmul("return g.T @ w, x @ g.T"), (SHAPES_DIFFER,)),
    Given("L7.4", matmul("return al.ones(2, 3), al.ones(3, 2)"), ("gradient for x[0][1]; yours is 1",)),
    Given("L7.4", matmul("for_x = g @ w.T", "for_w = ...", "return for_x, for_w"), (), status="not answered yet"),
)

_EXTRA = ("extra = g.dim() - len(shape)", "g = g.sum(tuple(range(extra))) if extra else g")
_ONES = ("ones = tuple(i for i, n in enumerate(shape) if n == 1)", "return g.sum(ones, keepdim=True) if ones else g")
_BY_NUMPY = ("g = np.asarray(g)", "while g.ndim > len(shape):", LEADING[1])
RIGHT = (
    Given("L7.W1", (8.0, 140.0)),
    Given("L7.W2", 51.0),
    Given("L7.P1", (2,)),
    Given("L7.P1", "2"),
    Given("L7.P2", [101, 10]),
    Given("L7.P3", "Column 1"),
    Given("L7.P4", [11.0, 0.0, 100.0]),
    Given("L7.1", [[73, 307, 730], [452, 524]]),
    Given("L7.2", table("L7.2", lr=1 / 5)),
    Given("L7.3", unbroadcast(*LEADING, *LONG, "return g * 1")),
    Given("L7.3", unbroadcast(*_EXTRA, *LONG, END)),
    Given("L7.3", unbroadcast(*LEADING, *_ONES)),
    Given("L7.3", unbroadcast("for _ in range(len(g.shape) - len(shape)):", "    g = sum(g)", *LONG, END)),
    Given("L7.3", unbroadcast("p = al.zeros(shape, requires_grad=True)", "(p + g * 0).backward(g)", "return p.grad")),
    Given("L7.3", unbroadcast(*_BY_NUMPY, *(line.replace("dim", "dims") for line in LONG), "return al.tensor(g)")),
    Given("L7.4", matmul("return g @ w.t(), x.t() @ g")),
    Given("L7.4", matmul("return al.matmul(g, w.T), al.mm(x.T, g)")),
    Given("L7.4", matmul("return (w @ g.T).T, (g.T @ x).T")),
    Given("L7.4", matmul("return g.matmul(w.transpose(0, 1)), x.mT.matmul(g)")),
    Given("L7.4", matmul("return al.einsum('ij,kj->ik', g, w), al.einsum('ik,ij->kj', x, g)")),
    Given("L7.4", matmul("return (g[:, None] * w).sum(-1), (x[:, :, None] * g[:, None]).sum(0)")),
    Given("L7.4", matmul("for_x = g @ w.T", "for_w = x.T @ g", "return for_x, for_w")),
)
