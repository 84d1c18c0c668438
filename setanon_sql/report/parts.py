"""What a report is made of: the results of the commands, as their JSON."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from setanon_sql.models import SMALLEST_PUBLIC, KmAnonymity
from setanon_sql.report.numbers import Tier

Result = Mapping[str, Any]


@dataclass(frozen=True)
class Parts:
    """The results to report; each may be missing, and its section is then left out or says so.

    ``before`` and ``after`` are audits of the source and of the release, ``manifest`` is that of the release,
    ``verification`` what ``verify`` answered, ``utility`` the measures. Of a disassociated release ``pieces`` is the
    audit (its source's is one of k^m-anonymity) and ``attack`` what ``attack cover`` links. ``made_on`` and
    ``valid_until`` are dates as they should read, ``made_by`` names the software.
    """

    title: str
    tier: Tier = "internal"
    before: Result | None = None
    after: Result | None = None
    manifest: Result | None = None
    verification: Result | None = None
    utility: Mapping[str, float] | None = None
    made_on: str = ""
    made_by: str = ""
    valid_until: str = ""
    pieces: Result | None = None
    attack: Result | None = None

    @property
    def about(self) -> Result | None:
        """The result that names the model and its parameters, if there is any."""
        results = (self.manifest, self.verification, self.pieces, self.before, self.after)
        return next((one for one in results if one), None)

    @property
    def guarantee(self) -> str:
        """The sentence of the guarantee, as verification derives it from model and parameters, or as it was made."""
        told = [(one or {}).get("guarantee", "") for one in (self.verification, self.manifest)]
        return next((sentence for sentence in told if sentence), "")

    @property
    def k(self) -> int:
        """The largest k that any of the results speaks of; where none does, no count under the smallest public one."""
        results = (self.before, self.after, self.manifest, self.verification, self.pieces)
        return max(
            (result["parameters"].get("k") or SMALLEST_PUBLIC for result in results if result), default=SMALLEST_PUBLIC
        )

    @property
    def afterwards(self) -> Result | None:
        """The audit of the release, or what a verification that holds says in its place: nobody is at risk."""
        answer, before = self.verification, self.before
        if self.after or not answer or not answer["satisfied"] or "records" not in answer["checks"]:
            return self.after
        about = before or answer
        if answer["model"] != about["model"]:
            return None
        if any(answer["parameters"].get(name) != value for name, value in about["parameters"].items()):
            return None
        return {"parameters": answer["parameters"], "records": answer["checks"]["records"]} | _nobody(before, answer)


def _nobody(before: Result | None, answer: Result) -> dict[str, dict[str, int]]:
    """What a k^m audit of a release that keeps its promise counts: nothing, at each size of known sets."""
    largest = answer["parameters"].get("m") if answer["model"] == KmAnonymity.name else None
    sizes = (before or {}).get("records_at_risk_by_size", {f"{largest}": 0} if largest else {})
    alone = (before or {}).get("unique_records_by_size", {})
    return {"records_at_risk_by_size": dict.fromkeys(sizes, 0), "unique_records_by_size": dict.fromkeys(alone, 0)}
