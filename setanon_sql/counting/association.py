"""Association rules: what data miners would find in the data, before and after.

A rule leads from a set to one item more, as rules to sensitive items do. The sets of both datasets are
counted together, level by level:

1. Equal records are one, with the number of them in the original and in the release; only items that are frequent in
   one of the two are looked at.
2. Two sets of a record that differ in their last item only make a set of one item more.
3. Of the sets that are frequent in one of the two datasets: how many rules stand in both, how many in one alone?

Long records have more sets than can be listed: counting ends with the largest size that is feasible, and says so.
Source: Agrawal and Srikant, Fast Algorithms for Mining Association Rules.
"""

from dataclasses import dataclass
from fractions import Fraction

from setanon_sql.engine import Engine
from setanon_sql.query.templates import Table

#: Rows that all steps together may touch: some seconds on two cores.
MOST_WORK = 60_000_000


@dataclass(frozen=True)
class RuleChanges:
    """Numbers of association rules that stand in two datasets.

    ``kept``: in both. ``lost``: in the original alone. ``spurious``: in the release alone.
    ``items``: items of the largest sets that were counted (1: too many sets for any rule).
    ``complete``: false where larger sets are missing.
    """

    kept: int
    lost: int
    spurious: int
    items: int
    complete: bool


def rule_changes(
    engine: Engine,
    original: Table,
    released: Table,
    min_records: int,
    confidence: Fraction,
    *,
    most_work: int = MOST_WORK,
) -> RuleChanges:
    """Compare the association rules of two datasets.

    ``original``, ``released``: ``record_id, item``, distinct, with the same numbers for items.
    ``least``: records that must hold a rule. ``confidence``: the least one of a rule, 0..1.
    ``most_work``: rows that all steps together may touch; larger sets are then left out. Its tables go with the
    caller's scope.

    Cost: grows with the sets that ``least`` records hold in one of the two, up to ``most_work``.
    Source: Agrawal and Srikant, Fast Algorithms for Mining Association Rules.
    """
    run = _RuleGrowth(engine, original, released, min_records, most_work)
    common = lost = spurious = 0
    while run.grow():
        more = run.changes(confidence)
        common = common + more[0]
        lost = lost + more[1]
        spurious = spurious + more[2]
        run.advance()
    return RuleChanges(common, lost, spurious, run.size, run.complete)


class _RuleGrowth:
    """The tables that go from one size to the next; ``larger`` and ``grown`` are those of the next size."""

    def __init__(self, engine: Engine, original: Table, released: Table, min_records: int, work: int) -> None:
        self.engine = engine
        self.min_records = min_records
        self.left = work
        self.size = 1
        self.complete = False
        self.larger: Table | None = None
        self.grown: Table | None = None
        make = engine.table
        rows = make("counting/top_itemsets/side_by_side", originals=original, drawn=released)
        frequent = make("measures/association_rules/frequent_in_either", rows=rows, min_records=min_records)
        parts = make("measures/association_rules/frequent_parts", rows=rows, frequent=frequent)
        records = make("measures/association_rules/distinct_records", frequent_parts=parts)
        self.occurrences = make(
            "measures/association_rules/first_occurrences", distinct_records=records, rows=rows, frequent=frequent
        )
        self.sets = make("measures/association_rules/first_sets", occurrences=self.occurrences)
        self.members = make("rules/count_rules/first_members", sets=self.sets)
        engine.drop(rows, frequent, parts, records)

    def grow(self) -> bool:
        """Count the sets of the next size; False where there are none, or where that is too much work."""
        engine = self.engine
        work = engine.number("measures/association_rules/work", occurrences=self.occurrences) // 2
        if not self._may(work):
            return False
        self.larger = engine.table(
            "measures/association_rules/larger_sets", occurrences=self.occurrences, min_records=self.min_records
        )
        count = engine.count(self.larger)
        self.complete = not count
        if not count or not self._may(count * (self.size + 1)):
            return False
        tables = {"fresh": self.larger, "members": self.members, "sets": self.sets}
        self.grown = engine.table("rules/larger_sets/grown_members", **tables)
        return True

    def _may(self, work: int) -> bool:
        self.left -= work
        return self.left >= 0

    def changes(self, confidence: Fraction) -> tuple[int, ...]:
        """Return how many rules of the next size were kept, lost, and are spurious."""
        assert self.larger and self.grown
        return self.engine.answer(
            "measures/association_rules/rule_changes", members=self.grown, larger=self.larger, sets=self.sets,
            min_records=self.min_records, confidence_num=confidence.numerator, confidence_den=confidence.denominator,
        )  # fmt: skip

    def advance(self) -> None:
        """Let the sets of the next size take the place of these."""
        assert self.larger and self.grown
        occurrences = self.engine.table(
            "measures/association_rules/occurrences", occurrences=self.occurrences, larger=self.larger
        )
        self.engine.drop(self.occurrences, self.sets, self.members)
        self.occurrences = occurrences
        self.sets = self.larger
        self.members = self.grown
        self.larger = self.grown = None
        self.size += 1
