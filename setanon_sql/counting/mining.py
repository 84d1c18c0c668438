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
from dataclasses import dataclass

from setanon_sql.counting.parts import Counting, Cut, joins_pay, totals
from setanon_sql.engine import Engine
from setanon_sql.query.templates import Bind, Table


@dataclass(frozen=True)
class Level:
    """What was found at one size.

    ``size``: items of each set.
    ``threats``: minimal threats of that size.
    ``generators``: frequent generators of that size; 0: no larger threat can exist.
    ``at_risk``: records that hold a threat of at most that size.
    ``items``: the threats themselves, on request: a table ``threat_id, position, item, support``, a row for each item.
    """

    size: int
    threats: int
    generators: int
    at_risk: int
    items: Table | None = None


#: From so many generators on it pays to treat the first words apart; the fewer, the more of them are taken at once.
MANY = 100_000
#: So many first words an engine with long strings of bits takes at once.
_LONG = 8

#: Called at each size with the tables of its minimal threats and of the records at risk, before they are dropped.
Watch = Callable[[int, Table, Table], None]


def mine(
    engine: Engine,
    transactions: Table,
    k: int,
    m: int | None = None,
    *,
    keep: bool = False,
    risk: bool = True,
    watch: Watch | None = None,
    cut: Cut | None = None,
) -> Iterator[Level]:
    """Yield one Level for each size from 1 to m, fewer where no frequent generator is left (all larger are 0).

    ``transactions``: ``record_id, item`` (integers, distinct).
    ``k``: sets of fewer records are threats. ``m``: the largest size; None: until no generator is left.
    ``keep``: also return the threats themselves, whose tables the caller drops.
    ``risk``: False saves the search for the records that hold them (``at_risk`` then says nothing).
    ``watch``: sees the tables of each size before they are dropped.
    ``cut``: count sets of up to 3 items by joins, in such parts; None: where that is better, in parts by memory.

    Cost: up to m = 3, joins as large as the sets that the records hold, within the memory of a part; otherwise an AND
    over bits for each pair of generators with a common prefix: time and memory grow with the frequent generators.
    Source: Liu and Wang, Definition 2; see the module for the plan.
    """
    run = Mining(engine, k, keep=keep, risk=risk)
    run.watch, run.cut = watch, cut
    level = run.singles(transactions, last=m == 1)
    yield level
    yield from run.larger(level.size, level.generators, m)


def mine_masks(engine: Engine, singles: Table, masks: Table, k: int, m: int) -> Iterator[Level]:
    """Yield one Level for each size from 2 to ``m``, with the threats, for items whose records are known as bits.

    ``singles``: ``gen_id, parent_id, item, source_item, support``, the items that k records or more hold; ``item`` is
    the ``gen_id``. ``masks``: ``parent_id, gen_id, word_id, mask``; only items with the same ``parent_id`` meet. Drops
    both.
    """
    run = Mining(engine, k, keep=True, risk=False)
    run.state = {"singles": singles, "generators": singles, "masks": masks}
    run.state["members"] = engine.table("counting/outputs/single_members", generators=singles)
    yield from run.larger(1, engine.count(singles), m)


def mine_rooted(engine: Engine, transactions: Table, roots: Table, k: int, m: int) -> Iterator[Level]:
    """Yield one Level for each size from 2 to ``m``, with the threats, of the sets that hold a root.

    ``transactions``: ``record_id, item`` (integers, distinct). ``roots``: ``item``. Sets without a root that occur must
    be held by k records: only then the threats are minimal. The caller drops the tables of the threats.
    """
    run = Mining(engine, k, keep=True, risk=False)
    run.roots = roots
    level = run.singles(transactions, last=False)
    engine.drop(level.items)
    yield from run.larger(level.size, level.generators, m)


