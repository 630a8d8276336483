"""Attention, transformers, interpolation and bags: what holds for any weights, and where we differ from PyTorch."""

import copy
import pickle

import numpy as np
import pytest

import autograd_lab as al
from autograd_lab import nn
from autograd_lab.nn import functional


@pytest.fixture
def attention():
    al.manual_seed(0)
    return nn.MultiheadAttention(4, 2, batch_first=True).double()


def numbers(*shape):
    return al.tensor(np.random.default_rng(sum(shape)).normal(size=shape))


# ----- attention -----------------------------------------------------------------------------------------------------
def test_weights_are_shares(attention):
    x = numbers(2, 3, 4)
    out, shares = attention(x, x, x)
    assert (out.shape, shares.shape) == ((2, 3, 4), (2, 3, 3))
    np.testing.assert_allclose(shares.detach().numpy().sum(-1), 1)
    alone, none = attention(x, x, x, need_weights=False)
    assert none is None
    np.testing.assert_allclose(alone.detach().numpy(), out.detach().numpy())


def test_who_may_not_look_sees_nothing(attention):
    x = numbers(1, 3, 4)
    causal = nn.Transformer.generate_square_subsequent_mask(3, dtype=al.float64)
    assert causal.tolist() == [[0, -np.inf, -np.inf], [0, 0, -np.inf], [0, 0, 0]]
    out, shares = attention(x, x, x, attn_mask=causal)
    assert not np.triu(shares[0].detach().numpy(), 1).any()
    later = x.clone()
    later[0, 2] = 7.0
    np.testing.assert_array_equal(
        attention(later, later, later, attn_mask=causal)[0][0, :2].detach(), out[0, :2].detach()
    )


def test_derivatives_of_attention(attention):
    x, y = numbers(1, 2, 4).requires_grad_(), numbers(1, 3, 4).requires_grad_()
    assert al.autograd.gradcheck(lambda *args: attention(*args)[0], (x, y, y))
    assert al.autograd.gradgradcheck(lambda *args: attention(*args)[0], (x, y, y))


# ----- transformers --------------------------------------------------------------------------------------------------
def test_an_activation_that_is_a_module_stays_in_the_copies():
    layer = nn.TransformerDecoderLayer(4, 2, 8, activation=nn.Tanh())
    assert all(isinstance(copied.activation, nn.Tanh) for copied in nn.TransformerDecoder(layer, 2).layers)


def test_in_evaluation_masks_of_numbers_are_added_as_in_training():
    al.manual_seed(0)
    layer = nn.TransformerEncoderLayer(4, 2, 8, dropout=0.0, batch_first=True)
    x, nearer = al.randn(1, 3, 4), -(al.arange(3.0)[:, None] - al.arange(3.0)).abs()
    with al.no_grad():
        trained, evaluated = layer(x, nearer), layer.eval()(x, nearer)
    assert trained.tolist() == evaluated.tolist()
    assert trained.tolist() != layer(x).tolist()


def test_copies_and_pickles():
    al.manual_seed(0)
    layer = nn.TransformerEncoderLayer(4, 2, 8, activation="gelu").eval()
    x = al.randn(3, 1, 4)
    for other in (copy.deepcopy(layer), pickle.loads(pickle.dumps(layer))):
        assert other(x).tolist() == layer(x).tolist()


def test_a_transformer_learns_to_copy():
    al.manual_seed(0)
    embedding, out = nn.Embedding(5, 8), nn.Linear(8, 5)
    model = nn.Transformer(8, 2, 1, 1, 16, dropout=0.0, batch_first=True)
    optimizer = al.optim.Adam([*embedding.parameters(), *model.parameters(), *out.parameters()], lr=0.02)
    words = al.tensor([[1, 2, 3], [3, 1, 4], [2, 4, 1]])
    given = al.tensor([[0, 1, 2], [0, 3, 1], [0, 2, 4]])
    mask = model.generate_square_subsequent_mask(3)
    for _ in range(30):
        optimizer.zero_grad()
        scores = out(model(embedding(words), embedding(given), tgt_mask=mask))
        nn.CrossEntropyLoss()(scores.reshape(-1, 5), words.reshape(-1)).backward()
        optimizer.step()
    assert scores.argmax(-1).tolist() == words.tolist()


# ----- interpolation and bags ----------------------------------------------------------------------------------------
def test_nearest_sends_back_where_it_took_from():
    x = al.arange(3.0).reshape(1, 1, 1, 3).requires_grad_()
    out = functional.interpolate(x, size=(1, 5))
    assert out.tolist() == [[[[0, 0, 1, 1, 2]]]]
    out.sum().backward()
    assert x.grad.tolist() == [[[[2, 2, 1]]]]


def test_a_bag_is_the_sum_of_what_an_embedding_finds():
    al.manual_seed(0)
    rows, which = al.randn(6, 3), al.tensor([[0, 5, 2], [4, 4, 1]])
    found = functional.embedding(which, rows)
    np.testing.assert_allclose(functional.embedding_bag(which, rows, mode="sum"), found.sum(1), rtol=1e-6)
    np.testing.assert_allclose(functional.embedding_bag(which, rows), found.mean(1), rtol=1e-6)
