"""What a recount gives."""

from dataclasses import dataclass

from setanon_sql.verify.pieces import FolderCounts


@dataclass(frozen=True)
class ModelRecount:
    """Counts of a model by name; ``problem`` says in a sentence what breaks the model ('' if nothing).

    ``unknown`` has a sentence for each part of the promise that could not be counted.
    """

    counts: dict[str, int]
    problem: str
    unknown: tuple[str, ...] = ()


@dataclass(frozen=True)
class Recount:
    """Counts of a release by name, and a sentence for each thing that breaks the structure or the model.

    ``pieces`` has more of a release in pieces. ``not_checked`` has a sentence for each thing that no recount can
    see; ``unknown`` for each part of the guarantee itself that could not be checked. ``unchecked`` has names of what
    stands there and is no part of a release, which are values.
    """

    counts: dict[str, int]
    problems: tuple[str, ...]
    pieces: FolderCounts | None = None
    not_checked: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    unchecked: tuple[str, ...] = ()

    @property
    def complete(self) -> bool:
        """Return whether all of the guarantee could be checked."""
        return not self.unknown
