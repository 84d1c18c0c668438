"""Where the way down starts: all records in one group, under the root, or straight at the best depth of the tree.

Going down from the root through several depths at once saves the steps between; a depth costs one run of the
suppressor.
"""

from dataclasses import replace

from setanon_sql.dataset import Dataset
from setanon_sql.methods.adaptive.groups import Groups, one_group
from setanon_sql.methods.adaptive.trials import SPECIALIZED, Setting, Trials, attempt


def first_groups(setting: Setting, dataset: Dataset) -> tuple[Groups, Trials | None]:
    """Return one group, made safe, and the same with all its labels specialized, where that is known.

    Where that one is to stay, and work is to be saved, that is the first depth, from the leaves upwards, that costs
    more than the one below it: so that it can be told which labels are better left as they are. The NCP to fall below
    is the root's.
    """
    if setting.way.divide or not setting.way.brief:
        return one_group(setting, _cut(setting, dataset, 0, 1)), None
    above, below = _turning_depth(setting, dataset)
    if below is None:
        return one_group(setting, above), None
    least = setting.tree.leaves * setting.engine.number(
        "adaptive/general_rows", transactions=dataset.transactions, ancestors=setting.tree.ancestors
    )
    if _total(setting, below)[1] < least:
        return _with_ncp(setting, one_group(setting, above), least), below
    above.drop(setting.engine)
    below.drop(setting.engine)
    return one_group(setting, _cut(setting, dataset, 0, 1)), None


def _turning_depth(setting: Setting, dataset: Dataset) -> tuple[Trials, Trials | None]:
    """Return the cut at the first depth, from the leaves, that costs more than the one below it, and that one.

    Where none does, the cut at the root, and None.
    """
    below = _cut(setting, dataset, setting.tree.height, 1)
    for depth in range(setting.tree.height - 1, -1, -1):
        above = _cut(setting, dataset, depth, below.next_cause)
        if _total(setting, above)[0] > _total(setting, below)[0]:
            return above, below
        below.drop(setting.engine)
        below = above
    return below, None


def _cut(setting: Setting, dataset: Dataset, depth: int, next_cause: int) -> Trials:
    """Make the cut through the tree at a depth safe, as the one proposal."""
    tables = {"transactions": dataset.transactions, "ancestors": setting.tree.ancestors, "nodes": setting.tree.nodes}
    proposal = setting.engine.table("adaptive/cut", kind=SPECIALIZED, depth=depth, **tables)
    trials = attempt(setting, proposal, 0, next_cause)
    setting.engine.drop(proposal)
    return trials


def _total(setting: Setting, trials: Trials) -> tuple[int, int]:
    """What do trials cost, and what is their NCP?"""
    cost, ncp, _ = setting.engine.row("adaptive/total", now=trials.costs)
    return int(cost), int(ncp)


def _with_ncp(setting: Setting, groups: Groups, ncp: int) -> Groups:
    """Return the one group with another NCP to fall below."""
    cost, _, _ = setting.engine.row("adaptive/total", now=groups.costs)
    setting.engine.drop(groups.costs)
    kinds: dict[str, type[int] | type[str]] = dict.fromkeys(("group_id", "cost", "ncp"), int)
    return replace(groups, costs=setting.engine.load("costs", kinds, [[1], [int(cost)], [ncp]]))
