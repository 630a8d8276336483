"""What nodes remember for backward, and when they let it go."""

from autograd_lab.views import sheet
from autograd_lab.views.find import find_node
from autograd_lab.views.panel import saved_text
from autograd_lab.views.scene import check_step

HEADER = ("node", "name", "value", "version", "now")
KINDS = (sheet.PLAIN, sheet.CODE, sheet.VALUE, sheet.CODE, sheet.PLAIN)


def saved(trace, node: object = None, step: int | None = None) -> sheet.Sheet:
    """The saved values of ``node`` (None: of every node) after ``step`` events: name, value, version, alive or freed.

    Only what a rule names is saved. Arrays are freed when the node has run, unless the graph is retained; shapes and
    other attributes stay. The version tells whether the tensor was changed in place since it was saved.
    """
    step = check_step(trace, step)
    chosen = list(trace.nodes) if node is None else [find_node(trace, node)]
    state = trace.at(step)
    rows, empty = [], []
    for identity in chosen:
        info = trace.nodes[identity]
        if info.kind == "leaf" and node is None:
            continue
        if not info.saved:
            empty.append(trace.label(identity))
        for item in info.saved:
            now = "stays" if not item.frees else "freed" if (identity, item.name) in state.freed else "alive"
            version = f"v{item.version}" if item.frees else ""
            rows.append((trace.label(identity), item.name, f"v= {saved_text(item)}", version, f"{SIGNS[now]} {now}"))
    notes = [sheet.Note(f"{', '.join(empty)} saved nothing: the rules need only what arrives.")] if empty else []
    tables = [sheet.Table(HEADER, tuple(rows), KINDS)] if rows else []
    return sheet.Sheet(f"Saved values after step {step} of {len(trace)}", (*tables, *notes))


SIGNS = {"alive": "●", "freed": "✗", "stays": "○"}
