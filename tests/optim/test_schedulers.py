"""What schedulers do to an optimizer's ``step``, and where their warnings point. (Sizes: tests/parity/programs.)"""

import copy
import gc
import pickle
import weakref

import pytest

import autograd_lab as al
from autograd_lab.optim import SGD, Adam, lr_scheduler


def make(kind=SGD):
    return kind([al.ones(2, requires_grad=True)], lr=0.1)


def too_early(optimizer):
    lr_scheduler.StepLR(optimizer, 1).step()


def asked_outside(optimizer):
    lr_scheduler.StepLR(optimizer, 1).get_lr()


def to_an_epoch(optimizer):
    scheduler = lr_scheduler.StepLR(optimizer, 1)
    optimizer.step()
    scheduler.step(3)


def plateau_at_an_epoch(optimizer):
    lr_scheduler.ReduceLROnPlateau(optimizer).step(1.0, 3)


@pytest.mark.parametrize("act", [too_early, asked_outside, to_an_epoch, plateau_at_an_epoch])
def test_a_warning_points_to_the_learners_line(act):
    with pytest.warns(UserWarning, match="scheduler") as caught:
        act(make())
    assert len(caught) == 1
    assert caught[0].filename == __file__


def test_a_copy_steps_itself():
    optimizer = make()
    lr_scheduler.StepLR(optimizer, 1)
    for twin in (copy.deepcopy(optimizer), pickle.loads(pickle.dumps(optimizer))):
        (w,) = twin.param_groups[0]["params"]
        w.grad = al.ones(2)
        twin.step()
        assert w.tolist() == pytest.approx([0.9, 0.9])
    assert optimizer.param_groups[0]["params"][0].tolist() == [1.0, 1.0]


def test_no_cycle_keeps_an_optimizer_alive():
    gc.disable()
    try:
        optimizer = make(Adam)
        scheduler = lr_scheduler.OneCycleLR(optimizer, 0.5, 10)
        seen = weakref.ref(optimizer)
        del optimizer, scheduler
        assert seen() is None
    finally:
        gc.enable()


def test_one_wrapper_for_all_schedulers():
    optimizer = make()
    lr_scheduler.StepLR(optimizer, 1)
    step = optimizer.step
    lr_scheduler.StepLR(optimizer, 1)
    assert optimizer.step is step
    assert step.__doc__ == SGD.step.__doc__
