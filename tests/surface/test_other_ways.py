"""Names by which older programs reach the same things."""

import pytest

import autograd_lab as al
from autograd_lab import nn


def test_torch_functional_is_torch():
    assert al.functional.einsum is al.einsum and al.functional.cdist is al.cdist
    assert set(dir(al.functional)) <= set(dir(al))
    with pytest.raises(AttributeError, match="has no attribute 'no_such_name'"):
        al.functional.no_such_name  # noqa: B018


def test_modules_by_the_files_in_which_pytorch_has_them():
    from autograd_lab.nn.modules.conv import Conv2d
    from autograd_lab.nn.modules.linear import Linear
    from autograd_lab.nn.modules.module import Module

    assert (Conv2d, Linear, Module) == (nn.Conv2d, nn.Linear, nn.Module)
    assert nn.modules.loss.MSELoss is nn.modules.MSELoss is nn.MSELoss
    assert isinstance(nn.BatchNorm1d(2), nn.modules.batchnorm._BatchNorm)
    with pytest.raises(AttributeError, match="no_such_name"):
        nn.modules.linear.no_such_name  # noqa: B018


def test_a_device_for_a_while():
    with al.device("cpu") as device:
        assert al.ones(2).device == device
    with pytest.raises(AssertionError, match="Torch not compiled with CUDA enabled"), al.device("cuda"):
        pass
    al.set_default_device("cpu")
    assert al.get_default_device() == al.device("cpu")
