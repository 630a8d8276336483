"""Chooses names, tensors and numbers for a program that is being written; it runs along, so that shapes are known."""

import contextlib
import random
import warnings

from session import Session

import autograd_lab as al


class Writer:
    """What the kinds of statements ask: a random tensor of such a kind, a new name, a number."""

    def __init__(self, seed, real="float32"):
        self.chance = random.Random(seed)
        self.session = Session(al, real)
        self.statements, self.counters = [], {}
        self.hooked, self.gradients_too = 0, False

    # ----- writing --------------------------------------------------------------------------------------------------
    def write(self, statement):
        """Add a statement, and run it."""
        self.statements.append(statement)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            self.session.run(statement, look=False)

    def new(self, letter="x"):
        """A name that is not taken."""
        self.counters[letter] = self.counters.get(letter, 0) + 1
        return f"{letter}{self.counters[letter]}"

    # ----- choosing -------------------------------------------------------------------------------------------------
    def maybe(self, share):
        """True in this share of cases."""
        return self.chance.random() < share

    def one(self, *choices):
        """One of them."""
        return self.chance.choice(choices)

    def tensors(self, condition=lambda tensor: True):
        """Names of tensors that are so. Gradients have names of their own, and what asks for none does not see them."""
        found = []
        for name, tensor in self.session.tensors().items():
            if name[0] == "g" and not self.gradients_too:
                continue
            with contextlib.suppress(RuntimeError):  # a view whose history may not be asked for
                found += [name] if condition(tensor) else []
        return found

    def tensor(self, condition=lambda tensor: True):
        """A name, more likely of a tensor made lately; None where none is so."""
        names = self.tensors(condition)
        if not names:
            return None
        return names[-1 - min(int(self.chance.expovariate(0.45)), len(names) - 1)]

    def real(self, condition=lambda tensor: True):
        """A tensor of floats that is so."""
        return self.tensor(lambda tensor: tensor.is_floating_point() and condition(tensor))

    def tracked(self, condition=lambda tensor: True):
        """A tensor that wants a gradient and is so."""
        return self.real(lambda tensor: tensor.requires_grad and condition(tensor))

    def inner(self, condition=lambda tensor: True):
        """A tensor with a node and is so."""
        return self.tracked(lambda tensor: not tensor.is_leaf and condition(tensor))

    def leaf(self, condition=lambda tensor: True):
        """A leaf that wants a gradient and is so."""
        return self.tracked(lambda tensor: tensor.is_leaf and condition(tensor))

    def at(self, name):
        """The tensor of this name."""
        return self.session.names[name]

    def shape(self, name):
        """Its shape as a tuple of ints."""
        return tuple(int(size) for size in self.at(name).shape)

    def like(self, name):
        """Another tensor of this shape, or the same."""
        shape = self.shape(name)
        return self.real(lambda tensor: tuple(tensor.shape) == shape) or name

    # ----- numbers --------------------------------------------------------------------------------------------------
    def number(self):
        """A short number."""
        return self.one(0.5, 2, -1, 3, 0.25, -1.5, 1, 2.0, 0)

    def numbers(self, shape):
        """Nested lists of short numbers."""
        if not shape:
            return self.chance.choice(range(-24, 25)) / 8
        return [self.numbers(shape[1:]) for _ in range(shape[0])]

    def some_shape(self):
        """Small, and often one of a few, so that tensors fit together."""
        common = [(2, 3), (3,), (2, 3), (), (3, 3), (2, 1), (1, 3), (2, 2, 3), (4,), (1,), (3, 2), (6,), (0,), (2, 0)]
        return self.chance.choices(common, [9, 9, 9, 4, 4, 2, 2, 3, 2, 2, 3, 2, 0.5, 0.3])[0]

    def dim(self, name):
        """One of its dimensions, from either end; sometimes one that it has not."""
        count = len(self.shape(name))
        if self.maybe(0.03):
            return count
        return self.chance.randint(-count, count - 1) if count else self.one(0, -1)
