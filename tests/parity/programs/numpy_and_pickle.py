# ruff: noqa: F821
"""Tensors outside: NumPy, pickle, copies, and as text."""

# %% numpy_functions
import warnings

import numpy as np

x = torch.tensor([[1.0, 2.0], [3.0, 4.0]])
with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # what NumPy 2 has to say about PyTorch
    lines("""
    np.float64(2) + x, np.int64(2) * x, np.float32(2) ** x, np.multiply(2.0, x), np.divmod(x, 2)
    """)

# %% refused_where_a_gradient_is_needed
import warnings

import numpy as np

g = torch.tensor([1.0, 2.0], requires_grad=True)
lines("""
np.exp(g)
""")
with torch.no_grad(), warnings.catch_warnings():
    warnings.simplefilter("ignore")
    show("no_grad", [np.exp(g).requires_grad, np.asarray(g).tolist()])

# %% numbers_and_arrays
import warnings

import numpy as np

warnings.simplefilter("ignore", DeprecationWarning)  # what NumPy 2 has to say about PyTorch
x = torch.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
z = torch.tensor(1.0)
y = torch.zeros(2)
lines("""
np.array(x)
np.float32(2)*z, np.int64(2)*z, np.float64(2)+z, np.float64(2)-z, np.float64(2)/z, np.float64(2)**z, z**np.float64(2), z/np.float64(2), z-np.float64(2)
np.float64(1)<z, np.float64(1)==z, z==np.float64(1), z<np.float64(2)
""")

# %% python_functions
import math

import numpy as np

x = torch.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
z = torch.tensor(1.0)
y = torch.zeros(2)
lines("""
int(z), float(z), bool(z), complex(z)
torch.tensor([1,2]).__index__()
int(torch.tensor(2.7)), int(torch.tensor([2.7])), int(torch.tensor(float('nan')))
float(torch.tensor([1.,2.]))
1. in x, 5. in x, z in x, torch.ones(2) in x
None in x
round(torch.tensor(2.5),1)
abs(torch.tensor(-2.)), -z, +z, ~torch.tensor(True), divmod(torch.tensor(5),3), 7%torch.tensor(4), torch.tensor(7)%4
'{:>10}'.format(torch.tensor([1]))
x<None
[1,2]+x
'a'+x
x/None
x@2
""")

# %% what_numpy_functions_return
import warnings

import numpy as np

warnings.simplefilter("ignore")  # NumPy finds fault with PyTorch's __array_wrap__
x = torch.tensor([[1.0, 2.0], [3.0, 4.0]])
for line in """
np.concatenate([x, x], axis=1)
np.stack((x, x), 1)
np.where(x > 1, x, 0)
np.where(x > 1)
np.expand_dims(x, 0)
np.broadcast_to(x[0], (2, 2))
np.hstack([x, x])
np.zeros_like(x)
np.round(x, 1)
np.squeeze(x[None])
np.repeat(x, 2, axis=0)
np.cumsum(x)
np.cumprod(x, 1)
np.argsort(x)
np.argmax(x)
np.argmin(x, axis=0)
np.searchsorted(x[0], 1.5)
np.take(x, [0, 1])
np.split(x, 2)
np.linalg.inv(x)
np.linalg.norm(x)
np.sort(x)
np.dot(x, x)
np.median(x)
np.transpose(x)
np.add.reduce(x)
np.sqrt(x)
np.tile(x, 2)
np.unique(x)
""".strip().splitlines():
    result = eval(line)
    several = result if isinstance(result, list | tuple) else [result]
    kinds = {type(item).__name__ for item in several}
    show(line, [sorted(kinds), [torch.as_tensor(item) for item in several]])

# %% one_tensor
import copy
import pickle


def again(value):
    return pickle.loads(pickle.dumps(value))


x = torch.tensor([1.0, 2.0], requires_grad=True)
y = x * 2
x.grad = torch.ones(2)
for name, way in {"pickle": again, "copy": copy.copy, "deepcopy": copy.deepcopy}.items():
    attempt(f"{name} leaf", lambda: way(x))
    attempt(f"{name} grad", lambda: way(x).grad)
    attempt(f"{name} result", lambda: way(y))
    attempt(f"{name} node", lambda: way(y.grad_fn))
    attempt(f"{name} int", lambda: way(torch.tensor([1, 2], dtype=torch.int8)))
    attempt(f"{name} 0-d", lambda: way(torch.tensor(2.5)))
    attempt(f"{name} empty", lambda: way(torch.zeros(0, 3)))
    attempt(f"{name} transposed", lambda: [way(torch.ones(2, 3).t()), way(torch.ones(2, 3).t()).stride()])
    attempt(f"{name} part", lambda: way(torch.arange(6.0).reshape(2, 3)[:, 1:]))
    turned = torch.arange(24.0).reshape(2, 3, 4).permute(1, 2, 0) * 2
    for item in (turned, turned[1], turned[:, :1], turned.unfold(0, 2, 1)):
        attempt(f"{name} turned", lambda: [way(item), way(item).stride(), way(item).storage_offset()])
    attempt(
        f"{name} parameter", lambda: [way(torch.nn.Parameter(torch.ones(2))), type(way(torch.nn.Parameter(x))).__name__]
    )
    attempt(f"{name} dtype", lambda: way(torch.float32) is torch.float32)
    attempt(f"{name} others", lambda: [way(torch.device("cpu")), way(torch.Size([2])), way(torch.strided)])
    attempt(f"{name} generator", lambda: way(torch.Generator().manual_seed(3)).initial_seed())
