# ruff: noqa: F821
"""Division with rounding, remainders, addcmul, lerp, float_power, bounds, masks, two-argument functions, operators."""

# %% div_floor
op("torch.div(v, p, rounding_mode='floor')")

# %% div_trunc
op("torch.div(m, q, rounding_mode='trunc')")

# %% div_none
op("torch.div(v, p, rounding_mode=None)")

# %% div_floor_number
op("v.div(2, rounding_mode='floor')")

# %% div_mode_in_place
op("v.clone().div_(p, rounding_mode='floor')")

# %% div_in_place
op("v.clone().div_(p)")

# %% divide_alias
op("torch.divide(v, p)")

# %% true_divide_alias
op("v.true_divide(2)")

# %% remainder
op("v % p")

# %% remainder_number
op("v % 2")

# %% remainder_negative
op("torch.remainder(x, -3)", x=[-7.0, 7.0, 6.0, -6.0, 0.0])

# %% remainder_broadcast
op("torch.remainder(m, q)")

# %% remainder_transposed
op("m.t() % col.t()")

# %% remainder_scalar
op("s % ps")

# %% remainder_empty
op("e % 2")

# %% remainder_special
op("x % y", x=[1.0, -1.0, float("inf"), float("nan"), 1.0], y=[float("inf"), float("inf"), 2.0, 1.0, 0.0])

# %% remainder_in_place
op("v.clone().remainder_(2)")

# %% fmod
op("torch.fmod(v, p)")

# %% fmod_number
op("v.fmod(2)")

# %% fmod_constant
op("torch.fmod(cv, p)")

# %% fmod_in_place
op("m.clone().fmod_(q)")

# %% addcmul
op("torch.addcmul(v, w, p, value=2)")

# %% addcmul_method
op("m.addcmul(v, col)")

# %% addcmul_in_place
op("m.clone().addcmul_(v, col, value=-0.5)")

# %% addcmul_empty
op("torch.addcmul(e, e, e)")

# %% addcdiv
op("torch.addcdiv(v, w, p, value=2)")

# %% addcdiv_scalars
op("s.addcdiv(k, ps)")

# %% addcdiv_in_place
op("m.clone().addcdiv_(v, q)")

# %% lerp_number
op("torch.lerp(v, w, 0.3)")

# %% lerp_far
op("v.lerp(w, 0.8)")

# %% lerp_tensor
op("torch.lerp(v, w, p)")

# %% lerp_scalar_tensor
op("torch.lerp(m, n, ps)")

# %% lerp_reaches_the_end
op("torch.lerp(x, y, 1.0)", x=[1e8, 1e9], y=[0.125, 1.5])

# %% lerp_in_place
op("v.clone().lerp_(w, 0.25)")

# %% lerp_weight_keyword
op("torch.lerp(v, w, weight=0.25)")

# %% float_power_number
op("torch.float_power(p, 1.5)")

# %% float_power_of_number
op("torch.float_power(2, v)")

# %% float_power_tensor
op("p.float_power(v)")

# %% square_in_place
op("v.clone().square_()")

# %% hypot
op("torch.hypot(v, w)")

# %% hypot_zero
op("torch.hypot(x, y)", x=[0.0, 3.0], y=[0.0, 4.0])

# %% atan2
op("torch.atan2(v, w)")

# %% atan2_quadrants
op("torch.atan2(y, x)", y=[0.0, 0.0, 1.0, -1.0, -1.0], x=[1.0, -1.0, 0.0, 0.0, -1.0])

# %% atan2_zero
op("x.atan2(y)", x=[0.0], y=[0.0])

# %% atan2_broadcast
op("torch.arctan2(m, w)")

# %% atan2_in_place
op("v.clone().atan2_(w)")

# %% logaddexp
op("torch.logaddexp(m, v)")

# %% logaddexp_special
op("torch.logaddexp(x, y)", x=[1000.0, -1000.0, 0.0], y=[0.0, 0.0, 0.0])

# %% logaddexp2
op("v.logaddexp2(w) * w")

# %% xlogy
op("torch.xlogy(v, p)")

# %% xlogy_zero
op("torch.xlogy(x, y)", x=[0.0, 0.0, 0.0, 2.0], y=[0.0, -1.0, float("nan"), 0.0])

