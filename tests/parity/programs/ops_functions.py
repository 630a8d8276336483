# ruff: noqa: F821
"""Functions of one number: exponentials, logarithms, angles, erf, rounding, signs, nan_to_num, logit, questions."""

# %% exp2
op("torch.exp2(m)")

# %% exp2_special
op("x.exp2()", x=[0.0, -0.0, 0.5, -1.5, 2.5, float("inf"), float("-inf"), float("nan")])

# %% expm1
op("torch.expm1(m)")

# %% expm1_special
op("x.expm1()", x=[0.0, -0.0, 0.5, -1.5, 2.5, float("inf"), float("-inf"), float("nan")])

# %% tan
op("torch.tan(m)")

# %% tan_special
op("x.tan()", x=[0.0, -0.0, 0.5, -1.5, 2.5, float("inf"), float("-inf"), float("nan")])

# %% atan
op("torch.atan(m)")

# %% atan_special
op("x.atan()", x=[0.0, -0.0, 0.5, -1.5, 2.5, float("inf"), float("-inf"), float("nan")])

# %% sinh
op("torch.sinh(m)")

# %% sinh_special
op("x.sinh()", x=[0.0, -0.0, 0.5, -1.5, 2.5, float("inf"), float("-inf"), float("nan")])

# %% cosh
op("torch.cosh(m)")

# %% cosh_special
op("x.cosh()", x=[0.0, -0.0, 0.5, -1.5, 2.5, float("inf"), float("-inf"), float("nan")])

# %% asinh
op("torch.asinh(m)")

# %% asinh_special
op("x.asinh()", x=[0.0, -0.0, 0.5, -1.5, 2.5, float("inf"), float("-inf"), float("nan")])

# %% erf
op("torch.erf(m)")

# %% erf_special
op("x.erf()", x=[0.0, -0.0, 0.5, -1.5, 2.5, float("inf"), float("-inf"), float("nan")])

# %% erfc
op("torch.erfc(m)")

# %% erfc_special
op("x.erfc()", x=[0.0, -0.0, 0.5, -1.5, 2.5, float("inf"), float("-inf"), float("nan")])

# %% floor
op("torch.floor(m)")

# %% floor_special
op("x.floor()", x=[0.0, -0.0, 0.5, -1.5, 2.5, float("inf"), float("-inf"), float("nan")])

# %% ceil
op("torch.ceil(m)")

# %% ceil_special
op("x.ceil()", x=[0.0, -0.0, 0.5, -1.5, 2.5, float("inf"), float("-inf"), float("nan")])

# %% round
op("torch.round(m)")

# %% round_special
op("x.round()", x=[0.0, -0.0, 0.5, -1.5, 2.5, float("inf"), float("-inf"), float("nan")])

# %% trunc
op("torch.trunc(m)")

# %% trunc_special
op("x.trunc()", x=[0.0, -0.0, 0.5, -1.5, 2.5, float("inf"), float("-inf"), float("nan")])

# %% frac
op("torch.frac(m)")

# %% frac_special
op("x.frac()", x=[0.0, -0.0, 0.5, -1.5, 2.5, float("inf"), float("-inf"), float("nan")])

# %% sgn
op("torch.sgn(m)")

# %% sgn_special
op("x.sgn()", x=[0.0, -0.0, 0.5, -1.5, 2.5, float("inf"), float("-inf"), float("nan")])

# %% sign
op("torch.sign(m)")

# %% sign_special
op("x.sign()", x=[0.0, -0.0, 0.5, -1.5, 2.5, float("inf"), float("-inf"), float("nan")])

# %% nan_to_num
op("torch.nan_to_num(m)")

# %% nan_to_num_special
op("x.nan_to_num() * 0.25", x=[0.0, -0.0, 0.5, -1.5, 2.5, float("inf"), float("-inf"), float("nan")])

# %% abs
op("torch.abs(m)")

# %% abs_special
op("x.abs()", x=[0.0, -0.0, 0.5, -1.5, 2.5, float("inf"), float("-inf"), float("nan")])

# %% log1p
op("torch.log1p(pm)")

# %% log1p_special
op("x.log1p()", x=[0.0, -1.0, -2.0, 1.0, float("inf"), float("nan")])

# %% log2
op("torch.log2(pm)")

# %% log2_special
op("x.log2()", x=[0.0, -1.0, -2.0, 1.0, float("inf"), float("nan")])

# %% log10
op("torch.log10(pm)")

# %% log10_special
op("x.log10()", x=[0.0, -1.0, -2.0, 1.0, float("inf"), float("nan")])

# %% rsqrt
op("torch.rsqrt(pm)")

# %% rsqrt_special
op("x.rsqrt()", x=[0.0, -1.0, -2.0, 1.0, float("inf"), float("nan")])

