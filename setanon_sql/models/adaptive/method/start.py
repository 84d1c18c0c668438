"""Where the way down starts: all records in one group, under the root, or straight at the best depth of the tree.

Going down from the root through several depths at once saves the steps between; a depth costs one run of the
suppressor.
"""

from setanon_sql.dataset import Dataset
from setanon_sql.engine import scoped
from setanon_sql.models.adaptive.method.groups import Groups, one_group
from setanon_sql.models.adaptive.method.trials import SPECIALIZED, AdaptiveRun, TrialGroups, attempt


def first_group(run: AdaptiveRun, dataset: Dataset) -> Groups:
    """Return one group of all records, made safe.

    Where that one is to stay, and work is to be saved, it stands at the first depth, from the leaves upwards, that
    costs less than the one above it, if its NCP is less than the root's; else at the root.
    """
    if run.way.brief and not run.way.divide:
        best = _best_depth(run, dataset)
        rows = {"transactions": dataset.transactions, "ancestors": run.tree.ancestors}
        root = run.tree.leaves * run.engine.number("adaptive/start/general_rows", **rows)
        if _total(run, best)[1] < root:
            return one_group(run, best)
        best.drop(run.engine)
    return one_group(run, _cut(run, dataset, 0, 1))


def _best_depth(run: AdaptiveRun, dataset: Dataset) -> TrialGroups:
    """Return the cut at the first depth, from the leaves, that costs less than the one above it, or at the root."""
    below = _cut(run, dataset, run.tree.height, 1)
    for depth in range(run.tree.height - 1, -1, -1):
        above = _cut(run, dataset, depth, below.next_cause)
        if _total(run, above)[0] > _total(run, below)[0]:
            above.drop(run.engine)
            return below
        below.drop(run.engine)
        below = above
    return below


@scoped
def _cut(run: AdaptiveRun, dataset: Dataset, depth: int, next_cause: int) -> TrialGroups:
    """Make the cut through the tree at a depth safe, as the one proposal."""
    tables = {"transactions": dataset.transactions, "ancestors": run.tree.ancestors, "nodes": run.tree.nodes}
    proposal = run.engine.table("adaptive/start/cut", kind=SPECIALIZED, depth=depth, **tables)
    return attempt(run, proposal, 0, next_cause)


def _total(run: AdaptiveRun, trials: TrialGroups) -> tuple[int, int]:
    """Return what trials cost, and their NCP."""
    cost, ncp, _ = run.engine.row("adaptive/start/total_cost", now=trials.costs)
    return int(cost), int(ncp)
