# ruff: noqa: F821, E402
"""Attention with several heads, and transformers: starting weights, printing, masks, results, gradients, refusals."""

# %% multihead rtol=1e-4
import torch
from torch import nn

x = (torch.arange(24.0).sin() * 2).reshape(3, 2, 4).requires_grad_()
y = (torch.arange(40.0).cos() * 2).reshape(5, 2, 4)
blocked = torch.triu(torch.ones(3, 5, dtype=torch.bool), 2)
padded = torch.tensor([[False, False, False, False, True], [False] * 5])
for settings in ({}, {"bias": False}, {"add_bias_kv": True, "add_zero_attn": True}, {"dropout": 0.25}):
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
layer = nn.MultiheadAttention(4, 2, batch_first=True, kdim=3, vdim=5)
show("state", layer.state_dict())
x = (torch.arange(24.0).sin() * 2).reshape(2, 3, 4).requires_grad_()
k, v = torch.arange(30.0).cos().reshape(2, 5, 3), torch.arange(50.0).sin().reshape(2, 5, 5)
out, weights = layer(x, k, v)
show("out", [out, weights])
show("gradients", torch.autograd.grad(out, [x, *layer.parameters()], out.detach()))
out, weights = layer(x[0], k[0], v[0])
show("one", [out, weights])

# %% multihead_graph
import torch
from torch import nn

torch.manual_seed(0)
layer = nn.MultiheadAttention(2, 1)
x = torch.tensor([[[1.0, -1.0]], [[0.5, 2.0]]], requires_grad=True)
for how in ({}, {"need_weights": False}):
    out, _ = layer(x, x, x, **how)
    seen, queue = [], [out.grad_fn]
    for node in queue:
        seen.append(type(node).__name__)
        queue += [to for to, _ in node.next_functions if to is not None and to not in queue]
    show("nodes", seen)

# %% multihead_refusals
import torch
from torch import nn

layer = nn.MultiheadAttention(4, 2)
q, causal = torch.ones(3, 2, 4), torch.triu(torch.full((3, 3), float("-inf")), 1)
attempt("mask", lambda: layer(q, q, q, attn_mask=torch.zeros(2, 3)))
attempt("mask of heads", lambda: layer(q, q, q, attn_mask=torch.zeros(2, 3, 3)))
attempt("rank of mask", lambda: layer(q, q, q, attn_mask=torch.zeros(1, 2, 3, 3)))
attempt("padding", lambda: layer(q, q, q, key_padding_mask=torch.zeros(3, 3)))
attempt("whole numbers", lambda: layer(q, q, q, key_padding_mask=torch.zeros(2, 3, dtype=torch.int64)))
attempt("ranks", lambda: layer(q, q[0], q))
attempt("rank", lambda: layer(q[0, 0], q, q))
attempt("length", lambda: layer(q[..., :3], q, q))
attempt("keys", lambda: layer(q, q[..., :3], q))
attempt("causal", lambda: layer(q, q, q, is_causal=True))
attempt("two kinds", lambda: layer(q, q, q, attn_mask=causal, key_padding_mask=torch.zeros(2, 3) > 0)[0].shape)
attempt("heads", lambda: nn.MultiheadAttention(4, 3))
attempt("no heads", lambda: nn.MultiheadAttention(4, 0))
attempt("no weights", lambda: nn.functional.multi_head_attention_forward(
    q, q, q, 4, 2, None, None, None, None, False, 0.0, layer.out_proj.weight, None))  # fmt: skip

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
import warnings

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
with torch.no_grad(), warnings.catch_warnings():
    warnings.simplefilter("ignore")  # PyTorch speaks of its nested tensors
    show("padding is 0", encoder(x, src_key_padding_mask=padding))
    show("not at the end", encoder(x, src_key_padding_mask=padding.flip(1)))

# %% transformer rtol=1e-4
import torch
from torch import nn

torch.manual_seed(0)
model = nn.Transformer(4, 2, 1, 2, 6)
show("model", [repr(model), model.state_dict()])
source, target = torch.arange(40.0).cos().reshape(5, 2, 4), torch.arange(24.0).sin().reshape(3, 2, 4)
out = model(source, target, tgt_mask=model.generate_square_subsequent_mask(3))
show("out", [out, torch.autograd.grad(out, list(model.parameters()), out.detach())])
attempt("batch", lambda: model(source[:, :1], target))
attempt("length", lambda: model(source, target[..., :2]))
attempt("activation", lambda: nn.TransformerEncoderLayer(4, 2, activation="tanh"))
