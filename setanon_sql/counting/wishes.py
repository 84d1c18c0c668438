"""Personal wishes beside rules: of very many wishes only those are met that rules speak of.

A record holds few items, hence rules tell few things of a person, however many that person wants hidden. So the rules
are asked first what they tell of whom, and a table of wishes is only ever passed over, never joined as a whole.
"""

from dataclasses import dataclass

from setanon_sql.engine import Engine
from setanon_sql.sql import Table, all_rows

#: So many wishes are not joined with rules before those are left out of which the rules do not speak.
MANY_WISHES = 2_000_000


@dataclass
class Wishes:
    """Who wants what hidden (``table``: ``record_id, item``).

    ``asked``: ``record_id, item``, what rules told of whom so far; ``met``: those of them that are wishes.
    """

    engine: Engine
    table: Table
    asked: Table | None = None
    met: Table | None = None

    def told_by(self, rules: Table, occurrences: Table) -> Table:
        """Return the wishes (``record_id, item``) that ``rules`` speak of whose sets stand in ``occurrences``."""
        told = self.engine.table("rho/personal/rule_targets", rules=rules, occurrences=occurrences)
        found = self.engine.table("rho/personal/targeted_wishes", wishes=self.table, told=told)
        self.engine.drop(told)
        return found

    def met_by(self, rules: Table, occurrences: Table) -> Table:
        """Return these wishes, and those that were returned before: no question is put to all wishes twice.

        The table is this object's own; it grows with the next call.
        """
        if self.asked is None or self.met is None:
            self.asked = self.engine.table("rho/personal/rule_targets", rules=rules, occurrences=occurrences)
            self.met = self.engine.table("rho/personal/targeted_wishes", wishes=self.table, told=self.asked)
            return self.met
        told = self.engine.table(
            "rho/personal/new_rule_targets", rules=rules, occurrences=occurrences, asked=self.asked
        )
        if self.engine.count(told):
            self.engine.append(self.asked, all_rows(told))
            self.engine.append(self.met, "rho/personal/targeted_wishes", wishes=self.table, told=told)
        self.engine.drop(told)
        return self.met

    def forget(self) -> None:
        """Drop what was asked; the wishes themselves stay."""
        self.engine.drop(self.asked, self.met)
        self.asked = self.met = None
