"""Which rules somebody asked to prevent, where wishes are personal."""

from setanon_sql.engine import scoped
from setanon_sql.models.rho.method.counted import Counted
from setanon_sql.models.rho.method.run import Run
from setanon_sql.query.templates import Table


@scoped
def rules_to_prevent(run: Run, counted: Counted) -> Table:
    """Return the rules that may not be broken: all, or the broken ones that somebody asked to prevent (a new table).

    Somebody who held the set in the original record.
    """
    engine = run.engine
    personal = run.personal
    if personal is None:
        return counted.rules
    rules = engine.table("suppressor/rules_to_mend/broken_rules", rules=counted.rules, limits=run.limits.table)
    now = {"rules": rules, "occurrences": counted.occurrences}
    requested = engine.table("suppressor/rules_to_mend/requested_rules", wishes=personal.targeted_so_far(**now), **now)
    others = engine.table("suppressor/rules_to_mend/rules_not_requested", rules=rules, requested_rules=requested)
    lost = _lost_occurrences(run, counted, others)
    before = {"rules": others, "occurrences": lost}
    engine.append(
        requested, "suppressor/rules_to_mend/requested_rules", wishes=personal.targeted_so_far(**before), **before
    )
    return engine.table("suppressor/rules_to_mend/rules_to_prevent", rules=rules, requested_rules=requested)


@scoped
def _lost_occurrences(run: Run, counted: Counted, rules: Table) -> Table:
    """Return ``record_id, set_id``: who held the set of one of these rules in the original, and lost an item of it."""
    make = run.engine.table
    beside = make("suppressor/rules_to_mend/beside_lost", suppressions=run.suppressed, original=run.original)
    tables = {"members": counted.members, "beside_lost": beside, "original": run.original}
    return make("suppressor/rules_to_mend/lost_occurrences", rules=rules, **tables)
