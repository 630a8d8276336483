"""A small convolutional network learns the handwritten digits that come with scikit-learn, 8 x 8 pixels each.

Two libraries that add the same numbers in a different order disagree in the last digits. One step does not make that
grow; training does, and where a ReLU or a maximum falls to the other side it grows by a thousand at once: in float32
even PyTorch, told to use another set of the processor's instructions, ends with other accuracies. So the training is
done in float64, where growth that starts from 1e-16 stays far below the four decimals that are printed.
"""

import io
import math

import torch
import torch.nn as nn
import torch.nn.functional as F
from sklearn.datasets import load_digits
from torch.optim import SGD, Adam
from torch.optim.lr_scheduler import CosineAnnealingLR, StepLR
from torch.utils.data import DataLoader, TensorDataset, random_split

device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
torch.manual_seed(2024)

# ----- the data ------------------------------------------------------------------------------------------------------
digits = load_digits()
images = torch.from_numpy(digits.images).float().unsqueeze(1) / 16
labels = torch.tensor(digits.target)
print("images:", images.shape, images.dtype, "labels:", labels.shape, labels.dtype)
print("pixels from", images.min().item(), "to", images.max().item(), "and", images.mean().item(), "on average")
print("how many of each:", torch.bincount(labels).tolist())
for row in images[0, 0]:
    print("".join(" .:-=+*#@"[int(pixel * 8)] for pixel in row))
print("that was a", labels[0].item())

dataset = TensorDataset(images, labels)
train_set, test_set = random_split(dataset, [1500, len(dataset) - 1500])
print(len(train_set), "to learn from, the first are examples", train_set.indices[:8], "and", len(test_set), "to test")
generator = torch.Generator().manual_seed(7)
train_loader = DataLoader(train_set, batch_size=64, shuffle=True, generator=generator)
test_loader = DataLoader(test_set, batch_size=100)
print("batches:", len(train_loader), [len(batch[1]) for batch in test_loader])
first_images, first_labels = next(iter(train_loader))
print("first batch:", first_images.shape, first_labels[:20])


# ----- the network ---------------------------------------------------------------------------------------------------
class Block(nn.Module):
    """A convolution that keeps the size, normalised, cut off at zero."""

    def __init__(self, n_in, n_out):
        super().__init__()
        self.conv = nn.Conv2d(n_in, n_out, kernel_size=3, padding=1, bias=False)
        self.norm = nn.BatchNorm2d(n_out)
        self.activation = nn.ReLU()

    def forward(self, x):
        return self.activation(self.norm(self.conv(x)))


class DigitNet(nn.Module):
    """Two blocks, each halved by pooling, and two linear layers."""

    def __init__(self, width=8, classes=10):
        super().__init__()
        self.features = nn.Sequential(
            Block(1, width), nn.MaxPool2d(2), Block(width, 2 * width), nn.MaxPool2d(2, stride=2)
        )
        self.classifier = nn.Sequential(
            nn.Flatten(), nn.Linear(2 * width * 4, 32), nn.ReLU(inplace=True), nn.Dropout(p=0.2), nn.Linear(32, classes)
        )

    def forward(self, x):
        return self.classifier(self.features(x))


def initialise(module):
    """Weights as He et al. draw them; biases start at zero."""
    if isinstance(module, nn.Conv2d):
        nn.init.kaiming_normal_(module.weight, mode="fan_out", nonlinearity="relu")
    elif isinstance(module, nn.Linear):
        nn.init.xavier_uniform_(module.weight, gain=nn.init.calculate_gain("relu"))
        nn.init.zeros_(module.bias)


model = DigitNet().to(device)
print(model)
print("as PyTorch draws them:", model.classifier[4].weight[0, :6])
model.apply(initialise)
print("and as we do:", model.classifier[4].weight[0, :6])
print(model.features[0].conv.weight[0])
for name, parameter in model.named_parameters():
    print(f"{name:24} {tuple(parameter.shape)!s:16} {parameter.numel():5}")
print("parameters:", sum(p.numel() for p in model.parameters() if p.requires_grad))
print("buffers:", [(name, tuple(buffer.shape), buffer.dtype) for name, buffer in model.named_buffers()])
print("layers:", [type(module).__name__ for module in model.modules()])
shapes = []
handles = [
    layer.register_forward_hook(lambda layer, given, out: shapes.append((type(layer).__name__, tuple(out.shape))))
    for layer in [*model.features, *model.classifier]
]
with torch.no_grad():
    model.eval()(first_images[:2])
for handle in handles:
    handle.remove()
print("on the way:", shapes)

# ----- one step by hand ----------------------------------------------------------------------------------------------
criterion = nn.CrossEntropyLoss()
model.train()
logits = model(first_images)
loss = criterion(logits, first_labels)
print("behind the loss:")
node = loss.grad_fn
while node is not None:
    print("  ", node.name(), [None if child is None else child.name() for child, _ in node.next_functions])
    node = next((child for child, _ in node.next_functions if child and child.next_functions), None)
print(f"loss before learning: {loss.item():.4f}; guessing gives {math.log(10):.4f}")
print(f"by hand: {-F.log_softmax(logits, dim=1).gather(1, first_labels[:, None]).mean().item():.4f}")
loss.backward()
for name, parameter in model.named_parameters():
    print(f"{name:24} gradient of norm {parameter.grad.norm().item():.3f}")
