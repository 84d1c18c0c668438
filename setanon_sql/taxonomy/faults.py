"""What can be wrong with a taxonomy."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from setanon_sql.errors import BadInput

ERROR, WARNING = "error", "warning"

#: Labels that a message names before it says how many more there are.
_NAMED = 5


#: Faults whose labels are those of the data, and what can be said to mend them without a label.
_IN_DATA = {
    "missing_item": "add a line for each of them; setanon taxonomy check TREE --source SOURCE names them",
    "inner_item": "rename the nodes; setanon taxonomy check TREE --source SOURCE names them",
}


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
    """Raise BadInput that tells all errors among the faults; warnings pass.

    Labels of the taxonomy are named, those of the data go into the details.
    """
    errors = [fault for fault in faults if fault.severity == ERROR]
    if errors:
        raise BadInput(
            "the taxonomy cannot be used: " + "; ".join(_public(fault) for fault in errors),
            "; ".join(dict.fromkeys(_IN_DATA.get(fault.kind, fault.mend) for fault in errors)),
            [f"{fault.named} ({fault.mend})" for fault in errors if fault.kind in _IN_DATA],
        )


def _public(fault: Fault) -> str:
    return fault.message if fault.kind in _IN_DATA else fault.named