# %% xlogy_number
op("v.xlogy(2)")

# %% xlogy_of_number
op("torch.xlogy(2, p)")

# %% xlogy_negative_number
op("torch.xlogy(x, -1)", x=[0.0, 1.0])

# %% copysign
op("torch.copysign(m, v)")

# %% copysign_number
op("v.copysign(-2)")

# %% copysign_zero
op("torch.copysign(x, y)", x=[0.0, 1.0, -2.0], y=[-0.0, -0.0, 1.0])

# %% heaviside
op("torch.heaviside(cv, cs)")

# %% ldexp
op("torch.ldexp(v, w)")

# %% maximum_nan
op("torch.maximum(x, y)", x=[float("nan"), 1.0, 2.0], y=[1.0, float("nan"), 2.0])

# %% minimum_method
op("v.minimum(w)")

# %% fmax_nan
op("torch.fmax(x, y)", x=[float("nan"), 1.0, 2.0, 3.0], y=[1.0, float("nan"), 2.0, 1.0])

# %% fmin_nan
op("torch.fmin(x, y)", x=[float("nan"), 1.0, 2.0, 3.0], y=[1.0, float("nan"), 2.0, 1.0])

# %% fmin_broadcast
op("col.fmin(v)")

# %% clamp_numbers
op("v.clamp(min=-0.5, max=0.5)")

# %% clamp_bounds_inside
op("x.clamp(0, 2)", x=[0.0, -1.0, 2.0, float("nan")])

# %% clamp_crossed
op("torch.clamp(v, 1, -1)")

# %% clamp_tensors
op("torch.clamp(m, v, p)")

# %% clamp_tensor_min
op("torch.clamp(v, min=w)")

# %% clamp_tensor_max
op("v.clamp(max=w)")

# %% clamp_tensors_crossed
op("torch.clamp(x, a, b)", x=[0.0, 0.0, 2.0, -2.0], a=[1.0, -1.0, 1.0, 1.0], b=[-1.0, 1.0, -1.0, -1.0])

# %% clamp_tensors_at_bounds
op("torch.clamp(x, a, b)", x=[1.0, 2.0, float("nan")], a=[1.0, 1.0, 1.0], b=[2.0, 2.0, 2.0])

# %% clamp_scalar_tensors
op("torch.clamp(v, cs, cs + 1)")

# %% clamp_mixed
op("torch.clamp(v, min=0, max=cs)")

# %% clamp_in_place
op("v.clone().clamp_(w)")

# %% clamp_in_place_numbers
op("v.clone().clamp_(0, 1)")

# %% clip
op("torch.clip(v, 0.1)")

# %% clip_method
op("v.clip(max=0.1)")

# %% clamp_min_number
op("torch.clamp_min(x, 0)", x=[0.0, -1.0, 2.0])

# %% clamp_min_tensor
op("m.clamp_min(v)")

# %% clamp_max_number
op("v.clamp_max(max=0.5)")

# %% clamp_max_tensor
op("torch.clamp_max(x, y)", x=[1.0, 2.0, 3.0], y=[1.0, 1.0, 4.0])

# %% clamp_min_in_place
op("v.clone().clamp_min_(0)")

# %% masked_fill_number
op("v.masked_fill(mask, 9)")

# %% masked_fill_tensor
op("torch.masked_fill(m, mask, s)")

# %% masked_fill_constant
op("v.masked_fill(mask, cs)")

# %% masked_fill_broadcast
op("v.masked_fill(mask2, value=2.5)")

# %% masked_fill_in_place
op("m.clone().masked_fill_(mask2, s)")

# %% masked_fill_in_place_number
op("m.clone().masked_fill_(mask, 0)")

# %% where_numbers
op("torch.where(v > 0, 1, 2.5) * v")

# %% where_method
op("v.where(mask, w)")

# %% where_method_number
op("v.where(mask, 0)")

# %% threshold
op("torch.threshold(x, 0.5, 9)", x=[0.5, 1.0, -1.0, float("nan")])

# %% threshold_functional
op("F.threshold(m, 0.1, -1.0)")

# %% threshold_in_place
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

# %% compared_in_place_gradient
x = torch.tensor([1.5, -2.5], requires_grad=True)
x.clone().lt_(0).sum().backward()
show("grad", x.grad)

