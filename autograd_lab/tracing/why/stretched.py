"""[8×1] and [8] stretch to [8×8], a number for each pair, between what the model gave and the loss."""

import ast
import re
from collections.abc import Iterator, Sequence

from ..recording.calls import DIFFERENCES, FlowStep
from ..recording.source_lines import Line
from ..trace.events import NodeInfo
from ..trace.nodes import reached
from .answer import LAYERS, Hint, in_brackets, kind_of, leaves_below, line_at, operation_of, root_nodes, shown_by
from .loss import COMPARING, numbers_in, saved_shape

Shape = tuple[int, ...]

EACH = ("Pow", "Abs", "Mul", "Div", "Neg", "Add", "Rsub", "Sqrt", "Log", "Relu", "Clamp", "ClampMin", "Where",
        "Maximum", "Minimum", "Sigmoid", "LogSigmoid", "Softplus")  # fmt: skip
"""Between a stretched result and the mean, or the sum, of all its numbers stands nothing else."""
SPREAD = ("Unsqueeze", "Sum", "Mean", "Norm", "LinalgVectorNorm", "Amax", "Logsumexp")
"""Nodes that make a column on purpose: for an outer product, or for distances."""
ON_PURPOSE = re.compile(r"\bNone\b|unsqueeze|newaxis|expand|broadcast")
COMPARED = (
    "each prediction is compared with every target, so the best prediction becomes one number for all inputs, such as "
    "the mean of the targets (for L1, their median)"
)
MULTIPLIED = "each number of the one meets every number of the other, not only its own"
Found = tuple[NodeInfo, Sequence[Shape], str]


def stretched_hints(trace) -> Iterator[Hint]:
    """The first of them for each line."""
    seen = set()
    for info, shapes, why in (*_in_arithmetic(trace), *_in_losses(trace)):
        line = line_at(trace, info.id)
        if line not in seen and not (line and ON_PURPOSE.search(line.text)):
            yield _hint(trace, info, shapes, why)
        seen.add(line)


def _in_arithmetic(trace) -> Iterator[Found]:
    below = reached(trace.nodes, root_nodes(trace))
    whole = {info.id for info in below.values() if info.op in ("sum", "mean")}
    tail = reached(trace.nodes, whole, lambda info: info.id in whole or kind_of(info) in EACH)
    for found in trace.flow.stretched:
        step = trace.flow.steps[found.step]
        places = (trace.flow.tensors[number].place for number in step.outputs)
        for info in (tail[place.node] for place in places if place and place.node in tail):
            is_difference = step.operation in DIFFERENCES
            layers = (one for one in reached(trace.nodes, [info.id]).values() if kind_of(one) in (*LAYERS, "Embedding"))
            if (is_difference or any(layers)) and _is_mistake(trace, step, info, found.shapes):
                yield info, found.shapes, COMPARED if is_difference else MULTIPLIED


def _is_mistake(trace, step: FlowStep, info: NodeInfo | None, shapes: Sequence[Shape]) -> bool:
    """Whether one side alone has a history, and it is no column that was made to stretch."""
    wants = [trace.flow.tensors[number].requires_grad for number in step.inputs]
    if sum(wants) == 1 and len(shapes[wants.index(True)]) == 2:
        while info and kind_of(info) in (*EACH, "Sub"):
            info = trace.nodes.get(next(edge.node for edge in info.edges if edge))
        return info is None or kind_of(info) not in SPREAD
    return sum(wants) == 1


def _in_losses(trace) -> Iterator[Found]:
    """The same inside a loss, which stretches by itself."""
    for info in reversed(trace.nodes.values()):
        kind, given = kind_of(info), _first_before(trace, info)
        if kind == "Abs" and given and kind_of(given) == "Sub":  # so is `l1_loss` put together
            kind, given = COMPARING[0], _first_before(trace, given)
        if kind in COMPARING and given and kind_of(given) == "Expand":
            shape = tuple(numbers_in(next((saved.text for saved in given.saved if saved.name == "self_sizes"), "")))
            row, column = shape[:1], (*shape[:1], 1)
            if shape in (row, column) and shape[0] > 1 and saved_shape(info, "self") == row * 2:
                yield info, (shape, column if shape == row else row), COMPARED


def _first_before(trace, info: NodeInfo) -> NodeInfo | None:
    edge = next(iter(info.edges), None)
    return trace.nodes.get(edge.node) if edge else None


def _hint(trace, info: NodeInfo, shapes: Sequence[Shape], why: str) -> Hint:
    line = line_at(trace, info.id)
    written, *sides = _sources(line, ast.Sub if why == COMPARED else ast.Mult | ast.Div)
    cures = [f"`{side}.{'un' * (len(shape) < 2)}squeeze(1)`" for side, shape in zip(sides, shapes, strict=False)]
    place = ("first", "second")[len(shapes[0]) == 1]
    cure = (
        f": {' or '.join(sorted(cures, key=lambda cure: '.unsq' in cure))}"
        if cures
        else f", as with `.squeeze(1)` on the {place}"
    )
    one, other, both = (f"[{'×'.join(map(str, shape))}]" for shape in (*shapes, shapes[0][:1] * 2))
    text = f"In {written or operation_of(info)}{in_brackets(line)}, {one} and {other} stretch to {both}: {why}. "
    text += f"Give both the same shape{cure}."
    return Hint("stretched", text, line, leaves_below(trace, [info.id]), event=shown_by(trace, info.id))


def _sources(line: Line | None, operators: type) -> list[str]:
    """`` `model(x) - y` ``, ``model(x)`` and ``y``, or the same for a loss's call, if the line has only one; else "".

    Whatever is multiplied by a number as well is passed over.
    """
    try:
        nodes = [*ast.walk(ast.parse(line.text if line else ""))]
    except SyntaxError:  # a part of a statement
        return [""]
    pairs = [
        [one, one.left, one.right] for one in nodes if isinstance(one, ast.BinOp) and isinstance(one.op, operators)
    ]
    pairs = pairs or [[one, *one.args] for one in nodes if isinstance(one, ast.Call) and len(one.args) == 2]
    pairs = [pair for pair in pairs if not any(isinstance(side, ast.Constant) for side in pair)]
    if len(pairs) != 1:
        return [""]
    whole, *sides = [(part, ast.get_source_segment(line.text, part)) for part in pairs[0]]
    bare = ast.Name | ast.Attribute | ast.Call | ast.Subscript
    return [f"`{whole[1]}`", *(code if isinstance(side, bare) else f"({code})" for side, code in sides)]