# %% asin
op("torch.asin(x)", x=[[0.25, -0.5, 0.125], [0.75, -0.875, 0.0]])

# %% asin_special
op("x.asin()", x=[1.0, -1.0, 2.0, float("nan")])

# %% acos
op("torch.acos(x)", x=[[0.25, -0.5, 0.125], [0.75, -0.875, 0.0]])

# %% acos_special
op("x.acos()", x=[1.0, -1.0, 2.0, float("nan")])

# %% atanh
op("torch.atanh(x)", x=[[0.25, -0.5, 0.125], [0.75, -0.875, 0.0]])

# %% atanh_special
op("x.atanh()", x=[1.0, -1.0, 2.0, float("nan")])

# %% erfinv
op("torch.erfinv(x)", x=[[0.25, -0.5, 0.125], [0.75, -0.875, 0.0]])

# %% erfinv_special
op("x.erfinv()", x=[1.0, -1.0, 2.0, float("nan")])

# %% acosh
op("torch.acosh(x)", x=[1.5, 2.0, 1.0, 0.5])

# %% logit
op("torch.logit(x)", x=[0.25, 0.5, 0.0, 1.0, 1.5, -0.5, float("nan")])

# %% logit_eps
op("x.logit(0.1)", x=[0.25, 0.5, 0.0, 1.0, 1.5, 0.05])

# %% logit_eps_keyword
op("torch.logit(x, eps=0.2)", x=[0.25, 0.9])

# %% round_halves
op("torch.round(x)", x=[0.5, 1.5, 2.5, -0.5, -1.5])

# %% round_decimals
op("torch.round(x, decimals=2)", x=[1.2345, -1.235, 2.675])

# %% round_decimals_negative
op("x.round(decimals=-1)", x=[15.0, 25.0, -123.4])

# %% round_decimals_zero
op("v.round(decimals=0) * v", dtypes=("float32",))

# %% nan_to_num_given
op("torch.nan_to_num(x, 1.5, posinf=2.0, neginf=-3.0)", x=[float("nan"), float("inf"), float("-inf"), 1.0])

# %% sin_special
op("x.sin() + x.cos()", x=[float("inf"), 0.0, float("nan")])

# %% sign_nan
op("x.sign() * x", x=[float("nan"), 1.0, -0.0])

# %% shape_s_expm1
op("s.expm1()")

# %% shape_s_erf
op("s.erf()")

# %% shape_ps_log2
op("ps.log2()")

# %% shape_e_log1p
op("e.log1p()")

# %% shape_e2_erf
op("e2.erf()")

# %% shape_e_floor
op("e.floor()")

# %% shape_m_t_sinh
op("m.t().sinh()")

# %% shape_m_t_erf
op("m.t().erf()")

# %% shape_s_round
op("s.round()")

# %% shape_s_frac
op("s.frac()")

# %% shape_m_t_trunc
op("m.t().trunc()")

# %% shape_ps_rsqrt
op("ps.rsqrt()")

# %% shape_s_sgn
op("s.sgn()")

# %% in_place
x = torch.tensor([0.5, 0.25], requires_grad=True)
for name in (
    "exp2 expm1 log1p log2 log10 rsqrt tan asin acos atan sinh cosh erf erfc erfinv floor ceil round trunc frac sgn sign "
    "nan_to_num logit abs neg reciprocal square"
).split():
    y = getattr(x.clone(), f"{name}_")()
    show(name, y)
    (gradient,) = torch.autograd.grad(y.sum(), x)
    show(f"{name} gradient", gradient)

# %% types
i, b, h = torch.tensor([1, 0]), torch.tensor([True, False]), torch.ones(2, dtype=torch.float16)
names = (
    "exp2 expm1 log1p log2 log10 rsqrt tan asin acos atan sinh cosh asinh erf erfc erfinv floor ceil round trunc sgn sign "
    "nan_to_num logit square logical_not signbit isnan isinf isfinite isposinf isneginf"
).split()
for name in names:
    show(name, [getattr(torch, name)(i), getattr(torch, name)(h).dtype.itemsize])
    attempt(f"{name} of booleans", lambda: getattr(b, name)())

# %% questions
x = torch.tensor([1.0, -0.0, float("inf"), float("-inf"), float("nan")])
lines("""
torch.isnan(x)
x.isinf()
torch.isfinite(x)
torch.isposinf(x)
x.isneginf()
torch.signbit(x)
torch.signbit(torch.tensor([1, -1]))
torch.tensor(-0.0).signbit()
torch.isposinf(torch.tensor(float("inf")))
torch.isneginf(torch.tensor([1, 2]))
""")

# %% chain
op("(v.erf() * w.expm1()).tan().atan2(v.cosh()).sum()")
