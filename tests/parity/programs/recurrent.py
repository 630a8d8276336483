# ruff: noqa: F821
"""Recurrent layers and cells, and sequences of several lengths."""

# %% starting_numbers
torch.manual_seed(0)
nn = torch.nn
for layer in (
    nn.RNN(2, 3), nn.GRU(1, 2, num_layers=2, bias=False), nn.LSTM(2, 3, bidirectional=True),
    nn.RNNCell(2, 3), nn.LSTMCell(2, 1), nn.GRUCell(1, 2, bias=False), nn.RNN(2, 3, dtype=torch.float64),
):  # fmt: skip
    show(repr(layer), dict(layer.state_dict()))
    print(repr(layer), [name for name, _ in layer.named_parameters()])
for layer in (
    nn.RNN(2, 3, 2, "relu", False, True, 0.5, True), nn.GRU(2, 3, 2, True, True, dropout=0.25),
    nn.LSTM(2, 3, bias=False, bidirectional=True), nn.RNNCell(2, 3, False, "relu"),
):  # fmt: skip
    print(layer, layer.__dict__.get("mode"), layer.training)
layer = nn.LSTM(2, 3, 2)
print([[tuple(w.shape) for w in weights] for weights in layer.all_weights], layer.flatten_parameters())
print(layer.input_size, layer.hidden_size, layer.num_layers, layer.bias, layer.batch_first, layer.dropout)


# %% layers rtol=1e-5
def run(layer, shape, *state):
    count = 1
    for size in shape:
        count *= size
    x = (torch.arange(count, dtype=torch.float64).reshape(shape) / 7).sin().requires_grad_()
    states = [torch.full(size, 0.3 + i, dtype=torch.float64, requires_grad=True) for i, size in enumerate(state)]
    given = [] if not states else [states[0]] if len(states) == 1 else [tuple(states)]
    out, last = layer(x, *given)
    last = list(last) if isinstance(last, tuple) else [last]
    show(f"{layer} {shape}", [out, *last])
    (out.pow(2).sum() + sum(item.sin().sum() for item in last)).backward()
    show("gradients", [x.grad, *[s.grad for s in states], *[p.grad.sum() for p in layer.parameters()]])


torch.manual_seed(1)
nn, double = torch.nn, {"dtype": torch.float64}
run(nn.RNN(2, 3, **double), (4, 2, 2))
run(nn.RNN(2, 3, nonlinearity="relu", batch_first=True, **double), (2, 4, 2), (1, 2, 3))
run(nn.RNN(2, 3, num_layers=2, bidirectional=True, bias=False, **double), (3, 2, 2), (4, 2, 3))
run(nn.RNN(2, 3, **double), (4, 2))
run(nn.RNN(2, 3, batch_first=True, **double), (4, 2), (1, 3))
run(nn.LSTM(2, 3, **double), (4, 2, 2))
run(nn.LSTM(2, 3, num_layers=2, batch_first=True, bidirectional=True, **double), (2, 3, 2), (4, 2, 3), (4, 2, 3))
run(nn.LSTM(2, 3, **double), (4, 2), (1, 3), (1, 3))
run(nn.GRU(2, 3, **double), (4, 2, 2))
run(nn.GRU(2, 3, num_layers=2, batch_first=True, bidirectional=True, **double), (2, 3, 2), (4, 2, 3))
run(nn.GRU(2, 3, bias=False, **double), (1, 2), (1, 3))

# %% dropout_between_layers rtol=1e-5
for kind in (torch.nn.RNN, torch.nn.LSTM, torch.nn.GRU):
    torch.manual_seed(3)
    layer = kind(2, 8, 3, dropout=0.5)
    show(kind.__name__, [layer(torch.ones(3, 2, 2))[0].detach(), layer.eval()(torch.ones(1, 2))[0].detach()])
torch.nn.RNN(2, 3, dropout=0.5)

# %% cells
torch.manual_seed(4)
for cell in (
    torch.nn.RNNCell(2, 3), torch.nn.RNNCell(2, 3, nonlinearity="relu", bias=False), torch.nn.LSTMCell(2, 3),
    torch.nn.GRUCell(2, 3),
):  # fmt: skip
    pair = isinstance(cell, torch.nn.LSTMCell)
    for shape, state in (((2, 2), (2, 3)), ((2,), (3,))):
        x, h = torch.ones(shape, requires_grad=True), torch.full(state, 0.5, requires_grad=True)
        cell.zero_grad()
        out = cell(x, (h, h * 2) if pair else h)
        out = cell(x, out)
        show("two steps", list(out) if pair else out)
        (out[0] + out[1] if pair else out).sum().backward()
        show("gradients", [x.grad, h.grad, *[p.grad for p in cell.parameters()]])
        show("from zero", cell(x))

# %% padding
from torch.nn.utils.rnn import pad_sequence

a, b = torch.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True), torch.tensor([[5.0, 6.0]], requires_grad=True)
for options in ({}, {"batch_first": True}, {"padding_value": -1.0}, {"padding_side": "left", "batch_first": True}):
    padded = pad_sequence([b, a], **options)
    show(str(options), padded)
    show("gradients", torch.autograd.grad((padded * padded).sum(), [a, b]))
