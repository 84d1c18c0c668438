"""Mend broken rules, many in a round, until none of the rules that were counted is above its limit.

A round: the rules above their limit (that somebody asked to prevent); for each the item to lose and how often; the
records; then, in turn, each rule whose records no accepted rule has touched; then only what these changed is recounted.
"""

import numpy as np

from setanon_sql.engine import Engine, scoped
from setanon_sql.models.rho.method.choice import BrokenRules, Ints, arranged, choose, in_turn
from setanon_sql.models.rho.method.counted import Counted
from setanon_sql.models.rho.method.requested import rules_to_prevent
from setanon_sql.models.rho.method.run import Run
from setanon_sql.query.templates import Table


def mend(run: Run, counted: Counted, sensitive: Table) -> int:
    """Suppress until no counted rule is above its limit; returns how many rounds it took.

    ``sensitive``: ``record_id, item``, what is present of the sensitive items; it is used up.
    """
    rounds = 0
    run.engine.trace.begin_phase("suppressing items of rules above rho")
    while (broken := _broken(run, counted)) is not None:
        rounds += 1
        sensitive, lost = _round(run, counted, sensitive, broken)
        run.engine.trace.progress(
            f"round {rounds}: {len(broken):,} rules were above rho, {lost:,} occurrences suppressed"
        )
    run.engine.drop(sensitive)
    if rounds:
        run.remove_suppressed()
    run.rounds += rounds
    return rounds


@scoped
def _broken(run: Run, counted: Counted) -> BrokenRules | None:
    """Fetch the rules above their limit, in the order in which they are mended."""
    engine = run.engine
    limits = run.limits
    rules = rules_to_prevent(run, counted)
    broken_rules = engine.columns("suppressor/rules_to_mend/broken_rules", rules=rules, limits=limits.table)
    if not len(broken_rules["set_id"]):
        return None
    members = engine.columns(
        "suppressor/rules_to_mend/broken_members", members=counted.members, rules=rules, limits=limits.table
    )
    broken = in_turn(
        arranged(broken_rules, members, limits.limit_num, limits.limit_den), limits.limit_num, limits.limit_den
    )
    return broken.of(np.arange(1)) if run.one_by_one else broken


def _round(run: Run, counted: Counted, sensitive: Table, broken: BrokenRules) -> tuple[Table, int]:
    """Mend what can be mended at once; returns the ``sensitive`` rows that remain, and how many occurrences went."""
    suppressions, accepted = _suppressions(run, counted, sensitive, broken)
    lost = run.suppress(suppressions)
    _note_causes(run, broken, accepted)
    remaining = counted.recount(sensitive, suppressions)
    run.engine.drop(suppressions, sensitive)
    return remaining, lost


@scoped
def _suppressions(run: Run, counted: Counted, sensitive: Table, broken: BrokenRules) -> tuple[Table, Ints]:
    """Return ``record_id, item, cause``, what goes in this round, and the ranks (from 1) of the rules it goes for."""
    make = run.engine.table
    chosen = _chosen(run, broken)
    records, proposed = _proposals(run, counted, sensitive, chosen)
    conflicts = make("suppressor/mend_round/conflicts", proposed_suppressions=proposed, rule_records=records)
    decisions, accepted = decide(run.engine, len(broken), proposed, conflicts)
    suppressions = make(
        "suppressor/mend_round/suppressions",
        proposed_suppressions=proposed,
        decisions=decisions,
        first=run.next_cause - 1,
    )
    return suppressions, accepted


def _proposals(run: Run, counted: Counted, sensitive: Table, chosen: Table) -> tuple[Table, Table]:
    """Return which records hold all of a chosen rule, and which of them the rule would take an item from."""
    make = run.engine.table
    rules = {"chosen": chosen, "occurrences": counted.occurrences, "sensitive_rows": sensitive}
    if run.persons is None:
        records = make("suppressor/mend_round/rule_records", **rules)
        return records, make("suppressor/mend_round/proposed_suppressions", rule_records=records, key=run.key)
    records = make("suppressor/persons/rule_records", persons=run.persons, **rules)
    return records, make("suppressor/persons/proposed_suppressions", rule_records=records, key=run.key)


def _chosen(run: Run, broken: BrokenRules) -> Table:
    """Return the rules, a row an item, ranked from 1 in the order in which they are mended.

    ``rank, set_id, sensitive_item, held, item, needed`` (0: the rule keeps the item), ``by_person``.
    """
    items, amounts = choose(broken, run.limits.limit_num, run.limits.limit_den, run.counts)
    row, column = np.nonzero(broken.items)
    parts = broken.items[row, column]
    needed = np.where(parts == items[row], amounts[row], 0)
    types: dict[str, type[int] | type[str]]
    types = dict.fromkeys(("rank", "set_id", "sensitive_item", "held", "item", "needed", "by_person"), int)
    of_rule = [broken.set_id[row], broken.sensitive_item[row], broken.support_with_sensitive[row]]
    return run.engine.load("chosen", types, [row + 1, *of_rule, parts, needed, broken.by_person[row]])


def decide(engine: Engine, count: int, proposed_suppressions: Table, conflicts: Table) -> tuple[Table, Ints]:
    """Accept, of ``count`` rules in turn, each whose records no earlier accepted one takes an item of the rule from.

    ``proposed_suppressions`` and ``conflicts``: ``rank, record_id, item``, what rules would suppress, and what an
    earlier one would take from them (also ``earlier``, the first of these). Returns ``rank, status`` (2: accepted) of
    the rules in conflict, and the ranks of all accepted ones. Settled in steps that look at all open rules at once.
    """
    decisions = engine.table("suppressor/mend_round/decisions", conflicts=conflicts)
    undecided = engine.columns("suppressor/mend_round/undecided", decisions=decisions)
    while undecided["status"].any():
        before = decisions
        decisions = engine.table(
            "suppressor/mend_round/next_decisions",
            decisions=before,
            conflicts=conflicts,
            proposed_suppressions=proposed_suppressions,
        )
        engine.drop(before)
        undecided = engine.columns("suppressor/mend_round/undecided", decisions=decisions)
    return decisions, np.setdiff1d(np.arange(1, count + 1), undecided["rank"])


def _note_causes(run: Run, broken: BrokenRules, accepted: Ints) -> None:
    """Note the ``accepted`` rules (ranks from 1) as causes; each broken rule has used up a number."""
    rules = broken.of(accepted - 1)
    row, column = np.nonzero(rules.items)
    parts = rules.items[row, column]
    run.note_causes(accepted[row] - 1 + run.next_cause, parts, (parts == rules.sensitive_item[row]).astype(np.int64))
    run.next_cause += len(broken)
