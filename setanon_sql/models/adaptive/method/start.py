"""Where the way down starts: all records in one group, under the root, or straight at the best depth of the tree.

Going down from the root through several depths at once saves the steps between; a depth costs one run of the
suppressor.
"""

from setanon_sql.dataset import Dataset
from setanon_sql.engine import Workspace
from setanon_sql.models.adaptive.method.groups import one_group
from setanon_sql.models.adaptive.method.trials import SPECIALIZED, TRIALS, AdaptiveRun, attempt


def first_group(run: AdaptiveRun, dataset: Dataset) -> None:
    """Make one group of all records, safe.

    Where that one is to stay, and work is to be saved, it stands at the first depth, from the leaves upwards, that
    costs less than the one above it, if its NCP is less than the root's; else at the root.
    """
    with run.space.inner(transactions=dataset.transactions, ancestors=run.tree.ancestors) as space:
        if not (run.way.brief and not run.way.divide and _is_at_best_depth(run, space)):
            run.next_cause = 1
            _cut(run, space, 0)
        one_group(run, space)


def _is_at_best_depth(run: AdaptiveRun, space: Workspace) -> bool:
    """Make the cut at the best depth, and return whether its NCP is less than the root's."""
    _cut(run, space, run.tree.height)
    for depth in range(run.tree.height - 1, -1, -1):
        with space.inner() as above:
            _cut(run, above, depth)
            if _total(above)[0] > _total(space)[0]:
                break
            above.hand_out(*TRIALS)
    return _total(space)[1] < run.tree.leaves * space.number("adaptive/start/general_rows")


def _cut(run: AdaptiveRun, space: Workspace, depth: int) -> None:
    """Make the cut through the tree at a depth safe, as the one proposal."""
    with space.inner() as aside:
        aside.run("adaptive/start/cut", into="proposal", kind=SPECIALIZED, depth=depth, nodes=run.tree.nodes)
        attempt(run, aside)
        aside.hand_out(*TRIALS)


def _total(space: Workspace) -> tuple[int, int]:
    """Return what trials cost, and their NCP."""
    cost, ncp, _ = space.row("adaptive/start/total_cost", now=space["costs"])
    return int(cost), int(ncp)
