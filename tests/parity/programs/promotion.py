# ruff: noqa: F821
"""Which dtype comes out when two operands meet: every pair of dtypes, as vectors, scalars and Python numbers."""

# %% every_pair
import itertools
import operator

LETTERS = dict(zip(("float64", "float32", "float16", "int64", "int32", "int16", "int8", "uint8", "bool"), "dfhlisbBt"))


def vector(name):
    return torch.tensor([1, 1], dtype=getattr(torch, name))


def scalar(name):
    return torch.tensor(1, dtype=getattr(torch, name))


operands = [make(name) for name in LETTERS for make in (vector, scalar)] + [True, 2, 1.5]


def table(function):
    """A letter for each pair of operands: the result's dtype, ! for a refusal, . where no tensor takes part."""
    found, texts = "", set()
    for one, other in itertools.product(operands, repeat=2):
        if not (torch.is_tensor(one) or torch.is_tensor(other)):
            found += "."
            continue
        try:
            result = function(one, other)
            found += LETTERS[str(result if isinstance(result, torch.dtype) else result.dtype).removeprefix("torch.")]
        except (RuntimeError, NotImplementedError) as error:
            found += "!"
            texts.add(str(error).splitlines()[0])
    return [found, sorted(texts)]


show("result_type", table(torch.result_type))
for name in ("add", "sub", "mul", "truediv", "eq", "ne", "lt", "le", "gt", "ge"):
    show(name, table(getattr(operator, name)))
for name in ("iadd", "isub", "imul", "itruediv"):
    show(name, table(lambda a, b: getattr(operator, name)(a.clone() if torch.is_tensor(a) else a, b)))

# %% functions
import itertools

names = ("float64", "float32", "float16", "int64", "int32", "uint8", "bool")
tensors = [torch.tensor(value, dtype=getattr(torch, name)) for name in names for value in ([1, 1], 1)]
mask = torch.tensor([True, False])
for label, function in {
    "where": lambda a, b: torch.where(mask, a, b),
    "where number": lambda a, b: torch.where(mask, a, 2.5),
    "maximum": torch.maximum,
    "minimum": torch.minimum,
    "add alpha": lambda a, b: torch.add(a, b, alpha=1),
    "div": torch.div,
    "full_like": lambda a, b: torch.full_like(a, 1.5),
}.items():
    show(label, [str(function(a, b).dtype)[6:] for a, b in itertools.combinations_with_replacement(tensors, 2)])
for label, function in {"cat": torch.cat, "stack": torch.stack}.items():
    vectors = tensors[::2]
    show(label, [str(function([a, b]).dtype)[6:] for a, b in itertools.product(vectors, repeat=2)])
show("promote_types", [str(torch.promote_types(a.dtype, b.dtype))[6:] for a in tensors for b in tensors[::2]])
show("can_cast", [torch.can_cast(a.dtype, b.dtype) for a in tensors[::2] for b in tensors[::2]])

# %% numbers
lines("""
torch.result_type(1, 2.5), torch.result_type(True, False), torch.result_type(True, 2)
torch.tensor([1, 2]) + 1.5, torch.tensor([1, 2]) * True, torch.tensor([True]) + 1, torch.tensor([True]) * 1.5, torch.tensor([True]) + True
torch.tensor([1], dtype=torch.uint8) - 2, torch.tensor([200], dtype=torch.uint8) + 100, torch.tensor([127], dtype=torch.int8) + 1
torch.tensor([1.], dtype=torch.float16) + torch.tensor(1., dtype=torch.float64)
torch.tensor([1., 2.]) + torch.tensor([1, 2]), torch.tensor(1) + torch.tensor([1.]), torch.tensor(1.) + torch.tensor([1])
torch.tensor([True]) - torch.tensor([1.])
torch.tensor([True]) - torch.tensor([True])
torch.tensor([1.]) - torch.tensor([True])
torch.tensor([1.]) - True
True - torch.tensor([1.])
1 - torch.tensor([True])
-torch.tensor([True])
torch.tensor([1, 2]).add_(1.5)
torch.tensor([True]).add_(1)
torch.tensor([1, 2]).div_(2)
torch.tensor([1.]).add_(torch.tensor([1.], dtype=torch.float64)).dtype
True & torch.tensor([True, False]), 3 | torch.tensor([4]), 1 ^ torch.tensor([1, 2])
torch.promote_types(torch.float, 1)
torch.can_cast(1, 2)
""")
