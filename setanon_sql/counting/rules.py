"""What an adversary may know, and how surely it tells a sensitive item: rules Q -> e, size by size, exactly.

Only generators Q matter (sets whose proper subsets are all held by more records): any other Q has a subset with the
same records, hence the same confidences. And only sets that some record holds together with a sensitive item: a
superset of any other set is held by fewer records still. The plan:

1. Single items; where they occur; the rules from them.
2. Keep the sets with a rule that two records or more hold; let each take in one more frequent item of its records.
3. Drop what is no generator; note where the rest occurs; count its rules. Go on from 2 until nothing is left.

Each set is entered by its rarest item, so that few records are met. Source: Nakagawa, Arai, Nakagawa, section 4.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeVar

from setanon_sql.engine import Engine, scoped
from setanon_sql.query.templates import Table

#: Where fewer candidates than this share are no generators, to take out where they occur costs more than to leave them.
_FEW = 0.1

#: What comes of the sets that were grown: a level of rules, or figures.
_Grown = TypeVar("_Grown")


@dataclass(frozen=True)
class RuleLevel:
    """The sets of one size and the rules from them; the tables stay until the next level, or until :meth:`drop`.

    ``sets``: ``set_id, parent_id, item, support, subset_support`` (the support of the rarest one-smaller subset);
    ``place`` is parent_id and item as one number (not of single items).
    ``members``: ``set_id, item, sub_id`` (the set without the item). ``occurrences``: ``record_id, set_id, last``; of
    levels that are not kept also of some sets that are no generators, and not in ``sets``.
    ``rules``: ``set_id, sensitive_item, support_with_sensitive, support``, one for each sensitive item held together
    with a set; the supports are pair(persons, records) where persons count. ``highest`` is the highest number of a set
    so far where levels are kept; else each numbers its sets anew, and it is 0.
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


@dataclass(frozen=True)
class RecordShape:
    """The number of ``records`` and their lengths: the ``longest``, and ``pairs`` in both orders, of all records.

    It also bounds what is left once items are suppressed.
    """

    records: int
    longest: int
    pairs: int

    def most_rows(self, occurring: int, size: int) -> int:
        """Return how many rows growing sets touches at most: they have ``size`` items and occur so often."""
        rows = occurring * (self.longest - size)
        return min(rows, self.pairs) if size == 1 else rows

    def least_rows(self, occurring: int) -> int:
        """Return how many rows growing single items touches at least.

        A record that holds n of them touches n (n - 1) rows; together they are fewest where all records hold as many.
        """
        return occurring * (occurring - self.records) // self.records


def shape_of(engine: Engine, transactions: Table) -> RecordShape:
    """Return the shape of ``transactions`` (``record_id, item``)."""
    return RecordShape(*engine.numbers("rules/larger_sets/shape", transactions=transactions))


@dataclass
class WorkLimit:
    """A bound of an enumeration, and, once it ended, how far it went.

    ``max_rows``: the rows that a step may touch (0: no bound). ``shape``: that of the records (None: not known yet).
    ``estimated``: a step whose least rows are too many is not counted. ``complete``: it went to the end. ``refused``:
    the rows of the step that was too much, or its least rows (0: none was).
    """

    max_rows: int = 0
    shape: RecordShape | None = None
    estimated: bool = False
    complete: bool = False
    refused: int = 0

    def allows(self, rows: int) -> bool:
        """Return whether a step may be taken that touches so many rows; notes the rows of one that may not."""
        if self.max_rows and rows > self.max_rows:
            self.refused = rows
            return False
        return True


@dataclass(frozen=True)
class EnumerationOptions:
    """Options of an enumeration: what it looks at, and what it keeps for later counts.

    ``keep_levels``: the tables of all levels are the caller's to drop. ``keep_non_generators``: also the smallest sets
    that are no generators, to see whether they become some. Sets are numbered from ``first`` + 1. ``within``
    (``record_id``): only sets that one of these records holds. ``sensitive_rows`` (``record_id, item``): the rows of
    sensitive items, where they are known already; they are the caller's to drop. ``last_with_sensitive``: where sets of
    the largest size occur is told only for records that hold a sensitive item (not with ``within`` or ``persons``): far
    fewer. ``persons`` (``record_id, person``): count persons besides records.
    """

    keep_levels: bool = False
    keep_non_generators: bool = False
    first: int = 0
    within: Table | None = None
    sensitive_rows: Table | None = None
    last_with_sensitive: bool = False
    persons: Table | None = None


