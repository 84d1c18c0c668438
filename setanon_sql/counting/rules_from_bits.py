"""How many rules are above their limits where any number of items may be known, and of whom do they speak?

:mod:`setanon_sql.counting.rules` lists each rule and each record that holds a set. Where the same items are sensitive
for everybody, and only figures are asked for, neither is needed:

1. Sets of 2, 3, ... items as in :mod:`setanon_sql.counting.mining` with k = 2: generators that several records hold go
   on, minimal ones that one record alone holds end there.
2. Sets that the same records hold tell the same, but for their own items: they are counted together.
3. Sets that no record holds together with a sensitive item go no further.

Source: Nakagawa, Arai, Nakagawa, section 4.
"""

from collections.abc import Iterator

from setanon_sql.counting.mining import Mining
from setanon_sql.counting.parts import totals, words_fit
from setanon_sql.counting.rule_figures import RuleCount
from setanon_sql.counting.rules import WorkLimit
from setanon_sql.engine import Engine, scoped
from setanon_sql.query.templates import Table


@scoped
def rule_counts(
    engine: Engine, transactions: Table, sensitive_rows: Table, limits: Table, limit: WorkLimit
) -> Iterator[RuleCount]:
    """Yield a RuleCount for each size from 2, until no set is left or ``limit`` ends it.

    ``transactions``: ``record_id, item``. ``sensitive_rows``: those of sensitive items. ``limits``:
    ``item, limit_num, limit_den``, of each of these.

    Cost: that of :func:`setanon_sql.counting.mining.mine` with k = 2, of the sets that stand with a sensitive item; for
    each kind of sets (of the same records) and each sensitive item an AND of their bits.
    """
    run = _RuleCounts(engine, sensitive_rows, limits)
    yield from run.sizes(transactions, limit)
    limit.complete = not limit.refused


def bits_fit(engine: Engine, transactions: Table) -> bool:
    """Return whether the bits of all pairs of items fit into the memory of an engine."""
    columns = {"record_id": "record_id", "gen_id": "item"}
    pairs, _ = totals(engine, Table(transactions.name, transactions.schema, transactions.catalog, columns))
    return words_fit(engine, pairs)


class _RuleCounts(Mining):
    """The sets, as they are mined, and how surely items follow from them: by bits, of one size at a time."""

    def __init__(self, engine: Engine, sensitive_rows: Table, limits: Table) -> None:
        super().__init__(engine, 2, keep=False, risk=False)
        self.sensitive_rows = sensitive_rows
        self.limits = limits
        self.above = 0
        self.confidence_words: Table | None = None

    def sizes(self, transactions: Table, limit: WorkLimit) -> Iterator[RuleCount]:
        generators = self.singles(transactions, last=False).generators
        size = 1
        ahead = totals(self.engine, self.state["occurrences"])[0] if generators else 0
        while ahead and limit.allows(ahead):
            size += 1
            self.engine.trace.begin_phase(f"counting sets of {size}")
            self.sets(size, last=False)
            yield self._count_of(size)
            ahead = self._words_ahead()

    def _words_ahead(self) -> int:
        return self.engine.number("rules/count_from_bits/words_ahead", masks=self.state["masks"])

    def _found_pairs(self) -> Table:
        pairs = super()._found_pairs()
        make = self.engine.table
        state = self.state
        words = make("rules/count_from_bits/sensitive_words", slots=state["slots"], sensitive_rows=self.sensitive_rows)
        flags = make("rules/count_from_bits/sensitive_singles", singles=state["singles"], limits=self.limits)
        state |= {
            "sensitive_words": words,
            "any_words": make("rules/count_from_bits/any_words", sensitive_words=words),
        }
        state |= {"sensitive_singles": flags}
        state["held"] = make("rules/count_from_bits/held_of_singles", singles=state["singles"], sensitive_singles=flags)
        return pairs

    @scoped
    def _note_threats(self, pairs: Table | None, threats: Table) -> None:
        """Note the threats among sets that one record alone holds."""
        tables = {name: self.state[name] for name in ("held", "sensitive_singles")}
        words = pairs or self._words_of(threats, self.state["masks"])
        kinds = self.engine.table("rules/count_from_bits/kinds_of_one", found=words, threats=threats, **tables)
        self._judge_kinds(kinds)

    def _advance(self, size: int, fresh: Table, pairs: Table | None) -> None:
        """Note what sets tell that several records hold; then keep only those that may lead to more."""
        super()._advance(size, fresh, pairs)
        engine = self.engine
        state = self.state
        flags = state["sensitive_singles"]
        singles = engine.table(
            "rules/count_from_bits/held", generators=fresh, held=state["held"], sensitive_singles=flags
        )
        engine.drop(state["held"])
        state["held"] = singles
        wide = engine.table("counting/larger_sets/wide_masks", masks=state["masks"], words=1)
        tables = {"masks": state["masks"], "wide_masks": wide, "held": singles}
        self._judge_kinds(engine.table("rules/count_from_bits/narrow_kinds", **tables))
        self._judge_wide(wide, singles)
        growing = engine.table(
            "rules/count_from_bits/growing_masks", masks=state["masks"], any_words=state["any_words"]
        )
        engine.drop(wide, state["masks"])
        state["masks"] = growing

    @scoped
    def _judge_kinds(self, kinds: Table) -> None:
        """Note what follows from kinds of sets, which are dropped."""
        engine = self.engine
        words = self.state["sensitive_words"]
        shares = engine.view("rules/count_from_bits/narrow_shares", kinds=kinds, sensitive_words=words)
        judged = engine.table("rules/count_from_bits/judged_kinds", shares=shares, limits=self.limits)
        engine.drop(shares, kinds)
        self._note(judged, "rules/count_from_bits/confidences_of_kinds")

    @scoped
    def _judge_wide(self, wide: Table, singles: Table) -> None:
        """Note what follows from sets whose bits stand in several words."""
        engine = self.engine
        words = self.state["sensitive_words"]
        shares = engine.view("rules/count_from_bits/wide_shares", wide_masks=wide, sensitive_words=words)
        bits = engine.view("counting/larger_sets/bits", found=shares)
        supports = engine.view("counting/larger_sets/supports", bits=bits)
        tables = {"supports": supports, "held": singles, "limits": self.limits}
        judged = engine.table("rules/count_from_bits/judged_wide", **tables)
        self._note(judged, "rules/count_from_bits/confidences_of_wide", wide_masks=wide)

    def _note(self, judged: Table, query: str, **tables: Table) -> None:
        self.above += self.engine.number("rules/count_from_bits/rules_above", judged=judged)
        if self.confidence_words is None:
            self.confidence_words = self.engine.table(query, judged=judged, **tables)
        else:
            self.engine.append(self.confidence_words, query, judged=judged, **tables)

    def _count_of(self, size: int) -> RuleCount:
        assert self.confidence_words is not None
        tables = {"confidence_words": self.confidence_words, "slots": self.state["slots"]}
        at_risk = self.engine.table("rules/count_from_bits/at_risk", **tables)
        confidences = self.engine.table("rules/count_from_bits/confidences", **tables)
        result = RuleCount(size, self.above, at_risk, confidences)
        self.engine.drop(self.confidence_words)
        self.above = 0
        self.confidence_words = None
        return result