# %% no_derivative_floor_divide
x = torch.tensor([1.5, -2.5], requires_grad=True)
attempt("floor_divide", lambda: (x // 2).sum().backward())

# %% no_derivative_floor_divide_in_place
x = torch.tensor([1.5, -2.5], requires_grad=True)
attempt("floor_divide_", lambda: x.clone().floor_divide_(2).sum().backward())

# %% no_derivative_edges
x, c = torch.tensor([1.5, -2.5], requires_grad=True), torch.ones(2)
show(
    "edges",
    [len(y.grad_fn.next_functions) for y in (x // 2, 2 // x, x // x, x // c, c // x, 2 % x, torch.heaviside(x, c))],
)
show("type", type((x // 2).grad_fn).__name__)

# %% no_derivative_remainder_of_number
x = torch.tensor([1.5, -2.5], requires_grad=True)
attempt("remainder", lambda: (2 % x).sum().backward())

# %% no_derivative_heaviside
x = torch.tensor([1.5, -2.5], requires_grad=True)
attempt("heaviside", lambda: torch.heaviside(x, x).sum().backward())

# %% number_types
f, d, h = torch.ones(2), torch.ones(2, dtype=torch.float64), torch.ones(2, dtype=torch.float16)
i, u, b, s = torch.ones(2, dtype=torch.int64), torch.ones(2, dtype=torch.uint8), torch.tensor([True, False]), d[0]
dtypes("""
torch.div(i, 2, rounding_mode="floor")
torch.div(i, 2.5, rounding_mode="floor")
torch.div(i, i, rounding_mode=None)
torch.div(f, s, rounding_mode="trunc")
i % 2
i % 2.5
u % i
b % 2
torch.remainder(2.5, i)
torch.remainder(2, u)
torch.fmod(i, 2.5)
torch.fmod(h, f)
torch.fmod(f, d)
torch.addcmul(f, i, i)
torch.addcmul(f, d, s)
torch.addcmul(i, i, i, value=1.5)
torch.addcdiv(f, f, i)
torch.lerp(f, f, s)
torch.float_power(i, 2)
torch.float_power(f, f)
torch.atan2(i, i)
torch.atan2(f, i)
torch.atan2(h, d)
torch.hypot(f, i)
torch.logaddexp(f, d)
torch.xlogy(i, i)
torch.xlogy(i, 2)
torch.xlogy(2, i)
torch.xlogy(h, 2)
torch.copysign(i, -1)
torch.copysign(f, s)
torch.ldexp(f, i)
torch.clamp(i, 1.5)
torch.clamp(i, 1)
torch.clamp(b, 0, 1)
torch.clamp(f, d)
torch.clamp(f, s)
torch.clamp(i, f)
torch.clamp_min(u, 3)
torch.clamp_max(i, d)
torch.maximum(f, i)
torch.fmax(h, d)
torch.where(b, f, d)
torch.where(b, f, s)
torch.where(b, i, 2.5)
torch.where(b, 1, 2)
torch.where(b, 1.0, 2)
torch.masked_fill(i, b, 1.5)
torch.masked_fill(f, b, s)
torch.threshold(i, 1, 2)
torch.heaviside(i, i)
i << 2
u << i
b << 2
b & 1
u | 1
i ^ u
""")

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

# %% error_rounding_mode
attempt("div", lambda: torch.div(torch.ones(2), 2, rounding_mode="up"))

# %% error_rounding_mode_type
attempt("div", lambda: torch.div(torch.ones(2), torch.ones(2), rounding_mode=2))

# %% error_zero_division
attempt("mod", lambda: torch.tensor([1]) % 0)
attempt("fmod", lambda: torch.fmod(torch.tensor([1]), 0))
attempt("floor", lambda: torch.tensor([1]) // 0)
attempt("trunc", lambda: torch.div(torch.tensor([1]), 0, rounding_mode="trunc"))

# %% error_bool_arithmetic
b = torch.tensor([True, False])
lines("""
b // b
b % b
torch.fmod(b, b)
torch.div(b, b, rounding_mode="trunc")
b ** b
b - b
b - 1
1 - b
torch.ones(2) - b
torch.ones(2) - True
-b
+b
abs(b)
b << b
torch.clamp(b, True)
torch.threshold(b, 0, 1)
torch.addcmul(b, b, b)
torch.floor(b)
torch.frac(b)
torch.round(b)
""")

# %% error_float_bits
f, i = torch.ones(2), torch.tensor([1, 2])
lines("""
f & f
f | 1
i ^ f
i & 1.5
f << 1
i >> 1.5
~f
torch.bitwise_not(f)
""")

# %% error_whole_numbers
i = torch.tensor([1, 2])
lines("""
torch.frac(i)
torch.round(i, decimals=1)
torch.lerp(i, i, 0.5)
torch.hypot(i, i)
torch.logaddexp(i, i)
torch.logaddexp2(i, i)
i ** -1
""")

# %% error_addcdiv_whole_numbers
attempt("addcdiv", lambda: torch.addcdiv(torch.ones(2), torch.tensor([1, 2]), torch.tensor([1, 2])))

# %% error_lerp_types
attempt("end", lambda: torch.lerp(torch.ones(2), torch.ones(2, dtype=torch.float64), 0.5))
attempt("weight", lambda: torch.lerp(torch.ones(2), torch.ones(2), torch.ones(2, dtype=torch.float64)))

# %% error_in_place_result_type
i, b = torch.tensor([1, 2]), torch.tensor([True, False])
attempt("remainder_", lambda: i.remainder_(1.5))
attempt("bitwise_and_", lambda: i.bitwise_and_(1.5))
attempt("bitwise_or_", lambda: b.bitwise_or_(2))
attempt("div_", lambda: i.div_(2))
attempt("exp_", lambda: i.exp2_())
attempt("float_power_", lambda: torch.ones(2).float_power_(2))

# %% error_must_be_tensor
x = torch.ones(2)
lines("""
torch.maximum(x, 2)
torch.maximum(2, x)
x.maximum(2)
torch.fmin(x, 2.0)
torch.atan2(x, 1.0)
x.atan2(1.0)
torch.logical_and(x, 1)
x.clone().logical_and_(2)
torch.hypot(x, 1)
torch.logaddexp(x, 1.0)
torch.heaviside(x, 1.0)
torch.addcmul(x, 1, x)
torch.addcdiv(x, x, 2)
torch.isclose(x, 1)
""")

# %% error_no_such_call
x = torch.ones(2)
lines("""
torch.fmod(2, x)
torch.fmod(x, "a")
x.fmod("a")
torch.copysign(2, x)
torch.lerp(x, 2.0, 0.5)
x.lerp(2.0, 0.5)
torch.lerp(x, x, None)
torch.clamp(x, x, 2)
torch.clamp_min(2, x)
torch.clamp_min(x)
torch.masked_fill(x, 2, 3)
x.masked_fill(x > 0, "a")
""")

# %% error_clamp_without_bounds
attempt("clamp", lambda: torch.clamp(torch.ones(2)))

# %% error_masks
x, b = torch.ones(2), torch.tensor([True, False])
attempt("mask", lambda: x.masked_fill(torch.tensor([1, 0]), 1.0))
attempt("value", lambda: x.masked_fill(b, x))
attempt("in place", lambda: torch.tensor(1.0).masked_fill_(b, 1.0))

# %% error_heaviside_types
attempt("heaviside", lambda: torch.heaviside(torch.ones(2), torch.tensor([1, 2])))

# %% error_isclose
x = torch.ones(2)
attempt("types", lambda: torch.isclose(x, x.double()))
attempt("allclose", lambda: torch.allclose(x, x.long()))
attempt("rtol", lambda: torch.isclose(x, x, rtol=-1))
attempt("atol", lambda: torch.isclose(x, x, atol=-0.5))

# %% error_operators
x = torch.ones(2)
lines("""
x % "a"
x // "a"
"a" // x
x << "a"
x & "a"
None | x
x < "a"
x ** None
""")

# %% error_shapes
attempt("remainder", lambda: torch.ones(2) % torch.ones(3))
attempt("atan2", lambda: torch.atan2(torch.ones(2, 3), torch.ones(2)))
attempt("gt", lambda: torch.gt(torch.ones(2), torch.ones(3)))
attempt("clamp", lambda: torch.clamp(torch.ones(2), torch.ones(3)))
attempt("sub", lambda: torch.ones(2) - torch.ones(3))
