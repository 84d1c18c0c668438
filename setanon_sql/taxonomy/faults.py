"""What can be wrong with a taxonomy."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from setanon_sql.errors import BadInput
from setanon_sql.fields import ABSENT, ComputedKey, Fields, Name
from setanon_sql.spelling import said
from setanon_sql.text import label_text

ERROR = "error"
WARNING = "warning"

#: Labels that a message names before it says how many more there are.
_NAMED = 5
#: Items of the data that are listed with ``--show-values``.
_LISTED = 100

_LIST = "<values> them"


@dataclass(frozen=True)
class Fault(Fields):
    """One kind of fault, with all labels that have it.

    ``labels``: in canonical order. ``of_data``: they are items of the data, which are not named unasked; those of the
    taxonomy may be. ``near``: labels of the taxonomy that such items may mean; they tell what the items are, and are
    not named unasked.
    """

    kind: Annotated[str, "such as `two_parents`, `cycle`, `leaf_twice`, `missing_item`, `near_miss`"]
    severity: Annotated[str, "`error` (no use before it is mended) or `warning`"]
    message: Annotated[str, ""]
    labels: tuple[str, ...]
    mend: Annotated[str, "what to do"]
    of_data: bool = False
    near: tuple[str, ...] = ()
    count = ComputedKey[int]("labels that have it", lambda fault: len(fault.labels))
    shown_labels = ComputedKey[tuple[str, ...] | None](
        "items of the data only with `--show-values`",
        lambda fault: None if fault.of_data else fault.labels,
        ABSENT,
        Name("labels"),
    )

    def message_with_labels(self, *, show_values: bool = False) -> str:
        """Return the message with its first labels, where these may be named."""
        may_name = self.labels and (show_values or not self.of_data)
        return f"{self.message}: {quoted_labels(self.labels)}" if may_name else self.message

    def remedy(self, *, show_values: bool = False) -> str:
        """Return how to put it right, and where its labels are not named, how to list them; options are marked."""
        if self.of_data and not show_values:
            return f"{self.mend}; {_LIST}"
        return f"{self.mend}: {quoted_labels(self.near)}" if self.near else self.mend

    def details(self) -> list[str]:
        """Return the labels, and those of the taxonomy that they may mean, a line each."""
        near = f" (in the taxonomy: {quoted_labels(self.near)})" if self.near else ""
        more = [f"and {len(self.labels) - _LISTED} more"] if len(self.labels) > _LISTED else []
        return [f"{self.message}{near}:", *self.labels[:_LISTED], *more]

    def to_json(self, *, show_values: bool = False) -> dict[str, Any]:
        """Return what ``--json`` prints; labels of the data, and what they may mean, only with ``show_values``."""
        labels = {"labels": list(self.labels)} if show_values else {}
        fields = super().to_json() | labels
        return fields | {"mend": said(self.remedy(show_values=show_values))}


def quoted_labels(labels: Sequence[str]) -> str:
    """Return the first labels in quotes, and how many more there are."""
    more = f" and {len(labels) - _NAMED} more" if len(labels) > _NAMED else ""
    return ", ".join(f'"{label_text(label)}"' for label in labels[:_NAMED]) + more


def refuse(faults: Iterable[Fault], *, see_check: bool = False) -> None:
    """Raise BadInput that tells all errors among the faults; warnings pass.

    Labels of the taxonomy are named, items of the data are its details. ``see_check``: the taxonomy is a dimension
    table of which other columns may be one.
    """
    errors = [fault for fault in faults if fault.severity == ERROR]
    if errors:
        remedies = [fault.remedy() for fault in errors]
        remedies += ["<taxonomy check> tells which columns to take as <levels>"] if see_check else []
        raise BadInput(
            "the taxonomy cannot be used: " + "; ".join(fault.message_with_labels() for fault in errors),
            "; ".join(dict.fromkeys(remedies)),
            [line for fault in errors if fault.of_data for line in fault.details()],
        )
