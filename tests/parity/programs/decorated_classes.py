# ruff: noqa: F821, E402
"""Classes decorated with a grad mode, and zeros that stand for gradients, differentiated again."""


# %% warned_of
@torch.no_grad()
class A:
    """doc"""

    k = 3

    def __init__(self, x):
        self.y = x * 2
        self.g = torch.is_grad_enabled()

    def m(self):
        return torch.is_grad_enabled()


x = torch.ones(2, requires_grad=True)
a = A(x)
print(a.y.requires_grad, a.g, a.m(), type(A).__name__, type(a).__name__)
attempt("attr", lambda: A.k)
attempt("doc", lambda: (A.__name__, A.__doc__))

# %% every_mode
for d in (
    torch.no_grad,
    torch.enable_grad(),
    torch.set_grad_enabled(False),
    torch.inference_mode,
    torch.inference_mode(),
    torch.enable_grad,
    torch.inference_mode(False),
):

    class B:
        def __init__(self):
            self.g = torch.is_grad_enabled(), torch.is_inference_mode_enabled()

    C = d(B)
    print(C().g, type(C).__name__)
print(torch.is_grad_enabled())

# %% nets
import warnings

with warnings.catch_warnings(record=True) as w:
    warnings.simplefilter("always")

    @torch.no_grad
    class Z(torch.nn.Module):
        pass

    for x in w:
        print(x.category.__name__, x.message)
attempt("z", lambda: type(Z()).__name__)


def f():
    class Y(Z):
        pass


attempt("sub", f)

# %% zeros_at_third_order
x = torch.tensor(2.0, requires_grad=True)
z = torch.tensor(3.0, requires_grad=True)
G = lambda *a, **k: torch.autograd.grad(*a, create_graph=True, materialize_grads=True, **k)
y = x * 2
(g1,) = G(y, x)
print(g1)
attempt("g2", lambda: G(g1, x))
(g2,) = G(x * x, z)
print(g2, g2.requires_grad, g2.is_leaf, g2.grad_fn)
attempt("third", lambda: G(g2, x))
attempt("third", lambda: G(g2, z))
attempt("again", lambda: G(G(g2, z)[0], z))
y = x**3
for k in range(3):
    (y,) = G(y, x)
    print(k, y)
attempt("no more", lambda: G(y, x))
y = x
for k in range(4):

    def f():
        global y
        (y,) = G(y, x)
        return y

    attempt(k, f)
attempt("noCG", lambda: torch.autograd.grad(x * x, z, materialize_grads=True))
(n,) = torch.autograd.grad(x * x, z, materialize_grads=True)
print(n.requires_grad)
attempt("au", lambda: torch.autograd.grad(x * x, z, allow_unused=False, materialize_grads=True))
w = torch.tensor([1.0, 2.0], requires_grad=True)
y = (w * torch.tensor([1.0, 2.0])).sum()
for k in range(4):

    def f():
        global y
        (r,) = G(y, w)
        y = r.sum()
        return r

    attempt(k, f)
y = torch.nn.functional.relu(w).sum()
for k in range(4):

    def f():
        global y
        (r,) = G(y, w)
        y = r.sum()
        return r

    attempt("relu", f)
