"""What this kernel knows about the learner: one object, in memory only. Nothing is sent or written anywhere."""

from dataclasses import dataclass, field

Key = tuple[str, int | None]
"""An exercise's id and the seed of its numbers."""


@dataclass
class Record:
    """How one exercise has gone so far."""

    said: str | None = None
    """The last answer in words, to be quoted back."""
    status: str = "not answered yet"
    wrong_tries: int = 0
    hints: int = 0
    revealed: bool = False


@dataclass
class Learner:
    """All records, by exercise."""

    records: dict[Key, Record] = field(default_factory=dict)

    def record(self, exercise_id: str, seed: int | None = None) -> Record:
        """The record of one exercise, made when first asked for."""
        return self.records.setdefault((exercise_id, seed), Record())

    def known(self, exercise_id: str) -> list[Record]:
        """The records of one exercise, whatever its numbers."""
        return [record for (known, _), record in self.records.items() if known == exercise_id]

    def forget(self) -> None:
        """Start again with no records."""
        self.records.clear()


learner = Learner()
"""The one learner of this kernel."""
