"""k^m-anonymity: its audit, and a release that has it."""

import secrets
from dataclasses import replace
from pathlib import Path
from typing import Any

from setanon_sql.choices import check_choice
from setanon_sql.errors import BadParameter
from setanon_sql.keys import keyed_fingerprint
from setanon_sql.models.km.audit import KmAudit, KmBySizeAudit, SizeRisk, audit
from setanon_sql.models.km.audit import audit_km_by_size as audit_by_size
from setanon_sql.models.km.gate import km_gate
from setanon_sql.models.km.options import (
    AnonymizeKm,
    AuditKm,
    AuditKmBySize,
    KmCount,
    KmExtras,
    KmGate,
    KmReleaseScript,
    KmScript,
)
from setanon_sql.models.km.parameters import KmAnonymity, KmBySize
from setanon_sql.models.km.pipeline import pipeline_of
from setanon_sql.models.km.release_script import release_km_script
from setanon_sql.models.km.scripts import audit_km_script
from setanon_sql.options.public import public
from setanon_sql.pipeline.auditing import audited
from setanon_sql.pipeline.columns import refuse_items, with_columns
from setanon_sql.pipeline.opening import opened, read_first, tree_of_script
from setanon_sql.pipeline.released import Release
from setanon_sql.release.mappings import read_mapping
from setanon_sql.scripts.columns import class_columns
from setanon_sql.scripts.script import Script
from setanon_sql.scripts.writing import script_table
from setanon_sql.settings import Settings
from setanon_sql.sources import SourceOptions, options_for
from setanon_sql.sources.personal import looked_through

__all__ = [
    "KmAudit",
    "KmBySizeAudit",
    "KmExtras",
    "SizeRisk",
    "anonymize_km",
    "audit_km",
    "audit_km_by_size",
    "sql_audit_km",
    "sql_gate_km",
    "sql_release_km",
]


@public(AuditKm)
def audit_km(request: AuditKm) -> KmAudit:
    """Count the sets of known items that fewer than k records hold, and the records that hold one. Changes nothing.

    OPTIONS

    With a ``taxonomy`` its labels are counted, too: a record holds a label where it holds an item under it. With
    ``known`` the known items are counted, and a taxonomy says what its labels in that list stand for. With ``protect``
    it is counted whom some items of one of these sets single out.

    With ``columns`` the records that are alike in all of them are a class, and sets are counted in each class.

    With ``count="records"`` a record is at risk where fewer than k records match the up to m items of it that the
    fewest hold; without ``m`` where fewer than k records hold all of it.

    Cost: time and memory grow with the sets of up to m items that k records or more hold together, which long records
    have many of; a single join counts all pairs (m = 2).
    Raises BadParameter for a k or an m that makes no sense, and for an average case without ``m``.
    Source: Terrovitis, Mamoulis, Kalnis (VLDB 2008); Liu and Wang, Definition 2 (minimal threats).
    """
    if request.known is not None:
        _refuse_with_known(request)
    _refuse_with_sets(request)
    _refuse_with_records(request)
    _refuse_with_absent(request)
    _refuse_with_columns(request)
    title = "Audit of k^m-anonymity"
    return audited(request, KmAnonymity, audit, title=title, complete=with_columns, seeks_person=True)


def _refuse_with_sets(request: AuditKm) -> None:
    """Raise BadParameter for what does not go with sets that are protected by name."""
    extras = replace(request.extras or KmExtras(), unicity=False)
    if request.protect is not None and (extras != KmExtras() or request.by is not None or request.records_out):
        raise BadParameter(
            "<protect> counts who is at risk and singled out by its sets; nothing else is counted or listed",
            "leave the others out, or <protect>",
        )


def _refuse_with_records(request: AuditKm) -> None:
    """Raise BadParameter for what is counted by threats, where only records at risk are counted."""
    check_choice("<count>", request.count, KmCount)
    extras = replace(request.extras or KmExtras(), unicity=False)
    more = (request.by, request.records_out, request.report)
    if request.count == "records" and (extras != KmExtras() or any(wish is not None for wish in more)):
        raise BadParameter(
            "<count=records> counts records at risk and singled out, and nothing else is counted or listed",
            "leave the others out, or <count>",
        )


def _refuse_with_absent(request: AuditKm) -> None:
    """Raise BadParameter for what tells of present items alone."""
    if request.absent and (request.by is not None or request.records_out or request.count == "records"):
        raise BadParameter(
            "<by>, <records_out> and <count=records> do not know of <absent> yet", "leave them out, or <absent>"
        )


def _refuse_with_known(request: AuditKm) -> None:
    """Raise BadParameter for what does not go with known items."""
    extras = request.extras or KmExtras()
    if request.by is not None or extras.average:
        raise BadParameter("<by> and <average> do not know of <known> yet", "leave them out, or <known>")


def _refuse_with_columns(request: AuditKm) -> None:
    """Raise BadParameter for what does not go with columns that are known besides."""
    reading = request.options or SourceOptions()
    refuse_items(request, reading.item, reading.record_id)


@public(AuditKmBySize)
def audit_km_by_size(request: AuditKmBySize) -> KmBySizeAudit:
    """Count what breaks k^m-anonymity with a k for each number of known items. Changes nothing.

    OPTIONS

    Cost: that of :func:`audit_km` for each of ``ks``.
    Raises BadParameter for a k that makes no sense.
    Source: :mod:`setanon_sql.models.km.audit.by_size` says what is counted.
    """
    options = options_for(request.source, request.options, request.person)
    model = KmBySize(tuple(request.ks))
    with (request.settings or Settings()).engine_for(options.db) as engine:
        with read_first(engine, request.source):
            dataset = looked_through(opened(engine, request.source, options))
        engine.trace.begin_phase("auditing the source")
        return audit_by_size(dataset, model)


