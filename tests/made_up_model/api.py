"""The functions of the made-up model."""

from setanon_sql.options.public import public
from setanon_sql.pipeline.auditing import audited
from setanon_sql.pipeline.released import Release
from tests.made_up_model.audit import FloorAudit, audit
from tests.made_up_model.options import AnonymizeFloor, AuditFloor
from tests.made_up_model.parameters import Floor
from tests.made_up_model.pipeline import FloorPipeline

__all__ = ["FloorAudit", "anonymize_floor", "audit_floor"]


@public(AuditFloor)
def audit_floor(request: AuditFloor) -> FloorAudit:
    """Count the items that too few records hold.

    OPTIONS
    """
    return audited(request, Floor, audit, title="Audit of a floor")


@public(AnonymizeFloor)
def anonymize_floor(request: AnonymizeFloor) -> Release:
    """Suppress the items that too few records hold.

    OPTIONS
    """
    return FloorPipeline(request).release()
