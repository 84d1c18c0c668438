"""How many rules are above their limits, and of whom do they speak, where up to m items may be known?

As :mod:`setanon_sql.counting.rules`, but the rules from sets of m items, which are most of all, are only counted: no
larger set comes of them. Most of these sets one record alone holds; what they tell is known without counting.
Source: Nakagawa, Arai, Nakagawa, section 4.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from setanon_sql.counting.rules import Enumeration, EnumerationOptions, RuleLevel, WorkLimit
from setanon_sql.engine import Engine, scoped
from setanon_sql.query.templates import Table, columns_of


@dataclass(frozen=True)
class RuleCount:
    """Figures of what the sets of one size tell; the tables are the caller's to drop.

    ``above``: rules above their limit. ``at_risk``: ``record_id``, of whom these speak. ``confidences``:
    ``record_id, confidence``, the highest about each record. A record may stand in several rows.
    """

    size: int
    above: int
    at_risk: Table
    confidences: Table


@scoped
def rule_figures(
    engine: Engine,
    transactions: Table,
    sensitive: Table,
    m: int,
    limits: Table,
    *,
    limit: WorkLimit,
    persons: Table | None = None,
) -> Iterator[RuleLevel | RuleCount]:
    """Yield a RuleLevel for each size under ``m``, and a RuleCount for ``m`` (from 2), unless no set is left before.

    ``transactions``: ``record_id, item``, item numbers by falling support. ``sensitive``: ``item``.
    ``limits``: ``item, limit_num, limit_den``, of each sensitive item. ``limit``: as for
    :func:`setanon_sql.counting.rules.rule_levels`. ``persons`` (``record_id, person``): count persons besides records.

    Cost: that of :func:`setanon_sql.counting.rules.rule_levels`, but for the rules of the largest size.
    Source: Nakagawa, Arai, Nakagawa, section 4.
    """
    run = Enumeration(engine, transactions, sensitive, m - 1, EnumerationOptions(persons=persons))
    for level in run.levels(limit):
        yield level
        count = run.after(level, limit, partial(_count_of, run, limits)) if level.size == m - 1 else None
        if count is not None:
            yield count


@scoped
def _count_of(
    run: Enumeration, limits: Table, level: RuleLevel, growing: dict[str, Table], candidates: Table
) -> RuleCount | None:
    """Count what the candidates tell, sets of one item more than those of a level."""
    make = run.engine.table
    occurrences = make(
        "rules/larger_sets/grown_occurrences",
        candidates=candidates, transactions=run.transactions, occurrences=growing["occurrences"],
    )  # fmt: skip
    sets = make(
        "rules/larger_sets/grown_sets", candidates=candidates, occurrences=occurrences, keep_non_generators=False
    )
    if not run.engine.count(sets):
        return None
    tables = {"members": level.members, "limits": limits}
    shared, shares = _shares(run, occurrences, sets)
    of_sets = make("rules/count_last/confidences_of_sets", shares=shares, sets=shared, **tables)
    of_one = make(
        "rules/count_last/confidences_of_one",
        occurrences=occurrences, sensitive_rows=run.sensitive_rows, sets=sets, **tables,
    )  # fmt: skip
    above = run.engine.number("rules/count_last/rules_above", confidences_of_sets=of_sets, confidences_of_one=of_one)
    record_confidences = make(
        "rules/count_last/record_confidences",
        occurrences=occurrences,
        confidences_of_sets=of_sets,
        confidences_of_one=of_one,
    )
    at_risk = make("rules/count_last/at_risk", record_confidences=record_confidences)
    confidences = make(columns_of(record_confidences, "record_id", "confidence"))
    return RuleCount(level.size + 1, above, at_risk, confidences)


def _shares(run: Enumeration, occurrences: Table, sets: Table) -> tuple[Table, Table]:
    """Return the sets that several records hold, and how often these hold a sensitive item besides."""
    make = run.engine.table
    persons = run.options.persons
    tables = {"occurrences": occurrences, "sensitive_rows": run.sensitive_rows}
    if persons is None:
        return sets, make("rules/count_last/shares", sets=sets, **tables)
    several = make("rules/persons/sets_of_several", sets=sets, occurrences=occurrences, persons=persons)
    return several, make("rules/persons/shares", sets=several, persons=persons, **tables)
