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
    """The sets of one size and the rules from them; the tables stay until the next level, or until :meth:`drop`.

    ``sets``: ``set_id, parent_id, item, support, least`` (the support of the rarest one-smaller subset).
    ``members``: ``set_id, item, sub_id`` (the set without the item). ``occurrences``: ``record_id, set_id, last``.
    ``rules``: ``set_id, hidden, both, support``, one for each sensitive item held together with a set. ``highest`` is
    the highest number of a set so far.
    """

    engine: Engine
    size: int
    sets: Table
    members: Table
    occurrences: Table
    rules: Table
    highest: int

    def drop(self) -> None:
        """Drop the tables."""
        self.engine.drop(self.sets, self.members, self.occurrences, self.rules)


@dataclass
class Reach:
    """How far an enumeration may go and went: ``most`` rows touched by a step (0: no bound), ``complete`` at its end.

    ``refused`` is the work, in rows, of the step that was too much. ``longest``: items of the longest record (0: not
    known).
    """

    most: int = 0
    complete: bool = False
    refused: int = 0
    longest: int = 0

    def allows(self, work: int) -> bool:
        """May a step of that much work be taken?"""
        if self.most and work > self.most:
            self.refused = work
            return False
        return True


@dataclass(frozen=True)
class Keep:
    """What an enumeration keeps for later counts.

    ``levels``: the tables of all levels are the caller's to drop. ``tied``: also the smallest sets that are no
    generators, to see whether they become some. Sets are numbered from ``first`` + 1. ``within`` (``record_id``): only
    sets that one of these records holds. ``sensitive`` (``record_id, item``): the rows of hidden items, where they are
    known already; they are the caller's to drop.
    """

    levels: bool = False
    tied: bool = False
    first: int = 0
    within: Table | None = None
    sensitive: Table | None = None


def rule_levels(
    engine: Engine,
    transactions: Table,
    hidden: Table,
    m: int | None = None,
    *,
    reach: Reach | None = None,
    keep: Keep | None = None,
) -> Iterator[RuleLevel]:
    """Yield a RuleLevel for each size from 1 to ``m`` (None: until no set is left).

    ``transactions``: ``record_id, item``, item numbers by falling support. ``hidden``: ``item``, the items that
    somebody wants hidden. The tables of a level are dropped when the next one is asked for, unless ``keep`` says other.
    """
    reach, keep = reach or Reach(), keep or Keep()
    run = _Enumeration(engine, transactions, hidden, keep)
    level: RuleLevel | None = run.singles()
    try:
        while level is not None:
            yield level
            following = None if level.size == m else run.next_after(level, reach)
            if not keep.levels:
                level.drop()
            level = following
        reach.complete = not reach.refused
    finally:
        run.close()
        if level is not None and not keep.levels:
            level.drop()


class _Enumeration:
    """The tables that go from one size to the next."""

    def __init__(self, engine: Engine, transactions: Table, hidden: Table, keep: Keep) -> None:
        self.engine, self.transactions, self.keep = engine, transactions, keep
        self.sensitive = keep.sensitive or engine.table(
            "rho/count_rules/sensitive_rows", transactions=transactions, hidden=hidden
        )
        rows = {"transactions": transactions, "sensitive_rows": self.sensitive}
        if keep.within is None:
            self.live = engine.table("rho/count_rules/rows_with_sensitive", **rows)
        else:
            self.live = engine.table("rho/count_rules/rows_with_sensitive_within", within=keep.within, **rows)
        self.lengths: Table | None = None

    def singles(self) -> RuleLevel:
        make, rows = self.engine.table, self.transactions
        sets = make("rho/count_rules/first_sets", transactions=rows, live_rows=self.live, first=self.keep.first)
        members = make("rho/count_rules/first_members", sets=sets)
        occurrences = make("rho/count_rules/first_occurrences", transactions=rows, sets=sets)
        return self._with_rules(
            1, sets, members, occurrences, self.engine.number("rho/count_rules/highest_set_id", sets=sets)
        )

    def next_after(self, level: RuleLevel, reach: Reach) -> RuleLevel | None:
        """Return the sets with one more item; None where there are none, or where ``reach`` does not allow it."""
        sets = self.engine.table("rho/larger_sets/growing_sets", sets=level.sets, rules=level.rules, least=2)
        found, occurring = self.engine.row("rho/larger_sets/frontier", sets=sets)
        larger = None
        if found and self._feasible(level, sets, int(occurring), reach):
            few = int(occurring) * 2 < self.engine.count(level.occurrences)
            live = (
                self.engine.table("rho/larger_sets/occurrences_of_sets", occurrences=level.occurrences, sets=sets)
                if few
                else None
            )
            larger = self._grown(level, {"occurrences": live or level.occurrences, "sets": sets})
            self.engine.drop(live)
        self.engine.drop(sets)
        return larger

    def _grown(self, level: RuleLevel, grow: dict[str, Table]) -> RuleLevel | None:
        known = {"members": level.members, "live_rows": self.live} | grow
        candidates = self.engine.table("rho/larger_sets/candidates", size=level.size, first=level.highest, **known)
        count = self.engine.count(candidates)
        larger = self._of(candidates, level, grow, level.highest + count) if count else None
        self.engine.drop(candidates)
        return larger

    def _of(self, candidates: Table, level: RuleLevel, grow: dict[str, Table], highest: int) -> RuleLevel | None:
        """Return the level of these candidates, without those that are no generators unless they are kept."""
        make = self.engine.table
        rows = {"transactions": self.transactions, "occurrences": grow["occurrences"]}
        places = make("rho/larger_sets/grown_occurrences", candidates=candidates, **rows)
        fresh = make("rho/larger_sets/grown_sets", occurrences=places, candidates=candidates, tied=self.keep.tied)
        if not self.keep.tied:
            every, places = places, make("rho/larger_sets/occurrences_of_sets", occurrences=places, sets=fresh)
            self.engine.drop(every)
            if not self.engine.count(fresh):
                self.engine.drop(fresh, places)
                return None
        members = make("rho/larger_sets/grown_members", fresh=fresh, members=level.members, sets=grow["sets"])
        return self._with_rules(level.size + 1, fresh, members, places, highest)

    def _feasible(self, level: RuleLevel, sets: Table, occurring: int, reach: Reach) -> bool:
        """Does ``reach`` allow to grow these sets? Counted only where the longest record makes it doubtful."""
        if not reach.most:
            return True
        reach.longest = reach.longest or self.engine.number(
            "rho/larger_sets/longest_record", transactions=self.transactions
        )
        if occurring * (reach.longest - level.size) <= reach.most:
            return True
        self.lengths = self.lengths or self.engine.table(
            "rho/larger_sets/record_lengths", transactions=self.transactions
        )
        ahead = {"occurrences": level.occurrences, "sets": sets, "lengths": self.lengths}
        return reach.allows(self.engine.number("rho/larger_sets/work_ahead", size=level.size, **ahead))

    def _with_rules(self, size: int, sets: Table, members: Table, occurrences: Table, highest: int) -> RuleLevel:
        parts = {"occurrences": occurrences, "sets": sets, "members": members}
        rules = self.engine.table("rho/count_rules/rules", sensitive_rows=self.sensitive, **parts)
        return RuleLevel(self.engine, size, rules=rules, highest=highest, **parts)

    def close(self) -> None:
        self.engine.drop(None if self.keep.sensitive else self.sensitive, self.live, self.lengths)
