# ruff: noqa: E402, F821
"""Layers for images and sequences of vectors: convolution, pooling, padding, windows, attention, and rare ones."""

# %% calls
op("F.conv2d(mat.view(1, 1, 3, 4), c4, padding='valid')")
op("F.interpolate(mat.view(1, 1, 3, 4), scale_factor=2)")
op("F.interpolate(mat.view(1, 1, 3, 4), scale_factor=(1.3, 0.6), mode='bilinear')")
op("F.interpolate(mat.view(1, 1, 3, 4), size=(5, 2), mode='bilinear', align_corners=True)")
op("F.max_pool1d(b3, 2, 1, padding=1, return_indices=True)")
op("F.unfold(d4, (2, 1), dilation=(1, 1), padding=1, stride=2)")
op("torch.pixel_shuffle(b4.view(1, 4, 3, 1), 2)")
op("torch.constant_pad_nd(v, (1, 1), 2.0)")

# %% errors
import torch.nn.functional as F

o = torch.ones
lines("""
    F.conv2d(o(2, 3, 5, 5), o(4, 3, 3))
    F.conv2d(o(2, 4, 5, 5), o(3, 2, 3, 3), groups=2)
    F.conv2d(o(2, 4, 5, 5), o(4, 2, 3, 3), groups=0)
    F.conv_transpose2d(o(2, 3, 5, 5), o(3, 4, 3, 3), o(5))
    F.conv2d(o(2, 3, 5, 5), o(4, 3, 3, 3), padding=-1)
    F.conv2d(o(2, 3, 5, 5), o(4, 3, 3, 3), padding="foo")
    F.conv2d(o(2, 3, 5, 5), o(4, 3, 3, 3), padding="same", stride=2)
    F.conv_transpose2d(o(2, 3, 5, 5), o(3, 4, 3, 3), padding="same")
    F.max_pool2d(torch.zeros(2, 0, 5, 5), 2)
    F.avg_pool2d(o(2, 3, 5, 5), 2, divisor_override=0)
    F.avg_pool1d(o(2, 3, 5), 6)
    F.adaptive_avg_pool2d(o(5, 5), 2)
    F.adaptive_avg_pool2d(o(2, 3, 5, 5), (1, 2, 3))
    F.adaptive_avg_pool1d(o(5), 2)
    F.pixel_shuffle(o(2, 3, 3, 3), 2)
    F.pad(o(2, 3, 4), (1, 2), mode="reflect", value=2)
    F.pad(o(2, 3, 4, 4), (1, 2, 4, 1), mode="reflect")
    F.scaled_dot_product_attention(o(3, 4), o(3, 4), o(3, 4), attn_mask=o(3, 3) > 0, is_causal=True)
""")

# %% types
import torch
from torch.nn import functional

image = torch.tensor([[[[0, 200, 31], [255, 4, 90]]]], dtype=torch.uint8)
for mode in ("nearest", "bilinear"):
    show(mode, functional.interpolate(image, size=(4, 5), mode=mode))

# %% refusals
import torch
from torch.nn import functional

image = torch.ones(1, 2, 3, 4)
attempt("nothing", lambda: functional.interpolate(image))
attempt("both", lambda: functional.interpolate(image, 2, 2))
attempt("corners", lambda: functional.interpolate(image, 2, align_corners=True))
attempt("none", lambda: functional.interpolate(image, 0))
attempt("none left", lambda: functional.interpolate(image, scale_factor=0.1))

# %% modules
import torch
from torch import nn

x = torch.arange(1.0, 73.0).sqrt().reshape(1, 4, 3, 6).requires_grad_()
for layer in (
    nn.Upsample(scale_factor=2), nn.Upsample((4, 5), mode="bilinear"), nn.Upsample(scale_factor=(1, 2), mode="nearest"),
    nn.PixelShuffle(2),
):  # fmt: skip
    show("layer", repr(layer))
    out = layer(x)
    show("out", [out, torch.autograd.grad(out, x, out.detach())])

# %% older_names
import torch
from torch.nn import functional

x = torch.arange(12.0).reshape(1, 1, 3, 4)
show("upsample", functional.upsample(x, scale_factor=2))

# %% multihead rtol=1e-4
import torch
from torch import nn

x = (torch.arange(24.0).sin() * 2).reshape(3, 2, 4).requires_grad_()
y = (torch.arange(40.0).cos() * 2).reshape(5, 2, 4)
blocked = torch.triu(torch.ones(3, 5, dtype=torch.bool), 2)
padded = torch.tensor([[False, False, False, False, True], [False] * 5])
for settings in ({}, {"bias": False}, {"dropout": 0.25}):
    torch.manual_seed(0)
    layer = nn.MultiheadAttention(4, 2, **settings)
    show("layer", repr(layer))
    show("state", layer.state_dict())
    for mask, padding in ((None, None), (blocked, None), (None, padded), (blocked, padded)):
        for how in ({}, {"need_weights": False}, {"average_attn_weights": False}):
            out, weights = layer(x, y, y, attn_mask=mask, key_padding_mask=padding, **how)
            show("out", [out, weights])
            show("gradients", torch.autograd.grad(out, [x, *layer.parameters()], out.detach()))