@public(AnonymizeKm)
def anonymize_km(request: AnonymizeKm) -> Release:
    """Publish a source k^m-anonymous by generalization and suppression; it is verified first, or not published.

    OPTIONS

    Search: greedy, from the root of the taxonomy down: a label gives way to the labels under it where that lowers the
    cost, with the suppressions chosen anew. ``improved`` takes all such steps of a pass, best first, and then opens
    costly labels by force. Then an integer program says how near the least cost that is, and finds it where it can:
    ``cost_bound`` and ``optimal`` of the result. Which of two releases that is, the greedy one or the best one, depends
    on whether the proof ends in time; with ``optimum=0`` nothing depends on the speed of the machine.
    Cost: that of :func:`audit_km` at ``k`` and ``m``, some times over, and the search, which grows with the nodes of
    the taxonomy and the threats.
    Raises NotReached where nothing would be left, or where not all items can stay that the constraints keep;
    BadParameter for fewer than k records; BadInput for constraints that are wrong or contradict each other.
    Source: Liu and Wang (PAKDD 2010), mHgHs.
    """
    return pipeline_of(request).release()


def _written_model(request: KmScript | KmGate, listed: object, **more: Any) -> KmAnonymity:
    """Return what is counted by SQL that is written down; ``listed``: what may be known."""
    more |= {"absent": request.absent, "columns": class_columns(request.columns, request)}
    return KmAnonymity(request.k, request.m, bool(request.person), listed is not None, **more)


@public(KmScript)
def sql_audit_km(request: KmScript) -> Script:
    """Return one script that counts minimal threats, and records that hold some, up to m known items.

    OPTIONS

    Without ``m`` it is one SELECT: records, records_at_risk (that fewer than k records hold all of). With ``columns``
    as in :func:`sql_gate_km`.

    Cost: none; the script's own is that of an audit.
    Raises BadParameter for a dialect that is not known.
    Source: Liu and Wang, Definition 2.
    """
    known_items = script_table(request.known, request) if request.known else None
    model = _written_model(request, known_items)
    table = script_table(request.table, request)
    return Script(request.dialect, audit_km_script(model, request.dialect, table, request.schema, knowable=known_items))


@public(KmGate)
def sql_gate_km(request: KmGate) -> Script:
    """Return one SELECT that gives no row where k^m-anonymity holds. Up to 3 known items, or any number.

    OPTIONS

    Else a row for each number of known items: known_items, minimal_threats, records_at_risk, with ``person`` also
    persons_at_risk. Without ``m`` one row: records, records_at_risk (that fewer than k records hold all of), finding.
    A record of several persons counts for one of them. With ``person``, ``columns`` or a list of known items a row has
    a finding: threats, or why the gate cannot count (records without a person, or with several values of a column, no
    known item in the data). With ``columns`` sets are counted in each class of records that are alike in all of them,
    and a row for no known item tells the classes of fewer than k. Names in double quotes are taken exactly as they are;
    other names as the warehouse takes them. With ``protect`` there is one row, as without ``m``.

    Cost: none; the SELECT joins the rows of a record once for each known item.
    Raises BadParameter for a dialect that is not known, and for m over 3.
    Source: Liu and Wang, Definition 2.
    """
    if request.known and request.known_item:
        raise BadParameter("what is known?", "give <known> TABLE, or each item with <known_item>")
    known_items = script_table(request.known, request) if request.known else tuple(request.known_item) or None
    model = _written_model(request, known_items, protect=bool(request.protect))
    columns = {"set_id": "set_id", "item": request.item}
    sets = replace(script_table(request.protect, request), columns=columns) if request.protect else None
    table = script_table(request.table, request)
    return Script(request.dialect, km_gate(model, request.dialect, table, known_items, sets).text)


@public(KmReleaseScript)
def sql_release_km(request: KmReleaseScript) -> Script:
    """Return a script that makes a release of a table by the labels of a mapping. Up to 3 known items, or any number.

    OPTIONS

    It makes the table ``out`` (record_id, item) under new record ids, with ``taxonomy`` also the table ``out`` and
    ``_labels``; then it tells how large the release is and how many rows of the source have an item that the mapping
    does not know, and ends with the gate: a row says that the release does not keep the promise and has to be dropped.
    With ``codes`` the mapping is in codes, and the table says what they stand for; a taxonomy is in labels.
    The script names items of the source and holds the key of the new ids: it is for the owner alone.

    Cost: none here; in the warehouse that of a few joins, and of the gate.
    Raises BadParameter for a dialect that is not known and for m over 3; BadInput where mapping or taxonomy are none.
    Source: Liu and Wang, Definition 2.
    """
    model = KmAnonymity(request.k, request.m)
    mapping = read_mapping(Path(request.mapping))
    taxonomy = tree_of_script(request.taxonomy, request)
    text = release_km_script(
        model, request.dialect, script_table(request.table, request), request.out, mapping, taxonomy=taxonomy,
        schema=request.schema, codes=request.codes,
        key=keyed_fingerprint(request.seed or secrets.token_hex(16), "record ids"),
    )  # fmt: skip
    return Script(request.dialect, text)
