"""Recurrent layers: what holds whatever PyTorch's numbers are. (Those are in tests/parity/programs/recurrent.py.)"""

import copy
import gc
import pickle

import pytest

import autograd_lab as al
from autograd_lab import nn
from autograd_lab.nn.utils.rnn import pack_sequence, pad_packed_sequence

LAYERS = {
    "RNN": lambda **more: nn.RNN(2, 3, dtype=al.float64, **more),
    "RNN of relu": lambda **more: nn.RNN(2, 3, nonlinearity="relu", dtype=al.float64, **more),
    "LSTM": lambda **more: nn.LSTM(2, 3, dtype=al.float64, **more),
    "GRU": lambda **more: nn.GRU(2, 3, dtype=al.float64, **more),
}


def parts(state):
    """The tensors of a state."""
    return state if isinstance(state, tuple) else (state,)


@pytest.mark.parametrize("kind", LAYERS)
def test_gradients_are_right(kind):
    al.manual_seed(1)
    layer = LAYERS[kind](num_layers=2, bidirectional=True, batch_first=True)
    x = al.randn(2, 3, 2, dtype=al.float64, requires_grad=True)

    def call(x, *weights):
        output, state = layer(x)
        return (output, *parts(state))

    assert al.autograd.gradcheck(call, (x, *layer.parameters()))


@pytest.mark.parametrize("kind", LAYERS)
def test_a_packed_batch_gives_what_its_sequences_give_one_by_one(kind):
    al.manual_seed(2)
    layer = LAYERS[kind](num_layers=2, bidirectional=True)
    sequences = [al.randn(length, 2, dtype=al.float64) for length in (2, 4, 1)]
    output, state = layer(pack_sequence(sequences, enforce_sorted=False))
    padded, _ = pad_packed_sequence(output)
    for place, sequence in enumerate(sequences):
        alone, last = layer(sequence)
        assert al.allclose(padded[: len(sequence), place], alone)
        assert all(al.allclose(s[:, place], one) for s, one in zip(parts(state), parts(last), strict=True))
    loss = pad_packed_sequence(output)[0].pow(2).sum()
    packed = al.autograd.grad(loss, list(layer.parameters()))
    alone = al.autograd.grad(sum(layer(s)[0].pow(2).sum() for s in sequences), list(layer.parameters()))
    assert all(al.allclose(one, two) for one, two in zip(packed, alone, strict=True))


@pytest.mark.parametrize("kind", ["RNN", "LSTM", "GRU"])
def test_a_layer_is_a_loop_over_its_cell(kind):
    al.manual_seed(3)
    layer, cell = getattr(nn, kind)(2, 3), getattr(nn, f"{kind}Cell")(2, 3)
    cell.load_state_dict({name.removesuffix("_l0"): value for name, value in layer.state_dict().items()})
    x, state = al.randn(4, 2, 2), None
    output, last = layer(x)
    for step, expected in zip(x, output, strict=True):
        state = cell(step, state)
        assert al.allclose(parts(state)[0], expected)
    assert all(al.allclose(one, two[0]) for one, two in zip(parts(state), parts(last), strict=True))


def test_a_weight_that_is_no_parameter_any_more_is_used():
    """As when a program computes a weight anew before each call."""
    layer = nn.RNN(1, 1, bias=False)
    del layer.weight_ih_l0
    layer.weight_ih_l0 = al.zeros(1, 1)
    assert layer(al.ones(2, 1))[0].tolist() == [[0], [0]]


def test_copies_and_pickles_give_the_same():
    layer = nn.LSTM(2, 3, num_layers=2)
    x = al.ones(2, 2)
    for other in (copy.deepcopy(layer), pickle.loads(pickle.dumps(layer))):
        assert other(x)[0].tolist() == layer(x)[0].tolist()
        assert other.weight_hh_l1 is not layer.weight_hh_l1


def test_nothing_is_left_to_the_garbage_collector():
    layer = nn.LSTM(2, 3, num_layers=2, bidirectional=True)
    packed = pack_sequence([al.ones(3, 2), al.ones(2, 2)])
    layer(packed)[0].data.sum().backward()
    gc.collect()
    gc.disable()
    try:
        layer(packed)[0].data.sum().backward()
        assert gc.collect() == 0
    finally:
        gc.enable()
