"""The lists and workloads that somebody asked for, as tables of an internal report."""

from collections.abc import Sequence

from setanon_sql.measures.details import CategoryLoss, Details
from setanon_sql.measures.queries import Query
from setanon_sql.report.attacks import AttackRow
from setanon_sql.report.of_models import ListTable, report_of_model
from setanon_sql.report.parts import ReportParts
from setanon_sql.report.pictures import category_name
from setanon_sql.text import count, share


def lists_of(parts: ReportParts) -> list[ListTable]:
    """Return all lists that the results hold; in a public report none. Values only with ``show_values``."""
    if parts.tier == "public":
        return []
    lists: list[ListTable] = []
    in_release = (parts.after, parts.pieces)
    for audit, where in ((parts.before, "in the source"), *((audit, "in the release") for audit in in_release)):
        if audit:
            lists += report_of_model(audit.model.name).lists(audit, where, shows_items=parts.show_values)
    if parts.utility:
        lists.append(_together(parts.utility.details, parts.show_values))
        lists += _workload(parts.utility.details.workload, parts.show_values)
        lists += _categories(parts.utility.details.by_category, parts.show_values)
    return [entry for entry in lists if entry.rows]


def _together(details: Details, shows_items: bool) -> ListTable:
    rows = [
        (fate.name, *([", ".join(fate.items)] if shows_items else []), count(fate.support), count(fate.in_one_piece),
         share(fate.in_one_piece, fate.support))
        for fate in details.together
    ]  # fmt: skip
    heads = ("Itemset", *(["Items"] if shows_items else []), "Records of the source", "In one piece", "Share")
    return ListTable("Itemsets needed together", heads, rows, texts=1 + shows_items)


def _workload(queries: Sequence[Query], shows_items: bool) -> list[ListTable]:
    if not queries:
        return []
    counted = any(query.sql for query in queries)
    names = shows_items and not counted
    rows = [
        (query.name, *([", ".join(query.items)] if names else []), count(query.support), f"{query.expected:,.1f}",
         share(query.relative_error, 1))
        for query in queries
    ]  # fmt: skip
    heads = ("Query", *(["Items"] if names else []), "In the source", "Expected by the release", "Relative error")
    note = ""
    if deviations := [query.deviation for query in queries if query.deviation is not None]:
        note = (
            "Counts in SQL were taken on originals made up of the release at random: what is expected is their mean; "
            f"standard deviation {max(deviations):,.1f} at most."
        )
    return [ListTable("The workload", heads, rows, texts=1 + names, note=note)]


def _categories(losses: Sequence[CategoryLoss], shows_items: bool) -> list[ListTable]:
    rows = [
        (category_name(loss, f"No. {loss.category} by the alphabet", shows_items), count(loss.items), count(loss.rows),
         share(loss.unchanged, loss.rows), share(loss.loss, 1))
        for loss in losses
    ]  # fmt: skip
    heads = ("Category", "Items", "Rows", "Unchanged", "Lost (NCP)")
    return [ListTable("Loss by category", heads, rows)]


def attack_tables(rows: Sequence[AttackRow]) -> list[ListTable]:
    """Return the table that a report shows; none without attacks."""
    heads = ("Criterion", "Attack", "Right (95 % interval)", "Baseline", "Control group")
    cells = [(row.criterion, row.attack, row.success, row.baseline, row.control) for row in rows]
    note = (
        "The criteria are those of Opinion 05/2014 of the Article 29 Working Party (WP 216). What an attack gets right "
        "of people who were held out it gets right of everybody; the difference is what the release tells of members."
    )
    return [ListTable("What attacks on the release found", heads, cells, texts=len(heads), note=note)] if rows else []
