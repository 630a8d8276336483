# ruff: noqa: F821, E402
"""Pooling, padding, images as windows, attention: nodes, saved values, gradients, refusals."""

# %% calls
op("F.max_pool1d(b3, 2, 1, padding=1, return_indices=True)")
op("F.avg_pool1d(m, 2, ceil_mode=True, count_include_pad=False)")
op("F.adaptive_max_pool2d(d4, (2, 1), return_indices=True)")
op("F.unfold(d4, (2, 1), dilation=(1, 1), padding=1, stride=2)")
op("F.fold(b3.view(1, 2, 6), (3, 4), (1, 2), stride=(1, 2))")
op("F.pixel_unshuffle(b4.view(1, 2, 6), 2)")
op("torch.pixel_shuffle(b4.view(1, 4, 3, 1), 2)")
op("torch.constant_pad_nd(v, (1, 1), 2.0)")
op("F.pad(c4, (3, 0, 1, -1), mode='replicate')")


# %% integers
import torch.nn.functional as F

x = torch.arange(16).reshape(1, 4, 4)
lines("""
F.max_pool2d(x - 8, 3, padding=1)
F.pad(x > 3, (1, 1), value=True)
F.adaptive_avg_pool2d(x, 2)
F.unfold(x, 2)
""")


# %% errors
import torch.nn.functional as F

o = torch.ones
lines("""
    F.max_pool2d(o(2, 3, 5, 5), 2, stride=0)
    F.max_pool2d(o(2, 3, 5, 5), 2, padding=-1)
    F.max_pool2d(o(2, 3, 5, 5), 2, dilation=0)
    F.max_pool2d(torch.zeros(2, 0, 5, 5), 2)
    F.max_pool2d(o(2, 3, 5, 5), 2, stride=(1, 2, 3))
    F.max_pool2d(o(2, 3, 5, 5), 2, padding=(1, 2, 3))
    F.max_pool2d(o(2, 3, 5, 5), 2, dilation=(1, 2, 3))
    F.max_pool1d(o(2, 3, 5), 6)
    F.max_pool1d(o(2, 3, 5), 2, padding=2)
    F.max_pool1d(o(2, 3, 5), 2, padding=-1)
    F.max_pool1d(o(2, 3, 5), 2, 0)
    F.max_pool1d(o(2, 3, 5), 2, dilation=0)
    F.max_pool1d(o(2, 3, 5), (1, 2))
    F.max_pool1d(o(2, 3, 5).long(), 2)
    F.avg_pool2d(o(2, 3, 5, 5), 2, divisor_override=0)
    F.avg_pool2d(o(5, 5), 2)
    F.avg_pool2d(o(2, 3, 5, 5), (1, 2, 3))
    F.avg_pool1d(o(5), 2)
    F.avg_pool1d(o(2, 3, 5), (2, 1))
    F.avg_pool1d(o(2, 3, 5), 6)
    F.adaptive_avg_pool2d(o(5, 5), 2)
    F.adaptive_avg_pool2d(o(2, 3, 5, 5), (1, 2, 3))
    F.adaptive_avg_pool2d(o(2, 3, 5, 5), -1)
    F.adaptive_avg_pool2d(torch.zeros(2, 3, 0, 5), 2)
    F.adaptive_avg_pool1d(o(5), 2)
    F.adaptive_avg_pool1d(o(2, 3, 5), (2, 3))
    F.unfold(o(5, 5), 2)
    F.unfold(o(2, 3, 5, 5), 6)
    F.unfold(o(2, 3, 5, 5), (1, 2, 3))
    F.unfold(o(1, 1, 3, 3), 2, stride=0)
    F.unfold(o(1, 1, 3, 3), 2, padding=-1)
    F.unfold(torch.zeros(1, 0, 3, 3), 2)
    F.fold(o(12, 15), (5, 5), 2)
    F.fold(o(11, 16), (5, 5), 2)
    F.fold(o(4), (3, 3), 2)
    F.fold(o(1, 4, 9), (3, 3, 3), 2)
    F.pixel_shuffle(o(2, 3, 3, 3), 2)
    F.pixel_unshuffle(o(2, 1, 3, 3), 2)
    F.pad(o(2, 3, 4), 2)
    F.pad(o(2, 3, 4), (1, 2), mode="reflect", value=2)
    F.pad(o(4), (1, 1), mode="reflect")
    F.pad(o(2, 3, 4, 4), (1, 2, 4, 1), mode="reflect")
    F.pad(torch.zeros(2, 3, 0), (1, 2), mode="replicate")
    F.pad(o(2, 3, 4), (-2, -2), mode="replicate")
    F.scaled_dot_product_attention(o(3, 4), o(3, 4), o(3, 4), attn_mask=o(3, 3) > 0, is_causal=True)
    F.scaled_dot_product_attention(o(3, 4), o(3, 4), o(3, 4), attn_mask=o(3, 3).long())
""")


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
):
    print(layer)
    show("out", layer(x))
for layer in (
    nn.MaxPool1d(2),
    nn.AvgPool1d(2, 1),
    nn.AdaptiveAvgPool1d(3),
    nn.ReflectionPad1d(1),
    nn.ReplicationPad1d(1),
):
    print(layer)
    show("out", layer(x[0]))


# %% attention_in_parts rtol=1e-05
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
