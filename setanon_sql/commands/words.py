"""Results in words, for a terminal."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from setanon_sql.api import Release
from setanon_sql.audit import CoherenceAudit, KAnonymityAudit, KmAudit, KmBySizeAudit, RhoAudit
from setanon_sql.audit.who import CategoryRisk
from setanon_sql.commands.losses import details, measures, wrapped
from setanon_sql.dataset import cap_fields
from setanon_sql.guarantees import AdaptiveRho
from setanon_sql.numbers import number_text
from setanon_sql.spelling import said
from setanon_sql.taxonomy import TaxonomyCheck
from setanon_sql.text import count, share, shown, table, value_text
from setanon_sql.verify import Verification

if TYPE_CHECKING:
    from setanon_sql.policy import PolicyCheck, PolicyRun

#: A bound of less says nothing.
_SAYS_NOTHING = 5e-5
#: So many columns that are not released are named.
_COLUMNS = 20
#: What to do about them.
NOT_BESIDE = (
    "Published beside the release they would tell who is who: write what is needed into the items, coarsely, so that "
    'it is protected, too (docs/files.md, "Other columns")'
)


def rho_audit(audit: RhoAudit, *, show_values: bool = False) -> str:
    """Return an audit: the verdict, a line for each number of known items, records at risk, the surest rules."""
    verdict = "holds" if audit.satisfied else "does not hold"
    adaptive = isinstance(audit.model, AdaptiveRho)
    model, limit = ("sensitivity-adaptive rho-uncertainty", "threshold") if adaptive else ("rho-uncertainty", "rho")
    knowledge = f"up to {audit.model.m} known items" if audit.model.m else "any number of known items"
    parts = [
        f"{model} with rho = {audit.model.parameters['rho']}, {knowledge}: {verdict}",
        f"{count(audit.records)} records{of_persons(audit)}, {count(audit.rows)} rows, "
        f"{count(audit.violations)} rules above {limit}",
        table(["items known", f"rules above {limit}"], [[str(size), count(n)] for size, n in audit.by_size.items()]),
        f"records at risk: {count(audit.at_risk)} ({share(audit.at_risk, audit.records)})\n{_surest(audit)}",
    ]
    if not audit.complete:
        parts.append(
            f"Not counted: larger sets (the next step would touch {count(audit.refused)} rows). "
            "The figures are lower bounds."
        )
    parts += cap_sentences(cap_fields(audit.selection, show_values=show_values)) + category_table(
        audit, f"rules above {limit}", show_values
    )
    if audit.worst and show_values:
        parts.append(_surest_rules(audit))
    return "\n\n".join(parts)


def coherence_audit(audit: CoherenceAudit, *, show_values: bool = False) -> str:
    """Return an audit: the verdict, and the minimal sets that break the model, size by size."""
    verdict = "holds" if audit.satisfied else "does not hold"
    m = f"p = m = {audit.model.m}" if audit.model.m else "any number of known items"
    lines = [[str(level.size), count(level.rare), count(level.sure)] for level in audit.levels]
    parts = [
        f"(h, k, p)-coherence with h = {number_text(audit.model.h)}, k = {audit.model.k}, {m}: {verdict}",
        f"{count(audit.records)} records, {count(audit.rows)} rows",
        table(["known items", "in too few records", "tell too surely"], lines),
        f"records that hold such a set: {count(audit.at_risk)} ({share(audit.at_risk, audit.records)})",
    ]
    return "\n\n".join(parts + cap_sentences(cap_fields(audit.selection, show_values=show_values)))


def kanonymity_audit(audit: KAnonymityAudit, *, show_values: bool = False) -> str:
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
    return "\n\n".join(parts + cap_sentences(cap_fields(audit.selection, show_values=show_values)))


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


def of_persons(audit: KmAudit | KmBySizeAudit | RhoAudit) -> str:
    """Return whose records these are, where persons are counted."""
    return "" if audit.persons is None else f" of {count(audit.persons)} persons"


def category_table(audit: KmAudit | RhoAudit, threats: str, show_values: bool) -> list[str]:
    """Return the risk by category of a taxonomy."""
    if not audit.by_category:
        return []
    named = "category" if show_values else "category (by the alphabet)"
    names = [category.label if show_values else f"#{category.category}" for category in audit.by_category]
    persons = audit.persons
    heads = ["records at risk", *([] if persons is None else ["persons at risk"]), "share", threats]
    rows = [_category(category, audit.records, persons) for category in audit.by_category]
    listed = [[name, *row] for name, row in zip(names, rows, strict=True)]
    return [f"Risk by category:\n{table([named, *heads], listed, left_columns=1)}"]


def _category(category: CategoryRisk, records: int, persons: int | None) -> list[str]:
    at_risk = count(category.records_at_risk)
    if persons is None or category.persons_at_risk is None:
        return [at_risk, share(category.records_at_risk, records), count(category.threats)]
    return [
        at_risk, count(category.persons_at_risk), share(category.persons_at_risk, persons), count(category.threats)
    ]  # fmt: skip


def release(published: Release, *, show_values: bool = False) -> str:
    """Return what was published, and what it cost."""
    manifest = published.manifest
    lines = [
        f"Published {published.out}: {count(manifest['records'])} records, {count(manifest['rows'])} rows, "
        f"by {manifest['method']}; verified before it was written.",
        "",
        measures(published.utility) + details(published.utility.details, show_values=show_values),
        *_nearness(published),
        *_decided(published),
        *_mapped(published),
        "",
        *(line for sentence in cap_sentences(manifest) for line in (sentence, "")),
        *_not_released(published.not_released),
        wrapped(f"Guarantee: {manifest['guarantee']}"),
    ]
    return "\n".join(lines)


def _not_released(columns: Sequence[str]) -> list[str]:
    """Name the columns that a release does not carry, and say what to do about it."""
    if not columns:
        return []
    more = f" and {count(len(columns) - _COLUMNS)} more" if len(columns) > _COLUMNS else ""
    names = f"not released: {', '.join(columns[:_COLUMNS])}{more}"
    return [wrapped(f"{names}. {NOT_BESIDE}."), ""]


def _mapped(published: Release) -> list[str]:
    """Say what became of the mapping of an earlier release."""
    if (mapped := published.mapped) is None:
        return []
    before = mapped.labels_kept + mapped.labels_generalized + mapped.labels_suppressed
    changed = (
        f"{count(mapped.labels_generalized)} went up, {count(mapped.labels_suppressed)} were suppressed, "
        f"{count(mapped.labels_added)} are new"
    )
    return ["", f"Of the {count(before)} labels of the mapping {count(mapped.labels_kept)} stay; {changed}."]


def _decided(published: Release) -> list[str]:
    """Say what became of what was asked for of single items, and what it cost."""
    if (constraints := published.constraints) is None:
        return []
    facts = {
        "kept as it is": constraints.items_kept,
        "to be kept, which could not be": constraints.items_not_kept,
        "dropped": constraints.items_dropped,
        "with a most general label": constraints.items_limited,
        "preferred, and kept as it is": constraints.preferred_held,
        "preferred, but not kept": constraints.preferred_not_held,
    }
    fates = "; ".join(f"{fate}: {count(n)}" for fate, n in facts.items() if n)
    lines = ["", wrapped(f"Items as asked for: {fates}.")] if fates else []
    if constraints.items_dropped and published.utility.items_generalized:
        lines += ["", "NCP and LM count all leaves of the taxonomy under a label, also those of dropped items."]
    if constraints.cost is not None:
        weighted = f"Weighted, the loss is {share(constraints.cost, 1)}: that is what was kept as small as possible."
        lines += ["", weighted]
    if constraints.ncp_without is not None and (ncp := published.utility.get("ncp")) is not None:
        without = share(constraints.ncp_without, 1)
        lines += ["", f"Without constraints the NCP is {without}; with them it is {share(ncp, 1)}."]
    if constraints.kept_share_without is not None and (kept_share := published.utility.kept_share) is not None:
        without = share(constraints.kept_share_without, 1)
        with_them = share(kept_share, 1)
        lines += ["", wrapped(f"Without constraints {without} of all rows are in record and shared chunks; with them "
                              f"{with_them} are. The others are in term chunks, or gone.")]  # fmt: skip
    return lines


def _nearness(published: Release) -> list[str]:
    """Say how near the least possible loss is."""
    if published.cost_bound is None:
        return []
    if published.optimal:
        return ["", "Proved: no other choice of labels and suppressed items loses less."]
    if published.cost_bound < _SAYS_NOTHING:
        return []
    return ["", f"Any other choice of labels and suppressed items loses {share(published.cost_bound, 1)} or more."]


def cap_sentences(fields: Mapping[str, Any]) -> list[str]:
    """Return what caps cost, a sentence each; a manifest tells it in steps of k."""
    sentences = []
    if cap := fields.get("cap"):
        lost, touched = (_steps(cap, name) for name in ("rows_dropped", "records_touched"))
        limit = f"At most {count(cap['items'])} items of each record were read"
        sentences.append(f"{limit}: {lost} rows of {touched} records were left out by lot.")
    if cap := fields.get("cap_records"):
        records, rows, persons = (_steps(cap, name) for name in ("records_dropped", "rows_dropped", "persons_touched"))
        limit = f"At most {count(cap['records'])} records of each person were read"
        sentences.append(f"{limit}: {records} records ({rows} rows) of {persons} persons were left out by lot.")
    for kind in fields.get("personal_items", []):
        name = kind["kind"].replace("_", " ")
        labels = f": {', '.join(map(shown, kind['labels']))}" if "labels" in kind else ""
        records = f"{count(kind['records'])} {'record holds' if kind['records'] == 1 else 'records hold'} one"
        sentences.append(f"Labels that look like data of persons: {count(kind['items'])} × {name}; {records}{labels}.")
    if control := fields.get("control"):
        records, rows = (_steps(control, name) for name in ("records", "rows"))
        sentences.append(f"{records} records ({rows} rows) were held out by lot, as a control group.")
    return sentences


def _steps(cap: Mapping[str, int], name: str) -> str:
    return f"{count(cap[name])} or more" if name in cap else "few or no"


def verification(answer: Verification, *, show_values: bool = False) -> str:
    """Return whether a release keeps its promise, and what was counted; strange names with ``show_values``."""
    parameters = ", ".join(f"{name} = {'any' if value is None else value}" for name, value in answer.parameters.items())
    lines = [f"{answer.model} with {parameters}: {_verdict(answer)}"]
    lines += [f"  {message}" for message in answer.messages]
    lines += [f"    {name}" for name in answer.unchecked] if show_values else []
    lines += ["", fact_lines(answer.checks), "", wrapped(f"Guarantee: {answer.guarantee}")]
    lines += ["", "Not checked:", *(f"  {sentence}" for sentence in answer.not_checked)] if answer.not_checked else []
    return "\n".join(lines)


def _verdict(answer: Verification) -> str:
    if answer.messages:
        return "THE GUARANTEE DOES NOT HOLD"
    return "the guarantee holds" if answer.complete else "NOT FULLY CHECKED; what was checked holds"


def fact_lines(facts: Mapping[str, object]) -> str:
    """Return facts by their names, a line each."""
    texts = {shown(name): shown(value_text(value)) for name, value in facts.items()}
    width = max(map(len, texts), default=0)
    return "\n".join(f"{name.ljust(width)}  {text}" for name, text in texts.items())


def faults(check: TaxonomyCheck, *, show_values: bool = False) -> str:
    """Return what the doctor says of a taxonomy; items of the data only with ``show_values``."""
    lines = [f"form: {check.reading.form}", *check.reading.notes]
    if tree := check.reading.taxonomy:
        lines.append(
            f"{count(len(tree.leaves))} leaves under {count(len(tree.children))} labels, root {shown(tree.root)}"
        )
    for fault in check.faults:
        message = fault.message_with_labels(show_values=show_values)
        lines += [f"{fault.severity}: {message}", f"  mend: {said(fault.remedy(show_values=show_values))}"]
    lines += [check.proposal.sentence()] if check.proposal else []
    return "\n".join(lines if check.faults else [*lines, "nothing is wrong"])


def policy_run(run: "PolicyRun") -> str:
    """Return what a run of a policy did."""
    if run.broken:
        return f"A limit of {run.policy.name} is broken: {run.broken}.\nNothing was published."
    assert run.release and run.verification
    lines = [release(run.release)]
    lines += ["", "Not checked:", *(f"  {sentence}" for sentence in run.verification.not_checked)]
    lines += ["", f"The evidence is in {run.evidence}."] if run.evidence else []
    return "\n".join(lines)


def policy_check(check: "PolicyCheck") -> str:
    """Return whether a policy and its release still agree."""
    verdicts = {True: "still agree", False: "DO NOT AGREE", None: "may agree: not all could be told"}
    rows = [[finding.check, finding.result, finding.message] for finding in check.findings]
    findings = table(["", "", "found"], rows, left_columns=3)
    return f"{check.policy.name} and its release {verdicts[check.agrees]}\n\n{findings}"
