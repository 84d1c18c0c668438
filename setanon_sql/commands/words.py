"""Results in words, for a terminal."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from setanon_sql.api import PlannedReading, Release
from setanon_sql.audit.in_words import cap_sentences
from setanon_sql.commands.count_table_words import published as counts_published
from setanon_sql.commands.losses import details, measures
from setanon_sql.pipeline.safe_counts import SafeCounts
from setanon_sql.spelling import said
from setanon_sql.taxonomy import TaxonomyCheck
from setanon_sql.text import bytes_said, count, fact_lines, label_text, share, table, wrapped
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


def planned_reading(planned: PlannedReading) -> str:
    """Return what a run would read, and what cannot be known before."""
    return "\n".join(
        [
            f"BigQuery would read {bytes_said(planned.source_bytes)} of the source. Nothing was run.",
            wrapped(
                f"Each statement after that bills {bytes_said(planned.statement_bytes)} or more for each table that it "
                "reads. How many there are depends on what they find: some dozens for an audit, some hundred for a "
                "release."
            ),
        ]
    )


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


def verification(answer: Verification, *, show_values: bool = False) -> str:
    """Return whether a release keeps its promise, and what was counted; strange names with ``show_values``."""
    parameters = ", ".join(f"{name} = {'any' if value is None else value}" for name, value in answer.parameters.items())
    lines = [f"{answer.model} with {parameters}: {_verdict(answer)}"]
    lines += [f"  {message}" for message in answer.messages]
    lines += [f"    {name}" for name in answer.unchecked] if show_values else []
    lines += ["", fact_lines(answer.checks), ""]
    lines += (
        [wrapped(f"Checked, where the manifest promises less: {answer.more_checked}."), ""]
        if answer.more_checked
        else []
    )
    lines += [wrapped(f"Guarantee: {answer.guarantee}")]
    lines += ["", "Not checked:", *(f"  {sentence}" for sentence in answer.not_checked)] if answer.not_checked else []
    return "\n".join(lines)


def _verdict(answer: Verification) -> str:
    if answer.messages:
        return "WHAT WAS CHECKED DOES NOT HOLD" if answer.more_checked else "THE GUARANTEE DOES NOT HOLD"
    return "the guarantee holds" if answer.complete else "NOT FULLY CHECKED; what was checked holds"


def faults(check: TaxonomyCheck, *, show_values: bool = False) -> str:
    """Return what the doctor says of a taxonomy; items of the data only with ``show_values``."""
    lines = [f"form: {check.reading.form}", *check.reading.notes]
    if tree := check.reading.taxonomy:
        lines.append(
            f"{count(len(tree.leaves))} leaves under {count(len(tree.children))} labels, root {label_text(tree.root)}"
        )
    for fault in check.faults:
        message = fault.message_with_labels(show_values=show_values)
        lines += [f"{fault.severity}: {message}", f"  mend: {said(fault.remedy(show_values=show_values))}"]
    if proposal := check.proposal:
        lines += [proposal.sentence(), *(f"  {label_text(said(note))}" for note in proposal.notes)]
    return "\n".join(lines if check.faults else [*lines, "nothing is wrong"])


def policy_run(run: "PolicyRun") -> str:
    """Return what a run of a policy did."""
    if run.broken:
        return f"A limit of {run.policy.name} is broken: {run.broken}.\nNothing was published."
    assert run.release and run.verification
    lines = [counts_published(run.release) if isinstance(run.release, SafeCounts) else release(run.release)]
    lines += ["", "Not checked:", *(f"  {sentence}" for sentence in run.verification.not_checked)]
    lines += ["", f"The evidence is in {run.evidence}."] if run.evidence else []
    return "\n".join(lines)


def policy_check(check: "PolicyCheck") -> str:
    """Return whether a policy and its release still agree."""
    verdicts = {True: "still agree", False: "DO NOT AGREE", None: "may agree: not all could be told"}
    rows = [[finding.check, finding.result, finding.message] for finding in check.findings]
    findings = table(["", "", "found"], rows, left_columns=3)
    return f"{check.policy.name} and its release {verdicts[check.agrees]}\n\n{findings}"
