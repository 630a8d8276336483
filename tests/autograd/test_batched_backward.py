"""One backward for a batch of gradients, against one backward for each of them."""

import numpy as np
import pytest
import slopes
from each_case import every_case

import autograd_lab as al
from autograd_lab import func, nn
from autograd_lab._core.unbroadcast import reduce_results
from autograd_lab._torch.transforms import batched_backward, batching_rules, derivatives
from autograd_lab.derivatives import TABLE

F = nn.functional
ROWS = sorted(batching_rules.ELEMENT_BY_ELEMENT | batching_rules.OF_BATCHES.keys())


def batch_of(gradient, count=3):
    return np.stack([np.asarray(gradient._data) * (number + 1) - number for number in range(count)])


@pytest.mark.parametrize("name", ROWS)
def test_a_rule_that_takes_a_batch_gives_what_it_gives_one_by_one(name):
    op = TABLE[name]
    with every_case() as case:
        for number, (args, leaves) in enumerate(slopes.samples(op)):
            outputs = slopes.outputs_of(op, args)
            if not leaves or not outputs[0].numel():
                continue
            node, grads = outputs[0].grad_fn, batch_of(slopes.seeds_for(outputs)[0])
            for as_tensors in (False, True):
                with case(f"sample {number}", "tensors" if as_tensors else "arrays"):
                    given = al.tensor(grads) if as_tensors else grads
                    together = batched_backward.answers(node, given, as_tensors)
                    together = reduce_results(node, list(together), None, (len(grads),))
                    alone = batched_backward.each_alone(node, [given], as_tensors)
                    for one, other in zip(together, alone, strict=True):
                        assert (one is None) is (other is None)
                        if one is not None:
                            one, other = (np.asarray(getattr(item, "_data", item)) for item in (one, other))
                            np.testing.assert_allclose(one, other, rtol=1e-12, atol=1e-12, strict=True)


WEIGHT, BIAS, POINTS = al.randn(5, 4), al.randn(5), al.randn(3, 4)

FUNCTIONS = {
    "linear": lambda x: F.linear(x, WEIGHT, BIAS).tanh(),
    "one by one": lambda x: F.softmax(x.flip(-1).cumsum(-1) @ WEIGHT.T, -1),
    "several outputs": lambda x: (lambda one, two: one.sin() * two)(*x.chunk(2, -1)),
    "shapes": lambda x: x.reshape(-1, 2).t().unsqueeze(0).permute(1, 2, 0).transpose(0, 1).squeeze(-1) ** 2,
    "sums": lambda x: (x * x.sum()).mean(0) * x.mean(),
    "stretched": lambda x: x[..., None] * BIAS,
    "itself": lambda x: x,
    "a path that ends": lambda x: x * x.detach() + (x * 0 + 1).detach(),
    "in place": lambda x: x.clone().mul_(2).add_(x).exp_(),
    "no path": lambda x: al.ones(3) * WEIGHT.sum(),
    "double": lambda x: x.double().exp(),
}


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize("transform", [func.jacrev, func.hessian])
def test_rows_together_are_the_rows_one_by_one(name, transform, monkeypatch):
    for x in (POINTS[0], POINTS):
        together = transform(FUNCTIONS[name])(x)
        with monkeypatch.context() as patch:
            patch.setattr(derivatives, "is_unwatched", lambda: False)
            alone = transform(FUNCTIONS[name])(x)
        assert together.dtype is alone.dtype and not together.requires_grad
        al.testing.assert_close(together, alone)


def test_blocks_of_rows(monkeypatch):
    expected = func.hessian(FUNCTIONS["linear"])(POINTS)
    monkeypatch.setattr(batched_backward, "_AT_ONCE", 50)
    al.testing.assert_close(func.hessian(FUNCTIONS["linear"])(POINTS), expected)


def test_a_hook_hears_every_row():
    heard = []

    def function(x):
        y = x.exp()
        y.register_hook(lambda grad: heard.append(grad.shape))
        return y * 2

    func.jacrev(function)(POINTS[0])
    assert heard == [(4,)] * 4


def test_the_result_can_be_differentiated_by_what_is_outside():
    weight = WEIGHT.clone().requires_grad_()
    jacobian = func.jacrev(lambda x: (weight @ x).tanh())(POINTS[0])
    (found,) = al.autograd.grad(jacobian.sum(), weight)
    slope = 1 - (WEIGHT @ POINTS[0]).tanh() ** 2
    bend = -2 * (WEIGHT @ POINTS[0]).tanh() * slope
    al.testing.assert_close(found, slope[:, None] + (bend * WEIGHT.sum(1))[:, None] * POINTS[0])


def test_the_result_can_be_written_to():
    jacobian = func.jacrev(lambda x: x.sum() * al.ones(2))(POINTS[0])
    jacobian += 1
    assert jacobian.tolist() == [[2.0] * 4] * 2
