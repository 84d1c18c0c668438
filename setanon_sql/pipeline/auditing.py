"""The life of an audit, the same for all models: check, open, count, write the report.

What is counted says ``audit`` of the room of a model, for a :class:`~setanon_sql.pipeline.case.Case`.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from setanon_sql.display import Displayable
from setanon_sql.options.publishing import Reports
from setanon_sql.pipeline.case import Case, ModelType, OptionsType, open_case, read_besides
from setanon_sql.pipeline.opening import read_first
from setanon_sql.pipeline.report_page import report_of
from setanon_sql.report import ReportParts
from setanon_sql.settings import Settings
from setanon_sql.sources import options_for
from setanon_sql.sources.personal import looked_through

AuditType = TypeVar("AuditType", bound=Displayable)


def audited(
    request: OptionsType,
    promise: type[ModelType],
    count: Callable[[Case[ModelType, OptionsType]], AuditType],
    *,
    title: str,
) -> AuditType:
    """Return what ``count`` finds in a source that breaks a promise; write what the options ask for besides.

    ``title``: of the report. Raises BadParameter and BadDestination before the work starts.
    """
    assert isinstance(request, Reports)
    settings = request.settings or Settings()
    options = options_for(request.source, request.options, getattr(request, "person", ""))
    model = promise.from_options(vars(request))
    report = report_of(request)
    if report:
        report.check(request.source, *read_besides(request), options.db)
    with settings.engine_for(options.db) as engine:
        with read_first(engine, request.source, *read_besides(request)):
            case = open_case(engine, request, model, options)
        engine.trace.begin_phase("auditing the source")
        result = count(replace(case, dataset=looked_through(case.dataset)))
    if report:
        parts = ReportParts(title, before=result, show_values=settings.show_values)
        report.write(parts, request.source, options)
    return result
