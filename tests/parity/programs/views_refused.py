# ruff: noqa: F821, E402
"""Views made where nothing is recorded, by several at once or in a custom Function: what may not be written, and why."""

# %% made_in_inference_mode
x = torch.ones(4, requires_grad=True)
b = x * 1
with torch.inference_mode():
    v = b[:2]
    vs = b.split(2)
    with torch.inference_mode(False):
        o = b[:2]
    print(v.is_inference(), v._is_view(), v._base is b, v.requires_grad, v.grad_fn)
    v.mul_(2)
    print(v, b)
    attempt("ver", lambda: (v._version, b._version))
attempt("d", lambda: str(v.mul_(2)))
attempt("w", lambda: v[:1])
attempt("s", lambda: vs[0].mul_(2))
attempt("o", lambda: o.mul_(2))


# %% of_a_leaf_in_inference_mode
x = torch.ones(4, requires_grad=True)
with torch.inference_mode():
    v = x[:2]
    print(v.is_inference(), v.requires_grad, v)
    v.add_(1)
    print(v, x._version)
attempt("d", lambda: str(v.mul_(2)))
attempt("use", lambda: v * 2)
attempt("use", lambda: v * x[:2])
with torch.no_grad():
    v.mul_(2)
print(x, v)
attempt("use", lambda: (v * x[:2]).sum().backward())
print(x.grad)

# %% of_a_plain_base_in_inference_mode
x = torch.ones(4)
y = torch.ones(2, requires_grad=True)
with torch.inference_mode():
    v = x[:2]
    print(v.is_inference(), v)
print(v.is_inference(), v, v._version)
attempt("d", lambda: str(v.mul_(2)))
attempt("y", lambda: v.mul_(y))
attempt("mul", lambda: v * y)
