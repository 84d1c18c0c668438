"""Figures of a release whose labels had more to keep to than the data: an earlier release, its mapping, a draw."""

from dataclasses import dataclass
from typing import Annotated

from setanon_sql.fields import LIKEWISE, Fields


@dataclass(frozen=True)
class Mapped(Fields):
    """Fate of the mapping of an earlier release."""

    new_items: Annotated[int, "that it did not know"]
    new_items_placed: Annotated[int, "those below one of its labels"]
    threats: Annotated[int, "minimal sets of its labels that some records hold, but fewer than k"]
    labels_kept: Annotated[int, "its labels that stay"]
    labels_generalized: Annotated[int, "that gave way to one over them (`--extend`)"] = 0
    labels_suppressed: Annotated[int, "that went, with none over them"] = 0
    labels_added: Annotated[int, "that it did not have"] = 0


@dataclass(frozen=True)
class Beside(Fields):
    """Changes to a release so that k candidates remain beside an earlier one."""

    records_at_risk: Annotated[int, "linked records that had fewer with the labels found for this release alone"]
    labels_raised: Annotated[int, "that gave way to one over them"]
    labels_suppressed: Annotated[int, "that went, with none over them"]
    records_left_out: Annotated[int, "`--let-go`"]
    cost_alone: Annotated[float, "of the records that stay, as `--cost` measures it, without the release before"]
    cost: Annotated[float, "the same with it"]


@dataclass(frozen=True)
class Drawn(Fields):
    """The outcome of a draw."""

    best_cost: Annotated[float, "the least that was found, as `--cost` measures it"]
    cost: Annotated[float, "of what was drawn"]
    others: Annotated[int, "other choices of labels within the slack that were met"]


@dataclass(frozen=True)
class TriedColumns(Fields):
    """Steps of columns at which a release was tried, and what it costs there."""

    columns: Annotated[tuple[str, ...], "with their steps"]
    chosen: Annotated[bool, "is it the one that is released?"]
    records_gone: Annotated[int, "of which nothing would be released"]
    rows_unchanged_ratio: Annotated[float | None, "as of the release"]
    ncp: Annotated[float | None, LIKEWISE]
