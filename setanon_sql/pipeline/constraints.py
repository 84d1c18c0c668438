"""Constraints and weights as the functions of the API take them, and what became of them."""

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace

from setanon_sql.dataset import Dataset
from setanon_sql.decisions import (
    Decided,
    Decisions,
    Forest,
    ItemConstraints,
    Source,
    forest_of,
    items_of,
    read_decisions,
    resolve,
)
from setanon_sql.engine import Engine
from setanon_sql.errors import BadParameter, NotReached
from setanon_sql.sensitive.constraint import near_message
from setanon_sql.sources import SourceOptions
from setanon_sql.sources.sampling import other_rows
from setanon_sql.taxonomy import Nodes
from setanon_sql.taxonomy.coding import without_items
from setanon_sql.text import count_of

#: Rows of a source up to which a release without the constraints is worked out, too, to say what they cost; fewer for
#: methods that take longer.
COMPARED = 1_000_000
COMPARED_SLOWLY = 100_000


@dataclass(frozen=True)
class ConstraintFiles:
    """The places where constraints and weights are to be read, None where there are none."""

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


def resolved(dataset: Dataset, decisions: Decisions, forest: Forest) -> ItemConstraints:
    """Find the items that are meant; tell of those that the data do not have."""
    constraints = resolve(decisions, forest)
    named = {row.item for row in decisions.rows if not forest.items_under(forest.number[row.item])}
    if named:
        dataset.engine.trace.note(
            f"{count_of(len(named), 'item')} of <constraints> and <weights> {'does' if len(named) == 1 else 'do'} not "
            "occur in the data"
        )
    _warn_of_near(dataset.engine, decisions, forest)
    return constraints


def _warn_of_near(engine: Engine, decisions: Decisions, forest: Forest) -> None:
    """Warn of items that are in no rule, and differ from one that is in case and blanks only."""
    named = {rule.item for rule in decisions.rows}
    spellings = {_spelling(label) for label in named}
    items = forest.labels[1 : forest.items + 1] if spellings else ()
    near = [label for label in items if _spelling(label) in spellings and label not in named]
    if near:
        options = " and ".join(dict.fromkeys(rule.option for rule in decisions.rows))
        engine.trace.warn(near_message(near, options), near)


def _spelling(label: str) -> str:
    return "".join(label.lower().split())


def decided(constraints: ItemConstraints, unchanged: Collection[int], **more: float | None) -> Decided | None:
    """Say what became of what was asked for: ``kept`` are the items that are as they are in the release."""
    if not constraints.any:
        return None
    unchanged = set(unchanged)
    return Decided(
        rules=len(constraints.decisions.constraints),
        weights=len(constraints.decisions.weights),
        items_kept=len(constraints.keep & unchanged),
        items_not_kept=len(constraints.keep - unchanged) + len(constraints.gave_way),
        items_dropped=len(constraints.drop),
        items_limited=len(constraints.limited),
        preferred_held=len(constraints.preferred & unchanged),
        preferred_not_held=len(constraints.preferred - unchanged),
        **more,
    )


def without_constraints(
    dataset: Dataset, constraints: ItemConstraints, work: Callable[[], float | None], *, slow: bool = False
) -> float | None:
    """Return what ``work`` says of a release without constraints, whose tables go again.

    None where nothing was asked for, where there is no such release, and for large sources, the sooner where it is
    ``slow``.
    """
    if not constraints.any or dataset.rows > (COMPARED_SLOWLY if slow else COMPARED):
        return None
    dataset.engine.trace.begin_phase("working out what the constraints cost: a release without them")
    try:
        with dataset.engine.scope():
            return work()
    except NotReached:
        return None


def dropped_in(
    dataset: Dataset, files: ConstraintFiles, options: SourceOptions, nodes: Nodes | None, *, decided: bool
) -> ItemConstraints:
    """Return what was asked for when a release was made, which its manifest does not tell.

    ``nodes``: of its taxonomy. ``decided``: the manifest tells that something was asked for. Raises BadParameter where
    it was not, and BadInput as :meth:`ConstraintFiles.read`.
    """
    if files.any and not decided:
        raise BadParameter("<constraints> were not asked for when the release was made", "leave them out")
    if decided and not files.any and nodes is not None:
        dataset.engine.trace.note(
            "something was asked for of single items when the release was made; if items were dropped, give these "
            "<constraints> here, too: else labels are taken to stand for them"
        )
    forest = forest_over(dataset, nodes)
    return resolved(dataset, files.read(dataset, options), forest)


def left_to(nodes: Nodes, constraints: ItemConstraints, engine: Engine) -> Nodes:
    """Return nodes as a release is measured with: no label stands for an item that is dropped."""
    return replace(nodes, ancestors=without_items(engine, nodes.ancestors, constraints.drop))


def without_dropped(dataset: Dataset, constraints: ItemConstraints) -> Dataset:
    """Return a dataset without the rows of items that are dropped; its records and its items stay."""
    if not constraints.drop:
        return dataset
    remaining = dataset.with_rows(other_rows(dataset.engine, dataset.transactions, constraints.drop))
    if not remaining.rows:
        raise NotReached("nothing would be left: all items are dropped", "keep some of them")
    return remaining
