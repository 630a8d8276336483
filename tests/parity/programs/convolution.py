# ruff: noqa: F821, E402
"""Convolution, forward and transposed: nodes, saved values, gradients, second derivatives, refusals."""

# %% conv2d
op("F.conv2d(d4, b4.view(3, 2, 2, 1), v)")

# %% conv2d_no_bias
op("F.conv2d(d4, b4.view(3, 2, 2, 1))")

# %% conv2d_keywords
op("F.conv2d(input=mat.view(1, 1, 3, 4), weight=c4, stride=(1, 2), padding=(1, 0))")

# %% conv2d_stride
op("F.conv2d(mat.view(1, 1, 3, 4), c4[:, :, :, :2], stride=2, padding=1)")

# %% conv2d_dilation
op("F.conv2d(mat.view(1, 1, 3, 4), c4, dilation=(2, 1))")

# %% conv2d_groups
op("F.conv2d(d4, c4, padding=1, groups=2)")

# %% conv2d_unbatched
op("F.conv2d(mat.view(1, 3, 4), c4, v[:2])")

# %% conv2d_same
op("F.conv2d(mat.view(1, 1, 3, 4), sq.view(1, 1, 3, 3), padding='same')")

# %% conv2d_same_even
op("F.conv2d(mat.view(1, 1, 3, 4), c4, padding='same')")

# %% conv2d_valid
op("F.conv2d(mat.view(1, 1, 3, 4), c4, padding='valid')")

# %% conv2d_constant_input
op("F.conv2d(cmat.view(1, 1, 3, 4), c4, v[:2])")

# %% conv2d_constant_weight
op("F.conv2d(mat.view(1, 1, 3, 4), c4.detach(), v[:2])")

# %% conv2d_transposed_memory
op("F.conv2d(mat.t().view(1, 1, 4, 3), c4)")

# %% conv2d_permuted
op("F.conv2d(d4.permute(0, 1, 3, 2), c4, groups=2)")

# %% conv2d_pointwise
op("F.conv2d(d4, m.view(3, 2, 1, 1), v)")

# %% conv2d_whole_image
op("F.conv2d(d4, b3.view(1, 2, 3, 2))")

# %% conv2d_empty_batch
op("F.conv2d(torch.zeros(0, 2, 3, 2), b4.view(3, 2, 2, 1), v)", dtypes=("float32",))

# %% conv1d
op("F.conv1d(b3, b4.view(3, 2, 2), v)")

# %% conv1d_unbatched
op("F.conv1d(m, b4.view(3, 2, 2))")

# %% conv1d_stride
op("F.conv1d(b3, b4.view(3, 2, 2), v, stride=2, padding=1)")

# %% conv1d_dilation
op("F.conv1d(b3, b4.view(3, 2, 2), dilation=2)")

# %% conv1d_groups
op("F.conv1d(b3, m.view(2, 1, 3), groups=2, padding=1)")

# %% conv1d_same
op("F.conv1d(b3, b4.view(3, 2, 2), v, padding='same')")

# %% conv_transpose2d
op("F.conv_transpose2d(d4, b4.view(2, 3, 2, 1), v)")

# %% conv_transpose2d_stride
op("F.conv_transpose2d(d4, b4.view(2, 3, 2, 1), v, stride=2, output_padding=1)")

# %% conv_transpose2d_padding
op("F.conv_transpose2d(d4, b4.view(2, 3, 2, 1), padding=(1, 0), dilation=(2, 1))")

# %% conv_transpose2d_groups
op("F.conv_transpose2d(d4, c4, v[:2], groups=2)")

# %% conv_transpose1d
op("F.conv_transpose1d(b3, b4.view(2, 3, 2), v, padding=1)")

# %% conv_transpose1d_unbatched
op("F.conv_transpose1d(m, b4.view(2, 3, 2), v)")

# %% error_input_rank
import torch.nn.functional as F

o = torch.ones
attempt("error", lambda: F.conv2d(o(2, 3), o(4, 3, 3, 3)))

# %% error_input_rank_one
import torch.nn.functional as F

o = torch.ones
attempt("error", lambda: F.conv1d(o(2, 3, 5, 5), o(4, 3, 3)))

# %% error_weight_rank
import torch.nn.functional as F

o = torch.ones
attempt("error", lambda: F.conv2d(o(2, 3, 5, 5), o(4, 3, 3)))

# %% error_channels
import torch.nn.functional as F

o = torch.ones
attempt("error", lambda: F.conv2d(o(2, 3, 5, 5), o(4, 2, 3, 3)))

# %% error_channels_transposed
import torch.nn.functional as F

o = torch.ones
attempt("error", lambda: F.conv_transpose2d(o(2, 4, 5, 5), o(3, 4, 3, 3)))

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

# %% error_bias
import torch.nn.functional as F

