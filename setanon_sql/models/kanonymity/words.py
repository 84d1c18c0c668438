"""An audit of k-anonymity of whole records in words, for a terminal."""

from setanon_sql.audit.in_words import cap_sentences
from setanon_sql.models.kanonymity.audit import KAnonymityAudit
from setanon_sql.text import count, share, table, wrapped


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
    parts += _by_columns(audit)
    return "\n\n".join(parts + cap_sentences(audit.selection.to_json(show_values=show_values)))


def _by_columns(audit: KAnonymityAudit) -> list[str]:
    """Return who is at risk from somebody who knows columns: all of them, all but one, coarser ones."""
    if not audit.risks:
        return []
    whole, unit = (audit.records, "records") if audit.persons is None else (audit.persons, "persons")
    heads = ["columns known", "classes", f"under {audit.model.k}", "of one", "at risk", "and all items"]
    rows = []
    for risk in audit.risks:
        classes = risk.classes
        row = [", ".join(risk.columns) or "none", *map(count, (classes.classes, classes.small, classes.alone))]
        rows.append([*row, *(share(number, whole) for number in (risk.at_risk, risk.at_risk_by_all))])
    return [
        "Records are the same that are alike in the columns of the first line, too:",
        table(heads, rows, left_columns=1),
        wrapped(
            f"A class is of the records that are alike in these columns. At risk: the share of {unit} that somebody "
            f"who knows the columns, and all items, finds among fewer than {audit.model.k}."
        ),
    ]
