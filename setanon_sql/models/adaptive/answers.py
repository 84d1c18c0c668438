"""What its commands answer with ``--json``."""

from typing import Annotated

from setanon_sql.answers.releases import LostKeys, ReleaseKeys
from setanon_sql.models.rho.answers import RhoAuditAnswer


class AdaptiveReleaseAnswer(ReleaseKeys, LostKeys):
    """Answer of ``anonymize adaptive``."""

    groups: Annotated[int, "of records that are generalized in their own way"]


#: The answers of ``audit`` and ``anonymize``.
AUDIT = RhoAuditAnswer
ANONYMIZE = AdaptiveReleaseAnswer
