"""REFINE: clusters whose term chunks have terms in common become joint clusters that share chunks of those terms.

1. Order the clusters by the items that many of their records hold, so that similar clusters are neighbours. So many
   next to each other are a *window*; the windows of a round are inside those of the next.
2. A round looks at all windows at once. The terms that two clusters at the top (simple or joint) or more of a window
   have in common and that k of their records hold could be shared. Where criterion (1) holds for the clusters that have
   any, they become a joint cluster and these terms move to it.
3. The moved terms of each joint cluster are split into k^m-anonymous chunks as in VERPART. A term that a record or
   shared chunk further down holds too gets a chunk of its own, which is k-anonymous (Property 1).

The paper orders clusters by their term chunks, anew in each of hundreds of rounds, and lets joint clusters grow without
a bound: a term is then somewhere among thousands of records. What that costs in itemsets and supports, measured, is in
``docs/disassociation.md``.

A cluster whose subrecords alone do not reach Lemma 2 keeps one term, which is then in no shared chunk above it.

Source: Terrovitis et al., section 4, algorithm REFINE, and section 5, Property 1.
"""

from dataclasses import dataclass

from setanon_sql.engine import Engine
from setanon_sql.methods.disassociation.parts import by_clusters
from setanon_sql.methods.disassociation.verpart import Chunked, chunks_of, unfilled_clusters
from setanon_sql.query.templates import Table, all_rows

#: So many simple clusters are a window, round by round; each divides the next.
WIDTHS = (3, 9, 27)


@dataclass(frozen=True)
class Refined:
    """What REFINE made.

    ``joints``: ``joint_id, child_id, leaf_id``, a row for each simple cluster under a joint one. ``rows``:
    ``record_id, cluster_id, item`` of the shared chunks. ``chunks``: ``cluster_id, item, chunk, support``. ``terms``:
    ``cluster_id, item, support``, what stays in the term chunks.
    """

    joints: Table
    rows: Table
    chunks: Table
    terms: Table


@dataclass(frozen=True)
class Steps:
    """What the steps before made: ``clusters`` (``record_id, cluster_id``), ``rows`` (``record_id, cluster_id, item,
    position``), ``split`` (by VERPART); ``sensitive`` (``item``), which stay in term chunks; ``keep`` (``item``), which
    leave them where they can (None: none are spared).
    """

    clusters: Table
    rows: Table
    split: Chunked
    sensitive: Table
    keep: Table | None = None


def refine(engine: Engine, given: Steps, k: int, m: int, *, join: bool = True) -> Refined:
    """Join clusters whose records share terms, so that these stand in shared chunks.

    ``given``: the clusters, their rows and what VERPART made, of which the supports are dropped. ``k``, ``m``: each
    shared chunk is to be k^m-anonymous.
    ``join``: False joins none (the same tables come back, empty).

    Search: greedy, in three rounds, each among windows of neighbouring clusters.
    Cost: each round counts the sets of up to m terms in the clusters of a window.
    Source: Terrovitis et al., section 4, algorithm REFINE.
    """
    if not join:
        return _unrefined(engine, given)
    engine.trace.doing("disassociating, step 3 of 3: joining clusters that share terms")
    state = _Trees(engine, given, k, m)
    for turn, width in enumerate(WIDTHS, 1):
        with engine.trace.part(f"among {width} clusters each", turn, len(WIDTHS)):
            found = state.join(width)
        engine.trace.progress(f"round {turn} of {len(WIDTHS)}: {found:,} joined")
    return state.finish()


def _unrefined(engine: Engine, given: Steps) -> Refined:
    columns = (
        ("joint_id", "child_id", "leaf_id"),
        ("record_id", "cluster_id", "item"),
        ("cluster_id", "item", "chunk", "support"),
    )
    joints, rows, chunks = (engine.empty("empty", *one) for one in columns)
    engine.drop(given.split.supports)
    return Refined(joints, rows, chunks, engine.table(all_rows(given.split.terms)))