# %% multihead_batch_first rtol=1e-4
import torch
from torch import nn

torch.manual_seed(0)
layer = nn.MultiheadAttention(4, 2, batch_first=True)
show("state", layer.state_dict())
x = (torch.arange(24.0).sin() * 2).reshape(2, 3, 4).requires_grad_()
k, v = torch.arange(40.0).cos().reshape(2, 5, 4), torch.arange(40.0).sin().reshape(2, 5, 4)
out, weights = layer(x, k, v)
show("out", [out, weights])
show("gradients", torch.autograd.grad(out, [x, *layer.parameters()], out.detach()))
out, weights = layer(x[0], k[0], v[0])
show("one", [out, weights])

# %% multihead_refusals
import torch
from torch import nn

layer = nn.MultiheadAttention(4, 2)
q, causal = torch.ones(3, 2, 4), torch.triu(torch.full((3, 3), float("-inf")), 1)
attempt("mask", lambda: layer(q, q, q, attn_mask=torch.zeros(2, 3)))
attempt("mask of heads", lambda: layer(q, q, q, attn_mask=torch.zeros(2, 3, 3)))
attempt("padding", lambda: layer(q, q, q, key_padding_mask=torch.zeros(3, 3)))
attempt("whole numbers", lambda: layer(q, q, q, key_padding_mask=torch.zeros(2, 3, dtype=torch.int64)))
attempt("rank", lambda: layer(q[0, 0], q, q))
attempt("length", lambda: layer(q[..., :3], q, q))
attempt("keys", lambda: layer(q, q[..., :3], q))
attempt("causal", lambda: layer(q, q, q, is_causal=True))
attempt("heads", lambda: nn.MultiheadAttention(4, 3))
attempt("no heads", lambda: nn.MultiheadAttention(4, 0))

# %% layers rtol=1e-4
import torch
from torch import nn

x = (torch.arange(24.0).sin() * 2).reshape(3, 2, 4).requires_grad_()
y = (torch.arange(40.0).cos() * 2).reshape(5, 2, 4).requires_grad_()
causal = nn.Transformer.generate_square_subsequent_mask(3)
show("causal", causal)
for settings in ({}, {"norm_first": True, "activation": "gelu"}, {"bias": False, "activation": torch.tanh}):
    torch.manual_seed(0)
    encoder = nn.TransformerEncoderLayer(4, 2, 6, **settings)
    decoder = nn.TransformerDecoderLayer(4, 2, 6, 0.0, **settings)
    show("encoder", [repr(encoder), encoder.state_dict()])
    show("decoder", [repr(decoder), decoder.state_dict()])
    out = encoder(x, src_mask=causal, src_key_padding_mask=torch.tensor([[0.0, 0.0, float("-inf")], [0.0] * 3]))
    show("encoded", [out, torch.autograd.grad(out, [x, *encoder.parameters()], out.detach())])
    out = decoder(x, y, tgt_mask=causal, tgt_is_causal=True)
    show("decoded", [out, torch.autograd.grad(out, [x, y, *decoder.parameters()], out.detach())])

# %% stacks rtol=1e-4
import torch
from torch import nn

torch.manual_seed(0)
layer = nn.TransformerEncoderLayer(4, 2, 6, batch_first=True)
encoder = nn.TransformerEncoder(layer, 2, norm=nn.LayerNorm(4))
show("encoder", [repr(encoder), list(encoder.state_dict())])
x = (torch.arange(24.0).sin() * 2).reshape(2, 3, 4)
padding = torch.tensor([[False, False, True], [False] * 3])
out = encoder(x, src_key_padding_mask=padding)
show("trained", [out, torch.autograd.grad(out, list(encoder.parameters()), out.detach())])
encoder.eval()
show("evaluated", [encoder(x), encoder(x, nn.Transformer.generate_square_subsequent_mask(3))])

# %% transformer rtol=1e-4
import warnings

import torch
from torch import nn

torch.manual_seed(0)
with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # PyTorch speaks of its nested tensors
    model = nn.Transformer(4, 2, 1, 2, 6)
show("model", [repr(model), model.state_dict()])
source, target = torch.arange(40.0).cos().reshape(5, 2, 4), torch.arange(24.0).sin().reshape(3, 2, 4)
out = model(source, target, tgt_mask=model.generate_square_subsequent_mask(3))
show("out", [out, torch.autograd.grad(out, list(model.parameters()), out.detach())])
attempt("batch", lambda: model(source[:, :1], target))
attempt("length", lambda: model(source, target[..., :2]))
attempt("activation", lambda: nn.TransformerEncoderLayer(4, 2, activation="tanh"))

# %% layers_of_windows
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
