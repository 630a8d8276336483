"""Pictures of a trace. A view reads a `Trace` and nothing else, and never touches the engine.

Some views have more: `table` reads the table; `try_it` and `break_it` have `tracing` run a program again and again;
`curve`, `error_curve` and `grad_over_steps` call a function of the learner's.

==================  =====================================================================================
`show`              the stepper, opened at the worst gradient, with what is wrong above it
`stepper`           the graph, one step at a time, in the browser; `Pause`: where it waits with a guess
`why`               why a gradient is None, 0, nan …: the answer, and the stepper where it is to be seen
`side_by_side`      two recordings: two steppers that move together and stop where they differ
`draw_graph`        the same picture in matplotlib; `draw_networkx`: with networkx' own functions
`ledger`            the two sums of a leaf: inside one backward, and across backwards
`lamps`             what nodes keep for backward, over time: a lamp for each value, lit until backward frees it
`gradients`         how large the gradient of each parameter is: what vanishes, what explodes
`chain_strip`       the chain rule as a row of factors with a bracket to move
`curve`             what comes out of a program for each number that goes in, with a handle to drag
`error_curve`       the error of finite differences for each h: is backward right, and which h shows it?
`grad_over_steps`   a plot of ``.grad`` over steps of training, with and without ``zero_grad()``
`training`          loss and gradient norms while a program trains: a plot that grows
`images`            weights or gradients as small images, such as the 8×8 pixels of a digit
`walks`             ways to walk a graph backwards: which ones find the gradients, run by run
`jacobian`          the Jacobian, backward call by backward call: the weights v, the weighted rows, and their sum
`fan_out`           copies made by broadcasting, and which elements of a gradient add up to which
`table`             the table of derivatives, to search; each row a page, with a live gradcheck
`try_it`            a program with inputs to move; picture and nudge check follow
`break_it`          a program with a classic bug planted in an engine: a guess, and where the recordings differ
`static_html`       an interactive view as a page that needs no kernel
`to_html`           a file: the stepper as a page; `to_svg`, `to_pdf`, `to_png`: a step; `to_gif`: all
==================  =====================================================================================

A view shows itself as HTML that runs by itself, as a widget or a table; as a PNG where none of these can be shown; and
as text (``print(view)``). Nothing heavy is imported until a name is used.

Inside, `picture` draws a graph and `card` describes one node. `stepper_parts` prepares the data for the stepper's
scripts in ``static/``. `sheet` shows tables; `pictures` and `picture_files` write images.
"""

import importlib
from typing import Any

_HOMES = {
    "show": "graph_stepper",
    "stepper": "graph_stepper",
    "Stepper": "graph_stepper",
    "Pause": "pause",
    "why": "graph_stepper",
    "side_by_side": "two_steppers",
    "SideBySide": "two_steppers",
    "draw_graph": "picture_files",
    "draw_networkx": "networkx_picture",
    "png": "picture_files",
    "ledger": "leaf_ledger",
    "lamps": "kept_over_time",
    "gradients": "parameter_gradients",
    "Gradients": "parameter_gradients",
    "chain_strip": "chain",
    "curve": "curve_view",
    "Curve": "curve_view",
    "error_curve": "error_curve_view",
    "grad_over_steps": "training_curves",
    "training": "training_curves",
    "Training": "training_curves",
    "images": "array_images",
    "walks": "walk_view",
    "Walks": "walk_view",
    "jacobian": "jacobian_view",
    "JacobianView": "jacobian_view",
    "fan_out": "fan_out_view",
    "FanOut": "fan_out_view",
    "table": "table_page",
    "TablePage": "table_page",
    "static_html": "widget",
    "to_html": "graph_stepper",
    "to_svg": "picture_files",
    "to_pdf": "picture_files",
    "to_png": "picture_files",
    "to_gif": "picture_files",
    "try_it": "live_program",
    "TryIt": "live_program",
    "break_it": "broken_program",
    "BreakIt": "broken_program",
    "Sheet": "sheet",
}
_NEEDED = ("anywidget", "ipywidgets", "traitlets", "matplotlib", "networkx")


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        return getattr(importlib.import_module(f"{__name__}.{_HOMES[name]}"), name)
    except ModuleNotFoundError as error:
        if error.name and error.name.partition(".")[0] in _NEEDED:
            raise ModuleNotFoundError(
                f"views.{name} needs {error.name}, which is not installed: pip install 'autograd-lab[lab]'",
                name=error.name,
            ) from error
        raise


def __dir__() -> list[str]:
    return sorted(_HOMES)
