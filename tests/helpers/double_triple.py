"""A Function with two outputs, for the tests of what its slots hear."""

import autograd_lab as al


class DoubleTriple(al.autograd.Function):
    @staticmethod
    def forward(ctx, a):
        return 2 * a, 3 * a

    @staticmethod
    def backward(ctx, first, second):
        return 2 * first + 3 * second
