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
from setanon_sql.engine import Engine, Workspace, scoped
from setanon_sql.keys import key as key_of
from setanon_sql.models.disassociation.method.plan import Disassociated
from setanon_sql.models.disassociation.method.verpart import unfilled_clusters
from setanon_sql.options.words import Infeasible
from setanon_sql.query.templates import all_rows


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
    """The result as it is now; in ``space`` its tables, and all chunks, record and shared, together."""

    def __init__(self, engine: Engine, result: Disassociated, infeasible: Infeasible, key: str) -> None:
        self.engine = engine
        self.result = result
        self.infeasible = infeasible
        refined = result.refined
        self.space = Workspace(
            engine, k=result.model.k, key=key, clusters=result.clusters, joints=refined.joints, terms=refined.terms,
            persons=result.persons, sensitive=result.sensitive or engine.empty("sensitive", "item"),
        )  # fmt: skip
        self.space["rows"] = result.rows
        self.space["chunks"] = result.chunks
        self.space["shared_rows"] = refined.rows
        self.space["shared_chunks"] = refined.chunks
        self.space["feasible"] = engine.empty("feasible", "cluster_id", "chunk", "items", "suppressions")
        self.space["feasible_rows"] = engine.empty("feasible_rows", "cluster_id", "chunk", "record_id", "item")
        self.space.run("disassociation/safe_covered/cluster_sizes", into="sizes")
        self._unite()

    def _unite(self) -> None:
        """Put record and shared chunks together."""
        self.space["all_chunks"] = self.engine.table(all_rows(self.space["chunks"]))
        self.engine.append(self.space["all_chunks"], all_rows(self.space["shared_chunks"]))

    def move(self) -> int:
        """Let items leave their chunks until every covered item that is left can be suppressed in part.

        Returns how many items were in all chunks before. All chunks are looked at once, then only those that had to
        lose items.
        """
        space = self.space
        before = space.number("disassociation/safe_covered/occurrences")
        items = space.run("disassociation/safe_covered/exposed_items", into="open_items")
        space["open_rows"] = self.result.chunk_rows(self.engine, items, items)
        self.engine.trace.begin_phase("removing covered items")
        while self._look():
            pass
        return before

    def _look(self) -> bool:
        """Put aside the chunks that can be suppressed in part; return whether items had to leave others."""
        with self.space.inner() as aside:
            aside.run("disassociation/safe_covered/covered_chunks", "disassociation/safe_covered/infeasible_chunks")
            aside.run("disassociation/safe_covered/feasible_chunks")
            self._put_aside(aside)
            remaining = aside.count("infeasible_chunks")
            if remaining:
                self.engine.trace.progress(f"{remaining:,} chunks have items that must leave them")
                self._let_leave(aside)
        return bool(remaining)

    def _put_aside(self, space: Workspace) -> None:
        """Keep the chunks that can be suppressed in part, and their subrecords, until all have been found."""
        rows = space.run("disassociation/safe_covered/rows_of_chunks", some_chunks=space["feasible_chunks"])
        self.engine.append(space["feasible"], all_rows(space["feasible_chunks"]))
        self.engine.append(space["feasible_rows"], all_rows(rows))

    def _let_leave(self, space: Workspace) -> None:
        """Let items leave these chunks; only these are looked at from here on."""
        some_chunks = space["infeasible_chunks"]
        self.space.run("disassociation/safe_covered/rows_of_chunks", into="open_rows", some_chunks=some_chunks)
        counts = space.run("disassociation/safe_leave/item_counts")
        self._find_leaving(space)
        self._find_moves(space)
        self.space.run(
            "disassociation/verpart_terms/kept_chunks", into="open_items", chunks=counts, demoted=space["leaving"]
        )
        self.space.run("disassociation/safe_move/next_open_rows", into="open_rows", leaving=space["leaving"])
        self._apply(space)

    def _find_leaving(self, space: Workspace) -> None:
        """Find which items leave their chunk in this round."""
        if self.infeasible == "suppress":
            space.run("disassociation/safe_leave/all_leave", into="leaving")
        elif self.infeasible != "best":
            space.run("disassociation/safe_leave/covered_leave", into="leaving")
        else:
            space.run("disassociation/safe_leave/pair_supports", into="together")
            space.run("disassociation/safe_leave/losses")
            space.run("disassociation/safe_leave/cheapest_leave", into="leaving")
            other_chunks = space.run("disassociation/safe_leave/other_chunks")
            space.append("leaving", "disassociation/safe_leave/covered_leave", infeasible_chunks=other_chunks)

    def _find_moves(self, space: Workspace) -> None:
        """Find where they go: ``cluster_id, item, outcome``."""
        if self.infeasible in {"best", "separate"}:
            space.run("disassociation/safe_move/separated_items", into="moves")
            return
        space.run("disassociation/safe_move/barred_terms", into="barred")
        if self.infeasible == "demote":
            space.run("disassociation/safe_move/demoted_items", into="moves")
        else:
            self._find_clusters_needing_term(space)
            space.run("disassociation/safe_move/suppressed_items", into="moves")

    def _find_clusters_needing_term(self, space: Workspace) -> None:
        """Find which simple clusters need a term once the items that leave are gone (Lemma 2)."""
        model = self.result.model
        kept_chunks = space.run("disassociation/verpart_terms/kept_chunks", demoted=space["leaving"])
        unfilled = unfilled_clusters(self.engine, space["clusters"], space["rows"], kept_chunks, k=model.k, m=model.m)
        space.run("disassociation/safe_move/clusters_needing_term", unfilled=unfilled)

    def _apply(self, space: Workspace) -> None:
        """Move the items."""
        if self.infeasible not in {"best", "separate"}:
            rows = self.result.chunk_rows(self.engine, space["chunks"], space["shared_chunks"])
            space.append("terms", "disassociation/safe_move/new_terms", chunk_rows=rows)
        for name in ("chunks", "shared_chunks"):
            self.space.run("disassociation/safe_move/next_chunks", into=name, chunks=space[name], moves=space["moves"])
        self._unite()

    def suppress(self) -> None:
        """Suppress in part whatever is still covered."""
        by = "safe_suppress" if self.result.persons is None else "persons_chunks"
        with self.space.inner(open_rows=self.space["feasible_rows"]) as aside:
            aside.run("disassociation/safe_covered/exposed_items")
            aside.run(
                "disassociation/safe_suppress/still_exposed", into="covered_chunks", covered_chunks=aside["feasible"]
            )
            aside.run(f"disassociation/{by}/picked", "disassociation/safe_suppress/pairs")
            aside.run("disassociation/safe_suppress/suppressions")
            for rows, chunks in (("rows", "chunks"), ("shared_rows", "shared_chunks")):
                aside.run("disassociation/safe_suppress/kept_rows", into=rows, rows=aside[rows])
                aside.append(rows, "disassociation/safe_suppress/ghosts", chunks=aside[chunks])
                aside.hand_out(rows)

    def finish(self) -> Disassociated:
        """Return the result, now safe."""
        space = self.space
        refined = replace(self.result.refined, rows=space["shared_rows"], chunks=space["shared_chunks"])
        return replace(self.result, rows=space["rows"], chunks=space["chunks"], refined=refined)
