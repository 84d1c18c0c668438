"""REFINE: clusters whose term chunks have terms in common become joint clusters that share chunks of those terms.

All neighbours at once, round by round:

1. Order the clusters at the top (simple or joint) by their term chunks, the most widespread terms first; so many that
   are next to each other are neighbours, in turn counted from the first and from half a neighbourhood on.
2. The terms that two neighbours or more have in common and that k of their records hold could be shared. Where
   criterion (1) holds for the neighbours that have any, they become a joint cluster and these terms move to it. Until
   neither count joins anything.
3. The moved terms of each joint cluster are split into k^m-anonymous chunks as in VERPART. A term that a record or
   shared chunk further down holds too gets a chunk of its own, which is k-anonymous (Property 1).

A cluster whose subrecords alone do not reach Lemma 2 keeps one term, which is then in no shared chunk above it.

Source: Terrovitis et al., section 4, algorithm REFINE, and section 5, Property 1.
"""

from dataclasses import dataclass

from setanon_sql.engine import Engine
from setanon_sql.methods.disassociation.verpart import Chunked, chunks_of
from setanon_sql.sql import Table, all_rows

#: So many neighbours may become one joint cluster at once.
WIDTH = 4


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
    """What the steps before made: ``clusters`` (``record_id, cluster_id``), ``rows`` (``record_id, cluster_id, item``),
    ``split`` (by VERPART); and ``sensitive`` (``item``), which stay in term chunks.
    """

    clusters: Table
    rows: Table
    split: Chunked
    sensitive: Table


def refine(engine: Engine, given: Steps, k: int, m: int, *, join: bool = True) -> Refined:
    """Join clusters; ``join`` False joins none (the same tables come back, empty)."""
    state = _Trees(engine, given, k, m)
    if join:
        state.join()
    return state.finish()


class _Trees:
    """The clusters at the top, and the terms that may still move to a joint cluster."""

    def __init__(self, engine: Engine, given: Steps, k: int, m: int) -> None:
        self.engine, self.given, self.k, self.m = engine, given, k, m
        make = engine.table
        counts = make(
            "disassociation/subrecord_counts", cluster_rows=given.rows, chunks=given.split.chunks, k=self.k, m=self.m
        )
        unfilled = make("disassociation/unfilled", cluster_rows=given.rows, subrecord_counts=counts)
        self.terms = make(
            "disassociation/movable_terms", terms=given.split.terms, sensitive=given.sensitive, unfilled=unfilled
        )
        self.trees = make("disassociation/leaves", clusters=given.clusters)
        self.moves = make("disassociation/no_moves", movable_terms=self.terms)
        self.joints = make("disassociation/no_joints", trees=self.trees)
        self.next_id = engine.number("disassociation/last_cluster", trees=self.trees) + 1
        engine.drop(counts, unfilled)

    def join(self) -> None:
        """Join neighbours until neither way to count them joins any."""
        idle, shift = 0, 0
        while idle < 2:
            idle = 0 if self._round(shift) else idle + 1
            shift = WIDTH // 2 - shift

    def _round(self, shift: int) -> int:
        """Join what one way to count neighbours allows; returns the number of new joint clusters."""
        engine, make, terms = self.engine, self.engine.table, self.terms
        ranks = make("disassociation/term_ranks", movable_terms=terms)
        near = make("disassociation/neighbours", movable_terms=terms, term_ranks=ranks, shift=shift, width=WIDTH)
        common = make("disassociation/refining_terms", movable_terms=terms, neighbours=near, k=self.k)
        candidates = make("disassociation/candidates", movable_terms=terms, neighbours=near, refining_terms=common)
        joined = make("disassociation/joined", candidates=candidates, trees=self.trees, first=self.next_id)
        found = engine.count(joined)
        if found:
            self._apply(candidates, joined)
        self.next_id += found
        engine.drop(ranks, near, common, candidates, joined)
        return found

    def _apply(self, candidates: Table, joined: Table) -> None:
        engine, make, terms, trees = self.engine, self.engine.table, self.terms, self.trees
        moves = make("disassociation/moves", candidates=candidates, joined=joined)
        joints = make("disassociation/joints", trees=trees, candidates=candidates, joined=joined)
        engine.append(self.moves, all_rows(moves))
        engine.append(self.joints, all_rows(joints))
        self.trees = make("disassociation/next_trees", trees=trees, new_joints=joints)
        self.terms = make("disassociation/next_movable_terms", movable_terms=terms, moves=moves, next_trees=self.trees)
        engine.drop(moves, joints, trees, terms)

    def finish(self) -> Refined:
        """Make the shared chunks of all joint clusters."""
        engine, make, given = self.engine, self.engine.table, self.given
        rows = make("disassociation/shared_rows", cluster_rows=given.rows, all_moves=self.moves)
        repeated = make(
            "disassociation/repeated", all_moves=self.moves, all_joints=self.joints, chunks=given.split.chunks
        )
        fresh = make("disassociation/rows_without", shared_rows=rows, repeated=repeated)
        chunks = chunks_of(engine, fresh, given.sensitive, self.k, self.m)
        engine.append(chunks, "disassociation/single_chunks", shared_rows=rows, repeated=repeated)
        terms = make("disassociation/remaining_terms", terms=given.split.terms, all_moves=self.moves)
        engine.drop(repeated, fresh, self.moves, self.terms, self.trees)
        return Refined(self.joints, rows, chunks, terms)
