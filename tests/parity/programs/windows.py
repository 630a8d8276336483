# ruff: noqa: F821, E402
"""Pooling, padding, images as windows, attention: nodes, saved values, gradients, refusals."""

# %% max_pool2d
op("F.max_pool2d(mat.view(1, 1, 3, 4), 2)")

# %% max_pool2d_unbatched
op("F.max_pool2d(mat.view(1, 3, 4), 2)")

# %% max_pool2d_overlapping
op("F.max_pool2d(mat.view(1, 1, 3, 4), 2, stride=1)")

# %% max_pool2d_padded
op("F.max_pool2d(mat.view(1, 1, 3, 4), (3, 2), (1, 2), padding=1)")

# %% max_pool2d_ceil
op("F.max_pool2d(mat.view(1, 1, 3, 4), 2, ceil_mode=True)")

# %% max_pool2d_dilated
op("F.max_pool2d(mat.view(1, 1, 3, 4), 2, stride=1, dilation=2)")

# %% max_pool2d_indices
op("F.max_pool2d(mat.view(1, 1, 3, 4), 2, stride=1, return_indices=True)")

# %% max_pool2d_batch
op("F.max_pool2d(d4, (2, 1), return_indices=True)")

# %% max_pool2d_transposed
op("F.max_pool2d(mat.t().view(1, 4, 3), 2)")

# %% max_pool1d
op("F.max_pool1d(b3, 2)")

# %% max_pool1d_stride
op("F.max_pool1d(b3, 2, 1, padding=1, return_indices=True)")

# %% max_pool1d_unbatched
op("F.max_pool1d(m, 2)")

# %% avg_pool2d
op("F.avg_pool2d(mat.view(1, 1, 3, 4), 2)")

# %% avg_pool2d_overlapping
op("F.avg_pool2d(mat.view(1, 3, 4), 2, stride=1)")

# %% avg_pool2d_padded
op("F.avg_pool2d(mat.view(1, 3, 4), (3, 2), (1, 2), padding=1)")

# %% avg_pool2d_without_padding
op("F.avg_pool2d(mat.view(1, 3, 4), 2, padding=1, count_include_pad=False)")

# %% avg_pool2d_ceil
op("F.avg_pool2d(mat.view(1, 3, 4), 2, ceil_mode=True)")

# %% avg_pool2d_ceil_padded
op("F.avg_pool2d(mat.view(1, 3, 4), 3, stride=2, padding=1, ceil_mode=True)")

# %% avg_pool2d_divisor
op("F.avg_pool2d(mat.view(1, 3, 4), 2, divisor_override=3)")

# %% avg_pool1d
op("F.avg_pool1d(b3, 2)")

# %% avg_pool1d_ceil
op("F.avg_pool1d(m, 2, ceil_mode=True, count_include_pad=False)")

# %% adaptive_avg_pool2d
op("F.adaptive_avg_pool2d(mat.view(1, 1, 3, 4), 2)")

# %% adaptive_avg_pool2d_pair
op("F.adaptive_avg_pool2d(mat.view(1, 3, 4), (None, 3))")

# %% adaptive_avg_pool2d_one
op("F.adaptive_avg_pool2d(d4, 1)")

# %% adaptive_avg_pool2d_larger
op("F.adaptive_avg_pool2d(d4, (4, 1))")

# %% adaptive_avg_pool1d
op("F.adaptive_avg_pool1d(b3, 2)")

# %% adaptive_avg_pool1d_one
op("F.adaptive_avg_pool1d(m, 1)")

# %% adaptive_max_pool2d
op("F.adaptive_max_pool2d(mat.view(1, 1, 3, 4), 2)")

# %% adaptive_max_pool2d_indices
op("F.adaptive_max_pool2d(d4, (2, 1), return_indices=True)")

# %% adaptive_max_pool1d
op("F.adaptive_max_pool1d(b3, 2)")

