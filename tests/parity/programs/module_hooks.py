# ruff: noqa: F821
"""Hooks of modules, Module.to, and what a saved state may lack."""

# %% order
layer = torch.nn.Linear(2, 1)
torch.nn.init.ones_(layer.weight), torch.nn.init.zeros_(layer.bias)
x = torch.tensor([[1.0, 2.0]], requires_grad=True)


def say(word):
    return lambda *args: show(word, [a for a in args[1:]])


handles = [
    layer.register_forward_hook(say("after")),
    layer.register_forward_pre_hook(say("before")),
    layer.register_full_backward_hook(say("at the inputs")),
    layer.register_forward_hook(say("after, second")),
    layer.register_forward_pre_hook(say("before, second")),
    layer.register_full_backward_hook(say("at the inputs, second")),
]
y = layer(x)
show("result", y)
nodes(y)
y.sum().backward()
show("gradients", [x.grad, layer.weight.grad, layer.bias.grad])
for handle in handles:
    handle.remove()
show("without hooks", layer(x))
(layer(x) ** 2).sum().backward()

# %% replacing
layer = torch.nn.Tanh()
x = torch.tensor([1.0, 2.0], requires_grad=True)
layer.register_forward_pre_hook(lambda module, args: args[0] * 2)
layer.register_forward_pre_hook(lambda module, args: (args[0] + 1,))
layer.register_forward_hook(lambda module, args, out: out * 10)
layer.register_full_backward_hook(lambda module, into, out: (into[0] * 0 + 7,))
layer.register_full_backward_hook(lambda module, into, out: show("both", [into, out]))
y = layer(x)
show("result", y)
y.sum().backward()
show("gradient", x.grad)


# %% several_values
class Parts(torch.nn.Module):
    def forward(self, a, number, b, *, scale=1):
        return a * b * scale, number, a.detach(), b + a


a = torch.tensor([1.0, 2.0], requires_grad=True)
b = torch.tensor([3.0, 4.0])
part = Parts()
part.register_full_backward_hook(lambda module, into, out: show("hook", [into, out]))
first, number, third, fourth = part(a, 3, b, scale=2)
show("values", [first, number, third, fourth])
show("only one used", torch.autograd.grad(first.sum(), a, retain_graph=True))
show("both used", torch.autograd.grad((first * fourth).sum(), a))
with torch.no_grad():
    show("nothing recorded", part(a, 3, b))

# %% no_input
layer = torch.nn.Linear(2, 1, bias=False)
torch.nn.init.ones_(layer.weight)
layer.register_full_backward_hook(lambda module, into, out: show("hook", [into, out]))
layer(torch.ones(1, 2)).sum().backward()
show("gradient", layer.weight.grad)

# %% complaints
x = torch.ones(2, requires_grad=True)


def tanh(register, hook, **options):
    layer = torch.nn.Tanh()
    getattr(layer, register)(hook, **options)
    return layer


too_many = lambda module, *grads: (None, None)
attempt("backward", lambda: tanh("register_full_backward_hook", too_many)(x).sum().backward())
attempt("in place", lambda: tanh("register_full_backward_hook", lambda *all: None)(x).add_(1))
lonely = torch.nn.Linear(2, 1)
lonely.register_full_backward_hook(lambda m, into, out: (torch.ones(2),))
attempt("no input", lambda: lonely(torch.ones(1, 2)).sum().backward())


class Names(torch.nn.Module):
    def forward(self, x):
        return {"y": x * 2}


names = Names()
names.register_full_backward_hook(lambda *all: show("never", 1))
names(x)["y"].sum().backward()

# %% to
model = torch.nn.Sequential(torch.nn.Conv2d(1, 2, 1), torch.nn.BatchNorm2d(2))
show("same", [model.to("cpu") is model, model.to(torch.device("cpu")) is model, model.cpu() is model])
for arguments in [
    (torch.float64,),
    ("cpu", torch.float32),
    (torch.ones(1, dtype=torch.float64),),
    (torch.device("cpu"),),
]:
    show("dtypes", [str(value.dtype) for value in model.to(*arguments).state_dict().values()])
show("keyword", [str(value.dtype) for value in model.to(device="cpu", dtype=torch.float32).state_dict().values()])
attempt("whole numbers", lambda: model.to(torch.int64))
attempt("whole numbers of a tensor", lambda: model.to(torch.arange(2)))

# %% states
norm = torch.nn.Sequential(torch.nn.BatchNorm1d(2))
norm(torch.ones(3, 2))
state = norm.state_dict()
del state["0.num_batches_tracked"]
attempt("a new one", lambda: norm.load_state_dict(state))