print("the norm's running mean:", model.features[0].norm.running_mean, model.features[0].norm.num_batches_tracked)
total = nn.utils.clip_grad_norm_(model.parameters(), max_norm=1.0)
after = torch.sqrt(sum((p.grad**2).sum() for p in model.parameters()))
print(f"all together {total.item():.3f}, clipped {after.item():.3f}")
model.zero_grad()
print("cleared:", all(p.grad is None for p in model.parameters()))
model = DigitNet().to(device, torch.float64).apply(initialise)
print("from here on:", {str(p.dtype) for p in model.parameters()}, model.features[0].norm.num_batches_tracked.dtype)


# ----- training ------------------------------------------------------------------------------------------------------
def train(optimizer, scheduler, epochs, clip=None):
    """Go through the examples ``epochs`` times and tell how it goes."""
    for epoch in range(1, epochs + 1):
        model.train()
        total_loss, correct, seen = 0.0, 0, 0
        for inputs, targets in train_loader:
            inputs, targets = inputs.to(device, torch.float64), targets.to(device)
            optimizer.zero_grad(set_to_none=True)
            outputs = model(inputs)
            batch_loss = criterion(outputs, targets)
            batch_loss.backward()
            if clip is not None:
                nn.utils.clip_grad_norm_(model.parameters(), clip)
            optimizer.step()
            total_loss += batch_loss.item() * len(targets)
            correct += (outputs.argmax(1) == targets).sum().item()
            seen += len(targets)
        rate = optimizer.param_groups[0]["lr"]
        scheduler.step()
        test_loss, test_accuracy = evaluate()
        print(f"epoch {epoch}: lr {rate:.5f} loss {total_loss / seen:.4f} accuracy {correct / seen:.4f}", end="  ")
        print(f"test loss {test_loss:.4f} accuracy {test_accuracy:.4f}")


@torch.no_grad()
def evaluate():
    """Mean loss and accuracy on what it has not seen."""
    model.eval()
    loss_sum, correct = 0.0, 0
    for inputs, targets in test_loader:
        outputs = model(inputs.double())
        loss_sum += F.cross_entropy(outputs, targets, reduction="sum").item()
        correct += (outputs.argmax(dim=1) == targets).sum().item()
    return loss_sum / len(test_set), correct / len(test_set)


print(f"knowing nothing: loss {evaluate()[0]:.4f}")
sgd = SGD(model.parameters(), lr=0.05, momentum=0.9, weight_decay=1e-4)
print(sgd)
train(sgd, StepLR(sgd, step_size=2, gamma=0.5), epochs=4, clip=5.0)
print("SGD remembers:", sorted(sgd.state[model.classifier[1].weight]), len(sgd.state_dict()["state"]))

# ----- saving and loading --------------------------------------------------------------------------------------------
file = io.BytesIO()
torch.save({"model": model.state_dict(), "optimizer": sgd.state_dict(), "epoch": 4}, file)
file.seek(0)
checkpoint = torch.load(file)
print("saved:", list(checkpoint), "with", len(checkpoint["model"]), "tensors:", list(checkpoint["model"])[:6])
twin = DigitNet().double()
print("loading:", twin.load_state_dict(checkpoint["model"]))
model.eval(), twin.eval()
print("the twin says the same:", torch.equal(twin(first_images.double()), model(first_images.double())))
print("batches seen:", twin.features[0].norm.num_batches_tracked.item())
try:
    DigitNet(width=4).load_state_dict(checkpoint["model"])
except RuntimeError as error:
    print("into another network:", *str(error).splitlines()[:3], sep="\n")
print("strict=False:", twin.load_state_dict({"features.0.norm.bias": torch.ones(8), "no": torch.ones(1)}, strict=False))
try:
    twin.load_state_dict({name: value for name, value in twin.state_dict().items() if "norm" not in name})
except RuntimeError as error:
    print(error)

# ----- going on with Adam, the convolutions at a smaller step --------------------------------------------------------
adam = Adam(
    [{"params": model.features.parameters(), "lr": 1e-3}, {"params": model.classifier.parameters()}],
    lr=3e-3,
    betas=(0.9, 0.99),
)
print(adam)
train(adam, CosineAnnealingLR(adam, T_max=4), epochs=4)
print("Adam remembers:", {name: value.shape for name, value in adam.state[model.classifier[4].bias].items()})
print("steps:", adam.state[model.classifier[4].bias]["step"].item())

# ----- what it got right ---------------------------------------------------------------------------------------------
model.eval()
with torch.inference_mode():
    test_images, test_labels = (torch.cat(parts) for parts in zip(*test_loader))
    probabilities = F.softmax(model(test_images.double()), dim=1)
confidence, predicted = probabilities.max(dim=1)
confusion = torch.zeros(10, 10, dtype=torch.int64)
for truth, guess in zip(test_labels, predicted):
    confusion[truth, guess] += 1
print("rows: the digit, columns: what was said", confusion, sep="\n")
right = confusion.diagonal().sum().item()
print(f"{right} of {len(test_set)} right: {right / len(test_set):.4f}")
print("recall:", (confusion.diagonal() / confusion.sum(dim=1)).tolist())
wrong = (predicted != test_labels).nonzero().flatten()
print("wrong:", [(i.item(), test_labels[i].item(), predicted[i].item()) for i in wrong])
print(f"sure of itself by {confidence.mean().item():.4f}; rows add up to {probabilities.sum(1).mean().item():.3f}")

# ----- what moves it: the gradient with respect to a picture ---------------------------------------------------------
for parameter in model.parameters():
    parameter.requires_grad_(False)
picture = images[:1].double().requires_grad_()
model(picture)[0, labels[0]].backward()
print("of the picture:", picture.grad.shape, "the strongest pixel is", divmod(picture.grad.abs().argmax().item(), 8))
print("of the weights:", {p.grad is None or p.requires_grad for p in model.parameters()})
