"""(h, k, p)-coherence: its audit, and a release that has it."""

from dataclasses import replace

from setanon_sql.errors import BadParameter
from setanon_sql.models.coherence.audit import CoherenceAudit, audit
from setanon_sql.models.coherence.gate import coherence_gate
from setanon_sql.models.coherence.groups import with_groups
from setanon_sql.models.coherence.options import AnonymizeCoherence, AuditCoherence, CoherenceGate
from setanon_sql.models.coherence.parameters import Coherence
from setanon_sql.models.coherence.pipeline import pipeline_of
from setanon_sql.numbers import fraction_of
from setanon_sql.options.public import public
from setanon_sql.pipeline.auditing import audited
from setanon_sql.pipeline.released import Release
from setanon_sql.query.templates import Table
from setanon_sql.scripts.script import Script
from setanon_sql.scripts.writing import named_table, script_table

__all__ = [
    "CoherenceAudit",
    "anonymize_coherence",
    "audit_coherence",
    "sql_gate_coherence",
]


@public(AuditCoherence)
def audit_coherence(request: AuditCoherence) -> CoherenceAudit:
    """Count the sets of known items that fewer than k records hold, or that tell too much. Changes nothing.

    OPTIONS

    With ``person`` a set has to be held by records of k persons, and must tell too much neither of the records that
    hold it nor of the persons who have one.

    Cost: grows with the sets of up to m items that k records or more hold together; they are held in memory or on disk.
    Raises BadParameter for a k, an m or an h that makes no sense, and for an h without ``sensitive``.
    Source: Xu, Wang, Fu and Yu (KDD 2008), Definitions 1 to 3 (p is ``m``).
    """
    return audited(request, Coherence, audit, title="Audit of coherence", complete=with_groups)


@public(AnonymizeCoherence)
def anonymize_coherence(request: AnonymizeCoherence) -> Release:
    """Publish a source with (h, k, p)-coherence; it is verified first, or not published.

    OPTIONS

    Sensitive items stay as they are, and nobody is taken to know them. With ``recoding`` local the others are
    generalized along a taxonomy, each in its record: a set of labels that too few show, or that tells something
    sensitive too surely, is broken in all records that show it. Else an item that goes goes everywhere, and nothing is
    generalized.

    Search: greedy: the item in most faults for each of its rows goes first; by local recoding the cheaper label of a
    set goes up.
    Cost: that of :func:`audit_coherence`; by local recoding it grows with the sets of labels that records show.
    Raises NotReached where nothing would be left; BadParameter as :func:`audit_coherence` does, and by local recoding
    where a sensitive item is in a larger share of all records than ``h``.
    Source: Xu, Wang, Fu and Yu (KDD 2008), section 4 (MM).
    """
    return pipeline_of(request).release()


@public(CoherenceGate)
def sql_gate_coherence(request: CoherenceGate) -> Script:
    """Return one SELECT that gives no row where (h, k, p)-coherence holds. Up to 2 known items.

    OPTIONS

    Else a row for each number of known items: known_items, minimal_threats (sets that too few hold, or that tell a
    sensitive item too surely), records_at_risk, with ``person`` also persons_at_risk, and a finding: threats, or why
    the gate cannot count (records without a person, no sensitive item in the data). That a record holds an item of a
    group of ``sensitive_groups`` is bounded by ``h``, too.

    Cost: none; the SELECT joins the rows of a record once for each known item, and the sensitive ones.
    Raises BadParameter for a dialect that is not known, for m over 2, and where nothing or both is sensitive.
    Source: Xu, Wang, Fu and Yu (KDD 2008), Definitions 1 to 3.
    """
    if bool(request.sensitive) == bool(request.sensitive_item):
        raise BadParameter("what is sensitive?", "give <sensitive> TABLE, or each item with <sensitive_item>")
    sensitive = script_table(request.sensitive, request) if request.sensitive else tuple(request.sensitive_item)
    model = Coherence(request.k, request.m, fraction_of("<h>", request.h), bool(request.person))
    table = script_table(request.table, request)
    groups = group_table(request) if request.sensitive_groups else None
    return Script(request.dialect, coherence_gate(model, request.dialect, table, sensitive, groups).text)


def group_table(request: CoherenceGate) -> Table:
    """Return the table of groups that a gate reads: ``item, name``."""
    return replace(named_table(request.sensitive_groups), columns={"item": request.item, "name": '"group"'})
