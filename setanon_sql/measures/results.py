"""What a release is still worth, by measure."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from typing import Annotated, Any, Self

from setanon_sql.display import Listing, Summary
from setanon_sql.fields import LIKEWISE, Name
from setanon_sql.measures.details import Details
from setanon_sql.measures.sentences import is_told, sentences
from setanon_sql.results import Result

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
class Measures(Result, Mapping[str, float]):
    """Keys of what was lost.

    Of releases, and of `utility`. What does not apply is absent, in Python None.

    Also a mapping from the names of those that apply to their numbers, as ``to_json`` returns it. ``details``: lists
    that were asked for; ``released_loss``: what the released rows alone tell of the loss; both are no entries of it.
    """

    records_before: Annotated[int | None, "of the source that hold an item; of the release"] = None
    records_after: Annotated[int | None, LIKEWISE] = None
    records_gone: Annotated[int | None, "of which nothing is released"] = None
    rows_before: Annotated[int | None, "likewise; several items of a record can become one label"] = None
    rows_after: Annotated[int | None, LIKEWISE] = None
    rows_unchanged: Annotated[int | None, "released rows with an item as it was"] = None
    rows_generalized: Annotated[int | None, "released rows with a label over items"] = None
    rows_at_depth: Annotated[
        Mapping[int, int],
        Name("rows_at_depth_N"),
        "those of that depth; the root is 0",
    ] = field(default_factory=dict)
    rows_merged: Annotated[int | None, "rows fewer since several of a record became one; not with groups"] = None
    rows_suppressed: Annotated[int | None, "rows of the source that are gone; not with groups"] = None
    sensitive_rows_before: Annotated[
        int | None,
        "rows of items that are sensitive for anybody; `utility` without `sensitive`: of those that are left",
    ] = None
    sensitive_rows_after: Annotated[int | None, LIKEWISE] = None
    items_before: Annotated[int | None, "of the source"] = None
    items_generalized: Annotated[int | None, "that are released as a label over them"] = None
    items_gone: Annotated[int | None, "that are not released"] = None
    rows_unchanged_ratio: Annotated[float | None, "shares of the source's rows of which the same is true"] = None
    generalized_ratio: Annotated[float | None, LIKEWISE] = None
    gone_ratio: Annotated[float | None, LIKEWISE] = None
    costliest_items: Annotated[int | None, "so few items cause at least 80 % of the loss (`ncp`)"] = None
    details: Details = field(default_factory=Details)
    released_loss: ReleasedLoss | None = None
    ncp: Annotated[
        float | None,
        "share of the information in items that is lost: a generalized item loses the share of the taxonomy's "
        "leaves that are under its label (dropped ones, too), a suppressed one everything",
    ] = None
    lm: Annotated[float | None, "the same, counting an item as it was against a single leaf"] = None
    bits: Annotated[
        float | None,
        "share of the bits that tell items from all rows that is lost: a generalized item loses those that tell "
        "it from the rows under its label",
    ] = None
    suppressed_ratio: Annotated[float | None, "share of the source's rows that are gone"] = None
    kl_divergence: Annotated[float | None, "of the frequencies of items, in nats"] = None
    labels_left: Annotated[int | None, "different labels in the release"] = None
    labels_narrowed: Annotated[int | None, "labels for the rest of their items alone: `… (other)`; none: absent"] = None
    items_kept: Annotated[int | None, "that are released as they are"] = None
    depth_mean: Annotated[float | None, "of a released row's label"] = None
    labels_at_depth: Annotated[
        Mapping[int, int],
        Name("labels_at_depth_N"),
        "of that depth; the root is 0",
    ] = field(default_factory=dict)
    items_near: Annotated[
        Mapping[int, int],
        Name("items_near_N"),
        "of the N most frequent items (100, 1000), those with the count of the source but for 5 %",
    ] = field(default_factory=dict)
    pairs_near: Annotated[Mapping[int, int], Name("pairs_near_N"), "the same of pairs"] = field(default_factory=dict)
    rules_jaccard_distance: Annotated[float | None, "association rules: 1 - common / all"] = None
    rules_lost: Annotated[int | None, "that only the source has"] = None
    rules_spurious: Annotated[int | None, "that only the release has"] = None
    rules_up_to_items: Annotated[
        int | None,
        "only rules of so many items were counted: there are too many larger ones",
    ] = None
    groups: Annotated[int | None, "of records that are generalized in their own way"] = None
    tkd: Annotated[
        float | None,
        "released in pieces: share of the 1,000 most frequent itemsets that is lost in a made-up original",
    ] = None
    tkd_a: Annotated[float | None, "likewise, counting what is certain"] = None
    tkd_ml2: Annotated[float | None, "as `tkd`, over all labels of a taxonomy"] = None
    re: Annotated[
        float | None,
        "mean relative error (0 to 2) of the supports of pairs of the 200th to 220th most frequent items, in "
        "made-up originals",
    ] = None
    re_a: Annotated[float | None, "likewise, counting what is certain"] = None
    re_top: Annotated[float | None, "as `re`, `re_a`, for the 20 most frequent items"] = None
    re_a_top: Annotated[float | None, LIKEWISE] = None
    kept_share: Annotated[float | None, "of the source's rows, in record or shared chunks"] = None
    tlost: Annotated[float | None, "share of the items of more than k records that are in term chunks only"] = None
    moved_records: Annotated[int | None, "`--sensitive`: records that are in another cluster for `--diversity`"] = None
    sensitive_suppressed: Annotated[
        int | None,
        "occurrences of sensitive items that were taken out for it; no outsider should know",
    ] = None
    emptied_records: Annotated[int | None, "that held nothing else, and are not released"] = None
    pem: Annotated[float | None, "share of record chunks that are vulnerable"] = None
    rlm: Annotated[float | None, "safe release: share of the rows of chunks that this cost"] = None
    rae: Annotated[float | None, "relative association error: `re`"] = None
    workload_queries: Annotated[int | None, "`--workload`: its itemsets, or counts in SQL"] = None
    workload_error_mean: Annotated[float | None, "how far off their supports are, in records"] = None
    workload_error_median: Annotated[float | None, LIKEWISE] = None
    workload_relative_error_mean: Annotated[float | None, "as a share of the support (0: of one record)"] = None
    workload_relative_error_median: Annotated[float | None, LIKEWISE] = None

    def __or__(self, other: "Measures") -> Self:
        """Return these measures with those of ``other``, which win."""
        lists = self.details | other.details
        loss = other.released_loss or self.released_loss
        return type(self)(**(self._applicable() | other._applicable()), details=lists, released_loss=loss)

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
