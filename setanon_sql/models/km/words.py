"""The k^m audits in words, for a terminal."""

from setanon_sql.audit.in_words import cap_sentences, category_table, of_persons
from setanon_sql.models.km.audit import AbsentRisk, KmAudit, KmBySizeAudit
from setanon_sql.models.km.audit.columns import KmColumnsAudit
from setanon_sql.models.km.audit.protected import KmProtectedAudit
from setanon_sql.models.km.audit.records import KmRecordsAudit
from setanon_sql.text import count, count_of, share, table, wrapped


def in_words(audit: KmAudit, *, show_values: bool = False) -> str:
    """Return an audit: the verdict, a line for each size, what was asked for besides."""
    if isinstance(audit, KmRecordsAudit):
        return _records_at_risk(audit, show_values)
    m = f", m = {audit.model.m}" if audit.model.m else ", every m"
    verdict = "holds" if audit.satisfied else "does not hold"
    parts = [
        f"k^m-anonymity with k = {audit.model.k}{m}: {verdict}",
        f"{count(audit.records)} records{of_persons(audit)}, {count(audit.rows)} rows, "
        f"{count(audit.violations)} minimal threats",
        audit.summary().listing.text(),
        _meaning(audit),
        *map(wrapped, audit.sentences_of_singled_out()),
        *_absent(audit, show_values),
        *_by_columns(audit),
        *cap_sentences(audit.selection.to_json(show_values=show_values)),
    ]
    if audit.complete:
        parts.append("No larger minimal threat can exist: this covers every m.")
    if audit.average:
        parts.append(_average(audit))
    parts += _listings(audit, show_values) + category_table(audit, "minimal threats", show_values)
    parts += map(wrapped, audit.hints())
    return "\n\n".join(parts)


def _absent(audit: KmAudit, show_values: bool) -> list[str]:
    """Return a line for each number of present items, where absent ones may be known, too."""
    if not (risk := audit.absent):
        return []
    most = audit.sizes[-1]
    caption = f"With {count_of(audit.model.absent, 'absent item')} known, too:"
    parts = [f"{caption}\n{_absent_by_size(risk, most)}", wrapped(risk.in_words(audit.model, most))]
    worst = [threat for level in risk.levels for threat in level.worst]
    if worst and show_values:
        rows = [[", ".join(threat.labels), ", ".join(threat.absent), count(threat.support)] for threat in worst]
        parts.append(
            f"Those with the fewest {risk.unit}:\n{table(['items', 'absent', risk.unit], rows, left_columns=2)}"
        )
    return parts


def _absent_by_size(risk: AbsentRisk, most: int) -> str:
    threats = risk.threats_by_size(most)
    at_risk = risk.at_risk_by_size(most)
    alone = risk.alone_by_size(most)
    heads = ["items known", "minimal threats", f"{risk.unit} at risk", "share"]
    rows = []
    for size in range(most + 1):
        row = [str(size), count(threats[size]), count(at_risk[size]), share(at_risk[size], risk.whole)]
        rows.append(row + ([count(alone[size]), share(alone[size], risk.whole)] if alone else []))
    return table(heads + (["singled out", "share"] if alone else []), rows)


def _by_columns(audit: KmAudit) -> list[str]:
    """Return who is at risk from somebody who knows columns: all of them, all but one, coarser ones."""
    if not isinstance(audit, KmColumnsAudit):
        return []
    whole = audit.records if audit.persons is None else audit.persons
    rows = []
    for risk in audit.risks:
        classes = risk.classes
        row = [", ".join(risk.columns) or "none", *map(count, (classes.classes, classes.small, classes.alone))]
        rows.append(row + [share(number, whole) for number in risk.at_risk.values()])
    heads = ["columns known", "classes", f"under {audit.model.k}", "of one", *_at_risk_heads(audit)]
    unit = "records" if audit.persons is None else "persons"
    return [
        "Sets of items are counted among records that are alike in the columns of the first line:",
        table(heads, rows, left_columns=1),
        wrapped(
            f"A class is of the records that are alike in these columns. At risk: the share of {unit} that somebody "
            f"who knows the columns, and so many items, finds among fewer than {audit.model.k}."
        ),
    ]


def _at_risk_heads(audit: KmColumnsAudit) -> list[str]:
    """Return what the columns of shares at risk are called, of all lines alike."""
    return ["at risk"] + [f"and {count_of(size, 'item')}" for size in audit.risks[0].at_risk if size]


