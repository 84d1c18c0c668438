"""Tables of counts in words, for a terminal: their audit, and what was published."""

from setanon_sql.count_tables import KINDS
from setanon_sql.count_tables.audit import CountsAudit
from setanon_sql.pipeline.count_trials import MOST_FREQUENT, CountsComparison
from setanon_sql.pipeline.safe_counts import SafeCounts
from setanon_sql.text import count, count_of, share, table, wrapped


def in_words(audit: CountsAudit, *, show_values: bool = False) -> str:
    """Return an audit: the verdict, the small counts by kind, the worst of them, what was not looked for."""
    unit = "persons" if audit.persons else "records"
    small = count_of(
        audit.derivable_cells,
        f"count of 1 to {audit.k - 1} {unit} follows",
        "counts follow",
    )
    parts = [f"{count(audit.cells)} counts of {unit}; {small}"]
    if audit.derivable_cells:
        lines = [[kind, count(n), KINDS[kind]] for kind, n in audit.by_kind.items() if n]
        parts.append(table(["kind", "counts", "meaning"], lines))
    if audit.standing is not None:
        whole = audit.of or 0
        parts.append(f"{unit} that stand in one: {count(audit.standing)} ({share(audit.standing, whole)})")
    if show_values and audit.worst:
        parts.append("\n".join(f"{each.equation} = {_number(each.low, each.high)}" for each in audit.worst))
    parts.append("\n".join(f"not looked for: {each}" for each in audit.not_checked))
    return "\n\n".join(parts)


def _number(low: int, high: int) -> str:
    return str(low) if low == high else f"{low} to {high}"


def published(counts: SafeCounts) -> str:
    """Return how many counts were published, how many are not shown, and what is promised."""
    hidden = count_of(counts.hidden, f"count of {counts.promise.k} and more is not shown", "counts are not shown")
    return "\n\n".join(
        [
            f"Wrote {count(counts.published)} counts to {counts.out}.",
            wrapped(f"For you alone: {hidden}."),
            wrapped(f"Guarantee: {counts.promise.guarantee}"),
        ]
    )


def compared(comparison: CountsComparison) -> str:
    """Return ways of publishing counts as a table, with what its columns mean."""
    heads = ["", "pairs", "follow", "shown", "off", f"shown of {MOST_FREQUENT:,}", "off"]
    lines = [
        [
            row.name, count(row.pairs), "-" if row.derivable_cells is None else count(row.derivable_cells),
            f"{row.shown:.1%}", _percent(row.error), f"{row.top_shown:.1%}", _percent(row.top_error),
        ]
        for row in comparison.rows
    ]  # fmt: skip
    meaning = (
        "follow: counts from 1 to k - 1 that follow from what is shown. shown: the share of the pairs that k hold, and "
        f"of the {MOST_FREQUENT:,} most frequent of them. off: the mean relative error of those."
    )
    return "\n\n".join([table(heads, lines), wrapped(meaning)])


def _percent(error: float | None) -> str:
    return "-" if error is None else f"{error:.2%}"
