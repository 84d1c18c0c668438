"""Who is at risk, and where does the risk lie? The records behind a threat or a rule, and the categories of its items.

1. At each size: which record holds which threat (or is spoken of by which rule).
2. For a list of records: the smallest threat of each, or the surest rule about it.
3. For a level of a taxonomy: how many records are at risk by something below each label, by how many threats.
"""

from dataclasses import dataclass, replace
from typing import Annotated

from setanon_sql.counting import Level
from setanon_sql.counting.rules import RuleLevel
from setanon_sql.dataset import Dataset
from setanon_sql.engine import Engine
from setanon_sql.fields import Fields
from setanon_sql.query.templates import Table


@dataclass(frozen=True)
class Categories:
    """Labels of one level of a taxonomy. ``table``: ``item, category``; a category is a place in ``labels``, from 1.

    ``leaves``: the labels that are items themselves.
    """

    table: Table
    labels: tuple[str, ...]
    leaves: frozenset[str] = frozenset()

    def risk(self, number: int, records: int, threats: int, persons: int | None = None) -> "CategoryRisk":
        """Return the risk of one of them, by its number."""
        label = self.labels[number - 1]
        return CategoryRisk(number, label, records, threats, persons, label in self.leaves)


@dataclass(frozen=True)
class CategoryRisk(Fields):
    """The risk below one label of a taxonomy. ``is_item``: the label is an item."""

    category: Annotated[int, "its place in its level, by the alphabet"]
    label: Annotated[str, "†"]
    records_at_risk: Annotated[int, "that hold a threat (of which a rule speaks) with an item below it"]
    threats: Annotated[int, "minimal threats (rules) with an item below it"]
    persons_at_risk: Annotated[int | None, "`--person`: with such a record"] = None
    is_item: bool = False


#: What the key ``by_category`` of audits tells.
BY_CATEGORY = "`--by`: the risk below each label of a level of the taxonomy, the highest first"


class Who:
    """Collects, size by size, who is at risk.

    ``records``: keep the worst that is known of each record, for :meth:`worst`. ``categories``: count by category.
    ``persons`` (``record_id, person``): count persons, too.
    """

    def __init__(
        self,
        engine: Engine,
        *,
        records: bool = False,
        categories: Categories | None = None,
        persons: Table | None = None,
    ) -> None:
        self.engine = engine
        self.records = records
        self.categories = categories
        self.persons = persons
        self.tables: dict[str, Table] = {}

    def take_threats(self, level: Level, transactions: Table) -> None:
        """Note who holds the threats of a size."""
        assert level.items is not None
        items = {"threat_items": level.items}
        holders = holders_of(self.engine, level.size, level.items, transactions)
        if self.records:
            self._collect("found", "sets/who/smallest_of_size", holders=holders, size=level.size)
        if self.categories:
            named = {"categories": self.categories.table}
            self._collect("held", "sets/who/held_categories", holders=holders, **items, **named)
            self._collect("threats", "sets/who/threat_categories", **items, **named)
        self.engine.drop(holders)

    def take_classes(self, classes: Table, sizes: Table, k: int) -> None:
        """Note who is in a class of fewer than ``k`` by columns that are known besides, whatever items they hold."""
        if self.records:
            self._collect("found", "columns/classes/found_in_small", classes=classes, sizes=sizes, k=k)

    def name_categories(self, numbers: Table) -> None:
        """Take categories by ``number`` in place of ``item``, of those numbers alone."""
        if self.categories:
            tables = {"large_numbers": numbers, "item_categories": self.categories.table}
            self.categories = replace(self.categories, table=self.engine.table("columns/classes/categories", **tables))

    def take_rules(self, level: RuleLevel, above: Table, wishes: Table | None) -> None:
        """Note of whom the rules of a size speak that are ``above`` their limit."""
        rules = {"above": above, "occurrences": level.occurrences}
        if wishes is None:
            holders = self.engine.table("rules/who/rule_holders", **rules)
        else:
            holders = self.engine.table("rules/who/rule_holders_personal", wishes=wishes, **rules)
        if self.records:
            self._collect("found", "rules/who/surest_of_size", holders=holders, size=level.size)
        if self.categories:
            of_rules = self.engine.table(
                "rules/who/rule_categories",
                above=above, members=level.members, categories=self.categories.table,
            )  # fmt: skip
            self._collect("held", "rules/who/held_categories", holders=holders, rule_categories=of_rules)
            self._collect("threats", "rules/who/category_rules", rule_categories=of_rules)
            self.engine.drop(of_rules)
        self.engine.drop(holders)

    def _collect(self, into: str, query: str, **binds: Table | int) -> None:
        self.tables[into] = self.engine.add(self.tables.get(into), query, **binds)

    def by_category(self) -> tuple[CategoryRisk, ...]:
        """Return the risk of each category that has any, the highest first."""
        if self.categories is None or "held" not in self.tables:
            return ()
        tables = {"held": self.tables["held"], "threats": self.tables["threats"]}
        if self.persons:
            rows = self.engine.rows("sets/who/category_risk_of_persons", persons=self.persons, **tables)
        else:
            rows = self.engine.rows("sets/who/category_risk", **tables)
        return tuple(self.categories.risk(int(number), *map(int, counts)) for number, *counts in rows)

    def worst(self, dataset: Dataset, query: str) -> Table:
        """Return ``record_id, size, worst`` of each record at risk, by its name in the source; with its ``person``."""
        worst = self.tables["found"]
        names = dataset.record_ids or self.engine.table("release/record_ids/line_numbers", transactions=worst)
        tables = {"found": worst, "record_ids": names}
        if dataset.persons and dataset.person_names:
            tables |= {"persons": dataset.persons, "person_names": dataset.person_names}
        return self.engine.table(query, **tables)


def holders_of(engine: Engine, size: int, items: Table, transactions: Table) -> Table:
    """Return ``record_id, threat_id, support``: which of these records hold which threats of a size."""
    holders = engine.table("sets/who/first_holders", threat_items=items, transactions=transactions)
    for position in range(2, size + 1):
        tables = {"holders": holders, "threat_items": items, "transactions": transactions}
        following = engine.table("sets/who/next_holders", position=position, **tables)
        engine.drop(holders)
        holders = following
    return holders
