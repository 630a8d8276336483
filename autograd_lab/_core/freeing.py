"""What a node saved is freed when it has run; a second backward finds nothing there, and says so.

`observed` calls `release`; `engine.run` does the same in one line of its own. With ``retain_graph`` nothing is freed.
The error of a second backward is raised where a node is asked for what it saved: `graph.Node._values`, `copy_slices`,
`function_ctx` for ``ctx.saved_tensors``.

PyTorch: `release_variables` in torch/csrc/autograd/function.h.
"""

from typing import Any

from .base.errors import SECOND_BACKWARD, with_help


def release(node: Any) -> None:
    """Free the saved values. A node that saved nothing may run again."""
    if node._saved:
        node._saved = None


def freed(node: Any) -> RuntimeError:
    """The error of a second backward through ``node``."""
    return RuntimeError(with_help(SECOND_BACKWARD, f"{node!r} has run before and freed what it had saved."))
