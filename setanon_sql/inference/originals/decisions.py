"""For each set of known items: do k records hold it in an original that two releases in pieces both allow?

Larger sets have no more records than smaller ones. So sets are looked at by size, and one of which a part is broken, is
not known, or is held in no original, is not looked at: it is broken, not known or held in none, as its part is.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from time import monotonic

import numpy as np

from setanon_sql.engine import Engine, scoped
from setanon_sql.inference.originals.kinds import Kind, TooLarge, kinds_of
from setanon_sql.inference.originals.parts import ReleaseParts, read_parts
from setanon_sql.inference.originals.program import Flags, Impossible, Program, bits_of, components, demands, rows_of
from setanon_sql.inference.originals.results import CommonOriginals, Reason
from setanon_sql.query.templates import Table, columns_of
from setanon_sql.text import count_of
from setanon_sql.verify.pieces import FolderTables

#: Pairs of clusters, and sets of a size, that are looked at.
_PAIRS = 100_000
_SETS = 500_000

Itemset = tuple[int, ...]


def decide(
    engine: Engine, old: FolderTables, new: FolderTables, persons: Table, *, k: int, m: int, seconds: float
) -> CommonOriginals:
    """Decide each set of up to ``m`` items that a linked person may hold; see the package for the plan.

    ``old``, ``new``: releases that keep their promises. ``persons``: ``person, old_id, new_id`` (clusters).
    ``k``: fewer records are too few. ``seconds``: how long to look.

    Cost: grows with the kinds of records that both releases allow: for each pair of clusters the product of the
    contents of their chunks, where nothing that they share keeps them apart. An integer program for each set that no
    original holds k times which was found before.
    """
    until = monotonic() + seconds
    if reason := _reason_to_stop(engine, old, new):
        return CommonOriginals(m, reason=reason)
    names = _item_names(engine, old)
    places = {name: at for at, name in enumerate(names)}
    parts = (read_parts(engine, old, places), read_parts(engine, new, places))
    linked = _linked_pairs(engine, parts, persons)
    try:
        originals = _Originals(parts, kinds_of(*parts, until), until)
        return _Decisions(originals, linked, k, m, engine).run()
    except TooLarge:
        return CommonOriginals(m, reason="time" if monotonic() > until else "size")
    except Impossible:
        return CommonOriginals(m, reason="other_records")


@scoped
def _reason_to_stop(engine: Engine, old: FolderTables, new: FolderTables) -> Reason:
    """Return why no program is made, or nothing where one is."""
    sizes = [engine.number("inference/originals/record_count", clusters=release.clusters) for release in (old, new)]
    items = [
        engine.table("inference/originals/release_items", subrecords=release.subrecords, terms=release.terms)
        for release in (old, new)
    ]
    unshared = engine.number("inference/originals/unshared_items", old_items=items[0], new_items=items[1])
    if sizes[0] != sizes[1] or unshared:
        return "other_records"
    numbers = [
        engine.number("inference/originals/simple_cluster_count", clusters=release.clusters) for release in (old, new)
    ]
    return "size" if numbers[0] * numbers[1] > _PAIRS else ""


@scoped
def _item_names(engine: Engine, release: FolderTables) -> list[str]:
    items = engine.table("inference/originals/release_items", subrecords=release.subrecords, terms=release.terms)
    return sorted(str(item) for (item,) in engine.rows(columns_of(items, "item")))


def _linked_pairs(engine: Engine, parts: Sequence[ReleaseParts], persons: Table) -> dict[tuple[int, int], int]:
    """Return how many persons are in which pair of clusters, of those who are in both releases."""
    rows = engine.rows("inference/originals/linked_clusters", persons=persons)
    old, new = (release.numbers for release in parts)
    return {(old[old_id], new[new_id]): int(n) for old_id, new_id, n in rows if old_id in old and new_id in new}


class _Originals:
    """The programs of all parts, and who holds what in the originals that were found."""

    def __init__(self, parts: Sequence[ReleaseParts], kinds: Sequence[Kind], until: float) -> None:
        required = demands(parts)
        if not required.keys() <= {key for kind in kinds for key in rows_of(kind)}:
            raise Impossible
        self.until = until
        self.kinds = kinds
        self.places = components(kinds)
        self.programs = [Program([kinds[at] for at in part], required) for part in self.places]
        self.holders = _holders(kinds)

    def seconds_left(self) -> float:
        """Return how many seconds are left."""
        return self.until - monotonic()

    def find(self) -> bool:
        """Look for a first original; False where the time is over. Raises Impossible where there is none."""
        return all(program.find(self.seconds_left()) for program in self.programs)

    def holders_of(self, itemset: Itemset) -> Flags:
        """Return which kinds hold a set."""
        holding: Flags = np.logical_and.reduce([self.holders[item] for item in itemset])
        return holding

    def most(self, holding: Flags, enough: int) -> tuple[int, int]:
        """Return how many records hold a set in some original, and how many at most in any (or ``enough``, twice)."""
        flags = [holding[part] for part in self.places]
        least = [program.holding(part_flags) for program, part_flags in zip(self.programs, flags, strict=True)]
        bounds = [0] * len(flags)
        for at, (program, part_flags) in enumerate(zip(self.programs, flags, strict=True)):
            if sum(least) >= enough:
                return enough, enough
            if part_flags.any():
                answer = program.most(part_flags, enough - sum(least) + least[at], self.seconds_left())
                least[at] = answer.least
                bounds[at] = answer.bound
        return sum(least), sum(bounds)


def _holders(kinds: Sequence[Kind]) -> dict[int, Flags]:
    """Return, for each item, which kinds hold it."""
    holders: dict[int, Flags] = {}
    for at, kind in enumerate(kinds):
        for item in bits_of(kind.items):
            holders.setdefault(item, np.zeros(len(kinds), dtype=np.bool_))[at] = True
    return holders


@dataclass
class _Decisions:
    """The sets of items size by size: which are fine, which broken, which not known."""

    originals: _Originals
    linked: Mapping[tuple[int, int], int]
    k: int
    m: int
    engine: Engine

    def __post_init__(self) -> None:
        pairs = [(kind.old.number, kind.new.number) for kind in self.originals.kinds]
        self.of_linked = np.array([pair in self.linked for pair in pairs], dtype=np.bool_)
        self.pairs = pairs
        self.broken: list[Itemset] = []
        self.unknown: list[Itemset] = []
        self.checked = 0
        self.stopped = False

    def run(self) -> CommonOriginals:
        """Look at all sets, the smaller ones first; raises Impossible where no original is allowed by both."""
        if not self.originals.find():
            return CommonOriginals(self.m, reason="time")
        fine: list[Itemset] = [()]
        for size in range(1, self.m + 1):
            self.engine.trace.progress(f"sets of {count_of(size, 'known item')}: originals that both releases allow")
            fine = [itemset for itemset in self._larger(fine, size) if self._is_fine(itemset)]
        return self._result()

    def _larger(self, fine: Sequence[Itemset], size: int) -> Iterator[Itemset]:
        """Yield the sets of a size that a linked person may hold, and of which all parts are fine."""
        fine_sets = set(fine)
        for itemset in fine:
            for item in range(itemset[-1] + 1 if itemset else 0, max(self.originals.holders) + 1):
                more = (*itemset, item)
                if self.originals.seconds_left() <= 0:
                    self.stopped = True
                    return
                if all(part in fine_sets for part in combinations(more, size - 1)) and self._may_be_held(more):
                    yield more

    def _may_be_held(self, itemset: Itemset) -> bool:
        if any(item not in self.originals.holders for item in itemset):
            return False
        return bool((self.originals.holders_of(itemset) & self.of_linked).any())

    def _is_fine(self, itemset: Itemset) -> bool:
        """Look at a set, and note it where it is broken or not known."""
        if self.checked > _SETS:
            raise TooLarge
        self.checked += 1
        least, most = self.originals.most(self.originals.holders_of(itemset), self.k)
        if least >= self.k:
            return True
        if least and most < self.k:
            self.broken.append(itemset)
        elif most:
            self.unknown.append(itemset)
        return False

    def _result(self) -> CommonOriginals:
        at_risk = self._pairs_that_may_hold(self.broken)
        unknown = (set(self.linked) if self.stopped else self._pairs_that_may_hold(self.unknown)) - at_risk
        return CommonOriginals(
            self.m,
            self.checked,
            self._by_size(self.broken),
            self._by_size(self.unknown),
            sum(self.linked[pair] for pair in at_risk),
            sum(self.linked[pair] for pair in unknown),
            "time" if self.unknown or self.stopped else "",
        )

    def _by_size(self, itemsets: Sequence[Itemset]) -> dict[int, int]:
        return {size: sum(len(itemset) == size for itemset in itemsets) for size in range(1, self.m + 1)}

    def _pairs_that_may_hold(self, itemsets: Sequence[Itemset]) -> set[tuple[int, int]]:
        return {
            self.pairs[at]
            for itemset in itemsets
            for at in np.flatnonzero(self.originals.holders_of(itemset) & self.of_linked).tolist()
        }
