"""What the engines with ``loss.backward()`` have in common."""

from floor import RATE


class BackwardEngine:
    """A subclass says how a leaf is made (``leaf``), emptied (``forget``), read (``gradient``), moved (``descend``)."""

    lacks = frozenset()  # the losses that it has no operations for

    def constant(self, value):
        return value

    def graph(self, loss, data):
        """A recorded graph, not run: what runs it, and keeps it."""
        return loss(self, data, *map(self.leaf, data.leaves)).backward

    def gradients(self, loss, data):
        return self.passes(loss, *self.prepared(data))

    def descent(self, loss, data):
        data, leaves = self.prepared(data)
        both_ways, found = self.passes(loss, data, leaves)

        def step():
            both_ways()
            self.descend(leaves, RATE)

        return step, found

    def prepared(self, data):
        """The data as `own` makes it, and the leaves."""
        data = self.own(data)
        return data, [self.leaf(value) for value in data.leaves]

    def passes(self, loss, data, leaves):
        """Forward and backward, and what was found."""

        def step():
            for leaf in leaves:
                self.forget(leaf)
            loss(self, data, *leaves).backward()

        return step, lambda: [self.gradient(leaf) for leaf in leaves]

    def own(self, data):
        """The data with its inputs and labels turned into the engine's own tensors."""
        for name in {"X", "y"} & vars(data).keys():
            setattr(data, name, self.constant(getattr(data, name)))
        return data
