"""One row a setting: what a comparison found of it."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from typing import Annotated, Any

from setanon_sql import registry
from setanon_sql.comparing.settings import Setting
from setanon_sql.display import Listing
from setanon_sql.fields import ABSENT, INLINE, LIKEWISE, ComputedKey, Fields, Name
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
class Figures(Fields):
    """Cost of a setting, and the risk that it leaves; None where something does not apply or was not counted."""

    use_lost: Annotated[
        float | None,
        "the measure of use, the same for all models: `workload_error` where there is a workload, else "
        "`together_error`",
    ] = None
    item_error: Annotated[float | None, "mean relative error of the counts of the 100 most frequent items"] = None
    together_error: Annotated[float | None, "mean of `top_itemsets_lost` and half of `pair_error`"] = None
    category_error: Annotated[
        float | None, "mean relative error of the records of each category, a label right under the root"
    ] = None
    records_gone_ratio: Annotated[float | None, "share of the source's records of which nothing is released"] = None
    rows_unchanged_ratio: Annotated[float | None, "share of its rows that are released as they were"] = None
    rows_merged_ratio: Annotated[float | None, "share of its rows that are one with another of their record"] = None
    sensitive_rows_left_ratio: Annotated[float | None, "share of its rows of sensitive items that are left"] = None
    ncp: Annotated[float | None, "as of [what was lost](#keys-of-what-was-lost)"] = None
    suppressed_ratio: Annotated[float | None, LIKEWISE] = None
    items_kept: Annotated[int | None, "that are released as they are"] = None
    items_kept_ratio: Annotated[float | None, "these over the items of the source"] = None
    items_usable_ratio: Annotated[
        float | None,
        "items whose count can still be used (records that hold the item itself, not a label over it: at most 10 % "
        "more or fewer), over those of the source; of a release in pieces what is certain counts: subrecords, and one "
        "record for each cluster with the item in a term chunk; of `dp` what was made up",
    ] = None
    sensitive_usable_ratio: Annotated[
        float | None, "rows of sensitive items whose count can still be used, over all rows of sensitive items"
    ] = None
    top_itemsets_lost: Annotated[
        float | None,
        "share of the 1,000 most frequent itemsets that the release (a made-up original of it) does not have among its "
        "own",
    ] = None
    pair_error: Annotated[
        float | None,
        "mean relative error (the difference over the mean of both: 0 to 2) of the supports of pairs of the 20 most "
        "frequent items; an item under a label is expected with the chance 1 / leaves under it",
    ] = None
    workload_error: Annotated[float | None, "`--workload`: mean relative error of its itemsets"] = None
    at_risk_before: Annotated[
        float | None,
        "share of the source's records (`--person`: persons) that m known items (and absent ones) single out, or tell "
        "too much of",
    ] = None
    singled_out_ratio: Annotated[
        float | None,
        "share of the source's records (`--person`: persons) that are the only ones in the release with some set of up "
        "to m known items (and absent ones), or of any number, and could be matched; not in pieces, with dp",
    ] = None
    residual_risk: Annotated[
        float | None, "where m known items are covered: the same in the release, where m + 1 items are known"
    ] = None
    residual_inference: Annotated[
        float | None, "share of records of which too much follows, where m + 1 items are known"
    ] = None
    linked_ratio: Annotated[
        float | None, "released in pieces: share of subrecords that m known items link to a further item"
    ] = None
    linked_beyond_ratio: Annotated[float | None, "released in pieces: that share where m + 1 items are known"] = None
    made_up_records_ratio: Annotated[
        float | None, "`dp`: records that were made up, over those of the source; may be over 1"
    ] = None
    made_up_rows_ratio: Annotated[float | None, "likewise rows"] = None
    classes: Annotated[int | None, "`--columns`: classes that are released, of records that are alike in these"] = None
    seconds: Annotated[float | None, "that the method took, without reading, measuring and writing"] = None


@dataclass(frozen=True, kw_only=True)
class Row(Fields):
    """A ``setting`` and what became of it. ``best``: see below. ``utility``: all measures of the release."""

    setting: Setting
    records: Annotated[int, "it was tried on"]
    sampled: Annotated[bool, "are they a sample?"] = False
    figures: Annotated[Figures, INLINE] = field(default_factory=Figures)
    problem: Annotated[str, "why it cannot be reached"] = ""
    best: bool = False
    utility: Measures = field(default_factory=Measures, repr=False, compare=False)
    name = ComputedKey[str](
        "its model, `k=5 m=2`, and how it is reached", lambda row: row.setting.name, Name("setting")
    )
    model = ComputedKey[str]("", lambda row: row.setting.model)
    parameters = ComputedKey[Mapping[str, Any]](
        "as of an [audit](#keys-of-an-audit)", lambda row: row.setting.parameters
    )
    algorithm = ComputedKey[str]("`improved` or `paper`", lambda row: row.setting.algorithm)
    guarantee = ComputedKey[str]("what it promises, in a few words", lambda row: row.setting.guarantee)
    reached = ComputedKey[bool]("where not, there are no figures", lambda row: not row.problem)
    best_reached = ComputedKey[bool | None](
        "no other setting with the same guarantee, on the same records, is as good in all figures but `seconds`, "
        "`items_kept` and `at_risk_before`, and better in one",
        lambda row: row.best if row.reached else None,
        ABSENT,
        Name("best"),
    )

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
            knows += f" and {count_of(setting.absent, 'absent one')}" if setting.absent else ""
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
