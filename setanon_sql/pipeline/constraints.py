"""Constraints and weights as the functions of the API take them, and what became of them."""

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace

from setanon_sql.dataset import Dataset
from setanon_sql.decisions import (
    Decided,
    Decisions,
    Forest,
    Resolved,
    Source,
    forest_of,
    items_of,
    read_decisions,
    resolve,
)
from setanon_sql.engine import Engine
from setanon_sql.errors import BadParameter, NotReached
from setanon_sql.methods.km.threats import without_items
from setanon_sql.sources import SourceOptions
from setanon_sql.sources.sampling import other_rows
from setanon_sql.taxonomy import Nodes

#: Rows of a source up to which a release without the constraints is worked out, too, to say what they cost; fewer for
#: methods that take longer.
COMPARED, COMPARED_SLOWLY = 1_000_000, 100_000


@dataclass(frozen=True)
class ConstraintFiles:
    """What is asked for: where constraints and weights are to be read, None where there are none."""

    constraints: Source | None = None
    weights: Source | None = None

    @property
    def any(self) -> bool:
        """Is anything asked for?"""
        return self.constraints is not None or self.weights is not None

    @property
    def reads(self) -> tuple[Source | None, Source | None]:
        """Return what is read besides the source."""
        return self.constraints, self.weights

    def read(self, dataset: Dataset, options: SourceOptions) -> Decisions:
        """Read them in the engine of a dataset; raises BadInput that names rows by their place."""
        return read_decisions(dataset.engine, self.constraints, self.weights, options)


def forest_over(dataset: Dataset, nodes: Nodes | None = None) -> Forest:
    """Return what may be named: the items of a dataset, and the labels of a taxonomy over them where there is one."""
    if nodes is None:
        return items_of(dataset.engine, dataset.items)
    return forest_of(dataset.engine, nodes.nodes, dataset.distinct_items)


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


def without_constraints(
    dataset: Dataset, wanted: Resolved, work: Callable[[], float | None], *, slow: bool = False
) -> float | None:
    """Return what ``work`` says of a release without constraints, whose tables go again.

    None where nothing was asked for, where there is no such release, and for large sources, the sooner where it is
    ``slow``.
    """
    if not wanted.any or dataset.rows > (COMPARED_SLOWLY if slow else COMPARED):
        return None
    dataset.engine.trace.doing("working out what the constraints cost: a release without them")
    try:
        with dataset.engine.passing():
            return work()
    except NotReached:
        return None


def dropped_in(
    dataset: Dataset, asked: ConstraintFiles, options: SourceOptions, nodes: Nodes | None, *, decided: bool
) -> Resolved:
    """Return what was asked for when a release was made, which its manifest does not tell.

    ``nodes``: of its taxonomy. ``decided``: the manifest tells that something was asked for. Raises BadParameter where
    it was not, and BadInput as :meth:`ConstraintFiles.read`.
    """
    if asked.any and not decided:
        raise BadParameter("--constraints were not asked for when the release was made", "leave them out")
    if decided and not asked.any and nodes is not None:
        dataset.engine.trace.note(
            "something was asked for of single items when the release was made; if items were dropped, give these "
            "--constraints here, too: else labels are taken to stand for them"
        )
    forest = forest_over(dataset, nodes)
    return resolved(dataset, asked.read(dataset, options), forest)


def left_to(nodes: Nodes, wanted: Resolved, engine: Engine) -> Nodes:
    """Return nodes as a release is measured with: no label stands for an item that is dropped."""
    return replace(nodes, ancestors=without_items(engine, nodes.ancestors, wanted.drop))


def without_dropped(dataset: Dataset, wanted: Resolved) -> Dataset:
    """Return a dataset without the rows of items that are dropped; its records and its items stay."""
    if not wanted.drop:
        return dataset
    left = dataset.of(other_rows(dataset.engine, dataset.transactions, wanted.drop))
    if not left.rows:
        raise NotReached("nothing would be left: all items are dropped", "keep some of them")
    return left
