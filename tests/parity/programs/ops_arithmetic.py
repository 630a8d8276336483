# ruff: noqa: F821
"""add, sub, rsub, mul, div, neg, pow: vectors, numbers on either side, broadcasting, special points."""

# %% add
op("v + w")

# %% add_number
op("v + 1")

# %% add_float
op("v + 1.5")

# %% number_add
op("1 + v")

# %% add_alpha
op("torch.add(v, w, alpha=2)")

# %% add_method
op("v.add(w)")

# %% add_function
op("torch.add(v, w)")

# %% add_self
op("v + v")

# %% add_constant
op("v + cv")

# %% constant_add
op("cv + v")

# %% add_broadcast
op("m + v")

# %% add_broadcast_column
op("col + v")

# %% add_scalar_tensor
op("s + v")

# %% add_scalars
op("s + k")

# %% add_empty
op("e + e")

# %% add_empty_rows
op("e2 + v")

# %% add_int_tensor
op("v + idx[0]")

# %% sub
op("v - w")

# %% sub_number
op("v - 1")

# %% number_sub
op("1 - v")

# %% float_sub
op("1.5 - s")

# %% sub_alpha
op("torch.sub(v, w, alpha=3)")

# %% rsub
op("torch.rsub(v, w)")

# %% sub_broadcast
op("v - m")

# %% sub_self
op("v - v")

# %% constant_sub
op("cv - v")

# %% mul
op("v * w")

# %% mul_number
op("v * 3")

# %% number_mul
op("3 * v")

# %% mul_float
op("v * 0.5")

# %% mul_bool
op("v * True")

# %% mul_constant
op("v * cv")

# %% constant_mul
op("cv * v")

# %% mul_self
op("v * v")

# %% mul_broadcast
op("s * v")

# %% mul_broadcast_matrix
op("m * v")

# %% mul_broadcast_column
op("col * v")

# %% mul_outer
op("col * m")

# %% mul_scalars
op("s * k")

# %% mul_mask
op("v * mask")

# %% mul_empty
op("e * 2")

# %% mul_empty_rows
op("e2 * v")

# %% mul_function
op("torch.mul(v, w)")

# %% mul_chain
op("v * w * v")

# %% div
op("v / p")

# %% div_number
op("v / 2")

# %% div_float
op("v / 0.3")

# %% number_div
op("2 / v")

# %% div_broadcast
op("m / p")

# %% div_broadcast_column
op("col / p")

# %% div_constant
op("v / cv")

# %% constant_div
op("cv / v")

# %% div_self
op("v / v")

# %% div_scalars
op("s / k")

# %% div_function
op("torch.div(v, p)")

# %% div_by_zero
op("1 / x", x=[0.0, 1.0, -2.0])

# %% div_zero_by_zero
op("x / y", x=[0.0, 1.0], y=[0.0, 0.0])

# %% neg
op("-v")

# %% neg_function
op("torch.neg(v)")

# %% neg_scalar
op("-s")

# %% neg_empty
op("-e")

# %% pow_number
op("v ** 2")

# %% pow_three
op("v ** 3")

# %% pow_float
op("p ** 0.5")

# %% pow_negative
op("p ** -1")

# %% pow_minus_two
op("v ** -2")

# %% pow_zero
op("v ** 0")

# %% pow_one
op("v ** 1")

# %% pow_method
op("v.pow(2.0)")

# %% pow_function
op("torch.pow(p, 1.5)")

# %% pow_tensor
op("p ** w")

# %% pow_tensor_constant
op("p ** cv")

# %% pow_constant_tensor
op("cv ** q")

# %% pow_broadcast
op("pm ** w")

# %% pow_scalar_tensor
op("ps ** k")

# %% pow_self
op("p ** p")

# %% pow_of_number
op("2 ** v")

# %% pow_of_float
op("0.5 ** v")

# %% pow_of_number_function
op("torch.pow(3, v)")

# %% pow_square
op("v.square()")

# %% pow_at_zero
op("x ** 2", x=[0.0, -1.0, 2.0])

# %% pow_zero_at_zero
op("x ** 0", x=[0.0, -1.0, 2.0])

# %% pow_half_at_zero
op("x ** 0.5", x=[0.0, 4.0])

# %% pow_cube_at_zero
op("x ** 3", x=[0.0, -1.0])

# %% pow_zero_base
op("a ** b", a=[0.0, 0.0, 0.0], b=[-1.0, 0.0, 1.0])

# %% pow_negative_base
op("a ** b", a=[-2.0, -2.0], b=[2.0, 3.0])

# %% pow_of_zero
op("0 ** x", x=[0.0, 1.0, 2.0])

# %% pow_special
op("2 ** x", x=[0.0, -1.0, 2.0])
