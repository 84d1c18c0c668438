"""Minimal privacy threats by size, exactly, over frequent generators.

A *generator* is a set whose proper subsets all have a larger support; a minimal threat (support 1..k-1, every proper
subset k or more) is one. So size n needs only unions of two frequent generators of size n-1 that share a prefix and
whose other subsets are frequent generators too. The plan:

1. Single items: count; number the frequent ones rarest first; note the records that hold an infrequent one.
2. Pairs where m is 2; pairs and triples where m is 3 and that is better: self-joins of the transactions count them,
   part by part (:mod:`setanon_sql.counting.parts`). Otherwise:
3. Give each item's records bits in words of its own; a set is then a few words of its first item. One self-join of the
   transactions makes the words of all pairs.
4. Size n: AND the words of generators with the same prefix, count bits, drop what is no generator. The same queries
   serve every n; they stop at m, or when no frequent generator is left: then every size is covered (k^infinity).

Source: Liu and Wang, Definition 2 (minimal threats); generators are free sets as in frequent-itemset mining.
"""

from collections.abc import Callable, Iterator

from setanon_sql.counting.forecast import Forecast, WhenLong
from setanon_sql.counting.levels import Level
from setanon_sql.counting.parts import Counting, Partition, joins_pay, totals
from setanon_sql.counting.tally import CHECKED_TRIPLES, Tally
from setanon_sql.engine import Engine, scoped
from setanon_sql.query.templates import Bind, Table

#: From so many generators on it pays to treat the first words apart; the fewer, the more of them are taken at once.
MANY = 100_000
#: So many first words an engine with long strings of bits takes at once.
_LONG = 8

#: Called at each size with the tables of its minimal threats and of the records at risk, before they are dropped.
Watch = Callable[[int, Table, Table], None]


@scoped
def mine(
    engine: Engine,
    transactions: Table,
    k: int,
    m: int | None = None,
    *,
    keep: bool = False,
    risk: bool = True,
    watch: Watch | None = None,
    cut: Partition | None = None,
    when_long: WhenLong | None = None,
    tally: Tally | None = None,
) -> Iterator[Level]:
    """Yield one Level for each size from 1 to m, fewer where no frequent generator is left (all larger are 0).

    ``transactions``: ``record_id, item`` (integers, distinct).
    ``k``: sets of fewer records are threats. ``m``: the largest size; None: until no generator is left.
    ``keep``: also return the threats themselves, whose tables the caller drops.
    ``risk``: False saves the search for the records that hold them (``at_risk`` then says nothing).
    ``watch``: sees the tables of each size before they are dropped.
    ``cut``: count sets of up to 3 items by joins, in such parts; None: where that is better, in parts by memory.
    ``when_long``: tell of a size that will take long about how long, and which records cause that (not on Spark, where
    each statement costs), and call this then. ``tally``: counts for larger k, too, beside this one.

    Cost: up to m = 3, joins as large as the sets that the records hold, within the memory of a part; otherwise an AND
    over bits for each pair of generators with a common prefix: time and memory grow with the frequent generators.
    Source: Liu and Wang, Definition 2; see the module for the plan.
    """
    run = Mining(engine, k, keep=keep, risk=risk)
    run.watch = watch
    run.cut = cut
    run.tally = tally
    run.forecast = Forecast(engine, transactions, when_long) if when_long and engine.abilities.pieces else None
    level = run.singles(transactions, last=m == 1)
    yield level
    yield from run.larger(level.size, level.generators, m)


@scoped
def mine_masks(engine: Engine, singles: Table, masks: Table, k: int, m: int) -> Iterator[Level]:
    """Yield one Level for each size from 2 to ``m``, with the threats, for items whose records are known as bits.

    ``singles``: ``gen_id, parent_id, item, source_item, support``, the items that k records or more hold; ``item`` is
    the ``gen_id``. ``masks``: ``parent_id, gen_id, word_id, mask``; only items with the same ``parent_id`` meet.
    """
    run = Mining(engine, k, keep=True, risk=False)
    run.state = {"singles": singles, "generators": singles, "masks": masks}
    run.state["members"] = engine.table("counting/outputs/single_members", generators=singles)
    yield from run.larger(1, engine.count(singles), m)


@scoped
def mine_rooted(engine: Engine, transactions: Table, roots: Table, k: int, m: int) -> Iterator[Level]:
    """Yield one Level for each size from 2 to ``m``, with the threats, of the sets that hold a root.

    ``transactions``: ``record_id, item`` (integers, distinct). ``roots``: ``item``. Sets without a root that occur must
    be held by k records: only then the threats are minimal. The caller drops the tables of the threats.
    """
    run = Mining(engine, k, keep=True, risk=False)
    run.roots = roots
    level = run.singles(transactions, last=False)
    yield from run.larger(level.size, level.generators, m)