class _Trees:
    """The clusters at the top, and the terms that may still move to a joint cluster."""

    def __init__(self, engine: Engine, given: Steps, k: int, m: int) -> None:
        self.engine, self.given, self.k, self.m = engine, given, k, m
        make, split = engine.table, given.split
        unfilled = unfilled_clusters(engine, given.clusters, given.rows, split.chunks, k=k, m=m)
        self.trees = make("disassociation/refine_terms/leaves", clusters=given.clusters, supports=split.supports)
        engine.drop(split.supports)
        spared = given.keep or engine.empty("spared", "item")
        self.terms = make(
            "disassociation/refine_terms/movable_terms", terms=split.terms, sensitive=given.sensitive,
            unfilled=unfilled, trees=self.trees, keep=spared, k=k, width=WIDTHS[-1],
        )  # fmt: skip
        self.moves = engine.empty("moves", "joint_id", "leaf_id", "item")
        self.joints = engine.empty("joints", "joint_id", "child_id", "leaf_id")
        self.next_id = engine.number("disassociation/refine_terms/last_cluster", trees=self.trees) + 1
        engine.drop(unfilled, None if given.keep else spared)

    def join(self, width: int) -> int:
        """Join what can be joined in each window of so many simple clusters; returns how many joint clusters."""
        engine, make = self.engine, self.engine.table
        candidates = make("disassociation/refine_join/candidates", movable_terms=self.terms, k=self.k, width=width)
        joined = make("disassociation/refine_join/joined", candidates=candidates, trees=self.trees, first=self.next_id)
        found = engine.count(joined)
        if found:
            self._apply(candidates, joined)
        self.next_id += found
        engine.drop(candidates, joined)
        return found

    def _apply(self, candidates: Table, joined: Table) -> None:
        engine, make, terms, trees = self.engine, self.engine.table, self.terms, self.trees
        moves = make("disassociation/refine_join/moves", candidates=candidates, joined=joined)
        joints = make("disassociation/refine_join/joints", trees=trees, candidates=candidates, joined=joined)
        engine.append(self.moves, all_rows(moves))
        engine.append(self.joints, all_rows(joints))
        self.trees = make("disassociation/refine_join/next_trees", trees=trees, new_joints=joints)
        self.terms = make(
            "disassociation/refine_join/next_movable_terms", movable_terms=terms, moves=moves, next_trees=self.trees
        )
        engine.drop(moves, joints, trees, terms)

    def finish(self) -> Refined:
        """Make the shared chunks of all joint clusters."""
        engine, make, given = self.engine, self.engine.table, self.given
        cut = {"cluster_rows": "cluster_id", "all_moves": "leaf_id"}
        rows = by_clusters(
            engine, "disassociation/refine_join/shared_rows", cut, cluster_rows=given.rows, all_moves=self.moves
        )
        repeated = make(
            "disassociation/refine_join/repeated",
            all_moves=self.moves,
            all_joints=self.joints,
            chunks=given.split.chunks,
        )
        fresh = make("disassociation/refine_join/rows_without", shared_rows=rows, repeated=repeated)
        supports = make("disassociation/verpart_nodes/cluster_supports", cluster_rows=fresh)
        nodes = make(
            "disassociation/verpart_nodes/nodes", cluster_supports=supports, sensitive=given.sensitive, k=self.k
        )
        chunks = chunks_of(engine, fresh, nodes, self.k, self.m)
        engine.append(chunks, "disassociation/refine_join/single_chunks", shared_rows=rows, repeated=repeated)
        cut = {"terms": "cluster_id", "all_moves": "leaf_id"}
        terms = by_clusters(
            engine, "disassociation/refine_join/remaining_terms", cut, terms=given.split.terms, all_moves=self.moves
        )
        engine.drop(repeated, fresh, supports, self.moves, self.terms, self.trees)
        return Refined(self.joints, rows, chunks, terms)
