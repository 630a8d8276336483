"""Fixed inputs for the programs: no random numbers, every value exact in float32 and no two of an array equal."""

SHAPES = {
    "s": (),
    "k": (),
    "v": (3,),
    "w": (3,),
    "m": (2, 3),
    "n": (2, 3),
    "mat": (3, 4),
    "sq": (3, 3),
    "col": (2, 1),
    "b3": (2, 2, 3),
    "b4": (2, 3, 2),
    "c4": (2, 1, 2, 3),
    "d4": (1, 2, 3, 2),
    "e": (0,),
    "e2": (0, 3),
}
"""Letters for float leaves that require a gradient."""

POSITIVE = {"p": (3,), "q": (3,), "pm": (2, 3), "ps": ()}
"""The same, with positive values."""

CONSTANTS = {"cv": (3,), "cm": (2, 3), "cmat": (3, 4), "cs": ()}
"""Float tensors that require no gradient."""

EXACT = {
    "mask": [True, False, True],
    "mask2": [[True, False, True], [False, True, False]],
    "idx": [2, 0],
    "twice": [0, 2, 0],
    "classes": [2, 0],
}
"""Bool and int64 tensors."""

LETTERS = {**SHAPES, **POSITIVE, **CONSTANTS, **EXACT}


def count(shape) -> int:
    """How many elements."""
    total = 1
    for size in shape:
        total *= size
    return total


def nested(flat: list, shape):
    """A flat list folded into nested lists of this shape (a bare number for shape ())."""
    if not shape:
        return flat[0]
    step = count(shape[1:])
    return [nested(flat[i * step : (i + 1) * step], shape[1:]) for i in range(shape[0])]


def values(shape, salt: int) -> list:
    """``count(shape)`` different numbers between -1.75 and 1.75, none of them zero."""
    return [((i * 37 + 11 * salt) % 29 - 14) / 8 + 0.0625 for i in range(count(shape))]


def tensor(torch, numbers, shape, **options):
    """A tensor from a flat list; an empty one keeps its whole shape."""
    if 0 in shape:
        return torch.zeros(tuple(shape), **options)
    return torch.tensor(nested(numbers, tuple(shape)), **options)


def like(torch, other, salt: int):
    """Fixed numbers in the shape and dtype of another tensor."""
    shape = tuple(int(size) for size in other.shape)
    return tensor(torch, values(shape, salt), shape, dtype=other.dtype)


def letter(torch, name: str, dtype):
    """The tensor a letter stands for."""
    salt = list(LETTERS).index(name)
    if name in EXACT:
        return torch.tensor(EXACT[name])
    shape = LETTERS[name]
    numbers = values(shape, salt)
    if name in POSITIVE:
        numbers = [((i * 37 + 11 * salt) % 29 + 1) / 8 for i in range(count(shape))]
    return tensor(torch, numbers, shape, dtype=dtype, requires_grad=name not in CONSTANTS)


def build(torch, expression: str, dtype, given: dict) -> dict:
    """The tensors named in the expression: those given as nested lists (leaves), else the letters of this page."""
    names = compile(expression, "<expression>", "eval").co_names
    built = {name: letter(torch, name, dtype) for name in names if name in LETTERS and name not in given}
    made = {name: torch.tensor(value, dtype=dtype, requires_grad=True) for name, value in given.items()}
    return {**built, **made}