class Mining:
    """Minimal threats, size by size: the tables that go from one size to the next.

    ``roots`` (``item``): only sets that hold one of them.
    """

    watch: Watch | None = None
    roots: Table | None = None
    cut: Partition | None = None
    tally: Tally | None = None
    counting: Counting | None = None
    forecast: Forecast | None = None
    #: Pairs and triples that the records hold, where these are counted by joins.
    totals: tuple[int, int] = (0, 0)

    def __init__(self, engine: Engine, k: int, *, keep: bool, risk: bool) -> None:
        self.engine = engine
        self.k = k
        self.keep = keep
        self.risk = risk
        self.state: dict[str, Table] = {}

    def larger(self, size: int, generators: int, m: int | None) -> Iterator[Level]:
        """Yield a level for each size over ``size``, which has so many generators."""
        if generators and size != m:
            self.counting = self._joins(m)
            if self.forecast and "occurrences" in self.state:
                self.forecast.look_at(self.state["occurrences"])
        while generators and size != m:
            size += 1
            if self.forecast:
                self._forecast(self.forecast, size)
            level = self._of_size(size, last=size == m)
            generators = level.generators
            yield level

    def _joins(self, m: int | None) -> Counting | None:
        """Return what counts all sizes by joins; None where bits in words are better."""
        if m not in (2, 3) or "occurrences" not in self.state or self.roots:
            return None
        self.totals = pairs, triples = totals(self.engine, self.state["occurrences"])
        if m == 3 and self.cut is None and not joins_pay(self.engine, pairs, triples):
            return None
        return Counting(
            self.engine, self.k, self.state["occurrences"], self.state["singles"], pairs,
            at_risk=self.state.get("at_risk"), listed=self.keep or self.watch is not None, cut=self.cut,
            tally=self.tally,
        )  # fmt: skip

    def _forecast(self, forecast: Forecast, size: int) -> None:
        """Tell how long a size will take, if that is long."""
        if self.counting:
            forecast.by_joins(self.counting, size, self.state["generators"], self.totals[size - 2])
        elif "masks" in self.state:
            forecast.by_words(size, self.state["masks"], self._added_up_of)

    def _of_size(self, size: int, last: bool) -> Level:
        return self.joined(self.counting, size, last) if self.counting else self.sets(size, last)

    @scoped
    def singles(self, transactions: Table, last: bool) -> Level:
        """Count single items; without occurrences where no larger size follows."""
        make = self.engine.table
        k = self.k
        supports = self._supports(transactions)
        threats = make("counting/single_items/threats", supports=supports, k=k)
        generators = self._single_generators(supports, transactions)
        self.state = {"singles": generators, "generators": generators}
        if self.risk:
            self.state["at_risk"] = make(
                "counting/single_items/at_risk", transactions=transactions, supports=supports, k=k
            )
        if self.tally:
            self.tally.take_singles(transactions, supports, generators)
        if not last:
            self.state["occurrences"] = self._occurrences(transactions, generators)
        items = self._threat_items(1, threats)
        if self.keep:
            self.state["members"] = make("counting/outputs/single_members", generators=generators)
        return self._level(1, (self._count(threats), self._count(generators)), threats, items)

    def _supports(self, transactions: Table) -> Table:
        return self.engine.table("counting/single_items/supports", transactions=transactions)

    def _occurrences(self, transactions: Table, generators: Table) -> Table:
        return self.engine.table("counting/single_items/occurrences", transactions=transactions, generators=generators)

    def _single_generators(self, supports: Table, transactions: Table) -> Table:
        tables: dict[str, Bind] = {"supports": supports, "transactions": transactions, "k": self.k}
        if self.roots:
            return self.engine.table("counting/single_items/rooted_generators", roots=self.roots, **tables)
        return self.engine.table("counting/single_items/generators", **tables)

    @scoped
    def joined(self, counting: Counting, size: int, last: bool) -> Level:
        """Return sets of 2 or 3 items, counted by joins."""
        counted = counting.sets(size, self.state["generators"], last)
        items = self._threat_items(size, counted.sets) if counted.sets else None
        level = self._level(size, (counted.threats, counted.frequent), counted.sets, items)
        if counted.generators:
            self._keep_members(size, counted.generators)
            self.state["generators"] = counted.generators
        return level

    @scoped
    def sets(self, size: int, last: bool) -> Level:
        """Count sets of one item more than before, by bits in words."""
        make = self.engine.table
        pairs = self._pair_words()
        counted = self._supports_of_unions(pairs)
        checked = counted if size == 2 else self._checked(size, counted)
        threats = make("counting/larger_sets/threats", checked=checked, k=self.k)
        fresh = None if last else make("counting/larger_sets/generators", checked=checked, k=self.k)
        counts = self._counts(threats, fresh, checked)
        scarce = self._tallied(size, checked)
        self.engine.drop(counted, checked)
        self._note_threats(pairs, threats)
        if self.tally and scarce:
            self._note_scarce(self.tally, pairs, scarce)
        level = self._level(size, counts, threats, self._threat_items(size, threats))
        if fresh:
            self._advance(size, fresh, pairs)
        return level

    def _pair_words(self) -> Table | None:
        """Return the words of pairs, where these are counted; of larger sets the masks tell."""
        return None if "masks" in self.state else self._found_pairs()

    def _found_pairs(self) -> Table:
        """Return which pairs of items share records, and which ones?"""
        occurrences = first = self.state["occurrences"]
        if self.roots:
            tables = {"occurrences": occurrences, "generators": self.state["generators"], "roots": self.roots}
            self.state["rooted"] = first = self.engine.table("counting/single_items/root_occurrences", **tables)
        self.state["slots"] = slots = self.engine.table("counting/larger_sets/slots", occurrences=first)
        pairs = self.engine.table("counting/larger_sets/found_pairs", slots=slots, occurrences=occurrences)
        self._forget("occurrences", "rooted")
        return pairs

    @scoped
    def _supports_of_unions(self, pairs: Table | None) -> Table:
        """Return the supports of unions of generators with one prefix: of the words of ``pairs``, or of all masks."""
        if pairs:
            return self._added_up(pairs)
        if not self._mostly_first_words():
            return self._added_up_of(self.state["masks"])
        make = self.engine.table
        masks = self.state["masks"]
        generators = self.state["generators"]
        wide = make("counting/larger_sets/wide_masks", masks=masks, words=self._first_words)
        heads = make("counting/larger_sets/heads", masks=masks, wide_masks=wide, generators=generators)
        counted = make("counting/larger_sets/narrow", heads=heads)
        self._added_up_of(wide, counted)
        return counted

    @scoped
    def _added_up_of(self, masks: Table, into: Table | None = None) -> Table:
        """Add up the words that unions of two generators have, as a new table or appended ``into`` one."""
        words = self.engine.view("counting/larger_sets/found", masks=masks)
        return self._added_up(words, into)

    @scoped
    def _added_up(self, words: Table, into: Table | None = None) -> Table:
        engine = self.engine
        bits = engine.view("counting/larger_sets/bits", found=words)
        supports = engine.view("counting/larger_sets/supports", bits=bits)
        tables = {"supports": supports, "generators": self.state["generators"]}
        return engine.add(into, "counting/larger_sets/counted", **tables)

    @property
    def _first_words(self) -> int:
        """Return how many first words of a generator are compared at once?"""
        return _LONG if self.engine.abilities.long_bits else 1

    def _mostly_first_words(self) -> bool:
        """Return whether most generators have all bits in the first words of an item: little is to be added up."""
        if "slots" not in self.state or not self.engine.abilities.answers:
            return False
        words = self._first_words
        generators = self._count(self.state["generators"])
        return generators * words >= MANY and self._count(self.state["masks"]) <= (1 + words) * generators

    def _forget(self, *names: str) -> None:
        """Drop tables that no later size reads."""
        self.engine.drop(*(self.state.pop(name) for name in names if name in self.state))

    @scoped
    def _checked(self, size: int, counted: Table) -> Table:
        """Return those of the unions that are generators."""
        tables = {name: self.state[name] for name in ("subsets", "generators")}
        if size == 3 and not self.roots:
            query = CHECKED_TRIPLES if self.tally else "counting/larger_sets/checked_triples"
            return self.engine.table(query, counted=counted, generators=tables["generators"])
        broken = self.engine.table("counting/larger_sets/broken", counted=counted, **tables)
        return self.engine.table("counting/larger_sets/checked", counted=counted, broken=broken)

    def _tallied(self, size: int, checked: Table) -> Table | None:
        """Count sets for larger k, too, if that is asked for; return those whose holders are to be looked for."""
        if self.tally and size == 3:
            return self.tally.take_checked(checked)
        tables = (checked, self.state["generators"], self.state.get("subsets"))
        return self.tally.take_sets(size, *tables) if self.tally else None

    @scoped
    def _note_threats(self, pairs: Table | None, threats: Table) -> None:
        """Note who holds these threats, where that is asked for: who of the records that hold none so far."""
        if self.risk and self._count(threats):
            tables = {"slots": self.state["slots"], "found": self._holders(pairs, threats)}
            self.engine.append(self.state["at_risk"], "counting/larger_sets/at_risk", **tables)

    @scoped
    def _note_scarce(self, tally: Tally, pairs: Table | None, scarce: Table) -> None:
        """Note who holds sets that are threats for a larger k."""
        tables = {"slots": self.state["slots"], "found": self._holders(pairs, scarce), "scarce": scarce}
        tally.take_holders("counting/by_support/fewest_in_words", **tables)

    def _holders(self, pairs: Table | None, sets: Table) -> Table:
        """Return which records hold these sets (``pair_id, word_id, mask``), of those that hold no threat so far."""
        engine = self.engine
        remaining = {"slots": self.state["slots"], "at_risk": self.state["at_risk"]}
        words = engine.table("counting/larger_sets/remaining_words", **remaining)
        if pairs:
            tables = {"found": pairs, "remaining_words": words}
            return engine.view("counting/larger_sets/pairs_not_at_risk", threats=sets, **tables)
        masks = self.state["masks"]
        few = engine.table("counting/larger_sets/masks_not_at_risk", masks=masks, remaining_words=words)
        return self._words_of(sets, few)

    def _words_of(self, threats: Table, masks: Table) -> Table:
        """Name the words of threats, from those of the generators that they are made of."""
        return self.engine.view("counting/larger_sets/words_of_threats", masks=masks, threats=threats)

    @scoped
    def _threat_items(self, size: int, threats: Table) -> Table | None:
        if not self.keep:
            return None
        numbered = self.engine.table("counting/outputs/numbered_threats", threats=threats)
        if size == 1:
            items = self.engine.table("counting/outputs/single_threat_items", threats=numbered)
        else:
            more = {"members": self.state["members"], "singles": self.state["singles"]}
            items = self.engine.table("counting/outputs/threat_items", threats=numbered, size=size, **more)
        return items

    def _advance(self, size: int, fresh: Table, pairs: Table | None) -> None:
        """Let the generators of this size take the place of those one smaller."""
        make = self.engine.table
        state = self.state
        old = []
        if size == 2 and self.roots:
            subsets = make(
                "counting/larger_sets/rooted_subsets_of_pairs",
                generators=fresh,
                singles=state["singles"],
                roots=self.roots,
            )
        elif size == 2:
            subsets = make("counting/larger_sets/subsets_of_pairs", generators=fresh)
        else:
            old = [state["generators"], state["subsets"]]
            subsets = make("counting/larger_sets/subsets", fresh=fresh, generators=old[0], subsets=old[1])
        self._keep_members(size, fresh)
        self._hold(fresh, pairs)
        state |= {"generators": fresh, "subsets": subsets}
        self.engine.drop(*old)

    def _hold(self, fresh: Table, pairs: Table | None) -> None:
        """Note who holds the generators of this size, in the place of those one smaller."""
        if pairs:
            self.state["masks"] = self.engine.table("counting/larger_sets/masks", found=pairs, generators=fresh)
        else:
            tables = {"masks": self.state["masks"], "generators": fresh}
            self.state["masks"] = self.engine.table("counting/larger_sets/masks_of_unions", **tables)
            self.engine.drop(tables["masks"])

    def _keep_members(self, size: int, fresh: Table) -> None:
        """Note the items of new generators, where the threats over them are to be listed."""
        if self.keep:
            more = {name: self.state[name] for name in ("members", "singles")}
            members = self.engine.table("counting/outputs/members", generators=fresh, size=size, **more)
            self.engine.drop(self.state["members"])
            self.state["members"] = members

    def _level(self, size: int, counts: tuple[int, int], threats: Table | None, items: Table | None) -> Level:
        """Return a level of so many threats and generators; ``threats`` only where somebody watches."""
        at_risk = self._count(self.state["at_risk"]) if self.risk else 0
        if self.watch and threats:
            self.watch(size, threats, self.state["at_risk"])
        if self.tally:
            self.tally.end_size(self.state["at_risk"])
        return Level(size, *counts, at_risk, items)

    def _counts(self, threats: Table, generators: Table | None, checked: Table) -> tuple[int, int]:
        """Count threats and frequent generators; where these are in no table they are what else was ``checked``."""
        number = self._count(threats)
        return number, self._count(generators) if generators else self._count(checked) - number

    def _count(self, table: Table) -> int:
        return self.engine.count(table)
