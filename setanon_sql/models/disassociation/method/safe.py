"""Safe disassociation: no item of a chunk is covered, that is, never without all the other items of its chunk.

Somebody who knows a covered item and an item of another chunk links the whole chunk to the record, in every possible
original. All chunks at once, after REFINE:

1. Chunks of two items or more whose records draw on another chunk, too, are looked at: those of simple clusters with
   another chunk of their own or above them, and shared chunks.
2. Where a covered item cannot be hidden by partial suppression, items leave the chunk: for a chunk of their own, for
   the term chunk, or for good. What is left is looked at again, until partial suppression is possible or nothing is
   covered.
3. Partial suppression: the items are paired at random, each pair is taken out of one of the subrecords that hold all
   items, and its items go to two new subrecords, the ghosts. No item gets rarer, but all of them together do.

To leave for a chunk of its own keeps every guarantee: a covered item is with all the others in k subrecords or more,
so that a chunk more, for which Lemma 2 asks k subrecords, brings k or more; and a part of a k^m-anonymous chunk is
k^m-anonymous. An item that another chunk above or below holds, too, cannot become a term and gets a chunk of its own.

Where k counts persons, ghosts are nobody, and partial suppression leaves a subrecord with all items to k persons. What
is covered is a matter of subrecords: which of them are of one person a release does not tell.

Source: Awad, al Bouna, Couchot and Philippe, Safe Disassociation of Set-Valued Datasets, sections 3.3 and 4.
"""

from dataclasses import replace

from setanon_sql.dataset import Dataset
from setanon_sql.engine import Engine, scoped
from setanon_sql.keys import key as key_of
from setanon_sql.models.disassociation.method.plan import Disassociated
from setanon_sql.models.disassociation.method.verpart import unfilled_clusters
from setanon_sql.options.words import Infeasible
from setanon_sql.query.templates import Table, all_rows


def key_of_choices(dataset: Dataset, result: Disassociated, infeasible: Infeasible, seed: str) -> str:
    """Return the key of what :func:`make_safe` decides by lot; another source or promise has another one."""
    model = result.model
    parameters = {"model": model.name, **model.parameters, "method": result.method, "infeasible": infeasible}
    return key_of(seed, dataset.digest, parameters, "partial suppression")


@scoped
def make_safe(engine: Engine, result: Disassociated, infeasible: Infeasible, key: str) -> tuple[Disassociated, int]:
    """Return a result without covered items, and how many items were in its record and shared chunks before.

    ``result``: what was disassociated; its tables ``rows``, ``chunks`` and those of ``refined`` are replaced.
    Subrecords of ghosts have negative record numbers.
    ``infeasible``: where items go that partial suppression cannot serve.
    ``key``: a secret that orders the random choices, see :func:`key_of_choices`.

    Cost: a few queries over the chunks for each time that items leave; each time some chunk gets smaller.
    Source: Awad et al., sections 3.3 and 4.
    """
    run = _Safe(engine, result, infeasible, key)
    before = run.move()
    run.suppress()
    safe = run.finish()
    return replace(safe, method=f"{safe.method}, safe ({infeasible})"), before


