"""A taxonomy as tables of node ids, fitted to a dataset."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from setanon_sql.dataset import Dataset
from setanon_sql.engine import Engine, scoped
from setanon_sql.query.templates import Table, columns_of
from setanon_sql.taxonomy.building import ADDED_ROOT
from setanon_sql.taxonomy.doctor import check
from setanon_sql.taxonomy.faults import refuse
from setanon_sql.taxonomy.others import with_released
from setanon_sql.taxonomy.tree import Taxonomy


@dataclass(frozen=True)
class Nodes:
    """A tree over the items of a dataset.

    ``nodes``: ``node, parent (NULL at the root), label, leaves, depth``. The node of an item has the item's id; nodes
    that are no items follow: first leaves that do not occur (by label), then inner nodes (by depth, then label), so
    that ids depend on the tree and the items only. ``leaves`` counts all leaves of the taxonomy below a node (1 for a
    leaf), ``depth`` is 0 at the root.
    ``ancestors``: ``item, node, distance``: for each item of the dataset itself (0) and all nodes above it.
    ``root`` is the root's id, ``leaves`` and ``count`` the numbers of leaves and nodes, ``height`` the largest depth.
    """

    nodes: Table
    ancestors: Table
    root: int
    leaves: int
    count: int
    height: int

    def labels(self, engine: Engine) -> Table:
        """Return all nodes as items with their labels, as a table ``item, label``."""
        return engine.table(columns_of(self.nodes, item="node", label="label"))


@scoped
def encode(engine: Engine, taxonomy: Taxonomy, dataset: Dataset, *, allow_inner: bool = False) -> Nodes:
    """Return a taxonomy as tables for a dataset.

    ``taxonomy``: the tree. ``dataset``: whose items are its leaves.
    ``allow_inner``: an item may be an inner node, as in a release: that node then has the item's id, too, and keeps its
    place in the tree. A label from which items were taken out is a leaf of its own under it.

    Cost: linear in the labels times the depth of the tree; it is done in Python.
    Raises BadInput that counts items which are no node (or not a leaf).
    """
    items = dict(engine.rows("taxonomy/nodes/labels", items=dataset.items))
    if allow_inner:
        taxonomy = with_released(taxonomy, items.values())
    refuse(check(taxonomy, items.values(), allow_inner=allow_inner))
    ids = _ids(taxonomy, items, dataset.distinct_items)
    order = list(ids)
    columns: list[list[Any]] = [
        list(ids.values()),
        [ids[taxonomy.parent[label]] if label != taxonomy.root else 0 for label in order],
        order,
        [taxonomy.leaf_count[label] for label in order],
        [taxonomy.depth[label] for label in order],
    ]
    rows = engine.load("nodes", {"node": int, "parent": int, "label": str, "leaves": int, "depth": int}, columns)
    nodes = engine.table("taxonomy/nodes/nodes", given=rows)
    return Nodes(
        nodes=nodes,
        ancestors=_ancestors(engine, taxonomy, items, ids),
        root=ids[taxonomy.root],
        leaves=len(taxonomy.leaves),
        count=len(ids),
        height=max(taxonomy.depth.values()),
    )


def _ids(taxonomy: Taxonomy, items: dict[int, str], last: int) -> dict[str, int]:
    """Return node ids by label: those of the items, and then numbers over ``last``."""
    ids = {label: item for item, label in sorted(items.items())}
    unused = [leaf for leaf in taxonomy.leaves if leaf not in ids]
    inner = sorted((taxonomy.depth[label], label) for label in taxonomy.children if label not in ids)
    following = unused + [label for _, label in inner]
    return ids | {label: number for number, label in enumerate(following, last + 1)}


@scoped
def without_items(engine: Engine, ancestors: Table, items: Collection[int]) -> Table:
    """Return ``ancestors (item, node, distance)`` without some items: then no record supports anything by them."""
    if not items:
        return ancestors
    dropped = engine.load("dropped", {"item": int}, [sorted(items)])
    return engine.table("taxonomy/nodes/without_items", ancestors=ancestors, dropped=dropped)


@scoped
def _ancestors(engine: Engine, taxonomy: Taxonomy, items: dict[int, str], ids: dict[str, int]) -> Table:
    steps = [
        (item, ids[label], distance)
        for item, item_label in items.items()
        for distance, label in enumerate(taxonomy.path(item_label))
    ]
    rows = engine.load_rows("ancestors", {"item": int, "node": int, "distance": int}, steps)
    return engine.table("taxonomy/nodes/ancestors", given=rows)


def flat_nodes(engine: Engine, dataset: Dataset) -> Nodes:
    """Return the tree of a dataset without a taxonomy: one root, and each item a leaf right below it."""
    root = dataset.distinct_items + 1
    labels = {label for _, label in engine.rows("taxonomy/nodes/labels", items=dataset.items)}
    label = ADDED_ROOT
    while label in labels:
        label += ADDED_ROOT
    return Nodes(
        nodes=engine.table("taxonomy/nodes/flat_nodes", items=dataset.items, root=root, label=label),
        ancestors=engine.table("taxonomy/nodes/flat_ancestors", items=dataset.items, root=root),
        root=root,
        leaves=dataset.distinct_items,
        count=root,
        height=1,
    )
