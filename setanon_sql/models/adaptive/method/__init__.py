"""LGPS, set-at-a-time: from the root of the tree down, group by group, as long as it pays.

1. All items that are not sensitive stand as the root of the tree; one group; suppress what breaks the model. Where one
   group is to stay, go straight to the depth of the tree that costs least (:mod:`.start`).
2. For all open groups at once: try to specialize labels in place, and to divide the group by the children of one label;
   suppress in each of these proposals what breaks the model there, in one run over all of them (:mod:`.trials`).
3. Each group takes the proposal that costs least, where its cost and its NCP are less than what the group has
   (:mod:`.groups`); labels that gain nothing by being specialized stay as they are.
4. Go on from 2 until no label is left that could be specialized, or (large data) until a step gains next to nothing.

A group that satisfies the model for every set of its labels makes a union of groups that does: the numbers of records
add up. So do those of persons, where these count, since a person's records stay in one group.

Source: Chen, Zhong, Wang and Li, Algorithms 1 to 3; theirs specializes one label at a time.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from setanon_sql.dataset import Dataset
from setanon_sql.engine import Engine, Workspace, scoped
from setanon_sql.keys import digest_of_numbers, key
from setanon_sql.models.adaptive.method.groups import step
from setanon_sql.models.adaptive.method.start import first_group
from setanon_sql.models.adaptive.method.trials import AdaptiveRun, Way
from setanon_sql.models.adaptive.options import AdaptiveCost
from setanon_sql.models.adaptive.parameters import AdaptiveRho
from setanon_sql.models.rho.method import key_of_choices
from setanon_sql.query.templates import Table, columns_of
from setanon_sql.sensitive.constraint import Constraint
from setanon_sql.sensitive.limits import Ints, limits_for
from setanon_sql.taxonomy import Nodes
from setanon_sql.taxonomy.coding import without_items

#: What a suppressed occurrence costs where labels cost bits: the unit.
PARTS = 1_000_000

#: Ways to look for a result. Data of at most SMALL rows are made safe in all of them, and the best is published. Of
#: larger data that is what its cost asks for: groups by the paper's, most items as they are by bits.
WAYS = (Way(), Way(cheapest=False), Way(divide=False), Way(divide=False, cheapest=False), Way(False, brief=True))
LARGE: dict[AdaptiveCost, Way] = {"ncp": Way(brief=True), "bits": Way(False, brief=True)}
SMALL = 5_000

#: The least share of the cost that a step has to gain for another one, where work is to be saved.
LEAST_GAIN = 0.01


@dataclass(frozen=True)
class AdaptiveResult:
    """Result of the method, in the engine of the dataset.

    ``model``: what it keeps.
    ``rows``: ``record_id, item`` (a node of the taxonomy, or a sensitive item), what may be published.
    ``groups``: ``record_id, group_id``.
    ``occurrences``: ``group_id, record_id, item, node``: what stands for each item of the source.
    ``lost``: ``group_id, record_id, node, cause``: what is suppressed of it.
    ``causes``: ``cause, item, is_sensitive``, the rules that made it go.
    ``ncp``: the information that is lost (5), 0..1.
    ``cost``: what was minimized, 0..1.
    ``group_count``: groups.
    ``steps``: steps down that were taken.
    """

    model: AdaptiveRho
    rows: Table
    groups: Table
    occurrences: Table
    lost: Table
    causes: Table
    ncp: Fraction
    cost: Fraction
    group_count: int
    steps: int
    method: str = "LGPS"

    @property
    def loss(self) -> tuple[Fraction, Fraction]:
        """Return by what results are compared: the cost, then NCP."""
        return (self.cost, self.ncp)

    @property
    def tables(self) -> tuple[Table, ...]:
        """Return all of its tables."""
        return (self.rows, self.groups, self.occurrences, self.lost, self.causes)


@scoped
def anonymize_adaptive(
    dataset: Dataset,
    model: AdaptiveRho,
    constraint: Constraint,
    nodes: Nodes,
    seed: str,
    *,
    cost: AdaptiveCost = "bits",
    keep: Collection[int] = (),
) -> AdaptiveResult:
    """Generalize and suppress until no group breaks the model; see the module for the plan.

    ``dataset``: the transactions, in an engine. ``model``: the thresholds, and m (None: any number of known items).
    ``constraint``: what is sensitive, for everybody.
    ``nodes``: the tree over the items that are not sensitive.
    ``seed``: decides by lot which records lose an item where several would do.
    ``cost``: what to minimize: ``bits``, where a label costs log(leaves) / log(all leaves) of what a suppressed item
    does, or ``ncp``, where it costs leaves / all leaves (4), so that fewer items stay as they are. No step is taken
    that does not lower NCP, too.
    ``keep``: items that are not sensitive and must stay as they are: they are neither generalized nor suppressed.

    Search: greedy, from the root down. Datasets of at most 5,000 rows are searched in five ways, and the best is taken.
    AdaptiveCost: each step runs the suppressor over the proposals of all open groups.
    Raises NotReached where the sets that an adversary can know are too many to be counted.
    Source: Chen, Zhong, Wang and Li, Algorithms 1 to 3.
    """
    engine = dataset.engine
    limits = limits_for(dataset, constraint.sensitive, model)
    stay = engine.load("stay", {"item": int}, [sorted(keep)]) if keep else None
    nodes = replace(nodes, ancestors=without_items(engine, nodes.ancestors, keep))
    steps = engine.table("adaptive/tree/steps", ancestors=nodes.ancestors)
    prices = _node_prices(engine, nodes, cost)
    priced = engine.load("priced", dict.fromkeys(("node", "parent", "price", "leaves"), int), prices)
    highest = nodes.leaves if cost == "ncp" else PARTS
    space = Workspace(
        engine, limits=limits.table, steps=steps, nodes=priced, highest=highest, leaves=nodes.leaves, stay=stay,
        persons=dataset.persons,
    )  # fmt: skip
    secret = key_of_choices(dataset, model, constraint, {"cost": cost, "keep": sorted(keep)}, seed)
    best: AdaptiveResult | None = None
    for way in _ways(dataset, cost):
        with space.inner() as searched:
            result = searched.keep(_search(dataset, AdaptiveRun(searched, model, nodes, highest, secret, way)))
        better, worse = (result, best) if best is None or result.loss < best.loss else (best, result)
        engine.drop(*(worse.tables if worse else ()))
        best = better
    assert best is not None
    return best


def _ways(dataset: Dataset, cost: AdaptiveCost) -> Sequence[Way]:
    return WAYS if dataset.rows <= SMALL else (LARGE[cost],)


def _node_prices(engine: Engine, nodes: Nodes, cost: AdaptiveCost) -> list[Ints]:
    """Return nodes, their parents (0: none), the price of an occurrence that they stand for, and their leaves."""
    node_leaves = engine.columns("adaptive/tree/node_leaves", nodes=nodes.nodes)
    leaves = node_leaves["leaves"]
    price = leaves
    if cost == "bits":
        share = np.log(np.maximum(leaves, 1)) / np.log(max(nodes.leaves, 2))
        price = np.minimum(np.round(share * PARTS), PARTS).astype(np.int64)
    return [node_leaves["node"], node_leaves["parent"], price, leaves]


def _search(dataset: Dataset, run: AdaptiveRun) -> AdaptiveResult:
    first_group(run, dataset)
    least = LEAST_GAIN if run.way.brief else 0
    steps_taken = 0
    cost = _cost_of(run)
    gain = 1.0
    while gain >= least and step(run):
        before = cost
        steps_taken = steps_taken + 1
        cost = _cost_of(run)
        gain = (before - cost) / max(before, 1)
        share = cost / run.highest / dataset.rows
        dataset.engine.trace.begin_phase(f"specializing labels, {steps_taken} steps taken, loss {share:.2%}")
    return _result(dataset, run, steps_taken)


def _cost_of(run: AdaptiveRun) -> int:
    return int(run.space.row("adaptive/start/total_cost")[0])


def _key_of_groups(run: AdaptiveRun) -> str:
    """Return the key of the numbers of groups: other groups have another one."""
    digest = digest_of_numbers(run.space.engine, (run.space["occurrences"], "group_id", "record_id", "item", "node"))
    return key(run.key, digest, {}, "groups")


def _result(dataset: Dataset, run: AdaptiveRun, steps_taken: int) -> AdaptiveResult:
    space = run.space
    cost, _, count = space.row("adaptive/start/total_cost")
    ncp = space.number("adaptive/publish/total_ncp")
    return AdaptiveResult(
        model=run.model,
        rows=space.run("adaptive/publish/published"),
        groups=space.run("adaptive/publish/groups", key=_key_of_groups(run)),
        occurrences=space["occurrences"],
        lost=space["lost"],
        causes=dataset.engine.table(
            columns_of(space["causes"], cause="cause", item="node", is_sensitive="is_sensitive")
        ),
        ncp=Fraction(ncp, run.tree.leaves * dataset.rows),
        cost=Fraction(int(cost), run.highest * dataset.rows),
        group_count=int(count),
        steps=steps_taken,
    )
