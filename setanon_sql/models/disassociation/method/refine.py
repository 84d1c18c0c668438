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
``benchmarks/disassociation.md``.

A cluster whose subrecords alone do not reach Lemma 2 keeps one term, which is then in no shared chunk above it.

Source: Terrovitis et al., section 4, algorithm REFINE, and section 5, Property 1.
"""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from setanon_sql.engine import Engine, scoped
from setanon_sql.models.disassociation.method.parts import table_by_clusters
from setanon_sql.models.disassociation.method.rows import ClusterRows, positions_in
from setanon_sql.models.disassociation.method.verpart import Chunked, chunks_of, supports_of, unfilled_clusters
from setanon_sql.query.templates import Table, all_rows
from setanon_sql.text import share

#: Joint clusters get their chunks in parts of so many rows, where time is limited.
_PART = 50_000
#: So many simple clusters are a window, round by round; each divides the next.
WIDTHS = (3, 9, 27)


@dataclass(frozen=True)
class Refined:
    """Result of REFINE.

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
    """Results of the steps before: ``clusters`` (``record_id, cluster_id``), ``rows`` (``record_id, cluster_id, item,
    position``), ``split`` (by VERPART); ``sensitive`` (``item``), which stay in term chunks; ``keep`` (``item``), which
    leave them where they can (None: none are spared); ``persons`` (``record_id, person``; rows then have a ``person``,
    too), whom k counts (None: records); itemsets that stay ``together`` where they can.
    """

    clusters: Table
    rows: Table
    split: Chunked
    sensitive: Table
    keep: Table | None = None
    persons: Table | None = None
    together: Sequence[Sequence[int]] = ()


@scoped
def refine(engine: Engine, steps: Steps, k: int, m: int, *, join: bool = True, seconds: float | None = None) -> Refined:
    """Join clusters whose records share terms, so that these stand in shared chunks.

    ``steps``: the clusters, their rows and what VERPART made, of which the supports are dropped. ``k``, ``m``: each
    shared chunk is to be k^m-anonymous.
    ``join``: False joins none (the same tables come back, empty).
    ``seconds``: after so many no further joint cluster gets chunks, and those that have none are not joined; the
    smallest come first. None: all get them.

    Search: greedy, in three rounds, each among windows of neighbouring clusters.
    Cost: each round counts the sets of up to m terms in the clusters of a window.
    Source: Terrovitis et al., section 4, algorithm REFINE.
    """
    if not join:
        return _unrefined(engine, steps)
    engine.trace.begin_phase("disassociating, step 3 of 3: joining clusters that share terms")
    began = time.monotonic()
    state = _Trees(engine, steps, k, m)
    for turn, width in enumerate(WIDTHS, 1):
        with engine.trace.part(f"among {width} clusters each", turn, len(WIDTHS)):
            joined = state.join(width)
        engine.trace.progress(f"round {turn} of {len(WIDTHS)}: {joined:,} joined")
    deadline = None if seconds is None else began + seconds
    refined = state.finish(deadline)
    _tell_gain(engine, steps, refined, time.monotonic() - began)
    return refined


def _tell_gain(engine: Engine, steps: Steps, refined: Refined, seconds: float) -> None:
    """Say how many occurrences have a number now that had none."""
    rows = engine.count(steps.rows)
    if not rows:
        return
    before = engine.number("disassociation/safe_covered/occurrences", all_chunks=steps.split.chunks)
    after = before + engine.count(refined.rows)
    engine.trace.note(
        f"joining clusters took {seconds:,.0f} s: {share(after, rows)} of the occurrences stand in chunks, with their "
        f"number; without it {share(before, rows)} did"
    )


