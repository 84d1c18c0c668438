"""Association rules: what data miners would find in the data, before and after.

All sets that at least ``min_records`` records hold, level by level, and from them the rules to one more item.
Consequents have one item, as the rules that rho-uncertainty is about. Source: Agrawal and Srikant, Fast Algorithms for
Mining Association Rules.
"""

from fractions import Fraction

from setanon_sql.engine import Engine
from setanon_sql.sql import Table

#: Occurrences of the sets of one size that are few enough to go on from.
MOST = 20_000_000


def association_rules(engine: Engine, transactions: Table, min_records: int, confidence: Fraction) -> Table | None:
    """Return ``known, item``: the rules that ``min_records`` records hold, with at least that confidence.

    ``transactions``: ``record_id, item``. None where there are too many sets to be listed.
    """
    frequent = engine.table("utility/frequent_items", transactions=transactions, least=min_records)
    rows = engine.table("utility/frequent_rows", transactions=transactions, frequent=frequent)
    occurrences = engine.table("utility/frequent_occurrences_1", rows_left=rows, frequent=frequent)
    members = engine.table("utility/frequent_members_1", frequent=frequent)
    rules = engine.load("rules", {"known": str, "item": int}, [[], []])
    while engine.count(frequent):
        if engine.count(occurrences) > MOST:
            engine.drop(frequent, rows, occurrences, members, rules)
            return None
        binds = {"occurrences": occurrences, "rows_left": rows}
        fresh = engine.table("utility/frequent_sets", frequent=frequent, least=min_records, **binds)
        grown = engine.table("utility/frequent_occurrences", frequent=fresh, **binds)
        more = engine.table("utility/frequent_members", frequent=fresh, members=members)
        share = {"part": confidence.numerator, "whole": confidence.denominator}
        engine.append(rules, "utility/association_rules", frequent=fresh, members=more, smaller=frequent, **share)
        engine.drop(frequent, occurrences, members)
        frequent, occurrences, members = fresh, grown, more
    engine.drop(frequent, rows, occurrences, members)
    return rules
