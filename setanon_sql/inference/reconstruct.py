"""Possible originals of a release in pieces, made up at random; and what its supports are on average over them.

An original fits a release when each cluster has its number of records, none of them empty, each subrecord of a chunk is
in a record of its own, a record has no item twice, and each term of a term chunk is in a record of its cluster.
The plan:

1. A shared chunk may go to the records under its joint cluster that do not have its items in a chunk further down: an
   item of a simple cluster is all in one chunk.
2. Give the subrecords of each chunk to random records that may hold it, each choice as likely as the others.
3. Where a cluster has no terms and none of its chunks fills all records, they do so together: each assignment of its
   record chunks without an empty record is as likely as the others (:mod:`setanon_sql.inference.filling`).
4. Give each term to a random record of its cluster, and each record that is still empty a random term of it.

The order is pseudo-random, by a keyed hash: a seed gives the same originals again. A release does not tell how often
it has a term: here each occurs once, and once more where a record would be empty. A record of a cluster without terms
holds something of its own cluster, never only subrecords of shared chunks: Lemma 2 says that this is possible.

:func:`estimate` returns the mean over all these originals, exactly. Let R be that a certain record of a cluster of n
gets a subrecord of each chunk that has a part of an itemset.

- Of a chunk with s subrecords and N places the record gets any with the chance s / N, each as likely as the others. If
  h of them hold the part of the itemset, it gets one of these with the chance h / N; it gets a term with 1 / n.
- Chunks of step 2 and terms are placed independently of each other, so the chances are multiplied.
- In step 3 no record is empty (F). Chunks would be independent without that, and which subrecord a record gets does not
  matter to F. So P(R | F) = P(R) P(F | R) / P(F): the product of all h / N times P(F | R) / P(F).
- Step 4 gives terms to records that hold nothing else, and so adds to itemsets of one item only: n e (1 - 1/n)^t / t
  for each of t terms, if e is the chance that a record gets no subrecord. The chunks of a cluster with terms are all
  placed by step 2, so e is the product of all 1 - s / N.

The mean support is the sum over all records, which are alike in each cluster.

Source: Terrovitis et al., sections 3 and 6.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from setanon_sql.engine import Engine, scoped
from setanon_sql.errors import BadInput
from setanon_sql.inference.filling import Filling, fill_chances
from setanon_sql.numbers import whole_of
from setanon_sql.query.templates import Table
from setanon_sql.verify.pieces import FolderTables, clusters_above


@dataclass(frozen=True)
class Prepared:
    """A release made ready for any number of originals; see :func:`prepare`.

    ``records_to_fill``: ``cluster_id, slot, record_number``. ``loose``: ``chunk_id, cluster_id, subrecords``, where the
    chunks may go that are placed by themselves; ``filling``: the others. ``subrecords`` and ``terms``: numbered.
    """

    records_to_fill: Table
    loose: Table
    filling: Filling | None
    subrecords: Table
    terms: Table


@scoped
def prepare(engine: Engine, tables: FolderTables) -> Prepared:
    """Number the records to be made up, and find out where each chunk may go.

    ``tables``: those of a release that keeps its promise.
    Cost: linear in its rows, and in the pairs of a shared chunk and a simple cluster under it; see also
    :func:`setanon_sql.inference.filling.filling`.
    Raises BadInput where a shared chunk has more subrecords than there are records that may hold them.
    """
    places = _places(engine, tables)
    tight = engine.table("inference/reconstruct_records/tight_clusters", places=places, terms=tables.terms)
    chunks = engine.table("inference/reconstruct_records/filling_chunks", places=places, tight=tight)
    return Prepared(
        _records_to_fill(engine, tables.clusters),
        engine.table("inference/reconstruct_records/loose_places", places=places, tight=tight),
        fill_chances(engine, chunks),
        engine.table("inference/reconstruct_records/numbered_subrecords", subrecords=tables.subrecords),
        engine.table("inference/reconstruct_records/numbered_terms", terms=tables.terms, clusters=tables.clusters),
    )


@scoped
def reconstruct(engine: Engine, release: Prepared, seed: str) -> Table:
    """Return one possible original as a scratch table ``record_id, item`` (label).

    ``release``: made ready by :func:`prepare`. ``seed``: another one gives another original.
    Cost: some joins over the rows of the release, and one for each chunk of the clusters that chunks fill together.
    Source: Terrovitis et al., section 3.
    """
    records = release.records_to_fill
    seats = engine.table(
        "inference/reconstruct_originals/seats", loose=release.loose, records_to_fill=records, seed=seed
    )
    if release.filling is not None:
        draws = _draws(engine, release.filling, seed)
        engine.append(
            seats, "inference/reconstruct_originals/filling_seats", draws=draws, records_to_fill=records, seed=seed
        )
    rows = engine.table("inference/reconstruct_originals/chunk_rows", seats=seats, numbered=release.subrecords)
    engine.append(
        rows, "inference/reconstruct_originals/term_rows", terms=release.terms, records_to_fill=records, seed=seed
    )
    engine.append(
        rows,
        "inference/reconstruct_originals/last_terms",
        terms=release.terms,
        records_to_fill=records,
        made=rows,
        seed=seed,
    )
    return engine.table("inference/reconstruct_originals/original", made=rows, seed=seed)


def reconstructions(engine: Engine, release: Prepared, samples: int, seed: str) -> Table:
    """Return originals as a scratch table ``sample_id, record_id, item``.

    ``release``: made ready by :func:`prepare`. ``samples``: how many originals. ``seed``: makes them repeatable.
    Cost: that of :func:`reconstruct` for each. Raises BadParameter for fewer than one.
    """
    samples = whole_of("<samples>", samples, "make up one original or more")
    originals: Table | None = None
    for number in range(1, samples + 1):
        original = reconstruct(engine, release, f"{seed}:{number}")
        query = "inference/reconstruct_originals/sample"
        originals = engine.add(originals, query, original=original, sample_id=number)
        engine.drop(original)
    assert originals is not None
    return originals


@scoped
def estimate(engine: Engine, tables: FolderTables, itemsets: Table) -> Table:
    """Return ``itemset_id, certain, expected``: what a release tells about supports, without making up an original.

    ``tables``: those of the release. ``itemsets``: ``itemset_id, item`` (label).

    ``certain`` is a lower bound that no possible original is under: the subrecords that hold the whole set, and one for
    each term chunk with a set of one item. ``expected`` is the mean over all originals that :func:`reconstruct` makes
    up, computed exactly: what the mean over samples comes to. The proof is at the top of this module.

    Cost: joins the itemsets with the rows of the release, for all of them at once; see also
    :func:`setanon_sql.inference.filling.filling`.
    Raises BadInput as :func:`prepare` does.
    Source: Terrovitis et al., section 6.
    """
    certain = engine.table(
        "inference/estimate/certain", itemsets=itemsets, subrecords=tables.subrecords, terms=tables.terms
    )
    places = _places(engine, tables)
    chances = _chances(engine, tables, itemsets, places)
    engine.append(
        chances,
        "inference/estimate/repeated_terms",
        itemsets=itemsets,
        terms=tables.terms,
        clusters=tables.clusters,
        places=places,
    )
    return engine.table("inference/estimate/estimates", itemsets=itemsets, certain=certain, chances=chances)


@scoped
def unknown_supports(
    engine: Engine, tables: FolderTables, itemsets: Table, sensitive: Sequence[str], diversity: int | None
) -> Table:
    """Return ``itemset_id, at_most``: the itemsets with a sensitive item, of which a release tells no expected support.

    ``tables``: those of the release. ``itemsets``: ``itemset_id, item`` (label). ``sensitive``: labels of the manifest.
    ``diversity``: one in so many records of a cluster holds each of them at most; None: that is not known.

    Cost: joins the itemsets with the terms of the release.
    """
    labels = engine.load("sensitive", {"label": str}, [list(sensitive)])
    return engine.table(
        "inference/estimate/unknown_supports", itemsets=itemsets, terms=tables.terms, clusters=tables.clusters,
        sensitive=labels, diversity=diversity or 1,
    )  # fmt: skip


@scoped
def _places(engine: Engine, tables: FolderTables) -> Table:
    """Return where each chunk may go: see the query ``places``."""
    above, _ = clusters_above(engine, tables.clusters)
    places = engine.table(
        "inference/reconstruct_records/places",
        subrecords=tables.subrecords,
        terms=tables.terms,
        clusters=tables.clusters,
        above=above,
    )
    crowded = engine.number("inference/reconstruct_records/crowded", subrecords=tables.subrecords, places=places)
    if crowded:
        raise BadInput(
            f"no original of the release can be made up: {crowded:,} of its chunks have more subrecords than there are "
            "records that may hold them",
            "an item that a cluster has in a chunk of its own is in no shared chunk of its records",
        )
    return places


@scoped
def _records_to_fill(engine: Engine, clusters: Table) -> Table:
    largest = engine.number("inference/reconstruct_records/largest_cluster", clusters=clusters)
    numbers = engine.load("numbers", {"n": int}, [range(1, largest + 1)])
    return engine.table("inference/reconstruct_records/records_to_fill", clusters=clusters, numbers=numbers)


def _draws(engine: Engine, chunks: Filling, seed: str) -> Table:
    """Return how many records each chunk fills that fills a cluster together with others."""
    names = ("cluster_id", "chunk_id", "subrecords", "filled", "more")
    draws = engine.empty("draws", *names)
    for turn in range(chunks.turns, 0, -1):
        engine.append(
            draws,
            "inference/reconstruct_originals/draws",
            paths=chunks.paths,
            chances=chunks.chances,
            drawn_before=draws,
            turn=turn,
            seed=seed,
        )
    return draws


@scoped
def _chances(engine: Engine, tables: FolderTables, itemsets: Table, places: Table) -> Table:
    """Return ``itemset_id, cluster_id, expected``, but for the terms that are given to records that are empty."""
    subrecords = tables.subrecords
    clusters = tables.clusters
    parts = engine.table(
        "inference/estimate/parts",
        itemsets=itemsets, subrecords=subrecords, terms=tables.terms, clusters=clusters, places=places,
    )  # fmt: skip
    chances = engine.table("inference/estimate/chances", parts=parts, itemsets=itemsets, subrecords=subrecords)
    tight = engine.table("inference/reconstruct_records/tight_clusters", places=places, terms=tables.terms)
    cases = engine.table("inference/estimate/tight_parts", parts=parts, tight=tight)
    if engine.count(cases):
        chances = _tight_chances(engine, chances, _Tight(parts, cases, places, tight))
    return chances


@dataclass(frozen=True)
class _Tight:
    """Clusters that chunks have to fill together (``clusters``), and the itemsets with parts in several of them."""

    parts: Table
    cases: Table
    places: Table
    clusters: Table


@scoped
def _tight_chances(engine: Engine, chances: Table, tight: _Tight) -> Table:
    """Return ``chances``, corrected where chunks have to fill a cluster together."""
    cases = tight.cases
    chunks = engine.table("inference/reconstruct_records/filling_chunks", places=tight.places, tight=tight.clusters)
    joined = engine.table("inference/estimate/joined_chunks", cases=cases, filling=chunks, parts=tight.parts)
    alone = _fill_odds(engine, chunks, 0)
    together = _fill_odds(engine, joined, 1)
    return engine.table(
        "inference/estimate/tight_chances", chances=chances, cases=cases, together=together, alone=alone
    )


@scoped
def _fill_odds(engine: Engine, chunks: Table, filled: int) -> Table:
    """Return ``case_id, weight``: how likely chunks fill the rest of a cluster, as a logarithm."""
    chances = fill_chances(engine, chunks)
    assert chances is not None
    return engine.table("inference/estimate/fill_odds", paths=chances.paths, weights=chances.weights, filled=filled)
