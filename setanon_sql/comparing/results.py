"""One row a setting: what a comparison found of it."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, fields
from typing import Any

from setanon_sql import registry
from setanon_sql.comparing.settings import Setting
from setanon_sql.display import Listing
from setanon_sql.measures import Measures
from setanon_sql.text import count_of, share

#: Whom a model that protects from both attacks does not keep from finding a record.
_KNOWS_SENSITIVE = "whoever knows a sensitive item from finding a record"
#: What is compared between settings of one promise: the less, the better.
OBJECTIVES = (
    "ncp", "suppressed_ratio", "top_itemsets_lost", "pair_error", "workload_error", "item_error", "category_error",
    "residual_risk", "residual_inference", "linked_ratio", "linked_beyond_ratio", "singled_out_ratio",
)  # fmt: skip
#: Likewise: the more, the better.
GAINS = ("items_usable_ratio", "sensitive_usable_ratio")


@dataclass(frozen=True, kw_only=True)
class Figures:
    """Cost of a setting, and the risk that it leaves; None where something does not apply or was not counted.

    ``records_gone_ratio``: share of the source's records of which nothing is released, 0..1.
    ``rows_unchanged_ratio``: share of the source's rows that are released as they were, 0..1.
    ``rows_merged_ratio``: share of those that are one with another of their record, 0..1.
    ``sensitive_rows_left_ratio``: share of the rows of sensitive items that are left, 0..1.
    ``use_lost``: the measure of use, the same for all models: ``workload_error`` where there is a workload, else
    ``together_error``.
    ``item_error``: mean relative error of the counts of the 100 most frequent items.
    ``together_error``: the mean of ``top_itemsets_lost`` and half of ``pair_error``, 0..1.
    ``category_error``: mean relative error of the records of each category, a label right under the root.
    ``ncp``: mean share of the leaves of the taxonomy under what rows became, 0..1; suppressed ones count as all.
    ``suppressed_ratio``: share of the source's rows that are gone, 0..1.
    ``items_kept``: items that are released as they are. ``items_kept_ratio``: these over the items of the source, 0..1;
    ``use_lost`` asks for frequent items alone.
    ``items_usable_ratio``: items whose count can still be used over the items of the source, 0..1: the records of the
    release that hold the item itself are at most 10 % more or fewer than those of the source. What stands under a label
    counts for no item. Of a release in pieces what is certain counts: subrecords, and one record for each cluster
    with the item in a term chunk; of ``dp`` what was made up.
    ``sensitive_usable_ratio``: rows of sensitive items whose count can still be used, over those of sensitive items.
    ``top_itemsets_lost``: share of the 1000 most frequent itemsets of the source that are not among those of the
    release, 0..1; of a release in pieces those of a made-up original.
    ``pair_error``: mean relative error of the supports of pairs of the 20 most frequent items, 0..2: the difference
    over the mean of both. Of a release in pieces those of a made-up original; else as for a workload.
    ``workload_error``: mean relative error of the itemsets of the workload.
    ``at_risk_before``: share of the source's records, or of its persons where these are counted, that what is known
    would single out, or tell too much of, 0..1.
    ``residual_risk``: where some known items are covered: the same in the release where one item more is known than the
    guarantee covers, 0..1.
    ``residual_inference``: where confidence is bounded: share of the records, or persons, of which too much follows in
    the release where one item more is known, 0..1: another risk than to be found.
    ``linked_ratio``: of a release in pieces: share of subrecords that known items link to a further item of their
    record, where no more is known than the guarantee covers, 0..1. ``linked_beyond_ratio``: where one item more is.
    ``singled_out_ratio``: share of the source's records, or persons, that are the only ones in the release with some
    set of up to ``m`` known items, or of any number, 0..1: they could be matched. The same question for all models
    that release records.
    ``made_up_records_ratio``, ``made_up_rows_ratio``: of ``dp``: records, and rows, that were made up, over those of
    the source; there may be more than these.
    ``seconds``: that the method took, without reading, measuring and writing.
    """

    use_lost: float | None = None
    item_error: float | None = None
    together_error: float | None = None
    category_error: float | None = None
    records_gone_ratio: float | None = None
    rows_unchanged_ratio: float | None = None
    rows_merged_ratio: float | None = None
    sensitive_rows_left_ratio: float | None = None
    ncp: float | None = None
    suppressed_ratio: float | None = None
    items_kept: int | None = None
    items_kept_ratio: float | None = None
    items_usable_ratio: float | None = None
    sensitive_usable_ratio: float | None = None
    top_itemsets_lost: float | None = None
    pair_error: float | None = None
    workload_error: float | None = None
    at_risk_before: float | None = None
    singled_out_ratio: float | None = None
    residual_risk: float | None = None
    residual_inference: float | None = None
    linked_ratio: float | None = None
    linked_beyond_ratio: float | None = None
    made_up_records_ratio: float | None = None
    made_up_rows_ratio: float | None = None
    seconds: float | None = None


@dataclass(frozen=True, kw_only=True)
class Row:
    """A setting and what became of it.

    ``setting``: what was tried. ``records``: on so many records. ``sampled``: they are a sample.
    ``figures``: what it costs and leaves; empty where it was not reached.
    ``problem``: why it cannot be reached; empty where it can.
    ``best``: no other setting with the same guarantee is as good in everything and better in something; only settings
    tried on the same records are compared.
    ``utility``: all measures of the release. Not in JSON.
    """

    setting: Setting
    records: int
    sampled: bool = False
    figures: Figures = field(default_factory=Figures)
    problem: str = ""
    best: bool = False
    utility: Measures = field(default_factory=Measures, repr=False, compare=False)

    @property
    def reached(self) -> bool:
        """Return whether it can be reached."""
        return not self.problem

    @property
    def loss(self) -> float | None:
        """Return what it costs an analyst, by the measure of use that all models share; 0: nothing."""
        return self.figures.use_lost

    @property
    def line(self) -> str:
        """Return it in a line: what it costs, or why it is not reached."""
        if not self.reached:
            return f"{self.setting.name}: {self.problem}"
        most = "at most about " if self.sampled else ""
        lost = "" if self.loss is None else f"{most}{share(self.loss, 1)} of its use is lost, "
        where = ", on a sample" if self.sampled else ""
        return f"{self.setting.name}: {lost}{self.figures.seconds or 0.0:.1f} s{where}"

    @property
    def exposed(self) -> str:
        """Return in a sentence who could be found in the release; nothing where that is nobody, or not of its kind."""
        setting = self.setting
        attack = registry.model(setting.model).protects_from if setting.model in registry.names() else ""
        lead = f"{setting.name} does not keep {_KNOWS_SENSITIVE if attack == 'both' else 'anybody from being found'}"
        if self.figures.singled_out_ratio:
            whom = f"{share(self.figures.singled_out_ratio, 1)} of {'persons' if setting.person else 'records'}"
            knows = f"up to {count_of(setting.m, 'known item')}" if setting.m else "any number of known items"
            return f"{lead}: {whom} could be matched by {knows}."
        return ""

    @property
    def place(self) -> tuple[float, float] | None:
        """Return where it stands in a picture: what it costs, and the records that could be matched; None where it
        lacks one of them.
        """
        loss = self.loss
        risk = self.figures.singled_out_ratio
        return None if loss is None or risk is None else (loss, risk)

    def objectives(self) -> tuple[float, ...]:
        """Return what is compared within a guarantee; what was not counted is as bad as can be."""
        costs = [getattr(self.figures, name) for name in OBJECTIVES]
        gains = [getattr(self.figures, name) for name in GAINS]
        values = [*costs, *(None if gain is None else -gain for gain in gains)]
        return tuple(float("inf") if value is None else float(value) for value in values)

    def to_json(self) -> dict[str, Any]:
        """Return the object of ``docs/json.schema.json``; figures that do not apply are absent."""
        fields: dict[str, Any] = {"setting": self.setting.name, "model": self.setting.model}
        fields |= {"parameters": self.setting.parameters, "algorithm": self.setting.algorithm}
        fields |= {"guarantee": self.setting.guarantee, "records": self.records, "sampled": self.sampled}
        fields |= {"reached": self.reached} | ({"problem": self.problem} if self.problem else {"best": self.best})
        return fields | {name: value for name, value in asdict(self.figures).items() if value is not None}


def listing_of(settings: Sequence[Row]) -> Listing:
    """Return a row for each setting, with the figures that any of them has."""
    figures_of_rows = [asdict(row.figures) for row in settings]
    used = [
        figure.name
        for figure in fields(Figures)
        if any(figures[figure.name] is not None for figures in figures_of_rows)
    ]
    rows = tuple(
        (row.setting.name, "best" if row.best else row.problem, *(figures[name] for name in used))
        for row, figures in zip(settings, figures_of_rows, strict=True)
    )
    return Listing(("setting", "note", *used), rows, frozenset(used) - {"items_kept", "seconds"})


def of_persons(persons: int | None) -> str:
    """Return what is said of persons after a number of records; nothing where records are counted."""
    return "" if persons is None else f" of {persons:,} persons"


def unit_fields(persons: int | None) -> dict[str, Any]:
    """Return the fields of JSON that tell what is counted, where these are persons."""
    return {} if persons is None else {"unit": "person", "persons": persons}
