"""Rules of all sizes that were counted together, and what is needed to recount them once occurrences are gone."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from setanon_sql.counting.rules import RuleLevel
from setanon_sql.engine import Engine
from setanon_sql.query.templates import Bind, Table


@dataclass
class Counted:
    """The rules, and what they were counted from; a recount changes them in place.

    ``rules``: ``set_id, sensitive_item, support_with_sensitive, support, size``. ``members``: ``set_id, item``.
    ``occurrences``: ``record_id, set_id``. ``non_generators``: ``set_id, sub_id``: sets that were no generators, with
    the subsets that make them none. ``highest`` is the highest number of a set.
    """

    engine: Engine
    rules: Table
    members: Table
    occurrences: Table
    non_generators: Table | None = None
    highest: int = 0

    def drop(self) -> None:
        """Drop all tables."""
        self.engine.drop(self.rules, self.members, self.occurrences, self.non_generators)

    def recount(self, sensitive: Table, suppressions: Table) -> Table:
        """Take ``suppressions`` (``record_id, item``) off the rules; returns the ``sensitive`` rows that are left."""
        make, drop = self.engine.table, self.engine.drop
        lost = make("rho/recount/lost", occurrences=self.occurrences, suppressions=suppressions, members=self.members)
        kept = make("rho/recount/kept_occurrences", occurrences=self.occurrences, lost=lost)
        drop(self.occurrences)
        changed = {"lost": lost, "occurrences": kept, "sensitive_rows": sensitive, "suppressions": suppressions}
        rules = make("rho/recount/recounted", rules=self.rules, **changed)
        drop(self.rules, lost)
        self.rules, self.occurrences = rules, kept
        return make("rho/recount/without", present=sensitive, suppressions=suppressions)

    def with_new_generators(self, present: Table) -> Table | None:
        """Return the records (``record_id``) whose rules were not all counted; None where there are none.

        They hold a set that has become a generator since, and more. Nothing else can be amiss: each set that was not
        counted has a part that was, with as many records and hence rules as sure, or it has a part that is a new
        generator. These are then among the generators.
        """
        if self.non_generators is None:
            return None
        fresh = self.engine.table("rho/recount/new_generators", non_generators=self.non_generators, rules=self.rules)
        records = None
        if self.engine.count(fresh):
            tables = {"occurrences": self.occurrences, "sets": fresh, "rules": self.rules}
            records = self._some(self.engine.table("rho/recount/holders_of_sets", present=present, **tables))
            rest = self.engine.table(
                "rho/recount/other_non_generators", non_generators=self.non_generators, new_generators=fresh
            )
            self.engine.drop(self.non_generators)
            self.non_generators = rest
        self.engine.drop(fresh)
        return records

    def _some(self, table: Table) -> Table | None:
        """Return a table, or None (and drop it) where it is empty."""
        if self.engine.count(table):
            return table
        self.engine.drop(table)
        return None


def gathered(
    engine: Engine, levels: Sequence[RuleLevel], before: Counted | None = None, sensitive: Table | None = None
) -> Counted:
    """Bring the rules of several sizes together, with those counted ``before``, and drop the ``levels``.

    With ``sensitive`` (``record_id, item``) only records that hold a sensitive item are kept: no other loses any.
    """
    several: dict[str, tuple[str, list[dict[str, Bind]]]] = {
        "rules": ("rho/gather/level_rules", [{"rules": level.rules, "size": level.size} for level in levels]),
        "members": ("rho/gather/level_members", [{"rules": level.rules, "members": level.members} for level in levels]),
        "occurrences": _occurrences(levels, sensitive),
        "non_generators": ("rho/gather/non_generators", [_tied(smaller, level) for smaller, level in pairwise(levels)]),
    }
    known = {} if before is None else {name: getattr(before, name) for name in several}
    added = {name: engine.gather(*asked, into=known.get(name)) for name, asked in several.items() if asked[1]}
    for level in levels:
        level.drop()
    return Counted(engine, **(known | added), highest=levels[-1].highest)


def _occurrences(levels: Sequence[RuleLevel], sensitive: Table | None) -> tuple[str, list[dict[str, Bind]]]:
    if sensitive is None:
        return "rho/gather/level_occurrences", [{"occurrences": one.occurrences, "rules": one.rules} for one in levels]
    return "rho/gather/level_occurrences_with_sensitive", [
        {"occurrences": one.occurrences, "sensitive_rows": sensitive} for one in levels
    ]


def _tied(smaller: RuleLevel, level: RuleLevel) -> dict[str, Bind]:
    return {"sets": level.sets, "members": level.members, "smaller": smaller.sets}
