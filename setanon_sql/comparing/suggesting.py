"""The strongest settings that cost no more than somebody will bear, and why stronger ones cost more.

1. Settings are tried from the weakest on. One that is at least as strong as one that costs too much is not tried: it
   would cost as much (``Search``). One that generalizes by a cost, and costs too much, is also tried by local recoding
   and with the bits of items as what is minimized. On a sample, if one is asked for.
2. After a sample: those that looked strongest are tried on all records, and from there stronger or weaker ones.
3. Of each model the weakest setting that was wanted and costs too much: what it costs without the items that are in
   most threats (by which most records are at risk), and which weaker settings do.

The cost is the measure of use that :mod:`setanon_sql.comparing.results` has for all models. A release in pieces has
no such items: nothing is lost of any item, but which items stand together.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Any

from setanon_sql import registry
from setanon_sql.comparing.bench import Bench
from setanon_sql.comparing.results import Row, listing_of, of_persons
from setanon_sql.comparing.settings import Setting, axes_of, strength
from setanon_sql.dataset import Dataset
from setanon_sql.display import Summary
from setanon_sql.fields import ABSENT, ALWAYS, ComputedKey, Fields, Name
from setanon_sql.query.templates import columns_of
from setanon_sql.results import UNIT, Result
from setanon_sql.sources.sampling import without_items
from setanon_sql.text import count_of, share

#: So many items are left out to see what the others cost.
LEFT_OUT = (1, 2, 4, 8, 16, 32)

#: To leave items out is worth a word where all that is lost then, their rows too, is at most this share of the loss; or
#: up to a quarter more than the loss, where what it costs the other items is allowed.
_WORTH = 0.9
_WORTH_WHERE_ALLOWED = 1.25


@dataclass(frozen=True, kw_only=True)
class Diagnosis(Fields):
    """Reasons why a setting costs too much, and what would help.

    ``row``: the setting, and what it costs. ``items``: those that were left out, the most first; empty where that does
    not help, and for models that blame no items. ``compared``: what the setting costs on the sample on which they were;
    None where that are the records of ``row``. ``sensitive_items`` of the items are sensitive, ``items_ratio``: their
    share of the rows.
    """

    row: Row
    items: tuple[str, ...] = ()
    sensitive_items: int = 0
    items_ratio: float = 0.0
    loss_without: Annotated[float | None, Name("loss_without_items"), "what it then costs the others"] = None
    weaker: Annotated[
        tuple[Row, ...], ALWAYS, "the strongest settings below it that do not cost too much: likewise"
    ] = ()
    compared: Row | None = None
    setting = ComputedKey[str]("", lambda diagnosis: diagnosis.row.setting.name)
    sampled = ComputedKey[bool]("was it tried on the sample?", lambda diagnosis: diagnosis.row.sampled)
    loss = ComputedKey[float | None](
        "of a sample it is an upper bound as a rule", lambda diagnosis: diagnosis.row.loss, ABSENT
    )
    sample_loss = ComputedKey[float | None](
        "what it costs on the sample on which items were left out",
        lambda diagnosis: diagnosis.compared and diagnosis.compared.loss,
        ABSENT,
    )
    problem = ComputedKey[str | None](
        "why it cannot be reached",
        lambda diagnosis: diagnosis.row.problem if diagnosis.loss is None else None,
        ABSENT,
    )
    items_left_out = ComputedKey[int | None](
        "items in most threats, or by which most records are at risk, that were left out to see what it costs the "
        "others",
        lambda diagnosis: diagnosis.where_left_out(len(diagnosis.items)),
        ABSENT,
    )
    sensitive_left_out = ComputedKey[int | None](
        "sensitive ones of them, where a confidence is bounded",
        lambda diagnosis: (
            None if diagnosis.row.setting.rho is None else diagnosis.where_left_out(diagnosis.sensitive_items)
        ),
        ABSENT,
    )
    rows_of_items = ComputedKey[float | None](
        "their share of the rows", lambda diagnosis: diagnosis.where_left_out(diagnosis.items_ratio), ABSENT
    )
    labels = ComputedKey[tuple[str, ...] | None](
        "†", lambda diagnosis: diagnosis.where_left_out(diagnosis.items), ABSENT, Name("items")
    )

    def where_left_out(self, value: Any) -> Any:
        """Return a value; None where nobody looked at what items cost."""
        return None if self.loss_without is None else value


@dataclass(frozen=True, kw_only=True)
class Suggestion(Result):
    """The strongest settings that cost no more than ``max_loss``."""

    max_loss: Annotated[float, "what a setting may cost: `use_lost` of [compare](#compare)"]
    records: Annotated[int, "of the source"]
    unit = UNIT
    sample: Annotated[int, "drawn of them to try settings on first; 0: all"] = 0
    strongest: Annotated[
        tuple[Row, ...],
        ALWAYS,
        "settings that cost no more, on all records, where no other one of the model that fits is as strong: as "
        "`settings` of [compare](#compare), without what is not counted here",
    ] = ()
    tried: Annotated[tuple[Row, ...], ALWAYS, "all that were tried, in that order: likewise"] = ()
    not_tried: tuple[Setting, ...] = ()
    diagnoses: Annotated[
        tuple[Diagnosis, ...], ALWAYS, "of each model the weakest wanted setting that costs too much"
    ] = ()
    seconds: Annotated[float, "in all"] = 0.0
    persons: Annotated[int | None, "of the source"] = None
    names_not_tried = ComputedKey[list[str]](
        "as strong as one that costs too much, or weaker than one that fits",
        lambda suggestion: [setting.name for setting in suggestion.not_tried],
        Name("not_tried"),
    )

    def summary(self) -> Summary:
        """Return a row for each of the strongest settings."""
        limit = f"{self.records:,} records{of_persons(self.persons)}; settings may cost {share(self.max_loss, 1)}."
        tried = f"{count_of(len(self.tried), 'setting was', 'settings were')} tried."
        return Summary("The strongest settings", listing_of(self.strongest), sentences=(limit, tried, *self.exposed))

    @property
    def exposed(self) -> list[str]:
        """Return sentences on who could be found in releases of the strongest settings."""
        return [row.exposed for row in self.strongest if row.exposed]


@dataclass
class Search:
    """Search on one bench for the strongest settings that cost at most ``limit``.

    ``always``: settings that are tried, however weak one is that costs too much. ``locally``: local recoding, too.
    """

    bench: Bench
    limit: float
    always: Sequence[Setting] = ()
    locally: bool = False
    rows: dict[Setting, Row] = field(default_factory=dict)

    def fits(self, row: Row) -> bool:
        """Return whether a setting can be reached at that cost."""
        return row.reached and row.loss is not None and row.loss <= self.limit

    def run(self, settings: Sequence[Setting], likely: Sequence[Setting] = ()) -> list[Row]:
        """Return the strongest of ``settings`` that fit; those that ``likely`` do are tried first."""
        pending = [*likely, *(candidate for candidate in sorted(settings, key=strength) if candidate not in likely)]
        while pending:
            (setting, *pending) = pending
            row = self._cheapest(setting)
            if self.fits(row):
                pending = [candidate for candidate in pending if not setting.as_strong_as(candidate)]
            else:
                pending = [
                    candidate
                    for candidate in pending
                    if candidate in self.always or not candidate.as_strong_as(setting)
                ]
        return self.strongest()

    def _cheapest(self, setting: Setting) -> Row:
        """Return a setting as it fits: where labels cost too much, also by local recoding, or by the bits of items."""
        row = self.rows[setting] = self.bench.row(setting)
        for other in self._other_ways(setting, row):
            if self.fits(row):
                break
            other_row = self.rows[other] = self.bench.row(other)
            row = other_row if self.fits(other_row) else row
        return row

    def _other_ways(self, setting: Setting, row: Row) -> Iterator[Setting]:
        """Return other ways to the same promise, the likeliest to cost less first."""
        if self.locally and (locally := setting.locally) is not None:
            yield locally
        if "cost" in axes_of(setting.model) and row.reached:
            yield replace(setting, cost="bits")

    def strongest(self, below: Setting | None = None) -> list[Row]:
        """Return those that fit and that no other one that fits is as strong as (``below`` a setting)."""
        fitting = [
            row for row in self.rows.values() if self.fits(row) and (below is None or below.as_strong_as(row.setting))
        ]
        return [
            row
            for row in fitting
            if not any(other is not row and other.setting.as_strong_as(row.setting) for other in fitting)
        ]

    def costly_rows(self) -> list[Row]:
        """Return what costs too much, the weakest first."""
        costly = (row for row in self.rows.values() if not self.fits(row))
        return sorted(costly, key=lambda row: strength(row.setting))


def diagnose(bench: Bench, row: Row, limit: float, bench_of: Callable[[Dataset], Bench]) -> Diagnosis:
    """Return why a setting that was tried on a ``bench`` costs more than ``limit``.

    ``bench_of`` makes a bench for a part of the data.
    """
    diagnosis = Diagnosis(row=row)
    sensitive = _sensitive(bench)
    for left_out in _sets_to_leave_out(bench, row, sensitive):
        items = {item for item, _ in left_out}
        loss, ratio = _loss_without(bench.inputs.dataset, items, row.setting, bench_of)
        if loss is None:
            break
        worth = (_WORTH_WHERE_ALLOWED if loss <= limit else _WORTH) * (row.loss or 1.0)
        better = diagnosis.loss_without is None or loss < diagnosis.loss_without
        if better and ratio + (1 - ratio) * loss <= worth:
            diagnosis = Diagnosis(
                row=row,
                items=tuple(label for _, label in left_out),
                sensitive_items=len(items & sensitive),
                items_ratio=ratio,
                loss_without=loss,
            )
        if loss <= limit:
            break
    return diagnosis


def _sets_to_leave_out(bench: Bench, row: Row, sensitive: set[int]) -> Iterator[list[tuple[int, str]]]:
    """Yield items that may be left out, with their labels: more and more of them, as long as enough is left."""
    suspects = [] if row.loss is None else _suspects(bench, row.setting)
    for most in LEFT_OUT:
        left_out = suspects[:most]
        everything_sensitive = sensitive and sensitive.issubset(item for item, _ in left_out)
        if most > len(suspects) or most >= bench.inputs.dataset.distinct_items or everything_sensitive:
            return
        yield left_out


def _loss_without(
    dataset: Dataset, items: set[int], setting: Setting, bench_of: Callable[[Dataset], Bench]
) -> tuple[float | None, float]:
    """Return what a setting costs where items are left out (None: it cannot be said), and their share of the rows."""
    with dataset.engine.scope():
        rest = without_items(dataset, items)
        loss = bench_of(rest).row(setting).loss if rest.rows else None
    return loss, 1 - rest.rows / dataset.rows


def _sensitive(bench: Bench) -> set[int]:
    """Return the items that somebody wants hidden: where all of them are left out there is nothing to protect."""
    if (constraint := bench.inputs.constraint) is None:
        return set()
    return {int(item) for (item,) in bench.inputs.dataset.engine.rows(columns_of(constraint.sensitive, "item"))}


def _suspects(bench: Bench, setting: Setting) -> list[tuple[int, str]]:
    """Return the items that may make a setting costly, the likeliest first, with their labels; see the module."""
    if not registry.model(setting.model).blames_items:
        return []
    engine = bench.inputs.dataset.engine
    engine.trace.begin_phase("looking for items without which it costs less")
    with engine.scope():
        blamed: list[tuple[int, str]] = registry.function(setting.model, "trial", "blamed_items")(
            bench.inputs, setting, LEFT_OUT[-1]
        )
    return blamed
