# ruff: noqa
# fmt: off
"""The programs of the learners' questions this project grew from, as they were typed (prints added where a picture stood)."""

# %% toy_graph_walk
import torch

a = torch.tensor(2.0, requires_grad=True)
b = torch.tensor(3.0, requires_grad=True)
c = a + b
d = torch.tensor(4.0, requires_grad=True)
e = c * d
ag = e.grad_fn.next_functions[0][0]
print(ag)
print(ag.next_functions)
ag = e.grad_fn.next_functions[1][0]
print(ag, ag.next_functions)
print(ag.variable)
print(ag.variable is d)
ag = e.grad_fn.next_functions[0][0].next_functions[0][0]
print(ag.variable)
print(ag.name(), e.grad_fn.name(), e.grad_fn.next_functions[0][0].name())

# %% add_has_no_variable
import torch

a = torch.tensor(2.0, requires_grad=True)
b = torch.tensor(3.0, requires_grad=True)
c = a + b
d = torch.tensor(4.0, requires_grad=True)
e = c * d
ag = e.grad_fn.next_functions[0][0]
ag.variable

# %% grad_is_no_method
import torch

x = torch.tensor(2.0, requires_grad=True)
y = x * 3
torch.autograd.backward(y)
print(x.grad)
attempt("x.grad()", lambda: x.grad())

# %% what_mul_knows
import torch

a = torch.tensor(2.0, requires_grad=True)
b = torch.tensor(3.0, requires_grad=True)
c = a + b
d = torch.tensor(4.0, requires_grad=True)
e = c * d
print(e.grad_fn._saved_self, e.grad_fn._saved_other)
print(e.grad_fn._saved_self is c, e.grad_fn._saved_other is d)
print(e.grad_fn(torch.tensor(1.)))
print(e.grad_fn(torch.tensor(10.)))
attempt("_saved_result", lambda: e.grad_fn._saved_result)

# %% double_triple
import torch
from torch.autograd.function import Function


class DoubleTriple(Function):

    @staticmethod
    def forward(ctx, a):
        ctx.save_for_backward(a)
        return a * 2, a * 3

    @staticmethod
    def backward(ctx, grad1, grad2):
        print(grad1, grad2)
        return grad1 * 2 + grad2 * 3


def dt(a):
    return DoubleTriple.apply(a)


def main():

    a = torch.tensor(3.0, requires_grad=True)
    b, c = dt(a)
    b.backward()


if __name__ == "__main__":
    main()

# %% gradient_edge
import torch
import torch.autograd.graph
from torch.autograd.graph import get_gradient_edge

a = torch.tensor(3.0, requires_grad=True)
m = a * torch.tensor([[1., 2.], [3., 4.]])
first, second = m.unbind()
edge = get_gradient_edge(second)
print(edge.node, edge.output_nr)
print(torch.autograd.graph.get_gradient_edge(a))
print(torch.autograd.grad(second.sum(), edge))
print(torch.autograd.grad(m.sum(), get_gradient_edge(a)))
attempt("no gradient", lambda: get_gradient_edge(torch.ones(2)))