def _records_at_risk(audit: KmRecordsAudit, show_values: bool) -> str:
    """Return how many are at risk, all sizes of known sets together, and the risk of one and of all."""
    by = f"up to {count_of(audit.model.m, 'known item')}" if audit.model.m else "all of their items"
    by = "".join(f"{column}, " for column in audit.model.columns) + by
    by = "items of a protected set" if audit.model.protect else by
    whole, who = (audit.records, "records") if audit.persons is None else (audit.persons, "persons")
    lines = [
        f"k^m-anonymity with k = {audit.model.k}: {'holds' if audit.satisfied else 'does not hold'}",
        f"{count(audit.at_risk)} of {count(whole)} {who} ({share(audit.at_risk, whole)}) are at risk: by {by} they are "
        f"found among fewer than {audit.model.k}.",
    ]
    if isinstance(audit, KmProtectedAudit):
        sets = count_of(audit.protected_sets, "protected set")
        lines.insert(1, f"{count(audit.broken_sets)} of {sets} {'is' if audit.broken_sets == 1 else 'are'} broken.")
    if audit.matching:
        risks = (audit.matching.maximum, audit.matching.average)
        lines.append("Risk, as one over those that match: at most {:.6g}, on average {:.6g}.".format(*risks))
    lines += audit.sentences_of_singled_out()
    lines += cap_sentences(audit.selection.to_json(show_values=show_values))
    lines += audit.hints()
    return "\n\n".join(map(wrapped, lines))


def in_words_by_size(audit: KmBySizeAudit, *, show_values: bool = False) -> str:
    """Return an audit with a k for each number of known items: the verdict, and a line for each."""
    limits = ", ".join(f"{size.k} for {size.size}" for size in audit.sizes)
    parts = [
        f"k^m-anonymity with k = {limits} known items: {'holds' if audit.satisfied else 'does not hold'}",
        f"{count(audit.records)} records{of_persons(audit)}, {count(audit.rows)} rows, "
        f"{count(audit.violations)} minimal threats",
        audit.summary().listing.text(),
        _meaning_by_size(audit),
    ]
    return "\n\n".join(parts + cap_sentences(audit.selection.to_json(show_values=show_values)))


def _meaning_by_size(audit: KmBySizeAudit) -> str:
    if audit.persons is None:
        return (
            "Records at risk: somebody who knows so many of their items, or fewer, finds fewer records than k says "
            "there."
        )
    return (
        "Persons at risk: somebody who knows so many items of one of their records, or fewer, finds records of fewer "
        "persons than k says there."
    )


def _meaning_of_persons(audit: KmAudit, persons: int) -> str:
    last = audit.sizes[-1]
    items = _at_most(audit, last)
    at_risk = audit.persons_at_risk_by_size()[last]
    unique = audit.unique_persons_by_size()
    if not at_risk:
        return f"Every set of {items} that a record holds is held by records of {audit.model.k} persons or more."
    alone = f"; for {share(unique[last], persons)} of one alone" if unique else ""
    return (
        f"For {share(at_risk, persons)} of persons, some set of {items} of one of their records is held by records of "
        f"fewer than {audit.model.k} persons{alone}."
    )


def _meaning(audit: KmAudit) -> str:
    """Return what the last line of the table says, in a sentence."""
    if audit.persons is not None:
        return _meaning_of_persons(audit, audit.persons)
    last = audit.sizes[-1]
    k = audit.model.k
    items = _at_most(audit, last)
    at_risk = audit.at_risk_by_size()[last]
    unique = audit.unique_by_size()
    if not at_risk:
        return f"Every set of {items} that occurs is held by {k} records or more."
    alone = f"; for {share(unique[last], audit.records)} by one alone" if unique else ""
    return (
        f"For {share(at_risk, audit.records)} of records, some set of {items} is held by fewer than {k} records{alone}."
    )


def _at_most(audit: KmAudit, last: int) -> str:
    """Return up to how many items, and of which, the sets are that were counted."""
    return f"at most {count_of(last, 'known item' if audit.model.known else 'item')}"


def _average(audit: KmAudit) -> str:
    case = audit.average
    assert case
    if not case.sampled:
        return f"Average case: none, no record holds {case.size} items."
    low, high = (share(bound, 1) for bound in case.interval)
    return (
        f"Average case: of {count(case.sampled)} random sets of {count_of(case.size, 'item')} of random records, "
        f"{share(case.below_k, case.sampled)} are held by {_fewer(audit)}\n"
        f"(95 % confidence interval {low} to {high})."
    )


def _fewer(audit: KmAudit) -> str:
    k = audit.model.k
    return f"fewer than {k} records" if audit.persons is None else f"records of fewer than {k} persons"


def _listings(audit: KmAudit, show_values: bool) -> list[str]:
    parts = []
    if audit.top_items:
        rows = [
            [
                item.label if show_values else f"#{item.rank}",
                count(item.threats),
                share(item.threats, audit.threats_present),
            ]
            for item in audit.top_items
        ]
        named = "item" if show_values else "item (by frequency)"
        parts.append(f"Items in most threats:\n{table([named, 'threats', 'share'], rows, left_columns=1)}")
    if audit.worst and show_values:
        rows = [[", ".join(threat.labels), *threat.columns, count(threat.support)] for threat in audit.worst]
        unit = "records" if audit.persons is None else "persons"
        columns = audit.known_columns
        listed = table(["items", *columns, unit], rows, left_columns=1 + len(columns))
        parts.append(f"Threats with the fewest {unit}, by size:\n{listed}")
    return parts
