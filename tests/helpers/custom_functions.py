"""Custom Functions made in a line, and the one with two outputs by which tests ask what its slots hear."""

import autograd_lab as al


def custom(torch, name, forward=lambda ctx, x: x * 2, backward=lambda ctx, grad: grad * 2):
    """A Function of this name, in either library; what is left out doubles."""
    methods = {"forward": staticmethod(forward), "backward": staticmethod(backward)}
    return type(name, (torch.autograd.Function,), methods)


class DoubleTriple(al.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        return 2 * a, 3 * a

    @staticmethod
    def backward(ctx, first, second):
        return 2 * first + 3 * second