nodes(pad_sequence([a, b]), a=a, b=b)
show("tensor", pad_sequence(torch.eye(2)))
show("first one's dtype", pad_sequence([torch.ones(1, dtype=torch.int64), torch.ones(2)], padding_value=2.5))
attempt("none", lambda: pad_sequence([]))
attempt("no tensor", lambda: pad_sequence([torch.ones(2), 3]))
attempt("widths", lambda: pad_sequence([torch.ones(2, 3), torch.ones(3, 2)]))
attempt("ranks", lambda: pad_sequence([torch.ones(2), torch.ones(3, 2)]))
attempt("side", lambda: pad_sequence([torch.ones(2)], padding_side="middle"))

# %% packing
from torch.nn.utils.rnn import (
    PackedSequence, invert_permutation, pack_padded_sequence, pack_sequence, pad_packed_sequence,
)  # fmt: skip

x = torch.arange(12.0).reshape(3, 2, 2).requires_grad_()
packed = pack_padded_sequence(x, [3, 1])
print(packed, packed.data.shape, len(packed), isinstance(packed, tuple))
nodes(packed.data, x=x)
show("gradient", torch.autograd.grad((packed.data**2).sum(), x))
for lengths, options in (([1, 3], {}), (torch.tensor([2, 3]), {"batch_first": True})):
    batch = x.transpose(0, 1).contiguous() if options else x
    packed = pack_padded_sequence(batch, lengths, enforce_sorted=False, **options)
    print(packed)
    for total in (None, 4):
        padded, back = pad_packed_sequence(packed, padding_value=9.0, total_length=total, **options)
        show("back", [padded, back])
        show("gradient", torch.autograd.grad((padded**2).sum(), x, retain_graph=True))
sequences = [torch.tensor([1, 2, 3]), torch.tensor([4, 5]), torch.tensor([6])]
print(pack_sequence(sequences).to(torch.float64), invert_permutation(torch.tensor([2, 0, 1])), invert_permutation(None))
print(PackedSequence(torch.ones(2), torch.tensor([1, 1])), pack_sequence(sequences).to(torch.float32).data.dtype)
attempt("rising", lambda: pack_padded_sequence(x, [1, 2]))
attempt("zero", lambda: pack_padded_sequence(x, [1, 0]))
attempt("too few", lambda: pack_padded_sequence(x, [3]))
attempt("a vector", lambda: pack_padded_sequence(torch.ones(2), [1, 1]))
attempt("short", lambda: pad_packed_sequence(packed, total_length=1))

# %% packed_layers rtol=1e-5
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

torch.manual_seed(5)
for layer in (
    torch.nn.RNN(2, 3, 2, batch_first=True), torch.nn.GRU(2, 3, bidirectional=True, batch_first=True),
    torch.nn.LSTM(2, 3, 2, bidirectional=True, batch_first=True),
):  # fmt: skip
    x = (torch.arange(24.0).reshape(3, 4, 2) / 5).cos().requires_grad_()
    for lengths in ([4, 2, 1], [2, 4, 2]):
        layer.zero_grad()
        packed = pack_padded_sequence(x, lengths, batch_first=True, enforce_sorted=False)
        out, last = layer(packed)
        pair = isinstance(last, tuple)
        out, last = layer(packed, tuple(part * 2 for part in last) if pair else last * 2)
        padded, back = pad_packed_sequence(out, batch_first=True)
        show(f"{layer} {lengths}", [out.data, *out[1:], padded, back, *(last if pair else [last])])
        loss = padded.pow(2).sum() + (last[1] if pair else last).sum()
        show("gradient", torch.autograd.grad(loss, [x, *layer.parameters()])[:3])
attempt("hidden", lambda: torch.nn.GRU(2, 3)(packed, torch.zeros(1, 4, 3)[:, 1:, 1:]))
attempt("width", lambda: torch.nn.RNN(3, 3)(packed))
attempt("dtype", lambda: torch.nn.RNN(2, 3)(packed.to(torch.float64)))

# %% errors
nn, ones = torch.nn, torch.ones
lines("""
    nn.RNN(2, 3, dropout=1.5)
    nn.RNN(2, 0)
    nn.RNN(2, 3, nonlinearity="sine")
    nn.GRU(2, 3)(ones(2))
    nn.RNN(2, 3)(ones(2, 2, 2).long())
    nn.RNN(2, 3)(ones(0, 2, 2))
    nn.RNN(2, 3)(ones(2, 2, 2), ones(2, 3))
    nn.LSTM(2, 3)(ones(2, 2, 2), ones(2, 2, 3))
    nn.LSTM(2, 3)(ones(2, 2, 2), (ones(1, 2, 3), ones(1, 2, 2)))
    nn.RNNCell(2, 3)(ones(2, 3))
    nn.RNNCell(2, 3)(ones(1, 2, 2))
    nn.RNNCell(2, 3)(ones(2, 2), ones(3, 3))
    nn.RNNCell(2, 3, nonlinearity="sine")(ones(2))
    nn.LSTMCell(2, 3)(ones(2, 2), ones(2, 3))
    nn.LSTMCell(2, 3)(ones(2, 2), (ones(2, 3), ones(2, 2)))
    nn.LSTMCell(2, 3)(ones(2, 2), (ones(2, 3),))
""")
