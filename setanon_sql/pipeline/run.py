"""The life of a release, the same for all models: open, decide, run, measure, publish, report.

The room of a model has a class that says what each step is for it. The work of a step is done in the rooms below:
sources, measures, release. A setting that is compared is run and measured by the same class, and not published.
"""

import secrets
from abc import ABC, abstractmethod
from dataclasses import replace
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from setanon_sql.dataset import Dataset
from setanon_sql.decisions import NO_CONSTRAINTS, ItemConstraints
from setanon_sql.engine import DuckDBEngine, Warehouse
from setanon_sql.errors import BadParameter
from setanon_sql.layout import BESIDE, LABELS, LONG, ReleaseShape
from setanon_sql.measures import Measures
from setanon_sql.measures.details import MeasureRequest
from setanon_sql.measures.sentences import warnings
from setanon_sql.options.publishing import PublishingFolder, PublishingLabels
from setanon_sql.options.reading import AlongTaxonomy
from setanon_sql.pipeline.case import Case, open_case, read_besides, with_nodes
from setanon_sql.pipeline.column_fates import column_fates
from setanon_sql.pipeline.constraints import ConstraintFiles
from setanon_sql.pipeline.opening import Tree
from setanon_sql.pipeline.owner import OwnerInputs
from setanon_sql.pipeline.previous import Previous
from setanon_sql.pipeline.publishing import control_of, release_parts, target_of
from setanon_sql.pipeline.refusing import refuse_options
from setanon_sql.pipeline.released import Release
from setanon_sql.pipeline.report_page import report_of
from setanon_sql.query.templates import Table
from setanon_sql.registry import function, model
from setanon_sql.registry.parameters import ModelParameters
from setanon_sql.settings import Settings
from setanon_sql.sources import options_for
from setanon_sql.verify import ReadInputs

#: So many of the most frequent items and pairs a report lists.
TOP = 20

OptionsType = TypeVar("OptionsType", bound=PublishingFolder)
ResultType = TypeVar("ResultType")


class _HasRows(Protocol):
    """A result with ``rows``: ``record_id, item``, items of the source or labels over them by number, distinct."""

    @property
    def rows(self) -> Table: ...


RowsType = TypeVar("RowsType", bound=_HasRows)


