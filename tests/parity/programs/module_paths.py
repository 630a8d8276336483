# ruff: noqa: F821
"""What a module finds by its dotted name, what its state has, and other dtypes."""


# %% by_name
def network():
    torch.manual_seed(0)
    return torch.nn.Sequential(torch.nn.Linear(2, 2), torch.nn.Sequential(torch.nn.BatchNorm1d(2), torch.nn.ReLU()))


net = network()
show("itself", net.get_submodule("") is net)
show("submodule", net.get_submodule("1.0") is net[1][0])
show("parameter", net.get_parameter("1.0.weight") is net[1][0].weight)
show("of a layer", net[0].get_parameter("bias") is net[0].bias)
show("buffer", net.get_buffer("1.0.running_mean"))
for name in ("2", "1.0.weight", "1.7.weight", "training", "1.", "1.0.eps"):
    attempt(f"submodule {name}", lambda: net.get_submodule(name))
    attempt(f"parameter {name}", lambda: net.get_parameter(name).shape)
    attempt(f"buffer {name}", lambda: net.get_buffer(name))
attempt("parameter without name", lambda: net.get_parameter(""))
net.set_submodule("1.1", torch.nn.Tanh())
net.set_submodule("1.new", torch.nn.Identity())
print(net)
attempt("strict", lambda: net.set_submodule("1.other", torch.nn.Tanh(), strict=True))
attempt("no module", lambda: net.set_submodule("1.0.weight", torch.nn.Tanh()))
attempt("nothing", lambda: net.set_submodule("1.0", 3))
attempt("no name", lambda: net.set_submodule("", torch.nn.Tanh()))


# %% buffers_that_are_not_saved
class Masked(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("kept", torch.ones(2))
        self.register_buffer("mask", torch.zeros(2), persistent=False)
        self.register_buffer("nothing", None, persistent=False)


model = Masked()
show("state", list(model.state_dict()))
show("buffers", [name for name, _ in model.named_buffers()])
show("names", sorted(model._non_persistent_buffers_set))
show("loaded", str(model.load_state_dict({"kept": torch.zeros(2)})))
attempt("too much", lambda: model.load_state_dict({"kept": torch.zeros(2), "mask": torch.zeros(2)}))
model.mask = torch.ones(3)
show("assigned", list(model.state_dict()))
model.register_buffer("mask", torch.ones(1))
show("again", list(model.state_dict()))
model.register_buffer("mask", torch.ones(1), False)
del model.mask
model.register_buffer("mask", torch.ones(1))
show("deleted", list(model.state_dict()))
show("double", model.double().mask.dtype)


# %% dtypes
def dtypes(model):
    return [str(item.dtype) for item in model.state_dict().values()]


def network():
    return torch.nn.Sequential(torch.nn.Linear(2, 2), torch.nn.BatchNorm1d(2))


show("half", dtypes(network().half()))
show("type", dtypes(network().type(torch.float64)))
show("name", dtypes(network().type("torch.HalfTensor")))
show("class", dtypes(network().type(torch.DoubleTensor)))
attempt("whole", lambda: network().type(torch.int64))
attempt("nothing", lambda: network().type("nix"))
show("buffers alone", dtypes(torch.nn.BatchNorm1d(2, affine=False).type(torch.int32)))
net = network()
show("itself", net.half() is net)
