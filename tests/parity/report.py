"""The words a program may use besides Python and ``torch``: how it says what it saw.

A program is a piece of source text in ``programs/``. It finds these names in its namespace:

``show(label, value)``            record a value
``attempt(label, function)``      record what the function returns, or the error it raises
``lines(text)``                   evaluate each line; record the ``repr`` of the result, or the error
``dtypes(text)``                  the same, but record dtype and shape
``scripts(text)``                 run each line as a program of its own; record the error it ends with
``nodes(*tensors, **names)``      record the graph behind the tensors, saved values included
``op(expression, **inputs)``      record everything about one operation (see `Report.op`)
``order(loss, gradient, **leaves)`` run a backward with a hook on every node; record who ran, and with what
``custom(name, forward, backward)`` a Function made of these two; each may be left out, and then it doubles
"""

import functools

import inputs as samples
from custom_functions import custom
from normalise import encode, is_tensor


def walk(roots):
    """Every node behind the roots, breadth first, each once, in the order met."""
    queue = list(dict.fromkeys(root for root in roots if root is not None))
    for node in queue:
        for following, _ in node.next_functions:
            if following is not None and following not in queue:
                queue.append(following)
    return queue


def name_of(value, names: dict):
    """The name under which the program knows this very object, or None."""
    return next((name for name, known in names.items() if known is value), None)


def saved_values(node, names: dict) -> dict:
    """``{"self": …}`` from ``node._saved_self`` and the like; a saved input shows as its name."""
    saved = {}
    for attribute in sorted(dir(node)):
        if attribute.startswith("_saved_") and attribute != "_saved_tensors":
            value = getattr(node, attribute)
            known = name_of(value, names) if is_tensor(value) else None
            saved[attribute.removeprefix("_saved_")] = f"is {known}" if known else encode(value)
    return saved


def describe(node, queue: list, names: dict) -> dict:
    """One node as plain data: its name, its edges as [index of the node in the list, slot], its saved values."""
    edges = [[None if to is None else queue.index(to), slot] for to, slot in node.next_functions]
    if type(node).__name__ == "AccumulateGrad":
        return {"node": "AccumulateGrad", "variable": name_of(node.variable, names), "edges": edges}
    return {"node": type(node).__name__, "edges": edges, "saved": saved_values(node, names)}


class Report:
    """Collects what one program shows, as ``[label, data]`` pairs."""

    def __init__(self, torch):
        self.torch = torch
        self.records = []
        self.namespace = {
            "torch": torch,
            "show": self.show,
            "attempt": self.attempt,
            "lines": self.lines,
            "dtypes": self.dtypes,
            "scripts": self.scripts,
            "nodes": self.nodes,
            "op": self.op,
            "order": self.order,
            "custom": functools.partial(custom, torch),
        }

    def show(self, label, value):
        """Record a value under a label."""
        self.records.append([label, encode(value)])

    def attempt(self, label, function):
        """Record the result of ``function()``, or the exception it raises."""
        try:
            value = function()
        except Exception as error:
            value = error
        self.show(label, value)

    def lines(self, text, see=repr):
        """Evaluate every line of the text in the program's namespace and record what ``see`` makes of the result."""
        for line in filter(None, map(str.strip, text.splitlines())):
            self.attempt(line, lambda line=line: see(eval(line, self.namespace)))

    def dtypes(self, text):
        """Evaluate every line and record dtype and shape of the result."""
        self.lines(text, see=lambda value: [str(value.dtype), [int(size) for size in value.shape]])

    def scripts(self, text):
        """Run every line by itself, with nothing known but ``torch``, and record what it raised (null: nothing)."""
        for line in filter(None, map(str.strip, text.splitlines())):
            self.attempt(line, lambda line=line: exec(line, {"torch": self.torch}))

    def nodes(self, *tensors, **names):
        """Record the graph behind the tensors: nodes breadth first, edges with slots, saved values."""
        queue = walk([tensor.grad_fn for tensor in tensors])
        self.show("roots", [[tensor.output_nr, encode(tensor.grad_fn)] for tensor in tensors])
        self.show("nodes", [describe(node, queue, names) for node in queue])

    def op(self, expression, dtypes=("float32", "float64"), **given):
        """Everything about one operation, for each dtype.

        Records the outputs; the graph with its saved values (for the first dtype); the gradients of all inputs for
        fixed incoming gradients; and second derivatives of those (zeros where there are none: whether an
        implementation says None or zero there depends on how it spells its rules).
        Inputs are the letters of `inputs.LETTERS` that the expression names, or nested lists given by keyword.
        """
        call = ", ".join([expression, *(f"{name}={value}" for name, value in given.items())])
        for dtype in dtypes:
            letters = samples.build(self.torch, expression, getattr(self.torch, dtype), given)
            functional = {"F": self.torch.nn.functional} if "F." in expression else {}
            result = eval(expression, {"torch": self.torch, **functional, **letters})
            outputs = [item for item in result if is_tensor(item)] if isinstance(result, tuple) else [result]
            self.show(f"{call}: {dtype} outputs", outputs)
            tracked = [output for output in outputs if output.requires_grad]
            if dtype == dtypes[0]:
                self.nodes(*tracked, **letters)
            leaves = {name: value for name, value in letters.items() if value.requires_grad}
            self._derivatives(f"{call}: {dtype}", tracked, leaves)

    def _derivatives(self, label, outputs, leaves):
        grad, like = self.torch.autograd.grad, lambda tensor, salt: samples.like(self.torch, tensor, salt)
        inputs = list(leaves.values())
        if not outputs:
            return
        seeds = [like(output, 5) for output in outputs]
        first = grad(outputs, inputs, seeds, create_graph=True, allow_unused=True)
        self.show(f"{label} gradients", {n: g if g is None else g.detach() for n, g in zip(leaves, first, strict=True)})
        again = [gradient for gradient in first if gradient is not None and gradient.requires_grad]
        second = [None] * len(inputs)
        if again:
            try:
                second = grad(again, inputs, [like(gradient, 9) for gradient in again], allow_unused=True)
            except RuntimeError as refused:
                self.show(f"{label} second", refused)
                return
        filled = [
            self.torch.zeros_like(value.detach()) if g is None else g for value, g in zip(inputs, second, strict=True)
        ]
        self.show(f"{label} second", dict(zip(leaves, filled, strict=True)))

    def order(self, loss, gradient=None, run=None, **leaves):
        """Run ``loss.backward(gradient)``, or ``run()``, with hooks on every node behind ``loss``.

        Records one entry for each node that ran, in the order they ran: ``in`` is what its pre-hook saw (None for a
        slot that no message reached), ``out`` what its post-hook saw it send. Then the ``.grad`` of every leaf.
        """
        seen, queue, handles = [], walk([loss.grad_fn]), []

        def watch(node):
            label = {"node": type(node).__name__}
            if hasattr(node, "variable"):
                label["variable"] = name_of(node.variable, leaves)

            def before(grad_outputs):
                seen.append({**label, "in": encode(grad_outputs), "out": None})

            def after(grad_inputs, grad_outputs):
                seen[-1]["out"] = encode(grad_inputs)

            handles.append(node.register_prehook(before))
            handles.append(node.register_hook(after))

        for node in queue:
            watch(node)
        loss.backward(gradient) if run is None else run()
        for handle in handles:
            handle.remove()
        self.show("order", seen)
        self.show("grads", {name: leaf.grad for name, leaf in leaves.items()})
