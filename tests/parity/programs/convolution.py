# ruff: noqa: F821, E402
"""Convolution, forward and transposed: nodes, saved values, gradients, second derivatives, refusals."""

# %% calls
op("F.conv2d(mat.view(1, 3, 4), c4, v[:2])")
op("F.conv2d(mat.view(1, 1, 3, 4), sq.view(1, 1, 3, 3), padding='same')")
op("F.conv2d(mat.view(1, 1, 3, 4), c4, padding='same')")
op("F.conv2d(mat.view(1, 1, 3, 4), c4, padding='valid')")
op("F.conv1d(m, b4.view(3, 2, 2))")
op("F.conv1d(b3, b4.view(3, 2, 2), v, padding='same')")
op("F.conv_transpose1d(b3, b4.view(2, 3, 2), v, padding=1)")
op("F.conv_transpose1d(m, b4.view(2, 3, 2), v)")
op("F.conv3d(d4.view(1, 2, 3, 2, 1), b4.view(3, 2, 2, 1, 1), v)")


# %% error_weight_rank
import torch.nn.functional as F

o = torch.ones
attempt("error", lambda: F.conv2d(o(2, 3, 5, 5), o(4, 3, 3)))


# %% error_group_division
import torch.nn.functional as F

o = torch.ones
attempt("error", lambda: F.conv2d(o(2, 4, 5, 5), o(3, 2, 3, 3), groups=2))


# %% error_groups
import torch.nn.functional as F

o = torch.ones
attempt("error", lambda: F.conv2d(o(2, 4, 5, 5), o(4, 2, 3, 3), groups=0))


# %% error_no_weights
import torch.nn.functional as F

o = torch.ones
attempt("error", lambda: F.conv2d(o(2, 3, 5, 5), torch.zeros(0, 3, 3, 3)))


# %% error_bias_transposed
import torch.nn.functional as F

o = torch.ones
attempt("error", lambda: F.conv_transpose2d(o(2, 3, 5, 5), o(3, 4, 3, 3), o(5)))


# %% error_empty_image
import torch.nn.functional as F

o = torch.ones
attempt("error", lambda: F.conv2d(torch.zeros(2, 3, 5, 0), o(4, 3, 3, 3), padding=2))


# %% error_padding
import torch.nn.functional as F

o = torch.ones
attempt("error", lambda: F.conv2d(o(2, 3, 5, 5), o(4, 3, 3, 3), padding=-1))


# %% error_padding_word
import torch.nn.functional as F

o = torch.ones
attempt("error", lambda: F.conv2d(o(2, 3, 5, 5), o(4, 3, 3, 3), padding="foo"))


# %% error_same_with_stride
import torch.nn.functional as F

o = torch.ones
attempt("error", lambda: F.conv2d(o(2, 3, 5, 5), o(4, 3, 3, 3), padding="same", stride=2))


# %% error_transposed_word
import torch.nn.functional as F

o = torch.ones
attempt("error", lambda: F.conv_transpose2d(o(2, 3, 5, 5), o(3, 4, 3, 3), padding="same"))


# %% error_output_padding
import torch.nn.functional as F

o = torch.ones
attempt("error", lambda: F.conv_transpose2d(o(2, 3, 5, 5), o(3, 4, 3, 3), stride=2, output_padding=2))


# %% error_double_weight
import torch.nn.functional as F

o = torch.ones
attempt("error", lambda: F.conv2d(o(2, 3, 5, 5), o(4, 3, 3, 3).double()))


# %% layers
import torch.nn as nn

torch.manual_seed(3)
layers = [
    nn.Conv2d(3, 6, 5),
    nn.Conv2d(4, 6, (3, 2), stride=2, padding=1, dilation=2, groups=2, bias=False),
    nn.Conv2d(3, 4, 3, padding="same"),
    nn.Conv2d(1, 2, 3, padding=2, padding_mode="circular"),
    nn.Conv2d(1, 2, 3, padding=1, padding_mode="reflect"),
    nn.Conv1d(2, 3, 4, padding=2),
]
for layer in layers:
    print(layer)
    show("state", layer.state_dict())
