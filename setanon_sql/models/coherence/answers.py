"""What its commands answer with ``--json``."""

from typing import Annotated, NotRequired, TypedDict

from setanon_sql.answers.audits import AuditKeys
from setanon_sql.answers.kinds import BySize
from setanon_sql.answers.releases import BEYOND, LostKeys, ReleaseKeys


class _Surety(TypedDict):
    rank: Annotated[int, "0: single items; 1, 2, …: the groups of them, by name"]
    h: Annotated[float, "it may follow with so high a confidence"]
    over_all: Annotated[float, "share of all records (persons: the higher one) that hold it; of the commonest item"]
    surest: Annotated[
        float, "the highest share of those that hold one of the sets that k hold, no part of which is at fault"
    ]
    too_sure: Annotated[int, "sets from which it follows too surely, an item each"]
    group: NotRequired[Annotated[str, "†"]]


class CoherenceAuditAnswer(AuditKeys):
    """Answer of ``audit coherence``."""

    rare_sets_by_size: Annotated[BySize, "minimal sets of known items that fewer than k records (persons) hold"]
    telling_sets_by_size: Annotated[BySize, "those from which a sensitive item follows too surely"]
    records_at_risk: Annotated[int, "that hold one of either"]
    sureties: Annotated[list[_Surety], "how surely a sensitive item follows, and each group of them, where bounded"]
    unit: NotRequired[Annotated[str, "`--person`: `person`"]]
    persons: NotRequired[Annotated[int, "`--person`: of the source"]]
    persons_at_risk: NotRequired[Annotated[int, "`--person`: with a record at risk"]]


class CoherenceReleaseAnswer(ReleaseKeys, LostKeys):
    """Answer of ``anonymize coherence``."""

    at_risk_beyond: NotRequired[BEYOND]


#: The answers of ``audit`` and ``anonymize``.
AUDIT = CoherenceAuditAnswer
ANONYMIZE = CoherenceReleaseAnswer
