"""`F.affine_grid` and `F.grid_sample`: a map of places, and an image looked at there."""

import itertools

import numpy as np
import pytest

import autograd_lab as al
from autograd_lab.nn import functional as F  # noqa: N812

IDENTITY = [[[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]]
MODES = [*itertools.product(["bilinear"], ("zeros", "border"), (False, True))]


@pytest.mark.parametrize(("mode", "padding_mode", "align_corners"), MODES)
def test_the_grid_of_the_identity_gives_the_image_back(mode, padding_mode, align_corners):
    image = al.arange(24.0, dtype=al.float64).reshape(1, 2, 3, 4).requires_grad_()
    grid = F.affine_grid(al.tensor(IDENTITY, dtype=al.float64), (1, 2, 3, 4), align_corners)
    seen = F.grid_sample(image, grid, mode, padding_mode, align_corners)
    np.testing.assert_allclose(seen.detach().numpy(), image.detach().numpy(), atol=1e-12)
    seen.sum().backward()
    np.testing.assert_allclose(image.grad.numpy(), np.ones((1, 2, 3, 4)), atol=1e-12)


def test_a_place_learns_where_to_look():
    image = al.tensor([[[[0.0, 1.0, 4.0]]]])
    place = al.tensor([[[[-0.5, 0.0]]]], requires_grad=True)
    F.grid_sample(image, place, align_corners=True).backward()
    assert place.grad.tolist() == [[[[1.0, 0.0]]]]  # from 0 to 1 in one of the two steps that x = -1 … 1 makes
    assert F.grid_sample(image, place, align_corners=True).item() == 0.5


@pytest.mark.torch
@pytest.mark.parametrize(("mode", "padding_mode", "align_corners"), MODES)
def test_values_and_gradients_are_those_of_pytorch(mode, padding_mode, align_corners):
    torch = pytest.importorskip("torch", reason="PyTorch is not installed: pip install torch==2.13.0")
    numbers = np.random.default_rng(0)
    for height, width in ((4, 5), (1, 3), (2, 1)):
        pictures, places = numbers.normal(size=(2, 3, height, width)), numbers.normal(size=(2, 4, 3, 2)) * 1.7
        places[0, 0] = [[-1, 1], [0, 0], [3, -3]]
        found = []
        for lib in (al, torch):
            image, grid = (lib.tensor(each.tolist()).double().requires_grad_() for each in (pictures, places))
            seen = lib.nn.functional.grid_sample(image, grid, mode, padding_mode, align_corners)
            (seen * seen).sum().backward()
            found.append([item.detach().numpy() for item in (seen, image.grad, grid.grad)])
        for ours, theirs in zip(*found, strict=True):
            np.testing.assert_allclose(ours, theirs, 1e-9, 1e-9)


def test_what_does_not_go_together_is_refused():
    image, grid = al.ones(1, 2, 3, 4), al.zeros(1, 2, 2, 2)
    for call, error, words in (
        (lambda: F.grid_sample(image, grid, "nearest"), NotImplementedError, "is left out here; mode='bilinear'"),
        (lambda: F.grid_sample(image, grid.double(), align_corners=True), RuntimeError, "expected scalar type Float"),
        (
            lambda: F.grid_sample(image, grid, padding_mode="reflection"),
            NotImplementedError,
            "padding_mode='reflection'. is left out",
        ),
        (lambda: F.grid_sample(image, 3), TypeError, r"argument 'grid' \(position 2\) must be Tensor"),
        (lambda: F.grid_sample(image[0], grid, align_corners=True), RuntimeError, "to have same batch size"),
        (lambda: F.grid_sample(image[None], grid, align_corners=True), NotImplementedError, "of volumes is left out"),
        (lambda: F.affine_grid(al.ones(1, 2, 2), (1, 1, 2, 2), True), ValueError, "matrices of shape Nx2x3"),
        (lambda: F.affine_grid(al.ones(1, 2, 3), (1, 1, 2, 0), False), ValueError, "positive output size"),
    ):
        with pytest.raises(error, match=words):
            call()
    with pytest.warns(UserWarning, match="changed to align_corners=False since 1.3.0"):
        F.grid_sample(image, grid)
