"""VERPART: the frequent items of each cluster in chunks that are k^m-anonymous, the others in its term chunk.

All clusters at once:

1. An item of a cluster that k of its records hold is a *node*. Its records are bits, so that nodes of a cluster meet
   without their records; the minimal threats over nodes are the sets that no chunk may hold (*clashes*).
2. Take the nodes of a cluster by falling support. A node goes to the first chunk where it completes no clash: it can as
   soon as the nodes it clashes with have a chunk, so that a round assigns many nodes of all clusters. The few nodes at
   the end of long chains of clashes are assigned one by one.
3. Clusters with too few subrecords and no term: their least frequent item becomes a term (Lemma 2).

Source: Terrovitis et al., section 4, algorithm VERPART, and section 5, Lemma 2.
"""

from dataclasses import dataclass

from setanon_sql.counting import mine_masks
from setanon_sql.engine import Engine
from setanon_sql.methods.disassociation.parts import by_clusters
from setanon_sql.query.templates import Table, all_rows, columns_of

#: So few nodes are assigned one by one: a round of queries costs more.
_ONE_BY_ONE = 50_000


@dataclass(frozen=True)
class Chunked:
    """``chunks``: ``cluster_id, item, chunk, support``; ``terms`` and ``supports`` (of all items): ``cluster_id, item,
    support``. Each support is that in the cluster.
    """

    chunks: Table
    terms: Table
    supports: Table


def verpart(engine: Engine, rows: Table, sensitive: Table, k: int, m: int, *, keep: Table | None = None) -> Chunked:
    """Split each cluster into chunks and a term chunk.

    ``rows``: ``record_id, cluster_id, item, position``, where ``position`` numbers the records of a cluster from 0.
    ``sensitive``: ``item``, which all go to term chunks.
    ``k``, ``m``: each chunk is to be k^m-anonymous.
    ``keep``: ``item``, what becomes a term only where nothing else can; None: nothing is spared.

    Search: greedy, items by falling support; an item goes to the first chunk that stays safe.
    Cost: counts the sets of up to m items in each cluster, all clusters at once, with bits for records; memory grows
    with the sets that k records of a cluster hold.
    Source: Terrovitis et al., section 4, algorithm VERPART.
    """
    engine.trace.doing("disassociating, step 2 of 3: splitting clusters into chunks")
    supports = by_clusters(
        engine, "disassociation/verpart_nodes/cluster_supports", {"cluster_rows": "cluster_id"}, cluster_rows=rows
    )
    nodes = engine.table("disassociation/verpart_nodes/nodes", cluster_supports=supports, sensitive=sensitive, k=k)
    chunks = chunks_of(engine, rows, nodes, k, m)
    cut = dict.fromkeys(("cluster_supports", "chunks"), "cluster_id")
    terms = by_clusters(engine, "disassociation/verpart_terms/terms", cut, cluster_supports=supports, chunks=chunks)
    cut = dict.fromkeys(("cluster_rows", "terms"), "cluster_id")
    termless = by_clusters(
        engine, "disassociation/verpart_terms/termless_rows", cut, cluster_rows=rows, terms=terms, sensitive=sensitive
    )
    counts = engine.table(
        "disassociation/verpart_terms/subrecord_counts", cluster_rows=termless, chunks=chunks, k=k, m=m
    )
    spared = keep or engine.empty("spared", "item")
    demoted = engine.table("disassociation/verpart_terms/demoted", chunks=chunks, subrecord_counts=counts, keep=spared)
    engine.append(terms, all_rows(demoted))
    kept = engine.table("disassociation/verpart_terms/kept_chunks", chunks=chunks, demoted=demoted)
    engine.drop(chunks, termless, counts, demoted, None if keep else spared)
    return Chunked(kept, terms, supports)


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
    unfilled = engine.table(
        "disassociation/verpart_terms/too_few_subrecords", cluster_rows=doubtful, subrecord_counts=counts
    )
    engine.drop(doubtful, counts)
    return unfilled


