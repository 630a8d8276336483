# ruff: noqa: F821
"""exp, log, sqrt, sin, cos, tanh, sigmoid, relu, abs, where, maximum, clone: values, kinks, infinities."""

# %% exp
op("torch.exp(v)")

# %% exp_method
op("v.exp()")

# %% exp_scalar
op("s.exp()")

# %% exp_empty
op("e.exp()")

# %% exp_large
op("x.exp()", x=[-100.0, 0.0, 80.0])

# %% log
op("p.log()")

# %% log_function
op("torch.log(pm)")

# %% log_at_zero
op("x.log()", x=[0.0, -1.0, 2.0])

# %% sqrt
op("p.sqrt()")

# %% sqrt_at_zero
op("x.sqrt()", x=[0.0, -1.0, 2.0])

# %% sin
op("v.sin()")

# %% sin_matrix
op("torch.sin(m)")

# %% cos
op("v.cos()")

# %% cos_function
op("torch.cos(s)")

# %% tanh
op("v.tanh()")

# %% tanh_function
op("torch.tanh(m)")

# %% tanh_large
op("x.tanh()", x=[-20.0, 0.0, 20.0])

# %% sigmoid
op("v.sigmoid()")

# %% sigmoid_function
op("torch.sigmoid(m)")

# %% sigmoid_large
op("x.sigmoid()", x=[-100.0, 0.0, 100.0])

# %% relu
op("v.relu()")

# %% relu_function
op("torch.relu(m)")

# %% relu_functional
op("F.relu(m)")

# %% relu_at_zero
op("x.relu()", x=[0.0, -1.0, 2.0])

# %% relu_nan
op("x.relu()", x=[float("nan"), -1.0, 2.0])

# %% relu_empty
op("e2.relu()")

# %% abs
op("v.abs()")

# %% abs_function
op("torch.abs(m)")

# %% abs_builtin
op("abs(v)")

# %% abs_at_zero
op("x.abs()", x=[0.0, -1.0, 2.0])

# %% where
op("torch.where(mask, v, w)")

# %% where_number
op("torch.where(mask, v, 0.0)")

# %% where_first_number
op("torch.where(mask, 1.0, v)")

# %% where_constant
op("torch.where(mask, cv, v)")

# %% where_broadcast
op("torch.where(mask2, v, s)")

# %% where_broadcast_mask
op("torch.where(mask, m, w)")

# %% where_compare
op("torch.where(v > 0, v, -v)")

# %% where_trap
op("torch.where(x > 0, x.log(), 0.0)", x=[0.0, -1.0, 2.0])

# %% maximum
op("torch.maximum(v, w)")

# %% maximum_method
op("v.maximum(w)")

# %% maximum_ties
op("torch.maximum(x, y)", x=[1.0, 2.0, 3.0], y=[1.0, 3.0, 2.0])

# %% maximum_broadcast
op("torch.maximum(m, v)")

# %% maximum_constant
op("torch.maximum(v, cv)")

# %% max_two_tensors
op("torch.max(v, w)")

# %% clone
op("v.clone()")

# %% clone_scalar
op("s.clone()")

# %% detach
op("v.detach()")

# %% detach_product
op("v.detach() * v")

# %% chain_of_functions
op("(v.sin() * w.exp()).tanh().sum()")

# %% chain_sigmoid_log
op("v.sigmoid().log()")
