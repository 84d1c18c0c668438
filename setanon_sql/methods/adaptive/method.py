"""LGPS, set-at-a-time: from the root of the tree down, group by group, as long as it pays.

1. All items that are not sensitive stand as the root of the tree; one group; suppress what breaks the model.
2. For all open groups at once: try to specialize labels in place, and to divide the group by the children of one label;
   suppress in each of these proposals what breaks the model there, in one run over all of them (:mod:`.trials`).
3. Each group takes the proposal with the least loss (NCP), where that is less than what it has (:mod:`.groups`);
   labels that gain nothing by being specialized stay as they are.
4. Go on from 2 until no label is left that could be specialized.

A group that satisfies the model for every set of its labels makes a union of groups that does: the numbers of records
add up. Source: Chen, Zhong, Wang and Li, Algorithms 1 to 3; theirs specializes one label at a time.
"""

from dataclasses import dataclass, replace
from fractions import Fraction

from setanon_sql.constraint import Constraint
from setanon_sql.dataset import Dataset
from setanon_sql.limits import limits_for
from setanon_sql.methods.adaptive.groups import Groups, one_group, step
from setanon_sql.methods.adaptive.trials import Setting, Way
from setanon_sql.models import AdaptiveRho
from setanon_sql.sql import Table
from setanon_sql.taxonomy import Nodes

#: Ways to look for a result. Data of at most SMALL rows are made safe in all of them, and the best is published; else
#: in the first one, which on large data found the best.
WAYS = (Way(), Way(cheapest=True), Way(divide=False), Way(divide=False, cheapest=True))
SMALL = 5_000


@dataclass(frozen=True)
class AdaptiveResult:
    """What the method made.

    ``rows``: ``record_id, item`` (a node of the taxonomy, or a sensitive item), what may be published. ``groups``:
    ``record_id, group_id``. ``occurrences``: ``group_id, record_id, item, node``: what stands for each item of the
    source; ``lost``: ``group_id, record_id, node, cause``: what is suppressed of it; ``causes``: ``cause, item,
    is_hidden``, the rules that made it go. ``ncp`` is the loss (5).
    """

    model: AdaptiveRho
    rows: Table
    groups: Table
    occurrences: Table
    lost: Table
    causes: Table
    ncp: Fraction
    group_count: int
    steps: int
    method: str = "LGPS"

    @property
    def tables(self) -> tuple[Table, ...]:
        """All of its tables."""
        return (self.rows, self.groups, self.occurrences, self.lost, self.causes)


def anonymize_adaptive(
    dataset: Dataset, model: AdaptiveRho, constraint: Constraint, nodes: Nodes, seed: str
) -> AdaptiveResult:
    """Generalize and suppress until no group breaks the model; see the module for the plan.

    ``nodes``: the tree over the items that are not sensitive. Raises NotReached where the sets that an adversary can
    know are too many to be counted.
    """
    engine = dataset.engine
    limits = limits_for(dataset, constraint.hidden, model)
    steps = engine.table("adaptive/steps", ancestors=nodes.ancestors)
    setting = Setting(engine, model, limits, nodes.nodes, steps, nodes.root, nodes.leaves, seed, Way())
    best: AdaptiveResult | None = None
    for way in WAYS if dataset.rows <= SMALL else WAYS[:1]:
        found = _one_way(dataset, replace(setting, way=way), constraint)
        better, worse = (found, best) if best is None or found.ncp < best.ncp else (best, found)
        engine.drop(*(worse.tables if worse else ()))
        best = better
    engine.drop(limits.table, steps)
    assert best is not None
    return best


def _one_way(dataset: Dataset, setting: Setting, constraint: Constraint) -> AdaptiveResult:
    groups: Groups | None = one_group(setting, dataset, constraint.hidden)
    taken = 0
    while groups is not None:
        last, groups = groups, step(setting, groups)
        if groups is not None:
            taken += 1
            cost, count = dataset.engine.row("adaptive/total", now=groups.costs)
            share = float(cost) / setting.leaves / dataset.rows
            dataset.engine.trace.progress(f"step {taken}: {int(count):,} groups, NCP {share:.2%}")
    return _result(dataset, setting, last, taken)


def _result(dataset: Dataset, setting: Setting, groups: Groups, taken: int) -> AdaptiveResult:
    engine = dataset.engine
    cost, count = engine.row("adaptive/total", now=groups.costs)
    rows = engine.table("adaptive/published", occurrences=groups.occurrences, lost=groups.lost)
    numbered = engine.table("adaptive/groups", occurrences=groups.occurrences, seed=setting.seed)
    rules = engine.table("adaptive/rules", causes=groups.causes)
    engine.drop(groups.costs, groups.blame, groups.closed, groups.causes)
    return AdaptiveResult(
        model=setting.model,
        rows=rows,
        groups=numbered,
        occurrences=groups.occurrences,
        lost=groups.lost,
        causes=rules,
        ncp=Fraction(int(cost), setting.leaves * dataset.rows),
        group_count=int(count),
        steps=taken,
    )