def chunks_of(engine: Engine, rows: Table, nodes: Table, k: int, m: int) -> Table:
    """Return a scratch table ``cluster_id, item, chunk, support`` of the items that k records of a cluster hold.

    ``rows``: ``cluster_id, item, position`` (of a record in its cluster).
    ``nodes``: ``node_id, cluster_id, item, support`` of these items, numbered in the order of VERPART; it is dropped.
    ``k``, ``m``: each chunk is to be k^m-anonymous.
    Cost: as for :func:`verpart`.
    """
    clashes = _clashes(engine, rows, nodes, k, m)
    assigned = _assign(engine, nodes, clashes)
    chunks = engine.table("disassociation/verpart_chunks/chunks", nodes=nodes, assigned=assigned)
    engine.drop(nodes, assigned)
    return chunks


def _clashes(engine: Engine, rows: Table, nodes: Table, k: int, m: int) -> Table:
    clashes = engine.empty("clashes", "clash_id", "node_id", "other_id")
    items = engine.table("disassociation/verpart_nodes/node_items", nodes=nodes)
    cut = dict.fromkeys(("cluster_rows", "nodes"), "cluster_id")
    masks = by_clusters(engine, "disassociation/verpart_nodes/node_masks", cut, cluster_rows=rows, nodes=nodes)
    found = 0
    for level in mine_masks(engine, items, masks, k, m):
        if level.items is not None:
            engine.append(clashes, "disassociation/verpart_nodes/clashes", threat_items=level.items, first=found)
            engine.drop(level.items)
        found += level.threats
    return clashes


def _assign(engine: Engine, nodes: Table, clashes: Table) -> Table:
    """Give each node the first chunk that takes it; returns ``node_id, chunk``. Drops ``clashes``."""
    left = engine.table(columns_of(nodes, "node_id"))
    assigned = engine.empty("assigned", "node_id", "chunk")
    while engine.count(left) > _ONE_BY_ONE:
        left, clashes = _round(engine, left, clashes, assigned)
    engine.append(assigned, all_rows(_assign_one_by_one(engine, left, clashes, assigned)))
    engine.drop(left, clashes)
    return assigned


def _round(engine: Engine, left: Table, clashes: Table, assigned: Table) -> tuple[Table, Table]:
    """Assign all nodes that wait for no other; returns the nodes and clashes that are left."""
    make = engine.table
    waiting = make("disassociation/verpart_chunks/waiting", clashes=clashes, assigned=assigned)
    ready = make("disassociation/verpart_chunks/ready", unassigned=left, waiting=waiting)
    barred = make("disassociation/verpart_chunks/barred_chunks", clashes=clashes, ready=ready, assigned=assigned)
    engine.append(assigned, "disassociation/verpart_chunks/first_chunks", ready=ready, barred=barred)
    still = make("disassociation/verpart_chunks/still_unassigned", unassigned=left, waiting=waiting)
    clashing = make("disassociation/verpart_chunks/still_clashing", clashes=clashes, waiting=waiting)
    engine.drop(waiting, ready, barred, left, clashes)
    return still, clashing


def _assign_one_by_one(engine: Engine, left: Table, clashes: Table, assigned: Table) -> Table:
    """Assign the nodes that are left in their order; returns ``node_id, chunk``."""
    nodes = sorted(engine.columns(all_rows(left))["node_id"].tolist())
    known = engine.columns("disassociation/verpart_chunks/known_chunks", clashes=clashes, assigned=assigned)
    chunk = dict(zip(known["node_id"].tolist(), known["chunk"].tolist(), strict=True))
    others = _others(engine, clashes)
    for node in nodes:
        barred = {chunk[several[0]] for several in others.get(node, ()) if len({chunk[one] for one in several}) == 1}
        chunk[node] = next(number for number in range(1, len(barred) + 2) if number not in barred)
    return engine.load("assigned", {"node_id": int, "chunk": int}, [nodes, [chunk[node] for node in nodes]])


def _others(engine: Engine, clashes: Table) -> dict[int, list[list[int]]]:
    """For each last node of a clash: the other nodes, clash by clash."""
    rows = engine.columns(all_rows(clashes))
    together: dict[int, list[int]] = {}
    last: dict[int, int] = {}
    for clash, node, other in zip(*(rows[name].tolist() for name in ("clash_id", "node_id", "other_id")), strict=True):
        together.setdefault(clash, []).append(other)
        last[clash] = node
    found: dict[int, list[list[int]]] = {}
    for clash, several in together.items():
        found.setdefault(last[clash], []).append(several)
    return found
