"""What its commands answer with ``--json``."""

from typing import Annotated, NotRequired

from setanon_sql.answers.audits import AuditKeys
from setanon_sql.answers.kinds import BySize
from setanon_sql.answers.releases import BEYOND, LostKeys, ReleaseKeys


class CoherenceAuditAnswer(AuditKeys):
    """Answer of ``audit coherence``."""

    rare_sets_by_size: Annotated[BySize, "minimal sets of known items that fewer than k records (persons) hold"]
    telling_sets_by_size: Annotated[BySize, "those from which a sensitive item follows too surely"]
    records_at_risk: Annotated[int, "that hold one of either"]
    unit: NotRequired[Annotated[str, "`--person`: `person`"]]
    persons: NotRequired[Annotated[int, "`--person`: of the source"]]
    persons_at_risk: NotRequired[Annotated[int, "`--person`: with a record at risk"]]


class CoherenceReleaseAnswer(ReleaseKeys, LostKeys):
    """Answer of ``anonymize coherence``."""

    at_risk_beyond: NotRequired[BEYOND]


#: The answers of ``audit`` and ``anonymize``.
AUDIT = CoherenceAuditAnswer
ANONYMIZE = CoherenceReleaseAnswer