class Mining:
    """Minimal threats, size by size: the tables that go from one size to the next.

    ``roots`` (``item``): only sets that hold one of them.
    """

    watch: Watch | None = None
    roots: Table | None = None
    cut: Cut | None = None
    counting: Counting | None = None

    def __init__(self, engine: Engine, k: int, *, keep: bool, risk: bool) -> None:
        self.engine, self.k, self.keep, self.risk = engine, k, keep, risk
        self.state: dict[str, Table] = {}

    def larger(self, size: int, generators: int, m: int | None) -> Iterator[Level]:
        """Yield a level for each size over ``size``, which has so many generators, and drop the tables at the end."""
        if generators and size != m:
            self.counting = self._joins(m)
        while generators and size != m:
            size += 1
            level = self._of_size(size, last=size == m)
            generators = level.generators
            yield level
        self.drop()

    def _joins(self, m: int | None) -> Counting | None:
        """Return what counts all sizes by joins; None where bits in words are better."""
        if m not in (2, 3) or "occurrences" not in self.state or self.roots:
            return None
        pairs, triples = totals(self.engine, self.state["occurrences"])
        if m == 3 and self.cut is None and not joins_pay(self.engine, pairs, triples):
            return None
        return Counting(
            self.engine, self.k, self.state["occurrences"], self.state["singles"], pairs,
            at_risk=self.state.get("at_risk"), listed=self.keep or self.watch is not None, cut=self.cut,
        )  # fmt: skip

    def _of_size(self, size: int, last: bool) -> Level:
        return self.joined(self.counting, size, last) if self.counting else self.sets(size, last)

    def singles(self, transactions: Table, last: bool) -> Level:
        """Count single items; without occurrences where no larger size follows."""
        make, k = self.engine.table, self.k
        supports = make("counting/single_items/supports", transactions=transactions)
        threats = make("counting/single_items/threats", supports=supports, k=k)
        generators = self._single_generators(supports, transactions)
        self.state = {"singles": generators, "generators": generators}
        if self.risk:
            self.state["at_risk"] = make(
                "counting/single_items/at_risk", transactions=transactions, supports=supports, k=k
            )
        if not last:
            self.state["occurrences"] = make(
                "counting/single_items/occurrences", transactions=transactions, generators=generators
            )
        items = self._threat_items(1, threats)
        if self.keep:
            self.state["members"] = make("counting/outputs/single_members", generators=generators)
        level = self._level(1, (self._count(threats), self._count(generators)), threats, items)
        self.engine.drop(supports, threats)
        return level

    def _single_generators(self, supports: Table, transactions: Table) -> Table:
        known: dict[str, Bind] = {"supports": supports, "transactions": transactions, "k": self.k}
        if self.roots:
            return self.engine.table("counting/single_items/rooted_generators", roots=self.roots, **known)
        return self.engine.table("counting/single_items/generators", **known)

    def joined(self, counting: Counting, size: int, last: bool) -> Level:
        """Sets of 2 or 3 items, counted by joins."""
        found = counting.sets(size, self.state["generators"], last)
        items = self._threat_items(size, found.sets) if found.sets else None
        level = self._level(size, (found.threats, found.frequent), found.sets, items)
        if found.generators:
            self._keep_members(size, found.generators)
            self.state["generators"] = found.generators
        self.engine.drop(found.sets)
        return level

    def sets(self, size: int, last: bool) -> Level:
        """Count sets of one item more than before, by bits in words."""
        make, found = self.engine.table, None if "masks" in self.state else self._found_pairs()
        counted = self._counted(found)
        checked = counted if size == 2 else self._checked(size, counted)
        threats = make("counting/larger_sets/threats", checked=checked, k=self.k)
        fresh = None if last else make("counting/larger_sets/generators", checked=checked, k=self.k)
        counts = self._counts(threats, fresh, checked)
        self.engine.drop(counted, checked)
        self._note_threats(found, threats)
        level = self._level(size, counts, threats, self._threat_items(size, threats))
        if fresh:
            self._advance(size, fresh, found)
        self.engine.drop(found, threats)
        return level

    def _found_pairs(self) -> Table:
        """Return which pairs of items share records, and which ones?"""
        occurrences = first = self.state["occurrences"]
        if self.roots:
            self.state["rooted"] = first = self._root_occurrences(occurrences, self.roots)
        self.state["slots"] = slots = self.engine.table("counting/larger_sets/slots", occurrences=first)
        found = self.engine.table("counting/larger_sets/found_pairs", slots=slots, occurrences=occurrences)
        self._forget("occurrences", "rooted")
        return found

    def _counted(self, found: Table | None) -> Table:
        """The supports of the unions of generators with the same prefix: of the words ``found``, or of all masks."""
        if found:
            return self._added_up(found)
        if not self._mostly_first_words():
            return self._added_up_of(self.state["masks"])
        make, masks, generators = self.engine.table, self.state["masks"], self.state["generators"]
        wide = make("counting/larger_sets/wide_masks", masks=masks, words=self._first_words)
        heads = make("counting/larger_sets/heads", masks=masks, wide_masks=wide, generators=generators)
        counted = make("counting/larger_sets/narrow", heads=heads)
        self._added_up_of(wide, counted)
        self.engine.drop(heads, wide)
        return counted

    def _added_up_of(self, masks: Table, into: Table | None = None) -> Table:
        """Add up the words that unions of two generators have, as a new table or appended ``into`` one."""
        found = self.engine.view("counting/larger_sets/found", masks=masks)
        counted = self._added_up(found, into)
        self.engine.drop(found)
        return counted

    def _added_up(self, found: Table, into: Table | None = None) -> Table:
        engine = self.engine
        bits = engine.view("counting/larger_sets/bits", found=found)
        supports = engine.view("counting/larger_sets/supports", bits=bits)
        known = {"supports": supports, "generators": self.state["generators"]}
        counted = engine.add(into, "counting/larger_sets/counted", **known)
        engine.drop(supports, bits)
        return counted

    @property
    def _first_words(self) -> int:
        """Return how many first words of a generator are compared at once?"""
        return _LONG if self.engine.abilities.long_bits else 1

    def _mostly_first_words(self) -> bool:
        """Have most generators all their bits in the first words of their first item? Then little is to be added up."""
        words, generators = self._first_words, self._count(self.state["generators"])
        many = "slots" in self.state and generators * words >= MANY
        return many and self._count(self.state["masks"]) <= (1 + words) * generators

    def _forget(self, *names: str) -> None:
        """Drop tables that no later size reads."""
        self.engine.drop(*(self.state.pop(name) for name in names if name in self.state))

    def _root_occurrences(self, occurrences: Table, roots: Table) -> Table:
        known = {"occurrences": occurrences, "generators": self.state["generators"], "roots": roots}
        return self.engine.table("counting/single_items/root_occurrences", **known)

    def _checked(self, size: int, counted: Table) -> Table:
        """Return those of the unions that are generators."""
        known = {name: self.state[name] for name in ("subsets", "generators")}
        if size == 3 and not self.roots:
            return self.engine.table(
                "counting/larger_sets/checked_triples", counted=counted, generators=known["generators"]
            )
        broken = self.engine.table("counting/larger_sets/broken", counted=counted, **known)
        checked = self.engine.table("counting/larger_sets/checked", counted=counted, broken=broken)
        self.engine.drop(broken)
        return checked

    def _note_threats(self, found: Table | None, threats: Table) -> None:
        """Note who holds these threats, where that is asked for: who of the records that hold none so far."""
        if not (self.risk and self._count(threats)):
            return
        engine, slots, at_risk = self.engine, self.state["slots"], self.state["at_risk"]
        words = engine.table("counting/larger_sets/remaining_words", slots=slots, at_risk=at_risk)
        if found:
            few, known = None, {"found": found, "remaining_words": words}
            held = engine.view("counting/larger_sets/pairs_not_at_risk", threats=threats, **known)
        else:
            masks = self.state["masks"]
            few = engine.table("counting/larger_sets/masks_not_at_risk", masks=masks, remaining_words=words)
            held = self._words_of(threats, few)
        engine.append(at_risk, "counting/larger_sets/at_risk", slots=slots, found=held)
        engine.drop(held, words, few)

    def _words_of(self, threats: Table, masks: Table) -> Table:
        """Name the words of threats, from those of the generators that they are made of."""
        return self.engine.view("counting/larger_sets/words_of_threats", masks=masks, threats=threats)

    def _threat_items(self, size: int, threats: Table) -> Table | None:
        if not self.keep:
            return None
        numbered = self.engine.table("counting/outputs/numbered_threats", threats=threats)
        if size == 1:
            items = self.engine.table("counting/outputs/single_threat_items", threats=numbered)
        else:
            more = {"members": self.state["members"], "singles": self.state["singles"]}
            items = self.engine.table("counting/outputs/threat_items", threats=numbered, size=size, **more)
        self.engine.drop(numbered)
        return items

    def _advance(self, size: int, fresh: Table, found: Table | None) -> None:
        """Let the generators of this size take the place of those one smaller."""
        make, state, old = self.engine.table, self.state, []
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
        if found:
            masks = make("counting/larger_sets/masks", found=found, generators=fresh)
        else:
            old.append(state["masks"])
            masks = make("counting/larger_sets/masks_of_unions", masks=state["masks"], generators=fresh)
        state |= {"generators": fresh, "subsets": subsets, "masks": masks}
        self.engine.drop(*old)

    def _keep_members(self, size: int, fresh: Table) -> None:
        """Note the items of new generators, where the threats over them are to be listed."""
        if self.keep:
            more = {name: self.state[name] for name in ("members", "singles")}
            made = self.engine.table("counting/outputs/members", generators=fresh, size=size, **more)
            self.engine.drop(self.state["members"])
            self.state["members"] = made

    def _level(self, size: int, counts: tuple[int, int], threats: Table | None, items: Table | None) -> Level:
        """A level of so many threats and generators; ``threats`` only where somebody watches."""
        at_risk = self._count(self.state["at_risk"]) if self.risk else 0
        if self.watch and threats:
            self.watch(size, threats, self.state["at_risk"])
        return Level(size, *counts, at_risk, items)

    def _counts(self, threats: Table, generators: Table | None, checked: Table) -> tuple[int, int]:
        """Count threats and frequent generators; where these are in no table they are what else was ``checked``."""
        found = self._count(threats)
        return found, self._count(generators) if generators else self._count(checked) - found

    def _count(self, table: Table) -> int:
        return self.engine.count(table)

    def drop(self) -> None:
        """Drop the tables."""
        if self.counting:
            self.counting.drop()
        self.engine.drop(*dict.fromkeys(self.state.values()))
        self.state = {}
