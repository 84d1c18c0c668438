"""rho-uncertainty: its audit, and a release that has it."""

from setanon_sql.errors import BadParameter
from setanon_sql.models.rho.audit import audit
from setanon_sql.models.rho.found import RhoAudit
from setanon_sql.models.rho.gate import rho_gate
from setanon_sql.models.rho.options import AnonymizeRho, AuditRho, RhoGate, RhoScript, Sampling
from setanon_sql.models.rho.parameters import RhoUncertainty
from setanon_sql.models.rho.pipeline import pipeline_of
from setanon_sql.models.rho.scripts import audit_rho_script
from setanon_sql.options.public import public
from setanon_sql.pipeline.auditing import audited
from setanon_sql.pipeline.released import Release
from setanon_sql.scripts.script import Script
from setanon_sql.scripts.writing import script_table

__all__ = [
    "RhoAudit",
    "Sampling",
    "anonymize_rho",
    "audit_rho",
    "sql_audit_rho",
    "sql_gate_rho",
]


@public(AuditRho)
def audit_rho(request: AuditRho) -> RhoAudit:
    """Count the rules from what is known of a person to a sensitive item with a confidence above rho. Changes nothing.

    OPTIONS

    Below a label of the ``taxonomy`` a rule counts where one of its known items, or the sensitive one, lies there.
    A label in ``sensitive`` stands for all items under it.
    With ``person`` a rule is above ``rho`` where its share of records is, or its share of persons: of those who have a
    record with the known items, those who have one with the sensitive item besides. What is listed as sensitive for one
    record is so for all records of its person.

    Cost: grows with the sets of items of each record that stand with a sensitive item; without ``m`` it ends before a
    step that would touch more than 400 million rows, and says so (``complete``). Without ``m`` and with the same items
    sensitive for everybody rules are only counted, which takes far less, unless something is to be listed (``worst``,
    ``by``, ``records_out``) or persons count.
    Raises BadParameter for a ``rho`` or an ``m`` that makes no sense.
    Source: Nakagawa, Arai, Nakagawa (2018), section 4.
    """
    return audited(request, RhoUncertainty, audit, title="Audit of rho-uncertainty", finding="rules")


@public(AnonymizeRho)
def anonymize_rho(request: AnonymizeRho) -> Release:
    """Publish a source with (personalized) rho-uncertainty by suppressing occurrences; verified, or not published.

    OPTIONS

    Of the rules for single items it takes ``keep`` (is not suppressed: rules lose another item; not with ``sampling``),
    ``prefer`` and ``drop``. With weights, of each rule the item goes whose occurrences weigh least.
    With ``person`` no share of persons is above ``rho`` either, as :func:`audit_rho` says; not with ``sampling``.

    Search: of each rule that is too sure the item goes whose loss costs least, in as many records as are needed, until
    no rule is left. Which records is decided by lot. A result of least loss is not promised.
    Cost: that of :func:`audit_rho`, some times over; ``sampling`` bounds what is counted.
    Raises NotReached where the sets that an adversary may know are too many to be counted, or where not all items can
    stay that the constraints keep; BadParameter for parameters that make no sense together.
    Source: Nakagawa, Arai, Nakagawa (2018), Algorithms 1 and 2; ``dist``: Jia et al. (DASFAA 2014); ``tdcontrol``: Cao
    et al. (PVLDB 2010).
    """
    return pipeline_of(request).release()


@public(RhoScript)
def sql_audit_rho(request: RhoScript) -> Script:
    """Return one script that counts rules above rho and records at risk, from up to m known items.

    OPTIONS

    Cost: none; the script's own is that of an audit.
    Raises BadParameter for a dialect that is not known.
    Source: Nakagawa, Arai, Nakagawa (2018), Definition 3.
    """
    model = RhoUncertainty.from_shares(request.rho, request.m)
    schema = request.schema
    table = script_table(request.table, request)
    sensitive = script_table(request.sensitive, request)
    sql = audit_rho_script(model, request.dialect, table, sensitive, schema, personal=request.personal)
    return Script(request.dialect, sql)


@public(RhoGate)
def sql_gate_rho(request: RhoGate) -> Script:
    """Return one SELECT that gives no row where rho-uncertainty holds, for everybody alike. Up to 2 known items.

    OPTIONS

    Else a row for each number of known items: known_items, minimal_threats (rules above rho), records_at_risk, finding
    (threats); or one whose finding is that no sensitive item is in the data.

    Cost: none; the SELECT joins the rows of a record once for each known item, and the sensitive ones.
    Raises BadParameter for a dialect that is not known, for m over 2, and where nothing or both is sensitive.
    Source: Nakagawa, Arai, Nakagawa (2018), Definition 3.
    """
    if bool(request.sensitive) == bool(request.sensitive_item):
        raise BadParameter("what is sensitive?", "give <sensitive> TABLE, or each item with <sensitive_item>")
    sensitive = script_table(request.sensitive, request) if request.sensitive else tuple(request.sensitive_item)
    model = RhoUncertainty.from_shares(request.rho, request.m)
    table = script_table(request.table, request)
    return Script(request.dialect, rho_gate(model, request.dialect, table, sensitive).text)
