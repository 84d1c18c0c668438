"""k^m-anonymity by generalization and suppression: mHgHs, and suppression alone where there is no taxonomy.

1. Read the taxonomy with what the data has of each node, and with what the analyst asks for (``tree``). Where not all
   items can stay that must, end (``feasible``).
2. Find the nodes to keep, round by round (``rounds``); items go to the kept node at or over them.
3. Where there is time, prove that no other nodes cost less, or find them (``proof``).
4. Tell for each item what became of it and why (``changes``).

Or, in place of 2 and 3, keep the nodes of an earlier release, extended where need be (``mapped``).

Source: Liu and Wang, Anonymizing Transaction Data by Integrating Suppression and Generalization.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from setanon_sql.dataset import Dataset
from setanon_sql.decisions import NOTHING, Resolved
from setanon_sql.errors import BadParameter, NotReached
from setanon_sql.methods.km.changes import changes
from setanon_sql.methods.km.data import MOST_SETS, Data
from setanon_sql.methods.km.feasible import refuse_infeasible
from setanon_sql.methods.km.kept import KeptSet
from setanon_sql.methods.km.literal import literal_search
from setanon_sql.methods.km.mapped import Cut, Extension, Mapped, Trouble, extend, mapped, named, read_cut, trouble_of
from setanon_sql.methods.km.proof import Optimum, optimum
from setanon_sql.methods.km.rounds import kept_nodes
from setanon_sql.methods.km.search import search
from setanon_sql.methods.km.threats import Supporters, without_items
from setanon_sql.methods.km.tree import Tree, read_tree
from setanon_sql.models import Algorithm, KmAnonymity
from setanon_sql.options.words import KmCost
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
    ``tree``: the taxonomy with what the data has of each node.
    ``nearest``: how near that is to the least that is possible; None where nobody looked.
    ``mapped``: what became of the mapping that was applied; None where there was none. ``known``: the items of it.
    """

    rows: Table
    labels: Table
    changes: Table
    method: str
    kept: tuple[int, ...]
    cost: float
    tree: Tree
    nearest: Optimum | None = None
    mapped: Mapped | None = None
    known: frozenset[int] = frozenset()


def anonymize_km(
    dataset: Dataset,
    model: KmAnonymity,
    nodes: Table,
    ancestors: Table,
    *,
    cost: KmCost = "ncp",
    algorithm: Algorithm = "improved",
    seconds: float = 0.0,
    wanted: Resolved = NOTHING,
) -> KmResult:
    """Make a dataset k^m-anonymous over a taxonomy; see the module for the plan.

    ``dataset``: the transactions, in an engine. ``model``: k, and m (None: any number of known items).
    ``nodes``, ``ancestors``: the taxonomy's, of :mod:`setanon_sql.taxonomy`.
    ``cost``: what to minimize: ``ncp`` or ``lm``.
    ``algorithm``: how to search: ``improved`` (:mod:`.search`) or as in the ``paper`` (:mod:`.literal`).
    ``seconds``: how long to look for a result of least cost, or for a bound (:mod:`.proof`).
    ``wanted``: what the analyst asks for of single items.

    Search: greedy, from the root down, round by round; of least cost where ``nearest`` says that this is proved.
    Cost: each round mines the threats of the labels that are kept; the search grows with nodes and threats.
    Raises BadParameter for data of fewer than k records, NotReached where nothing would be left to publish, or where
    not all items can stay that must.
    Source: Liu and Wang, section 3.
    """
    improved = algorithm == "improved"
    data = _data(dataset, model, nodes, ancestors, cost, improved=improved, wanted=wanted)
    refuse_infeasible(data)
    kept, last = kept_nodes(data, model.m)
    if not kept:
        raise NotReached(
            f"nothing would be left: every item is in fewer than {model.k} records or in conflict with all others",
            "use a smaller --k or --m, or a taxonomy, so that items can be generalized instead of suppressed"
            + (", or fewer --constraints" if wanted.any else ""),
        )
    nearest = _nearest(data, last, kept, seconds) if improved else None
    if nearest and nearest.better:
        last = nearest.better
        kept = last.nodes()
    return _result(dataset, data, nodes, kept, last=last, method=_name(data.tree, algorithm), nearest=nearest)


