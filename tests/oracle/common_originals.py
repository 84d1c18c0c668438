"""Originals that two disassociated releases both allow, record by record: an integer program of its own.

Each record has a cluster of either release, each single subrecord goes to one record, and a record holds what it is
given. Nothing is put together beforehand, so it is slow, and for a few records only.
"""

from collections.abc import Iterable, Sequence
from itertools import combinations

import highspy

from tests.oracle.disassociation import Chunk, Folder

Terms = list[tuple[int, float]]


class _Model:
    """Variables of 0 and 1, and rows."""

    def __init__(self) -> None:
        self.model = highspy.Highs()
        self.model.setOptionValue("output_flag", False)

    def yes_or_no(self) -> int:
        at = int(self.model.getNumCol())
        self.model.addVar(0, 1)
        self.model.changeColIntegrality(at, highspy.HighsVarType.kInteger)
        return at

    def row(self, least: float, terms: Terms, most: float = highspy.kHighsInf) -> None:
        self.model.addRow(least, most, len(terms), [one for one, _ in terms], [by for _, by in terms])

    def total(self, number: int, variables: Iterable[int]) -> None:
        self.row(number, [(one, 1) for one in variables], number)


class Originals:
    """The program; ``items``: those that are looked at."""

    def __init__(self, old: Folder, new: Folder, items: Sequence[str]) -> None:
        self.given, self.items = _Model(), items
        sizes = [sum(size for one, size in side.size.items() if side.kind[one] == "simple") for side in (old, new)]
        self.possible = sizes[0] == sizes[1]
        self.records = range(sizes[0])
        self.holds = [{item: self.given.yes_or_no() for item in items} for _ in self.records]
        for record in self.records:
            self.given.row(1, [(one, 1) for one in self.holds[record].values()])
        for at, side in enumerate((old, new)):
            self._allow(side, ordered=not at)

    def _allow(self, side: Folder, *, ordered: bool) -> None:
        at = self._clusters(side, ordered=ordered)
        gives: list[dict[str, list[int]]] = [{item: [] for item in self.items} for _ in self.records]
        for chunk in side.chunks:
            self._place(side, chunk, at, gives)
        for leaf, terms in side.terms.items():
            for item in terms:
                self._spread(leaf, item, at, gives)
        for record in self.records:
            for item in self.items:
                sums: Terms = [(self.holds[record][item], 1), *((one, -1) for one in gives[record][item])]
                self.given.row(0, sums, 0)

    def _clusters(self, side: Folder, *, ordered: bool) -> list[dict[int, int]]:
        leaves = sorted(one for one, kind in side.kind.items() if kind == "simple")
        at = [{one: self.given.yes_or_no() for one in leaves} for _ in self.records]
        for record in self.records:
            self.given.total(1, at[record].values())
        for one in leaves:
            self.given.total(side.size[one], (where[one] for where in at))
        if ordered:  # records have no names: those of the first cluster come first
            for record, leaf in enumerate(one for one in leaves for _ in range(side.size[one])):
                self.given.total(1, [at[record][leaf]])
        return at

    def _place(self, side: Folder, chunk: Chunk, at: list[dict[int, int]], gives: list[dict[str, list[int]]]) -> None:
        """Each subrecord goes to one record of a cluster under it, no two of a chunk to the same."""
        takes = [[self.given.yes_or_no() for _ in chunk.subrecords] for _ in self.records]
        for number, held in enumerate(chunk.subrecords):
            self.given.total(1, (one[number] for one in takes))
            for record in self.records:
                for item in held:
                    gives[record][item].append(takes[record][number])
        for record in self.records:
            here: Terms = [(at[record][one], 1) for one in side.leaves(chunk.cluster)]
            self.given.row(0, [*here, *((one, -1) for one in takes[record])])

    def _spread(self, leaf: int, item: str, at: list[dict[int, int]], gives: list[dict[str, list[int]]]) -> None:
        """A term goes to one record of its cluster or more."""
        has = [self.given.yes_or_no() for _ in self.records]
        self.given.row(1, [(one, 1) for one in has])
        for record in self.records:
            self.given.row(0, [(at[record][leaf], 1), (has[record], -1)])
            gives[record][item].append(has[record])

    def most(self, itemset: Iterable[str]) -> int | None:
        """The most records that hold a set in an original; None where there is no original."""
        if not self.possible:
            return None
        whole = [self.given.yes_or_no() for _ in self.records]
        for record in self.records:
            for item in itemset:
                self.given.row(0, [(self.holds[record][item], 1), (whole[record], -1)])
        model = self.given.model
        for one in range(model.getNumCol()):
            model.changeColCost(one, -1.0 if one in set(whole) else 0.0)
        model.clearSolver()
        model.run()
        if model.getModelStatus() == highspy.HighsModelStatus.kInfeasible:
            return None
        assert model.getModelStatus() == highspy.HighsModelStatus.kOptimal
        return round(-model.getObjectiveValue())


def broken(old: Folder, new: Folder, k: int, m: int) -> set[frozenset[str]] | None:
    """Minimal sets of up to m items that some original holds, and none k times; None where there is no original."""
    held = {item for side in (old, new) for chunk in side.chunks for item in chunk.domain}
    items = sorted(held.union(*(terms for side in (old, new) for terms in side.terms.values())))
    program = Originals(old, new, items)
    if program.most(()) is None:
        return None
    most = {frozenset(some): program.most(some) or 0 for size in range(1, m + 1) for some in combinations(items, size)}
    few = {one for one, number in most.items() if 0 < number < k}
    return {one for one in few if not any(other < one for other in few)}
