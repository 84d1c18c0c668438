"""What an analyst asks of source and release, itemsets or counts in SQL, and what a release makes one expect of it."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import mean, stdev
from typing import Annotated

from setanon_sql.fields import ABSENT, ComputedKey, Fields, Name, in_json
from setanon_sql.query.templates import Table
from setanon_sql.sources.counts import Count

#: A file or the name of a table, or itemsets themselves, or counts in SQL by name.
Itemsets = str | Path | Sequence[Collection[str]] | Mapping[str, str]


@dataclass(frozen=True)
class SqlCount:
    """A count in SQL, and its value in the source (``true``)."""

    count: Count
    true: int = 0

    def as_query(self, results: Sequence[int]) -> "Query":
        """Return it with what it gave in a release, or in several originals that were made up of one."""
        spread = stdev(results) if len(results) > 1 else None
        return Query(self.count.name, (), self.true, float(mean(results)), self.count.text, spread)


@dataclass(frozen=True)
class Workload:
    """Itemsets, or counts in SQL, that are to be counted.

    ``itemsets``: ``query_id, item`` (a label), in an engine. ``names``, ``items``: what an itemset is called, and its
    labels, by number. ``supports``: records of the source that hold it, by number; None: they have to be counted.
    ``counts``: in SQL, with their values in the source.
    """

    itemsets: Table
    names: Mapping[int, str]
    items: Mapping[int, tuple[str, ...]]
    supports: Mapping[int, int] | None = None
    counts: tuple[SqlCount, ...] = ()


@dataclass(frozen=True)
class Query(Fields):
    """An itemset, or a count in SQL, of a workload. ``sql``: the count; empty for an itemset."""

    name: Annotated[str, Name("query"), "its name, or its line (SQL: its place)"]
    items: tuple[str, ...]
    support: Annotated[int, "records of the source that hold it, or what the count gives there"]
    expected: Annotated[float, "likewise in the release, as expected, or on average over possible originals"]
    sql: Annotated[str, "†"] = ""
    deviation: Annotated[float | None, "SQL: standard deviation over the originals that were made up, if any"] = None
    labels = ComputedKey[tuple[str, ...] | None](
        "†", lambda query: None if query.sql else query.items, ABSENT, Name("items")
    )

    @property
    @in_json()
    def error(self) -> float:
        """Return how far off that is, in records."""
        return abs(self.expected - self.support)

    @property
    @in_json()
    def relative_error(self) -> float:
        """Return how far off that is, as a share of the support (where that is 0: of one record)."""
        return self.error / max(self.support, 1)