shared = copy.copy(x)
with torch.no_grad():
    shared.add_(1)
show("copy shares memory", [x, shared])
apart = copy.deepcopy(x)
with torch.no_grad():
    apart.add_(1)
show("deepcopy does not", [x, apart])
same = copy.deepcopy([x, x])
show("one object", [same[0] is same[1], again([x, x])[0] is not None])
x.note = "kept"
show("attributes", [again(x).note, copy.copy(x).note, copy.deepcopy(x).note])

# %% files
import collections
import io
import os
import pathlib
import tempfile


def again(value, **options):
    file = io.BytesIO()
    torch.save(value, file)
    file.seek(0)
    return torch.load(file, **options)


class Own:
    pass


x = torch.tensor([1.0, 2.0], requires_grad=True)
show("leaf", again(x))
show("result", again(x * 2))
show("numbers", again({"a": x, "b": [1, 2.0, "s", None, True], "c": (1,), "e": torch.Size([2])}))
show("dtype", again(torch.float32) is torch.float32)
z = torch.ones(3)
views = again([z, z[1:]])
views[0][1] = 5
show("views stay views of each other", views)
show("set", sorted(again({1, 2})))
show("ordered", again(collections.OrderedDict(a=torch.ones(1))))
show("map_location", [again(x, map_location="cpu"), again(x, map_location=torch.device("cpu"))])
layer = torch.nn.Linear(2, 1)
with torch.no_grad():
    layer.weight.fill_(1.5)
    layer.bias.fill_(0.5)
show("state", again(layer.state_dict()))
other = torch.nn.Linear(2, 1)
show("loaded", repr(other.load_state_dict(again(layer.state_dict()))))
show("loaded", other(torch.ones(1, 2)))
show("parameter", type(again(layer.weight)).__name__)
for name, value in {"module": layer, "own class": Own(), "function": print}.items():
    try:
        again(value)
    except Exception as error:
        show(name, [type(error).__name__, str(error)[:81]])
show("trusted", repr(again(layer, weights_only=False)))
folder = tempfile.mkdtemp()
path = os.path.join(folder, "w.pt")
torch.save(layer.state_dict(), path)
show("path", [torch.load(path), torch.load(pathlib.Path(path))])
os.remove(path)
os.rmdir(folder)
attempt("missing", lambda: torch.load("no_such_file.pt"))
attempt("no file", lambda: torch.save(3, 3))

# %% hooks_stay
import pickle

x = torch.ones(2, requires_grad=True)
x.register_hook(print)
show("tensor", pickle.loads(pickle.dumps(x)))

# %% named_tuples
m = torch.tensor([[1.0, 5.0], [7.0, 2.0]], requires_grad=True)
print(m.max(0))
print(m.detach().min(1))
result = m.max(1)
print(result.values, result.indices)
values, indices = result
show("unpacked", [values.detach(), indices])

# %% options
big = torch.arange(2000.0).reshape(40, 50)
mixed = torch.tensor([1.0, 1234567.0, 1e-5, float("nan"), float("-inf")])
small = torch.tensor([[0.1, 22.25], [-3.125, 4.0]])
for options in (
    {"precision": 2},
    {"precision": 0},
    {"precision": 8},
    {"threshold": 5, "edgeitems": 1},
    {"edgeitems": 2},
    {"linewidth": 30},
    {"linewidth": 20, "precision": 1},
    {"sci_mode": True},
    {"sci_mode": False},
    {"profile": "short"},
    {"profile": "short", "precision": 6},
    {"precision": 1, "sci_mode": True, "linewidth": 200},
):
    torch.set_printoptions(**options)
    for tensor in (
        big,
        mixed,
        small,
        small.double(),
        big.long(),
        torch.tensor(0.1),
        small > 1,
        small.requires_grad_() * 2,
    ):
        show(str(options), repr(tensor))
    torch.set_printoptions(profile="default")
torch.set_printoptions(profile="full")
show("full", repr(torch.arange(1200)))
torch.set_printoptions(profile="default", sci_mode=None)
show("back", repr(big))
