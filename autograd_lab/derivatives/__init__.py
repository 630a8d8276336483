r"""THE TABLE: every derivative that autograd_lab knows, one row for each operation, one file for each subject.

Are all derivatives hard-coded? Yes: here. A row says how to compute the operation and, for each input, how to turn the
gradient that *arrives* into the gradient that is *sent on*. Nothing is approximated and nothing is derived: the
formulas are written down, and backward puts the current numbers into them.

How to read a row::

    mul = derivative(
        "mul.Tensor(Tensor self, Tensor other) -> Tensor",    PyTorch's schema: its key in PyTorch's derivatives.yaml
        node="MulBackward0",                                  the class of the node that a call leaves behind
        forward=operator.mul,                                 computes the result, from NumPy arrays
        self=lambda grad, other: grad * other,                the rule for the input `self`
        other=lambda grad, self: grad * self,                 the rule for the input `other`
        does="``self · other``, element by element.",         what `help` says first
    )

* ``grad`` is what arrives: ∂L/∂(output), where backward was called on L. A rule returns ∂L/∂(input): what arrived,
  times the local slope.
* The other argument names say what is **saved**: ``other`` in the rule for ``self`` is why ``grad_fn._saved_other``
  exists. An argument called ``result`` saves the output; ``self_sizes`` saves only a shape.
* (A parameter called ``self`` in a lambda looks odd. It is PyTorch's name for the first input; there is no class here.)
* A rule is written once, in NumPy. In an ordinary backward it runs on arrays; under ``create_graph`` it runs on Tensors
  and its own steps are recorded, so second derivatives need no second formula. Formulas longer than a line are
  functions before their row. They too use only operators and NumPy functions that also accept Tensors. A row may name
  such a function as its rule (``self=var_back``); the function's argument names then say what is saved.
* Where the gradients of several inputs have much in common, ``**shared("query, key, value", …)`` is one rule for them
  all. It answers with a tuple, and a backward pass asks it once.
* Rules ignore broadcasting: the engine sums a gradient back to its input's shape.
* A row with several outputs gets a list of ``grads``, with None for an output for which no gradient arrived.
* ``refuse`` is asked before ``forward``, with the same arguments, and raises PyTorch's error if it cannot accept them.
  Error texts are in ``_core/refusals/``, one file a subject. A check of types before they meet is in ``forward``.
* A rule may call other rows (``where``, ``select_backward``): given arrays, a row computes and records nothing.
* The other keywords (``variants``, ``types``, ``pointwise``, ``tex``, ``samples``, ``zero_where`` …) do not change a
  gradient's formula; `derivative` (``_core/table/row.py``) explains each.

How a row becomes a node and a gradient, with ``x = tensor([2., 3.])`` and ``y = tensor(5.)``, which want gradients:

1. The declaration: `derivative` (``_core/table/row.py``) makes a `Row` of it and enters it in the table.
2. When it is first used, the row gets its `Plan` (``_core/table/plan.py``), which checks the schema and the rules and
   takes them apart (``_core/table/schema.py``, ``_core/table/rule.py``). Nodes will save what the rules name; their
   class is made in ``_core/table/node_class.py``::

    >>> mul.plan.saved_names, mul.plan.node_class.__name__
    (('self', 'other'), 'MulBackward0')

3. From the plan the call is written as text (``_core/table/written_call.py``) and compiled. The
   functions behind ``x * y`` and ``mul(x, y)`` are made from this text (``_torch/surface/row_functions.py``); calls
   with unusual arguments, and all in a recording or in ``inference_mode``, take the general path, ``_core/call.py``::

    >>> "node._saved = (None if other_edge is None else self," in mul.call_source()
    True

4. A call computes, and leaves a node (``_core/graph.py``): saved values, and for each input an edge::

    >>> node = (x * y).grad_fn
    >>> node._saved_other, node.next_functions[1][0].variable is y
    (tensor(5., requires_grad=True), True)

5. Backward (``_core/engine.py``) comes to the node with what has arrived there, and runs the rules
   (``_core/table/written_backward.py``)::

    >>> node.backward(array([1., 1.]))
    (array([5., 5.]), array([2., 3.]))

6. ``y`` was stretched, so its gradient is summed back to its shape (``_core/unbroadcast.py``). Each gradient goes
   along its edge as a message; at the end of the path, it is added to ``.grad`` (``_core/accumulate_grad.py``)::

    >>> (x * y).backward(tensor([1., 1.])); x.grad, y.grad
    (tensor([5., 5.]), tensor(5.))

To look something up: ``search("mul")`` lists rows, ``print(mul)`` or ``text("mul", check=True)`` tells all about one,
``find(y.grad_fn)`` is the row that made a node, and ``views.table()`` is the same to click through.

To add an operation, add a row to the file of its subject; ``_core/table/row.py`` says what a row may contain.

PyTorch: tools/autograd/derivatives.yaml, torch/csrc/autograd/FunctionsManual.cpp.
"""

import sys as _sys

from .._core.table.lookup import find as find
from .._core.table.lookup import search as search
from .._core.table.page import text as text
from .._core.table.row import TABLE as TABLE
from .._core.table.row import Row as Row
from .._core.table.row import derivative as derivative
from .._core.table.row import non_differentiable as non_differentiable
from .._core.table.row import not_implemented as not_implemented
from .._core.table.row import planning as _planning
from .._core.table.row import shared as shared

# isort: off
from . import (  # noqa: F401 (from simple to tricky; the pages of the table have this order too)
    arithmetic, arithmetic_forms, powers, trigonometry, special, division, rounding, bounds, choosing, comparing,
    copying, reductions, scans, moments, norms, sorting, counting,
    shapes, rearranging, indexing, gathering, picking, joining,
    products, linear_algebra, factorizations,
    relu, activations, softmax, losses, convolution, pooling, padding, upsampling, grids, folding,
    normalization, embeddings, attention, sequences, randomness,
)  # fmt: skip
# isort: on

Op = Row
"""Another name of the same class."""

for _module in {row.module: None for row in TABLE.values()}:  # `derivatives.mul` is the row, whatever its file
    globals().update({_name: _item for _name, _item in vars(_sys.modules[_module]).items() if isinstance(_item, Row)})

_planning.at_once = True  # the table ends here; a row that is added later is checked when it is declared

__all__ = ["TABLE", "Row", "derivative", "find", "non_differentiable", "not_implemented", "search", "shared", "text"]
