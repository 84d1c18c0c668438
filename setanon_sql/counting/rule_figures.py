"""How many rules are above their limits, and of whom do they speak, where up to m items may be known?

As :mod:`setanon_sql.counting.rules`, but the rules from sets of m items, which are most of all, are only counted: no
larger set comes of them. Most of these sets one record alone holds; what they tell is known without counting.
Source: Nakagawa, Arai, Nakagawa, section 4.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from setanon_sql.counting.rules import Enumeration, EnumerationOptions, RuleLevel, WorkLimit
from setanon_sql.engine import Engine
from setanon_sql.query.templates import Table, columns_of


@dataclass(frozen=True)
class RuleCount:
    """What the sets of one size tell; the tables are the caller's to drop.

    ``above``: rules above their limit. ``at_risk``: ``record_id``, of whom these speak. ``confidences``:
    ``record_id, confidence``, the highest about each record. A record may stand in several rows.
    """

    size: int
    above: int
    at_risk: Table
    confidences: Table


def rule_figures(
    engine: Engine, transactions: Table, sensitive: Table, m: int, limits: Table, *, limit: WorkLimit
) -> Iterator[RuleLevel | RuleCount]:
    """Yield a RuleLevel for each size under ``m``, and a RuleCount for ``m`` (from 2), unless no set is left before.

    ``transactions``: ``record_id, item``, item numbers by falling support. ``sensitive``: ``item``.
    ``limits``: ``item, limit_num, limit_den``, of each sensitive item. ``limit``: as for
    :func:`setanon_sql.counting.rules.rule_levels`.

    Cost: that of :func:`setanon_sql.counting.rules.rule_levels`, but for the rules of the largest size.
    Source: Nakagawa, Arai, Nakagawa, section 4.
    """
    run = Enumeration(engine, transactions, sensitive, m - 1, EnumerationOptions())
    for level in run.levels(limit):
        yield level
        count = run.after(level, limit, partial(_count_of, run, limits)) if level.size == m - 1 else None
        if count is not None:
            yield count


def _count_of(
    run: Enumeration, limits: Table, level: RuleLevel, growing: dict[str, Table], candidates: Table
) -> RuleCount | None:
    """Count what the candidates tell, sets of one item more than those of a level."""
    make, drop = run.engine.table, run.engine.drop
    occurrences = make(
        "rho/larger_sets/grown_occurrences",
        candidates=candidates, transactions=run.transactions, occurrences=growing["occurrences"],
    )  # fmt: skip
    sets = make("rho/larger_sets/grown_sets", candidates=candidates, occurrences=occurrences, keep_non_generators=False)
    if not run.engine.count(sets):
        drop(occurrences, sets)
        return None
    known, sensitive = {"sets": sets, "members": level.members, "limits": limits}, run.sensitive_rows
    shares = make("rho/count_last/shares", occurrences=occurrences, sensitive_rows=sensitive, sets=sets)
    of_sets = make("rho/count_last/told_of_sets", shares=shares, **known)
    of_one = make("rho/count_last/told_of_one", occurrences=occurrences, sensitive_rows=sensitive, **known)
    above = run.engine.number("rho/count_last/rules_above", told_of_sets=of_sets, told_of_one=of_one)
    told = make("rho/count_last/told", occurrences=occurrences, told_of_sets=of_sets, told_of_one=of_one)
    at_risk = make("rho/count_last/at_risk", told=told)
    confidences = make(columns_of(told, "record_id", "confidence"))
    drop(occurrences, sets, shares, of_sets, of_one, told)
    return RuleCount(level.size + 1, above, at_risk, confidences)
