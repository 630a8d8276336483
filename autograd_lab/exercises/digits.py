"""Lesson 11's network and data: handwritten digits of 8×8 pixels, from scikit-learn; nothing is downloaded.

`sabotage` trains it three times with something wrong, for learners who find out from the plots what that is; `repaired`
trains again with what they changed.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

import autograd_lab

from .. import Tensor, no_grad, tensor
from .learner import learner
from .message import Message

if TYPE_CHECKING:
    from ..views.training_curves import Training, Trainings

BATCH, EPOCHS, RATE = 32, 3, 0.5
TRAINED = 1437
"""So many images are for training; the other 360 are not looked at until the end."""


@dataclass(frozen=True)
class Digits:
    """Images (a row of 64 pixels from 0 to 1 each) and labels, as NumPy arrays."""

    x: np.ndarray
    labels: np.ndarray
    x_test: np.ndarray
    labels_test: np.ndarray

    def batches(self, epochs: int = EPOCHS) -> Iterator[tuple[Tensor, Tensor]]:
        """Batches of 32 images and labels in a random order, the same order every time."""
        order = np.random.default_rng(1)
        for _ in range(epochs):
            shuffled = order.permutation(len(self.x))
            for start in range(0, len(self.x) - BATCH + 1, BATCH):
                chosen = shuffled[start : start + BATCH]
                yield tensor(self.x[chosen]), tensor(self.labels[chosen])


def load() -> Digits:
    """The digits in an order of their own. Raises ModuleNotFoundError without scikit-learn."""
    try:
        from sklearn.datasets import load_digits
    except ModuleNotFoundError as error:
        said = "the digits come with scikit-learn, which is not installed: pip install 'autograd-lab[lab]'"
        raise ModuleNotFoundError(said, name=error.name) from error
    found = load_digits()
    order = np.random.default_rng(0).permutation(len(found.data))
    x, labels = (found.data[order] / 16).astype(np.float32), found.target[order].astype(np.int64)
    return Digits(x[:TRAINED], labels[:TRAINED], x[TRAINED:], labels[TRAINED:])


def weights(inputs: int = 64, hidden: int = 16, outputs: int = 10) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """W1, b1, W2, b2: small random weights, biases 0. The same numbers every time."""
    random = np.random.default_rng(0)
    made = []
    for name, before, after in (("1", inputs, hidden), ("2", hidden, outputs)):
        spread = np.sqrt(2 / before)
        drawn = (random.normal(size=(before, after)) * spread).astype(np.float32)
        made.append(tensor(drawn, requires_grad=True, name=f"W{name}"))
        made.append(tensor(np.zeros(after, np.float32), requires_grad=True, name=f"b{name}"))
    return tuple(made)


def logits(x: Tensor, w1: Tensor, b1: Tensor, w2: Tensor, b2: Tensor) -> Tensor:
    """What the network makes of a batch: ten numbers for each image."""
    return (x @ w1 + b1).relu() @ w2 + b2


def loss_of(x: Tensor, labels: Tensor, *parameters: Tensor) -> Tensor:
    """The mean over a batch of -ln(probability of the right digit)."""
    return autograd_lab.nn.functional.cross_entropy(logits(x, *parameters), labels)


@dataclass(frozen=True)
class Fault:
    """What is wrong with a run."""

    lr: float = RATE
    clears: bool = True
    scale: float = 1.0
    epochs: int = EPOCHS


FAULTS = {"A": Fault(clears=False), "B": Fault(scale=0.0), "C": Fault(lr=10.0)}
CLEAR, START, SLOWER, LONGER = (
    "call zero_grad() before each backward",
    "start W1 and W2 with random numbers",
    "divide the learning rate by 20",
    "train ten times as long",
)
_REPAIRS: dict[str, Callable[[Fault], Fault]] = {
    CLEAR: lambda fault: replace(fault, clears=True),
    START: lambda fault: replace(fault, scale=1.0),
    SLOWER: lambda fault: replace(fault, lr=fault.lr / 20),
    LONGER: lambda fault: replace(fault, epochs=10 * fault.epochs),
}


def sabotage() -> "Trainings":
    """Train the network three times, each time with something wrong."""
    from ..views.training_curves import Trainings

    data = load()
    return Trainings([train(data, fault, f"run {run}") for run, fault in FAULTS.items()])


def repaired() -> "Trainings | Message":
    """Train the three again, each with the repair chosen in L11.2; the losses before are shown, too."""
    from ..views.training_curves import Trainings

    chosen = learner.record("L11.2").answer
    if not isinstance(chosen, dict):
        return Message(("Choose a repair for each run above and press Check. Then run this cell again.",))
    data = load()
    before = [train(data, fault, f"run {run}") for run, fault in FAULTS.items()]
    after = [train(data, _REPAIRS[chosen[run]](fault), f"run {run}: {chosen[run]}") for run, fault in FAULTS.items()]
    return Trainings(after, before)


def train(data: Digits, fault: Fault, title: str = "") -> "Training":
    """Train, and note the loss and the norms of the gradients."""
    from ..views import training

    made = weights()
    with no_grad():
        for w in made[::2]:
            w *= fault.scale
    curves = training(fault.epochs * (len(data.x) // BATCH), title)
    for x, labels in data.batches(fault.epochs):
        if fault.clears:
            for w in made:
                w.grad = None
        loss = loss_of(x, labels, *made)
        loss.backward()
        curves.note(loss.item(), dict(zip(("W1", "b1", "W2", "b2"), made, strict=True)))
        with no_grad():
            for w in made:
                w -= fault.lr * w.grad
    return curves