@scoped
def rule_levels(
    engine: Engine,
    transactions: Table,
    sensitive: Table,
    m: int | None = None,
    *,
    limit: WorkLimit | None = None,
    options: EnumerationOptions | None = None,
) -> Iterator[RuleLevel]:
    """Yield a RuleLevel for each size of what may be known.

    ``transactions``: ``record_id, item``, item numbers by falling support.
    ``sensitive``: ``item``, the items that somebody wants hidden.
    ``m``: the largest size; None: until no set is left.
    ``limit``: ends the sizes before a step that touches too many rows, and tells so; None: no limit.
    ``options``: which sets to look at, and which tables to keep; else those of a level are dropped when the next one is
    asked for.

    Cost: grows with the generators of each record that stand with a sensitive item: at most 2^n of a record of n items.
    Source: Nakagawa, Arai, Nakagawa, section 4; see the module for the plan.
    """
    limit = limit or WorkLimit()
    options = options or EnumerationOptions()
    yield from Enumeration(engine, transactions, sensitive, m, options).levels(limit)


class Enumeration:
    """The tables that go from one size to the next; see :func:`rule_levels`."""

    def __init__(
        self, engine: Engine, transactions: Table, sensitive: Table, m: int | None, options: EnumerationOptions
    ) -> None:
        make = engine.table
        self.engine = engine
        self.transactions = transactions
        self.m = m
        self.options = options
        self.sensitive_rows = options.sensitive_rows or make(
            "rules/count_rules/sensitive_rows", transactions=transactions, sensitive=sensitive
        )
        rows = {"transactions": transactions, "sensitive_rows": self.sensitive_rows}
        if options.within is None:
            self.rows_with_sensitive = make("rules/count_rules/rows_with_sensitive", **rows)
        else:
            self.rows_with_sensitive = make(
                "rules/count_rules/rows_with_sensitive_within", within=options.within, **rows
            )
        self.record_lengths: Table | None = None

    def levels(self, limit: WorkLimit) -> Iterator[RuleLevel]:
        """Yield a level for each size up to m; unless they are kept, one is dropped when the next one is asked for."""
        level: RuleLevel | None = self.singles()
        try:
            while level is not None:
                yield level
                following = None if level.size == self.m else self.next_after(level, limit)
                if not self.options.keep_levels:
                    level.drop()
                level = following
            limit.complete = not limit.refused
        finally:
            if level is not None and not self.options.keep_levels:
                level.drop()

    def singles(self) -> RuleLevel:
        """Return the sets of one item and their rules."""
        make = self.engine.table
        rows = self.transactions
        sets = make(
            "rules/count_rules/first_sets",
            transactions=rows,
            rows_with_sensitive=self.rows_with_sensitive,
            first=self.options.first,
        )
        members = make("rules/count_rules/first_members", sets=sets)
        occurrences = make("rules/count_rules/first_occurrences", transactions=rows, sets=sets)
        highest = 0
        if self.options.keep_levels:
            highest = self.engine.number("rules/count_rules/highest_set_id", sets=sets)
        return self._with_rules(1, sets, members, occurrences, highest)

    def next_after(self, level: RuleLevel, limit: WorkLimit) -> RuleLevel | None:
        """Return the sets with one more item; None where there are none, or where ``limit`` does not allow it."""
        return self.after(level, limit, self._rules_of)

    @scoped
    def after(self, level: RuleLevel, limit: WorkLimit, finish: "Finish[_Grown]") -> _Grown | None:
        """Let the sets take in one more item; return what ``finish`` makes of these candidates, or None as above."""
        growing = self.engine.table("rules/larger_sets/growing_sets", sets=level.sets, rules=level.rules, min_records=2)
        sets, occurring = self.engine.numbers("rules/larger_sets/frontier", sets=growing)
        larger = None
        if sets and self._feasible(level, growing, occurring, limit):
            few = self.engine.abilities.answers and occurring * 2 < self.engine.count(level.occurrences)
            tables = {"occurrences": level.occurrences, "sets": growing}
            theirs = self.engine.table("rules/larger_sets/occurrences_of_sets", **tables) if few else None
            larger = self._grown(level, {"occurrences": theirs or level.occurrences, "sets": growing}, finish)
        return larger

    def _grown(self, level: RuleLevel, growing: dict[str, Table], finish: "Finish[_Grown]") -> _Grown | None:
        tables = {"members": level.members, "rows_with_sensitive": self.rows_with_sensitive} | growing
        candidates = self.engine.table("rules/larger_sets/candidates", size=level.size, first=level.highest, **tables)
        result = finish(level, growing, candidates) if self.engine.count(candidates) else None
        return result

    def _rules_of(self, level: RuleLevel, growing: dict[str, Table], candidates: Table) -> RuleLevel | None:
        last = self.options.last_with_sensitive and level.size + 1 == self.m
        grown = (self._last_of if last else self._of)(candidates, growing["occurrences"])
        if grown is None:
            return None
        sets, occurrences = grown
        members = self.engine.table(
            "rules/larger_sets/grown_members", fresh=sets, members=level.members, sets=growing["sets"]
        )
        highest = level.highest + self.engine.count(candidates) if self.options.keep_levels else 0
        return self._with_rules(level.size + 1, sets, members, occurrences, highest)

    def _of(self, candidates: Table, prefixes: Table) -> tuple[Table, Table] | None:
        """Return the sets and where they occur, without those that are no generators unless they are kept."""
        make = self.engine.table
        keep = self.options.keep_non_generators
        rows = {"transactions": self.transactions, "occurrences": prefixes}
        occurrences = make("rules/larger_sets/grown_occurrences", candidates=candidates, **rows)
        fresh = make(
            "rules/larger_sets/grown_sets", occurrences=occurrences, candidates=candidates, keep_non_generators=keep
        )
        if not keep and not self.engine.count(fresh):
            return None
        if not keep and self._cut(self.engine.count(candidates), self.engine.count(fresh)):
            theirs = make("rules/larger_sets/occurrences_of_sets", occurrences=occurrences, sets=fresh)
            self.engine.drop(occurrences)
            occurrences = theirs
        return fresh, occurrences

    def _last_of(self, candidates: Table, prefixes: Table) -> tuple[Table, Table]:
        """Return what :meth:`_of` does, of records that hold a sensitive item: the others are only counted."""
        make = self.engine.table
        keep = self.options.keep_non_generators
        rows = {"transactions": self.transactions, "occurrences": prefixes}
        counted = self.engine.view("rules/larger_sets/grown_occurrences", candidates=candidates, **rows)
        sets = make(
            "rules/larger_sets/grown_sets", occurrences=counted, candidates=candidates, keep_non_generators=keep
        )
        rows["transactions"] = self.rows_with_sensitive
        return sets, make("rules/larger_sets/grown_occurrences", candidates=sets, **rows)

    def _cut(self, candidates: int, generators: int) -> bool:
        """Return whether occurrences of sets that are no generators are taken out: all, where levels are kept."""
        share = 1 if self.options.keep_levels else 1 - _FEW
        return self.engine.abilities.answers and generators < candidates * share

    def _feasible(self, level: RuleLevel, growing: Table, occurring: int, limit: WorkLimit) -> bool:
        """Return whether ``limit`` allows to grow these sets; counts only where the shape of records leaves a doubt."""
        if not limit.max_rows:
            return True
        shape = limit.shape = limit.shape or shape_of(self.engine, self.transactions)
        if shape.most_rows(occurring, level.size) <= limit.max_rows:
            return True
        if limit.estimated and level.size == 1 and shape.least_rows(occurring) > limit.max_rows:
            return limit.allows(shape.least_rows(occurring))
        lengths = self.record_lengths or self.engine.table(
            "rules/larger_sets/record_lengths", transactions=self.transactions
        )
        self.record_lengths = lengths
        ahead = {"occurrences": level.occurrences, "sets": growing, "lengths": lengths}
        return limit.allows(self.engine.number("rules/larger_sets/work_ahead", size=level.size, **ahead))

    def _with_rules(self, size: int, sets: Table, members: Table, occurrences: Table, highest: int) -> RuleLevel:
        parts = {"occurrences": occurrences, "sets": sets, "members": members}
        return RuleLevel(self.engine, size, rules=self._rules(occurrences, sets, members), highest=highest, **parts)

    def _rules(self, occurrences: Table, sets: Table, members: Table) -> Table:
        parts = {"occurrences": occurrences, "sets": sets, "members": members, "sensitive_rows": self.sensitive_rows}
        if self.options.persons is None:
            return self.engine.table("rules/count_rules/rules", **parts)
        return self.engine.table("rules/persons/rules", persons=self.options.persons, **parts)


#: Takes a level, the sets of it that grow (``sets``) and where they occur (``occurrences``), and the grown candidates.
Finish = Callable[[RuleLevel, dict[str, Table], Table], _Grown | None]