def _parts(sizes: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Yield the first and the last number of clusters that have about as many rows together as a part; in order."""
    first = 0
    rows = 0
    for number, size in sizes:
        first = first or number
        rows += size
        if rows >= _PART:
            yield first, number
            first = 0
            rows = 0
    if first:
        yield first, sizes[-1][0]


def _unrefined(engine: Engine, steps: Steps) -> Refined:
    columns = (
        ("joint_id", "child_id", "leaf_id"),
        ("record_id", "cluster_id", "item"),
        ("cluster_id", "item", "chunk", "support"),
    )
    joints, rows, chunks = (engine.empty("empty", *names) for names in columns)
    engine.drop(steps.split.supports)
    return Refined(joints, rows, chunks, engine.table(all_rows(steps.split.terms)))


class _Trees:
    """The clusters at the top, and the terms that may still move to a joint cluster."""

    def __init__(self, engine: Engine, steps: Steps, k: int, m: int) -> None:
        self.engine = engine
        self.given = steps
        self.k = k
        self.m = m
        make = engine.table
        split = steps.split
        unfilled = unfilled_clusters(engine, steps.clusters, steps.rows, split.chunks, k=k, m=m)
        self.trees = make("disassociation/refine_terms/leaves", clusters=steps.clusters, supports=split.supports)
        engine.drop(split.supports)
        spared = steps.keep or engine.empty("spared", "item")
        self.terms = make(
            "disassociation/refine_terms/movable_terms", terms=split.terms, sensitive=steps.sensitive,
            unfilled=unfilled, trees=self.trees, keep=spared, k=k, width=WIDTHS[-1],
        )  # fmt: skip
        self.term_persons = self._term_persons()
        self.moves = engine.empty("moves", "joint_id", "leaf_id", "item")
        self.joints = engine.empty("joints", "joint_id", "child_id", "leaf_id")
        self.next_id = engine.number("disassociation/refine_terms/last_cluster", trees=self.trees) + 1
        engine.drop(unfilled, None if steps.keep else spared)

    def _term_persons(self) -> Table | None:
        """Return who holds the terms that may move, where k counts persons."""
        if self.given.persons is None:
            return None
        tables = {"cluster_rows": self.given.rows, "movable_terms": self.terms}
        return self.engine.table("disassociation/persons_chunks/term_persons", **tables)

    def _candidates(self, width: int) -> Table:
        numbers = {"k": self.k, "width": width}
        if self.term_persons is None:
            return self.engine.table("disassociation/refine_join/candidates", movable_terms=self.terms, **numbers)
        tables = {"movable_terms": self.terms, "term_persons": self.term_persons}
        return self.engine.table("disassociation/persons_chunks/candidates", **tables, **numbers)

    @scoped
    def join(self, width: int) -> int:
        """Join what can be joined in each window of so many simple clusters; returns how many joint clusters."""
        engine = self.engine
        make = self.engine.table
        candidates = self._candidates(width)
        joined = make("disassociation/refine_join/joined", candidates=candidates, trees=self.trees, first=self.next_id)
        joint_count = engine.count(joined)
        if joint_count:
            self._apply(candidates, joined)
        self.next_id += joint_count
        return joint_count

    def _apply(self, candidates: Table, joined: Table) -> None:
        engine = self.engine
        make = self.engine.table
        terms = self.terms
        trees = self.trees
        moves = make("disassociation/refine_join/moves", candidates=candidates, joined=joined)
        joints = make("disassociation/refine_join/joints", trees=trees, candidates=candidates, joined=joined)
        engine.append(self.moves, all_rows(moves))
        engine.append(self.joints, all_rows(joints))
        self.trees = make("disassociation/refine_join/next_trees", trees=trees, new_joints=joints)
        self.terms = make(
            "disassociation/refine_join/next_movable_terms", movable_terms=terms, moves=moves, next_trees=self.trees
        )
        engine.drop(moves, joints, trees, terms)

    def finish(self, deadline: float | None) -> Refined:
        """Make the shared chunks of all joint clusters, or of those that get them before a ``deadline``."""
        if deadline is None:
            return self._finish()
        rows = self._rows_of_moves(self.moves)
        sizes = self.engine.rows("disassociation/refine_join/joint_sizes", shared_rows=rows)
        self.engine.drop(rows)
        chunks: Table | None = None
        last = 0
        for first, last_of_part in _parts([(int(joint), int(n)) for joint, n in sizes]):
            if time.monotonic() >= deadline:
                break
            numbers = {"first_id": first, "last_id": last_of_part}
            moves = self.engine.table("disassociation/refine_join/moves_between", all_moves=self.moves, **numbers)
            chunks = self.engine.add(chunks, all_rows(self._chunks(self._rows_of_moves(moves), moves)))
            last = last_of_part
        if sizes and last < int(sizes[-1][0]):
            done = sum(int(joint) <= last for joint, _ in sizes)
            self.engine.trace.note(
                f"time for joining clusters is up: {done:,} of {len(sizes):,} joint clusters are made"
            )
            self._keep_joints(last)
        return self._finish(chunks or self.engine.empty("chunks", "cluster_id", "item", "chunk", "support"))

    def _keep_joints(self, last: int) -> None:
        """Forget the joint clusters after ``last``: each of them is above earlier ones only, or above none."""
        make = self.engine.table
        everything = {"first_id": 0, "last_id": last}
        moves = make("disassociation/refine_join/moves_between", all_moves=self.moves, **everything)
        joints = make("disassociation/refine_join/joints_until", all_joints=self.joints, last_id=last)
        self.engine.drop(self.moves, self.joints)
        self.moves = moves
        self.joints = joints

    def _rows_of_moves(self, moves: Table) -> Table:
        """Return which record holds which of the terms that moved, by joint cluster."""
        cut = {"cluster_rows": "cluster_id", "all_moves": "leaf_id"}
        tables = {"cluster_rows": self.given.rows, "all_moves": moves}
        return table_by_clusters(self.engine, "disassociation/refine_join/shared_rows", cut, **tables)

    @scoped
    def _chunks(self, rows: Table, moves: Table) -> Table:
        """Return the shared chunks of the joint clusters that some ``moves`` go to, whose ``rows`` are given."""
        engine = self.engine
        steps = self.given
        repeated = engine.table(
            "disassociation/refine_join/repeated",
            all_moves=self.moves, all_joints=self.joints, chunks=steps.split.chunks,
        )  # fmt: skip
        fresh = replace(self._rows_without(rows, repeated), together=steps.together)
        supports = supports_of(engine, fresh.rows, fresh.words)
        chunks = chunks_of(engine, fresh, supports, steps.sensitive, k=self.k, m=self.m)
        engine.append(chunks, "disassociation/refine_join/single_chunks", shared_rows=rows, repeated=repeated)
        return chunks

    def _finish(self, chunks: Table | None = None) -> Refined:
        """Put all together; ``chunks``: the shared ones, where they are made already."""
        engine = self.engine
        rows = self._rows_of_moves(self.moves)
        chunks = chunks or self._chunks(rows, self.moves)
        cut = {"terms": "cluster_id", "all_moves": "leaf_id"}
        terms = table_by_clusters(
            engine, "disassociation/refine_join/remaining_terms", cut, terms=self.given.split.terms,
            all_moves=self.moves,
        )  # fmt: skip
        return Refined(self.joints, rows, chunks, terms)

    @scoped
    def _rows_without(self, rows: Table, repeated: Table) -> ClusterRows:
        """Return the rows of shared chunks without the items that are further down, too."""
        make = self.engine.table
        tables = {"shared_rows": rows, "repeated": repeated}
        if self.given.persons is None:
            return ClusterRows(make("disassociation/refine_join/rows_without", **tables))
        records = make("disassociation/persons_chunks/shared_records", **tables)
        positions, words = positions_in(self.engine, records, self.given.persons)
        return ClusterRows(make("disassociation/persons_chunks/rows_without", positions=positions, **tables), words)
