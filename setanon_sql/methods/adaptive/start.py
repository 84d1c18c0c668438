"""Where the way down starts: all records in one group, under the root, or straight at the best depth of the tree.

Going down from the root through several depths at once saves the steps between; a depth costs one run of the
suppressor.
"""

from setanon_sql.dataset import Dataset
from setanon_sql.methods.adaptive.groups import Groups, one_group
from setanon_sql.methods.adaptive.trials import SPECIALIZED, Setting, Trials, attempt


def first_group(setting: Setting, dataset: Dataset) -> Groups:
    """Return one group of all records, made safe.

    Where that one is to stay, and work is to be saved, it stands at the first depth, from the leaves upwards, that
    costs less than the one above it, if its NCP is less than the root's; else at the root.
    """
    if setting.way.brief and not setting.way.divide:
        found = _best_depth(setting, dataset)
        rows = {"transactions": dataset.transactions, "ancestors": setting.tree.ancestors}
        root = setting.tree.leaves * setting.engine.number("adaptive/start/general_rows", **rows)
        if _total(setting, found)[1] < root:
            return one_group(setting, found)
        found.drop(setting.engine)
    return one_group(setting, _cut(setting, dataset, 0, 1))


def _best_depth(setting: Setting, dataset: Dataset) -> Trials:
    """Return the cut at the first depth, from the leaves, that costs less than the one above it, or at the root."""
    below = _cut(setting, dataset, setting.tree.height, 1)
    for depth in range(setting.tree.height - 1, -1, -1):
        above = _cut(setting, dataset, depth, below.next_cause)
        if _total(setting, above)[0] > _total(setting, below)[0]:
            above.drop(setting.engine)
            return below
        below.drop(setting.engine)
        below = above
    return below


def _cut(setting: Setting, dataset: Dataset, depth: int, next_cause: int) -> Trials:
    """Make the cut through the tree at a depth safe, as the one proposal."""
    tables = {"transactions": dataset.transactions, "ancestors": setting.tree.ancestors, "nodes": setting.tree.nodes}
    proposal = setting.engine.table("adaptive/start/cut", kind=SPECIALIZED, depth=depth, **tables)
    trials = attempt(setting, proposal, 0, next_cause)
    setting.engine.drop(proposal)
    return trials


def _total(setting: Setting, trials: Trials) -> tuple[int, int]:
    """Return what do trials cost, and what is their NCP?"""
    cost, ncp, _ = setting.engine.row("adaptive/start/total_cost", now=trials.costs)
    return int(cost), int(ncp)
