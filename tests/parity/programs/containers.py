# ruff: noqa: F821
"""Modules and parameters in lists and dictionaries: what they hold, how they print, what they refuse."""

# %% module_list
nn = torch.nn
layers = nn.ModuleList([nn.Linear(2, 2) for _ in range(3)])
layers.append(nn.ReLU())
layers += [nn.Linear(2, 1), nn.Sequential(nn.Linear(1, 1), nn.ReLU()), nn.Sequential(nn.Linear(1, 1), nn.ReLU())]
print(layers)
print(nn.ModuleList())
print(nn.ModuleList([nn.ReLU()]))
print(len(layers), layers[-1], layers[1:3], [name for name, _ in layers.named_parameters()])
layers.insert(1, nn.Tanh())
layers[0] = nn.Sigmoid()
print(layers.pop(-1), layers.pop(2))
del layers[1:3]
print(layers, list(layers.state_dict()))
print(layers + [nn.Tanh()], nn.Tanh() in layers, [type(layer).__name__ for layer in layers])
del layers[0]
print(list(layers._modules), layers.extend([nn.Tanh()])[-1])

# %% module_list_in_a_module
torch.manual_seed(0)


class Tower(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.steps = torch.nn.ModuleList([torch.nn.Linear(2, 2), torch.nn.Linear(2, 1)])
        self.acts = torch.nn.ModuleDict({"relu": torch.nn.ReLU(), "tanh": torch.nn.Tanh()})
        self.scales = torch.nn.ParameterList([torch.ones(2), torch.full((1,), 2.0)])

    def forward(self, x):
        for step, scale in zip(self.steps, self.scales):
            x = self.acts["tanh"](step(x)) * scale
        return x


model = Tower()
print(model)
print([(name, tuple(value.shape)) for name, value in model.named_parameters()])
out = model(torch.tensor([[1.0, -2.0]])).sum()
out.backward()
show("out", [out.detach(), *(parameter.grad for parameter in model.parameters())])
again = Tower()
again.load_state_dict(model.state_dict())
show("again", again(torch.tensor([[1.0, -2.0]])).detach())

# %% module_dict
nn = torch.nn
acts = nn.ModuleDict({"relu": nn.ReLU(), "lin": nn.Linear(1, 2)})
acts.update([["tanh", nn.Tanh()]])
acts.update(nn.ModuleDict({"more": nn.Sigmoid()}))
acts["last"] = nn.ReLU()
print(acts, len(acts), list(acts), "relu" in acts, "no" in acts)
print(acts.pop("tanh"), list(acts.keys()), list(acts.values()), [name for name, _ in acts.items()])
del acts["relu"]
print(list(acts.state_dict()))
acts.clear()
print(acts, nn.ModuleDict(None))

# %% parameter_list
nn = torch.nn
values = nn.ParameterList([torch.ones(2, 3), nn.Parameter(torch.zeros(2))])
values.append(torch.tensor(1.0))
print(values)
print(nn.ParameterList([torch.ones(2)]), nn.ParameterList())
values += [3, torch.ones(1)]
print(values, len(values), values[3], values[:2], type(values[-1]).__name__)
values[0] = torch.zeros(1)
print([name for name, _ in values.named_parameters()], [value for value in values])

# %% parameter_dict
nn = torch.nn
values = nn.ParameterDict({"right": torch.ones(2, 3), "left": nn.Parameter(torch.zeros(2))})
print(values)
values["more"] = torch.tensor(1.0)
values["what"] = 3
print(values, len(values), list(values), "left" in values)
print(values.get("no"), values.get("no", 2), values.setdefault("what", 4), values.setdefault("new", torch.ones(1)))
print(values.pop("left"), list(values.keys()))
values.update(nn.ParameterDict([("c", torch.ones(2))]))
del values["more"]
print([name for name, _ in values.named_parameters()], [name for name, _ in values.items()], len(list(values.values())))
values.clear()
print(values)

# %% refusals
nn = torch.nn
modules, named, values, by_name = nn.ModuleList([nn.ReLU()]), nn.ModuleDict(), nn.ParameterList(), nn.ParameterDict()
lines("""
nn.ModuleList(3)
nn.ModuleList([3])
modules[1]
modules[-2]
modules["a"]
modules(1)
modules.append(torch.ones(1))
nn.ModuleDict(3)
nn.ModuleDict([3])
nn.ModuleDict([(1, 2, 3)])
nn.ModuleDict({"a": 1})
nn.ModuleDict({"keys": nn.ReLU()})
nn.ModuleDict({"a.b": nn.ReLU()})
named["a"]
named.pop("a")
named(1)
nn.ParameterList(3)
nn.ParameterList(torch.ones(2))
values[0]
values(1)
nn.ParameterDict(3)
nn.ParameterDict([3])
nn.ParameterDict([(1, 2, 3)])
nn.ParameterDict({1: torch.ones(1)})
by_name["a"]
by_name.pop("a")
by_name(1)
""")

# %% sequential_as_a_list
from collections import OrderedDict

nn = torch.nn
net = nn.Sequential(OrderedDict(first=nn.Linear(2, 3), act=nn.ReLU(), last=nn.Linear(3, 1)))
net[-1] = nn.Identity()
net[1] = nn.Tanh()
print(net, net.act, net[:2])
del net[0]
print(net, list(net._modules), net.pop(-1), len(net))
print(net.insert(0, nn.Linear(1, 2)).insert(-1, nn.Sigmoid()) is net, net.extend([nn.ELU(), nn.GELU()]))
del net[1:4]
both = net + nn.Sequential(nn.Softplus())
print(net, both, sep="\n")
shared = nn.Sequential(nn.Linear(1, 1))
shared += nn.Sequential(shared[0], shared[0], nn.ReLU())
print(shared, len(list(shared.parameters())), shared[0] is shared[2], nn.ReLU() in shared, shared[3] in shared)


class Tower(nn.Sequential):
    pass


print(Tower(nn.ReLU(), nn.Tanh())[:1], nn.Sequential(nn.ReLU()).insert(1, nn.Tanh()))
attempt("place", lambda: net.__setitem__(5, nn.ReLU()))
attempt("no module", lambda: net.__setitem__(0, 3))
attempt("deleted", lambda: net.__delitem__(-4))
attempt("popped", lambda: net.pop(9))
attempt("inserted", lambda: net.insert(7, nn.ReLU()))
attempt("extended", lambda: net.extend(3))
attempt("added", lambda: net + [nn.ReLU()])
attempt("added to", lambda: net.__iadd__([nn.ReLU()]))
show("still there", len(net))
