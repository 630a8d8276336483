"""What else happens when a node was made, while somebody wants to hear of it (`_state.attention`)."""

from typing import Any

from ._state import anomaly
from .anomaly_mode import remember_line
from .graph import Node
from .saved_hooks import pack_all


def node_made(node: Node, outputs: Any) -> None:
    """Anomaly mode notes the line of the learner's program; hooks take away what was saved."""
    if anomaly.enabled:
        remember_line(node)
    if node.op is not None:  # a custom Function packs by itself
        pack_all(node, outputs)
