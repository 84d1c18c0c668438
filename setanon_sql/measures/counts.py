"""Counts of an analyst in SQL: their value in the source, and in possible originals of a release.

Where a release shows items as they are, or not at all, the count is taken on the release. Else possible originals are
made up at random, the count is taken on each, and the mean is told with the standard deviation:

- A label of a record stands for one of the leaves under it, each as often as the others. What is suppressed is not made
  up for.
- Pieces of a release in pieces are put together as :mod:`setanon_sql.inference.reconstruct` does.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from setanon_sql.dataset import Dataset
from setanon_sql.decisions import forest_of
from setanon_sql.engine import scoped
from setanon_sql.inference.reconstruct import prepare, reconstruct
from setanon_sql.measures.queries import Query, SqlCount
from setanon_sql.query.templates import Table
from setanon_sql.sources.counts import count_values
from setanon_sql.verify.pieces import FolderTables

#: So many originals are made up, or more.
ORIGINALS = 10


@dataclass(frozen=True)
class MadeUp:
    """Parameters of making up originals: so many ``samples`` at least, by this ``seed``."""

    samples: int = ORIGINALS
    seed: str = "0"

    def seeds(self) -> list[str]:
        """Return a seed for each original."""
        return [f"{self.seed}:{number}" for number in range(1, max(self.samples, ORIGINALS) + 1)]


@dataclass(frozen=True)
class Recoded:
    """Labels that stand for the items of the source: the tables of :mod:`setanon_sql.measures.records`."""

    release: Table
    recoded: Table
    published: Table


@scoped
def true_counts(source: Dataset, counts: Sequence[SqlCount]) -> tuple[SqlCount, ...]:
    """Return counts with their value in the source; raises BadInput where one cannot be run."""
    engine = source.engine
    rows = engine.table("release/shapes/labelled", published=source.transactions, labels=source.items)
    counted_values = count_values(engine, [query.count for query in counts], rows, source.columns)
    return tuple(replace(query, true=value) for query, value in zip(counts, counted_values, strict=True))


@scoped
def counts_of_rows(
    source: Dataset, counts: Sequence[SqlCount], recoding: Recoded, nodes: Table | None, how: MadeUp
) -> list[Query]:
    """Return what counts give in a release of one table; ``nodes``: of the taxonomy; None: there is none."""
    engine = source.engine
    release = recoding.release
    spread = _spread(source, recoding.published, nodes) if nodes else None
    if spread is None:
        answers = count_values(engine, [query.count for query in counts], release, source.columns)
        return [query.as_query([value]) for query, value in zip(counts, answers, strict=True)]
    sizes = engine.table("measures/made_up/label_sizes", spread=spread)

    def original(seed: str) -> Table:
        dealt = engine.table("measures/made_up/dealt", spread=spread, seed=seed)
        tables = {"release": release, "label_sizes": sizes, "dealt": dealt}
        return engine.table("measures/made_up/original", seed=seed, **tables)

    return _on_each(source, counts, how, original)


@scoped
def counts_of_pieces(source: Dataset, counts: Sequence[SqlCount], release: FolderTables, how: MadeUp) -> list[Query]:
    """Return what counts give in made-up originals of a release in pieces."""
    engine = source.engine
    ready = prepare(engine, release)
    return _on_each(source, counts, how, lambda seed: reconstruct(engine, ready, seed))


def _on_each(
    source: Dataset,
    counts: Sequence[SqlCount],
    how: MadeUp,
    original: Callable[[str], Table],
) -> list[Query]:
    """Take counts on originals, each made up from a seed of its own."""
    values_by_original: list[list[int]] = []
    for seed in how.seeds():
        with source.engine.scope():
            values_by_original.append(
                count_values(source.engine, [query.count for query in counts], original(seed), source.columns)
            )
    return [
        query.as_query(query_values)
        for query, query_values in zip(counts, zip(*values_by_original, strict=True), strict=True)
    ]


def _spread(source: Dataset, published: Table, nodes: Table) -> Table | None:
    """Return ``label, leaf``: the leaves under each label of a release; None where it has items only."""
    engine = source.engine
    labels = [int(node) for (node,) in engine.rows("measures/made_up/spread_labels", published_nodes=published)]
    if not labels:
        return None
    forest = forest_of(engine, nodes, source.distinct_items)
    pairs = [
        (forest.labels[label], forest.labels[node])
        for label in labels
        for node in forest.under(label)
        if not forest.below[node]
    ]
    return engine.load_rows("spread", {"label": str, "leaf": str}, pairs)
