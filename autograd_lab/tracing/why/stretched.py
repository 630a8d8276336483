"""[8×1] and [8] stretch to [8×8], a number for each pair, between what the model gave and the loss."""

import ast
import re
from collections.abc import Iterator, Sequence

from ..recording.calls import DIFFERENCES, FlowStep
from ..recording.source_lines import Line
from ..trace.events import NodeInfo
from ..trace.nodes import reached
from .answer import LAYERS, Hint, in_brackets, kind_of, leaves_below, line_at, operation_of, root_nodes, shown_by
from .loss import BEFORE_LOGITS, COMPARING, ELEMENTWISE, LINEAR, numbers_in, saved_shape

Shape = tuple[int, ...]

PIECES = (*ELEMENTWISE, *BEFORE_LOGITS, "Maximum", "Minimum", "Where", "Clamp", "ClampMin", "Relu")
"""Between a stretched difference and the loss stands nothing else."""
CURVES = (*PIECES, "Sub", "Rsub", "Exp", "Log", "Log1P", "Sigmoid", "LogSigmoid", "Softplus")
"""The same for a product, as in a hinge loss, or in a cross entropy written by hand."""
SPREAD = ("Unsqueeze", "Sum", "Mean", "Norm", "LinalgVectorNorm", "Amax", "Logsumexp")
"""Nodes that make a column on purpose: for an outer product, or for distances."""
ON_PURPOSE = re.compile(r"\bNone\b|unsqueeze|newaxis|expand|broadcast")
COMPARED = (
    "each prediction is compared with every target, so the best prediction becomes one number for all inputs, such as "
    "the mean of the targets"
)
MULTIPLIED = "each number of the one meets every number of the other, not only its own"


def stretched_hints(trace) -> Iterator[Hint]:
    """Each of them once for each line."""
    seen = set()
    for info, shapes, why in (*_in_arithmetic(trace), *_in_losses(trace)):
        line = line_at(trace, info.id)
        if line not in seen and not (line and ON_PURPOSE.search(line.text)):
            seen.add(line)
            yield _hint(trace, info, shapes, why)


def _in_arithmetic(trace) -> Iterator[tuple[NodeInfo, Sequence[Shape], str]]:
    roots = root_nodes(trace)
    terms = [*reached(trace.nodes, roots, lambda info: kind_of(info) in LINEAR and _is_number(trace, info))]
    after_difference = reached(trace.nodes, terms, lambda info: kind_of(info) in PIECES)
    after_product = reached(trace.nodes, terms, lambda info: kind_of(info) in CURVES and "." not in _reduction(info))
    for found in trace.flow.stretched:
        step = trace.flow.steps[found.step]
        is_difference = step.operation in DIFFERENCES
        tail = after_difference if is_difference else after_product
        places = (trace.flow.tensors[number].place for number in step.outputs)
        for info in (tail[place.node] for place in places if place and place.node in tail):
            if _is_mistake(trace, step, info, found.shapes) and (is_difference or _is_of_loss(trace, found.step, info)):
                yield info, found.shapes, COMPARED if is_difference else MULTIPLIED


def _is_number(trace, info: NodeInfo) -> bool:
    """Whether the node's result is a single number, as that of a loss and its terms."""
    variable = next(iter(trace.variables.get(info.id, ())), None)
    return variable is not None and variable.value is not None and not variable.value.shape


def _reduction(info: NodeInfo) -> str:
    """``sum`` or ``mean.dim`` for a node that adds up; "" for any other."""
    return info.op if kind_of(info) in ("Sum", "Mean") else ""


def _is_mistake(trace, step: FlowStep, info: NodeInfo, shapes: Sequence[Shape]) -> bool:
    """Whether one side alone has a history, and it is no column that was made to stretch."""
    wants = [trace.flow.tensors[number].requires_grad for number in step.inputs]
    if sum(wants) != 1:
        return False
    while len(shapes[wants.index(True)]) == 2 and kind_of(info) in CURVES:
        info = trace.nodes.get(next(edge.node for edge in info.edges if edge))
        if info is None or kind_of(info) in SPREAD:
            return info is None
    return True