class _Safe:
    """The tables of the result as they are now, and all chunks, record and shared, together."""

    def __init__(self, engine: Engine, result: Disassociated, infeasible: Infeasible, key: str) -> None:
        self.engine = engine
        self.result = result
        self.infeasible = infeasible
        self.key = key
        self.k = result.model.k
        self.m = result.model.m
        self.joints = result.refined.joints
        self.sizes = engine.table(
            "disassociation/safe_covered/cluster_sizes", clusters=result.clusters, joints=self.joints
        )
        self.feasible = engine.empty("feasible", "cluster_id", "chunk", "items", "suppressions")
        self.feasible_rows = engine.empty("feasible_rows", "cluster_id", "chunk", "record_id", "item")
        self._unite()

    def _unite(self) -> None:
        """Put record and shared chunks together."""
        self.chunks = self.engine.table(all_rows(self.result.chunks))
        self.engine.append(self.chunks, all_rows(self.result.refined.chunks))

    def _exposed_items(self) -> Table:
        """Return the items of chunks that may have covered items."""
        return self.engine.table(
            "disassociation/safe_covered/exposed_items", all_chunks=self.chunks, joints=self.joints
        )

    def _rows_of(self, rows: Table, chunks: Table) -> Table:
        """Return those of the subrecords that are of these chunks (``cluster_id, chunk``)."""
        return self.engine.table("disassociation/safe_covered/rows_of_chunks", open_rows=rows, some_chunks=chunks)

    @scoped
    def _put_aside(self, rows: Table, covered: Table) -> None:
        """Keep the chunks that can be suppressed in part, and their subrecords, until all have been found."""
        feasible = self.engine.table("disassociation/safe_covered/feasible_chunks", covered_chunks=covered)
        more = self._rows_of(rows, feasible)
        self.engine.append(self.feasible, all_rows(feasible))
        self.engine.append(self.feasible_rows, all_rows(more))

    def move(self) -> int:
        """Let items leave their chunks until every covered item that is left can be suppressed in part.

        Returns how many items were in all chunks before. All chunks are looked at once, then only those that had to
        lose items.
        """
        engine = self.engine
        before = engine.number("disassociation/safe_covered/occurrences", all_chunks=self.chunks)
        items = self._exposed_items()
        rows = self.result.chunk_rows(engine, items, items)
        engine.trace.begin_phase("removing covered items")
        while True:
            covered = engine.table(
                "disassociation/safe_covered/covered_chunks",
                open_items=items,
                open_rows=rows,
                sizes=self.sizes,
                k=self.k,
            )
            infeasible = engine.table("disassociation/safe_covered/infeasible_chunks", covered_chunks=covered, k=self.k)
            self._put_aside(rows, covered)
            engine.drop(covered)
            if not (remaining := engine.count(infeasible)):
                break
            engine.trace.progress(f"{remaining:,} chunks have items that must leave them")
            items, rows = self._let_leave(items, rows, infeasible)
            engine.drop(infeasible)
        return before

    @scoped
    def _let_leave(self, items: Table, rows: Table, infeasible: Table) -> tuple[Table, Table]:
        """Let items leave these chunks; returns the items and subrecords that are left there, and drops the others."""
        engine = self.engine
        open_rows = self._rows_of(rows, infeasible)
        engine.drop(items, rows)
        counts = engine.table(
            "disassociation/safe_leave/item_counts", open_rows=open_rows, infeasible_chunks=infeasible
        )
        leaving = self._leaving_items(open_rows, infeasible, counts)
        moves = self._moves(leaving, counts)
        items_left = engine.table("disassociation/verpart_terms/kept_chunks", chunks=counts, demoted=leaving)
        rows_left = engine.table("disassociation/safe_move/next_open_rows", open_rows=open_rows, leaving=leaving)
        self._apply(moves)
        return items_left, rows_left

    @scoped
    def _leaving_items(self, rows: Table, infeasible: Table, counts: Table) -> Table:
        """Return which items leave their chunk in this round."""
        engine = self.engine
        if self.infeasible == "suppress":
            return engine.table("disassociation/safe_leave/all_leave", item_counts=counts)
        if self.infeasible != "best":
            return engine.table(
                "disassociation/safe_leave/covered_leave", infeasible_chunks=infeasible, item_counts=counts, k=self.k
            )
        together = engine.table("disassociation/safe_leave/pair_supports", open_rows=rows, infeasible_chunks=infeasible)
        losses = engine.table(
            "disassociation/safe_leave/losses",
            infeasible_chunks=infeasible,
            item_counts=counts,
            together=together,
            k=self.k,
        )
        leaving = engine.table("disassociation/safe_leave/cheapest_leave", losses=losses)
        other_chunks = engine.table(
            "disassociation/safe_leave/other_chunks", infeasible_chunks=infeasible, leaving=leaving
        )
        engine.append(
            leaving,
            "disassociation/safe_leave/covered_leave",
            infeasible_chunks=other_chunks,
            item_counts=counts,
            k=self.k,
        )
        return leaving

    @scoped
    def _moves(self, leaving: Table, counts: Table) -> Table:
        """Return where they go: ``cluster_id, item, outcome``."""
        engine = self.engine
        if self.infeasible in {"best", "separate"}:
            return engine.table("disassociation/safe_move/separated_items", leaving=leaving)
        barred = engine.table(
            "disassociation/safe_move/barred_terms", leaving=leaving, all_chunks=self.chunks, joints=self.joints
        )
        if self.infeasible == "demote":
            moves = engine.table("disassociation/safe_move/demoted_items", leaving=leaving, barred=barred)
        else:
            clusters_needing_term = self._clusters_needing_term(leaving)
            moves = engine.table(
                "disassociation/safe_move/suppressed_items",
                leaving=leaving,
                item_counts=counts,
                barred=barred,
                clusters_needing_term=clusters_needing_term,
            )
        return moves

    @scoped
    def _clusters_needing_term(self, leaving: Table) -> Table:
        """Return which simple clusters need a term once the items that leave are gone (Lemma 2)."""
        engine = self.engine
        result = self.result
        secret = result.sensitive or engine.empty("sensitive", "item")
        kept_chunks = engine.table("disassociation/verpart_terms/kept_chunks", chunks=result.chunks, demoted=leaving)
        unfilled = unfilled_clusters(engine, result.clusters, result.rows, kept_chunks, k=self.k, m=self.m)
        return engine.table(
            "disassociation/safe_move/clusters_needing_term",
            unfilled=unfilled,
            terms=result.refined.terms,
            sensitive=secret,
        )

    def _apply(self, moves: Table) -> None:
        """Move the items."""
        engine = self.engine
        result = self.result
        refined = self.result.refined
        if self.infeasible not in {"best", "separate"}:
            rows = result.chunk_rows(engine, result.chunks, refined.chunks)
            tables = {"chunk_rows": rows, "moves": moves, "clusters": result.clusters}
            engine.append(refined.terms, "disassociation/safe_move/new_terms", **tables)
        chunks, shared = (
            engine.table("disassociation/safe_move/next_chunks", chunks=old_chunks, moves=moves)
            for old_chunks in (result.chunks, refined.chunks)
        )
        engine.drop(result.chunks, refined.chunks, self.chunks)
        self.result = replace(result, chunks=chunks, refined=replace(refined, chunks=shared))
        self._unite()

    def suppress(self) -> None:
        """Suppress in part whatever is still covered."""
        engine = self.engine
        result = self.result
        refined = self.result.refined
        exposed = self._exposed_items()
        rows = self.feasible_rows
        covered = engine.table(
            "disassociation/safe_suppress/still_exposed", covered_chunks=self.feasible, exposed_items=exposed
        )
        picked = self._picked(rows, covered)
        pairs = engine.table("disassociation/safe_suppress/pairs", open_rows=rows, covered_chunks=covered, key=self.key)
        suppressions = engine.table("disassociation/safe_suppress/suppressions", pairs=pairs, picked=picked)
        record_rows, shared_rows = (
            self._suppress_rows(old_rows, chunks, pairs, suppressions)
            for old_rows, chunks in ((result.rows, result.chunks), (refined.rows, refined.chunks))
        )
        engine.drop(result.rows, refined.rows)
        self.result = replace(result, rows=record_rows, refined=replace(refined, rows=shared_rows))

    def _picked(self, rows: Table, covered: Table) -> Table:
        """Return from which subrecords a pair is suppressed."""
        tables = {"open_rows": rows, "covered_chunks": covered}
        if self.result.persons is None:
            return self.engine.table("disassociation/safe_suppress/picked", key=self.key, **tables)
        persons = self.result.persons
        return self.engine.table("disassociation/persons_chunks/picked", key=self.key, persons=persons, **tables)

    def _suppress_rows(self, rows: Table, chunks: Table, pairs: Table, suppressions: Table) -> Table:
        kept_rows = self.engine.table("disassociation/safe_suppress/kept_rows", rows=rows, suppressions=suppressions)
        self.engine.append(kept_rows, "disassociation/safe_suppress/ghosts", pairs=pairs, chunks=chunks)
        return kept_rows

    def finish(self) -> Disassociated:
        """Return the result, now safe."""
        return self.result
