"""The groups in the making, and one step of all open groups down the tree."""

from dataclasses import dataclass, replace

from setanon_sql.engine import scoped
from setanon_sql.models.adaptive.method.trials import (
    DIVIDED,
    HALF,
    PROMISING,
    SPECIALIZED,
    AdaptiveRun,
    TrialGroups,
    attempt,
    merge_trials,
)
from setanon_sql.query.templates import Table, all_rows


@dataclass(frozen=True)
class Groups:
    """Groups that are safe as they are.

    ``occurrences``: ``group_id, record_id, item, node``, the label that stands for each item in its group. ``lost``:
    ``group_id, record_id, node, cause``, what is suppressed. ``causes``: ``cause, node, is_sensitive``. ``costs``:
    ``group_id, cost, ncp``. ``loss_share``: ``group_id, node, loss_share``, what each label costs.
    ``closed``: ``group_id, node``, labels that stay.
    """

    occurrences: Table
    lost: Table
    causes: Table
    costs: Table
    loss_share: Table
    closed: Table
    next_group: int
    next_cause: int


@scoped
def one_group(run: AdaptiveRun, trials: TrialGroups) -> Groups:
    """Return the one group of all records that ``trials`` propose, and drop them."""
    engine = run.engine
    nothing = {
        "occurrences": ("group_id", "record_id", "item", "node"),
        "lost": ("group_id", "record_id", "node", "cause"),
        "causes": ("cause", "node", "is_sensitive"),
        "costs": ("group_id", "cost", "ncp"),
        "loss_share": ("group_id", "node", "loss_share"),
        "closed": ("group_id", "node"),
    }
    empty = {name: engine.load(name, dict.fromkeys(names, int), [[]] * len(names)) for name, names in nothing.items()}
    groups = Groups(**empty, next_group=1, next_cause=1)
    adopted = engine.load("adopted", {"trial_id": int, "group_id": int, "old_id": int}, [[1], [1], [0]])
    return _adopt(run, groups, trials, adopted, groups.closed)


@scoped
def step(run: AdaptiveRun, groups: Groups) -> Groups | None:
    """Return the groups one step further down; None where no label is left to be specialized.

    For each group: all its labels specialized in place, or only those that gain by it, or the better half; or the group
    divided by the children of its costliest label. Taken is what costs least, if that and its NCP are less than now;
    but first of all a division that costs less than now.
    """
    engine = run.engine
    make = run.engine.table
    labels = make(
        "adaptive/propose/general_labels", occurrences=groups.occurrences, steps=run.steps, closed=groups.closed
    )
    if not engine.count(labels):
        return None
    trials, gains = _trials_and_gains(run, groups, labels)
    return _adopt_winners(run, groups, trials, gains)


@scoped
def _first_trials(run: AdaptiveRun, groups: Groups, labels: Table) -> TrialGroups:
    """Propose to specialize all labels, and to divide the groups, and make that safe."""
    proposal = _propose_specialized(run, groups, labels, SPECIALIZED)
    if run.way.divide:
        _append_divisions(run, groups, labels, proposal)
    return attempt(run, proposal, 0, groups.next_cause)


@scoped
def _trials_and_gains(run: AdaptiveRun, groups: Groups, labels: Table) -> tuple[TrialGroups, Table]:
    """Return the proposals, made safe, and what each label gains by being specialized."""
    engine = run.engine
    trials = _first_trials(run, groups, labels)
    gains = engine.table(
        "adaptive/gains/gains", labels=labels, loss_share=groups.loss_share, trial_loss_share=trials.loss_share,
        trials=trials.trials, nodes=run.nodes, kind=SPECIALIZED,
    )  # fmt: skip
    some = _propose_some(run, groups, gains, trials)
    if engine.count(some):
        trials = merge_trials(engine, trials, attempt(run, some, trials.count, trials.next_cause))
    return trials, gains


