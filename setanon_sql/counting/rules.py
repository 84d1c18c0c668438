"""What an adversary may know, and how surely it tells a sensitive item: rules Q -> e, size by size, exactly.

Only generators Q matter (sets whose proper subsets are all held by more records): any other Q has a subset with the
same records, hence the same confidences. And only sets that some record holds together with a sensitive item: a
superset of any other set is held by fewer records still. The plan:

1. Single items; where they occur; the rules from them.
2. Keep the sets with a rule that two records or more hold; let each take in one more frequent item of its records.
3. Drop what is no generator; note where the rest occurs; count its rules. Go on from 2 until nothing is left.

Each set is entered by its rarest item, so that few records are met. Source: Nakagawa, Arai, Nakagawa, section 4.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from setanon_sql.engine import Engine
from setanon_sql.sql import Table


@dataclass(frozen=True)
class RuleLevel:
    """The sets of one size and the rules from them; the tables stay until :meth:`drop`.

    ``sets``: ``set_id, parent_id, item, support``. ``members``: ``set_id, item``. ``occurrences``: ``record_id, set_id,
    last``. ``rules``: ``set_id, hidden, both, support``, one for each sensitive item held together with a set.
    """

    size: int
    sets: Table
    members: Table
    occurrences: Table
    rules: Table


@dataclass
class Reach:
    """How far an enumeration may go and went: ``most`` rows touched by a step (0: no bound), ``complete`` at its end.

    ``refused`` is the work, in rows, of the step that was too much.
    """

    most: int = 0
    complete: bool = False
    refused: int = 0

    def allows(self, work: int) -> bool:
        """May a step of that much work be taken?"""
        if self.most and work > self.most:
            self.refused = work
            return False
        return True


def rule_levels(
    engine: Engine, transactions: Table, hidden: Table, m: int | None = None, reach: Reach | None = None
) -> Iterator[RuleLevel]:
    """Yield a RuleLevel for each size from 1 to ``m`` (None: until no set is left).

    ``transactions``: ``record_id, item``, item numbers by falling support. ``hidden``: ``item``, the items that
    somebody wants hidden. The tables of a level are dropped when the next one is asked for.
    """
    reach = reach or Reach()
    run = _Enumeration(engine, transactions, hidden)
    try:
        level: RuleLevel | None = run.singles()
        while level is not None:
            yield level
            if level.size == m:
                break
            level = run.next_after(level, reach)
        reach.complete = not reach.refused
    finally:
        run.close()


class _Enumeration:
    """The tables that go from one size to the next."""

    def __init__(self, engine: Engine, transactions: Table, hidden: Table) -> None:
        self.engine, self.transactions = engine, transactions
        self.sensitive = engine.table("rho/sensitive_rows", transactions=transactions, hidden=hidden)
        self.live = engine.table("rho/live_rows", transactions=transactions, sensitive_rows=self.sensitive)
        self.lengths: Table | None = None
        self.longest = 0
        self.subsets: Table | None = None
        self.level: dict[str, Table] = {}
        self.first = 0

    def singles(self) -> RuleLevel:
        make = self.engine.table
        sets = make("rho/sets_1", transactions=self.transactions)
        members = make("rho/members_1", sets=sets)
        occurrences = make("rho/occurrences_1", transactions=self.transactions)
        self.subsets = make("rho/subsets_1", sets=sets)
        self.first = self.engine.number("rho/highest", sets=sets) + 1
        return self._with_rules(1, sets, members, occurrences)

    def next_after(self, level: RuleLevel, reach: Reach) -> RuleLevel | None:
        """Return the sets with one more item; None where there are none, or where ``reach`` does not allow it."""
        sets, occurrences = self._frontier(level)
        if not self.engine.count(sets) or not self._feasible(occurrences, level.size, reach):
            self.engine.drop(sets, occurrences)
            return None
        fresh, grown = self._fresh(sets, occurrences)
        count = self.engine.count(fresh)
        self.first += count
        members = self.engine.table("rho/members", fresh=fresh, members=level.members)
        found = self.engine.table("rho/occurrences", grown_occurrences=grown, fresh=fresh)
        self._replace_level()
        self.engine.drop(sets, occurrences, grown)
        if count:
            return self._with_rules(level.size + 1, fresh, members, found)
        self.engine.drop(fresh, members, found)
        return None

    def _frontier(self, level: RuleLevel) -> tuple[Table, Table]:
        sets = self.engine.table("rho/live_sets", sets=level.sets, rules=level.rules, least=2)
        return sets, self.engine.table("rho/live_occurrences", occurrences=level.occurrences, sets=sets)

    def _feasible(self, occurrences: Table, size: int, reach: Reach) -> bool:
        """Does ``reach`` allow to grow these sets? Counted only where the longest record makes it doubtful."""
        if not reach.most:
            return True
        if self.lengths is None:
            self.lengths = self.engine.table("rho/lengths", transactions=self.transactions)
            self.longest = self.engine.number("rho/longest", lengths=self.lengths)
        if self.engine.count(occurrences) * (self.longest - size) <= reach.most:
            return True
        return reach.allows(
            self.engine.number("rho/work_ahead", occurrences=occurrences, lengths=self.lengths, size=size)
        )

    def _fresh(self, sets: Table, occurrences: Table) -> tuple[Table, Table]:
        make, subsets = self.engine.table, self.subsets
        assert subsets is not None
        possible = make("rho/candidates", occurrences=occurrences, live_rows=self.live)
        known = make("rho/known_candidates", candidates=possible, subsets=subsets, sets=sets)
        places = make(
            "rho/grown_occurrences", occurrences=occurrences, transactions=self.transactions, candidates=known
        )
        grown = make("rho/grown", grown_occurrences=places, sets=sets)
        broken = make("rho/broken", grown=grown, subsets=subsets, sets=sets)
        fresh = make("rho/sets", grown=grown, broken=broken, first=self.first)
        self.subsets = make("rho/subsets", fresh=fresh, subsets=subsets, sets=sets)
        self.engine.drop(possible, known, grown, broken, subsets)
        return fresh, places

    def _with_rules(self, size: int, sets: Table, members: Table, occurrences: Table) -> RuleLevel:
        parts = {"occurrences": occurrences, "sets": sets, "members": members}
        rules = self.engine.table("rho/rules", sensitive_rows=self.sensitive, **parts)
        self.level = {**parts, "rules": rules}
        return RuleLevel(size, sets, members, occurrences, rules)

    def _replace_level(self) -> None:
        self.engine.drop(*self.level.values())
        self.level = {}

    def close(self) -> None:
        self._replace_level()
        self.engine.drop(self.sensitive, self.live, self.lengths, self.subsets)