# %% unfold
op("F.unfold(mat.view(1, 1, 3, 4), 2)")

# %% unfold_all
op("F.unfold(d4, (2, 1), dilation=(1, 1), padding=1, stride=2)")

# %% unfold_unbatched
op("F.unfold(mat.view(1, 3, 4), (2, 3))")

# %% fold
op("F.fold(b3.view(1, 2, 6), (3, 4), (1, 2), stride=(1, 2))")

# %% fold_overlapping
op("F.fold(mat.view(1, 4, 3), (2, 4), 2)")

# %% fold_unbatched
op("F.fold(mat.view(4, 3), (2, 4), 2)")

# %% pixel_shuffle
op("F.pixel_shuffle(b4.view(4, 1, 3), 2)")

# %% pixel_unshuffle
op("F.pixel_unshuffle(b4.view(1, 2, 6), 2)")

# %% pixel_shuffle_function
op("torch.pixel_shuffle(b4.view(1, 4, 3, 1), 2)")

# %% pad
op("F.pad(m, (1, 2))")

# %% pad_value
op("F.pad(m, (1, 2, 0, 1), value=3.5)")

# %% pad_negative
op("F.pad(m, (-1, 1, 1, -1))")

# %% pad_nothing
op("F.pad(m, (0, 0))")

# %% pad_function
op("torch.constant_pad_nd(v, (1, 1), 2.0)")

# %% pad_reflect
op("F.pad(b3, (1, 2), mode='reflect')")

# %% pad_reflect_two
op("F.pad(mat.view(1, 3, 4), (1, 2, 2, 0), mode='reflect')")

# %% pad_reflect_three
op("F.pad(d4, (1, 0, 0, 1, 1, 1), mode='reflect')")

# %% pad_replicate
op("F.pad(m, (1, 2), mode='replicate')")

# %% pad_replicate_two
op("F.pad(c4, (3, 0, 1, -1), mode='replicate')")

# %% pad_replicate_three
op("F.pad(d4, (1, 0, 0, 1, 1, 1), mode='replicate')")

# %% pad_circular
op("F.pad(m, (1, 2), mode='circular')")

# %% pad_circular_two
op("F.pad(c4, (1, 0, 0, 1), mode='circular')")

# %% pad_circular_negative
op("F.pad(b3, (1, -2), mode='circular')")

# %% max_pool2d_ties
op("F.max_pool2d(x, 2, stride=1, return_indices=True)", x=[[[1.0, 3.0, 3.0], [3.0, 1.0, 3.0]]])

# %% max_pool2d_special
import torch.nn.functional as F

nan, inf = float("nan"), float("inf")
for rows in ([[nan, 1.0, nan, 2.0], [3.0, nan, 0.0, 1.0]], [[-inf, -inf, inf, 2.0], [-inf, -inf, 0.0, inf]]):
    x = torch.tensor([rows], requires_grad=True)
    for how in (dict(), dict(stride=1), dict(padding=1)):
        out, places = F.max_pool2d(x, 2, return_indices=True, **how)
        show("out", [out, places])
        show("grad", torch.autograd.grad(out.sum(), x)[0])
    show("adaptive", F.adaptive_max_pool2d(x, (1, 2), return_indices=True))
    show("mean", F.avg_pool2d(x, 2))
    show("reflect", F.pad(x, (1, 1), mode="reflect"))

# %% integers
import torch.nn.functional as F

x = torch.arange(16).reshape(1, 4, 4)
lines("""
F.max_pool2d(x, 2)
F.max_pool2d(x - 8, 3, padding=1)
F.avg_pool2d(x, 2)
F.pad(x, (1, 1))
F.pad(x, (1, 1), value=2.5)
F.pad(x > 3, (1, 1), value=True)
F.adaptive_avg_pool2d(x, 2)
F.unfold(x, 2)
""")

# %% empty_batches
import torch.nn.functional as F

