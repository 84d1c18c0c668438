"""Personal wishes beside rules: of very many wishes only those are met that rules speak of.

A record holds few items, hence rules tell few things of a person, however many that person wants hidden. So the rules
are asked first what they tell of whom, and a table of wishes is only ever passed over, never joined as a whole.
"""

from dataclasses import dataclass

from setanon_sql.engine import Engine, scoped
from setanon_sql.query.templates import Table, all_rows

#: So many wishes are not joined with rules before those are left out of which the rules do not speak.
MANY_WISHES = 2_000_000


@dataclass
class PersonalConstraint:
    """The wishes of persons (``wishes``: ``record_id, item``), and those that rules spoke of so far.

    ``rule_targets``: ``record_id, item``, what rules told of whom; ``targeted_wishes``: those of them that are wishes.
    """

    engine: Engine
    wishes: Table
    rule_targets: Table | None = None
    targeted_wishes: Table | None = None

    @scoped
    def targeted_by(self, rules: Table, occurrences: Table) -> Table:
        """Return the wishes (``record_id, item``) that ``rules`` speak of whose sets stand in ``occurrences``."""
        targets = self.engine.table("rules/personal/rule_targets", rules=rules, occurrences=occurrences)
        return self.engine.table("rules/personal/targeted_wishes", wishes=self.wishes, rule_targets=targets)

    @scoped
    def targeted_so_far(self, rules: Table, occurrences: Table) -> Table:
        """Return these wishes, and those that were returned before: no question is put to all wishes twice.

        The table is this object's own; it grows with the next call.
        """
        if self.rule_targets is None or self.targeted_wishes is None:
            self.rule_targets = self.engine.table("rules/personal/rule_targets", rules=rules, occurrences=occurrences)
            self.targeted_wishes = self.engine.table(
                "rules/personal/targeted_wishes", wishes=self.wishes, rule_targets=self.rule_targets
            )
            return self.targeted_wishes
        fresh = self.engine.table(
            "rules/personal/new_rule_targets", rules=rules, occurrences=occurrences, rule_targets=self.rule_targets
        )
        if self.engine.count(fresh):
            self.engine.append(self.rule_targets, all_rows(fresh))
            self.engine.append(
                self.targeted_wishes, "rules/personal/targeted_wishes", wishes=self.wishes, rule_targets=fresh
            )
        return self.targeted_wishes

    def forget(self) -> None:
        """Drop what rules spoke of; the wishes themselves stay."""
        self.engine.drop(self.rule_targets, self.targeted_wishes)
        self.rule_targets = self.targeted_wishes = None
