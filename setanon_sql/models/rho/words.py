"""An audit of rho-uncertainty in words, for a terminal."""

from setanon_sql.audit.in_words import cap_sentences, category_table, of_persons
from setanon_sql.models.rho.found import RhoAudit
from setanon_sql.text import count, count_of, share, table


def in_words(audit: RhoAudit, *, show_values: bool = False) -> str:
    """Return an audit in words."""
    return rules_in_words(audit, "rho-uncertainty", "rho", show_values=show_values)


def rules_in_words(audit: RhoAudit, model: str, limit: str, *, show_values: bool) -> str:
    """Return an audit: the verdict, a line for each number of known items, records at risk, the surest rules.

    ``model``: what it is called. ``limit``: what a confidence must not exceed.
    """
    verdict = "holds" if audit.satisfied else "does not hold"
    knowledge = f"up to {count_of(audit.model.m, 'known item')}" if audit.model.m else "any number of known items"
    parts = [
        f"{model} with rho = {audit.model.parameters['rho']}, {knowledge}: {verdict}",
        f"{count(audit.records)} records{of_persons(audit)}, {count(audit.rows)} rows, "
        f"{count_of(audit.violations, 'rule')} above {limit}",
        table(["items known", f"rules above {limit}"], [[str(size), count(n)] for size, n in audit.by_size.items()]),
        f"records at risk: {count(audit.at_risk)} ({share(audit.at_risk, audit.records)})\n{_surest(audit)}",
    ]
    if not audit.complete:
        parts.append(
            f"Not counted: larger sets (the next step would touch {count(audit.refused)} rows). "
            "The figures are lower bounds."
        )
    parts += cap_sentences(audit.selection.to_json(show_values=show_values)) + category_table(
        audit, f"rules above {limit}", show_values
    )
    if audit.worst and show_values:
        parts.append(_surest_rules(audit))
    return "\n\n".join(parts)


def _surest(audit: RhoAudit) -> str:
    """Return the persons at risk where persons count, and how sure the surest rules are."""
    surest = f"highest confidence: {audit.max_confidence:.4g}; 95 % of "
    if audit.persons is None:
        return f"{surest}records stay at or under {audit.percentile:.4g}"
    at_risk = f"{count(audit.persons_at_risk)} ({share(audit.persons_at_risk, audit.persons)})"
    return f"persons at risk: {at_risk}\n{surest}persons stay at or under {audit.percentile:.4g}"


def _surest_rules(audit: RhoAudit) -> str:
    rules = []
    for rule in audit.worst:
        counts = [f"{rule.support_with_sensitive}/{rule.support}"]
        if audit.persons is not None:
            counts.append(f"{rule.persons_with_sensitive}/{rule.persons}")
        rules.append([" & ".join(rule.known) + " -> " + rule.sensitive_item, *counts])
    heads = ["surest rules", "records", *([] if audit.persons is None else ["persons"])]
    return table(heads, rules, left_columns=1)
