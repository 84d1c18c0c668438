"""Possible originals of a disassociated release, made up at random; and what is certain about supports without any.

An original fits a release when each cluster has its number of records, none of them empty, each subrecord of a chunk is
in a record of its own, and each term of a term chunk is in a record of its cluster. The plan:

1. Number the records of each simple cluster.
2. Give the subrecords of each record chunk to random records of the cluster.
3. Joint clusters, the deepest first: give the subrecords of each shared chunk to random records under it that do not
   hold one of the chunk's items yet.
4. Give each term to a random record of its cluster, and each record that is still empty a random term.

The order is pseudo-random, by a keyed hash: a seed gives the same originals again. Source: Terrovitis et al., sections
3 and 6.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from setanon_sql.engine import Engine
from setanon_sql.numbers import whole_of
from setanon_sql.query.templates import Table
from setanon_sql.verify.disassociation import FolderTables, clusters_above


@dataclass(frozen=True)
class Prepared:
    """A release made ready for any number of originals; see :func:`prepare`."""

    tables: FolderTables
    records_to_fill: Table
    above: Table
    depths: Table
    deepest: int


def prepare(engine: Engine, tables: FolderTables) -> Prepared:
    """Read the tree of clusters and number the records to be made up.

    ``tables``: those of a release that keeps its promise.
    Cost: linear in its clusters and records.
    """
    largest = engine.number("inference/reconstruct_records/largest_cluster", clusters=tables.clusters)
    numbers = engine.load("numbers", {"n": int}, [range(1, largest + 1)])
    records_to_fill = engine.table(
        "inference/reconstruct_records/records_to_fill", clusters=tables.clusters, numbers=numbers
    )
    above, _ = clusters_above(engine, tables.clusters)
    depths = engine.table("inference/reconstruct_records/joint_depths", above=above, clusters=tables.clusters)
    engine.drop(numbers)
    return Prepared(
        tables,
        records_to_fill,
        above,
        depths,
        engine.number("inference/reconstruct_records/deepest_joint", joint_depths=depths),
    )


def reconstruct(engine: Engine, release: Prepared, seed: str) -> Table:
    """Return one possible original as a scratch table ``record_id, item`` (label).

    ``release``: made ready by :func:`prepare`. ``seed``: another one gives another original.
    Cost: some joins over the rows of the release, and one for each depth of joint clusters.
    Source: Terrovitis et al., section 3.
    """
    tables, made = release.tables, _record_rows(engine, release, seed)
    for depth in range(release.deepest, 0, -1):
        engine.append(
            made, "inference/reconstruct_originals/shared_rows", subrecords=tables.subrecords,
            joint_depths=release.depths, above=release.above, records_to_fill=release.records_to_fill, made=made,
            depth=depth, seed=seed,
        )  # fmt: skip
    engine.append(
        made, "inference/reconstruct_originals/term_rows", terms=tables.terms, clusters=tables.clusters,
        records_to_fill=release.records_to_fill, made=made, seed=seed,
    )  # fmt: skip
    original = engine.table("inference/reconstruct_originals/original", made=made, seed=seed)
    engine.drop(made)
    return original


def reconstructions(engine: Engine, release: Prepared, samples: int, seed: str) -> Table:
    """Return originals as a scratch table ``sample_id, record_id, item``.

    ``release``: made ready by :func:`prepare`. ``samples``: how many originals. ``seed``: makes them repeatable.
    Cost: that of :func:`reconstruct` for each. Raises BadParameter for fewer than one.
    """
    samples = whole_of("--samples", samples, "make up one original or more")
    one = reconstruct(engine, release, f"{seed}:1")
    found = engine.table("inference/reconstruct_originals/sample", original=one, sample_id=1)
    engine.drop(one)
    for number in range(2, samples + 1):
        one = reconstruct(engine, release, f"{seed}:{number}")
        engine.append(found, "inference/reconstruct_originals/sample", original=one, sample_id=number)
        engine.drop(one)
    return found


def estimate(engine: Engine, tables: FolderTables, itemsets: Table) -> Table:
    """Return ``itemset_id, certain, expected``: what a release tells about supports, without making up an original.

    ``tables``: those of the release. ``itemsets``: ``itemset_id, item`` (label).

    ``certain`` is a lower bound that no possible original is under: the subrecords that hold the whole set, and one for
    each term chunk with a set of one item. ``expected`` adds the records in which the parts of the set come together by
    chance, each part spread evenly over its cluster.

    Cost: joins the itemsets with the rows of the release, for all of them at once.
    Source: Terrovitis et al., section 6.
    """
    above, _ = clusters_above(engine, tables.clusters)
    certain = engine.table(
        "inference/estimate/certain", itemsets=itemsets, subrecords=tables.subrecords, terms=tables.terms
    )
    chances = engine.table(
        "inference/estimate/chances", itemsets=itemsets, subrecords=tables.subrecords, terms=tables.terms,
        clusters=tables.clusters, above=above,
    )  # fmt: skip
    found = engine.table("inference/estimate/estimates", itemsets=itemsets, certain=certain, chances=chances)
    engine.drop(above, certain, chances)
    return found


def unknown_supports(
    engine: Engine, tables: FolderTables, itemsets: Table, sensitive: Sequence[str], diversity: int | None
) -> Table:
    """Return ``itemset_id, at_most``: the itemsets with a sensitive item, of which a release tells no expected support.

    ``tables``: those of the release. ``itemsets``: ``itemset_id, item`` (label). ``sensitive``: labels of the manifest.
    ``diversity``: one in so many records of a cluster holds each of them at most; None: that is not known.

    Cost: joins the itemsets with the terms of the release.
    """
    labels = engine.load("sensitive", {"label": str}, [list(sensitive)])
    found = engine.table(
        "inference/estimate/unknown_supports", itemsets=itemsets, terms=tables.terms, clusters=tables.clusters,
        sensitive=labels, diversity=diversity or 1,
    )  # fmt: skip
    engine.drop(labels)
    return found


def _record_rows(engine: Engine, release: Prepared, seed: str) -> Table:
    tables = release.tables
    placed = engine.table(
        "inference/reconstruct_records/record_subrecords", subrecords=tables.subrecords,
        clusters=tables.clusters, terms=tables.terms, seed=seed,
    )  # fmt: skip
    order = engine.table(
        "inference/reconstruct_records/fill_order", placed=placed, records_to_fill=release.records_to_fill, seed=seed
    )
    rows = engine.table(
        "inference/reconstruct_records/record_rows", subrecords=tables.subrecords, placed=placed, fill_order=order
    )
    engine.drop(placed, order)
    return rows
