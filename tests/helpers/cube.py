"""A Function that saves its input, for tests of what happens around one."""

import autograd_lab as al


class Cube(al.autograd.Function):
    """x³; its backward can be differentiated."""

    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x * x

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return grad * x * x * 3
