"""rho-uncertainty: what its audit counts, and how it is reached."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from setanon_sql.choices import check_choice
from setanon_sql.options.known import KnownItems
from setanon_sql.options.option import described, option
from setanon_sql.options.persons import BoundsPersons
from setanon_sql.options.publishing import PublishingLabels, Reports, WeightOptions
from setanon_sql.options.reading import AlongTaxonomy, FromSource
from setanon_sql.options.risk import RiskOptions
from setanon_sql.options.scripts import OfTable, ScriptSchema

if TYPE_CHECKING:
    from setanon_sql.numbers import Share
    from setanon_sql.pipeline.opening import Tree
    from setanon_sql.sensitive.constraint import Source as SensitiveSource

#: How it is reached: as it was improved here, or as its paper says, to compare with; or Dist, which divides the records
#: and mends each part; or TDControl, which generalizes, too.
RhoAlgorithm = Literal["improved", "paper", "dist", "tdcontrol"]
#: How many of a sample of adversaries may succeed.
Bound = Literal["exact", "hoeffding"]


@described
class Sampling:
    """Promise about random adversaries only, instead of all of them.

    An adversary knows random items of a random record. Of at least 5,000 for each number of known items, drawn anew, so
    few may succeed that ``bound`` allows it.
    """

    epsilon: Share = option(
        "Share of random adversaries that may succeed (<sampling>). Default: 0.05.", default="0.05", metavar="SHARE"
    )
    delta: Share = option(
        "Probability that the promise fails (<sampling>). Default: 0.05.", default="0.05", metavar="SHARE",
        detail="All drawings together spend it.",
    )  # fmt: skip
    bound: Bound = option(
        "How many of a sample may succeed (<sampling>): by the binomial distribution, or the paper's bound.",
        default="exact", words=Bound,
    )  # fmt: skip

    def __post_init__(self) -> None:
        """Raise BadParameter for a bound that there is not."""
        check_choice("<bound>", self.bound, Bound)


@described
class RhoParameters(KnownItems):
    """The parameters of rho-uncertainty."""

    rho: Share = option(
        "Highest confidence allowed, such as 0.5 or 1/3.", kind="share", metavar="SHARE",
        detail="A number, or a text as it reads.", policy="guarantee",
    )  # fmt: skip
    sensitive: SensitiveSource = option(
        "What is to be hidden: a file, or a table of <db>. Column item: for everybody; record_id, item: personal.",
        kind="name", metavar="S", policy="guarantee",
    )  # fmt: skip


@described
class WorstRules:
    """The rules that an audit lists."""

    worst: int = option(
        "Also list N rules a size (with <show_values>).", default=0, kind="whole number", least=0, metavar="N",
        detail="The surest ones.",
    )  # fmt: skip


@described
class AuditRho(FromSource, BoundsPersons, Reports, RiskOptions, WorstRules, RhoParameters):
    """The options of ``audit rho``."""


@described
class AnonymizeRho(PublishingLabels, BoundsPersons, WeightOptions, AlongTaxonomy, RhoParameters):
    """The options of ``anonymize rho``."""

    sampling: Sampling | None = option(
        "Protect against all but a share of random adversaries (needs <m>).", default=None, kind="group",
        offers=Sampling, flag="--sample", detail="None: against all of them.",
    )  # fmt: skip
    algorithm: RhoAlgorithm = option(
        "Mend many rules in a round, or one at a time as in the paper (slow); dist and tdcontrol: to compare with.",
        default="improved", words=RhoAlgorithm, policy="method",
        detail="``dist`` mends part by part of the records (Jia), ``tdcontrol`` generalizes and suppresses for all "
        "records alike (Cao). Neither takes rules for single items, personal wishes, ``person`` or ``sampling``.",
    )  # fmt: skip
    taxonomy: Tree | None = option(
        "Taxonomy of the items that are not sensitive (tdcontrol): a file, or a table of <db>.", default=None,
        metavar="T", kind="name", policy="taxonomy", key="file",
    )  # fmt: skip


@described
class MaximumRho:
    """The confidence that is allowed."""

    rho: Share = option("Highest confidence allowed, such as 0.5 or 1/3.", metavar="SHARE")


@described
class RhoScript(OfTable, ScriptSchema, MaximumRho):
    """The options of ``sql audit rho``."""

    sensitive: str = option("Table of sensitive items.", metavar="TABLE")
    personal: bool = option("Its record ids say who wants which item hidden.", default=False, kind="flag")


@described
class RhoGate(OfTable, MaximumRho):
    """The options of ``sql gate rho``."""

    sensitive: str = option("Table of sensitive items, in a column of that name.", default="", metavar="TABLE")
    sensitive_item: Sequence[str] = option(
        "A sensitive item; may be repeated.", default=(), metavar="LABEL", repeated=True
    )