def apply_mapping(
    dataset: Dataset,
    model: KmAnonymity,
    nodes: Table,
    ancestors: Table,
    mapping: Mapping[str, str],
    *,
    extension: bool = False,
    cost: KmCost = "ncp",
    seconds: float = 0.0,
    wanted: Resolved = NOTHING,
) -> KmResult:
    """Generalize a dataset as an earlier one was; see :mod:`.mapped`.

    ``dataset``, ``model``, ``nodes``, ``ancestors``, ``cost``: as for :func:`anonymize_km`.
    ``mapping``: the label of each item, empty where it is suppressed.
    ``extension``: mend the mapping where that is needed; else it is applied as it is, or not at all.
    ``seconds``: how long to look for the mending that changes least, each time threats were found.
    ``wanted``: items that are dropped; nothing else can be asked for, since the mapping says what becomes of items.

    Raises NotReached where the mapping does not do, with what would mend it; BadInput where the taxonomy is another.
    """
    data = _data(dataset, model, nodes, ancestors, cost, wanted=wanted)
    cut = read_cut(data.tree, mapping)
    dataset.engine.trace.doing("counting what the labels of the mapping leave in the data")
    trouble, mended = trouble_of(data, cut, dataset.distinct_items), None
    kept: Sequence[int] = sorted(cut.kept)
    if trouble.any:
        mended = extend(data, cut, trouble, seconds)
        kept = mended.kept
        if not extension:
            raise _does_not_do(data.tree, cut, trouble, mended)
    if not data.tree.occurrences[list(kept)].any():
        raise NotReached(
            "nothing would be left: no label of the mapping can be kept", "anonymize these records without --mapping"
        )
    name = "mapping, extended" if mended else "mapping"
    last = mended.last if mended else None
    told = mapped(cut, trouble, mended)
    return _result(dataset, data, nodes, kept, last=last, method=name, told=told, known=cut.items)


def _does_not_do(tree: Tree, cut: Cut, trouble: Trouble, mended: Extension) -> NotReached:
    """The error for a mapping that does not do: what is wrong, by number, and what mends it."""
    told = mapped(cut, trouble, mended)
    return NotReached(
        f"the mapping does not do for these records: {told.new_items:,} items are new ({told.new_items_placed:,} of "
        f"them below a label of the mapping), and fewer than k records hold each of {told.threats:,} minimal sets of "
        "its labels. "
        f"The least change that mends it: {told.labels_generalized:,} of its {len(cut.kept):,} labels go up, "
        f"{told.labels_suppressed:,} are suppressed, {told.labels_added:,} others are added",
        "--extend does that; --show-values names the labels",
        named(tree, trouble, mended),
    )


def _data(
    dataset: Dataset,
    model: KmAnonymity,
    nodes: Table,
    ancestors: Table,
    cost: KmCost,
    *,
    improved: bool = True,
    wanted: Resolved = NOTHING,
) -> Data:
    if dataset.records < model.k:
        raise BadParameter(
            f"k is {model.k}, but the source has only {dataset.records}: no set of items can be held by k records",
            "use a smaller --k or more records",
        )
    dataset.engine.trace.doing("counting the records of each label")
    ancestors = without_items(dataset.engine, ancestors, wanted.drop)
    supporters = Supporters(dataset.engine, dataset.transactions, ancestors, model.k, dataset.records)
    tree = read_tree(supporters, nodes, dataset.items, cost, wanted)
    return Data(supporters, tree, search if improved else literal_search, model.m, MOST_SETS if improved else None)


def _result(
    dataset: Dataset,
    data: Data,
    nodes: Table,
    kept: Sequence[int],
    *,
    last: KeptSet | None,
    method: str,
    nearest: Optimum | None = None,
    told: Mapped | None = None,
    known: frozenset[int] = frozenset(),
) -> KmResult:
    engine, tree = dataset.engine, data.tree
    rows = data.supporters.of(kept)
    labels = engine.table(columns_of(nodes, item="node", label="label"))
    changed = changes(engine, tree, dataset.distinct_items, kept, last, told=data.told)
    return KmResult(rows, labels, changed, method, tuple(kept), tree.cost(kept), tree, nearest, told, known)


def _nearest(data: Data, last: KeptSet | None, kept: list[int], seconds: float) -> Optimum | None:
    if seconds <= 0:
        return None
    data.supporters.engine.trace.doing("looking for labels that cost less, or for a proof that there are none")
    return optimum(data, last, kept, seconds)


def _name(tree: Tree, algorithm: Algorithm) -> str:
    flat = all(not tree.children[child] for child in tree.children[tree.root])
    name = "suppression" if flat else "mHgHs"
    return name if algorithm == "improved" else f"{name} (paper)"
