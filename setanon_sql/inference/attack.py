"""What an adversary links in a release in pieces, from its tables alone: the cover problem, carried out.

The adversary knows up to m items of a person's record: one of another chunk, and the others, at most m - 1, of a chunk
that the record has a subrecord in. What he knows of the chunk is in certain subrecords of it only; an item that all of
them hold is the person's in every possible original. The plan, for 1, 2, … m - 1 items known of a chunk:

1. Sets of so many items, where they occur, and how many of these subrecords hold each other item of the chunk.
2. An item in all of them is linked for certain, one in most of them with that probability.
3. Sets are made larger where the whole chunk is not known yet; one that is as frequent as a part of it tells no more.

With one known item, to learn the whole chunk is the cover problem; a safe release leaves none. More known items, and
items that imply only some others, still link: the paper's model does not promise otherwise.

Source: Awad, al Bouna, Couchot and Philippe, Safe Disassociation of Set-Valued Datasets, Lemma 1 and section 5.2.1.
"""

from dataclasses import dataclass, replace
from typing import Annotated

from setanon_sql.display import Listing, Summary
from setanon_sql.engine import Engine, scoped
from setanon_sql.fields import By, Fields, Name
from setanon_sql.query.templates import Table
from setanon_sql.results import Result
from setanon_sql.verify.pieces import FolderTables, covers_of


@dataclass(frozen=True)
class Linked(Fields):
    """Inferences from up to ``known`` items of a chunk."""

    known: int
    linked: Annotated[int, "subrecords of which an item more is certain"]
    whole_chunk: Annotated[int, "subrecords of which the whole chunk is certain"]
    items_learned: Annotated[int, "items more that are certain, in all"]
    mean_chance: Annotated[float, "probability of the likeliest other item, on average"]


@dataclass(frozen=True)
class CoverAttack(Result):
    """Inferences from 1 to m - 1 items of a chunk and one of another. ``m``: items that are known, of both together."""

    m: int
    subrecords: Annotated[int, "whose records draw on another chunk"]
    held_by_all: Annotated[int, "records with an item that all records of their cluster hold"]
    links: Annotated[
        tuple[Linked, ...], Name("by_known_items"), By("known"), "keys are numbers of known items of the chunk"
    ]

    def summary(self) -> Summary:
        """Return a row for each number of known items of the chunk."""
        columns = ("items_known_of_chunk", "whole_chunk", "items_learned", "mean_chance", "linked")
        rows = tuple(
            (link.known, link.whole_chunk, link.items_learned, link.mean_chance, link.linked) for link in self.links
        )
        title = f"Attack with {self.m} known items of two chunks"
        sentence = (
            f"{self.subrecords:,} subrecords; {self.held_by_all:,} records have an item that all of their cluster hold."
        )
        return Summary(title, Listing(columns, rows, frozenset({"mean_chance"})), sentences=(sentence,))


@dataclass(frozen=True)
class CoverAttacks(Result):
    """The attack on a release, and the same on another to compare with."""

    model: Annotated[str, ""]
    m: Annotated[int, "known items: one of another chunk, the others of the chunk that is attacked"]
    release: Annotated[CoverAttack, ""]
    before: Annotated[CoverAttack | None, "`--before`: the same for the other release"] = None

    def summary(self) -> Summary:
        """Return the figures of the release, and in a sentence those of the other one."""
        figures = self.release.summary()
        if self.before is None:
            return figures
        linked = ", ".join(f"{link.linked:,}" for link in self.before.links)
        return replace(figures, sentences=(*figures.sentences, f"Linked in the other release: {linked}."))


@scoped
def cover_attack(engine: Engine, tables: FolderTables, m: int) -> CoverAttack:
    """Attack a release as somebody who knows ``m`` items (at least two); see the module for the plan.

    ``tables``: those of the release. ``m``: known items, one of them of another chunk.

    Cost: grows with the sets of up to m - 1 items that each subrecord holds; a set that tells no more than a part of it
    is not gone on from.
    Source: Awad et al., Lemma 1 and section 5.2.1.
    """
    rows, parts = _known_rows(engine, tables)
    everybody = engine.number("inference/attack/held_by_all", clusters=tables.clusters, subrecords=tables.subrecords)
    return CoverAttack(m, parts, everybody, _links(engine, rows, m - 1))


@scoped
def _known_rows(engine: Engine, tables: FolderTables) -> tuple[Table, int]:
    """Return what may be known of each chunk, and of how many subrecords."""
    covers = covers_of(engine, tables)
    supports = engine.table("verify/pieces_chunks/chunk_supports", subrecords=tables.subrecords)
    nodes = engine.table("verify/pieces_chunks/nodes", chunk_supports=supports)
    lines = engine.table("inference/attack/lines", subrecords=tables.subrecords, nodes=nodes)
    rows = engine.table("inference/attack/known_rows", lines=lines, nodes=nodes, covers=covers)
    parts = engine.number("inference/attack/subrecord_count", lines=lines, nodes=nodes, covers=covers)
    return rows, parts


@scoped
def _links(engine: Engine, rows: Table, most: int) -> tuple[Linked, ...]:
    """Return what is linked with 1 to ``most`` known items of a chunk."""
    sets = engine.table("inference/attack/single_sets", known_rows=rows)
    linked = engine.table("inference/attack/nothing_linked", known_rows=rows)
    links: list[Linked] = []
    for known_items in range(1, most + 1):
        beside = engine.table("inference/attack/item_supports", occurrences=sets, known_rows=rows)
        inferred = engine.table("inference/attack/inferred", beside=beside, known=known_items)
        before = linked
        linked = engine.table("inference/attack/linked", occurrences=sets, inferred=inferred, before=linked)
        n, whole, learned, chance = engine.row("inference/attack/link_counts", linked=linked)
        links.append(Linked(known_items, int(n), int(whole), int(learned), float(chance)))
        larger = engine.table(
            "inference/attack/larger_sets", occurrences=sets, linked=linked, beside=beside, inferred=inferred
        )
        last = sets
        sets = engine.table("inference/attack/next_occurrences", occurrences=sets, known_rows=rows, larger_sets=larger)
        engine.drop(before, beside, inferred, larger, last)
    return tuple(links)
