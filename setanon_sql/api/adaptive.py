"""Sensitivity-adaptive rho-uncertainty: its audit, and a release that has it."""

from setanon_sql.audit import RhoAudit
from setanon_sql.audit import audit_rho as audit
from setanon_sql.models import AdaptiveRho
from setanon_sql.options.public import public
from setanon_sql.options.rho import AnonymizeAdaptive, AuditAdaptive
from setanon_sql.pipeline.adaptive import AdaptivePipeline, ThresholdRequest, open_with_thresholds
from setanon_sql.pipeline.opening import one_state
from setanon_sql.pipeline.publishing import report_of
from setanon_sql.pipeline.released import Release
from setanon_sql.report import Parts
from setanon_sql.settings import Settings
from setanon_sql.sources import options_for


@public(AuditAdaptive)
def audit_adaptive(given: AuditAdaptive) -> RhoAudit:
    """Count the rules from what is known of a person to a sensitive item above the item's threshold. Changes nothing.

    OPTIONS

    Cost: as for :func:`setanon_sql.api.audit_rho`.
    Raises BadParameter for both of ``factor`` and ``factors``, and for personal wishes.
    Source: Chen, Zhong, Wang and Li, formulas 2 and 3.
    """
    report, options = report_of(given.report), options_for(given.source, given.options)
    settings, request = given.settings or Settings(), ThresholdRequest.of(given)
    if report:
        report.check(given.source, given.sensitive, given.factors, options.db)
    with settings.engine_for(options.db) as engine:
        with one_state(engine, given.source, given.sensitive, given.factors):
            opened = open_with_thresholds(engine, given.source, request, options, settings)
        shares = {one.label: one.share for one in opened.thresholds}
        engine.trace.doing("auditing the source")
        model = AdaptiveRho(request.base.rho, given.m, shares)
        found = audit(opened.dataset, model, opened.sensitive, worst=given.worst)
    if report:
        report.write(Parts("Audit of sensitivity-adaptive rho-uncertainty", before=found))
    return found


@public(AnonymizeAdaptive)
def anonymize_adaptive(given: AnonymizeAdaptive) -> Release:
    """Publish a source with sensitivity-adaptive rho-uncertainty by local generalization and partial suppression.

    It is verified first, or not published. Basket lines have no room for the groups of the release.

    OPTIONS

    The ``taxonomy`` is needed; sensitive items may be missing in it. Of the rules for single items it takes ``keep``
    (is neither generalized nor suppressed; not for sensitive items) and ``drop``.

    Search: greedy, from the root of the taxonomy down, group by group, as long as it pays. Sources of at most 5,000
    rows are searched in five ways, and the best result is published; larger ones in one.
    Cost: each step down suppresses anew in all open groups: that of :func:`setanon_sql.api.anonymize_rho` for each.
    Raises BadParameter without a taxonomy, and as :func:`audit_adaptive`; NotReached as
    :func:`setanon_sql.api.anonymize_rho`.
    Source: Chen, Zhong, Wang and Li, Algorithms 1 to 3 (LGPS).
    """
    return AdaptivePipeline(given).release()
