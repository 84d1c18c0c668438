"""(h, k, p)-coherence: what its audit counts, and how it is reached; p is ``m``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from setanon_sql.options.known import KnownItems
from setanon_sql.options.option import described, option
from setanon_sql.options.publishing import Publishing, Reports
from setanon_sql.options.reading import FromSource

if TYPE_CHECKING:
    from setanon_sql.numbers import Share
    from setanon_sql.sensitive.constraint import Source as SensitiveSource

#: How it is reached.
CoherenceAlgorithm = Literal["mm"]


@described
class CoherenceParameters(KnownItems):
    """The parameters of (h, k, p)-coherence."""

    k: int = option(
        "Records that have to hold what is known.", kind="whole number", least=2, metavar="INTEGER",
        hint="k = 5 is a usual choice", detail="2 or more.", policy="guarantee",
    )  # fmt: skip
    h: Share = option(
        "Highest confidence in a sensitive item, up to 1 (no bound).", default="1", kind="share", metavar="SHARE",
        detail="A number, or a text as it reads.", policy="guarantee",
    )  # fmt: skip
    sensitive: SensitiveSource | None = option(
        "What is private, and not known: a file, or a table of <db>, with one column of items.", default=None,
        kind="name", metavar="S", policy="guarantee",
    )  # fmt: skip


@described
class AuditCoherence(FromSource, CoherenceParameters, Reports):
    """The options of ``audit coherence``."""


@described
class AnonymizeCoherence(Publishing, CoherenceParameters):
    """The options of ``anonymize coherence``."""

    algorithm: CoherenceAlgorithm = option(
        "mm: items are suppressed everywhere, the one in most faults for each row first (Xu and others).",
        default="mm", words=CoherenceAlgorithm, policy="method",
    )  # fmt: skip
