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
    Given("L7.P2", "[[1, 0], [0, 10], [100, 0]]", ("G as it arrived", ONE_ROW), "M49"),
    Given("L7.P2", [33.67, 3.33], ("mean over the rows", ONE_ROW), "M49"),
    Given("L7.P2", [100, 0], ("the last row of G",), "M49"),
    Given("L7.P2", [1, 10, 100], ("adds along each row",), "S32"),
    Given("L7.P2", (2,), ("not among the choices",), status="cannot read"),
    Given("L7.P3", "row 1", ("only one of them is used",), "M50"),
    Given("L7.P3", "all of them", ("Half of W", "sends to W"), "M50"),
    Given("L7.P4", [10, 0, 100], ("One gradient for x[0] is lost",), "M51"),
    Given("L7.P4", [11, None, 100], ("picked or not",), "M6"),
    Given("L7.1", table("L7.1", c=[10, 10, 10]), ("slopes alone", "Right so far: r"), "M26"),
    Given("L7.1", table("L7.1", c=[11, 101, 110], r=[111, 111]), ("c: this adds up G as it arrived",), "S4"),
    Given("L7.1", table("L7.1", c=[36.5, 153.5, 365]), ("a mean over the copies",), "M49"),
    Given("L7.1", table("L7.1", c=[33, 303, 330]), ("c: you multiplied every copy by 3",)),
    Given("L7.1", table("L7.1", c=[77, 707, 770]), ("c: you multiplied every copy by 7",)),
    Given("L7.1", table("L7.1", c=[37, 703, 370]), ("c: each number of G", "r in reverse")),
    Given("L7.1", table("L7.1", c=[3, 300, 30]), ("c: only column 0",), "M49"),
    Given("L7.1", table("L7.1", c=[730, 307, 73]), ("c: these numbers belong to c, but in reverse",)),
    Given("L7.1", table("L7.1", c=[73, 7, 730]), ("a copy of c[1, 0] is missing, the one in column 0",), "M49"),
    Given("L7.1", table("L7.1", c=[71, 701, 170]), ("Compare c with step",)),
    Given("L7.1", table("L7.1", c=[73, 307, 731]), ("Compare c with step", "Each number of c was copied")),
    Given("L7.1", table("L7.1", c=[110, 1010, 1100]), ("c: you added first",), "S5"),
    Given("L7.1", table("L7.1", c=[210, 2100, 21000]), ("c: you multiplied the gradients of the copies",), "S5"),
    Given("L7.1", table("L7.1", r=[1356, 3668]), ("r: there is one factor too many",), "S2"),
    Given("L7.1", table("L7.1", r=[150.67, 174.67]), ("r: this is a mean over the copies",), "M49"),
    Given("L7.1", table("L7.1", r=[450, 524]), ("a copy of r[0, 0] is missing, the one in row 0",), "M49"),
    Given("L7.1", table("L7.1", r=[452, 520]), ("a copy of r[0, 1] is missing, the one in row 1",), "M49"),
    Given("L7.1", table("L7.1", r=[402, 504]), ("a copy of r[0, 0] is missing, the one in row 2",), "M49"),
    Given("L7.1", table("L7.1", r=[524, 452]), ("r: these numbers belong to r, but in reverse",)),
    Given("L7.1", table("L7.1", r=[333, 777]), ("r: you multiplied by r's own numbers",), "S2"),
    Given("L7.1", table("L7.1", r=[2, 20]), ("r: only row 0",), "M49"),
    Given("L7.1", table("L7.1", r=[976, 976]), ("r: you added everything into one number",), "S32"),
    Given("L7.1", table("L7.1", r=[444, 444]), ("r: you multiplied every copy by 4",)),
    Given("L7.1", table("L7.1", r=[11, 11], c=[30, 70, 0]), ("Compare c with step",)),
    Given("L7.1", table("L7.1", r=[11, 11]), ("r: these are the slopes alone",), "M26"),
    Given("L7.1", table("L7.1", c=[[73], [307]]), ("Row c: 3 numbers are asked for",), status="cannot read"),
    Given("L7.1", table("L7.1", c=[[73], [307], [731]]), ("Compare c with step",)),
    Given("L7.1", table("L7.1", r=[50, 500]), ("r: only row 2",), "M49"),
    Given("L7.1", table("L7.1", r=[1, 2]), ("Compare r with step",)),
)
_SWAPPED = (*LEADING, LONG[0], "    if g.shape[axis] != length:", "        g = g.sum(axis)")
WRONG_CODE = (
    Given(
        "L7.3", unbroadcast("return g.mean(0)"), ("shape (2,): the sums[0]", "the mean along axis 0", ONE_ROW), "M49"
    ),
    Given("L7.3", unbroadcast(*MEAN, END), ("shape (3, 1): the sums[0][0]", "of length 1 you take the mean"), "M49"),
    Given(
        "L7.3",
        unbroadcast(*LEADING, *LONG[:2], "        return g.sum(axis, keepdim=True)", END),
        ("shape (1, 1)", "ends at the first axis of length 1"),
    ),
    Given("L7.3", unbroadcast("return g.sum(0)"), ("shape (3, 1): the sums", "along axis 0 whatever"), "S32"),
    Given(
        "L7.3", unbroadcast("return g.sum(axis=0, keepdim=True)"), ("yours is [[101, 10]]", "no axis for rows"), "M49"
    ),
    Given("L7.3", unbroadcast("return g.sum(shape)"), ("IndexError in unbroadcast", "Dimension out of range")),
    Given("L7.3", unbroadcast("return g.sum_to_size(*shape)"), ("sum_to_size() missing 1 required positional",)),
    Given("L7.3", unbroadcast(LEADING[0], "    g = g.sum(0, keepdim=True)", END), ("No round of your `while`",)),
    Given("L7.3", unbroadcast(LEADING[0], "    g.sum(0)", *LONG, END), ("3 seconds", "a sum that is not assigned")),
    Given("L7.3", unbroadcast(LEADING[0], "    g = g.sum(0) * 2", *LONG, END), ("the sums[0]; yours is 202",)),
    Given("L7.3", unbroadcast(*LEADING, *LONG), ("Is there a `return`?",), status="not answered yet"),
    Given("L7.3", unbroadcast(*LEADING, LONG[0], LONG[2].replace("    ", "", 1), END), ("along every axis",), "S32"),
    Given("L7.3", unbroadcast(LEADING[0], "    g = g.mean(0)", *LONG, END), ("you take the mean",), "M49"),
    Given("L7.3", unbroadcast(LEADING[0], "    g = g.sum()", *LONG, END), ("yours is 111", "into one number"), "S32"),
    Given("L7.3", unbroadcast(*LEADING, "for axis in shape:", "    if axis == 1:", LONG[2], END), ("use each length",)),
    Given("L7.3", unbroadcast(*_SWAPPED, END), ("You found the stretched axes", "What does `keepdim` do?"), "M49"),
    Given("L7.3", unbroadcast(*LEADING, *LONG[:2], "        g = g.sum(axis)", END), ("removes that axis",), "M49"),
    Given("L7.3", unbroadcast(*LEADING, *LONG[:2], "        g.sum(axis)", END), ("your g stays too long",), "S32"),
    Given("L7.3", unbroadcast(*LEADING, LONG[0], "    if length > 1:", LONG[2], END), ("in full length",), "S32"),
    Given("L7.3", unbroadcast(*LONG, *LEADING, END), ("g of shape (5, 1, 2, 4, 3)", "in the wrong order"), "S32"),
    Given(
        "L7.3", unbroadcast("for n in g.shape:", "    if n not in shape:", "        g = g.sum(0)", END), ("the sums",)
    ),
    Given("L7.3", unbroadcast(*LEADING, *LONG, "return g.tolist()"), ("its shape; yours is None",)),
    Given("L7.3", unbroadcast(LEADING[0], "    g = g.sum(1)", *LONG, END), ("You sum along axis 1",), "S32"),
    Given("L7.3", unbroadcast(*LEADING, LONG[0], "    g = g.reshape(shape)", END), ("only rearranges",), "S33"),
    Given("L7.3", unbroadcast(*LEADING, LONG[0], "    if axis == 1:", LONG[2], END), ("number of the axis",), "S32"),
    Given("L7.3", unbroadcast(*LEADING, *LONG[:2], "        g = g[:1]", END), ("drops the others",), "M49"),
    Given("L7.3", unbroadcast("return g.view(shape)"), ("`reshape` and `view`",), "S33"),
    Given("L7.3", unbroadcast("return g[: len(shape)]"), ("the sums; yours is [[1, 0]]",)),
    Given("L7.3", unbroadcast("return g.max(0).values"), ("the sums[0]; yours is 100",)),
    Given("L7.3", unbroadcast("return unbroadcast(g, shape)"), ("RecursionError",)),
    Given("L7.3", unbroadcast(*LEADING, *LONG, "return G"), ("NameError", "'G'")),
    Given("L7.3", unbroadcast("g = ...", "return g"), ("still a `...`",), status="not answered yet"),
    Given("L7.1", table("L7.1", c=[-73, -307, -730]), ("c: the sizes are right, the signs aren't",)),
    Given("L7.1", table("L7.1", r=[0, 0]), ("r: 0 would mean that no result moves",)),
    Given("L7.4", matmul("return w @ g, x.T @ g"), ("must have x's axes", "Which axis do g and w share"), "M50"),
    Given("L7.4", matmul("return w.T, x.T @ g"), ("a slope alone isn't enough",), "M26"),
    Given("L7.4", matmul("return g @ w.T, x.T @ g.T"), ("must have w's axes", "Which axis do x and g share"), "M50"),
    Given("L7.4", matmul("return -g @ w.T, x.T @ g"), ("For x: the sizes are right, the signs aren't",)),
    Given("L7.3", unbroadcast(LEADING[0], "    g = g.max(0)[0]", *LONG, END), ("`max` keeps the largest",), "M49"),
    Given("L7.4", matmul("return g @ w, x.T @ g"), (SHAPES_DIFFER, "begins with inputs"), "M50"),
    Given("L7.4", matmul("return w @ g.T, x.T @ g"), ("for x has the axes (inputs, rows)",), "M50"),
    Given("L7.4", matmul("return g @ w.T, g.T @ x"), ("for w has the axes (outputs, inputs)",), "M50"),
    Given("L7.4", matmul("return x.T @ g, g @ w.T"), ("in the wrong places",), "M48"),
    Given("L7.4", matmul("return g * w, g * x"), ("multiplies element by element",), "M50"),
    Given("L7.4", matmul("return w.T @ g, g @ x.T"), (SHAPES_DIFFER, "on the wrong side"), "M50"),
    Given("L7.4", matmul("return g @ w.T, x.T * g"), ("The size of tensor a", "For w: `*` multiplies"), "M50"),
    Given("L7.4", matmul("return g.T @ w, x.T @ g"), (SHAPES_DIFFER, "`g.T` ends with rows"), "M50"),
    Given("L7.4", matmul("return g @ w.T, x @ g.T"), (SHAPES_DIFFER, "`g.T` begins with outputs"), "M50"),
    Given("L7.4", matmul("for_x = w", "for_w = x", "return for_x, for_w"), ("They are slopes at best",), "M26"),
    Given("L7.4", matmul("return g @ w.T, (x.T @ g).mean(0)"), ("index 1 - got [2]",)),
    Given("L7.4", matmul("return g @ w.T, (x.T @ g) * 2"), ("gradient for w[0][0]; yours is 2",)),
    Given("L7.4", matmul("return g.sum(1), g.sum(0)"), ("invalid gradient at index 0", "You add up g alone")),
    Given("L7.4", matmul("return [g @ w.T, x.T @ g]"), ("A list counts as one gradient",)),
    Given("L7.4", matmul("g @ w.T, x.T @ g"), ("the None of a method without `return`",)),
    Given("L7.4", matmul("return g @ w.T"), ("expected 2, got 1", "forward took two inputs")),
    Given("L7.4", matmul("return g @ w.T, x.T @ g, None, g"), ("expected 2, got 4",)),
    Given("L7.4", matmul("return None, x.T @ g"), ("gradient for x; yours is None", "Does y move"), "M45"),
    Given("L7.4", matmul("return x * 0 + 1, w * 0 + 1"), ("gradient for x[0][1]; yours is 1",)),
    Given("L7.4", matmul("return -(g @ w.T), x.T @ g"), ("gradient for x[0][0]; yours is -1",)),
    Given("L7.4", matmul("return g @ W.T, x.T @ g"), ("NameError", "'W'")),
    Given("L7.4", matmul("return g.T @ w, x @ g.T"), (SHAPES_DIFFER,)),
    Given("L7.4", matmul("return w.T @ g, x.T @ g"), (SHAPES_DIFFER, "`w.T` ends with inputs"), "M50"),
    Given("L7.4", matmul("return g @ w.T, g @ x.T"), (SHAPES_DIFFER, "`x.T` begins with inputs"), "M50"),
    Given("L7.4", matmul("return g, g"), ("It has y's shape",), "M45"),
    Given("L7.4", matmul("return g @ w.t, x.t @ g"), ("a call needs parentheses",)),
    Given("L7.4", matmul("return g @ w.reshape(2, 3), x.reshape(3, 2) @ g"), ("in their old order",), "S33"),
    Given("L7.4", matmul("return al.ones(2, 3), al.ones(3, 2)"), ("gradient for x[0][1]; yours is 1",)),
    Given("L7.4", matmul("for_x = g @ w.T", "for_w = ...", "return for_x, for_w"), (), status="not answered yet"),
)

_EXTRA = ("extra = g.dim() - len(shape)", "g = g.sum(tuple(range(extra))) if extra else g")
_ONES = ("ones = tuple(i for i, n in enumerate(shape) if n == 1)", "return g.sum(ones, keepdim=True) if ones else g")
_BY_NUMPY = ("g = np.asarray(g)", "while g.ndim > len(shape):", LEADING[1])
RIGHT = (
    Given("L7.P2", [101, 10]),
    Given("L7.P3", "Column 1"),
    Given("L7.P4", [11.0, 0.0, 100.0]),
    Given("L7.1", [[73, 307, 730], [452, 524]]),
    Given("L7.1", {"c": [[73], [307], [730]], "r": [[452, 524]]}),
    Given("L7.3", unbroadcast(*LEADING, *LONG, "return g * 1")),
    Given("L7.3", unbroadcast(*LEADING, LONG[0], "    if g.shape[axis] != length:", LONG[2], END)),
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
