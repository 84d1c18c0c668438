"""(h, k, p)-coherence: what its audit counts, and how it is reached; p is ``m``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from setanon_sql.options.known import KnownItems
from setanon_sql.options.option import described, option
from setanon_sql.options.persons import CountsPersons
from setanon_sql.options.publishing import PublishingLabels, Reports
from setanon_sql.options.reading import AlongTaxonomy, FromSource
from setanon_sql.options.recoding import SecretFloors
from setanon_sql.options.scripts import MinimumK, OfTable
from setanon_sql.options.words import Recoding, RecodingCost

if TYPE_CHECKING:
    from setanon_sql.numbers import Share
    from setanon_sql.sensitive.constraint import Source as SensitiveSource

#: How it is reached.
CoherenceAlgorithm = Literal["mm"]


@described
class CoherenceParameters(CountsPersons, KnownItems):
    """The parameters of (h, k, p)-coherence."""

    person: str = option(
        "Column that names the person of each record: then k counts persons, and their shares are bounded, too.",
        default="", metavar="COL", policy="guarantee",
        detail="Several records may be of one person, and each is of one only.",
    )  # fmt: skip
    k: int = option(
        "Records that have to hold what is known; <person>: persons.", kind="whole number", least=2, metavar="INTEGER",
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
    sensitive_groups: SensitiveSource | None = option(
        "Groups of sensitive items, bounded as one. Columns item, group and, if need be, h (default: <h>).",
        default=None, kind="name", metavar="FILE", policy="guarantee",
        detail="How surely a record holds one of the items of a group, whichever. An item may be in several.",
    )  # fmt: skip


@described
class AuditCoherence(FromSource, CoherenceParameters, Reports):
    """The options of ``audit coherence``."""


@described
class AnonymizeCoherence(PublishingLabels, AlongTaxonomy, CoherenceParameters, SecretFloors):
    """The options of ``anonymize coherence``."""

    recoding: Recoding = option(
        "cut: an item stays or goes everywhere. local: it may stay in one record and be a label in another.",
        default="cut", words=Recoding, policy="method",
        detail="local keeps far more, and all that is sensitive, up to three known items; it needs a ``taxonomy``. The "
        "same item means different things in different records then: docs/asking.md.",
    )  # fmt: skip
    cost: RecodingCost | None = option(
        "With <recoding=local>: what to minimize: NCP or LM (how wide labels are), bits, rows, or balanced.",
        default=None, words=RecodingCost, policy="method", detail="Default: balanced (rows and NCP).",
    )  # fmt: skip

    algorithm: CoherenceAlgorithm = option(
        "With <recoding=cut>: mm: the item in most faults for each of its rows goes first, everywhere (Xu and others).",
        default="mm", words=CoherenceAlgorithm, policy="method",
    )  # fmt: skip


@described
class CoherenceGate(OfTable, CountsPersons, MinimumK):
    """The options of ``sql gate coherence``."""

    h: Share = option("Highest confidence in a sensitive item, up to 1 (no bound).", default="1", metavar="SHARE")
    sensitive: str = option("Table of sensitive items, in a column of that name.", default="", metavar="TABLE")
    sensitive_item: Sequence[str] = option(
        "A sensitive item; may be repeated.", default=(), metavar="LABEL", repeated=True
    )
    sensitive_groups: str = option(
        "Table of groups of sensitive items, each bounded by <h> as one: that column, and one called group.",
        default="", metavar="TABLE", detail="An ``h`` of a group is not read: audit where the data is.",
    )  # fmt: skip
