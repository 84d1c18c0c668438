"""What the audits of k^m-anonymity find, whether there is one k or one for each size."""

from collections.abc import Mapping
from dataclasses import dataclass

from setanon_sql.fields import ABSENT, LIKEWISE, ComputedKey
from setanon_sql.results import UNIT, Audit


@dataclass(frozen=True)
class KmFindings(Audit):
    """Findings by the number of known items; none where no size is told apart."""

    unit = UNIT
    violations_by_size = ComputedKey[Mapping[int, int]](
        "sets that fewer than k records hold, and all parts of which k or more hold; not with `--count records`",
        lambda audit: audit.threats_by_size(),
        ABSENT,
    )
    minimal_threats_by_size = ComputedKey[Mapping[int, int]](LIKEWISE, lambda audit: audit.threats_by_size(), ABSENT)
    records_at_risk_by_size = ComputedKey[Mapping[int, int]](
        "that hold a threat of at most that size; likewise",
        lambda audit: audit.at_risk_by_size() if audit.sizes else {},
        ABSENT,
    )
    covers_every_m = ComputedKey[bool]("no larger threat can exist", lambda audit: audit.complete)
