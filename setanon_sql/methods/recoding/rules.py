"""What is asked for of single items, node by node: what a step up costs, what never goes up, what may be known."""

from collections.abc import Collection
from dataclasses import dataclass

from setanon_sql.dataset import Dataset
from setanon_sql.decisions import NO_CONSTRAINTS, ItemConstraints
from setanon_sql.engine import Engine, scoped
from setanon_sql.query.templates import Table
from setanon_sql.taxonomy import Nodes
from setanon_sql.taxonomy.coding import without_items


@dataclass(frozen=True)
class NodeRules:
    """Rules of a tree over the items of a dataset.

    ``ancestors``: ``item, node, distance``, what may stand for each item. ``steps``: ``node, parent, share, turn,
    weight``, the step up from each node (parent 0: it goes). ``fixed``: ``node``, those that are never lifted.
    ``below``: ``node, above, items, goes``, which node stands below which, over how many items, and whether it may go
    up. ``knowable``: ``node``, those that somebody may know; None: all.
    """

    ancestors: Table
    steps: Table
    fixed: Table
    below: Table
    knowable: Table | None


@scoped
def rules_of(
    dataset: Dataset, nodes: Nodes, constraints: ItemConstraints = NO_CONSTRAINTS, knowable: Table | None = None
) -> NodeRules:
    """Return what ``constraints`` and ``knowable`` mean for the nodes.

    Items that must stay are never lifted, and no label that is too general is shown: whatever would go there goes.
    """
    engine = dataset.engine
    stay = _listed(engine, constraints.keep)
    forbidden = _listed(engine, constraints.too_general)
    steps = engine.table("recoding/start/steps", nodes=nodes.nodes, forbidden=forbidden)
    if constraints.keep or constraints.free or constraints.weights:
        tables = {
            "stay": stay,
            "free": _listed(engine, constraints.free),
            "weights": _weights(dataset, nodes, constraints),
        }
        steps = engine.table("recoding/start/weighed_steps", steps=steps, **tables)
    ancestors = without_items(engine, nodes.ancestors, constraints.drop)
    if constraints.too_general:
        ancestors = engine.table("recoding/start/allowed", ancestors=ancestors, forbidden=forbidden)
    fixed = stay
    if knowable is not None:
        fixed = engine.table("recoding/start/fixed", nodes=nodes.nodes, known=knowable, stay=stay)
    covers = engine.table("recoding/labels/covers", ancestors=ancestors, items=dataset.items)
    below = engine.table("recoding/labels/below", ancestors=ancestors, covers=covers, fixed=fixed)
    return NodeRules(ancestors, steps, fixed, below, knowable)


def _listed(engine: Engine, nodes: Collection[int]) -> Table:
    return engine.load("listed", {"node": int}, [sorted(nodes)])


def _weights(dataset: Dataset, nodes: Nodes, constraints: ItemConstraints) -> Table:
    """Return ``node, weight``: the mean of the occurrences under each node."""
    weights = item_weights(dataset.engine, constraints)
    tables = {"ancestors": nodes.ancestors, "items": dataset.items, "weights": weights}
    return dataset.engine.table("recoding/start/mean_weights", **tables)


def item_weights(engine: Engine, constraints: ItemConstraints) -> Table:
    """Return ``item, thousandths``: what items weigh, where that is not 1."""
    rows = [(item, int(1000 * weight)) for item, weight in sorted(constraints.weights.items())]
    return engine.load_rows("weights", {"item": int, "thousandths": int}, rows)
