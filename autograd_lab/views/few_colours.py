"""Pictures in few colours, for small files: those of the theme as they are, and what soft edges need most."""

import io
from collections.abc import Sequence
from typing import Any

from PIL import Image, ImageColor

from . import theme

COLOURS = 64
"""So many are enough for lines and letters, soft edges included, and the file has a quarter of the bytes."""
NEAR = 12
"""So little, in red, green or blue, lies between two colours of which one is enough."""


def in_few_colours(images: Sequence[Image.Image], sample: Sequence[Image.Image]) -> list[Image.Image]:
    """All images in one set of colours, chosen from ``sample``, of which all are equally large."""
    palette = _palette(sample)
    return [image.quantize(palette=palette, dither=Image.Dither.NONE) for image in images]


def small_png(image: Image.Image, **options: Any) -> bytes:
    """An image as PNG bytes, the same for the same image. ``options`` are Pillow's."""
    buffer = io.BytesIO()
    in_few_colours([image], [image])[0].save(buffer, "png", optimize=True, **options)
    return buffer.getvalue()


def _palette(sample: Sequence[Image.Image]) -> Image.Image:
    """The colours of the theme, and between them those that the sample has most of."""
    sheet = Image.new("RGB", (sample[0].width, sample[0].height * len(sample)))
    for place, image in enumerate(sample):
        sheet.paste(image, (0, place * image.height))
    own = [ImageColor.getrgb(colour) for colour in dict.fromkeys(theme.LIGHT.values())]
    flat = sheet.quantize(COLOURS - len(own), dither=Image.Dither.NONE).getpalette()
    others = [flat[start : start + 3] for start in range(0, len(flat), 3)]
    kept = [other for other in others if all(_apart(other, colour) >= NEAR for colour in own)]
    palette = Image.new("P", (1, 1))
    palette.putpalette([part for colour in (*own, *kept) for part in colour])
    return palette


def _apart(one: Sequence[int], other: Sequence[int]) -> int:
    return max(abs(a - b) for a, b in zip(one, other, strict=True))
