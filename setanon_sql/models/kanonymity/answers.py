"""What its commands answer with ``--json``."""

from typing import Annotated, NotRequired

from setanon_sql.answers.audits import AuditKeys
from setanon_sql.answers.releases import LostKeys, ReleaseKeys


class KAnonymityAuditAnswer(AuditKeys):
    """Answer of ``audit kanonymity``."""

    groups: Annotated[int, "different sets of items"]
    smallest_group: Annotated[int, "records (`--person`: persons) that hold the rarest of them"]
    records_at_risk: Annotated[int, "that hold the same items as fewer than k - 1 others, or persons"]
    singled_out: Annotated[int, "as no other; `--person`: persons with such a record"]
    unit: NotRequired[Annotated[str, "`--person`: `person`"]]
    persons: NotRequired[Annotated[int, "`--person`: of the source"]]
    persons_at_risk: NotRequired[Annotated[int, "`--person`: with a record at risk"]]


class KAnonymityReleaseAnswer(ReleaseKeys, LostKeys):
    """Answer of ``anonymize kanonymity``."""


#: The answers of ``audit`` and ``anonymize``.
AUDIT = KAnonymityAuditAnswer
ANONYMIZE = KAnonymityReleaseAnswer
