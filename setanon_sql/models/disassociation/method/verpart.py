"""VERPART: the frequent items of each cluster in chunks that are k^m-anonymous, the others in its term chunk.

All clusters at once:

1. An item of a cluster that k of its records hold is a *node*. Its records are bits, so that nodes of a cluster meet
   without their records; the minimal threats over nodes are the sets that no chunk may hold (*clashes*).
2. Take the nodes of a cluster by falling support. A node goes to the first chunk where it completes no clash: it can as
   soon as the nodes it clashes with have a chunk, so that a round assigns many nodes of all clusters. The few nodes at
   the end of long chains of clashes are assigned one by one.
3. Clusters with too few subrecords and no term: their least frequent item becomes a term (Lemma 2).

Where k counts persons, an item is a node, and a set no clash, where k persons have a record that holds it. Lemma 2
stays one of records: k of them, of k persons, take what is known of each chunk, and the others what is left.

Source: Terrovitis et al., section 4, algorithm VERPART, and section 5, Lemma 2.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from setanon_sql.counting import Level, mine_masks, mine_person_masks
from setanon_sql.engine import Engine, scoped
from setanon_sql.models.disassociation.method.parts import table_by_clusters
from setanon_sql.models.disassociation.method.rows import ClusterRows, counting_query
from setanon_sql.query.templates import Table, all_rows, columns_of

#: So few nodes are assigned one by one: a round of queries costs more.
_ONE_BY_ONE = 50_000
#: So many nodes of a cluster are a block. Clashes grow with the square of a block, and few records hold two items of
#: the least frequent ones.
BLOCK = 500
_PAIR = 2


@dataclass(frozen=True)
class Chunked:
    """Result of VERPART; each support is that in the cluster.

    ``chunks``: ``cluster_id, item, chunk, support``. ``terms``, ``supports`` (of all items): ``cluster_id, item,
    support``.
    """

    chunks: Table
    terms: Table
    supports: Table


@scoped
def verpart(
    engine: Engine,
    rows: Table,
    sensitive: Table,
    k: int,
    m: int,
    *,
    keep: Table | None = None,
    words: Table | None = None,
    together: Sequence[Sequence[int]] = (),
) -> Chunked:
    """Split each cluster into chunks and a term chunk.

    ``rows``: ``record_id, cluster_id, item, position``, where ``position`` numbers the records of a cluster from 0.
    ``sensitive``: ``item``, which all go to term chunks.
    ``k``, ``m``: each chunk is to be k^m-anonymous.
    ``keep``: ``item``, what becomes a term only where nothing else can; None: nothing is spared.
    ``words``: as in :class:`~setanon_sql.models.disassociation.method.rows.ClusterRows`, where k counts persons.
    ``together``: itemsets that stay in one chunk where that is safe, the first ones first.

    Search: greedy, items by falling support; an item goes to the first chunk that stays safe.
    Cost: counts the sets of up to m items in each cluster, all clusters at once, with bits for records; memory grows
    with the sets that k records of a cluster hold.
    Source: Terrovitis et al., section 4, algorithm VERPART.
    """
    engine.trace.begin_phase("disassociating, step 2 of 3: splitting clusters into chunks")
    supports = supports_of(engine, rows, words)
    in_clusters = ClusterRows(rows, words, together)
    chunks = chunks_of(engine, in_clusters, supports, sensitive, k=k, m=m)
    cut = dict.fromkeys(("cluster_supports", "chunks"), "cluster_id")
    terms = table_by_clusters(
        engine, "disassociation/verpart_terms/terms", cut, cluster_supports=supports, chunks=chunks
    )
    cut = dict.fromkeys(("cluster_rows", "terms"), "cluster_id")
    termless = table_by_clusters(
        engine, "disassociation/verpart_terms/termless_rows", cut, cluster_rows=rows, terms=terms, sensitive=sensitive
    )
    counts = engine.table(
        "disassociation/verpart_terms/subrecord_counts", cluster_rows=termless, chunks=chunks, k=k, m=m
    )
    spared = keep or engine.empty("spared", "item")
    demoted = engine.table("disassociation/verpart_terms/demoted", chunks=chunks, subrecord_counts=counts, keep=spared)
    engine.append(terms, all_rows(demoted))
    kept_chunks = engine.table("disassociation/verpart_terms/kept_chunks", chunks=chunks, demoted=demoted)
    return Chunked(kept_chunks, terms, supports)


@scoped
def unfilled_clusters(engine: Engine, clusters: Table, rows: Table, chunks: Table, *, k: int, m: int) -> Table:
    """Return a scratch table ``cluster_id`` of those that need a term, because they have too few subrecords without.

    ``clusters``: ``record_id, cluster_id``. ``rows``: ``record_id, cluster_id, item``. ``chunks``: ``cluster_id, item,
    chunk, support``. Cost: counts the subrecords of those that the supports of their items leave in doubt.
    Source: Terrovitis et al., section 5, Lemma 2.
    """
    doubtful = engine.table(
        "disassociation/verpart_terms/doubtful_rows", cluster_rows=rows, clusters=clusters, chunks=chunks, k=k, m=m
    )
    counts = engine.table(
        "disassociation/verpart_terms/subrecord_counts", cluster_rows=doubtful, chunks=chunks, k=k, m=m
    )
    return engine.table(
        "disassociation/verpart_terms/too_few_subrecords", cluster_rows=doubtful, subrecord_counts=counts
    )


def supports_of(engine: Engine, rows: Table, words: Table | None) -> Table:
    """Return a scratch table ``cluster_id, item, support`` (records), and ``persons`` where these are counted."""
    return table_by_clusters(
        engine, counting_query("cluster_supports", words), {"cluster_rows": "cluster_id"}, cluster_rows=rows
    )


@scoped
def chunks_of(engine: Engine, in_clusters: ClusterRows, supports: Table, sensitive: Table, *, k: int, m: int) -> Table:
    """Return a scratch table ``cluster_id, item, chunk, support`` of the items that k records of a cluster hold.

    ``in_clusters``: the rows of clusters. ``supports``: of their items, as :func:`supports_of` gives them.
    ``sensitive``: ``item``, which are in no chunk. ``k``, ``m``: each chunk is to be k^m-anonymous.
    Cost: as for :func:`verpart`.
    """
    items = sorted({item for itemset in in_clusters.together for item in itemset})
    together = engine.load("together", {"item": int}, [items])
    nodes = engine.table(
        counting_query("nodes", in_clusters.words), cluster_supports=supports, sensitive=sensitive, together=together,
        k=k, most=BLOCK,
    )  # fmt: skip
    clashes = _clashes(engine, in_clusters, nodes, k, m)
    placed = None
    if in_clusters.together:
        clash_nodes = engine.table(
            "disassociation/verpart_chunks/clash_nodes", clashes=clashes, nodes=nodes, together=together
        )
        placed = _place_together(engine, nodes, clash_nodes, [*in_clusters.together, *([item] for item in items)])
    assigned = _assign(engine, nodes, clashes, placed)
    return engine.table("disassociation/verpart_chunks/chunks", nodes=nodes, assigned=assigned)


@scoped
def _place_together(engine: Engine, nodes: Table, clash_nodes: Table, itemsets: Sequence[Sequence[int]]) -> Table:
    """Give the items of each itemset one chunk in each cluster, where one takes them all; returns ``node_id, chunk``.

    At the end each item by itself: then all of these nodes have a chunk, and the others are assigned after them.
    """
    assigned = engine.empty("assigned", "node_id", "chunk")
    for itemset in itemsets:
        with engine.scope():
            members = engine.load("itemset", {"item": int}, [list(itemset)])
            tables = {"nodes": nodes, "itemset": members, "assigned": assigned}
            free = engine.table("disassociation/verpart_chunks/free_members", **tables)
            chunks = engine.table("disassociation/verpart_chunks/member_chunks", **tables)
            tables = {"clash_nodes": clash_nodes, "free": free, "assigned": assigned}
            barred = engine.table("disassociation/verpart_chunks/barred_to_members", **tables)
            tables = {"free": free, "member_chunks": chunks, "barred": barred}
            engine.append(assigned, "disassociation/verpart_chunks/placed", **tables)
    return assigned


@scoped
def _clashes(engine: Engine, in_clusters: ClusterRows, nodes: Table, k: int, m: int) -> Table:
    clashes = engine.empty("clashes", "clash_id", "node_id", "other_id")
    clash_count = 0
    for level in _threats(engine, in_clusters, nodes, k, m):
        if level.items is not None:
            query = "pair_clashes" if level.size == _PAIR else "clashes"
            engine.append(clashes, f"disassociation/verpart_nodes/{query}", threat_items=level.items, first=clash_count)
            engine.drop(level.items)
        clash_count += level.threats
    return clashes


def _threats(engine: Engine, in_clusters: ClusterRows, nodes: Table, k: int, m: int) -> Iterator[Level]:
    """Return the minimal threats over nodes, size by size."""
    items = engine.table(counting_query("node_items", in_clusters.words), nodes=nodes)
    cut = dict.fromkeys(("cluster_rows", "nodes"), "cluster_id")
    masks = table_by_clusters(
        engine, "disassociation/verpart_nodes/node_masks", cut, cluster_rows=in_clusters.rows, nodes=nodes
    )
    if in_clusters.words is None:
        return mine_masks(engine, items, masks, k, m)
    return mine_person_masks(engine, items, masks, k, m, words=in_clusters.words)


@scoped
def _assign(engine: Engine, nodes: Table, clashes: Table, placed: Table | None) -> Table:
    """Give each node the first chunk that takes it; returns ``node_id, chunk``. The ``clashes`` are dropped.

    ``placed`` (``node_id, chunk``): nodes that have one, and come before the others of their cluster.
    """
    if placed is None:
        unassigned = engine.table(columns_of(nodes, "node_id"))
        assigned = engine.empty("assigned", "node_id", "chunk")
    else:
        assigned = engine.table(all_rows(placed))
        unassigned = engine.table("disassociation/verpart_chunks/ready", unassigned=nodes, waiting=assigned)
        rest = engine.table("disassociation/verpart_chunks/still_clashing", clashes=clashes, waiting=unassigned)
        engine.drop(clashes)
        clashes = rest
    while engine.count(unassigned) > _ONE_BY_ONE:
        unassigned, clashes = _round(engine, unassigned, clashes, assigned)
    engine.append(assigned, all_rows(_assign_one_by_one(engine, unassigned, clashes, assigned)))
    return assigned


def _round(engine: Engine, unassigned: Table, clashes: Table, assigned: Table) -> tuple[Table, Table]:
    """Assign all nodes that wait for no other; returns the nodes and clashes that are left."""
    make = engine.table
    waiting = make("disassociation/verpart_chunks/waiting", clashes=clashes, assigned=assigned)
    ready = make("disassociation/verpart_chunks/ready", unassigned=unassigned, waiting=waiting)
    barred = make("disassociation/verpart_chunks/barred_chunks", clashes=clashes, ready=ready, assigned=assigned)
    engine.append(assigned, "disassociation/verpart_chunks/first_chunks", ready=ready, barred=barred)
    still = make("disassociation/verpart_chunks/still_unassigned", unassigned=unassigned, waiting=waiting)
    clashing = make("disassociation/verpart_chunks/still_clashing", clashes=clashes, waiting=waiting)
    engine.drop(waiting, ready, barred, unassigned, clashes)
    return still, clashing


def _assign_one_by_one(engine: Engine, unassigned: Table, clashes: Table, assigned: Table) -> Table:
    """Assign the nodes that are left in their order; returns ``node_id, chunk``."""
    nodes = sorted(engine.columns(all_rows(unassigned))["node_id"].tolist())
    known_chunks = engine.columns("disassociation/verpart_chunks/known_chunks", clashes=clashes, assigned=assigned)
    chunk = dict(zip(known_chunks["node_id"].tolist(), known_chunks["chunk"].tolist(), strict=True))
    clash_partners = _clash_partners(engine, clashes)
    for node in nodes:
        barred = {
            chunk[partners[0]]
            for partners in clash_partners.get(node, ())
            if len({chunk[partner] for partner in partners}) == 1
        }
        chunk[node] = next(number for number in range(1, len(barred) + 2) if number not in barred)
    return engine.load("assigned", {"node_id": int, "chunk": int}, [nodes, [chunk[node] for node in nodes]])


def _clash_partners(engine: Engine, clashes: Table) -> dict[int, list[list[int]]]:
    """Return for each last node of a clash: the other nodes, clash by clash."""
    rows = engine.columns(all_rows(clashes))
    together: dict[int, list[int]] = {}
    last: dict[int, int] = {}
    for clash, node, other in zip(*(rows[name].tolist() for name in ("clash_id", "node_id", "other_id")), strict=True):
        together.setdefault(clash, []).append(other)
        last[clash] = node
    partners: dict[int, list[list[int]]] = {}
    for clash, nodes in together.items():
        partners.setdefault(last[clash], []).append(nodes)
    return partners
