"""Constraints and weights as the functions of the API take them, and what became of them."""

from collections.abc import Collection
from dataclasses import dataclass

from setanon_sql.dataset import Dataset
from setanon_sql.decisions import Decided, Decisions, Forest, Resolved, Source, read_decisions, resolve
from setanon_sql.errors import NotReached
from setanon_sql.sources import SourceOptions
from setanon_sql.sources.sampling import other_rows

#: Rows of a source up to which a release without the constraints is worked out, too, to say what they cost.
COMPARED = 1_000_000


@dataclass(frozen=True)
class Asked:
    """What is asked for: where constraints and weights are to be read, None where there are none."""

    constraints: Source | None = None
    weights: Source | None = None

    @property
    def any(self) -> bool:
        """Is anything asked for?"""
        return self.constraints is not None or self.weights is not None

    @property
    def reads(self) -> tuple[Source | None, Source | None]:
        """What is read besides the source."""
        return self.constraints, self.weights

    def read(self, dataset: Dataset, options: SourceOptions) -> Decisions:
        """Read them in the engine of a dataset; raises BadInput that names rows by their place."""
        return read_decisions(dataset.engine, self.constraints, self.weights, options)


def resolved(dataset: Dataset, asked: Decisions, forest: Forest) -> Resolved:
    """Find the items that are meant; tell of those that the data do not have."""
    found = resolve(asked, forest)
    named = {one.item for one in asked.rows if not forest.items_under(forest.number[one.item])}
    if named:
        dataset.engine.trace.note(f"{len(named):,} items of --constraints and --weights do not occur in the data")
    return found


def decided(wanted: Resolved, kept: Collection[int], **more: float | None) -> Decided | None:
    """Say what became of what was asked for: ``kept`` are the items that are as they are in the release."""
    if not wanted.any:
        return None
    kept = set(kept)
    return Decided(
        rules=len(wanted.asked.constraints),
        weights=len(wanted.asked.weights),
        items_kept=len(wanted.keep & kept),
        items_not_kept=len(wanted.keep - kept),
        items_dropped=len(wanted.drop),
        items_limited=len(wanted.limited),
        preferred_held=len(wanted.preferred & kept),
        preferred_not_held=len(wanted.preferred - kept),
        **more,
    )


def without_dropped(dataset: Dataset, wanted: Resolved) -> Dataset:
    """Return a dataset without the rows of items that are dropped; its records and its items stay."""
    if not wanted.drop:
        return dataset
    left = dataset.of(other_rows(dataset.engine, dataset.transactions, wanted.drop))
    if not left.rows:
        raise NotReached("nothing would be left: all items are dropped", "keep some of them")
    return left
