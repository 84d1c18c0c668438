"""What only the owner of a release knows, and it is recounted with."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from setanon_sql.errors import BadInput
from setanon_sql.query.templates import Table
from setanon_sql.verify.meaning import LabelPlace

#: Why sets are not checked of another release, and what to do.
NO_SETS = ("<protect>: the release does not protect sets by name", "leave it out")


@dataclass(frozen=True)
class VerificationInputs:
    """Inputs of a recount besides the release: labels that it is to keep hidden, and whose records these are.

    ``sensitive``: ``label``; None: those that the manifest lists. ``limits``: ``label, limit_num, limit_den``, where
    each label has a threshold of its own (None: the model's). With personal wishes also ``wishes``: ``record_id, item``
    (label), and ``original``: ``record_id, item`` (label), the records as they were, under the same ids. Of a
    release in pieces ``original`` has the sensitive items only, under the ids of the source, and ``ledger``
    (``record_id, item, action, label, cause``) tells what became of them.
    ``known_labels``: ``label``, those that somebody may know, where the model is of these only.
    ``classes``: ``record_id, class``, all columns beside the items of a record, as one text.
    ``places``: where the labels of the release stand, as the table beside it says; None: it does not.
    ``protected``: sets of items that alone are protected, by number; ``protected_labels``: the labels of the release
    that may stand for their items (set, label); None: that cannot be told.
    ``original_persons``: ``record_id, person``, whose the original records are.
    ``absent``: so many items that a person does not have may be known, whatever the manifest says.
    ``persons``: ``record_id`` (of the release, as text), ``person``. ``source_persons``: the same under the ids of the
    source, for a release that kept them, or whose ``ledger`` tells which record is which.
    """

    sensitive: Table | None = None
    wishes: Table | None = None
    original: Table | None = None
    limits: Table | None = None
    ledger: Table | None = None
    persons: Table | None = None
    source_persons: Table | None = None
    original_persons: Table | None = None
    known_labels: Table | None = None
    places: Sequence[LabelPlace] | None = None
    classes: Table | None = None
    absent: int = 0
    protected: Mapping[int, Collection[str]] | None = None
    protected_labels: Sequence[tuple[int, str]] | None = None

    @property
    def knows_persons(self) -> bool:
        """Return whether the owner told whose records these are."""
        return self.persons is not None or self.source_persons is not None


def sensitive_labels(inputs: VerificationInputs | None) -> Table:
    """Return what is sensitive for everybody (``label``); raises BadInput where nobody said it."""
    if inputs is None or inputs.sensitive is None or inputs.wishes is not None:
        raise BadInput("what is sensitive is not said", "give one column of items")
    return inputs.sensitive