@scoped
def _propose_some(run: AdaptiveRun, groups: Groups, gains: Table, trials: TrialGroups) -> Table:
    """Propose to specialize those labels only that gain by it, or the better half of them."""
    engine = run.engine
    promising = engine.table("adaptive/gains/promising", gains=gains)
    halved = gains
    if run.way.brief:
        current = {"now": groups.costs, "trials": trials.trials, "costs": trials.costs}
        halved = engine.table(
            "adaptive/gains/unpromising_gains", gains=gains, promising=promising, kind=SPECIALIZED, **current
        )
    half = engine.table("adaptive/gains/better_half", gains=halved)
    proposal = _propose_specialized(run, groups, promising, PROMISING)
    more = _propose_specialized(run, groups, half, HALF)
    engine.append(proposal, all_rows(more))
    return proposal


def _propose_specialized(run: AdaptiveRun, groups: Groups, labels: Table, kind: int) -> Table:
    tables = {"occurrences": groups.occurrences, "labels": labels, "steps": run.steps}
    return run.engine.table("adaptive/propose/specialized", kind=kind, **tables)


@scoped
def _append_divisions(run: AdaptiveRun, groups: Groups, labels: Table, proposal: Table) -> None:
    make = run.engine.table
    occurrences = groups.occurrences
    steps = run.steps
    picked = make("adaptive/propose/costliest_labels", occurrences=occurrences, labels=labels, nodes=run.nodes)
    signatures, small = _signatures(run, occurrences, picked)
    parts = make("adaptive/propose/parts", signatures=signatures, small_parts=small)
    binds = {"occurrences": occurrences, "parts": parts, "labels": picked, "steps": steps}
    run.engine.append(proposal, "adaptive/propose/divided", kind=DIVIDED, **binds)


def _signatures(run: AdaptiveRun, occurrences: Table, picked: Table) -> tuple[Table, Table]:
    """Return what divides the records of each group (persons, where these count), and which parts are too small."""
    make = run.engine.table
    steps = run.steps
    limits = run.limits.table
    if run.persons is None:
        signatures = make("adaptive/propose/signatures", occurrences=occurrences, picked=picked, steps=steps)
        small = make("adaptive/propose/small_parts", signatures=signatures, occurrences=occurrences, limits=limits)
        return signatures, small
    rows = {"occurrences": occurrences, "persons": run.persons}
    signatures = make("adaptive/persons/signatures", picked=picked, steps=steps, **rows)
    return signatures, make("adaptive/persons/small_parts", signatures=signatures, limits=limits, **rows)


def _adopt_winners(run: AdaptiveRun, groups: Groups, trials: TrialGroups, gains: Table) -> Groups:
    """Return the groups with the proposals that win in place of those that they come from."""
    engine = run.engine
    make = run.engine.table
    proposed = {"trials": trials.trials, "costs": trials.costs}
    winners = make("adaptive/next_groups/winners", now=groups.costs, unfit=trials.unfit, **proposed)
    adopted = make("adaptive/next_groups/adopted", trials=trials.trials, winners=winners, first=groups.next_group)
    closed = make(
        "adaptive/next_groups/next_closed", closed=groups.closed, adopted=adopted, winners=winners, gains=gains
    )
    further = _adopt(run, groups, trials, adopted, closed)
    engine.drop(winners, adopted, groups.occurrences, groups.lost, groups.loss_share, groups.costs, groups.closed)
    return further


def _adopt(run: AdaptiveRun, groups: Groups, trials: TrialGroups, adopted: Table, closed: Table) -> Groups:
    """Return the groups, those that ``adopted`` (``trial_id, group_id, old_id``) names in place of older ones."""
    make = run.engine.table
    now = groups
    new = trials
    run.engine.append(groups.causes, all_rows(trials.causes))
    return replace(
        groups,
        occurrences=make(
            "adaptive/next_groups/next_occurrences",
            occurrences=now.occurrences,
            trial_occurrences=new.occurrences,
            adopted=adopted,
        ),
        lost=make("adaptive/next_groups/next_suppressions", lost=now.lost, trial_lost=new.lost, adopted=adopted),
        costs=make("adaptive/next_groups/next_costs", now=now.costs, costs=new.costs, adopted=adopted),
        loss_share=make(
            "adaptive/next_groups/next_loss_share",
            loss_share=now.loss_share,
            trial_loss_share=new.loss_share,
            adopted=adopted,
        ),
        closed=closed,
        next_group=now.next_group + new.count + 1,
        next_cause=new.next_cause,
    )
