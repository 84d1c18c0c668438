"""Threats of size 2 over a growing set of nodes: only pairs with a fresh node are ever counted.

Where records are many, most pairs are settled without counting them in all records: see the step ``km/pairs``. Nodes
are numbered rarest first here, so that a pair is counted from the records of its rarer node.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np

from setanon_sql.engine import scoped
from setanon_sql.models.km.methods.arrays import Ints
from setanon_sql.models.km.methods.threats import Supporters
from setanon_sql.models.km.methods.tree import Tree
from setanon_sql.query.templates import Bind, Table, all_rows

#: Records that a word of bits is about, in the query that makes them.
_WORD_BITS = 2048
#: What an AND of two words takes, and to make a row into a bit, in rows that a join by records finds (were items spread
#: evenly over records: there are more of them).
_AND = 1
_MAKE = 1

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
        self.supporters = supporters
        self.tree = tree
        self.engine = supporters.engine
        self.nodes: Ints = np.lexsort((np.arange(len(tree.parent)), tree.occurrences))
        self.number: Ints = np.argsort(self.nodes)
        self.held: Table | None = None
        self.known: Ints = np.array([], dtype=np.int64)
        #: Tables ``record_id, item`` as words of bits, where these were made.
        self.words: dict[Table, Table] = {}

    def open(self, nodes: Collection[int]) -> Ints:
        """Let nodes into play; return the new threats, one row of two node ids each."""
        items_only = not any(self.tree.children[node] for node in nodes)
        if not items_only:
            self.supporters = self.supporters.in_order()
        fresh = self.supporters.of(nodes, self.number, items_only=items_only)
        numbers = np.sort(self.number[sorted(nodes)])
        if self.supporters.sparing:
            threats = _Sparing(self, fresh, numbers).threats()
        else:
            threats = self._few_of_all(fresh, len(numbers))
        self._know(fresh, numbers)
        return self.nodes[threats]

    def _few_of_all(self, fresh: Table, nodes: int) -> Ints:
        """Return the pairs with a fresh node that fewer than k hold; all are counted, in all records."""
        make = self.engine.table
        new = _Holding(fresh, nodes)
        words = self._words(new, new)
        if words:
            threats = self._rare_pairs(make("km/pairs/counted_in_words", rare=words[0], others=words[1]))
        else:
            threats = self._rare_pairs(self.count([(fresh, fresh)]))
        if not self.held:
            return threats
        words = self._words(new, _Holding(self.held, len(self.known)))
        if words:
            more = self._rare_pairs(make("km/pairs/counted_with_known_in_words", fresh=words[0], known=words[1]))
        else:
            more = self._rare_pairs(self._count_with_known(fresh, self.held))
        return np.concatenate([threats, more])

    def _query(self, name: str) -> str:
        """Return the query that counts records, or persons."""
        return f"km/persons/{name}" if self.supporters.persons else f"km/pairs/{name}"

    def _rare_pairs(self, counted: Table) -> Ints:
        """Return the rare pairs of a table of counts, which is dropped."""
        threats = self.few(counted)
        self.engine.drop(counted)
        return threats

    def _words(self, first: "_Holding", second: "_Holding") -> list[Table]:
        """Return who holds what as words of bits; none where an engine has no such words, or a join is less work."""
        if not self.engine.abilities.long_bits or self.supporters.persons:
            return []
        unmade = {each.table for each in (first, second)} - set(self.words)
        ands = first.nodes * second.nodes * (1 + self.supporters.records // _WORD_BITS)
        rows = self.engine.count(first.table)
        others = self.engine.count(second.table)
        work = _AND * ands + _MAKE * sum(self.engine.count(table) for table in unmade)
        if work >= rows * others / max(1, self.supporters.records):
            return []
        self.words |= {table: self.engine.table("km/pairs/words", held=table) for table in unmade}
        return [self.words[first.table], self.words[second.table]]

    def count(self, sides: Sequence[Sides], unsettled: Sequence[Table] = ()) -> Table:
        """Count pairs of a rare node and a more frequent one: ``one, other, support``.

        ``unsettled``: which rare nodes of each side count, up to which more frequent one; none: all.
        """
        binds = [{"rare": rare, "others": others} for rare, others in sides]
        for bind, nodes in zip(binds, unsettled, strict=False):
            bind["unsettled"] = nodes
        counted = self.engine.gather(self._query("counted_up_to" if unsettled else "counted"), binds)
        return self._by_persons(counted, sides) if self.supporters.persons else counted

    def _count_with_known(self, fresh: Table, earlier: Table) -> Table:
        """Count pairs of a fresh node and a known one: ``one, other, support``."""
        counted = self.engine.table(self._query("counted_with_known"), fresh=fresh, known=earlier)
        if not self.supporters.persons:
            return counted
        return self._by_persons(counted, [(fresh, earlier), (earlier, fresh)])

    @scoped
    def _by_persons(self, counted: Table, sides: Sequence[Sides]) -> Table:
        """Count persons where lots of them do not tell; return all pairs with their ``support``, drop ``counted``."""
        doubtful = self.engine.table("km/persons/doubtful", counted=counted, k=self.supporters.k)
        exact = self.engine.gather(
            "km/persons/exact", [{"doubtful": doubtful, "rare": rare, "others": others} for rare, others in sides]
        )
        corrected = self.engine.table("km/persons/corrected", counted=counted, exact=exact)
        self.engine.drop(counted)
        return corrected

    def few(self, counted: Table) -> Ints:
        """Return the pairs (of numbers) that fewer than k records, or persons, hold, and somebody may know."""
        rare = self.engine.columns("km/pairs/threats", counted=counted, k=self.supporters.k)
        pairs = np.stack([rare["one"], rare["other"]], axis=1).astype(np.int64)
        protected = self.supporters.protected
        return pairs if protected is None else pairs[protected.concerned(self.nodes[pairs])]

    def _know(self, fresh: Table, numbers: Ints) -> None:
        self.known = np.union1d(self.known, numbers)
        if self.held is None:
            self.held = fresh
            return
        words = self.words.get(self.held)
        more = self.words.pop(fresh, None)
        if words and more:
            self.engine.append(words, all_rows(more))
        else:  # words of some of the nodes are of no use
            self.engine.drop(self.words.pop(self.held, None))
        self.engine.append(self.held, all_rows(fresh))
        self.engine.drop(fresh, more)

    def close(self) -> None:
        """Drop the tables kept between calls."""
        in_order = self.supporters.ordered
        self.engine.drop(self.held, *self.words.values(), in_order.rows if in_order else None)
        self.held = None
        self.words.clear()


class _Sparing:
    """One group of fresh nodes, counted in as few records and pairs as will do.

    Known nodes are *low* or, where a node under them is in play, *high*.
    """

    def __init__(self, pairs: Pairs, fresh: Table, numbers: Ints) -> None:
        self.pairs = pairs
        self.engine = pairs.engine
        self.fresh = fresh
        self.numbers = numbers
        in_play = pairs.nodes[np.concatenate([numbers, pairs.known])].tolist()
        above = pairs.number[sorted({over for node in in_play for over in pairs.tree.over(node)})]
        self.low = np.setdiff1d(pairs.known, above)
        self.high = np.intersect1d(pairs.known, above)
        self.made: list[Table] = []

    def threats(self) -> Ints:
        """Return the threats with a fresh node."""
        low = self._held_by(self.low)
        high = self._held_by(self.high)
        settled = self._settled_by_sample(low)
        counted = self._count_unsettled(settled, low, self.low, among=True)
        rare_pairs = [self.pairs.few(counted)]
        if high:
            self.engine.append(settled, all_rows(self._settled(counted)))
            over = self._settled_over(settled)
            rare_pairs.append(self.pairs.few(self._count_unsettled(over, high, self.high, among=False)))
        self.engine.drop(*self.made)
        return np.concatenate(rare_pairs)

    def _held_by(self, numbers: Ints) -> Table | None:
        """Return who supports some of the known nodes."""
        if self.pairs.held is None or not len(numbers):
            return None
        if len(numbers) == len(self.pairs.known):
            return self.pairs.held
        return self._make("sources/dataset/rows_of_items", held=self.pairs.held, asked=self._listed(numbers))

    def _settled_by_sample(self, low: Table | None) -> Table:
        fresh = self._make("km/pairs/sampled", held=self.fresh)
        earlier = self._make("km/pairs/sampled", held=low) if low else None
        return self._settled(self._keep(self.pairs.count(_sides(fresh, earlier, among=True))))

    def _count_unsettled(self, settled: Table, earlier: Table | None, numbers: Ints, *, among: bool) -> Table:
        """Count pairs of fresh and known nodes (and ``among`` fresh ones) from the records of the rarer node.

        Only nodes that have a pair with a more frequent one that is not settled count as rare, up to the last of these.
        """
        partners = np.union1d(self.numbers, numbers) if among else numbers
        of_fresh = self._unsettled(self.numbers, partners, settled)
        of_earlier = self._unsettled(numbers, self.numbers, settled) if earlier else of_fresh
        sides = _sides(self.fresh, earlier, among=among)
        return self._keep(self.pairs.count(sides, [of_earlier if rare is earlier else of_fresh for rare, _ in sides]))

    def _unsettled(self, numbers: Ints, partners: Ints, settled: Table) -> Table:
        """Return which nodes have pairs with some more frequent ones that are not settled: ``item, last``."""
        columns = [partners, np.arange(len(partners), 0, -1)]
        table = self._keep(self.engine.load("partners", {"item": int, "place": int}, columns))
        return self._make("km/pairs/unsettled", nodes=self._listed(numbers), partners=table, settled=settled)

    def _settled(self, counted: Table) -> Table:
        return self._make("km/pairs/settled", counted=counted, k=self.pairs.supporters.k)

    def _settled_over(self, settled: Table) -> Table:
        """Return which pairs with high nodes follow from those with low ones."""
        pairs = self.pairs
        tree = self.pairs.tree
        high = set(self.high.tolist())
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


def _sides(fresh: Table, earlier: Table | None, *, among: bool) -> list[Sides]:
    """Return what is counted of fresh nodes and earlier ones, and ``among`` the fresh ones."""
    sides = [(fresh, fresh)] if among else []
    return [*sides, (fresh, earlier), (earlier, fresh)] if earlier else sides
