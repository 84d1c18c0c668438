"""What is left to find in a k^m-anonymous release, for its report: who matches, and what one more known item does."""

from dataclasses import dataclass, replace

from setanon_sql.audit.matching import REPORT_SETS, MatchingRisk, matching_risk
from setanon_sql.columns import by_class
from setanon_sql.dataset import Dataset
from setanon_sql.engine import Engine, scoped
from setanon_sql.models.km.audit.threats import KmAudit, audit_km
from setanon_sql.models.km.options import KmExtras
from setanon_sql.models.km.parameters import KmAnonymity
from setanon_sql.query.templates import Table, columns_of

#: With more known items than so many their sets may be too many to be counted.
_MOST_KNOWN = 3


@dataclass(frozen=True)
class ReleaseRisk:
    """Findings that a release leaves: ``matching`` and ``beyond`` of a report; None where too many sets would count."""

    matching: MatchingRisk | None
    beyond: KmAudit | None


@scoped
def audited_release(
    source: Dataset, rows: Table, model: KmAnonymity, known_nodes: Table | None, classes: Table | None = None
) -> ReleaseRisk:
    """Return what is left to find in a release.

    ``rows``: ``record_id, item`` of the release, with the ids of its ``source``. ``known_nodes``: the only labels that
    somebody may know. ``classes``: ``record_id, class``, by columns that are known besides.
    """
    engine = source.engine
    whole = engine.number("rules/risk/persons", at_risk=rows)
    if source.persons:
        whole = engine.number("counting/persons/at_risk_persons", at_risk=rows, persons=source.persons)
    rows = known_labels_of(engine, rows, known_nodes)
    if classes is not None:
        rows = by_class(engine, rows, classes)
    matching = None
    if classes is None or known_nodes is None:  # else who holds nothing known would match everybody, not the class
        matching = matching_risk(engine, rows, whole, model.m, persons=source.persons, most=REPORT_SETS)
    beyond = None
    if model.m is not None and model.m < _MOST_KNOWN:
        more = replace(model, m=model.m + 1)
        beyond = audit_km(replace(source.with_rows(rows), store=None), more, extras=KmExtras(unicity=True))
    return ReleaseRisk(matching, beyond)


def known_labels_of(engine: Engine, rows: Table, known_nodes: Table | None) -> Table:
    """Return the rows of a release (``record_id, item``) with the labels that somebody may know; None: all."""
    if known_nodes is None:
        return rows
    known_items = engine.view(columns_of(known_nodes, item="node"))
    return engine.table("rules/count_rules/sensitive_rows", transactions=rows, sensitive=known_items)
