"""How results lie in memory: a program that goes on with ``view`` needs the layout that PyTorch gives them."""

import pytest

import autograd_lab as al

F = al.nn.functional
X = al.linspace(0.1, 0.9, 24).reshape(4, 3, 2).permute(2, 1, 0)
"""(2, 3, 4), and in memory the other way round."""


@pytest.mark.parametrize(
    "result",
    [
        lambda x: x.softmax(-1),
        lambda x: x.log_softmax(0),
        lambda x: F.layer_norm(x, (4,)),
        lambda x: x.masked_fill(x > 0.5, 0.0),
        lambda x: x.sum(0),
        lambda x: x.mean(-1, keepdim=True),
        lambda x: x.var(0),
        lambda x: x.prod(0),
        lambda x: x.amax(-1),
        lambda x: x.norm(dim=0),
        lambda x: x.logsumexp(0),
        lambda x: (x > 0.5).any(0),
        lambda x: x.cumsum(0),
        lambda x: 2.0**x,
        lambda x: al.linalg.cross(x, x, dim=1),
    ],
)
def test_these_lie_row_by_row_whatever_the_operand_does(result):
    assert not X.is_contiguous() and result(X).is_contiguous()
    assert al.equal(result(X), result(X.contiguous()))


def test_new_tensors_like_another_lie_as_it_does_but_stretched_dimensions_come_in_order():
    assert al.zeros_like(X).stride() == al.empty_like(X).stride() == X.stride() == (1, 2, 6)
    assert al.full_like(X[0, 0].expand(2, 3, 4), 2).stride() == (12, 4, 1)
    assert al.ones_like(al.ones(2, 1).expand(2, 3)).stride() == (3, 1)
    assert al.ones_like(al.ones(0, 1).expand(0, 3)).shape == (0, 3)


@pytest.mark.parametrize(
    ("like", "draw"),
    [
        (al.rand_like, al.rand),
        (lambda x: F.dropout(al.ones_like(x)), lambda *shape: F.dropout(al.ones(shape))),
    ],
)
def test_random_numbers_are_drawn_in_the_order_in_which_they_lie(like, draw):
    al.manual_seed(7)
    ours = like(X)
    al.manual_seed(7)
    assert al.equal(ours, draw(4, 3, 2).permute(2, 1, 0))


def test_normal_numbers_like_others_are_drawn_one_by_one_where_they_lie_otherwise():
    al.manual_seed(7)
    many = al.randn_like(X)
    al.manual_seed(7)
    few = al.cat([al.randn(8) for _ in range(3)])  # fewer than 16 are always drawn so
    assert al.allclose(many.permute(2, 1, 0).reshape(-1), few)
