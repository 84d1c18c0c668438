"""An audit of k-anonymity of whole records in words, for a terminal."""

from setanon_sql.audit.in_words import cap_sentences
from setanon_sql.models.kanonymity.audit import KAnonymityAudit
from setanon_sql.text import count, share


def in_words(audit: KAnonymityAudit, *, show_values: bool = False) -> str:
    """Return an audit: the verdict, how many records are different, and how many equal too few others."""
    verdict = "holds" if audit.satisfied else "does not hold"
    parts = [
        f"k-anonymity with k = {audit.model.k}: {verdict}",
        f"{count(audit.records)} records, {count(audit.rows)} rows, {count(audit.groups)} different records",
        f"records that equal fewer than {audit.model.k - 1} others: {count(audit.at_risk)} "
        f"({share(audit.at_risk, audit.records)}), no other: {count(audit.singled_out)}",
    ]
    if audit.persons is not None:
        at_risk = audit.persons_at_risk or 0
        parts[-1] = (
            f"persons with a record that fewer than {audit.model.k} persons have: {count(at_risk)} "
            f"({share(at_risk, audit.persons)}), nobody else: {count(audit.singled_out)}"
        )
    return "\n\n".join(parts + cap_sentences(audit.selection.to_json(show_values=show_values)))
