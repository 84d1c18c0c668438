"""The life of an audit, the same for all models: check, open, count, list who is at risk, write the report.

What is counted says ``audit`` of the room of a model, for a :class:`~setanon_sql.pipeline.case.Case`. What is read are
data, or a release, whose labels are inner nodes of its taxonomy by design.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

from setanon_sql.counting.store import CountStore
from setanon_sql.dataset import Dataset
from setanon_sql.display import Displayable
from setanon_sql.engine import DuckDBEngine, Engine, Warehouse, scoped
from setanon_sql.errors import SetanonError
from setanon_sql.layout import RemoteDestination
from setanon_sql.options.publishing import Reports
from setanon_sql.options.reading import AlongTaxonomy
from setanon_sql.pipeline.case import Case, ModelType, OptionsType, open_case, read_besides
from setanon_sql.pipeline.opening import fitted, nodes_of, opened, read_first
from setanon_sql.pipeline.owner import named_persons
from setanon_sql.pipeline.publishing import place_of
from setanon_sql.pipeline.records_at_risk import Finding, risk_lists
from setanon_sql.pipeline.report_page import report_of
from setanon_sql.registry import function, promises
from setanon_sql.registry.parameters import ModelParameters
from setanon_sql.report import ReportParts
from setanon_sql.results import Audit
from setanon_sql.settings import Settings
from setanon_sql.sources import Source, SourceOptions, audit_options_for, options_for
from setanon_sql.sources.personal import looked_through
from setanon_sql.taxonomy import Taxonomy
from setanon_sql.taxonomy.inner import inner_items
from setanon_sql.verify import Recount, VerificationInputs, recount
from setanon_sql.verify.contents import Tables
from setanon_sql.verify.meaning import places_of
from setanon_sql.verify.promise import AnyPromise
from setanon_sql.verify.reader_base import ReleaseReader
from setanon_sql.verify.readers import reader_at

AuditType = TypeVar("AuditType", bound=Displayable)


def audited(
    request: OptionsType,
    promise: type[ModelType],
    count: Callable[[Case[ModelType, OptionsType]], AuditType],
    *,
    title: str,
    finding: Finding = "threats",
    complete: Callable[[Case[ModelType, OptionsType]], Case[ModelType, OptionsType]] = lambda case: case,
    seeks_person: bool = False,
) -> AuditType:
    """Return what ``count`` finds in a source that breaks a promise; write what the options ask for besides.

    ``title``: of the report. ``finding``: what is found of a record, where those at risk are listed. ``complete`` reads
    what a model needs besides. ``seeks_person``: where no person is named it looks for a column of persons. Raises
    BadParameter and BadDestination before the work starts.
    """
    assert isinstance(request, Reports)
    settings = request.settings or Settings()
    options = _reading(request, seeks_person=seeks_person)
    model = promise.from_options(vars(request))
    reads = read_besides(request)
    lists = risk_lists(finding, request, options, *reads)
    cache = getattr(request, "cache", None)
    store = None if cache is None else CountStore(Path(cache))
    report = report_of(request)
    if report:
        report.check(request.source, *reads, options.db, written=lists.files)
    with settings.engine_for(options.db) as engine:
        with read_first(engine, request.source, *reads):
            case = replace(complete(_opened(engine, request, model, options)), lists=lists)
            case = replace(case, dataset=replace(case.dataset, store=store or case.dataset.store))
        engine.trace.begin_phase("auditing the source")
        result = count(case)
        lists.write(case.dataset)
    if report:
        parts = ReportParts(title, before=result, show_values=settings.show_values)
        report.write(parts, request.source, options)
    return result


def _reading(request: OptionsType, *, seeks_person: bool) -> SourceOptions:
    """Return how the source of an audit is read."""
    person = getattr(request, "person", "")
    along = request if isinstance(request, AlongTaxonomy) else None
    if not seeks_person:
        return options_for(request.source, request.options, person, along)
    seek_columns = hasattr(request, "columns") and not request.columns
    return audit_options_for(request.source, request.options, person, along, seek_columns=seek_columns)


def _opened(
    engine: DuckDBEngine | Warehouse, request: OptionsType, model: ModelType, options: SourceOptions
) -> Case[ModelType, OptionsType]:
    """Open what is audited; where only some items, or sets of them, are known no label of a taxonomy is."""
    case = open_case(engine, request, model, options, opened_to_audit)
    case = replace(case, dataset=looked_through(case.dataset))
    if case.taxonomy is None or case.known_items is not None or case.protected is not None:
        return case
    return replace(case, nodes=nodes_of(engine, case.dataset, case.taxonomy, options, allow_inner=True))


def opened_to_audit(
    engine: DuckDBEngine | Warehouse, source: Source, options: SourceOptions, taxonomy: Taxonomy | None
) -> Dataset:
    """Open a source; where an item is an inner node of the taxonomy, it is a release, or :func:`fitted` says more."""
    dataset = opened(engine, source, options)
    if taxonomy is None:
        return dataset
    labels = [str(label) for _, label in engine.rows("taxonomy/nodes/labels", items=dataset.items)]
    if inner_items(taxonomy, labels) and _is_release(engine, source, options):
        return dataset
    return fitted(dataset, taxonomy, options)


@scoped
def _is_release(engine: DuckDBEngine | Warehouse, source: Any, options: SourceOptions) -> bool:
    """Return whether a manifest stands beside a source that was made for these very rows."""
    reader_and_promise = _manifest_beside(engine, source, options)
    return reader_and_promise is not None and _own_tables(*reader_and_promise) is not None


def _manifest_beside(
    engine: DuckDBEngine | Warehouse, source: Any, options: SourceOptions
) -> tuple[ReleaseReader, AnyPromise] | None:
    """Return what reads a source as a release of one table, and its promise; None without a manifest of one."""
    if not isinstance(source, str | Path) or options.query:
        return None
    try:
        reader = reader_at(engine, place_of(source, options.db, options.db))
        promise = reader.promise()
    except SetanonError:
        return None
    return (reader, promise) if promise.shape.single else None


def _own_tables(reader: ReleaseReader, promise: AnyPromise) -> Tables | None:
    """Return the tables of a release; None where they are not those that its manifest was made for."""
    try:
        tables = reader.read(promise.shape, promise.separator)
        return tables if reader.fingerprints(promise.shape, tables) == promise.sha256 else None
    except SetanonError:
        return None


@scoped
def recount_of_local(
    dataset: Dataset,
    source: Any,
    options: SourceOptions,
    model: ModelParameters,
    inputs: VerificationInputs | None = None,
) -> Recount | None:
    """Recount a source that is a release of local recoding, with what its labels can only stand for; None for others.

    ``dataset``: the source as it was opened. ``model``: what is counted against, of local recoding, too. ``inputs``:
    what is to be hidden, or may be known alone.
    None also where the source was copied out of a remote database: it was read in one state, and is not read again
    during the work.
    """
    engine = dataset.engine
    assert isinstance(engine, DuckDBEngine | Warehouse)
    if isinstance(source, str | Path) and isinstance(place_of(source, options.db, options.db), RemoteDestination):
        return None
    reader, promise = _manifest_beside(engine, source, options) or (None, None)
    if not reader or not promise or not promise.labels or not promise.model.suppresses_locally:
        return None
    tables = _own_tables(reader, promise)
    labels = reader.labels(promise.labels.levels) if tables else None
    if tables is None or labels is None or labels.labels is None:
        return None
    places = places_of(labels.rows, escaped=promise.shape.escaped)
    whose = named_persons(dataset) if dataset.persons else None
    return recount(engine, tables[""], model, replace(inputs or VerificationInputs(), places=places, persons=whose))


def tell_said(engine: Engine, result: Recount | None) -> None:
    """Warn where a release of local recoding is broken by what its labels can only stand for."""
    if result and result.problems and result.counts.get("said_items"):
        engine.trace.warn(f"beside each other, labels of this release tell more than it shows: {result.problems[0]}")


def audited_before(dataset: Dataset, model: str, options: Mapping[str, Any]) -> Audit:
    """Audit a source for the report of its release, before anything is done: against a model with such ``options``."""
    dataset.engine.trace.begin_phase("auditing the source for the report, before anything is changed")
    promise = promises()[model].from_options(options)
    audit: Audit = function(model, "audit", "audit_source")(dataset, promise)
    return audit
