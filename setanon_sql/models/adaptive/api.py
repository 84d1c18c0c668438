"""Sensitivity-adaptive rho-uncertainty: its audit, and a release that has it."""

from setanon_sql.models.adaptive.audit import audit, with_thresholds
from setanon_sql.models.adaptive.options import AnonymizeAdaptive, AuditAdaptive
from setanon_sql.models.adaptive.parameters import AdaptiveRho
from setanon_sql.models.adaptive.pipeline import AdaptivePipeline
from setanon_sql.models.adaptive.thresholds import factors_asked
from setanon_sql.models.rho.found import RhoAudit
from setanon_sql.options.public import public
from setanon_sql.pipeline.auditing import audited
from setanon_sql.pipeline.released import Release

__all__ = [
    "anonymize_adaptive",
    "audit_adaptive",
]


@public(AuditAdaptive)
def audit_adaptive(request: AuditAdaptive) -> RhoAudit:
    """Count the rules from what is known of a person to a sensitive item above the item's threshold. Changes nothing.

    OPTIONS

    Cost: as for :func:`setanon_sql.api.audit_rho`.
    Raises BadParameter for both of ``factor`` and ``factors``, and for personal wishes.
    Source: Chen, Zhong, Wang and Li, formulas 2 and 3.
    """
    factors_asked(request)
    title = "Audit of sensitivity-adaptive rho-uncertainty"
    return audited(request, AdaptiveRho, audit, title=title, complete=with_thresholds)


@public(AnonymizeAdaptive)
def anonymize_adaptive(request: AnonymizeAdaptive) -> Release:
    """Publish a source with sensitivity-adaptive rho-uncertainty by local generalization and partial suppression.

    It is verified first, or not published. Basket files (.dat, .txt) cannot hold the groups of the release.

    OPTIONS

    The ``taxonomy`` is needed; sensitive items may be missing in it.

    Search: greedy, from the root of the taxonomy down, group by group, as long as it pays. Sources of at most 5,000
    rows are searched in five ways, and the best result is published; larger ones in one.
    Cost: each step down suppresses anew in all open groups: that of :func:`setanon_sql.api.anonymize_rho` for each.
    With ``person`` shares of persons are bounded, too, and a person's records stay in one group.
    Raises BadParameter without a taxonomy, and as :func:`audit_adaptive`; NotReached as
    :func:`setanon_sql.api.anonymize_rho`.
    Source: Chen, Zhong, Wang and Li, Algorithms 1 to 3 (LGPS).
    """
    return AdaptivePipeline(request).release()
