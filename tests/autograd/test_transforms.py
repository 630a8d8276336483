"""torch.func where a recording cannot reach: what warns in PyTorch, what has no counterpart, and what is put back."""

import pytest

import autograd_lab as al
from autograd_lab import func, nn

X = al.tensor([1.0, 2.0, 3.0])


def test_forward_mode_gives_the_numbers_of_backward():
    assert func.jacfwd(al.exp)(X).diagonal().tolist() == X.exp().tolist()
    assert al.allclose(func.jacfwd(lambda x: x[:2] ** 2)(X), func.jacrev(lambda x: x[:2] ** 2)(X))


def test_second_derivatives():
    assert func.hessian(lambda x: (x**3).sum())(X).tolist() == [[6, 0, 0], [0, 12, 0], [0, 0, 18]]
    blocks = func.hessian(lambda x, y: (x * y).sum(), argnums=(0, 1))(X, X)
    assert [[block.trace().item() for block in row] for row in blocks] == [[0, 3], [3, 0]]


def test_a_loop_takes_what_cannot_be_batched():
    assert al.vmap(lambda x: al.tensor(x.item() * 2))(X).tolist() == [2, 4, 6]
    assert al.vmap(lambda x: x if x > 1.5 else -x)(X).tolist() == [-1, 2, 3]


def test_random_numbers_are_refused_and_the_stream_stays_where_it_was():
    al.manual_seed(0)
    expected = al.rand(1)
    al.manual_seed(0)
    with pytest.raises(RuntimeError, match="randomness error mode"):
        al.vmap(lambda x: x + al.rand(1))(X)
    assert al.equal(al.rand(1), expected)
    with pytest.raises(NotImplementedError, match="randomness='different'"):
        al.vmap(al.sin, randomness="different")


def test_a_module_gets_its_own_parameters_back():
    net = nn.Sequential(nn.Linear(2, 1), nn.BatchNorm1d(1))
    before = dict(net.named_parameters())
    with pytest.raises(RuntimeError):
        func.functional_call(net, {"0.weight": al.ones(3, 3)}, (al.ones(4, 2),))
    assert all(parameter is before[name] for name, parameter in net.named_parameters())
    out = func.functional_call(net, {"0.weight": al.zeros(1, 2), "0.bias": al.zeros(1)}, al.ones(4, 2))
    assert not out.any()


def test_models_side_by_side():
    models = [nn.Linear(2, 1) for _ in range(3)]
    parameters, buffers = func.stack_module_state(models)
    assert parameters["weight"].shape == (3, 1, 2) and parameters["weight"].is_leaf and not buffers
    x = al.ones(2)
    together = al.vmap(lambda p: func.functional_call(models[0], p, (x,)))(parameters)
    assert al.allclose(together, al.stack([model(x) for model in models]))
    with pytest.raises(RuntimeError, match="at least one model"):
        func.stack_module_state([])


def test_results_have_a_history_only_where_something_outside_wants_one():
    assert not func.grad(lambda x: (x**3).sum())(X).requires_grad
    leaf = X.clone().requires_grad_()
    slope = func.grad(lambda x: (x * leaf).sum())(X)
    assert slope.requires_grad
    with al.no_grad():
        assert not func.grad(lambda x: (x**3).sum())(leaf).requires_grad
