"""Where settings are tried: one dataset, what they share, and each of them carried out, measured and audited."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from time import perf_counter
from typing import Any

from setanon_sql import registry
from setanon_sql.columns import by_class
from setanon_sql.comparing.figures import items_kept_ratio, singled_out, with_usable, with_use, with_workload
from setanon_sql.comparing.inputs import Inputs, Plan
from setanon_sql.comparing.made_up import try_made_up
from setanon_sql.comparing.results import Figures, Row
from setanon_sql.comparing.settings import Setting
from setanon_sql.comparing.shared import Shared, item_error, pair_error
from setanon_sql.comparing.unpublished import case_of, pipeline_of
from setanon_sql.dataset import Dataset
from setanon_sql.errors import BadParameter, NotReached
from setanon_sql.measures import Measures
from setanon_sql.measures.counts import MadeUp
from setanon_sql.measures.details import MeasureRequest
from setanon_sql.pipeline.run import Pipeline
from setanon_sql.query.templates import Table


def _nobody(row: Row) -> None:
    """Tell nobody of a row."""


@dataclass
class Bench:
    """A place to try settings on one dataset, each at most once.

    ``sampled``: it is a sample of another one. ``tell`` is called with each row when it is known.
    """

    inputs: Inputs
    plan: Plan
    sizes: Sequence[int]
    sampled: bool = False
    tell: Callable[[Row], None] = _nobody
    _rows: dict[Setting, Row] = field(default_factory=dict)

    def __post_init__(self) -> None:
        nodes = self.inputs.nodes if self.inputs.has_taxonomy else None
        self.shared = Shared(self.inputs.dataset, self.sizes or (1,), self.inputs.workload, nodes)

    def rows(self, settings: Sequence[Setting]) -> list[Row]:
        """Try settings one after the other."""
        places = (f"setting {number} of {len(settings)}, " for number, _ in enumerate(settings, 1))
        return [self.row(setting, place) for setting, place in zip(settings, places, strict=True)]

    def row(self, setting: Setting, place: str = "") -> Row:
        """Try a setting; one that cannot be reached is a row that says so. ``place`` says which of how many it is."""
        if (same := self._row_by_ncp(setting)) is not None:
            self._rows[setting] = same
            self.tell(same)
        if setting not in self._rows:
            dataset = self.inputs.dataset
            row = Row(setting=setting, records=dataset.records, sampled=self.sampled)
            try:
                where = " (sample)" if self.sampled else ""
                with dataset.engine.trace.task(f"{place}{setting.name}{where}"), dataset.engine.scope():
                    figures, utility = Trial(self.inputs, self.plan, self.shared, setting, self.sampled).outcome()
                row = replace(row, figures=with_use(figures), utility=utility)
            except (NotReached, BadParameter) as error:
                row = replace(row, problem=error.message)
            self._rows[setting] = row
            dataset.engine.trace.announce(f"{place}{row.line}")
            self.tell(row)
        return self._rows[setting]

    def _row_by_ncp(self, setting: Setting) -> Row | None:
        """Return the row of a setting where the same one loses nothing by NCP, and so by any cost; None: try it."""
        row = self._rows.get(replace(setting, cost="ncp"))
        is_new = setting.cost != "ncp" and setting not in self._rows
        return replace(row, setting=setting) if is_new and row and row.figures.ncp == 0 else None


@dataclass
class Trial:
    """One setting on the bench."""

    inputs: Inputs
    plan: Plan
    shared: Shared
    setting: Setting
    sampled: bool = False
    seconds: float = 0.0
    pipeline: Pipeline[Any, Any] = field(init=False)
    #: ``record_id, class``, by the columns of the setting; None: it has none.
    classes: Table | None = None

    @property
    def request(self) -> MeasureRequest:
        """Return what is measured of each release."""
        constraint = self.inputs.constraint
        return MeasureRequest(
            workload=self.shared.workload,
            made_up=MadeUp(seed=self.plan.seed),
            sensitive=constraint.sensitive if constraint else None,
        )

    def outcome(self) -> tuple[Figures, Measures]:
        """Try the setting; raises NotReached or BadParameter where that cannot be."""
        if self.setting.epsilon is not None:
            return try_made_up(self.inputs, self.shared, self.setting)
        self.pipeline = pipeline_of(self.setting, self.inputs, self.plan)
        self.pipeline.try_on(case_of(self.setting, self.inputs, self.pipeline), self.request)
        self.classes = self._find_classes()
        room = registry.part(self.setting.model, "trial") if registry.has_part(self.setting.model, "trial") else None
        if room and hasattr(room, "outcome"):
            outcome: tuple[Figures, Measures] = room.outcome(self)
            return outcome
        with self.timer():
            result = self.pipeline.run(self.pipeline.constraints)
        measures = self.pipeline.measure(result)
        figures = room.risks(self, result.rows, measures) if room else self.risk_before()
        return self.figures_of(result.rows, measures, figures)

    def _find_classes(self) -> Table | None:
        classes = self.pipeline.case.classes
        return None if classes is None else classes.of(classes.finest)

    def risk_before(self) -> Figures:
        """Return the share of the source's records, or persons, at risk, if it is wanted."""
        if self.plan.losses_only:
            return Figures()
        case = self.pipeline.case
        count = registry.function(self.setting.model, "audit", "audit")
        key = (case.model, self.setting.columns)
        return Figures(at_risk_before=self.shared.risk(key, lambda: float(count(case).share_at_risk)))

    @contextmanager
    def timer(self) -> Iterator[None]:
        """Take the time of what anonymizes."""
        began = perf_counter()
        yield
        self.seconds = perf_counter() - began

    def persons_behind(self, rows: Table, measures: Measures) -> int:
        """Return how many records, or persons, are behind the rows of a release."""
        dataset = self.inputs.dataset
        if dataset.persons is None:
            return measures.records_after or 0
        return dataset.engine.number("counting/persons/at_risk_persons", at_risk=rows, persons=dataset.persons)

    def released(self, rows: Table) -> Dataset:
        """Return the source as it would be released; records that lost every item still count.

        Where columns are released, an item of one class is another one than that of another class.
        """
        dataset = replace(self.inputs.dataset, store=None)  # nobody asks for it a second time
        return dataset.with_rows(rows if self.classes is None else by_class(dataset.engine, rows, self.classes))

    def source(self) -> Dataset:
        """Return the source, likewise."""
        return self.released(self.inputs.dataset.transactions)

    def figures_of(self, rows: Table, measures: Measures, figures: Figures) -> tuple[Figures, Measures]:
        """Return the figures that are counted alike for all models, for released rows, beside those of the model."""
        figures = replace(
            figures,
            **measures.shares(),
            ncp=measures.ncp,
            suppressed_ratio=measures.suppressed_ratio,
            items_kept=measures.items_kept,
            items_kept_ratio=items_kept_ratio(measures),
            classes=self._classes_released(rows),
            seconds=self.seconds,
        )
        own_queries, pairs, items = self.shared.split(measures.details.workload)
        measures = with_workload(measures, own_queries)
        figures = replace(
            figures,
            top_itemsets_lost=self.shared.lost_itemsets(rows),
            pair_error=pair_error(pairs),
            item_error=item_error(items),
            category_error=self.shared.category_error(rows),
            workload_error=measures.workload_relative_error_mean,
        )
        figures = with_usable(figures, self.inputs.dataset, rows, self.request.sensitive)
        if self.tells_risk(figures):
            figures = replace(figures, singled_out_ratio=self._singled_out(self.released(rows)))
        return figures, measures

    def _classes_released(self, rows: Table) -> int | None:
        """Return how many classes of alike records are released; None without columns."""
        classes = self.pipeline.case.classes
        if classes is None or self.classes is None:
            return None
        shown = classes.engine.table("columns/classes/left", classes=self.classes, held=rows)
        return classes.counts(shown, 0).classes

    def _singled_out(self, released: Dataset) -> float:
        """Return the share that stand alone in a release, by what may be known: also by what they lack."""
        if not self.setting.absent:
            return singled_out(released, self.setting)
        share: float = registry.function(self.setting.model, "trial", "found_with_absent")(
            released, replace(self.setting, k=2).promised()
        )
        return share

    def tells_risk(self, figures: Figures) -> bool:
        """Return whether the risk in the release is wanted: of all settings, or of those that may be suggested."""
        limit = self.plan.limit
        use_lost = with_use(figures).use_lost
        return limit is None or (not self.sampled and use_lost is not None and use_lost <= limit)
