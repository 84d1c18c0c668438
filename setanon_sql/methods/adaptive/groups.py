"""The groups in the making, and one step of all open groups down the tree."""

from dataclasses import dataclass, replace

from setanon_sql.methods.adaptive.trials import (
    DIVIDED,
    HALF,
    PROMISING,
    SPECIALIZED,
    Setting,
    Trials,
    attempt,
    together,
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


def one_group(setting: Setting, trials: Trials) -> Groups:
    """Return the one group of all records that ``trials`` propose, and drop them."""
    engine = setting.engine
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
    further = _adopting(setting, groups, trials, adopted, groups.closed)
    engine.drop(adopted, groups.occurrences, groups.lost, groups.costs, groups.loss_share)
    trials.drop(engine)
    return further


def step(setting: Setting, groups: Groups) -> Groups | None:
    """Return the groups one step further down; None where no label is left to be specialized.

    For each group: all its labels specialized in place, or only those that gain by it, or the better half; or the group
    divided by the children of its costliest label. Taken is what costs least, if that and its NCP are less than now;
    but first of all a division that costs less than now.
    """
    engine, make = setting.engine, setting.engine.table
    labels = make(
        "adaptive/propose/general_labels", occurrences=groups.occurrences, steps=setting.steps, closed=groups.closed
    )
    if not engine.count(labels):
        engine.drop(labels)
        return None
    trials, gains = _tried(setting, groups, labels)
    further = _taken(setting, groups, trials, gains)
    engine.drop(labels, gains)
    trials.drop(engine)
    return further


def _first_tried(setting: Setting, groups: Groups, labels: Table) -> Trials:
    """Propose to specialize all labels, and to divide the groups, and make that safe."""
    proposal = _specialized(setting, groups, labels, SPECIALIZED)
    if setting.way.divide:
        _append_divided(setting, groups, labels, proposal)
    trials = attempt(setting, proposal, 0, groups.next_cause)
    setting.engine.drop(proposal)
    return trials


def _tried(setting: Setting, groups: Groups, labels: Table) -> tuple[Trials, Table]:
    """Return the proposals, made safe, and what each label gains by being specialized."""
    engine, trials = setting.engine, _first_tried(setting, groups, labels)
    gains = engine.table(
        "adaptive/gains/gains", labels=labels, loss_share=groups.loss_share, trial_loss_share=trials.loss_share,
        trials=trials.trials, nodes=setting.nodes, kind=SPECIALIZED,
    )  # fmt: skip
    some = _some_specialized(setting, groups, gains, trials)
    if engine.count(some):
        trials = together(engine, trials, attempt(setting, some, trials.count, trials.next_cause))
    engine.drop(some)
    return trials, gains


def _some_specialized(setting: Setting, groups: Groups, gains: Table, trials: Trials) -> Table:
    """Propose to specialize those labels only that gain by it, or the better half of them."""
    engine = setting.engine
    promising = engine.table("adaptive/gains/promising", gains=gains)
    halved = gains
    if setting.way.brief:
        known = {"now": groups.costs, "trials": trials.trials, "costs": trials.costs}
        halved = engine.table(
            "adaptive/gains/unpromising_gains", gains=gains, promising=promising, kind=SPECIALIZED, **known
        )
    half = engine.table("adaptive/gains/better_half", gains=halved)
    proposal = _specialized(setting, groups, promising, PROMISING)
    more = _specialized(setting, groups, half, HALF)
    engine.append(proposal, all_rows(more))
    engine.drop(promising, half, more, *() if halved is gains else (halved,))
    return proposal


def _specialized(setting: Setting, groups: Groups, labels: Table, kind: int) -> Table:
    tables = {"occurrences": groups.occurrences, "labels": labels, "steps": setting.steps}
    return setting.engine.table("adaptive/propose/specialized", kind=kind, **tables)


def _append_divided(setting: Setting, groups: Groups, labels: Table, proposal: Table) -> None:
    make, occurrences, steps = setting.engine.table, groups.occurrences, setting.steps
    picked = make("adaptive/propose/costliest_labels", occurrences=occurrences, labels=labels, nodes=setting.nodes)
    signatures = make("adaptive/propose/signatures", occurrences=occurrences, picked=picked, steps=steps)
    limits = setting.limits.table
    small = make("adaptive/propose/small_parts", signatures=signatures, occurrences=occurrences, limits=limits)
    parts = make("adaptive/propose/parts", signatures=signatures, small_parts=small)
    binds = {"occurrences": occurrences, "parts": parts, "labels": picked, "steps": steps}
    setting.engine.append(proposal, "adaptive/propose/divided", kind=DIVIDED, **binds)
    setting.engine.drop(picked, signatures, small, parts)


def _taken(setting: Setting, groups: Groups, trials: Trials, gains: Table) -> Groups:
    """Return the groups with the proposals that win in place of those that they come from."""
    engine, make = setting.engine, setting.engine.table
    known = {"trials": trials.trials, "costs": trials.costs}
    winners = make("adaptive/next_groups/winners", now=groups.costs, unfit=trials.unfit, **known)
    adopted = make("adaptive/next_groups/adopted", trials=trials.trials, winners=winners, first=groups.next_group)
    closed = make(
        "adaptive/next_groups/next_closed", closed=groups.closed, adopted=adopted, winners=winners, gains=gains
    )
    further = _adopting(setting, groups, trials, adopted, closed)
    engine.drop(winners, adopted, groups.occurrences, groups.lost, groups.loss_share, groups.costs, groups.closed)
    return further


def _adopting(setting: Setting, groups: Groups, trials: Trials, adopted: Table, closed: Table) -> Groups:
    """Return the groups, those that ``adopted`` (``trial_id, group_id, old_id``) names in place of older ones."""
    make, now, new = setting.engine.table, groups, trials
    setting.engine.append(groups.causes, all_rows(trials.causes))
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
