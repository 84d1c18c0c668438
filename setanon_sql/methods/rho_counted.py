"""Rules of all sizes that were counted together, and what is needed to recount them once occurrences are gone."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from sqlglot import exp

from setanon_sql import sql
from setanon_sql.counting.rules import RuleLevel
from setanon_sql.engine import Engine
from setanon_sql.sql import Bind, Table


@dataclass
class Counted:
    """The rules, and what they were counted from.

    ``rules``: ``set_id, hidden, both, support, size``. ``members``: ``set_id, item``. ``occurrences``: ``record_id,
    set_id``. ``ties``: ``set_id, sub_id``: sets that were no generators, with the subsets that make them none.
    ``highest`` is the highest number of a set.
    """

    engine: Engine
    rules: Table
    members: Table
    occurrences: Table
    ties: Table | None = None
    highest: int = 0

    def drop(self) -> None:
        """Drop all tables."""
        self.engine.drop(self.rules, self.members, self.occurrences, self.ties)

    def recount(self, sensitive: Table, gone: Table) -> Table:
        """Take what is ``gone`` (``record_id, item``) off the rules; returns the ``sensitive`` rows that are left."""
        make, occurrences = self.engine.table, self.occurrences
        touched = make("rho/touched", occurrences=occurrences, suppressed=gone, members=self.members)
        rules = make("rho/recounted", rules=self.rules, touched=touched, sensitive_rows=sensitive, suppressed=gone)
        kept = make("rho/kept_occurrences", occurrences=occurrences, touched=touched)
        left = make("rho/without", present=sensitive, suppressed=gone)
        self.engine.drop(touched, self.rules, occurrences)
        self.rules, self.occurrences = rules, kept
        return left

    def loosened(self) -> Table | None:
        """Return the records of sets that have become generators since (``record_id``); None where there are none.

        What such a set implies was not counted, but only it: each set that was not counted has a part that was, with
        as many records and hence rules as sure, or it has a part that has come loose.
        """
        if self.ties is None:
            return None
        loose = self.engine.table("rho/loosened", ties=self.ties, rules=self.rules)
        records = None
        if self.engine.count(loose):
            records = self.engine.table("rho/holders_of", occurrences=self.occurrences, sets=loose)
            rest = self.engine.table("rho/other_ties", ties=self.ties, loosened=loose)
            self.engine.drop(self.ties)
            self.ties = rest
        self.engine.drop(loose)
        return records


def gathered(engine: Engine, levels: Sequence[RuleLevel], before: Counted | None = None) -> Counted:
    """Bring the rules of several sizes together, with those counted ``before``, and drop the ``levels``."""
    queries: dict[str, list[exp.Expr]] = {"rules": [], "members": [], "occurrences": [], "ties": []}
    for level in levels:
        binds: dict[str, dict[str, Bind]] = {
            "rules": {"size": level.size}, "members": {"members": level.members},
            "occurrences": {"occurrences": level.occurrences},
        }  # fmt: skip
        for name, more in binds.items():
            queries[name].append(sql.query(f"rho/level_{name}", dialect=engine.dialect, rules=level.rules, **more))
    for smaller, level in pairwise(levels):
        tables = {"sets": level.sets, "members": level.members, "smaller": smaller.sets}
        queries["ties"].append(sql.query("rho/ties", dialect=engine.dialect, **tables))
    known = {} if before is None else {name: getattr(before, name) for name in queries}
    tables = {name: _added(engine, known.get(name), asked) for name, asked in queries.items() if asked}
    for level in levels:
        level.drop()
    return Counted(engine, **(known | tables), highest=levels[-1].highest)


def _added(engine: Engine, table: Table | None, queries: Sequence[exp.Expr]) -> Table:
    together = exp.union(*queries, distinct=False) if len(queries) > 1 else queries[0]
    if table is None:
        return engine.table(together)
    engine.append(table, together)
    return table