class Pipeline(ABC, Generic[OptionsType, ResultType]):
    """One release in the making: what it is given, what is known after each step, and the steps themselves.

    ``promise``: the type of what is promised. ``given``: the options of the command. ``reading``: how the source is
    read. ``seed``: decides what is decided by lot. ``constraint_files``: where constraints and weights are read.
    ``target``: where the release goes, and ``previous``: the one before it, if it keeps to one. After the first steps:
    ``engine``, ``case``, ``dataset``, ``requested`` (what to measure besides), ``constraints``.
    """

    #: The title of the report.
    title: ClassVar[str]
    shape: ClassVar[ReleaseShape] = LONG
    promise: ClassVar[type[ModelParameters] | None] = None

    model: Any
    engine: DuckDBEngine | Warehouse
    case: Case[Any, OptionsType]
    dataset: Dataset
    requested: MeasureRequest
    constraints: ItemConstraints = NO_CONSTRAINTS
    previous: Previous | None = None
    #: Is the release one line a record?
    as_lines: bool = False

    def __init__(self, request: OptionsType) -> None:
        """Check all that does not depend on the place of a release; raises BadParameter."""
        self.given = request
        self.seed = request.seed or secrets.token_hex(16)
        self.report = report_of(request)
        self.settings = request.settings or Settings()
        along = request if isinstance(request, AlongTaxonomy) else None
        self.reading = options_for(request.source, request.options, getattr(request, "person", ""), along)
        self.reading = replace(self.reading, control=control_of(request))
        self.constraint_files = ConstraintFiles(
            getattr(request, "constraints", None), getattr(request, "weights", None)
        )
        self._check_persons()
        if self.promise:
            self.model = self.promise.from_options(vars(request))
            refuse_options(self.promise.name, request)
        self.check()

    def release(self) -> Release:
        """Publish a verified release, or nothing; return what was published."""
        self._find_target()
        with self.target.engine(self.reading.db, self.settings, self.report) as self.engine:
            with self.target.one_state(self.engine):
                self.dataset = self.open()
                self.target.check_ids(self.dataset)
                self.requested = self.target.requested(self.dataset, self.reading)
                if self.report:
                    self.requested = replace(self.requested, items=TOP, pairs=TOP, top_categories=TOP, near=True)
                self.constraints = self.decide()
            self.target.check_link(self.dataset)
            if isinstance(self.engine, DuckDBEngine):
                self.engine.let_files_go()
            self.look_ahead()
            audits = self.audits_before() if self.report else {}
            result = self.run(self.constraints)
            measures = self.measure(result)
            for warning in warnings(measures):
                self.engine.trace.warn(warning)
            columns = self.dataset.other_columns
            not_released = tuple(column for column in columns if column not in self.model.columns)
            release = replace(self.publish(result, measures), not_released=not_released)
            if self.report:
                audits |= self.audits_after(result, release) | {"columns": self._column_fates(release)}
        if self.report:
            inputs = self.owners_inputs()
            parts = release_parts(self.title, release, self.settings, inputs, **audits)
            self.report.write(parts, self.given.source, self.reading)
        return release

    def try_on(self, case: Case[Any, Any], requested: MeasureRequest) -> None:
        """Take a case that others opened, to run and measure this on it; nothing is published."""
        assert isinstance(case.dataset.engine, DuckDBEngine | Warehouse)
        self.engine = case.dataset.engine
        self.case = self.completed(case)
        self.dataset = case.dataset
        self.requested = requested
        self.constraints = ItemConstraints(drop=case.dropped)

    def _find_target(self) -> None:
        """Say where the release goes; raises BadParameter and BadDestination before the work."""
        reads = (*self.reads(), *self.constraint_files.reads)
        shape = replace(self.shape, beside=self.tables_beside())
        request = replace(self.given, seed=self.seed)
        self.target = target_of(request, self.reading, *reads, shape=shape, tree=self.tree())
        self.check_files()
        self.reading = self.target.reading(self.reading)
        self.previous = self.target.previous
        self.as_lines = self.target.destination.lines

    def _column_fates(self, release: Release) -> tuple[tuple[str, str], ...]:
        """Return what became of each column of the source."""
        ids = getattr(self.given, "record_ids", "shuffle")
        coarsened = self.tree() is not None
        steps = release.manifest.get("steps", {})
        return column_fates(
            self.dataset, self.shape, self.reading.person, record_ids=ids, coarsened=coarsened, steps=steps
        )

    def _check_persons(self) -> None:
        """Refuse lines, whose records nobody could find again."""
        if self.reading.person and str(self.given.out or "").lower().endswith((".dat", ".txt")):
            raise BadParameter(
                "basket lines have no record ids, by which persons could be recounted",
                "write a .parquet, .csv or .tsv file, or leave <person> out",
            )

    def check(self) -> None:
        """Refuse options that make no sense, before it is known where the release goes."""

    def check_files(self) -> None:
        """Refuse files besides the release that cannot be written."""

    def reads(self) -> tuple[Any, ...]:
        """Return what is read besides the source and the constraints."""
        return read_besides(self.given)

    @property
    def generalizes(self) -> str:
        """Return what is generalized along a taxonomy."""
        ways = (str(getattr(self.given, name, "")) for name in ("algorithm", "recoding"))
        return model(self.model.name).generalizes_by(*ways)

    def tree(self) -> Tree | None:
        """Return the taxonomy of the labels of the release."""
        return getattr(self.given, "taxonomy", None)

    @property
    def with_meaning(self) -> bool:
        """Return whether it is published which items each label may stand for."""
        return isinstance(self.given, PublishingLabels) and self.given.meaning

    def tables_beside(self) -> tuple[str, ...]:
        """Return the tables that go beside the release."""
        if self.tree() is None:
            return ()
        return BESIDE if self.with_meaning else (LABELS,)

    def look_ahead(self) -> None:
        """Tell about how long the steps to come will take, where that is known and long."""

    def open(self) -> Dataset:
        """Open the source, and what is read beside it."""
        self.case = self.completed(open_case(self.engine, self.given, self.model, self.reading))
        if self.generalizes != "nothing":
            self.case = with_nodes(self.case, self.generalizes)
        return self.case.dataset

    def completed(self, case: Case[Any, OptionsType]) -> Case[Any, OptionsType]:
        """Return a case with what a model reads or works out besides, once its source is read."""
        return case

    def decide(self) -> ItemConstraints:
        """Read what becomes of single items; raises BadParameter for rules that the method does not take.

        A method that takes none has nothing to read.
        """
        return NO_CONSTRAINTS

    def audits_before(self) -> dict[str, Any]:
        """Audit the source for the report."""
        self.engine.trace.begin_phase("auditing the source for the report, before anything is changed")
        return {"before": function(self.model.name, "audit", "audit")(self.case)}

    @abstractmethod
    def run(self, constraints: ItemConstraints) -> ResultType:
        """Anonymize."""

    @abstractmethod
    def measure(self, result: ResultType) -> Measures:
        """Measure what a result is still worth."""

    @abstractmethod
    def publish(self, result: ResultType, measures: Measures) -> Release:
        """Publish a result; tell what became of the constraints."""

    def audits_after(self, result: ResultType, release: Release) -> dict[str, Any]:
        """Audit the release for the report."""
        return {}

    def owners_inputs(self) -> ReadInputs | None:
        """Return what only the owner of the source knows and the release is verified against for the report."""
        return (
            OwnerInputs(self.given.source, self.reading, ledger=self.given.ledger).read if self.tells_persons else None
        )

    @property
    def tells_persons(self) -> bool:
        """Return whether persons count, and the ledger or the ids of the source tell whose the released records are."""
        keeps_ids = getattr(self.given, "record_ids", "shuffle") == "keep"
        return bool(self.reading.person) and (keeps_ids or self.given.ledger is not None)
