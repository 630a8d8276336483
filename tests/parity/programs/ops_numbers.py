# ruff: noqa: F821
"""Division with rounding, remainders, addcmul, lerp, bounds, masks, two-argument functions, operators."""

# %% calls
op("v.div(2, rounding_mode='floor')")
op("v.clone().div_(p, rounding_mode='floor')")
op("torch.divide(v, p)")
op("v.true_divide(2)")
op("v % p")
op("v % 2")
op("torch.remainder(m, q)")
op("v.clone().remainder_(2)")
op("torch.fmod(v, p)")
op("v.fmod(2)")
op("m.clone().fmod_(q)")
op("torch.addcmul(v, w, p, value=2)")
op("m.addcmul(v, col)")
op("m.clone().addcmul_(v, col, value=-0.5)")
op("torch.addcdiv(v, w, p, value=2)")
op("s.addcdiv(k, ps)")
op("m.clone().addcdiv_(v, q)")
op("v.lerp(w, 0.8)")
op("torch.lerp(v, w, p)")
op("v.clone().lerp_(w, 0.25)")
op("torch.lerp(v, w, weight=0.25)")
op("v.clone().square_()")
op("torch.hypot(v, w)")
op("torch.hypot(x, y)", x=[0.0, 3.0], y=[0.0, 4.0])
op("torch.atan2(v, w)")
op("torch.arctan2(m, w)")
op("v.clone().atan2_(w)")
op("torch.logaddexp(m, v)")
op("v.logaddexp2(w) * w")
op("torch.xlogy(x, y)", x=[0.0, 0.0, 0.0, 2.0], y=[0.0, -1.0, float("nan"), 0.0])
op("v.xlogy(2)")
op("torch.xlogy(2, p)")
op("torch.copysign(m, v)")
op("v.copysign(-2)")
op("torch.copysign(x, y)", x=[0.0, 1.0, -2.0], y=[-0.0, -0.0, 1.0])
op("torch.heaviside(cv, cs)")
op("torch.ldexp(v, w)")
op("v.minimum(w)")
op("torch.fmax(x, y)", x=[float("nan"), 1.0, 2.0, 3.0], y=[1.0, float("nan"), 2.0, 1.0])
op("torch.fmin(x, y)", x=[float("nan"), 1.0, 2.0, 3.0], y=[1.0, float("nan"), 2.0, 1.0])
op("col.fmin(v)")
op("x.clamp(0, 2)", x=[0.0, -1.0, 2.0, float("nan")])
op("v.clamp(max=w)")
op("torch.clamp(x, a, b)", x=[0.0, 0.0, 2.0, -2.0], a=[1.0, -1.0, 1.0, 1.0], b=[-1.0, 1.0, -1.0, -1.0])
op("torch.clamp(v, min=0, max=cs)")
op("v.clone().clamp_(w)")
op("v.clone().clamp_(0, 1)")
op("torch.clip(v, 0.1)")
op("v.clip(max=0.1)")
op("torch.clamp_min(x, 0)", x=[0.0, -1.0, 2.0])
op("m.clamp_min(v)")
op("v.clamp_max(max=0.5)")
op("torch.clamp_max(x, y)", x=[1.0, 2.0, 3.0], y=[1.0, 1.0, 4.0])
op("v.clone().clamp_min_(0)")
op("v.masked_fill(mask, 9)")
op("torch.masked_fill(m, mask, s)")
op("v.masked_fill(mask2, value=2.5)")
op("m.clone().masked_fill_(mask2, s)")
op("torch.where(v > 0, 1, 2.5) * v")
op("v.where(mask, w)")
op("v.where(mask, 0)")
op("torch.threshold(x, 0.5, 9)", x=[0.5, 1.0, -1.0, float("nan")])
op("F.threshold(m, 0.1, -1.0)")
op("F.threshold(m.clone(), 0.1, -1.0, inplace=True)")


# %% in_place_operators
def changed(start, step):
    t = start.clone()
    exec(f"t {step}", {"t": t, "torch": torch, "x": x, "i": i, "b": b})
    return t


x, i, b = torch.tensor([1.5, -2.5]), torch.tensor([5, 6]), torch.tensor([True, False])
for step in ("+= 1", "-= x", "*= 2", "/= 4", "//= 2", "%= 2", "**= 2"):
    show(f"x {step}", changed(x, step))
    attempt(f"i {step}", lambda: changed(i, step))
for step in ("&= 3", "|= i", "^= 1", "<<= 2", ">>= 1"):
    show(f"i {step}", changed(i, step))
    attempt(f"b {step}", lambda: changed(b, step))
for step in ("&= b", "|= True", "^= b"):
    show(f"b {step}", changed(b, step))


# %% reflected_operators
x, i, b = torch.tensor([1.5, -2.5]), torch.tensor([5, 6]), torch.tensor([True, False])
lines("""
2 + x
2 - x
2 * x
2 / x
2 // x
2 % x
2 ** x
7 // i
7 % i
2 ** i
3 & i
3 | i
3 ^ i
1 << i
100 >> i
True & b
False | b
True ^ b
2.5 // i
2.5 % i
+x
-i
~b
~i
abs(x)
""")


