"""The audit of a source: by threats, or of the records at risk alone; of all items, of known ones, of named sets."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from setanon_sql.audit.matching import AUDIT_SETS, REPORT_SETS
from setanon_sql.columns import known_by_class
from setanon_sql.errors import NotEnoughMemory
from setanon_sql.models.km.audit.absent import AbsentRisk, absent_risk
from setanon_sql.models.km.audit.columns import audit_km_columns
from setanon_sql.models.km.audit.protected import audit_km_protected
from setanon_sql.models.km.audit.records import audit_km_records
from setanon_sql.models.km.audit.threats import KmAudit, audit_km, over_nodes
from setanon_sql.models.km.options import AuditKm, KmExtras
from setanon_sql.models.km.parameters import KmAnonymity, LocalKmAnonymity
from setanon_sql.pipeline.auditing import recount_of_local, tell_said
from setanon_sql.pipeline.case import Case
from setanon_sql.query.templates import Table, columns_of
from setanon_sql.verify import VerificationInputs


def audit(case: Case[KmAnonymity, AuditKm]) -> KmAudit:
    """Return the audit of a source, which tells all of its rows."""
    _tell_said(case)
    request = case.request
    if case.protected:
        unicity = bool(request.extras and request.extras.unicity)
        return audit_km_protected(case.dataset, case.model, case.protected.named, unicity=unicity)
    ancestors = case.nodes.ancestors if case.nodes else None
    if request.count == "records":
        return replace(_records_at_risk(case, ancestors), rows=case.dataset.rows)
    labels = case.nodes.labels(case.dataset.engine) if case.nodes else None
    who = case.lists.collect(case.dataset, labels, case.taxonomy) if case.lists else None
    if case.classes:
        how: dict[str, Any] = {"extras": request.extras, "who": who}
        by_columns = audit_km_columns(case.known_rows, case.model, case.classes, case.nodes, **how)
        return replace(by_columns, rows=case.dataset.rows)
    matching = AUDIT_SETS if request.report is None else REPORT_SETS
    with _with_less_memory():
        result = audit_km(case.known_rows, case.model, ancestors, labels, request.extras, who=who, matching=matching)
    absent = _absent(case, ancestors, labels) if case.model.absent else None
    return replace(result, rows=case.dataset.rows, absent=absent)


@contextmanager
def _with_less_memory() -> Iterator[None]:
    """Say of an audit that has not enough memory how one does that keeps no sets."""
    try:
        yield
    except NotEnoughMemory as error:
        hint = f"{error.marked_hint}, or ask who is at risk alone: <count=records>"
        raise NotEnoughMemory(error.marked_message, hint, error.details) from error


def _records_at_risk(case: Case[KmAnonymity, AuditKm], ancestors: Table | None) -> KmAudit:
    """Return how many records are at risk, all sizes together; where columns are known, too, in classes by these."""
    unicity = bool(case.request.extras and case.request.extras.unicity)
    dataset = case.known_rows
    if case.classes is None:
        return audit_km_records(dataset, case.model, ancestors, unicity=unicity)
    rows = over_nodes(dataset.engine, dataset.transactions, ancestors)
    rows_by_class = known_by_class(dataset, rows, case.classes.of(case.classes.finest))
    return audit_km_records(dataset.with_rows(rows_by_class.rows), case.model, unicity=unicity)


def _absent(case: Case[KmAnonymity, AuditKm], ancestors: Table | None, labels: Table | None) -> AbsentRisk:
    """Return what is found where absent items may be known: of all records, also those without an item to be known."""
    rows = over_nodes(case.dataset.engine, case.known_rows.transactions, ancestors)
    extras = case.request.extras or KmExtras()
    return absent_risk(case.dataset, rows, case.model, labels or case.dataset.items, extras)


def _tell_said(case: Case[KmAnonymity, AuditKm]) -> None:
    """Warn where a source is a release of local recoding that is broken by what its labels can only stand for."""
    engine = case.dataset.engine
    model = case.model
    local = LocalKmAnonymity(model.k, model.m, person=model.person, known=model.known)
    inputs = VerificationInputs(known_labels=_known_labels(case))
    tell_said(engine, recount_of_local(case.dataset, case.request.source, case.reading, local, inputs))


def _known_labels(case: Case[KmAnonymity, AuditKm]) -> Table | None:
    """Return ``label``, those that somebody may know; None: all."""
    if case.known_items is None:
        return None
    engine = case.dataset.engine
    nodes = engine.view(columns_of(case.known_items, node="item"))
    dataset = case.dataset
    return engine.table("sets/known/labels", published=dataset.transactions, labels=dataset.items, nodes=nodes)