x = torch.zeros(0, 2, 4, 4, requires_grad=True)
dtypes("""
F.max_pool2d(x, 2)
F.avg_pool2d(x, 2)
F.adaptive_avg_pool2d(x, 2)
F.unfold(x, 2)
F.pad(x, (1, 1))
F.max_pool1d(x[:, 0], 2)
""")

# %% error_max_padding
import torch.nn.functional as F

o = torch.ones
attempt("error", lambda: F.max_pool2d(o(2, 3, 5, 5), 2, padding=2))

# %% error_max_too_large
import torch.nn.functional as F

o = torch.ones
attempt("error", lambda: F.max_pool2d(o(2, 3, 5, 5), 6))

# %% error_max_stride
import torch.nn.functional as F

o = torch.ones
attempt("error", lambda: F.max_pool2d(o(2, 3, 5, 5), 2, stride=0))

# %% error_max_negative_padding
import torch.nn.functional as F

o = torch.ones
attempt("error", lambda: F.max_pool2d(o(2, 3, 5, 5), 2, padding=-1))

# %% error_max_dilation
import torch.nn.functional as F

o = torch.ones
attempt("error", lambda: F.max_pool2d(o(2, 3, 5, 5), 2, dilation=0))

# %% error_max_rank
import torch.nn.functional as F

o = torch.ones
attempt("error", lambda: F.max_pool2d(o(5, 5), 2))

# %% error_max_no_channels
import torch.nn.functional as F

o = torch.ones
attempt("error", lambda: F.max_pool2d(torch.zeros(2, 0, 5, 5), 2))

# %% error_max_kernel_length
import torch.nn.functional as F

o = torch.ones
attempt("error", lambda: F.max_pool2d(o(2, 3, 5, 5), (1, 2, 3)))

# %% error_max_stride_length
import torch.nn.functional as F

o = torch.ones
attempt("error", lambda: F.max_pool2d(o(2, 3, 5, 5), 2, stride=(1, 2, 3)))

# %% error_max_padding_length
import torch.nn.functional as F

o = torch.ones
attempt("error", lambda: F.max_pool2d(o(2, 3, 5, 5), 2, padding=(1, 2, 3)))

# %% error_max_dilation_length
import torch.nn.functional as F

o = torch.ones
attempt("error", lambda: F.max_pool2d(o(2, 3, 5, 5), 2, dilation=(1, 2, 3)))

# %% error_max1_too_large
import torch.nn.functional as F

o = torch.ones
attempt("error", lambda: F.max_pool1d(o(2, 3, 5), 6))

# %% error_max1_padding
import torch.nn.functional as F

o = torch.ones
attempt("error", lambda: F.max_pool1d(o(2, 3, 5), 2, padding=2))

# %% error_max1_negative_padding
import torch.nn.functional as F

o = torch.ones
attempt("error", lambda: F.max_pool1d(o(2, 3, 5), 2, padding=-1))

# %% error_max1_kernel
import torch.nn.functional as F

o = torch.ones
attempt("error", lambda: F.max_pool1d(o(2, 3, 5), 0))

# %% error_max1_stride
import torch.nn.functional as F

o = torch.ones
attempt("error", lambda: F.max_pool1d(o(2, 3, 5), 2, 0))

# %% error_max1_dilation
import torch.nn.functional as F

o = torch.ones
attempt("error", lambda: F.max_pool1d(o(2, 3, 5), 2, dilation=0))

# %% error_max1_rank
import torch.nn.functional as F

o = torch.ones
attempt("error", lambda: F.max_pool1d(o(5), 2))

# %% error_max1_length
import torch.nn.functional as F

o = torch.ones
attempt("error", lambda: F.max_pool1d(o(2, 3, 5), (1, 2)))

# %% error_max1_integers
import torch.nn.functional as F

o = torch.ones
attempt("error", lambda: F.max_pool1d(o(2, 3, 5).long(), 2))

