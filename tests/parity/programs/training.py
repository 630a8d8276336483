# ruff: noqa: F821, E402
"""Modules and optimisers: small trainings from fixed weights."""

# %% linear_module rtol=1e-5
layer = torch.nn.Linear(3, 2)
with torch.no_grad():
    layer.weight.copy_(torch.tensor([[0.1, -0.2, 0.3], [0.5, 0.25, -1.0]]))
    layer.bias.copy_(torch.tensor([0.5, -0.5]))
x = torch.tensor([[1.0, 2.0, 3.0], [-1.0, 0.5, 0.25]])
out = layer(x)
nodes(out, weight=layer.weight, bias=layer.bias, x=x)
out.sum().backward()
show("result", [out, layer.weight.grad, layer.bias.grad])
print(layer)


# %% parameters
import torch.nn as nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(2, 3)
        self.second = nn.Linear(3, 1)
        self.scale = nn.Parameter(torch.ones(1))

    def forward(self, x):
        return self.second(torch.relu(self.first(x))) * self.scale


net = Net()
show("names", [[name, list(p.shape), p.requires_grad, p.is_leaf] for name, p in net.named_parameters()])
show("count", len(list(net.parameters())))
print(nn.Parameter(torch.ones(2)))
show("types", [isinstance(net.scale, torch.Tensor), type(net.scale * 2).__name__])
net(torch.ones(4, 2)).sum().backward()
show("all reached", all(p.grad is not None for p in net.parameters()))
net.zero_grad()
show("cleared", all(p.grad is None for p in net.parameters()))
print(net)


# %% sequential rtol=1e-5
model = torch.nn.Sequential(torch.nn.Linear(2, 2), torch.nn.Tanh(), torch.nn.Linear(2, 2), torch.nn.ReLU())
numbers = iter([[[0.5, -0.25], [1.0, 0.75]], [0.1, -0.1], [[1.0, 2.0], [-1.0, 0.5]], [0.0, 0.2]])
with torch.no_grad():
    for p in model.parameters():
        p.copy_(torch.tensor(next(numbers)))
out = model(torch.tensor([[1.0, 2.0], [0.5, -1.0]]))
loss = torch.nn.MSELoss()(out, torch.ones(2, 2))
nodes(loss, **{"parameter_" + name.replace(".", "_"): p for name, p in model.named_parameters()})
loss.backward()
show("result", [out, loss, [p.grad for p in model.parameters()]])
print(model)


# %% training_a_classifier rtol=1e-4
X = torch.tensor([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]])
y = torch.tensor([0, 1, 1, 0])
model = torch.nn.Sequential(torch.nn.Linear(2, 4), torch.nn.Tanh(), torch.nn.Linear(4, 2))
with torch.no_grad():
    for p in model.parameters():
        numbers = [((i * 37 + 5) % 29 - 14) / 14 for i in range(p.numel())]
        p.copy_(torch.tensor(numbers).reshape(p.shape))
loss_fn = torch.nn.CrossEntropyLoss()
optimizer = torch.optim.SGD(model.parameters(), lr=0.5, momentum=0.5)
for epoch in range(20):
    loss = loss_fn(model(X), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    if epoch % 5 == 0:
        show("loss", loss.item())
show("weights", list(model.parameters()))


# %% forgotten_zero_grad rtol=1e-5
w = torch.tensor(0.0, requires_grad=True)
optimizer = torch.optim.SGD([w], lr=0.5)
for _ in range(4):
    (0.5 * (w - 4) ** 2).backward()
    optimizer.step()
    show("w", w.item())


# %% fans
fans = torch.nn.init._calculate_fan_in_and_fan_out  # underscored, and yet what many a layer of one's own begins with
show("fans", [fans(torch.empty(3, 5)), fans(torch.empty(2, 4, 3, 3)), fans(torch.empty(4, 1, 7))])
attempt("a vector", lambda: fans(torch.empty(3)))
