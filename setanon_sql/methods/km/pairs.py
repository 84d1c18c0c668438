"""Threats of size 2 over a growing set of nodes: only pairs with a fresh node are ever counted.

Where records are many, most pairs are settled without counting them in all records: see the step ``km/pairs``. Nodes
are numbered rarest first here, so that a pair is counted from the records of its rarer node.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np

from setanon_sql.methods.km.arrays import Ints
from setanon_sql.methods.km.threats import Supporters
from setanon_sql.methods.km.tree import Tree
from setanon_sql.query.templates import Bind, Table, all_rows

#: Records that a word of bits is about, in the query that makes them.
_WORD_BITS = 2048
#: What an AND of two words takes, and to make a row into a bit, in rows that a join by records finds (were items spread
#: evenly over records: there are more of them).
_AND, _MAKE = 1, 1

#: Two tables ``record_id, item``: rare nodes, and those that they are counted with.
Sides = tuple[Table, Table]


@dataclass(frozen=True)
class _Holding:
    """A table ``record_id, item``, and how many nodes are in it."""

    table: Table
    nodes: int


class Pairs:
    """The nodes in play (``numbers``), and who supports them (``held``: ``record_id, item``)."""

    def __init__(self, supporters: Supporters, tree: Tree) -> None:
        self.supporters, self.tree, self.engine = supporters, tree, supporters.engine
        self.nodes: Ints = np.lexsort((np.arange(len(tree.parent)), tree.occurrences))
        self.number: Ints = np.argsort(self.nodes)
        self.held: Table | None = None
        self.known: Ints = np.array([], dtype=np.int64)
        #: Tables ``record_id, item`` as words of bits, where these were made.
        self.words: dict[Table, Table] = {}

    def open(self, nodes: Collection[int]) -> Ints:
        """Let nodes into play; return the new threats, one row of two node ids each."""
        fresh = self.supporters.of(nodes, self.number)
        numbers = np.sort(self.number[sorted(nodes)])
        if self.supporters.sparing:
            found = _Sparing(self, fresh, numbers).threats()
        else:
            found = self._few_of_all(fresh, len(numbers))
        self._know(fresh, numbers)
        return self.nodes[found]

    def _few_of_all(self, fresh: Table, nodes: int) -> Ints:
        """Return the pairs with a fresh node that fewer than k records hold; all are counted, in all records."""
        make, new = self.engine.table, _Holding(fresh, nodes)
        words = self._words(new, new)
        if words:
            found = self._taken(make("km/pairs/counted_in_words", rare=words[0], others=words[1]))
        else:
            found = self._taken(make("km/pairs/counted", rare=fresh, others=fresh))
        if not self.held:
            return found
        words = self._words(new, _Holding(self.held, len(self.known)))
        if words:
            more = self._taken(make("km/pairs/counted_with_known_in_words", fresh=words[0], known=words[1]))
        else:
            more = self._taken(make("km/pairs/counted_with_known", fresh=fresh, known=self.held))
        return np.concatenate([found, more])

    def _taken(self, counted: Table) -> Ints:
        """Return the rare pairs of a table of counts, which is dropped."""
        found = self.few(counted)
        self.engine.drop(counted)
        return found

    def _words(self, one: "_Holding", other: "_Holding") -> list[Table]:
        """Return who holds what as words of bits; none where an engine has no such words, or a join is less work."""
        if not self.engine.abilities.long_bits:
            return []
        unmade = {each.table for each in (one, other)} - set(self.words)
        ands = one.nodes * other.nodes * (1 + self.supporters.records // _WORD_BITS)
        rows, others = self.engine.count(one.table), self.engine.count(other.table)
        work = _AND * ands + _MAKE * sum(self.engine.count(table) for table in unmade)
        if work >= rows * others / max(1, self.supporters.records):
            return []
        self.words |= {table: self.engine.table("km/pairs/words", held=table) for table in unmade}
        return [self.words[one.table], self.words[other.table]]

    def count(self, sides: Sequence[Sides]) -> Table:
        """Count pairs of a rare node and a more frequent one: ``one, other, support``."""
        return self.engine.gather("km/pairs/counted", [{"rare": one, "others": other} for one, other in sides])

    def few(self, counted: Table) -> Ints:
        """Return the pairs (of numbers) that fewer than k records hold."""
        found = self.engine.columns("km/pairs/threats", counted=counted, k=self.supporters.k)
        return np.stack([found["one"], found["other"]], axis=1).astype(np.int64)

    def _know(self, fresh: Table, numbers: Ints) -> None:
        self.known = np.union1d(self.known, numbers)
        if self.held is None:
            self.held = fresh
            return
        words, more = self.words.get(self.held), self.words.pop(fresh, None)
        if words and more:
            self.engine.append(words, all_rows(more))
        else:  # words of some of the nodes are of no use
            self.engine.drop(self.words.pop(self.held, None))
        self.engine.append(self.held, all_rows(fresh))
        self.engine.drop(fresh, more)

    def close(self) -> None:
        """Drop the tables kept between calls."""
        self.engine.drop(self.held, *self.words.values())
        self.held = None
        self.words.clear()


class _Sparing:
    """One group of fresh nodes, counted in as few records and pairs as will do.

    Known nodes are *low* or, where a node under them is in play, *high*.
    """

    def __init__(self, pairs: Pairs, fresh: Table, numbers: Ints) -> None:
        self.pairs, self.engine, self.fresh, self.numbers = pairs, pairs.engine, fresh, numbers
        in_play = pairs.nodes[np.concatenate([numbers, pairs.known])].tolist()
        above = pairs.number[sorted({over for node in in_play for over in pairs.tree.over(node)})]
        self.low, self.high = np.setdiff1d(pairs.known, above), np.intersect1d(pairs.known, above)
        self.made: list[Table] = []

    def threats(self) -> Ints:
        """Return the threats with a fresh node."""
        low, high = self._held_by(self.low), self._held_by(self.high)
        settled = self._settled_by_sample(low)
        counted = self._count_unsettled(settled, low, self.low, among=True)
        found = [self.pairs.few(counted)]
        if high:
            self.engine.append(settled, all_rows(self._settled(counted)))
            over = self._settled_over(settled)
            found.append(self.pairs.few(self._count_unsettled(over, high, self.high, among=False)))
        self.engine.drop(*self.made)
        return np.concatenate(found)

    def _held_by(self, numbers: Ints) -> Table | None:
        """Return who supports some of the known nodes?"""
        if self.pairs.held is None or not len(numbers):
            return None
        return self._make("km/pairs/held_of", held=self.pairs.held, asked=self._listed(numbers))

    def _settled_by_sample(self, low: Table | None) -> Table:
        fresh = self._make("km/pairs/sampled", held=self.fresh)
        known = self._make("km/pairs/sampled", held=low) if low else None
        return self._settled(self._count(fresh, fresh, known, known, among=True))

    def _count_unsettled(self, settled: Table, known: Table | None, numbers: Ints, *, among: bool) -> Table:
        """Count pairs of fresh and known nodes (and ``among`` fresh ones) from the records of the rarer node.

        Only nodes that have a pair with a more frequent one that is not settled count as rare.
        """
        partners = np.union1d(self.numbers, numbers) if among else numbers
        due = [(self.numbers, _after(self.numbers, partners)), (numbers, _after(numbers, self.numbers))]
        columns = [np.concatenate([pair[at] for pair in due]) for at in (0, 1)]
        table = self._keep(self.engine.load("due", {"item": int, "pairs": int}, columns))
        rare = self._make("km/pairs/unsettled", due=table, settled=settled)
        fresh = self._make("km/pairs/held_of", held=self.fresh, asked=rare)
        own = self._make("km/pairs/held_of", held=known, asked=rare) if known else None
        return self._count(fresh, self.fresh, own, known, among=among)

    def _count(self, rare: Table, fresh: Table, rare_known: Table | None, known: Table | None, *, among: bool) -> Table:
        sides = [(rare, fresh)] if among else []
        if known and rare_known:
            sides += [(rare, known), (rare_known, fresh)]
        return self._keep(self.pairs.count(sides))

    def _settled(self, counted: Table) -> Table:
        return self._make("km/pairs/settled", counted=counted, k=self.pairs.supporters.k)

    def _settled_over(self, settled: Table) -> Table:
        """Return which pairs with high nodes follow from those with low ones."""
        pairs, tree, high = self.pairs, self.pairs.tree, set(self.high.tolist())
        paths = [
            (number, over)
            for number in np.concatenate([self.numbers, self.low]).tolist()
            for over in pairs.number[tree.over(int(pairs.nodes[number]))].tolist()
            if over in high
        ]
        over = self._keep(self.engine.load_rows("over", {"item": int, "other": int}, paths))
        fresh = self._listed(self.numbers)
        return self._make("km/pairs/settled_over", settled=settled, fresh_nodes=fresh, over=over)

    def _listed(self, numbers: Ints) -> Table:
        return self._keep(self.engine.load("asked", {"item": int}, [numbers]))

    def _make(self, query: str, **binds: Bind) -> Table:
        return self._keep(self.engine.table(query, **binds))

    def _keep(self, table: Table) -> Table:
        self.made.append(table)
        return table


def _after(numbers: Ints, others: Ints) -> Ints:
    """For each number, how many of some others (in order) are larger."""
    return len(others) - np.searchsorted(others, numbers, side="right")
