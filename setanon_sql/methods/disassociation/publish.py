"""The three tables that are published: labels instead of item numbers, random numbers instead of everything else."""

from dataclasses import dataclass

from setanon_sql.engine import Engine
from setanon_sql.methods.disassociation.method import Disassociated
from setanon_sql.sql import Table, all_rows


@dataclass(frozen=True)
class PublishedFolder:
    """The tables of a disassociated release, as in its files.

    ``clusters``: ``cluster_id, parent_id, kind, size``. ``subrecords``: ``cluster_id, chunk_id, subrecord_id, item``.
    ``terms``: ``cluster_id, item``. Items are labels.
    """

    clusters: Table
    subrecords: Table
    terms: Table


def publish(engine: Engine, result: Disassociated, labels: Table, seed: str) -> PublishedFolder:
    """Return what is to be published; ``labels``: ``item, label``. ``seed`` orders the random numbers (a secret)."""
    make, refined = engine.table, result.refined
    codes = make("disassociation/cluster_codes", clusters=result.clusters, joints=refined.joints, seed=seed)
    chunks = make(all_rows(result.chunks))
    engine.append(chunks, all_rows(refined.chunks))
    rows = make("disassociation/chunk_rows", cluster_rows=result.rows, chunks=result.chunks)
    engine.append(rows, "disassociation/chunk_rows", cluster_rows=refined.rows, chunks=refined.chunks)
    numbers = make("disassociation/subrecord_codes", chunk_rows=rows, seed=seed)
    places = make("disassociation/chunk_codes", chunks=chunks, seed=seed)
    subrecords = make(
        "disassociation/published_subrecords", chunk_rows=rows, cluster_codes=codes, chunk_codes=places,
        subrecord_codes=numbers, labels=labels,
    )  # fmt: skip
    clusters = make("disassociation/published_clusters", cluster_codes=codes, joints=refined.joints)
    terms = make("disassociation/published_terms", terms=refined.terms, cluster_codes=codes, labels=labels)
    engine.drop(codes, chunks, rows, numbers, places)
    return PublishedFolder(clusters, subrecords, terms)
