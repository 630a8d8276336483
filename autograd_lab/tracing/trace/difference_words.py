"""What `Trace.diff` calls the parts of events: the words of a learner, not the names of fields."""

from .events import Event, NodeInfo, SavedInfo

HAPPENS = {
    "OpRecorded": "an operation runs",
    "ValueSaved": "a value is saved",
    "BackwardStarted": "a backward starts",
    "DependenciesCounted": "each node is told how many messages to wait for",
    "NodeVisited": "a node runs",
    "GradIn": "a node reads its gradient",
    "SlotMaterialized": "an empty slot gets zeros",
    "RuleApplied": "a node applies its rules",
    "GradReduced": "a gradient is summed to its input's shape",
    "GradOut": "a gradient is sent",
    "BufferAdded": "a gradient arrives",
    "GradAccumulated": "a gradient is added to .grad",
    "HookCalled": "a hook runs",
    "ValueFreed": "a saved value is freed",
    "EdgeSkipped": "no gradient is sent",
    "BackwardFinished": "the backward ends",
    "ErrorRaised": "an error is raised",
}
"""What each kind of event is about."""

PARTS = {
    "values": "the result",
    "node": "the node",
    "slot": "the slot",
    "index": "the input",
    "number": "the number of the backward",
    "roots": "the node where the backward starts",
    "seeds": "the seed",
    "nodes": "what the backward can reach",
    "counts": "how many messages a node waits for",
    "leaf_grads": "the leaves with a .grad",
    "leaf_values": "the leaves",
    "received": "the gradient that the rule received",
    "results": "the gradient that the rule gave",
    "axes": "the dimensions that are summed over",
    "target": "where the gradient goes",
    "source": "the node that sent the gradient",
    "message": "the gradient that arrives",
    "heard": "how many messages have arrived",
    "expected": "how many messages will arrive",
    "gradient": "the gradient that is added to .grad",
    "hook": "the kind of hook",
    "type": "the error",
    "why": "why no gradient is sent",
    "GradIn.value": "the gradient that is read",
    "GradOut.value": "the gradient that is sent",
    "SlotMaterialized.value": "the zeros",
    "GradReduced.before": "the gradient before it is summed",
    "GradReduced.after": "the gradient after it is summed",
    "BufferAdded.before": "what was in the slot before",
    "BufferAdded.after": "what is in the slot then",
    "GradAccumulated.before": ".grad before",
    "GradAccumulated.after": ".grad after",
    "HookCalled.name": "the hook",
    "HookCalled.before": "what the hook received",
    "HookCalled.after": "what the hook gave back",
    "ValueFreed.name": "the saved value",
    "ErrorRaised.message": "the error's text",
    "NodeInfo.id": "the node",
    "NodeInfo.name": "the node",
    "NodeInfo.kind": "the kind of node",
    "NodeInfo.edges": "the nodes that get a gradient",
    "NodeInfo.inputs": "the inputs",
    "NodeInfo.outputs": "the number of results",
    "SavedInfo.name": "what is saved",
    "SavedInfo.value": "the saved value",
    "SavedInfo.frees": "whether the saved value is freed",
}
"""A field that means the same wherever it is, or the field of one class."""


def called(item: Event | NodeInfo | SavedInfo, field: str) -> str:
    """What a field is called, ``the gradient that is sent``; a setting such as ``retain_graph`` has its own name."""
    return PARTS.get(f"{type(item).__name__}.{field}") or PARTS.get(field, field)


def item_of(node: NodeInfo, field: str, place: int) -> str:
    """What one of several is called: ``where the gradient of mat1 goes``."""
    if field == "edges" and place < len(node.inputs):
        return f"where the gradient of {node.inputs[place]} goes"
    return f"the name of input {place + 1}" if field == "inputs" else called(node, field)
