"""The groups in the making, and one step of all open groups down the tree."""

from dataclasses import dataclass, replace

from setanon_sql.dataset import Dataset
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
from setanon_sql.sql import Table, all_rows


@dataclass(frozen=True)
class Groups:
    """Groups that are safe as they are.

    ``occurrences``: ``group_id, record_id, item, node``, the label that stands for each item in its group. ``lost``:
    ``group_id, record_id, node, cause``, what is suppressed. ``causes``: ``cause, node, is_hidden``. ``costs``:
    ``group_id, cost``. ``blame``: ``group_id, node, blame``. ``closed``: ``group_id, node``, labels that stay.
    """

    occurrences: Table
    lost: Table
    causes: Table
    costs: Table
    blame: Table
    closed: Table
    next_group: int
    next_cause: int


def one_group(setting: Setting, dataset: Dataset, hidden: Table) -> Groups:
    """Return the start: one group in which all items but the ``hidden`` ones stand as the root, made safe."""
    engine = setting.engine
    first = engine.table("adaptive/start", transactions=dataset.transactions, hidden=hidden, root=setting.tree.root)
    proposal = engine.table("adaptive/as_they_are", occurrences=first)
    trials = attempt(setting, proposal, 0, 1)
    more_than_all = setting.highest * dataset.rows + 1
    nothing = {
        "lost": {"group_id": int, "record_id": int, "node": int, "cause": int},
        "causes": {"cause": int, "node": int, "is_hidden": int},
        "blame": {"group_id": int, "node": int, "blame": int},
        "closed": {"group_id": int, "node": int},
        "gains": {"group_id": int, "node": int, "gain": int},
    }
    empty = {name: engine.load(name, kinds, [[]] * len(kinds)) for name, kinds in nothing.items()}
    gains, costs = empty.pop("gains"), engine.load("costs", {"group_id": int, "cost": int}, [[1], [more_than_all]])
    groups = _taken(setting, Groups(first, costs=costs, next_group=1, next_cause=1, **empty), trials, gains)
    engine.drop(proposal, gains, *trials.tables.values())
    return groups


def step(setting: Setting, groups: Groups) -> Groups | None:
    """Return the groups one step further down; None where no label is left to be specialized.

    For each group: all its labels specialized in place, or only those that gain by it, or the better half; or the group
    divided by the children of its costliest label. Taken is what costs least, if that is less than now; but first of
    all a division that costs less than now.
    """
    engine, make = setting.engine, setting.engine.table
    labels = make("adaptive/general_labels", occurrences=groups.occurrences, steps=setting.steps, closed=groups.closed)
    if not engine.count(labels):
        engine.drop(labels)
        return None
    trials, gains = _tried(setting, groups, labels)
    further = _taken(setting, groups, trials, gains)
    engine.drop(labels, gains, *trials.tables.values())
    return further


def _tried(setting: Setting, groups: Groups, labels: Table) -> tuple[Trials, Table]:
    """Return the proposals, made safe, and what each label gains by being specialized."""
    engine = setting.engine
    proposal = _specialized(setting, groups, labels, SPECIALIZED)
    if setting.way.divide:
        _append_divided(setting, groups, labels, proposal)
    trials = attempt(setting, proposal, 0, groups.next_cause)
    gains = engine.table(
        "adaptive/gains", labels=labels, blame=groups.blame, trial_blame=trials.blame, trials=trials.trials,
        nodes=setting.nodes, kind=SPECIALIZED,
    )  # fmt: skip
    engine.drop(proposal)
    some = _some_specialized(setting, groups, gains)
    if engine.count(some):
        trials = together(engine, trials, attempt(setting, some, trials.count, trials.next_cause))
    engine.drop(some)
    return trials, gains


def _some_specialized(setting: Setting, groups: Groups, gains: Table) -> Table:
    """Propose to specialize those labels only that gain by it, or the better half of them."""
    engine = setting.engine
    promising, half = (engine.table(f"adaptive/{name}", gains=gains) for name in ("promising", "better_half"))
    proposal = _specialized(setting, groups, promising, PROMISING)
    more = _specialized(setting, groups, half, HALF)
    engine.append(proposal, all_rows(more))
    engine.drop(promising, half, more)
    return proposal


def _specialized(setting: Setting, groups: Groups, labels: Table, kind: int) -> Table:
    tables = {"occurrences": groups.occurrences, "labels": labels, "steps": setting.steps}
    return setting.engine.table("adaptive/specialized", kind=kind, **tables)


def _append_divided(setting: Setting, groups: Groups, labels: Table, proposal: Table) -> None:
    make, occurrences, steps = setting.engine.table, groups.occurrences, setting.steps
    picked = make("adaptive/picked", occurrences=occurrences, labels=labels, nodes=setting.nodes)
    signatures = make("adaptive/signatures", occurrences=occurrences, picked=picked, steps=steps)
    limits = setting.limits.table
    small = make("adaptive/small_parts", signatures=signatures, occurrences=occurrences, limits=limits)
    parts = make("adaptive/parts", signatures=signatures, small_parts=small)
    binds = {"occurrences": occurrences, "parts": parts, "labels": picked, "steps": steps}
    setting.engine.append(proposal, "adaptive/divided", kind=DIVIDED, **binds)
    setting.engine.drop(picked, signatures, small, parts)


def _taken(setting: Setting, groups: Groups, trials: Trials, gains: Table) -> Groups:
    """Return the groups with the proposals that win in place of those that they come from."""
    engine, make = setting.engine, setting.engine.table
    known = {"trials": trials.trials, "costs": trials.costs}
    winners = make("adaptive/winners", now=groups.costs, unfit=trials.unfit, **known)
    adopted = make("adaptive/adopted", trials=trials.trials, winners=winners, first=groups.next_group)
    occurrences = make(
        "adaptive/next_occurrences",
        occurrences=groups.occurrences,
        trial_occurrences=trials.occurrences,
        adopted=adopted,
    )
    lost = make("adaptive/next_lost", lost=groups.lost, trial_lost=trials.lost, adopted=adopted)
    blame = make("adaptive/next_blame", blame=groups.blame, trial_blame=trials.blame, adopted=adopted)
    costs = make("adaptive/next_costs", now=groups.costs, costs=trials.costs, adopted=adopted)
    closed = make("adaptive/next_closed", closed=groups.closed, adopted=adopted, winners=winners, gains=gains)
    engine.append(groups.causes, all_rows(trials.causes))
    engine.drop(winners, adopted, groups.occurrences, groups.lost, groups.blame, groups.costs, groups.closed)
    return replace(
        groups,
        occurrences=occurrences,
        lost=lost,
        costs=costs,
        blame=blame,
        closed=closed,
        next_group=groups.next_group + trials.count + 1,
        next_cause=trials.next_cause,
    )
