"""What an audit of a disassociated release counted."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from setanon_sql.display import Listing, Summary
from setanon_sql.registry.pieces import PiecesParameters
from setanon_sql.results import Result, size_of, verdict
from setanon_sql.verify.cover import CoverCounts, CoveredChunk, Implied


@dataclass(frozen=True)
class DisassociationAudit(Result):
    """Faults of a disassociated release against its model, and the sizes of its parts.

    ``model``: what its manifest promises; where persons were counted, of persons.
    ``records``: records of the release.
    ``rows``: rows of its three tables that name an item.
    ``violations``: faults of all checks; covered items count only where the release promises that there are none.
    ``by_check``: faults by the name of the check: ``chunk_km`` (chunks that break k^m-anonymity), ``subrecord_count``
    (clusters with too few subrecords and no term), ``joint_property`` (shared chunks that repeat an item from below
    and have fewer than k equal subrecords), ``structure`` (how clusters, chunks and terms fit together), ``cover``
    (chunks with an item that never occurs without all the others); and where they are promised, ``sensitive``
    (sensitive items outside of term chunks), ``diversity`` (clusters and sensitive items with too many holders; absent
    where these are not known) and ``unrefined`` (joint clusters).
    Where persons were counted also ``cluster_persons`` (clusters of fewer than k), ``chunk_persons`` (chunks with a set
    of up to m items that fewer than k hold) and ``joint_persons`` (as ``joint_property``).
    ``covers``: how many chunks there are, and how many of them have a covered item.
    ``implied``: items that another item of their chunk implies.
    ``clusters``, ``joint_clusters``: how many there are.
    ``smallest_cluster``, ``largest_cluster``: records in it.
    ``not_checked``: a sentence for each part of the guarantee that no recount can see.
    ``covered``: which items cover which, in the chunks with the most items; None where that was not asked for.
    ``persons``: behind the records; None where persons were not counted. ``smallest_cluster_persons``: in the cluster
    of the fewest.
    """

    model: PiecesParameters
    records: int
    rows: int
    violations: int
    by_check: Mapping[str, int]
    covers: CoverCounts
    implied: Implied
    clusters: int
    joint_clusters: int
    smallest_cluster: int
    largest_cluster: int
    not_checked: tuple[str, ...] = ()
    covered: tuple[CoveredChunk, ...] | None = None
    persons: int | None = None
    smallest_cluster_persons: int = 0

    @property
    def satisfied(self) -> bool:
        """Return whether the model is kept."""
        return self.violations == 0

    @property
    def sizes(self) -> dict[str, int]:
        """Return how large the release and its clusters are, by name."""
        names = ("records", "rows", "clusters", "joint_clusters", "smallest_cluster", "largest_cluster")
        sizes = {name: getattr(self, name) for name in names}
        if self.persons is None:
            return sizes
        return sizes | {"persons": self.persons, "smallest_cluster_persons": self.smallest_cluster_persons}

    def summary(self) -> Summary:
        """Return a row for each check."""
        listing = Listing(("check", "faults"), tuple(self.by_check.items()))
        sizes = f"{self.clusters:,} clusters of {self.smallest_cluster:,} to {self.largest_cluster:,} records."
        return Summary("Disassociated release", listing, self.satisfied, (size_of(self), sizes, *self.not_checked))

    def to_json(self, *, show_values: bool = True) -> dict[str, Any]:
        """Return the object of ``docs/json.md``."""
        fields = verdict(self) | {
            "by_check": dict(self.by_check),
            "vulnerable_record_chunks": self.covers.vulnerable_record_chunks,
            "record_chunks": self.covers.record_chunks,
            "vulnerable_shared_chunks": self.covers.vulnerable_shared_chunks,
            "shared_chunks": self.covers.shared_chunks,
            "implied": asdict(self.implied),
            "clusters": self.clusters,
            "joint_clusters": self.joint_clusters,
            "smallest_cluster": self.smallest_cluster,
            "largest_cluster": self.largest_cluster,
        }
        if self.persons is not None:
            fields |= {"unit": "person", "persons": self.persons}
            fields["smallest_cluster_persons"] = self.smallest_cluster_persons
        if self.not_checked:
            fields["not_checked"] = list(self.not_checked)
        if show_values and self.covered is not None:
            fields["covered"] = [chunk.to_json() for chunk in self.covered]
        return fields
