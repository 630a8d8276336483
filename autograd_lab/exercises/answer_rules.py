"""Answers that are a table of rules: one row for each operation, one small function for each of its inputs."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ..tracing.recording.values import number_text
from .answer_code import Code, result_text, same_result
from .exercise import Missing, Trouble
from .message import safe_repr, sentence
from .observing import Endless, Observed, Probe, Raised, has_blank, observe
from .programs import leaf

OPERATIONS: Mapping[str, Callable] = {
    "DivBackward0": lambda: leaf(6, "a") / leaf(4, "b"),
    "AddBackward0": lambda: leaf(6, "a") + leaf(4, "b"),
    "SubBackward0": lambda: leaf(6, "a") - leaf(4, "b"),
    "ExpBackward0": lambda: leaf(2, "a").exp(),
    "MulBackward0": lambda: leaf(6, "a") * leaf(4, "b"),
}
"""The operation on which each row is tried, in the order in which the lesson's trace comes to them."""
GRADS = (3, 10)
"""The gradients that arrive. None is 1: a rule that forgets its gradient would look right."""
_SAVED = ("self", "other", "result")


def _inputs(row: str) -> tuple[str, ...]:
    return ("self",) if row == "ExpBackward0" else ("self", "other")


def _probe(row: str, place: int) -> Probe:
    """One rule, tried on a node of its own."""
    label = f'The rule of "{row}" for {_inputs(row)[place]}'

    def run(rules: Mapping[str, Any]) -> dict[str, Any]:
        node = OPERATIONS[row]().grad_fn
        kept = [f"{name} = {number_text(value.item())}" for name, value in _saved(node)]
        where = ", ".join(["grad = {}", *kept])
        return {f"{label}, with {where.format(grad)}": rules[row][place](float(grad), node) for grad in GRADS}

    return Probe(label, run)


def _saved(node: Any) -> list[tuple[str, Any]]:
    """The tensors that a node keeps."""
    found = [(name, getattr(node, f"_saved_{name}", None)) for name in _SAVED]
    return [(name, value) for name, value in found if value is not None]


@dataclass(frozen=True)
class RuleTable(Code):
    """A dict from the class of a node to its rules. Its entries are the rows, and the first wrong one is spoken of."""

    probes: tuple[Probe, ...] = tuple(_probe(row, place) for row in OPERATIONS for place in range(len(_inputs(row))))

    def read(self, answer: Any) -> Observed | Trouble | Missing:
        if answer is ...:
            return Missing()
        if not isinstance(answer, Mapping):
            return Trouble(f"The dict {self.name} is asked for, not {safe_repr(answer)}.")
        try:
            rows = {row: list(answer[row]) for row in OPERATIONS if answer.get(row, ...) is not ...}
            shown = [row for row in {**answer, **OPERATIONS} if row in OPERATIONS]  # as they stand in the cell
        except Exception:
            return Trouble("Each row must be a list of functions, one for each input.")
        open_rows = [row for row in shown if any(rule is ... or has_blank(rule) for rule in rows.get(row, [...]))]
        if open_rows:
            return Missing(sentence("still open", names=", ".join(open_rows)))
        return self._shape_trouble(rows) or observe(rows, self.probes)

    def _shape_trouble(self, rows: Mapping[str, list]) -> Trouble | None:
        for row, rules in rows.items():
            inputs = _inputs(row)
            if len(rules) != len(inputs):
                return Trouble(f"{row} needs one rule for each input ({', '.join(inputs)}); yours has {len(rules)}.")
            strange = [rule for rule in rules if not callable(rule)]
            if strange:
                return Trouble(f"{row}: a rule is a function of grad and node, not {safe_repr(strange[0])}.")
        return None

    def same(self, given: Observed, target: Observed | str) -> bool:
        """Right: everything agrees. A known mistake: the first wrong row is its row, and does what it does."""
        if isinstance(target, str) and target != self.solution:
            wrong = self.observe_source(target)
            row = self._first_wrong_row(given)
            return row is not None and row == self._first_wrong_row(wrong) and not self._differing(given, wrong, row)
        return not self.differing(given, self.expected)

    def detail(self, given: Observed, target: Any) -> str:
        """The first rule that differs, what was put in, and what came out."""
        row = self._first_wrong_row(given)
        if row is None:
            return ""
        name, have = self._first_difference(given, row)
        if isinstance(have, Raised):
            return f"{name}: {not_kept(row, have) or f'your code raised {have}'}"
        if isinstance(have, Endless):
            return f"{name}: {have}"
        unreturned = " A rule gives its message back; `print` only shows it." if have is None else ""
        return f"{name}: yours gives {result_text(have)}.{unreturned}"

    def failed(self, given: Observed) -> bool:
        """Whether the first wrong rule raised. What its node kept can be looked up in the picture."""
        row = self._first_wrong_row(given)
        have = None if row is None else self._first_difference(given, row)[1]
        return isinstance(have, Endless) or (isinstance(have, Raised) and not not_kept(row, have))

    def wrong_entries(self, given: Observed, target: Any) -> tuple[str, ...]:
        row = self._first_wrong_row(given)
        return () if row is None else (row,)

    def entry(self, key: str) -> str:
        return f'the row of "{key}"' if key else ""

    def _first_wrong_row(self, given: Observed) -> str | None:
        differing = self.differing(given, self.expected)
        return next((row for row in OPERATIONS if any(f'"{row}"' in name for name in differing)), None)

    def _first_difference(self, given: Observed, row: str) -> tuple[str, Any]:
        """The first rule of the row that differs, and what came out: of a run that raised, under the run's name."""
        name = self._differing(given, self.expected, row)[0]
        if name in given.results:
            return name, given.results[name]
        return next((label, item) for label, item in given.results.items() if name.startswith(label))

    def _differing(self, given: Observed, target: Observed, row: str) -> list[str]:
        names = [name for name in {**target.results, **given.results} if f'"{row}"' in name]
        return [name for name in names if not same_result(given.results.get(name), target.results.get(name))]


def not_kept(row: str, raised: Raised) -> str:
    """Which value a rule asked its node for in vain, and what that node keeps; empty for any other exception."""
    wanted = re.search(r"_saved_\w+", raised.text)
    if raised.type != "AttributeError" or wanted is None or row not in raised.text:
        return ""
    kept = [f"`_saved_{name}`" for name, _ in _saved(OPERATIONS[row]().grad_fn)]
    return f"this node did not keep `{wanted[0]}`. It kept {' and '.join(kept) or 'no array'}."