# %% error_avg_divisor
import torch.nn.functional as F

o = torch.ones
attempt("error", lambda: F.avg_pool2d(o(2, 3, 5, 5), 2, divisor_override=0))

# %% error_avg_rank
import torch.nn.functional as F

o = torch.ones
attempt("error", lambda: F.avg_pool2d(o(5, 5), 2))

# %% error_avg_kernel_length
import torch.nn.functional as F

o = torch.ones
attempt("error", lambda: F.avg_pool2d(o(2, 3, 5, 5), (1, 2, 3)))

# %% error_avg_stride_length
import torch.nn.functional as F

o = torch.ones
attempt("error", lambda: F.avg_pool2d(o(2, 3, 5, 5), 2, (1, 2, 3)))

# %% error_avg1_rank
import torch.nn.functional as F

o = torch.ones
attempt("error", lambda: F.avg_pool1d(o(5), 2))

# %% error_avg1_length
import torch.nn.functional as F

o = torch.ones
attempt("error", lambda: F.avg_pool1d(o(2, 3, 5), (2, 1)))

# %% error_avg1_too_large
import torch.nn.functional as F

o = torch.ones
attempt("error", lambda: F.avg_pool1d(o(2, 3, 5), 6))

# %% error_adaptive_rank
import torch.nn.functional as F

o = torch.ones
attempt("error", lambda: F.adaptive_avg_pool2d(o(5, 5), 2))

# %% error_adaptive_length
import torch.nn.functional as F

o = torch.ones
attempt("error", lambda: F.adaptive_avg_pool2d(o(2, 3, 5, 5), (1, 2, 3)))

# %% error_adaptive_negative
import torch.nn.functional as F

o = torch.ones
attempt("error", lambda: F.adaptive_avg_pool2d(o(2, 3, 5, 5), -1))

# %% error_adaptive_empty
import torch.nn.functional as F

o = torch.ones
attempt("error", lambda: F.adaptive_avg_pool2d(torch.zeros(2, 3, 0, 5), 2))

# %% error_adaptive1_rank
import torch.nn.functional as F

o = torch.ones
attempt("error", lambda: F.adaptive_avg_pool1d(o(5), 2))

# %% error_adaptive1_length
import torch.nn.functional as F

o = torch.ones
attempt("error", lambda: F.adaptive_avg_pool1d(o(2, 3, 5), (2, 3)))

# %% error_adaptive1_none
import torch.nn.functional as F

o = torch.ones
attempt("error", lambda: F.adaptive_avg_pool1d(o(2, 3, 5), None))

# %% error_unfold_rank
import torch.nn.functional as F

o = torch.ones
attempt("error", lambda: F.unfold(o(5, 5), 2))

# %% error_unfold_too_large
import torch.nn.functional as F

o = torch.ones
attempt("error", lambda: F.unfold(o(2, 3, 5, 5), 6))

# %% error_unfold_length
import torch.nn.functional as F

o = torch.ones
attempt("error", lambda: F.unfold(o(2, 3, 5, 5), (1, 2, 3)))

# %% error_unfold_kernel
import torch.nn.functional as F

o = torch.ones
attempt("error", lambda: F.unfold(o(1, 1, 3, 3), 0))

# %% error_unfold_stride
import torch.nn.functional as F

o = torch.ones
attempt("error", lambda: F.unfold(o(1, 1, 3, 3), 2, stride=0))

# %% error_unfold_padding
import torch.nn.functional as F

o = torch.ones
attempt("error", lambda: F.unfold(o(1, 1, 3, 3), 2, padding=-1))

# %% error_unfold_dilation
import torch.nn.functional as F

o = torch.ones
attempt("error", lambda: F.unfold(o(1, 1, 3, 3), 2, dilation=0))

# %% error_unfold_no_channels
import torch.nn.functional as F

o = torch.ones
attempt("error", lambda: F.unfold(torch.zeros(1, 0, 3, 3), 2))

