"""Which form an answer has, from the answer itself."""

import inspect
from collections.abc import Callable, Mapping
from copy import deepcopy
from typing import Any

from ..autograd import Function
from .answer_code import Code, Probe
from .answer_values import Choice, Number, Numbers, Table
from .exercise import Form
from .message import safe_repr
from .plain import plain_numbers
from .programs import doubles, leaf

_TRUTH = ("True", "False")


def form_and_answer(answer: Any, options: Any, inputs: tuple) -> tuple[Form, Any]:
    """The form, and the answer as such a form compares it. Raises TypeError for what no form takes."""
    if callable(answer):
        return _code(answer, inputs), answer
    if isinstance(answer, Mapping):
        options = options or {}
        rows = {name: form_and_answer(part, options.get(name), ()) for name, part in answer.items()}
        return Table({name: form for name, (form, _) in rows.items()}), {name: part for name, (_, part) in rows.items()}
    plain = plain_numbers(answer)
    if options is not None or isinstance(plain, bool):
        return _choice(answer if isinstance(answer, str) else plain, options or _TRUTH)
    if isinstance(plain, list):
        return Numbers(len(plain), empty=None in plain), plain
    if plain is None or isinstance(plain, int | float):
        return Number(), plain
    if isinstance(answer, str):
        raise TypeError(f"{safe_repr(answer)} is a text: say what can be chosen, options=[…].")
    raise TypeError(f"{safe_repr(answer)} is no number, list, dict, choice or function.")


def _choice(answer: Any, options: Any) -> tuple[Choice, str]:
    form = Choice(tuple(map(str, options)))
    read = form.read(answer)
    if not isinstance(read, str):
        raise TypeError(f"The answer is not among the options. {read.text}")
    return form, read


def _code(answer: Callable, inputs: tuple) -> Code:
    name = answer.__name__
    if not inputs:
        raise TypeError(f"{name} is code: say with which arguments it is called, inputs=[(2, 3), …].")
    calls = [call if isinstance(call, tuple) else (call,) for call in inputs]
    if isinstance(answer, type) and issubclass(answer, Function):
        columns = [[float(number) for number in column] for column in zip(*calls, strict=True)]
        probes = tuple(_function_probe(name, call) for call in calls)
        checked = {"checked": lambda: doubles(*columns), "is_function_class": True}
        return Code(name, _class_starting(answer), answer, probes, **checked)
    return Code(name, _function_starting(answer), answer, tuple(_call_probe(name, call) for call in calls))


def _call_probe(name: str, call: tuple) -> Probe:
    label = f"{name}({', '.join(map(safe_repr, call))})"
    return Probe(label, lambda function: {label: function(*deepcopy(call))})


def _function_probe(name: str, call: tuple) -> Probe:
    """Values and gradients, with a different weight on each output, so that none is taken for another."""
    label = f"{name}.apply({', '.join(map(safe_repr, call))})"

    def run(function: type) -> dict[str, Any]:
        leaves = [leaf(number, f"input{k}") for k, number in enumerate(call)]
        outputs = function.apply(*leaves)
        outputs = outputs if isinstance(outputs, tuple) else (outputs,)
        sum((k + 1) * output.sum() for k, output in enumerate(outputs)).backward()
        values = {f"{label}: output {k}": output for k, output in enumerate(outputs)}
        return values | {f"{label}: gradient for input {k}": item.grad for k, item in enumerate(leaves)}

    return Probe(label, run)


def _function_starting(answer: Callable) -> str:
    return f"def {answer.__name__}{inspect.signature(answer)}:\n    ..."


def _class_starting(answer: type) -> str:
    methods = [f"    @staticmethod\n    def {name}{inspect.signature(getattr(answer, name))}:\n        ..."
               for name in ("forward", "backward")]  # fmt: skip
    return f"class {answer.__name__}(al.autograd.Function):\n" + "\n\n".join(methods)
