"""Results in words, for a terminal."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from setanon_sql.api import Release
from setanon_sql.audit import KmAudit, KmBySizeAudit, RhoAudit
from setanon_sql.commands.losses import details, measures, wrapped
from setanon_sql.dataset import capped
from setanon_sql.inference.across import AcrossAttack
from setanon_sql.inference.attack import CoverAttack, CoverAttacks
from setanon_sql.inference.results import Estimates, Reconstruction
from setanon_sql.models import AdaptiveRho
from setanon_sql.taxonomy import TaxonomyCheck
from setanon_sql.text import count, plain, share, table
from setanon_sql.verify import Verification
from setanon_sql.verify.folder_audit import DisassociationAudit

if TYPE_CHECKING:
    from setanon_sql.policy import PolicyCheck, PolicyRun


def km_audit(found: KmAudit, *, show_values: bool = False) -> str:
    """Return an audit: the verdict, a line for each size, what was asked for besides."""
    m = f", m = {found.model.m}" if found.model.m else ", every m"
    verdict = "holds" if found.satisfied else "does not hold"
    parts = [
        f"k^m-anonymity with k = {found.model.k}{m}: {verdict}",
        f"{count(found.records)} records, {count(found.rows)} rows, {count(found.violations)} minimal threats",
        _by_size(found),
        _meaning(found),
        *_cap(capped(found.selection)),
    ]
    if found.complete:
        parts.append("No larger minimal threat can exist: this covers every m.")
    if found.average:
        parts.append(_average(found))
    parts += _listings(found, show_values) + _categories(found, "minimal threats", show_values)
    return "\n\n".join(parts)


def km_by_size(found: KmBySizeAudit, *, show_values: bool = False) -> str:
    """Return an audit with a k for each number of known items: the verdict, and a line for each."""
    heads = ["items known", "k", "minimal threats", "records at risk", "share"]
    rows = [
        [str(one.size), count(one.k), count(one.threats), count(one.at_risk), share(one.at_risk, found.records)]
        for one in found.sizes
    ]
    told = ", ".join(f"{one.k} for {one.size}" for one in found.sizes)
    parts = [
        f"k^m-anonymity with k = {told} known items: {'holds' if found.satisfied else 'does not hold'}",
        f"{count(found.records)} records, {count(found.rows)} rows, {count(found.violations)} minimal threats",
        table(heads, rows),
        "Records at risk: somebody who knows so many of their items, or fewer, finds fewer records than k says there.",
    ]
    return "\n\n".join(parts + _cap(capped(found.selection)))


def rho_audit(found: RhoAudit, *, show_values: bool = False) -> str:
    """Return an audit: the verdict, a line for each number of known items, persons at risk, the surest rules."""
    verdict = "holds" if found.satisfied else "does not hold"
    adaptive = isinstance(found.model, AdaptiveRho)
    model, limit = ("sensitivity-adaptive rho-uncertainty", "threshold") if adaptive else ("rho-uncertainty", "rho")
    known = f"up to {found.model.m} known items" if found.model.m else "any number of known items"
    parts = [
        f"{model} with rho = {found.model.parameters['rho']}, {known}: {verdict}",
        f"{count(found.records)} records, {count(found.rows)} rows, {count(found.violations)} rules above {limit}",
        table(["items known", f"rules above {limit}"], [[str(size), count(n)] for size, n in found.by_size.items()]),
        f"persons at risk: {count(found.at_risk)} ({share(found.at_risk, found.records)})\n"
        f"highest confidence: {found.max_confidence:.4g}; 95 % of persons stay at or under {found.percentile:.4g}",
    ]
    if not found.complete:
        parts.append(
            f"Not counted: larger sets (the next step would touch {count(found.refused)} rows). "
            "The figures are lower bounds."
        )
    parts += _cap(capped(found.selection)) + _categories(found, f"rules above {limit}", show_values)
    if found.worst and show_values:
        rules = [
            [" & ".join(one.known) + " -> " + one.sensitive_item, f"{one.support_with_sensitive}/{one.support}"]
            for one in found.worst
        ]
        parts.append(table(["surest rules", "records"], rules, left=1))
    return "\n\n".join(parts)


def _by_size(found: KmAudit) -> str:
    threats, at_risk, unique = found.threats_by_size(), found.at_risk_by_size(), found.unique_by_size()
    heads = ["items known", "minimal threats", "records at risk", "share"] + (
        ["singled out", "share"] if unique else []
    )
    rows = []
    for size in found.sizes:
        row = [str(size), count(threats[size]), count(at_risk[size]), share(at_risk[size], found.records)]
        rows.append(row + ([count(unique[size]), share(unique[size], found.records)] if unique else []))
    return table(heads, rows)


def _meaning(found: KmAudit) -> str:
    """Return what the last line of the table says, in a sentence."""
    last, k = found.sizes[-1], found.model.k
    items = f"at most {last} item{'s' if last > 1 else ''}"
    at_risk, unique = found.at_risk_by_size()[last], found.unique_by_size()
    if not at_risk:
        return f"Every set of {items} that occurs is held by {k} records or more."
    alone = f"; for {share(unique[last], found.records)} by one alone" if unique else ""
    return (
        f"For {share(at_risk, found.records)} of records, some set of {items} is held by fewer than {k} records{alone}."
    )


def _average(found: KmAudit) -> str:
    case = found.average
    assert case
    low, high = (share(bound, 1) for bound in case.interval)
    return (
        f"Average case: of {count(case.sampled)} random sets of {case.size} items of random records, "
        f"{share(case.below_k, case.sampled)} are held by fewer than {found.model.k} records\n"
        f"(95 % confidence interval {low} to {high})."
    )


def _listings(found: KmAudit, show_values: bool) -> list[str]:
    parts = []
    if found.top_items:
        rows = [
            [one.label if show_values else f"#{one.rank}", count(one.threats), share(one.threats, found.violations)]
            for one in found.top_items
        ]
        named = "item" if show_values else "item (by frequency)"
        parts.append(f"Items in most threats:\n{table([named, 'threats', 'share'], rows, left=1)}")
    if found.worst and show_values:
        rows = [[", ".join(one.labels), count(one.support)] for one in found.worst]
        parts.append(f"Threats with the fewest records, by size:\n{table(['items', 'records'], rows, left=1)}")
    elif found.worst:
        parts.append("The worst threats are listed with --show-values.")
    return parts


def _categories(found: KmAudit | RhoAudit, threats: str, show_values: bool) -> list[str]:
    """The risk by category of a taxonomy."""
    if not found.by_category:
        return []
    rows = [
        [
            one.label if show_values else f"#{one.category}",
            count(one.records_at_risk),
            share(one.records_at_risk, found.records),
            count(one.threats),
        ]
        for one in found.by_category
    ]
    named = "category" if show_values else "category (by the alphabet)"
    return [f"Risk by category:\n{table([named, 'records at risk', 'share', threats], rows, left=1)}"]


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
        *(line for one in _cap(manifest) for line in (one, "")),
        wrapped(f"Guarantee: {manifest['guarantee']}"),
    ]
    return "\n".join(lines)


def _mapped(published: Release) -> list[str]:
    """Say what became of the mapping of an earlier release."""
    if (found := published.mapped) is None:
        return []
    before = found.labels_kept + found.labels_generalized + found.labels_suppressed
    changed = (
        f"{count(found.labels_generalized)} went up, {count(found.labels_suppressed)} were suppressed, "
        f"{count(found.labels_added)} are new"
    )
    return ["", f"Of the {count(before)} labels of the mapping {count(found.labels_kept)} stay; {changed}."]


def _decided(published: Release) -> list[str]:
    """Say what became of what was asked for of single items, and what it cost."""
    if (found := published.constraints) is None:
        return []
    facts = {
        "kept as it is": found.items_kept,
        "to be kept, which could not be": found.items_not_kept,
        "dropped": found.items_dropped,
        "with a most general label": found.items_limited,
        "preferred, and kept as it is": found.preferred_held,
        "preferred, but not kept": found.preferred_not_held,
    }
    told = "; ".join(f"{fate}: {count(n)}" for fate, n in facts.items() if n)
    lines = ["", wrapped(f"Items as asked for: {told}.")] if told else []
    if found.cost is not None:
        lines += ["", f"Weighted, the loss is {share(found.cost, 1)}: that is what was kept as small as possible."]
    if found.ncp_without is not None and (ncp := published.utility.get("ncp")) is not None:
        lines += ["", f"Without constraints the NCP is {share(found.ncp_without, 1)}; with them it is {share(ncp, 1)}."]
    if found.kept_share_without is not None and (kept := published.utility.kept_share) is not None:
        without, with_them = share(found.kept_share_without, 1), share(kept, 1)
        lines += ["", wrapped(f"Without constraints {without} of all rows are in record and shared chunks; with them "
                              f"{with_them} are. The others are in term chunks, or gone.")]  # fmt: skip
    return lines


def _nearness(published: Release) -> list[str]:
    """Say how near the least possible loss is."""
    if published.cost_bound is None:
        return []
    if published.optimal:
        return ["", "Proved: no other choice of labels and suppressed items loses less."]
    return ["", f"Any other choice of labels and suppressed items loses {share(published.cost_bound, 1)} or more."]


def _cap(told: Mapping[str, Any]) -> list[str]:
    """Return what a cap cost, in a sentence; a manifest tells it in steps of k."""
    if not (cap := told.get("cap")):
        return []
    names = ("rows_dropped", "records_touched")
    lost, touched = (f"{count(cap[name])} or more" if name in cap else "few or no" for name in names)
    kept = f"At most {count(cap['items'])} items of each record were read"
    return [f"{kept}: {lost} rows of {touched} records were left out by lot."]


def folder_audit(found: DisassociationAudit) -> str:
    """Return what an audit of a disassociated release counted."""
    chunks = ("record_chunks", "vulnerable_record_chunks", "shared_chunks", "vulnerable_shared_chunks")
    facts = {f"faults: {name}": n for name, n in found.by_check.items()} | found.sizes
    facts |= {name: getattr(found.covers, name) for name in chunks}
    facts |= {f"{name} with an implied item": getattr(found.implied, name) for name in ("chunks", "items", "pairs")}
    verdict = "the model holds" if found.satisfied else "THE MODEL DOES NOT HOLD"
    return "\n".join([f"{found.model.name}: {verdict}", "", _facts(facts), *_covered(found)])


def _covered(found: DisassociationAudit) -> list[str]:
    """Return which items cover which, where that was asked for."""
    if not found.by_check["cover"]:
        return []
    if found.covered is None:
        return ["", "Which items cover which is listed with --show-values."]
    return ["", "In these chunks:", *(
        f"{one.chunk_id}: {', '.join(one.covered)} ({one.support} times)"
        + (f" by {', '.join(one.covering)}" if one.covering else ", each by the others")
        for one in found.covered
    )]  # fmt: skip


def reconstruction(made: Reconstruction) -> str:
    """Return what was made up, and where it was written."""
    return _facts(asdict(made))


def estimates(found: Estimates) -> str:
    """Return estimates of supports, one a line, or where they were written."""
    if found.out:
        return f"Wrote {count(found.itemsets)} estimates to {found.out}."
    rows = [
        [", ".join(one.items), count(one.certain), one.told if isinstance(one.told, str) else f"{one.told:.1f}"]
        for one in found.estimates
    ]
    return table(["items", "certain", "expected"], rows, left=1)


def cover_attack(found: CoverAttacks) -> str:
    """Return what an adversary links in a release, beside what he links in another."""
    lines = [f"known: up to {found.m - 1} items of a chunk, one of another"]
    if found.before:
        lines += _linked("before", found.before)
    return "\n".join(lines + _linked("release", found.release))


def _linked(name: str, told: CoverAttack) -> list[str]:
    heads = ["items of the chunk", "linked", "whole chunk", "items learned", "best guess (mean)"]
    rows = [
        [str(one.known), count(one.linked), count(one.whole_chunk), count(one.items_learned), f"{one.mean_chance:.3f}"]
        for one in told.links
    ]
    facts = {"subrecords": told.subrecords, "held_by_all": told.held_by_all}
    return ["", f"{name}:", table(heads, rows), "", _facts(facts)]


def across(found: AcrossAttack, *, show_values: bool) -> str:
    """Return who is left with few candidates by two releases together."""
    heads = ["known items", "sets", "persons at risk"]
    sizes = found.sets_by_size.items()
    rows = [[f"up to {size}", count(sets), count(found.persons_at_risk_by_size[size])] for size, sets in sizes]
    lines = [
        *(wrapped(sentence) for sentence in found.sentences),
        "",
        table(heads, rows),
        "",
        f"Labels that only the old release shows: {count(len(found.hidden_by_new))}, only the new one: "
        f"{count(len(found.hidden_by_old))}.",
    ]
    if show_values:
        lines += [f"  old: {label}" for label in found.hidden_by_new]
        lines += [f"  new: {label}" for label in found.hidden_by_old]
    return "\n".join(lines)


def verification(answer: Verification, *, show_values: bool = False) -> str:
    """Return whether a release keeps its promise, and what was counted; strange names with ``show_values``."""
    told = ", ".join(f"{name} = {'any' if value is None else value}" for name, value in answer.parameters.items())
    lines = [f"{answer.model} with {told}: {_verdict(answer)}"]
    lines += [f"  {message}" for message in answer.messages]
    lines += [f"    {name}" for name in answer.unchecked] if show_values else []
    lines += ["", _facts(answer.checks), "", wrapped(f"Guarantee: {answer.guarantee}")]
    lines += ["", "Not checked:", *(f"  {one}" for one in answer.not_checked)] if answer.not_checked else []
    return "\n".join(lines)


def _verdict(answer: Verification) -> str:
    if answer.messages:
        return "THE GUARANTEE DOES NOT HOLD"
    return "the guarantee holds" if answer.complete else "NOT FULLY CHECKED; what was checked holds"


def _facts(facts: Mapping[str, object]) -> str:
    width = max(map(len, facts), default=0)
    return "\n".join(f"{name.ljust(width)}  {plain(value)}" for name, value in facts.items())


def faults(found: TaxonomyCheck, *, show_values: bool = False) -> str:
    """Return what the doctor says of a taxonomy; items of the data only with ``show_values``."""
    lines = [f"form: {found.reading.form}", *found.reading.notes]
    if tree := found.reading.taxonomy:
        lines.append(f"{count(len(tree.leaves))} leaves under {count(len(tree.children))} labels, root {tree.root}")
    for fault in found.faults:
        told = fault.named(show_values=show_values)
        lines += [f"{fault.severity}: {told}", f"  mend: {fault.mending(show_values=show_values)}"]
    return "\n".join(lines if found.faults else [*lines, "nothing is wrong"])


def policy_run(found: "PolicyRun") -> str:
    """Return what a run of a policy did."""
    if found.broken:
        return f"A limit of {found.policy.name} is broken: {found.broken}.\nNothing was published."
    assert found.release and found.verification
    lines = [release(found.release)]
    lines += ["", "Not checked:", *(f"  {one}" for one in found.verification.not_checked)]
    lines += ["", f"The evidence is in {found.evidence}."] if found.evidence else []
    return "\n".join(lines)


def policy_check(found: "PolicyCheck") -> str:
    """Return whether a policy and its release still agree."""
    verdicts = {True: "still agree", False: "DO NOT AGREE", None: "may agree: not all could be told"}
    rows = [[one.check, one.result, one.message] for one in found.findings]
    return f"{found.policy.name} and its release {verdicts[found.agrees]}\n\n{table(['', '', 'found'], rows, left=3)}"
