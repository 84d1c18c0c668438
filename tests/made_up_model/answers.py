"""What the commands of the made-up model answer with ``--json``."""

from typing import Annotated

from setanon_sql.answers.audits import AuditKeys
from setanon_sql.answers.releases import LostKeys, ReleaseKeys


class FloorAuditAnswer(AuditKeys):
    """Answer of ``audit floor``."""

    records_at_risk: Annotated[int, "that hold a rare item"]


class FloorReleaseAnswer(ReleaseKeys, LostKeys):
    """Answer of ``anonymize floor``."""


AUDIT = FloorAuditAnswer
ANONYMIZE = FloorReleaseAnswer
