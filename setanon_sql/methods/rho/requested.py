"""Which rules somebody asked to prevent, where wishes are personal."""

from setanon_sql.methods.rho.counted import Counted
from setanon_sql.methods.rho.run import Run
from setanon_sql.query.templates import Table


def rules_to_prevent(run: Run, counted: Counted) -> Table:
    """Return the rules that may not be broken: all, or the broken ones that somebody asked to prevent (a new table).

    Somebody who held the set in the original record.
    """
    engine, personal = run.engine, run.personal
    if personal is None:
        return counted.rules
    rules = engine.table("rho/mend_round/broken_rules", rules=counted.rules, limits=run.limits.table)
    now = {"rules": rules, "occurrences": counted.occurrences}
    requested = engine.table("rho/personal/requested_rules", wishes=personal.targeted_so_far(**now), **now)
    others = engine.table("rho/personal/rules_not_requested", rules=rules, requested_rules=requested)
    lost = _lost_occurrences(run, counted, others)
    before = {"rules": others, "occurrences": lost}
    engine.append(requested, "rho/personal/requested_rules", wishes=personal.targeted_so_far(**before), **before)
    found = engine.table("rho/personal/rules_to_prevent", rules=rules, requested_rules=requested)
    engine.drop(requested, others, lost, rules)
    return found


def _lost_occurrences(run: Run, counted: Counted, rules: Table) -> Table:
    """Return ``record_id, set_id``: who held the set of one of these rules in the original, and lost an item of it."""
    make = run.engine.table
    beside = make("rho/personal/beside_lost", suppressions=run.suppressed, original=run.original)
    tables = {"members": counted.members, "beside_lost": beside, "original": run.original}
    lost = make("rho/personal/lost_occurrences", rules=rules, **tables)
    run.engine.drop(beside)
    return lost
