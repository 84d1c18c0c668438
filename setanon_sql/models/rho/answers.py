"""What its commands answer with ``--json``."""

from typing import Annotated, NotRequired, TypedDict

from setanon_sql.answers.audits import AuditKeys
from setanon_sql.answers.kinds import LIKEWISE, BySize
from setanon_sql.answers.releases import LostKeys, ReleaseKeys


class _RhoAuditWorst(TypedDict):
    known: list[str]
    sensitive_item: Annotated[str, "that follows"]
    support_with_sensitive: Annotated[int, "records that hold all of it"]
    support: Annotated[int, "records that hold what is known"]
    persons_with_sensitive: NotRequired[Annotated[int, "with `--person`: the same in persons"]]
    persons: NotRequired[Annotated[int, LIKEWISE]]


class _RhoAuditThresholds(TypedDict):
    items: int
    lowest: float
    highest: Annotated[float, LIKEWISE]
    mean: Annotated[float, LIKEWISE]
    by_item: NotRequired[Annotated[dict[str, str], "as exact fractions †"]]


class RhoAuditAnswer(AuditKeys):
    """Answer of ``audit rho``, ``audit adaptive``."""

    violations_by_size: Annotated[
        BySize, "rules above rho (above the threshold of their item) by the number of known items"
    ]
    max_confidence: Annotated[float, "the highest of a rule to a sensitive item"]
    confidence_p95: Annotated[float, "95 % of records stay at or under it"]
    persons_at_risk: Annotated[int, "records of which a rule above rho (the threshold) speaks; with `--person` persons"]
    share_at_risk: Annotated[float, "of the records; with `--person` of the persons"]
    unit: NotRequired[
        Annotated[str, "`person`, with `--person`: then a rule is above rho, too, where its share of persons is"]
    ]
    persons: NotRequired[Annotated[int, "of all records"]]
    records_at_risk: NotRequired[Annotated[int, "with `--person`: of which such a rule speaks"]]
    covers_every_size: Annotated[
        bool, "false: larger sets were too many to be counted, and all figures are lower bounds"
    ]
    worst: NotRequired[Annotated[list[_RhoAuditWorst], "`--worst`: the surest rules of each size †"]]
    thresholds: NotRequired[Annotated[_RhoAuditThresholds, "`adaptive`: of the sensitive items"]]


class RhoReleaseAnswer(ReleaseKeys, LostKeys):
    """Answer of ``anonymize rho``."""


#: The answers of ``audit`` and ``anonymize``.
AUDIT = RhoAuditAnswer
ANONYMIZE = RhoReleaseAnswer
