# ruff: noqa: F821, E402
"""Interpolation: all modes, sizes and scales; the layers; refusals. Pixels and channels as modules."""

# %% rows
op("F.interpolate(b3, size=5)")
op("F.interpolate(b3, scale_factor=1.7, mode='linear')")
op("F.interpolate(b3, size=2, mode='linear', align_corners=True)")

# %% images
op("F.interpolate(mat.view(1, 1, 3, 4), scale_factor=2)")
op("F.interpolate(mat.view(1, 1, 3, 4), scale_factor=1.3)")
op("F.interpolate(mat.view(1, 1, 3, 4), scale_factor=(1.3, 0.6), mode='bilinear')")
op("F.interpolate(mat.view(1, 1, 3, 4), size=5, mode='bilinear', align_corners=True)")
op("F.interpolate(mat.view(1, 1, 3, 4), scale_factor=1.7, mode='bilinear', recompute_scale_factor=True)")
op("F.interpolate(mat.view(1, 1, 3, 4), size=(2, 3), mode='area')")

# %% types
import torch
from torch.nn import functional

image = torch.tensor([[[[0, 200, 31], [255, 4, 90]]]], dtype=torch.uint8)
for mode in ("nearest", "bilinear"):
    show(mode, functional.interpolate(image, size=(4, 5), mode=mode))
attempt("whole numbers", lambda: functional.interpolate(image.long(), size=2))
attempt("bool", lambda: functional.interpolate(image[0].bool(), size=2))

# %% refusals
import torch
from torch.nn import functional

image, row = torch.ones(1, 2, 3, 4), torch.ones(1, 2, 3)
attempt("nothing", lambda: functional.interpolate(image))
attempt("both", lambda: functional.interpolate(image, 2, 2))
attempt("corners", lambda: functional.interpolate(image, 2, align_corners=True))
attempt("three sizes", lambda: functional.interpolate(image, [1, 2, 3]))
attempt("three scales", lambda: functional.interpolate(image, scale_factor=[1.0, 2.0, 3.0]))
attempt("parts", lambda: functional.interpolate(image, [1.5, 2.0]))
attempt("recompute", lambda: functional.interpolate(image, 2, recompute_scale_factor=True))
attempt("none", lambda: functional.interpolate(image, 0))
attempt("none left", lambda: functional.interpolate(row, scale_factor=0.1))
attempt("no channels", lambda: functional.interpolate(image[:, :0], 2))
attempt("antialias", lambda: functional.interpolate(row, 2, antialias=True))
for mode in ("linear", "bilinear", "other"):
    for size in (row, image, image[None]):
        attempt(mode, lambda mode=mode, size=size: functional.interpolate(size, 2, mode=mode).shape)

# %% modules
import torch
from torch import nn

x = torch.arange(1.0, 73.0).sqrt().reshape(1, 4, 3, 6).requires_grad_()
for layer in (
    nn.Upsample(scale_factor=2), nn.Upsample((4, 5), mode="bilinear"), nn.Upsample(scale_factor=(1, 2), mode="nearest"),
    nn.PixelShuffle(2),
):  # fmt: skip
    show("layer", repr(layer))
    out = layer(x)
    show("out", [out, torch.autograd.grad(out, x, out.detach())])

# %% older_names
import torch
from torch.nn import functional

x = torch.arange(12.0).reshape(1, 1, 3, 4)
show("upsample", functional.upsample(x, scale_factor=2))

# %% sampled_volumes
import torch
from torch.nn import functional

volume = torch.arange(48.0).reshape(2, 1, 2, 3, 4).sin().requires_grad_()
grid = (torch.arange(36.0).reshape(2, 1, 2, 3, 3).cos() * 1.4).requires_grad_()
for mode in ("bilinear", "nearest"):
    for padding in ("zeros", "border", "reflection"):
        for corners in (False, True):
            found = functional.grid_sample(volume, grid, mode, padding, corners)
            gradients = torch.autograd.grad((found * torch.arange(12.0).reshape(found.shape)).sum(), (volume, grid))
            show(f"{mode} {padding} {corners}", [found, *gradients])
turned = functional.affine_grid(torch.eye(3, 4)[[1, 2, 0]][None], (1, 1, 3, 2, 4), align_corners=False)
show("turned", functional.grid_sample(volume.detach()[:1], turned, align_corners=False))
attempt("bicubic", lambda: functional.grid_sample(volume, grid, "bicubic", align_corners=False))
attempt("another batch", lambda: functional.grid_sample(volume, grid[:1], align_corners=False))
attempt("places in two", lambda: functional.grid_sample(volume, grid[..., :2], align_corners=False))
attempt("an image's grid", lambda: functional.grid_sample(volume, grid[:, 0], align_corners=False))
attempt("types", lambda: functional.grid_sample(volume.double(), grid, align_corners=False))
attempt("whole numbers", lambda: functional.grid_sample(volume.detach().long(), grid.detach().long()))
attempt("nothing", lambda: functional.grid_sample(volume[:, :, :0], grid, align_corners=False))
