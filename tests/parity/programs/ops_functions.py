# ruff: noqa: F821
"""Functions of one number: exponentials, logarithms, angles, erf, rounding, signs, nan_to_num, logit, questions."""

# %% calls
op("torch.exp2(m)")
op("x.exp2()", x=[0.0, -0.0, 0.5, -1.5, 2.5, float("inf"), float("-inf"), float("nan")])
op("torch.expm1(m)")
op("x.expm1()", x=[0.0, -0.0, 0.5, -1.5, 2.5, float("inf"), float("-inf"), float("nan")])
op("torch.tan(m)")
op("x.tan()", x=[0.0, -0.0, 0.5, -1.5, 2.5, float("inf"), float("-inf"), float("nan")])
op("torch.atan(m)")
op("x.atan()", x=[0.0, -0.0, 0.5, -1.5, 2.5, float("inf"), float("-inf"), float("nan")])
op("torch.sinh(m)")
op("x.sinh()", x=[0.0, -0.0, 0.5, -1.5, 2.5, float("inf"), float("-inf"), float("nan")])
op("torch.cosh(m)")
op("x.cosh()", x=[0.0, -0.0, 0.5, -1.5, 2.5, float("inf"), float("-inf"), float("nan")])
op("torch.asinh(m)")
op("x.asinh()", x=[0.0, -0.0, 0.5, -1.5, 2.5, float("inf"), float("-inf"), float("nan")])
op("torch.erf(m)")
op("torch.erfc(m)")
op("x.erfc()", x=[0.0, -0.0, 0.5, -1.5, 2.5, float("inf"), float("-inf"), float("nan")])
op("torch.floor(m)")
op("torch.ceil(m)")
op("x.ceil()", x=[0.0, -0.0, 0.5, -1.5, 2.5, float("inf"), float("-inf"), float("nan")])
op("x.round()", x=[0.0, -0.0, 0.5, -1.5, 2.5, float("inf"), float("-inf"), float("nan")])
op("torch.trunc(m)")
op("x.trunc()", x=[0.0, -0.0, 0.5, -1.5, 2.5, float("inf"), float("-inf"), float("nan")])
op("torch.frac(m)")
op("x.frac()", x=[0.0, -0.0, 0.5, -1.5, 2.5, float("inf"), float("-inf"), float("nan")])
op("torch.sgn(m)")
op("torch.sign(m)")
op("x.sign()", x=[0.0, -0.0, 0.5, -1.5, 2.5, float("inf"), float("-inf"), float("nan")])
op("torch.nan_to_num(m)")
op("x.nan_to_num() * 0.25", x=[0.0, -0.0, 0.5, -1.5, 2.5, float("inf"), float("-inf"), float("nan")])
op("torch.log1p(pm)")
op("torch.log2(pm)")
op("x.log2()", x=[0.0, -1.0, -2.0, 1.0, float("inf"), float("nan")])
op("torch.log10(pm)")
op("x.log10()", x=[0.0, -1.0, -2.0, 1.0, float("inf"), float("nan")])
op("torch.rsqrt(pm)")
op("x.rsqrt()", x=[0.0, -1.0, -2.0, 1.0, float("inf"), float("nan")])
op("torch.asin(x)", x=[[0.25, -0.5, 0.125], [0.75, -0.875, 0.0]])
op("x.asin()", x=[1.0, -1.0, 2.0, float("nan")])
op("torch.acos(x)", x=[[0.25, -0.5, 0.125], [0.75, -0.875, 0.0]])
op("x.acos()", x=[1.0, -1.0, 2.0, float("nan")])
op("torch.atanh(x)", x=[[0.25, -0.5, 0.125], [0.75, -0.875, 0.0]])
op("x.atanh()", x=[1.0, -1.0, 2.0, float("nan")])
op("torch.erfinv(x)", x=[[0.25, -0.5, 0.125], [0.75, -0.875, 0.0]])
op("x.erfinv()", x=[1.0, -1.0, 2.0, float("nan")])
op("torch.acosh(x)", x=[1.5, 2.0, 1.0, 0.5])
op("torch.logit(x)", x=[0.25, 0.5, 0.0, 1.0, 1.5, -0.5, float("nan")])
op("x.logit(0.1)", x=[0.25, 0.5, 0.0, 1.0, 1.5, 0.05])
op("torch.logit(x, eps=0.2)", x=[0.25, 0.9])
op("torch.round(x)", x=[0.5, 1.5, 2.5, -0.5, -1.5])
op("x.round(decimals=-1)", x=[15.0, 25.0, -123.4])
op("torch.nan_to_num(x, 1.5, posinf=2.0, neginf=-3.0)", x=[float("nan"), float("inf"), float("-inf"), 1.0])
op("e.log1p()")
op("e.floor()")
op("s.round()")
op("s.sgn()")
op("(v.erf() * w.expm1()).tan().atan2(v.cosh()).sum()")


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
