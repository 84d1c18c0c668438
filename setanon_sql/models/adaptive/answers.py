"""What its commands answer with ``--json``."""

from typing import Annotated

from setanon_sql.answers.audits import RhoAuditAnswer
from setanon_sql.answers.releases import LostKeys, ReleaseKeys


class AdaptiveReleaseAnswer(ReleaseKeys, LostKeys):
    """Answer of ``anonymize adaptive``."""

    groups: Annotated[int, "of records that are generalized in their own way"]


#: The answers of ``audit`` and ``anonymize``.
AUDIT = RhoAuditAnswer
ANONYMIZE = AdaptiveReleaseAnswer
