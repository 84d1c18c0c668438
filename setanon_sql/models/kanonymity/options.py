"""k-anonymity of whole records: what its audit counts, and how it is reached."""

from __future__ import annotations

from typing import Literal

from setanon_sql.options.known import KnownColumns, ReleasedColumns
from setanon_sql.options.option import described, option
from setanon_sql.options.persons import CountsPersons
from setanon_sql.options.publishing import PublishingLabels, Reports
from setanon_sql.options.reading import AlongTaxonomy, FromSource

#: How it is reached.
LocalAlgorithm = Literal["lg"]


@described
class KAnonymityParameters(CountsPersons):
    """The parameters of k-anonymity."""

    k: int = option(
        "Records that have to be equal.", kind="whole number", least=2, metavar="INTEGER",
        hint="k = 5 is a usual choice", detail="2 or more.", policy="guarantee",
    )  # fmt: skip


@described
class AuditKAnonymity(FromSource, KnownColumns, KAnonymityParameters, Reports):
    """The options of ``audit kanonymity``."""


@described
class AnonymizeKAnonymity(PublishingLabels, AlongTaxonomy, ReleasedColumns, KAnonymityParameters):
    """The options of ``anonymize kanonymity``."""

    algorithm: LocalAlgorithm = option(
        "lg: from the root of <taxonomy> down, part by part (He and Naughton).", default="lg", words=LocalAlgorithm,
        policy="method",
    )  # fmt: skip
