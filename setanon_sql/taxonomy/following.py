"""Which columns of a table over the items follow from which: the coarse ones from the fine ones."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from setanon_sql.engine import DuckDBEngine

Cells = Sequence[str | None]


@dataclass(frozen=True)
class Following:
    """Numbers that say how far one column follows from another one, its clue.

    ``n_lines``: with a label of the clue. ``best``: of them with the label most usual beside that of the clue.
    ``usual``: of them with the most usual label. ``split``: labels of the clue beside two labels or more.
    ``partly``: labels of the clue beside a label in some lines, and beside none in others.
    """

    n_lines: int
    best: int
    usual: int
    split: int
    partly: int

    @property
    def strength(self) -> float:
        """Return Goodman and Kruskal's lambda (1954), 0 to 1; 1 where there is nothing to tell apart."""
        open_lines = self.n_lines - self.usual
        return (self.best - self.usual) / open_lines if open_lines else 1.0

    @property
    def whole(self) -> bool:
        """Return whether it follows without an exception."""
        return not self.split and not self.partly


#: By the places of the clue and of what follows from it.
Followings = Mapping[tuple[int, int], Following]

#: Nothing is known where no label of the clue stands in enough lines.
NOTHING = Following(1, 0, 0, 0, 0)


class ColumnPairs:
    """The columns of a table, two by two: which labels stand in one line."""

    def __init__(self, engine: DuckDBEngine, columns: Sequence[Cells]) -> None:
        self._engine = engine
        cells = [
            (at, place, (cell or "").strip()) for place, cells in enumerate(columns) for at, cell in enumerate(cells)
        ]
        loaded = engine.load_rows("cells", {"line": int, "place": int, "label": str}, cells)
        self._pairs = engine.table("taxonomy/columns/pairs", cells=loaded)
        engine.drop(loaded)

    def followings(self, least: int = 1, *, blanks: bool = True) -> Followings:
        """Return how far each column follows from each other one, as labels of ``least`` lines or more say.

        ``blanks``: none is a label, too, of what follows; else lines without one are left out.
        """
        rows = self._engine.rows("taxonomy/columns/told", pairs=self._pairs, least=least, blanks=int(blanks))
        return {(clue, follower): Following(*numbers) for clue, follower, *numbers in rows}

    def groups(self, leaf: int) -> dict[int, tuple[int, int, int]]:
        """Return of each column its labels, the items under them, and how many of these stand beside another one."""
        rows = self._engine.rows("taxonomy/columns/groups", pairs=self._pairs, leaf=leaf)
        return {place: (labels, items, shared) for place, labels, items, shared in rows}


def is_finer(followings: Followings, fine: int, coarse: int) -> bool:
    """Return whether the coarse column follows from the fine one more than the other way round."""
    return _strength(followings, fine, coarse) > _strength(followings, coarse, fine)


def _strength(followings: Followings, clue: int, follower: int) -> float:
    return followings.get((clue, follower), NOTHING).strength
