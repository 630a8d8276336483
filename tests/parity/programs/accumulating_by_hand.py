# ruff: noqa: F821
"""An AccumulateGrad that a program calls: what it makes of other shapes and dtypes, with and without a graph."""


# %% the_first_gradient
def first(given):
    x = torch.ones(2, requires_grad=True)
    torch.autograd.graph.get_gradient_edge(x).node(given)
    return x.grad


w = torch.tensor([2.0, 3.0], requires_grad=True)
show("none", first(None))
show("double", first(torch.ones(2, dtype=torch.float64)))
show("whole", first(torch.ones(2, dtype=torch.int64)))
show("one number", first(torch.tensor(3.0)))
show("one element", first(torch.ones(1)))
show("with a graph", first(w * 2))
attempt("longer", lambda: first(torch.ones(3)))
attempt("more dimensions", lambda: first(torch.ones(1, 2)))
attempt("no tensor", lambda: first(3.0))
with torch.no_grad():
    show("no_grad", first(w))
    show("no_grad double", first(w.double()))


# %% a_later_gradient
def later(given):
    x = torch.ones(2, requires_grad=True)
    node = torch.autograd.graph.get_gradient_edge(x).node
    node(torch.ones(2))
    before = x.grad
    node(given)
    return [x.grad, x.grad is before]


w = torch.tensor([2.0, 3.0], requires_grad=True)
show("none", later(None))
show("double", later(torch.ones(2, dtype=torch.float64)))
show("one number", later(torch.tensor(3.0)))
show("with a graph", later(w * 2))
attempt("longer", lambda: later(torch.ones(3)))
with torch.no_grad():
    show("no_grad", later(w))
    show("no_grad double", later(w.double()))
    attempt("no_grad stretched", lambda: later(torch.ones(2, 2)))