# %% error_fold_places
import torch.nn.functional as F

o = torch.ones
attempt("error", lambda: F.fold(o(12, 15), (5, 5), 2))

# %% error_fold_channels
import torch.nn.functional as F

o = torch.ones
attempt("error", lambda: F.fold(o(11, 16), (5, 5), 2))

# %% error_fold_rank
import torch.nn.functional as F

o = torch.ones
attempt("error", lambda: F.fold(o(4), (3, 3), 2))

# %% error_fold_length
import torch.nn.functional as F

o = torch.ones
attempt("error", lambda: F.fold(o(1, 4, 9), (3, 3, 3), 2))

# %% error_shuffle
import torch.nn.functional as F

o = torch.ones
attempt("error", lambda: F.pixel_shuffle(o(2, 3, 3, 3), 2))

# %% error_shuffle_rank
import torch.nn.functional as F

o = torch.ones
attempt("error", lambda: F.pixel_shuffle(o(2, 3), 2))

# %% error_unshuffle
import torch.nn.functional as F

o = torch.ones
attempt("error", lambda: F.pixel_unshuffle(o(2, 1, 3, 3), 2))

# %% error_pad_odd
import torch.nn.functional as F

o = torch.ones
attempt("error", lambda: F.pad(o(2, 3, 4), (1,)))

# %% error_pad_number
import torch.nn.functional as F

o = torch.ones
attempt("error", lambda: F.pad(o(2, 3, 4), 2))

# %% error_pad_too_long
import torch.nn.functional as F

o = torch.ones
attempt("error", lambda: F.pad(o(2, 3, 4), (1,) * 8))

# %% error_pad_away
import torch.nn.functional as F

o = torch.ones
attempt("error", lambda: F.pad(o(2, 3, 4), (-3, -2)))

# %% error_pad_mode
import torch.nn.functional as F

o = torch.ones
attempt("error", lambda: F.pad(o(2, 3, 4), (1, 2), mode="foo"))

# %% error_pad_mode_value
import torch.nn.functional as F

o = torch.ones
attempt("error", lambda: F.pad(o(2, 3, 4), (1, 2), mode="reflect", value=2))

# %% error_pad_mode_rank
import torch.nn.functional as F

o = torch.ones
attempt("error", lambda: F.pad(o(4), (1, 1), mode="reflect"))

# %% error_pad_reflect_too_far
import torch.nn.functional as F

o = torch.ones
attempt("error", lambda: F.pad(o(2, 3, 4), (4, 2), mode="reflect"))

# %% error_pad_reflect_too_far_down
import torch.nn.functional as F

o = torch.ones
attempt("error", lambda: F.pad(o(2, 3, 4, 4), (1, 2, 4, 1), mode="reflect"))

# %% error_pad_circular_too_far
import torch.nn.functional as F

o = torch.ones
attempt("error", lambda: F.pad(o(2, 3, 4), (5, 2), mode="circular"))

# %% error_pad_replicate_empty
import torch.nn.functional as F

o = torch.ones
attempt("error", lambda: F.pad(torch.zeros(2, 3, 0), (1, 2), mode="replicate"))

# %% error_pad_replicate_away
import torch.nn.functional as F

o = torch.ones
attempt("error", lambda: F.pad(o(2, 3, 4), (-2, -2), mode="replicate"))

# %% layers
import torch.nn as nn

x = torch.arange(32.0).reshape(1, 2, 4, 4) / 4
for layer in (
    nn.MaxPool2d(2),
    nn.MaxPool2d((2, 3), stride=(1, 2), padding=1, ceil_mode=True),
    nn.AvgPool2d(2),
    nn.AvgPool2d(3, 1, 1, count_include_pad=False),
    nn.AdaptiveAvgPool2d((1, 1)),
    nn.AdaptiveAvgPool2d(3),
    nn.AdaptiveMaxPool2d(3),
    nn.ZeroPad2d(1),
    nn.ZeroPad2d((1, 0, 2, 0)),
    nn.ConstantPad2d(1, 3.5),
    nn.ReflectionPad2d(1),
    nn.ReplicationPad2d(1),
    nn.CircularPad2d(1),
    nn.Unfold(3, padding=1, stride=2),
):
    print(layer)
    show("out", layer(x))
