"""The formula card of a node, as the stepper's panel shows it."""

from autograd_lab.tracing.trace.events import GradAccumulated, RuleApplied
from autograd_lab.tracing.trace.node_search import find_node
from autograd_lab.tracing.trace.steps import events_until
from autograd_lab.views.card.node_card import panels


def card(trace, node, step=None):
    """Its rows and notes after a step: those of the node's last run by then."""
    node, state = find_node(trace, node), events_until(trace, step)
    ran = (k for k, event in enumerate(trace.events[:state], 1) if isinstance(event, RuleApplied | GradAccumulated))
    runs = [k for k in ran if trace.events[k - 1].node == node]
    edges = {node: range(len(trace.nodes[node].edges))}
    return panels(trace, edges, {node: runs})["panels"][node]["cards"][-1]


def equations(trace, node, step=None):
    """Each row as one line."""
    return [" ".join(filter(None, row)) for row in card(trace, node, step)["rows"]]