# %% in_place_leaves_nodes
x = torch.tensor([1.5, -2.5], requires_grad=True)
for name, arguments in [
    ("remainder_", (2,)),
    ("fmod_", (x,)),
    ("xlogy_", (2,)),
    ("copysign_", (-1,)),
    ("round_", ()),
    ("lerp_", (x, 0.5)),
    ("clamp_", (x,)),
    ("clamp_max_", (1,)),
    ("nan_to_num_", ()),
    ("eq_", (x,)),
    ("lt_", (0,)),
    ("ge_", (x,)),
    ("logit_", (0.1,)),
    ("floor_divide_", (2,)),
    ("heaviside_", (x,)),
    ("addcmul_", (x, x)),
    ("hypot_", (x,)),
    ("arcsin_", ()),
    ("absolute_", ()),
    ("negative_", ()),
    ("multiply_", (2,)),
    ("subtract_", (2,)),
    ("fix_", ()),
]:
    y = getattr(x.clone(), name)(*arguments)
    show(name, [type(y.grad_fn).__name__, len(y.grad_fn.next_functions)])


# %% no_derivative_remainder_of_number
x = torch.tensor([1.5, -2.5], requires_grad=True)
attempt("remainder", lambda: (2 % x).sum().backward())


# %% whole_numbers
i, u = torch.tensor([-7, 7, 6, -6]), torch.tensor([200, 5], dtype=torch.uint8)
lines("""
i // 4
i // -4
torch.div(i, 4, rounding_mode="trunc")
torch.div(i, -4, rounding_mode="trunc")
i % 4
i % -4
torch.fmod(i, 4)
torch.fmod(i, -4)
i << 70
i >> 70
i << -1
i >> -1
i ** 3
i ** torch.tensor([-1, 0, 1, 2])
torch.tensor([1, -1, 0, 2]) ** torch.tensor([-3, -3, 2, -3])
u + 100
u * -1
u - 201
u == 456
-u
i.clone().eq_(7)
torch.addcmul(i, i, i, value=2)
""")


# %% comparisons
x, i = torch.tensor([1.0, 2.0, float("nan")]), torch.tensor([1, 3, 0])
lines("""
torch.eq(x, i)
torch.ne(x, 2)
torch.lt(x, i)
torch.le(x, x)
torch.gt(x, 1)
torch.ge(x, torch.tensor(2.0))
torch.greater(x, 1)
torch.greater_equal(x, 1)
torch.less(x, 2)
torch.less_equal(x, 2)
torch.not_equal(x, x)
x.greater(1)
x.less_equal(i)
x.clone().lt_(2)
x.clone().greater_equal_(2)
x.clone().not_equal_(x)
i.clone().le_(1)
1 < x
2 >= i
x == None
x != "a"
""")


# %% logic
x, i, b = torch.tensor([1.0, 0.0, float("nan")]), torch.tensor([1, 0, 0]), torch.tensor([True, False, True])
lines("""
torch.logical_and(x, i)
torch.logical_or(b, i)
x.logical_xor(b)
torch.logical_not(x)
i.logical_not()
x.clone().logical_and_(i)
i.clone().logical_or_(b)
b.clone().logical_not_()
i.clone().logical_xor_(b)
torch.bitwise_and(i, 3)
torch.bitwise_and(3, i)
torch.bitwise_or(b, False)
i.bitwise_xor(i)
torch.bitwise_not(b)
i.clone().bitwise_not_()
i.clone().bitwise_or_(4)
torch.bitwise_left_shift(i, 2)
torch.bitwise_right_shift(8, i)
i.bitwise_left_shift(i)
i.clone().bitwise_left_shift_(3)
""")


# %% isclose
x, n = torch.tensor([1.0, 2.0, float("inf")]), torch.tensor([float("nan"), 1.0, 2.0])
lines("""
torch.isclose(x, x + 1e-6)
x.isclose(x + 1e-3)
torch.isclose(x, x * 1.01, rtol=0.02)
torch.isclose(x, x + 0.5, atol=1)
torch.isclose(n, n)
torch.isclose(n, n, equal_nan=True)
torch.isclose(x, -x)
torch.isclose(torch.tensor([1, 2]), torch.tensor([1, 3]))
torch.isclose(torch.tensor([10]), torch.tensor([11]), rtol=0.1)
torch.allclose(x, x)
torch.allclose(n, n)
torch.allclose(n, n, equal_nan=True)
""")


# %% where_uint8_condition
lines("torch.where(torch.tensor([1, 0], dtype=torch.uint8), torch.ones(2), torch.zeros(2))")


# %% aliases
x, y = torch.tensor([0.5, -0.25], requires_grad=True), torch.tensor([2.0, 3.0])
lines("""
torch.absolute(x)
torch.negative(x)
torch.subtract(x, y, alpha=2)
torch.multiply(x, 3)
torch.divide(x, y, rounding_mode="floor")
torch.fix(y + 0.5)
torch.arcsin(x)
torch.arccos(x)
torch.arctan(x)
torch.arcsinh(x)
torch.arccosh(y)
torch.arctanh(x)
x.arcsin()
x.absolute()
x.fix()
x.clip(0)
torch.positive(x) is x
(+x) is x
""")


# %% error_zero_division
attempt("mod", lambda: torch.tensor([1]) % 0)
attempt("fmod", lambda: torch.fmod(torch.tensor([1]), 0))
attempt("floor", lambda: torch.tensor([1]) // 0)
attempt("trunc", lambda: torch.div(torch.tensor([1]), 0, rounding_mode="trunc"))


# %% error_bool_arithmetic
b = torch.tensor([True, False])
lines("""
+b
torch.clamp(b, True)
torch.threshold(b, 0, 1)
torch.frac(b)
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
