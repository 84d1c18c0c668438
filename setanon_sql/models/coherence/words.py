"""An audit of (h, k, p)-coherence in words, for a terminal."""

from setanon_sql.audit.in_words import cap_sentences, of_persons
from setanon_sql.dataset import cap_fields
from setanon_sql.models.coherence.audit import CoherenceAudit
from setanon_sql.numbers import number_text
from setanon_sql.text import count, share, table


def in_words(audit: CoherenceAudit, *, show_values: bool = False) -> str:
    """Return an audit: the verdict, and the minimal sets that break the model, size by size."""
    verdict = "holds" if audit.satisfied else "does not hold"
    m = f"p = m = {audit.model.m}" if audit.model.m else "any number of known items"
    lines = [[str(level.size), count(level.rare), count(level.sure)] for level in audit.levels]
    parts = [
        f"(h, k, p)-coherence with h = {number_text(audit.model.h)}, k = {audit.model.k}, {m}: {verdict}",
        f"{count(audit.records)} records{of_persons(audit)}, {count(audit.rows)} rows",
        table(["known items", f"in too few {_unit(audit)}", "tell too surely"], lines),
        f"records that hold such a set: {count(audit.at_risk)} ({share(audit.at_risk, audit.records)})",
    ]
    if audit.persons is not None:
        at_risk = f"{count(audit.persons_at_risk)} ({share(audit.persons_at_risk, audit.persons)})"
        parts[-1] += f"\npersons with such a record: {at_risk}"
    return "\n\n".join(parts + cap_sentences(cap_fields(audit.selection, show_values=show_values)))


def _unit(audit: CoherenceAudit) -> str:
    return "records" if audit.persons is None else "persons"
