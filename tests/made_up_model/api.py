"""The functions of the made-up model."""

from setanon_sql.options.public import public
from setanon_sql.pipeline.opening import opened, read_first
from setanon_sql.pipeline.released import Release
from setanon_sql.pipeline.report_page import report_of
from setanon_sql.report import ReportParts
from setanon_sql.settings import Settings
from setanon_sql.sources import options_for
from tests.made_up_model.audit import FloorAudit
from tests.made_up_model.audit import audit_floor as audit
from tests.made_up_model.options import AnonymizeFloor, AuditFloor
from tests.made_up_model.parameters import Floor
from tests.made_up_model.pipeline import FloorPipeline

__all__ = ["FloorAudit", "anonymize_floor", "audit_floor"]


@public(AuditFloor)
def audit_floor(request: AuditFloor) -> FloorAudit:
    """Count the items that too few records hold.

    OPTIONS
    """
    options = options_for(request.source, request.options)
    report = report_of(request)
    with (request.settings or Settings()).engine_for(options.db) as engine:
        with read_first(engine, request.source):
            dataset = opened(engine, request.source, options)
        result = audit(dataset, Floor(request.k))
    if report:
        report.write(ReportParts("Audit of a floor", before=result), request.source, options)
    return result


@public(AnonymizeFloor)
def anonymize_floor(request: AnonymizeFloor) -> Release:
    """Suppress the items that too few records hold.

    OPTIONS
    """
    return FloorPipeline(request).release()
