"""Settle long records first: what nearly no other record holds tells its sensitive items in very many rules."""

from fractions import Fraction

from setanon_sql.methods.rho.run import Run
from setanon_sql.models import RhoUncertainty
from setanon_sql.query.templates import Table

#: Records of more items than this are long: what is unique in them is settled first.
LONG = 6
#: Against random adversaries a long record is settled first only where that costs at most this share of its items: one
#: that is nearly all sensitive loses less to the rules that are drawn.
MOST_SETTLED = Fraction(3, 4)


def settle_long_records(run: Run) -> None:
    """Suppress in each long record the sensitive items that no record may hold together with the rest of it.

    Nothing is done where there are no long records, or where an adversary knows a single item at most.
    """
    if run.model.m == 1 or run.longest <= LONG:
        return
    run.engine.trace.doing("settling what whole long records tell")
    sensitive = run.sensitive_rows()
    rules = _whole_record_rules(run, sensitive)
    suppressions = _affordable(run, _forced(run, rules))
    run.suppress(suppressions)
    run.remove_suppressed()
    run.engine.trace.progress(f"{run.engine.count(suppressions):,} occurrences suppressed")
    run.engine.drop(sensitive, rules, suppressions)


def _whole_record_rules(run: Run, sensitive: Table) -> Table:
    """Return how each sensitive item of a long record follows from its rest.

    ``record_id, sensitive_item, support_with_sensitive, support``.
    """
    make, present = run.engine.table, run.present
    long = make("rho/long_records/long_records", transactions=present, sensitive_rows=sensitive, min_items=LONG + 1)
    perhaps = make("rho/long_records/perhaps_holders", long_records=long, transactions=present)
    holders = make("rho/long_records/holders", perhaps_holders=perhaps, long_records=long, transactions=present)
    rules = make("rho/long_records/whole_rules", holders=holders, sensitive_rows=sensitive)
    run.engine.drop(long, perhaps, holders)
    return rules


def _forced(run: Run, rules: Table) -> Table:
    """Return ``record_id, item, cause``: what must go since not one record may hold it with so rare a rest."""
    known = {"whole_rules": rules, "limits": run.limits.table}
    if run.personal is None:
        return run.engine.table("rho/long_records/forced_suppressions", **known)
    return run.engine.table("rho/long_records/forced_suppressions_personal", wishes=run.personal.wishes, **known)


def _affordable(run: Run, forced: Table) -> Table:
    """Return what may go of ``forced``, which is used up: against random adversaries not nearly all of a record."""
    if not (isinstance(run.model, RhoUncertainty) and run.model.sampled):
        return forced
    share = {"share_num": MOST_SETTLED.numerator, "share_den": MOST_SETTLED.denominator}
    few = run.engine.table(
        "rho/long_records/few_forced_suppressions", suppressions=forced, transactions=run.present, **share
    )
    run.engine.drop(forced)
    return few
