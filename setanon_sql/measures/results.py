"""What a release is still worth, by measure."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Self

from setanon_sql.display import Displayable, Listing, Summary
from setanon_sql.measures.details import Details
from setanon_sql.measures.sentences import is_told, sentences

#: Fields of measures that are no entries of the mapping.
_UNTOLD = {"details", "released_loss"}


@dataclass(frozen=True)
class ReleasedLoss:
    """Loss of the released rows, as anybody can compute it from them and the taxonomy.

    ``ncp``, ``lm``: what the labels cost, added up over all released rows.
    """

    ncp: float
    lm: float


@dataclass(frozen=True, eq=False, kw_only=True)
class Measures(Mapping[str, float], Displayable):
    """The measures of a release; None (no entry for those by depth or number) where one does not apply.

    Also a mapping from the names of those that apply to their numbers, as ``to_json`` returns it.

    Of a release that replaces or suppresses items (:mod:`setanon_sql.measures.records`):

    ``records_before``, ``records_after``: records of the source that hold an item, and of the release.
    ``records_gone``: records of which nothing is released.
    ``rows_before``, ``rows_after``: their (record, item) pairs.
    ``rows_unchanged``: rows of the release with an item as it was. ``rows_generalized``: those with a label over items.
    ``rows_at_depth``: the latter by the depth of their label in the taxonomy; the root is 0.
    ``rows_suppressed``: rows of the source that are gone; not where labels differ from group to group.
    ``rows_merged``: rows fewer since items of one record became one label; not where labels differ from group to group.
    ``sensitive_rows_before``, ``sensitive_rows_after``: rows of items that are sensitive for anybody;
    without ``sensitive``, ``utility`` knows those that are left in the release.
    ``items_before``: items of the source.
    ``items_generalized``: items that are released as a label over them.
    ``items_gone``: items that are not released at all.
    ``rows_unchanged_ratio``: occurrences that are released as they were / occurrences of the source, 0..1.
    ``generalized_ratio``: occurrences that are released as a label over them / likewise; the rest was suppressed.
    ``gone_ratio``: occurrences of items that are gone / likewise.
    ``costliest_items``: so few items cause at least 80 % of the loss (NCP).
    ``details``: lists that were asked for: the fate of items, the loss by category; no entry of the mapping.
    ``released_loss``: what the released rows alone tell of the loss; no entry of the mapping.
    ``ncp``: mean cost of an occurrence of the source, 0..1, by how wide its label is, not how many rows or items are
    left; a generalized item costs the share of the leaves of the taxonomy that are under its label (also those
    whose items are dropped), a suppressed one everything.
    ``lm``: the same, counting an item as it was against a single leaf, 0..1.
    ``bits``: share of the bits that tell an item from all rows that is lost, 0..1: of a generalized item the bits that
    tell it from the rows under its label, of a suppressed one all (non-uniform entropy); not where labels differ from
    group to group.
    ``suppressed_ratio``: suppressed occurrences / occurrences of the source, 0..1.
    ``kl_divergence``: of the released from the original frequencies of items, in nats, 0 or more.
    ``labels_left``: different labels in the release. ``labels_narrowed``: those from which items were taken out.
    ``items_kept``: items that are published as they are.
    ``depth_mean``: mean depth of a released row's label in the taxonomy; the root is 0.
    ``labels_at_depth``: different labels by their depth, for each depth that has any.
    ``items_near``: of so many of the most frequent items, those that as many records of the release show as they are as
    hold them in the source, but for 5 %; where the source has so many. ``pairs_near``: the same of pairs.
    ``rules_jaccard_distance``: of association rules, 1 - common / all, 0..1.
    ``rules_lost``: rules of the source that the release does not have.
    ``rules_spurious``: rules of the release that the source does not have.
    ``rules_up_to_items``: rules of so many items were counted, since larger ones are too many; None: all were.
    ``groups``: groups of records of a release that has some; its ``ncp`` is exact, not read off the release.

    Of a release in pieces (:mod:`setanon_sql.measures.pieces`):

    ``tkd``: share of the 1000 most frequent itemsets that is lost in a made-up original, 0..1.
    ``tkd_a``: likewise, counting what is certain.
    ``tkd_ml2``: as ``tkd``, over all labels of a taxonomy.
    ``re``: mean relative error of the supports of pairs of the 200th to 220th most frequent items in made-up
    originals, 0..2.
    ``re_a``: likewise, counting what is certain.
    ``re_top``: as ``re``, for the 20 most frequent items.
    ``re_a_top``: as ``re_a``, for the 20 most frequent items.
    ``kept_share``: share of the source's occurrences that are in record or shared chunks, 0..1.
    ``tlost``: share of the items of more than k records that are in term chunks only, 0..1.

    Of one with sensitive items besides:

    ``moved_records``: records that are in another cluster, so that few of each hold the same sensitive item.
    ``sensitive_suppressed``: occurrences of sensitive items that were taken out for that.
    ``emptied_records``: records that held nothing else, and are not released.

    Of a safe one besides (:mod:`setanon_sql.measures.cover`):

    ``pem``: share of the record chunks that are vulnerable, 0..1.
    ``rlm``: share of the occurrences in chunks that safety cost, 0..1.
    ``rae``: relative association error: ``re``.

    Of a workload, for either kind (:mod:`setanon_sql.measures.workload`):

    ``workload_queries``: itemsets of it.
    ``workload_error_mean``, ``workload_error_median``: how far off their supports are in the release, in records.
    ``workload_relative_error_mean``, ``workload_relative_error_median``: likewise, as a share of the support; of an
    itemset that no record holds, in records.
    """

    records_before: int | None = None
    records_after: int | None = None
    records_gone: int | None = None
    rows_before: int | None = None
    rows_after: int | None = None
    rows_unchanged: int | None = None
    rows_generalized: int | None = None
    rows_at_depth: Mapping[int, int] = field(default_factory=dict)
    rows_merged: int | None = None
    rows_suppressed: int | None = None
    sensitive_rows_before: int | None = None
    sensitive_rows_after: int | None = None
    items_before: int | None = None
    items_generalized: int | None = None
    items_gone: int | None = None
    rows_unchanged_ratio: float | None = None
    generalized_ratio: float | None = None
    gone_ratio: float | None = None
    costliest_items: int | None = None
    details: Details = field(default_factory=Details)
    released_loss: ReleasedLoss | None = None
    ncp: float | None = None
    lm: float | None = None
    bits: float | None = None
    suppressed_ratio: float | None = None
    kl_divergence: float | None = None
    labels_left: int | None = None
    labels_narrowed: int | None = None
    items_kept: int | None = None
    depth_mean: float | None = None
    labels_at_depth: Mapping[int, int] = field(default_factory=dict)
    items_near: Mapping[int, int] = field(default_factory=dict)
    pairs_near: Mapping[int, int] = field(default_factory=dict)
    rules_jaccard_distance: float | None = None
    rules_lost: int | None = None
    rules_spurious: int | None = None
    rules_up_to_items: int | None = None
    groups: int | None = None
    tkd: float | None = None
    tkd_a: float | None = None
    tkd_ml2: float | None = None
    re: float | None = None
    re_a: float | None = None
    re_top: float | None = None
    re_a_top: float | None = None
    kept_share: float | None = None
    tlost: float | None = None
    moved_records: int | None = None
    sensitive_suppressed: int | None = None
    emptied_records: int | None = None
    pem: float | None = None
    rlm: float | None = None
    rae: float | None = None
    workload_queries: int | None = None
    workload_error_mean: float | None = None
    workload_error_median: float | None = None
    workload_relative_error_mean: float | None = None
    workload_relative_error_median: float | None = None

    def to_json(self) -> dict[str, float]:
        """Return the measures that apply, by name, in the order above; by depth or number as ``labels_at_depth_N``."""
        values: dict[str, float] = {}
        for name, value in self._applicable().items():
            if isinstance(value, Mapping):
                values |= {f"{name}_{depth}": count for depth, count in value.items()}
            else:
                values[name] = value
        return values

    def __or__(self, other: "Measures") -> Self:
        """Return these measures with those of ``other``, which win."""
        lists = self.details | other.details
        loss = other.released_loss or self.released_loss
        return type(self)(**(self._applicable() | other._applicable()), details=lists, released_loss=loss)

    def __getitem__(self, name: str) -> float:
        return self.to_json()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.to_json())

    def __len__(self) -> int:
        return len(self.to_json())

    def shares(self) -> dict[str, float]:
        """Return what became of records and rows as shares of the source, 0..1, as far as that was counted."""
        parts = {
            "records_gone_ratio": (self.records_gone, self.records_before),
            "rows_unchanged_ratio": (self.rows_unchanged, self.rows_before),
            "rows_merged_ratio": (self.rows_merged, self.rows_before),
            "sensitive_rows_left_ratio": (self.sensitive_rows_after, self.sensitive_rows_before),
        }
        return {name: part / whole for name, (part, whole) in parts.items() if part is not None and whole}

    def summary(self) -> Summary:
        """Return the measures, and as bars what became of the rows of the source."""
        all_rows = self.items_before is None
        listing = Listing(
            ("measure", "value"), tuple((name, n) for name, n in self.items() if all_rows or not is_told(name))
        )
        return Summary("What the release is still worth", listing, sentences=sentences(self), bars=self._fate())

    def _fate(self) -> Listing | None:
        """Return the shares of rows unchanged, generalized and suppressed; None where nobody knows."""
        if self.rows_unchanged_ratio is None or self.generalized_ratio is None:
            return None
        suppressed = 1 - self.rows_unchanged_ratio - self.generalized_ratio
        rows = (
            ("unchanged", self.rows_unchanged_ratio),
            ("generalized", self.generalized_ratio),
            ("suppressed", suppressed),
        )
        return Listing(("rows", "share_of_all"), rows, frozenset({"share_of_all"}))

    def _applicable(self) -> dict[str, Any]:
        """Return the fields that say something, by name."""
        values = {measure.name: getattr(self, measure.name) for measure in fields(self) if measure.name not in _UNTOLD}
        return {name: value for name, value in values.items() if value is not None and value != {}}
