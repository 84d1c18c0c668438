"""The K most frequent itemsets of any size, exactly, of several datasets at once.

Level by level: a set is grown by items later in the order, counted over the records that hold it. Only the K most
frequent sets found so far are grown, and only to sets that are held more often than the K-th of them: no other can
still be among the K, since a set is held no more often than any part of it, and of equals the smaller ones come first.
"""

from dataclasses import dataclass, field

from setanon_sql.engine import Engine, scoped
from setanon_sql.query.templates import Table, columns_of


@scoped
def top_itemsets(engine: Engine, rows: Table, most: int, related: Table | None = None) -> Table:
    """Return ``draw, itemset, size, support`` (and more) of the most frequent itemsets of each dataset, of any size.

    ``rows``: ``draw, record_id, item`` (integers, distinct), where ``draw`` tells the datasets apart.
    ``most``: so many itemsets of each; of equals the smaller ones, and of these those first whose text is. ``itemset``
    is the items as text, in order.
    ``related``: ``item, other``, pairs that no set may hold; None: no such pairs.

    Cost: grows with where the sets found so far occur; only sets that can still be among the most frequent are grown.
    Source: no paper; see the module for the plan.
    """
    run = _ItemsetGrowth(engine, rows, most, related)
    while run.grow():
        pass
    return run.finish()


@dataclass
class _ItemsetGrowth:
    engine: Engine
    rows: Table
    most: int
    related: Table | None
    size: int = field(default=1, init=False)

    def __post_init__(self) -> None:
        make = self.engine.table
        self.found = make("counting/top_itemsets/singles", rows=self.rows, most=self.most)
        self.frequent = self.held = make("counting/top_itemsets/single_occurrences", rows=self.rows, found=self.found)
        self.members = make(columns_of(self.found, "set_id", "item"))
        self.barring = self.related or self.engine.empty("related", "item", "other")

    def grow(self) -> bool:
        """Count the sets of the next size; returns whether any of them are among the most frequent."""
        engine = self.engine
        self.size = self.size + 1
        larger = engine.table(
            "counting/top_itemsets/larger", occurrences=self.held, frequent_rows=self.frequent, found=self.found,
            members=self.members, related=self.barring, most=self.most,
        )  # fmt: skip
        top = engine.table("counting/top_itemsets/top", found=self.found, larger=larger, most=self.most)
        engine.drop(larger, self.found)
        self.found = top
        if not engine.number("counting/top_itemsets/of_size", found=top, size=self.size):
            return False
        self._advance()
        return True

    def _advance(self) -> None:
        """Let the sets of this size take the place of those one smaller."""
        make = self.engine.table
        occurrences = self.held
        members = self.members
        self.held = make(
            "counting/top_itemsets/occurrences", occurrences=occurrences, frequent_rows=self.frequent, found=self.found
        )
        if self.related:
            self.members = make("counting/top_itemsets/members", found=self.found, members=members, size=self.size)
            self.engine.drop(members)
        self.engine.drop(None if occurrences == self.frequent else occurrences)

    def finish(self) -> Table:
        return self.found
