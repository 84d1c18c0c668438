"""Counts that are kept for the next question about the same table, in memory or in a private folder.

A table is known by a digest of what is counted: which record holds which item, by numbers, and whose the records are.
Whatever changes an answer (rows, caps, conditions, known items, labels of a taxonomy) changes that table. So the
counts fit wherever the digest does. They are numbers of sets and records: no label and no id is among them.

Where records hold few sets these are counted for all k at once. Else the first question is counted for its own k; where
a smaller one follows, sets are counted for a still smaller k, so that those after it find their answer here.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import setanon_sql
from setanon_sql.counting.levels import ALONE, Level, RangeCounts, SizeCounts
from setanon_sql.dataset import Dataset
from setanon_sql.engine import Engine, scoped
from setanon_sql.files.private_folder import DamagedFileError, ForeignFileError, PrivateFolder
from setanon_sql.keys import digest_of_numbers
from setanon_sql.query.templates import Table
from setanon_sql.trace import Trace

#: Counts tell all k up to this one, or up to twice the one that was asked for.
MOST = 20
#: A question with a smaller k than before is counted for a quarter of it.
WIDER = 4
#: Another number makes files of before unknown: counts that were made otherwise.
_FORMAT = 1
_KIND = "setanon counts"


@dataclass
class TableCounts:
    """Counts of one table, for ranges of k.

    ``matches``: by m and the most sets that may be counted, the records that so many match; None: these are more.
    """

    ranges: list[RangeCounts] = field(default_factory=list)
    matches: dict[tuple[int | None, int], Mapping[int, int] | None] = field(default_factory=dict)

    def levels(self, k: int, m: int | None) -> tuple[Level, ...] | None:
        """Return the findings for k and m; None: they are not known."""
        return next((levels for each in self.ranges if (levels := each.levels(k, m)) is not None), None)

    def fewest(self, m: int, *, by_person: bool) -> Mapping[int, int] | None:
        """Return records, or persons, by how many match up to m items of them at worst; None: that is not known."""
        counts = (each.fewest(m, by_person=by_person) for each in self.ranges)
        return next((by_matches for by_matches in counts if by_matches is not None), None)

    def range_for(self, k: int, m: int | None) -> tuple[int, int]:
        """Return the least and the highest k to count for, where k and m are asked for."""
        most = max(MOST, 2 * k)
        above = [each for each in self.ranges if each.least > k and m and each.levels(each.least, m)]
        if not above:
            return k, most
        return max(ALONE, k // WIDER), max(most, *(each.most for each in above))

    def add(self, counts: RangeCounts) -> None:
        """Add a range, in the place of those that tell no more."""
        if not any(each.covers(counts) for each in self.ranges):
            self.ranges = [*(each for each in self.ranges if not counts.covers(each)), counts]

    def take(self, other: "TableCounts") -> None:
        """Add what others know of the table."""
        for counts in other.ranges:
            self.add(counts)
        self.matches = {**other.matches, **self.matches}


class CountStore:
    """Counts of tables, by the digest of what was counted; ``folder``: where they stay, None: in memory alone."""

    def __init__(self, folder: Path | None = None) -> None:
        """Raise BadDestination where the folder is none of setanon's."""
        self._folder = PrivateFolder(folder, _KIND) if folder else None
        self._tables: dict[str, TableCounts] = {}
        #: Of tables that only grow old: no other one of their engine ever has their name.
        self._keys: dict[tuple[Engine, str, str], str] = {}

    def key_of(self, dataset: Dataset, transactions: Table) -> str:
        """Return by what the counts of a table (``record_id, item``) of a dataset are known."""
        engine = dataset.engine
        if not engine.is_own(transactions):
            return table_key(dataset, transactions)
        at = (engine, transactions.name, dataset.persons.name if dataset.persons else "")
        if at not in self._keys:
            self._keys[at] = table_key(dataset, transactions)
        return self._keys[at]

    @property
    def is_on_disk(self) -> bool:
        """Return whether counts stay when this run is over."""
        return self._folder is not None

    def of(self, key: str, trace: Trace) -> TableCounts:
        """Return what is known of a table."""
        if key not in self._tables:
            self._tables[key] = self._read(key, trace) or TableCounts()
        return self._tables[key]

    def save(self, key: str, trace: Trace) -> None:
        """Let what is known of a table stay, beside what other runs have learned of it; warn where that fails."""
        if self._folder is None:
            return
        try:
            with self._folder.hold():
                counts = self._tables[key]
                counts.take(_read(self._folder, key) or TableCounts())
                self._folder.replace(_name(key), json.dumps(_fields(counts)).encode())
        except ForeignFileError:
            pass  # it was told when it was read
        except OSError as error:
            trace.warn(f"what was counted cannot be kept in <cache>: {error.strerror}")

    def _read(self, key: str, trace: Trace) -> TableCounts | None:
        if self._folder is None:
            return None
        try:
            return _counts(self._folder.read(_name(key)))
        except ForeignFileError:
            trace.warn("a file in <cache> is not setanon's: it stays, and what is counted cannot be kept there")
        except DamagedFileError:
            trace.warn("a file in <cache> is damaged: it is not used, and replaced by what is counted now")
        except OSError as error:
            trace.warn(f"a file in <cache> cannot be read: {error.strerror}")
        return None


def _read(folder: PrivateFolder, key: str) -> TableCounts | None:
    try:
        return _counts(folder.read(_name(key)))
    except DamagedFileError:
        return None


@scoped
def table_key(dataset: Dataset, transactions: Table) -> str:
    """Return by what the counts of a table (``record_id, item``) of a dataset are known: all that they depend on."""
    tables = [(transactions, "record_id", "item", "record_id", "item")]
    if dataset.persons is not None:
        tables.append((dataset.persons, "record_id", "person", "person", "record_id"))
    digest = digest_of_numbers(dataset.engine, *tables)
    parts = (_FORMAT, setanon_sql.__version__, digest, dataset.records, dataset.persons and dataset.n_persons)
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


def _name(key: str) -> str:
    return f"{key}.counts"


def _fields(counts: TableCounts) -> dict[str, Any]:
    """Return counts as JSON has them."""
    return {
        "ranges": [[each.least, each.most, each.whole, list(map(_rows_of_size, each.sizes))] for each in counts.ranges],
        "matches": [[m, most, matches and _rows(matches)] for (m, most), matches in counts.matches.items()],
    }


def _rows_of_size(size: SizeCounts) -> list[Any]:
    sets = [[*supports, n] for supports, n in size.sets.items()]
    return [sets, _rows(size.generators), _rows(size.records), _rows(size.persons)]


def _rows(numbers: Mapping[int, int]) -> list[list[int]]:
    return [[support, n] for support, n in numbers.items()]


def _counts(content: bytes | None) -> TableCounts | None:
    """Return the counts in a file; raises DamagedFileError."""
    if content is None:
        return None
    try:
        fields = json.loads(content)
        ranges = [
            RangeCounts(least, most, tuple(map(_size_of, sizes)), whole)
            for least, most, whole, sizes in fields["ranges"]
        ]
        counts = TableCounts(ranges)
        counts.matches |= {(m, most): rows if rows is None else dict(rows) for m, most, rows in fields["matches"]}
        return counts
    except (ValueError, KeyError, TypeError, RecursionError):
        raise DamagedFileError from None


def _size_of(rows: list[Any]) -> SizeCounts:
    sets, *numbers = rows
    return SizeCounts({(support, part): n for support, part, n in sets}, *map(dict, numbers))
