"""k^m-anonymity by generalization and suppression: mHgHs, and suppression alone where there is no taxonomy.

1. Read the taxonomy with what the data has of each node (``tree``).
2. Find the nodes to keep, round by round (``rounds``); items go to the kept node at or over them.
3. Where there is time, prove that no other nodes cost less, or find them (``proof``).
4. Tell for each item what became of it and why (``changes``).

Source: Liu and Wang, Anonymizing Transaction Data by Integrating Suppression and Generalization.
"""

from dataclasses import dataclass

from setanon_sql.dataset import Dataset
from setanon_sql.errors import BadParameter, NotReached
from setanon_sql.methods.km.changes import changes
from setanon_sql.methods.km.data import MOST_SETS, Data
from setanon_sql.methods.km.kept import KeptSet
from setanon_sql.methods.km.literal import literal_search
from setanon_sql.methods.km.proof import Optimum, optimum
from setanon_sql.methods.km.rounds import kept_nodes
from setanon_sql.methods.km.search import search
from setanon_sql.methods.km.threats import Supporters
from setanon_sql.methods.km.tree import Cost, Tree, read_tree
from setanon_sql.models import Algorithm, KmAnonymity
from setanon_sql.query.templates import Table, columns_of


@dataclass(frozen=True)
class KmResult:
    """What the method decided, in the engine of the dataset.

    ``rows``: ``record_id, item`` with node ids, distinct.
    ``labels``: ``item, label`` of every node.
    ``changes``: ``item, action, label, cause``, one row for each item that is not published as it is.
    ``method``: its name in a manifest.
    ``kept``: the nodes that are published.
    ``cost``: the share of the information that is lost by the cost function, 0..1.
    ``nearest``: how near that is to the least that is possible; None where nobody looked.
    """

    rows: Table
    labels: Table
    changes: Table
    method: str
    kept: tuple[int, ...]
    cost: float
    nearest: Optimum | None = None


def anonymize_km(
    dataset: Dataset,
    model: KmAnonymity,
    nodes: Table,
    ancestors: Table,
    *,
    cost: Cost = "ncp",
    algorithm: Algorithm = "improved",
    seconds: float = 0.0,
) -> KmResult:
    """Make a dataset k^m-anonymous over a taxonomy; see the module for the plan.

    ``dataset``: the transactions, in an engine. ``model``: k, and m (None: any number of known items).
    ``nodes``, ``ancestors``: the taxonomy's, of :mod:`setanon_sql.taxonomy`.
    ``cost``: what to minimize: ``ncp`` or ``lm``.
    ``algorithm``: how to search: ``improved`` (:mod:`.search`) or as in the ``paper`` (:mod:`.literal`).
    ``seconds``: how long to look for a result of least cost, or for a bound (:mod:`.proof`).

    Search: greedy, from the root down, round by round; of least cost where ``nearest`` says that this is proved.
    Cost: each round mines the threats of the labels that are kept; the search grows with nodes and threats.
    Raises BadParameter for data of fewer than k records, NotReached where nothing would be left to publish.
    Source: Liu and Wang, section 3.
    """
    if dataset.records < model.k:
        raise BadParameter(
            f"k is {model.k}, but the source has only {dataset.records}: no set of items can be held by k records",
            "use a smaller --k or more records",
        )
    engine = dataset.engine
    engine.trace.doing("counting the records of each label")
    supporters = Supporters(engine, dataset.transactions, ancestors, model.k, dataset.records)
    tree = read_tree(supporters, nodes, dataset.items, cost)
    improved = algorithm == "improved"
    data = Data(supporters, tree, search if improved else literal_search, model.m, MOST_SETS if improved else None)
    kept, last = kept_nodes(data, model.m)
    if not kept:
        raise NotReached(
            f"nothing would be left: every item is in fewer than {model.k} records or in conflict with all others",
            "use a smaller --k or --m, or a taxonomy, so that items can be generalized instead of suppressed",
        )
    nearest = _nearest(data, last, kept, seconds) if improved else None
    if nearest and nearest.better:
        last = nearest.better
        kept = last.nodes()
    rows = supporters.of(kept)
    labels = engine.table(columns_of(nodes, item="node", label="label"))
    told = changes(engine, tree, dataset.distinct_items, kept, last, told=data.told)
    weight = int(tree.weights[kept].sum())
    return KmResult(rows, labels, told, _name(tree, algorithm), tuple(kept), 1 - weight / tree.total, nearest)


def _nearest(data: Data, last: KeptSet | None, kept: list[int], seconds: float) -> Optimum | None:
    if seconds <= 0:
        return None
    data.supporters.engine.trace.doing("looking for labels that cost less, or for a proof that there are none")
    return optimum(data, last, kept, seconds)


def _name(tree: Tree, algorithm: Algorithm) -> str:
    flat = all(not tree.children[child] for child in tree.children[tree.root])
    name = "suppression" if flat else "mHgHs"
    return name if algorithm == "improved" else f"{name} (paper)"
