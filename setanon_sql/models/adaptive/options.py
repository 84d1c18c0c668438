"""Sensitivity-adaptive rho-uncertainty: what its audit counts, and how it is reached."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from setanon_sql.models.rho.options import WorstRules
from setanon_sql.options.known import KnownItems
from setanon_sql.options.option import described, option
from setanon_sql.options.persons import BoundsPersons
from setanon_sql.options.publishing import ConstraintOptions, PublishingLabels, Reports
from setanon_sql.options.reading import AlongTaxonomy, FromSource

if TYPE_CHECKING:
    from setanon_sql.numbers import Share
    from setanon_sql.pipeline.opening import Tree
    from setanon_sql.sensitive.constraint import Source as SensitiveSource

#: What local generalization minimizes.
AdaptiveCost = Literal["bits", "ncp"]


@described
class AdaptiveParameters(BoundsPersons, KnownItems):
    """The parameters of sensitivity-adaptive rho-uncertainty."""

    rho: Share = option(
        "Lowest threshold, such as 0.3 or 1/3.", kind="share", metavar="SHARE", policy="guarantee",
        detail="An item's is ``rho`` + its factor * the share of records that hold it.",
    )  # fmt: skip
    sensitive: SensitiveSource = option(
        "What is to be hidden: a file, or a table of <db>. Column item.", kind="name", metavar="S",
        policy="guarantee",
    )  # fmt: skip
    factor: Share | None = option(
        "An item's threshold is rho + F * the share of records that hold it. Default: 1.", default=None, kind="share",
        metavar="F", policy="guarantee", key="factors",
    )  # fmt: skip
    factors: SensitiveSource | None = option(
        "A factor for each item instead. Columns item and factor.", default=None, kind="name", metavar="FILE",
        policy="guarantee",
    )  # fmt: skip


@described
class AuditAdaptive(FromSource, Reports, WorstRules, AdaptiveParameters):
    """The options of ``audit adaptive``."""


@described
class AnonymizeAdaptive(PublishingLabels, ConstraintOptions, AlongTaxonomy, AdaptiveParameters):
    """The options of ``anonymize adaptive``."""

    taxonomy: Tree | None = option(
        "Taxonomy: a file, or a table of <db>. Needed.", default=None, metavar="T", kind="name", policy="taxonomy",
        key="file", policy_needs=True,
    )  # fmt: skip

    cost: AdaptiveCost = option(
        "What to minimize: bits leaves most items as they are.", default="bits", words=AdaptiveCost, policy="method",
        detail="``ncp`` alone keeps more occurrences, most of them as labels.",
    )  # fmt: skip
