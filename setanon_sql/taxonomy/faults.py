"""What can be wrong with a taxonomy."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from setanon_sql.errors import BadInput

ERROR, WARNING = "error", "warning"

#: Labels that a message names before it says how many more there are.
_NAMED = 5


@dataclass(frozen=True)
class Fault:
    """One kind of fault, with all labels that have it.

    ``kind`` is a word that scripts may rely on; ``severity`` is ``error`` (no use before it is mended) or ``warning``;
    ``message`` counts and names no label; ``labels`` are in canonical order; ``mend`` says how to put it right.
    """

    kind: str
    severity: str
    message: str
    labels: tuple[str, ...]
    mend: str

    @property
    def named(self) -> str:
        """The message with its first labels."""
        return f"{self.message}: {naming(self.labels)}" if self.labels else self.message


def naming(labels: Sequence[str]) -> str:
    """Return the first labels in quotes, and how many more there are."""
    more = f" and {len(labels) - _NAMED} more" if len(labels) > _NAMED else ""
    return ", ".join(f'"{label}"' for label in labels[:_NAMED]) + more


def counted(number: int, one: str, many: str = "") -> str:
    """Return ``1 leaf`` or ``3 leaves``."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def refuse(faults: Iterable[Fault]) -> None:
    """Raise BadInput that names all errors among the faults, each with its first labels; warnings pass.

    This is the one kind of error that names labels of the data without ``--show-values``: a leaf that is missing can
    only be added by somebody who knows which.
    """
    errors = [fault for fault in faults if fault.severity == ERROR]
    if errors:
        raise BadInput(
            "the taxonomy cannot be used: " + "; ".join(fault.named for fault in errors),
            "; ".join(dict.fromkeys(fault.mend for fault in errors)),
        )