o = torch.ones
attempt("error", lambda: F.conv2d(o(2, 3, 5, 5), o(4, 3, 3, 3), o(5)))

# %% error_bias_transposed
import torch.nn.functional as F

o = torch.ones
attempt("error", lambda: F.conv_transpose2d(o(2, 3, 5, 5), o(3, 4, 3, 3), o(5)))

# %% error_kernel_too_large
import torch.nn.functional as F

o = torch.ones
attempt("error", lambda: F.conv2d(o(2, 3, 2, 2), o(4, 3, 3, 3)))

# %% error_kernel_too_long
import torch.nn.functional as F

o = torch.ones
attempt("error", lambda: F.conv1d(o(2, 3, 2), o(4, 3, 3)))

# %% error_dilated_too_large
import torch.nn.functional as F

o = torch.ones
attempt("error", lambda: F.conv2d(o(2, 3, 5, 4), o(4, 3, 3, 3), dilation=2, padding=(0, 0)))

# %% error_empty_image
import torch.nn.functional as F

o = torch.ones
attempt("error", lambda: F.conv2d(torch.zeros(2, 3, 5, 0), o(4, 3, 3, 3), padding=2))

# %% error_stride
import torch.nn.functional as F

o = torch.ones
attempt("error", lambda: F.conv2d(o(2, 3, 5, 5), o(4, 3, 3, 3), stride=0))

# %% error_padding
import torch.nn.functional as F

o = torch.ones
attempt("error", lambda: F.conv2d(o(2, 3, 5, 5), o(4, 3, 3, 3), padding=-1))

# %% error_dilation
import torch.nn.functional as F

o = torch.ones
attempt("error", lambda: F.conv2d(o(2, 3, 5, 5), o(4, 3, 3, 3), dilation=0))

# %% error_stride_length
import torch.nn.functional as F

o = torch.ones
attempt("error", lambda: F.conv2d(o(2, 3, 5, 5), o(4, 3, 3, 3), stride=(1, 2, 3)))

# %% error_padding_length
import torch.nn.functional as F

o = torch.ones
attempt("error", lambda: F.conv2d(o(2, 3, 5, 5), o(4, 3, 3, 3), padding=(1, 2, 3)))

# %% error_dilation_length
import torch.nn.functional as F

o = torch.ones
attempt("error", lambda: F.conv2d(o(2, 3, 5, 5), o(4, 3, 3, 3), dilation=(1, 2, 3)))

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

# %% error_double_input
import torch.nn.functional as F

o = torch.ones
attempt("error", lambda: F.conv2d(o(2, 3, 5, 5).double(), o(4, 3, 3, 3)))

# %% error_double_bias
import torch.nn.functional as F

o = torch.ones
attempt("error", lambda: F.conv2d(o(2, 3, 5, 5), o(4, 3, 3, 3), o(4).double()))

# %% error_integers
import torch.nn.functional as F

o = torch.ones
attempt("error", lambda: F.conv2d(o(1, 1, 3, 3).long(), o(1, 1, 2, 2).long()))

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

# %% layers_run rtol=1e-5
import torch.nn as nn

torch.manual_seed(4)
image = torch.arange(25.0).reshape(1, 1, 5, 5) / 8 - 1
for mode in ("zeros", "circular", "reflect", "replicate"):
    layer = nn.Conv2d(1, 2, (3, 2), padding=(1, 2), padding_mode=mode)
    out = layer(image)
    (out * out).sum().backward()
    show(mode, [out, layer.weight.grad, layer.bias.grad])
layer = nn.Conv2d(1, 1, (2, 3), padding="same", padding_mode="reflect")
show("same", layer(image))
layer = nn.Conv1d(5, 2, 2, groups=1)
show("one dimension", layer(image[0]))

# %% error_layer_groups
import torch.nn as nn

attempt("error", lambda: nn.Conv2d(4, 4, 3, groups=0))

# %% error_layer_in_channels
import torch.nn as nn

attempt("error", lambda: nn.Conv2d(3, 4, 3, groups=2))

# %% error_layer_out_channels
import torch.nn as nn

attempt("error", lambda: nn.Conv2d(4, 5, 3, groups=2))

# %% error_layer_same_with_stride
import torch.nn as nn

attempt("error", lambda: nn.Conv2d(4, 5, 3, padding="same", stride=2))

# %% conv3d
op("F.conv3d(d4.view(1, 2, 3, 2, 1), b4.view(3, 2, 2, 1, 1), v)")

# %% conv3d_settings
op("F.conv3d(mat.view(1, 1, 3, 2, 2), c4.view(2, 1, 1, 2, 2), stride=(1, 2, 1), padding=(1, 0, 1), dilation=(1, 1, 2))")

# %% conv3d_unbatched_same
op("F.conv3d(mat.view(1, 3, 2, 2), c4.view(2, 1, 1, 2, 2)[..., :1], padding='same')")
