"""An audit of (h, k, p)-coherence in words, for a terminal."""

from setanon_sql.audit.in_words import cap_sentences, of_persons
from setanon_sql.models.coherence.audit import CoherenceAudit
from setanon_sql.models.coherence.moles import Surety
from setanon_sql.numbers import number_text
from setanon_sql.text import count, label_text, share, table


def in_words(audit: CoherenceAudit, *, show_values: bool = False) -> str:
    """Return an audit: the verdict, and the minimal sets that break the model, size by size."""
    verdict = "holds" if audit.satisfied else "does not hold"
    m = f"p = m = {audit.model.m}" if audit.model.m else "any number of known items"
    parts = [
        f"(h, k, p)-coherence with h = {number_text(audit.model.h)}, k = {audit.model.k}, {m}: {verdict}",
        f"{count(audit.records)} records{of_persons(audit)}, {count(audit.rows)} rows",
        audit.summary().listing.text(),
        f"records that hold such a set: {count(audit.at_risk)} ({share(audit.at_risk, audit.records)})",
    ]
    if audit.sureties:
        parts.append(_sureties(audit, show_values=show_values))
    if audit.persons is not None:
        at_risk = f"{count(audit.persons_at_risk)} ({share(audit.persons_at_risk, audit.persons)})"
        parts[3] += f"\npersons with such a record: {at_risk}"
    return "\n\n".join(parts + cap_sentences(audit.selection.to_json(show_values=show_values)))


def _sureties(audit: CoherenceAudit, *, show_values: bool) -> str:
    """Return how surely a sensitive item follows, and each group of them."""
    rows = [
        [_called(surety, show_values), str(number_text(surety.h)), share(surety.over_all, 1),
         share(surety.surest, 1), count(surety.too_sure)]
        for surety in audit.sureties
    ]  # fmt: skip
    heads = ["how surely follows", "at most", f"of all {_unit(audit)}", f"from sets of {audit.model.k}", "too surely"]
    return table(heads, rows)


def _called(surety: Surety, show_values: bool) -> str:
    """Return what a group is called, or that single items are meant."""
    if not surety.rank:
        return "a sensitive item"
    return label_text(surety.group) if show_values else f"group {surety.rank}"


def _unit(audit: CoherenceAudit) -> str:
    return "records" if audit.persons is None else "persons"
