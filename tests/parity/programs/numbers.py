# ruff: noqa: E402, F821
"""Arithmetic on tensors: rounding, remainders, bounds, masks, dtypes that are promoted, neighbours of numbers."""

# %% calls
op("v.clone().square_()")
op("v.where(mask, w)")

# %% in_place_leaves_nodes
x = torch.tensor([1.5, -2.5], requires_grad=True)
for name, arguments in [
    ("remainder_", (2,)),
    ("round_", ()),
    ("lerp_", (x, 0.5)),
    ("clamp_", (x,)),
    ("clamp_max_", (1,)),
    ("logit_", (0.1,)),
    ("floor_divide_", (2,)),
    ("addcmul_", (x, x)),
    ("arcsin_", ()),
    ("absolute_", ()),
    ("negative_", ()),
    ("multiply_", (2,)),
    ("subtract_", (2,)),
]:
    y = getattr(x.clone(), name)(*arguments)
    show(name, [type(y.grad_fn).__name__, len(y.grad_fn.next_functions)])

# %% whole_numbers
i, u = torch.tensor([-7, 7, 6, -6]), torch.tensor([200, 5], dtype=torch.uint8)
lines("""
torch.div(i, 4, rounding_mode="trunc")
""")

# %% isclose
x, n = torch.tensor([1.0, 2.0, float("inf")]), torch.tensor([float("nan"), 1.0, 2.0])
lines("""
torch.isclose(n, n, equal_nan=True)
torch.isclose(torch.tensor([10]), torch.tensor([11]), rtol=0.1)
""")

# %% error_bool_arithmetic
b = torch.tensor([True, False])
lines("""
+b
""")

# %% error_in_place_result_type
i, b = torch.tensor([1, 2]), torch.tensor([True, False])
attempt("remainder_", lambda: i.remainder_(1.5))
attempt("bitwise_and_", lambda: i.bitwise_and_(1.5))
attempt("bitwise_or_", lambda: b.bitwise_or_(2))
attempt("div_", lambda: i.div_(2))
attempt("exp_", lambda: i.exp2_())

# %% error_isclose
x = torch.ones(2)
attempt("types", lambda: torch.isclose(x, x.double()))
attempt("allclose", lambda: torch.allclose(x, x.long()))
attempt("rtol", lambda: torch.isclose(x, x, rtol=-1))
attempt("atol", lambda: torch.isclose(x, x, atol=-0.5))

# %% error_shapes
attempt("remainder", lambda: torch.ones(2) % torch.ones(3))
attempt("atan2", lambda: torch.atan2(torch.ones(2, 3), torch.ones(2)))
attempt("gt", lambda: torch.gt(torch.ones(2), torch.ones(3)))
attempt("clamp", lambda: torch.clamp(torch.ones(2), torch.ones(3)))
attempt("sub", lambda: torch.ones(2) - torch.ones(3))

# %% old_constructors_of_a_tensor
x = torch.tensor([1.0, 2.0], requires_grad=True)
kinds = {"Tensor": torch.Tensor, "FloatTensor": torch.FloatTensor, "DoubleTensor": torch.DoubleTensor}
kinds |= {"LongTensor": torch.LongTensor, "BoolTensor": torch.BoolTensor, "new": x.new}
for name, kind in kinds.items():
    for given in (x, x * 2, x.detach(), x.double(), torch.tensor([1, 2]), (x * 2).sum(), x > 1, x.half(), x.int()):

        def run():
            y = kind(given)
            return [y, y.is_leaf, y._is_view(), y is given, y.data_ptr() == given.data_ptr(), type(y.grad_fn).__name__]

        attempt(name, run)
torch.Tensor(x).sum().backward()
show("x.grad", x.grad)
y = x * 1
z = torch.Tensor(y)
z.mul_(3)
show("written", [y, z, type(y.grad_fn).__name__, type(z.grad_fn).__name__])
attempt("leaf", lambda: torch.Tensor(x).mul_(2))
with torch.no_grad():
    show("no_grad", [torch.Tensor(x), torch.Tensor(x)._is_view()])
attempt("device", lambda: torch.Tensor(x, device="cpu"))


class Own(torch.Tensor):
    pass


show("own", [type(Own(x)).__name__, Own(x).requires_grad])

# %% losses_that_take_no_gradient_for_an_argument
F = torch.nn.functional
x, c = torch.tensor([[1.0, -2.0], [0.5, 1.0]]), torch.tensor([0, 1])
image, places = torch.ones(1, 2, 1, 2), torch.zeros(1, 1, 2).long()
w = torch.ones(2, requires_grad=True)
for scores in (x, x.clone().requires_grad_()):
    attempt("nll", lambda: F.nll_loss(scores, c, weight=w))
    attempt("cross entropy", lambda: F.cross_entropy(scores, c, weight=w))
attempt("image", lambda: F.nll_loss(image, places, weight=w))
with torch.no_grad():
    attempt("no_grad", lambda: F.cross_entropy(x, c, weight=w))

# %% places_in_one_number
x = torch.tensor(3.0)
for key in (0, 1, -1, slice(None), slice(0, 1), slice(None, None, -1), (0, 0), (slice(None), 0), (None, 0)):
    attempt("read", lambda: x[key])
    attempt("write", lambda: x.__setitem__(key, 1.0))
    attempt("write a tensor", lambda: x.__setitem__(key, torch.tensor(1.0)))
attempt("twice", lambda: torch.zeros(2)[0][1])

# %% names_of_former_times
import torch.nn as nn

torch.manual_seed(0)
w = torch.zeros(3, 4)
init = nn.init
show("uniform", init.uniform(w, -1.0, 1.0))
show("normal", init.normal(w, mean=1.0, std=2.0))
show("constant", init.constant(w, 3.0))
show("eye", init.eye(w))
show("xavier_uniform", init.xavier_uniform(w, gain=2.0))
show("xavier_normal", init.xavier_normal(w))
show("kaiming_uniform", init.kaiming_uniform(w, a=1.0))
show("kaiming_normal", init.kaiming_normal(w, nonlinearity="relu"))
show("the very tensor", [init.constant(w, 1.0) is w, init.kaiming_normal.__name__])
p = torch.ones(2, requires_grad=True)
p.grad = torch.tensor([3.0, 4.0])
show("clipped", [nn.utils.clip_grad_norm([p], 1.0), p.grad])
attempt("no tensor", lambda: init.constant())