for layer in (
    nn.MaxPool1d(2),
    nn.AvgPool1d(2, 1),
    nn.AdaptiveAvgPool1d(3),
    nn.ZeroPad1d(1),
    nn.ConstantPad1d((1, 2), 3.5),
    nn.ReflectionPad1d(1),
    nn.ReplicationPad1d(1),
    nn.CircularPad1d(1),
):
    print(layer)
    show("out", layer(x[0]))
layer = nn.Fold((4, 4), 2, stride=2)
print(layer)
show("out", layer(x.view(1, 8, 4)))

# %% attention rtol=1e-5
import torch.nn.functional as F

q, k, v = (torch.arange(float(12 * i), 12.0 * i + 12).sin().reshape(1, 2, 3, 2).requires_grad_() for i in range(3))
mask = torch.tensor([[True, True, False], [False, True, True], [True, True, True]])
for name, how in {
    "plain": {},
    "causal": dict(is_causal=True),
    "mask": dict(attn_mask=mask),
    "numbers": dict(attn_mask=torch.arange(9.0).reshape(3, 3) / 4),
    "scale": dict(scale=0.5),
}.items():
    out = F.scaled_dot_product_attention(q, k, v, **how)
    show(name, out)
    nodes(out, q=q, k=k, v=v)
    show("gradients", torch.autograd.grad(out.square().sum(), (q, k, v)))

# %% attention_in_parts rtol=1e-5
import torch.nn.functional as F

q, k, v = (torch.arange(float(6 * i), 6.0 * i + 6).sin().reshape(3, 2).requires_grad_() for i in range(3))
mask = torch.tensor([[True, True, False], [False, False, False], [True, True, True]])
bias = (torch.arange(9.0).reshape(3, 3) / 4).requires_grad_()
for name, how in {
    "plain": {},
    "causal": dict(is_causal=True),
    "mask": dict(attn_mask=mask),
    "bias": dict(attn_mask=bias),
    "scale": dict(scale=0.5),
}.items():
    out = F.scaled_dot_product_attention(q, k, v, **how)
    show(name, out)
    nodes(out, q=q, k=k, v=v, bias=bias)
    show("gradients", torch.autograd.grad(out.square().sum(), (q, k, v)))
torch.manual_seed(0)
show("dropout", F.scaled_dot_product_attention(q, k, v, dropout_p=0.4))

# %% error_attention_rank
import torch.nn.functional as F

o = torch.ones
attempt("error", lambda: F.scaled_dot_product_attention(o(4), o(4), o(4)))

# %% error_attention_types
import torch.nn.functional as F

o = torch.ones
attempt("error", lambda: F.scaled_dot_product_attention(o(3, 4), o(3, 4).double(), o(3, 4)))

# %% error_attention_mask_and_causal
import torch.nn.functional as F

o = torch.ones
attempt(
    "error", lambda: F.scaled_dot_product_attention(o(3, 4), o(3, 4), o(3, 4), attn_mask=o(3, 3) > 0, is_causal=True)
)

# %% error_attention_mask_type
import torch.nn.functional as F

o = torch.ones
attempt("error", lambda: F.scaled_dot_product_attention(o(3, 4), o(3, 4), o(3, 4), attn_mask=o(3, 3).long()))

# %% error_attention_dropout
import torch.nn.functional as F

o = torch.ones
attempt("error", lambda: F.scaled_dot_product_attention(o(3, 4), o(3, 4), o(3, 4), dropout_p=1.5))