def _is_of_loss(trace, step: int, info: NodeInfo) -> bool:
    """Whether a layer has made one factor of this product, and what is made of it meets no further data."""
    made, tensors = {*trace.flow.steps[step].outputs}, trace.flow.tensors
    for later in trace.flow.steps[step + 1 :]:
        if not made.isdisjoint(later.inputs):
            if not all(number in made or tensors[number].requires_grad for number in later.inputs):
                return False
            made.update(later.outputs)
    return any(kind_of(one) in (*LAYERS, "Mv", "Embedding") for one in reached(trace.nodes, [info.id]).values())


def _in_losses(trace) -> Iterator[tuple[NodeInfo, Sequence[Shape], str]]:
    """The same inside a loss, which stretches by itself."""
    for info in reversed(trace.nodes.values()):
        kind, edge = kind_of(info), next(iter(info.edges), None)
        given = trace.nodes.get(edge.node) if edge else None
        if kind == "Abs" and given is not None and kind_of(given) == "Sub":  # so is `l1_loss` put together
            kind, edge = COMPARING[0], next(iter(given.edges), None)
            given = trace.nodes.get(edge.node) if edge else None
        if kind in COMPARING and given is not None and kind_of(given) == "Expand":
            shape = tuple(numbers_in(next((saved.text for saved in given.saved if saved.name == "self_sizes"), "")))
            row, column = shape[:1], (*shape[:1], 1)
            if shape in (row, column) and shape[0] > 1 and saved_shape(info, "self") == row * 2:
                yield info, (shape, column if shape == row else row), COMPARED


def _hint(trace, info: NodeInfo, shapes: Sequence[Shape], why: str) -> Hint:
    line, count = line_at(trace, info.id), shapes[0][0]
    written, *sides = _sources(line, ast.Sub if why == COMPARED else ast.Mult | ast.Div) if line else ("",)
    calls = [".squeeze(1)" if len(shape) == 2 else ".unsqueeze(1)" for shape in shapes]
    cures = [f"`{side}{call}`" for side, call in zip(sides, calls, strict=False)]
    place = 0 if len(shapes[0]) == 2 else 1
    cure = f": {cures[place]} or {cures[1 - place]}" if cures else ""
    cure = cure or f", as with `.squeeze(1)` on the {('first', 'second')[place]}"
    one, other = (f"[{'×'.join(map(str, shape))}]" for shape in shapes)
    text = f"In {f'`{written}`' if written else operation_of(info)}{in_brackets(line)}, {one} and {other} stretch to "
    text += f"[{count}×{count}]: {why}. Give both the same shape{cure}."
    return Hint("stretched", text, line, leaves_below(trace, [info.id]), event=shown_by(trace, info.id))


def _sources(line: Line, operators: type) -> tuple[str, ...]:
    """``model(x) - y``, ``model(x)`` and ``y``, or the same for a loss's call, if the line has only one; else ("",)."""
    try:
        nodes = [*ast.walk(ast.parse(line.text))]
    except SyntaxError:  # a part of a statement
        return ("",)
    pairs = [
        (one, one.left, one.right) for one in nodes if isinstance(one, ast.BinOp) and isinstance(one.op, operators)
    ]
    pairs = pairs or [(one, *one.args) for one in nodes if isinstance(one, ast.Call) and len(one.args) == 2]
    pairs = [pair for pair in pairs if not any(isinstance(side, ast.Constant) for side in pair)]
    if len(pairs) != 1:
        return ("",)
    whole, *sides = pairs[0]
    said = [ast.get_source_segment(line.text, side) or "" for side in sides]
    bare = ast.Name | ast.Attribute | ast.Call | ast.Subscript
    said = [words if isinstance(side, bare) else f"({words})" for words, side in zip(said, sides, strict=True)]
    return ast.get_source_segment(line.text, whole) or "", *said
