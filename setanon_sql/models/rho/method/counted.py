"""Rules of all sizes that were counted together, and what is needed to recount them once occurrences are gone."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from setanon_sql.counting.rules import RuleLevel
from setanon_sql.engine import Engine, scoped
from setanon_sql.query.templates import Bind, Table


@dataclass
class Counted:
    """The rules, and what they were counted from; a recount changes them in place.

    ``rules``: ``set_id, sensitive_item, support_with_sensitive, support, size``. ``members``: ``set_id, item``.
    ``occurrences``: ``record_id, set_id``. ``non_generators``: ``set_id, sub_id``: sets that were no generators, with
    the subsets that make them none. ``highest`` is the highest number of a set. ``persons``: ``record_id, person``;
    supports are then pairs of persons and records.
    """

    engine: Engine
    rules: Table
    members: Table
    occurrences: Table
    non_generators: Table | None = None
    highest: int = 0
    persons: Table | None = None

    def drop(self) -> None:
        """Drop all tables."""
        self.engine.drop(self.rules, self.members, self.occurrences, self.non_generators)

    def recount(self, sensitive: Table, suppressions: Table) -> Table:
        """Take ``suppressions`` (``record_id, item``) off the rules; returns the ``sensitive`` rows that are left."""
        make = self.engine.table
        lost = make(
            "suppressor/recount/lost", occurrences=self.occurrences, suppressions=suppressions, members=self.members
        )
        occurrences = make("suppressor/recount/kept_occurrences", occurrences=self.occurrences, lost=lost)
        self.engine.drop(self.occurrences)
        self.occurrences = occurrences
        rules = self._recounted(lost, sensitive, suppressions)
        self.engine.drop(self.rules, lost)
        self.rules = rules
        return make("sources/dataset/rows_without", present=sensitive, suppressions=suppressions)

    @scoped
    def _recounted(self, lost: Table, sensitive: Table, suppressions: Table) -> Table:
        """Return the rules without what was ``lost`` (``record_id, set_id``); ``sensitive`` is as it was before."""
        make = self.engine.table
        changed = {"occurrences": self.occurrences, "sensitive_rows": sensitive, "suppressions": suppressions}
        if self.persons is None:
            return make("suppressor/recount/recounted", rules=self.rules, lost=lost, **changed)
        changed["persons"] = self.persons
        losers = make("suppressor/persons/losers_of_rules", rules=self.rules, lost=lost, **changed)
        joint = make("suppressor/persons/lost_rules", losers=losers, **changed)
        sets = make("suppressor/persons/lost_sets", lost=lost, occurrences=self.occurrences, persons=self.persons)
        return make("suppressor/persons/recounted", rules=self.rules, lost_sets=sets, lost_rules=joint)

    @scoped
    def with_new_generators(self, present: Table) -> Table | None:
        """Return the records (``record_id``) whose rules were not all counted; None where there are none.

        They hold a set that has become a generator since, and more. Nothing else can be amiss: each set that was not
        counted has a part that was, with as many records and hence rules as sure, or it has a part that is a new
        generator. These are then among the generators.
        """
        if self.non_generators is None:
            return None
        fresh = self.engine.table(
            "suppressor/recount/new_generators", non_generators=self.non_generators, rules=self.rules
        )
        records = None
        if self.engine.count(fresh):
            tables = {"occurrences": self.occurrences, "sets": fresh, "rules": self.rules}
            records = self._some(self.engine.table("suppressor/recount/holders_of_sets", present=present, **tables))
            rest = self.engine.table(
                "suppressor/recount/other_non_generators", non_generators=self.non_generators, new_generators=fresh
            )
            self.engine.drop(self.non_generators)
            self.non_generators = rest
        return records

    def _some(self, table: Table) -> Table | None:
        """Return a table, or None (and drop it) where it is empty."""
        if self.engine.count(table):
            return table
        return None


def gathered(
    engine: Engine,
    levels: Sequence[RuleLevel],
    before: Counted | None = None,
    sensitive: Table | None = None,
    persons: Table | None = None,
) -> Counted:
    """Bring the rules of several sizes together, with those counted ``before``, and drop the ``levels``.

    With ``sensitive`` (``record_id, item``) only records that hold a sensitive item are kept: no other loses any. With
    ``persons`` (``record_id, person``) these are counted, too.
    """
    several: dict[str, tuple[str, list[dict[str, Bind]]]] = {
        "rules": ("suppressor/gather/level_rules", [{"rules": level.rules, "size": level.size} for level in levels]),
        "members": (
            "suppressor/gather/level_members",
            [{"rules": level.rules, "members": level.members} for level in levels],
        ),
        "occurrences": _occurrences(levels, sensitive, persons),
        "non_generators": (
            "suppressor/gather/non_generators",
            [_tied(smaller, level) for smaller, level in pairwise(levels)],
        ),
    }
    tables = {} if before is None else {name: getattr(before, name) for name in several}
    for name, (query, binds) in several.items():
        if binds:
            tables[name] = engine.gather(query, binds, into=tables.get(name))
    for level in levels:
        level.drop()
    return Counted(engine, **tables, highest=levels[-1].highest, persons=persons)


def _occurrences(
    levels: Sequence[RuleLevel], sensitive: Table | None, persons: Table | None
) -> tuple[str, list[dict[str, Bind]]]:
    if sensitive is None:
        return "suppressor/gather/level_occurrences", [
            {"occurrences": level.occurrences, "rules": level.rules} for level in levels
        ]
    if persons is None:
        return "suppressor/gather/level_occurrences_with_sensitive", [
            {"occurrences": level.occurrences, "sensitive_rows": sensitive} for level in levels
        ]
    return "suppressor/persons/level_occurrences_with_sensitive", [
        {"occurrences": level.occurrences, "sensitive_rows": sensitive, "persons": persons} for level in levels
    ]


def _tied(smaller: RuleLevel, level: RuleLevel) -> dict[str, Bind]:
    return {"sets": level.sets, "members": level.members, "smaller": smaller.sets}
