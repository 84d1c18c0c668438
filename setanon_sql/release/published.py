"""What a method hands over to be written: item numbers, their labels, and where they came from."""

from dataclasses import dataclass
from typing import Literal

from setanon_sql.dataset import Dataset
from setanon_sql.models import AdaptiveRho, KmAnonymity, RhoUncertainty
from setanon_sql.query.templates import Table
from setanon_sql.verify.rho import VerificationInputs


@dataclass(frozen=True)
class Form:
    """How the source was written: rows of (record, item), or ``basket`` lines whose items ``separator`` splits."""

    kind: Literal["long", "basket"] = "long"
    separator: str = " "


@dataclass(frozen=True)
class Published:
    """A method's result inside the engine of ``source``.

    ``rows``: ``record_id, item``, distinct, no NULL; record ids are those of ``source.transactions``, an item is a
    number of ``labels``. ``labels``: ``item, label``, a label of its own for each published item (others may be in it).
    ``changes``: ``item, action, label, cause``, at most one row for an item of the source: ``action`` is
    ``generalized`` or ``suppressed``, ``label`` what stands there now (NULL if nothing), ``cause`` the threat as text.
    ``suppressed``: ``record_id, item, cause``, single occurrences that went, instead of ``changes``; ``causes``:
    ``cause, item, is_sensitive``, the rules that made them go. ``verification_inputs``:
    what rho-uncertainty keeps hidden.
    ``groups``: ``record_id, group_id``, where records are published in groups; then ``occurrences``: ``record_id, item,
    node``, the number in ``labels`` that stands for each item of the source, and ``suppressed`` speaks of such numbers.
    ``method`` is the name as a manifest spells it, such as ``mHgHs``.
    """

    source: Dataset
    rows: Table
    labels: Table
    model: KmAnonymity | RhoUncertainty | AdaptiveRho
    method: str
    form: Form = Form()
    changes: Table | None = None
    suppressed: Table | None = None
    causes: Table | None = None
    verification_inputs: VerificationInputs | None = None
    groups: Table | None = None
    occurrences: Table | None = None

    @property
    def grouped(self) -> bool:
        """Are the records published in groups, with a column ``group_id``?"""
        return self.groups is not None

    @property
    def rows_query(self) -> str:
        """The template of the rows of a table, as they are written."""
        return "release/tables/table_rows_grouped" if self.grouped else "release/tables/table_rows"
