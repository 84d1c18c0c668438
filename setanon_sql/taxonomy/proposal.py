"""Which columns of a dimension table make a taxonomy: proposed where the table as it stands makes none.

1. A column may be a level where it puts items together, and no item has two labels of it.
2. One is finer than another one where that follows from it, nearly always, and less the other way round
   (:mod:`~setanon_sql.taxonomy.following`). Of columns that determine each other the first is taken.
3. The longest chain from coarse to fine is proposed, and what in it is ragged is told.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Annotated

from setanon_sql.engine import DuckDBEngine
from setanon_sql.fields import ALWAYS, ComputedKey, Fields, Name
from setanon_sql.spelling import said
from setanon_sql.taxonomy.dimension import chosen_columns, dimension_tree
from setanon_sql.taxonomy.following import NOTHING, Cells, ColumnPairs, is_finer
from setanon_sql.text import count_of

#: How far a coarse level follows from a finer one at least.
_LEAST = 0.75
#: The share of the items that stand beside another one under a label of a level, at least: a name is no level.
_SHARED = 0.25


@dataclass(frozen=True)
class Proposal(Fields):
    """Options that make a dimension table a taxonomy, and what it then is."""

    levels: Annotated[tuple[str, ...], "columns for `--levels`, from coarse to fine"]
    qualify: Annotated[bool, "with `--qualify`?"]
    missing: Annotated[str, "for `--missing`"]
    leaves: Annotated[int, ""]
    items_without_place: Annotated[int | None, ALWAYS, "items of the data that it does not have; null without data"] = (
        None
    )
    roots: Annotated[int, ""] = 1
    notes: tuple[str, ...] = ()
    said_notes = ComputedKey[list[str]](
        "columns that determine each other, labels and lines that do not fit: what to do",
        lambda proposal: [said(note) for note in proposal.notes],
        Name("notes"),
    )

    def sentence(self) -> str:
        """Return the options and the numbers, in the words of whoever reads them."""
        options = [f"<levels={','.join(map(_quoted, self.levels))}>", *(["<qualify>"] if self.qualify else [])]
        options += [f"<missing={self.missing}>"] if self.missing != "error" else []
        numbers = f"one root, {self.leaves:,} leaves"
        if self.items_without_place is not None:
            numbers += f", {self.items_without_place:,} items without a place"
        return said(f"with {' '.join(options)}: {numbers}")


def _quoted(name: str) -> str:
    return f'"{name}"' if "," in name else name


def proposal_of(
    header: Sequence[str], rows: Sequence[Cells], labels: Collection[str] | None, item: str
) -> Proposal | None:
    """Return what makes a taxonomy of a dimension table; None where no choice of columns does.

    ``labels``: the items of the data. ``item``: the column of the leaf, if it is called so.
    Cost: linear in the rows for each pair of columns.
    """
    leaf = chosen_columns(header, (), item).at[0]
    with DuckDBEngine(threads=1) as engine:
        levels = _LevelColumns(engine, header, rows, leaf)
        chain = levels.chain()
        if not chain:
            return None
        columns = chosen_columns(header, [header[at] for at in chain], item)
        for qualify in (False, True):
            tree, _ = dimension_tree(engine, columns, rows, qualify=qualify)
            if tree is not None:
                placeless = None if labels is None else sum(label not in tree.depth for label in labels)
                missing = "root" if placeless else "error"
                notes = tuple(levels.notes(chain))
                return Proposal(columns.names[1:], qualify, missing, len(tree.leaves), placeless, notes=notes)
    return None


class _LevelColumns:
    """The columns of a table that may be levels, and which is finer than which."""

    def __init__(self, engine: DuckDBEngine, header: Sequence[str], rows: Sequence[Cells], leaf: int) -> None:
        self._header = header
        self._leaf = leaf
        self._lines = len(rows)
        pairs = ColumnPairs(engine, [[row[at] if at < len(row) else "" for row in rows] for at in range(len(header))])
        self._groups = pairs.groups(leaf)
        self._all = pairs.followings()
        self._shared = pairs.followings(2, blanks=False)
        grouping = [at for at in self._groups if self._puts_together(at)]
        self._torn = [at for at in grouping if not self._all[leaf, at].whole]
        self._ties = self._ties_of([at for at in grouping if at not in self._torn])

    def chain(self) -> tuple[int, ...]:
        """Return the longest chain of columns, from coarse to fine, each of which the one before it follows from."""
        ordered = sorted(self._ties, key=lambda at: (sum(self._over(each, at) for each in self._ties), at))
        chains: dict[int, tuple[int, ...]] = {}
        for fine in ordered:
            above = [chain for chain in chains.values() if all(self._over(coarse, fine) for coarse in chain)]
            chains[fine] = (*max(above, key=len, default=()), fine)
        return max(chains.values(), key=len, default=())

    def notes(self, chain: Sequence[int]) -> Iterator[str]:
        """Return what is to be looked at in a chain, a sentence each."""
        for first in chain:
            if others := self._ties[first]:
                names = f"{', '.join(self._header[at] for at in (first, *others[:-1]))} and {self._header[others[-1]]}"
                yield f"{names} determine each other: one of them is enough, and {self._header[first]} is taken"
        for coarse, fine in pairwise(chain):
            yield from self._ragged(coarse, fine)
        for at in chain:
            if blank := self._lines - self._all[at, self._leaf].n_lines:
                text = f"{count_of(blank, 'line has', 'lines have')} no label of {self._header[at]}"
                yield f"{text}: the level is passed over there; fill it in where it is only missing"
        for at in self._torn:
            if self._all[self._leaf, at].strength >= _LEAST:
                torn = self._all[self._leaf, at]
                text = f"{count_of(torn.split + torn.partly, 'item has', 'items have')} lines that differ in"
                yield f"{text} {self._header[at]}, which is left out: keep one line for each item"

    def _ragged(self, coarse: int, fine: int) -> Iterator[str]:
        """Return what of a coarse level does not follow from a finer one."""
        following = self._all[fine, coarse]
        above = self._header[coarse]
        below = self._header[fine]
        if following.split:
            text = count_of(following.split, f"label of {below} is", f"labels of {below} are")
            yield f"{text} below two or more of {above}: mend the lines, or <qualify> calls each by its path"
        if following.partly:
            text = count_of(following.partly, f"label of {below} has", f"labels of {below} have")
            yield f"{text} {above} in some lines and none in others: fill it in, or <qualify> makes two of each"

    def _puts_together(self, at: int) -> bool:
        labels, items, shared = self._groups[at]
        return at != self._leaf and labels > 1 and shared >= _SHARED * items

    def _ties_of(self, columns: Sequence[int]) -> dict[int, tuple[int, ...]]:
        """Return the columns, and with each of them those that determine it and are determined by it."""
        ties: dict[int, tuple[int, ...]] = {}
        for at in columns:
            same = next((first for first in ties if self._tied(first, at)), None)
            if same is None:
                ties[at] = ()
            else:
                ties[same] += (at,)
        return ties

    def _tied(self, first: int, second: int) -> bool:
        """Return whether two columns say the same, but for some lines where one of them is blank."""
        ways = (self._all.get((first, second), NOTHING), self._all.get((second, first), NOTHING))
        return all(way.strength >= _LEAST and not way.split for way in ways)

    def _over(self, coarse: int, fine: int) -> bool:
        return coarse != fine and self._follows(fine, coarse) and is_finer(self._all, fine, coarse)

    def _follows(self, fine: int, coarse: int) -> bool:
        return self._shared.get((fine, coarse), NOTHING).strength >= _LEAST
