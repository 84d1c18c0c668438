"""The K most frequent itemsets of any size, exactly.

Level by level: the K-th largest support found so far is a bound that every set still to come must reach, and it only
rises. A set is grown by items later in the order, counted over the records that hold it. The sets of the few most
frequent items are grown first, so that the bound is high before the others are looked at.
"""

from dataclasses import dataclass

from setanon_sql.engine import Engine
from setanon_sql.sql import Table, all_rows


def top_itemsets(engine: Engine, rows: Table, most: int, related: Table | None = None) -> Table:
    """Return ``itemset, size, support`` of the ``most`` most frequent sets; ``itemset`` is the items as text, in order.

    ``rows``: ``record_id, item`` (integers, distinct). ``related``: ``item, other``, pairs that no set may hold.
    """
    few = engine.table("itemsets/leading_rows", transactions=rows, most=_FEW)
    floor = _Growth(engine, few, most, related).bound()
    engine.drop(few)
    run = _Growth(engine, rows, most, related, floor)
    while run.grow():
        pass
    return run.finish()


#: So many items are the first few.
_FEW = 40


@dataclass
class _Growth:
    engine: Engine
    rows: Table
    most: int
    related: Table | None
    floor: int = 1

    def __post_init__(self) -> None:
        make = self.engine.table
        self.found = make("itemsets/singles", transactions=self.rows)
        self.frequent = make("itemsets/frequent_rows", transactions=self.rows, found=self.found, least=self._least())
        self.held = make("itemsets/single_occurrences", frequent_rows=self.frequent, found=self.found)
        self.members = make("itemsets/first_members", found=self.found)
        self.no_pairs = self.related or self.engine.load("related", {"item": int, "other": int}, [[], []])

    def _least(self) -> int:
        """The support a set must have to be among the wanted ones, at least 1."""
        rows = self.engine.rows("itemsets/least_support", found=self.found, most=self.most - 1)
        return max(self.floor, int(rows[0][0]) if rows else 1)

    def bound(self) -> int:
        """Grow all sets, and return only the support that the wanted ones have."""
        while self.grow():
            pass
        least = self._least()
        self.engine.drop(self.finish())
        return least

    def grow(self) -> int:
        """Count the sets of the next size; returns how many are frequent enough."""
        engine, make = self.engine, self.engine.table
        longer = make("itemsets/extensions", occurrences=self.held, frequent_rows=self.frequent, least=self._least())
        barred = make("itemsets/barred", extensions=longer, members=self.members, related=self.no_pairs)
        first = engine.count(self.found) + 1
        fresh = make("itemsets/larger", extensions=longer, barred=barred, found=self.found, first=first)
        engine.append(self.found, all_rows(fresh))
        held = make(
            "itemsets/occurrences", occurrences=self.held, frequent_rows=self.frequent, fresh=fresh,
            least=self._least(),
        )  # fmt: skip
        members = make("itemsets/members", fresh=fresh, members=self.members)
        found = engine.count(fresh)
        engine.drop(longer, barred, fresh, self.held, self.members)
        self.held, self.members = held, members
        return found

    def finish(self) -> Table:
        top = self.engine.table("itemsets/top", found=self.found, most=self.most)
        self.engine.drop(self.found, self.frequent, self.held, self.members)
        return top
