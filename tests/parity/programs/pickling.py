# ruff: noqa: F821
"""pickle, copy, torch.save and torch.load: what comes back, and what stays behind."""

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

# %% modules
import copy
import pickle

net = torch.nn.Sequential(torch.nn.Linear(2, 2), torch.nn.ReLU(), torch.nn.Linear(2, 1))
with torch.no_grad():
    for i, p in enumerate(net.parameters()):
        p.fill_(0.5 + i)
for name, way in {"pickle": lambda m: pickle.loads(pickle.dumps(m)), "deepcopy": copy.deepcopy}.items():
    twin = way(net)
    show(name, [repr(twin), list(twin.state_dict().items()), twin(torch.ones(1, 2))])
    show(f"{name} parameters", [type(p).__name__ for p in twin.parameters()])
    with torch.no_grad():
        twin[0].weight.zero_()
    show(f"{name} apart", net[0].weight)
net(torch.ones(1, 2)).sum().backward()
show("gradient", copy.deepcopy(net)[0].weight.grad)

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

# %% inference_tensors
import copy
import pickle

with torch.inference_mode():
    t = torch.tensor([1.0, 2.0]) * 2
for name, again in {
    "pickle": lambda: pickle.loads(pickle.dumps(t)),
    "deepcopy": lambda: copy.deepcopy(t),
    "copy": lambda: copy.copy(t),
}.items():
    attempt(name, lambda: [again(), again().is_inference(), again().requires_grad])
