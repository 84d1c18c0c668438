"""Association rules: what data miners would find in the data, before and after.

All sets that at least ``least`` records hold, level by level, and from them the rules to one more item. Consequents
have one item, as the rules that rho-uncertainty is about. Source: Agrawal and Srikant, Fast Algorithms for Mining
Association Rules.
"""

from fractions import Fraction

from setanon_sql.engine import Engine
from setanon_sql.sql import Table, columns_of

#: Occurrences of the sets of one size that are few enough to go on from.
MOST = 20_000_000


def association_rules(engine: Engine, transactions: Table, least: int, confidence: Fraction) -> Table | None:
    """Return ``known, item``: the rules that ``least`` records hold, with at least that confidence.

    ``transactions``: ``record_id, item``. None where there are too many sets to be listed.
    """
    frequent = engine.table("measures/association_rules/frequent_items", transactions=transactions, least=least)
    rows = engine.table("rho/count_rules/sensitive_rows", transactions=transactions, hidden=frequent)
    occurrences = engine.table("rho/count_rules/first_occurrences", transactions=rows, sets=frequent)
    members = engine.table(columns_of(frequent, "set_id", "item"))
    rules = engine.load("rules", {"known": str, "item": int}, [[], []])
    while engine.count(frequent):
        if engine.count(occurrences) > MOST:
            engine.drop(frequent, rows, occurrences, members, rules)
            return None
        binds = {"occurrences": occurrences, "rows_left": rows}
        fresh = engine.table("measures/association_rules/frequent_sets", frequent=frequent, least=least, **binds)
        grown = engine.table("measures/association_rules/frequent_occurrences", frequent=fresh, **binds)
        more = engine.table("measures/association_rules/frequent_members", frequent=fresh, members=members)
        share = {"part": confidence.numerator, "whole": confidence.denominator}
        engine.append(
            rules,
            "measures/association_rules/association_rules",
            frequent=fresh,
            members=more,
            smaller=frequent,
            **share,
        )
        engine.drop(frequent, occurrences, members)
        frequent, occurrences, members = fresh, grown, more
    engine.drop(frequent, rows, occurrences, members)
    return rules
